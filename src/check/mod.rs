//! From tree to model: everything static is settled, and whatever can be known to be wrong is said.
//!
//! A [`Program`] is a description with its variants merged. It is checked once for each combination of its options;
//! [`Findings`] keeps each problem once.

mod board;
mod contents;
mod cover;
mod endings;
mod findings;
mod lint;
mod merge;
mod moves;
mod names;
mod options;
mod phases;
mod regions;
mod sense;
mod setup;
mod sides;
#[cfg(test)]
mod tests;
mod values;

use crate::bits::SiteSet;
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Game, GameOption, Number, OptionValue, PieceKind, Set, SideSet, Stated};
use crate::source::{Sources, Span};
use crate::syntax::tree::{Expr, Item, ItemKind, Name, PhaseItem};
use board::Grid;
use findings::Findings;
pub use findings::{Combination, describe};
pub use merge::merge;
use names::{Definition, Meaning};
pub use names::{list, nearest};
pub use options::Declared;
use std::collections::{HashMap, HashSet};
use values::{Kind, Value, settled};

/// A description with everything merged that it is a variant of.
#[derive(Clone, Debug)]
pub struct Program {
    /// The title.
    pub title: Name,
    /// The statements, those of a variant in the place of those they replace.
    pub items: Vec<Item>,
    /// The options, in the file's order.
    pub options: Vec<Declared>,
    /// The names that variants drop, or the words of statements without one, and by which words.
    pub dropped: Vec<(String, Span)>,
    /// Whether statements are missing because they could not be read; what may follow from that is not reported.
    pub is_partial: bool,
    /// The texts.
    pub sources: Sources,
}

/// What checking one combination gives.
pub enum Checked {
    /// The game.
    Game(Box<Game>),
    /// A `require`, at this place, does not allow the combination.
    Forbidden(Span),
    /// There are errors.
    Wrong,
}

impl Program {
    /// Checks one combination: a value for each option that may be chosen, by name.
    pub fn check(&self, combination: &Combination, sink: &mut Sink) -> Checked {
        let mut findings = Findings::new();
        findings.begin(0);
        let checked = Checker::run(self, combination, &HashSet::new(), &mut findings);
        findings.finish(std::slice::from_ref(combination), &[0], self, sink);
        checked
    }

    /// Checks every allowed combination; answers how many there are.
    pub fn check_all(&self, sink: &mut Sink) -> usize {
        let Some(combinations) = self.combinations(sink) else { return 0 };
        let mut findings = Findings::new();
        let mut allowed = Vec::new();
        let defaults: Combination = self.choices().map(|option| (option.name, option.default)).collect();
        let mut forbidden = None;
        for (index, combination) in combinations.iter().enumerate() {
            findings.begin(index);
            match Checker::run(self, combination, &HashSet::new(), &mut findings) {
                Checked::Forbidden(span) => {
                    if *combination == defaults {
                        forbidden = Some(span);
                    }
                    findings.forget();
                }
                Checked::Game(_) | Checked::Wrong => allowed.push(index as u16),
            }
            if findings.is_exhausted() {
                break;
            }
        }
        if let Some(span) = forbidden {
            let message = "the default values are not allowed together";
            let problem = Diagnostic::error(Code::NoCombination, span, message, "this does not hold for them");
            sink.report(problem.help("change a default, or what is required"));
        }
        if let Some(&first) = allowed.first() {
            self.check_unreached(&combinations[first as usize], &findings.one_sided(), sink);
        }
        findings.finish(&combinations, &allowed, self, sink);
        allowed.len()
    }

    /// Reads what no combination reaches, since these conditions never change, and reports the names there that nothing
    /// can define.
    fn check_unreached(&self, combination: &Combination, one_sided: &HashSet<Span>, sink: &mut Sink) {
        if one_sided.is_empty() {
            return;
        }
        let mut findings = Findings::new();
        findings.begin(0);
        Checker::run(self, combination, one_sided, &mut findings);
        findings.unknown_names(&self.sources).for_each(|problem| sink.report(problem));
    }
}

