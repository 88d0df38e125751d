//! From pest's pairs to the tree.

use super::MOST;
use super::grammar::Rule;
use super::token::Token;
use super::tree::*;
use crate::diag::{Code, Diagnostic};
use crate::source::{Span, Spanned};
use pest::iterators::Pair;
use std::collections::VecDeque;

/// Makes trees of pairs that were parsed from a part of a source.
pub(super) struct Builder<'t, 's> {
    pub source: u16,
    /// The whole source.
    pub text: &'t str,
    /// Its tokens, without comments.
    pub tokens: &'t [Token],
    /// Where the part begins.
    pub offset: u32,
    pub problems: &'s mut Vec<Diagnostic>,
}

/// What a pair contains, sorted by kind: the grammar says how many there are of each, and in which order.
pub(super) struct Parts {
    names: VecDeque<Name>,
    expressions: VecDeque<Expr>,
    texts: VecDeque<Name>,
    directions: VecDeque<DirectionWords>,
}

impl Parts {
    pub fn name(&mut self) -> Name {
        self.names.pop_front().expect("the grammar puts a name here")
    }

    pub fn names(self) -> Vec<Name> {
        self.names.into()
    }

    pub fn expression(&mut self) -> Expr {
        self.expressions.pop_front().expect("the grammar puts an expression here")
    }

    /// The first expression, where there may be none.
    pub fn condition(&mut self) -> Option<Expr> {
        self.expressions.pop_front()
    }

    pub fn expressions(self) -> Vec<Expr> {
        self.expressions.into()
    }

    pub fn text(&mut self) -> Name {
        self.texts.pop_front().expect("the grammar puts a text here")
    }

    pub fn directions(&mut self) -> DirectionWords {
        self.directions.pop_front().expect("the grammar puts directions here")
    }
}

