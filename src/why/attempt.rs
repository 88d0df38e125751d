//! One statement followed move by move as a player would, until it forbids what is wanted.

use super::{Legal, Refusal, beside};
use crate::bits::{Site, SiteSet};
use crate::facts::Placement;
use crate::game::Match;
use crate::model::{Action, Chain, Directions, Effects, Game, Glide, Key, Kind, MoveNode, MoveRule, Set, Side};
use crate::notation::{Leg, MoveText};
use crate::position::Position;
use crate::rules::Reader;

/// How far a statement goes along with a move before it forbids it, and by what.
type Failure = (usize, Refusal);

/// The position in which moves are tried.
pub(super) struct Attempt<'a> {
    game: &'a Game,
    reader: Reader<'a>,
    position: Position<4>,
    side: Side,
    legal: &'a [Legal],
}

/// The parts of a jump statement.
#[derive(Clone, Copy)]
struct Jump<'r> {
    directions: &'r Directions,
    over: &'r Set,
    onto: &'r Set,
    effects: Effects,
    at_end: bool,
    flying: bool,
    chain: Chain,
    straight: bool,
}

impl<'r> Jump<'r> {
    fn of(action: &'r Action) -> Option<Jump<'r>> {
        match action {
            Action::Jump { directions, over, onto, effects, at_end, flying, chain, straight, .. } => Some(Jump {
                directions,
                over,
                onto,
                effects: *effects,
                at_end: *at_end,
                flying: *flying,
                chain: *chain,
                straight: *straight,
            }),
            _ => None,
        }
    }
}

/// Where a chain of jumps has come to.
#[derive(Clone)]
struct Stage<'r> {
    /// How it may go on.
    jump: Jump<'r>,
    placement: Placement<4>,
    at: Site,
    /// The direction of the last jump.
    heading: Option<usize>,
    /// Jumped pieces that still stand.
    standing: SiteSet,
    /// How the piece goes on from the sites where it becomes another.
    promoted: Vec<(SiteSet, Jump<'r>)>,
}

impl Stage<'_> {
    fn land(&mut self, at: Site) {
        self.at = at;
        if let Some(&(_, jump)) = self.promoted.iter().find(|(on, _)| on.has(at)) {
            self.jump = jump;
            // It becomes another once a turn.
            self.promoted.clear();
        }
    }
}

impl<'a> Attempt<'a> {
    pub(super) fn new(position: &'a Match, legal: &'a [Legal]) -> Self {
        let game = position.engine().game();
        Attempt { game, reader: Reader::new(game), position: position.position(), side: position.to_move(), legal }
    }

