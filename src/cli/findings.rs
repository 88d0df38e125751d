//! Diagnostics, as the commands give them.

use super::output;
use crate::diag::{Diagnostic, Severity, render};
use crate::source::Sources;

/// Shows them to people, on stderr, with the words at fault.
pub(super) fn tell(diagnostics: &[Diagnostic], sources: &Sources) {
    output::tell_painted(&match output::across_stderr() {
        Some(across) => {
            let narrow: Vec<Diagnostic> = diagnostics.iter().map(|diagnostic| narrowed(diagnostic, across)).collect();
            render::human(&narrow, sources, true)
        }
        None => render::human(diagnostics, sources, true),
    });
}

/// The same with its sentences broken, so that with what stands before them they have no more than so many characters.
fn narrowed(diagnostic: &Diagnostic, across: usize) -> Diagnostic {
    const BEFORE_NOTES: usize = "9999 = help: ".len();
    let before = "warning[]: ".len() + diagnostic.code.name().len();
    let break_in = |before: usize, text: &mut String| {
        *text = output::broken_to(across.saturating_sub(before).max(LEAST_ACROSS), text, "");
    };
    let mut narrow = diagnostic.clone();
    break_in(before, &mut narrow.message);
    narrow.notes.iter_mut().chain(&mut narrow.help).for_each(|note| break_in(BEFORE_NOTES, note));
    narrow
}

/// Fewer characters in a line are not worth reading.
const LEAST_ACROSS: usize = 20;

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
