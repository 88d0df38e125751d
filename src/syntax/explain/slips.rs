//! What is written as people speak or as other languages have it, and how this one says it.

use super::Failure;
use crate::diag::{Code, Diagnostic, Edit};
use crate::source::Span;
use crate::syntax::forms::{form, instead};
use crate::syntax::grammar::Rule;
use crate::syntax::lexical::instead_of;
use crate::syntax::token::TokenKind;
use crate::syntax::tree::Verb;
use crate::syntax::words::{is_reserved, is_word, joins_values, nearest, starts};

/// How people say that a side has no move.
const STUCK: &[&str] = &[
    "stuck",
    "is stuck",
    "are stuck",
    "is blocked",
    "are blocked",
    "cannot",
    "can not",
    "has no move",
    "has no moves",
];

/// Words that a statement begins with in a sentence, and means the same without.
const LITTLE: &[&str] = &[
    "new", "the", "a", "an", "then", "do", "please", "and", "also", "can", "may", "now", "next", "let", "when", "if",
    "until", "this",
];

impl Failure<'_> {
    /// A slip with words that are right elsewhere.
    pub(super) fn slip(&self, here: Span, found: &str, before: &str) -> Option<Diagnostic> {
        None.or_else(|| self.slip_in_option())
            .or_else(|| self.slip_in_head())
            .or_else(|| self.slip_in_header(here, found))
            .or_else(|| self.slip_in_setup())
            .or_else(|| self.several_directions(here, found))
            .or_else(|| self.said_anyway(here, found))
            .or_else(|| self.kind_in_move(here, found))
            .or_else(|| self.broken_in_two(here, found))
            .or_else(|| self.other_clause(here, found))
            .or_else(|| self.unlisted(here, found, before))
            .or_else(|| self.not_joined(here, found, before))
            .or_else(|| self.half_compared(here, found, before))
            .or_else(|| self.slip_before(found))
    }

    /// `for every side`, as other languages say it.
    pub(super) fn for_every(&self) -> Option<Diagnostic> {
        let all = self.head.start + 1;
        let is_all = self.word() == "for" && matches!(self.written(all), "every" | "each" | "all" | "any" | "both");
        if !is_all || self.at > all + 1 {
            return None;
        }
        let last = (all + 1..self.head.end).take_while(|&token| self.kind_of(token) == TokenKind::Word).last();
        let span = self.span(all).to(self.span(last.unwrap_or(all)));
        let message = "`for` is followed by the names of sides";
        let problem = self.error(Code::ExpectedName, span, message, "expected a side's name");
        Some(problem.help("what holds for every side needs no `for`: take it out, with its `{` and `}`"))
    }

    /// A side without a move, as a condition.
    pub(super) fn stuck_as_condition(&self, found: &str, before: &str) -> Option<Diagnostic> {
        if !self.expected.infix() && !self.expected.expression() {
            return None;
        }
        let begins = |phrase: &&str| phrase.split(' ').zip(self.at..).all(|(word, token)| self.written(token) == word);
        if STUCK.iter().any(begins) || before == "no" && matches!(found, "move" | "moves" | "legal") {
            let message = "being unable to move is no condition";
            let problem = self.error(Code::ExpectedExpression, self.here(), message, "not a value");
            return Some(
                problem.help("write `stuck loses` as a statement of its own: a side without a move then loses"),
            );
        }
        None
    }

    /// A condition as people speak: of a side that has so many pieces or reaches a place.
    pub(super) fn spoken(&self, found: &str, before: &str) -> Option<Diagnostic> {
        if !self.expected.infix() {
            return None;
        }
        let rest: Vec<&str> = (self.at + 1..self.head.end)
            .map(|token| self.written(token))
            .take_while(|word| !joins_values(word) && !matches!(*word, ")" | "," | "{"))
            .collect();
        let rest_tokens = rest.len();
        let rest = rest.join(" ");
        let whole = before == ")";
        let span = self.span(self.at - 1).to(self.span((self.at + rest_tokens).min(self.head.end - 1)));
        let before = if whole { "(…)" } else { before };
        let is_counted = self.written(self.at - 2) == "count" || self.written(self.at - 2) == "of";
        let set = format!("({before} and {rest})");
        let in_brackets = self.written(self.at - 2) == "(";
        if matches!(found, "on" | "in" | "at" | "inside" | "within" | "is")
            && !whole
            && !rest.is_empty()
            && (found != "is" || is_set(&rest))
        {
            let message = format!("`{found}` does not join two values");
            let problem = self.error(Code::ForeignOperator, self.here(), message, "not known here");
            let text = match () {
                () if in_brackets => format!("{before} and {rest}"),
                () if is_counted => set,
                () if matches!(self.written(self.at + 1 + rest_tokens), "<" | "<=" | ">" | ">=" | "==" | "!=") => {
                    format!("count {set}")
                }
                () => format!("count {set} > 0"),
            };
            return Some(problem.write_at(span, text));
        }
        let help = match (found, self.written(self.at + 1)) {
            ("has" | "have", "no" | "zero") => format!("write `count {before} == 0`"),
            ("has" | "have", _) => format!("write `count {before} == NUMBER`, or another comparison"),
            ("reaches" | "reach" | "enters" | "touches" | "occupies", _) => {
                format!("write `count ({before} and {rest}) > 0`")
            }
            ("on" | "in" | "at" | "inside" | "within", _) => {
                format!("join sets with `and`, in brackets: `({before} and {rest})`")
            }
            _ => return None,
        };
        let message = format!("`{found}` does not join two values");
        Some(self.error(Code::ForeignOperator, self.here(), message, "not known here").help(help))
    }

    /// Directions joined as if they were sets.
    fn several_directions(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let directions = starts(Rule::directions);
        let is_move = matches!(self.word(), "step" | "slide" | "jump" | "lines");
        let after = if matches!(found, "or" | "and" | ",") { self.at + 1 } else { self.at };
        let before = if after == self.at && self.written(self.at - 1) == "," { self.at - 2 } else { self.at - 1 };
        let joined = after > before + 1
            && directions.contains(&self.written(before))
            && directions.contains(&self.written(after))
            && self.written(after + 1) != "to";
        (is_move && joined).then(|| {
            let message = "directions cannot be joined";
            let problem = self.error(Code::UnexpectedWord, here, message, "not expected here");
            problem.help(format!(
                "write a statement for each; `{} adjacent` goes in all that are orthogonal or diagonal",
                self.word()
            ))
        })
    }

    /// A word that was taken for a name, and was meant for one that takes what stands after it.
    fn slip_before(&self, found: &str) -> Option<Diagnostic> {
        let before = self.written(self.at - 1);
        if self.word() == "without" && self.at == self.head.start + 1 && self.at + 1 == self.head.end {
            let here = self.here();
            let message = format!("`without {found}` does not say what is to be dropped");
            let problem = self.error(Code::MissingWord, here, message, "expected a word such as `phase` before this");
            return (!is_word(found)).then(|| problem.help(format!("write what it is, as in `without phase {found}`")));
        }
        if !self.expected.infix() {
            return None;
        }
        if before == "no" && self.kind() == TokenKind::Word {
            let message = format!("`no` does not count `{found}`");
            let problem = self.error(Code::UnexpectedWord, self.here(), message, "not expected here");
            return Some(problem.help(format!("write `count {found} == 0`")));
        }
        if found == ","
            && self.tokens.get(self.at + 1).is_none_or(|next| next.begins_line() || self.at + 1 >= self.head.end)
        {
            return Some(self.trailing_comma(self.at));
        }
        if found == "," && !self.expected.has(Rule::comma) {
            let problem = self.error(Code::UnexpectedWord, self.here(), "a comma joins no values", "not expected here");
            return Some(
                problem.help("join sets with `or`, as in `row 1 or row 2`; sites may be listed, as in `[a1, b2]`"),
            );
        }
        let prefixes = ["column", "count", "longest", "not", "orbit", "row"];
        let is_slip = self.kind_of(self.at - 1) == TokenKind::Word && !is_reserved(before);
        let meant = instead(before).iter().copied().find(|word| prefixes.contains(word));
        let word = meant.or_else(|| nearest(before, prefixes)).filter(|_| is_slip && instead_of(found).is_none())?;
        let message = format!("`{before}` is not a word of the language");
        let problem = self.error(Code::MisspeltWord, self.span(self.at - 1), message, "not known here");
        Some(problem.write(word))
    }

    /// A word that stands before a statement as it would in a sentence: `new phase play`, `white wins`.
    pub(super) fn unasked_for(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let next = self.written(self.at + 1);
        let is_before = |word: &str| is_reserved(word) && starts(self.rule).contains(&word);
        let help = match next {
            "{" if self.rule == Rule::file_line
                && !starts(self.rule).iter().any(|word| nearest(found, [*word]).is_some_and(takes_block)) =>
            {
                format!("write what it is, as in `phase {found} {{`")
            }
            "win" | "wins" | "lose" | "loses" if self.rule == Rule::phase_line => {
                let word = next.trim_end_matches('s');
                format!("write `{word} when CONDITION`: it is told for the side that has moved")
            }
            word if self.at + 1 < self.head.end
                && (self.is_side(found) || self.is_kind(found))
                && Verb::named(word).is_some() =>
            {
                let last = self.head.end - 1;
                let rest = &self.text[self.span(self.at + 1).to(self.span(last)).range()];
                let message = format!("`{found}` is not a statement");
                let span = here.to(self.span(last));
                let problem = self.error(Code::UnknownStatement, here, message, "not known here");
                return Some(problem.write_at(span, format!("for {found} {{ {rest} }}")));
            }
            word if is_before(word) && self.at + 1 < self.head.end && LITTLE.contains(&found) => {
                let message = format!("`{found}` is not a statement");
                let problem = self.error(Code::UnknownStatement, here, message, "not known here");
                let help = format!("leave `{found}` out: `{word}` begins the statement");
                let edit = Edit { span: Span { end: self.span(self.at + 1).start, ..here }, text: String::new() };
                return Some(Diagnostic { edit: Some(edit), ..problem.help(help) });
            }
            _ if self.is_side(found) && self.rule == Rule::phase_line => {
                format!("what one side alone may do stands in a block: `for {found} {{ step orthogonal }}`")
            }
            _ => return None,
        };
        let message = format!("`{found}` is not a statement");
        Some(self.error(Code::UnknownStatement, here, message, "not known here").help(help))
    }

    /// `empty not goal`, where `and` goes without saying in speech.
    fn not_joined(&self, here: Span, found: &str, before: &str) -> Option<Diagnostic> {
        let is_joined = found == "not"
            && self.expected.infix()
            && self.tried("and", self.at).is_some_and(|further| further > "not".len() + 2);
        is_joined.then(|| {
            let message = format!("`and` is missing between `{before}` and `not`");
            let problem = self.error(Code::MissingWord, here, message, "expected `and` before this");
            problem.help("write `and not`")
        })
    }

    /// `turns > 10 and < 20`: a comparison that leaves out what it compares.
    fn half_compared(&self, here: Span, found: &str, before: &str) -> Option<Diagnostic> {
        let compares = |word: &str| matches!(word, "<" | "<=" | ">" | ">=" | "==" | "!=");
        let is_half = self.expected.expression() && compares(found) && matches!(before, "and" | "or");
        is_half.then(|| {
            let message = format!("a number is missing before `{found}`");
            let problem = self.error(Code::ExpectedExpression, here, message, format!("expected after `{before}`"));
            let ends = |token: &usize| !matches!(self.written(*token), "and" | "or" | "when" | "require" | "(" | ")");
            let sign =
                (self.head.start..self.at - 1).rev().take_while(ends).find(|&token| compares(self.written(token)));
            let first = sign.and_then(|sign| (self.head.start..sign).rev().take_while(ends).last());
            match (first, sign) {
                (Some(first), Some(sign)) => {
                    let last = (self.at..self.head.end).take_while(ends).last().unwrap_or(self.at);
                    let text = |from, to| &self.text[self.span(from).to(self.span(to)).range()];
                    problem.help(format!("write `{} {}`", text(first, sign - 1), text(self.at, last)))
                }
                _ => problem.help(format!("write `NUMBER {found} …`: each comparison names both numbers")),
            }
        })
    }

    /// Whether the file names such a kind of piece.
    fn is_kind(&self, name: &str) -> bool {
        self.is_listed("pieces", name)
    }

    /// Whether the file names such a side.
    fn is_side(&self, name: &str) -> bool {
        self.is_listed("sides", name)
    }

    /// Whether a statement that begins with the word lists the name.
    fn is_listed(&self, word: &str, name: &str) -> bool {
        let begins = |&token: &usize| self.written(token) == word && self.kind_of(token) == TokenKind::Word;
        (0..self.tokens.len()).filter(begins).any(|first| {
            let on_line = (first + 1..self.tokens.len()).take_while(|&token| !self.tokens[token].begins_line());
            on_line.take_while(|&token| self.written(token) != ";").any(|token| self.written(token) == name)
        })
    }

    /// A move that names the kind of its piece: `place frog on empty`.
    fn kind_in_move(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let verb = self.word();
        let is_verb = matches!(verb, "place" | "step" | "slide" | "jump");
        if !is_verb || self.at != self.head.start + 1 || self.kind() != TokenKind::Word || is_reserved(found) {
            return None;
        }
        if self.is_kind(found) {
            let message = format!("`{verb}` does not name the kind of its piece");
            let problem = self.error(Code::UnexpectedWord, here, message, "a kind of piece");
            let rest = if self.written(self.at + 1) == "on" { " on …" } else { " …" };
            return Some(problem.help(format!("write `for {found} {{ {verb}{rest} }}`")));
        }
        (verb == "place" && matches!(self.written(self.at + 1), "on" | "onto")).then(|| {
            let message = format!("`{found}` has no place after `place`");
            let problem = self.error(Code::UnexpectedWord, here, message, "this file names no such kind of piece");
            problem.help("write `place on SITES`; of one kind only, `for KIND { place on SITES }`")
        })
    }

    /// What is said of a move or an ending that it says of itself: `place a piece`, `win white when`.
    fn said_anyway(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let is_piece = matches!(found, "a" | "an" | "the" | "any" | "piece" | "pieces" | "stone" | "one" | "own");
        let help = match self.word() {
            "place" if is_piece => "write `place on SITES`: a side places its own pieces, one a turn",
            "step" | "slide" | "jump" if is_piece => {
                "a move is of one of the side's own pieces; go on with the directions"
            }
            "win" | "lose" | "out" if found != "when" && self.written(self.at + 1) == "when" => {
                "an ending is told for the side that has moved: write `when` right after the word"
            }
            _ => return None,
        };
        (self.at == self.head.start + 1).then(|| {
            let message = format!("`{found}` has no place after `{}`", self.word());
            self.error(Code::UnexpectedWord, here, message, "not expected here").help(help)
        })
    }

    /// Signs within what was meant to be one name or one text: `my-hand`, `"a "b" c"`.
    fn broken_in_two(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let (before, next) = (self.at - 1, self.at + 1);
        let touch =
            |first: usize, second: usize| second < self.head.end && self.tokens[first].end == self.tokens[second].start;
        if self.kind_of(before) == TokenKind::Text && touch(before, self.at) {
            let message = "a quote within a text ends it";
            return Some(
                self.error(Code::UnexpectedWord, here, message, "not in the text").help("write `'` within a text"),
            );
        }
        let is_name = found == "-" && !self.expected.infix() && touch(before, self.at) && touch(self.at, next);
        (is_name && self.kind_of(before) == TokenKind::Word).then(|| {
            let (first, second) = (self.written(before), self.written(next));
            let span = self.span(before).to(self.span(next));
            let problem =
                self.error(Code::ExpectedName, span, "a name with `-` in it", "a name is of letters, digits and `_`");
            problem.help(format!("write `{first}_{second}`"))
        })
    }

    /// A clause that lacks its comma, in other words than the language's.
    fn other_clause(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let clauses = starts(Rule::clause);
        let clause = instead(found).iter().find(|word| clauses.contains(word) && **word != "on")?;
        (self.expected.infix() && self.rule == Rule::phase_line).then(|| {
            let problem = self.error(
                Code::MisspeltWord,
                here,
                format!("`{found}` is not a word that can stand here"),
                "not known here",
            );
            problem.help(format!("write `, {clause}`"))
        })
    }

    /// `first row`, `last row`, and sites that stand side by side.
    fn unlisted(&self, here: Span, found: &str, before: &str) -> Option<Diagnostic> {
        let is_row = |word: &str| matches!(word, "row" | "rows" | "column" | "rank" | "file");
        if before == "last" && is_row(found) || found == "first" && is_row(self.written(self.at + 1)) {
            let message = "rows are told by their numbers, columns by their letters";
            let problem = self.error(Code::UnexpectedWord, here, message, "not expected here");
            return Some(problem.help(
                "write `row 1` or `column a`; where sides face somewhere, also `nearest row` and `farthest row`",
            ));
        }
        let is_site = |&token: &usize| self.kind_of(token) == TokenKind::Site;
        if !self.expected.infix() || !is_site(&self.at) || !is_site(&(self.at - 1)) {
            return None;
        }
        let sites: Vec<&str> =
            (self.at - 1..self.head.end).take_while(is_site).map(|token| self.written(token)).collect();
        let problem = self.error(Code::UnexpectedWord, here, "sites side by side", "not expected here");
        Some(problem.help(format!("list them: `[{}]`", sites.join(", "))))
    }

    /// What a phase's header cannot say.
    fn slip_in_header(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let is_header = self.word() == "phase" && self.rule == Rule::file_line && self.at > self.head.start + 2;
        let is_near = found != "once" && nearest(found, self.expected.words()).is_some();
        (is_header && !is_near && found != "{").then(|| {
            let message = format!("a phase cannot last so: `{found}` is not understood");
            let problem = self.error(Code::UnexpectedWord, here, message, "not expected here");
            problem.help("the header of a phase is `one turn each` or `until nobody can move`, or there is none")
        })
    }

    /// Values of an option that are not listed as they should be.
    fn slip_in_option(&self) -> Option<Diagnostic> {
        if self.word() != "option" || self.head.len() < 4 || self.at < self.head.start + 3 {
            return None;
        }
        let (here, found, name) = (self.here(), self.found(), self.written(self.head.start + 1));
        let of = (self.head.start..self.at).find(|&token| self.written(token) == "of");
        if self.kind() == TokenKind::Text {
            let problem = self.error(Code::ExpectedExpression, here, "an option's value in quotes", "not a value");
            return Some(problem.help("values are whole numbers, or `yes` and `no`, without quotes"));
        }
        if of.is_none() && found == "," {
            let default = self.written(self.head.start + 3);
            let rest = &self.text[self.tokens[self.at].start as usize..self.tokens[self.head.end - 1].end as usize];
            let problem = self.error(Code::MissingWord, here, "`of` is missing before the values", "expected `of`");
            return Some(problem.help(format!("write `option {name} = {default} of {default}{rest}`")));
        }
        let is_range = of.is_some() && matches!(found, "to" | "through" | "until" | "upto");
        is_range.then(|| {
            let problem = self.error(Code::UnexpectedWord, here, "the language has no ranges", "expected `,`");
            problem.help("write out each value, with commas between: `1, 2, 3`")
        })
    }

    /// `game … of …`, which is how a variant begins.
    fn slip_in_head(&self) -> Option<Diagnostic> {
        (self.rule == Rule::file_head && self.word() == "game" && self.found() == "of").then(|| {
            let message = "a `game` comes of no other file";
            let problem = self.error(Code::UnexpectedWord, self.here(), message, "not expected here");
            problem.help("write `variant` instead of `game`, or leave `of` out")
        })
    }

    /// A little word without which the statement is right.
    pub(super) fn needless(&self, here: Span, found: &str) -> Option<Diagnostic> {
        let is_little = matches!(found, "=" | "a" | "an" | "the" | "is" | "are");
        (is_little && self.tried("", self.at + 1) == Some(usize::MAX)).then(|| {
            let message = format!("`{found}` has no place after `{}`", self.written(self.at - 1));
            self.error(Code::UnexpectedWord, here, message, "not expected here").write("")
        })
    }

    /// `each side` for `every side`, and `has` for `holds`, where they are taken for names.
    fn slip_in_setup(&self) -> Option<Diagnostic> {
        let (first, before) = (self.head.start, self.at - 1);
        if self.rule != Rule::setup_line {
            return None;
        }
        if self.found() == "=" {
            let problem = self.error(Code::UnexpectedWord, self.here(), "expected `on`, found `=`", "expected `on`");
            return Some(problem.help("write `on` instead; `=` stands in a `region`"));
        }
        let words: &[&str] = if before == first { &["every"] } else { &["holds", "on"] };
        let slip = self.written(before);
        let meant = words.iter().find(|word| instead(slip).contains(word)).copied();
        let word = meant.or_else(|| nearest(slip, ["holds"]).filter(|_| before > first && !is_word(slip)))?;
        let message = format!("`{slip}` is not a word that can stand here");
        let problem = self.error(Code::MisspeltWord, self.span(before), message, "not known here");
        Some(problem.write(word))
    }

    /// `to` after a word that is no direction.
    pub(super) fn no_direction(&self, found: &str) -> Option<Diagnostic> {
        let before = self.written(self.at - 1);
        let is_name = self.kind_of(self.at - 1) == TokenKind::Word && !is_word(before);
        (found == "to" && is_name).then(|| {
            let message = format!("expected a direction before `to`, found `{before}`");
            let problem = self.error(Code::ExpectedDirection, self.span(self.at - 1), message, "not a direction");
            problem
                .help("write `adjacent to`, or another direction; only sites joined by a line are next to each other")
        })
    }
}

/// Whether the text is a word for pieces.
fn is_set(text: &str) -> bool {
    matches!(text, "own" | "enemy" | "ally" | "empty" | "pieces")
}

/// Whether a statement that begins with the word has a block.
fn takes_block(word: &str) -> bool {
    form(word).is_some_and(|form| form.contains('{'))
}
