//! The integration tests: exact cases, whole games, the command line, and the shape of the source.

mod analysis;
mod architecture;
mod cases;
mod command;
mod corpora;
mod describe;
mod draughts;
mod games;
mod guide;
mod limits;
mod links;
mod memory;
mod new;
mod opponents;
mod perft;
mod picture;
mod play;
mod published;
mod readme;
mod render;
mod scenarios;
mod series;
mod trials;
mod why;
mod wrong_input;
