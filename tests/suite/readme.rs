//! What the README shows, sessions and pictures, is what the program says and draws.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The commands of the `console` blocks, each with what is shown below it.
fn sessions(text: &str) -> Vec<(String, String)> {
    let mut sessions: Vec<(String, String)> = Vec::new();
    for block in text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        for line in block.lines() {
            match (line.strip_prefix("$ "), sessions.last_mut()) {
                (Some(command), _) => sessions.push((command.to_owned(), String::new())),
                (None, Some((_, shown))) => *shown += &format!("{line}\n"),
                (None, None) => panic!("a console block begins with `$ `"),
            }
        }
    }
    sessions
}

/// Runs the command with a shell, in the folder, where `boardwright` is this program.
#[cfg(unix)]
fn shell(command: &str, folder: &Path) -> Output {
    let programs = Path::new(env!("CARGO_BIN_EXE_boardwright")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(std::iter::once(programs.to_owned()).chain(std::env::split_paths(&path)));
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{command} 2>&1")]).env("PATH", path.unwrap()).env("XDG_STATE_HOME", folder);
    shell.current_dir(folder).output().unwrap()
}

#[test]
#[cfg(unix)]
fn the_readme_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let sessions = sessions(&fs::read_to_string(root.join("README.md")).unwrap());
    assert!(!sessions.is_empty());
    for (command, shown) in sessions {
        let ran = shell(&command, folder.path());
        assert_eq!(String::from_utf8(ran.stdout).unwrap(), shown, "$ {command}");
    }
}

#[test]
#[cfg(unix)]
fn the_pictures_are_what_the_commands_draw() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let pictures = folder.path().join("docs/pictures");
    fs::create_dir_all(&pictures).unwrap();
    let page = fs::read_to_string(root.join("docs/building.md")).unwrap();
    for command in page.lines().filter(|line| line.starts_with("boardwright render ")) {
        let ran = shell(command, folder.path());
        assert!(ran.status.success(), "$ {command}\n{}", String::from_utf8_lossy(&ran.stdout));
    }
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let shown: Vec<&str> = readme
        .split("](docs/pictures/")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(name, _)| name)
        .collect();
    assert!(shown.len() >= 4);
    for name in &shown {
        let [drawn, kept] =
            [&pictures, &root.join("docs/pictures")].map(|folder| fs::read_to_string(folder.join(name)));
        assert!(drawn.unwrap() == kept.unwrap(), "{name} is not what the command draws");
    }
    assert_eq!(fs::read_dir(pictures).unwrap().count(), shown.len());
}

#[test]
fn the_readme_names_the_two_commands() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    for command in ["cargo run --release -- play konane", "cargo test"] {
        assert!(text.contains(command), "{command}");
    }
}

#[test]
fn the_readme_names_every_game() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    for game in boardwright::games::names() {
        assert!(text.contains(&format!("`{game}`")), "{game}");
    }
}
