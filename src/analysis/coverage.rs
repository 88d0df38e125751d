//! Random games, and what of the rules they used: which statements gave moves, which clauses and endings came about.

use super::laws;
use crate::game::{Engine, HopEffect, Match, Move, Outcome};
use crate::model::{Action, Chain, Game, MoveNode, MoveRule};
use crate::notation;
use crate::playout::{below, mixed};
use crate::source::Span;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A clause of a statement that shows in some of its moves only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Clause {
    /// The statement itself.
    Whole,
    /// A piece went on jumping.
    Continued,
    /// A piece glided before it jumped.
    Glided,
    /// A piece was captured.
    Removed,
    /// A jumped piece was exchanged.
    Exchanged,
    /// A jumped piece stayed.
    Kept,
}

impl Clause {
    /// The clause in the language's words, and what it makes a move do.
    pub fn words(self) -> &'static str {
        match self {
            Clause::Whole => "",
            Clause::Continued => "continue: a second jump",
            Clause::Glided => "after gliding: a glide before a jump",
            Clause::Removed => "removing: a piece taken off",
            Clause::Exchanged => "exchanging: a piece exchanged",
            Clause::Kept => "keeping: a piece jumped and left",
        }
    }
}

/// What random games of one description gave, in all the combinations played so far.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Games played.
    pub games: u64,
    /// Plies of all games together.
    pub plies: u64,
    /// Plies of the longest game.
    pub longest: u64,
    /// Games that reached the cap.
    pub cut: u64,
    /// Games that were over before their first move.
    pub over_at_start: u64,
    /// How games ended, as people write it.
    pub outcomes: BTreeMap<String, u64>,
    /// How often each phase was entered, each statement, clause and ending came about, and each choice left moves out.
    pub fired: BTreeMap<(Span, Clause), u64>,
    /// Laws of the engine that were broken, with how; a game ends with the first, and is not counted.
    pub broken: Vec<String>,
}

impl Coverage {
    /// Plays so many random games of one combination of options, each cut off after `cap` plies, on all threads of
    /// rayon's pool in force. What they give is the same on however many.
    pub fn of(engine: &Engine, games: u64, seed: u64, cap: u64) -> Coverage {
        let nothing = || {
            let mut coverage = Coverage::default();
            coverage.expect(engine.game());
            coverage
        };
        let play = |mut coverage: Coverage, number| {
            coverage.play(engine, number, mixed(seed, number), cap);
            coverage
        };
        (0..games).into_par_iter().fold(nothing, play).reduce(nothing, Coverage::plus)
    }

    /// Whether the games show that something is wrong: one did not end, or ended before it began, or a law of the engine
    /// was broken.
    pub fn is_wrong(&self) -> bool {
        self.cut > 0 || self.over_at_start > 0 || !self.broken.is_empty()
    }

    /// What both gave.
    pub fn plus(mut self, other: Coverage) -> Coverage {
        self.games += other.games;
        self.plies += other.plies;
        self.longest = self.longest.max(other.longest);
        self.cut += other.cut;
        self.over_at_start += other.over_at_start;
        for (outcome, count) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        for (place, count) in other.fired {
            *self.fired.entry(place).or_default() += count;
        }
        self.broken.extend(other.broken);
        self
    }

    fn play(&mut self, engine: &Engine, number: u64, seed: u64, cap: u64) {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut position = engine.start();
        self.follow(0, &position);
        if position.outcome().is_some() {
            self.over_at_start += 1;
        }
        let (mut plies, mut played_before) = (0, None);
        loop {
            let mut legal = position.legal_with_statements();
            if legal.is_empty() || plies == cap {
                break;
            }
            for span in position.choices() {
                self.count(span, Clause::Whole);
            }
            let (played, statement) = legal.swap_remove(below(&mut random, legal.len()));
            let tried = [Some(&played), played_before.as_ref()];
            if let Some(law) = laws::broken(&mut position, tried.into_iter().flatten()) {
                return self.broken.push(format!("{law} ({})", place(number, &position)));
            }
            if let Some(span) = statement {
                clauses(&played, |clause| self.count(span, clause));
            }
            let next_phase = position.phase().index() + 1;
            position.play(&played);
            self.follow(next_phase, &position);
            played_before = Some(played);
            plies += 1;
        }
        self.games += 1;
        self.plies += plies;
        self.longest = self.longest.max(plies);
        self.end(engine.game(), position.outcome());
    }

