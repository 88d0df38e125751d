//! What a person may say at the table, and what is answered.

use super::screen::Screen;
use super::table::Table;
use super::thinking;
use crate::cli::output::{ACROSS, Failure};
use crate::cli::{show, start, why};
use crate::game::{Candidate, Move, Verdict};
use crate::notation::{self, Beginning, MoveText, shortened};
use crate::record::{DRAW, RESIGN};
use std::path::Path;

pub(super) enum Reply {
    /// There is nothing to say.
    Nothing,
    /// Something to say; the game is as it was.
    Text(String),
    /// The same, laid out already.
    Shown(String),
    /// The game has changed.
    Changed(String),
    /// Another game goes on at the table.
    Instead(Box<Table>),
    /// What was asked for could not be done.
    Failed(Failure),
    /// The person leaves.
    Quit,
}

/// The commands, each with what stands after it and what it does.
pub(super) const COMMANDS: [(&str, &str, &str); 13] = [
    ("moves", "", "the legal moves"),
    ("hint", "", "the best move the computer finds in a second"),
    ("why", "MOVE", "whether a move is legal, and the rule that says so"),
    ("undo", "[N]", "back to your turn before, or N turns back"),
    ("redo", "", "forward again, where you went back"),
    ("board", "", "the board again"),
    ("rules", "", "the rules of the game"),
    (RESIGN, "", "give the game up"),
    (DRAW, "", "offer a draw"),
    ("save", "FILE", "write the game down as a record"),
    ("load", "FILE", "go on with the game of a record instead"),
    ("quit", "", "leave; `boardwright play --resume` goes on with the game"),
    ("help", "", "this list"),
];

/// How many turns `undo` may go back.
const MOST_TURNS: usize = 1_000_000;

/// Does what the line says.
pub(super) fn obey(table: &mut Table, screen: &Screen, line: &str) -> Reply {
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let word = &*word.to_ascii_lowercase();
    if word.is_empty() {
        table.begun.clear();
        return Reply::Nothing;
    }
    let Some((_, takes, _)) = COMMANDS.iter().find(|(command, ..)| *command == word) else {
        return try_move(table, screen, line);
    };
    match (*takes, rest) {
        ("", more) if !more.is_empty() => {
            return Reply::Text(format!("`{word}` takes nothing after it: say just `{word}`"));
        }
        ("FILE", "") => return Reply::Text(format!("`{word}` needs the name of a file, such as `{word} game.toml`")),
        ("MOVE", "") => return Reply::Text(format!("`{word}` needs a move, such as `{word} {}`", example(table))),
        _ => {}
    }
    match word {
        "moves" => Reply::Shown(moves(table)),
        "hint" => Reply::Text(hint(table)),
        "why" => Reply::Text(why::answer(&table.position, rest)),
        "undo" => undo(table, rest),
        "redo" => match &table.redo()[..] {
            [] => Reply::Text("nothing has been taken back".to_owned()),
            played => Reply::Changed(format!("played again: {}", played.join(", "))),
        },
        "board" => Reply::Shown(screen.picture(table)),
        "rules" => Reply::Shown(show::rules(table.position.engine())),
        RESIGN | DRAW if table.is_over() => Reply::Text(table.end()),
        RESIGN => Reply::Changed(table.resign()),
        DRAW => draw(table),
        "save" => Reply::Text(match table.save(Path::new(rest)) {
            Ok(()) => format!("saved in `{rest}`"),
            Err(error) => format!("cannot save in `{rest}`: {error}"),
        }),
        "load" => match start::open_record(Path::new(rest)).and_then(|opened| Table::new(opened, &[], None)) {
            Ok(table) => Reply::Instead(Box::new(table)),
            Err(failure) => Reply::Failed(failure),
        },
        "quit" => Reply::Quit,
        _ => Reply::Text(help()),
    }
}

fn help() -> String {
    let list = COMMANDS.iter().map(|(word, takes, does)| format!("{:<11}{does}\n", format!("{word} {takes}")));
    format!("{MOVES}\n{}{BOARD}", list.collect::<String>())
}

/// What may be typed for a move.
const MOVES: &str = "a move as `moves` writes it, or any beginning of just one; a chain site by site";
/// How to read the board.
const BOARD: &str = "On the board, ( ) marks the last move, [ ] where the piece you named may go. Without colours, \
    a small letter on an empty square says whose it is.";

/// A legal move, or what one looks like when the game is over.
fn example(table: &Table) -> String {
    notation::sorted_legal(&table.position).into_iter().next().map_or("a1-a2".to_owned(), |(text, _)| text)
}

fn moves(table: &Table) -> String {
    if table.is_over() {
        return table.end();
    }
    let moves: Vec<String> = notation::sorted_legal(&table.position).into_iter().map(|(text, _)| text).collect();
    in_columns(&moves)
}

