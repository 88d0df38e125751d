//! What most commands begin with: a game, its options, and moves from its start.

use super::output::{self, Failure};
use crate::diag::Sink;
use crate::files::open;
use crate::game::{Engine, Match};
use crate::games;
use crate::load::{Description, LoadError, is_path};
use crate::record::{self, Record, Step};
use crate::source::{MOST_BYTES, Source, Sources, shown};
use crate::syntax;
use std::env;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// What stands for stdin where a file is asked for.
pub(super) const STDIN: &str = "-";

/// Which game, under which options.
#[derive(clap::Args, Debug)]
pub(super) struct GameArgs {
    /// A shipped game's name, a file, or `-` for stdin.
    #[arg(value_name = "GAME")]
    pub(super) game: PathBuf,
    /// Choose a value for an option of the game; once for each option.
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = choice)]
    pub(super) options: Vec<(String, String)>,
}

/// A game and moves already played.
#[derive(clap::Args, Debug)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Moves to play first, as they are written, with blanks between; `resign` and `draw` may be among them.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub(super) after: String,
}

pub(super) fn choice(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE, such as `size=6`".to_owned()),
    }
}

impl GameArgs {
    pub(super) fn description(&self) -> Result<Description, Failure> {
        describe(&self.game)
    }

    pub(super) fn engine(&self) -> Result<Engine, Failure> {
        Ok(Engine::new(self.description()?.game(&self.options)?))
    }
}

impl PositionArgs {
    /// The position after the moves.
    pub(super) fn position(&self) -> Result<Match, Failure> {
        let mut position = self.game.engine()?.start();
        for word in self.after.split_whitespace() {
            record::step(&mut position, word)?;
        }
        Ok(position)
    }
}

/// A record that has been played through.
pub(super) struct Opened {
    pub(super) record: Record,
    /// Its game as it would be asked for here.
    pub(super) game: PathBuf,
    pub(super) steps: Vec<Step>,
    /// The position at its end.
    pub(super) position: Match,
}

/// Reads a record, from stdin if it is `-`, loads its game, and plays it through. Warns if the rules have changed since
/// it was played, and of what was undone and cannot be played again.
pub(super) fn open_record(path: &Path) -> Result<Opened, Failure> {
    let mut record = match path {
        path if path == Path::new(STDIN) => Record::read_from(io::stdin().lock(), "stdin")?,
        path => Record::read(path)?,
    };
    let game = without_detours(record.game_from(folder_of(path)));
    let in_record = |error| in_file(path, &game, error);
    let engine = Engine::new(Description::load(&game).map_err(in_record)?.game(&record.choices()).map_err(in_record)?);
    let path = shown(path);
    if record.is_of_other_rules(&engine.game().sources) {
        output::warn(&format!("{path}: the rules of `{}` have changed since this was played", shown(&game)));
    }
    let mut position = engine.start();
    let steps = record.replay(&mut position).map_err(|error| Failure::Wrong(format!("{path}: {error}")))?;
    let mut ahead = position.clone();
    let again = record.undone.iter().enumerate().rev();
    let wrong =
        again.map(|(at, word)| (at, record::step(&mut ahead, word))).find_map(|(at, done)| Some((at, done.err()?)));
    if let Some((at, error)) = wrong {
        let (which, error) = (at + 1, Failure::from(error).headline());
        output::warn(&format!("{path}: entry {which} of `undone` cannot be played again and is left out: {error}"));
        // Those before it would be played after it.
        record.undone.drain(..=at);
    }
    Ok(Opened { record, game, steps, position })
}

/// The folder from which a file that is named so names others.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|_| file != Path::new(STDIN)).unwrap_or(Path::new(""))
}

