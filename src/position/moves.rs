//! The list of a position's legal moves: mostly boards of landing sites that are counted, not listed.

use super::glides::Glides;
use crate::bits::{Bits, Site};
use crate::model::Kind;
use crate::moves::{Hop, HopEffect};
use crate::rules::{ABREAST, Abreast, Boards, Deed, Rules};

/// One move, in a few words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Played {
    /// The compulsory pass.
    Pass,
    /// A move of a track, which ends on the site.
    Track {
        /// The track's number in the rules.
        track: u16,
        /// Where the piece stands afterwards; for a removal, where it stood.
        to: Site,
    },
    /// A piece goes from one site to another and captures what stands there.
    Go {
        /// Where the piece stood.
        from: Site,
        /// Where it stands afterwards.
        to: Site,
        /// The statement that allows it, numbered as in the rules.
        statement: u16,
        /// The jumps by which it goes, if it jumps.
        jumps: Option<Jumps>,
    },
    /// Jumps that the list holds one by one.
    Chain(Chained),
}

/// Jumps that take nothing and change nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jumps {
    /// From where the first is made: where the piece stood unless it glided before.
    pub first: Site,
    /// The fewest that lead where the piece ends.
    pub count: u8,
}

/// A chain of jumps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chained {
    /// Where the piece stood.
    pub from: Site,
    /// From where it made the first jump: `from` unless it glided before.
    pub glide: Site,
    /// Where the piece stands afterwards.
    pub to: Site,
    /// The statement that allows it, numbered as in the rules.
    pub statement: u16,
    /// The kind that the piece has become on its way.
    pub becomes: Option<Kind>,
    /// The number of jumps.
    count: u16,
    /// Where the jumps begin in the list.
    start: u32,
}

/// The ways of one piece to go, alike but for the site where each ends.
#[derive(Clone, Copy, Debug)]
struct Fan<const W: usize> {
    from: Site,
    to: Bits<W>,
    statement: u16,
    jumps: Option<Jumps>,
}

/// The moves that a sweep finds.
#[derive(Clone, Copy, Default, Debug)]
struct Group<const W: usize> {
    /// Where those of each lane end.
    boards: Boards<W>,
    /// The number of moves of each lane.
    counts: [u32; ABREAST],
    /// The track of each lane.
    tracks: Abreast,
    /// The number of moves in the groups before.
    before: u32,
}

/// A point in the list of moves of every form.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Extent {
    groups: usize,
    fans: usize,
    listed: usize,
}

/// A point in the list of tracks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    groups: usize,
    moves: u32,
}

/// Chains can be too many to list on some boards: a position with so many ends the game, under the label
/// [`crate::rules::Label::TOO_MANY_MOVES`].
pub const MOST_LISTED: usize = 1 << 16;

/// The legal moves of a position. The order has no meaning, but is always the same for the same position.
#[derive(Clone, Debug, Default)]
pub struct MoveList<const W: usize> {
    /// The counted moves: the first `filled` groups, and there is room for all.
    groups: Box<[Group<W>]>,
    filled: usize,
    counted: u32,
    fans: Vec<Fan<W>>,
    in_fans: u32,
    listed: Vec<Played>,
    /// Whether as many were listed as may be, so that some may be missing.
    is_full: bool,
    hops: Vec<Hop>,
    /// The numbers of the choices that have left moves out.
    choices: Vec<u16>,
    /// Room for the places of moves while they are compared.
    same: Vec<usize>,
    /// Room for what they are worth.
    values: Vec<i128>,
    /// Where glides lead, by the positions that moves were listed for last.
    pub(super) glides: Glides<W>,
    /// Room for the chain being followed.
    pub(super) path: Vec<Hop>,
}

impl<const W: usize> MoveList<W> {
    /// An empty list with room for the moves of these rules.
    pub fn new(rules: &Rules<W>) -> Self {
        let groups = vec![Group::default(); rules.sweeps].into();
        MoveList { groups, glides: Glides::new(rules), ..Self::default() }
    }

    /// The number of moves.
    #[inline(always)]
    pub fn len(&self) -> usize {
        (self.counted + self.in_fans) as usize + self.listed.len()
    }

