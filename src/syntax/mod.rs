//! From text to tree: the only part that knows the grammar.
//!
//! The text is split into statements and blocks ([`structure`]); each statement is parsed strictly by pest ([`grammar`]),
//! so that every broken one is reported; what pest found becomes a [`Tree`] ([`build`]).

mod build;
mod expression;
mod grammar;
mod structure;
mod token;
pub mod tree;

use crate::diag::{Code, Diagnostic, Sink};
use crate::source::{Source, Span};
use build::Builder;
use grammar::{Grammar, Rule};
use pest::Parser;
use pest::iterators::Pair;
use structure::{Block, Part, Statement};
use token::{Token, TokenKind};
use tree::*;

/// The tree of a source, which has the given number in its load. Every syntax error goes to the sink; there is no tree if
/// there is any.
pub fn parse(source: u16, text: &Source, sink: &mut Sink) -> Option<Tree> {
    let text = text.text.as_str();
    let tokens: Vec<Token> = token::tokens(text).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
    let statements = structure::statements(text, &tokens);
    let mut found = Sink::default();
    let tree = Reader { source, text, tokens: &tokens, sink: &mut found }.file(&statements);
    let clean = !found.has_errors();
    found.into_sorted().into_iter().for_each(|diagnostic| sink.report(diagnostic));
    tree.filter(|_| clean)
}

/// Reads statements as what their block takes.
struct Reader<'t, 's> {
    source: u16,
    text: &'t str,
    tokens: &'t [Token],
    sink: &'s mut Sink,
}

