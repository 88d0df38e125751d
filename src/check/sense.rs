//! Endings weighed by their numbers: whether a condition holds as play begins, or can never hold.

use super::board::Grid;
use super::values::settled;
use crate::bits::{Site, SiteSet};
use crate::model::{
    Action, Arithmetic, Comparison, Condition, Directions, Kind, MoveNode, Number, Phase, PlayerInfo, Set, Side,
    SideInfo, SideSet, Start,
};

/// The least and the greatest that a number can be.
type Range = (i64, i64);

/// So large that it stands for no limit.
const ENDLESS: i64 = i64::MAX / 4;

/// What is known of a game before it is played.
pub struct Outlook<'g> {
    grid: &'g Grid,
    start: &'g Start,
    sides: &'g [SideInfo],
    players: &'g [PlayerInfo],
    /// Whether a piece may be exchanged for one of another side's.
    exchanges: bool,
    /// Whether only the position that play begins from is looked at.
    is_start: bool,
}

impl<'g> Outlook<'g> {
    pub fn new(
        grid: &'g Grid,
        start: &'g Start,
        (sides, players): (&'g [SideInfo], &'g [PlayerInfo]),
        phases: &[Phase],
        is_start: bool,
    ) -> Self {
        let rules = phases.iter().flat_map(|phase| MoveNode::rules(&phase.moves));
        let exchanges =
            rules.into_iter().any(|rule| matches!(rule.action, Action::Jump { effects, .. } if effects.exchanging));
        Outlook { grid, start, sides, players, exchanges, is_start }
    }

    /// Whether the condition holds, read for the side: `None` where that is not known, or changes.
    pub fn holds(&self, condition: &Condition, side: Side) -> Option<bool> {
        match condition {
            Condition::Constant(holds) => Some(*holds),
            Condition::Compare(comparison, left, right) => {
                compared(*comparison, self.number(left, side), self.number(right, side))
            }
            Condition::Not(inner) => self.holds(inner, side).map(|holds| !holds),
            Condition::And(left, right) => all([self.holds(left, side), self.holds(right, side)].into_iter()),
            Condition::Or(left, right) => {
                all([left, right].into_iter().map(|part| self.holds(part, side).map(|holds| !holds))).map(|none| !none)
            }
            // Sides may leave, so that it must be so for each of those that there are.
            Condition::Every(inner) => {
                all(self.every().map(|side| self.holds(inner, side))).filter(|_| self.agree(inner))
            }
            Condition::Some(inner) => all(self.every().map(|side| self.holds(inner, side).map(|holds| !holds)))
                .map(|none| !none)
                .filter(|_| self.agree(inner)),
        }
    }

    fn every(&self) -> impl Iterator<Item = Side> {
        (0..self.sides.len()).map(Side::new)
    }

    /// Whether the same is known of every side.
    fn agree(&self, condition: &Condition) -> bool {
        let first = self.holds(condition, Side::new(0));
        self.is_start || self.every().all(|side| self.holds(condition, side) == first)
    }

    fn number(&self, number: &Number, side: Side) -> Range {
        match number {
            Number::Constant(number) => (i64::from(*number), i64::from(*number)),
            Number::Count(set) => self.size(set, side),
            Number::Longest(directions, set) => self.longest(directions, set, side),
            Number::Sides if self.is_start => (self.sides.len() as i64, self.sides.len() as i64),
            Number::Sides => (1, self.sides.len() as i64),
            Number::Captured | Number::Passes | Number::Quiet | Number::Unchanged(_) if self.is_start => (0, 0),
            Number::Captured if self.exchanges => (0, ENDLESS),
            Number::Captured => (0, self.enemies(side).iter().map(|enemy| self.pieces(enemy)).sum()),
            Number::Turns if self.is_start => (0, 0),
            Number::Repeats if self.is_start => (1, 1),
            Number::Turns | Number::Repeats => (1, ENDLESS),
            Number::Passes | Number::Quiet | Number::Unchanged(_) => (0, ENDLESS),
            Number::Arithmetic(operation, left, right) => {
                calculated(*operation, self.number(left, side), self.number(right, side))
            }
            Number::If(condition, then, otherwise) => {
                let (then, otherwise) = (self.number(then, side), self.number(otherwise, side));
                match self.holds(condition, side) {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None => (then.0.min(otherwise.0), then.1.max(otherwise.1)),
                }
            }
        }
    }

    /// How many pieces a side may have on the board at once.
    fn pieces(&self, side: Side) -> i64 {
        let on_board = self.start.pieces.iter().filter(|piece| piece.1 == side).count() as i64;
        on_board + self.start.hands.get(side.index()).map_or(0, |hand| hand.iter().map(|&count| i64::from(count)).sum())
    }

    /// How many pieces there may be of the sides on the board at once.
    fn most(&self, of: SideSet) -> i64 {
        let all = if self.exchanges && !of.is_empty() { self.all() } else { of };
        all.iter().map(|side| self.pieces(side)).sum::<i64>().min(self.grid.all.count() as i64)
    }

    fn all(&self) -> SideSet {
        SideSet::first(self.sides.len())
    }

    /// The sides of the player whose side this is.
    fn team(&self, side: Side) -> SideSet {
        self.players[self.sides[side.index()].player.index()].sides
    }

    fn enemies(&self, side: Side) -> SideSet {
        SideSet(self.all().0 & !self.team(side).0)
    }

