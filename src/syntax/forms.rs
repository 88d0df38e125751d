//! How each statement is written, to show to an author who wrote it wrongly; what stands in brackets may be left out.

use super::tree::Verb;

/// The form of the statement that the word begins.
pub(super) fn form(word: &str) -> Option<&'static str> {
    if let Some(verb) = Verb::named(word) {
        return Some(verb.template());
    }
    Some(match word {
        "game" => "game \"TITLE\" { … }",
        "variant" => "variant \"TITLE\" of \"FILE\" { … }",
        "language" => "language 1",
        "about" => "about \"TEXT\"",
        "option" => "option NAME = DEFAULT [of VALUE, VALUE, …]",
        "require" => "require CONDITION",
        "set" => "set OPTION = VALUE",
        "without" => "without WORD [NAME]",
        "let" => "let NAME = VALUE",
        "board" => "board grid COLUMNS by ROWS [{ … }]",
        "sites" => "sites SITES",
        "numbered" => "numbered [if CONDITION]",
        "lines" => "lines DIRECTIONS [from SITES]",
        "map" => "map NAME (x, y) -> (COLUMN, ROW)",
        "sides" => "sides NAME [facing COMPASS], NAME [facing COMPASS], …",
        "pieces" => "pieces KIND, KIND, …",
        "player" => "player NAME owns SIDE, SIDE, …",
        "region" => "region NAME = SITES",
        "setup" => "setup { … }",
        "every" => "every side holds NUMBER",
        "phase" => "phase NAME [, one turn each] { … }",
        "if" => "if CONDITION { … } [else { … }]",
        "else" => "else { … }",
        "for" => "for SIDE, … { … }",
        "first" => "first { … } else { … }",
        "choose" => "choose most NUMBER [, then least NUMBER, …]",
        "promote" => "promote KIND to KIND on SITES [, at once]",
        "stuck" => "stuck loses",
        "out" => "out when CONDITION",
        "win" => "win when CONDITION",
        "lose" => "lose when CONDITION",
        "draw" => "draw \"LABEL\" when CONDITION",
        "last" => "last turns each, then draw \"LABEL\", when CONDITION",
        _ => return None,
    })
}

/// The words of the language, one of which an author may have meant with another within a statement.
pub(super) fn instead(word: &str) -> &'static [&'static str] {
    match word {
        "has" | "have" | "gets" => &["holds"],
        "at" | "in" | "upon" => &["on"],
        "across" | "past" => &["over"],
        "via" => &["through"],
        "capturing" | "taking" | "killing" => &["removing"],
        "swapping" | "converting" | "flipping" | "replacing" => &["exchanging"],
        "otherwise" | "elif" | "elsif" | "elseif" => &["else"],
        "rank" => &["row"],
        "file" | "col" => &["column"],
        "number" | "amount" => &["count"],
        "x" | "times" => &["by"],
        "up" => &["north"],
        "down" => &["south"],
        "left" => &["west"],
        "right" => &["east"],
        "each" => &["every"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::grammar::Rule;
    use crate::syntax::words::starts;

    #[test]
    fn every_statement_has_its_form() {
        for rule in [
            Rule::file_head,
            Rule::language_line,
            Rule::file_line,
            Rule::board_line,
            Rule::setup_line,
            Rule::phase_line,
            Rule::else_line,
        ] {
            for word in starts(rule) {
                assert!(form(word).is_some_and(|form| form.starts_with(word)), "{word}");
            }
        }
    }
}
