//! What the table looks like: in colours at a terminal, in plain characters elsewhere.

use super::table::Table;
use crate::bits::Site;
use crate::cli::output;
use crate::game::{Match, Move, Piece};
use crate::notation::MoveText;
use crate::picture::{Artist, Characters, Marks};
use std::{env, io};

pub(super) struct Screen {
    characters: Characters,
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
        Screen { characters }
    }

    /// The board and what does not show on it.
    pub(super) fn picture(&self, table: &Table) -> String {
        let board = self.board(table, &Marks::default());
        let status = self.artist(table).status(&table.position);
        format!("{board}{}\n", output::broken(&status, ""))
    }

    fn artist(&self, table: &Table) -> Artist {
        Artist::new(table.position.engine().game(), self.characters, table.is_flipped)
    }

    /// The board; narrower, or a word about it, where the terminal is too narrow.
    fn board(&self, table: &Table, marks: &Marks) -> String {
        let board = self.artist(table).draw(&table.position, marks);
        match output::columns() {
            Some(columns) => fitted(board, || self.artist(table).plain(&table.position), columns),
            None => board,
        }
    }

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
        self.board(table, &marks)
    }
}

/// The board; where it is wider than so many columns the narrower drawing, or none, with a word about it.
fn fitted(board: String, narrower: impl FnOnce() -> String, columns: usize) -> String {
    let need = width(&board);
    if need <= columns {
        return board;
    }
    let narrower = Some(narrower()).filter(|narrower| width(narrower) <= columns);
    let missing = if narrower.is_some() { "it is drawn without marks and colours" } else { "it is not drawn" };
    let words = format!(
        "The board takes {need} columns, and this terminal has {columns}: {missing}. A wider window or smaller letters \
         help; then say `board`."
    );
    format!("{}{}\n", narrower.unwrap_or_default(), output::broken_to(columns, &words, ""))
}

fn width(board: &str) -> usize {
    board.lines().map(output::width).max().unwrap_or(0)
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
    fn a_board_that_is_too_wide_is_drawn_narrower_or_not_at_all() {
        let board = || format!("\x1b[31m{}\x1b[0m\n", " B ".repeat(16));
        let narrower = || format!("{}\n", "B ".repeat(16));
        assert_eq!(fitted(board(), || unreachable!(), 48), board());
        let told = |rest: &str| format!("The board takes 48 columns, and this\nterminal has 40: it is {rest}");
        let plain = "drawn without\nmarks and colours. A wider window or\nsmaller letters help; then say `board`.\n";
        assert_eq!(fitted(board(), narrower, 40), narrower() + &told(plain));
        let none = "not drawn. A\nwider window or smaller letters help;\nthen say `board`.\n";
        assert_eq!(fitted(board(), board, 40), told(none));
    }

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
