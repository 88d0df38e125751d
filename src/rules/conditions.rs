//! Conditions and numbers, compiled for one side.

use super::{Along, Compiler, Program, Swept, Way};
use crate::bits::{Bits, Counts, Sets};
use crate::facts::{Facts, State};
use crate::model::{Arithmetic, Comparison, Condition, Number, Player, Set, Side};

/// A compiled condition.
#[derive(Clone, Debug)]
pub enum Test<const W: usize> {
    /// Always the same.
    Constant(bool),
    /// The number is none of less than the first and more than the second.
    Within(Amount<W>, i32, i32),
    /// Two numbers of the position's are compared.
    Compare(Comparison, Box<(Amount<W>, Amount<W>)>),
    /// The set has a run of at least so many sites along one of the directions.
    Run(Along<W>, Program<W>, u32),
    /// The same where each direction is one shift.
    ShiftedRun(Program<W>, Box<[Run<W>]>),
    /// Not so.
    Not(Box<Test<W>>),
    /// All of them.
    All(Box<[Test<W>]>),
    /// Any of them.
    Any(Box<[Test<W>]>),
    /// The test of every side in play, one for each side of the game.
    Every(Box<[Test<W>]>),
    /// The test of some side in play, one for each side of the game.
    Some(Box<[Test<W>]>),
}

/// Runs of some length along a direction that is one shift.
#[derive(Clone, Debug)]
pub struct Run<const W: usize> {
    /// By how much the sets are shifted, each time one that holds the ends of shorter runs, until they hold those of runs
    /// of the length.
    shifts: Box<[i16]>,
    /// Where a run of the length can end.
    ends: Bits<W>,
}

/// A compiled number.
#[derive(Clone, Debug)]
pub enum Amount<const W: usize> {
    /// Always the same.
    Constant(i32),
    /// The size of a set.
    Count(Program<W>),
    /// The longest run of sites of the set along one of the directions.
    Longest(Along<W>, Program<W>),
    /// Enemy pieces that the player captured.
    Captured(Player),
    /// Occurrences of the facts.
    Repeats,
    /// Passes in succession.
    Passes,
    /// Turns in succession without capture.
    Quiet,
    /// Turns in succession that left the watched set of this number as it was.
    Unchanged(u8),
    /// Turns played.
    Turns,
    /// Sides in play.
    Sides,
    /// Two numbers joined.
    Arithmetic(Arithmetic, Box<(Amount<W>, Amount<W>)>),
    /// One of two numbers.
    If(Box<(Test<W>, Amount<W>, Amount<W>)>),
}

/// After which turns a condition is worth looking at, given that it did not hold after the turns before; or what of this
/// a turn was.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Trigger(u8);

impl Trigger {
    /// After no turn.
    pub const NEVER: Trigger = Trigger(0);
    /// After any.
    pub const ALWAYS: Trigger = Trigger(1);
    /// After a pass: it asks for a pass at least.
    pub const PASS: Trigger = Trigger(2);
    /// After a turn that changed how many pieces there are of some side: it asks nothing else, and the same for whoever
    /// moved.
    pub const MATERIAL: Trigger = Trigger(4);
    /// After a capture: it asks that the mover's player has made so many, and a side's own turns alone change that.
    pub const CAPTURE: Trigger = Trigger(8);
    /// All of these together.
    pub const ALL: Trigger = Trigger(15);

    /// The trigger if so, else none.
    #[inline(always)]
    pub fn when(self, is_so: bool) -> Trigger {
        Trigger(self.0 * is_so as u8)
    }

    /// Both.
    #[inline(always)]
    pub fn or(self, other: Trigger) -> Trigger {
        Trigger(self.0 | other.0)
    }

    /// Whether the two have something in common.
    #[inline(always)]
    pub fn meets(self, other: Trigger) -> bool {
        self.0 & other.0 != 0
    }

    /// The trigger of the condition.
    pub(super) fn of(condition: &Condition) -> Trigger {
        let one_at_least = |number: &Number| match number {
            Number::Constant(value) => *value >= 1,
            other => *other == Number::Sides,
        };
        match condition {
            Condition::Compare(Comparison::AtLeast, Number::Passes, least) if one_at_least(least) => Trigger::PASS,
            Condition::Compare(Comparison::AtLeast, Number::Captured, Number::Constant(_)) => Trigger::CAPTURE,
            _ if asks_for_material(condition, false) => Trigger::MATERIAL,
            _ => Trigger::ALWAYS,
        }
    }

    /// The trigger of a condition that is asked of every side.
    pub(super) fn of_each(condition: &Condition) -> Trigger {
        if asks_for_material(condition, true) { Trigger::MATERIAL } else { Trigger::ALWAYS }
    }
}

