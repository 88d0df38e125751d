//! A position drawn as text: rows with their numbers on the left, the letters of the columns below.

use crate::game::{Match, Piece};
use crate::model::{Action, Board, Game, Kind, MoveNode, Player, Side};
use crate::notation;
use std::collections::BTreeMap;

/// Draws the board: a letter a piece, `.` where none stands, nothing where there is no site.
pub fn draw(position: &Match) -> String {
    draw_on(&position.engine().game().board, position)
}

/// The same, with the sites where the board has them.
pub fn draw_on(board: &Board, position: &Match) -> String {
    let game = position.engine().game();
    let letters = PieceLetters::of(game);
    let cell = |site: usize| match position.piece(crate::bits::Site::new(site)) {
        Some(piece) => letters.of_piece(piece),
        None if game.board.is_numbered() => game.board.names[site].clone(),
        None => ".".to_owned(),
    };
    grid(board, cell)
}

/// What does not show on the board: the turn, the phase, hands and captures, and the outcome once the game is over.
pub fn status(position: &Match) -> String {
    let game = position.engine().game();
    let letters = PieceLetters::of(game);
    let named = |side: Side| {
        let (letter, name) = (letters.sides[side.index()], &game.sides[side.index()].name);
        format!("{name} ({letter})")
    };
    status_with(position, named, |piece| letters.of_piece(piece))
}

/// The same, with sides and pieces written otherwise.
pub fn status_with(position: &Match, named: impl Fn(Side) -> String, written: impl Fn(Piece) -> String) -> String {
    let game = position.engine().game();
    let mut lines = Vec::new();
    let phase = &game.phases[position.phase().index()].name;
    match position.outcome() {
        None => lines.push(format!("{phase}: {} to move", named(position.to_move()))),
        Some(outcome) => lines.push(format!("the game is over: {}", notation::write_outcome(game, &outcome))),
    }
    let sides = (0..game.sides.len()).map(Side::new);
    let kinds = || (0..game.kinds.len()).map(Kind::new);
    let hands: Vec<String> = sides
        .flat_map(|side| kinds().map(move |kind| (side, kind)))
        .filter(|&(side, kind)| position.hand(side, kind) > 0 && may_yet_place(position, side, kind))
        .map(|(side, kind)| format!("{} {}", written(Piece { side, kind }), position.hand(side, kind)))
        .collect();
    if !hands.is_empty() {
        lines.push(format!("in hand: {}", hands.join(", ")));
    }
    let players = (0..game.players.len()).map(Player::new);
    let captures: Vec<String> = players
        .filter(|&player| position.captured(player) > 0)
        .map(|player| {
            let (own, count) = (&game.players[player.index()], position.captured(player));
            let enemies = game.sides.iter().filter(|side| side.player != player);
            let names: Vec<&str> = enemies.map(|side| side.name.as_str()).collect();
            match names[..] {
                [enemy] => format!("{} took {count} {enemy}", own.name),
                _ => format!("{} took {count} of the others", own.name),
            }
        })
        .collect();
    if !captures.is_empty() {
        lines.push(format!("captured: {}", captures.join(", ")));
    }
    lines.join("\n")
}

/// Whether the phase, or one that may follow, lets the side place such a piece.
fn may_yet_place(position: &Match, side: Side, kind: Kind) -> bool {
    let phases = &position.engine().game().phases[position.phase().index()..];
    phases
        .iter()
        .flat_map(|phase| MoveNode::rules(&phase.moves))
        .any(|rule| rule.sides.has(side) && matches!(rule.action, Action::Place { kind: placed, .. } if placed == kind))
}

/// The board with a short text at each site.
fn grid(board: &Board, cell: impl Fn(usize) -> String) -> String {
    let cells: BTreeMap<(i16, i16), String> =
        board.places.iter().enumerate().map(|(site, &place)| (place, cell(site))).collect();
    let range = |of: fn(&(i16, i16)) -> i16| {
        let places = || board.places.iter().map(of);
        places().min().unwrap_or(0)..=places().max().unwrap_or(-1)
    };
    let (columns, rows) = (range(|place| place.0), range(|place| place.1));
    let column_labels: Vec<&str> = columns.clone().map(|column| column_label(board, column)).collect();
    let row_labels = row_labels(board);
    let width = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let margin = width(&mut row_labels.values().map(|label| label.0)).max(2);
    let cell_width = width(&mut column_labels.iter().copied().chain(cells.values().map(String::as_str))).max(1);

    let mut text = String::new();
    for row in rows.rev() {
        let line = columns.clone().map(|column| cells.get(&(column, row)).map_or("", String::as_str));
        let (before, after) = row_labels.get(&row).copied().unwrap_or_default();
        push_line(&mut text, margin, before, cell_width, line.chain(after));
    }
    push_line(&mut text, margin, "", cell_width, column_labels.into_iter());
    text
}

