//! Which endings were looked at after a turn and how they came out, found again from the positions before and after it.

use crate::facts::Facts;
use crate::game::Match;
use crate::model::{Ending, EndingKind, Game, Side, SideSet, Stuck};
use crate::position::{Position, Standing};
use crate::rules::Reader;
use crate::source::Span;

/// An ending that was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looked {
    /// Where it is written; `stuck` too.
    pub span: Span,
    /// Whether it came about.
    pub fired: bool,
}

/// The position before a turn, for what is asked after it.
pub struct Before {
    position: Position<4>,
    resigns: bool,
}

impl Before {
    /// The turn to come is a move.
    pub fn a_move(position: &Match) -> Before {
        Before { position: position.position(), resigns: false }
    }

    /// The turn to come is a resignation.
    pub fn a_resignation(position: &Match) -> Before {
        Before { position: position.position(), resigns: true }
    }

    /// The endings that were looked at when the turn had been made, in that order.
    pub fn looked_at(&self, after: &Match) -> Vec<Looked> {
        let game = after.engine().game();
        let mut inquiry = Inquiry {
            game,
            reader: Reader::new(game),
            before: &self.position,
            after: after.position(),
            resigned: self.resigns,
            looked: Vec::new(),
        };
        inquiry.run();
        inquiry.looked
    }
}

/// The statement that ended the game with the last move; `None` if the game goes on, or no statement did.
pub fn deciding(mut position: Match) -> Option<Span> {
    position.outcome()?;
    let after = position.clone();
    position.undo();
    let looked = Before::a_move(&position).looked_at(&after);
    looked.iter().rev().find(|looked| looked.fired).map(|looked| looked.span)
}

struct Inquiry<'a> {
    game: &'a Game,
    reader: Reader<'a>,
    before: &'a Position<4>,
    after: Position<4>,
    resigned: bool,
    looked: Vec<Looked>,
}

impl Inquiry<'_> {
    fn look(&mut self, span: Span, fired: bool) {
        self.looked.push(Looked { span, fired });
    }

    fn run(&mut self) {
        let mover = self.before.to_move;
        let phase = &self.game.phases[self.before.phase.index()];
        let mut facts = self.after.facts;
        facts.in_play = self.before.facts.in_play;
        if self.resigned {
            let leaves = self.game.players[self.game.sides[mover.index()].player.index()].sides;
            facts.in_play = SideSet(facts.in_play.0 & !leaves.0);
        }
        let out = self.take_out(&phase.endings, &mut facts);
        let mut is_settled = self.try_endings(&phase.endings, mover, &mut facts);
        if self.after.phase != self.before.phase {
            let entered = &self.game.phases[self.after.phase.index()];
            self.take_out(&entered.endings, &mut facts);
            is_settled |= self.try_wins(&entered.endings, &facts);
        }
        // What is left to explain is a side that had no move.
        let lost_more = self.after.facts.in_play != facts.in_play;
        let is_over = self.after.standing != Standing::Open;
        let players =
            (0..self.game.players.len()).filter(|&player| self.game.players[player].sides.0 & facts.in_play.0 != 0);
        let is_last = players.count() <= 1 && (out || self.resigned);
        let fired = lost_more || is_over && !is_last;
        let phase = &self.game.phases[self.after.phase.index()];
        if !is_settled
            && (fired || phase.stuck != Some(Stuck::Passes))
            && let Some(span) = phase.stuck_span
        {
            self.look(span, fired);
        }
    }

    /// Takes the sides out that an `out` takes out; answers whether there were any.
    fn take_out(&mut self, endings: &[Ending], facts: &mut Facts<4>) -> bool {
        let mut gone = SideSet::default();
        for ending in endings.iter().filter(|ending| ending.kind == EndingKind::Out) {
            let out: Vec<Side> =
                facts.in_play.iter().filter(|&side| self.reader.holds(&ending.when, side, facts)).collect();
            self.look(ending.span, !out.is_empty());
            gone = out.into_iter().fold(gone, SideSet::with);
        }
        facts.in_play = SideSet(facts.in_play.0 & !gone.0);
        !gone.is_empty()
    }

    /// Looks at the endings up to the one that ended the game; answers whether one did, or took the mover out.
    fn try_endings(&mut self, endings: &[Ending], mover: Side, facts: &mut Facts<4>) -> bool {
        let is_over = self.after.standing != Standing::Open;
        let had_begun = self.before.in_last_turns();
        for ending in endings.iter().filter(|ending| ending.kind != EndingKind::Out) {
            let holds = self.reader.holds(&ending.when, mover, facts);
            let fired = match ending.kind {
                EndingKind::Out => false,
                EndingKind::Win | EndingKind::Lose if self.resigned => false,
                EndingKind::Win | EndingKind::Draw(_) => holds && is_over,
                EndingKind::Lose => holds,
                EndingKind::LastTurns(_) if had_begun => self.after.last_owed.is_empty() && is_over,
                EndingKind::LastTurns(_) => holds && self.after.in_last_turns(),
            };
            self.look(ending.span, fired);
            if fired && ending.kind == EndingKind::Lose {
                let leaves = self.game.players[self.game.sides[mover.index()].player.index()].sides;
                facts.in_play = SideSet(facts.in_play.0 & !leaves.0);
            }
            if fired && (had_begun || !matches!(ending.kind, EndingKind::LastTurns(_))) {
                return true;
            }
        }
        false
    }

    /// Looks at the wins of a phase just entered, for every side.
    fn try_wins(&mut self, endings: &[Ending], facts: &Facts<4>) -> bool {
        let mut any = false;
        for ending in endings.iter().filter(|ending| ending.kind == EndingKind::Win) {
            let fired = facts.in_play.iter().any(|side| self.reader.holds(&ending.when, side, facts));
            self.look(ending.span, fired && !any);
            any |= fired;
        }
        any
    }
}
