//! Sets in words: a noun with what is said of it, such as `an empty square next to an enemy piece`.

use super::{Speaker, noun, plural, with_article};
use crate::model::{Directions, Set, SideSet};

/// A noun for what is on the sites of a set, with what is said of it.
pub(super) struct Noun {
    /// Before the noun: `enemy`.
    before: String,
    /// The noun: `piece`, `square`.
    thing: String,
    /// After the noun.
    after: Vec<String>,
    /// Whether it is a piece of the side's own.
    is_own: bool,
    /// Whether it is a piece at all.
    pub is_piece: bool,
}

impl Noun {
    /// `a piece of its own in row 3`
    pub fn one(&self) -> String {
        format!("{}{}{}", with_article(&self.word(&self.thing)), self.own(), self.said())
    }

    /// `pieces of its own in row 3`
    pub fn many(&self) -> String {
        format!("{}{}{}", self.word(&plural(&self.thing)), self.own(), self.said())
    }

    /// `one of its pieces in row 3`, of a piece of the side's own.
    pub fn one_of_its(&self) -> String {
        if self.is_own { format!("one of its {}{}", plural(&self.thing), self.said()) } else { self.one() }
    }

    /// The noun for so many, without whose it is, if it is the side's own.
    pub fn own_for(&self, is_one: bool) -> Option<String> {
        let thing = if is_one { self.thing.clone() } else { plural(&self.thing) };
        self.is_own.then(|| format!("{thing}{}", self.said()))
    }

    /// Whether nothing more is said than that it is a piece.
    pub fn is_any_piece(&self) -> bool {
        self.is_piece && !self.is_own && self.before.is_empty() && self.after.is_empty()
    }

    /// Whether nothing more is said than that it is a piece of the side's own.
    pub fn is_any_own(&self) -> bool {
        self.is_own && self.after.is_empty()
    }

    fn word(&self, thing: &str) -> String {
        if self.before.is_empty() { thing.to_owned() } else { format!("{} {thing}", self.before) }
    }

    fn own(&self) -> &'static str {
        if self.is_own { " of its own" } else { "" }
    }

    fn said(&self) -> String {
        if self.after.is_empty() { String::new() } else { format!(" {}", self.after.join(" and ")) }
    }
}

impl Speaker<'_> {
    /// The set as a noun.
    pub(super) fn noun(&self, set: &Set) -> Noun {
        let mut parts = Vec::new();
        conjuncts(set, &mut parts);
        let site = self.site().to_owned();
        let mut noun = Noun { before: String::new(), thing: site, after: Vec::new(), is_own: false, is_piece: false };
        let mut has_head = false;
        for part in parts {
            match part {
                Set::OfKind(kind) if !has_head || noun.is_piece => {
                    noun.thing = super::noun(&self.game.kinds[kind.index()].name).to_owned();
                    (noun.is_piece, has_head) = (true, true);
                }
                Set::Pieces if noun.is_piece => {}
                Set::Own | Set::Enemy | Set::Ally | Set::Pieces | Set::Of(_) | Set::Empty if !has_head => {
                    noun.is_piece = *part != Set::Empty;
                    noun.is_own = *part == Set::Own;
                    noun.before = self.kind_of_piece(part);
                    if noun.is_piece {
                        noun.thing = self.piece_noun().to_owned();
                    }
                    has_head = true;
                }
                Set::Not(inner) if **inner == Set::Empty && !has_head => {
                    noun.before = "occupied".to_owned();
                    has_head = true;
                }
                other => noun.after.push(self.said_of(other, true)),
            }
        }
        noun
    }

    fn piece_noun(&self) -> &'static str {
        noun("")
    }

    fn kind_of_piece(&self, set: &Set) -> String {
        match set {
            Set::Empty => "empty".to_owned(),
            Set::Enemy => "enemy".to_owned(),
            Set::Ally => "allied".to_owned(),
            Set::Of(side) => self.side_name(*side).to_owned(),
            _ => String::new(),
        }
    }

    /// One site or piece of the set: `an empty square in the centre`.
    pub(super) fn one_of(&self, set: &Set) -> String {
        match set {
            Set::Or(one, other) if self.has_head(one) && self.has_head(other) => {
                format!("{} or {}", self.one_of(one), self.one_of(other))
            }
            _ => self.noun(set).one(),
        }
    }

    /// All sites or pieces of the set: `pieces of its own or empty squares`.
    pub(super) fn all_of(&self, set: &Set) -> String {
        match set {
            Set::Or(one, other) if self.has_head(one) && self.has_head(other) => {
                format!("{} or {}", self.all_of(one), self.all_of(other))
            }
            _ => self.noun(set).many(),
        }
    }

    /// Whether the set says what stands on its sites, so that there is a noun for it.
    fn has_head(&self, set: &Set) -> bool {
        let mut parts = Vec::new();
        conjuncts(set, &mut parts);
        parts.iter().any(|part| match part {
            Set::Empty | Set::Own | Set::Enemy | Set::Ally | Set::Pieces | Set::Of(_) | Set::OfKind(_) => true,
            Set::Or(one, other) => self.has_head(one) && self.has_head(other),
            _ => false,
        })
    }

    /// What the set says of a site or a piece, to stand after its noun; within other words, what is joined is bound
    /// together.
    fn said_of(&self, set: &Set, is_within: bool) -> String {
        match set {
            Set::Sites(sites) => self.places.within(*sites),
            Set::BySide(sets) => self.places.by_side(sets, "its"),
            Set::Empty => "empty".to_owned(),
            Set::Own | Set::Enemy | Set::Ally | Set::Pieces | Set::Of(_) | Set::OfKind(_) => {
                format!("with {} on it", self.noun(set).one())
            }
            Set::Last => "changed by the last turn".to_owned(),
            Set::Not(inner) => format!("not {}", self.said_of(inner, true)),
            Set::And(one, other) => {
                let (one, other) = (self.said_of(one, true), self.said_of(other, true));
                if is_within { format!("both {one} and {other}") } else { format!("{one} and {other}") }
            }
            Set::Or(one, other) => format!("either {} or {}", self.said_of(one, true), self.said_of(other, true)),
            Set::To(directions, of) => format!("{} {}", self.next_to(directions), self.one_of(of)),
        }
    }

    /// `orthogonally next to`, `just north of`
    fn next_to(&self, directions: &Directions) -> String {
        let all = SideSet::first(self.game.sides.len());
        let first = directions.0.first().copied().unwrap_or_default();
        let is_whole = u64::from(first.0) == (1u64 << self.game.board.directions.len()) - 1;
        let is_same = directions.0.iter().all(|set| *set == first);
        let words = self.places.ways(directions, all);
        match (is_same && is_whole, words.ends_with("ly")) {
            (true, _) if self.game.board.lined => "one step along a line from".to_owned(),
            (true, _) => "next to".to_owned(),
            (false, true) => format!("{words} next to"),
            (false, false) => format!("one step {words} of"),
        }
    }
}

/// The parts of which the set is the intersection.
fn conjuncts<'s>(set: &'s Set, parts: &mut Vec<&'s Set>) {
    match set {
        Set::And(one, other) => {
            conjuncts(one, parts);
            conjuncts(other, parts);
        }
        _ => parts.push(set),
    }
}
