//! What an author can ask about the rules of a file: whether they do what is said of them.

pub mod compare;
pub mod coverage;
pub mod laws;
pub mod scenario;
pub mod trace;
pub mod trial;
