//! The parser that pest makes of `grammar/`.

#![allow(missing_docs)]

/// Parses by the rules of the grammar files.
#[derive(pest_derive::Parser)]
#[grammar = "grammar/words.pest"]
#[grammar = "grammar/boardwright.pest"]
pub(super) struct Grammar;