fn push_line<'a>(text: &mut String, margin: usize, head: &str, width: usize, cells: impl Iterator<Item = &'a str>) {
    let cells: Vec<String> = cells.map(|cell| format!("{cell:<width$}")).collect();
    text.push_str(format!("{head:>margin$} {}", cells.join(" ")).trim_end());
    text.push('\n');
}

/// What stands before each row and perhaps after it: its number, if in every row the names of the sites have that in common;
/// else the names of its first site and its last.
pub(crate) fn row_labels(board: &Board) -> BTreeMap<i16, (&str, Option<&str>)> {
    let mut sites: BTreeMap<i16, Vec<(i16, &str)>> = BTreeMap::new();
    for (&(column, row), name) in std::iter::zip(&board.places, &board.names) {
        sites.entry(row).or_default().push((column, name));
    }
    sites.values_mut().for_each(|row| row.sort_unstable());
    let is_one_number = |row: &Vec<(i16, &str)>| row.iter().all(|site| digits_of(site.1) == digits_of(row[0].1));
    let are_numbers = !board.is_numbered() && sites.values().all(is_one_number);
    let labelled = sites.into_iter().map(|(row, sites)| {
        let (first, last) = (sites[0].1, sites[sites.len() - 1].1);
        (row, if are_numbers { (digits_of(first), None) } else { (first, Some(last)) })
    });
    labelled.collect()
}

/// The letters of a column, if the names of its sites have them in common.
pub(crate) fn column_label(board: &Board, column: i16) -> &str {
    let sites = std::iter::zip(&board.places, &board.names).filter(|(place, _)| place.0 == column);
    let mut letters = sites.map(|(_, name)| letters_of(name));
    let first = letters.next().unwrap_or("");
    if letters.all(|letters| letters == first) { first } else { "" }
}

fn letters_of(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn digits_of(name: &str) -> &str {
    &name[letters_of(name).len()..]
}

/// The letters that stand for pieces: a capital for the side and, where there are several kinds, a small one for the kind.
#[derive(Clone, Debug)]
pub struct PieceLetters {
    sides: Vec<char>,
    kinds: Vec<char>,
}

impl PieceLetters {
    /// The letters of the game's sides and kinds.
    pub fn of(game: &Game) -> PieceLetters {
        let kinds = match game.kinds.len() {
            0 | 1 => Vec::new(),
            _ => distinct(game.kinds.iter().map(|kind| kind.name.as_str())),
        };
        let sides = distinct(game.sides.iter().map(|side| side.name.as_str()));
        PieceLetters { sides: sides.into_iter().map(|letter| letter.to_ascii_uppercase()).collect(), kinds }
    }

    /// The letters of a piece.
    pub fn of_piece(&self, piece: Piece) -> String {
        let letter = |letters: &[char], index: usize| letters.get(index).copied();
        letter(&self.sides, piece.side.index()).into_iter().chain(letter(&self.kinds, piece.kind.index())).collect()
    }

    /// The letter of a kind; `None` in a game that has just one.
    pub fn kind(&self, kind: Kind) -> Option<char> {
        self.kinds.get(kind.index()).copied()
    }

    /// The sides' letters, in turn order.
    pub fn sides(&self) -> &[char] {
        &self.sides
    }
}

/// For each name its first letter that no earlier name took; failing that, a free letter or digit.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<char> {
    let mut taken = Vec::new();
    for name in names {
        let own = name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
        let free = own.chain('a'..='z').chain('0'..='9').find(|letter| !taken.contains(letter));
        taken.push(free.unwrap_or('?'));
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(names: &[&str], places: &[(i16, i16)]) -> Board {
        Board {
            names: names.iter().map(|name| name.to_string()).collect(),
            places: places.to_vec(),
            directions: Vec::new(),
            lined: false,
        }
    }

    #[test]
    fn cells_without_a_site_stay_blank() {
        let board = board(&["a1", "c1", "b2"], &[(0, 0), (2, 0), (1, 1)]);
        assert_eq!(grid(&board, |site| ["B", "W", "."][site].to_owned()), " 2   .\n 1 B   W\n   a b c\n");
    }

    #[test]
    fn wide_cells_widen_the_columns() {
        let board = board(&["a1", "b1"], &[(0, 0), (1, 0)]);
        assert_eq!(grid(&board, |site| ["Wk", "."][site].to_owned()), " 1 Wk .\n   a  b\n");
    }

    #[test]
    fn letters_tell_names_apart() {
        assert_eq!(distinct(["black", "white"].into_iter()), ['b', 'w']);
        assert_eq!(distinct(["black", "blue", "b"].into_iter()), ['b', 'l', 'a']);
    }
}
