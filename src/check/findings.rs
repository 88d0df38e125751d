//! What checking finds, gathered over every combination of options: each problem once, with when it shows.

use super::Program;
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::model::OptionValue;
use crate::source::{Sources, Span};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The most problems that are told apart; the rest are counted.
const MAX_FOUND: usize = 200;
/// The most steps that checking one file may take, over all combinations of its options.
pub const MAX_WORK: u64 = 3_000_000;

/// Errors that may follow from statements that could not be read.
const MAY_FOLLOW: &[Code] = &[
    Code::MissingBoard,
    Code::MissingPhase,
    Code::MissingSides,
    Code::NoMoves,
    Code::NotDefinedHere,
    Code::OutOfOrder,
    Code::PhaseOrder,
    Code::PlayerSides,
    Code::RegionSide,
    Code::StuckMissing,
    Code::UnknownName,
];

/// One choice of options, by name.
pub type Combination = Vec<(String, OptionValue)>;

/// Problems, each with the combinations that show it.
#[derive(Debug)]
pub struct Findings {
    found: Vec<(Diagnostic, Vec<u16>)>,
    places: HashMap<(Code, Span), usize>,
    refuted: HashSet<(Code, Span)>,
    /// For each static condition, whether it has held, and whether it has not where something stands for that.
    decided: BTreeMap<Span, (bool, bool)>,
    begun: Vec<((Code, Span), bool)>,
    combination: u16,
    errors: bool,
    left_out: bool,
    work: u64,
}

impl Findings {
    /// None yet.
    pub fn new() -> Findings {
        Findings {
            found: Vec::new(),
            places: HashMap::new(),
            refuted: HashSet::new(),
            decided: BTreeMap::new(),
            begun: Vec::new(),
            combination: 0,
            errors: false,
            left_out: false,
            work: MAX_WORK,
        }
    }

    /// What is found from now on belongs to this combination.
    pub fn begin(&mut self, combination: usize) {
        self.combination = combination as u16;
        self.begun.clear();
        self.errors = false;
    }

    /// Forgets what this combination showed, since it is not allowed at all.
    pub fn forget(&mut self) {
        for (place, is_new) in std::mem::take(&mut self.begun) {
            let index = self.places[&place];
            self.found[index].1.pop();
            if is_new {
                self.places.remove(&place);
            }
        }
        self.errors = false;
    }

    /// Whether this combination has shown an error.
    pub fn has_errors(&self) -> bool {
        self.errors
    }

    /// Whether the problem is known already; if so, that it shows in this combination too is noted. Asked first where
    /// saying what is wrong takes work.
    pub fn again(&mut self, code: Code, span: Span) -> bool {
        let Some(&index) = self.places.get(&(code, span)) else { return false };
        let (diagnostic, combinations) = &mut self.found[index];
        self.errors |= diagnostic.severity == Severity::Error;
        if combinations.last() != Some(&self.combination) {
            combinations.push(self.combination);
            self.begun.push(((code, span), false));
        }
        true
    }