impl Builder<'_, '_> {
    /// Where the pair stands, without the blanks and comments that pest leaves at its end.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        self.span_until(pair, pair.as_span().end())
    }

    fn span_until(&self, pair: &Pair<'_, Rule>, end: usize) -> Span {
        let start = self.offset + pair.as_span().start() as u32;
        let after = self.tokens.partition_point(|token| token.end <= self.offset + end as u32);
        let end = after.checked_sub(1).map_or(start, |last| self.tokens[last].end);
        Span { source: self.source, start, end: end.max(start) }
    }

    fn named(&self, pair: &Pair<'_, Rule>) -> Name {
        Spanned { value: pair.as_str().to_owned(), span: self.span(pair) }
    }

    /// What the pair contains.
    pub fn parts(&mut self, pair: Pair<'_, Rule>) -> Parts {
        let mut parts = Parts {
            names: VecDeque::new(),
            expressions: VecDeque::new(),
            texts: VecDeque::new(),
            directions: VecDeque::new(),
        };
        self.gather(pair, &mut parts);
        parts
    }

    fn gather(&mut self, pair: Pair<'_, Rule>, parts: &mut Parts) {
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::name | Rule::column_name => parts.names.push_back(self.named(&inner)),
                Rule::text => {
                    let value = inner.as_str().trim_matches('"').to_owned();
                    parts.texts.push_back(Spanned { value, span: self.span(&inner) });
                }
                Rule::expression => parts.expressions.push_back(self.expression(inner)),
                Rule::directions => {
                    let span = self.span(&inner);
                    let words = inner.into_inner().map(|word| self.named(&word)).collect();
                    parts.directions.push_back(DirectionWords { span, words });
                }
                Rule::names | Rule::expressions | Rule::group | Rule::grid | Rule::hexagon | Rule::on | Rule::holds => {
                    self.gather(inner, parts)
                }
                _ => {}
            }
        }
    }

    pub fn number(&mut self, pair: &Pair<'_, Rule>) -> i64 {
        let number = pair.as_str().parse().ok().filter(|&number| number <= MOST);
        number.unwrap_or_else(|| {
            let message = format!("a number larger than {MOST}");
            let problem = Diagnostic::error(Code::NumberTooLarge, self.span(pair), message, "too large");
            self.problems.push(problem.help("write a smaller number"));
            0
        })
    }

    /// The head of a file.
    pub fn head(&mut self, pair: Pair<'_, Rule>) -> Head {
        let span = self.head_span(&pair);
        let mut parts = self.parts(pair);
        Head { span, title: parts.text(), base: parts.texts.pop_front() }
    }

    /// Where the pair stands, without the `{` at its end.
    pub fn head_span(&self, pair: &Pair<'_, Rule>) -> Span {
        let before = pair.as_str().rfind('{').unwrap_or(pair.as_str().len());
        self.span_until(pair, pair.as_span().start() + before)
    }

    /// A statement outside a phase, without its block.
    pub fn item(&mut self, pair: Pair<'_, Rule>) -> ItemKind {
        let rule = pair.as_rule();
        let flat = pair.clone();
        let mut parts = self.parts(pair);
        match rule {
            Rule::about => ItemKind::About(parts.text()),
            Rule::option => {
                let (name, default) = (parts.name(), parts.expression());
                ItemKind::Option { name, default, allowed: parts.expressions() }
            }
            Rule::require => ItemKind::Require(parts.expression()),
            Rule::set => ItemKind::Set { name: parts.name(), value: parts.expression() },
            Rule::without => {
                let what = flat.into_inner().find(|pair| pair.as_rule() == Rule::droppable);
                let what = self.named(&what.expect("the grammar puts a word here"));
                ItemKind::Without { what, name: parts.names.pop_front() }
            }
            Rule::let_be => ItemKind::Let { name: parts.name(), value: parts.expression() },
            Rule::board => {
                let shape = flat.into_inner().nth(1).expect("the grammar puts a shape here");
                let size = match shape.as_rule() {
                    Rule::grid => BoardSize::Grid(parts.expression(), parts.expression()),
                    Rule::hexagon => BoardSize::Hexagon(parts.expression()),
                    _ => BoardSize::Points,
                };
                ItemKind::Board(BoardItem { shape: self.span(&shape), size, lines: Vec::new() })
            }
            Rule::map => {
                let (name, parameters) = (parts.name(), (parts.name(), parts.name()));
                ItemKind::Map { name, parameters, column: parts.expression(), row: parts.expression() }
            }
            Rule::sides => {
                let sides = flat.into_inner().filter(|pair| pair.as_rule() == Rule::side_name);
                let sides = sides.map(|pair| self.side_name(pair)).collect();
                ItemKind::Sides { first: parts.condition(), sides }
            }
            Rule::kinds => ItemKind::Kinds(parts.names()),
            Rule::player => ItemKind::Player { name: parts.name(), owns: parts.names() },
            Rule::region => {
                let value = match parts.condition() {
                    Some(set) => RegionValue::One(set),
                    None => RegionValue::BySide(Vec::new()),
                };
                ItemKind::Region { name: parts.name(), value }
            }
            Rule::setup => match flat.into_inner().find(|pair| pair.as_rule() == Rule::map_text) {
                Some(map) => ItemKind::SetupMap(self.map_text(&map)),
                None => ItemKind::Setup(Vec::new()),
            },
            Rule::phase => {
                let until = flat.clone().into_inner().find(|pair| pair.as_rule() == Rule::until);
                let until = match until.and_then(|pair| pair.into_inner().next()).map(|pair| pair.as_rule()) {
                    Some(Rule::one_turn) => PhaseUntil::OneTurnEach,
                    Some(_) => PhaseUntil::NobodyCanMove,
                    None => PhaseUntil::GameOver,
                };
                let head = self.head_span(&flat);
                ItemKind::Phase(PhaseItem { head, name: parts.name(), until, body: Vec::new() })
            }
            _ => ItemKind::If { condition: parts.expression(), then: Vec::new(), otherwise: Vec::new() },
        }
    }

    fn map_text(&mut self, pair: &Pair<'_, Rule>) -> MapText {
        let span = self.span(pair);
        let mut rows = Vec::new();
        let mut start = span.start + 3;
        for line in self.text[start as usize..span.end as usize - 3].split('\n') {
            let mut row = Vec::new();
            for cell in line.split_ascii_whitespace() {
                let at = start + (cell.as_ptr() as usize - line.as_ptr() as usize) as u32;
                let span = Span { source: self.source, start: at, end: at + cell.len() as u32 };
                row.push(Spanned { value: cell.to_owned(), span });
            }
            if !row.is_empty() {
                rows.push(row);
            }
            start += line.len() as u32 + 1;
        }
        MapText { span, rows }
    }

    fn side_name(&mut self, pair: Pair<'_, Rule>) -> SideName {
        let mut inner = pair.into_inner();
        let name = self.named(&inner.next().expect("the grammar puts a name here"));
        SideName { name, facing: inner.nth(1).map(|compass| self.named(&compass)) }
    }

    /// `sites …` or `lines …`
    pub fn board_line(&mut self, pair: Pair<'_, Rule>) -> BoardLine {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let (mut drawn, mut has_by, mut guard) = (None, false, None);
        for inner in pair.clone().into_inner() {
            match inner.as_rule() {
                Rule::drawn => drawn = Some(self.drawn(inner)),
                Rule::word_by => has_by = true,
                Rule::guard => guard = Some(self.guard(inner)),
                _ => {}
            }
        }
        let mut parts = self.parts(pair);
        let kind = match (rule, drawn) {
            (Rule::numbered, _) => BoardLineKind::Numbered(guard),
            (Rule::sites, _) => BoardLineKind::Sites(parts.expression()),
            (_, Some(drawn)) => drawn,
            (_, None) => {
                let by = if has_by { parts.condition() } else { None };
                BoardLineKind::Lines { directions: parts.directions(), by, from: parts.condition() }
            }
        };
        BoardLine { span, kind }
    }

    /// A line drawn by naming its sites.
    fn drawn(&self, pair: Pair<'_, Rule>) -> BoardLineKind {
        let (sites, words): (Vec<_>, Vec<_>) = pair.into_inner().partition(|part| part.as_rule() == Rule::site);
        BoardLineKind::Drawn { curved: !words.is_empty(), sites: sites.iter().map(|site| self.named(site)).collect() }
    }

    /// `side = set`, or an `if` without its blocks.
    pub fn region_entry(&mut self, pair: Pair<'_, Rule>) -> RegionEntry {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        match rule {
            Rule::region_side => RegionEntry::Side { side: parts.name(), value: parts.expression() },
            _ => RegionEntry::If { condition: parts.expression(), then: Vec::new(), otherwise: Vec::new() },
        }
    }

    /// A line of a setup, without its blocks.
    pub fn setup(&mut self, pair: Pair<'_, Rule>) -> SetupKind {
        let rule = pair.as_rule();
        let on = pair.clone().into_inner().any(|pair| pair.as_rule() == Rule::on);
        let mut parts = self.parts(pair);
        if rule == Rule::if_block {
            return SetupKind::If { condition: parts.expression(), then: Vec::new(), otherwise: Vec::new() };
        }
        let side = if rule == Rule::side_line { Some(parts.name()) } else { None };
        let kind = parts.names.pop_front();
        match on {
            true => SetupKind::On { side, kind, set: parts.expression() },
            false => SetupKind::Holds { side, kind, count: parts.expression() },
        }
    }

    /// A statement in a phase, without its blocks.
    pub fn play(&mut self, pair: Pair<'_, Rule>) -> PlayKind {
        let rule = pair.as_rule();
        let flat = pair.clone();
        if matches!(rule, Rule::place | Rule::remove | Rule::step | Rule::slide | Rule::jump) {
            return PlayKind::Move(self.move_item(pair));
        }
        let mut parts = self.parts(pair);
        match rule {
            Rule::for_block => PlayKind::For { names: parts.names(), body: Vec::new() },
            Rule::first_block => PlayKind::First(Vec::new()),
            Rule::choose => {
                let keys = flat.into_inner().filter(|pair| pair.as_rule() == Rule::key);
                PlayKind::Choose(keys.map(|key| self.key(key)).collect())
            }
            Rule::promote => PlayKind::Promote {
                from: parts.name(),
                to: parts.name(),
                on: parts.expression(),
                at_once: flat.into_inner().any(|pair| pair.as_rule() == Rule::at_once),
            },
            Rule::stuck => {
                let pair = flat.into_inner().last().expect("the grammar puts a word here");
                let value = match pair.as_rule() {
                    Rule::word_loses => StuckWord::Loses,
                    Rule::word_passes => StuckWord::Passes,
                    _ => StuckWord::Draws,
                };
                PlayKind::Stuck(Spanned { value, span: self.span(&pair) })
            }
            Rule::out => PlayKind::Ending { kind: EndingWord::Out, when: parts.expression() },
            Rule::win => PlayKind::Ending { kind: EndingWord::Win, when: parts.expression() },
            Rule::lose => PlayKind::Ending { kind: EndingWord::Lose, when: parts.expression() },
            Rule::draw => PlayKind::Ending { kind: EndingWord::Draw(parts.text()), when: parts.expression() },
            Rule::last_turns => PlayKind::LastTurns { label: parts.text(), when: parts.expression() },
            Rule::let_be => PlayKind::Let { name: parts.name(), value: parts.expression() },
            _ => PlayKind::If { condition: parts.expression(), then: Vec::new(), otherwise: Vec::new() },
        }
    }

    fn key(&mut self, pair: Pair<'_, Rule>) -> KeyItem {
        let word = pair.clone().into_inner().next().expect("the grammar puts a word here");
        let value = match word.as_rule() {
            Rule::word_most => KeyWord::Most,
            Rule::word_least => KeyWord::Least,
            _ => KeyWord::Earliest,
        };
        let word = Spanned { value, span: self.span(&word) };
        KeyItem { word, value: self.parts(pair).expression() }
    }

    fn move_item(&mut self, pair: Pair<'_, Rule>) -> MoveItem {
        let mut inner = pair.into_inner();
        let word = inner.next().expect("the grammar puts a verb here");
        let value = match word.as_rule() {
            Rule::word_place => Verb::Place,
            Rule::word_remove => Verb::Remove,
            Rule::word_step => Verb::Step,
            Rule::word_slide => Verb::Slide,
            _ => Verb::Jump,
        };
        let verb = Spanned { value, span: self.span(&word) };
        let mut item = MoveItem { verb, directions: None, set: None, clauses: Vec::new() };
        for pair in inner {
            match pair.as_rule() {
                Rule::directions => {
                    let span = self.span(&pair);
                    let words = pair.into_inner().map(|word| self.named(&word)).collect();
                    item.directions = Some(DirectionWords { span, words });
                }
                Rule::expression => item.set = Some(self.expression(pair)),
                _ => item.clauses.push(self.clause(pair)),
            }
        }
        item
    }

    fn clause(&mut self, pair: Pair<'_, Rule>) -> Clause {
        let mut inner = pair.into_inner().filter(|pair| pair.as_rule() != Rule::comma);
        let pair = inner.next().expect("the grammar puts a clause here");
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::onto => ClauseKind::Onto(self.parts(pair).expression()),
            Rule::over => ClauseKind::Over(self.parts(pair).expression()),
            Rule::gliding => {
                let mut parts = self.parts(pair);
                ClauseKind::Gliding { directions: parts.directions(), through: parts.expression() }
            }
            Rule::continuing => {
                let words: Vec<Rule> = pair.into_inner().map(|word| word.as_rule()).collect();
                ClauseKind::Continue {
                    must: words.contains(&Rule::word_must),
                    straight: words.contains(&Rule::word_straight),
                }
            }
            Rule::flying => ClauseKind::Flying,
            _ => {
                let at_end = pair.clone().into_inner().any(|pair| pair.as_rule() == Rule::at_end);
                ClauseKind::Effects { words: pair.into_inner().filter_map(|word| self.effect(&word)).collect(), at_end }
            }
        };
        let Some(guard) = inner.next() else { return Clause { span, kind, guard: None } };
        Clause { span: span.to(self.span(&guard)), kind, guard: Some(self.guard(guard)) }
    }

    /// `if condition` (`true`) or `unless condition` (`false`)
    fn guard(&mut self, pair: Pair<'_, Rule>) -> (bool, Expr) {
        let positive = pair.clone().into_inner().next().is_some_and(|word| word.as_rule() == Rule::word_if);
        (positive, self.parts(pair).expression())
    }

    fn effect(&self, word: &Pair<'_, Rule>) -> Option<Spanned<Effect>> {
        let value = match word.as_rule() {
            Rule::word_removing => Effect::Removing,
            Rule::word_exchanging => Effect::Exchanging,
            Rule::word_keeping => Effect::Keeping,
            _ => return None,
        };
        Some(Spanned { value, span: self.span(word) })
    }
}