fn hint(table: &Table) -> String {
    let Some((best, known)) = thinking::hint(&table.position, table.seed()) else { return table.end() };
    let best = notation::write(table.position.engine().game(), &best);
    match known.verdict {
        Some(Verdict::Win) => format!("{best} wins, whatever the others do"),
        Some(Verdict::Draw) => format!("{best} draws, and nothing does better if nobody errs"),
        Some(Verdict::Loss) => format!("every move loses if nobody errs; {best} is one"),
        None if table.position.count_legal() == 1 => format!("{best} is the only move"),
        None => format!("{best} looks best, worth {:.0} % of a win", known.score * 100.0),
    }
}

fn undo(table: &mut Table, turns: &str) -> Reply {
    let turns = match turns {
        "" => 1,
        number => match number.parse::<usize>() {
            Ok(turns @ 1..=MOST_TURNS) => turns,
            _ => {
                let number = shortened(number);
                return Reply::Text(format!("`undo` takes a number of turns, such as `undo 2`, not `{number}`"));
            }
        },
    };
    match table.undo(turns) {
        0 => Reply::Text("there is no turn of yours to go back to".to_owned()),
        taken if taken < turns => Reply::Changed(format!("taken back to your first turn, {taken} back")),
        _ => Reply::Changed("taken back".to_owned()),
    }
}

/// People have to say so themselves. A computer that thinks agrees if it takes the player to move not to be behind; where
/// there is but one move it does not know.
fn draw(table: &mut Table) -> Reply {
    if !table.offer_draw() {
        return Reply::Text("a draw is offered; if the others agree, say `draw` once more".to_owned());
    }
    let is_behind = |(_, known): (Move, Candidate)| known.score < 0.5;
    if table.has_thinkers() && thinking::hint(&table.position, table.seed()).is_some_and(is_behind) {
        return Reply::Text("the computer does not agree to a draw".to_owned());
    }
    table.agree_draw();
    Reply::Changed("a draw is agreed".to_owned())
}

/// The texts in columns, read down.
fn in_columns(texts: &[String]) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let columns = (ACROSS / width).max(1);
    let rows = texts.len().div_ceil(columns);
    let row = |row: usize| {
        let cells: String = texts.iter().skip(row).step_by(rows.max(1)).map(|text| format!("{text:width$}")).collect();
        cells.trim_end().to_owned()
    };
    (0..rows).map(row).collect::<Vec<String>>().join("\n")
}

fn try_move(table: &mut Table, screen: &Screen, text: &str) -> Reply {
    match notation::look_up_after(&table.position, &table.begun, text) {
        (_, Beginning::Move(chosen)) => Reply::Changed(table.play(&chosen)),
        (begun, Beginning::Several(moves)) => {
            let picture = screen.choice(table, &begun, &moves);
            let texts: Vec<String> = moves.into_iter().map(|(text, _)| text).collect();
            let said = format!("{picture}`{begun}` begins {} moves:\n{}", texts.len(), in_columns(&texts));
            table.begun = begun;
            Reply::Shown(said)
        }
        (_, Beginning::Nothing) if text.contains(|letter: char| letter.is_ascii_uppercase()) => {
            try_move(table, screen, &text.to_ascii_lowercase())
        }
        (_, Beginning::Nothing) => Reply::Text(refusal(table, text)),
    }
}

fn refusal(table: &Table, text: &str) -> String {
    if table.is_over() {
        return format!("{}; `undo`, `save FILE` or `quit`", table.end());
    }
    let game = table.position.engine().game();
    let begins_a_site = game.board.names.iter().any(|name| name.starts_with(text));
    match MoveText::parse(game, text).or_else(|error| of_site(table, text).ok_or(error)) {
        Err(error) if begins_a_site || error.at_end() => {
            format!("no legal move begins with `{}`; `moves` lists those there are", shortened(text))
        }
        Err(error) => format!("{error}; `moves` lists the legal moves, `help` what else you can say"),
        Ok(written) => match written.find(&table.position) {
            Err(error) => error.to_string(),
            Ok(_) => "the move is legal after all".to_owned(),
        },
    }
}

/// The move of which the name of a site is enough, where that is what a turn does there.
fn of_site(table: &Table, text: &str) -> Option<MoveText> {
    let site = table.position.engine().game().board.site(text)?;
    match *table.position.legal().first()? {
        Move::Place { kind, .. } => Some(MoveText::Place { kind, to: site }),
        Move::Remove { .. } => Some(MoveText::Remove { from: site }),
        Move::Pass | Move::Step { .. } | Move::Jump { .. } | Move::JumpTo { .. } => None,
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
