//! Files and arguments of somebody who means harm, or whose names are only odd.

use crate::command::{Ran, folder_with, run, run_with};
use std::fs;

/// What would steer a terminal, change the order of what it shows, or hide there.
const HOSTILE: &str =
    "\u{1b}[31m\u{1b}]0;t\u{7}\u{8}\u{7f}\u{9b}2J\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{feff}\u{2028}";

/// Nothing in what was printed steers a terminal.
#[track_caller]
fn is_tame(ran: Ran) -> Ran {
    let steers = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || HOSTILE.chars().any(|hostile| c == hostile && !c.is_ascii_graphic())
            || ('\u{202a}'..='\u{202e}').contains(&c)
    };
    for text in [&ran.stdout, &ran.stderr] {
        assert!(!text.contains(steers), "{}\n{text:?}", ran.command);
    }
    ran
}

/// A description whose texts hold what a description may.
fn game() -> String {
    let label = HOSTILE.replace(|c: char| c.is_control(), "");
    format!(
        "// {label}\ngame \"T{label}\" {{\n  about \"A{label}\"\n  board grid 3 by 3\n  sides white, black\n  \
         setup {{ white on row 1; black on row 3 }}\n  phase play {{ step orthogonal; stuck loses; \
         draw \"D{label}\" when turns >= 1 }}\n}}\n"
    )
}

#[test]
fn what_files_hold_steers_no_terminal() {
    let quoted = toml::Value::String(HOSTILE.to_owned()).to_string();
    let record = |rest: &str| format!("game = 'h.game'\n{rest}\n");
    let scenario = |rest: &str| format!("game = 'h.game'\n[[scenario]]\nrule = {quoted}\n{rest}\n");
    let files = [
        ("h.game", game()),
        ("wrong.game", format!("game \"{HOSTILE}\" {{ // {HOSTILE}\n  ‘{HOSTILE}’ {HOSTILE}\n  about {HOSTILE}\n")),
        ("variant.game", "variant \"V\" of \"\u{202e}\" {}".to_owned()),
        ("r.toml", record("moves = ['a1-a2']")),
        ("move.toml", record(&format!("moves = [{quoted}]"))),
        ("option.toml", record(&format!("moves = []\n[options]\n{quoted} = {quoted}"))),
        ("result.toml", record(&format!("moves = []\nresult = {quoted}"))),
        ("undone.toml", record(&format!("moves = []\nundone = [{quoted}]"))),
        ("game.toml", format!("game = {quoted}\nmoves = []\n")),
        ("path.toml", format!("game = {}\nmoves = []\n", quoted.replacen('"', "\"./", 1))),
        ("key.toml", record(&format!("moves = []\n{quoted} = 1"))),
        ("broken.toml", format!("game = {HOSTILE}\n")),
        ("rule.test.toml", scenario("legal = ''")),
        ("outcome.test.toml", scenario(&format!("outcome = {quoted}"))),
        ("draw.test.toml", scenario(&format!("outcome = {}", quoted.replacen('"', "\"draw by ", 1)))),
        ("side.test.toml", scenario(&format!("legal = ''\nposition.to_move = {quoted}"))),
        ("piece.test.toml", scenario(&format!("legal = ''\nposition.pieces = {{ {quoted} = {quoted} }}"))),
        ("words.test.toml", scenario(&format!("legal = {quoted}"))),
    ];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let folder = folder_with(&files);
    let mut commands: Vec<String> = Vec::new();
    for (file, _) in files {
        let of_kind: &[&str] = match file {
            file if file.ends_with(".test.toml") => &["test F", "test F --format json"],
            file if file.ends_with(".toml") => {
                &["replay F", "replay F --trace", "replay F --format json", "play --load F"]
            }
            _ => &[
                "check F",
                "check F --format short",
                "check F --format json",
                "check F --play 2",
                "check F --play 2 --format json",
                "show F",
                "show F --rules",
                "moves F --after a1-a2",
                "moves F --after a1-a2 --format json",
                "why F a1-a2",
                "perft F 1",
                "bench F --seconds 0.01",
                "bench F --seconds 0.01 --format json",
                "compare F konane-small",
                "fmt --diff F",
                "match F random random --games 2",
                "stats F --games 2",
                "stats F --games 2 --format json",
                "play F --seats human,human",
                "new mine --from ./F",
            ],
        };
        commands.extend(of_kind.iter().map(|command| command.replace('F', file)));
    }
    for command in commands {
        let lines = format!("why {HOSTILE}\n{HOSTILE}\nsave {HOSTILE}/x\nload {HOSTILE}\nrules\na1-a2\n");
        let ran = is_tame(run(&command).in_folder(folder.path()).stdin(lines).ends_somehow());
        if command.ends_with("json") {
            for line in ran.stdout.lines() {
                serde_json::from_str::<serde_json::Value>(line)
                    .unwrap_or_else(|error| panic!("{command}: {error}\n{line}"));
            }
        }
    }
    // Where nobody reads it, a file's own text is given as it is.
    run("show --text h.game").in_folder(folder.path()).ends(0).prints(&game());
}

