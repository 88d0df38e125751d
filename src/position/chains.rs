//! Chains of jumps followed piece by piece, the board changed as they go.

use super::{MoveList, Position};
use crate::bits::{Bits, Site};
use crate::facts::Placement;
use crate::model::{Chain, Side};
use crate::moves::{Hop, HopEffect};
use crate::rules::{JumpRule, Leap, Program, Rules};

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

/// What a chain has come to.
#[derive(Clone, Copy)]
struct Ground<'p, const W: usize> {
    /// What stands where, at the start of the chain if sets need not be read again.
    placement: &'p Placement<W>,
    /// What may be jumped, and where it may land.
    over: Bits<W>,
    onto: Bits<W>,
}

impl<'p, const W: usize> Ground<'p, W> {
    fn read(rules: &Rules<W>, jump: &JumpRule<W>, placement: &'p Placement<W>) -> Self {
        let read = |program: &Program<W>| program.read(rules.all, &rules.ways, placement);
        Ground { placement, over: read(&jump.over), onto: read(&jump.onto) }
    }
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
        search.hop(Ground::read(rules, jump, &lifted), way, over, to, moves);
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
        let placement = &self.facts.placement;
        let whole = jump.whole_board.then(|| (Ground::read(rules, jump, placement), through(placement)));
        // More than can jump, since the sites of all movers count as free to land on; often it is none.
        let able = match whole {
            Some((Ground { over, onto, .. }, _)) => jump.along.jumping(ways, over, onto | movers),
            None => rules.all,
        };
        if whole.is_some_and(|(_, through)| (able & (movers | through)).is_empty()) {
            return;
        }
        for from in movers.iter() {
            let starts = match &jump.glide {
                None => Bits::one(from),
                Some(glide) => {
                    let through = match whole {
                        Some((_, through)) => through,
                        None => through(&lifted(placement, rules, side, from)),
                    };
                    moves.glides.reach(glide, from, through).ends
                }
            } & able;
            let may_jump = |at: &Site| {
                let is_open = |ground: &Ground<W>, leap: &Leap| {
                    ground.over.has(leap.over) && (ground.onto.has(leap.to) || leap.to == from)
                };
                whole.is_none_or(|(ground, _)| jump.along.leaps(*at).iter().any(|leap| is_open(&ground, leap)))
            };
            let mut starts = starts.iter().filter(may_jump).peekable();
            if starts.peek().is_none() {
                continue;
            }
            let lifted = lifted(placement, rules, side, from);
            let ground = Ground::read(rules, jump, &lifted);
            for glide in starts {
                let hops = std::mem::take(&mut moves.path);
                let mut search = Search { rules, side, jump, statement, from, glide, hops, shortest: 1 };
                search.follow(ground, glide, None, moves);
                moves.path = search.hops;
            }
        }
    }
}

impl<const W: usize> Search<'_, W> {
    /// Lists the ways to go on from `at`, and what has been jumped so far where the chain may end there.
    fn follow(&mut self, ground: Ground<W>, at: Site, straight: Option<u8>, moves: &mut MoveList<W>) {
        let mut went_on = false;
        let Ground { over, onto, .. } = ground;
        let is_near = !(self.jump.along.near(at) & over).is_empty();
        if is_near && (self.hops.is_empty() || self.jump.chain != Chain::Single) {
            for &Leap { way, over: jumped, to } in self.jump.along.leaps(at) {
                if straight.is_some_and(|straight| straight != way) || moves.is_full() {
                    continue;
                }
                // A piece that is still there, exchanged or not, is not jumped again, or a chain could go on for ever.
                let kept = |hop: &Hop| hop.over == jumped && hop.effect != HopEffect::Remove;
                if over.has(jumped) && onto.has(to) && !self.hops.iter().any(kept) {
                    went_on = true;
                    self.hop(ground, way, jumped, to, moves);
                }
            }
        }
        if self.hops.len() >= self.shortest && !(went_on && self.jump.chain == Chain::Must) {
            moves.push_chain(self.from, self.glide, &self.hops, self.statement);
        }
    }

    /// Makes one jump, in each way that the jumped piece may be dealt with, and goes on.
    fn hop(&mut self, ground: Ground<W>, way: u8, over: Site, to: Site, moves: &mut MoveList<W>) {
        let (rules, jump) = (self.rules, self.jump);
        let straight = jump.straight.then_some(way);
        for &effect in &jump.effects {
            self.hops.push(Hop { effect, over, to });
            if let Some(freed) = jump.freed {
                let taken = Bits::one(over);
                let after = Ground { over: ground.over & !taken, onto: ground.onto | freed & taken, ..ground };
                self.follow(after, to, straight, moves);
            } else {
                let after = jumped(ground.placement, rules, self.side, over, effect);
                self.follow(Ground::read(rules, jump, &after), to, straight, moves);
            }
            self.hops.pop();
        }
    }
}
