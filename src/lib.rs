//! Boardwright: a general board game interpreter.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
pub mod bits;
mod check;
pub mod cli;
pub mod diag;
pub mod diagram;
mod facts;
mod files;
pub mod game;
pub mod games;
pub mod load;
pub mod model;
mod moves;
pub mod notation;
mod perft;
mod playout;
mod position;
pub mod record;
mod rules;
pub mod source;
pub mod syntax;
pub mod why;