impl<'t> Reader<'t, '_> {
    fn file(&mut self, statements: &[Statement]) -> Option<Tree> {
        let [statement] = statements else {
            self.report(0..self.tokens.len().min(1), "a file is one `game` or one `variant`");
            return None;
        };
        let part = &statement.parts[0];
        let (pair, mut builder) = self.strict(Rule::file_head, part)?;
        let head = builder.head(pair);
        Some(Tree { head, items: self.items(part.block.as_ref()) })
    }

    fn items(&mut self, block: Option<&Block>) -> Vec<Item> {
        self.each(block, |reader, statement| {
            let part = &statement.parts[0];
            let (pair, mut builder) = reader.strict(Rule::file_line, part)?;
            let mut kind = builder.item(pair);
            match &mut kind {
                ItemKind::Board(board) => board.lines = reader.lines(part.block.as_ref()),
                ItemKind::Setup(lines) => *lines = reader.setup(part.block.as_ref()),
                ItemKind::Phase(phase) => phase.body = reader.play(part.block.as_ref()),
                ItemKind::Region { value: RegionValue::BySide(entries), .. } => {
                    *entries = reader.region(part.block.as_ref());
                }
                ItemKind::If { then, otherwise, .. } => {
                    *then = reader.items(part.block.as_ref());
                    *otherwise =
                        reader.otherwise(&statement.parts[1..], Self::items, |span, condition, then, otherwise| Item {
                            span,
                            kind: ItemKind::If { condition, then, otherwise },
                        });
                }
                _ => {}
            }
            Some(Item { span: reader.span(statement), kind })
        })
    }

    fn lines(&mut self, block: Option<&Block>) -> Vec<LinesItem> {
        self.each(block, |reader, statement| {
            let (pair, mut builder) = reader.strict(Rule::board_line, &statement.parts[0])?;
            Some(builder.lines(pair))
        })
    }

    fn region(&mut self, block: Option<&Block>) -> Vec<RegionEntry> {
        self.each(block, |reader, statement| {
            let part = &statement.parts[0];
            let (pair, mut builder) = reader.strict(Rule::region_line, part)?;
            let mut entry = builder.region_entry(pair);
            if let RegionEntry::If { then, otherwise, .. } = &mut entry {
                *then = reader.region(part.block.as_ref());
                *otherwise = reader.otherwise(&statement.parts[1..], Self::region, |_, condition, then, otherwise| {
                    RegionEntry::If { condition, then, otherwise }
                });
            }
            Some(entry)
        })
    }

    fn setup(&mut self, block: Option<&Block>) -> Vec<SetupItem> {
        self.each(block, |reader, statement| {
            let part = &statement.parts[0];
            let (pair, mut builder) = reader.strict(Rule::setup_line, part)?;
            let mut kind = builder.setup(pair);
            if let SetupKind::If { then, otherwise, .. } = &mut kind {
                *then = reader.setup(part.block.as_ref());
                *otherwise =
                    reader.otherwise(&statement.parts[1..], Self::setup, |span, condition, then, otherwise| {
                        SetupItem { span, kind: SetupKind::If { condition, then, otherwise } }
                    });
            }
            Some(SetupItem { span: reader.span(statement), kind })
        })
    }

    fn play(&mut self, block: Option<&Block>) -> Vec<PlayItem> {
        self.each(block, |reader, statement| {
            let part = &statement.parts[0];
            let (pair, mut builder) = reader.strict(Rule::phase_line, part)?;
            let mut kind = builder.play(pair);
            match &mut kind {
                PlayKind::For { body, .. } => *body = reader.play(part.block.as_ref()),
                PlayKind::First(blocks) => {
                    blocks.push(reader.play(part.block.as_ref()));
                    for part in &statement.parts[1..] {
                        reader.strict(Rule::else_line, part)?;
                        blocks.push(reader.play(part.block.as_ref()));
                    }
                }
                PlayKind::If { then, otherwise, .. } => {
                    *then = reader.play(part.block.as_ref());
                    *otherwise =
                        reader.otherwise(&statement.parts[1..], Self::play, |span, condition, then, otherwise| {
                            PlayItem { span, kind: PlayKind::If { condition, then, otherwise } }
                        });
                }
                _ => {}
            }
            Some(PlayItem { span: reader.span(statement), kind })
        })
    }

    /// The `else` parts of an `if`: an `else if` becomes a nested `if`, alone in what is answered.
    fn otherwise<T>(
        &mut self,
        parts: &[Part],
        block: fn(&mut Self, Option<&Block>) -> Vec<T>,
        nested: fn(Span, Expr, Vec<T>, Vec<T>) -> T,
    ) -> Vec<T> {
        let Some((part, rest)) = parts.split_first() else { return Vec::new() };
        let Some((pair, mut builder)) = self.strict(Rule::else_line, part) else { return Vec::new() };
        let condition = builder.parts(pair).condition();
        let body = block(self, part.block.as_ref());
        let Some(condition) = condition else { return body };
        let otherwise = self.otherwise(rest, block, nested);
        vec![nested(self.span_of(parts, 1), condition, body, otherwise)]
    }

    fn each<T>(&mut self, block: Option<&Block>, mut read: impl FnMut(&mut Self, &Statement) -> Option<T>) -> Vec<T> {
        let statements = block.map_or(&[][..], |block| &block.statements);
        statements.iter().filter_map(|statement| read(self, statement)).collect()
    }

    /// Parses the part's head by the rule, which is one of those that end at [`Rule::EOI`].
    fn strict(&mut self, rule: Rule, part: &Part) -> Option<(Pair<'t, Rule>, Builder<'t, '_>)> {
        let start = self.tokens[part.head.start].start;
        let end = self.tokens[part.head.end - 1].end;
        match Grammar::parse(rule, &self.text[start as usize..end as usize]) {
            Ok(mut pairs) => {
                let builder = Builder {
                    source: self.source,
                    text: self.text,
                    tokens: self.tokens,
                    offset: start,
                    sink: self.sink,
                };
                pairs.next().map(|pair| (pair, builder))
            }
            Err(error) => {
                let at = match error.location {
                    pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => {
                        at as u32 + start
                    }
                };
                let token = self.tokens.partition_point(|token| token.end <= at);
                self.report(token..token + 1, "this is not understood");
                None
            }
        }
    }

    fn report(&mut self, tokens: std::ops::Range<usize>, message: &str) {
        let start = self.tokens.get(tokens.start).map_or(self.text.len() as u32, |token| token.start);
        let end = self.tokens.get(tokens.end.saturating_sub(1)).map_or(start, |token| token.end);
        let span = Span { source: self.source, start, end: end.max(start) };
        self.sink.report(Diagnostic::error(Code::Syntax, span, message, ""));
    }

    fn span(&self, statement: &Statement) -> Span {
        self.span_of(&statement.parts, 0)
    }

    /// The span of the parts, without the first few tokens.
    fn span_of(&self, parts: &[Part], skip: usize) -> Span {
        let last = parts.last().expect("a statement has a part");
        let end = last.block.as_ref().map_or(last.head.end - 1, |block| block.close);
        Span {
            source: self.source,
            start: self.tokens[parts[0].head.start + skip].start,
            end: self.tokens[end.min(self.tokens.len() - 1)].end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_the_language_parse() {
        for text in [
            include_str!("tests/konane.game"),
            include_str!("tests/alquerque.game"),
            include_str!("tests/afterleap.game"),
            include_str!("tests/fibonacci.game"),
            include_str!("tests/chains.game"),
        ] {
            let mut sink = Sink::default();
            let tree = parse(0, &Source::new("a.game", text), &mut sink);
            assert_eq!(sink.into_sorted(), []);
            println!("{tree:#?}");
            assert!(tree.is_some());
        }
    }
}
