//! The command line: what it prints, where, and with which exit code.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A run of the program to come.
pub struct Run {
    command: Command,
    stdin: Vec<u8>,
}

/// A run that has ended.
pub struct Ran {
    pub command: String,
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The program with these arguments, split at blanks; nothing on stdin, no colours.
pub fn run(args: &str) -> Run {
    run_with(&args.split_whitespace().collect::<Vec<_>>())
}

/// The folder in which games played by tests are kept.
pub const STATE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/state");

/// The program with exactly these arguments.
pub fn run_with(args: &[&str]) -> Run {
    run_os(args)
}

/// The same, of which none need be text.
pub fn run_os(args: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
    command.args(args).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", STATE);
    Run { command, stdin: Vec::new() }
}

impl Run {
    pub fn stdin(mut self, input: impl Into<Vec<u8>>) -> Run {
        self.stdin = input.into();
        self
    }

    pub fn in_folder(mut self, folder: &Path) -> Run {
        self.command.current_dir(folder);
        self
    }

    /// In a locale that only this variable names.
    pub fn with_locale(mut self, variable: &str, locale: &str) -> Run {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            self.command.env_remove(name);
        }
        self.command.env(variable, locale);
        self
    }

    pub fn with_state_in(mut self, folder: &Path) -> Run {
        self.command.env("XDG_STATE_HOME", folder);
        self
    }

    /// Runs it; panics unless it ends with this exit code, and in any case if it panicked.
    pub fn ends(self, code: i32) -> Ran {
        let ran = self.ends_somehow();
        assert_eq!(ran.code, code, "{}\nstdout: {}\nstderr: {}", ran.command, ran.stdout, ran.stderr);
        ran
    }

    /// Runs it, however it ends; panics if it panicked.
    pub fn ends_somehow(mut self) -> Ran {
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let text = self.stdin;
        // The program may end before it has read everything.
        let writer = std::thread::spawn(move || input.write_all(&text).is_ok());
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("what it prints is text");
        let ran = Ran {
            command: format!("{:?}", self.command),
            code: output.status.code().unwrap_or(-1),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        };
        assert!(!ran.stderr.contains("panicked"), "{:?}\n{}", self.command, ran.stderr);
        ran
    }
}

impl Ran {
    /// Stdout is exactly this.
    #[track_caller]
    pub fn prints(self, stdout: &str) -> Ran {
        assert_eq!(self.stdout, stdout, "stderr: {}", self.stderr);
        self
    }

    /// Stderr is exactly this.
    #[track_caller]
    pub fn says(self, stderr: &str) -> Ran {
        assert_eq!(self.stderr, stderr);
        self
    }

    /// Stderr holds this somewhere.
    #[track_caller]
    pub fn mentions(self, words: &str) -> Ran {
        assert!(self.stderr.contains(words), "no `{words}` in stderr:\n{}", self.stderr);
        self
    }

    /// Stdout holds this somewhere.
    #[track_caller]
    pub fn shows(self, words: &str) -> Ran {
        assert!(self.stdout.contains(words), "no `{words}` in stdout:\n{}", self.stdout);
        self
    }
}

#[test]
fn moves_are_listed_one_a_line_by_byte() {
    run("moves konane").ends(0).prints("xa8\nxd5\nxe4\nxh1\n").says("");
    run("moves konane -o size=10").ends(0).prints("xa10\nxe6\nxf5\nxj1\n").says("");
    run_with(&["moves", "konane", "--after", " xd5  xd4 "]).ends(0).prints("b5xd5\nd7xd5\nf5xd5\n");
}

#[test]
fn moves_of_a_finished_game_are_none_and_the_outcome_is_on_stderr() {
    run_with(&["moves", "konane", "--after", "xd5 resign"]).ends(0).prints("").says("the game is over: black wins\n");
    run_with(&["moves", "konane", "--after", "draw"]).ends(0).prints("").says("the game is over: draw by agreement\n");
}

