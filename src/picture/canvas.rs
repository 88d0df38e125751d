//! A sheet of characters to draw on: texts, lines that join where they meet, and colours.

use anstyle::{Ansi256Color, Style};
use std::fmt::Write;

/// One character's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Cell {
    /// What is written there.
    text: Option<char>,
    /// The lines that run through, by [`Line`].
    lines: u8,
    ink: Option<u8>,
    ground: Option<u8>,
}

/// A way in which a line leaves the middle of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    Up = 1,
    Down = 2,
    Left = 4,
    Right = 8,
    /// Both ends of `╱`.
    Rising = 16,
    /// Both ends of `╲`.
    Falling = 32,
}

/// The characters of upright and level lines, by the bits of [`Line`].
const JOINED: [char; 16] = ['·', '│', '│', '│', '─', '┘', '┐', '┤', '─', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// What comes nearest to a character of a drawing in ASCII.
pub fn in_ascii(character: char) -> char {
    match character {
        '·' => '.',
        '│' => '|',
        '─' => '-',
        '╱' => '/',
        '╲' => '\\',
        '╳' => 'X',
        joined if JOINED.contains(&joined) => '+',
        other => other,
    }
}

impl Cell {
    fn shown(self) -> char {
        match (self.text, self.lines & 15, self.lines >> 4) {
            (Some(text), ..) => text,
            (None, 0, 0) => ' ',
            (None, 0, 1) => '╱',
            (None, 0, 2) => '╲',
            (None, 0, _) => '╳',
            (None, joined, _) => JOINED[joined as usize],
        }
    }

    fn style(self) -> Style {
        let colour = |number: u8| Ansi256Color(number).into();
        Style::new().fg_color(self.ink.map(colour)).bg_color(self.ground.map(colour))
    }
}

/// The sheet; it grows as it is drawn on. Columns count from the left, rows from the top.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    rows: Vec<Vec<Cell>>,
}

impl Canvas {
    fn cell(&mut self, column: usize, row: usize) -> &mut Cell {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, Cell::default());
        }
        &mut cells[column]
    }

    /// Writes over what is there, in the colour.
    pub fn write(&mut self, column: usize, row: usize, text: &str, ink: Option<u8>) {
        for (at, letter) in text.chars().enumerate() {
            let cell = self.cell(column + at, row);
            (cell.text, cell.ink) = (Some(letter), ink);
        }
    }

    /// Adds to the lines of the cell.
    pub fn line(&mut self, column: usize, row: usize, line: Line, ink: Option<u8>) {
        let cell = self.cell(column, row);
        cell.lines |= line as u8;
        cell.ink = ink;
    }

    /// A dot, unless an upright and a level line meet there.
    pub fn dot(&mut self, column: usize, row: usize, ink: Option<u8>) {
        let cell = self.cell(column, row);
        if cell.lines & 3 == 0 || cell.lines & 12 == 0 {
            (cell.text, cell.ink) = (Some('·'), ink);
        }
    }

    /// Colours the ground of so many cells.
    pub fn ground(&mut self, column: usize, row: usize, width: usize, ground: Option<u8>) {
        (column..column + width).for_each(|column| self.cell(column, row).ground = ground);
    }

    /// The sheet as text, with escape codes where there are colours; no blanks without colour end a line.
    pub fn render(&self) -> String {
        let mut text = String::new();
        for cells in &self.rows {
            let used =
                cells.iter().rposition(|cell| cell.shown() != ' ' || cell.ground.is_some()).map_or(0, |at| at + 1);
            let mut style = Style::new();
            for cell in &cells[..used] {
                if cell.style() != style {
                    let _ = write!(text, "{style:#}{}", cell.style());
                    style = cell.style();
                }
                text.push(cell.shown());
            }
            let _ = writeln!(text, "{style:#}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_join_where_they_meet() {
        let mut canvas = Canvas::default();
        for line in [Line::Left, Line::Down] {
            canvas.line(1, 0, line, None);
        }
        canvas.line(0, 0, Line::Right, None);
        for line in [Line::Rising, Line::Falling] {
            canvas.line(3, 0, line, None);
        }
        canvas.line(0, 1, Line::Falling, None);
        canvas.write(1, 1, "ab ", None);
        assert_eq!(canvas.render(), "─┐ ╳\n╲ab\n");
    }

    #[test]
    fn colours_change_as_seldom_as_they_can() {
        let mut canvas = Canvas::default();
        canvas.ground(0, 0, 3, Some(5));
        canvas.write(1, 0, "x", None);
        canvas.write(3, 0, "y", Some(7));
        assert_eq!(canvas.render(), "\x1b[48;5;5m x \x1b[0m\x1b[38;5;7my\x1b[0m\n");
    }
}
