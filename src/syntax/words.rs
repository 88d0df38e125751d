//! The language's own words, as the grammar has them, and what people are told of what may stand somewhere.

use super::grammar::{Grammar, Rule};
use pest::Parser;
use pest::error::InputLocation;
use std::sync::LazyLock;

/// Every word of the language: the grammar's rules `word_…`.
static WORDS: LazyLock<Vec<(&'static str, Rule)>> = LazyLock::new(|| {
    let named = |&rule: &Rule| {
        let name: &'static str = format!("{rule:?}").leak();
        name.strip_prefix("word_").map(|word| (word, rule))
    };
    Rule::all_rules().iter().filter_map(named).collect()
});

/// The words that came after the first version of the language, with the version that brought them.
pub(super) const SINCE: &[(&str, u32)] = &[];

/// Whether the text is one of the language's own words.
pub(super) fn is_word(text: &str) -> bool {
    WORDS.iter().any(|&(word, _)| word == text)
}

/// Whether the text is a word of the language that cannot be a name.
pub(super) fn is_reserved(text: &str) -> bool {
    Grammar::parse(Rule::reserved, text).is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_str() == text))
}

/// Whether the text is a word for a set or a number that takes nothing after it.
pub(super) fn is_builtin(text: &str) -> bool {
    is_word(text) && goes_on_after(Rule::builtin, text)
}

/// Whether the word or the sign joins two values.
pub(super) fn joins_values(text: &str) -> bool {
    goes_on_after(Rule::infix, text)
}

/// Whether a line that begins with the word, where the rule is for statements, could only go on with the line before.
pub(super) fn goes_on_with_line_before(rule: Rule, text: &str) -> bool {
    let is_clause = rule == Rule::phase_line && starts(Rule::clause).contains(&text);
    is_clause || joins_values(text) || matches!(text, "when" | "then" | "by" | "of")
}

/// The word that the rule is for.
fn word_of(rule: Rule) -> Option<&'static str> {
    WORDS.iter().find(|&&(_, of)| of == rule).map(|&(word, _)| word)
}

/// The words of the language that what the rule describes may begin with.
pub(super) fn starts(rule: Rule) -> Vec<&'static str> {
    let takes_any_name = goes_on_after(rule, "any_name");
    let words = WORDS.iter().map(|&(word, _)| word);
    words.filter(|word| goes_on_after(rule, word) && (!takes_any_name || is_reserved(word))).collect()
}

/// Whether the rule takes the word, and, if need be, asks for more.
pub(super) fn goes_on_after(rule: Rule, word: &str) -> bool {
    match Grammar::parse(rule, word) {
        Ok(pairs) => pairs.as_str().len() == word.len(),
        Err(error) => position(&error) == word.len(),
    }
}

/// Where pest could not go on.
pub(super) fn position(error: &pest::error::Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// What may stand at some place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Expected {
    rules: Vec<Rule>,
}

impl Expected {
    /// What pest would have taken where it could not go on.
    pub fn by(error: &pest::error::Error<Rule>) -> Expected {
        let rules = match &error.variant {
            pest::error::ErrorVariant::ParsingError { positives, .. } => positives.clone(),
            pest::error::ErrorVariant::CustomError { .. } => Vec::new(),
        };
        Expected { rules }
    }

    pub fn has(&self, rule: Rule) -> bool {
        self.rules.contains(&rule)
    }

    /// Whether a set, a number or a condition may stand there.
    pub fn expression(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule, Rule::expression | Rule::expressions | Rule::number | Rule::group))
    }

    /// Whether a name may stand there, and no expression.
    pub fn name(&self) -> bool {
        !self.expression() && (self.has(Rule::name) || self.has(Rule::names))
    }

    /// Whether `and`, `+` and the like may stand there.
    pub fn infix(&self) -> bool {
        self.has(Rule::word_and)
    }

    /// The words of the language that may stand there.
    pub fn words(&self) -> Vec<&'static str> {
        let mut words: Vec<&str> = self.rules.iter().filter_map(|&rule| word_of(rule)).collect();
        words.extend(self.composite().flat_map(starts));
        words.sort_unstable();
        words.dedup();
        words
    }

    fn composite(&self) -> impl Iterator<Item = Rule> {
        self.rules
            .iter()
            .copied()
            .filter(|&rule| word_of(rule).is_none() && sign_of(rule).is_none() && rule != Rule::EOI)
    }

    /// Words and signs one of which may have been left out.
    pub fn links(&self) -> Vec<&'static str> {
        let all = self.rules.iter().filter(|&&rule| !is_infix(rule));
        let mut links: Vec<&str> = all.filter_map(|&rule| word_of(rule).or_else(|| sign_of(rule))).collect();
        // Where very many words may stand, none is likely the one.
        let composite = self.composite().filter(|&rule| rule != Rule::directions).map(starts);
        links.extend(composite.filter(|words| words.len() <= 3).flatten());
        links
    }

    /// What may stand there, in plain words; what joins expressions is not worth a mention.
    pub fn phrase(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        let directions = starts(Rule::directions);
        for &rule in &self.rules {
            let part = match rule {
                Rule::EOI => continue,
                _ if is_infix(rule) && self.infix() => continue,
                Rule::expression | Rule::expressions | Rule::group | Rule::number if self.expression() => {
                    "a set, a number or a condition".to_owned()
                }
                _ if self.expression() && rule != Rule::close_bracket => continue,
                Rule::name | Rule::names => "a name".to_owned(),
                Rule::text => "a text in quotes".to_owned(),
                Rule::map_text => "a map between `\"\"\"`".to_owned(),
                Rule::directions => "a direction".to_owned(),
                Rule::column_name => "a column's letter".to_owned(),
                Rule::later => "`,`".to_owned(),
                _ if self.has(Rule::word_adjacent) && directions.iter().any(|word| word_of(rule) == Some(word)) => {
                    "a direction".to_owned()
                }
                _ => match word_of(rule).or_else(|| sign_of(rule)) {
                    Some(word) => format!("`{word}`"),
                    None => {
                        parts.extend(starts(rule).iter().map(|word| format!("`{word}`")));
                        continue;
                    }
                },
            };
            parts.push(part);
        }
        if self.has(Rule::EOI) {
            parts.push("the end of the statement".to_owned());
        }
        let mut seen = Vec::new();
        parts.retain(|part| {
            !seen.contains(part) && {
                seen.push(part.clone());
                true
            }
        });
        join(&parts, "or")
    }
}

