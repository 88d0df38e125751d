//! One statement followed move by move as a player would, until it forbids what is wanted.

use super::Refusal;
use crate::bits::{Site, SiteSet};
use crate::facts::Placement;
use crate::game::{Match, Move};
use crate::model::{Action, Chain, Directions, Effects, Game, Glide, Kind, MoveRule, Set, Side};
use crate::notation::{Leg, MoveText};
use crate::position::Position;
use crate::rules::Reader;
use crate::source::Span;

/// How far a statement goes along with a move before it forbids it, and by what.
type Failure = (usize, Refusal);

/// The position in which moves are tried.
pub(super) struct Attempt<'a> {
    game: &'a Game,
    reader: Reader<'a>,
    position: Position<4>,
    side: Side,
    legal: &'a [(String, Move, Option<Span>)],
}

/// The parts of a jump statement.
struct Jump<'r> {
    directions: &'r Directions,
    over: &'r Set,
    onto: &'r Set,
    effects: Effects,
    chain: Chain,
    straight: bool,
}

impl<'a> Attempt<'a> {
    pub(super) fn new(position: &'a Match, legal: &'a [(String, Move, Option<Span>)]) -> Self {
        let game = position.engine().game();
        Attempt { game, reader: Reader::new(game), position: position.position(), side: position.to_move(), legal }
    }

    /// Whether the statement by itself allows the move, which is of a form that it gives.
    pub(super) fn of(&self, rule: &MoveRule, text: &MoveText) -> Result<(), Failure> {
        let placement = &self.position.facts.placement;
        match (&rule.action, text) {
            (Action::Place { kind, onto }, MoveText::Place { kind: wanted, to }) => {
                self.place(*kind, *wanted, onto, *to)
            }
            (Action::Remove { from }, MoveText::Remove { from: site }) => self.lies_in(from, *site, placement, 1),
            (Action::Step { movers, directions, onto, removing, glide }, MoveText::Path { from, legs }) => {
                self.moves(movers, *from)?;
                let (leg, to) = legs[0];
                let lifted = self.lifted(*from);
                let starts = match glide {
                    Some(glide) => self.reach(glide, &lifted, *from),
                    None => SiteSet::one(*from),
                };
                if to == *from {
                    return Err((2, Refusal::NoChange));
                }
                if !starts.iter().any(|start| self.ways(directions).any(|way| self.next(way, start) == Some(to))) {
                    return Err((2, self.no_link(directions, *from, to, glide.is_some())));
                }
                self.lands(onto, *removing, *from, leg, to, &lifted)
            }
            (Action::Slide { movers, directions, onto, removing }, MoveText::Path { from, legs }) => {
                self.moves(movers, *from)?;
                let (leg, to) = legs[0];
                let lifted = self.lifted(*from);
                self.slides(directions, *from, to)?;
                self.lands(onto, *removing, *from, leg, to, &lifted)
            }
            (
                Action::Jump { movers, directions, over, onto, effects, chain, straight, glide, at_end, flying },
                MoveText::Path { from, legs },
            ) => {
                self.moves(movers, *from)?;
                if *flying || *at_end {
                    // Only whether there is such a jump is told, not what stands in its way.
                    let (from, to) = (self.name(*from), self.name(legs[0].1));
                    return Err((2, Refusal::NoWay { what: "jump", from, to }));
                }
                let jump = Jump { directions, over, onto, effects: *effects, chain: *chain, straight: *straight };
                self.jumps(&jump, glide.as_ref(), *from, legs, text)
            }
            _ => Err((0, Refusal::NoChange)),
        }
    }

    fn place(&self, kind: Kind, wanted: Kind, onto: &Set, to: Site) -> Result<(), Failure> {
        let side = self.game.sides[self.side.index()].name.clone();
        if kind != wanted {
            let site = self.name(to);
            return Err((0, Refusal::Site { site, what: "is for a piece of another kind".to_owned() }));
        }
        if self.position.hands[self.side.index()][kind.index()] == 0 {
            return Err((1, Refusal::HandEmpty { side }));
        }
        self.is_empty(to, &self.position.facts.placement, 2)?;
        self.lies_in(onto, to, &self.position.facts.placement, 3)
    }

