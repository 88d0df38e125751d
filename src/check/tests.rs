//! What the shipped games come to.

use crate::bits::SiteSet;
use crate::diag::Sink;
use crate::games;
use crate::load::Description;
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
        MoveNode::First(_) => panic!("a rule"),
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
    let text = r#"game "Orbits" {
        board grid 12 by 12
        map fib (x, y) -> (y, (y + x) mod 12)
        sides white, black
        phase play { place on empty; stuck loses }
        ORBITS
    }"#;
    let mut orbits: Vec<SiteSet> = Vec::new();
    let names: Vec<String> = game("fibonacci", &[]).board.names;
    let regions: Vec<String> =
        names.iter().map(|name| format!("region orbit_{name} = orbit of {name} under fib")).collect();
    let description = Description::from_text("orbits.game", &text.replace("ORBITS", &regions.join("\n")));
    let game = description.unwrap().game(&[]).unwrap();
    for (_, sets) in &game.regions {
        if !orbits.contains(&sets[0]) {
            orbits.push(sets[0]);
        }
    }
    let mut sizes: Vec<u32> = orbits.iter().map(SiteSet::count).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(sizes, [24, 24, 24, 24, 24, 8, 6, 6, 3, 1]);
}