fn is_infix(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        word_or
            | word_and
            | word_mod
            | equal
            | unequal
            | at_most
            | less
            | at_least
            | more
            | plus
            | minus
            | times
            | divided
    )
}

fn sign_of(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::open_brace => "{",
        Rule::open_parenthesis => "(",
        Rule::close_parenthesis => ")",
        Rule::open_bracket => "[",
        Rule::close_bracket => "]",
        Rule::comma | Rule::later => ",",
        Rule::equals => "=",
        Rule::arrow => "->",
        Rule::equal => "==",
        Rule::unequal => "!=",
        Rule::less => "<",
        Rule::at_most => "<=",
        Rule::more => ">",
        Rule::at_least => ">=",
        Rule::plus => "+",
        Rule::minus => "-",
        Rule::times => "*",
        Rule::divided => "/",
        _ => return None,
    })
}

/// `a, b or c`
pub(super) fn join(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// The word nearest to the text, if one is near enough to have been meant. Long words are not compared.
pub fn nearest<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    const LONG: usize = 40;
    if text.len() > LONG {
        return None;
    }
    let lower = text.to_lowercase();
    let far = (lower.chars().count() + 1) / 3;
    // Another ending is near too: `pass` for `passes`, `remove` for `removing`.
    let is_other_form = |word: &str| {
        let common = lower.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
        common >= 4 && lower.chars().count().max(word.chars().count()) <= common + 3
    };
    words
        .into_iter()
        .filter(|word| word.len() <= LONG)
        .map(|word| match strsim::damerau_levenshtein(&lower, word) {
            distance if distance > far && is_other_form(word) => (far, word),
            // Who slips twice still begins with the right letter.
            distance if distance > 1 && !word.starts_with(lower.chars().next().unwrap_or_default()) => (far + 1, word),
            distance => (distance, word),
        })
        .filter(|&(distance, word)| distance <= far && word != text)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, word)| word)
}

/// Two or more words of the language written as one, apart: `and not` of `andnot`.
pub(super) fn split(text: &str) -> Option<String> {
    let text = text.replace('_', "");
    (2..text.len().min(40)).filter(|&at| text.is_char_boundary(at)).find_map(|at| {
        let (first, rest) = text.split_at(at);
        if !is_word(first) {
            return None;
        }
        if is_word(rest) { Some(format!("{first} {rest}")) } else { split(rest).map(|rest| format!("{first} {rest}")) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_reserved_but_those_inside_phrases() {
        let free: Vec<&str> = WORDS.iter().map(|&(word, _)| word).filter(|word| !is_reserved(word)).collect();
        let phrases = [
            "at", "can", "curved", "each", "earliest", "end", "facing", "flying", "hexagon", "least", "most", "move",
            "nobody", "once", "one", "points", "rows", "turn",
        ];
        assert_eq!(free, phrases);
    }

    #[test]
    fn the_words_that_begin_something_come_from_the_grammar() {
        let directions = starts(Rule::directions);
        assert!(["adjacent", "diagonal", "forward", "north"].iter().all(|word| directions.contains(word)));
        assert_eq!(starts(Rule::effects), ["exchanging", "keeping", "removing"]);
        assert_eq!(starts(Rule::until), ["one", "until"]);
        assert!(starts(Rule::file_line).contains(&"board") && !starts(Rule::file_line).contains(&"jump"));
        assert!(starts(Rule::phase_line).contains(&"jump") && !starts(Rule::phase_line).contains(&"board"));
        assert!(starts(Rule::expression).contains(&"own"));
    }

    #[test]
    fn the_nearest_word_is_near() {
        assert_eq!(nearest("jmup", ["jump", "step"]), Some("jump"));
        assert_eq!(nearest("Jump", ["jump", "step"]), Some("jump"));
        assert_eq!(nearest("hop", ["jump", "step"]), None);
        assert_eq!(nearest("x", ["a", "b"]), None);
        assert_eq!(nearest("pass", ["loses", "passes"]), Some("passes"));
        assert_eq!(nearest("remove", ["exchanging", "removing"]), Some("removing"));
        assert_eq!(nearest(&"a".repeat(1000), ["a"]), None);
    }

    #[test]
    fn words_run_together_come_apart() {
        assert_eq!(split("andnot").as_deref(), Some("and not"));
        assert_eq!(split("one_turn_each").as_deref(), Some("one turn each"));
        assert_eq!(split("landing"), None);
    }
}
