//! What the shipped games come to.

use crate::bits::SiteSet;
use crate::diag::Sink;
use crate::games;
use crate::load::{Description, written};
use crate::model::*;

fn game(name: &str, options: &[(&str, &str)]) -> Game {
    let options: Vec<(String, String)> = options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let description = Description::load(name).unwrap_or_else(|error| panic!("{error}: {error:#?}"));
    description.game(&options).unwrap_or_else(|error| panic!("{error}: {error:#?}"))
}

fn names(game: &Game, set: SiteSet) -> Vec<&str> {
    set.iter().map(|site| game.board.name(site)).collect()
}

fn rule(node: &MoveNode) -> &MoveRule {
    match node {
        MoveNode::Rule(rule) => rule,
        MoveNode::First(_) | MoveNode::Choose(_) => panic!("a rule"),
    }
}

#[test]
fn every_shipped_game_is_right_with_all_its_options() {
    let mut counts = Vec::new();
    for name in games::names() {
        let mut sink = Sink::default();
        let count = Description::load(name).unwrap_or_else(|error| panic!("{error}: {error:#?}")).check_all(&mut sink);
        assert_eq!(sink.into_sorted(), [], "{name}");
        counts.push((name, count));
    }
    for expected in [("konane", 4), ("alquerque", 1), ("afterleap", 6), ("fibonacci", 36)] {
        assert!(counts.contains(&expected), "{expected:?} in {counts:?}");
    }
}

#[test]
fn konane_begins_full() {
    for (size, corners) in [("6", ["a6", "f1"]), ("8", ["a8", "h1"]), ("12", ["a12", "l1"])] {
        let game = game("konane", &[("size", size)]);
        let side: usize = size.parse().unwrap();
        assert_eq!(game.board.len(), side * side);
        let of = |wanted: u8| game.start.pieces.iter().filter(|(_, side, _)| side.0 == wanted).count();
        assert_eq!((of(0), of(1)), (side * side / 2, side * side / 2));
        let black: SiteSet = game.start.pieces.iter().filter(|piece| piece.1.0 == 0).map(|piece| piece.0).collect();
        assert!(corners.iter().all(|corner| black.has(game.board.site(corner).unwrap())));
        let Action::Remove { from: Set::And(own, choice) } = &rule(&game.phases[0].moves[0]).action else {
            panic!("{:?}", game.phases[0].moves)
        };
        let Set::Sites(choice) = **choice else { panic!("{choice:?}") };
        assert_eq!(**own, Set::Own);
        assert_eq!((choice & black).count(), 4);
    }
    let game = game("konane", &[]);
    assert_eq!(rule(&game.phases[0].moves[1]).sides, SideSet(2));
    assert_eq!(game.phases[0].until, Until::OneTurnEach);
    let Action::Jump { over, onto, effects, chain, straight, glide, directions, .. } =
        &rule(&game.phases[1].moves[0]).action
    else {
        panic!()
    };
    assert_eq!((over, onto, chain, straight, glide), (&Set::Enemy, &Set::Empty, &Chain::May, &true, &None));
    assert_eq!(*effects, Effects { removing: true, exchanging: false, keeping: false });
    let ways: Vec<&str> = directions.0[0].iter().map(|way| game.board.directions[way].name.as_str()).collect();
    assert_eq!(ways, ["north", "east", "south", "west"]);
}

#[test]
fn alquerque_has_its_lines() {
    let game = game("alquerque", &[]);
    assert!(game.board.lined);
    let links = |names: &[&str]| -> usize {
        let ways = game.board.directions.iter().filter(|way| names.contains(&way.name.as_str()));
        ways.map(|way| way.next.iter().flatten().count()).sum()
    };
    assert_eq!(links(&["north", "east", "south", "west"]), 80);
    assert_eq!(links(&["northeast", "southeast", "southwest", "northwest"]), 32);
    for way in &game.board.directions {
        let back = &game.board.directions[way.opposite];
        for (site, next) in way.next.iter().enumerate() {
            assert!(next.is_none_or(|next| back.next[next.index()].is_some_and(|back| back.index() == site)));
        }
    }
    let of = |wanted: u8| -> SiteSet {
        game.start.pieces.iter().filter(|(_, side, _)| side.0 == wanted).map(|piece| piece.0).collect()
    };
    assert_eq!((of(0).count(), of(1).count()), (12, 12));
    assert!(names(&game, of(0)).contains(&"d3") && names(&game, of(1)).contains(&"a3"));
    assert_eq!(game.phases[0].endings[0].kind, EndingKind::Draw("repetition".to_owned()));
    let MoveNode::First(blocks) = &game.phases[0].moves[0] else { panic!() };
    assert_eq!(blocks.len(), 2);
}

