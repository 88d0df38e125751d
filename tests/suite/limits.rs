//! No file of up to 1 MB takes much work to check, whatever it says.

use allocation_counter::measure;
use boardwright::diag::Sink;
use boardwright::load::Description;
use boardwright::source::MOST_BYTES;

/// The most allocations that checking a file of so many bytes takes, which stand for steps of work: they are the same on every
/// machine, however busy it is.
pub fn most_steps(bytes: usize) -> u64 {
    10_000_000 + 100 * bytes as u64
}

/// Checks the text, whatever it says.
pub fn checks_in_few_steps(text: &str) {
    let check = || {
        if let Ok(description) = Description::from_text("large.game", text) {
            description.check_all(&mut Sink::default());
        }
    };
    let steps = measure(check).count_total;
    let shown = text.chars().take(300).collect::<String>();
    assert!(steps <= most_steps(text.len()), "{steps} allocations for {} bytes: {shown}", text.len());
}

/// As many of the pieces, between the head and the tail, as a file may have bytes for.
fn filled(head: &str, piece: impl Fn(usize) -> String, tail: &str) -> String {
    let mut text = head.to_owned();
    for number in 0.. {
        let piece = piece(number);
        if text.len() + piece.len() + tail.len() > MOST_BYTES {
            break;
        }
        text += &piece;
    }
    text + tail
}

#[test]
fn no_file_takes_many_steps() {
    let head =
        "game \"Large\" {\n board grid 16 by 16\n sides white, black\n setup { white on row 1; black on row 16 }\n";
    let options = "option a = 1 of 1, 2, 3, 4, 5, 6, 7, 8\n option b = 1 of 1, 2, 3, 4, 5, 6, 7, 8\n";
    let tail = " stuck loses\n }\n}\n";
    let texts = [
        filled(&format!("{head}phase play {{\n"), |_| "step orthogonal onto empty and row 3\n".to_owned(), tail),
        filled(&format!("{head}phase play {{\nwin when count own == 0"), |_| " + 1".to_owned(), &format!("\n{tail}")),
        filled(head, |number| format!("let a{number}x = orthogonal to (row 1 or diagonal to corners)\n"), "}\n"),
        filled(
            &head.replacen('{', &format!("{{\n{options}"), 1),
            |number| format!("region r{number}r = row {}\n", number % 16 + 1),
            "}\n",
        ),
        filled(head, |number| format!("phase p{number}p {{ stpe orthogonal }}\n"), "}\n"),
        filled("game \"x\" {\n board grid 5 by 5\n sides a, b\n setup {\n", |_| "a on a1\n".to_owned(), "}\n}\n"),
        filled(
            "game \"x\" {\n board grid 5 by 5\n sides a, b\n setup map \"\"\"\n",
            |_| "Q ".to_owned(),
            "\n\"\"\"\n}\n",
        ),
        filled("game \"x\" {\n", |_| "{".to_owned(), "}\n"),
        filled("game \"x\" {\n", |_| "if yes {\n".to_owned(), ""),
        filled("game \"x\" {\n", |_| "}\n".to_owned(), ""),
        filled("game \"x\" {\n", |_| "\"".to_owned(), ""),
        filled("game \"x\" {\n let a = ", |_| "(".to_owned(), ""),
        filled("game \"x\" {\n let a = ", |_| "not ".to_owned(), "1\n}\n"),
        filled("game \"x\" {\n sides ", |number| format!("s{number}s, "), "t\n}\n"),
        filled("game \"x\" {\n", |_| "\u{1f600}".to_owned(), "}\n"),
        "x".repeat(MOST_BYTES),
    ];
    texts.iter().for_each(|text| checks_in_few_steps(text));
}

#[test]
#[cfg(target_os = "linux")]
fn no_file_takes_300_mb() {
    const MOST_KB: u32 = 300 * 1024;
    let map = "game \"x\" {\n board grid 5 by 5\n sides a, b\n setup map \"\"\"\n";
    let texts = [
        filled("game \"x\" {\n", |_| "{".to_owned(), "\n"),
        filled("game \"x\" {\n let a = ", |_| "[".to_owned(), "\n}\n"),
        filled("game \"x\" {\n let a", |_| "-b".to_owned(), " = 1\n}\n"),
        filled(map, |_| "x\n".to_owned(), "\"\"\"\n}\n"),
        filled("game \"x\" {\n board grid 5 by 5\n region r = [", |_| "a1, ".to_owned(), "a2]\n}\n"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.game");
    for text in texts {
        std::fs::write(&path, &text).unwrap();
        // Where memory may not be had, the program is aborted.
        let limited = format!("ulimit -v {MOST_KB} && exec \"$0\" check --format short \"$1\"");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_boardwright")]).arg(&path);
        let code = command.output().unwrap().status.code();
        assert_eq!(code, Some(1), "{}", text.chars().take(100).collect::<String>());
    }
}
