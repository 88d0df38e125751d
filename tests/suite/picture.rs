//! Boards as they are drawn at a terminal.

use boardwright::picture::{Artist, Characters, Marks};
use boardwright::{Description, Engine, Match, games, record};

/// A position of a game whose options are given as `name=value`.
fn position(game: &str, options: &[&str], words: &str) -> Match {
    let options: Vec<_> = options.iter().filter_map(|option| option.split_once('=')).collect();
    let options: Vec<_> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut position = Engine::new(Description::load(game).unwrap().game(&options).unwrap()).start();
    words.split_whitespace().for_each(|word| drop(record::step(&mut position, word).unwrap()));
    position
}

/// The board without colours, and what is said below it.
fn drawn(position: &Match, marks: &Marks) -> String {
    let artist = Artist::new(position.engine().game(), Characters::Unicode, false);
    format!("\n{}{}", artist.draw(position, marks), artist.status(position))
}

fn marks(position: &Match, reachable: &[&str]) -> Marks {
    let board = &position.engine().game().board;
    Marks { reachable: reachable.iter().map(|name| board.site(name).unwrap()).collect(), changed: Vec::new() }
}

#[test]
fn points_are_drawn_on_a_net_with_what_is_marked() {
    let position = position("alquerque", &[], "b2-c3 d4xb2");
    let expected = "
 5   ●───●───●───●───●
     │ ╲ │ ╱ │ ╲ │ ╱ │
 4   ●───●───●──(┼)──●
     │ ╱ │ ╲ │ ╱ │ ╲ │
 3   ●───●──(┼)──○───○
     │ ╲ │ ╱ │ ╲ │ ╱ │
 2   ○──(●)──○───○───○
     │ ╱ │ ╲ │ ╱ │ ╲ │
 1   ○───○───○───○───○
     a   b   c   d   e
play: ○ white to move
captured: black took 1 white";
    assert_eq!(drawn(&position, &Marks::default()), expected);
    // Where a piece may go is marked instead.
    let expected =
        expected.replace("●──(┼)──○", "●──[┼]──○").replace("──(┼)──", "───┼───").replace("──(●)──", "───●───");
    assert_eq!(drawn(&position, &marks(&position, &["c3"])), expected);
}

#[test]
fn long_lines_run_past_places_without_a_point() {
    let position = position("lau-kata-kati", &[], "");
    let expected = "
 7   ●───────────●───────────●
       ╲         │         ╱
 6       ●───────●───────●
           ╲     │     ╱
 5           ●───●───●
               ╲ │ ╱
 4               ·
               ╱ │ ╲
 3           ○───○───○
           ╱     │     ╲
 2       ○───────○───────○
       ╱         │         ╲
 1   ○───────────○───────────○
     a   b   c   d   e   f   g
play: ○ white to move";
    assert_eq!(drawn(&position, &Marks::default()), expected);
}

#[test]
fn kinds_beyond_the_first_have_a_letter() {
    let description = Description::from_text(
        "small.game",
        "game \"Small\" {\n board hexagon 2\n sides red, white\n pieces man, king\n setup { white king on [a1]; red on [c3] }\n \
         phase play { step adjacent; stuck loses }\n}\n",
    );
    let position = Engine::new(description.unwrap().game(&[]).unwrap()).start();
    let expected = "
         ____
c3  ____/ ●  \\____  c3
b3 / ·  \\____/ ·  \\ c2
b2 \\____/ ·  \\____/ b2
a2 / ·  \\____/ ·  \\ b1
a1 \\____/ ○k \\____/ a1
        \\____/
play: ● red to move";
    assert_eq!(drawn(&position, &Marks::default()), expected);
}

#[test]
fn sides_beyond_two_have_letters_and_their_sites_small_ones() {
    let position = position("fibonacci", &["players=3"], "@a2");
    let drawn = drawn(&position, &Marks::default());
    assert!(drawn.contains("\n  2 (R) r  g"), "{drawn}");
    assert!(drawn.ends_with("placement: Y yellow to move\nin hand: R 4, Y 5, G 5"), "{drawn}");
}

#[test]
fn colours_are_those_that_sides_are_named_after() {
    let description = Description::from_text(
        "small.game",
        "game \"Small\" {\n board grid 2 by 1\n sides red, black\n setup { red on [a1] }\n phase play { step adjacent; stuck loses }\n}\n",
    );
    let position = Engine::new(description.unwrap().game(&[]).unwrap()).start();
    let artist = Artist::new(position.engine().game(), Characters::Coloured, false);
    let turned = Artist::new(position.engine().game(), Characters::Unicode, true);
    assert_eq!(turned.draw(&position, &Marks::default()), " 1  ·  ○\n    b  a\n");
    let (red, dark, light) = ("\x1b[38;5;196m", "\x1b[48;5;240m", "\x1b[48;5;242m");
    assert_eq!(
        artist.draw(&position, &Marks::default()),
        format!(" 1 {dark} \x1b[0m{red}{dark}○\x1b[0m{dark} \x1b[0m{light}   \x1b[0m\n    a  b\n")
    );
    assert_eq!(artist.status(&position), format!("play: {red}{dark}○\x1b[0m red to move"));
}

#[test]
fn boards_fit_on_a_terminal() {
    for name in games::names() {
        for game in Description::load(name).unwrap().games() {
            let position = Engine::new(game).start();
            let drawn = drawn(&position, &marks(&position, &[]));
            // One of these lines is empty, as the one above the prompt is.
            assert!(drawn.lines().count() <= 23, "{name}:\n{drawn}");
            assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{name}:\n{drawn}");
        }
    }
}