#[test]
fn afterleap_changes_with_its_players() {
    for (players, sides, owners, hand, quota, line) in
        [("2", 4, vec![0, 1, 0, 1], 6, 8, 4), ("3", 3, vec![0, 1, 2], 8, 5, 5), ("4", 4, vec![0, 1, 2, 3], 6, 4, 4)]
    {
        let game = game("afterleap", &[("players", players), ("chains", "yes")]);
        assert_eq!(game.sides.len(), sides);
        assert_eq!(game.sides.iter().map(|side| side.player.0).collect::<Vec<_>>(), owners);
        assert!(game.start.hands.iter().all(|kinds| *kinds == [hand]));
        let Condition::Compare(Comparison::AtLeast, Number::Captured, Number::Constant(found)) =
            game.phases[1].endings[0].when
        else {
            panic!()
        };
        assert_eq!(found, quota);
        let Condition::Compare(_, Number::Longest(..), Number::Constant(found)) = game.phases[1].endings[1].when else {
            panic!()
        };
        assert_eq!(found, line);
        let Action::Jump { chain, .. } = rule(&game.phases[1].moves[0]).action else { panic!() };
        assert_eq!(chain, Chain::May);
    }
    assert_eq!(game("afterleap", &[]).players[1].name, "two");
    let Action::Jump { chain, .. } = rule(&game("afterleap", &[]).phases[1].moves[0]).action else { panic!() };
    assert_eq!(chain, Chain::Single);
}

#[test]
fn fibonacci_boards_have_their_orbits() {
    for (a, b, homes) in [
        ("1", "1", ["a2", "a8", "b4", "b6"]),
        ("5", "1", ["a2", "a8", "b2", "b4"]),
        ("7", "1", ["a2", "a8", "b2", "b7"]),
        ("11", "1", ["a2", "a8", "b3", "b5"]),
        ("1", "7", ["a2", "a8", "b3", "b4"]),
        ("5", "7", ["a2", "a8", "b3", "b8"]),
    ] {
        let game = game("fibonacci", &[("players", "4"), ("a", a), ("b", b)]);
        let (name, sets) = &game.regions[0];
        assert_eq!(name, "home");
        let mut all = SiteSet::EMPTY;
        for (set, home) in sets.iter().zip(homes) {
            assert_eq!(set.count(), 24, "{a} {b} {home}");
            assert!(set.has(game.board.site(home).unwrap()));
            assert!((all & *set).is_empty());
            all |= *set;
        }
    }
    let game = game("fibonacci", &[("stop_early", "yes")]);
    assert_eq!(game.sides.len(), 2);
    let MoveNode::First(blocks) = &game.phases[1].moves[0] else { panic!() };
    let Action::Jump { chain, effects, glide, .. } = &rule(&blocks[0][0]).action else { panic!() };
    assert_eq!((*chain, effects.exchanging, effects.removing), (Chain::May, true, true));
    assert!(glide.is_some());
}

#[test]
fn the_standard_fibonacci_board_has_ten_orbits() {
    let mut sizes: Vec<u32> = game("fibonacci", &[]).colours.iter().map(SiteSet::count).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(sizes, [24, 24, 24, 24, 24, 8, 6, 6, 3, 1]);
}

/// The problems of a description in short form: code, words, and for which line they stand.
fn problems(text: &str) -> Vec<String> {
    let mut sink = Sink::default();
    let (diagnostics, sources) = match Description::from_text("test.game", text) {
        Ok(description) => {
            description.check_all(&mut sink);
            (sink.into_sorted(), description.sources().clone())
        }
        Err(crate::load::LoadError::Wrong { diagnostics, sources }) => (diagnostics, sources),
        Err(error) => panic!("{error}"),
    };
    if std::env::var_os("SHOW").is_some() {
        for diagnostic in &diagnostics {
            println!("{}: {}", diagnostic.code.name(), diagnostic.message);
            let say = |span, text: &str| println!("    `{}` {text}", sources.text(span));
            say(diagnostic.primary.span, &diagnostic.primary.text);
            diagnostic.secondary.iter().for_each(|label| say(label.span, &label.text));
            diagnostic.notes.iter().for_each(|note| println!("    note: {note}"));
            diagnostic.help.iter().for_each(|help| println!("    help: {help}"));
        }
    }
    let short = |d: &crate::diag::Diagnostic| format!("{} `{}`", d.code.name(), sources.text(d.primary.span));
    diagnostics.iter().map(short).collect()
}

/// A small right game, with statements put before its phase and in it.
fn with(statements: &str, play: &str) -> String {
    format!(
        "game \"Test\" {{
           board grid 4 by 4
           sides white, black
           {statements}
           {}
           phase play {{
             {play}
             {}
           }}
         }}",
        if statements.contains("setup") { "" } else { "setup { white on row 1; black on row 4 }" },
        if play.contains("stuck") { "" } else { "stuck loses" }
    )
}

