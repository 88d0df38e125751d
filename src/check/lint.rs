//! What is legal, but surely not meant: told from the whole game.

use super::Checker;
use super::cover::covers;
use super::names::{Definition, nearest};
use super::sense::Outlook;
use crate::diag::{Code, Diagnostic};
use crate::model::{
    Condition, EndingKind, Kind, MoveNode, MoveRule, Phase, PlayerInfo, Side, SideInfo, SideSet, Start, Stuck, Until,
};
use crate::source::Span;

impl Checker<'_, '_> {
    /// Looks over a game that has been read.
    pub fn lint(&mut self, start: &Start, phases: &[Phase], owners: Option<&(Vec<SideInfo>, Vec<PlayerInfo>)>) {
        self.phase_order(phases);
        if self.findings.has_errors() {
            return;
        }
        for phase in phases {
            self.covered(&phase.moves, &mut Vec::new());
            self.firsts_without_else(&phase.moves);
        }
        self.ways_to_end(phases);
        self.kinds_without_pieces(start, phases);
        if let Some((sides, players)) = owners {
            self.wins(start, phases, (sides.as_slice(), players.as_slice()));
        }
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

    /// Warns of a `first` without `else`, which does nothing, beside moves of the same sides.
    fn firsts_without_else(&mut self, nodes: &[MoveNode]) {
        for (at, node) in nodes.iter().enumerate() {
            let MoveNode::First(blocks) = node else { continue };
            blocks.iter().for_each(|block| self.firsts_without_else(block));
            let rules = MoveNode::rules(std::slice::from_ref(node));
            let Some(first) = rules.first().map(|rule| rule.span) else { continue };
            let Some(&(span, _)) = self.lone_firsts.iter().find(|(_, rule)| *rule == first) else { continue };
            let sides = rules.iter().fold(0, |sides, rule| sides | rule.sides.0);
            let beside = [MoveNode::rules(&nodes[..at]), MoveNode::rules(&nodes[at + 1..])].concat();
            let Some(beside) = beside.iter().find(|rule| rule.sides.0 & sides != 0) else {
                self.findings.refute(Code::LoneFirst, span);
                continue;
            };
            let message = "this `first` goes before nothing";
            let problem = Diagnostic::warning(Code::LoneFirst, span, message, "no `else` stands after it");
            let problem = problem.and(beside.span, "this may be chosen as well, whether those moves are there or not");
            self.report(problem.help("put what comes second in `else { … }`, or drop `first`"));
        }
    }

    /// Warns of kinds that are neither set up nor held nor promoted to.
    fn kinds_without_pieces(&mut self, start: &Start, phases: &[Phase]) {
        for (index, name) in self.kinds.clone().into_iter().enumerate() {
            let kind = Kind::new(index);
            let is_there = start.pieces.iter().any(|piece| piece.2 == kind)
                || start.hands.iter().any(|hand| hand[index] > 0)
                || phases.iter().flat_map(|phase| &phase.promotions).any(|promotion| promotion.to == kind);
            if is_there {
                self.findings.refute(Code::NoPieceOfKind, name.span);
                continue;
            }
            let message = format!("there is never a `{}`", name.value);
            let label = "not set up, not held and not promoted to";
            let problem = Diagnostic::warning(Code::NoPieceOfKind, name.span, message, label);
            self.report(problem.help("put some in `setup`, or leave the kind out"));
        }
    }

    /// Warns of a `win` that holds before the first move, and of a `win` or `lose` that never can hold.
    fn wins(&mut self, start: &Start, phases: &[Phase], owners: (&[SideInfo], &[PlayerInfo])) {
        let Some(grid) = self.grid.take() else { return };
        let at_once = Outlook::new(&grid, start, owners, phases, true);
        let ever = Outlook::new(&grid, start, owners, phases, false);
        let sides = || (0..owners.0.len()).map(Side::new);
        let steps = (grid.board.len() * grid.board.directions.len()) as u64;
        for (at, phase) in phases.iter().enumerate() {
            for ending in &phase.endings {
                if !matches!(ending.kind, EndingKind::Win | EndingKind::Lose)
                    || matches!(ending.when, Condition::Constant(_))
                    || self.findings.has_within(Code::AlwaysEmpty, ending.span)
                {
                    continue;
                }
                let known =
                    [Code::NeverHolds, Code::HoldsAtOnce].map(|code| self.findings.is_refuted(code, ending.span));
                if known == [true, true] || !self.work(steps, ending.span) {
                    continue;
                }
                if sides().all(|side| ever.holds(&ending.when, side) == Some(false)) {
                    let message = "this can never hold, by its numbers";
                    let label = "the pieces and the board do not allow it";
                    let problem = Diagnostic::warning(Code::NeverHolds, ending.span, message, label);
                    self.report(problem.help("compare with what the setup, the board and the rules make possible"));
                } else {
                    self.findings.refute(Code::NeverHolds, ending.span);
                }
                let winner = sides().find(|&side| at_once.holds(&ending.when, side) == Some(true));
                let winner = winner.filter(|_| at == 0 && ending.kind == EndingKind::Win);
                let Some(winner) = winner else {
                    self.findings.refute(Code::HoldsAtOnce, ending.span);
                    continue;
                };
                let message = "this holds before the first move";
                let label = format!("`{}` wins as the game begins", owners.0[winner.index()].name);
                let problem = Diagnostic::warning(Code::HoldsAtOnce, ending.span, message, label);
                self.report(problem.help("compare with what only play brings about"));
            }
        }
        self.grid = Some(grid);
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
