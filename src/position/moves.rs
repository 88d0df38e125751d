//! The list of a position's legal moves: mostly boards of landing sites that are counted, not listed.

use crate::bits::{Bits, Site};
use crate::game::{Hop, HopEffect};
use crate::rules::Way;

/// One move, in a few words. A chain's jumps stand in the list it came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// What is done.
    pub deed: Deed,
    /// What becomes of the pieces jumped by [`Deed::Straight`].
    pub effect: HopEffect,
    /// The direction of [`Deed::Straight`]; the kind of [`Deed::Place`].
    pub way: u8,
    /// Where the moving piece stood.
    pub from: Site,
    /// Where the piece stands afterwards.
    pub to: Site,
    /// From where the first jump of [`Deed::Chain`] was made: `from` unless there was a glide.
    pub glide: Site,
    /// The number of jumps.
    pub count: u16,
    /// The statement that allows it, numbered as in the rules.
    pub statement: u16,
    /// Where a chain's jumps begin in the list.
    start: u32,
}

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Nothing.
    Pass,
    /// A piece is placed.
    Place,
    /// A piece is taken off.
    Remove,
    /// A piece goes to a site, and captures what stands there.
    Step,
    /// Jumps in one direction, all of the same effect.
    Straight,
    /// Jumps that the list holds one by one.
    Chain,
}

/// Moves alike but for the site where each ends.
#[derive(Clone, Copy, Debug)]
struct Plane<const W: usize> {
    /// Where they end (for removals: where the piece stands).
    to: Bits<W>,
    count: u32,
    deed: Deed,
    effect: HopEffect,
    /// The direction they came by, or [`NO_WAY`] if all are from one site.
    way: u8,
    from: Site,
    jumps: u16,
    statement: u16,
}

const NO_WAY: u8 = u8::MAX;

/// The most moves listed one by one in a position: chains can be too many to list on some boards, and those past the
/// limit are left out. A list this long takes less than 50 MB.
const MOST_LISTED: usize = 1 << 18;

/// The legal moves of a position. The order has no meaning, but is always the same for the same position.
#[derive(Clone, Debug)]
pub struct MoveList<const W: usize> {
    planes: Vec<Plane<W>>,
    counted: u32,
    listed: Vec<Played>,
    hops: Vec<Hop>,
    /// Room for the chain being followed.
    pub(super) path: Vec<Hop>,
}

impl<const W: usize> Default for MoveList<W> {
    fn default() -> Self {
        MoveList {
            planes: Vec::with_capacity(64),
            counted: 0,
            listed: Vec::with_capacity(64),
            hops: Vec::with_capacity(64),
            path: Vec::new(),
        }
    }
}

