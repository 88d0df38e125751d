//! From text to tree: the only part that knows the grammar.

pub mod tree;
