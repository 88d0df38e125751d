//! What is typed: edited at a terminal, with a history and with words completed; else plain lines, whatever the input
//! is: no line is too long, and none need be text.

use super::commands::COMMANDS;
use super::table::Table;
use crate::notation;
use rustyline::completion::Completer;
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal, StdinLock, Write};

/// The longest line that is taken as it is; of a longer one the rest is dropped.
const MAX_BYTES: usize = 4096;

/// Where lines come from.
pub(super) enum Lines {
    /// At a terminal; with the lines of what was pasted that are still to be taken, the next of them last.
    Edited(Box<Editor<Words, MemHistory>>, Vec<String>),
    Plain {
        reader: StdinLock<'static>,
        echoed: bool,
    },
}

/// The words that may begin a line.
pub(super) struct Words(pub(super) Vec<String>);

impl Lines {
    pub(super) fn new() -> Lines {
        let echoed = io::stdin().is_terminal();
        if echoed && io::stdout().is_terminal() {
            let config = rustyline::Config::builder().completion_type(CompletionType::List).build();
            if let Ok(mut editor) = Editor::with_history(config, MemHistory::new()) {
                editor.set_auto_add_history(true);
                return Lines::Edited(Box::new(editor), Vec::new());
            }
        }
        Lines::Plain { reader: io::stdin().lock(), echoed }
    }

    /// Whether somebody types them.
    pub(super) fn are_typed(&self) -> bool {
        matches!(self, Lines::Edited(..) | Lines::Plain { echoed: true, .. })
    }

    /// Asks for a line, whose words may be those and which need be no text; `None` at the end of input.
    pub(super) fn ask(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Words,
        out: &mut impl Write,
    ) -> io::Result<Option<Vec<u8>>> {
        match self {
            Lines::Edited(editor, pasted) => {
                if let Some(line) = pasted.pop() {
                    writeln!(out, "{prompt}{line}")?;
                    return Ok(Some(line.into_bytes()));
                }
                out.flush()?;
                editor.set_helper(Some(words()));
                loop {
                    match editor.readline(prompt) {
                        Ok(text) => {
                            pasted.extend(text.lines().rev().map(str::to_owned));
                            return Ok(Some(pasted.pop().unwrap_or_default().into_bytes()));
                        }
                        // Ctrl-C drops what was typed so far.
                        Err(ReadlineError::Interrupted) => {
                            writeln!(out, "`quit` leaves the game")?;
                            out.flush()?;
                        }
                        // What is no text drops it too.
                        Err(ReadlineError::Io(error))
                            if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::InvalidData) => {}
                        Err(_) => return Ok(None),
                    }
                }
            }
            Lines::Plain { reader, echoed } => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let line = next(reader)?;
                // At a terminal what is typed stands beside the prompt already.
                if let Some(line) = line.as_ref().filter(|_| !*echoed) {
                    out.write_all(line.trim_ascii())?;
                    writeln!(out)?;
                }
                Ok(line)
            }
        }
    }
}

/// The next line without its end; `None` at the end of input.
fn next(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut read_any = false;
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // An input that cannot be read, such as a folder, has nothing more to say.
            Err(_) => &[],
            Ok(buffer) => buffer,
        };
        if buffer.is_empty() {
            return Ok(read_any.then_some(line));
        }
        read_any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let taken = &buffer[..end.unwrap_or(buffer.len())];
        let room = MAX_BYTES - line.len();
        line.extend_from_slice(&taken[..taken.len().min(room)]);
        let consumed = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(consumed);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

impl Words {
    /// The legal moves, what goes on from the beginning of one that has been said, and the commands.
    pub(super) fn of(table: &Table) -> Words {
        let moves: Vec<String> = notation::sorted_legal(&table.position).into_iter().map(|(text, _)| text).collect();
        let said = table.typed.text();
        let rests = moves.iter().filter_map(|text| text.strip_prefix(said)).map(str::to_owned);
        let rests: Vec<String> = if said.is_empty() { Vec::new() } else { rests.collect() };
        let commands = COMMANDS.iter().map(|(word, takes, _)| match *takes {
            "" => (*word).to_owned(),
            _ => format!("{word} "),
        });
        Words(rests.into_iter().chain(moves).chain(commands).collect())
    }

    /// Where the word before the cursor begins, and what it may become.
    fn completions(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let before = &line[..cursor];
        // `why` is followed by a move.
        let start = if before.starts_with("why ") { "why ".len() } else { 0 };
        let words = self.0.iter().filter(|word| word.starts_with(&before[start..]));
        (start, words.cloned().collect())
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completions(line, cursor))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Vec<u8>> {
        std::iter::from_fn(|| next(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_end_with_the_input_too() {
        assert_eq!(lines(b"a\n\nb"), [&b"a"[..], b"", b"b"]);
        assert_eq!(lines(b""), [b""; 0]);
    }

    #[test]
    fn what_is_no_text_and_what_is_too_long_is_read_all_the_same() {
        let mut input = vec![b'x'; 3 * MAX_BYTES];
        input.extend(b"\n\xff\n");
        assert_eq!(lines(&input), [&[b'x'; MAX_BYTES][..], b"\xff"]);
    }

    #[test]
    fn words_are_completed_from_the_start_of_the_line() {
        let words = Words(["c3xc5", "c3-d4", "why ", "quit"].map(str::to_owned).to_vec());
        assert_eq!(words.completions("c3", 2), (0, vec!["c3xc5".to_owned(), "c3-d4".to_owned()]));
        assert_eq!(words.completions("why c3-", 7), (4, vec!["c3-d4".to_owned()]));
        assert_eq!(words.completions("q", 1), (0, vec!["quit".to_owned()]));
        assert_eq!(words.completions("zé", 3), (0, Vec::new()));
    }
}