#[test]
fn moves_as_json_are_one_object() {
    run("moves konane --format json").ends(0).prints(
        "{\"moves\":[\"xa8\",\"xd5\",\"xe4\",\"xh1\"],\"side\":\"black\",\"phase\":\"opening\",\"outcome\":null}\n",
    );
    run_with(&["moves", "konane", "--format", "json", "--after", "resign"]).ends(0).prints(
        "{\"moves\":[],\"side\":\"black\",\"phase\":\"opening\",\"outcome\":{\"winner\":\"white\",\"player\":2}}\n",
    );
    let mut run = run_with(&["moves", "alquerque", "--format", "json", "--after", "draw"]).ends(0);
    let found: serde_json::Value = serde_json::from_str(&std::mem::take(&mut run.stdout)).unwrap();
    assert_eq!(found["outcome"], serde_json::json!({"draw": "agreement"}));
}

#[test]
fn a_move_that_cannot_be_played_is_explained() {
    run_with(&["moves", "konane", "--after", "xd5 c5xd5"])
        .ends(1)
        .prints("")
        .says("error: ply 1: `c5xd5` is not legal: `white` cannot jump or capture in `opening`, only take a piece off (konane.game:11)\nlegal: xc5 xd4 xd6 xe5\n");
    run_with(&["moves", "konane", "--after", "nonsense"]).ends(1).prints("").says(
        "error: ply 0: `nonsense` is not a move: `nonsense` at character 1, expected a site, `@`, `x` or `pass`\n\
         legal: xa8 xd5 xe4 xh1\n",
    );
    run_with(&["moves", "konane", "--after", "resign draw"])
        .ends(1)
        .says("error: ply 0: `draw` comes after the end: the game is over\n");
}

#[test]
fn perft_prints_a_line_a_depth() {
    run("perft konane 4").ends(0).prints("1 4\n2 12\n3 28\n4 172\n").says("");
    run("perft konane 0").ends(0).prints("");
    run("perft konane 3 --format json").ends(0).prints("{\"counts\":[4,12,28]}\n");
    run_with(&["perft", "konane", "2", "--after", "xd5"]).ends(0).prints("1 4\n2 12\n");
    run_with(&["perft", "konane", "3", "--after", "resign"]).ends(0).prints("1 0\n2 0\n3 0\n");
}

#[test]
fn a_count_past_the_greatest_number_says_so() {
    let endless = "game \"Endless\" { board grid 3 by 2; sides white, black; setup { white on [a1]; black on [c2] }; \
                   phase play { step adjacent; stuck loses } }";
    run_with(&["perft", "-", "60", "--hash", "1"])
        .stdin(endless.to_owned())
        .ends(0)
        .shows("\n60 18446744073709551615 or more\n");
}

#[test]
fn perft_divides_by_the_first_move() {
    run("perft konane 2 --divide").ends(0).prints("xa8 2\nxd5 4\nxe4 4\nxh1 2\ntotal 12\n").says("");
    run("perft konane 1 --divide").ends(0).prints("xa8 1\nxd5 1\nxe4 1\nxh1 1\ntotal 4\n");
    run("perft konane 0 --divide").ends(0).prints("total 1\n");
    run_with(&["perft", "konane", "2", "--divide", "--after", "resign"]).ends(0).prints("total 0\n");
    run("perft konane 2 --divide --format json")
        .ends(0)
        .prints("{\"counts\":[4,12],\"moves\":{\"xa8\":2,\"xd5\":4,\"xe4\":4,\"xh1\":2},\"total\":12}\n");
}

#[test]
fn the_number_of_threads_changes_no_count() {
    for args in ["perft alquerque 5", "perft fibonacci 3 --divide", "perft english-draughts 5 --format json"] {
        let alone = run(&format!("{args} --threads 1")).ends(0).says("").stdout;
        for threads in ["", "--threads 3"] {
            run(&format!("{args} {threads}")).ends(0).prints(&alone);
        }
    }
    for wrong in ["perft konane 2 --threads 0", "perft konane 2 --threads 257", "check konane --threads 2"] {
        run(wrong).ends(2).prints("");
    }
}

#[test]
fn the_longest_sequences_that_may_be_asked_for_are_counted() {
    let text = "game \"Tick\" {\n  board grid 1 by 2\n  sides white, black\n  setup { white on [a1] }\n  \
                phase play { step orthogonal; stuck passes }\n}\n";
    run("perft - 1000 --divide").stdin(text).ends(0).shows("total 1\n");
    run("perft - 1001").stdin(text).ends(2).prints("").mentions("expected a whole number from 0 to 1000");
}

