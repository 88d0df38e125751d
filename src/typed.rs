//! A move as a person types it: whole, by a beginning that only one has, or a chain of jumps hop by hop.

use crate::game::{Match, Move};
use crate::model::Game;
use crate::notation::{self, Leg, MoveText};
use std::iter;

/// What has been said of a move that is not yet whole.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Typed {
    /// The beginnings of the move, each with one hop more than the one before.
    said: Vec<String>,
    /// The ways to go on of which one was asked for.
    asked: Vec<String>,
}

/// What becomes of what a person typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A whole move.
    Move(Move),
    /// A move has begun so, and now goes on.
    GoesOn,
    /// These moves begin so, sorted by byte, and it is not told which is meant.
    Several(Vec<(String, Move)>),
    /// No legal move begins so.
    Nothing,
}

/// A legal move with its text and the beginnings of it at which a site or a kind has been said.
struct Legal {
    text: String,
    stops: Vec<String>,
    played: Move,
}

impl Legal {
    /// Of how many sites the text tells, so that naming the first leaves open how far it goes.
    fn is_chain(&self) -> bool {
        self.stops.len() > 2
    }

    fn begins(&self, said: &str) -> bool {
        said.is_empty() || self.stops.iter().any(|stop| stop == said)
    }

    /// The first stop of the move that tells at least as much.
    fn stop(&self, said: &str) -> Option<&str> {
        self.stops.iter().find(|stop| stop.starts_with(said)).map(String::as_str)
    }
}

/// The legal moves that the text begins, sorted by byte.
fn legal(position: &Match, said: &str) -> Vec<Legal> {
    let game = position.engine().game();
    let legal = notation::sorted_legal(position).into_iter();
    let legal = legal.map(|(text, played)| Legal { stops: MoveText::of(&played).stops(game), text, played });
    legal.filter(|legal| legal.begins(said)).collect()
}

fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut texts: Vec<String> = texts.map(str::to_owned).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

impl Typed {
    /// What has been said, as it is written; empty if nothing has.
    pub fn text(&self) -> &str {
        self.said.last().map_or("", String::as_str)
    }

    /// Forgets all that has been said.
    pub fn clear(&mut self) {
        *self = Typed::default();
    }

    /// Takes back what was said last. Answers whether anything had been.
    pub fn back(&mut self) -> bool {
        self.asked.clear();
        self.said.pop().is_some()
    }

    /// The legal moves that begin with what has been said, with their texts, sorted by byte.
    pub fn moves(&self, position: &Match) -> Vec<(String, Move)> {
        legal(position, self.text()).into_iter().map(|legal| (legal.text, legal.played)).collect()
    }

    /// The sites that may be said next.
    pub fn next(&self, position: &Match) -> Vec<String> {
        let game = position.engine().game();
        distinct(legal(position, self.text()).into_iter().filter_map(|legal| {
            let (_, site) = MoveText::of(&legal.played).after(game, self.text())?;
            Some(game.board.name(site))
        }))
    }

    /// The move that it is if no more is said: the one said so far if that is a move, or the only one that begins so.
    pub fn end(&self, position: &Match) -> Option<(String, Move)> {
        let mut moves = self.moves(position);
        match moves.iter().position(|(text, _)| text == self.text()) {
            Some(whole) => Some(moves.swap_remove(whole)),
            None if moves.len() == 1 => moves.pop(),
            None => None,
        }
    }

    /// Says more: what goes on from what has been said, with or without the mark between two sites, and only then a move
    /// of its own.
    ///
    /// The text of a whole move is that move, also where longer ones begin so. A site by itself is a hop, after which a
    /// chain goes on as long as it can; it is one of a board's longest names, never the beginning of one. Where no move
    /// begins at a site, its name will do to place a piece there or to remove one.
    pub fn say(&mut self, position: &Match, text: &str) -> Answer {
        match self.go_on(position, text) {
            Answer::Nothing if !self.said.is_empty() => {}
            answer => return answer,
        }
        let mut other = Typed::default();
        let answer = other.go_on(position, text);
        if answer != Answer::Nothing {
            *self = other;
        }
        answer
    }