    fn name(&self, site: Site) -> String {
        self.game.board.name(site).to_owned()
    }

    fn lifted(&self, from: Site) -> Placement<4> {
        let mut lifted = self.position.facts.placement;
        lifted.take(self.game.kinds.len(), self.side, from);
        lifted
    }

    fn ways(&self, directions: &Directions) -> impl Iterator<Item = usize> {
        directions.0[self.side.index()].iter()
    }

    fn next(&self, way: usize, from: Site) -> Option<Site> {
        self.game.board.directions[way].next[from.index()]
    }

    fn moves(&self, movers: &Set, from: Site) -> Result<(), Failure> {
        match self.reader.set(movers, self.side, &self.position.facts.placement).has(from) {
            true => Ok(()),
            false => Err((1, Refusal::NotMoved { site: self.name(from) })),
        }
    }

    fn is_empty(&self, site: Site, placement: &Placement<4>, progress: usize) -> Result<(), Failure> {
        match placement.pieces().has(site) {
            false => Ok(()),
            true => Err((progress, Refusal::Site { site: self.name(site), what: "is not empty".to_owned() })),
        }
    }

    /// The site and all that a glide from it reaches.
    fn reach(&self, glide: &Glide, lifted: &Placement<4>, from: Site) -> SiteSet {
        let through = self.reader.set(&glide.through, self.side, lifted) & !lifted.pieces();
        let (mut reached, mut edge) = (SiteSet::one(from), vec![from]);
        while let Some(at) = edge.pop() {
            for to in self.ways(&glide.directions).filter_map(|way| self.next(way, at)) {
                if through.has(to) && !reached.has(to) {
                    reached.insert(to);
                    edge.push(to);
                }
            }
        }
        reached
    }

    /// Whether a piece that comes from one site may end on another.
    fn lands(
        &self,
        onto: &Set,
        removing: bool,
        from: Site,
        leg: Leg,
        to: Site,
        lifted: &Placement<4>,
    ) -> Result<(), Failure> {
        let is_taken = lifted.pieces().has(to);
        let is_enemy = self.reader.set(&Set::Enemy, self.side, lifted).has(to);
        if is_taken && !(removing && is_enemy) {
            self.is_empty(to, lifted, 3)?;
        }
        match (leg, is_taken) {
            (Leg::Capture, false) => return Err((3, Refusal::Nothing { site: self.name(to), what: "capture" })),
            (Leg::Plain, true) => {
                let legs = vec![(Leg::Capture, to)];
                let written = MoveText::Path { from, legs }.write(self.game);
                return Err((3, Refusal::Captures { site: self.name(to), written }));
            }
            _ => {}
        }
        self.lies_in(onto, to, lifted, 4)
    }

    fn slides(&self, directions: &Directions, from: Site, to: Site) -> Result<(), Failure> {
        let placement = &self.position.facts.placement;
        let mut blocked = None;
        for way in self.ways(directions) {
            let (mut at, mut between) = (from, None);
            for _ in 0..self.game.board.len() {
                let Some(next) = self.next(way, at).filter(|&next| next != from) else { break };
                if next == to {
                    match between {
                        None => return Ok(()),
                        Some(site) => blocked = Some(site),
                    }
                    break;
                }
                between = between.or(placement.pieces().has(next).then_some(next));
                at = next;
            }
        }
        Err(match blocked {
            Some(site) => (3, Refusal::Site { site: self.name(site), what: "stands in the way".to_owned() }),
            None => (2, Refusal::NoWay { what: "line", from: self.name(from), to: self.name(to) }),
        })
    }

    /// No link in the statement's directions leads there: because none does at all, or in another direction.
    fn no_link(&self, directions: &Directions, from: Site, to: Site, glides: bool) -> Refusal {
        let what = if glides { "way through the sites that it may glide over" } else { "link" };
        self.no_way(directions, (from, to), what, |way| self.next(way, from) == Some(to) && !glides)
    }