    fn end(&mut self, game: &Game, outcome: Option<Outcome>) {
        match outcome {
            Some(outcome) => *self.outcomes.entry(notation::write_outcome(game, &outcome)).or_default() += 1,
            None => self.cut += 1,
        }
    }

    /// Counts the phases entered, which begin with the one of this number, and the endings that came about.
    fn follow(&mut self, first: usize, position: &Match) {
        for phase in &position.engine().game().phases[first..position.phase().index() + 1] {
            self.count(phase.span, Clause::Whole);
        }
        for looked in position.looked().into_iter().filter(|looked| looked.fired == Some(true)) {
            self.count(looked.span, Clause::Whole);
        }
    }

    fn count(&mut self, span: Span, clause: Clause) {
        if let Some(count) = self.fired.get_mut(&(span, clause)) {
            *count += 1;
        }
    }

    /// Notes all that this combination of options could show, so that what never shows is known too.
    fn expect(&mut self, game: &Game) {
        for phase in &game.phases {
            self.expect_one(phase.span, Clause::Whole);
            self.expect_moves(&phase.moves);
            let endings = phase.endings.iter().map(|ending| ending.span).chain(phase.stuck_span);
            endings.for_each(|span| self.expect_one(span, Clause::Whole));
        }
    }

    fn expect_one(&mut self, span: Span, clause: Clause) {
        self.fired.entry((span, clause)).or_default();
    }

    fn expect_moves(&mut self, nodes: &[MoveNode]) {
        for node in nodes {
            match node {
                MoveNode::Rule(rule) => self.expect_rule(rule),
                MoveNode::First(blocks) => blocks.iter().for_each(|nodes| self.expect_moves(nodes)),
                MoveNode::Choose(choice) => self.expect_one(choice.span, Clause::Whole),
            }
        }
    }

    fn expect_rule(&mut self, rule: &MoveRule) {
        let mut expect = |clause, is_stated: bool| {
            if is_stated {
                self.expect_one(rule.span, clause);
            }
        };
        expect(Clause::Whole, true);
        match &rule.action {
            Action::Jump { effects, chain, glide, .. } => {
                expect(Clause::Continued, *chain != Chain::Single);
                expect(Clause::Glided, glide.is_some());
                expect(Clause::Removed, effects.removing && (effects.exchanging || effects.keeping));
                expect(Clause::Exchanged, effects.exchanging);
                expect(Clause::Kept, effects.keeping);
            }
            Action::Step { removing, .. } | Action::Slide { removing, .. } => expect(Clause::Removed, *removing),
            Action::Place { .. } | Action::Remove { .. } => {}
        }
    }
}

/// The game's options and its moves so far, for finding the position again.
fn place(number: u64, position: &Match) -> String {
    let options = position.engine().game().options.iter();
    let options: Vec<String> = options.map(|option| format!("{}={}", option.name, option.value)).collect();
    format!("game {} with {}, ply {}", number + 1, options.join(" "), position.ply())
}

/// Tells the clauses that the move shows.
fn clauses(played: &Move, mut tell: impl FnMut(Clause)) {
    tell(Clause::Whole);
    match played {
        Move::Step { captures: true, .. } => tell(Clause::Removed),
        Move::Jump { glide, hops, .. } => {
            if hops.len() > 1 {
                tell(Clause::Continued);
            }
            if glide.is_some() {
                tell(Clause::Glided);
            }
            let effects = [
                (HopEffect::Remove, Clause::Removed),
                (HopEffect::Exchange, Clause::Exchanged),
                (HopEffect::Keep, Clause::Kept),
            ];
            let shown = effects.into_iter().filter(|(effect, _)| hops.iter().any(|hop| hop.effect == *effect));
            shown.for_each(|(_, clause)| tell(clause));
        }
        Move::JumpTo { glide, jumps, .. } => {
            if *jumps > 1 {
                tell(Clause::Continued);
            }
            if glide.is_some() {
                tell(Clause::Glided);
            }
            tell(Clause::Kept);
        }
        _ => {}
    }
}
