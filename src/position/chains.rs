//! Chains of jumps followed piece by piece, the board changed as they go.

use super::{Jumps, MoveList, Position};
use crate::bits::{Bits, Site};
use crate::facts::Placement;
use crate::model::{Chain, Kind, MAX_DIRECTIONS, Side};
use crate::moves::{Hop, HopEffect};
use crate::rules::{JumpRule, Leap, Promoted, Rules};

/// What stays the same while one piece's chains are followed.
struct Search<'a, const W: usize> {
    rules: &'a Rules<W>,
    side: Side,
    statement: u16,
    from: Site,
    /// From where it makes the first jump.
    glide: Site,
    /// What the piece was when it set out.
    kind: Kind,
    hops: Vec<Hop>,
    /// The shortest chain to list.
    shortest: usize,
}

/// Where a chain has come to.
#[derive(Clone, Copy)]
struct Stage<'a, const W: usize> {
    /// How it may go on.
    jump: &'a JumpRule<W>,
    /// What stands where, at the start of the chain if sets need not be read again.
    placement: &'a Placement<W>,
    sets: Sets<W>,
    at: Site,
    /// The direction to keep to.
    straight: Option<u8>,
    /// The kind that the piece has become.
    becomes: Option<Kind>,
    /// Jumped pieces that still stand.
    jumped: Bits<W>,
}

/// The sets that jumps depend on: what may be jumped, where it may land, and where nothing stands.
#[derive(Clone, Copy)]
struct Sets<const W: usize> {
    over: Bits<W>,
    onto: Bits<W>,
    empty: Bits<W>,
}

impl<const W: usize> Sets<W> {
    #[inline(always)]
    fn read(rules: &Rules<W>, jump: &JumpRule<W>, placement: &Placement<W>) -> Sets<W> {
        Sets {
            over: jump.over.read(rules.all, &rules.ways, placement),
            onto: jump.onto.read(rules.all, &rules.ways, placement),
            empty: rules.all & !placement.pieces(),
        }
    }

    /// The same once the piece on the site is gone, which adds some of `freed` to where a jump may land.
    #[inline(always)]
    fn without(self, over: Site, freed: Bits<W>) -> Sets<W> {
        let taken = Bits::one(over);
        Sets { over: self.over & !taken, onto: self.onto | freed & taken, empty: self.empty | taken }
    }

    /// The piece that a jump from the site along the way goes over, and where it may land, if there is such a jump.
    #[inline(always)]
    fn reach(&self, rules: &Rules<W>, jump: &JumpRule<W>, way: u8, from: Site) -> Option<(Site, Bits<W>)> {
        let way = &rules.ways[way as usize];
        let mut over = way.next(from)?;
        while jump.flying && self.empty.has(over) && over != from {
            over = way.next(over)?;
        }
        if !self.over.has(over) {
            return None;
        }
        let mut landings = Bits::EMPTY;
        let mut to = way.next(over);
        while let Some(site) = to.filter(|&site| self.empty.has(site)) {
            landings.insert(site);
            to = if jump.flying { way.next(site).filter(|&next| !landings.has(next)) } else { None };
        }
        let landings = landings & self.onto;
        (!landings.is_empty()).then_some((over, landings))
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
fn jumped<const W: usize>(
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
        let kind = self.facts.placement.kind(from);
        let placement = &lifted(&self.facts.placement, rules, side, from);
        let hops = std::mem::take(&mut moves.path);
        let mut search = Search { rules, side, statement, from, glide: from, kind, hops, shortest };
        search.hop(&Stage::first(rules, jump, placement, from), way, over, Bits::one(to), moves);
        moves.path = search.hops;
    }

    /// Lists all chains of each of the pieces, after a glide where the statement has one.
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
        let placement = &self.facts.placement;
        let through = |placement: &Placement<W>| {
            let through = jump.glide.as_ref().map(|glide| glide.through.read(rules.all, ways, placement));
            through.unwrap_or(Bits::EMPTY)
        };
        let whole = jump.whole_board.then(|| (Sets::read(rules, jump, placement), through(placement)));
        // Often none can jump.
        let able = match whole {
            // More than can, since the sites of all movers count as free to land on.
            Some((sets, _)) if !jump.flying => jump.along.jumping(ways, sets.over, sets.onto | movers),
            Some((sets, _)) if jump.shows_first => {
                let reaches =
                    |&from: &Site| jump.along.ways().iter().any(|&way| sets.reach(rules, jump, way, from).is_some());
                movers.iter().filter(reaches).collect()
            }
            _ => rules.all,
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
                let is_open = |sets: &Sets<W>, leap: &Leap| {
                    sets.over.has(leap.over) && (sets.onto.has(leap.to) || leap.to == from)
                };
                jump.flying
                    || whole.is_none_or(|(sets, _)| jump.along.leaps(*at).iter().any(|leap| is_open(&sets, leap)))
            };
            let mut starts = starts.iter().filter(may_jump).peekable();
            if starts.peek().is_none() {
                continue;
            }
            let kind = placement.kind(from);
            let lifted = lifted(placement, rules, side, from);
            let stage = Stage::first(rules, jump, &lifted, from);
            let first = moves.listed();
            for glide in starts {
                if jump.changes_nothing {
                    spread(rules, jump, &stage.sets, (from, glide), statement, moves);
                    continue;
                }
                let hops = std::mem::take(&mut moves.path);
                let mut search = Search { rules, side, statement, from, glide, kind, hops, shortest: 1 };
                search.follow(&Stage { at: glide, ..stage }, moves);
                moves.path = search.hops;
            }
            if jump.is_long() {
                moves.drop_same_routes(first);
            }
        }
    }
}