    fn no_way(
        &self,
        directions: &Directions,
        (from, to): (Site, Site),
        what: &'static str,
        leads: impl Fn(usize) -> bool,
    ) -> Refusal {
        let ways = &self.game.board.directions;
        let (from, to) = (self.name(from), self.name(to));
        match (0..ways.len()).find(|&way| leads(way)) {
            Some(way) => {
                let allowed: Vec<&str> = self.ways(directions).map(|way| ways[way].name.as_str()).collect();
                Refusal::Direction { from, to, direction: ways[way].name.clone(), allowed: allowed.join(", ") }
            }
            None => Refusal::NoWay { what, from, to },
        }
    }

    fn jumps(
        &self,
        jump: &Jump,
        glide: Option<&Glide>,
        from: Site,
        legs: &[(Leg, Site)],
        text: &MoveText,
    ) -> Result<(), Failure> {
        let mut placement = self.lifted(from);
        let (mut at, mut hops) = (from, legs);
        if let (Some(glide), [(Leg::Plain, to), rest @ ..]) = (glide, legs) {
            if *to == from {
                return Err((2, Refusal::NoChange));
            }
            if !self.reach(glide, &placement, from).has(*to) {
                return Err((2, self.no_link(&glide.directions, from, *to, true)));
            }
            (at, hops) = (*to, rest);
        }
        let (mut heading, mut kept) = (None, Vec::new());
        for (count, &(leg, to)) in hops.iter().enumerate() {
            let progress = 3 + 5 * count;
            if count > 0 && jump.chain == Chain::Single {
                return Err((progress, Refusal::OneJump { jumps: hops.len() }));
            }
            let (way, over) = self.hop(jump, &placement, at, to, progress)?;
            if jump.straight && heading.is_some_and(|heading| heading != way) {
                return Err((progress + 3, Refusal::NotStraight { site: self.name(at) }));
            }
            if kept.contains(&over) {
                return Err((progress + 3, Refusal::NotJumped { site: self.name(over) }));
            }
            self.deal_with(jump.effects, leg, over, &mut placement).map_err(|refusal| (progress + 4, refusal))?;
            if leg != Leg::Capture {
                kept.push(over);
            }
            heading = Some(way);
            at = to;
        }
        let goes_on = |way: usize| {
            let over = self.next(way, at);
            let to = over.and_then(|over| self.next(way, over));
            let keeps_on = !jump.straight || heading == Some(way);
            let is_new = over.is_some_and(|over| !kept.contains(&over));
            keeps_on
                && is_new
                && to.is_some_and(|to| self.hop(jump, &placement, at, to, 0).is_ok_and(|hop| hop.0 == way))
        };
        if jump.chain == Chain::Must && self.ways(jump.directions).any(goes_on) {
            let text = text.write(self.game);
            let longer = self.legal.iter().map(|(legal, _, _)| legal);
            let example = longer.filter(|legal| legal.len() > text.len() && legal.starts_with(&text)).min().cloned();
            return Err((3 + 5 * hops.len(), Refusal::MustGoOn { site: self.name(at), example }));
        }
        Ok(())
    }

    /// The direction of one jump, and what it jumps.
    fn hop(
        &self,
        jump: &Jump,
        placement: &Placement<4>,
        at: Site,
        to: Site,
        progress: usize,
    ) -> Result<(usize, Site), Failure> {
        let beyond = |way: usize| {
            let over = self.next(way, at)?;
            (self.next(way, over) == Some(to)).then_some((way, over))
        };
        let mut found: Vec<(usize, Site)> = self.ways(jump.directions).filter_map(beyond).collect();
        let over = self.reader.set(jump.over, self.side, placement) & placement.pieces();
        found.sort_by_key(|hop| !over.has(hop.1));
        let Some(&(way, jumped)) = found.first() else {
            return Err((progress, self.no_way(jump.directions, (at, to), "jump", |way| beyond(way).is_some())));
        };
        if !placement.pieces().has(jumped) {
            return Err((progress + 1, Refusal::Nothing { site: self.name(jumped), what: "jump" }));
        }
        if !over.has(jumped) {
            return Err((progress + 1, Refusal::NotJumped { site: self.name(jumped) }));
        }
        self.is_empty(to, placement, progress + 2)?;
        self.lies_in(jump.onto, to, placement, progress + 2)?;
        Ok((way, jumped))
    }

