//! What every command says and how it ends: streams, messages, exit codes.

use super::findings;
use crate::load::LoadError;
use crate::record::{ReadError, ReplayError};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

/// Why a command did not end well.
#[derive(Debug)]
pub(super) enum Failure {
    /// What was asked for cannot be done: exit code 2.
    Usage(String),
    /// A file, a record or a move is wrong: exit code 1.
    Wrong(String),
    /// A description could not be loaded.
    Load(LoadError),
    /// Everything has been said already.
    Said(u8),
    /// The results cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Failure {
        Failure::Load(error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            ReadError::Io { .. } => Failure::Usage(error.to_string()),
            _ => Failure::Wrong(error.to_string()),
        }
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Failure {
        Failure::Wrong(error.to_string())
    }
}

impl Failure {
    /// The first line of what is said of it.
    pub(super) fn headline(&self) -> String {
        let message = match self {
            Failure::Usage(message) | Failure::Wrong(message) => message.clone(),
            Failure::Load(error) => error.to_string(),
            Failure::Output(error) => error.to_string(),
            Failure::Said(_) => String::new(),
        };
        message.lines().next().unwrap_or_default().to_owned()
    }
}

/// Says on stderr what went wrong, unless the reader of stdout has gone; answers the exit code.
pub(super) fn report(failure: &Failure) -> u8 {
    match failure {
        Failure::Usage(message) => {
            say(message);
            2
        }
        Failure::Wrong(message) => {
            say(message);
            1
        }
        Failure::Load(error) => report_load(error),
        Failure::Said(code) => *code,
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Failure::Output(error) => {
            say(&format!("cannot write: {error}"));
            2
        }
    }
}

fn report_load(error: &LoadError) -> u8 {
    if let LoadError::Wrong { diagnostics, sources } = error {
        findings::tell(diagnostics, sources);
    }
    say(&error.to_string());
    if matches!(error, LoadError::Wrong { .. }) { 1 } else { 2 }
}

/// An error message on stderr.
pub(super) fn say(message: &str) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    tell(&format!("{style}error{style:#}: {}", escaped(message)));
}

/// A warning on stderr.
pub(super) fn warn(message: &str) {
    let style = anstyle::AnsiColor::Yellow.on_default().bold();
    tell(&format!("{style}warning{style:#}: {}", escaped(message)));
}

/// Something to know beside the results, on stderr.
pub(super) fn note(message: &str) {
    tell(&escaped(message));
}

/// Lines on stderr, broken where a terminal shows them. Nobody may be listening; that is no error.
fn tell(text: &str) {
    let _ = match across_stderr() {
        Some(columns) => writeln!(anstream::stderr(), "{}", broken_to(columns, text, "")),
        None => writeln!(anstream::stderr(), "{text}"),
    };
}

/// What is [painted](Out::painted) already, on stderr.
pub(super) fn tell_painted(text: &str) {
    let _ = write!(anstream::stderr(), "{}", escaped_but_paint(text));
}

/// Says what the arguments are that no command takes, or gives the help that they ask for.
pub(super) fn report_arguments(error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        let written = error.print().and_then(|()| io::stdout().flush());
        return written.map_or_else(|error| report(&Failure::Output(error)), |()| 0);
    }
    // The message repeats the arguments.
    let _ = match std::env::args_os().any(|argument| argument.to_string_lossy().contains(steers)) {
        true => write!(anstream::stderr(), "{}", escaped(&error.render().to_string())),
        false => error.print(),
    };
    2
}

/// The characters in a line where nothing tells how many there may be.
const ACROSS: usize = 80;
/// The most characters in a line that is read with ease.
const MOST_ACROSS: usize = 100;

/// How many characters the lines of the terminal that stdout is have; `None` if it is none.
pub(super) fn columns() -> Option<usize> {
    columns_of(&console::Term::stdout())
}

fn columns_of(terminal: &console::Term) -> Option<usize> {
    terminal.size_checked().map(|(_, columns)| columns as usize).filter(|&columns| columns > 0)
}

/// How many characters a line of prose on stdout may have.
pub(super) fn across() -> usize {
    columns().map_or(ACROSS, |columns| columns.min(MOST_ACROSS))
}

/// How many characters a line of prose on stderr may have; `None` where no terminal shows it.
pub(super) fn across_stderr() -> Option<usize> {
    columns_of(&console::Term::stderr()).map(|columns| columns.min(MOST_ACROSS))
}

/// How many characters the line shows, of which those that paint it are none.
pub(super) fn width(line: &str) -> usize {
    anstream::adapter::strip_str(line).map(|part| part.chars().count()).sum()
}

/// The lines of the text, those that are too long broken between words; what is broken off is indented so.
pub(super) fn broken(text: &str, indent: &str) -> String {
    broken_to(across(), text, indent)
}

