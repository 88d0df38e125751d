//! `play`: a game at the terminal, between people and the computer.

mod autosave;
mod commands;
mod lines;
mod menu;
mod screen;
mod table;
mod thinking;

use super::numbers;
use super::output::{self, Failure, Out};
use super::start::{self, GameArgs, Opened};
use crate::load::is_path;
use crate::opponent::PlayerKind;
use crate::record::Record;
use crate::source;
use autosave::Autosave;
use commands::Reply;
use lines::{Lines, Words};
use screen::Screen;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use table::Table;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A shipped game's name, or a file; without one, you are asked.
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,
    /// Choose a value for an option of the game; may be given several times.
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = start::choice)]
    options: Vec<(String, String)>,
    /// Who sits at each seat: `human`, `random`, `ai`, `ai:LEVEL` with a level from 1 to 4, or `ai:TIME` with a time for
    /// each move such as `2s`; by default a human at the first. Where nobody is named, the computer plays at level 3.
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    seats: Vec<PlayerKind>,
    /// The seed of players that are not human: the same seed and the same moves give the same game, but for players with
    /// a time.
    #[arg(long, value_name = "N", value_parser = numbers::seed::<i64>)]
    seed: Option<i64>,
    /// Go on with the unfinished game that was played last, of this game if one is named; or with the one that
    /// `--autosave` names.
    #[arg(long, conflicts_with_all = ["load"])]
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
    let mut lines = Lines::new();
    let mut out = output::stdout();
    let (mut autosave, opened) = match &args.autosave {
        Some(file) => {
            let autosave = Autosave::named(file, args.resume)?;
            (autosave, open(args, Some(file).filter(|_| args.resume))?)
        }
        None if args.resume => unfinished(args)?,
        None if args.game.is_none() && args.load.is_none() => {
            match menu::choose(&args.options, &mut lines, &mut out)? {
                Some(chosen) => chosen,
                None => return Ok(()),
            }
        }
        None => (Autosave::fresh(), open(args, None)?),
    };
    let mut table = Table::new(opened, &args.seats, args.seed)?;
    autosave.begin(&table)?;
    Ok(converse(&mut table, &mut autosave, &Screen::new(args.ascii), &mut lines, &mut out)?)
}

/// The unfinished game that was played last, of the game and with the options that are asked for.
fn unfinished(args: &Args) -> Result<(Autosave, Opened), Failure> {
    let same = |asked: &Path, kept: &Path| {
        let is_file = is_path(asked, Path::new(""));
        asked == kept
            || is_file && asked.canonicalize().is_ok_and(|asked| kept.canonicalize().is_ok_and(|kept| asked == kept))
    };
    let is_wanted = |opened: &Opened| {
        let game = opened.position.engine().game();
        let has = |(name, value): &(String, String)| {
            game.options.iter().any(|option| option.name == *name && option.value.to_string() == *value)
        };
        args.game.as_ref().is_none_or(|asked| same(asked, &opened.game)) && args.options.iter().all(has)
    };
    let found = Autosave::unfinished().find(|(_, opened)| is_wanted(opened));
    found.ok_or_else(|| {
        let of = args.game.as_ref().map_or(String::new(), |game| format!(" of `{}`", source::shown(game)));
        Failure::Usage(format!("there is no unfinished game{of} to go on with"))
    })
}

/// The game that is gone on with, that of a record, or a new one.
fn open(args: &Args, kept: Option<&PathBuf>) -> Result<Opened, Failure> {
    match (kept.or(args.load.as_ref()), &args.game) {
        (Some(record), _) => start::open_record(record),
        (None, Some(game)) => new_game(game, &args.options),
        (None, None) => {
            Err(Failure::Usage("name the game to play: `boardwright list` names those there are".to_owned()))
        }
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
fn converse(
    table: &mut Table,
    autosave: &mut Autosave,
    screen: &Screen,
    lines: &mut Lines,
    out: &mut Out,
) -> io::Result<()> {
    let mut unasked = 0;
    writeln!(out, "{}", table.heading())?;
    out.painted(&shown(table, screen))?;
    loop {
        if table.is_over() && !table.has_humans() {
            return out.flush();
        }
        if let Some(kind) = table.to_move().filter(|&kind| kind != PlayerKind::Human) {
            if unasked == MOST_UNASKED {
                let words = format!("the game stops here: {MOST_UNASKED} plies were played without a human turn");
                writeln!(out, "{}", output::broken(&words, ""))?;
                return leave(lines, autosave, out);
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
        let Some(line) = lines.ask(&table.prompt(), || Words::of(table), out)? else {
            writeln!(out, "\nend of input: the game stops here")?;
            return leave(lines, autosave, out);
        };
        match commands::obey(table, screen, &line, lines.are_typed()) {
            Reply::Nothing => {}
            Reply::Text(text) => writeln!(out, "{}", output::broken(text.trim_end(), ""))?,
            Reply::Shown(text) => out.painted(&format!("{}\n", text.trim_end()))?,
            Reply::Changed(text) => {
                keep(table, autosave, out)?;
                write!(out, "{}\n\n", output::broken(&text, ""))?;
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
            Reply::Quit => return leave(lines, autosave, out),
        }
    }
}

/// The table; at the end, with why it ended and what is left to say.
fn shown(table: &Table, screen: &Screen) -> String {
    let mut text = screen.picture(table);
    if table.is_over() {
        text += &(output::broken(&table.summary(), "") + "\n");
        if table.has_humans() {
            text += &(output::broken(commands::AT_THE_END, "") + "\n");
        }
    }
    text + "\n"
}

/// The last words to somebody who types.
fn leave(lines: &Lines, autosave: &Autosave, out: &mut impl Write) -> io::Result<()> {
    if lines.are_typed() && autosave.is_found_again() {
        let words = "the game is kept: `boardwright play --resume` goes on with it";
        writeln!(out, "{}", output::broken(words, ""))?;
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