    /// Takes a problem.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let place = (diagnostic.code, diagnostic.primary.span);
        if self.again(place.0, place.1) {
            return;
        }
        self.errors |= diagnostic.severity == Severity::Error;
        if self.is_full() {
            self.left_out = true;
            return;
        }
        self.places.insert(place, self.found.len());
        self.found.push((diagnostic, vec![self.combination]));
        self.begun.push((place, true));
    }

    /// Whether the problem is known of words within these.
    pub fn has_within(&self, code: Code, span: Span) -> bool {
        self.places.keys().any(|&(known, at)| known == code && at.to(span) == span)
    }

    /// Whether no more problems are told apart.
    pub fn is_full(&self) -> bool {
        self.places.len() >= MAX_FOUND
    }

    /// The warning does not hold for the words as they stand: some combination needs them.
    pub fn refute(&mut self, code: Code, span: Span) {
        self.refuted.insert((code, span));
    }

    /// Whether some combination has shown that the warning does not hold.
    pub fn is_refuted(&self, code: Code, span: Span) -> bool {
        self.refuted.contains(&(code, span))
    }

    /// Notes that a static condition holds or does not, and so what stands for it counts.
    pub fn decide(&mut self, span: Span, holds: bool, has_else: bool) {
        let seen = self.decided.entry(span).or_insert((false, !has_else));
        seen.0 |= holds;
        seen.1 |= !holds;
    }

    /// The static conditions that always hold or never do, though something stands for the other case.
    pub fn one_sided(&self) -> HashSet<Span> {
        self.decided.iter().filter(|(_, (holds, fails))| holds != fails).map(|(&span, _)| span).collect()
    }

    /// The names found unknown that nothing in the texts can define.
    pub fn unknown_names(self, sources: &Sources) -> impl Iterator<Item = Diagnostic> {
        let found = self.found.into_iter().map(|(diagnostic, _)| diagnostic);
        found.filter(|found| found.code == Code::UnknownName && stands_once(found.primary.span, sources))
    }

    /// Counts steps of work. Answers whether they may still be done.
    pub fn spend(&mut self, steps: u64) -> bool {
        self.work = self.work.saturating_sub(steps);
        self.work > 0
    }

    /// Whether the work that checking may take is used up.
    pub fn is_exhausted(&self) -> bool {
        self.work == 0
    }

    /// Hands over what was found in these combinations, of which `allowed` were not forbidden. Of a
    /// program that could be read only in part, or checked only until the work was used up, what may follow from the rest is
    /// kept back.
    pub fn finish(mut self, combinations: &[Combination], allowed: &[u16], program: &Program, sink: &mut Sink) {
        let is_part = program.is_partial || self.is_exhausted();
        self.combination = allowed.first().copied().unwrap_or(0);
        for (span, seen) in std::mem::take(&mut self.decided) {
            let (message, label) = match seen {
                (true, true) => continue,
                (false, _) => ("what stands here is never reached", "this never holds"),
                (true, false) => ("what stands after `else` is never reached", "this always holds"),
            };
            let problem = Diagnostic::warning(Code::NeverReached, span, message, label);
            self.report(problem.help("compare an option that has both kinds of value, or drop the `if`"));
            let place = self.places.get(&(Code::NeverReached, span));
            if let Some((_, shown)) = place.map(|&index| &mut self.found[index]) {
                *shown = allowed.to_vec();
            }
        }
        if let (true, Some((last, _))) = (self.left_out, self.found.last_mut()) {
            last.notes.push(format!("only the first {MAX_FOUND} problems are shown"));
        }
        let missing: Vec<Vec<u16>> = self
            .found
            .iter()
            .filter(|(found, _)| matches!(found.code, Code::MissingBoard | Code::MissingSides))
            .map(|(_, shown)| shown.clone())
            .collect();
        let has_sides = !self.found.iter().any(|(found, _)| found.code == Code::MissingSides);
        // What nothing reads may be read in what is wrong.
        let is_wrong = self.found.iter().any(|(found, shown)| found.severity == Severity::Error && !shown.is_empty());
        for (mut diagnostic, shown) in self.found {
            let place = (diagnostic.code, diagnostic.primary.span);
            let refuted = diagnostic.severity == Severity::Warning && self.refuted.contains(&place);
            // What a base may leave unused is for its own author to see.
            let is_of_base = diagnostic.severity == Severity::Warning && place.1.source > 0;
            let is_warning = diagnostic.severity == Severity::Warning;
            let follows = is_part && {
                let is_known_wrong =
                    has_sides && place.0 == Code::UnknownName && stands_once(place.1, &program.sources);
                is_warning || (MAY_FOLLOW.contains(&place.0) && !is_known_wrong)
            };
            // What never comes cannot come too late.
            let never_comes = place.0 == Code::OutOfOrder
                && missing.iter().any(|missing| shown.iter().all(|index| missing.contains(index)));
            let may_be_read = is_wrong && place.0 == Code::Unused;
            if shown.is_empty() || refuted || follows || is_of_base || may_be_read || never_comes {
                continue;
            }
            if shown.len() < allowed.len() && place.0 != Code::TooMuchWork {
                diagnostic.notes.push(when(combinations, allowed, &shown));
            }
            sink.report(diagnostic);
        }
    }
}

/// Whether the word at the span stands nowhere else, so that no statement can define it, not even a broken one.
fn stands_once(span: Span, sources: &Sources) -> bool {
    let word = sources.text(span);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    sources.iter().flat_map(|source| source.text.split(|c| !is_part(c))).filter(|&part| part == word).count() == 1
}

/// With which options a problem shows: a value that always shows it, or an example.
fn when(combinations: &[Combination], allowed: &[u16], shown: &[u16]) -> String {
    let first = &combinations[shown[0] as usize];
    let showing: HashSet<u16> = shown.iter().copied().collect();
    let decides = |&(at, (_, value)): &(usize, &(String, OptionValue))| {
        let mut with = allowed.iter().filter(|&&index| combinations[index as usize][at].1 == *value);
        with.all(|index| showing.contains(index))
    };
    match first.iter().enumerate().find(decides) {
        Some((_, (name, value))) => format!("this shows when `{name} = {value}`"),
        None => format!("this shows with {}", describe(first)),
    }
}

/// A combination in words.
pub fn describe(combination: &Combination) -> String {
    let parts: Vec<String> = combination.iter().map(|(name, value)| format!("`{name} = {value}`")).collect();
    match parts.as_slice() {
        [] => "no options".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
