//! Rules of the draughts family that show in few positions: which captures may be made, and what becomes of a man on its way.

use crate::cases::{Options, engine, legal, play};
use boardwright::game::{Engine, Match, Outcome, Piece, Setup};
use boardwright::load::Description;
use boardwright::model::{Kind, Side};
use boardwright::notation::MoveText;

fn at(engine: &Engine, to_move: &str, pieces: &str) -> Match {
    let game = engine.game();
    let side = |name: &str| Side::new(game.sides.iter().position(|side| side.name == name).unwrap());
    let mut setup = Setup { to_move: side(to_move), ..Setup::default() };
    for piece in pieces.split(", ") {
        let words: Vec<&str> = piece.split(' ').collect();
        let kind = Kind::new(game.kinds.iter().position(|kind| kind.name == words[1]).unwrap());
        for site in &words[2..] {
            setup.pieces.push((game.board.site(site).unwrap(), Piece { side: side(words[0]), kind }));
        }
    }
    engine.set_up(&setup).unwrap()
}

#[track_caller]
fn check(game: &str, to_move: &str, pieces: &str, moves: &[&str]) {
    assert_eq!(legal(&at(&engine(game, &Options::new()), to_move, pieces)), moves, "{game}: {pieces}");
}

#[test]
fn a_flying_king_lands_where_it_can_go_on() {
    for game in ["russian-draughts", "czech-draughts", "pool-checkers", "brazilian-draughts"] {
        check(game, "white", "white king a1, black man d4 e7", &["a1xf6xd8"]);
        check(game, "white", "white king a1, black man d4", &["a1xe5", "a1xf6", "a1xg7", "a1xh8"]);
    }
}

#[test]
fn landings_that_make_no_difference_are_one_move() {
    check("russian-draughts", "white", "white king a1, black man c3 f6", &["a1xd4xg7", "a1xd4xh8"]);
}

#[test]
fn no_piece_is_jumped_twice_in_a_chain() {
    // From c3 and d4 the king could go back over b2, which still stands.
    let moves = ["a1xc3xf6", "a1xc3xg7", "a1xc3xh8", "a1xd4xf2", "a1xd4xg1"];
    check("russian-draughts", "white", "white king a1, black man b2 e5 e3", &moves);
}

#[test]
fn a_man_on_the_far_row() {
    // From d8 a king goes on over f6, a man does not.
    let pieces = "white man b6, black man c7 f6";
    check("russian-draughts", "white", pieces, &["b6xd8xg5", "b6xd8xh4"]);
    check("pool-checkers", "white", pieces, &["b6xd8"]);
    // A man too goes on over e7, where men capture backwards.
    let pieces = "white man b6, black man c7 e7";
    check("russian-draughts", "white", pieces, &["b6xd8xf6", "b6xd8xg5", "b6xd8xh4"]);
    check("pool-checkers", "white", pieces, &["b6xd8xf6"]);
    check("english-draughts", "white", pieces, &["b6xd8"]);
}

#[test]
fn what_a_man_has_become() {
    for (game, kind) in [("russian-draughts", "king"), ("pool-checkers", "man")] {
        let engine = engine(game, &Options::new());
        let mut position = at(&engine, "white", "white man b6, black man c7 e7 a1");
        crate::cases::play(&mut position, "b6xd8xf6").unwrap();
        let piece = position.piece(engine.game().board.site("f6").unwrap()).unwrap();
        assert_eq!(engine.game().kinds[piece.kind.index()].name, kind, "{game}");
    }
}

#[test]
fn which_capture_counts() {
    // A king goes before a man.
    let pieces = "white man c3, white king h2, black man d4 f4";
    check("czech-draughts", "white", pieces, &["h2xb8", "h2xc7", "h2xd6", "h2xe5"]);
    // Of captures of as many pieces, those of most kings.
    check("spanish-draughts", "white", "white man a2, black man b3 d5, black king b5", &["a2xc4xa6"]);
    // A man captures no king, and a king goes before men.
    check("italian-draughts", "white", "white man d3, black king e4", &["d3-c4"]);
    check("italian-draughts", "white", "white man d3, white king h5, black man c4 g4", &["h5xf3"]);
    // Of the two ways round, the one that comes to a king first.
    let pieces = "white king d3, black king e4 c6, black man c4 e6";
    check("italian-draughts", "white", pieces, &["d3xf5xd7xb5xd3"]);
}

#[test]
fn a_king_is_worth_less_than_two_men() {
    check("frisian-draughts", "white", "white man a1, black king b2", &["a1xc3"]);
    // Two men go before a king; straight up, over a piece two squares away.
    check("frisian-draughts", "white", "white man e5, black king e7, black man f4 h4", &["e5xg3xi5"]);
    check("frisian-draughts", "white", "white man e5, black king g5, black man e7", &["e5xi5"]);
}

