//! Reads each statement as what its block takes. Where one is broken, it says why and goes on with the next.

use super::build::Builder;
use super::explain::{Explained, Failure};
use super::grammar::{Grammar, Rule};
use super::language::Version;
use super::structure::{Block, Part, Statement};
use super::token::{Token, TokenKind};
use super::tree::*;
use super::words::{Expected, goes_on_with_line_before, joins_values, nearest, position, starts};
use super::{MOST_ERRORS, MOST_OPERATORS};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use pest::Parser;
use pest::iterators::Pair;
use std::ops::Range;

/// Reads the statements of one file.
pub(super) struct Reader<'t> {
    source: u16,
    text: &'t str,
    tokens: &'t [Token],
    problems: Vec<Diagnostic>,
    broken: Vec<Span>,
    version: Version,
    /// The token that a line begins with which a broken statement before it was meant to go on in.
    continued: Option<usize>,
}

/// What pest made of a head, and where that begins in the file.
struct Parsed<'t> {
    pair: Pair<'t, Rule>,
    offset: u32,
}

impl<'t> Reader<'t> {
    pub fn new(source: u16, text: &'t str, tokens: &'t [Token]) -> Reader<'t> {
        Reader {
            source,
            text,
            tokens,
            problems: Vec::new(),
            broken: Vec::new(),
            version: Version::default(),
            continued: None,
        }
    }

    /// Hands over the problems; answers where broken statements are.
    pub fn finish(mut self, found: &mut Vec<Diagnostic>) -> Vec<Span> {
        found.extend(self.version.problems(self.source, self.text, self.tokens, self.problems));
        self.broken.extend(found.iter().map(|problem| problem.primary.span));
        self.broken
    }

    /// The whole file.
    pub fn file(&mut self, statements: &[Statement]) -> Option<Tree> {
        let none = [];
        let [statement, rest @ ..] = statements else {
            self.fail(Rule::file_head, 0..1, 0, Expected::default());
            return None;
        };
        let part = &statement.parts[0];
        let head = self.strict(Rule::file_head, part.head.clone()).ok();
        let (first, inside) = match &part.block {
            Some(block) => (&none[..], &block.statements[..]),
            None if head.is_none() && !self.is_head(part.head.start) => (&statements[..1], rest),
            None => (&none[..], rest),
        };
        if let (Some(block), Some(more)) = (&part.block, rest.first()) {
            self.text_after_end(block, more);
        }
        self.items(first);
        let inside = self.language(inside);
        let items = self.items(inside);
        let head = head.map(|head| self.builder(head.offset).head(head.pair))?;
        Some(Tree { head, items, broken: Vec::new() })
    }

    /// Reads which version of the language the file is written for, if it says so; answers the statements after that.
    fn language<'s>(&mut self, statements: &'s [Statement]) -> &'s [Statement] {
        match statements.split_first() {
            Some((first, rest)) if self.written(first.parts[0].head.start) == "language" => {
                let parsed = self.strict(Rule::language_line, first.parts[0].head.clone()).ok();
                if let Some(number) = parsed.and_then(|parsed| parsed.pair.into_inner().last()) {
                    let token = self.span_of(first.parts[0].head.end - 1);
                    self.version = Version::stated(number.as_str(), token);
                }
                rest
            }
            _ => statements,
        }
    }

    fn is_head(&self, token: usize) -> bool {
        nearest(self.written(token), starts(Rule::file_head)).is_some()
            || starts(Rule::file_head).contains(&self.written(token))
    }

    fn text_after_end(&mut self, block: &Block, more: &Statement) {
        let start = self.span_of(more.parts[0].head.start);
        let message = "text after the end of the file's block";
        let problem = Diagnostic::error(Code::TextAfterEnd, start, message, "nothing can stand here")
            .and(self.span_of(block.close), "the block ends here");
        let help = match self.is_head(more.parts[0].head.start) {
            true => "a file is one `game` or one `variant`: write the other into a file of its own",
            false => "move it before the last `}`",
        };
        self.problems.push(problem.help(help));
    }

    fn items(&mut self, statements: &[Statement]) -> Vec<Item> {
        self.each(statements, Rule::file_line, |reader, parsed, statement| {
            let mut kind = reader.builder(parsed.offset).item(parsed.pair);
            let block = inside(&statement.parts[0]);
            match &mut kind {
                ItemKind::Board(board) => board.lines = reader.lines(block),
                ItemKind::Setup(lines) => *lines = reader.setup(block),
                ItemKind::Phase(phase) => phase.body = reader.play(block),
                ItemKind::Region { value: RegionValue::BySide(entries), .. } => *entries = reader.region(block),
                ItemKind::If { then, otherwise, .. } => {
                    *then = reader.items(block);
                    let nested = |span, condition, then, otherwise| {
                        let kind = ItemKind::If { condition, then, otherwise };
                        Item { span, kind }
                    };
                    *otherwise = reader.otherwise(&statement.parts[1..], Self::items, nested);
                }
                _ => {}
            }
            Item { span: reader.span(&statement.parts), kind }
        })
    }

    fn lines(&mut self, statements: &[Statement]) -> Vec<BoardLine> {
        self.each(statements, Rule::board_line, |reader, parsed, _| {
            reader.builder(parsed.offset).board_line(parsed.pair)
        })
    }

    fn region(&mut self, statements: &[Statement]) -> Vec<RegionEntry> {
        self.each(statements, Rule::region_line, |reader, parsed, statement| {
            let mut entry = reader.builder(parsed.offset).region_entry(parsed.pair);
            if let RegionEntry::If { then, otherwise, .. } = &mut entry {
                *then = reader.region(inside(&statement.parts[0]));
                let nested = |_, condition, then, otherwise| RegionEntry::If { condition, then, otherwise };
                *otherwise = reader.otherwise(&statement.parts[1..], Self::region, nested);
            }
            entry
        })
    }

    fn setup(&mut self, statements: &[Statement]) -> Vec<SetupItem> {
        self.each(statements, Rule::setup_line, |reader, parsed, statement| {
            let mut kind = reader.builder(parsed.offset).setup(parsed.pair);
            if let SetupKind::If { then, otherwise, .. } = &mut kind {
                *then = reader.setup(inside(&statement.parts[0]));
                let nested = |span, condition, then, otherwise| {
                    let kind = SetupKind::If { condition, then, otherwise };
                    SetupItem { span, kind }
                };
                *otherwise = reader.otherwise(&statement.parts[1..], Self::setup, nested);
            }
            SetupItem { span: reader.span(&statement.parts), kind }
        })
    }

    fn play(&mut self, statements: &[Statement]) -> Vec<PlayItem> {
        self.each(statements, Rule::phase_line, |reader, parsed, statement| {
            let mut kind = reader.builder(parsed.offset).play(parsed.pair);
            let block = inside(&statement.parts[0]);
            match &mut kind {
                PlayKind::For { body, .. } => *body = reader.play(block),
                PlayKind::First(blocks) => {
                    blocks.push(reader.play(block));
                    blocks.extend(statement.parts[1..].iter().map(|part| reader.else_of_first(part)));
                }
                PlayKind::If { then, otherwise, .. } => {
                    *then = reader.play(block);
                    let nested = |span, condition, then, otherwise| {
                        let kind = PlayKind::If { condition, then, otherwise };
                        PlayItem { span, kind }
                    };
                    *otherwise = reader.otherwise(&statement.parts[1..], Self::play, nested);
                }
                _ => {}
            }
            PlayItem { span: reader.span(&statement.parts), kind }
        })
    }

    fn else_of_first(&mut self, part: &Part) -> Vec<PlayItem> {
        let head = self.strict(Rule::else_line, part.head.clone());
        if head.is_ok_and(|head| self.builder(head.offset).parts(head.pair).condition().is_some()) {
            let span = self.span_of(part.head.start).to(self.span_of(part.head.end - 2));
            let message = "the `else` of a `first` takes no condition";
            let problem = Diagnostic::error(Code::UnexpectedWord, span, message, "expected `else {`");
            self.problems.push(problem.help("write `else { if CONDITION { … } }`"));
        }
        self.play(inside(part))
    }

    /// The `else` parts of an `if`: an `else if` becomes a nested `if`, alone in what is answered.
    fn otherwise<T>(
        &mut self,
        parts: &[Part],
        block: fn(&mut Self, &[Statement]) -> Vec<T>,
        nested: fn(Span, Expr, Vec<T>, Vec<T>) -> T,
    ) -> Vec<T> {
        let Some((part, rest)) = parts.split_first() else { return Vec::new() };
        let head = self.strict(Rule::else_line, part.head.clone());
        let broken = head.is_err();
        let condition = head.ok().and_then(|head| self.builder(head.offset).parts(head.pair).condition());
        let body = block(self, inside(part));
        let Some(condition) = condition else {
            if let (Some(second), false) = (rest.first(), broken) {
                self.stray_else(second.head.start, "an `else` after the last `else`");
            }
            rest.iter().for_each(|part| drop(block(self, inside(part))));
            return body;
        };
        let otherwise = self.otherwise(rest, block, nested);
        let span = self.span_of(part.head.start + 1).to(self.span(parts));
        vec![nested(span, condition, body, otherwise)]
    }

    fn stray_else(&mut self, token: usize, message: &str) {
        let span = self.span_of(token);
        let problem = Diagnostic::error(Code::StrayElse, span, message, "nothing to choose instead of");
        self.problems.push(problem.help("`else` follows the `}` of an `if` or of a `first`"));
    }

    /// Reads each statement by the rule. Where one breaks off because the next begins in it, goes on with that.
    fn each<T>(
        &mut self,
        statements: &[Statement],
        rule: Rule,
        mut read: impl FnMut(&mut Self, Parsed<'t>, &Statement) -> T,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for statement in statements {
            let mut head = statement.parts[0].head.clone();
            if self.continued == Some(head.start) {
                // A third line may go on from the second.
                self.continued = Some(head.end).filter(|_| joins_values(self.written(head.end - 1)));
                continue;
            }
            let parsed = loop {
                match self.strict(rule, head.clone()) {
                    Ok(parsed) => break Some(parsed),
                    Err(Some(next)) => head.start = next,
                    Err(None) => break None,
                }
            };
            let Some(parsed) = parsed else {
                // What the statement before means, its lost end decides.
                if goes_on_with_line_before(rule, self.written(head.start)) {
                    all.pop();
                }
                self.salvage(statement, rule, head.start);
                continue;
            };
            let chooses = matches!(parsed.pair.as_rule(), Rule::if_block | Rule::first_block);
            if let (Some(second), false) = (statement.parts.get(1), chooses) {
                self.stray_else(second.head.start, "`else` after a statement that is no `if` and no `first`");
            }
            all.push(read(self, parsed, statement));
        }
        all
    }

    /// Reads only the blocks of a statement that is broken.
    fn salvage(&mut self, statement: &Statement, rule: Rule, first: usize) {
        let span = self.span(&statement.parts);
        self.broken.push(span);
        if statement.parts[0].block.is_none() || self.problems.len() > MOST_ERRORS {
            return;
        }
        let word = self.written(first);
        let known = starts(Rule::file_line).into_iter().chain(starts(Rule::phase_line)).chain(["else"]);
        let known: Vec<&str> = known.collect();
        let word = if known.contains(&word) { word } else { nearest(word, known).unwrap_or(word) };
        let inner = match word {
            "phase" | "for" | "first" => Rule::phase_line,
            "setup" if self.written(first + 1) != "map" => Rule::setup_line,
            "region" => Rule::region_line,
            "board" => Rule::board_line,
            "if" | "else" => rule,
            // Whatever the word was meant for, what its block begins with tells.
            _ if self.begins_play(&statement.parts[0]) => Rule::phase_line,
            _ => return,
        };
        for (index, part) in statement.parts.iter().enumerate() {
            if index > 0 {
                let _ = self.strict(Rule::else_line, part.head.clone());
            }
            let statements = inside(part);
            match inner {
                Rule::phase_line => drop(self.play(statements)),
                Rule::setup_line => drop(self.setup(statements)),
                Rule::region_line => drop(self.region(statements)),
                Rule::board_line => drop(self.lines(statements)),
                _ => drop(self.items(statements)),
            }
        }
    }

    /// Whether the part's block begins with a statement that stands in phases alone.
    fn begins_play(&self, part: &Part) -> bool {
        let first = inside(part).first().map_or("", |first| self.written(first.parts[0].head.start));
        starts(Rule::phase_line).contains(&first) && !starts(Rule::file_line).contains(&first)
    }

    /// Parses a head by the rule, which is one of those that end at [`Rule::EOI`]. When it is broken, answers where
    /// another statement begins in it.
    fn strict(&mut self, rule: Rule, head: Range<usize>) -> Result<Parsed<'t>, Option<usize>> {
        let tokens = &self.tokens[head.clone()];
        if tokens.iter().any(Token::is_broken) || self.problems.len() > MOST_ERRORS || self.is_too_long(tokens) {
            return Err(None);
        }
        let start = tokens[0].start;
        let end = tokens[tokens.len() - 1].end;
        match Grammar::parse(rule, &self.text[start as usize..end as usize]) {
            Ok(mut pairs) => pairs.next().map(|pair| Parsed { pair, offset: start }).ok_or(None),
            Err(error) => {
                let at = start + position(&error) as u32;
                let token = self.tokens.partition_point(|token| token.end <= at).min(head.end);
                Err(self.fail(rule, head, token, Expected::by(&error)))
            }
        }
    }

    fn fail(&mut self, rule: Rule, head: Range<usize>, at: usize, expected: Expected) -> Option<usize> {
        let span = self.span_of(head.start).to(self.span_of(head.end - 1));
        self.broken.push(span);
        let failure = Failure { source: self.source, text: self.text, tokens: self.tokens, head, rule, at, expected };
        let Explained { problem, resume, goes_on } = failure.explain();
        self.continued = goes_on.then_some(at);
        self.problems.push(problem);
        resume
    }

    fn is_too_long(&mut self, tokens: &[Token]) -> bool {
        let Some(token) = tokens.iter().filter(|token| self.joins(token)).nth(MOST_OPERATORS) else { return false };
        let span = Span { source: self.source, start: token.start, end: token.end };
        let message = format!("the statement has more than {MOST_OPERATORS} operators");
        let problem = Diagnostic::error(Code::TooLong, span, message, "one too many");
        self.problems.push(problem.help("give parts of it names of their own with `let` or `region`"));
        true
    }

    /// Whether the token makes a tree deeper.
    fn joins(&self, token: &Token) -> bool {
        const WORDS: [&str; 13] =
            ["and", "or", "not", "mod", "count", "unchanged", "row", "longest", "to", "if", "every", "some", "orbit"];
        let written = &self.text[token.range()];
        match token.kind {
            TokenKind::Word => WORDS.contains(&written),
            TokenKind::Sign => !matches!(written, "," | "(" | ")" | "[" | "]" | "{" | "}" | ";" | "="),
            _ => false,
        }
    }

    fn builder(&mut self, offset: u32) -> Builder<'t, '_> {
        Builder { source: self.source, text: self.text, tokens: self.tokens, offset, problems: &mut self.problems }
    }

    fn written(&self, token: usize) -> &'t str {
        &self.text[self.tokens[token].range()]
    }

    fn span_of(&self, token: usize) -> Span {
        let token = self.tokens[token.min(self.tokens.len() - 1)];
        Span { source: self.source, start: token.start, end: token.end }
    }

    /// The span of a statement's parts.
    fn span(&self, parts: &[Part]) -> Span {
        let last = parts.last().expect("a statement has a part");
        let end = last.block.as_ref().map_or(last.head.end - 1, |block| block.close);
        self.span_of(parts[0].head.start).to(self.span_of(end))
    }
}

/// The statements in the part's block.
fn inside(part: &Part) -> &[Statement] {
    part.block.as_ref().map_or(&[], |block| &block.statements)
}