pub(super) fn broken_to(across: usize, text: &str, indent: &str) -> String {
    text.lines().map(|line| broken_line(across, line, indent)).collect::<Vec<String>>().join("\n")
}

fn broken_line(across: usize, line: &str, indent: &str) -> String {
    let mut words = line.split(' ');
    let mut text = words.next().unwrap_or_default().to_owned();
    let mut filled = width(&text);
    for word in words {
        let length = width(word);
        if filled + 1 + length > across {
            text.push('\n');
            text.push_str(indent);
            filled = indent.len();
        } else {
            text.push(' ');
            filled += 1;
        }
        text.push_str(word);
        filled += length;
    }
    text
}

/// Whether the character steers a terminal, changes the order of others or cannot be seen.
fn steers(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => c.is_control(),
    }
}

/// The text with what [`steers`] written out, such as `\u{1b}`.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::new();
    for (at, c) in text.char_indices() {
        match steers(c) && !text[at..].starts_with("\r\n") {
            true => safe.extend(c.escape_unicode()),
            false => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// The same, but for what colours it.
fn escaped_but_paint(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut safe = escaped(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let end = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        safe.push_str(if end.starts_with('m') { "\x1b[" } else { "\\u{1b}[" });
        safe.push_str(&escaped(part));
    }
    safe
}

/// Stdout, buffered, for people and programs alike: whatever is written comes out [`escaped`]. It must be flushed.
pub(super) struct Out(io::BufWriter<io::StdoutLock<'static>>);

pub(super) fn stdout() -> Out {
    Out(io::BufWriter::new(io::stdout().lock()))
}

impl Out {
    /// Writes what has colours of our own in it, and nothing of others' that could hold any.
    pub(super) fn painted(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(escaped_but_paint(text).as_bytes())
    }

    /// Writes a file's content: as it is, unless a terminal shows it.
    pub(super) fn content(&mut self, text: &str) -> io::Result<()> {
        if io::stdout().is_terminal() { self.write_all(text.as_bytes()) } else { self.0.write_all(text.as_bytes()) }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            self.0.write_all(escaped(chunk.valid()).as_bytes())?;
            chunk.invalid().iter().try_for_each(|byte| write!(self.0, "\\x{byte:02x}"))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes the value as one line of JSON, with what [`steers`] as JSON writes it out.
pub(super) fn json_line(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    let mut line = String::new();
    for c in serde_json::to_string(value)?.chars() {
        match steers(c) {
            true => line.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}"))),
            false => line.push(c),
        }
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        let table = [
            ("plain \t text\nµ é 棋 😀 a\u{301}", "plain \t text\nµ é 棋 😀 a\u{301}"),
            ("\x1b[31mred\x07\x7f\u{9b}", "\\u{1b}[31mred\\u{7}\\u{7f}\\u{9b}"),
            ("a\rb\r\nc\0", "a\\u{d}b\r\nc\\u{0}"),
            (
                "\u{202e}\u{2066}\u{200e}\u{61c}\u{200b}\u{feff}",
                "\\u{202e}\\u{2066}\\u{200e}\\u{61c}\\u{200b}\\u{feff}",
            ),
            ("\u{2028}\u{2029}\u{85}\u{e0041}", "\\u{2028}\\u{2029}\\u{85}\\u{e0041}"),
        ];
        for (text, safe) in table {
            assert_eq!(escaped(text), safe);
        }
        let painted = "\x1b[1;31mred\x1b[0m\x1b[2J\x1b]0;t\x07\x1b[";
        assert_eq!(escaped_but_paint(painted), "\x1b[1;31mred\x1b[0m\\u{1b}[2J\\u{1b}]0;t\\u{7}\\u{1b}[");
    }

    #[test]
    fn json_stays_json() {
        let text = "\x1b\x7f\u{9b}\u{202e}\u{e0041}\u{2028}\n\"é";
        let mut line = Vec::new();
        json_line(&mut line, &text).unwrap();
        let line = String::from_utf8(line).unwrap();
        assert_eq!(line, "\"\\u001b\\u007f\\u009b\\u202e\\udb40\\udc41\\u2028\\n\\\"é\"\n");
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        let word = "x".repeat(38);
        assert_eq!(broken_to(80, &format!("- {word} {word} {word}"), "  "), format!("- {word} {word}\n  {word}"));
        assert_eq!(broken_to(12, "a line that is long", " "), "a line that\n is long");
        let painted = "a \x1b[1;31mline\x1b[0m that is long";
        assert_eq!(broken_to(12, painted, " "), "a \x1b[1;31mline\x1b[0m that\n is long");
        assert_eq!(
            broken_to(80, &format!("{word}  {word}\n{word}{word}{word} y"), ""),
            format!("{word}  {word}\n{word}{word}{word}\ny")
        );
        assert_eq!(broken_to(80, "", " "), "");
    }
}