#[test]
fn colours_are_ours_alone() {
    let files = [("wrong.game", format!("game \"G\" {{\n  ‘{HOSTILE}’ {HOSTILE}\n"))];
    let folder = folder_with(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let ran = run("check wrong.game --color always").in_folder(folder.path()).ends(1);
    assert!(ran.stderr.contains("\u{1b}[") && !ran.stderr.contains("\u{1b}[31m\u{1b}]"), "{:?}", ran.stderr);
    let unsteered = ran.stderr.replace("\u{1b}[", "");
    assert!(!unsteered.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200b}']), "{unsteered:?}");
}

#[test]
fn arguments_steer_no_terminal() {
    let json = ["--format", "json"];
    for args in [
        &[HOSTILE][..],
        &["moves", HOSTILE],
        &["moves", "./\u{1b}[31m"],
        &["moves", "konane", "-o", HOSTILE],
        &["moves", "konane", "-o", "size=\u{1b}[31m\u{202e}"],
        &["moves", "konane", "-o", "\u{1b}[31m\u{202e}=1"],
        &["moves", "konane", "--after", HOSTILE],
        &["moves", "konane", "--format", HOSTILE],
        &["why", "konane", HOSTILE],
        &["why", "konane", HOSTILE, json[0], json[1]],
        &["perft", "konane", HOSTILE],
        &["explain", HOSTILE],
        &["check", HOSTILE],
        &["check", HOSTILE, "--format", "short"],
        &["fmt", HOSTILE],
        &["replay", HOSTILE],
        &["test", HOSTILE],
        &["test", "--game", HOSTILE, HOSTILE],
        &["compare", "konane", HOSTILE],
        &["render", "konane", "-O", HOSTILE],
        &["render", "konane", "-O", "\u{1b}[31m/\u{202e}.svg"],
        &["play", HOSTILE],
        &["play", "--load", HOSTILE],
        &["play", "konane", "--autosave", "\u{1b}[31m/\u{202e}"],
        &["play", "konane", "--seats", HOSTILE],
        &["match", "konane", HOSTILE, "random"],
        &["stats", "konane", "--players", HOSTILE],
        &["new", HOSTILE],
        &["new", "mine", "--from", HOSTILE],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let ran = is_tame(run_with(args).in_folder(folder.path()).ends_somehow());
        assert!(ran.code > 0 && !(ran.stdout + &ran.stderr).is_empty(), "{args:?}");
    }
    let message = "error: there is no game `a\\n\\u{1b}[31m`; known are ";
    run_with(&["moves", "a\n\u{1b}[31m"]).ends(2).mentions(message);
}

#[test]
#[cfg(unix)]
fn names_of_files_steer_no_terminal() {
    let folder = folder_with(&[("r.toml", "game = 'konane'\nmoves = []\n")]);
    let odd = |ending: &str| format!("{}\nerror: none{ending}", HOSTILE.replace('/', ""));
    for (ending, text) in
        [(".game", game()), (".toml", "game = 'konane'\nmoves = []\n".to_owned()), ("w.game", "game".to_owned())]
    {
        fs::write(folder.path().join(odd(ending)), text).unwrap();
    }
    for args in [
        vec!["check", "."],
        vec!["check", ".", "--format", "short"],
        vec!["check", ".", "--format", "json"],
        vec!["fmt", "--check", "."],
        vec!["fmt", "--diff", "."],
        vec!["replay", &odd(".toml")],
        vec!["replay", &odd(".toml"), "r.toml", "--format", "json"],
        vec!["play", "konane", "--autosave", &odd(".toml")],
        vec!["play", &odd(".game")],
        vec!["new", "mine", "--from", &odd(".game")],
        vec!["moves", &odd(".game"), "--rules"],
        vec!["compare", &odd(".game"), "konane"],
    ] {
        let ran = is_tame(run_with(&args).in_folder(folder.path()).ends_somehow());
        let is_broken = |text: &str| text.lines().any(|line| line.starts_with("error: none"));
        assert!(!is_broken(&ran.stdout) && !is_broken(&ran.stderr), "{args:?}\n{}{}", ran.stdout, ran.stderr);
    }
}

#[test]
#[cfg(unix)]
fn names_that_are_no_text_are_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join(OsStr::from_bytes(b"in\xff"));
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join(OsStr::from_bytes(b"g\xfe.game")), game()).unwrap();
    fs::write(
        inner.join(OsStr::from_bytes(b"s\xfd.toml")),
        "game = 'konane'\n[[scenario]]\nrule = 'r'\nallows = 'xa8'\n",
    )
    .unwrap();
    let run = |args: &[&[u8]]| {
        let args = args.iter().map(|arg| OsStr::from_bytes(arg));
        crate::command::run_os(args).in_folder(folder.path()).with_state_in(&folder.path().join("state"))
    };
    let game: &[u8] = b"in\xff/g\xfe.game";
    run(&[b"check", game]).ends(0).shows("in\\xff/g\\xfe.game: all is well");
    run(&[b"check", b"in\xff"]).ends(0).shows("in\\xff/g\\xfe.game: all is well");
    run(&[b"moves", game]).ends(0).prints("a1-a2\nb1-b2\nc1-c2\n");
    run(&[b"test", b"in\xff/s\xfd.toml"]).ends(0).prints("in\\xff/s\\xfd.toml: 1 scenario holds\n");
    run(&[b"fmt", game]).ends(0).says("");
    run(&[b"render", game, b"-O", b"p\xff.svg"]).ends(0).says("");
    run(&[b"new", b"in\xff/mine", b"--from", b"konane"]).ends(0).shows("wrote in\\xff/mine.game\n");
    run(&[b"compare", game, game]).ends(0).says("");
    // A game is kept and saved, and gone on with from there.
    let text = String::from_utf8(fs::read(inner.join(OsStr::from_bytes(b"g\xfe.game"))).unwrap()).unwrap();
    fs::write(inner.join(OsStr::from_bytes(b"g\xfe.game")), text.replace("turns >= 1", "turns >= 9")).unwrap();
    run(&[b"play", game, b"--seats", b"human,human"]).stdin("a1-a2\nsave r.toml\n").ends(0).says("");
    run(&[b"play", b"--resume"]).stdin("b3-b2\n").ends(0).says("").shows("black plays b3-b2");
    run(&[b"replay", b"r.toml"]).ends(0).says("").shows("a1-a2");
    run(&[b"play", game, b"--seats", b"human,human", b"--autosave", b"k\xff"]).stdin("a1-a2\n").ends(0).says("");
    run(&[b"play", b"--resume", b"--autosave", b"k\xff"]).stdin("b3-b2\n").ends(0).says("").shows("black plays b3-b2");
    let lines: &[u8] = b"a1-a2\nsave s\xff\nload s\xff\nnew in\xff/g\xfe.game\nload n\xfe\n\xfd\n";
    run(&[b"play", game, b"--seats", b"human,human"])
        .stdin(lines)
        .ends(0)
        .mentions("cannot read `n\\xfe`: there is no such file")
        .shows("black> save s\\xff\nsaved in `s\\xff`\nblack> load s\\xff\n")
        .shows("black> new in\\xff/g\\xfe.game\n");
    run(&[b"play", b"--load", b"k\xff"]).ends(0).says("").shows("white (W) to move");
    run(&[b"replay", b"k\xff"]).ends(0).says("").shows("k\\xff: T");
}