    /// Whether the statement by itself allows the move, which is of a form that it gives. Answers what it jumps, in order.
    pub(super) fn of(&self, rule: &MoveRule, text: &MoveText) -> Result<Vec<Site>, Failure> {
        let placement = &self.position.facts.placement;
        match (&rule.action, text) {
            (Action::Place { kind, onto }, MoveText::Place { kind: wanted, to }) => {
                self.place(*kind, *wanted, onto, *to)?;
            }
            (Action::Remove { from }, MoveText::Remove { from: site }) => self.lies_in(from, *site, placement, 1)?,
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
                self.lands(onto, *removing, *from, leg, to, &lifted)?;
            }
            (Action::Slide { movers, directions, onto, removing }, MoveText::Path { from, legs }) => {
                self.moves(movers, *from)?;
                let (leg, to) = legs[0];
                let lifted = self.lifted(*from);
                self.slides(directions, *from, to)?;
                self.lands(onto, *removing, *from, leg, to, &lifted)?;
            }
            (Action::Jump { movers, glide, .. }, MoveText::Path { from, legs }) => {
                self.moves(movers, *from)?;
                return self.jumps(rule, glide.as_ref(), *from, legs, text);
            }
            _ => return Err((0, Refusal::NoChange)),
        }
        Ok(Vec::new())
    }

    /// What the move is worth by the key; the greatest is best.
    pub(super) fn worth(&self, key: &Key, from: Site, jumped: &[Site]) -> i128 {
        self.reader.worth(key, self.side, &self.position.facts, from, jumped)
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
        let pieces = self.position.facts.placement.pieces();
        let mut blocked = None;
        for way in self.ways(directions) {
            if let Some(between) = self.between(way, from, to) {
                match between.into_iter().find(|&site| pieces.has(site)) {
                    None => return Ok(()),
                    Some(site) => blocked = Some(site),
                }
            }
        }
        Err(match blocked {
            Some(site) => (3, Refusal::Site { site: self.name(site), what: "stands in the way".to_owned() }),
            None => {
                let leads = |way: usize| self.between(way, from, to).is_some();
                (2, self.no_way(directions, (from, to), "line", leads))
            }
        })
    }

    /// The sites that the direction passes between the two, if it leads from one to the other, once round at most.
    fn between(&self, way: usize, from: Site, to: Site) -> Option<Vec<Site>> {
        let mut between = Vec::new();
        let mut at = self.next(way, from)?;
        while at != to {
            between.push(at);
            at = self.next(way, at).filter(|_| at != from)?;
        }
        Some(between)
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
        rule: &MoveRule,
        glide: Option<&Glide>,
        from: Site,
        legs: &[(Leg, Site)],
        text: &MoveText,
    ) -> Result<Vec<Site>, Failure> {
        let Some(jump) = Jump::of(&rule.action) else { return Err((0, Refusal::NoChange)) };
        let (placement, promoted) = (self.lifted(from), self.promoted(rule, from));
        let mut stage = Stage { jump, placement, at: from, heading: None, standing: SiteSet::EMPTY, promoted };
        let mut hops = legs;
        if let (Some(glide), [(Leg::Plain, to), rest @ ..]) = (glide, legs) {
            if *to == from {
                return Err((2, Refusal::NoChange));
            }
            if !self.reach(glide, &stage.placement, from).has(*to) {
                return Err((2, self.no_link(&glide.directions, from, *to, true)));
            }
            (stage.at, hops) = (*to, rest);
        }
        if rule.action.changes_nothing() {
            return self.spread(stage, from, hops).map(|()| Vec::new());
        }
        let mut jumped = Vec::new();
        for (count, &(leg, to)) in hops.iter().enumerate() {
            let progress = 3 + 5 * count;
            if count > 0 && stage.jump.chain == Chain::Single {
                return Err((progress, Refusal::OneJump { jumps: hops.len() }));
            }
            jumped.push(self.hop(&mut stage, leg, to).map_err(|(further, refusal)| (progress + further, refusal))?);
        }
        if stage.jump.chain == Chain::Must && self.goes_on(&stage) {
            let text = text.write(self.game);
            let longer = self.legal.iter().map(|(legal, _, _)| legal);
            let example = longer.filter(|legal| legal.len() > text.len() && legal.starts_with(&text)).min().cloned();
            return Err((3 + 5 * hops.len(), Refusal::MustGoOn { site: self.name(stage.at), example }));
        }
        Ok(jumped)
    }

    /// Whether a chain that changes nothing leads from where it stands to the one site of the legs.
    fn spread(&self, mut stage: Stage, from: Site, legs: &[(Leg, Site)]) -> Result<(), Failure> {
        let [.., (_, to)] = *legs else { return Err((0, Refusal::NoChange)) };
        if let Some(&(leg, _)) = legs.iter().find(|leg| leg.0 != Leg::Keep) {
            return Err((3, self.effect(stage.jump, leg).err().unwrap_or(Refusal::NoChange)));
        }
        if legs.len() > 1 {
            let glide = (stage.at != from).then_some((Leg::Plain, stage.at));
            let legs = glide.into_iter().chain([(Leg::Keep, to)]).collect();
            let written = MoveText::Path { from, legs }.write(self.game);
            return Err((4, Refusal::ToldByEnds { written }));
        }
        if to == from || to == stage.at {
            return Err((2, Refusal::NoChange));
        }
        let refusal = self.no_jump(&stage, to);
        let begins = stage.at;
        let (mut seen, mut edge) = (Vec::new(), vec![(stage.at, None)]);
        let mut goes_on_from = None;
        while let Some((at, heading)) = edge.pop() {
            (stage.at, stage.heading) = (at, heading);
            for way in self.ways(stage.jump.directions) {
                let Some((_, landings)) = self.jumpable(&stage, way) else { continue };
                let heading = stage.jump.straight.then_some(way);
                let goes_on = |&site: &Site| self.goes_on(&Stage { at: site, heading: Some(way), ..stage.clone() });
                let chooses = stage.jump.chain == Chain::Must;
                let open: SiteSet = landings.iter().filter(|site| chooses && goes_on(site)).collect();
                if landings.has(to) && open.is_empty() {
                    return Ok(());
                }
                goes_on_from = goes_on_from.or(open.has(to).then_some(to));
                let landings = if open.is_empty() { landings } else { open };
                for next in landings.iter().map(|site| (site, heading)) {
                    if !seen.contains(&next) {
                        seen.push(next);
                        edge.push(next);
                    }
                }
            }
        }
        Err(match goes_on_from {
            Some(site) => (8, Refusal::MustGoOn { site: self.name(site), example: None }),
            None if stage.placement.pieces().has(to) => {
                (2, Refusal::Site { site: self.name(to), what: "is not empty".to_owned() })
            }
            None if refusal.0 > 0 => refusal,
            None => (1, Refusal::NoWay { what: "chain of jumps", from: self.name(begins), to: self.name(to) }),
        })
    }

    /// The sites on which the piece on the site becomes another in the middle of a chain by this statement, and how it then
    /// goes on from each.
    fn promoted<'r>(&'r self, rule: &'r MoveRule, from: Site) -> Vec<(SiteSet, Jump<'r>)> {
        let phase = &self.game.phases[self.position.phase.index()];
        let kind = self.position.facts.placement.kind(from);
        let (Some(jump), Some(beside)) = (Jump::of(&rule.action), beside(&phase.moves, rule.span)) else {
            return Vec::new();
        };
        let by_kind = phase.promotions.iter().filter(|by| by.at_once && by.sides.has(self.side) && by.from == kind);
        let onward = |to: Kind| {
            beside.iter().find_map(|node| match node {
                MoveNode::Rule(other) if other.sides.has(self.side) => match &other.action {
                    Action::Jump { movers, .. } if movers.kinds().has(to) => Jump::of(&other.action),
                    _ => None,
                },
                _ => None,
            })
        };
        let stops = Jump { chain: Chain::Single, ..jump };
        by_kind.map(|by| (by.on[self.side.index()], onward(by.to).unwrap_or(stops))).collect()
    }

    /// Makes one jump, and answers what it jumps.
    fn hop(&self, stage: &mut Stage, leg: Leg, to: Site) -> Result<Site, Failure> {
        let jump = stage.jump;
        let reached =
            |way: usize| Some((way, self.jumpable(stage, way)?)).filter(|(_, (_, landings))| landings.has(to));
        let Some((way, (over, landings))) = self.ways(jump.directions).find_map(reached) else {
            return Err(self.no_jump(stage, to));
        };
        self.deal_with(jump, leg, over, &mut stage.placement).map_err(|refusal| (4, refusal))?;
        if jump.at_end || leg != Leg::Capture {
            stage.standing.insert(over);
        }
        stage.heading = Some(way);
        let goes_on = |&site: &Site| {
            let mut landed = stage.clone();
            landed.land(site);
            self.goes_on(&landed)
        };
        let chooses = jump.flying && jump.chain == Chain::Must && landings.count() > 1;
        if chooses
            && !goes_on(&to)
            && let Some(other) = landings.iter().find(goes_on)
        {
            return Err((4, Refusal::LandsElsewhere { site: self.name(to), other: self.name(other) }));
        }
        stage.land(to);
        Ok(over)
    }

    fn goes_on(&self, stage: &Stage) -> bool {
        self.ways(stage.jump.directions).any(|way| self.jumpable(stage, way).is_some())
    }

    /// The piece that a jump in the direction goes over, and where it may land, if there is such a jump.
    fn jumpable(&self, stage: &Stage, way: usize) -> Option<(Site, SiteSet)> {
        let Stage { jump, placement, at, heading, standing, .. } = stage;
        if jump.straight && heading.is_some_and(|heading| heading != way) {
            return None;
        }
        let is_empty = |site: Site| !placement.pieces().has(site);
        let mut over = self.next(way, *at)?;
        while jump.flying && is_empty(over) && over != *at {
            over = self.next(way, over)?;
        }
        if is_empty(over) || standing.has(over) || !self.reader.set(jump.over, self.side, placement).has(over) {
            return None;
        }
        let mut landings = SiteSet::EMPTY;
        let mut to = self.next(way, over);
        while let Some(site) = to.filter(|&site| is_empty(site) && !landings.has(site)) {
            landings.insert(site);
            to = self.next(way, site).filter(|_| jump.flying);
        }
        let landings = landings & self.reader.set(jump.onto, self.side, placement);
        (!landings.is_empty()).then_some((over, landings))
    }

    /// Why no jump leads to the site: what stands against the one that comes nearest.
    fn no_jump(&self, stage: &Stage, to: Site) -> Failure {
        let jump = stage.jump;
        let between = |way: usize| {
            let between = self.between(way, stage.at, to)?;
            (if jump.flying { !between.is_empty() } else { between.len() == 1 }).then_some(between)
        };
        let obstacles = self.ways(jump.directions).filter_map(|way| Some(self.obstacle(stage, &between(way)?, to)));
        obstacles
            .max_by_key(|obstacle| obstacle.0)
            .unwrap_or_else(|| (0, self.no_way(jump.directions, (stage.at, to), "jump", |way| between(way).is_some())))
    }

    /// What stands against a jump over the sites between.
    fn obstacle(&self, stage: &Stage, between: &[Site], to: Site) -> Failure {
        let Stage { jump, placement, at, standing, .. } = stage;
        let mut pieces = between.iter().copied().filter(|&site| placement.pieces().has(site));
        let Some(over) = pieces.next() else {
            return match between {
                [site] => (1, Refusal::Nothing { site: self.name(*site), what: "jump" }),
                _ => (1, Refusal::NothingBetween { from: self.name(*at), to: self.name(to) }),
            };
        };
        let site = self.name(over);
        if standing.has(over) {
            return (3, Refusal::JumpedAlready { site });
        }
        if !self.reader.set(jump.over, self.side, placement).has(over) {
            let is_own = self.reader.set(&Set::Own, self.side, placement).has(over);
            return (1, if is_own { Refusal::OwnPiece { site } } else { Refusal::NotJumped { site } });
        }
        if let Some(behind) = pieces.next() {
            return (2, Refusal::TwoInARow { site, behind: self.name(behind) });
        }
        let landing = self.is_empty(to, placement, 2).and_then(|()| self.lies_in(jump.onto, to, placement, 2));
        landing.err().unwrap_or_else(|| (3, Refusal::NotStraight { site: self.name(*at) }))
    }

    fn deal_with(&self, jump: Jump, leg: Leg, over: Site, placement: &mut Placement<4>) -> Result<(), Refusal> {
        self.effect(jump, leg)?;
        if leg != Leg::Keep && !jump.at_end {
            let (sides, kinds) = (self.game.sides.len(), self.game.kinds.len());
            let kind = placement.capture(sides, kinds, over);
            if leg == Leg::Exchange {
                placement.put(kinds, self.side, kind, over);
            }
        }
        Ok(())
    }

    /// Whether a jumped piece may be dealt with so.
    fn effect(&self, jump: Jump, leg: Leg) -> Result<(), Refusal> {
        let effects = jump.effects;
        let named = [
            (Leg::Capture, effects.removing, "removed (`x`)"),
            (Leg::Exchange, effects.exchanging, "exchanged (`*`)"),
            (Leg::Keep, effects.keeping, "left (`^`)"),
        ];
        if !named.iter().any(|named| named.0 == leg && named.1) {
            let allowed: Vec<&str> = named.iter().filter(|named| named.1).map(|named| named.2).collect();
            return Err(Refusal::Effect { allowed: allowed.join(" or ") });
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
