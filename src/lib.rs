//! Boardwright: a general board game interpreter.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bits;
pub mod diag;
pub mod diagram;
pub mod game;
pub mod model;
pub mod notation;
pub mod record;
pub mod source;
mod syntax;
