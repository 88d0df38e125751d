//! What every command says and how it ends: streams, messages, exit codes.

use super::findings;
use crate::load::LoadError;
use crate::record::{ReadError, ReplayError};
use std::io::{self, Write};

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

/// An error message on stderr. Nobody may be listening; that is no error.
pub(super) fn say(message: &str) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{style}error{style:#}: {message}");
}

/// A warning on stderr.
pub(super) fn warn(message: &str) {
    let style = anstyle::AnsiColor::Yellow.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{style}warning{style:#}: {message}");
}

/// The characters in a line where nothing tells how many there may be.
pub(super) const ACROSS: usize = 80;
/// The most characters in a line that is read with ease.
const MOST_ACROSS: usize = 100;

/// How many characters the lines of the terminal that stdout is have; `None` if it is none.
pub(super) fn columns() -> Option<usize> {
    console::Term::stdout().size_checked().map(|(_, columns)| columns as usize).filter(|&columns| columns > 0)
}

/// How many characters a line of prose may have.
pub(super) fn across() -> usize {
    columns().map_or(ACROSS, |columns| columns.min(MOST_ACROSS))
}

/// The lines of the text, those that are too long broken between words; what is broken off is indented so.
pub(super) fn broken(text: &str, indent: &str) -> String {
    broken_to(across(), text, indent)
}

fn broken_to(across: usize, text: &str, indent: &str) -> String {
    text.lines().map(|line| broken_line(across, line, indent)).collect::<Vec<String>>().join("\n")
}

fn broken_line(across: usize, line: &str, indent: &str) -> String {
    let mut words = line.split(' ');
    let mut text = words.next().unwrap_or_default().to_owned();
    let mut width = text.chars().count();
    for word in words {
        let length = word.chars().count();
        if width + 1 + length > across {
            text.push('\n');
            text.push_str(indent);
            width = indent.len();
        } else {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text
}

/// Stdout, buffered. What is written must be flushed.
pub(super) fn stdout() -> io::BufWriter<io::StdoutLock<'static>> {
    io::BufWriter::new(io::stdout().lock())
}

/// Writes the value as one line of JSON.
pub(super) fn json_line(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let word = "x".repeat(38);
        assert_eq!(broken_to(80, &format!("- {word} {word} {word}"), "  "), format!("- {word} {word}\n  {word}"));
        assert_eq!(broken_to(12, "a line that is long", " "), "a line that\n is long");
        assert_eq!(
            broken_to(80, &format!("{word}  {word}\n{word}{word}{word} y"), ""),
            format!("{word}  {word}\n{word}{word}{word}\ny")
        );
        assert_eq!(broken_to(80, "", " "), "");
    }
}
