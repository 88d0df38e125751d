//! `render`: positions as pictures in files.

use crate::command::{run, run_with};
use std::fs;

fn svg(args: &str) -> String {
    run(&format!("render {args} -O -")).ends(0).stdout
}

#[test]
fn a_picture_shows_the_board_and_what_is_beside_it() {
    let game = "game \"A<b> & c\" {
  board grid 2 by 1
  sides red, white
  setup { red on a1 }
  phase play {
    for red { step orthogonal }
    stuck loses
    draw \"<i>\" when turns >= 1
  }
}
";
    let expected = r##"<svg xmlns="http://www.w3.org/2000/svg" width="252" height="113" viewBox="0 0 252 113" font-family="sans-serif" font-size="14" text-anchor="middle">
<title>A&lt;b&gt; &amp; c</title>
<rect width="252" height="113" fill="#eeeeee"/>
<rect x="28" y="10" width="48" height="48" fill="#585858"/>
<rect x="76" y="10" width="48" height="48" fill="#6c6c6c"/>
<circle cx="52" cy="34" r="20" fill="none" stroke="#ffffd7" stroke-width="3"/>
<circle cx="100" cy="34" r="17" fill="#ff0000" stroke="#bcbcbc"/>
<circle cx="100" cy="34" r="20" fill="none" stroke="#ffffd7" stroke-width="3"/>
<text x="14" y="38.7" fill="#444444">1</text>
<text x="52" y="76.7" fill="#444444">a</text>
<text x="100" y="76.7" fill="#444444">b</text>
<text x="10" y="100.7" fill="#444444" text-anchor="start">the game is over: draw by &lt;i&gt;</text>
</svg>
"##;
    let ran = run_with(&["render", "-", "--after", "a1-b1", "--output", "-"]).stdin(game).ends(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (expected, ""));
}

#[test]
fn each_kind_of_board_is_drawn_as_such() {
    let count = |picture: &str, what: &str| picture.matches(what).count();
    let squares = svg("konane -o size=6");
    // A disc for each piece of the one side, two for each ring of the other.
    assert_eq!((count(&squares, "<rect"), count(&squares, "<circle")), (1 + 36, 36 + 18));
    // Five rows and five columns of four links, and a diagonal in each of sixteen squares.
    let net = svg("alquerque");
    assert_eq!((count(&net, "<line"), count(&net, "<circle")), (20 + 20 + 16, 12 + 2 * 12));
    // Rows of hexagons are called after their ends.
    let hexagons = svg("hexdame");
    assert_eq!((count(&hexagons, "<polygon"), count(&hexagons, ">a1</text>")), (61, 2));
    // The squares between those of play are drawn too.
    assert_eq!(count(&svg("international-draughts"), "<rect"), 1 + 100);
}

#[test]
fn a_board_is_drawn_empty_with_the_names_of_its_sites() {
    let names = |args: &str| {
        let picture = svg(&format!("{args} --names"));
        let texts = picture.lines().filter_map(|line| line.strip_suffix("</text>")?.rsplit_once('>'));
        // Those around the board are fainter.
        let on_sites = texts.filter(|(start, _)| start.contains("#bcbcbc")).map(|(_, name)| name.to_owned());
        on_sites.collect::<Vec<_>>()
    };
    assert_eq!(names("hexdame").len(), 61);
    assert_eq!(names("alquerque")[..6], ["a1", "b1", "c1", "d1", "e1", "a2"]);
    // Their names in moves.
    assert_eq!(names("international-draughts -o numbers=yes")[..2], ["46", "47"]);
    // On a net each stands on a spot of its own, and no piece is drawn.
    let net = svg("alquerque --names");
    assert_eq!((net.matches("<circle").count(), net.matches("r=\"22\"").count()), (25, 25));
    assert!(run("render konane --names --after xd3 -O -").ends(2).stderr.contains("cannot be used with"));
}

#[test]
fn the_colours_are_those_of_the_board_at_a_terminal() {
    let picture = svg("fibonacci");
    let mut colours: Vec<&str> = picture
        .lines()
        .filter(|line| line.starts_with("<rect x"))
        .filter_map(|line| line.split("fill=").nth(1))
        .collect();
    colours.sort_unstable();
    colours.dedup();
    // Two of the ground, below ten more: two homes, and eight orbits that are nobody's.
    assert_eq!(colours.len(), 2 + 10, "{colours:?}");
}

#[test]
#[cfg(feature = "png")]
fn a_png_is_twice_as_wide_and_high() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.PNG");
    run_with(&["render", "konane", "-O", path.to_str().unwrap()]).ends(0);
    let png = fs::read(path).unwrap();
    // The signature, and the width and height in the header.
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((&png[..8], size(16), size(20)), (&b"\x89PNG\r\n\x1a\n"[..], 844, 898));
}

#[test]
#[cfg(not(feature = "png"))]
fn a_program_without_png_says_what_to_do() {
    let refused = run("render konane -O a.png").ends(2).stderr;
    let expected = "error: this program was built without PNG pictures: write a name ending in `.svg`, \
                    or build it with `cargo install --path . --features png`\n";
    assert_eq!(refused, expected);
}

#[test]
fn the_ending_says_which_kind_of_picture() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    run_with(&["render", "konane", "-O", &at("a.svg")]).ends(0);
    assert_eq!(fs::read_to_string(at("a.svg")).unwrap(), svg("konane"));
    let refused = run("render konane -O a.gif").ends(2).stderr;
    assert_eq!(refused, "error: `a.gif` names no kind of picture: expected a name ending in `.svg` or `.png`\n");
    assert!(run("render konane -O no/such/folder/a.svg").ends(2).stderr.starts_with("error: cannot write `no/such"));
    fs::create_dir(at("folder.svg")).unwrap();
    let refused = run_with(&["render", "konane", "-O", &at("folder.svg")]).ends(2).stderr;
    assert_eq!(refused, format!("error: cannot write `{}`: it is a folder\n", at("folder.svg")));
    assert!(run("render konane").ends(2).stderr.contains("--output <FILE>"));
    assert!(run("render konane --after a1 -O -").ends(1).stderr.contains("a1"));
}
