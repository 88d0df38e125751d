//! What the table looks like.

use super::table::Table;
use crate::diagram;
use crate::game::Move;

pub(super) struct Screen;

impl Screen {
    /// The board and what does not show on it.
    pub(super) fn picture(&self, table: &Table) -> String {
        format!("{}{}\n", diagram::draw(&table.position), diagram::status(&table.position))
    }

    /// The board with the sites where the moves that begin so go on, and a line's end; nothing where it would not show.
    pub(super) fn choice(&self, _table: &Table, _begun: &str, _moves: &[(String, Move)]) -> String {
        String::new()
    }
}