    /// The sides whose pieces the set is made of, if it is one of those of pieces by side.
    fn owners(&self, set: &Set, side: Side) -> Option<SideSet> {
        Some(match set {
            Set::Own => SideSet::default().with(side),
            Set::Enemy => self.enemies(side),
            Set::Ally => self.team(side).without(side),
            Set::Of(of) => SideSet::default().with(*of),
            Set::Pieces => self.all(),
            _ => return None,
        })
    }

    fn size(&self, set: &Set, side: Side) -> Range {
        if let Some(sites) = self.sites(set, side) {
            return (i64::from(sites.count()), i64::from(sites.count()));
        }
        if let Some(owners) = self.owners(set, side) {
            return (0, self.most(owners));
        }
        let board = i64::from(self.grid.all.count());
        let most = match set {
            Set::OfKind(_) => self.most(self.all()),
            Set::Empty if !self.is_start => return (board - self.most(self.all()), board),
            Set::And(left, right) => self.size(left, side).1.min(self.size(right, side).1),
            Set::Or(left, right) => {
                let (left, right) = (self.size(left, side), self.size(right, side));
                return (left.0.max(right.0), (left.1 + right.1).min(board));
            }
            Set::Not(inner) => {
                let inner = self.size(inner, side);
                return (board - inner.1, board - inner.0);
            }
            _ => board,
        };
        (0, most)
    }

    /// The sites of a set that is known now.
    fn sites(&self, set: &Set, side: Side) -> Option<SiteSet> {
        if let Some(sets) = settled(set) {
            return Some(sets[side.index().min(sets.len() - 1)]);
        }
        if let Set::Not(inner) = set {
            return Some(self.grid.all & !self.sites(inner, side)?);
        }
        if !self.is_start {
            return None;
        }
        let on = |wanted: &dyn Fn(Side, Kind) -> bool| {
            let pieces = self.start.pieces.iter().filter(|piece| wanted(piece.1, piece.2));
            pieces.map(|piece| piece.0).collect::<SiteSet>()
        };
        if let Some(owners) = self.owners(set, side) {
            return Some(on(&|owner, _| owners.has(owner)));
        }
        Some(match set {
            Set::Empty => self.grid.all & !on(&|_, _| true),
            Set::OfKind(kind) => on(&|_, other| other == *kind),
            Set::And(left, right) => self.sites(left, side)? & self.sites(right, side)?,
            Set::Or(left, right) => self.sites(left, side)? | self.sites(right, side)?,
            Set::To(directions, inner) => {
                self.grid.neighbours(*directions.0.get(side.index())?, self.sites(inner, side)?)
            }
            _ => return None,
        })
    }

    /// The longest run of the set, or the longest that there is room for.
    fn longest(&self, directions: &Directions, set: &Set, side: Side) -> Range {
        let known = self.sites(set, side);
        let within = known.unwrap_or(self.grid.all);
        let ways = directions.0.get(side.index()).into_iter().flat_map(|set| set.iter());
        let run = |next: &[Option<Site>], from: Site| {
            let mut run = SiteSet::one(from);
            let mut at = from;
            while let Some(to) = next[at.index()].filter(|&to| within.has(to) && !run.has(to)) {
                run.insert(to);
                at = to;
            }
            i64::from(run.count())
        };
        let runs = ways.flat_map(|way| within.iter().map(move |from| (way, from)));
        let longest = runs.map(|(way, from)| run(&self.grid.board.directions[way].next, from)).max().unwrap_or(0);
        match known {
            Some(_) => (longest, longest),
            None => (0, longest.min(self.size(set, side).1)),
        }
    }
}

/// Whether all hold.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => known = None,
        }
    }
    known
}

fn compared(comparison: Comparison, left: Range, right: Range) -> Option<bool> {
    let less = |left: Range, right: Range| match (left.1 < right.0, left.0 >= right.1) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let equal = match (left.0 == left.1 && left == right, left.1 < right.0 || right.1 < left.0) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    match comparison {
        Comparison::Equal => equal,
        Comparison::Unequal => equal.map(|equal| !equal),
        Comparison::Less => less(left, right),
        Comparison::AtLeast => less(left, right).map(|less| !less),
        Comparison::More => less(right, left),
        Comparison::AtMost => less(right, left).map(|less| !less),
    }
}

fn calculated(operation: Arithmetic, left: Range, right: Range) -> Range {
    let fits = |(least, most): Range| (least > -ENDLESS && most < ENDLESS).then_some((least, most));
    let exact = |(least, most): Range| (least == most).then(|| i32::try_from(least).ok()).flatten();
    let open = (-ENDLESS, ENDLESS);
    if let (Some(left), Some(right)) = (exact(left), exact(right)) {
        // What cannot be calculated in play gives 0.
        let result = operation.apply(left, right).unwrap_or(0).into();
        return (result, result);
    }
    let (Some(left), Some(right)) = (fits(left), fits(right)) else { return open };
    let result = match operation {
        Arithmetic::Add => (left.0 + right.0, left.1 + right.1),
        Arithmetic::Subtract => (left.0 - right.1, left.1 - right.0),
        Arithmetic::Multiply => {
            let products = [left.0, left.1].map(|a| [right.0, right.1].map(|b| a.saturating_mul(b)));
            let products = products.as_flattened();
            (products.iter().copied().min().unwrap_or(0), products.iter().copied().max().unwrap_or(0))
        }
        Arithmetic::Divide | Arithmetic::Modulo => open,
    };
    // Past the limits of numbers, the result would be 0.
    let limits = i64::from(i32::MIN)..=i64::from(i32::MAX);
    if limits.contains(&result.0) && limits.contains(&result.1) { result } else { open }
}
