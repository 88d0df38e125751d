//! The integration tests: exact cases, whole games, the command line, and the shape of the source.

mod architecture;
mod cases;
mod command;
mod describe;
mod games;
mod guide;
mod new;
mod opponents;
mod perft;
mod play;
mod readme;
mod scenarios;
mod wrong_input;
