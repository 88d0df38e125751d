//! Numbers of move sequences, from the start and from positions in play.

use crate::cases::{Options, check_all, engine, play};
use crate::command::run;
use boardwright::{Description, Engine, games};
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

/// A position reached by some moves, always the same, and the counts from it as far as they stay small.
fn check_with_table(engine: &Engine, plies: usize) -> Result<(), String> {
    let mut position = engine.start();
    for ply in 0..plies {
        let Some(chosen) = position.nth_legal(ply * 7 % position.count_legal().max(1)) else { break };
        position.play(&chosen);
    }
    for depth in 1..=12 {
        let count = position.perft(depth);
        // The smallest table keeps next to nothing, and much is overwritten.
        for bytes in [None, Some(1), Some(1 << 20)] {
            let found: u64 = position.divide(depth, bytes).unwrap().iter().sum();
            if found != count {
                let title = &engine.game().title;
                return Err(format!("{title} at ply {plies}, {bytes:?} bytes: perft({depth}) is {found}, not {count}"));
            }
        }
        if count > 10_000 {
            break;
        }
    }
    Ok(())
}

#[test]
fn a_table_changes_no_count_of_any_shipped_game() {
    let descriptions = games::names().into_iter().map(|name| Description::load(name).unwrap());
    let engines: Vec<Engine> = descriptions.flat_map(|one| one.games().map(Engine::new).collect::<Vec<_>>()).collect();
    let cases: Vec<_> = engines.iter().flat_map(|engine| [0, 9, 30, 70].map(|plies| (engine, plies))).collect();
    check_all(&cases, |&(engine, plies)| check_with_table(engine, plies));
}

/// Positions looked at side by side give up on chains that are too many, however many more there are.
#[test]
fn more_chains_than_can_be_listed_end_the_game() {
    let engine = |text: &str| {
        let description = Description::from_text("many.game", text).unwrap_or_else(|error| panic!("{error}"));
        Engine::new(description.game(&[]).unwrap_or_else(|error| panic!("{error}")))
    };
    let too_many = "too many moves, 65536 or more";
    for chain in ["may continue", "must continue"] {
        let at_once = engine(&format!(
            r#"game "At Once" {{
                board grid 15 by 15
                sides white, black
                setup {{ white on a1; black on odd }}
                phase play {{ jump orthogonal over enemy, {chain}; step orthogonal; stuck loses }}
            }}"#
        ));
        let played = at_once.random_games(5, 1, 100);
        assert_eq!((played.plies, &played.draws[..]), (0, &[(too_many.to_owned(), 5)][..]), "{chain}");
        let later = engine(&format!(
            r#"game "Later" {{
                board grid 15 by 15
                sides red, green, blue, white
                setup {{ white on a1; blue on odd and not (row 14 or row 15 or column n or column o); red on o15; green on m15 }}
                phase play {{
                    for white {{ jump orthogonal over enemy, {chain} }}
                    for red, green, blue {{ step north; step south onto row 13 or row 14 or row 15 }}
                    stuck loses
                }}
            }}"#
        ));
        assert_eq!([3, 4].map(|plies| later.start().perft(plies)), [84, 0], "{chain}");
    }
}

#[test]
fn positions_that_differ_in_what_the_rules_read_are_counted_apart() {
    let jumps = "step orthogonal; jump adjacent over pieces, exchanging or keeping";
    let hands = "place on empty; remove own; step orthogonal";
    let after_last = "step orthogonal; remove own and orthogonal to last";
    // The two ways to here differ in whether the last turn was a pass.
    let stuck = "for white { step east; step south }; for black { step east }";
    let cases = [
        (jumps, "turns >= 9"),
        (jumps, "quiet >= 4"),
        (jumps, "captured * 2 + turns >= 8"),
        (jumps, "unchanged (white and row 1) >= 4"),
        (jumps, "if captured > 1 then quiet >= 2 else passes > 1"),
        (hands, "turns >= 9"),
        (after_last, "turns >= 9"),
    ];
    let cases =
        cases.map(|(moves, when)| ("white on [a2, b1, c1]; black on [b2, c3]; every side holds 2", moves, when));
    for (setup, moves, when) in cases.into_iter().chain([("white on [b2]; black on [a1]", stuck, "passes >= 2")]) {
        let text = format!(
            "game \"{moves}; {when}\" {{\n board grid 3 by 3\n sides white, black\n \
             setup {{ {setup} }}\n \
             phase play {{ {moves}; stuck passes\n draw \"end\" when {when} }}\n}}\n"
        );
        let description = Description::from_text("apart.game", &text).unwrap_or_else(|error| panic!("{error:?}"));
        let engine = Engine::new(description.game(&[]).unwrap_or_else(|error| panic!("{error:?}")));
        for plies in [0, 3, 4] {
            check_with_table(&engine, plies).unwrap();
        }
    }
}

#[test]
fn a_table_is_refused_where_history_matters() {
    run("perft konane 4 --hash 1").ends(0).prints("1 4\n2 12\n3 28\n4 172\n").says("");
    run("perft konane 3 --divide --hash 1").ends(0).shows("total 28\n");
    run("perft alquerque 3 --hash 1").ends(2).prints("").says(
        "error: `--hash` does not do for Alquerque: its rules count repeated positions, so what follows a position \
         depends on those before it; leave `--hash` out\n",
    );
    run("perft konane 3 --hash 0").ends(2).prints("");
}
