//! The integration tests: exact cases, whole games, the command line, and the shape of the source.

mod architecture;
mod cases;
mod command;
mod describe;
mod draughts;
mod games;
mod guide;
mod new;
mod perft;
mod play;
mod published;
mod readme;
mod scenarios;
mod wrong_input;
