//! Diagnostics, as the commands give them.

use super::output;
use crate::diag::{Diagnostic, Severity, render};
use crate::source::Sources;

/// Shows them to people, on stderr, with the words at fault.
pub(super) fn tell(diagnostics: &[Diagnostic], sources: &Sources) {
    output::tell_painted(&render::human(diagnostics, sources, true));
}

/// How many there are, in words: `2 errors and 1 warning`.
pub(super) fn count(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    let counted = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        count => Some(format!("{count} {what}s")),
    };
    let parts: Vec<String> =
        counted(errors, "error").into_iter().chain(counted(diagnostics.len() - errors, "warning")).collect();
    parts.join(" and ")
}
