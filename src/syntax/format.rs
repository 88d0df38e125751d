//! One layout for every file. Only blanks, line ends and `;` change, and where `{` stands: comments stay.

use super::structure::{Block, Part, Statement, statements};
use super::token::{Token, TokenKind, tokens};
use super::words::{is_builtin, is_reserved};
use crate::diag::{Diagnostic, Sink};
use crate::source::Source;

/// How wide a line may be.
const WIDTH: usize = 100;

/// The text in the one layout.
///
/// # Errors
/// The syntax errors of a text that cannot be parsed; their spans are in source 0.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let mut sink = Sink::default();
    let source = Source::new("", text);
    super::parse(0, &source, &mut sink);
    let text = source.text.as_str();
    if sink.has_errors() {
        return Err(sink.into_sorted());
    }
    let (comments, code): (Vec<Token>, Vec<Token>) = tokens(text).into_iter().partition(Token::is_comment);
    let statements = statements(text, &code).unwrap_or_default();
    let mut layout = Layout { text, code: &code, comments: &comments, out: String::new() };
    layout.lines(&statements, 0, text.len() as u32);
    Ok(layout.out)
}

struct Layout<'t> {
    text: &'t str,
    /// The tokens without comments.
    code: &'t [Token],
    /// The comments not yet written.
    comments: &'t [Token],
    out: String,
}

