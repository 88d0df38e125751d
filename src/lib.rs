//! Boardwright: a general board game interpreter.
#![deny(unsafe_code)]
#![warn(missing_docs)]

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
mod playout;
mod position;
pub mod record;
mod rules;
mod search;
pub mod source;
pub mod syntax;