    fn deal_with(&self, effects: Effects, leg: Leg, over: Site, placement: &mut Placement<4>) -> Result<(), Refusal> {
        let named = [
            (Leg::Capture, effects.removing, "removed (`x`)"),
            (Leg::Exchange, effects.exchanging, "exchanged (`*`)"),
            (Leg::Keep, effects.keeping, "left (`^`)"),
        ];
        if !named.iter().any(|named| named.0 == leg && named.1) {
            let allowed: Vec<&str> = named.iter().filter(|named| named.1).map(|named| named.2).collect();
            return Err(Refusal::Effect { allowed: allowed.join(" or ") });
        }
        if leg != Leg::Keep {
            let (sides, kinds) = (self.game.sides.len(), self.game.kinds.len());
            let kind = placement.capture(sides, kinds, over);
            if leg == Leg::Exchange {
                placement.put(kinds, self.side, kind, over);
            }
        }
        Ok(())
    }

    /// Whether the site is in the set; if not, what about it keeps it out.
    fn lies_in(&self, set: &Set, site: Site, placement: &Placement<4>, progress: usize) -> Result<(), Failure> {
        match self.reader.set(set, self.side, placement).has(site) {
            true => Ok(()),
            false => Err((progress, Refusal::Site { site: self.name(site), what: self.outside(set, site, placement) })),
        }
    }

    /// Why the site is not in the set: the first of the sets it is joined of that leaves it out.
    fn outside(&self, set: &Set, site: Site, placement: &Placement<4>) -> String {
        match set {
            Set::And(a, b) => {
                let first = if self.reader.set(a, self.side, placement).has(site) { b } else { a };
                self.outside(first, site, placement)
            }
            Set::Empty => "is not empty".to_owned(),
            Set::Own => format!("holds no piece of `{}`", self.game.sides[self.side.index()].name),
            Set::Enemy => "holds no enemy piece".to_owned(),
            Set::To(_, inner) => format!("is not beside {}", self.noun(inner)),
            Set::Not(inner) => match &**inner {
                Set::To(directions, inner) => {
                    let near = self.reader.set(inner, self.side, placement);
                    let beside = |from: &Site| self.ways(directions).any(|way| self.next(way, *from) == Some(site));
                    let neighbour = near.iter().find(beside);
                    let place = neighbour.map_or(String::new(), |near| format!(" on `{}`", self.name(near)));
                    format!("is beside {}{place}", self.noun(inner))
                }
                inner => self
                    .region(inner)
                    .map_or("is not among the sites allowed".to_owned(), |region| format!("is in `{region}`")),
            },
            _ => self
                .region(set)
                .map_or("is not among the sites allowed".to_owned(), |region| format!("is not in `{region}`")),
        }
    }

    fn noun(&self, set: &Set) -> String {
        match set {
            Set::Own => format!("a piece of `{}`", self.game.sides[self.side.index()].name),
            Set::Enemy => "an enemy piece".to_owned(),
            Set::Ally => "an allied piece".to_owned(),
            Set::Pieces => "a piece".to_owned(),
            Set::Empty => "an empty site".to_owned(),
            Set::Last => "what the last turn changed".to_owned(),
            _ => "a site of those named".to_owned(),
        }
    }

    /// The name of the region that the set is.
    fn region(&self, set: &Set) -> Option<&str> {
        let is = |sets: &Vec<SiteSet>| match set {
            Set::Sites(sites) => sets.iter().all(|of_side| of_side == sites),
            Set::BySide(of_sides) => sets == of_sides,
            _ => false,
        };
        self.game.regions.iter().find(|(_, sets)| is(sets)).map(|(name, _)| name.as_str())
    }
}
