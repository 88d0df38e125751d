//! Numbers and conditions in words.

use super::{Speaker, counted};
use crate::model::{Arithmetic, Comparison, Condition, Number, Set};

impl Speaker<'_> {
    /// The condition as a clause; `subject` is the side that it is read for.
    pub(super) fn condition(&self, condition: &Condition, subject: &str) -> String {
        match condition {
            Condition::Constant(true) => "the turn is over".to_owned(),
            Condition::Constant(false) => "the impossible happens".to_owned(),
            Condition::Compare(comparison, left, right) => self.comparison(*comparison, left, right, subject),
            Condition::Not(inner) => match &**inner {
                Condition::Compare(comparison, left, right) => {
                    self.comparison(opposite(*comparison), left, right, subject)
                }
                other => format!("it is not so that {}", self.bound(other, subject)),
            },
            Condition::And(one, other) => format!("{} and {}", self.bound(one, subject), self.bound(other, "it")),
            Condition::Or(one, other) => format!("{} or {}", self.bound(one, subject), self.bound(other, "it")),
            Condition::Every(inner) => self.of_sides("every side in play", inner),
            Condition::Some(inner) => self.of_sides("some side in play", inner),
        }
    }

    /// A condition within another.
    fn bound(&self, condition: &Condition, subject: &str) -> String {
        let words = self.condition(condition, subject);
        if matches!(condition, Condition::And(..) | Condition::Or(..)) { format!("({words})") } else { words }
    }

    fn of_sides(&self, which: &str, inner: &Condition) -> String {
        let words = self.condition(inner, which);
        if words.starts_with(which) { words } else { format!("for {which}, {}", self.condition(inner, "it")) }
    }

    fn comparison(&self, comparison: Comparison, left: &Number, right: &Number, subject: &str) -> String {
        let plain = match (left, right) {
            (Number::Constant(_), Number::Constant(_)) => None,
            (Number::Constant(limit), number) => self.against(mirrored(comparison), number, *limit, subject),
            (number, Number::Constant(limit)) => self.against(comparison, number, *limit, subject),
            (Number::Passes, Number::Sides) if comparison == Comparison::AtLeast => {
                Some("every side in play has passed in succession".to_owned())
            }
            (Number::Count(one), Number::Count(other)) if comparison == Comparison::Equal => {
                self.all_are_own(one, other, subject)
            }
            _ => None,
        };
        plain.unwrap_or_else(|| {
            let is = match comparison {
                Comparison::Equal => "is",
                Comparison::Unequal => "is not",
                Comparison::Less => "is less than",
                Comparison::AtMost => "is at most",
                Comparison::More => "is more than",
                Comparison::AtLeast => "is at least",
            };
            format!("{} {is} {}", self.number(left), self.number(right))
        })
    }

    /// A number of the position's compared with a settled one.
    fn against(&self, comparison: Comparison, number: &Number, limit: i32, subject: &str) -> Option<String> {
        let quantity = Quantity::new(comparison, limit)?;
        let has = |thing: &str| quantity.of(thing);
        Some(match number {
            Number::Count(set) => {
                let noun = self.noun(set);
                match noun.own_for(quantity.is_one()) {
                    Some(things) => format!("{subject} has {}", quantity.before(&things)),
                    None => {
                        let things = if quantity.is_one() {
                            let one = self.one_of(set);
                            one.split_once(' ').map_or(one.clone(), |(_, rest)| rest.to_owned())
                        } else {
                            self.all_of(set)
                        };
                        let are = if quantity.is_one() { "is" } else { "are" };
                        format!("there {are} {}", quantity.before(&things))
                    }
                }
            }
            Number::Longest(directions, set) => {
                let line = self.places.line(directions);
                let noun = self.noun(set);
                match noun.own_for(quantity.is_one()) {
                    Some(things) => format!("{subject} has {} side by side in one {line}", quantity.before(&things)),
                    None => format!("the longest run of {} in one {line} is {}", self.all_of(set), quantity.alone()),
                }
            }
            Number::Captured if self.sides_are_shared() => {
                let whose = if subject == "it" { "its".to_owned() } else { format!("{subject}'s") };
                format!("{whose} player has captured {}", has("enemy piece"))
            }
            Number::Captured => format!("{subject} has captured {}", has("enemy piece")),
            Number::Repeats => format!("the same position has come about {}", has("time")),
            Number::Passes => format!("{} in succession", has_been(&quantity, "pass")),
            Number::Quiet => format!("{} without a capture", has_been(&quantity, "turn")),
            Number::Turns => has_been(&quantity, "turn"),
            Number::Sides => {
                format!("{} in play", has_been_of(&quantity, "side"))
            }
            Number::Constant(_) | Number::Arithmetic(..) | Number::If(..) => return None,
        })
    }

    /// `all pieces on the board are its own`
    fn all_are_own(&self, one: &Set, other: &Set, subject: &str) -> Option<String> {
        let (one, other) = (self.noun(one), self.noun(other));
        let is_so = (one.is_any_piece() && other.is_any_own()) || (one.is_any_own() && other.is_any_piece());
        let whose = if subject == "it" { "its own".to_owned() } else { format!("those of {subject}") };
        is_so.then(|| format!("all pieces on the board are {whose}"))
    }

    /// The number as a noun.
    fn number(&self, number: &Number) -> String {
        match number {
            Number::Constant(value) => value.to_string(),
            Number::Count(set) => format!("the number of {}", self.all_of(set)),
            Number::Longest(directions, set) => {
                format!("the longest run of {} in one {}", self.all_of(set), self.places.line(directions))
            }
            Number::Captured => "the number of enemy pieces captured".to_owned(),
            Number::Repeats => "the number of times that the position has come about".to_owned(),
            Number::Passes => "the number of passes in succession".to_owned(),
            Number::Quiet => "the number of turns in succession without a capture".to_owned(),
            Number::Turns => "the number of turns so far".to_owned(),
            Number::Sides => "the number of sides in play".to_owned(),
            Number::Arithmetic(join, left, right) => {
                let (left, right) = (self.part(left), self.part(right));
                match join {
                    Arithmetic::Add => format!("{left} plus {right}"),
                    Arithmetic::Subtract => format!("{left} minus {right}"),
                    Arithmetic::Multiply => format!("{left} times {right}"),
                    Arithmetic::Divide => format!("{left} divided by {right}, rounded down"),
                    Arithmetic::Modulo => format!("what is left over of {left} divided by {right}"),
                }
            }
            Number::If(condition, then, otherwise) => format!(
                "{} if {}, and otherwise {}",
                self.part(then),
                self.condition(condition, "it"),
                self.part(otherwise)
            ),
        }
    }

    /// A number within another.
    fn part(&self, number: &Number) -> String {
        let words = self.number(number);
        if matches!(number, Number::Arithmetic(..) | Number::If(..)) { format!("({words})") } else { words }
    }
}

