//! The shipped games: the files of the folder `games`, built into the program.

use include_dir::{Dir, include_dir};

static GAMES: Dir = include_dir!("$CARGO_MANIFEST_DIR/games");

/// The names of the shipped games and variants, sorted.
pub fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    gather(&GAMES, &mut |name, _| names.push(name));
    names.sort_unstable();
    names
}

/// The text of the shipped game of that name.
pub fn text(name: &str) -> Option<&'static str> {
    let mut found = None;
    gather(&GAMES, &mut |known, text| {
        if known == name {
            found = Some(text);
        }
    });
    found
}

/// Calls `take` with the name and the text of each game in the folder and those within it.
fn gather(folder: &Dir<'static>, take: &mut impl FnMut(&'static str, &'static str)) {
    for file in folder.files() {
        let name = file.path().file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".game"));
        if let (Some(name), Some(text)) = (name, file.contents_utf8()) {
            take(name, text);
        }
    }
    for folder in folder.dirs() {
        gather(folder, take);
    }
}