/// Lists where chains that change nothing end, which begin at the second of the sites; the piece stood on the first. They spread
/// jump by jump, in all directions together, or in each by itself where they keep to it.
fn spread<const W: usize>(
    rules: &Rules<W>,
    jump: &JumpRule<W>,
    sets: &Sets<W>,
    (from, first): (Site, Site),
    statement: u16,
    moves: &mut MoveList<W>,
) {
    let ways = jump.along.ways();
    let courses = ways.chunks(if jump.straight { 1 } else { ways.len().max(1) });
    let landings = |at: Site, way: u8| sets.reach(rules, jump, way, at).map(|(_, landings)| landings);
    let must_go_on = jump.chain == Chain::Must;
    // By course: what has been reached, and what with the last jump.
    let mut seen = [Bits::EMPTY; MAX_DIRECTIONS];
    let mut edge = [Bits::one(first); MAX_DIRECTIONS];
    // To end where it began would be no chain.
    let mut listed = Bits::one(from) | Bits::one(first);
    for count in 1..=u8::MAX {
        let (mut ends, mut reached) = (Bits::EMPTY, Bits::EMPTY);
        for ((ways, seen), edge) in courses.clone().zip(&mut seen).zip(&mut edge) {
            let goes_on = |&to: &Site| must_go_on && ways.iter().any(|&way| landings(to, way).is_some());
            let mut next = Bits::EMPTY;
            for at in edge.iter() {
                for landings in ways.iter().filter_map(|&way| landings(at, way)) {
                    // A piece that must go on lands where it can, if there is such a site.
                    let onward: Bits<W> = landings.iter().filter(goes_on).collect();
                    next |= if onward.is_empty() { landings } else { onward };
                    ends |= if onward.is_empty() { landings } else { Bits::EMPTY };
                }
            }
            *edge = next & !*seen;
            *seen |= next;
            reached |= *edge;
        }
        let ends = ends & !listed;
        listed |= ends;
        if !ends.is_empty() {
            moves.push_fan(from, ends, statement, Some(Jumps { first, count }));
        }
        if reached.is_empty() {
            return;
        }
    }
}

impl<'a, const W: usize> Stage<'a, W> {
    /// The chain before its first jump, which is made from the site.
    fn first(rules: &Rules<W>, jump: &'a JumpRule<W>, placement: &'a Placement<W>, at: Site) -> Self {
        let sets = Sets::read(rules, jump, placement);
        Stage { jump, placement, sets, at, straight: None, becomes: None, jumped: Bits::EMPTY }
    }
}