#[test]
fn draws_when_asked_for() {
    let options = Options::from([("draw_rules".to_owned(), true.into())]);
    let english = engine("english-draughts", &options);
    let mut position = at(&english, "white", "white king a1, white man h2, black king h8");
    for text in ["a1-b2", "h8-g7", "b2-a1", "g7-h8"].into_iter().cycle().take(100) {
        if position.outcome().is_some() {
            break;
        }
        crate::cases::play(&mut position, text).unwrap();
    }
    assert_eq!((position.ply(), position.outcome()), (8, Some(Outcome::Draw("repetition".to_owned()))));
}

#[test]
fn squares_by_number() {
    let options = Options::from([("numbers".to_owned(), true.into())]);
    let moves = legal(&engine("international-draughts", &options).start());
    assert_eq!(moves, ["31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"]);
}

#[test]
fn why_a_capture_may_not_be_made() {
    let table = [
        (
            "russian-draughts",
            "white king a1, white man c3, black man d4",
            "a1xe5",
            "a piece of one's own stands in the way on `c3`",
            10,
        ),
        (
            "russian-draughts",
            "white king a1, black man c3 d4",
            "a1xe5",
            "two pieces stand in the way, on `c3` and `d4`",
            10,
        ),
        ("russian-draughts", "white king a1, white man e5, black man c3", "a1xe5", "`e5` is not empty", 10),
        (
            "russian-draughts",
            "white king a1, black man e5",
            "a1xd4",
            "there is no piece between `a1` and `d4` to jump",
            10,
        ),
        (
            "russian-draughts",
            "white king a1, black man b2 e5 e3",
            "a1xd4xa1",
            "the piece on `b2` has been jumped already",
            10,
        ),
        (
            "russian-draughts",
            "white king a1, black man d4 e7",
            "a1xe5",
            "the piece must land where it can go on jumping, as on `f6`, and cannot from `e5`",
            10,
        ),
        (
            "russian-draughts",
            "white king a1, black man d4 e7",
            "a1xf6",
            "the piece can go on jumping from `f6`, and must, as in `a1xf6xd8`",
            10,
        ),
        (
            "russian-draughts",
            "white king a1, black man c3 f6",
            "a1xe5xg7",
            "it jumps the same pieces to the same end as `a1xd4xg7`, which lands nearer and is the move",
            10,
        ),
        (
            "russian-draughts",
            "white man b6, black man c7 f6",
            "b6xd8",
            "the piece can go on jumping from `d8`, and must, as in `b6xd8xg5`",
            9,
        ),
        ("russian-draughts", "white man b6, black man c7 f6", "b6xd8xc1", "no jump leads from `d8` to `c1`", 9),
        ("russian-draughts", "white king a1, black man d4 e5", "a1-f6", "`d4` stands in the way", 13),
        (
            "russian-draughts",
            "white king a1, white man c1, black man b2",
            "c1-d2",
            "a jump is compulsory, such as `a1xc3`",
            10,
        ),
        (
            "english-draughts",
            "white man c3 d4, black man h8",
            "c3xe5",
            "a piece of one's own stands in the way on `d4`",
            12,
        ),
        (
            "international-draughts",
            "white man a1 e1, black man b2 f2 h4",
            "a1xc3",
            "of such moves only those for which the number of pieces jumped is greatest may be made, such as `e1xg3xi5`",
            17,
        ),
        (
            "italian-draughts",
            "white man d3, white king h5, black man c4 g4",
            "d3xb5",
            "of such moves only those made by a king may be made, such as `h5xf3`",
            10,
        ),
        (
            "italian-draughts",
            "white king d3, black king e4 c6, black man c4 e6",
            "d3xb5xd7xf5xd3",
            "of such moves only those that come to a king soonest may be made, such as `d3xf5xd7xb5xd3`",
            10,
        ),
    ];
    for (game, pieces, asked, reason, line) in table {
        let position = at(&engine(game, &Options::new()), "white", pieces);
        let text = MoveText::parse(position.engine().game(), asked).unwrap();
        let found = text.find(&position).unwrap_err().to_string();
        assert_eq!(found, format!("`{asked}` is not legal: {reason} ({game}.game:{line})"), "{pieces}");
    }
}

