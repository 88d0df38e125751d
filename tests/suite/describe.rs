//! The rules in plain words: the whole of what the four games are told by, and each form of statement by itself.
//!
//! `BLESS=1 cargo test --test suite describe` writes the texts in `tests/rules` anew; read what has changed.

use crate::command::{run, run_with};
use boardwright::describe;
use boardwright::load::Description;
use boardwright::model::{Game, MoveNode};
use boardwright::source::Span;
use std::fs;
use std::path::Path;

#[test]
fn the_games_are_told_by_these_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let shown = [
        ("konane", "konane"),
        ("alquerque", "alquerque"),
        ("afterleap", "afterleap"),
        ("afterleap-three", "afterleap -o players=3 -o chains=yes"),
        ("fibonacci", "fibonacci"),
    ];
    for (name, args) in shown {
        let told = run(&format!("show {args} --rules")).ends(0).says("").stdout;
        let path = folder.join(format!("{name}.txt"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &told).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap_or_default(), told, "{name}");
    }
}

/// What is said of the board, its lines and the pieces on it.
#[test]
fn each_board_is_told_by_these_words() {
    let table = [
        (
            "grid 4 by 3 { sites not (b2 or c2) }",
            "The board has 10 squares in 4 columns, a to d from the left, and 3 rows, 1 to 3 from the bottom; b2 and c2 are \
             missing. / White begins in row 1.",
        ),
        (
            "grid 4 by 4 { sites even; lines diagonal; lines orthogonal by 2 }",
            "The board has 8 points in 4 columns, a to d from the left, and 4 rows, 1 to 4 from the bottom: those where \
             column and row add up to an even number. / Lines join the points, orthogonally, each 2 places long, through \
             every point and diagonally through every point. / White begins in row 1.",
        ),
        (
            "grid 4 by 4 { sites odd; numbered }",
            "The board has 8 squares in 4 columns and 4 rows: those where column and row add up to an odd number. They are \
             called 1 to 8, row by row from the top. / White begins on 7 and 8.",
        ),
        ("hexagon 3", "The board is a hexagon of 19 squares, 3 on a side. / White begins on a1, b1 and c1."),
        (
            "points { lines a1 b1 c1 d1; lines a1 b3 d1 }",
            "The board has 5 points in 4 columns, a to d from the left, and 3 rows, 1 to 3 from the bottom, though not a \
             point in every place. / Lines join the points, east or west through the points in row 1, north-northeast or \
             south-southwest, each 2 places long, through the points at a1 or b3 and southeast or northwest, each 2 places \
             long, through the points at d1 or b3. / White begins in row 1.",
        ),
    ];
    for (board, expected) in table {
        let text = format!(
            "game \"Example\" {{\n board {board}\n sides white, black\n setup {{ white on row 1 }}\n \
             phase play {{ step adjacent; stuck passes }}\n}}"
        );
        let game = Description::from_text("example", &text).unwrap().game(&[]).unwrap();
        let setup = describe::rules(&game).swap_remove(0);
        let sentences = setup.sentences.iter().map(|sentence| sentence.text.as_str());
        let told: Vec<&str> = sentences
            .filter(|text| text.contains("oard") || text.contains("Lines") || text.contains("begins"))
            .collect();
        assert_eq!(told.join(" / "), expected, "{board}");
    }
}

#[test]
fn each_promotion_is_told_by_these_words() {
    let text = |more: &str| {
        format!(
            "game \"Example\" {{\n board grid 5 by 5\n sides white facing north, black facing south\n pieces man, king\n \
             setup {{ every side on nearest row }}\n phase play {{\n for man {{ step forward }}\n for king {{ step adjacent }}\n \
             promote man to king on farthest row{more}\n stuck loses\n }}\n}}"
        )
    };
    let place = "(for white in row 5; for black in row 1)";
    for (more, expected) in [
        ("", format!("A man becomes a king if, at the end of its side's turn, it has come to stand {place}.")),
        (
            ", at once",
            format!(
                "A man becomes a king as soon as it comes to stand {place}, even in the middle of a chain of jumps, which it \
                 then goes on with as a king."
            ),
        ),
    ] {
        let game = Description::from_text("example", &text(more)).unwrap().game(&[]).unwrap();
        let phase = describe::rules(&game).pop().unwrap();
        assert!(phase.sentences.iter().any(|sentence| sentence.text == expected), "{:?}", phase.sentences);
    }
}

