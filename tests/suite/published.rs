//! Numbers of move sequences from the start that others have published, of the draughts family and of games on drawn boards.

use crate::cases::{Options, check_all, engine};
use std::collections::BTreeMap;

/// Counts above this are left to the ignored test.
const QUICK: u64 = 200_000;

/// An entry's name, the game it is of, and options.
type Entry = (&'static str, &'static str, &'static [(&'static str, u64)]);

/// The game of each entry, with its options.
const GAMES: &[Entry] = &[
    ("english draughts 8x8", "english-draughts", &[]),
    ("international draughts 10x10", "international-draughts", &[]),
    ("russian draughts 8x8", "russian-draughts", &[]),
    ("italian draughts 8x8", "italian-draughts", &[]),
    ("frisian draughts 10x10", "frisian-draughts", &[]),
    ("breakthrough 8x8", "breakthrough", &[("size", 8)]),
    ("breakthrough 5x5", "breakthrough", &[("size", 5)]),
    ("alquerque, capture optional, one jump a turn", "alquerque-alfonso", &[]),
    ("lau kata kati", "lau-kata-kati", &[]),
];

fn check_counts(wanted: impl Fn(u64) -> bool + Sync) {
    let entries: BTreeMap<String, serde_json::Value> =
        serde_json::from_str(include_str!("../cases/published.json")).unwrap();
    let cases: Vec<_> = entries.iter().filter(|(name, _)| *name != "note").collect();
    assert_eq!(cases.len(), GAMES.len());
    check_all(&cases, |(name, counts)| {
        let (_, game, options) = GAMES.iter().find(|known| known.0 == *name).ok_or(format!("no game for {name}"))?;
        let options: Options = options.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
        let position = engine(game, &options).start();
        let counts: Vec<u64> = serde_json::from_value((*counts).clone()).unwrap();
        for (depth, count) in (1..).zip(counts).filter(|&(_, count)| wanted(count)) {
            let found = position.perft(depth);
            if found != count {
                return Err(format!("{name}: perft({depth}) is {found}, not {count}"));
            }
        }
        Ok(())
    });
}

#[test]
fn published_counts_up_to_200_000() {
    check_counts(|count| count <= QUICK);
}

#[test]
#[ignore = "takes long; `.ci/run` runs it in the release profile"]
fn published_counts_above_200_000() {
    check_counts(|count| count > QUICK);
}
