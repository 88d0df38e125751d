//! The table: a game in progress, who sits where, and what has been said so far.

use crate::cli::output::{self, Failure};
use crate::cli::start::Opened;
use crate::files;
use crate::game::{Match, Move};
use crate::load::is_path;
use crate::model::{Game, OptionValue, Player, Side};
use crate::notation;
use crate::opponent::{Level, PlayerKind};
use crate::playout::mixed;
use crate::record::{self, DRAW, RESIGN, Record, Setting};
use crate::typed::Typed;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// Who sits where nobody was asked for.
const USUAL: PlayerKind = PlayerKind::Level(Level::USUAL);

/// How often each player has to move before a program agrees to a draw.
const REAL_PLAY: usize = 10;

/// What someone did: a move, `resign` or `draw`.
struct Word {
    text: String,
    by_human: bool,
}

pub(super) struct Table {
    /// The game as it was asked for.
    asked_for: PathBuf,
    pub(super) position: Match,
    seats: Vec<PlayerKind>,
    seed: i64,
    words: Vec<Word>,
    /// What was taken back and may be said again, the next of it last.
    undone: Vec<String>,
    /// After how many words a draw was last offered.
    offered: Option<usize>,
    /// After how many words it was last said that somebody resigns, and not yet once more.
    resigning: Option<usize>,
    /// What has been said of the move to come.
    pub(super) typed: Typed,
    /// Whether the board is seen from its other side.
    pub(super) is_flipped: bool,
}

/// A seed that nobody chose.
fn any_seed() -> i64 {
    (RandomState::new().hash_one("seed") >> 1).cast_signed()
}

/// Who sits where: as asked for, else by what the record says of the players, else a human at the first seat; the computer
/// where nobody is named.
fn seats(asked: &[PlayerKind], players: &[String], game: &Game) -> Result<Vec<PlayerKind>, Failure> {
    let count = game.players.len();
    let named = match asked.len() {
        0 if players.is_empty() => vec![PlayerKind::Human],
        // Whoever has a name is a person.
        0 => players.iter().map(|player| player.parse().unwrap_or(PlayerKind::Human)).collect(),
        given if given <= count => asked.to_vec(),
        given => return Err(Failure::Usage(format!("`--seats` names {given}, but the game has {count} players"))),
    };
    Ok(named.into_iter().chain(std::iter::repeat(USUAL)).take(count).collect())
}

impl Table {
    /// The game where its record ends, with the seats and the seed it was played with unless others are asked for.
    pub(super) fn new(opened: Opened, asked: &[PlayerKind], seed: Option<i64>) -> Result<Table, Failure> {
        let Opened { record, game: asked_for, steps, position } = opened;
        let game = position.engine().game();
        let seats = seats(asked, &record.players, game)?;
        let words = std::iter::zip(record.moves, steps).map(|(text, step)| {
            let player = game.sides[step.side.index()].player;
            Word { text, by_human: seats[player.index()] == PlayerKind::Human }
        });
        let words = words.collect();
        let seed = seed.or(record.seed).unwrap_or_else(any_seed);
        Ok(Table { words, undone: record.undone, ..Table::at(asked_for, position, seats, seed) })
    }

    /// A table where nothing has been said yet.
    fn at(asked_for: PathBuf, position: Match, seats: Vec<PlayerKind>, seed: i64) -> Table {
        Table {
            asked_for,
            position,
            seats,
            seed,
            words: Vec::new(),
            undone: Vec::new(),
            offered: None,
            resigning: None,
            typed: Typed::default(),
            is_flipped: false,
        }
    }

    /// The same game from its start, with the same players, who do not think the same thoughts again.
    pub(super) fn again(&self) -> Table {
        let (start, seed) = (self.position.engine().start(), self.seed.wrapping_add(1) & i64::MAX);
        let is_flipped = self.is_flipped;
        Table { is_flipped, ..Table::at(self.asked_for.clone(), start, self.seats.clone(), seed) }
    }

    fn game(&self) -> &Game {
        self.position.engine().game()
    }

    pub(super) fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    pub(super) fn has_humans(&self) -> bool {
        self.seats.contains(&PlayerKind::Human)
    }

    /// Whether one of the players is a program.
    pub(super) fn has_programs(&self) -> bool {
        self.seats.iter().any(|&seat| seat != PlayerKind::Human)
    }

    /// Whether a program may agree to a draw at all: the rules know draws, and there has been real play.
    pub(super) fn may_be_drawn(&self) -> bool {
        self.game().may_be_drawn() && self.position.ply() >= REAL_PLAY * self.seats.len()
    }

    fn player_to_move(&self) -> Player {
        self.game().sides[self.position.to_move().index()].player
    }

