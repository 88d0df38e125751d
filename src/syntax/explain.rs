//! Why a statement could not be parsed, and what to write instead.

mod slips;

use super::forms::{form, instead};
use super::grammar::{Grammar, Rule};
use super::lexical::instead_of;
use super::phrases::{self, Found, Ours, Place};
use super::structure::begins_only_statements;
use super::token::{Token, TokenKind};
use super::tree::Verb;
use super::words::{
    Expected, goes_on_with_line_before, is_reserved, is_word, join, joins_values, nearest, position, split, starts,
};
use crate::diag::{Code, Diagnostic, Edit};
use crate::source::Span;
use pest::Parser;
use std::ops::Range;

/// Repairs are tried out only on heads of at most so many bytes, and only so many bytes beyond the place.
const MOST_TRIED: usize = 4096;
const TRIED_BEYOND: usize = 200;

/// How a statement goes on.
const LINE_ENDS: &str =
    "a statement ends with its line, unless that ends in `,`; a value between `(` and `)` may go over several lines";

/// How a setup is drawn.
const SETUP_MAP: &str = "setup map \"\"\" ROWS \"\"\"";

/// A statement's head that pest did not take, and where it stopped.
pub(super) struct Failure<'t> {
    pub source: u16,
    pub text: &'t str,
    pub tokens: &'t [Token],
    /// What was to be parsed, and as what.
    pub head: Range<usize>,
    pub rule: Rule,
    /// The token that could not stand where it does; the head's end if something is missing there.
    pub at: usize,
    pub expected: Expected,
}

/// What is to be told, and where a new statement begins that got into this one.
pub(super) struct Explained {
    pub problem: Diagnostic,
    pub resume: Option<usize>,
    /// Whether the next line was meant to belong to this statement.
    pub goes_on: bool,
}

/// What links two parts of a statement, and other words that do so in speech or elsewhere.
fn links_meant(word: &str) -> &'static [&'static str] {
    match word {
        "and" | "or" | "vs" | "versus" | "against" | "&" | "+" | "/" => &[","],
        "is" | "are" | "be" | "==" => &["="],
        "as" | "to" => &["=", "of", "to"],
        "if" | "once" | "while" | "whenever" => &["when"],
        "into" | "becomes" | "become" | "->" => &["to"],
        "x" | "*" | "times" => &["by"],
        "in" | "from" | "among" => &["of", "on"],
        "at" => &["on"],
        "faces" | "looking" | "looks" | "towards" => &["facing"],
        _ => &[],
    }
}

/// The word that was meant, if it is near in spelling, and the text is not a word that means something else.
pub fn slip<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let word = nearest(text, words)?;
    let lower = text.to_lowercase();
    let is_slip = lower == word || !(is_word(text) || phrases::is_known(&lower));
    let begin = |word: &str| word.chars().take(3).collect::<String>();
    (is_slip || begin(&lower) == begin(word)).then_some(word)
}

/// How the language says a word in an expression that people say elsewhere: a word for it, or what to do.
pub fn said_in_value(word: &str) -> Option<(bool, &'static str)> {
    phrases::of_value(word).map(|found| match found.ours {
        Ours::Write(text) => (true, text),
        Ours::Say(text) => (false, text),
    })
}