#[test]
fn a_variant_names_a_file_beside_it() {
    let base = "game \"Secret\" {\n  password\n}\n";
    let variant = |of: &str| format!("variant \"V\" of \"{of}\" {{\n  about \"A\"\n}}\n");
    let folder = folder_with(&[("secret.game", base), ("hidden", base)]);
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let check = |of: &str| {
        fs::write(inner.join("v.game"), variant(of)).unwrap();
        run("check inner/v.game").in_folder(folder.path()).ends(1)
    };
    let whole = folder.path().join("secret.game");
    for of in ["../secret", "../secret.game", whole.to_str().unwrap(), "./v", "..", ".", "", "sub/secret", "secret/"] {
        let ran = check(of);
        assert!(!ran.stderr.contains("password"), "{of}: {}", ran.stderr);
        ran.mentions("error[unknown-base]: `").mentions("is not the name of a file beside this one");
    }
    #[cfg(unix)]
    for (link, to) in [("out.game", "../secret.game"), ("plain.game", "notes")] {
        fs::write(inner.join("notes"), base).unwrap();
        std::os::unix::fs::symlink(to, inner.join(link)).unwrap();
        let ran = check(link);
        assert!(!ran.stderr.contains("password"), "{link}: {}", ran.stderr);
        ran.mentions(&format!("error[unknown-base]: `{link}` is a link that leads out of this folder"));
    }
    fs::write(inner.join("secret.game"), base).unwrap();
    check("secret").mentions("password").mentions("inner/secret.game:2");
}

