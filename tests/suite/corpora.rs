//! The fuzzing targets' corpora, replayed, and the same laws on games made at random.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use boardwright::game::Engine;
use boardwright::load::Description;
use proptest::prelude::*;
use std::fs;
use std::path::Path;

/// Runs the target on every file of its corpus.
fn replay(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty());
    for file in files {
        println!("{}", file.display());
        target(&fs::read(file).unwrap());
    }
}

#[test]
fn the_corpora_hold() {
    replay("check", targets::check);
    replay("format", targets::format);
    replay("legality", targets::legality);
    replay("undo", targets::undo);
    replay("records", targets::records);
}

#[test]
fn most_generated_games_play() {
    let bytes = |seed: u16| seed.to_le_bytes();
    let plays = |seed: &u16| {
        let text = targets::game(&mut targets::Choices::new(&bytes(*seed)));
        Description::from_text("generated.game", &text).is_ok_and(|description| description.game(&[]).is_ok())
    };
    let playing = (0..1000).filter(plays).count();
    assert!(playing > 400, "{playing} of 1000");
}

/// A chain that exchanges what it may jump again would never end.
#[test]
fn a_piece_exchanged_is_not_jumped_again() {
    let text = "game \"Loop\" {\nboard grid 3 by 3\nsides white, black\nsetup { white on [a1, b1, b2, b3]; black on [a3] }\n\
                phase play {\njump orthogonal over own, exchanging, must continue\nstep orthogonal\nstuck loses\n}\n}\n";
    targets::check(text.as_bytes());
    // A jump over b1 for each way to deal with the piece there, and a step.
    for (jump, promotes, moves) in [
        ("exchanging, may continue", "promote man to king on row 3, at once", 2),
        ("removing or exchanging, flying, may continue", "promote man to king on row 3", 3),
    ] {
        let text = format!(
            "game \"Loop\" {{\nboard grid 3 by 3\nsides white facing north, black facing south\npieces man, king\n\
             setup {{ white on a1; black on b1; black king on c3 }}\n\
             phase play {{\njump orthogonal over pieces, {jump}\nstep orthogonal\n{promotes}\nstuck loses\n}}\n}}\n"
        );
        let description = Description::from_text("loop.game", &text).unwrap_or_else(|error| panic!("{error}"));
        let start = Engine::new(description.game(&[]).unwrap_or_else(|error| panic!("{error}"))).start();
        assert_eq!(start.legal().len(), moves, "{jump}");
        targets::check(text.as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_laws_hold_in_generated_games(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        targets::legality(&bytes);
        targets::undo(&bytes);
    }

    #[test]
    fn generated_games_are_laid_out(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        let text = targets::game(&mut targets::Choices::new(&bytes));
        targets::format(text.as_bytes());
        targets::check(text.as_bytes());
    }
}
