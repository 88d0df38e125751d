//! The integration tests: exact cases, whole games, the command line, and the shape of the source.

mod architecture;
mod cases;
mod command;
mod games;
mod opponents;
mod perft;
mod play;
mod readme;
mod scenarios;
mod wrong_input;
