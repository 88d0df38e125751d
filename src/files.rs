//! Files: opened if they can be read to an end, and written so that nothing is lost: beside first, then in place of the
//! older one, which no other program that does the same can take meanwhile.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Opens a file for reading. A pipe or a device might never end, so it is not opened.
///
/// # Errors
/// Why not, in words that follow `cannot read NAME: `.
pub fn open(path: &Path) -> io::Result<File> {
    let plain = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => io::Error::new(error.kind(), "there is no such file"),
        ErrorKind::PermissionDenied => io::Error::new(error.kind(), "permission denied"),
        _ => error,
    };
    expect_file(&path.metadata().map_err(plain)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    // A pipe that has taken the file's place since is not waited for.
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    }
    let file = options.open(path).map_err(plain)?;
    expect_file(&file.metadata()?)?;
    Ok(file)
}

fn expect_file(about: &Metadata) -> io::Result<()> {
    match about {
        about if about.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder")),
        about if !about.is_file() => Err(io::Error::other("it is not a file")),
        _ => Ok(()),
    }
}

/// Finds out whether [`replace`] may write there: if there is a file, or nothing yet.
///
/// # Errors
/// What is there instead, in words that follow `cannot write NAME: `.
pub fn expect_replaceable(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(about) => expect_file(&about),
        Err(_) if path.is_symlink() => Err(io::Error::other("it is not a file, but a link that leads nowhere")),
        Err(_) => Ok(()),
    }
}

/// Gives the file this content. Until all of it is written, the older file stands as it did; its permissions stay.
///
/// # Errors
/// What is there if it is no file, that another program holds it, or what the file system says.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    Held::of(path)?.replace(content)
}

/// Makes a file with this content, all of it or none.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if there is something already, or what the file system says.
pub fn create(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    Held { path: path.to_owned(), file: None }.replace(content)
}

/// A file, or the name for one, that no other program holds or [replaces](replace) meanwhile, by whatever name it knows
/// it. The system lets go of it however the program ends.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    /// The file, locked; `None` if there is none yet.
    file: Option<File>,
}

impl Held {
    /// Holds the file, of which the path may be any name; not a link, but what it leads to.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceBusy`] if somebody holds it; what is there if it is no file; or what the file system says.
    pub fn of(path: &Path) -> io::Result<Held> {
        expect_replaceable(path)?;
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        for _ in 0..MOST_TRIES {
            match open(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Held { path, file: None }),
                Err(error) => return Err(error),
                Ok(file) if !lock(&file) => break,
                // Whoever had it may have replaced it meanwhile.
                Ok(file) if is_at(&file, &path) => return Ok(Held { path, file: Some(file) }),
                Ok(_) => {}
            }
        }
        Err(io::Error::new(ErrorKind::ResourceBusy, "another program has it in use"))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is such a file, or has been.
    pub fn is_made(&self) -> bool {
        self.file.is_some()
    }

    /// Gives the file this content, as [`replace`] does, and goes on holding it.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] if another program has put a file there, or what the file system says.
    pub fn replace(&mut self, content: impl AsRef<[u8]>) -> io::Result<()> {
        let mut beside = beside(&self.path)?;
        beside.write_all(content.as_ref())?;
        let placed = match &self.file {
            Some(older) if is_at(older, &self.path) => {
                beside.as_file().set_permissions(older.metadata()?.permissions())?;
                beside.persist(&self.path)
            }
            _ => beside.persist_noclobber(&self.path),
        };
        self.file = Some(placed.map_err(|error| error.error)?);
        Ok(())
    }