#[test]
fn list_names_games_and_options() {
    let ran = run("list").ends(0).says("");
    for name in ["konane", "alquerque", "afterleap", "fibonacci"] {
        assert!(ran.stdout.lines().any(|line| line.split_whitespace().next() == Some(name)), "{}", ran.stdout);
    }
    ran.shows("size = 8").shows("6, 8, 10, 12").shows("stop_early = no");
}

#[test]
fn show_draws_the_start_and_prints_options_and_text() {
    let ran = run("show konane -o size=6").ends(0).says("");
    ran.shows(" 6 B W B W B W\n 5 W B W B W B\n")
        .shows("   a b c d e f\n")
        .shows("size = 6")
        .shows("game \"Konane\" {");
}

#[test]
fn check_counts_the_combinations() {
    let ran = run("check konane").ends(0);
    ran.shows("4 combinations");
}

#[test]
fn bench_measures() {
    let ran = run("bench alquerque --seconds 0.05 --format json").ends(0);
    let found: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(found["playouts_per_second"].as_f64().unwrap() > 0.0);
    assert!(found["mean_plies"].as_f64().unwrap() > 1.0);
    assert!(found["perft_nodes_per_second"].as_f64().unwrap() > 0.0);
    assert!(found["perft_plies"].as_u64().unwrap() > 1);
    run("bench konane --seconds 0.05 --cap 1 --seed 3")
        .ends(0)
        .shows("mean plies  1.00\n")
        .shows("cut off after 1 plies");
    let ran = run("bench konane --seconds 0.05 --threads 2").ends(0).mentions("on each of 2 threads");
    ran.shows("by CPU time, all threads together\nplayouts/s  ").shows("by the clock, on 2 threads\nplayouts/s  ");
    let ran = run("bench konane --seconds 0.05 --threads 2 --format json").ends(0);
    let found: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(found["threads"], 2);
    assert!(found["seconds"].as_f64().unwrap() >= 0.1);
    let rate = found["playouts"].as_f64().unwrap() / found["wall_seconds"].as_f64().unwrap();
    assert_eq!(found["playouts_per_wall_second"].as_f64().unwrap(), rate);
    for wrong in
        ["--threads 0", "--seconds 0", "--seconds -1", "--seconds nan", "--seconds inf", "--cap 0", "--seed -1"]
    {
        run(&format!("bench konane {wrong}")).ends(2).prints("");
    }
}

pub fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn replay_prints_a_line_a_ply() {
    let folder = folder_with(&[("r.toml", "game = 'konane'\nmoves = ['xd5', 'xd4']\n[options]\nsize = 8\n")]);
    run("replay r.toml --format json")
        .in_folder(folder.path())
        .ends(0)
        .prints(
            "{\"ply\":0,\"side\":\"black\",\"phase\":\"opening\",\"legal\":[\"xa8\",\"xd5\",\"xe4\",\"xh1\"],\"move\":\"xd5\"}\n\
             {\"ply\":1,\"side\":\"white\",\"phase\":\"opening\",\"legal\":[\"xc5\",\"xd4\",\"xd6\",\"xe5\"],\"move\":\"xd4\"}\n\
             {\"ply\":2,\"side\":\"black\",\"legal\":[\"b5xd5\",\"d7xd5\",\"f5xd5\"],\"outcome\":null}\n",
        )
        .says("");
    let ran = run("replay r.toml").in_folder(folder.path()).ends(0).says("");
    ran.shows("   0  black  opening  xd5  (of 4)\n").shows("not over: black to move\n");
}

#[test]
fn resigning_is_no_ply() {
    let record = "game = 'konane'\nmoves = ['xd5', 'resign']\nresult = 'black'\n";
    let folder = folder_with(&[("r.toml", record)]);
    run("replay r.toml --format json").in_folder(folder.path()).ends(0).prints(
        "{\"ply\":0,\"side\":\"black\",\"phase\":\"opening\",\"legal\":[\"xa8\",\"xd5\",\"xe4\",\"xh1\"],\"move\":\"xd5\"}\n\
         {\"ply\":1,\"legal\":[],\"outcome\":{\"winner\":\"black\",\"player\":1}}\n",
    );
    let from_stdin = run("replay - --format json").stdin("game = 'konane'\nmoves = ['draw']\nresult = 'draw'").ends(0);
    from_stdin.prints("{\"ply\":0,\"legal\":[],\"outcome\":{\"draw\":\"agreement\"}}\n");
}