impl Failure<'_> {
    /// What is said in other words than the language's, which are known.
    fn said_elsewhere(&self) -> Option<Diagnostic> {
        let (first, end) = (self.head.start, self.head.end);
        let at = self.at.min(end - 1);
        if at > first && self.tokens[at].begins_line() && self.begins_statement(at) {
            return None;
        }
        let words: Vec<&str> = (first..end).map(|token| self.written(token)).collect();
        let from = |place: Place, start: usize| {
            let found = phrases::find(place, &words[start - first..], at - start)?;
            Some((start, place, found))
        };
        let place = match self.rule {
            Rule::file_line => Place::Outside,
            Rule::phase_line => Place::Phase,
            _ => Place::Setup,
        };
        let begins = matches!(self.rule, Rule::file_line | Rule::phase_line | Rule::setup_line);
        let verb = self.word();
        let is_move = self.rule == Rule::phase_line && Verb::named(verb).is_some();
        let is_way = |start: usize| {
            let before = self.written(start - 1);
            let after_ways = start == first + 1 || starts(Rule::directions).contains(&before);
            after_ways
                && (is_move && !matches!(verb, "place" | "remove") || verb == "lines" && self.rule == Rule::board_line)
        };
        let takes_value = self.expected.infix() || self.expected.expression();
        let near = (first + 1..=at).rev().take(4);
        let found = [
            begins.then(|| from(place, first)).flatten(),
            (verb == "board" && place == Place::Outside && at > first).then(|| from(Place::Shape, first + 1)).flatten(),
        ];
        let within = near.flat_map(|start| {
            [
                is_way(start).then(|| from(Place::Way, start)).flatten(),
                is_move.then(|| from(Place::Clause, start)).flatten(),
                takes_value.then(|| from(Place::Value, start)).flatten(),
            ]
        });
        // A word of the language alone stands in the wrong place, which is told better.
        let is_other = |(start, place, found): &(usize, Place, Found)| {
            *place == Place::Clause || found.length > 1 || !is_reserved(self.written(*start))
        };
        let found = found.into_iter().chain(within).flatten().filter(is_other);
        let (start, place, found) =
            found.reduce(|best, next| if next.2.length > best.2.length { next } else { best })?;
        let span = self.span(start).to(self.span(start + found.length - 1));
        let whole = &self.text[span.range()];
        let message = format!("`{whole}` is not how this is said here");
        let code = if start == first { Code::UnknownStatement } else { Code::UnexpectedWord };
        let problem = self.error(code, span, message, "not known here");
        Some(match found.ours {
            Ours::Say(text) if place == Place::Way => problem.help(text.replace("`step ", &format!("`{verb} "))),
            Ours::Say(text) => problem.help(text),
            Ours::Write(text) => {
                let text = found.fill(text, whole);
                let joins = text.starts_with([',', ';', ' ']) || text.is_empty();
                let before = if joins { self.after(start).end } else { span.start };
                problem.write_at(Span { start: before, ..span }, text)
            }
        })
    }

    pub fn explain(&self) -> Explained {
        let here = (self.at > self.head.start && self.begins_statement(self.at)).then_some(self.at);
        let resume = here.or_else(|| (self.at + 1..self.head.end).find(|&token| self.begins_next_statement(token)));
        let goes_on = self.goes_on();
        let problem = self.problem();
        let problem = if goes_on { problem.help(LINE_ENDS) } else { problem };
        Explained { problem, resume, goes_on }
    }

    /// Whether the statement breaks off at its line's end and the next line begins no other.
    fn goes_on(&self) -> bool {
        let next = self.head.end;
        let begins = |next: &Token| {
            let word = &self.text[next.range()];
            let takes_names = matches!(self.rule, Rule::setup_line | Rule::region_line);
            matches!(word, "}" | "{" | "else")
                || next.is_broken()
                || starts(self.rule).contains(&word)
                || (takes_names && next.kind == TokenKind::Word && !is_reserved(word))
                || (next.kind == TokenKind::Word && !is_word(word) && nearest(word, starts(self.rule)).is_some())
        };
        self.rule != Rule::file_head
            && self.at >= next
            && self.tokens.get(next).is_some_and(|token| token.begins_line() && !begins(token))
    }

    fn problem(&self) -> Diagnostic {
        if self.at == self.head.start {
            return self.said_elsewhere().unwrap_or_else(|| self.no_statement());
        }
        if let Some(problem) = self.for_every() {
            return problem;
        }
        let late = self.clauses_first(self.here(), self.written(self.at));
        if let Some(problem) = late.or_else(|| self.said_elsewhere()) {
            return problem;
        }
        let specific = if self.at >= self.head.end { self.at_end() } else { self.in_the_middle() };
        specific.unwrap_or_else(|| self.general())
    }

    // What stands where.

    fn written(&self, token: usize) -> &str {
        self.tokens.get(token).map_or("", |token| &self.text[token.range()])
    }

    fn span(&self, token: usize) -> Span {
        match self.tokens.get(token) {
            Some(token) => Span { source: self.source, start: token.start, end: token.end },
            None => self.after(self.tokens.len()),
        }
    }

    /// The place right after the token before this one.
    fn after(&self, token: usize) -> Span {
        let end = token.checked_sub(1).map_or(0, |before| self.tokens[before].end);
        Span { source: self.source, start: end, end }
    }

    fn found(&self) -> &str {
        self.written(self.at)
    }

    fn here(&self) -> Span {
        if self.at < self.head.end { self.span(self.at) } else { self.after(self.head.end) }
    }

    fn kind(&self) -> TokenKind {
        self.kind_of(self.at)
    }

    fn kind_of(&self, token: usize) -> TokenKind {
        self.tokens[token].kind
    }

    /// The token in words.
    fn described(&self) -> String {
        if self.at >= self.head.end {
            return match self.tokens.get(self.at).map(|token| (token.begins_line(), self.written(self.at))) {
                None => "the end of the file".to_owned(),
                Some((false, sign)) if !sign.is_empty() => format!("`{sign}`"),
                Some(_) => "the end of the line".to_owned(),
            };
        }
        match self.kind() {
            TokenKind::Text => "a text".to_owned(),
            TokenKind::MapText => "a map".to_owned(),
            _ => format!("`{}`", self.found()),
        }
    }

    /// The word that the statement begins with.
    fn word(&self) -> &str {
        self.written(self.head.start)
    }

    fn begins_statement(&self, token: usize) -> bool {
        if token >= self.head.end {
            return false;
        }
        let word = self.written(token);
        let begins = is_reserved(word) && starts(self.rule).contains(&word) || self.begins_named_line(token);
        begins && {
            self.expected.has(Rule::EOI) && !self.expected.words().contains(&word) || self.tokens[token].begins_line()
        }
    }

    /// Whether a whole line of a block whose lines begin with names stands from the token on.
    fn begins_named_line(&self, token: usize) -> bool {
        let takes_names = matches!(self.rule, Rule::setup_line | Rule::region_line);
        takes_names && self.kind_of(token) == TokenKind::Word && {
            let line = self.tokens[token].start as usize..self.tokens[self.head.end - 1].end as usize;
            Grammar::parse(self.rule, &self.text[line]).is_ok()
        }
    }

    fn error(&self, code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, span, message, label)
    }

    fn with_form(&self, problem: Diagnostic) -> Diagnostic {
        if self.word() == "phase" && (self.head.start..self.at).any(|token| self.written(token) == ",") {
            return problem.help("the header of a phase is `one turn each` or `until nobody can move`");
        }
        let is_map = self.word() == "setup" && self.written(self.head.start + 1) == "map";
        let verb = Verb::named(self.word()).filter(|_| self.rule == Rule::phase_line);
        let clauses: Vec<String> =
            verb.map_or(&[][..], Verb::takes).iter().map(|clause| format!("`{}`", clause.word())).collect();
        match if is_map { Some(SETUP_MAP) } else { form(self.word()) } {
            Some(form) if clauses.len() > 1 => {
                problem.help(format!("the statement is written `{form}`; its clauses are {}", join(&clauses, "and")))
            }
            Some(form) => problem.help(format!("the statement is written `{form}`")),
            None => problem,
        }
    }

    /// Whether a statement begins on the token's line, which only seemed to go on with this one.
    fn begins_next_statement(&self, token: usize) -> bool {
        self.tokens[token].begins_line() && begins_only_statements(self.written(token))
    }

    // A head that does not even begin well.

    fn no_statement(&self) -> Diagnostic {
        let here = self.span(self.at);
        let found = self.found();
        match (self.rule, self.kind()) {
            (Rule::file_head, _) => {
                let problem = self.error(
                    Code::ExpectedHead,
                    here,
                    format!("a file begins with `game` or `variant`, not with {}", self.described()),
                    "expected `game` or `variant`",
                );
                match nearest(found, starts(Rule::file_head)) {
                    Some(word) => problem.write(word),
                    None => problem.help("put everything into `game \"TITLE\" { … }`"),
                }
            }
            (_, TokenKind::Sign) if found == "{" => self
                .error(
                    Code::UnexpectedBlock,
                    here,
                    "a block without a statement before it",
                    "nothing says what this block is",
                )
                .help("write before `{` what the block is, such as `phase play` or `setup`"),
            _ if found == "else" => self.stray_else(here),
            (_, TokenKind::Word) => self.unknown_statement(here, found),
            (_, TokenKind::Sign) if joins_values(found) => {
                let message = format!("`{found}` cannot begin a statement");
                self.error(Code::UnknownStatement, here, message, "the statement before has ended").help(LINE_ENDS)
            }
            _ => {
                let message = format!("{} cannot begin a statement", self.described());
                self.with_choices(self.error(Code::UnknownStatement, here, message, "expected a statement"))
            }
        }
    }

    fn stray_else(&self, here: Span) -> Diagnostic {
        let message = "`else` without an `if` or a `first` before it";
        self.error(Code::StrayElse, here, message, "nothing to choose instead of")
            .help("`else` follows the `}` of an `if` or of a `first`")
    }

    fn unknown_statement(&self, here: Span, found: &str) -> Diagnostic {
        const PLACES: [(Rule, &str); 6] = [
            (Rule::file_line, "outside the phases"),
            (Rule::phase_line, "in a phase"),
            (Rule::setup_line, "in the block of `setup`"),
            (Rule::board_line, "in the block of `board`"),
            (Rule::file_head, "at the beginning of the file"),
            (Rule::language_line, "first in the file's block"),
        ];
        if found == "language" {
            let message = "`language` stands first in the file's block";
            let problem = self.error(Code::MisplacedStatement, here, message, "not the first statement");
            return problem.help("move it up, right below the first line");
        }
        let elsewhere = PLACES.iter().find(|(rule, _)| is_reserved(found) && starts(*rule).contains(&found));
        if let Some((_, place)) = elsewhere {
            let message = format!("`{found}` cannot stand {}", self.place());
            let problem = self.error(Code::MisplacedStatement, here, message, format!("it stands {place}"));
            return problem.help(format!("move it to where it can stand: {place}"));
        }
        let lower = found.to_lowercase();
        if lower != found && starts(self.rule).contains(&lower.as_str()) {
            let message = format!("`{found}` is not a statement");
            let problem =
                self.error(Code::UnknownStatement, here, message, "the language's words are in small letters");
            return problem.write(lower);
        }
        if let Some(problem) = self.unasked_for(here, found).or_else(|| self.second_line(here, found)) {
            return problem;
        }
        if let Some(apart) = split(found) {
            return self.joined(here, found, &apart);
        }
        if matches!(self.rule, Rule::region_line | Rule::setup_line) && is_reserved(found) {
            return self.reserved(here, found, "a side");
        }
        if instead(found).contains(&"else") {
            let problem = self.stray_else(here);
            let message = format!("`{found}` is not a statement");
            return Diagnostic { message, ..problem }.help("write `else`");
        }
        // Of the language's own words, only `side` for `sides` and the like are slips.
        let is_form = |word: &&str| !is_word(found) || word.starts_with(found) || found.starts_with(*word);
        let message = format!("`{found}` is not a statement");
        let problem = self.error(Code::UnknownStatement, here, message, "not known here");
        if let Some(word) = slip(found, starts(self.rule)).filter(is_form) {
            return problem.write(word);
        }
        if self.written(self.at + 1) == "=" && matches!(self.rule, Rule::file_line | Rule::phase_line) {
            let problem = problem.help(format!("write `let {found} = …` to name a value"));
            return match self.rule {
                Rule::file_line => {
                    problem.help(format!("in a variant, write `set {found} = …` to choose an option's value"))
                }
                _ => problem,
            };
        }
        if let Some((word, place)) = PLACES.iter().find_map(|(rule, place)| Some((slip(found, starts(*rule))?, place)))
        {
            return problem.help(format!("`{word}` is a statement, but it stands {place}"));
        }
        self.with_choices(problem)
    }

    /// A word that goes on with the statement of the line before.
    fn second_line(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let is_clause = self.rule == Rule::phase_line && starts(Rule::clause).contains(&found);
        if !goes_on_with_line_before(self.rule, found) {
            return None;
        }
        let message = format!("`{found}` cannot begin a statement");
        let problem = self.error(Code::UnknownStatement, here, message, "the statement before has ended");
        Some(match is_clause {
            true => problem.help("to go on with a move on a line of its own, end the line before with `,`"),
            false if found == "when" => {
                problem.help("say what ends: `win when …`, `lose when …` or `draw \"NAME\" when …`")
            }
            false => problem.help(LINE_ENDS),
        })
    }

    fn with_choices(&self, problem: Diagnostic) -> Diagnostic {
        let words: Vec<String> = starts(self.rule).iter().map(|word| format!("`{word}`")).collect();
        let place = self.place();
        match self.rule {
            Rule::region_line => problem.help("a line in a region's block is written `SIDE = SITES`"),
            Rule::setup_line => problem.help("a line in a setup is written `SIDE on SITES` or `SIDE holds NUMBER`"),
            _ => problem.help(format!("{place}, a statement begins with {}", join(&words, "or"))),
        }
    }

    fn place(&self) -> &'static str {
        match self.rule {
            Rule::phase_line => "in a phase",
            Rule::setup_line => "in the block of `setup`",
            Rule::board_line => "in the block of `board`",
            Rule::region_line => "in the block of a region",
            _ => "outside the phases",
        }
    }

    // Something is missing at the end.

    fn at_end(&self) -> Option<Diagnostic> {
        let here = self.here();
        let before = self.written(self.head.end - 1);
        if let Some(problem) = self.bracket() {
            return Some(problem);
        }
        if before == "," {
            return Some(self.trailing_comma(self.head.end - 1));
        }
        if self.expected.has(Rule::open_brace) && !self.expected.expression() && !self.expected.has(Rule::EOI) {
            let message = format!("`{}` without its block", self.word());
            let problem = self.error(Code::MissingBlock, here, message, "expected `{` here");
            return Some(self.with_form(problem));
        }
        if self.expected.has(Rule::word_else) {
            let message = "a value chosen by `if` without its `else`";
            let problem = self.error(Code::MissingWord, here, message, "expected `else` here");
            return Some(problem.help("a choice is written `if CONDITION then VALUE else VALUE`"));
        }
        if self.expected.expression() {
            let message = format!("expected {} after `{before}`", self.expected.phrase(None));
            let problem = self.error(Code::ExpectedExpression, here, message, "something is missing here");
            return Some(self.with_form(problem));
        }
        let code = match () {
            () if self.expected.has(Rule::directions) => Code::ExpectedDirection,
            () if self.expected.name() => Code::ExpectedName,
            () if self.expected.has(Rule::text) => Code::ExpectedText,
            () => return None,
        };
        let message = format!("expected {} after `{before}`", self.expected.phrase(None));
        Some(self.with_form(self.error(code, here, message, "something is missing here")))
    }

    fn trailing_comma(&self, comma: usize) -> Diagnostic {
        self.error(Code::TrailingComma, self.span(comma), "a comma with nothing after it", "something is to follow")
            .help("take the comma out, or write what is to follow")
    }

    /// A bracket that is open where the parser stopped, or closed that was not open.
    fn bracket(&self) -> Option<Diagnostic> {
        let mut open = Vec::new();
        let end = self.at.min(self.head.end);
        for token in self.head.start..end {
            match self.written(token) {
                "(" | "[" => open.push(token),
                ")" | "]" => drop(open.pop()),
                _ => {}
            }
        }
        let found = if self.at < self.head.end { self.found() } else { "" };
        let closes = found == ")" || found == "]";
        let Some(&bracket) = open.last() else {
            return closes.then(|| {
                let message = format!("a `{found}` that closes nothing");
                let label = if found == ")" { "no `(` belongs to it" } else { "no `[` belongs to it" };
                self.error(Code::ExtraBracket, self.here(), message, label).help("take it out, or write its other half")
            });
        };
        let written = self.written(bracket);
        let close = if written == "(" { ")" } else { "]" };
        let cut_off = self.at >= self.head.end || found == "{" || self.begins_statement(self.at);
        if found == close || !(closes || cut_off) {
            return None;
        }
        let label = format!("this `{written}` has no `{close}`");
        let problem =
            self.error(Code::UnclosedBracket, self.span(bracket), format!("`{written}` is not closed"), label);
        let place = self.here();
        let said =
            if closes { format!("expected `{close}`, found `{found}`") } else { format!("expected `{close}` here") };
        Some(problem.and(place, said).help(format!("write `{close}` where the brackets end")))
    }

    // Something stands where it cannot.

    fn in_the_middle(&self) -> Option<Diagnostic> {
        let here = self.here();
        let found = self.found();
        let before = self.written(self.at - 1);
        if let Some(problem) = self.bracket() {
            return Some(problem);
        }
        if found == "else" && self.expected.has(Rule::EOI) {
            return Some(self.stray_else(here));
        }
        if self.begins_statement(self.at) {
            if before == "," {
                return Some(self.trailing_comma(self.at - 1));
            }
            if self.expected.has(Rule::EOI) {
                return Some(
                    self.error(
                        Code::MissingSeparator,
                        here,
                        "two statements on one line",
                        "a new statement begins here",
                    )
                    .help(format!("write `;` before `{found}`, or put it on a line of its own")),
                );
            }
        }
        if before == "," && (found == "," || found == ")" || found == "]" || found == "{") {
            return Some(self.trailing_comma(self.at - 1));
        }
        if let Some(problem) = self
            .stuck_as_condition(found, before)
            .or_else(|| self.wrong_sign(here, found, before))
            .or_else(|| self.spoken(found, before))
        {
            return Some(problem);
        }
        if self.kind() == TokenKind::Word
            && !is_word(found)
            && let Some(apart) = split(found)
        {
            return Some(self.joined(here, found, &apart));
        }
        if found == "{" && self.expected.has(Rule::EOI) {
            let message = format!("`{}` takes no block", self.word());
            return Some(self.with_form(self.error(Code::UnexpectedBlock, here, message, "no block can stand here")));
        }
        if let Some(problem) = self.two_words(found, before).or_else(|| self.slip(here, found, before)) {
            return Some(problem);
        }
        if self.expected.name() {
            return Some(self.no_name(here, found));
        }
        if self.expected.has(Rule::text) {
            let is_bare = |kind| matches!(kind, TokenKind::Word | TokenKind::Site | TokenKind::Number);
            let bare = (self.at..self.head.end)
                .take_while(|&token| {
                    is_bare(self.kind_of(token)) && !is_word(self.written(token)) || self.written(token) == "-"
                })
                .last();
            let span = bare.map_or(here, |last| here.to(self.span(last)));
            let found = match bare {
                Some(_) => format!("`{}`", &self.text[span.range()]),
                None => self.described(),
            };
            let message = format!("expected a text in quotes, found {found}");
            let problem = self.error(Code::ExpectedText, span, message, "expected a text");
            return Some(match self.kind() {
                TokenKind::Word if bare.is_none() && matches!(self.written(self.at + 1), "when" | "of" | "{") => {
                    problem.help(format!("write `\"{}\"`", self.found()))
                }
                _ if bare.is_some() => problem.help(format!("write `\"{}\"`", &self.text[span.range()])),
                TokenKind::MapText => problem.help("write one `\"` on either side"),
                _ => self.with_form(problem),
            });
        }
        if let Some(problem) = self.no_direction(found) {
            return Some(problem);
        }
        if let Some(problem) = self.misspelt(here, found) {
            return Some(problem);
        }
        if let Some(problem) =
            self.wrong_order(here, found).or_else(|| self.left_out(found)).or_else(|| self.needless(here, found))
        {
            return Some(problem);
        }
        if self.expected.has(Rule::directions) && !self.expected.expression() {
            let message = format!("expected a direction, found {}", self.described());
            let directions: Vec<String> = starts(Rule::directions).iter().map(|word| format!("`{word}`")).collect();
            let problem = self.error(Code::ExpectedDirection, here, message, "expected a direction");
            return Some(problem.help(format!("a direction is {}", join(&directions, "or"))));
        }
        if self.expected.expression() {
            let message = format!("expected {}, found {}", self.expected.phrase(None), self.described());
            let label = format!("expected after `{before}`");
            let problem = self.error(Code::ExpectedExpression, here, message, label);
            return Some(match found {
                "{" => problem.help("sites are listed between `[` and `]`, as in `[a1, b2]`"),
                _ => self.with_form(problem),
            });
        }
        None
    }

    /// `=` for `==`, and signs and words that other languages use.
    fn wrong_sign(&self, here: Span, found: &str, before: &str) -> Option<Diagnostic> {
        if found == "=" && self.expected.has(Rule::equal) {
            return Some(
                self.error(Code::WrongEqualsSign, here, "`=` does not compare", "expected `==`")
                    .help("write `==` to compare; `=` only gives a name its value"),
            );
        }
        if found == "=" && (before == "=" || before == "==") {
            return None;
        }
        if found == "==" && self.expected.has(Rule::equals) {
            return Some(
                self.error(Code::WrongEqualsSign, here, "`==` gives no name its value", "expected `=`")
                    .help("write `=` here; `==` compares two values"),
            );
        }
        if !self.expected.infix() {
            return None;
        }
        let next = self.written(self.at + 1);
        let third = self.written(self.at + 2);
        let (width, sign) = match (found, next, third) {
            ("is", "not", _) | ("not", "equal" | "equals", _) => (2, "!="),
            ("is", "equal", "to") => (3, "=="),
            ("is", "less" | "fewer" | "lower" | "smaller", "than") => (3, "<"),
            ("is", "more" | "greater" | "higher" | "larger", "than") => (3, ">"),
            ("less" | "fewer", "or", "equal") => (3, "<="),
            ("more" | "greater", "or", "equal") => (3, ">="),
            ("at", "least", _) => (2, ">="),
            ("at", "most", _) => (2, "<="),
            ("less" | "fewer" | "lower" | "smaller", "than", _) => (2, "<"),
            ("more" | "greater" | "higher" | "larger", "than", _) => (2, ">"),
            ("is", "at", "least") => (3, ">="),
            ("is", "at", "most") => (3, "<="),
            ("divided", "by", _) => (2, "/"),
            ("multiplied", "by", _) => (2, "*"),
            _ => (1, instead_of(found)?),
        };
        let last = (self.at + width).min(self.head.end) - 1;
        let span = here.to(self.span(last));
        let written = &self.text[span.range()];
        let message = format!("`{written}` does not join two values");
        Some(self.error(Code::ForeignOperator, span, message, "not known here").write(sign))
    }

    fn joined(&self, here: Span, found: &str, apart: &str) -> Diagnostic {
        let message = format!("`{found}` is not a word of the language");
        self.error(Code::JoinedWords, here, message, "several words run together").write(apart)
    }

    /// A name of two words.
    fn two_words(&self, found: &str, before: &str) -> Option<Diagnostic> {
        let takes_name =
            matches!(self.word(), "region" | "let" | "option" | "phase" | "map" | "sides" | "pieces" | "player");
        let is_free = |token: usize| self.kind_of(token) == TokenKind::Word && !is_reserved(self.written(token));
        let lists = matches!(self.word(), "sides" | "pieces");
        let has_comma = (self.head.start..self.head.end).any(|token| self.written(token) == ",");
        let next = self.written(self.at + 1);
        let ends = self.at + 1 >= self.head.end || matches!(next, "=" | "{" | "," | "owns" | "(" | "facing");
        let is_name = takes_name && self.rule == Rule::file_line && is_free(self.at) && is_free(self.at - 1);
        if !is_name || !ends || self.at < self.head.start + 2 || lists && !has_comma {
            return None;
        }
        let span = self.span(self.at - 1).to(self.here());
        let problem = self.error(Code::ExpectedName, span, "a name of two words", "a name is one word");
        let problem = problem.write(format!("{before}_{found}"));
        Some(if lists { problem.help(format!("or, if these are two names, `{before}, {found}`")) } else { problem })
    }

    fn no_name(&self, here: Span, found: &str) -> Diagnostic {
        let what = if self.written(self.at - 1) == "," { "another name" } else { "a name" };
        match self.kind() {
            TokenKind::Word => self.reserved(here, found, what),
            TokenKind::Site => {
                let letters = found.trim_end_matches(|c: char| c.is_ascii_digit());
                let digits = &found[letters.len()..];
                self.error(
                    Code::SiteAsName,
                    here,
                    format!("`{found}` is a site, so it cannot be a name"),
                    format!("expected {what}"),
                )
                .note("letters followed by digits always mean a site")
                .help(format!("choose another name, such as `{letters}_{digits}`"))
            }
            kind => {
                let message = format!("expected {what}, found {}", self.described());
                let problem = self.error(Code::ExpectedName, here, message, "expected a name");
                match found.trim_matches('"') {
                    name if kind == TokenKind::Text && Grammar::parse(Rule::name, name).is_ok() => {
                        problem.help(format!("a name stands without quotes: `{name}`"))
                    }
                    _ => self.with_form(problem),
                }
            }
        }
    }

    fn reserved(&self, here: Span, found: &str, what: &str) -> Diagnostic {
        let message = format!("`{found}` is a word of the language, so it cannot be a name");
        let help = format!("choose another name, such as `my_{found}`");
        self.error(Code::ReservedWord, here, message, format!("expected {what}")).help(help)
    }

    /// A word near to one that could stand here.
    fn misspelt(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let is_known = is_word(found) && (self.expected.infix() || self.expected.expression());
        if self.kind() != TokenKind::Word || is_known {
            return None;
        }
        let words = self.expected.words();
        let meant = instead(found).iter().find(|word| words.contains(word)).copied();
        let word = meant.or_else(|| slip(found, words))?;
        let goes_on = self.tried(word, self.at + 1).is_none_or(|furthest| furthest > 0);
        let message = format!("`{found}` is not a word that can stand here");
        goes_on.then(|| self.error(Code::MisspeltWord, here, message, "not known here").write(word))
    }

    /// A word or a sign whose absence is all that is wrong, or that something else stands in place of.
    fn left_out(&self, found: &str) -> Option<Diagnostic> {
        let mut links = self.expected.links();
        // Where several would do, the one that the statement is usually written with is meant.
        let usual = match self.word() {
            "stuck" => "",
            word => form(word).unwrap_or(if self.rule == Rule::setup_line { "SIDE on SITES" } else { "" }),
        };
        let is_usual = |link: &str| usual.split([' ', ',']).any(|word| word == link);
        links.sort_by_key(|link| !is_usual(link));
        let best = |next: usize, least: usize| {
            let tried = links.iter().map(|&link| (self.tried(link, next).unwrap_or(0), link));
            let tried = tried.filter(|&(further, _)| further > least);
            tried.reduce(|best, other| if other.0 > best.0 { other } else { best })
        };
        let (inserted, link) = best(self.at, 1).unwrap_or((0, ""));
        // The text after a replaced word begins later, by the word and a blank.
        let (replaced, other) = best(self.at + 1, 1).unwrap_or((0, ""));
        // A word that can stand after what is missing is not wrong itself.
        let is_right = is_usual(found) || is_word(found) && inserted > found.len() && replaced < usize::MAX;
        if replaced.saturating_add(found.len() + 1) > inserted && replaced > 0 && !is_right {
            let alike = links.iter().filter(|link| self.tried(link, self.at + 1) == Some(replaced)).count();
            if alike > 1 && !is_usual(other) {
                return None;
            }
            let message = format!("expected `{other}`, found {}", self.described());
            let problem = self.error(Code::UnexpectedWord, self.here(), message, format!("expected `{other}`"));
            let is_meant = links_meant(found).contains(&other) || nearest(found, [other]).is_some();
            return Some(self.with_form(if is_meant { problem.write(other) } else { problem }));
        }
        // Any word would do as a name after what is missing.
        let is_list = link == "," && !self.head.clone().any(|token| self.written(token) == ",");
        let is_free = self.kind() == TokenKind::Word && !is_word(found) && !self.is_named(found) && !is_list;
        if inserted == 0 || is_free {
            return None;
        }
        let shown = |token: usize| match self.tokens[token].kind {
            TokenKind::Text => "the text".to_owned(),
            TokenKind::MapText => "the map".to_owned(),
            _ => format!("`{}`", self.written(token)),
        };
        let (code, what) = match link {
            "," => (Code::MissingComma, "a comma".to_owned()),
            _ => (Code::MissingWord, format!("`{link}`")),
        };
        let message = format!("{what} is missing between {} and {}", shown(self.at - 1), shown(self.at));
        let problem = self.error(code, self.here(), message, format!("expected `{link}` before this"));
        let start = Span { end: self.here().start, ..self.here() };
        Some(match self.written(self.at - 1) {
            "every" | "some" | "side" if self.rule == Rule::phase_line => {
                problem.help("such a condition is written `every side (CONDITION)`")
            }
            _ => {
                let mut problem = self.with_form(problem);
                if inserted == usize::MAX {
                    let (span, text) = match link {
                        "," => (self.after(self.at), ",".to_owned()),
                        _ => (start, format!("{link} ")),
                    };
                    problem.edit = Some(Edit { span, text });
                }
                problem
            }
        })
    }

    /// Two words that stand the wrong way round.
    fn wrong_order(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let next = self.at + 1;
        let other = self.written(next);
        if next >= self.head.end || !is_word(found) || !self.expected.words().contains(&other) {
            return None;
        }
        self.tried(&format!("{other} {found}"), next + 1).filter(|&further| further > 0)?;
        let span = here.to(self.span(next));
        let message = format!("`{found} {other}` stands the wrong way round");
        Some(self.error(Code::WordOrder, span, message, "in another order").help(format!("write `{other} {found}`")))
    }

    /// A move whose directions come too late.
    fn clauses_first(&self, here: Span, found: &str) -> Option<Diagnostic> {
        if !self.expected.has(Rule::directions) || self.at != self.head.start + 1 || !is_word(found) {
            return None;
        }
        if !starts(Rule::clause).contains(&found) {
            return None;
        }
        let directions = starts(Rule::directions);
        let late = (self.at..self.head.end)
            .find(|&token| directions.contains(&self.written(token)) && self.written(token + 1) != "to")?;
        let verb = self.word();
        let direction = self.written(late);
        let message = format!("the directions of `{verb}` come first");
        let problem = self.error(Code::WordOrder, here, message, "expected a direction");
        Some(
            problem
                .and(self.span(late), "the direction stands here")
                .help(format!("write `{verb} {direction} {found} …`")),
        )
    }

    /// How far beyond the place the parser comes when the words stand there and the text goes on with the token.
    fn tried(&self, words: &str, next: usize) -> Option<usize> {
        let start = self.tokens[self.head.start].start as usize;
        let here = self.tokens[self.at].start as usize;
        if here - start > MOST_TRIED {
            return None;
        }
        let last = self.tokens[self.head.end - 1].end as usize;
        let next = self.tokens.get(next).map_or(last, |token| token.start as usize).min(last);
        let mut end = (next + TRIED_BEYOND).min(last);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let attempt = format!("{} {words} {}", &self.text[start..here], &self.text[next..end]);
        let place = here - start + 1;
        match Grammar::parse(self.rule, &attempt) {
            Ok(_) => Some(usize::MAX),
            // Blanks after the words do not count.
            Err(error) => Some(position(&error).saturating_sub(place + words.len())),
        }
    }

    /// Whether the word stands elsewhere in the file too, so that it may be a name.
    fn is_named(&self, word: &str) -> bool {
        (0..self.tokens.len()).filter(|&token| self.written(token) == word).nth(1).is_some()
    }

    fn general(&self) -> Diagnostic {
        let here = self.here();
        let phrase = self.expected.phrase(if self.rule == Rule::phase_line { Verb::named(self.word()) } else { None });
        let found = self.described();
        let message = match phrase.as_str() {
            "" => format!("{found} is not understood here"),
            "the end of the statement" => {
                format!("unexpected {} after `{}`", found.trim_start_matches("a "), self.written(self.at - 1))
            }
            _ => format!("expected {phrase}, found {found}"),
        };
        let code = if self.at >= self.head.end { Code::MissingWord } else { Code::UnexpectedWord };
        if self.expected.has(Rule::column_name) {
            let problem = self.error(code, here, message, "not a column");
            return problem.help("a column is named by its letter, a row by its number: `column a`, `row 1`");
        }
        let label = match code {
            Code::MissingWord => "something is missing here",
            _ if self.expected.infix() => "expected an operator such as `and`, or the end of the statement",
            _ => "not expected here",
        };
        self.with_form(self.error(code, here, message, label))
    }
}