/// The check of one combination.
struct Checker<'t, 'f> {
    program: &'t Program,
    /// Conditions of which the branch is read that they do not choose.
    turned: &'f HashSet<Span>,
    findings: &'f mut Findings,
    names: HashMap<&'t str, Definition>,
    grid: Option<Grid>,
    board_is_known: bool,
    /// The sides in the game.
    sides: Vec<&'t Name>,
    /// The sides that `sides` names, those left out by `first` too.
    named_sides: Vec<&'t Name>,
    sides_are_known: bool,
    /// The names of sides and of kinds of piece that are too many, and are not in the game for that.
    left_out: HashSet<&'t str>,
    /// Where each side faces, as a number of [`board::WAYS`].
    facing: Vec<Option<usize>>,
    /// The sides for which the words stand that are being read.
    readers: SideSet,
    /// The sides that face nowhere, of those on which the words read so far depend.
    lost: SideSet,
    /// `first` without an `else`, each with the first move statement in it.
    lone_firsts: Vec<(Span, Span)>,
    /// The kinds of piece; none where the file names none.
    kinds: Vec<&'t Name>,
    /// Whether moves are being compared, so that `jumped` and `mover` mean something.
    is_choosing: bool,
    /// The sets of which it is asked whether they have changed.
    watched: Vec<Set>,
    /// What each side has in hand, once the setup is read.
    hands: Vec<Vec<u16>>,
    /// Where an expression stands, if what stands there is settled before play.
    fixed_place: Option<&'static str>,
    /// The kind of value that an expression must have, if known, for suggestions.
    wanted: Option<Kind>,
    depth: usize,
    statements: Statements<'t>,
}

/// The statements that count in a combination, for what is read once all names are known.
#[derive(Default)]
struct Statements<'t> {
    about: Option<&'t Name>,
    board: Option<Span>,
    sides: Option<Span>,
    kinds: Option<Span>,
    players: Vec<(&'t Name, &'t [Name])>,
    regions: Vec<(&'t Name, Set)>,
    /// The orbits of the first map.
    colours: Vec<SiteSet>,
    setup: Option<&'t Item>,
    phases: Vec<&'t PhaseItem>,
    /// How many moves and endings the phases read so far state.
    stated: usize,
}

impl<'t, 'f> Checker<'t, 'f> {
    fn run(
        program: &'t Program,
        combination: &Combination,
        turned: &'f HashSet<Span>,
        findings: &'f mut Findings,
    ) -> Checked {
        let mut checker = Checker {
            program,
            turned,
            findings,
            names: HashMap::new(),
            grid: None,
            board_is_known: false,
            sides: Vec::new(),
            named_sides: Vec::new(),
            sides_are_known: false,
            left_out: HashSet::new(),
            facing: Vec::new(),
            readers: SideSet(u8::MAX),
            lost: SideSet::default(),
            lone_firsts: Vec::new(),
            kinds: Vec::new(),
            is_choosing: false,
            watched: Vec::new(),
            hands: Vec::new(),
            fixed_place: None,
            wanted: None,
            depth: 0,
            statements: Statements::default(),
        };
        checker.define_options(combination);
        match checker.walk(&program.items) {
            Ok(()) if checker.findings.is_exhausted() => Checked::Wrong,
            Ok(()) => checker.finish(combination),
            Err(forbidden) => Checked::Forbidden(forbidden),
        }
    }

    fn report(&mut self, problem: Diagnostic) {
        self.findings.report(problem);
    }

    /// Counts steps of work done for the words at the span. Answers whether they may be done.
    fn work(&mut self, steps: u64, span: Span) -> bool {
        let was_exhausted = self.findings.is_exhausted();
        let may = self.findings.spend(steps);
        if !may && !was_exhausted {
            let message = "checking this file takes too much work";
            let label = "the limit is reached here";
            let problem = Diagnostic::error(Code::TooMuchWork, span, message, label);
            let limit = format!("a file may take {} steps over all combinations of its options", findings::MAX_WORK);
            self.report(problem.note(limit).help("give options fewer values, or make the file shorter"));
        }
        may
    }

    /// Reads the statements in order. `Err` is a `require` that does not hold.
    fn walk(&mut self, items: &'t [Item]) -> Result<(), Span> {
        for item in items {
            if !self.work(1, item.span) {
                return Ok(());
            }
            self.statement(item)?;
        }
        Ok(())
    }

