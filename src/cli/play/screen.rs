//! What the table looks like: in colours at a terminal, in plain characters elsewhere.

use super::table::Table;
use crate::bits::Site;
use crate::cli::output;
use crate::diagram;
use crate::game::{Match, Move, Piece};
use crate::notation::MoveText;
use crate::picture::{Artist, Characters, Marks};
use std::{env, io};

pub(super) struct Screen {
    characters: Characters,
    /// Whether the board is seen from its other side.
    pub(super) is_flipped: bool,
}

impl Screen {
    /// As stdout can show it; `ascii` asks for plain characters anywhere.
    pub(super) fn new(ascii: bool) -> Screen {
        let stdout = io::stdout();
        let in_colour = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        let characters = match in_colour {
            _ if ascii || !takes_unicode() => Characters::Ascii,
            true => Characters::Coloured,
            false if io::IsTerminal::is_terminal(&stdout) => Characters::Unicode,
            false => Characters::Ascii,
        };
        Screen { characters, is_flipped: false }
    }

    /// The board and what does not show on it.
    pub(super) fn picture(&self, table: &Table) -> String {
        let board = self.board(&table.position, &Marks::default());
        let status = self.artist(&table.position).status(&table.position);
        format!("{board}{}\n", output::broken(&status, ""))
    }

    fn artist(&self, position: &Match) -> Artist {
        Artist::new(position.engine().game(), self.characters, self.is_flipped)
    }

    /// The board; narrower, or a word about it, where the terminal is too narrow.
    fn board(&self, position: &Match, marks: &Marks) -> String {
        let board = self.artist(position).draw(position, marks);
        let columns = output::columns().unwrap_or(usize::MAX);
        if width(&board) <= columns {
            return board;
        }
        let need = width(&board);
        let narrow = diagram::draw(position);
        let (narrow, missing) = match width(&narrow) <= columns {
            true => (narrow, "it is drawn without marks and colours"),
            false => (String::new(), "it is not drawn"),
        };
        let words = format!(
            "The board takes {need} columns, and this terminal has {columns}: {missing}. A wider window or smaller \
             letters help; then say `board`."
        );
        format!("{narrow}{}\n", output::broken(&words, ""))
    }
}

/// The characters in the longest line, without those that colour it.
fn width(board: &str) -> usize {
    anstream::adapter::strip_str(board).to_string().lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// Whether the locale has more characters than those of ASCII.
fn takes_unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(env::var_os).find(|value| !value.is_empty());
    cfg!(not(unix)) || set.is_some_and(|locale| is_unicode(&locale.to_string_lossy()))
}

/// Whether the locale of that name says that its characters are those of Unicode.
fn is_unicode(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

impl Screen {
    /// The board after the hops that have been said, with the sites where the moves that begin so go on; nothing where
    /// that does not show.
    pub(super) fn choice(&self, table: &Table) -> String {
        let position = &table.position;
        let game = position.engine().game();
        let mut marks = Marks::default();
        for (_, chosen) in table.typed.moves(position) {
            let Some((legs, next)) = MoveText::of(&chosen).after(game, table.typed.text()) else { continue };
            marks.reachable.insert(next);
            marks.changed = changed(position, &chosen, legs);
        }
        if marks.reachable.is_empty() {
            return String::new();
        }
        self.board(position, &marks)
    }
}

/// What the first legs of a move change, of which a glide before a jump is one.
fn changed(position: &Match, chosen: &Move, legs: usize) -> Vec<(Site, Option<Piece>)> {
    match *chosen {
        Move::Jump { from, glide: Some(glide), .. } | Move::JumpTo { from, glide: Some(glide), .. } if legs == 1 => {
            vec![(from, None), (glide, position.piece(from))]
        }
        Move::Jump { glide: Some(_), .. } | Move::JumpTo { glide: Some(_), .. } => {
            Marks::after_hops(position, chosen, legs.saturating_sub(1))
        }
        _ => Marks::after_hops(position, chosen, legs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_say_which_characters_they_have() {
        for locale in ["C.UTF-8", "en_GB.utf8", "de_DE.UTF-8@euro"] {
            assert!(is_unicode(locale), "{locale}");
        }
        for locale in ["C", "POSIX", "en_GB", "de_DE.ISO-8859-1"] {
            assert!(!is_unicode(locale), "{locale}");
        }
    }
}
