//! Scenarios tried out: each is played, and what it says is held against what the game does.

use super::scenario::{Reading, Scenario, ScenarioFile};
use crate::diagram;
use crate::game::{Engine, Match, Outcome};
use crate::notation::{self, MoveText};
use crate::record::{self, ReadError};
use toml::Spanned;

/// A scenario that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The line of the file where it begins, from 1.
    pub line: usize,
    /// The rule that it shows.
    pub rule: String,
    /// What is otherwise, a line each.
    pub differences: Vec<String>,
    /// The board and what does not show on it, where it differs.
    pub board: String,
}

/// What an outcome is called while there is none.
const GOES_ON: &str = "goes on";

/// Tries a scenario on the game, which its options made.
///
/// # Errors
/// [`ReadError`] at the words of the file that mean nothing in the game.
pub fn try_out(file: &ScenarioFile, scenario: &Scenario, engine: &Engine) -> Result<Option<Failure>, ReadError> {
    let reading = Reading { file, game: engine.game() };
    let mut differences = Vec::new();
    let mut position = match &scenario.position {
        None => engine.start(),
        Some(place) => engine
            .set_up(&reading.setup(place)?)
            .map_err(|error| file.wrong(&scenario.rule, format!("the position cannot be set up: {error}")))?,
    };
    let moves = scenario.play.as_ref().map_or(Ok(Vec::new()), |words| reading.moves(words, true))?;
    file.expect_claim(scenario)?;
    let stopped = moves.iter().find_map(|word| record::step(&mut position, word).err());
    match stopped {
        Some(error) => differences.push(format!("the moves cannot be played: {error}")),
        None => compare(&reading, scenario, &position, &mut differences)?,
    }
    let failure = Failure {
        line: file.source.line_column(scenario.rule.span().start as u32).0,
        rule: scenario.rule.get_ref().clone(),
        differences,
        board: format!("{}{}", diagram::draw(&position), diagram::status(&position)),
    };
    Ok(if failure.differences.is_empty() { None } else { Some(failure) })
}

/// Adds what the scenario says otherwise than the position.
fn compare(
    reading: &Reading,
    scenario: &Scenario,
    position: &Match,
    differences: &mut Vec<String>,
) -> Result<(), ReadError> {
    let legal: Vec<String> = notation::sorted_legal(position).into_iter().map(|(text, _)| text).collect();
    let listed = |words: &Option<_>| words.as_ref().map(|words| reading.moves(words, false)).transpose();
    if let Some(wanted) = listed(&scenario.legal)? {
        let more = legal.iter().filter(|text| !wanted.contains(text));
        differences.extend(more.map(|text| format!("`{text}` is legal, though not listed")));
        differences.extend(wanted.iter().filter_map(|text| refusal(position, text)));
    }
    if let Some(wanted) = listed(&scenario.allows)? {
        differences.extend(wanted.iter().filter_map(|text| refusal(position, text)));
    }
    if let Some(unwanted) = listed(&scenario.forbids)? {
        let allowed = unwanted.iter().filter(|text| legal.contains(text));
        differences.extend(allowed.map(|text| format!("`{text}` is legal, though forbidden")));
    }
    if let Some(wanted) = &scenario.outcome {
        let is = position.outcome();
        let is = is.map_or(GOES_ON.to_owned(), |is| notation::write_outcome(reading.game, &is));
        if is != outcome(reading, wanted)? {
            differences.push(format!("the outcome is `{is}`, expected `{}`", wanted.get_ref()));
        }
    }
    for (depth, &wanted) in std::iter::zip(1.., scenario.perft.iter().flat_map(Spanned::get_ref)) {
        let is = position.perft(depth);
        if is != wanted {
            differences.push(format!("there are {is} sequences of {depth} plies, expected {wanted}"));
        }
    }
    if let Some(place) = &scenario.then {
        differences.extend(reading.differences(place, position)?);
    }
    Ok(())
}

/// Why the move, which is well formed, is not legal.
fn refusal(position: &Match, text: &str) -> Option<String> {
    let written = MoveText::parse(position.engine().game(), text).ok()?;
    written.find(position).err().map(|error| error.to_string())
}

/// The outcome as people write it, once it is known to be one.
fn outcome(reading: &Reading, wanted: &Spanned<String>) -> Result<String, ReadError> {
    let text = wanted.get_ref();
    if let Some(player) = text.strip_suffix(" wins") {
        let player = reading.player(wanted, player)?;
        return Ok(notation::write_outcome(reading.game, &Outcome::Win(player)));
    }
    if text == GOES_ON || text.starts_with("draw by ") {
        return Ok(text.clone());
    }
    let winner = reading.game.players.first().map_or("", |player| &player.name);
    let message = format!("`{text}` is no outcome, write `{winner} wins`, `draw by …` or `{GOES_ON}`");
    Err(reading.file.wrong(wanted, message))
}