impl<const W: usize> Search<'_, W> {
    /// Lists the ways to go on, and what has been jumped so far where the chain may end there.
    fn follow(&mut self, stage: &Stage<'_, W>, moves: &mut MoveList<W>) {
        let may_go_on = self.hops.is_empty() || stage.jump.chain != Chain::Single;
        let must_go_on = may_go_on && self.go_on(stage, moves) && stage.jump.chain == Chain::Must;
        if self.hops.len() >= self.shortest && !must_go_on {
            moves.push_chain((self.from, self.glide), &self.hops, self.statement, stage.becomes);
        }
    }

    /// Makes each jump that leads on. Answers whether there is one.
    fn go_on(&mut self, stage: &Stage<'_, W>, moves: &mut MoveList<W>) -> bool {
        let (jump, sets) = (stage.jump, &stage.sets);
        let mut went_on = false;
        if jump.flying {
            for &way in jump.along.ways() {
                if let Some((over, landings)) = self.reach(stage, way).filter(|_| !moves.is_full()) {
                    went_on = true;
                    self.hop(stage, way, over, landings, moves);
                }
            }
        } else if !(jump.along.near(stage.at) & sets.over).is_empty() {
            for &Leap { way, over, to } in jump.along.leaps(stage.at) {
                if stage.straight.is_some_and(|straight| straight != way) || moves.is_full() {
                    continue;
                }
                if sets.over.has(over) && sets.onto.has(to) && !stage.jumped.has(over) {
                    went_on = true;
                    self.hop(stage, way, over, Bits::one(to), moves);
                }
            }
        }
        went_on
    }

    /// The piece that a jump along the way goes over, and where it may land, if there is such a jump.
    #[inline(always)]
    fn reach(&self, stage: &Stage<'_, W>, way: u8) -> Option<(Site, Bits<W>)> {
        if stage.straight.is_some_and(|straight| straight != way) {
            return None;
        }
        stage.sets.reach(self.rules, stage.jump, way, stage.at).filter(|&(over, _)| !stage.jumped.has(over))
    }

    /// Makes one jump, in each way that the jumped piece may be dealt with and to each landing that may be chosen, nearest
    /// first, and goes on.
    fn hop(&mut self, stage: &Stage<'_, W>, way: u8, over: Site, landings: Bits<W>, moves: &mut MoveList<W>) {
        let (rules, jump) = (self.rules, stage.jump);
        let along = &rules.ways[way as usize];
        for &effect in &jump.effects {
            let after;
            let mut next = Stage { straight: jump.straight.then_some(way), ..*stage };
            let stays = jump.at_end || effect == HopEffect::Keep;
            // A piece that is still there, exchanged or not, is not jumped again, or a chain could go on for ever.
            if stays || effect == HopEffect::Exchange {
                next.jumped.insert(over);
            }
            if let (Some(freed), false) = (jump.freed, stays) {
                next.sets = next.sets.without(over, freed);
            } else if !stays {
                after = jumped(stage.placement, rules, self.side, over, effect);
                next.sets = Sets::read(rules, jump, &after);
                next.placement = &after;
            }
            let choices = self.choices(&next, landings);
            let mut to = along.next(over);
            for _ in 0..landings.count() {
                while let Some(site) = to.filter(|&site| !landings.has(site)) {
                    to = along.next(site);
                }
                let Some(site) = to else { break };
                to = along.next(site);
                if choices.has(site) {
                    self.hops.push(Hop { effect, over, to: site });
                    self.follow(&self.landed(&next, site), moves);
                    self.hops.pop();
                }
            }
        }
    }

    /// The landings that may be chosen: a piece that flies and must go on takes those from which it can, if there are any.
    fn choices(&self, stage: &Stage<'_, W>, landings: Bits<W>) -> Bits<W> {
        if !stage.jump.flying || stage.jump.chain != Chain::Must || landings.count() == 1 {
            return landings;
        }
        let goes_on = |&site: &Site| {
            let landed = self.landed(stage, site);
            landed.jump.along.ways().iter().any(|&way| self.reach(&landed, way).is_some())
        };
        let choices: Bits<W> = landings.iter().filter(goes_on).collect();
        if choices.is_empty() { landings } else { choices }
    }

    /// The chain once the piece has landed, and has become another if it does so there.
    #[inline(always)]
    fn landed<'b>(&self, stage: &Stage<'b, W>, at: Site) -> Stage<'b, W> {
        let mut landed = Stage { at, ..*stage };
        let becomes = |promoted: &&Promoted<W>| promoted.by.on.has(at) && promoted.by.from == self.kind;
        if let Some(promoted) = stage.jump.promoted.iter().find(becomes) {
            landed.jump = &promoted.jump;
            landed.becomes = Some(promoted.by.to);
            landed.sets = Sets::read(self.rules, landed.jump, stage.placement);
        }
        landed
    }
}