/// What is wrong with a game that a file names: the file's own fault, not that of the command line. The game's lines are
/// shown only if it is a description by its name, for a file that somebody else has written may name anything.
pub(super) fn in_file(file: &Path, game: &Path, error: LoadError) -> Failure {
    let file = shown(file);
    match error {
        error @ LoadError::Io { .. } => Failure::Usage(format!("{file}: {error}")),
        error @ LoadError::Wrong { .. } if is_description(game) => Failure::Load(error),
        LoadError::Wrong { .. } => {
            let game = shown(game);
            Failure::Wrong(format!(
                "{file}: `{game}` is no game that can be played; `boardwright check {game}` says why"
            ))
        }
        other => Failure::Wrong(format!("{file}: {other}")),
    }
}

/// Whether it is a shipped game, or a file that is called `.game`, links followed.
fn is_description(game: &Path) -> bool {
    let is_called = |path: PathBuf| path.extension().is_some_and(|extension| extension == "game");
    !is_path(game, Path::new("")) || game.canonicalize().is_ok_and(is_called)
}

/// The path without `..`, from here on if it leads on from here.
fn without_detours(path: PathBuf) -> PathBuf {
    if !path.components().any(|part| part == Component::ParentDir) {
        return path;
    }
    let Ok(whole) = path.canonicalize() else { return path };
    match env::current_dir().ok().and_then(|here| whole.strip_prefix(here).ok().map(|way| Path::new(".").join(way))) {
        Some(from_here) => from_here,
        None => whole,
    }
}

/// The description of a shipped game, of a file, or of what stdin holds.
pub(super) fn describe(game: &Path) -> Result<Description, Failure> {
    match game {
        game if game == Path::new(STDIN) => Ok(Description::from_text("stdin", &read_source(game)?.text)?),
        game => Ok(Description::load(game)?),
    }
}

/// What messages call the file.
pub(super) fn name_of(file: &Path) -> String {
    if file == Path::new(STDIN) { "stdin".to_owned() } else { shown(file) }
}

/// The most files and folders that are looked at to find descriptions in a folder.
const MOST_ENTRIES: usize = 10_000;

/// The files that an argument stands for: itself, or, if it is a folder, every description file in it and in its folders.
pub(super) fn files(argument: &Path) -> Result<Vec<PathBuf>, Failure> {
    files_among(argument, MOST_ENTRIES)
}

fn files_among(argument: &Path, most: usize) -> Result<Vec<PathBuf>, Failure> {
    let is_shipped = argument.to_str().is_some_and(|name| games::text(name).is_some());
    if is_shipped || !argument.is_dir() {
        return Ok(vec![argument.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![argument.to_owned()];
    let mut entries = 0;
    while let Some(folder) = folders.pop() {
        let cannot = |error| Failure::Usage(format!("cannot read `{}`: {error}", shown(&folder)));
        for entry in fs::read_dir(&folder).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            entries += 1;
            if entries > most {
                return Err(Failure::Usage(format!(
                    "`{}` holds more than {most} files and folders; name a folder within it, or its files",
                    shown(argument)
                )));
            }
            // A link may lead back here, or to what is not in the folder.
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "game") && path.is_file() {
                found.push(path);
            }
        }
    }
    if found.is_empty() {
        return Err(Failure::Usage(format!("there is no `.game` file in `{}`", shown(argument))));
    }
    found.sort();
    Ok(found)
}

/// The text of a description file, or of stdin.
pub(super) fn read_source(file: &Path) -> Result<Source, Failure> {
    let name = &name_of(file);
    let mut bytes = Vec::new();
    let limit = MOST_BYTES as u64 + 1;
    let read = match file {
        file if file == Path::new(STDIN) => io::stdin().lock().take(limit).read_to_end(&mut bytes),
        file => open(file).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    read.map_err(|error| Failure::Usage(format!("cannot read `{name}`: {error}")))?;
    let mut sink = Sink::default();
    syntax::decode(0, name, &bytes, &mut sink).map_err(|shown| {
        let mut sources = Sources::default();
        sources.add(shown);
        LoadError::Wrong { diagnostics: sink.into_sorted(), sources }.into()
    })
}
