//! Boardwright: a general board game interpreter.
//!
//! A game is described in a small language; [`Description`] loads and checks such a text, [`Engine`] plays what it comes
//! to under one choice of options, and [`Match`] is a game in progress.
//!
//! ```
//! use boardwright::{Description, Engine, Outcome, notation};
//!
//! let description = Description::from_text(
//!     "race.game",
//!     r#"
//!     game "Race" {
//!       board grid 3 by 3
//!       sides white, black
//!       setup { white on [a1]; black on [c3] }
//!       phase play {
//!         step orthogonal
//!         win when count (own and centre) == 1
//!         stuck loses
//!       }
//!     }"#,
//! )?;
//! let engine = Engine::new(description.game(&[])?);
//! let mut position = engine.start();
//! assert_eq!(position.perft(2), 4);
//! for word in ["a1-a2", "c3-b3", "a2-b2"] {
//!     let chosen = notation::MoveText::parse(engine.game(), word)?.find(&position)?;
//!     assert!(position.play(&chosen));
//! }
//! let Some(Outcome::Win(player)) = position.outcome() else { panic!("white stands in the centre") };
//! assert_eq!(engine.game().players[player.index()].name, "white");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules go one way, each using only those before it: text, tree, checked model, compiled rules, positions and
//! moves, then notation, records and the command line.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
pub mod bits;
mod check;
pub mod cli;
pub mod describe;
pub mod diag;
pub mod diagram;
mod facts;
mod files;
pub mod game;
pub mod games;
pub mod load;
pub mod matches;
pub mod model;
mod moves;
pub mod notation;
pub mod opponent;
mod perft;
pub mod picture;
mod playout;
mod position;
pub mod record;
mod rules;
mod search;
pub mod source;
pub mod syntax;
pub mod typed;
pub mod why;

pub use bits::{Site, SiteSet};
pub use game::{Counting, Engine, Hop, HopEffect, Match, Move, Outcome, Piece, Playouts, Setup, SetupError};
pub use load::{Description, LoadError};
pub use model::{Game, Kind, PhaseId, Player, Side};
pub use record::Record;
