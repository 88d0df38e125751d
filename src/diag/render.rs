//! Diagnostics as text: for people, one a line, and for other programs.

use super::{Diagnostic, Label, Severity};
use crate::source::{Source, Sources, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt::Write;

/// For people, with the lines at fault; each diagnostic ends with an empty line.
pub fn human(diagnostics: &[Diagnostic], sources: &Sources, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    diagnostics.iter().map(|diagnostic| renderer.render(&[report(diagnostic, sources)]) + "\n\n").collect()
}

/// `file:line:column: error[code]: message`, a line each.
pub fn short(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let place = Place::of(diagnostic.primary.span, sources);
        let severity = severity(diagnostic.severity);
        let Diagnostic { code, message, .. } = diagnostic;
        let Place { file, line, column, .. } = place;
        writeln!(text, "{file}:{line}:{column}: {severity}[{}]: {message}", code.name()).expect("a string takes all");
    }
    text
}

/// A JSON object a line. Lines and columns count from 1, columns by characters; `end_column` is one past the last.
pub fn json(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics.iter().map(|diagnostic| json_value(diagnostic, sources).to_string() + "\n").collect()
}

/// One diagnostic as a JSON object.
pub fn json_value(diagnostic: &Diagnostic, sources: &Sources) -> serde_json::Value {
    let label = |label: &Label| {
        let place = Place::of(label.span, sources);
        serde_json::json!({
            "file": place.file, "line": place.line, "column": place.column,
            "end_line": place.end_line, "end_column": place.end_column, "label": label.text,
        })
    };
    let mut value = label(&diagnostic.primary);
    value["code"] = diagnostic.code.name().into();
    value["severity"] = severity(diagnostic.severity).into();
    value["message"] = diagnostic.message.as_str().into();
    value["secondary"] = diagnostic.secondary.iter().map(label).collect();
    value["notes"] = diagnostic.notes.as_slice().into();
    value["help"] = diagnostic.help.as_slice().into();
    value["edit"] = diagnostic.edit.as_ref().map_or(serde_json::Value::Null, |edit| {
        let place = Place::of(edit.span, sources);
        serde_json::json!({
            "file": place.file, "line": place.line, "column": place.column,
            "end_line": place.end_line, "end_column": place.end_column, "text": edit.text,
        })
    });
    value
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Where a span stands, as people count.
struct Place<'s> {
    file: &'s str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl Place<'_> {
    fn of(span: Span, sources: &Sources) -> Place<'_> {
        let source = sources.of(span);
        let span = clamp(span, source);
        let (line, column) = source.line_column(span.start);
        let (end_line, end_column) = source.line_column(span.end);
        Place { file: &source.name, line, column, end_line, end_column }
    }
}

/// The span, made to lie in the source and to begin and end at characters.
fn clamp(span: Span, source: &Source) -> Span {
    let text = &source.text;
    let floor = |at: u32| (0..=(at as usize).min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = floor(span.start);
    Span { start: start as u32, end: floor(span.end).max(start) as u32, ..span }
}

fn report<'d>(diagnostic: &'d Diagnostic, sources: &'d Sources) -> Group<'d> {
    let level = match diagnostic.severity {
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code.name()));
    let mut shown = vec![diagnostic.primary.span.source];
    for label in &diagnostic.secondary {
        if !shown.contains(&label.span.source) {
            shown.push(label.span.source);
        }
    }
    for source in shown {
        group = group.element(snippet(diagnostic, source, sources));
    }
    group = group.elements(diagnostic.notes.iter().map(|note| Level::NOTE.message(note)));
    group.elements(diagnostic.help.iter().map(|help| Level::HELP.message(help)))
}

