//! The session that the README shows is what the program says.

use std::fs;
use std::path::Path;
use std::process::Command;

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

#[test]
#[cfg(unix)]
fn the_readme_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_boardwright")).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(programs.to_owned()).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let sessions = sessions(&fs::read_to_string(root.join("README.md")).unwrap());
    assert!(!sessions.is_empty());
    for (command, shown) in sessions {
        let ran = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .env("PATH", path.as_ref().unwrap())
            .env("XDG_STATE_HOME", folder.path())
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(ran.stdout).unwrap(), shown, "$ {command}");
    }
}

#[test]
fn the_readme_names_the_two_commands() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    for command in ["cargo run --release -- play konane", "cargo test"] {
        assert!(text.contains(command), "{command}");
    }
}
