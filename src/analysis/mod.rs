//! What an author can ask about the rules of a file: whether they do what is said of them.

pub mod scenario;
pub mod trial;
