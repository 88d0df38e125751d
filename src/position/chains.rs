//! Chains of jumps followed piece by piece, the board changed as they go.

use super::{MoveList, Position};
use crate::bits::{Bits, Site};
use crate::facts::Placement;
use crate::model::{Chain, Side};
use crate::moves::{Hop, HopEffect};
use crate::rules::{JumpRule, Rules};

/// What stays the same while one piece's chains are followed.
struct Search<'a, const W: usize> {
    rules: &'a Rules<W>,
    side: Side,
    jump: &'a JumpRule<W>,
    statement: u16,
    from: Site,
    glide: Site,
    hops: Vec<Hop>,
    /// The shortest chain to list.
    shortest: usize,
}

/// The placement with the piece taken up.
#[inline]
pub(super) fn lifted<const W: usize>(
    placement: &Placement<W>,
    rules: &Rules<W>,
    side: Side,
    from: Site,
) -> Placement<W> {
    let mut lifted = *placement;
    lifted.take(rules.kinds, side, from);
    lifted
}

/// The placement once the piece on the site has been jumped by one of the side's.
#[inline]
pub(super) fn jumped<const W: usize>(
    placement: &Placement<W>,
    rules: &Rules<W>,
    side: Side,
    over: Site,
    effect: HopEffect,
) -> Placement<W> {
    let mut after = *placement;
    if effect != HopEffect::Keep {
        let kind = after.capture(rules.sides, rules.kinds, over);
        if effect == HopEffect::Exchange {
            after.put(rules.kinds, side, kind, over);
        }
    }
    after
}

impl<const W: usize> Position<W> {
    /// Lists the chains that begin with a jump along the way to `to` and go on: with [`Chain::May`] two jumps or more,
    /// with [`Chain::Must`] as many as can be made.
    #[allow(clippy::too_many_arguments)]
    #[cold]
    pub(super) fn chains_from(
        &self,
        rules: &Rules<W>,
        side: Side,
        jump: &JumpRule<W>,
        way: u8,
        to: Site,
        statement: u16,
        moves: &mut MoveList<W>,
    ) {
        let back = &rules.ways[way as usize];
        let Some((over, from)) = back.back(to).and_then(|over| Some((over, back.back(over)?))) else { return };
        let shortest = if jump.chain == Chain::May { 2 } else { 1 };
        let hops = std::mem::take(&mut moves.path);
        let mut search = Search { rules, side, jump, statement, from, glide: from, hops, shortest };
        let lifted = lifted(&self.facts.placement, rules, side, from);
        search.hop(&lifted, way, over, to, moves);
        moves.path = search.hops;
    }

    /// Lists all jumps of each of the pieces, after a glide where the statement has one.
    pub(super) fn each_jumper(
        &self,
        rules: &Rules<W>,
        side: Side,
        movers: Bits<W>,
        jump: &JumpRule<W>,
        statement: u16,
        moves: &mut MoveList<W>,
    ) {
        let ways = &*rules.ways;
        let through = |placement: &Placement<W>| {
            let through = jump.glide.as_ref().map(|glide| glide.through.read(rules.all, ways, placement));
            through.unwrap_or(Bits::EMPTY)
        };
        let able = |placement: &Placement<W>, lifted: Bits<W>| {
            let over = jump.over.read(rules.all, ways, placement);
            jump.along.jumping(ways, over, jump.onto.read(rules.all, ways, placement) | lifted)
        };
        // More than can jump, since the sites of all movers count as free to land on; often it is none.
        let placement = &self.facts.placement;
        let (whole_through, whole_able) = match jump.whole_board {
            true => (through(placement), able(placement, movers)),
            false => (Bits::EMPTY, rules.all),
        };
        if jump.whole_board && (whole_able & (movers | whole_through)).is_empty() {
            return;
        }
        for from in movers.iter() {
            let starts = match &jump.glide {
                None => Bits::one(from),
                Some(glide) if jump.whole_board => {
                    moves.glide(glide.number, from, || glide.reach(whole_through, from)).ends
                }
                Some(glide) => glide.reach(through(&lifted(placement, rules, side, from)), from).ends,
            } & whole_able;
            if starts.is_empty() {
                continue;
            }
            let lifted = lifted(placement, rules, side, from);
            let able = able(&lifted, Bits::EMPTY);
            for glide in (starts & able).iter() {
                let hops = std::mem::take(&mut moves.path);
                let mut search = Search { rules, side, jump, statement, from, glide, hops, shortest: 1 };
                search.follow(&lifted, glide, None, moves);
                moves.path = search.hops;
            }
        }
    }
}

impl<const W: usize> Search<'_, W> {
    /// Lists the ways to go on from `at`, and what has been jumped so far where the chain may end there.
    fn follow(&mut self, placement: &Placement<W>, at: Site, straight: Option<u8>, moves: &mut MoveList<W>) {
        let mut went_on = false;
        if self.hops.is_empty() || self.jump.chain != Chain::Single {
            let over = self.jump.over.read(self.rules.all, &self.rules.ways, placement);
            let onto = self.jump.onto.read(self.rules.all, &self.rules.ways, placement);
            for &way in self.jump.along.ways() {
                if straight.is_some_and(|straight| straight != way) || moves.is_full() {
                    continue;
                }
                let Some((jumped, to)) = self.rules.ways[way as usize].hop(at) else { continue };
                // A piece that is still there, exchanged or not, is not jumped again, or a chain could go on for ever.
                let kept = |hop: &Hop| hop.over == jumped && hop.effect != HopEffect::Remove;
                if over.has(jumped) && onto.has(to) && !self.hops.iter().any(kept) {
                    went_on = true;
                    self.hop(placement, way, jumped, to, moves);
                }
            }
        }
        if self.hops.len() >= self.shortest && !(went_on && self.jump.chain == Chain::Must) {
            moves.push_chain(self.from, self.glide, &self.hops, self.statement);
        }
    }

    /// Makes one jump, in each way that the jumped piece may be dealt with, and goes on.
    fn hop(&mut self, placement: &Placement<W>, way: u8, over: Site, to: Site, moves: &mut MoveList<W>) {
        let (rules, jump) = (self.rules, self.jump);
        for &effect in &jump.effects {
            let after = jumped(placement, rules, self.side, over, effect);
            self.hops.push(Hop { effect, over, to });
            self.follow(&after, to, jump.straight.then_some(way), moves);
            self.hops.pop();
        }
    }
}
