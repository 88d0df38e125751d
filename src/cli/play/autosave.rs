//! The game in progress, kept in a file after every move, so that nothing is lost however the program ends.

use super::table::Table;
use crate::cli::output::{self, Failure};
use crate::cli::start::{self, Opened};
use crate::files;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, process};

/// Where a game is kept.
pub(super) struct Autosave {
    place: Option<Place>,
    /// Whether it has been said that the game cannot be kept.
    has_warned: bool,
}

struct Place {
    path: PathBuf,
    /// Whether somebody named the file; otherwise it goes when the game is over.
    is_named: bool,
    /// Held as long as the game is played here, so that no other program goes on with it meanwhile.
    _lock: Option<Lock>,
}

impl Autosave {
    /// In a file of its own in the user's folder, made when there is something to keep.
    pub(super) fn fresh() -> Autosave {
        Autosave { place: None, has_warned: false }
    }

    /// In the file, which holds nothing yet unless the game in it is gone on with.
    pub(super) fn named(path: &Path, goes_on: bool) -> Result<Autosave, Failure> {
        let shown = path.display();
        files::expect_replaceable(path)
            .map_err(|error| Failure::Usage(format!("cannot keep the game in `{shown}`: {error}")))?;
        if !goes_on && path.metadata().is_ok_and(|about| about.len() > 0) {
            return Err(Failure::Usage(format!(
                "`{shown}` holds something already: go on with it by `--resume --autosave {shown}`, or name another file"
            )));
        }
        let in_use = || Failure::Usage(format!("another program is playing the game in `{shown}`"));
        let lock = Lock::of(path).ok_or_else(in_use)?;
        Ok(Autosave::at(Place { path: path.to_owned(), is_named: true, _lock: lock }))
    }

    /// Where the game that was played last and is not over is kept, unless it is being played or cannot be gone on with;
    /// and the game.
    pub(super) fn latest() -> Result<(Autosave, Opened), Failure> {
        let none = || Failure::Usage("there is no unfinished game to go on with".to_owned());
        let folder = folder().ok_or_else(none)?;
        let entries = fs::read_dir(folder).map_err(|_| none())?.flatten().map(|entry| entry.path());
        let kept = entries.filter(|path| path.extension().is_some_and(|extension| extension == ENDING));
        let mut kept: Vec<(SystemTime, PathBuf)> =
            kept.filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path))).collect();
        kept.sort();
        let free = kept.into_iter().rev().find_map(|(_, path)| {
            let lock = Lock::of(&path)?;
            match start::open_record(&path.to_string_lossy()) {
                Ok(opened) => Some((Autosave::at(Place { path, is_named: false, _lock: lock }), opened)),
                Err(failure) => {
                    // Whoever held the lock may have finished the game.
                    if path.exists() {
                        output::warn(&format!("{}: this game is passed over", failure.headline()));
                    }
                    None
                }
            }
        });
        free.ok_or_else(none)
    }

    fn at(place: Place) -> Autosave {
        Autosave { place: Some(place), has_warned: false }
    }

    /// Keeps the game as it stands, or lets go of it when it is over. Answers what to warn of, once.
    pub(super) fn keep(&mut self, table: &Table) -> Option<String> {
        let error = self.write(table).err().filter(|_| !self.has_warned)?;
        self.has_warned = true;
        Some(format!("this game is not kept, and will be lost when the program ends: {error}"))
    }

    fn write(&mut self, table: &Table) -> io::Result<()> {
        let place = match &mut self.place {
            Some(place) => place,
            none => none.insert(Place::fresh()?),
        };
        if table.is_over() && !place.is_named {
            return match fs::remove_file(&place.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        }
        table.record(&place.path)?.write(&place.path)
    }

    /// Whether the game is kept where `--resume` finds it.
    pub(super) fn is_found_again(&self) -> bool {
        self.place.as_ref().is_some_and(|place| !place.is_named && place.path.exists())
    }
}

impl Place {
    fn fresh() -> io::Result<Place> {
        let folder = folder().ok_or_else(|| io::Error::other("neither XDG_STATE_HOME nor HOME is set"))?;
        fs::create_dir_all(&folder)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let path = folder.join(format!("{}-{}.{ENDING}", since.as_nanos(), process::id()));
        let lock = Lock::of(&path).flatten();
        Ok(Place { path, is_named: false, _lock: lock })
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

/// A file that is locked while a game is played; the system unlocks it however the program ends.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// The lock that belongs to the file; `None` if another program has it. Where there can be no lock, it does without.
    fn of(path: &Path) -> Option<Option<Lock>> {
        let mut name = OsString::from(path);
        name.push(".lock");
        let path = PathBuf::from(name);
        let Ok(file) = File::create(&path) else { return Some(None) };
        match file.try_lock() {
            Ok(()) => Some(Some(Lock { path, _file: file })),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => Some(None),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