/// Whether the condition asks only how many pieces there are of whom; `of_each` if it is asked for each side alike.
fn asks_for_material(condition: &Condition, of_each: bool) -> bool {
    let set = |set: &Set| match set {
        Set::Own | Set::Enemy | Set::Ally => of_each,
        Set::Pieces | Set::Empty | Set::Of(_) => true,
        _ => false,
    };
    let number = |number: &Number| match number {
        Number::Constant(_) | Number::Sides => true,
        Number::Count(counted) => set(counted),
        _ => false,
    };
    match condition {
        Condition::Constant(_) => true,
        Condition::Compare(_, a, b) => number(a) && number(b),
        Condition::Not(inner) => asks_for_material(inner, of_each),
        Condition::And(a, b) | Condition::Or(a, b) => asks_for_material(a, of_each) && asks_for_material(b, of_each),
        Condition::Every(inner) | Condition::Some(inner) => asks_for_material(inner, true),
    }
}

impl<const W: usize> Test<W> {
    /// Whether it holds in a position by itself.
    #[inline(always)]
    pub fn holds(&self, all: Bits<W>, ways: &[Way<W>], facts: &Facts<W>) -> bool {
        match self {
            // What most endings ask, without a call.
            Test::Within(amount, least, most) => (*least..=*most).contains(&amount.value(all, ways, facts)),
            _ => self.holds_in(all, ways, facts, u32::MAX) != Some(0),
        }
    }

    /// In which of the positions it holds, of those asked for, which are all ones: all ones there, else 0. `None` if that takes
    /// looking at each by itself.
    #[inline(never)]
    pub fn holds_in<S: Swept<W>>(
        &self,
        all: Bits<W>,
        ways: &[Way<W>],
        facts: &State<S, S::Counts>,
        asked: S::Counts,
    ) -> Option<S::Counts> {
        let none = S::Counts::ZERO;
        let when = |holds: bool| if holds { asked } else { none };
        match self {
            Test::Constant(value) => Some(when(*value)),
            Test::Within(amount, least, most) => Some(match amount.counted(all, ways, facts) {
                Some(value) => {
                    let bound = |bound: i32| S::Counts::splat(bound.max(0) as u64);
                    let within = bound(*least).at_most(value) & value.at_most(bound(*most));
                    if *most < 0 { none } else { asked & within }
                }
                None => {
                    let value = amount.value(all, ways, S::by_itself(facts)?);
                    when((*least..=*most).contains(&value))
                }
            }),
            Test::Compare(comparison, both) => {
                let (Some(a), Some(b)) = (both.0.counted(all, ways, facts), both.1.counted(all, ways, facts)) else {
                    let facts = S::by_itself(facts)?;
                    let value = |amount: &Amount<W>| amount.value(all, ways, facts);
                    return Some(when(comparison.holds(value(&both.0), value(&both.1))));
                };
                Some(
                    asked
                        & match comparison {
                            Comparison::Equal => a.equal(b),
                            Comparison::Unequal => !a.equal(b),
                            Comparison::Less => a.less(b),
                            Comparison::AtMost => a.at_most(b),
                            Comparison::More => b.less(a),
                            Comparison::AtLeast => b.at_most(a),
                        },
                )
            }
            Test::Run(along, set, length) => {
                let set = set.read(all, ways, &S::by_itself(facts)?.placement);
                Some(when(along.iter(ways).any(|way| has_run(way, set, *length))))
            }
            Test::ShiftedRun(set, runs) => {
                let set = set.read(all, ways, &facts.placement);
                let runs = runs.iter().map(|run| run.ends_in(set).are_filled());
                Some(asked & runs.fold(none, |either, run| either | run))
            }
            Test::Not(test) => test.holds_in(all, ways, facts, asked).map(|holds| asked & !holds),
            Test::All(tests) => Self::all_hold(tests.iter(), all, ways, facts, asked),
            Test::Every(tests) => {
                Self::all_hold(facts.in_play.iter().map(|side| &tests[side.index()]), all, ways, facts, asked)
            }
            Test::Any(tests) => Self::some_holds(tests.iter(), all, ways, facts, asked),
            Test::Some(tests) => {
                Self::some_holds(facts.in_play.iter().map(|side| &tests[side.index()]), all, ways, facts, asked)
            }
        }
    }

