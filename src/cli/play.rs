//! `play`: a game at the terminal, between people and the computer.

mod autosave;
mod commands;
mod lines;
mod screen;
mod table;
mod thinking;

use super::numbers;
use super::output::{self, Failure, Out};
use super::start::{self, GameArgs, Opened};
use crate::opponent::PlayerKind;
use crate::record::Record;
use autosave::Autosave;
use commands::Reply;
use lines::Lines;
use screen::Screen;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use table::Table;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A shipped game's name, or a file.
    #[arg(value_name = "GAME", required_unless_present_any = ["load", "resume"])]
    game: Option<PathBuf>,
    /// Choose a value for an option of the game; may be given several times.
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = start::choice)]
    options: Vec<(String, String)>,
    /// Who sits at each seat: `human`, `random`, `ai`, `ai:LEVEL` with a level from 1 to 4, or `ai:TIME` with a time for
    /// each move such as `2s`; by default a human at the first, random movers at the others.
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    seats: Vec<PlayerKind>,
    /// The seed of players that are not human: the same seed and the same moves give the same game, but for players with
    /// a time.
    #[arg(long, value_name = "N", value_parser = numbers::seed::<i64>)]
    seed: Option<i64>,
    /// Go on with the unfinished game that was played last, or with the one that `--autosave` names.
    #[arg(long, conflicts_with_all = ["game", "options", "load"])]
    resume: bool,
    /// Go on with the game of a record.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["game", "options"])]
    load: Option<PathBuf>,
    /// Keep the game in this file after every move, and not in the user's folder of unfinished games.
    #[arg(long, value_name = "FILE")]
    autosave: Option<PathBuf>,
    /// Draw the board in plain characters, at a terminal too.
    #[arg(long)]
    ascii: bool,
}

/// How many plies the computer plays without a person being asked.
const MOST_UNASKED: usize = 1000;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (mut autosave, opened) = match &args.autosave {
        Some(file) => {
            let autosave = Autosave::named(file, args.resume)?;
            (autosave, open(args, Some(file).filter(|_| args.resume))?)
        }
        None if args.resume => Autosave::latest()?,
        None => (Autosave::fresh(), open(args, None)?),
    };
    let mut table = Table::new(opened, &args.seats, args.seed)?;
    autosave.begin(&table)?;
    Ok(converse(&mut table, &mut autosave, &Screen::new(args.ascii), &mut output::stdout())?)
}

/// The game that is gone on with, that of a record, or a new one.
fn open(args: &Args, kept: Option<&PathBuf>) -> Result<Opened, Failure> {
    match (kept.or(args.load.as_ref()), &args.game) {
        (Some(record), _) => start::open_record(record),
        (None, game) => new_game(game.as_deref().unwrap_or(Path::new("")), &args.options),
    }
}

fn new_game(game: &Path, options: &[(String, String)]) -> Result<Opened, Failure> {
    if game == Path::new(start::STDIN) {
        return Err(Failure::Usage("`play` reads moves from stdin, so the game must be a name or a path".to_owned()));
    }
    let args = GameArgs { game: game.to_owned(), options: options.to_vec() };
    let position = args.engine()?.start();
    Ok(Opened { game: args.game, position, steps: Vec::new(), record: Record::default() })
}

/// Plays until the game is over and everything is said, or until the input ends.
fn converse(table: &mut Table, autosave: &mut Autosave, screen: &Screen, out: &mut Out) -> io::Result<()> {
    let mut lines = Lines::new();
    let mut unasked = 0;
    writeln!(out, "{}", table.heading())?;
    out.painted(&shown(table, screen))?;
    loop {
        if table.is_over() && !table.has_humans() {
            writeln!(out, "{}", table.end())?;
            return out.flush();
        }
        if let Some(kind) = table.to_move().filter(|&kind| kind != PlayerKind::Human) {
            if unasked == MOST_UNASKED {
                writeln!(out, "the game stops here: {MOST_UNASKED} plies were played without a human turn")?;
                return leave(&lines, autosave, out);
            }
            unasked += 1;
            out.flush()?;
            let Some(chosen) = thinking::choose(kind, &table.position, table.seed(), table.has_humans()) else {
                continue;
            };
            let played = table.play(&chosen);
            keep(table, autosave, out)?;
            writeln!(out, "{played}")?;
            // Several moves of the computer's before a person's fit on the screen together.
            if !table.has_humans() || table.to_move().is_none_or(|next| next == PlayerKind::Human) {
                out.painted(&format!("\n{}", shown(table, screen)))?;
            }
            continue;
        }
        unasked = 0;
        let Some(line) = lines.ask(table, out)? else {
            writeln!(out, "\nend of input: the game stops here")?;
            return leave(&lines, autosave, out);
        };
        match commands::obey(table, screen, line.trim()) {
            Reply::Nothing => {}
            Reply::Text(text) => writeln!(out, "{}", output::broken(text.trim_end(), ""))?,
            Reply::Shown(text) => out.painted(&format!("{}\n", text.trim_end()))?,
            Reply::Changed(text) => {
                keep(table, autosave, out)?;
                write!(out, "{text}\n\n")?;
                out.painted(&shown(table, screen))?;
            }
            Reply::Instead(other) => {
                *table = *other;
                *autosave = Autosave::fresh();
                writeln!(out, "{}", table.heading())?;
                out.painted(&shown(table, screen))?;
            }
            Reply::Failed(failure) => {
                out.flush()?;
                output::report(&failure);
            }
            Reply::Quit => return leave(&lines, autosave, out),
        }
    }
}

/// The table; at the end, with what is left to say.
fn shown(table: &Table, screen: &Screen) -> String {
    let rest = if table.is_over() && table.has_humans() { "`undo`, `save FILE` or `quit`\n" } else { "" };
    screen.picture(table) + rest + "\n"
}

/// The last words to somebody who types.
fn leave(lines: &Lines, autosave: &Autosave, out: &mut impl Write) -> io::Result<()> {
    if lines.are_typed() && autosave.is_found_again() {
        writeln!(out, "the game is kept: `boardwright play --resume` goes on with it")?;
    }
    out.flush()
}

fn keep(table: &Table, autosave: &mut Autosave, out: &mut impl Write) -> io::Result<()> {
    if let Some(warning) = autosave.keep(table) {
        out.flush()?;
        output::warn(&warning);
    }
    Ok(())
}
