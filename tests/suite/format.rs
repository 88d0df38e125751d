//! The formatter keeps the meaning and every comment, and has one layout only.

use boardwright::diag::Sink;
use boardwright::source::Source;
use boardwright::syntax::{self, format};
use proptest::prelude::*;

const GAMES: [&str; 5] = [
    include_str!("../../src/syntax/tests/konane.game"),
    include_str!("../../src/syntax/tests/alquerque.game"),
    include_str!("../../src/syntax/tests/afterleap.game"),
    include_str!("../../src/syntax/tests/fibonacci.game"),
    include_str!("../../src/syntax/tests/chains.game"),
];

/// The tree without its spans.
fn meaning(text: &str) -> String {
    let mut sink = Sink::default();
    let tree = syntax::parse(0, &Source::new("a.game", text), &mut sink);
    assert_eq!(sink.into_sorted(), [], "{text}");
    let written = format!("{tree:?}");
    let mut parts = written.split("Span { source: ");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |all, part| all + "Span" + part.split_once('}').map_or("", |(_, rest)| rest))
}

fn comments(text: &str) -> usize {
    text.matches("// ").count()
}

/// Formats the text, with all that must hold of it; answers the outcome.
fn checked(text: &str) -> String {
    let formatted = format(text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    assert_eq!(meaning(&formatted), meaning(text), "{text}\n{formatted}");
    assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "{text}");
    assert_eq!(comments(&formatted), comments(text), "{text}\n{formatted}");
    assert!(!formatted.contains(" \n") && !formatted.contains("\n\n\n"), "{formatted}");
    formatted
}

#[test]
fn the_layout() {
    let text = "\
// first


// second
game   \"F\"    // title
{  // open
   about \"x\" ;  option a=-1 of 1 , -  2,3- -1; // trailing


  // before
  sides red  , // one
     // two
     green,
     blue
  board grid (3+4)by 5
  {
      lines orthogonal   // lines
  // end of board
  }
  setup map \"\"\"  b b
         w w
           . .
  \"\"\" // map
  if a==1 {let x=1;let y=2} else if a==2{let x=2} // short
  // before else
  else { let x = 3 // in else
  }
  map m(x,y)->(y,(a*y+b*x)mod 12)
  phase q {
    first { jump adjacent over enemy }
    else { step adjacent, after gliding adjacent through empty and home, may continue straight if chains, removing }

    win when every side(count own<row 3)and not[a1,b2] == -(3)
    // last
  } // after
  phase p , one turn each {

  }
  // tail
}
// end";
    let expected = "\
// first

// second
game \"F\" {  // title
  // open
  about \"x\"; option a = -1 of 1, -2, 3 - -1  // trailing

  // before
  sides red,  // one
    // two
    green, blue
  board grid (3 + 4) by 5 {
    lines orthogonal  // lines
    // end of board
  }
  setup map \"\"\"
    b b
    w w
      . .
  \"\"\"  // map
  if a == 1 { let x = 1; let y = 2 } else if a == 2 { let x = 2 }  // short
  // before else
  else {
    let x = 3  // in else
  }
  map m (x, y) -> (y, (a * y + b * x) mod 12)
  phase q {
    first { jump adjacent over enemy }
    else {
      step adjacent, after gliding adjacent through empty and home, may continue straight if chains,
        removing
    }

    win when every side (count own < row 3) and not [a1, b2] == -(3)
    // last
  }  // after
  phase p, one turn each {}
  // tail
}
// end
";
    assert_eq!(checked(text), expected);
}

#[test]
fn a_broken_file_is_not_formatted() {
    let problems = format("game \"x\" { lte a = 1 }").unwrap_err();
    assert_eq!(problems.iter().map(|problem| problem.code.name()).collect::<Vec<_>>(), ["unknown-statement"]);
}

#[test]
fn tricky_files() {
    for text in [
        "game \"x\"{}",
        "variant \"x // y\" of \"z\" { set a = yes; }",
        "game \"x\" { // c\n}",
        "game \"x\" {\r\n  sides a,\r\n    b // c\r\n}\r\n",
        "game \"x\" { setup map \"\"\"a b\"\"\"; sides a, b }",
        "game \"x\" { setup map \"\"\"\n\n  a // b\n c\n\"\"\" }",
        "game \"x\" { let x = ( // c\n 1 + // d\n 2) // e\n}",
        "game \"x\" { let x = if a then 1 // c\n else 2 }",
        "game \"x\" { if a {} // c\n else {} }",
        "game \"x\" { if a { // c\n } /* */ }".trim_end_matches("/* */ }"),
        "game \"x\" { let a = [a1, b2, // c\n // d\n c3,\n d4] }",
        "\u{feff}game \"x\" {\n\n\n\n}",
        "game \"x\" { phase p { first { stuck loses } else\n{ stuck passes } // c\n\n // d\n else { stuck draws } } }",
        "game \"x\" { let a = -1 - -b - -(-c); let b = row -1; let c = count own - 1; let d = - - 1 }",
    ] {
        let text =
            if text.matches('{').count() > text.matches('}').count() { format!("{text}}}") } else { text.to_owned() };
        checked(&text);
    }
}

/// The game with blanks, line ends and comments put where they may stand, as the numbers say.
fn shaken(game: &str, mut numbers: impl Iterator<Item = u8>) -> String {
    let mut out = String::new();
    let mut rest = game;
    let mut brackets = 0;
    while let Some(first) = rest.chars().next() {
        let kept = match () {
            () if rest.starts_with("\"\"\"") => rest[3..].find("\"\"\"").map_or(rest.len(), |end| end + 6),
            () if first == '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            () if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            () => first.len_utf8(),
        };
        let (piece, after) = rest.split_at(kept);
        rest = after;
        brackets += i32::from(matches!(first, '(' | '[')) - i32::from(matches!(first, ')' | ']'));
        let number = numbers.next().unwrap_or(0);
        let line_may_end = brackets > 0 && matches!(first, ' ' | '(' | '[') || first == ',' || first == '{';
        match (first, number % 7) {
            (' ', 1) => out.push_str("\t "),
            ('\n', 1) => out.push_str("\n\n\n"),
            ('\n', 2) => out.push_str("  // end\n"),
            ('\n', 3) => out.push_str("\n// own\n"),
            (_, 4) if line_may_end => out += &format!("{piece}\n"),
            (_, 5) if line_may_end => out += &format!("{piece} // in\n   // more\n"),
            ('{', 6) => out.push_str("// brace\n{"),
            _ => out.push_str(piece),
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_blanks_and_comments_stand_in_a_game(which in 0..GAMES.len(), numbers in prop::collection::vec(any::<u8>(), 4000)) {
        let text = shaken(GAMES[which], numbers.into_iter());
        prop_assert_eq!(meaning(&text), meaning(GAMES[which]));
        checked(&text);
    }
}
