//! The table: a game in progress, who sits where, and what has been said so far.

use super::Seat;
use crate::game::{Engine, Match, Move};
use crate::model::{OptionValue, Player};
use crate::record::{self, Record, Setting};
use crate::{diagram, notation};
use rand_core::Rng;
use rand_pcg::Pcg64;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// What someone did: a move, `resign` or `draw`.
struct Word {
    text: String,
    by_human: bool,
}

pub(super) struct Table {
    /// The game as it was asked for.
    asked_for: String,
    pub(super) position: Match,
    seats: Vec<Seat>,
    seed: i64,
    words: Vec<Word>,
    /// After how many words a draw was last offered.
    offered: Option<usize>,
}

/// A seed that nobody chose.
pub(super) fn any_seed() -> i64 {
    (RandomState::new().hash_one("seed") >> 1).cast_signed()
}

impl Table {
    pub(super) fn new(asked_for: String, engine: Engine, seats: Vec<Seat>, seed: i64) -> Table {
        Table { asked_for, position: engine.start(), seats, seed, words: Vec::new(), offered: None }
    }

    pub(super) fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    pub(super) fn has_humans(&self) -> bool {
        self.seats.contains(&Seat::Human)
    }

    fn player_to_move(&self) -> Player {
        self.position.engine().game().sides[self.position.to_move().index()].player
    }

    fn side_to_move(&self) -> &str {
        &self.position.engine().game().sides[self.position.to_move().index()].name
    }

    /// Plays for a random mover, if it is one's turn; answers what it played.
    pub(super) fn random_move(&mut self) -> Option<String> {
        if self.is_over() || self.seats[self.player_to_move().index()] != Seat::Random {
            return None;
        }
        let side = self.side_to_move().to_owned();
        let mut moves = notation::sorted_legal(&self.position);
        let (text, chosen) = moves.swap_remove(self.random_below(moves.len()));
        self.position.play(&chosen);
        self.words.push(Word { text: text.clone(), by_human: false });
        Some(format!("{side} plays {text}"))
    }

    /// A number for this ply, uniform below `count`. Each ply has a stream of its own, so that a game taken back, or
    /// taken up from its record, goes on as it would have.
    fn random_below(&self, count: usize) -> usize {
        let mut random = Pcg64::new(self.seed.unsigned_abs().into(), self.words.len() as u128);
        let wide = u128::from(random.next_u64()) * count as u128;
        (wide >> 64) as usize
    }

    /// Plays a legal move for a human; answers what was played.
    pub(super) fn play(&mut self, chosen: &Move) -> String {
        let text = notation::write(self.position.engine().game(), chosen);
        let said = format!("{} plays {text}", self.side_to_move());
        self.position.play(chosen);
        self.words.push(Word { text, by_human: true });
        said
    }

    pub(super) fn resign(&mut self) -> String {
        let game = self.position.engine().game();
        let said = format!("{} resigns", game.players[self.player_to_move().index()].name);
        self.position.resign();
        self.words.push(Word { text: record::RESIGN.to_owned(), by_human: true });
        said
    }

    /// Offers a draw, which other people have to take before the next move. Answers whether it is agreed.
    pub(super) fn agree_draw(&mut self) -> bool {
        let others = self.seats.iter().filter(|&&seat| seat == Seat::Human).count() > 1;
        if others && self.offered.replace(self.words.len()) != Some(self.words.len()) {
            return false;
        }
        self.position.agree_draw();
        self.words.push(Word { text: record::DRAW.to_owned(), by_human: true });
        true
    }

    /// Takes everything back since a human last had the turn, that turn included. Answers whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(turn) = self.words.iter().rposition(|word| word.by_human) else {
            return false;
        };
        for _ in self.words.drain(turn..) {
            self.position.undo();
        }
        true
    }

    /// The first line: which game, and who plays.
    pub(super) fn heading(&self) -> String {
        let game = self.position.engine().game();
        let seats = std::iter::zip(&game.players, &self.seats);
        let players: Vec<String> = seats.map(|(player, seat)| format!("{}: {}", player.name, seat.name())).collect();
        let about = game.about.as_ref().map_or(String::new(), |about| format!(" {about}"));
        format!("{}.{about} {}. `help` lists what you can say.\n", game.title, players.join(", "))
    }

    /// The board and what does not show on it.
    pub(super) fn picture(&self) -> String {
        format!("{}{}\n", diagram::draw(&self.position), diagram::status(&self.position))
    }

    pub(super) fn prompt(&self) -> String {
        if self.is_over() { "over".to_owned() } else { self.side_to_move().to_owned() }
    }

    /// How the game ended.
    pub(super) fn end(&self) -> String {
        let outcome = self.position.outcome();
        let described = outcome.map(|outcome| notation::write_outcome(self.position.engine().game(), &outcome));
        format!("the game is over: {}", described.unwrap_or_default())
    }

    /// Writes the game down.
    pub(super) fn save(&self, path: &Path) -> io::Result<()> {
        if holds_something_else(path) {
            return Err(io::Error::other("it holds something that is no record, and is left alone"));
        }
        let game = self.position.engine().game();
        let setting = |value: OptionValue| match value {
            OptionValue::Number(number) => Setting::Number(number.into()),
            OptionValue::Switch(switch) => Setting::Switch(switch),
        };
        let options = game.options.iter().map(|option| (option.name.clone(), setting(option.value)));
        let record = Record {
            game: self.game_as_seen_from(path)?,
            date: None,
            players: self.seats.iter().map(|seat| seat.name().to_owned()).collect(),
            seed: self.seats.contains(&Seat::Random).then_some(self.seed),
            result: self.position.outcome().map(|outcome| record::result_word(game, &outcome).to_owned()),
            moves: self.words.iter().map(|word| word.text.clone()).collect(),
            options: BTreeMap::from_iter(options),
        };
        record.write(path)
    }

    /// The game as a record there names it: a path leads from the record's folder.
    fn game_as_seen_from(&self, record: &Path) -> io::Result<String> {
        if !record::is_path(&self.asked_for) {
            return Ok(self.asked_for.clone());
        }
        let folder = match record.parent() {
            Some(folder) if folder != Path::new("") => folder.canonicalize()?,
            _ => Path::new(".").canonicalize()?,
        };
        let game = Path::new(&self.asked_for).canonicalize()?;
        let relative = relative(&game, &folder);
        let text = relative.to_str().ok_or_else(|| io::Error::other("the path of the game is not text"))?;
        Ok(if record::is_path(text) { text.to_owned() } else { format!("./{text}") })
    }
}

/// Whether there is a file that has something in it but is no record.
fn holds_something_else(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| about.len() > 0) && Record::read(path).is_err()
}

/// The way from the folder to the file; both are absolute.
fn relative(file: &Path, folder: &Path) -> PathBuf {
    let shared = std::iter::zip(file.components(), folder.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(shared).map(|_| "..");
    up.map(PathBuf::from).chain(file.components().skip(shared).map(|part| PathBuf::from(part.as_os_str()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_climbs_to_the_shared_folder() {
        let way = |file, folder| relative(Path::new(file), Path::new(folder));
        assert_eq!(way("/a/b/c.game", "/a/b"), Path::new("c.game"));
        assert_eq!(way("/a/b/c.game", "/a/x/y"), Path::new("../../b/c.game"));
        assert_eq!(way("/a/c.game", "/"), Path::new("a/c.game"));
    }
}