#[test]
fn several_records_are_named_on_each_line_and_all_are_played() {
    let good = "game = 'konane'\nmoves = []\nresult = 'black'\n";
    let over = "game = 'konane'\nmoves = ['resign']\nresult = 'white'\n";
    let folder = folder_with(&[("bad.toml", good), ("good.toml", over)]);
    run("replay bad.toml good.toml --format json")
        .in_folder(folder.path())
        .ends(1)
        .prints("{\"record\":\"good.toml\",\"ply\":0,\"legal\":[],\"outcome\":{\"winner\":\"white\",\"player\":2}}\n")
        .says("error: bad.toml: ply 0: the result is given as `black`, but the game is not over\nlegal: xa8 xd5 xe4 xh1\n");
}

#[test]
fn a_records_game_is_looked_up_from_its_folder() {
    let shown = run("show konane").ends(0).stdout;
    let text = &shown[shown.find("game \"").unwrap()..];
    let folder = folder_with(&[("my.game", text), ("r.toml", "game = 'my.game'\nmoves = ['xd5']\noptions.size = '8'")]);
    let path = folder.path().join("r.toml");
    run_with(&["replay", path.to_str().unwrap(), "--format", "json"]).ends(0).shows("\"move\":\"xd5\"");
    run("moves ./my.game").in_folder(folder.path()).ends(0).prints("xa8\nxd5\nxe4\nxh1\n");
    run("moves my.game").in_folder(folder.path()).ends(0).prints("xa8\nxd5\nxe4\nxh1\n");
    run("moves -").stdin(text).ends(0).prints("xa8\nxd5\nxe4\nxh1\n");
}

#[test]
fn explain_prints_the_page_of_a_code() {
    run("explain unknown-name").ends(0).says("").shows("# `unknown-name`\n");
    run("explain unknown-nam").ends(2).prints("").mentions("did you mean `unknown-name`?");
    run("explain ../diagnostics/unknown-name").ends(2).prints("");
}

#[test]
fn explain_prints_the_entries_of_a_word_and_lists_what_it_knows() {
    run("explain jump").ends(0).says("").shows("# `jump` `over`\n").shows("jump DIRECTIONS over SET");
    run("explain first").ends(0).shows("# `sides` `first`\n").shows("# Priority: `first` `else`\n");
    run("explain jmup").ends(2).prints("").mentions("there is no code and no word `jmup`, did you mean `jump`?");
    run("explain").ends(0).shows("misspelt-word").shows(" slide,");
}

#[test]
fn fmt_rewrites_files_or_tells_which_it_would() {
    let laid_out = run("fmt -").stdin("game   \"G\" { // why\nboard grid 3 by 3 }").ends(0).stdout;
    assert!(laid_out.contains("// why"));
    let folder = folder_with(&[("a.game", "game   \"G\" { // why\nboard grid 3 by 3 }"), ("b.game", &laid_out)]);
    run("fmt --check a.game b.game").in_folder(folder.path()).ends(1).prints("a.game\n").says("");
    run("fmt --diff a.game b.game").in_folder(folder.path()).ends(0).shows("--- a.game\n").shows("\n-game   \"G\"");
    run("fmt --diff --check b.game").in_folder(folder.path()).ends(0).prints("");
    run("fmt a.game b.game").in_folder(folder.path()).ends(0).prints("").says("");
    assert_eq!(fs::read_to_string(folder.path().join("a.game")).unwrap(), laid_out);
    run("fmt --check a.game").in_folder(folder.path()).ends(0).prints("");
}

