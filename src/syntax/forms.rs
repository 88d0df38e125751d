//! How each statement is written, to show to an author who wrote it wrongly.

/// The form of the statement that the word begins.
pub(super) fn form(word: &str) -> Option<&'static str> {
    Some(match word {
        "game" => "game \"TITLE\" { … }",
        "variant" => "variant \"TITLE\" of \"FILE\" { … }",
        "language" => "language 1",
        "about" => "about \"TEXT\"",
        "option" => "option NAME = DEFAULT of VALUE, VALUE, …",
        "require" => "require CONDITION",
        "set" => "set OPTION = VALUE",
        "without" => "without STATEMENT NAME",
        "let" => "let NAME = VALUE",
        "board" => "board grid COLUMNS by ROWS",
        "sites" => "sites SITES",
        "numbered" => "numbered",
        "lines" => "lines DIRECTIONS from SITES",
        "map" => "map NAME (x, y) -> (COLUMN, ROW)",
        "sides" => "sides NAME, NAME, …",
        "pieces" => "pieces KIND, KIND, …",
        "player" => "player NAME owns SIDE, SIDE, …",
        "region" => "region NAME = SITES",
        "setup" => "setup { … }",
        "every" => "every side holds NUMBER",
        "phase" => "phase NAME { … }",
        "if" => "if CONDITION { … }",
        "else" => "else { … }",
        "for" => "for SIDE { … }",
        "first" => "first { … } else { … }",
        "place" => "place on SITES",
        "remove" => "remove SITES",
        "step" => "step DIRECTIONS onto SITES",
        "slide" => "slide DIRECTIONS onto SITES",
        "jump" => "jump DIRECTIONS over SITES",
        "choose" => "choose most NUMBER, then most NUMBER, …",
        "promote" => "promote KIND to KIND on SITES",
        "stuck" => "stuck loses",
        "out" => "out when CONDITION",
        "win" => "win when CONDITION",
        "lose" => "lose when CONDITION",
        "draw" => "draw \"LABEL\" when CONDITION",
        "last" => "last turns each, then draw \"LABEL\", when CONDITION",
        _ => return None,
    })
}

/// The statement that an author may have meant with a word that begins none.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    Some(match word {
        "hop" | "leap" | "capture" | "take" => "jump",
        "move" | "walk" | "go" => "step",
        "fly" | "glide" => "slide",
        "drop" | "put" | "add" => "place",
        "delete" | "lift" => "remove",
        "const" | "var" | "def" | "define" => "let",
        "players" | "colours" | "colors" | "teams" => "sides",
        "start" | "initial" => "setup",
        "kinds" => "pieces",
        "become" | "becomes" | "crown" => "promote",
        "area" | "zone" | "squares" => "region",
        "title" | "description" | "text" => "about",
        "version" | "edition" => "language",
        "parameter" | "param" => "option",
        "assert" | "check" => "require",
        "stage" => "phase",
        "tie" => "draw",
        "victory" | "winner" => "win",
        "loss" | "defeat" => "lose",
        "priority" | "prefer" => "first",
        _ => return None,
    })
}

/// The words of the language, one of which an author may have meant with another within a statement.
pub(super) fn instead(word: &str) -> &'static [&'static str] {
    match word {
        "has" | "have" | "gets" => &["holds"],
        "at" | "in" | "upon" => &["on"],
        "into" => &["onto"],
        "across" | "past" => &["over"],
        "via" => &["through"],
        "capturing" | "taking" | "killing" => &["removing"],
        "swapping" | "converting" | "flipping" | "replacing" => &["exchanging"],
        "x" | "times" => &["by"],
        "otherwise" | "elif" | "elsif" | "elseif" => &["else"],
        "rank" => &["row"],
        "file" | "col" => &["column"],
        "number" | "amount" => &["count"],
        "up" => &["north"],
        "down" => &["south"],
        "left" => &["west"],
        "right" => &["east"],
        "each" => &["every"],
        "any" | "all" => &["every", "adjacent"],
        "king" | "queen" => &["adjacent"],
        "horizontal" | "vertical" | "straight" | "rook" => &["orthogonal"],
        "bishop" => &["diagonal"],
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