    fn statement(&mut self, item: &'t Item) -> Result<(), Span> {
        let span = item.span;
        match &item.kind {
            ItemKind::About(text) => {
                if self.is_first(self.statements.about.map(|first| first.span), text.span, "about") {
                    self.statements.about = Some(text);
                }
            }
            ItemKind::Option { .. } | ItemKind::Set { .. } | ItemKind::Without { .. } => {}
            ItemKind::Require(condition) => {
                if self.fixed_condition(condition, "a `require`") == Some(false) {
                    return Err(span);
                }
            }
            ItemKind::Let { name, value } => self.read_let(name, value),
            ItemKind::Board(board) => {
                if self.is_first(self.statements.board, span, "board") {
                    self.statements.board = Some(span);
                    self.board(board);
                }
            }
            ItemKind::Map { name, parameters, column, row } => {
                if self.may_define(name, "map") {
                    let map = self.map(name, parameters, column, row);
                    if let Some(map) = map.as_ref().filter(|_| self.statements.colours.is_empty()) {
                        self.statements.colours = regions::orbits(map);
                    }
                    self.define(name, "map", Meaning::Map(map));
                }
            }
            ItemKind::Kinds(names) => {
                if self.is_first(self.statements.kinds, span, "pieces") {
                    self.statements.kinds = Some(span);
                    self.read_kinds(names);
                }
            }
            ItemKind::Sides { first, sides } => {
                if self.is_first(self.statements.sides, span, "sides") {
                    self.statements.sides = Some(span);
                    self.read_sides(first.as_ref(), sides, span);
                }
            }
            ItemKind::Player { name, owns } => self.player(name, owns),
            ItemKind::Region { name, value } => {
                if self.may_define(name, "region") {
                    let region = self.region(name, value);
                    self.define(name, "region", Meaning::Value(region));
                }
            }
            ItemKind::Setup(_) | ItemKind::SetupMap(_) => {
                if self.is_first(self.statements.setup.map(|first| first.span), span, "setup") {
                    self.statements.setup = Some(item);
                }
            }
            ItemKind::Phase(phase) => self.phase_statement(phase),
            ItemKind::If { condition, then, otherwise } => match self.branch(condition, !otherwise.is_empty()) {
                Some(true) => self.walk(then)?,
                Some(false) => self.walk(otherwise)?,
                None => {}
            },
        }
        Ok(())
    }

    /// Which branch of an `if` around statements is taken.
    fn branch(&mut self, condition: &'t Expr, has_else: bool) -> Option<bool> {
        let holds = self.fixed_condition(condition, "an `if` around statements")?;
        let holds = holds != self.turned.contains(&condition.span);
        self.findings.decide(condition.span, holds, has_else);
        Some(holds)
    }

    /// Whether a statement that may stand once stands for the first time. A variant's own goes before the base's.
    fn is_first(&mut self, known: Option<Span>, span: Span, what: &str) -> bool {
        let Some(first) = known else { return true };
        if first.source == span.source {
            let message = format!("`{what}` is stated twice");
            let problem = Diagnostic::error(Code::DefinedTwice, span, message, "the second one");
            self.report(problem.and(first, "the first one").help("keep one of them"));
        }
        false
    }

    fn read_let(&mut self, name: &'t Name, value: &'t Expr) {
        if self.may_define(name, "let") {
            let value = self.named_value(value, "a `let`");
            self.define(name, "let", Meaning::Value(value));
        }
    }

    /// Whether the name may be defined here, by a statement of the kind `what`; if not, that has been said. A variant's own
    /// definition comes before the base's and stands for it.
    fn may_define(&mut self, name: &'t Name, what: &'static str) -> bool {
        if names::is_word(&name.value) {
            let message = format!("`{}` is a word of the language", name.value);
            let problem = Diagnostic::error(Code::ReservedWord, name.span, message, "not free to be used as a name");
            self.report(problem.help(format!("choose another name, such as `my_{}`", name.value)));
            return false;
        }
        let side = self.named_sides.iter().find(|side| side.value == name.value).map(|side| (side.span, "side"));
        let kind = self.kinds.iter().find(|kind| kind.value == name.value).map(|kind| (kind.span, "pieces"));
        let known = self.names.get(name.value.as_str()).map(|known| (known.span, known.what));
        let Some((first, known)) = known.or(side).or(kind) else { return true };
        if first.source >= name.span.source || known != what {
            let message = format!("the name `{}` is defined twice", name.value);
            let problem = Diagnostic::error(Code::DefinedTwice, name.span, message, format!("here by `{what}`"));
            let problem = problem.and(first, format!("first here, by `{known}`"));
            let is_changed = known == "option" && first.source > name.span.source;
            let help =
                if is_changed { format!("write `set {} = …`", name.value) } else { "choose another name".to_owned() };
            self.report(problem.help(help));
        }
        false
    }

    /// The words with which a variant drops the name, or the statement that has none.
    fn dropped(&self, name: &str) -> Option<Span> {
        self.program.dropped.iter().find(|(known, _)| known == name).map(|&(_, span)| span)
    }