#[test]
fn fmt_leaves_what_it_cannot_read() {
    let folder = folder_with(&[("wrong.game", "game {")]);
    run("fmt wrong.game")
        .in_folder(folder.path())
        .ends(1)
        .prints("")
        .mentions("wrong.game:1")
        .mentions("`wrong.game` has");
    assert_eq!(fs::read_to_string(folder.path().join("wrong.game")).unwrap(), "game {");
    run("fmt nowhere.game").in_folder(folder.path()).ends(2).mentions("nowhere.game");
    run("fmt .").in_folder(folder.path()).ends(1).mentions("wrong.game:1");
    let empty = folder_with(&[("notes.txt", "game {")]);
    run("fmt .").in_folder(empty.path()).ends(2).mentions("there is no `.game` file in `.`");
    run("fmt -").stdin(b"\xff").ends(1).mentions("not-text");
    run("fmt -").stdin("é".repeat(1 << 20)).ends(1).mentions("file-too-large");
}

#[test]
fn the_shipped_files_are_in_the_layout() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    run_with(&["fmt", "--check", "--diff", games]).ends(0).prints("").says("");
}

#[test]
fn a_folder_stands_for_the_description_files_in_it() {
    let game = "game \"G\" {\n  board grid 3 by 3\n}\n";
    let folder = folder_with(&[("b.game", game), ("a.game", "game \"G\" { board   grid 3 by 3 }"), ("c.txt", "no")]);
    fs::create_dir(folder.path().join("more")).unwrap();
    fs::write(folder.path().join("more/d.game"), "variant \"V\" of \"konane\" {\n  set size = 6\n}\n").unwrap();
    run("fmt --check .").in_folder(folder.path()).ends(1).prints("./a.game\n").says("");
    let short = run("check --format short .").in_folder(folder.path()).ends(1);
    let files: Vec<&str> = short.stdout.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(files, ["./a.game", "./a.game", "./b.game", "./b.game"]);
    run("check more")
        .in_folder(folder.path())
        .ends(0)
        .prints("more/d.game: all is well, 1 combination of options checked\n");
}

#[test]
fn check_tells_in_every_format() {
    let text = "game \"G\" {\n  option hand = 3 of 3, 4\n  board grid 3 by 3\n  sides a, b\n  setup { every sides holds 3 }\n}\n";
    let folder = folder_with(&[("g.game", text)]);
    let message = "`sides` is not a word that can stand here";
    let short = format!("g.game:5:17: error[misspelt-word]: {message}\n");
    run("check --format short g.game").in_folder(folder.path()).ends(1).prints(&short).says("");
    run("check --format short --color always g.game").in_folder(folder.path()).ends(1).prints(&short).says("");
    let json = run("check --format json g.game").in_folder(folder.path()).ends(1);
    let found: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let expected = serde_json::json!({
        "diagnostics": [{
            "code": "misspelt-word", "severity": "error", "message": message, "file": "g.game",
            "line": 5, "column": 17, "end_line": 5, "end_column": 22, "label": "not known here",
            "secondary": [], "notes": [], "help": ["write `side`"],
            "edit": {"file": "g.game", "line": 5, "column": 17, "end_line": 5, "end_column": 22, "text": "side"},
        }],
        "combinations": 0,
    });
    assert_eq!(found, expected);
    run("check --color always g.game").in_folder(folder.path()).ends(1).mentions("\x1b[");
    let plain = run("check --color never g.game").in_folder(folder.path()).ends(1);
    assert!(!plain.stderr.contains('\x1b'));
}

#[test]
fn usage_errors_end_with_2() {
    for args in [
        "",
        "nonsense",
        "moves",
        "perft konane",
        "perft konane x",
        "perft konane -1",
        "moves konane -o size",
        "moves konane -o =6",
    ] {
        run(args).ends(2).prints("");
    }
    run("perft konane 99999999999999").ends(2).prints("");
    run_with(&["moves", ""]).ends(2).prints("");
    run("moves konane -o size=7").ends(2).prints("").mentions("6").mentions("12");
    let exact = "error: the option `size` cannot be `06`; allowed are `6`, `8`, `10` and `12`\n";
    run("moves konane -o size=06").ends(2).prints("").says(exact);
    run("moves konane -o size=+6").ends(2).prints("").mentions("`+6`");
    let twice = "error: the option `size` is given twice; give it one value\n";
    run("moves konane -o size=6 -o size=8").ends(2).prints("").says(twice);
    run("compare konane -o size=6 --options-b size=8").ends(2).prints("").says(twice);
    run("moves konane -o siez=6").ends(2).prints("").mentions("siez").mentions("size");
}

