//! Boardwright: a general board game interpreter.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bits;
mod check;
pub mod diag;
pub mod game;
pub mod games;
pub mod load;
pub mod model;
pub mod source;
pub mod syntax;