    /// Removes the file, if it is still there.
    pub fn remove(self) {
        if self.file.is_some_and(|file| is_at(&file, &self.path)) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// How often a file is tried for that other programs come and go with.
const MOST_TRIES: usize = 1000;

/// Locks the file; answers whether nobody else has. Where there are no locks, it is had without.
fn lock(file: &File) -> bool {
    // Elsewhere a lock would keep this program from reading the file by its name.
    !cfg!(unix) || !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// How the names of files begin and end that are to replace others.
const BESIDE: (&str, &str) = (".boardwright-", ".tmp");

/// A new file in the same folder, held.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        _ if path.file_name().is_none() => return Err(io::Error::other("it names no file")),
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(BESIDE.0).suffix(BESIDE.1);
    // Whoever may read what people write.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    for _ in 0..MOST_TRIES {
        // A program that sweeps may see it before it is locked.
        match builder.tempfile_in(folder) {
            Ok(made) if lock(made.as_file()) && is_at(made.as_file(), made.path()) => return Ok(made),
            Ok(_) => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::ResourceBusy, "another program removes what is written"))
}

/// Removes what programs that were killed have left in the folder of files half written.
pub fn sweep(folder: &Path) {
    let is_beside = |name: &OsStr| {
        let name = name.as_encoded_bytes();
        name.starts_with(BESIDE.0.as_bytes()) && name.ends_with(BESIDE.1.as_bytes())
    };
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.file_name().is_some_and(is_beside) && !path.is_symlink() && open(&path).is_ok_and(|file| lock(&file)) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether the path still leads to the open file.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let of = |about: io::Result<Metadata>| about.map(|about| (about.dev(), about.ino())).ok();
        of(file.metadata()) == of(path.metadata())
    }
    // Elsewhere an open file is not removed.
    #[cfg(not(unix))]
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for text in ["one", "two"] {
            replace(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(replace(&folder.path().join("no/such/folder"), "text").is_err());
        assert!(replace(folder.path(), "text").is_err());
        assert!(replace(Path::new("/"), "text").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&path, "one").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace(&link, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert!(link.is_symlink());
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_file_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (socket, link) = (folder.path().join("socket"), folder.path().join("link"));
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        std::os::unix::fs::symlink("nowhere", &link).unwrap();
        let says = |path: &Path| replace(path, "text").unwrap_err().to_string();
        assert_eq!(says(folder.path()), "it is a folder");
        assert_eq!(says(&socket), "it is not a file");
        assert_eq!(says(&link), "it is not a file, but a link that leads nowhere");
        assert!(link.is_symlink() && !socket.metadata().unwrap().is_file());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    #[cfg(unix)]
    fn a_file_is_held_by_whatever_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "one").unwrap();
        std::os::unix::fs::symlink("file", at("link")).unwrap();
        fs::hard_link(at("file"), at("other")).unwrap();
        let mut held = Held::of(&at("file")).unwrap();
        let is_busy = |name: &str| Held::of(&at(name)).is_err_and(|error| error.kind() == ErrorKind::ResourceBusy);
        for name in ["file", "link", "other", "./file"] {
            assert!(is_busy(name), "{name}");
            assert_eq!(replace(&at(name), "two").unwrap_err().kind(), ErrorKind::ResourceBusy);
        }
        held.replace("two").unwrap();
        assert!(is_busy("file") && is_busy("link"));
        // Another name of the file that was is now another file.
        assert_eq!(fs::read_to_string(at("other")).unwrap(), "one");
        replace(&at("other"), "three").unwrap();
        assert_eq!(fs::read_to_string(at("link")).unwrap(), "two");
        drop(held);
        replace(&at("link"), "four").unwrap();
        assert_eq!(fs::read_to_string(at("file")).unwrap(), "four");
    }

    #[test]
    fn what_another_program_has_put_there_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut held = Held::of(&path).unwrap();
        assert!(!held.is_made());
        fs::write(&path, "theirs").unwrap();
        assert_eq!(held.replace("ours").unwrap_err().kind(), ErrorKind::AlreadyExists);
        fs::remove_file(&path).unwrap();
        held.replace("ours").unwrap();
        // A file that was removed is made again.
        fs::remove_file(&path).unwrap();
        held.replace("ours again").unwrap();
        fs::write(folder.path().join("new"), "theirs").unwrap();
        fs::rename(folder.path().join("new"), &path).unwrap();
        assert_eq!(held.replace("ours").unwrap_err().kind(), ErrorKind::AlreadyExists);
        held.remove();
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(create(&path, "ours").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn only_what_nobody_writes_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("target");
        fs::write(&target, "mine").unwrap();
        fs::write(folder.path().join(".boardwright-left.tmp"), "half").unwrap();
        std::os::unix::fs::symlink(&target, folder.path().join(".boardwright-link.tmp")).unwrap();
        let written = beside(&target).unwrap();
        sweep(folder.path());
        assert!(target.exists() && written.path().exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    #[cfg(unix)]
    fn permissions_are_those_of_the_older_file_or_the_usual_ones() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, usual) = (folder.path().join("file"), folder.path().join("usual"));
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode();
        fs::write(&usual, "").unwrap();
        replace(&path, "one").unwrap();
        assert_eq!(mode(&path), mode(&usual));
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        replace(&path, "two").unwrap();
        assert_eq!(mode(&path) & 0o777, 0o640);
    }
}
