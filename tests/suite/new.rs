//! `new`: what it writes checks, is laid out as the formatter would, and plays.

use crate::command::run;
use boardwright::syntax;
use std::fs;
use std::path::Path;

/// Runs `new` in the folder; answers what it wrote, which is then checked and played.
fn written(folder: &Path, args: &str, file: &str) -> String {
    let next = ["check", "show", "play"].map(|command| format!("  boardwright {command} {file}\n")).concat();
    run(&format!("new {args}")).in_folder(folder).ends(0).says("").prints(&format!("wrote {file}\n\nnext:\n{next}"));
    let checked = run(&format!("check {file}")).in_folder(folder).ends(0).says("").stdout;
    assert!(checked.starts_with(&format!("{file}: all is well, ")), "{checked}");
    let played = run(&format!("bench {file} --seconds 0.01 --format json")).in_folder(folder).ends(0).stdout;
    assert!(played.contains("playouts_per_second"), "{played}");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    assert!(text.starts_with("// "), "{text}");
    text
}

#[test]
fn a_game_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let text = written(folder.path(), "my-first_game", "my-first_game.game");
    assert!(text.contains("game \"My first game\" {"), "{text}");
    assert!(text.contains("check my-first_game.game"), "{text}");
    fs::create_dir(folder.path().join("inner")).unwrap();
    written(folder.path(), "inner/other.game", "inner/other.game");
}

#[test]
fn variants_of_every_shipped_game() {
    let folder = tempfile::tempdir().unwrap();
    for base in boardwright::games::names() {
        let text = written(folder.path(), &format!("my-{base} --from {base}"), &format!("my-{base}.game"));
        assert!(text.contains(&format!("of \"{base}\" {{")), "{text}");
    }
    let text = fs::read_to_string(folder.path().join("my-konane.game")).unwrap();
    assert!(text.contains("  // set size = 8  // of 6, 8, 10, 12\n"), "{text}");
    assert!(text.contains("phase opening, phase play"), "{text}");
}

#[test]
fn a_variant_of_a_file_lies_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path(), "base", "base.game");
    let text = written(folder.path(), "mine --from ./base.game", "mine.game");
    assert!(text.contains("variant \"Mine\" of \"base\" {"), "{text}");
    fs::create_dir(folder.path().join("inner")).unwrap();
    run("new inner/mine --from ./base.game").in_folder(folder.path()).ends(2).mentions("write `./mine.game`");
}

#[test]
fn a_settled_option_counts() {
    let folder = tempfile::tempdir().unwrap();
    let text = written(folder.path(), "mine --from konane", "mine.game");
    fs::write(folder.path().join("mine.game"), text.replace("// set size = 8", "set size = 6")).unwrap();
    run("moves mine.game").in_folder(folder.path()).ends(0).prints("xa6\nxc4\nxd3\nxf1\n");
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.game"), "kept").unwrap();
    for args in ["mine", "mine --from konane", "mine.game"] {
        let ran = run(&format!("new {args}")).in_folder(folder.path()).ends(2).prints("");
        ran.says("error: `mine.game` is there already, and is left as it is\n");
    }
    assert_eq!(fs::read_to_string(folder.path().join("mine.game")).unwrap(), "kept");
}

#[test]
#[cfg(unix)]
fn nothing_is_left_of_a_file_that_cannot_be_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_boardwright");
    let script = format!("trap '' XFSZ; ulimit -f 0; '{program}' new mine");
    let ran = std::process::Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    let says = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.code() == Some(2) && says.contains("cannot write `mine.game`: "), "{says}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let says = |args: &str, code: i32, words: &str| {
        run(&format!("new {args}")).in_folder(folder.path()).ends(code).prints("").mentions(words);
    };
    says("konane --from konane", 2, "`konane.game` would be a variant of itself: choose another name");
    says("mine --from konan", 2, "did you mean `konane`?");
    says("mine --from ./missing.game", 2, "there is no such file");
    says("mine --from -", 2, "must be a name or a path");
    says("a\"b", 2, "use letters, digits, `-` and `_`");
    says("inner/mine", 2, "there is no such folder");
    fs::write(folder.path().join("wrong.game"), "game \"Wrong\" {").unwrap();
    says("mine --from ./wrong.game", 1, "error");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn it_is_laid_out_as_files_are() {
    let folder = tempfile::tempdir().unwrap();
    for (args, file) in [("one", "one.game"), ("two --from fibonacci", "two.game")] {
        let text = written(folder.path(), args, file);
        assert_eq!(syntax::format(&text).as_ref(), Ok(&text));
    }
}