impl<'t> Layout<'t> {
    /// The statements of a block that ends at the byte, a line each.
    fn lines(&mut self, statements: &[Statement], indent: usize, end: u32) {
        let mut is_first = true;
        let mut before: Option<&Statement> = None;
        for (index, statement) in statements.iter().enumerate() {
            let token = self.code[statement.parts[0].head.start];
            if before.is_some_and(|before| self.shares_line(before, statement, token)) {
                self.out.push_str("; ");
            } else {
                self.own_lines(indent, token.start, &mut is_first);
                self.new_line(indent, token.lines_before > 1, &mut is_first);
            }
            self.statement(statement, indent);
            before = Some(statement);
            let next = statements.get(index + 1).map_or(end, |next| self.code[next.parts[0].head.start].start);
            self.same_line(next);
        }
        self.own_lines(indent, end, &mut is_first);
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    /// Whether the statement may stay on the line of the one before it, where it was written.
    fn shares_line(&self, before: &Statement, statement: &Statement, token: Token) -> bool {
        let [part] = &statement.parts[..] else { return false };
        let simple = part.block.is_none() && before.parts.iter().all(|part| part.block.is_none());
        let last = self.code[before.parts[0].head.end - 1];
        // A map closes its line.
        let closed = self.text[last.range()].starts_with("\"\"\"");
        let inside = self.code[part.head.clone()].iter().any(|token| token.kind == TokenKind::MapText)
            || self.has_comment(token.start, self.code[part.head.end - 1].end);
        let width = 2 + self.plain(&part.head).chars().count();
        simple
            && !token.begins_line()
            && !self.pending(token.start)
            && !closed
            && !inside
            && self.column() + width <= WIDTH
    }

    fn new_line(&mut self, indent: usize, after_blank: bool, is_first: &mut bool) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        if after_blank && !*is_first {
            self.out.push('\n');
        }
        *is_first = false;
        self.indent(indent);
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n("  ", indent));
    }

    /// The comments before the byte, on lines of their own.
    fn own_lines(&mut self, indent: usize, before: u32, is_first: &mut bool) {
        while let Some(comment) = self.comment(before) {
            self.new_line(indent, comment.lines_before > 1, is_first);
            self.out.push_str(self.text[comment.range()].trim_end());
        }
    }

    /// A comment that stands before the byte and behind what has just been written.
    fn same_line(&mut self, before: u32) {
        if self.pending(before) && !self.comments[0].begins_line() {
            self.push_comment(self.comments[0]);
            self.comments = &self.comments[1..];
        }
    }

    /// Whether a comment before the byte is not yet written.
    fn pending(&self, before: u32) -> bool {
        self.comments.first().is_some_and(|comment| comment.start < before)
    }

    fn push_comment(&mut self, comment: Token) {
        self.out.push_str("  ");
        self.out.push_str(self.text[comment.range()].trim_end());
    }

    /// The next comment, if it stands before the byte.
    fn comment(&mut self, before: u32) -> Option<Token> {
        let (&comment, rest) = self.comments.split_first().filter(|(comment, _)| comment.start < before)?;
        self.comments = rest;
        Some(comment)
    }

    fn has_comment(&self, start: u32, end: u32) -> bool {
        let first = self.comments.partition_point(|comment| comment.start < start);
        self.comments.get(first).is_some_and(|comment| comment.start < end)
    }

    fn line(&self) -> &str {
        &self.out[self.out.rfind('\n').map_or(0, |end| end + 1)..]
    }

    fn column(&self) -> usize {
        self.line().chars().count()
    }

    fn statement(&mut self, statement: &Statement, indent: usize) {
        for (index, part) in statement.parts.iter().enumerate() {
            let first = self.code[part.head.start];
            if index > 0 {
                self.before_else(first, &statement.parts[index - 1], indent);
            }
            self.head(part, indent);
            if let Some(block) = &part.block {
                self.block(block, indent);
            }
        }
    }

    fn before_else(&mut self, token: Token, before: &Part, indent: usize) {
        if self.pending(token.start) {
            self.same_line(token.start);
            self.own_lines(indent, token.start, &mut true);
            self.new_line(indent, false, &mut true);
            return;
        }
        let short =
            before.block.as_ref().is_some_and(|block| !self.line().trim_start().starts_with('}') && block.close > 0);
        if short && token.begins_line() {
            self.new_line(indent, false, &mut true);
        } else {
            self.out.push(' ');
        }
    }

    /// The head of a part, with the `{` of its block.
    fn head(&mut self, part: &Part, indent: usize) {
        let head = part.head.clone();
        for index in head.clone() {
            let token = self.code[index];
            let mut begins_line = index == head.start;
            let opens_block = part.block.is_some() && index + 1 == head.end;
            if index > head.start && !opens_block && self.pending(token.start) {
                while let Some(comment) = self.comment(token.start) {
                    if comment.begins_line() || begins_line {
                        self.new_line(indent + 1, false, &mut true);
                        self.out.push_str(self.text[comment.range()].trim_end());
                    } else {
                        self.push_comment(comment);
                    }
                    begins_line = true;
                }
                self.new_line(indent + 1, false, &mut true);
            } else if index > head.start && self.written(index - 1) == "," && !self.fits_to_comma(index, head.end) {
                self.new_line(indent + 1, false, &mut true);
                begins_line = true;
            }
            if !begins_line && self.is_apart(index) {
                self.out.push(' ');
            }
            match token.kind {
                TokenKind::MapText => self.map(token, indent),
                _ => self.out.push_str(&self.text[token.range()]),
            }
        }
    }

    /// Whether the line has room for the tokens as far as the next comma.
    fn fits_to_comma(&self, index: usize, end: usize) -> bool {
        let stop = (index..end).find(|&at| self.written(at) == ",").map_or(end, |comma| comma + 1);
        self.column() + 1 + self.plain(&(index..stop)).chars().count() <= WIDTH
    }

    /// The tokens on one line.
    fn plain(&self, range: &std::ops::Range<usize>) -> String {
        let mut text = String::new();
        for index in range.clone() {
            if index > range.start && self.is_apart(index) {
                text.push(' ');
            }
            text.push_str(self.written(index));
        }
        text
    }

    fn written(&self, index: usize) -> &'t str {
        &self.text[self.code[index].range()]
    }

    /// Whether a blank stands between the token and the one before it.
    fn is_apart(&self, index: usize) -> bool {
        let tight_before = matches!(self.written(index), "," | ")" | "]" | ";");
        let tight_after = matches!(self.written(index - 1), "(" | "[") || self.is_negative(index - 1);
        !tight_before && !tight_after
    }

    /// Whether the token is a `-` with one operand.
    fn is_negative(&self, index: usize) -> bool {
        if self.written(index) != "-" || index == 0 {
            return false;
        }
        let before = self.written(index - 1);
        match self.code[index - 1].kind {
            TokenKind::Sign => !matches!(before, ")" | "]"),
            TokenKind::Word => is_reserved(before) && !is_builtin(before) && !matches!(before, "yes" | "no"),
            _ => false,
        }
    }

    /// The rows of a map, moved as one so that they stay aligned.
    fn map(&mut self, token: Token, indent: usize) {
        let inner = &self.text[token.start as usize + 3..token.end as usize - 3];
        let rows: Vec<&str> = inner.split('\n').map(str::trim_end).filter(|row| !row.trim_start().is_empty()).collect();
        let margin = |row: &&str| row.len() - row.trim_start_matches([' ', '\t']).len();
        // A row beside the opening quotes does not show how far the others are moved in.
        let beside = inner.split('\n').next().is_some_and(|row| !row.trim().is_empty());
        let margins = rows.iter().skip(usize::from(beside)).map(margin);
        let common = margins.min().unwrap_or(0);
        self.out.push_str("\"\"\"");
        for (index, row) in rows.iter().enumerate() {
            self.out.push('\n');
            self.indent(indent + 1);
            self.out.push_str(if index == 0 && beside { row.trim_start() } else { &row[common..] });
        }
        self.out.push('\n');
        self.indent(indent);
        self.out.push_str("\"\"\"");
    }

    /// What follows a `{`: on the same line if it was written so and fits.
    fn block(&mut self, block: &Block, indent: usize) {
        let close = self.code[block.close];
        if block.statements.is_empty() && !self.pending(close.start) {
            self.out.push('}');
            return;
        }
        if self.was_on_one_line(block) {
            let inner = self.on_one_line(block);
            if self.column() + inner.chars().count() <= WIDTH {
                self.out.push_str(&inner);
                return;
            }
        }
        let inner = self.code.get(block.open + 1).map_or(close.start, |token| token.start);
        self.same_line(inner);
        self.out.push('\n');
        self.lines(&block.statements, indent + 1, close.start);
        self.indent(indent);
        self.out.push('}');
    }

    fn was_on_one_line(&self, block: &Block) -> bool {
        let tokens = &self.code[block.open + 1..=block.close];
        let spread = |token: &Token| token.begins_line() || token.kind == TokenKind::MapText;
        !tokens.iter().any(spread) && !self.pending(self.code[block.close].start)
    }

    /// ` a; b }`
    fn on_one_line(&self, block: &Block) -> String {
        if block.statements.is_empty() {
            return "}".to_owned();
        }
        let statements: Vec<String> =
            block.statements.iter().map(|statement| self.statement_on_one_line(statement)).collect();
        format!(" {} }}", statements.join("; "))
    }

    fn statement_on_one_line(&self, statement: &Statement) -> String {
        let part = |part: &Part| {
            let block = part.block.as_ref().map_or(String::new(), |block| self.on_one_line(block));
            self.plain(&part.head) + &block
        };
        statement.parts.iter().map(part).collect::<Vec<_>>().join(" ")
    }
}