    fn go_on(&mut self, position: &Match, text: &str) -> Answer {
        let said = self.text().to_owned();
        let moves = legal(position, &said);
        if said.is_empty()
            && let Some(whole) = moves.iter().find(|legal| legal.text == text)
        {
            return Answer::Move(whole.played.clone());
        }
        let meant = |way: &&String| way.strip_prefix(&said).is_some_and(|way| way.starts_with(text));
        let mut asked = self.asked.iter().filter(meant);
        if let (Some(way), None) = (asked.next().cloned(), asked.next()) {
            return self.advance(&moves, way);
        }
        // Between what was said and the site that is said next stands a mark, which may be left out.
        let marks = Leg::ALL.map(Leg::mark).into_iter().chain(['@']);
        let marked: Vec<String> =
            iter::once(format!("{said}{text}")).chain(marks.map(|mark| format!("{said}{mark}{text}"))).collect();
        let stops = || moves.iter().flat_map(|legal| &legal.stops).map(String::as_str);
        // A piece that is named by its site goes before one that is placed or removed there.
        let mut ways = distinct(stops().filter(|stop| *stop == marked[0]));
        if ways.is_empty() {
            ways = distinct(stops().filter(|stop| marked.iter().any(|marked| stop == marked)));
        }
        if ways.is_empty() && said.is_empty() {
            ways = distinct(stops().filter(|stop| stop.split_once('@').is_some_and(|(_, site)| site == text)));
        }
        match ways.len() {
            0 => self.by_beginning(moves, &marked, position.engine().game()),
            1 => self.advance(&moves, ways.swap_remove(0)),
            _ => {
                let begins = |legal: &Legal| ways.iter().any(|way| legal.begins(way));
                let moves = moves.into_iter().filter(begins).map(|legal| (legal.text, legal.played)).collect();
                self.asked = ways;
                Answer::Several(moves)
            }
        }
    }

    /// Goes on to the one place that the text may mean if more were typed.
    fn by_beginning(&mut self, mut moves: Vec<Legal>, marked: &[String], game: &Game) -> Answer {
        // The mark may be left out within a move only.
        let marked = if self.said.is_empty() { &marked[..1] } else { marked };
        let told = |legal: &Legal| marked.iter().find(|told| legal.text.starts_with(told.as_str())).cloned();
        moves.retain(|legal| told(legal).is_some());
        // `a1` is not the beginning of `a10`, unless nothing else is.
        let cuts_a_number = |legal: &Legal| {
            let told = told(legal).unwrap_or_default();
            let is_site = game.board.names.iter().any(|name| told.ends_with(name.as_str()));
            is_site && legal.text[told.len()..].starts_with(|next: char| next.is_ascii_digit())
        };
        if !moves.iter().all(cuts_a_number) {
            moves.retain(|legal| !cuts_a_number(legal));
        }
        let stops = distinct(moves.iter().filter_map(|legal| legal.stop(&told(legal)?)));
        match &stops[..] {
            [] => Answer::Nothing,
            [stop] => self.advance(&moves, stop.clone()),
            _ => Answer::Several(moves.into_iter().map(|legal| (legal.text, legal.played)).collect()),
        }
    }

    /// So much has been said of the moves: one of them is meant, or the move goes on from there.
    fn advance(&mut self, moves: &[Legal], said: String) -> Answer {
        self.asked.clear();
        let mut moves = moves.iter().filter(|legal| legal.begins(&said));
        match (moves.next(), moves.next()) {
            (Some(only), None) if only.text == said || !only.is_chain() => Answer::Move(only.played.clone()),
            _ => {
                self.said.push(said);
                Answer::GoesOn
            }
        }
    }
}