/// The lines of one source that the diagnostic points at.
fn snippet<'d>(
    diagnostic: &'d Diagnostic,
    number: u16,
    sources: &'d Sources,
) -> Snippet<'d, annotate_snippets::Annotation<'d>> {
    let primary = std::iter::once((AnnotationKind::Primary, &diagnostic.primary));
    let secondary = diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label));
    let labels: Vec<_> = primary.chain(secondary).filter(|(_, label)| label.span.source == number).collect();
    let source = sources.of(labels[0].1.span);
    let spans: Vec<Span> = labels.iter().map(|(_, label)| clamp(label.span, source)).collect();
    let first = spans.iter().map(|span| span.start as usize).min().unwrap_or(0);
    let last = spans.iter().map(|span| span.end as usize).max().unwrap_or(0);
    let start = source.text[..first].rfind('\n').map_or(0, |end| end + 1);
    let end = source.text[last..].find('\n').map_or(source.text.len(), |end| last + end);
    let end = start + source.text[start..end].trim_end_matches('\r').len().max(last - start);
    let annotations = labels.into_iter().zip(spans).map(|((kind, label), span)| {
        let range = span.start as usize - start..span.end as usize - start;
        let text = (!label.text.is_empty()).then_some(label.text.as_str());
        kind.span(range).label(text)
    });
    Snippet::source(&source.text[start..end])
        .line_start(source.line_column(first as u32).0)
        .path(source.name.as_str())
        .annotations(annotations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;

    fn two_files() -> (Vec<Diagnostic>, Sources) {
        let mut sources = Sources::default();
        let variant = sources.add(Source::new("v.game", "variant \"V\" of \"b\" {\n  set size = 9\n}\n"));
        let base = sources.add(Source::new("b.game", "game \"B\" {\n  option size = 8 of 6, 8\n}\n"));
        let allowed = Span { source: base, start: 29, end: 33 };
        let value = Span { source: variant, start: 34, end: 35 };
        let diagnostic = Diagnostic::error(Code::UnexpectedWord, value, "`9` is not allowed", "not one of them")
            .and(allowed, "the values allowed")
            .note("a note")
            .help("write `6` or `8`");
        (vec![diagnostic], sources)
    }

    #[test]
    fn people_see_the_lines_of_every_file_pointed_at() {
        let (diagnostics, sources) = two_files();
        let expected = "\
error[unexpected-word]: `9` is not allowed
 --> v.game:2:14
  |
2 |   set size = 9
  |              ^ not one of them
  |
 ::: b.game:2:19
  |
2 |   option size = 8 of 6, 8
  |                   ---- the values allowed
  |
  = note: a note
  = help: write `6` or `8`

";
        assert_eq!(human(&diagnostics, &sources, false), expected);
        assert!(human(&diagnostics, &sources, true).contains("\u{1b}["));
    }

    #[test]
    fn the_short_form_is_a_line() {
        let (diagnostics, sources) = two_files();
        assert_eq!(short(&diagnostics, &sources), "v.game:2:14: error[unexpected-word]: `9` is not allowed\n");
    }

    #[test]
    fn json_has_every_part() {
        let (diagnostics, sources) = two_files();
        let expected = serde_json::json!({
            "file": "v.game", "line": 2, "column": 14, "end_line": 2, "end_column": 15,
            "code": "unexpected-word", "severity": "error", "message": "`9` is not allowed", "label": "not one of them",
            "secondary": [{
                "file": "b.game", "line": 2, "column": 19, "end_line": 2, "end_column": 23, "label": "the values allowed",
            }],
            "notes": ["a note"], "help": ["write `6` or `8`"], "edit": null,
        });
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json(&diagnostics, &sources)).unwrap(), expected);
    }

    #[test]
    fn spans_out_of_range_or_inside_a_character_do_no_harm() {
        let mut sources = Sources::default();
        let source = sources.add(Source::new("a.game", "é"));
        for (start, end) in [(0, 1), (1, 1), (0, 99), (50, 60), (2, 1)] {
            let span = Span { source, start, end };
            let diagnostics = [Diagnostic::error(Code::EmptyFile, span, "m", "l").and(span, "s")];
            assert!(!human(&diagnostics, &sources, false).is_empty());
            assert!(!short(&diagnostics, &sources).is_empty());
            assert!(!json(&diagnostics, &sources).is_empty());
        }
    }
}
