//! Files: opened if they can be read to an end, and written so that nothing is lost, beside first, then in place of the
//! older one.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::path::{Path, PathBuf};
use std::{io, process};

/// Opens a file for reading. A pipe or a device might never end, so it is not opened.
///
/// # Errors
/// Why not, in words that follow `cannot read NAME: `.
pub fn open(path: &Path) -> io::Result<File> {
    let plain = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(error.kind(), "there is no such file"),
        io::ErrorKind::PermissionDenied => io::Error::new(error.kind(), "permission denied"),
        _ => error,
    };
    let about = path.metadata().map_err(plain)?;
    expect_file(&about)?;
    File::open(path).map_err(plain)
}

fn expect_file(about: &Metadata) -> io::Result<()> {
    match about {
        about if about.is_dir() => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
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
/// What is there if it is no file, or what the file system says.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    expect_replaceable(path)?;
    // What a link leads to is replaced, not the link.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = path.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}{BESIDE}", process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::write(&beside, content)
        .and_then(|()| path.metadata().map_or(Ok(()), |about| fs::set_permissions(&beside, about.permissions())))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// How the names of files end that are to replace others.
const BESIDE: &str = ".tmp";

/// The file that [`replace`] would have replaced by this one, if its name is of that kind.
pub fn replaced_by(beside: &Path) -> Option<PathBuf> {
    let (name, _) = beside.file_name()?.to_str()?.strip_prefix('.')?.strip_suffix(BESIDE)?.rsplit_once('.')?;
    Some(beside.with_file_name(name))
}

/// Whether the path still leads to the open file.
pub fn is_at(file: &File, path: &Path) -> bool {
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
}
