//! Chains of jumps that take nothing and change nothing: told by where they begin and end.

use crate::cases::{legal, play};
use crate::command::{folder_with, run_with};
use boardwright::analysis::laws;
use boardwright::bits::Site;
use boardwright::game::{Engine, Match};
use boardwright::load::Description;
use boardwright::notation::MoveText;
use std::collections::BTreeSet;

fn start(text: &str) -> Match {
    let description = Description::from_text("chains.game", text).unwrap_or_else(|error| panic!("{error}"));
    Engine::new(description.game(&[]).unwrap_or_else(|error| panic!("{error}"))).start()
}

/// A game on 7 by 7 squares in which white's piece on `a1` jumps over black ones.
fn jumping(black: &str, jump: &str) -> Match {
    start(&format!(
        "game \"Jumping\" {{\n board grid 7 by 7\n sides white, black\n setup {{ white on a1; black on [{black}] }}\n \
         phase play {{\n for white {{ jump {jump} }}\n for black {{ step north }}\n stuck passes\n }}\n}}\n"
    ))
}

#[track_caller]
fn check(black: &str, jump: &str, moves: &str) {
    let mut position = jumping(black, jump);
    assert_eq!(legal(&position).join(" "), moves, "{jump} over {black}");
    assert_eq!(laws::broken_anywhere(&mut position, &[]), None, "{jump} over {black}");
}

fn why(position: &Match, text: &str) -> String {
    let text = MoveText::parse(position.engine().game(), text).unwrap();
    text.find(position).unwrap_err().to_string()
}

#[test]
fn a_chain_is_told_by_its_ends() {
    // Two ways lead to c3, which is one move; and from there the piece goes back over what it has jumped.
    check("b1, c2, a2, b3", "orthogonal over enemy, keeping, may continue", "a1^a3 a1^c1 a1^c3");
    check("b1, c2, a2, b3", "orthogonal over enemy, keeping", "a1^a3 a1^c1");
    // To c1 and back over b1 is to stay; to c1 and over b2 is not.
    check("b1, d1, d2, b2", "adjacent over enemy, keeping, may continue", "a1^a3 a1^c1 a1^c3 a1^e1 a1^e3");
    check("b1, d1, e2", "orthogonal over enemy, keeping, may continue straight", "a1^c1 a1^e1");
    check("b1, d1, e2, a2, a4", "orthogonal over enemy, keeping, must continue straight", "a1^a5 a1^e1");
    // Where it cannot turn back it may have to go on.
    check("b1, d1, c2, e2", "east over enemy, keeping, must continue", "a1^e1");
    check(
        "c1, e3",
        "orthogonal over enemy, keeping, flying, may continue",
        "a1^b1 a1^d1 a1^e1 a1^e2 a1^e4 a1^e5 a1^e6 a1^e7 a1^f1 a1^g1",
    );
    check("c1, f1", "east over enemy, keeping, flying, must continue", "a1^g1");
    // Where it jumps off after a glide is told.
    check(
        "b2, d2",
        "orthogonal over enemy, keeping, may continue, after gliding north through column a",
        "a1-a2^c2 a1-a2^e2",
    );
    // Where the mover may take pieces, every landing is told.
    check(
        "b1, d1",
        "orthogonal over enemy, removing or keeping, may continue",
        "a1^c1 a1^c1^e1 a1^c1xe1 a1xc1 a1xc1^e1 a1xc1xe1",
    );
}

#[test]
fn two_statements_give_a_chain_once() {
    check("b1, d1", "orthogonal over enemy, keeping, may continue; jump east over pieces, keeping", "a1^c1 a1^e1");
}

#[test]
fn a_chain_that_is_not_legal_is_refused_in_words() {
    let position = jumping("b1, c2, a2, b3, e1", "orthogonal over enemy, keeping, may continue");
    for (text, words) in [
        (
            "a1^c1^c3",
            "a chain that takes and changes nothing is written by where it begins and ends, `a1^c3` (chains.game:6)",
        ),
        ("a1^a1", "it leaves everything as it was (chains.game:6)"),
        ("a1^g1", "no chain of jumps leads from `a1` to `g1` (chains.game:6)"),
        ("a1^b1", "`b1` is not empty (chains.game:6)"),
        ("a1xc3", "a jumped piece is left (`^`) here; write `a1^c3` (chains.game:6)"),
    ] {
        assert_eq!(why(&position, text), format!("`{text}` is not legal: {words}"));
    }
    let position = jumping("b1, d1, f1", "east over enemy, keeping, must continue");
    assert_eq!(
        why(&position, "a1^e1"),
        "`a1^e1` is not legal: the piece can go on jumping from `e1`, and must (chains.game:6)"
    );
}

#[test]
fn a_record_of_such_chains_is_read_back_and_told() {
    let text = "game \"Hops\" {\n board grid 5 by 5\n sides white, black\n setup { white on a1; black on [b1, d1] }\n \
                phase play {\n jump orthogonal over pieces, keeping, may continue\n stuck passes\n win when count (own and e1) == 1\n }\n}\n";
    let record = "game = 'hops.game'\nmoves = ['a1^e1']\nresult = 'white'\n";
    let folder = folder_with(&[("hops.game", text), ("r.toml", record)]);
    run_with(&["replay", "r.toml", "--trace"])
        .in_folder(folder.path())
        .ends(0)
        .shows("      `white`'s piece goes from `a1` to `e1` in 2 jumps or more, and what it jumps stays\n");
}

/// Camps of pieces in all four corners of a great board: the moves are those that trying every jump finds, and few.
#[test]
fn a_board_full_of_jumps_lists_each_end_once() {
    let mut position = start(
        "game \"Camps\" {\n board grid 16 by 16\n sides white, black\n \
         setup {\n white on odd and (row 1 or row 3 or row 6 or column b or column g or column n)\n \
         black on even and (row 2 or row 5 or row 11 or row 13 or column e or column k)\n }\n \
         phase play {\n jump adjacent over pieces, keeping, may continue\n stuck loses\n }\n}\n",
    );
    for _ in 0..20 {
        let game = position.engine().game();
        let sites = || (0..game.board.len()).map(Site::new);
        let mut expected = BTreeSet::new();
        for from in sites().filter(|&site| position.piece(site).is_some_and(|piece| piece.side == position.to_move())) {
            let is_empty = |site: Site| site == from || position.piece(site).is_none();
            let (mut reached, mut edge) = (BTreeSet::from([from]), vec![from]);
            while let Some(at) = edge.pop() {
                let hop = |next: &[Option<Site>]| {
                    let over = next[at.index()].filter(|&over| !is_empty(over))?;
                    next[over.index()].filter(|&to| is_empty(to))
                };
                let landings = game.board.directions.iter().filter_map(|direction| hop(&direction.next));
                edge.extend(landings.filter(|&to| reached.insert(to)));
            }
            let told = |to: &Site| format!("{}^{}", game.board.name(from), game.board.name(*to));
            expected.extend(reached.iter().filter(|&&to| to != from).map(told));
        }
        let moves = legal(&position);
        assert_eq!(moves, expected.into_iter().collect::<Vec<_>>());
        assert!(moves.len() > 300, "{}", moves.len());
        let middle = moves[moves.len() / 2].clone();
        play(&mut position, &middle).unwrap();
    }
}
