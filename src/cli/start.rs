//! What most commands begin with: a game, its options, and moves from its start.

use super::output::{self, Failure};
use crate::diag::Sink;
use crate::files::open;
use crate::game::{Engine, Match};
use crate::games;
use crate::load::{Description, LoadError};
use crate::record::{self, Record, Step};
use crate::source::{MOST_BYTES, Source, Sources};
use crate::syntax;
use std::env;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Which game, under which options.
#[derive(clap::Args, Debug)]
pub(super) struct GameArgs {
    /// A shipped game's name, a path (with a `/`, or ending in `.game`), or `-` for stdin.
    #[arg(value_name = "GAME")]
    pub(super) game: String,
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
    pub(super) game: String,
    pub(super) steps: Vec<Step>,
    /// The position at its end.
    pub(super) position: Match,
}

/// Reads a record, from stdin if it is `-`, loads its game, and plays it through. Warns if the rules have changed since
/// it was played, and of what was undone and cannot be played again.
pub(super) fn open_record(path: &str) -> Result<Opened, Failure> {
    let (mut record, folder) = match path {
        "-" => (Record::read_from(io::stdin().lock(), "stdin")?, Path::new("")),
        path => (Record::read(Path::new(path))?, Path::new(path).parent().unwrap_or(Path::new(""))),
    };
    // What a record asks for in vain is the record's fault, not that of the command line.
    let in_record = |error: LoadError| match error {
        error @ LoadError::Io { .. } => Failure::Usage(format!("{path}: {error}")),
        error @ LoadError::Wrong { .. } => Failure::Load(error),
        other => Failure::Wrong(format!("{path}: {other}")),
    };
    let game = without_detours(record.game_from(folder)).to_string_lossy().into_owned();
    let engine = Engine::new(Description::load(&game).map_err(in_record)?.game(&record.choices()).map_err(in_record)?);
    if record.is_of_other_rules(&engine.game().sources) {
        output::warn(&format!("{path}: the rules of `{game}` have changed since this was played"));
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
pub(super) fn describe(game: &str) -> Result<Description, Failure> {
    match game {
        "-" => Ok(Description::from_text("stdin", &read_source(game)?.text)?),
        game => Ok(Description::load(game)?),
    }
}

/// The files that an argument stands for: itself, or, if it is a folder, every description file in it and in its folders.
pub(super) fn files(argument: &str) -> Result<Vec<String>, Failure> {
    if games::text(argument).is_some() || !Path::new(argument).is_dir() {
        return Ok(vec![argument.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(argument)];
    while let Some(folder) = folders.pop() {
        let cannot = |error| Failure::Usage(format!("cannot read `{}`: {error}", folder.display()));
        for entry in fs::read_dir(&folder).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            // A link to a folder may lead back here.
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "game") && path.is_file() {
                found.push(path.display().to_string());
            }
        }
    }
    if found.is_empty() {
        return Err(Failure::Usage(format!("there is no `.game` file in `{argument}`")));
    }
    found.sort();
    Ok(found)
}

/// The text of a description file, or of stdin.
pub(super) fn read_source(file: &str) -> Result<Source, Failure> {
    let name = if file == "-" { "stdin" } else { file };
    let mut bytes = Vec::new();
    let limit = MOST_BYTES as u64 + 1;
    let read = match file {
        "-" => io::stdin().lock().take(limit).read_to_end(&mut bytes),
        file => open(Path::new(file)).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    read.map_err(|error| Failure::Usage(format!("cannot read `{name}`: {error}")))?;
    let mut sink = Sink::default();
    syntax::decode(0, name, &bytes, &mut sink).map_err(|shown| {
        let mut sources = Sources::default();
        sources.add(shown);
        LoadError::Wrong { diagnostics: sink.into_sorted(), sources }.into()
    })
}
