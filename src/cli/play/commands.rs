//! What a person may say at the table, and what is answered.

use super::table::Table;
use crate::notation::{self, Beginning, MoveText};
use crate::record::{DRAW, RESIGN};
use std::path::Path;

pub(super) enum Reply {
    /// There is nothing to say.
    Nothing,
    /// Something to say; the game is as it was.
    Text(String),
    /// The game has changed.
    Changed(String),
    /// The person leaves.
    Quit,
}

const HELP: &str = "\
a move as it is written, or the beginning of just one
moves      the legal moves
board      the board again
undo       back to your turn before
resign     give the game up
draw       offer a draw; random movers take any
save FILE  write the game down as a record
quit       leave
help       this list";

/// Does what the line says.
pub(super) fn obey(table: &mut Table, line: &str) -> Reply {
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    match (word, rest) {
        ("", _) => Reply::Nothing,
        ("help", "") => Reply::Text(HELP.to_owned()),
        ("moves", "") => Reply::Text(moves(table)),
        ("board", "") => Reply::Text(table.picture()),
        ("quit", "") => Reply::Quit,
        ("undo", "") => match table.undo() {
            true => Reply::Changed("taken back".to_owned()),
            false => Reply::Text("there is no turn of yours to go back to".to_owned()),
        },
        (RESIGN | DRAW, "") if table.is_over() => Reply::Text(table.end()),
        (RESIGN, "") => Reply::Changed(table.resign()),
        (DRAW, "") => match table.agree_draw() {
            true => Reply::Changed("a draw is agreed".to_owned()),
            false => Reply::Text("a draw is offered; if the others agree, say `draw` once more".to_owned()),
        },
        ("save", "") => Reply::Text("`save` needs the name of a file, such as `save game.toml`".to_owned()),
        ("save", file) => match table.save(Path::new(file)) {
            Ok(()) => Reply::Text(format!("saved in `{file}`")),
            Err(error) => Reply::Text(format!("cannot save in `{file}`: {error}")),
        },
        (word @ ("help" | "moves" | "board" | "quit" | "undo" | RESIGN | DRAW), more) => {
            Reply::Text(format!("`{word}` stands alone, without `{more}`"))
        }
        _ => try_move(table, line),
    }
}

fn moves(table: &Table) -> String {
    if table.is_over() {
        return table.end();
    }
    let moves: Vec<String> = notation::sorted_legal(&table.position).into_iter().map(|(text, _)| text).collect();
    in_columns(&moves)
}

/// The texts in columns, read down, 80 characters across.
fn in_columns(texts: &[String]) -> String {
    const ACROSS: usize = 80;
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let columns = (ACROSS / width).max(1);
    let rows = texts.len().div_ceil(columns);
    let row = |row: usize| {
        let cells: String = texts.iter().skip(row).step_by(rows.max(1)).map(|text| format!("{text:width$}")).collect();
        cells.trim_end().to_owned()
    };
    (0..rows).map(row).collect::<Vec<String>>().join("\n")
}

fn try_move(table: &mut Table, text: &str) -> Reply {
    match notation::look_up(&table.position, text) {
        Beginning::Move(chosen) => Reply::Changed(table.play(&chosen)),
        Beginning::Several(moves) => {
            Reply::Text(format!("`{text}` begins {} moves:\n{}", moves.len(), in_columns(&moves)))
        }
        Beginning::Nothing => Reply::Text(refusal(table, text)),
    }
}

fn refusal(table: &Table, text: &str) -> String {
    if table.is_over() {
        return format!("{}; `undo`, `save FILE` or `quit`", table.end());
    }
    let game = table.position.engine().game();
    let begins_a_site = game.board.names.iter().any(|name| name.starts_with(text));
    match MoveText::parse(game, text) {
        Err(error) if begins_a_site || error.at_end() => {
            format!("no legal move begins with `{text}`; `moves` lists those there are")
        }
        Err(error) => format!("{error}; `moves` lists the legal moves, `help` what else you can say"),
        Ok(written) => match written.find(&table.position) {
            Err(error) => error.to_string(),
            Ok(_) => "the move is legal after all".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_down() {
        let texts: Vec<String> = (0..12).map(|number| format!("move-number-{number:02}")).collect();
        assert_eq!(
            in_columns(&texts),
            "move-number-00  move-number-03  move-number-06  move-number-09\n\
             move-number-01  move-number-04  move-number-07  move-number-10\n\
             move-number-02  move-number-05  move-number-08  move-number-11"
        );
        assert_eq!(in_columns(&[]), "");
    }
}