    fn side_to_move(&self) -> &str {
        &self.game().sides[self.position.to_move().index()].name
    }

    /// Who has the turn; `None` when the game is over.
    pub(super) fn to_move(&self) -> Option<PlayerKind> {
        (!self.is_over()).then(|| self.seats[self.player_to_move().index()])
    }

    /// The seed for the player who has the turn. Two players of one kind do not think the same thoughts.
    pub(super) fn seed(&self) -> u64 {
        mixed(self.seed.unsigned_abs(), self.player_to_move().index() as u64)
    }

    /// Plays a legal move; answers what was played.
    pub(super) fn play(&mut self, chosen: &Move) -> String {
        let text = notation::write(self.game(), chosen);
        let said = format!("{} plays {text}", self.side_to_move());
        self.say(text, |position| {
            position.play(chosen);
        });
        self.undone.clear();
        said
    }

    /// Says that the player to move resigns. Answers whether that has been said once before in this position.
    pub(super) fn confirms_resignation(&mut self) -> bool {
        self.resigning.replace(self.words.len()) == Some(self.words.len())
    }

    pub(super) fn resign(&mut self) -> String {
        let said = format!("{} resigns", self.game().players[self.player_to_move().index()].name);
        self.say(RESIGN.to_owned(), Match::resign);
        self.undone.clear();
        said
    }

    /// Offers a draw to the other people, who have to take it before the next move. Answers whether they agree.
    pub(super) fn offer_draw(&mut self) -> bool {
        let others = self.seats.iter().filter(|&&seat| seat == PlayerKind::Human).count() > 1;
        !others || self.offered.replace(self.words.len()) == Some(self.words.len())
    }

    pub(super) fn agree_draw(&mut self) {
        self.say(DRAW.to_owned(), Match::agree_draw);
        self.undone.clear();
        self.offered = None;
    }

    fn say(&mut self, text: String, does: impl FnOnce(&mut Match)) {
        let by_human = self.to_move() == Some(PlayerKind::Human);
        does(&mut self.position);
        self.words.push(Word { text, by_human });
        self.resigning = None;
        self.typed.clear();
    }

    /// Takes back the last turns of people, so many, each with all that came after it. Answers how many there were.
    pub(super) fn undo(&mut self, turns: usize) -> usize {
        let mut taken = 0;
        while taken < turns
            && let Some(turn) = self.words.iter().rposition(|word| word.by_human)
        {
            for word in self.words.drain(turn..).rev() {
                self.position.undo();
                self.undone.push(word.text);
            }
            taken += 1;
        }
        self.typed.clear();
        taken
    }

    /// Plays what was taken back up to the next turn of a human. Answers what was played.
    pub(super) fn redo(&mut self) -> Vec<String> {
        let mut played = Vec::new();
        while let Some(text) = self.undone.pop() {
            let by_human = self.to_move() == Some(PlayerKind::Human);
            if record::step(&mut self.position, &text).is_err() {
                break;
            }
            self.words.push(Word { text: text.clone(), by_human });
            played.push(text);
            if self.to_move() == Some(PlayerKind::Human) {
                break;
            }
        }
        self.typed.clear();
        played
    }

    /// The first lines: which game, and who plays.
    pub(super) fn heading(&self) -> String {
        let game = self.game();
        let players = std::iter::zip(&game.players, &self.seats).map(|(player, seat)| {
            let sides: Vec<&str> = player.sides.iter().map(|side| game.sides[side.index()].name.as_str()).collect();
            match sides[..] {
                [side] if side == player.name => format!("{side}: {seat}"),
                _ => format!("{} ({}): {seat}", player.name, sides.join(", ")),
            }
        });
        let players: Vec<String> = players.collect();
        let mut sentences = vec![format!("{}.", game.title)];
        sentences.extend(game.about.clone());
        sentences.push(format!("{}.", players.join(", ")));
        sentences.push("`help` lists what you can say.".to_owned());
        // A line holds as many of them as have room.
        let length = |text: &str| text.chars().count();
        let (mut text, mut width) = (String::new(), 0);
        for sentence in sentences {
            let has_room = width + 1 + length(&sentence) <= output::across();
            width = length(&sentence) + if has_room { width + 1 } else { 0 };
            text.push(if has_room { ' ' } else { '\n' });
            text.push_str(&sentence);
        }
        output::broken(text.trim_start(), "") + "\n"
    }

    /// Who is asked; with the hops that have been said already.
    pub(super) fn prompt(&self) -> String {
        match (self.is_over(), self.typed.text()) {
            (true, _) => "over> ".to_owned(),
            (false, "") => format!("{}> ", self.side_to_move()),
            (false, said) => format!("{} {said}> ", self.side_to_move()),
        }
    }

