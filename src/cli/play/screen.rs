//! What the table looks like: in colours at a terminal, in plain characters elsewhere.

use super::table::Table;
use crate::bits::Site;
use crate::game::{Match, Move, Piece};
use crate::notation::MoveText;
use crate::picture::{Artist, Characters, Marks};
use std::io;

pub(super) struct Screen(Characters);

impl Screen {
    /// As stdout can show it; `ascii` asks for plain characters anywhere.
    pub(super) fn new(ascii: bool) -> Screen {
        let stdout = io::stdout();
        let in_colour = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        Screen(match in_colour {
            _ if ascii => Characters::Ascii,
            true => Characters::Coloured,
            false if io::IsTerminal::is_terminal(&stdout) => Characters::Unicode,
            false => Characters::Ascii,
        })
    }

    /// The board and what does not show on it.
    pub(super) fn picture(&self, table: &Table) -> String {
        let position = &table.position;
        let artist = Artist::new(position.engine().game(), self.0);
        format!("{}{}\n", artist.draw(position, &Marks::default()), artist.status(position))
    }

    /// The board after the hops that have been said, with the sites where the moves that begin so go on; nothing where
    /// that does not show.
    pub(super) fn choice(&self, table: &Table, begun: &str, moves: &[(String, Move)]) -> String {
        let position = &table.position;
        let game = position.engine().game();
        let mut marks = Marks::default();
        for (_, chosen) in moves {
            let Some((legs, next)) = MoveText::of(chosen).after(game, begun) else { continue };
            marks.reachable.insert(next);
            marks.changed = changed(position, chosen, legs);
        }
        if marks.reachable.is_empty() {
            return String::new();
        }
        Artist::new(game, self.0).draw(position, &marks)
    }
}

/// What the first legs of a move change, of which a glide before a jump is one.
fn changed(position: &Match, chosen: &Move, legs: usize) -> Vec<(Site, Option<Piece>)> {
    let glides = matches!(chosen, Move::Jump { glide: Some(_), .. } | Move::JumpTo { glide: Some(_), .. });
    Marks::after_hops(position, chosen, legs.saturating_sub(glides as usize))
}
