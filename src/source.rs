//! Description files as text: names, byte spans, and the lines that people count by.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most bytes that a description file may have.
pub const MOST_BYTES: usize = 1 << 20;

/// The text on one line: control characters are written out, such as `\n`.
pub fn one_line(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        match c.is_control() {
            true => line.extend(c.escape_debug()),
            false => line.push(c),
        }
    }
    line
}

/// The path for people, on one line; bytes that are no text are written out, such as `\xff`.
pub fn shown(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text += &one_line(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

/// The path of these bytes.
pub fn path_of(bytes: Vec<u8>) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        PathBuf::from(std::ffi::OsString::from_vec(bytes))
    }
    // Elsewhere a path that is no text does not come as bytes.
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// A stretch of bytes in one source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// Which source of the load, as numbered by [`Sources`].
    pub source: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span that covers both, which lie in one source.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes, for slicing the source's text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value and where it was written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// One description file: its name as shown to people, and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// A path, or a shipped game's name with its extension.
    pub name: String,
    /// The whole text.
    pub text: String,
    line_starts: Vec<u32>,
}

impl Source {
    /// A source under the given name. A carriage return by itself ends a line, as old programs write it, and is kept as
    /// the line end that it is.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = with_line_ends(text.into());
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        Source { name: name.into(), text, line_starts }
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub fn line_column(&self, byte: u32) -> (usize, usize) {
        let line = self.line_starts.partition_point(|&start| start <= byte) - 1;
        let start = self.line_starts[line] as usize;
        let before = self.text.get(start..byte as usize).unwrap_or("");
        (line + 1, before.chars().count() + 1)
    }
}

/// The text, with `\n` for each `\r` that no `\n` follows: bytes stay where they are.
fn with_line_ends(text: String) -> String {
    if !text.contains('\r') {
        return text;
    }
    let mut left = text.chars().peekable();
    let mut ends = String::with_capacity(text.len());
    while let Some(character) = left.next() {
        ends.push(if character == '\r' && left.peek() != Some(&'\n') { '\n' } else { character });
    }
    ends
}

/// The line up to its comment: `//` that stands in no text.
fn without_comment(line: &str) -> &str {
    let mut starts = line.match_indices("//").map(|(at, _)| at);
    let start = starts.find(|&at| line[..at].matches('"').count().is_multiple_of(2));
    &line[..start.unwrap_or(line.len())]
}

/// The sources of one load: the file asked for is the first, then each that it is a variant of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources(Vec<Arc<Source>>);

impl Sources {
    /// Adds a source; answers its number for [`Span::source`].
    pub fn add(&mut self, source: Source) -> u16 {
        self.0.push(Arc::new(source));
        (self.0.len() - 1) as u16
    }

    /// The source that the span lies in.
    pub fn of(&self, span: Span) -> &Source {
        &self.0[span.source as usize]
    }

    /// The words at the span.
    pub fn text(&self, span: Span) -> &str {
        self.of(span).text.get(span.range()).unwrap_or("")
    }

    /// The words at the span on one line, without comments.
    pub fn words(&self, span: Span) -> String {
        let lines = self.text(span).lines().map(without_comment);
        lines.flat_map(str::split_whitespace).collect::<Vec<&str>>().join(" ")
    }

    /// Where the span begins: the file, and the line, from 1.
    pub fn line(&self, span: Span) -> (&str, usize) {
        let source = self.of(span);
        (&source.name, source.line_column(span.start).0)
    }

    /// Where the span begins, as people write it: `name.game:12`.
    pub fn place(&self, span: Span) -> String {
        let (file, line) = self.line(span);
        format!("{file}:{line}")
    }

    /// All sources, in the order added.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter().map(|source| &**source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_by_characters() {
        let source = Source::new("a.game", "ab\nçd\n");
        assert_eq!(source.line_column(0), (1, 1));
        assert_eq!(source.line_column(2), (1, 3));
        assert_eq!(source.line_column(3), (2, 1));
        assert_eq!(source.line_column(5), (2, 2));
        assert_eq!(source.line_column(7), (3, 1));
    }

    #[test]
    #[cfg(unix)]
    fn a_path_is_shown_on_one_line() {
        use std::os::unix::ffi::OsStrExt;
        let of = |bytes: &[u8]| shown(Path::new(std::ffi::OsStr::from_bytes(bytes)));
        assert_eq!(of("a 'ü'\u{301}/b.game".as_bytes()), "a 'ü'\u{301}/b.game");
        assert_eq!(of(b"a\nb\t\x1b\xc2\x9b\xff\xc3"), "a\\nb\\t\\u{1b}\\u{9b}\\xff\\xc3");
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let source = Source::new("a.game", "a\rb\r\nc\n\rd");
        assert_eq!(source.text, "a\nb\r\nc\n\nd");
        assert_eq!([2, 5, 8].map(|byte| source.line_column(byte)), [(2, 1), (3, 1), (5, 1)]);
    }

    #[test]
    fn words_are_told_on_one_line_without_comments() {
        let mut sources = Sources::default();
        let text = "draw \"a // b\"  // why\n    when  passes >= 2";
        sources.add(Source::new("a.game", text));
        let span = Span { source: 0, start: 0, end: text.len() as u32 };
        assert_eq!(sources.words(span), "draw \"a // b\" when passes >= 2");
        assert_eq!(sources.place(Span { start: 30, ..span }), "a.game:2");
    }
}