#[test]
fn each_mistake_is_named_at_its_words() {
    let step = "step orthogonal";
    let cases: &[(String, &[&str])] = &[
        (with("", step), &[]),
        (with("", "step orthogonal onto empy"), &["unknown-name `empy`"]),
        (with("", "jump orthogonal over enmy"), &["unknown-name `enmy`"]),
        (with("", "jump orthogonal"), &["clause-missing `jump orthogonal`"]),
        (with("", "jump orthogonal over 3"), &["wrong-kind `3`"]),
        (with("", "step orthogonal; win when own"), &["wrong-kind `own`"]),
        (with("", "step orthogonal; win when own >= 3"), &["wrong-kind `own`"]),
        (with("", "step orthogonal; win when captured"), &["wrong-kind `captured`"]),
        (with("", "step orthogonal; win when count 3 >= 3"), &["wrong-kind `3`"]),
        (with("", "step orthogonal; win when count own >= 3 and 4"), &["wrong-kind `4`"]),
        (with("", "step orthogonal; win when count (own and z9) > 0"), &["off-board `z9`"]),
        (with("", "step orthogonal; win when count (own and row 5) > 0"), &["off-board `row 5`"]),
        (with("", "step orthogonal; win when count (own and column e) > 0"), &["off-board `column e`"]),
        (with("", "step orthogonal; win when count (own and enemy) > 0"), &["always-empty `(own and enemy)`"]),
        (with("", "step orthogonal; win when 3 > 2"), &["constant-ending `3 > 2`"]),
        (with("", "step orthogonal; draw \"\" when passes > 2"), &["empty-label `\"\"`"]),
        (with("", "step orthogonal; stuck loses; stuck passes"), &["stuck-twice `stuck passes`"]),
        (with("", "step orthogonal onto enemy"), &["impossible-move `enemy`"]),
        (with("", "step orthogonal, removing"), &["clause-conflict `removing`"]),
        (with("", "step orthogonal, may continue"), &["clause-misplaced `may continue`"]),
        (with("", "step orthogonal, keeping"), &["clause-misplaced `keeping`"]),
        (with("", "jump orthogonal over enemy, removing, keeping"), &["clause-conflict `keeping`"]),
        (with("", "jump orthogonal over enemy, may continue, must continue"), &["clause-conflict `must continue`"]),
        (with("", "jump orthogonal over enemy, keeping at end"), &["clause-conflict `keeping at end`"]),
        (with("", "jump orthogonal over enemy, keeping, must continue"), &["clause-conflict `must continue`"]),
        (with("", "jump north over enemy, keeping, must continue"), &[]),
        (with("", "jump orthogonal over enemy, removing or keeping, must continue"), &[]),
        (with("", "jump orthogonal over enemy, keeping, must continue straight"), &[]),
        (
            with("", "first { jump orthogonal over enemy, keeping, may continue } choose most count jumped"),
            &["clause-conflict `choose most count jumped`"],
        ),
        (
            with("", "jump orthogonal over enemy, keeping, may continue; choose earliest enemy"),
            &["clause-conflict `choose earliest enemy`"],
        ),
        (with("", "jump orthogonal over enemy, keeping, may continue; choose most count (own and mover)"), &[]),
        (
            with(
                "pieces man, king",
                "jump east over enemy, keeping, may continue; promote man to king on row 4, at once",
            ),
            &["clause-conflict `promote man to king on row 4, at once`"],
        ),
        (
            with(
                "pieces man, king",
                "for king { jump east over enemy, keeping, may continue }; step east; promote man to king on row 4, at once",
            ),
            &[],
        ),
        (with("", "jump orthogonal over empty"), &["impossible-move `empty`"]),
        (with("", "jump orthogonal diagonal over enemy"), &["no-direction `orthogonal diagonal`"]),
        (with("", "step orthogonal; place on own"), &["impossible-move `own`"]),
        (with("", "step orthogonal; place on empty"), &["no-hand `place on empty`"]),
        (with("", "step orthogonal; step orthogonal"), &["repeated-move `step orthogonal`"]),
        (with("", "step orthogonal; for red { step diagonal }"), &["unknown-name `red`"]),
        (with("", "step orthogonal; for white { stuck loses }"), &["misplaced-statement `stuck loses`"]),
        (with("let n = 3", "step orthogonal"), &["unused `n`"]),
        (with("let n = 3; let n = 4", "step orthogonal; win when captured > n"), &["defined-twice `n`"]),
        (with("let n = 3", "let n = 4; step orthogonal; win when count pieces < n"), &["unused `n`", "shadowed `n`"]),
        (with("let n = 3 / 0", "step orthogonal; win when captured > n"), &["division-by-zero `0`"]),
        (with("let n = 1000000000 * 5", "step orthogonal; win when captured > n"), &["number-range `1000000000 * 5`"]),
        (with("let n = m; let m = 2", "step orthogonal; win when captured > n + m"), &["not-defined-here `m`"]),
        (with("let n = count own", "step orthogonal; win when captured > n"), &["changes-in-play `own`"]),
        (with("region home = own", step), &["changes-in-play `own`"]),
        (with("region home = row 1", step), &["unused `home`"]),
        (with("region home { white = row 1 }", "step orthogonal onto home"), &["region-side `home`"]),
        (with("region home { white = row 1; black = row 9 }", "step orthogonal onto home"), &["off-board `row 9`"]),
        (with("map m (x, y) -> (x, y + 1)", step), &["map-off-board `x, y + 1`"]),
        (with("option n = 3", "step orthogonal; win when captured > n"), &["option-value `3`"]),
        (with("option n = 3 of 4, 5", "step orthogonal; win when captured > n"), &["option-value `3`"]),
        (with("option n = 4 of 4, yes", "step orthogonal; win when captured > n"), &["option-value `yes`"]),
        (
            with("option n = 4 of 4, 5; require n == 5", "step orthogonal; win when count pieces < n"),
            &["no-combination `require n == 5`"],
        ),
        (with("option n = 4 of 4, 5", step), &["unused `n`"]),
        (with("set n = 4", step), &["misplaced-statement `set n = 4`"]),
        (with("player one owns white", step), &["player-sides `one`"]),
        (with("player one owns white, black", step), &["player-sides `one`"]),
        (with("player one owns white; player two owns black, white", step), &["player-sides `white`"]),
        (with("player one owns white, grey; player two owns black", step), &["unknown-name `grey`"]),
        (with("setup { white on row 1; black on column a }", step), &["site-taken `column a`"]),
        (with("setup { white on row 1 }", step), &["no-pieces `black`"]),
        (with("setup { white holds -1; black on row 1 }", step), &["hand-size `-1`"]),
        (
            with("setup map \"\"\"\n w w w w\n . . .\n . x . .\n b b b b\n\"\"\"", step),
            &["setup-map `. . .`", "setup-map `x`"],
        ),
        (with("sides red, green", step), &["defined-twice `sides red, green`"]),
        (with("if 1 > 2 { let n = 3 }", step), &["never-reached `1 > 2`"]),
        (with("", "jump orthogonal over enemy, may continue if 1 > 2"), &["never-reached `1 > 2`"]),
        (with("phase play { step orthogonal; stuck loses }", step), &["defined-twice `play`"]),
        (with("phase first_one { step orthogonal; stuck loses }", step), &["never-reached `phase play`"]),
        (
            with("phase turn_one, one turn each { for white { step orthogonal } }", step),
            &["no-moves `phase turn_one, one turn each`"],
        ),
        (
            "game \"Test\" { }".to_owned(),
            &["missing-board `\"Test\"`", "missing-sides `\"Test\"`", "missing-phase `\"Test\"`"],
        ),
        (with("", step).replace("4 by 4", "10000 by 10000"), &["board-size `10000 by 10000`"]),
        (with("", step).replace("4 by 4", "0 by 4"), &["board-size `0`"]),
        (with("", step).replace("white, black", "white, black, white"), &["defined-twice `white`"]),
        (with("", step).replace("sides white, black", "sides first 3 of white, black"), &["side-count `3`"]),
        (
            with("", step).replace("sides white, black", "sides first 1 of white, black"),
            &["side-count `sides first 1 of white, black`"],
        ),
        (with("", step).replace("stuck loses", ""), &["stuck-missing `phase play`"]),
        (
            with("", step).replace("stuck loses", &("draw \"x\" when turns >= 9\n".repeat(201) + "stuck loses")),
            &["too-many-statements `draw \"x\" when turns >= 9`"],
        ),
        (
            with("", step).replace("stuck loses", &format!("{step}\n").repeat(201)),
            &["stuck-missing `phase play`", "too-many-statements `step orthogonal`"],
        ),
        (
            with("player one owns white, black; player two owns s_9", "for s_9 { step orthogonal }; step orthogonal")
                .replace(
                    "sides white, black",
                    &format!("sides white, black{}", (3..10).map(|n| format!(", s_{n}")).collect::<String>()),
                ),
            &["side-count `sides white, black, s_3, s_4, s_5, s_6, s_7, s_8, s_9`"],
        ),
        (
            with(
                &format!("pieces k_0{}", (1..40).map(|n| format!(", k_{n}")).collect::<String>()),
                "for k_39 { step orthogonal }",
            ),
            &["side-count `k_6`"],
        ),
        (with("", step).replace("stuck loses", "stuck passes"), &["no-ending `phase play`"]),
        (
            with("", step).replace("phase play", "phase play, until nobody can move"),
            &["phase-order `phase play, until nobody can move`"],
        ),
        ("variant \"Test\" of \"konnane\" { set size = 6 }".to_owned(), &["unknown-base `\"konnane\"`"]),
        ("variant \"Test\" of \"konane\" { set sise = 6 }".to_owned(), &["not-in-base `sise`"]),
        ("variant \"Test\" of \"konane\" { set size = 7 }".to_owned(), &["option-value `7`"]),
        ("variant \"Test\" of \"konane\" { without phase openning }".to_owned(), &["not-in-base `openning`"]),
        ("variant \"Test\" of \"konane\" { let size = 6 }".to_owned(), &["defined-twice `size`"]),
    ];
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let found = problems(text);
        if found != *expected {
            wrong.push(format!("{text}\n  expected {expected:?}\n     found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A game on the board.
fn on(board: &str) -> Game {
    let text = format!(
        "game \"Board\" {{\n board {board}\n sides white facing north, black facing south\n setup {{ every side holds 1 }}\n \
         region rim = edge\n region tips = corners\n region middle = centre\n \
         phase play {{ place on empty and not (rim or tips or middle); stuck draws }}\n}}\n"
    );
    written(&text)
}

/// The links between sites, each once, with the name of the direction that it runs in.
fn links(game: &Game) -> Vec<String> {
    let mut links = Vec::new();
    for way in game.board.directions.iter() {
        for (from, to) in way.next.iter().enumerate() {
            let Some(to) = *to else { continue };
            assert_eq!(game.board.directions[way.opposite].next[to.index()], Some(crate::bits::Site::new(from)));
            if from < to.index() {
                links.push(format!("{}-{} {}", game.board.names[from], game.board.name(to), way.name));
            }
        }
    }
    links.sort();
    links
}

#[test]
fn each_statement_of_lines_joins_by_itself() {
    let rows = on("grid 3 by 3 { lines orthogonal from row 1; lines orthogonal from row 2 }");
    assert_eq!(links(&rows), ["a1-b1 east", "a2-b2 east", "b1-c1 east", "b2-c2 east"]);
    let meeting = on("grid 3 by 1 { lines east from [a1, b1]; lines west from [b1, c1] }");
    assert_eq!(links(&meeting), ["a1-b1 east", "b1-c1 east"]);
    let long = on("grid 3 by 2 { lines east by 2 from row 1; lines east by 2 from row 2 }");
    assert_eq!(links(&long), ["a1-c1 east", "a2-c2 east"]);
}

#[test]
fn lines_of_any_direction_lead_both_ways() {
    let words: Vec<&str> = super::board::DIRECTION_WORDS.iter().map(|(word, _)| *word).collect();
    for board in ["grid 3 by 3", "grid 1 by 4", "grid 1 by 1", "hexagon 3", "hexagon 1"] {
        for (first, second) in words.iter().flat_map(|first| words.iter().map(move |second| (first, second))) {
            for rest in ["", " by 2", " from even", " by 2 from row 1"] {
                let text = format!(
                    "game \"Lines\" {{\n board {board} {{ lines {first}{rest}; lines {first} {second} }}\n \
                     sides white facing north, black facing south\n setup {{ every side holds 1 }}\n \
                     phase play {{ place; stuck draws }}\n}}\n"
                );
                let found = problems(&text);
                assert!(found.iter().all(|found| found.starts_with("no-direction")), "{text}{found:?}");
            }
        }
    }
    assert_eq!(links(&on("grid 2 by 2 { lines west }")), ["a1-b1 east", "a2-b2 east"]);
    assert_eq!(links(&on("grid 2 by 2 { lines southwest }")), ["a1-b2 northeast"]);
    // The sites of a hexagon have no neighbours in the northwest.
    assert_eq!(links(&on("hexagon 2 { lines adjacent }")), links(&on("hexagon 2")));
    let lines = "game \"Lines\" { board hexagon 2 { lines northwest }; sides white, black; setup { every side holds 1 }; \
                 phase play { place; stuck draws } }";
    assert_eq!(problems(lines), ["no-direction `northwest`"]);
}

#[test]
fn boards_have_their_edge_corners_and_centre() {
    for side in 2..=9 {
        let board = on(&format!("hexagon {side}"));
        let count = |name: &str| board.regions.iter().find(|(known, _)| known == name).unwrap().1[0].count() as usize;
        assert_eq!((count("rim"), count("tips"), count("middle")), (6 * (side - 1), 6, 1), "{side}");
        let region = board.regions[0].1[0];
        for site in SiteSet::first(board.board.len()).iter() {
            let neighbours = board.board.directions.iter().filter(|way| way.next[site.index()].is_some()).count();
            assert_eq!(region.has(site), neighbours < 6, "{}", board.board.name(site));
        }
    }
    type Places<'a> = &'a [&'a str];
    let table: [(&str, Places, Places, Places); 8] = [
        ("hexagon 1", &["a1"], &["a1"], &["a1"]),
        ("hexagon 3 { sites row 2 }", &["a2", "b2", "c2", "d2"], &["a2", "d2"], &["b2", "c2"]),
        // A triangle: the sites above the slanting row through the middle.
        (
            "hexagon 3 { sites [a1, a2, b2, a3, b3, c3] }",
            &["a1", "a2", "b2", "a3", "b3", "c3"],
            &["a1", "a3", "c3"],
            &["b2"],
        ),
        ("grid 1 by 3", &["a1", "a2", "a3"], &["a1", "a3"], &["a2"]),
        (
            "grid 3 by 3 { sites not column a }",
            &["b1", "c1", "b2", "c2", "b3", "c3"],
            &["b1", "c1", "b3", "c3"],
            &["b2", "c2"],
        ),
        ("grid 4 by 4 { sites even }", &["a1", "c1", "d2", "a3", "b4", "d4"], &["a1", "d4"], &["b2", "c3"]),
        ("points { lines c3 d4 e5; lines c5 d4 e3 }", &["c3", "e3", "c5", "e5"], &["c3", "e3", "c5", "e5"], &["d4"]),
        ("grid 20 by 20 { sites row 1 and not column t }", &[], &["a1", "s1"], &["j1"]),
    ];
    for (board, edge, corners, centre) in table {
        let game = on(board);
        let of = |at: usize| names(&game, game.regions[at].1[0]);
        if !edge.is_empty() {
            assert_eq!(of(0), edge, "{board}");
        }
        assert_eq!((of(1).as_slice(), of(2).as_slice()), (corners, centre), "{board}");
    }
}

#[test]
fn sites_are_counted_after_they_are_cut_out() {
    assert_eq!(on("grid 20 by 20 { sites row 1 }").board.len(), 20);
    let names = |board: &str| on(board).board.names;
    assert_eq!(names("grid 20 by 20 { sites [t20, a1, c13] }"), ["a1", "c13", "t20"]);
    assert_eq!(names("grid 20 by 20 { sites corners }"), ["a1", "t1", "a20", "t20"]);
    assert_eq!(names("grid 64 by 64 { sites centre }"), ["af32", "ag32", "af33", "ag33"]);
    assert_eq!(on("grid 22 by 22 { sites even and not edge }").board.len(), 200);
    assert_eq!(on("hexagon 10 { sites not edge }").board.len(), 217);
    assert_eq!(on("hexagon 37 { sites edge }").board.len(), 216);
    let told = |board: &str| {
        let text = format!(
            "game \"Board\" {{ board {board}; sides white, black; setup {{ every side holds 1 }}; phase play {{ place; stuck draws }} }}"
        );
        problems(&text)
    };
    assert_eq!(told("grid 20 by 20 { sites row 1 or row 2 }"), [""; 0]);
    assert_eq!(told("grid 20 by 20"), ["board-size `20 by 20`"]);
    assert_eq!(told("grid 20 by 20 { sites not row 1 }"), ["board-size `not row 1`"]);
    assert_eq!(told("grid 20 by 20 { sites row 1 and row 2 }"), ["board-size `row 1 and row 2`"]);
    assert_eq!(told("grid 65 by 64 { sites row 1 }"), ["board-size `65 by 64`"]);
    assert_eq!(told("grid 257 by 1 { sites a1 }"), ["board-size `257 by 1`"]);
    assert_eq!(told("grid 10000000 by 10000000 { sites a1 }"), ["board-size `10000000 by 10000000`"]);
    assert_eq!(told("hexagon 38 { sites edge }"), ["board-size `38`"]);
    assert_eq!(told("grid 20 by 20 { sites [a1, u1] }"), ["off-board `u1`"]);
    assert_eq!(told("hexagon 10 { sites [a1, k1] }"), ["off-board `k1`"]);
    assert_eq!(
        told("grid 20 by 20 { sites if count (row 1) > 3 then row 1 else row 2 }"),
        ["out-of-order `count (row 1)`"]
    );
}

#[test]
fn drawn_lines_end_at_their_corners_unless_they_are_curved() {
    let square = on("points { lines a1 b1 c1 c2 c3 b3 a3 a2 a1 }");
    let turned = on("points { lines b1 c1 c2 c3 b3 a3 a2 a1 b1 }");
    let sides = [
        "a1-a2 north",
        "a1-b1 east",
        "a2-a3 north",
        "a3-b3 east",
        "b1-c1 east",
        "b3-c3 east",
        "c1-c2 north",
        "c2-c3 north",
    ];
    assert_eq!(
        (links(&square).as_slice(), links(&turned).as_slice()),
        (&sides.map(str::to_owned)[..], &sides.map(str::to_owned)[..])
    );
    assert_eq!(square.board.directions.len(), 4);
    let bent = on("points { lines a1 b1 c1 c2 }");
    assert_eq!(links(&bent), ["a1-b1 east", "b1-c1 east", "c1-c2 north"]);
    let curved = on("points { lines curved a1 b1 c1 c2 c3 b3 a3 a2 a1 }");
    assert_eq!(curved.board.directions.len(), 2);
    assert!(curved.board.directions.iter().all(|way| way.next.iter().all(Option::is_some)));
    let arc = on("points { lines curved a1 b1 c2 c3 }");
    assert_eq!(arc.board.directions[0].next.iter().flatten().count(), 3);
}

/// The directions of a move, by name, for each side.
fn ways(board: &str, words: &str) -> Vec<Vec<String>> {
    let text = format!(
        "game \"Ways\" {{\n board {board}\n sides white facing north, black facing south, red facing east, blue facing \
         northeast\n setup {{ every side holds 1 }}\n phase play {{ place; step {words}; stuck draws }}\n}}\n"
    );
    let game = written(&text);
    let Action::Step { directions, .. } = &rule(&game.phases[0].moves[1]).action else { panic!() };
    let name = |way: usize| game.board.directions[way].name.clone();
    directions.0.iter().map(|set| set.iter().map(name).collect()).collect()
}

#[test]
fn forward_goes_along_the_oblique_lines_that_rise() {
    // A level line, an upright one, a diagonal, and four oblique ones through the middle.
    let star = "points { lines a3 c3 e3; lines c1 c3 c5; lines a1 c3 e5; lines b1 c3 d5; lines a2 c3 e4; lines d1 c3 b5; \
                lines e2 c3 a4 }";
    let forward = ways(star, "forward");
    assert_eq!(
        forward[0],
        ["north", "northeast", "north-northeast", "east-northeast", "north-northwest", "west-northwest"]
    );
    assert_eq!(
        forward[1],
        ["south", "southwest", "south-southwest", "west-southwest", "south-southeast", "east-southeast"]
    );
    assert_eq!(
        forward[2],
        ["east", "northeast", "north-northeast", "east-northeast", "south-southeast", "east-southeast"]
    );
    assert_eq!(
        forward[3],
        ["east", "north", "northeast", "north-northeast", "east-northeast", "north-northwest", "east-southeast"]
    );
    assert_eq!(ways(star, "backward")[0], forward[1]);
    let with_both = star.replace(" }", "; lines a5 c3 e1 }");
    assert_eq!(ways(&with_both, "sideways")[0], ["east", "west"]);
    assert_eq!(ways(star, "forward diagonal")[0], ["northeast"]);
    // A curved line rises here and falls there.
    assert_eq!(
        ways("points { lines curved a1 b2 c1; lines a1 a2; lines b1 b2; lines c1 d1 }", "forward")[0],
        ["north"]
    );
}

#[test]
fn only_a_side_that_looks_ahead_must_face_somewhere() {
    let game = |rules: &str, play: &str| {
        let text = format!(
            "game \"Hunt\" {{\n board grid 4 by 4\n sides fox, hounds facing south\n pieces small, large\n {rules}\n \
             setup {{ fox small on a1; hounds large on nearest row }}\n phase play {{ {play}; stuck loses }}\n}}\n"
        );
        problems(&text)
    };
    let fox = "for fox { step adjacent }";
    for (rules, play) in [
        ("", "for hounds { step forward }"),
        ("", "for hounds { step orthogonal onto empty and not farthest row }"),
        ("", "for hounds { for large { step forward; promote large to small on farthest row } }"),
        ("region goal { fox = row 4; hounds = farthest row }", "step orthogonal onto empty and not goal"),
        ("let end = farthest row", "for hounds { step orthogonal onto empty and not end }"),
        ("let end = farthest row; let ends = end or row 2", "for hounds { step orthogonal onto empty and not ends }"),
        ("region end = farthest row", "for hounds { step orthogonal onto empty and not end }"),
        ("", "for hounds { let near = forward to b3; step orthogonal onto empty and not near }"),
    ] {
        // What is only for one of the sides says nothing of the other.
        let play = if play.contains("for hounds") { format!("{fox}; {play}") } else { play.to_owned() };
        assert!(game(rules, &play).iter().all(|found| !found.starts_with("no-facing")), "{rules} {play}");
        assert!(game(rules, &play).iter().all(|found| !found.contains("order")), "{:?}", game(rules, &play));
    }
    for (rules, play, place) in [
        ("", "step forward", "forward"),
        ("", "for fox { step forward }; for hounds { step adjacent }", "forward"),
        ("", "step adjacent; win when count (own and farthest row) > 0", "farthest row"),
        ("let end = farthest row", "step adjacent onto empty and not end", "end"),
        ("let end = farthest row; let ends = end or row 2", "step adjacent; win when count (own and ends) > 3", "ends"),
        ("region goal { fox = farthest row; hounds = row 1 }", "step adjacent onto empty and not goal", "farthest row"),
    ] {
        assert_eq!(game(rules, play), [format!("no-facing `{place}`")], "{rules} {play}");
    }
    let nobody = "game \"Hunt\" { board grid 4 by 4; sides fox, hounds; let end = farthest row; setup { every side holds 1 }; \
                  phase play { place on end; stuck loses } }";
    assert_eq!(problems(nobody), ["no-facing `farthest row`", "no-facing `end`"]);
}

#[test]
fn what_is_surely_not_meant_is_warned_of() {
    let kinds = "pieces man, king";
    let held = "setup { every side holds 3 }";
    let cases: Vec<(String, &[&str])> = vec![
        (with("", "first { jump orthogonal over enemy }; step orthogonal"), &["lone-first `first`"]),
        (with("", "step orthogonal; first { jump orthogonal over enemy }"), &["lone-first `first`"]),
        (with("", "first { jump orthogonal over enemy } else { step orthogonal }"), &[]),
        (with("", "first { jump orthogonal over enemy }"), &[]),
        (with("", "for white { first { jump orthogonal over enemy } }; for black { step orthogonal }"), &[]),
        (with("", "for white { first { jump orthogonal over enemy } }; step orthogonal"), &["lone-first `first`"]),
        (
            with("", "first { jump orthogonal over enemy, must continue; choose most count jumped }; step orthogonal"),
            &[],
        ),
        (
            with(
                "option forced = no",
                "if forced { first { jump orthogonal over enemy } } else { step diagonal }; step orthogonal",
            ),
            &["lone-first `first`"],
        ),
        (with("option free = no", "first { jump orthogonal over enemy }; if free { step orthogonal }"), &[]),
        (with("", "step orthogonal; win when count own >= 4"), &["holds-at-once `win when count own >= 4`"]),
        (
            with("", "step orthogonal; win when count (own and row 1) > 0"),
            &["holds-at-once `win when count (own and row 1) > 0`"],
        ),
        (
            with("", "step orthogonal; win when longest orthogonal of own >= 3"),
            &["holds-at-once `win when longest orthogonal of own >= 3`"],
        ),
        (with("", "step orthogonal; win when longest north of own >= 2"), &[]),
        (with(held, "place; win when count enemy == 0"), &["holds-at-once `win when count enemy == 0`"]),
        (with("", "step orthogonal; win when count enemy == 0; draw \"d\" when count own == 4"), &[]),
        (with("option n = 4 of 4, 5", "step orthogonal; win when count pieces * 2 == 4 * n"), &[]),
        (with("", "step orthogonal; win when count own >= 5"), &["never-holds `win when count own >= 5`"]),
        (with("", "step orthogonal; win when captured > 4"), &["never-holds `win when captured > 4`"]),
        (
            with("", "step orthogonal; win when longest diagonal of own > 4"),
            &["never-holds `win when longest diagonal of own > 4`"],
        ),
        (with("", "step orthogonal; lose when count pieces < 0"), &["never-holds `lose when count pieces < 0`"]),
        (
            with("", "step orthogonal; win when some side (count (own and centre) > 4)"),
            &["never-holds `win when some side (count (own and centre) > 4)`"],
        ),
        (
            with(
                "",
                "jump orthogonal over enemy, exchanging; step orthogonal; win when count own >= 5 or captured > 20",
            ),
            &[],
        ),
        (with("option n = 5 of 4, 5", "step orthogonal; win when captured >= n"), &[]),
        (with(held, "place; step orthogonal; win when longest orthogonal of own >= 3"), &[]),
        (with(kinds, "step orthogonal"), &["no-piece-of-kind `king`"]),
        (with(kinds, "step orthogonal; promote man to king on row 4"), &[]),
        (with("pieces man, king; setup { white on row 1; black king on row 4 }", "step orthogonal"), &[]),
        (
            with("pieces man, king; setup { every side king holds 2 }", "place; step orthogonal"),
            &["no-piece-of-kind `man`"],
        ),
        (with("", "step orthogonal onto empty and not own"), &["needless-set `not own`"]),
        (with("", "step orthogonal onto empty and not (own or enemy)"), &["needless-set `not (own or enemy)`"]),
        (with("", "step orthogonal; win when count (own or pieces) == 1"), &["needless-set `own`"]),
        (with("", "step orthogonal onto empty and (corners or centre) and not last"), &[]),
    ];
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let mut found = problems(&text);
        let mut expected: Vec<String> = expected.iter().map(|expected| (*expected).to_owned()).collect();
        found.sort();
        expected.sort();
        if found != expected {
            wrong.push(format!("{text}\n  expected {expected:?}\n     found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