/// Men, queens and stars on four rows; each kind steps one way or another. The promotions stand in this order.
fn ranks(promotions: &str) -> Engine {
    let text = format!(
        "game \"Ranks\" {{\n board grid 4 by 4\n sides white facing north, black facing south\n pieces man, queen, star\n \
         setup {{ white holds 1; white on a3; black on d1 }}\n phase play {{\n for man {{ step north; place; \
         jump orthogonal over enemy, may continue; jump orthogonal over enemy, exchanging }}\n \
         for queen {{ step orthogonal }}\n for star {{ step adjacent }}\n {promotions}\n stuck passes\n }}\n}}\n"
    );
    let description = Description::from_text("ranks.game", &text).unwrap_or_else(|error| panic!("{error}"));
    Engine::new(description.game(&[]).unwrap_or_else(|error| panic!("{error}")))
}

/// The kind of the piece on the site after these moves from there.
#[track_caller]
fn becomes(engine: &Engine, pieces: &str, moves: &str, site: &str, kind: &str) {
    let mut position = at(engine, "white", pieces);
    for text in moves.split(' ') {
        play(&mut position, text).unwrap();
    }
    let game = engine.game();
    let piece = position.piece(game.board.site(site).unwrap()).unwrap();
    assert_eq!(game.kinds[piece.kind.index()].name, kind, "{pieces}, {moves}");
    while position.undo() {}
    assert_eq!(legal(&position), legal(&at(engine, "white", pieces)), "{pieces}, {moves}, taken back");
}

#[test]
fn only_a_piece_that_has_come_there_becomes_another_and_once_a_turn() {
    let (queen, star) = ("promote man to queen on row 4", "promote queen to star on row 4");
    for promotions in [format!("{queen}; {star}"), format!("{star}; {queen}")] {
        let engine = ranks(&promotions);
        becomes(&engine, "white man a3, black queen d1", "a3-a4", "a4", "queen");
        // Others move in the turns that follow, and the queen stands still.
        becomes(&engine, "white man a3 b1, black queen d1", "a3-a4 d1-d2 b1-b2 d2-d1", "a4", "queen");
        becomes(&engine, "white man a3, black queen d1", "a3-a4 d1-d2 a4-a3 d2-d1 a3-a4", "a4", "star");
        // What is set up there stays what it is, as long as it stays.
        becomes(&engine, "white man a4 b1, black queen d1", "b1-b2", "a4", "man");
        becomes(&engine, "white queen a4, white man b1, black queen d1", "b1-b2 d1-d2 a4-a3 d2-d1 a3-a4", "a4", "star");
        // A piece exchanged has not moved.
        becomes(&engine, "white man b4, black man c4, black queen d1", "b4*d4", "c4", "man");
        becomes(&engine, "white man b4, black man c4, black queen d1", "b4*d4", "d4", "queen");
        // A chain that ends where it began has come there.
        becomes(&engine, "white man a4, black man b4 c3 b2 a3, black queen d1", "a4xc4xc2xa2xa4", "a4", "queen");
        let mut start = engine.start();
        play(&mut start, "man@b4").unwrap();
        let placed = start.piece(engine.game().board.site("b4").unwrap()).unwrap();
        assert_eq!(placed.kind, Kind(1), "a piece placed there becomes another");
    }
    // Of two that would make it another, the first counts.
    let engine = ranks("promote man to star on row 4; promote man to queen on row 4 or row 3");
    becomes(&engine, "white man a3, black queen d1", "a3-a4", "a4", "star");
    becomes(&engine, "white man a2, black queen d1", "a2-a3", "a3", "queen");
}

#[test]
fn each_of_several_kinds_becomes_another_on_its_way() {
    let text = "game \"Ways\" {\n board grid 5 by 5\n sides white facing north, black facing south\n pieces man, page, king, lord\n \
                setup { white on a1; white page on e1; black on a5 }\n phase play {\n \
                for man, page { jump forward orthogonal over enemy, must continue; step forward }\n \
                for king { jump orthogonal over enemy, must continue }\n for lord { step adjacent }\n \
                promote man to king on row 3, at once\n promote page to lord on row 3, at once\n stuck passes\n }\n}\n";
    let description = Description::from_text("ways.game", text).unwrap_or_else(|error| panic!("{error}"));
    let engine = Engine::new(description.game(&[]).unwrap());
    let moves = |pieces: &str| legal(&at(&engine, "white", pieces));
    let sideways = "black man b3 b2 d3 d2 a2 e2";
    assert_eq!(moves(&format!("white man a1, {sideways}")), ["a1xa3xc3xe3xe1"], "a king goes on sideways, and back");
    // A lord does not jump at all, so that the chain is over.
    assert_eq!(moves("white page e1, black man e2 e4 d3").last().unwrap(), "e1xe3");
    becomes(&engine, "white page e1, black man e2 e4 d3", "e1xe3", "e3", "lord");
    becomes(&engine, "white man e1, black man e2 d3", "e1xe3xc3", "c3", "king");
}