    /// How the game ended.
    pub(super) fn end(&self) -> String {
        let outcome = self.position.outcome();
        let described = outcome.map(|outcome| notation::write_outcome(self.game(), &outcome));
        format!("the game is over: {}", described.unwrap_or_default())
    }

    /// Why the game ended, and what it came to.
    pub(super) fn summary(&self) -> String {
        let game = self.game();
        let moves = self.position.ply();
        let played = if moves == 1 { "1 move was played".to_owned() } else { format!("{moves} moves were played") };
        let sites = || (0..game.board.len()).filter_map(|site| self.position.piece(crate::bits::Site::new(site)));
        let left = (0..game.sides.len()).map(|side| {
            let count = sites().filter(|piece| piece.side == Side::new(side)).count();
            format!("{} {count}", game.sides[side].name)
        });
        let summary = format!("{played}; left on the board: {}", left.collect::<Vec<String>>().join(", "));
        match self.reason() {
            Some(reason) => format!("{reason}\n{summary}"),
            None => summary,
        }
    }

    fn reason(&self) -> Option<String> {
        let game = self.game();
        match self.words.last()?.text.as_str() {
            RESIGN => {
                let mut before = self.position.clone();
                before.undo();
                let player = game.sides[before.to_move().index()].player;
                return Some(format!("{} resigned", game.players[player.index()].name));
            }
            DRAW => return Some("the players agreed to a draw".to_owned()),
            _ => {}
        }
        let span = self.position.decided_by()?;
        let statement = format!("{}: {}", game.sources.place(span), game.sources.words(span));
        let is_stuck = game.phases.iter().any(|phase| phase.stuck_span == Some(span));
        Some(match is_stuck {
            true => format!("{} has no legal move, by {statement}", self.side_to_move()),
            false => format!("by {statement}"),
        })
    }

    /// What has been said since the start, numbered, with who said it.
    pub(super) fn history(&self) -> Vec<String> {
        let mut position = self.position.engine().start();
        let told = |(number, word): (usize, &Word)| {
            let side = self.game().sides[position.to_move().index()].name.clone();
            let _ = record::step(&mut position, &word.text);
            format!("{}. {side} {}", number + 1, word.text)
        };
        self.words.iter().enumerate().map(told).collect()
    }

    /// Writes the game down.
    pub(super) fn save(&self, path: &Path) -> io::Result<()> {
        files::expect_replaceable(path)?;
        let record = self.record(path)?;
        match Record::read(path) {
            Err(_) if path.metadata().is_ok_and(|about| about.len() > 0) => {
                Err(io::Error::other("it holds something that is no record, and is left alone"))
            }
            Ok(other) if !other.is_of_same_game(&record) => {
                Err(io::Error::other("it holds the record of another game, and is left alone"))
            }
            _ => record.write(path).map_err(|error| match error.kind() {
                io::ErrorKind::ResourceBusy => {
                    io::Error::other("a game is being played in it, and is kept there by itself")
                }
                _ => error,
            }),
        }
    }

    /// The game as a record that will lie there.
    pub(super) fn record(&self, path: &Path) -> io::Result<Record> {
        let game = self.game();
        let setting = |value: OptionValue| match value {
            OptionValue::Number(number) => Setting::Number(number.into()),
            OptionValue::Switch(switch) => Setting::Switch(switch),
        };
        let options = game.options.iter().map(|option| (option.name.clone(), setting(option.value)));
        let by_chance = self.seats.iter().any(|&seat| seat != PlayerKind::Human);
        Ok(Record {
            game: self.game_as_seen_from(path)?,
            rules: Some(record::digest(&game.sources)),
            date: None,
            players: self.seats.iter().map(ToString::to_string).collect(),
            seed: by_chance.then_some(self.seed),
            result: self.position.outcome().map(|outcome| record::result_word(game, &outcome).to_owned()),
            moves: self.words.iter().map(|word| word.text.clone()).collect(),
            undone: self.undone.clone(),
            options: BTreeMap::from_iter(options),
        })
    }

    /// The game as a record there names it: a path leads from the record's folder.
    fn game_as_seen_from(&self, record: &Path) -> io::Result<String> {
        if !is_path(&self.asked_for, Path::new("")) {
            return Ok(record::written_path(&self.asked_for));
        }
        let folder = match record.parent() {
            Some(folder) if folder != Path::new("") => folder.canonicalize()?,
            _ => Path::new(".").canonicalize()?,
        };
        let way = relative(&self.asked_for.canonicalize()?, &folder);
        Ok(record::written_path(&if is_path(&way, &folder) { way } else { Path::new(".").join(way) }))
    }
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
