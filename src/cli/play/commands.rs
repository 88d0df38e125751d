//! What a person may say at the table, and what is answered.

use super::screen::Screen;
use super::table::Table;
use super::thinking;
use crate::cli::output::{self, Failure};
use crate::cli::{show, start, why};
use crate::game::{Candidate, Move, Verdict};
use crate::notation::{self, MoveText, shortened};
use crate::record::{DRAW, RESIGN};
use crate::source::{path_of, shown};
use crate::typed::Answer;

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
pub(super) const COMMANDS: [(&str, &str, &str); 16] = [
    ("moves", "", "the legal moves"),
    ("hint", "", "the best move the computer finds in a second"),
    ("why", "MOVE", "whether a move is legal, and the rule that says so"),
    ("undo", "[N]", "back to your turn before, or N turns back; within a move, a hop back"),
    ("redo", "", "forward again, where you went back"),
    ("history", "", "all moves so far"),
    ("board", "", "the board again"),
    ("flip", "", "the board from its other side"),
    ("rules", "", "the rules of the game"),
    (RESIGN, "", "give the game up"),
    (DRAW, "", "offer a draw"),
    ("save", "FILE", "write the game down as a record"),
    ("load", "FILE", "go on with the game of a record instead"),
    ("new", "[GAME]", "begin again with the same players, or begin another game"),
    ("quit", "", "leave, as do `q` and `exit`; `boardwright play --resume` goes on"),
    ("help", "", "this list, as does `?`"),
];

/// Other words for commands.
const ALIASES: [(&str, &str); 4] = [("q", "quit"), ("exit", "quit"), ("?", "help"), ("rematch", "new")];

/// The command that the word is another word for; else the word.
pub(super) fn meant(word: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == word).map_or(word, |(_, command)| command)
}

/// The word that ends a chain where it may end, as an empty line does.
const END: &str = ".";

/// What is left to say when the game is over.
pub(super) const AT_THE_END: &str = "`new` is a rematch; or `undo`, `history`, `save FILE` or `quit`";

/// How many turns `undo` may go back.
const MOST_TURNS: usize = 1_000_000;

/// Does what the line says. Whoever types it is asked again before the game is given up.
pub(super) fn obey(table: &mut Table, screen: &Screen, line: &[u8], is_typed: bool) -> Reply {
    let line = line.trim_ascii();
    let (word, rest) = line.split_at(line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len()));
    let path = path_of(rest.trim_ascii().to_vec());
    let [line, word, rest] = [line, word, rest].map(String::from_utf8_lossy);
    let (line, word, rest) = (line.trim(), word.to_ascii_lowercase(), rest.trim());
    let word = meant(&word);
    if word.is_empty() || line == END {
        return end_move(table, line);
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
        "undo" => undo(table, screen, rest),
        "redo" => match &table.redo()[..] {
            [] => Reply::Text("nothing has been taken back".to_owned()),
            played => Reply::Changed(format!("played again: {}", played.join(", "))),
        },
        "history" => Reply::Shown(match &table.history()[..] {
            [] => "no move has been played yet".to_owned(),
            words => in_columns(words),
        }),
        "board" => Reply::Shown(screen.picture(table)),
        "flip" => {
            table.is_flipped = !table.is_flipped;
            Reply::Shown(screen.picture(table))
        }
        "rules" => Reply::Shown(show::rules(table.position.engine())),
        RESIGN | DRAW if table.is_over() => Reply::Text(table.end()),
        RESIGN if is_typed && !table.confirms_resignation() => {
            Reply::Text("say `resign` once more to give the game up; anything else goes on".to_owned())
        }
        RESIGN => Reply::Changed(table.resign()),
        DRAW => draw(table),
        "save" => Reply::Text(match table.save(&path) {
            Ok(()) => format!("saved in `{}`", shown(&path)),
            Err(error) => format!("cannot save in `{}`: {error}", shown(&path)),
        }),
        "load" => match start::open_record(&path).and_then(|opened| Table::new(opened, &[], None)) {
            Ok(table) => Reply::Instead(Box::new(table)),
            Err(failure) => Reply::Failed(failure),
        },
        "new" if rest.is_empty() => Reply::Instead(Box::new(table.again())),
        "new" => match super::new_game(&path, &[]).and_then(|opened| Table::new(opened, &[], None)) {
            Ok(table) => Reply::Instead(Box::new(table)),
            Err(failure) => Reply::Failed(failure),
        },
        "quit" => Reply::Quit,
        _ => Reply::Text(help()),
    }
}

fn help() -> String {
    const BESIDE: usize = 13;
    let entry = |(word, takes, does): &(&str, &str, &str)| {
        let line = format!("{:<BESIDE$}{does}", format!("{word} {takes}"));
        output::broken(&line, &" ".repeat(BESIDE)) + "\n"
    };
    let list: String = COMMANDS.iter().map(entry).collect();
    format!("{}\n{list}{}", output::broken(MOVES, ""), output::broken(BOARD, ""))
}

/// What may be typed for a move.
const MOVES: &str = "A move is typed as `moves` writes it, or by any beginning of just one. A chain may be typed hop by \
    hop: Enter or `.` ends it where it may end, and `undo` takes a hop back.";
/// How to read the board.
const BOARD: &str = "On the board, ( ) marks the last move, [ ] where the piece you named may go. A small letter on an \
    empty square says whose it is.";

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

fn undo(table: &mut Table, screen: &Screen, turns: &str) -> Reply {
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
    if table.typed.back() {
        (1..turns).take_while(|_| table.typed.back()).for_each(drop);
        return match table.typed.text() {
            "" => Reply::Text("taken back: nothing is said of the move any more".to_owned()),
            _ => Reply::Shown(format!("{}{}", screen.choice(table), going_on(table))),
        };
    }
    match table.undo(turns) {
        0 => Reply::Text("there is no turn of yours to go back to".to_owned()),
        taken if taken < turns => Reply::Changed(format!("taken back to your first turn, {taken} back")),
        _ => Reply::Changed("taken back".to_owned()),
    }
}