impl<const W: usize> MoveList<W> {
    /// The number of moves.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.counted as usize + self.listed.len()
    }

    /// Whether there is no move.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The jumps of a [`Deed::Chain`] of this list.
    #[inline(always)]
    pub fn hops(&self, played: Played) -> &[Hop] {
        &self.hops[played.start as usize..][..played.count as usize]
    }

    /// The jumps of a move of this list, one by one.
    pub fn jumps<'a>(&'a self, ways: &'a [Way<W>], played: Played) -> impl Iterator<Item = Hop> + 'a {
        let straight = if played.deed == Deed::Straight { played.count } else { 0 };
        let way = &ways[(played.way as usize).min(ways.len() - 1)];
        let mut at = played.from;
        let hops = (0..straight).map_while(move |_| {
            let (over, to) = super::hop(way, at)?;
            at = to;
            Some(Hop { effect: played.effect, over, to })
        });
        hops.chain(if played.deed == Deed::Chain { self.hops(played) } else { &[] }.iter().copied())
    }

    /// The move at this place; there are more than `index` moves.
    #[inline(always)]
    pub fn nth(&self, ways: &[Way<W>], index: usize) -> Played {
        let mut index = index as u32;
        if index >= self.counted {
            return self.listed[(index - self.counted) as usize];
        }
        for plane in &self.planes {
            if index < plane.count {
                return plane.played(ways, plane.to.nth(index));
            }
            index -= plane.count;
        }
        unreachable!("the planes hold as many moves as were counted")
    }

    /// Every move.
    pub fn iter<'a>(&'a self, ways: &'a [Way<W>]) -> impl Iterator<Item = Played> + 'a {
        let counted = self.planes.iter().flat_map(move |plane| plane.to.iter().map(move |to| plane.played(ways, to)));
        counted.chain(self.listed.iter().copied())
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        self.planes.clear();
        self.listed.clear();
        self.hops.clear();
        self.counted = 0;
    }

    #[inline(always)]
    fn push(&mut self, plane: Plane<W>) {
        self.counted += plane.count;
        self.planes.push(plane);
    }

    pub(super) fn push_pass(&mut self) {
        self.listed.push(Played {
            deed: Deed::Pass,
            effect: HopEffect::Keep,
            way: 0,
            from: Site(0),
            to: Site(0),
            glide: Site(0),
            count: 0,
            statement: u16::MAX,
            start: 0,
        });
    }

    /// Placements of the kind on each of the sites.
    pub(super) fn push_places(&mut self, to: Bits<W>, kind: u8, statement: u16) {
        self.push(Plane {
            to,
            count: to.count(),
            deed: Deed::Place,
            effect: HopEffect::Keep,
            way: kind,
            from: Site(0),
            jumps: 0,
            statement,
        });
    }

    /// Removals from each of the sites.
    pub(super) fn push_removals(&mut self, from: Bits<W>, statement: u16) {
        let effect = HopEffect::Keep;
        self.push(Plane {
            to: from,
            count: from.count(),
            deed: Deed::Remove,
            effect,
            way: 0,
            from: Site(0),
            jumps: 0,
            statement,
        });
    }

    /// Steps along the way that end on each of the sites.
    #[inline(always)]
    pub(super) fn push_steps(&mut self, to: Bits<W>, way: u8, statement: u16) {
        let effect = HopEffect::Keep;
        self.push(Plane { to, count: to.count(), deed: Deed::Step, effect, way, from: Site(0), jumps: 0, statement });
    }

    /// Steps from one site to each of the others.
    #[inline(always)]
    pub(super) fn push_fan(&mut self, from: Site, to: Bits<W>, statement: u16) {
        let effect = HopEffect::Keep;
        self.push(Plane { to, count: to.count(), deed: Deed::Step, effect, way: NO_WAY, from, jumps: 0, statement });
    }

    /// So many jumps along the way that end on each of the sites.
    #[inline(always)]
    pub(super) fn push_jumps(&mut self, to: Bits<W>, way: u8, jumps: u16, effect: HopEffect, statement: u16) {
        self.push(Plane { to, count: to.count(), deed: Deed::Straight, effect, way, from: Site(0), jumps, statement });
    }

    /// A chain from the site, after a glide if `glide` differs from it.
    pub(super) fn push_chain(&mut self, from: Site, glide: Site, hops: &[Hop], statement: u16) {
        let (Some(last), true) = (hops.last(), self.listed.len() < MOST_LISTED) else { return };
        let start = self.hops.len() as u32;
        self.hops.extend_from_slice(hops);
        self.listed.push(Played {
            deed: Deed::Chain,
            effect: last.effect,
            way: 0,
            from,
            to: last.to,
            glide,
            count: hops.len() as u16,
            statement,
            start,
        });
    }

    /// Whether no more moves can be listed.
    pub(super) fn is_full(&self) -> bool {
        self.listed.len() >= MOST_LISTED
    }

    /// Lists every move one by one and drops those written like an earlier one. `captures` tells of a step's end
    /// whether it captures.
    pub(super) fn drop_twins(&mut self, ways: &[Way<W>], captures: impl Fn(Site) -> bool) {
        let mut spelled: Vec<_> = self
            .iter(ways)
            .enumerate()
            .map(|(order, played)| ((self.spelling(ways, played, &captures)), order, played))
            .collect();
        spelled.sort_unstable_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        spelled.dedup_by(|later, kept| later.0 == kept.0);
        spelled.sort_unstable_by_key(|&(_, order, _)| order);
        self.listed = spelled.into_iter().map(|(_, _, played)| played).collect();
        self.planes.clear();
        self.counted = 0;
    }

    /// What tells the move from others: just what notation writes.
    fn spelling(&self, ways: &[Way<W>], played: Played, captures: impl Fn(Site) -> bool) -> Vec<u8> {
        let Played { deed, way, from, to, glide, .. } = played;
        let mut spelling = match deed {
            Deed::Pass => vec![0],
            Deed::Place => vec![1, way, to.0],
            Deed::Remove => vec![2, from.0],
            // A step that captures is written as one jump that removes.
            Deed::Step if captures(to) => vec![3, from.0, from.0, HopEffect::Remove as u8, to.0],
            Deed::Step => vec![4, from.0, to.0],
            Deed::Straight | Deed::Chain => vec![3, from.0, glide.0],
        };
        spelling.extend(self.jumps(ways, played).flat_map(|hop| [hop.effect as u8, hop.to.0]));
        spelling
    }
}

impl<const W: usize> Plane<W> {
    #[inline(always)]
    fn played(&self, ways: &[Way<W>], to: Site) -> Played {
        let from = match self.deed {
            Deed::Place | Deed::Remove | Deed::Pass | Deed::Chain => to,
            _ if self.way == NO_WAY => self.from,
            _ => {
                let way = &ways[self.way as usize];
                let links = if self.deed == Deed::Straight { 2 * self.jumps } else { 1 };
                (0..links).fold(to, |at, _| way.back(at).unwrap_or(at))
            }
        };
        Played {
            deed: self.deed,
            effect: self.effect,
            way: self.way,
            from,
            to,
            glide: from,
            count: self.jumps,
            statement: self.statement,
            start: 0,
        }
    }
}