/// How many: a comparison with a settled number that no count is below 0 of.
struct Quantity {
    words: &'static str,
    count: i32,
}

impl Quantity {
    /// `None` of what no count can be, or every count is.
    fn new(comparison: Comparison, limit: i32) -> Option<Quantity> {
        let (words, count) = match (comparison, limit) {
            (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1) => ("no", 0),
            (Comparison::Unequal | Comparison::More, 0) | (Comparison::AtLeast, 1) => ("at least", 1),
            (Comparison::Equal, _) => ("exactly", limit),
            (Comparison::Unequal, _) => return None,
            (Comparison::Less, _) => ("fewer than", limit),
            (Comparison::AtMost, _) => ("at most", limit),
            (Comparison::More, _) => ("more than", limit),
            (Comparison::AtLeast, _) => ("at least", limit),
        };
        (count >= 0).then_some(Quantity { words, count })
    }

    fn is_one(&self) -> bool {
        self.count == 1
    }

    /// Before a noun that has its number already: `at least 3 pieces`.
    fn before(&self, things: &str) -> String {
        if self.count == 0 && self.words == "no" {
            format!("no {things}")
        } else {
            format!("{} {things}", self.alone())
        }
    }

    /// Before a noun in the singular: `at least 3` of `piece`.
    fn of(&self, thing: &str) -> String {
        if self.count == 0 && self.words == "no" {
            return self.before(&super::plural(thing));
        }
        format!("{} {}", self.words, counted(self.count as usize, thing))
    }

    fn alone(&self) -> String {
        if self.words == "no" { "0".to_owned() } else { format!("{} {}", self.words, self.count) }
    }
}

/// `there have been at least 3 turns`
fn has_been(quantity: &Quantity, thing: &str) -> String {
    let things = if thing == "pass" && !quantity.is_one() { quantity.before("passes") } else { quantity.of(thing) };
    format!("there {} been {things}", if quantity.is_one() { "has" } else { "have" })
}

/// `there are at most 2 sides`
fn has_been_of(quantity: &Quantity, thing: &str) -> String {
    format!("there {} {}", if quantity.is_one() { "is" } else { "are" }, quantity.of(thing))
}

/// What holds when the comparison does not.
fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::Unequal,
        Comparison::Unequal => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::More,
        Comparison::More => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
    }
}

/// The comparison read from the right.
fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal | Comparison::Unequal => comparison,
        Comparison::Less => Comparison::More,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::More => Comparison::Less,
        Comparison::AtLeast => Comparison::AtMost,
    }
}