#[test]
fn help_and_version_are_results() {
    run("--help").ends(0).says("").shows("perft");
    run("--version").ends(0).prints(concat!("boardwright ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_quietly() {
    let program = env!("CARGO_BIN_EXE_boardwright");
    for args in [
        "--help",
        "list",
        "show konane",
        "moves konane",
        "perft konane 3",
        "play konane --seats random,random --seed 1",
    ] {
        let ran =
            Command::new("sh").args(["-c", &format!("sleep 0.2 | true; '{program}' {args} | true")]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ran.stderr), "", "{args}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_an_error() {
    let folder = folder_with(&[
        ("r.toml", "game = 'konane'\nmoves = ['xd5']\n"),
        ("a.game", "game   \"G\" { board grid 3 by 3 }\n"),
    ]);
    for args in [
        "--help",
        "--version",
        "help play",
        "list",
        "show konane",
        "show konane --text",
        "moves konane",
        "moves konane --format json",
        "perft konane 1",
        "why konane xd5",
        "check konane",
        "check konane --format json",
        "compare konane konane-small --depth 1 --games 1",
        "explain unused",
        "fmt --diff a.game",
        "render konane -O -",
        "replay r.toml",
        "play konane",
        "new mine",
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let program = Command::new(env!("CARGO_BIN_EXE_boardwright"))
            .args(args.split_whitespace())
            .current_dir(folder.path())
            .env("XDG_STATE_HOME", STATE)
            .stdin(Stdio::null())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn();
        let ran = program.unwrap().wait_with_output().unwrap();
        let says = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{args}: {says}");
        assert!(says.contains("cannot write: No space left on device"), "{args}: {says}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_for_which_there_is_no_memory_is_an_error() {
    let program = env!("CARGO_BIN_EXE_boardwright");
    let script = format!("ulimit -v 4000000; '{program}' perft konane 3 --threads 1 --hash 16384");
    let ran = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "error: there is no memory for `--hash 16384`\n");
    assert_eq!((ran.status.code(), ran.stdout.len()), (Some(2), 0));
}

#[test]
fn colours_come_when_asked_for() {
    let plain = run("moves nothing").ends(2);
    assert!(!plain.stderr.contains('\x1b'));
    run("moves nothing --color always").ends(2).mentions("\x1b[");
    let never = run("moves nothing --color never").ends(2);
    assert!(!never.stderr.contains('\x1b'));
}

#[test]
fn moves_name_the_statements_that_allow_them() {
    run("moves konane -o size=6 --rules")
        .ends(0)
        .prints("xa6  konane.game:12\nxc4  konane.game:12\nxd3  konane.game:12\nxf1  konane.game:12\n");
    run_with(&["moves", "fibonacci", "--rules", "--format", "json", "--after", "resign"]).ends(0).prints(
        "{\"moves\":[],\"rules\":[],\"side\":\"red\",\"phase\":\"placement\",\"outcome\":{\"winner\":\"yellow\",\"player\":2}}\n",
    );
    run_with(&["moves", "konane-turning", "--rules", "--format", "json", "--after", "xd5 xd4"]).ends(0).shows(
        "\"rules\":[{\"file\":\"konane-turning.game\",\"line\":9,\"text\":\"jump orthogonal over enemy, may continue\"}",
    );
}

#[test]
fn a_resignation_begins_no_final_round() {
    let moves = "@b5 @c4 @d2 @d5 @e5 @e1 @e4 @a6 @f4 @f6 @f2 @c1 @d1 @c6 @b4 @c2 @b1 @e3 @a2 @b3 @c5 @e2 @d3 @a1 \
                 d5xf5xf3xf1 d3xf3 c5xa5 d1xd3 a6xa4 a1xa3xc3xc5 resign a4-a3 b4-a4";
    let options = ["moves", "afterleap", "-o", "players=3", "-o", "chains=yes", "--after"];
    // The first move after it does, and whoever made that has one more turn.
    let args: Vec<&str> = options.into_iter().chain([moves]).collect();
    let left = run_with(&args).ends(0).says("").stdout;
    let ended = format!("{moves} {}", left.lines().next().unwrap());
    let args: Vec<&str> = options.into_iter().chain([ended.as_str()]).collect();
    run_with(&args).ends(0).prints("").mentions("final round");
}
