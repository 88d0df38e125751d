//! What is legal, but surely not meant: told from the whole game.

use super::Checker;
use super::cover::covers;
use super::names::{Definition, nearest};
use crate::diag::{Code, Diagnostic};
use crate::model::{Condition, EndingKind, Kind, MoveNode, MoveRule, Phase, SideSet, Start, Stuck, Until};
use crate::source::Span;

impl Checker<'_, '_> {
    /// Looks over a game that has been read.
    pub fn lint(&mut self, start: &Start, phases: &[Phase]) {
        self.phase_order(phases);
        if self.findings.has_errors() {
            return;
        }
        for phase in phases {
            self.covered(&phase.moves, &mut Vec::new());
        }
        self.ways_to_end(phases);
        self.sides_without_pieces(start);
        let mut names: Vec<(&str, Definition)> = self.names.drain().collect();
        names.sort_by_key(|(_, definition)| definition.span);
        for (name, definition) in names {
            self.note_unused(name, &definition);
        }
    }

    /// Warns of a name that nothing reads, unless something does with other options.
    pub fn note_unused(&mut self, name: &str, definition: &Definition) {
        if definition.used {
            self.findings.refute(Code::Unused, definition.span);
            return;
        }
        if self.findings.is_full() || self.findings.again(Code::Unused, definition.span) {
            return;
        }
        let message = format!("`{name}` is never read");
        let problem = Diagnostic::warning(
            Code::Unused,
            definition.span,
            message,
            format!("nothing depends on this `{}`", definition.what),
        );
        self.report(problem.help("use it, or drop the statement"));
    }

    fn phase_order(&mut self, phases: &[Phase]) {
        let Some(last) = phases.last() else { return };
        if last.until != Until::GameOver {
            let message = format!("nothing follows the phase `{}`", last.name);
            let problem = Diagnostic::error(Code::PhaseOrder, last.span, message, "it ends, and then?");
            let help = format!(
                "add a phase after it, or write `phase {} {{` for one that lasts until the game ends",
                last.name
            );
            self.report(problem.help(help));
        }
        let Some(endless) = phases.iter().position(|phase| phase.until == Until::GameOver) else { return };
        for (at, phase) in phases.iter().enumerate().skip(endless + 1) {
            // Of two phases of one name, it is said already that the second has no place.
            if phases[..at].iter().any(|earlier| earlier.name == phase.name) {
                continue;
            }
            let message = format!("the phase `{}` is never reached", phase.name);
            let problem = Diagnostic::warning(Code::NeverReached, phase.span, message, "play never comes here");
            let problem = problem.and(phases[endless].span, "this phase lasts until the game ends");
            let earlier = phases[..at].iter().filter(|earlier| earlier.span.source > phase.span.source);
            let problem = match nearest(&phase.name, earlier.map(|earlier| earlier.name.as_str())) {
                Some(name) => problem.help(format!("to take the place of `{name}`, it must have that name")),
                None => problem,
            };
            self.report(problem.help("say when the earlier one ends: `one turn each` or `until nobody can move`"));
        }
    }

    /// Warns of statements that add no move to those before them: of the same block, or of a block that goes before theirs.
    fn covered<'m>(&mut self, nodes: &'m [MoveNode], earlier: &mut Vec<&'m MoveRule>) {
        for node in nodes {
            if let MoveNode::Rule(rule) = node {
                self.note_covered(rule, earlier);
                earlier.push(rule);
            } else if let MoveNode::First(blocks) = node {
                let mut before = Vec::new();
                blocks.iter().for_each(|block| self.covered(block, &mut before));
            }
        }
    }

    fn note_covered(&mut self, rule: &MoveRule, earlier: &[&MoveRule]) {
        if !self.work(earlier.len() as u64, rule.span) {
            return;
        }
        let covering = earlier.iter().find(|known| {
            known.span != rule.span
                && known.sides.0 & rule.sides.0 == rule.sides.0
                && covers(&known.action, &rule.action)
        });
        let Some(covering) = covering else { return self.findings.refute(Code::RepeatedMove, rule.span) };
        let message = "this statement adds no move";
        let label = "every move of it is given already";
        let problem = Diagnostic::warning(Code::RepeatedMove, rule.span, message, label);
        self.report(problem.and(covering.span, "by this one").help("drop one of them"));
    }

    /// Warns of a game in which no phase has an ending that can hold.
    fn ways_to_end(&mut self, phases: &[Phase]) {
        let Some(last) = phases.last() else { return };
        let ends = |phase: &Phase| {
            matches!(phase.stuck, Some(Stuck::Loses | Stuck::Draws))
                || phase
                    .endings
                    .iter()
                    .any(|ending| ending.kind != EndingKind::Out && ending.when != Condition::Constant(false))
        };
        if !phases.iter().any(ends) {
            let message = "nothing ends this game";
            let problem = Diagnostic::warning(Code::NoEnding, last.span, message, "play goes on for ever");
            self.report(problem.help("add `stuck loses`, or `win when …`, `lose when …`, `draw \"…\" when …`"));
        }
    }

    fn sides_without_pieces(&mut self, start: &Start) {
        for (index, side) in self.sides.clone().into_iter().enumerate() {
            let has_pieces = start.pieces.iter().any(|(_, owner, _)| owner.index() == index);
            let has_hand = start.hands.get(index).is_some_and(|hand| hand.iter().any(|&count| count > 0));
            if has_pieces || has_hand {
                self.findings.refute(Code::NoPieces, side.span);
                continue;
            }
            let message = format!("the side `{}` has no pieces", side.value);
            let problem = Diagnostic::warning(Code::NoPieces, side.span, message, "none on the board and none in hand");
            let help = format!("add `setup {{ {0} on row 1 }}` or `setup {{ {0} holds 8 }}`", side.value);
            self.report(problem.help(help));
        }
    }

    /// Warns of a statement that places pieces where none of its sides holds any.
    pub fn note_hands(&mut self, sides: SideSet, kind: Kind, span: Span) {
        if sides.iter().any(|side| self.hands.get(side.index()).is_some_and(|hand| hand[kind.index()] > 0)) {
            return self.findings.refute(Code::NoHand, span);
        }
        if self.findings.has_errors() {
            return;
        }
        let message = "nobody has a piece to place";
        let problem =
            Diagnostic::warning(Code::NoHand, span, message, "a piece is placed from hand, and hands are empty");
        self.report(problem.help("give pieces in `setup`: `every side holds 8`"));
    }
}