#[test]
fn what_is_no_description_is_shown_to_nobody_who_did_not_name_it() {
    let secret = "root:x:0:0\n password\n";
    let folder = folder_with(&[("passwd", secret), ("own", "game \"Own\" {\n  password\n}\n"), ("mine.game", secret)]);
    let file = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let run = |args: &str| run(args).in_folder(folder.path()).with_state_in(folder.path());
    #[cfg(unix)]
    std::os::unix::fs::symlink("passwd", folder.path().join("link.game")).unwrap();
    let whole = folder.path().join("passwd").display().to_string();
    for game in ["./passwd", "./own", whole.as_str(), "link.game"] {
        file("r.toml", format!("game = '{game}'\nmoves = []\n"));
        file("s.toml", format!("game = '{game}'\n[[scenario]]\nrule = 'r'\nlegal = ''\n"));
        for command in ["replay r.toml", "replay r.toml --format json", "play --load r.toml", "test s.toml"] {
            let ran = run(command).ends(1).prints("");
            assert!(!ran.stderr.contains("password") && !ran.stderr.contains("root"), "{command}: {}", ran.stderr);
            ran.mentions("is no game that can be played; `boardwright check ");
        }
    }
    // A description is shown, and so is whatever is asked for by name.
    file("r.toml", "game = 'mine.game'\nmoves = []\n".to_owned());
    run("replay r.toml").ends(1).mentions("root:x:0:0");
    run("check passwd").ends(1).mentions("root:x:0:0");
    // A folder is checked without what links in it lead to.
    #[cfg(unix)]
    {
        fs::remove_file(folder.path().join("mine.game")).unwrap();
        run("check .").ends(2).says("error: there is no `.game` file in `.`\n");
    }
}
