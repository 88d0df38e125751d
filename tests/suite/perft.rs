//! Numbers of move sequences, from the start and from positions in play.

use crate::cases::{Options, check_all, engine, play};
use serde::Deserialize;

/// Counts above this are left to the ignored test.
const QUICK: u64 = 200_000;

#[derive(Deserialize)]
struct Table {
    game: String,
    options: Options,
    initial: Vec<u64>,
    positions: Vec<Reached>,
}

#[derive(Deserialize)]
struct Reached {
    moves: Vec<String>,
    perft: Vec<u64>,
}

struct Case<'a> {
    table: &'a Table,
    moves: &'a [String],
    counts: &'a [u64],
}

fn check_counts(wanted: impl Fn(u64) -> bool + Sync) {
    let tables: Vec<Table> = serde_json::from_str(include_str!("../cases/perft.json")).unwrap();
    let cases: Vec<Case> = tables
        .iter()
        .flat_map(|table| {
            let start = Case { table, moves: &[], counts: &table.initial };
            let reached = table.positions.iter().map(move |reached| Case {
                table,
                moves: &reached.moves,
                counts: &reached.perft,
            });
            std::iter::once(start).chain(reached)
        })
        .collect();
    check_all(&cases, |case| {
        let name = format!("{} {:?} after {:?}", case.table.game, case.table.options, case.moves);
        let mut position = engine(&case.table.game, &case.table.options).start();
        for text in case.moves {
            play(&mut position, text).map_err(|error| format!("{name}: {error}"))?;
        }
        for (depth, &count) in (1..).zip(case.counts).filter(|&(_, &count)| wanted(count)) {
            let found = position.perft(depth);
            if found != count {
                return Err(format!("{name}: perft({depth}) is {found}, not {count}"));
            }
        }
        Ok(())
    });
}

#[test]
fn counts_up_to_200_000() {
    check_counts(|count| count <= QUICK);
}

#[test]
#[ignore = "takes long; `.ci/run` runs it in the release profile"]
fn counts_above_200_000() {
    check_counts(|count| count > QUICK);
}
