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
        let in_use = || Failure::Usage(format!("another program is playing the game in `{shown}`"));
        let lock = Lock::of(path).ok_or_else(in_use)?;
        if !goes_on && path.metadata().is_ok_and(|about| about.len() > 0) {
            return Err(Failure::Usage(format!(
                "`{shown}` holds something already: go on with it by `--resume --autosave {shown}`, or name another file"
            )));
        }
        Ok(Autosave::at(Place { path: path.to_owned(), is_named: true, _lock: lock }))
    }

    /// The unfinished games, and where each is kept, the one that was played last first: those that are not being played
    /// and can be gone on with.
    pub(super) fn unfinished() -> impl Iterator<Item = (Autosave, Opened)> {
        let folder = folder();
        folder.iter().for_each(|folder| sweep(folder));
        let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let kept = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == ENDING));
        let mut kept: Vec<(SystemTime, PathBuf)> =
            kept.filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path))).collect();
        kept.sort();
        kept.into_iter().rev().filter_map(|(_, path)| {
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
        })
    }

    fn at(place: Place) -> Autosave {
        Autosave { place: Some(place), has_warned: false }
    }

    /// Keeps the game as it stands, or lets go of it when it is over. Answers what to warn of, once.
    pub(super) fn keep(&mut self, table: &Table) -> Option<String> {
        let error = self.write(table).err().filter(|_| !self.has_warned)?;
        self.has_warned = true;
        let what = match self.place.as_ref().is_some_and(|place| place.path.exists()) {
            true => "what is played from here on",
            false => "this game",
        };
        Some(format!("{what} is not kept, and will be lost when the program ends: {error}"))
    }

    fn write(&mut self, table: &Table) -> io::Result<()> {
        if table.is_over() && self.place.as_ref().is_none_or(|place| !place.is_named) {
            // The lock goes with the game; if that is taken back after all, it gets another place.
            if let Some(place) = self.place.take() {
                let _ = fs::remove_file(&place.path);
            }
            return Ok(());
        }
        let place = match &mut self.place {
            Some(place) => place,
            none => none.insert(Place::fresh()?),
        };
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
        sweep(&folder);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let path = folder.join(format!("{}-{}.{ENDING}", since.as_nanos(), process::id()));
        // Only another program that sweeps can have the lock, and not for long.
        let lock = (0..MOST_TRIES).find_map(|_| Lock::of(&path)).flatten();
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

/// Removes what programs that were killed have left: locks of games that are no more, and records half written.
fn sweep(folder: &Path) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if let Some(game) = name.strip_suffix(LOCK).map(|game| folder.join(game)) {
            if !game.exists() {
                drop(Lock::of(&game));
            }
        } else if let Some(game) = files::replaced_by(&path)
            && let Some(Some(_lock)) = Lock::of(&game)
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// What is added to the name of a game's file for that of its lock.
const LOCK: &str = ".lock";

/// How often a lock is tried that other programs come and go with.
const MOST_TRIES: usize = 1000;

/// A file that is locked while a game is played; the system unlocks it however the program ends.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// The lock that belongs to the file; `None` if another program has it. Where there can be no lock, it does without.
    fn of(path: &Path) -> Option<Option<Lock>> {
        let mut name = OsString::from(path);
        name.push(LOCK);
        let path = PathBuf::from(name);
        for _ in 0..MOST_TRIES {
            let Ok(file) = File::create(&path) else { return Some(None) };
            match file.try_lock() {
                // Whoever had it may have removed it meanwhile.
                Ok(()) if !files::is_at(&file, &path) => {}
                Ok(()) => return Some(Some(Lock { path, _file: file })),
                Err(TryLockError::WouldBlock) => return None,
                Err(TryLockError::Error(_)) => return Some(None),
            }
        }
        Some(None)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