    #[inline(always)]
    fn all_hold<'t, S: Swept<W>>(
        mut tests: impl Iterator<Item = &'t Test<W>>,
        all: Bits<W>,
        ways: &[Way<W>],
        facts: &State<S, S::Counts>,
        asked: S::Counts,
    ) -> Option<S::Counts> {
        tests.try_fold(asked, |left, test| match left == S::Counts::ZERO {
            true => Some(left),
            false => test.holds_in(all, ways, facts, left),
        })
    }

    #[inline(always)]
    fn some_holds<'t, S: Swept<W>>(
        mut tests: impl Iterator<Item = &'t Test<W>>,
        all: Bits<W>,
        ways: &[Way<W>],
        facts: &State<S, S::Counts>,
        asked: S::Counts,
    ) -> Option<S::Counts> {
        tests.try_fold(S::Counts::ZERO, |found, test| match asked & !found == S::Counts::ZERO {
            true => Some(found),
            false => Some(found | test.holds_in(all, ways, facts, asked & !found)?),
        })
    }
}

impl<const W: usize> Amount<W> {
    /// Its value in a position by itself.
    #[inline(always)]
    pub fn value(&self, all: Bits<W>, ways: &[Way<W>], facts: &Facts<W>) -> i32 {
        match self.counted(all, ways, facts) {
            Some(count) => at_most_i32(count),
            None => self.computed(all, ways, facts),
        }
    }

    /// Its value in each of the positions, if it is a count that they keep or the size of a set.
    #[inline(always)]
    fn counted<S: Swept<W>>(&self, all: Bits<W>, ways: &[Way<W>], facts: &State<S, S::Counts>) -> Option<S::Counts> {
        match self {
            Amount::Count(sites) => Some(sites.read(all, ways, &facts.placement).counts()),
            Amount::Captured(player) => Some(facts.captured[player.index()]),
            Amount::Passes => Some(facts.passes),
            Amount::Quiet => Some(facts.quiet),
            Amount::Unchanged(watched) => Some(facts.unchanged[*watched as usize]),
            Amount::Turns => Some(facts.turns),
            Amount::Repeats => Some(facts.repeats),
            Amount::Sides => Some(S::Counts::splat(facts.in_play.count().into())),
            Amount::Constant(value) => u64::try_from(*value).ok().map(S::Counts::splat),
            Amount::Longest(..) | Amount::Arithmetic(..) | Amount::If(..) => None,
        }
    }

    /// Its value if it is no such count.
    #[inline(never)]
    fn computed(&self, all: Bits<W>, ways: &[Way<W>], facts: &Facts<W>) -> i32 {
        let value = |amount: &Amount<W>| amount.value(all, ways, facts);
        match self {
            Amount::Longest(along, sites) => {
                let set = sites.read(all, ways, &facts.placement);
                along.iter(ways).map(|way| longest_run(way, set)).max().unwrap_or(0)
            }
            Amount::Arithmetic(join, both) => join.apply(value(&both.0), value(&both.1)).unwrap_or(0),
            Amount::If(parts) => {
                let (test, then, otherwise) = &**parts;
                value(if test.holds(all, ways, facts) { then } else { otherwise })
            }
            Amount::Constant(value) => *value,
            _ => unreachable!("the others are counts"),
        }
    }
}

/// A count as conditions read it, the greatest number of theirs for more.
#[inline(always)]
fn at_most_i32(count: u32) -> i32 {
    count.min(i32::MAX as u32) as i32
}

impl<const W: usize> Run<W> {
    /// The runs of this length along the way, if it is one shift.
    fn new(way: &Way<W>, length: u32) -> Option<Run<W>> {
        let by = way.shift()?;
        let ends = (1..length).fold(way.sites(), |ends, _| way.along(ends));
        let (mut shifts, mut known) = (Vec::new(), 1);
        while known < length && !ends.is_empty() {
            let more = known.min(length - known);
            shifts.push(by * more as i16);
            known += more;
        }
        Some(Run { shifts: shifts.into(), ends })
    }

    /// The last sites of such runs in the set, found by doubling the length known.
    #[inline(always)]
    fn ends_in<S: Sets<W>>(&self, set: S) -> S {
        // Where no run can end, what was shifted over an edge is dropped at last.
        let last = self.shifts.iter().fold(set, |last, &by| last.and(last.rotated(by)));
        last.and(S::of_all(self.ends))
    }
}

/// Whether `length` successive sites of the direction are in the set: runs are found by doubling their length.
#[inline(always)]
fn has_run<const W: usize>(way: &Way<W>, set: Bits<W>, length: u32) -> bool {
    // `ends` holds the last sites of runs of length `known`.
    let (mut ends, mut known) = (set, 1);
    while known < length {
        let by = known.min(length - known);
        let mut moved = ends;
        for _ in 0..by {
            moved = way.along(moved);
        }
        ends &= moved;
        known += by;
    }
    !ends.is_empty()
}