#[test]
fn pieces_of_several_kinds_are_placed_by_one_sentence() {
    let told = |statement: &str| {
        let text = format!(
            "game \"Example\" {{\n board grid 5 by 5\n sides white, black\n pieces frog, toad, newt\n \
             setup {{ every side toad holds 2; every side newt holds 1 }}\n \
             phase play {{ {statement}; stuck passes }}\n}}"
        );
        let game = Description::from_text("example", &text).unwrap().game(&[]).unwrap();
        describe::rules(&game).pop().unwrap().sentences.swap_remove(0).text
    };
    for (statement, expected) in [
        ("place", "a piece from hand on an empty square (written like `toad@a1`)."),
        (
            "for frog, newt { place on edge }",
            "a frog or newt from hand on an empty square on the edge (written like `newt@a1`).",
        ),
        ("for newt { place }", "a newt from hand on an empty square (written like `newt@a1`)."),
    ] {
        assert_eq!(told(statement), format!("A side places {expected}"), "{statement}");
    }
}

/// What a phase of a small game says, with the statement in it, in the sentences that are not every phase's.
fn told(statement: &str) -> String {
    let text = format!(
        "game \"Example\" {{\n board grid 5 by 5\n sides white, black\n region goal {{ white = row 5; black = row 1 }}\n \
         setup {{ white on row 1; black on row 5 }}\n phase play {{\n{statement}\nstuck passes\n}}\n}}"
    );
    let description = Description::from_text("example", &text).unwrap_or_else(|error| panic!("{statement}: {error:?}"));
    let game = description.game(&[]).unwrap_or_else(|error| panic!("{statement}: {error:?}"));
    let phase = describe::rules(&game).pop().unwrap();
    let sentences = phase.sentences.iter().map(|sentence| sentence.text.as_str());
    sentences.filter(|text| !text.starts_with("A side that has no move")).collect::<Vec<_>>().join(" / ")
}

#[test]
fn each_statement_is_told_by_these_words() {
    let table = [
        (
            "step diagonal",
            "A side moves one of its pieces one step diagonally to an empty square (written like `a1-b2`).",
        ),
        (
            "step adjacent onto enemy, removing",
            "A side moves one of its pieces one step in any direction onto an enemy piece, which is captured (written like \
             `a1xa2`).",
        ),
        (
            "step orthogonal onto empty or enemy, removing",
            "A side moves one of its pieces one step orthogonally to an empty square or an enemy piece; an enemy piece that \
             stands there is captured (written like `a1xa2`).",
        ),
        (
            "slide orthogonal onto empty and not (goal or corners)",
            "A side moves one of its pieces any number of steps orthogonally over empty squares to an empty square (for \
             white neither at a corner nor in row 5; for black neither at a corner nor in row 1) (written like `a1-a2`).",
        ),
        (
            "for black { jump diagonal over pieces, keeping, must continue straight }; for white { step orthogonal }",
            "Black jumps with one of its pieces diagonally over a piece next to it, landing just beyond on an empty square \
             (written like `a1^c3`). The piece jumped is left standing. The same piece must go on jumping in the same \
             direction in the same turn while it can. Only where it begins and ends is written. / White moves one of its pieces one step orthogonally to an empty \
             square (written like `a1-a2`).",
        ),
        (
            "first { jump orthogonal over enemy, exchanging } else { step orthogonal onto goal } else { step diagonal }",
            "Who can do this, must: / A side jumps with one of its pieces orthogonally over an enemy piece next to it, \
             landing just beyond on an empty square (written like `a1*a3`). The piece jumped is exchanged for one of the \
             mover's. One jump is a turn. / Who cannot, but can do this, must: / A side moves one of its pieces one step \
             orthogonally to an empty square in its `goal` (written like `a1-a2`). / Who cannot: / A side moves one of its \
             pieces one step diagonally to an empty square (written like `a1-b2`).",
        ),
        (
            "remove own and orthogonal to (enemy or column c)",
            "A side takes off one of its pieces orthogonally next to a square either with an enemy piece on it or in column \
             c (written like `xa1`).",
        ),
    ];
    for (statement, words) in table {
        assert_eq!(told(statement), words, "{statement}");
    }
}

