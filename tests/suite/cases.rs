//! What the tests over `tests/cases/` share.

use boardwright::game::{Engine, Match, Outcome};
use boardwright::load::Description;
use boardwright::notation::{self, MoveText};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

pub type Options = BTreeMap<String, serde_json::Value>;

/// How a case says a game ended.
#[derive(Deserialize, PartialEq, Eq, Clone, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    Winner(usize),
    Draw(String),
}

pub fn ended(position: &Match) -> Option<Ended> {
    position.outcome().map(|outcome| match outcome {
        Outcome::Win(player) => Ended::Winner(player.index() + 1),
        Outcome::Draw(name) => Ended::Draw(name),
    })
}

/// The options as the command line takes them.
pub fn choices(options: &Options) -> Vec<(String, String)> {
    let value = |value: &serde_json::Value| match value {
        serde_json::Value::Bool(true) => "yes".to_owned(),
        serde_json::Value::Bool(false) => "no".to_owned(),
        other => other.to_string(),
    };
    options.iter().map(|(name, given)| (name.clone(), value(given))).collect()
}

pub fn engine(game: &str, options: &Options) -> Engine {
    let description = Description::load(game).unwrap_or_else(|error| panic!("{game}: {error:?}"));
    Engine::new(description.game(&choices(options)).unwrap_or_else(|error| panic!("{game} {options:?}: {error:?}")))
}

pub fn legal(position: &Match) -> Vec<String> {
    notation::sorted_legal(position).into_iter().map(|(text, _)| text).collect()
}

pub fn play(position: &mut Match, text: &str) -> Result<(), String> {
    let parsed = MoveText::parse(position.engine().game(), text).map_err(|error| error.to_string())?;
    let found = parsed.find(position).map_err(|error| error.to_string())?;
    match position.play(&found) {
        true => Ok(()),
        false => Err(format!("{text} is listed, but not accepted")),
    }
}

/// Runs the check on every item, on all processors, and fails with everything that was found.
pub fn check_all<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(problem) = check(item) {
                        found.lock().unwrap().push(problem);
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{} of {}:\n{}", found.len(), items.len(), found.join("\n"));
}