/// People have to say so themselves. The computer agrees where the rules know draws, after real play, if it takes the player
/// to move not to be behind; where there is but one move it does not know.
fn draw(table: &mut Table) -> Reply {
    if !table.offer_draw() {
        return Reply::Text("a draw is offered; if the others agree, say `draw` once more".to_owned());
    }
    let is_behind = |(_, known): (Move, Candidate)| known.score < 0.5;
    let refuses = || !table.may_be_drawn() || thinking::hint(&table.position, table.seed()).is_some_and(is_behind);
    if table.has_programs() && refuses() {
        return Reply::Text("the computer does not agree to a draw".to_owned());
    }
    table.agree_draw();
    Reply::Changed("a draw is agreed".to_owned())
}

/// The texts in columns, read down.
pub(super) fn in_columns(texts: &[String]) -> String {
    columns_in(output::across(), texts)
}

fn columns_in(across: usize, texts: &[String]) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let columns = (across / width).max(1);
    let rows = texts.len().div_ceil(columns);
    let row = |row: usize| {
        let cells: String = texts.iter().skip(row).step_by(rows.max(1)).map(|text| format!("{text:width$}")).collect();
        cells.trim_end().to_owned()
    };
    (0..rows).map(row).collect::<Vec<String>>().join("\n")
}

fn try_move(table: &mut Table, screen: &Screen, text: &str) -> Reply {
    let said = table.typed.text().to_owned();
    match table.typed.say(&table.position, text) {
        Answer::Move(chosen) => Reply::Changed(table.play(&chosen)),
        Answer::GoesOn => Reply::Shown(format!("{}{}", screen.choice(table), going_on(table))),
        Answer::Several(moves) => {
            let texts: Vec<String> = moves.into_iter().map(|(text, _)| text).collect();
            let begins = if said.is_empty() { String::new() } else { format!("after `{said}`, ") };
            Reply::Shown(format!("{begins}`{text}` begins {} moves:\n{}", texts.len(), in_columns(&texts)))
        }
        Answer::Nothing if text.contains(|letter: char| letter.is_ascii_uppercase()) => {
            try_move(table, screen, &text.to_ascii_lowercase())
        }
        Answer::Nothing if said.is_empty() => Reply::Text(refusal(table, text)),
        Answer::Nothing if table.position.engine().game().board.site(text).is_some() => {
            Reply::Text(format!("`{said}` does not go on to `{text}`\n{}", ways_on(table)))
        }
        Answer::Nothing => Reply::Text(format!("{}\n{}", refusal(table, text), ways_on(table))),
    }
}

/// The moves that begin as has been said, and what can be said next.
fn going_on(table: &Table) -> String {
    let texts: Vec<String> = table.typed.moves(&table.position).into_iter().map(|(text, _)| text).collect();
    let list = match texts.len() {
        1 => String::new(),
        count => format!("`{}` begins {count} moves:\n{}\n", table.typed.text(), in_columns(&texts)),
    };
    list + &output::broken(&ways_on(table), "")
}

/// Where the move that has begun may go on, whether it may end, and how to give it up.
fn ways_on(table: &Table) -> String {
    let said = table.typed.text();
    let sites = table.typed.next(&table.position).join(", ");
    let end = match table.typed.end(&table.position) {
        Some((whole, _)) if whole == said => "Enter or `.` ends it there; ".to_owned(),
        Some((whole, _)) => format!("Enter or `.` plays {whole}; "),
        None => String::new(),
    };
    format!("next: {sites}; {end}`undo` takes `{said}` back")
}

/// Ends the move that has begun, where it may end.
fn end_move(table: &mut Table, line: &str) -> Reply {
    match table.typed.end(&table.position) {
        _ if table.typed.text().is_empty() && line.is_empty() => Reply::Nothing,
        _ if table.typed.text().is_empty() => Reply::Text("no chain has begun that `.` could end".to_owned()),
        Some((_, chosen)) => Reply::Changed(table.play(&chosen)),
        None => Reply::Text(format!("a move cannot end with `{}`\n{}", table.typed.text(), ways_on(table))),
    }
}

fn refusal(table: &Table, text: &str) -> String {
    if table.is_over() {
        return format!("{}; {}", table.end(), AT_THE_END);
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
            columns_in(80, &texts),
            "move-number-00  move-number-03  move-number-06  move-number-09\n\
             move-number-01  move-number-04  move-number-07  move-number-10\n\
             move-number-02  move-number-05  move-number-08  move-number-11"
        );
        assert_eq!(columns_in(80, &[]), "");
        assert_eq!(columns_in(20, &texts[..2]), "move-number-00\nmove-number-01");
    }

    #[test]
    fn who_types_is_asked_before_the_game_is_given_up() {
        let opened = super::super::new_game(crate::games::names()[0].as_ref(), &[]).unwrap();
        let mut table = Table::new(opened, &[crate::opponent::PlayerKind::Human], Some(1)).unwrap();
        let screen = Screen::new(true);
        let mut say = |line: &str| match obey(&mut table, &screen, line.as_bytes(), true) {
            Reply::Changed(said) => said,
            Reply::Text(said) => format!("asked: {said}"),
            _ => String::new(),
        };
        let asked = "asked: say `resign` once more to give the game up; anything else goes on";
        assert_eq!(say("resign"), asked);
        assert!(say("resign").ends_with(" resigns"));
        assert_eq!(say("undo"), "taken back");
        assert_eq!(say("resign"), asked);
    }
}
