//! Names: the language's own words, what the file defines, and the nearest of them to a word that is neither.

use super::board::{self, Grid};
use super::values::Value;
use crate::bits::{Site, SiteSet};
use crate::model::{Number, Set, SideSet};
use crate::source::Span;
pub use crate::syntax::nearest;

/// A set word of the language.
pub enum SetWord {
    /// The same sites always.
    Fixed(fn(&Grid) -> SiteSet),
    /// It changes during play.
    Playing(Set),
    /// It tells of a move, and has a meaning where moves are compared.
    Choosing(Set),
}

/// Every set word.
pub static SET_WORDS: &[(&str, SetWord)] = &[
    ("odd", SetWord::Fixed(board::odd)),
    ("even", SetWord::Fixed(board::even)),
    ("corners", SetWord::Fixed(board::corners)),
    ("edge", SetWord::Fixed(board::edge)),
    ("centre", SetWord::Fixed(board::centre)),
    ("empty", SetWord::Playing(Set::Empty)),
    ("own", SetWord::Playing(Set::Own)),
    ("enemy", SetWord::Playing(Set::Enemy)),
    ("ally", SetWord::Playing(Set::Ally)),
    ("pieces", SetWord::Playing(Set::Pieces)),
    ("last", SetWord::Playing(Set::Last)),
    ("jumped", SetWord::Choosing(Set::Jumped)),
    ("mover", SetWord::Choosing(Set::Mover)),
];

/// Every number word; each changes during play.
pub static NUMBER_WORDS: &[(&str, Number)] = &[
    ("captured", Number::Captured),
    ("repeats", Number::Repeats),
    ("passes", Number::Passes),
    ("quiet", Number::Quiet),
    ("turns", Number::Turns),
    ("sides", Number::Sides),
];

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// An option, a `let`, a region; `None` where its own definition is wrong, which has been said already.
    Value(Option<Value>),
    /// A map: where it leads from each site.
    Map(Option<Vec<Site>>),
}

/// A name that the file defines.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What it stands for.
    pub meaning: Meaning,
    /// Which statement defines it: `option`, `let`, `region`, `map`.
    pub what: &'static str,
    /// The name where it is defined.
    pub span: Span,
    /// Whether something has read it.
    pub used: bool,
    /// The sides for which it says nothing, since they face nowhere.
    pub lost: SideSet,
}

impl Definition {
    /// A name that nothing has read yet.
    pub fn new(meaning: Meaning, what: &'static str, span: Span) -> Definition {
        Definition { meaning, what, span, used: false, lost: SideSet::default() }
    }
}

/// Whether the word is the language's own. The words of statements the grammar keeps from being names.
pub fn is_word(name: &str) -> bool {
    SET_WORDS.iter().any(|(word, _)| *word == name)
        || NUMBER_WORDS.iter().any(|(word, _)| *word == name)
        || board::DIRECTION_WORDS.iter().any(|(word, _)| *word == name)
}

/// The word of the language for what people may call something else.
pub fn meant(name: &str) -> Option<&'static str> {
    Some(match name {
        "true" | "True" | "on" => "yes",
        "false" | "False" | "off" => "no",
        "opponent" | "opponents" | "foe" | "enemies" | "other" => "enemy",
        "mine" | "my" | "me" | "self" | "friend" | "friendly" | "mover" => "own",
        "free" | "vacant" | "blank" => "empty",
        "occupied" | "stones" | "men" => "pieces",
        "middle" => "centre",
        "border" | "boundary" => "edge",
        "score" | "captures" => "captured",
        "repetition" | "repetitions" | "repeated" => "repeats",
        "moves" | "plies" | "rounds" => "turns",
        _ => return None,
    })
}

/// Words in a row for a sentence: `a`, `b` and `c`.
pub fn list<S: AsRef<str>>(words: &[S], join: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{}`", word.as_ref())).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {join} {last}", most.join(", ")),
    }
}

/// A number of things: `1 row`, `3 rows`.
pub fn plural(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
