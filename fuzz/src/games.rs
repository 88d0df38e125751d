//! Small games made of bytes: every word of the language that says something of moves, sets and endings may occur.

use std::fmt::Write;

/// Decisions taken from bytes; when they run out, a stream that depends on them goes on.
pub struct Choices<'b> {
    bytes: &'b [u8],
    at: usize,
    state: u64,
}

impl<'b> Choices<'b> {
    /// The decisions that the bytes stand for.
    pub fn new(bytes: &'b [u8]) -> Self {
        let state = bytes.iter().fold(0x9e37_79b9_7f4a_7c15, |state: u64, &byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(5)
        });
        Choices { bytes, at: 0, state }
    }

    /// A number below `count`; 0 if that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or_else(|| {
            self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.state >> 56) as u8
        });
        self.at += 1;
        byte as usize % count.max(1)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }
}

const DIRECTIONS: &[&str] = &["orthogonal", "diagonal", "adjacent"];
const SETS: &[&str] = &[
    "empty", "own", "enemy", "pieces", "ally", "last", "odd", "even", "corners", "edge", "centre", "row 1", "column b",
    "[a1, b2]", "yard",
];
const STUCK: &[&str] = &["loses", "passes", "draws"];
const SIDES: &[&str] = &["white", "black", "red", "blue"];

/// The text of a game; not all are free of errors.
pub fn game(choices: &mut Choices) -> String {
    let mut text = String::from("game \"Generated\" {\n");
    let (columns, rows) = (2 + choices.below(4), 2 + choices.below(4));
    let lines = ["", " {\n lines orthogonal\n lines diagonal from even\n }", " {\n lines diagonal\n }"];
    let lines = if choices.one_in(3) { choices.of(&lines) } else { "" };
    let _ = writeln!(text, "board grid {columns} by {rows}{lines}");
    let sides = 2 + choices.below(10) / 4;
    let _ = writeln!(text, "sides {}", SIDES[..sides].join(", "));
    if sides == 4 && choices.one_in(2) {
        text += "player one owns white, red; player two owns black, blue\n";
    }
    text += "region yard = edge and odd or centre\nsetup {\n";
    for (index, side) in SIDES[..sides].iter().enumerate() {
        let sites: Vec<String> = (0..columns * rows)
            .filter(|_| choices.below(sides + 2) == index)
            .map(|site| format!("{}{}", (b'a' + (site % columns) as u8) as char, site / columns + 1))
            .collect();
        // Two sides may be given the same site, which the checker refuses; columns keep them apart.
        let own: Vec<String> = sites
            .into_iter()
            .filter(|site| usize::from(site.as_bytes()[0] + site.as_bytes()[1]) % sides == index)
            .collect();
        if !own.is_empty() {
            let _ = writeln!(text, "{side} on [{}]", own.join(", "));
        }
    }
    if choices.one_in(2) {
        let _ = writeln!(text, "every side holds {}", 1 + choices.below(3));
    }
    text += "}\n";
    if choices.one_in(3) {
        let _ = writeln!(text, "phase opening, one turn each {{\n{}}}", statement(choices, true));
    }
    if choices.one_in(3) {
        let stuck = choices.of(&["passes", "passes", "draws"]);
        let _ = writeln!(
            text,
            "phase placement, until nobody can move {{\nplace on {}\nstuck {stuck}\n}}",
            set(choices, 2)
        );
    }
    text += "phase play {\n";
    moves(choices, &mut text);
    let _ = writeln!(text, "stuck {}", choices.of(STUCK));
    for _ in 0..choices.below(4) {
        let ending = choices.of(&["win", "lose", "draw \"even\"", "out", "last turns each, then draw \"last\","]);
        let _ = writeln!(text, "{ending} when {}", condition(choices, 2));
    }
    text + "draw \"long\" when turns >= 40\n}\n}\n"
}

fn moves(choices: &mut Choices, text: &mut String) {
    for _ in 0..1 + choices.below(3) {
        if choices.one_in(3) {
            let (first, second) = (statement(choices, false), statement(choices, false));
            let _ = write!(text, "first {{\n{first}}} else {{\n{second}}}\n");
        } else {
            *text += &statement(choices, false);
        }
    }
}

fn statement(choices: &mut Choices, opening: bool) -> String {
    let way = choices.of(DIRECTIONS);
    let mut text = match choices.below(if opening { 4 } else { 9 }) {
        0 | 1 if opening => format!("remove own and {}", set(choices, 1)),
        0 | 1 => format!("step {way}"),
        2 => format!("place on {}", set(choices, 2)),
        3 => format!("step {way} onto {}", set(choices, 2)),
        4 => format!("slide {way} onto {}, removing", set(choices, 1)),
        5 => format!("step {way} onto {} or enemy, removing", set(choices, 1)),
        6 => format!("remove own and {}", set(choices, 1)),
        _ => {
            let over = if choices.one_in(2) { "enemy".to_owned() } else { set(choices, 1) };
            let effects = ["", ", exchanging", ", removing or exchanging", ", keeping", ", removing or keeping"];
            let chain =
                ["", ", may continue", ", must continue", ", may continue straight", ", must continue straight"];
            let (effects, chain) = (choices.of(&effects), choices.of(&chain));
            format!("jump {way} over {over}{effects}{chain}")
        }
    };
    if (text.starts_with("jump") || text.starts_with("step")) && choices.one_in(4) {
        let _ = write!(text, ", after gliding {} through {}", choices.of(DIRECTIONS), set(choices, 1));
    }
    text + "\n"
}

fn set(choices: &mut Choices, depth: usize) -> String {
    match if depth == 0 { 0 } else { choices.below(8) } {
        4 => format!("not {}", set(choices, 0)),
        5 => format!("({} and {})", set(choices, depth - 1), set(choices, depth - 1)),
        6 => format!("({} or {})", set(choices, depth - 1), set(choices, depth - 1)),
        7 => format!("{} to {}", choices.of(DIRECTIONS), set(choices, 0)),
        _ => choices.of(SETS).to_owned(),
    }
}

fn condition(choices: &mut Choices, depth: usize) -> String {
    let compared = choices.of(&[">=", "<=", "==", "<", ">", "!="]);
    let number = 1 + choices.below(4);
    match choices.below(if depth == 0 { 7 } else { 11 }) {
        0 => format!("captured >= {number}"),
        1 => "passes >= sides".to_owned(),
        2 => format!("quiet >= {}", 4 + number),
        3 => "repeats >= 2".to_owned(),
        4 => format!("longest {} of own >= {}", choices.of(DIRECTIONS), 1 + number),
        5 | 6 => format!("count ({}) {compared} {number}", set(choices, 1)),
        7 => format!("every side ({})", condition(choices, 0)),
        8 => format!("some side ({})", condition(choices, 0)),
        9 => format!("not ({})", condition(choices, 0)),
        _ => format!("({}) and ({})", condition(choices, 0), condition(choices, 0)),
    }
}
