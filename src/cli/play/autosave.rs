//! The game in progress, kept in a file after every move, so that nothing is lost however the program ends.

use super::table::Table;
use crate::cli::output::{self, Failure};
use crate::cli::start::{self, Opened};
use crate::files::{self, Held};
use crate::source::shown;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, process};

/// Where a game is kept.
pub(super) struct Autosave {
    place: Option<Place>,
    /// Whether it has been said that the game cannot be kept.
    has_warned: bool,
}

struct Place {
    /// Held as long as the game is played here, so that no other program goes on with it meanwhile.
    file: Held,
    /// Whether somebody named the file; otherwise it goes when the game is over.
    is_named: bool,
}

impl Autosave {
    /// In a file of its own in the user's folder, made when there is something to keep.
    pub(super) fn fresh() -> Autosave {
        Autosave { place: None, has_warned: false }
    }

    /// In the file, which holds nothing yet unless the game in it is gone on with.
    pub(super) fn named(path: &Path, goes_on: bool) -> Result<Autosave, Failure> {
        let name = shown(path);
        let file = Held::of(path).map_err(|error| match error.kind() {
            ErrorKind::ResourceBusy => Failure::Usage(format!("another program is playing the game in `{name}`")),
            _ => Failure::Usage(format!("cannot keep the game in `{name}`: {error}")),
        })?;
        if !goes_on && path.metadata().is_ok_and(|about| about.len() > 0) {
            return Err(Failure::Usage(format!(
                "`{name}` holds something already: go on with it by `--resume --autosave {name}`, or name another file"
            )));
        }
        Ok(Autosave::at(Place { file, is_named: true }))
    }

    /// The unfinished games, and where each is kept, the one that was played last first: those that are not being played
    /// and can be gone on with.
    pub(super) fn unfinished() -> impl Iterator<Item = (Autosave, Opened)> {
        let folder = folder();
        folder.iter().for_each(|folder| files::sweep(folder));
        let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        // A link was put there by somebody else, and what it leads to is not to be removed.
        let is_kept = |path: &PathBuf| path.extension().is_some_and(|end| end == ENDING) && !path.is_symlink();
        let kept = entries.map(|entry| entry.path()).filter(is_kept);
        let mut kept: Vec<(SystemTime, PathBuf)> =
            kept.filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path))).collect();
        kept.sort();
        kept.into_iter().rev().filter_map(|(_, path)| {
            // Whoever held it may have finished the game.
            let file = Held::of(&path).ok().filter(Held::is_made)?;
            match start::open_record(&path) {
                Ok(opened) => Some((Autosave::at(Place { file, is_named: false }), opened)),
                Err(failure) => {
                    output::warn(&format!("{}: this game is passed over", failure.headline()));
                    None
                }
            }
        })
    }

    fn at(place: Place) -> Autosave {
        Autosave { place: Some(place), has_warned: false }
    }

    /// Takes the file that somebody named before another program does.
    pub(super) fn begin(&mut self, table: &Table) -> Result<(), Failure> {
        let Some(Place { file, .. }) = self.place.as_mut().filter(|place| !place.file.is_made()) else { return Ok(()) };
        let cannot = |error| Failure::Usage(format!("cannot keep the game in `{}`: {error}", shown(file.path())));
        let record = table.record(file.path()).map_err(cannot)?;
        file.replace(record.to_toml()).map_err(|error| {
            Failure::Usage(format!("cannot keep the game in `{}`: {}", shown(file.path()), in_words(error)))
        })
    }

    /// Keeps the game as it stands, or lets go of it when it is over. Answers what to warn of, once.
    pub(super) fn keep(&mut self, table: &Table) -> Option<String> {
        let error = self.write(table).err().filter(|_| !self.has_warned)?;
        self.has_warned = true;
        let what = if self.is_kept() { "what is played from here on" } else { "this game" };
        Some(format!("{what} is not kept, and will be lost when the program ends: {}", in_words(error)))
    }

    fn write(&mut self, table: &Table) -> io::Result<()> {
        if table.is_over() && self.place.as_ref().is_none_or(|place| !place.is_named) {
            // If the end is taken back after all, the game gets another place.
            if let Some(place) = self.place.take() {
                place.file.remove();
            }
            return Ok(());
        }
        let Place { file, .. } = match &mut self.place {
            Some(place) => place,
            none => none.insert(Place::fresh()?),
        };
        file.replace(table.record(file.path())?.to_toml())
    }

    fn is_kept(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.file.is_made())
    }

    /// Whether the game is kept where `--resume` finds it.
    pub(super) fn is_found_again(&self) -> bool {
        self.is_kept() && self.place.as_ref().is_some_and(|place| !place.is_named)
    }
}

/// What is said of a file that cannot be written.
fn in_words(error: io::Error) -> String {
    match error.kind() {
        ErrorKind::AlreadyExists => "another program has put a file there; `save FILE` writes it elsewhere".to_owned(),
        _ => error.to_string(),
    }
}

impl Place {
    fn fresh() -> io::Result<Place> {
        let folder = folder().ok_or_else(|| io::Error::other("neither XDG_STATE_HOME nor HOME is set"))?;
        fs::create_dir_all(&folder)?;
        files::sweep(&folder);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let path = folder.join(format!("{}-{}.{ENDING}", since.as_nanos(), process::id()));
        Ok(Place { file: Held::of(&path)?, is_named: false })
    }
}

/// The ending of the names of kept games.
const ENDING: &str = "toml";

/// The folder of the games in progress, by the XDG Base Directory Specification.
fn folder() -> Option<PathBuf> {
    let asked = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let state = asked.or_else(|| Some(env::home_dir()?.join(".local/state")))?;
    Some(state.join("boardwright/games"))
}