    fn define(&mut self, name: &'t Name, what: &'static str, meaning: Meaning) -> Option<Definition> {
        let lost = std::mem::take(&mut self.lost);
        let definition = Definition { lost, ..Definition::new(meaning, what, name.span) };
        self.names.insert(&name.value, definition)
    }

    /// Reports a name that the file defines, but not where it is read. Answers whether it is one.
    fn is_declared_elsewhere(&mut self, name: &str, span: Span) -> bool {
        if self.findings.again(Code::NotDefinedHere, span) {
            return true;
        }
        if !self.work(self.program.items.len() as u64, span) {
            return true;
        }
        let Some(declared) = merge::declaration(&self.program.items, name) else { return false };
        let message = format!("`{name}` is not defined here");
        let is_later = declared.source == span.source && declared.start > span.start;
        let problem = Diagnostic::error(Code::NotDefinedHere, span, message, "read here");
        let problem = if is_later {
            problem
                .and(declared, "defined only here")
                .help("a name is read below where it is defined: move one of them")
        } else {
            let help = "define it in each branch of the `if`, or read it only where it is defined";
            problem.and(declared, "defined here, though not with every choice of options").help(help)
        };
        self.report(problem);
        true
    }

    /// Reads what had to wait until all names are known.
    fn finish(mut self, combination: &Combination) -> Checked {
        self.missing_statements();
        self.board_is_known = true;
        self.sides_are_known = true;
        let players = self.players();
        let start = self.start();
        self.hands = start.hands.clone();
        let phases = self.phases();
        self.lint(&start, &phases, players.as_ref());
        if self.findings.has_errors() || self.findings.is_exhausted() {
            return Checked::Wrong;
        }
        let (Some(grid), Some((sides, players))) = (self.grid, players) else { return Checked::Wrong };
        let regions = self.statements.regions.iter().filter_map(|(name, set)| {
            let sets = settled(set)?;
            let of_side = |side: usize| sets[side.min(sets.len() - 1)];
            Some((name.value.clone(), (0..self.sides.len()).map(of_side).collect()))
        });
        let mut kinds: Vec<String> = self.kinds.iter().map(|kind| kind.value.clone()).collect();
        if kinds.is_empty() {
            kinds.push(String::new());
        }
        let stated = Stated {
            board: self.statements.board,
            sides: self.statements.sides,
            players: self.statements.players.iter().map(|(name, _)| (name.value.clone(), name.span)).collect(),
            regions: self.statements.regions.iter().map(|(name, _)| name.span).collect(),
            setup: self.statements.setup.map(|item| item.span),
        };
        Checked::Game(Box::new(Game {
            title: self.program.title.value.clone(),
            about: self.statements.about.map(|about| about.value.clone()),
            options: self.program.chosen(combination),
            board: grid.board,
            kinds: kinds.into_iter().map(|name| PieceKind { name }).collect(),
            sides,
            players,
            regions: regions.collect(),
            colours: std::mem::take(&mut self.statements.colours),
            start,
            phases,
            stated,
            sources: self.program.sources.clone(),
        }))
    }

    fn missing_statements(&mut self) {
        let head = self.program.title.span;
        let missing = [
            (self.statements.board.is_none(), "board", "board grid 8 by 8"),
            (self.statements.sides.is_none(), "sides", "sides white, black"),
            (self.statements.phases.is_empty(), "phase", "phase play { … }"),
        ];
        for (is_missing, what, example) in missing {
            if is_missing {
                let code = match what {
                    "board" => Code::MissingBoard,
                    "sides" => Code::MissingSides,
                    _ => Code::MissingPhase,
                };
                let message = format!("the game has no `{what}`");
                let (place, label) = match self.dropped(what) {
                    Some(span) => (span, "dropped here".to_owned()),
                    None => (head, format!("this game lacks `{what}`")),
                };
                let problem = Diagnostic::error(code, place, message, label);
                self.report(problem.help(format!("add one, such as `{example}`")));
            }
        }
    }
}

/// The options with the values that a combination chooses.
impl Program {
    fn chosen(&self, combination: &Combination) -> Vec<GameOption> {
        let value = |name: &str| combination.iter().find(|(known, _)| known == name).map(|&(_, value)| value);
        self.choices()
            .map(|option| GameOption { value: value(&option.name).unwrap_or(option.default), ..option })
            .collect()
    }
}

/// An option's value as an expression's.
fn constant(value: OptionValue) -> Value {
    match value {
        OptionValue::Number(number) => Value::Number(Number::Constant(number)),
        OptionValue::Switch(holds) => Value::Condition(crate::model::Condition::Constant(holds)),
    }
}