    /// Whether there is no move.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether no more moves can be listed.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Empties the list.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.filled = 0;
        self.counted = 0;
        self.in_fans = 0;
        self.fans.clear();
        self.is_full = false;
        self.listed.clear();
        self.hops.clear();
        self.choices.clear();
    }

    /// The jumps of a chain of this list.
    #[inline(always)]
    pub fn hops(&self, chain: Chained) -> &[Hop] {
        &self.hops[chain.start as usize..][..chain.count as usize]
    }

    /// The move at this place; there are more than `index` moves.
    #[inline(always)]
    pub fn nth(&self, index: usize) -> Played {
        match self.nth_on_track(index) {
            Some((track, to)) => Played::Track { track, to },
            None => self.nth_off_track(index as u32 - self.counted),
        }
    }

    /// The track and the end of the move at this place, if it is one of the counted ones, which come first.
    #[inline(always)]
    pub fn nth_on_track(&self, index: usize) -> Option<(u16, Site)> {
        let index = index as u32;
        if index >= self.counted {
            return None;
        }
        // Which group and which lane hold it is as good as random, so no branch depends on it.
        let groups = &self.groups[..self.filled];
        let place = groups.iter().map(|group| (group.before <= index) as usize).sum::<usize>() - 1;
        let group = &groups[place];
        let (mut lane, mut before, mut sum) = (0, group.before, group.before);
        for count in &group.counts[..ABREAST - 1] {
            sum += count;
            let past = index >= sum;
            lane += past as usize;
            before = if past { sum } else { before };
        }
        Some((group.tracks.of(lane), group.boards.of(lane).nth(index - before)))
    }

    #[inline(never)]
    fn nth_off_track(&self, mut index: u32) -> Played {
        if index >= self.in_fans {
            return self.listed[(index - self.in_fans) as usize];
        }
        for fan in &self.fans {
            let count = fan.to.count();
            if index < count {
                return fan.played(fan.to.nth(index));
            }
            index -= count;
        }
        unreachable!("the fans hold as many moves as were counted")
    }

    /// Every move.
    pub fn iter(&self) -> impl Iterator<Item = Played> + '_ {
        let on_tracks = self.groups[..self.filled].iter().flat_map(Group::iter);
        let in_fans = self.fans.iter().flat_map(|fan| fan.to.iter().map(|to| fan.played(to)));
        let counted = on_tracks.map(|(track, to)| Played::Track { track, to }).chain(in_fans);
        counted.chain(self.listed.iter().copied())
    }

    /// Adds moves of these tracks, which end on the sites of one board each.
    #[inline(always)]
    pub(super) fn push_group(&mut self, tracks: Abreast, boards: Boards<W>) {
        let counts = boards.counts();
        self.groups[self.filled] = Group { boards, counts, tracks, before: self.counted };
        self.filled += 1;
        self.counted += counts.iter().sum::<u32>();
    }

    /// Adds moves of one track.
    #[inline(always)]
    pub(super) fn push_track(&mut self, track: u16, ends: Bits<W>) {
        self.push_group(Abreast::default().plus(track), Boards::of_first(ends));
    }

    /// The end of the tracks listed so far.
    #[inline(always)]
    pub(super) fn mark(&self) -> Mark {
        Mark { groups: self.filled, moves: self.counted }
    }

    /// Whether the tracks listed since the mark give no move; if so they are dropped.
    #[inline(always)]
    pub(super) fn none_since(&mut self, mark: Mark) -> bool {
        let none = self.counted == mark.moves;
        if none {
            self.filled = mark.groups;
        }
        none
    }

    /// Where the moves of the groups listed since the mark end.
    #[inline(always)]
    pub(super) fn ends_since(&self, mark: Mark) -> Bits<W> {
        let groups = &self.groups[mark.groups..self.filled];
        groups.iter().fold(Bits::EMPTY, |ends, group| ends | group.boards.union())
    }

    /// Where the moves of a lane end, in the group listed as number `index` since the mark.
    #[inline(always)]
    pub(super) fn board(&self, mark: Mark, index: usize, lane: usize) -> Bits<W> {
        self.groups[mark.groups + index].boards.of(lane)
    }

    /// Takes moves off a lane of the group listed as number `index` since the mark.
    pub(super) fn take_out(&mut self, mark: Mark, index: usize, lane: usize, sites: Bits<W>) {
        let (group, later) = self.groups[mark.groups + index..self.filled].split_first_mut().expect("it is listed");
        let taken = (group.boards.of(lane) & sites).count();
        group.boards.take_out(lane, sites);
        group.counts[lane] -= taken;
        later.iter_mut().for_each(|group| group.before -= taken);
        self.counted -= taken;
    }

    /// Adds the ways of the piece to go to each of the sites.
    #[inline(always)]
    pub(super) fn push_fan(&mut self, from: Site, to: Bits<W>, statement: u16, jumps: Option<Jumps>) {
        self.in_fans += to.count();
        self.fans.push(Fan { from, to, statement, jumps });
    }

    /// Adds a chain from the first site, after a glide if the second differs from it, in the middle of which the piece may have
    /// become another.
    pub(super) fn push_chain(
        &mut self,
        (from, glide): (Site, Site),
        hops: &[Hop],
        statement: u16,
        becomes: Option<Kind>,
    ) {
        let (Some(last), false) = (hops.last(), self.is_full()) else { return };
        let (start, count) = (self.hops.len() as u32, hops.len() as u16);
        self.hops.extend_from_slice(hops);
        self.listed.push(Played::Chain(Chained { from, glide, to: last.to, statement, becomes, count, start }));
        self.is_full = self.listed.len() >= MOST_LISTED;
    }

    /// How many moves are listed one by one.
    pub(super) fn listed(&self) -> usize {
        self.listed.len()
    }

    /// Drops each of the chains listed since then that jumps the same pieces to the same end as an earlier one.
    pub(super) fn drop_same_routes(&mut self, since: usize) {
        let MoveList { listed, hops, same, .. } = self;
        if listed.len() - since < 2 {
            return;
        }
        let jumps = |played: Played| match played {
            Played::Chain(chain) => &hops[chain.start as usize..][..chain.count as usize],
            _ => &[],
        };
        same.clear();
        same.extend(since..listed.len());
        let key = |&at: &usize| {
            let jumps = jumps(listed[at]);
            (jumps.last().map(|hop| hop.to), jumps.iter().map(|hop| (hop.over, hop.effect)))
        };
        let order = |a: &usize, b: &usize| {
            let ((a_to, a_over), (b_to, b_over)) = (key(a), key(b));
            a_to.cmp(&b_to).then_with(|| a_over.cmp(b_over))
        };
        same.sort_unstable_by(|a, b| order(a, b).then(a.cmp(b)));
        let mut kept = 0;
        for at in 0..same.len() {
            if at == 0 || order(&same[at], &same[kept - 1]).is_ne() {
                same[kept] = same[at];
                kept += 1;
            }
        }
        if kept == same.len() {
            return;
        }
        same.truncate(kept);
        same.sort_unstable();
        for (place, &at) in (since..).zip(same.iter()) {
            listed[place] = listed[at];
        }
        listed.truncate(since + kept);
    }

    /// How far the list goes by now.
    pub(super) fn extent(&self) -> Extent {
        Extent { groups: self.filled, fans: self.fans.len(), listed: self.listed.len() }
    }

    /// Lists one by one the moves on tracks added since.
    fn list_tracks(&mut self, since: usize) {
        let groups = &self.groups[since..self.filled];
        self.listed.extend(groups.iter().flat_map(Group::iter).map(|(track, to)| Played::Track { track, to }));
        self.counted = groups.first().map_or(self.counted, |group| group.before);
        self.filled = since;
    }

    /// The numbers of the statements whose choices have left moves out, each once.
    pub fn choices(&self) -> &[u16] {
        &self.choices
    }

    /// Notes that the choice has left moves out.
    pub(super) fn note_choice(&mut self, statement: u16) {
        if !self.choices.contains(&statement) {
            self.choices.push(statement);
        }
    }

    /// Keeps, of what was added since, the moves of the greatest value; all moves of a fan are worth the same. Answers
    /// whether it left any out.
    #[inline(never)]
    pub(super) fn keep_best(&mut self, since: Extent, mut value: impl FnMut(Site, &[Hop]) -> i128) -> bool {
        let Extent { groups, fans, listed } = since;
        self.list_tracks(groups);
        let jumps = |hops: &[Hop], played: &Played| match *played {
            Played::Chain(chain) => (chain.from, chain.start as usize..chain.start as usize + chain.count as usize),
            Played::Go { from, .. } | Played::Track { to: from, .. } => (from, hops.len()..hops.len()),
            Played::Pass => (Site(0), hops.len()..hops.len()),
        };
        self.values.clear();
        for fan in &self.fans[fans..] {
            self.values.push(if fan.to.is_empty() { i128::MIN } else { value(fan.from, &[]) });
        }
        for played in &self.listed[listed..] {
            let (from, range) = jumps(&self.hops, played);
            self.values.push(value(from, &self.hops[range]));
        }
        let Some(&best) = self.values.iter().max() else { return false };
        let before = self.len();
        let mut values = self.values.iter();
        let mut at = 0;
        self.fans.retain(|fan| {
            at += 1;
            let kept = at <= fans || values.next() == Some(&best);
            self.in_fans -= if kept { 0 } else { fan.to.count() };
            kept
        });
        let mut at = 0;
        self.listed.retain(|_| {
            at += 1;
            at <= listed || values.next() == Some(&best)
        });
        self.len() < before
    }

    /// Adds the pass.
    pub(super) fn push_pass(&mut self) {
        self.listed.push(Played::Pass);
    }

    /// Lists every move one by one and drops those written like an earlier one. `captures` tells of a step's end
    /// whether it captures.
    #[cold]
    pub(super) fn drop_twins(&mut self, rules: &Rules<W>, captures: impl Fn(Site) -> bool) {
        let spelled = self.iter().enumerate();
        let mut spelled: Vec<_> =
            spelled.map(|(order, played)| (self.spelling(rules, played, &captures), order, played)).collect();
        spelled.sort_unstable_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        spelled.dedup_by(|later, kept| later.0 == kept.0);
        spelled.sort_unstable_by_key(|&(_, order, _)| order);
        self.listed = spelled.into_iter().map(|(_, _, played)| played).collect();
        self.fans.clear();
        (self.filled, self.counted, self.in_fans) = (0, 0, 0);
    }

    /// What tells the move from others: just what notation writes.
    fn spelling(&self, rules: &Rules<W>, played: Played, captures: impl Fn(Site) -> bool) -> Vec<u8> {
        // A step that captures is written as one jump that removes.
        let go = |from: Site, to: Site| match captures(to) {
            true => vec![3, from.0, from.0, HopEffect::Remove as u8, to.0],
            false => vec![4, from.0, to.0],
        };
        let jumps = |from: Site, glide: Site, hops: &[Hop]| {
            let hops = hops.iter().flat_map(|hop| [hop.effect as u8, hop.to.0]);
            [3, from.0, glide.0].into_iter().chain(hops).collect()
        };
        match played {
            Played::Pass => vec![0],
            Played::Go { from, to, jumps: Some(Jumps { first, .. }), .. } => {
                vec![3, from.0, first.0, HopEffect::Keep as u8, to.0]
            }
            Played::Go { from, to, .. } => go(from, to),
            Played::Chain(chain) => jumps(chain.from, chain.glide, self.hops(chain)),
            Played::Track { track, to } => {
                let from = rules.from(track, to);
                match rules.tracks[track as usize].deed {
                    Deed::Place(kind) => vec![1, kind.0, to.0],
                    Deed::Remove => vec![2, to.0],
                    Deed::Step => go(from, to),
                    Deed::Jumps { .. } => jumps(from, from, &rules.hops(track, to)),
                }
            }
        }
    }
}

impl<const W: usize> Group<W> {
    fn iter(&self) -> impl Iterator<Item = (u16, Site)> + '_ {
        let ends = |lane: usize| {
            let track = self.tracks.of(lane);
            self.boards.of(lane).iter().map(move |to| (track, to))
        };
        (0..ABREAST).flat_map(ends)
    }
}

impl<const W: usize> Fan<W> {
    fn played(&self, to: Site) -> Played {
        Played::Go { from: self.from, to, statement: self.statement, jumps: self.jumps }
    }
}
