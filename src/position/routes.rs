//! Chains of jumps that are more than one short jump after another: over any distance, with jumped pieces that stay until the
//! end, by pieces that become others on their way, and those that change nothing.

use super::chains::{jumped, lifted};
use super::{Jumps, MoveList, Position};
use crate::bits::{Bits, Site};
use crate::facts::Placement;
use crate::model::{Chain, Kind, MAX_DIRECTIONS, Side};
use crate::moves::{Hop, HopEffect};
use crate::rules::{JumpRule, Promoted, Rules, Way};

/// What stays the same while one piece's chains are followed.
struct Search<'a, const W: usize> {
    rules: &'a Rules<W>,
    side: Side,
    statement: u16,
    from: Site,
    /// What the piece was when it set out.
    kind: Kind,
    hops: Vec<Hop>,
}

/// Where a chain has come to.
#[derive(Clone, Copy)]
struct Stage<'a, const W: usize> {
    /// How it may go on.
    jump: &'a JumpRule<W>,
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

/// The sets that jumps depend on.
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

impl<const W: usize> Position<W> {
    /// Lists all chains of each of the pieces.
    #[inline(never)]
    pub(super) fn routes(
        &self,
        rules: &Rules<W>,
        side: Side,
        movers: Bits<W>,
        jump: &JumpRule<W>,
        statement: u16,
        moves: &mut MoveList<W>,
    ) {
        let sets = Sets::read(rules, jump, &self.facts.placement);
        let able = |from: Site| jump.along.ways().iter().any(|&way| sets.reach(rules, jump, way, from).is_some());
        let movers = match (jump.shows_first, jump.flying) {
            (false, _) => movers,
            (true, true) => movers.iter().filter(|&from| able(from)).collect(),
            (true, false) => movers & jump.along.jumping(&rules.ways, sets.over, sets.onto),
        };
        for from in movers.iter() {
            let placement = lifted(&self.facts.placement, rules, side, from);
            let sets = Sets::read(rules, jump, &placement);
            let starts = match &jump.glide {
                Some(glide) => {
                    moves.glides.reach(glide, from, glide.through.read(rules.all, &rules.ways, &placement)).ends
                }
                None => Bits::one(from),
            };
            let kind = self.facts.placement.kind(from);
            let first = moves.listed();
            for at in starts.iter() {
                if jump.changes_nothing {
                    spread(rules, jump, &sets, (from, at), statement, moves);
                    continue;
                }
                let placement = &placement;
                let stage = Stage { jump, placement, sets, at, straight: None, becomes: None, jumped: Bits::EMPTY };
                let hops = std::mem::take(&mut moves.path);
                let mut search = Search { rules, side, statement, from, kind, hops };
                search.follow(&stage, at, moves);
                moves.path = search.hops;
            }
            moves.drop_same_routes(first);
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
    let mut listed = Bits::one(from);
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

impl<const W: usize> Search<'_, W> {
    /// Lists the ways to go on, and what has been jumped so far where the chain may end there.
    fn follow(&mut self, stage: &Stage<'_, W>, glide: Site, moves: &mut MoveList<W>) {
        let mut went_on = false;
        if self.hops.is_empty() || stage.jump.chain != Chain::Single {
            for &way in stage.jump.along.ways() {
                if moves.is_full() {
                    return;
                }
                if let Some((over, landings)) = self.reach(stage, way) {
                    went_on = true;
                    self.hop(stage, way, over, landings, glide, moves);
                }
            }
        }
        let must_go_on = went_on && stage.jump.chain == Chain::Must;
        if !self.hops.is_empty() && !must_go_on {
            moves.push_route((self.from, glide), &self.hops, self.statement, stage.becomes);
        }
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
    fn hop(
        &mut self,
        stage: &Stage<'_, W>,
        way: u8,
        over: Site,
        landings: Bits<W>,
        glide: Site,
        moves: &mut MoveList<W>,
    ) {
        let (rules, jump) = (self.rules, stage.jump);
        let along: &Way<W> = &rules.ways[way as usize];
        for &effect in &jump.effects {
            let after;
            let mut next = Stage { straight: jump.straight.then_some(way), ..*stage };
            let stays = jump.at_end || effect == HopEffect::Keep;
            // A piece that is still there, exchanged or not, is not jumped again, or a chain could go on for ever.
            if stays || effect == HopEffect::Exchange {
                next.jumped.insert(over);
            }
            if !stays {
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
                    self.follow(&self.landed(&next, site), glide, moves);
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