fn longest_run<const W: usize>(way: &Way<W>, set: Bits<W>) -> i32 {
    let (mut ends, mut length) = (set, 0);
    // A closed line that is full is a run as long as its sites, of which there are not more than these.
    while !ends.is_empty() && length < set.count() as i32 {
        length += 1;
        ends = way.along(ends) & set;
    }
    length
}

impl<const W: usize> Compiler<'_, W> {
    /// The condition as the side reads it.
    pub(super) fn test(&mut self, condition: &Condition, side: Side) -> Test<W> {
        match condition {
            Condition::Constant(value) => Test::Constant(*value),
            Condition::Compare(comparison, a, b) => self.comparison(*comparison, a, b, side),
            Condition::Not(inner) => Test::Not(Box::new(self.test(inner, side))),
            Condition::And(a, b) => Test::All([self.test(a, side), self.test(b, side)].into()),
            Condition::Or(a, b) => Test::Any([self.test(a, side), self.test(b, side)].into()),
            Condition::Every(inner) => Test::Every(self.for_each_side(inner)),
            Condition::Some(inner) => Test::Some(self.for_each_side(inner)),
        }
    }

    fn for_each_side(&mut self, condition: &Condition) -> Box<[Test<W>]> {
        (0..self.game.sides.len()).map(|side| self.test(condition, Side::new(side))).collect()
    }

    fn comparison(&mut self, comparison: Comparison, a: &Number, b: &Number, side: Side) -> Test<W> {
        let (a, b) = (self.amount(a, side), self.amount(b, side));
        match (a, b, comparison) {
            (Amount::Longest(..), Amount::Constant(length), Comparison::AtLeast)
                if length > self.game.board.len() as i32 =>
            {
                Test::Constant(false)
            }
            (Amount::Longest(along, set), Amount::Constant(length), Comparison::AtLeast) if length >= 1 => {
                let runs = along.iter(self.ways).map(|way| Run::new(way, length as u32)).collect();
                match runs {
                    Some(runs) => Test::ShiftedRun(set, runs),
                    None => Test::Run(along, set, length as u32),
                }
            }
            (Amount::Constant(a), Amount::Constant(b), _) => Test::Constant(comparison.holds(a, b)),
            (a, Amount::Constant(b), _) => match comparison {
                Comparison::Equal => Test::Within(a, b, b),
                Comparison::Unequal => Test::Not(Box::new(Test::Within(a, b, b))),
                Comparison::Less => b.checked_sub(1).map_or(Test::Constant(false), |b| Test::Within(a, i32::MIN, b)),
                Comparison::AtMost => Test::Within(a, i32::MIN, b),
                Comparison::More => b.checked_add(1).map_or(Test::Constant(false), |b| Test::Within(a, b, i32::MAX)),
                Comparison::AtLeast => Test::Within(a, b, i32::MAX),
            },
            (a, b, _) => Test::Compare(comparison, Box::new((a, b))),
        }
    }

    /// The number as the side reads it.
    pub(super) fn amount(&mut self, number: &Number, side: Side) -> Amount<W> {
        match number {
            Number::Constant(value) => Amount::Constant(*value),
            Number::Count(set) => Amount::Count(self.set(set, side)),
            Number::Longest(directions, set) => {
                // A run is as long read backwards, so one of two opposite directions will do.
                let named = directions.0[side.index()];
                let opposite = |way: usize| self.game.board.directions[way].opposite;
                let repeats = |way: usize| opposite(way) < way && named.0 >> opposite(way) & 1 != 0;
                let ways = named.iter().filter(|&way| !repeats(way)).map(|way| way as u8).collect();
                Amount::Longest(Along::new(ways, self.ways), self.set(set, side))
            }
            Number::Captured => Amount::Captured(self.game.sides[side.index()].player),
            Number::Repeats => {
                self.counts_repeats = true;
                Amount::Repeats
            }
            Number::Passes => Amount::Passes,
            Number::Quiet => Amount::Quiet,
            Number::Unchanged(set) => Amount::Unchanged(self.watch(set, side)),
            Number::Turns => Amount::Turns,
            Number::Sides => Amount::Sides,
            Number::Arithmetic(join, a, b) => {
                Amount::Arithmetic(*join, Box::new((self.amount(a, side), self.amount(b, side))))
            }
            Number::If(condition, then, otherwise) => Amount::If(Box::new((
                self.test(condition, side),
                self.amount(then, side),
                self.amount(otherwise, side),
            ))),
        }
    }
}
