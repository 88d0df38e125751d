//! The pieces of machine output that several commands share.

use crate::game::{Match, Outcome};
use crate::model::Game;
use crate::source::{Sources, Span};
use serde::Serialize;

/// A statement of a description file.
#[derive(Serialize)]
pub(super) struct Statement {
    file: String,
    line: usize,
    text: String,
}

impl Statement {
    pub(super) fn of(sources: &Sources, span: Span) -> Statement {
        let (file, line) = sources.line(span);
        Statement { file: file.to_owned(), line, text: sources.words(span) }
    }
}

/// How a game ended: `{"winner":"black","player":1}` or `{"draw":"repetition"}`.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Ended {
    Win { winner: String, player: usize },
    Draw { draw: String },
}

impl Ended {
    pub(super) fn of(game: &Game, outcome: &Outcome) -> Ended {
        match outcome {
            Outcome::Win(player) => {
                Ended::Win { winner: game.players[player.index()].name.clone(), player: player.index() + 1 }
            }
            Outcome::Draw(name) => Ended::Draw { draw: name.clone() },
        }
    }

    /// The outcome of the position, if its game is over.
    pub(super) fn of_position(position: &Match) -> Option<Ended> {
        position.outcome().map(|outcome| Ended::of(position.engine().game(), &outcome))
    }
}