#[test]
fn each_condition_is_told_by_these_words() {
    let table = [
        ("count own == 0", "it has no pieces"),
        ("count enemy < 2", "there are fewer than 2 enemy pieces"),
        ("3 <= count (own and goal)", "it has at least 3 pieces in its `goal`"),
        ("count (empty and edge) != 0", "there is at least 1 empty square on the edge"),
        ("count white > count black", "the number of white pieces is more than the number of black pieces"),
        ("count pieces == count own", "all pieces on the board are its own"),
        ("longest diagonal of own >= 3", "it has at least 3 pieces side by side in one diagonal line"),
        ("longest adjacent of pieces < 3", "the longest run of pieces in one line in any direction is fewer than 3"),
        ("captured >= 5", "it has captured at least 5 enemy pieces"),
        ("repeats >= 3", "the same position has come about at least 3 times"),
        ("passes >= sides", "every side in play has passed in succession"),
        (
            "passes > 2 or quiet >= 50",
            "there have been more than 2 passes in succession or there have been at least 50 turns without a capture",
        ),
        (
            "not (turns < 100 and sides == 2)",
            "it is not so that (there have been fewer than 100 turns and there are exactly 2 sides in play)",
        ),
        ("some side (count own == 1)", "some side in play has exactly 1 piece"),
        (
            "every side (count own * 2 > turns)",
            "for every side in play, the number of pieces of its own times 2 is more than the number of turns so far",
        ),
        ("count (own and last) >= 1", "it has at least 1 piece changed by the last turn"),
        ("turns mod 10 == 0", "what is left over of the number of turns so far divided by 10 is 0"),
        (
            "(if captured > 1 then 2 else 3) == turns",
            "2 if it has captured more than 1 enemy piece, and otherwise 3 is the number of turns so far",
        ),
    ];
    for (condition, words) in table {
        let all = told(&format!("step orthogonal\nwin when {condition}"));
        let found = all.split_once("A side wins when, after its turn, ").map(|(_, rest)| rest.trim_end_matches('.'));
        assert_eq!(found, Some(words), "{condition}");
    }
}

#[test]
fn every_statement_of_a_phase_has_one_sentence_and_those_before_have_theirs() {
    for name in boardwright::games::names() {
        let game: Game = Description::load(name).unwrap().game(&[]).unwrap();
        let told: Vec<Span> = describe::rules(&game)
            .iter()
            .flat_map(|part| &part.sentences)
            .filter_map(|sentence| sentence.span)
            .collect();
        let stated = &game.stated;
        let mut before: Vec<Span> = [stated.board, stated.sides, stated.setup].into_iter().flatten().collect();
        before.extend(stated.players.iter().map(|(_, span)| *span).chain(stated.regions.iter().copied()));
        for span in before {
            assert!(told.contains(&span), "{}", game.sources.text(span));
        }
        for phase in &game.phases {
            let mut spans = Vec::new();
            gather(&phase.moves, &mut spans);
            spans.extend(phase.promotions.iter().map(|promotion| promotion.span));
            spans.extend(phase.endings.iter().map(|ending| ending.span));
            spans.extend(phase.stuck_span);
            for span in spans {
                assert_eq!(told.iter().filter(|&&known| known == span).count(), 1, "{}", game.sources.text(span));
            }
        }
    }
}

fn gather(nodes: &[MoveNode], spans: &mut Vec<Span>) {
    for node in nodes {
        match node {
            MoveNode::Rule(rule) => spans.push(rule.span),
            MoveNode::Choose(choice) => spans.push(choice.span),
            MoveNode::First(blocks) => blocks.iter().for_each(|block| gather(block, spans)),
        }
    }
}

#[test]
fn show_gives_the_rules_or_the_text_alone() {
    let text = run("show konane --text").ends(0).says("").stdout;
    assert_eq!(Some(text.as_str()), boardwright::games::text("konane"));
    run("show konane --rules -o size=10").ends(0).shows("100 squares");
    run_with(&["show", "konane", "--rules", "--text"]).ends(2).prints("");
    let all = run("show konane").ends(0).stdout;
    let at = |words: &str| all.find(words).unwrap_or_else(|| panic!("no `{words}` in\n{all}"));
    assert!(
        at("size = 8") < at("Setting up") && at("Setting up") < at("Play: until") && at("Play: until") < at("game \"")
    );
}
