//! `explain`: the page about a code that `check` names, or the guide's entry for a word of the language.

use super::output::{self, Failure};
use crate::check;
use crate::diag::Code;
use include_dir::{Dir, include_dir};
use std::collections::BTreeSet;
use std::io::Write;

static PAGES: Dir = include_dir!("$CARGO_MANIFEST_DIR/docs/diagnostics");
const GUIDE: &str = include_str!("../../docs/language.md");
/// The most characters of a line.
const WIDTH: usize = 80;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The code, as `check` prints it between brackets, or a word of the language; both are listed if none is given.
    #[arg(value_name = "CODE OR WORD")]
    what: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let text = match &args.what {
        Some(what) => explained(what)?,
        None => {
            let codes = Code::ALL.iter().map(|code| code.name());
            format!("Codes that `check` names:\n\n{}\n\nWords of the language:\n\n{}", rows(codes), rows(words()))
        }
    };
    let mut out = output::stdout();
    writeln!(out, "{}", text.trim_end())?;
    Ok(out.flush()?)
}

/// All that is known of a code or a word.
fn explained(what: &str) -> Result<String, Failure> {
    if let Some(page) = PAGES.get_file(format!("{what}.md")).and_then(|file| file.contents_utf8()) {
        return Ok(page.to_owned());
    }
    let entries = entries().filter(|(heading, _)| ticked(heading).any(|word| word == what));
    let entries: Vec<String> = entries.map(|(heading, text)| format!("# {heading}\n\n{}\n", text.trim())).collect();
    if !entries.is_empty() {
        return Ok(entries.join("\n"));
    }
    let known = Code::ALL.iter().map(|code| code.name()).chain(words());
    let near = check::nearest(what, known);
    let hint = near.map_or("; `boardwright explain` lists both".to_owned(), |near| format!(", did you mean `{near}`?"));
    Err(Failure::Usage(format!("there is no code and no word `{what}`{hint}")))
}

/// The guide's entries: what stands under each heading of the third rank.
fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    GUIDE.split("\n### ").skip(1).filter_map(|entry| {
        let (heading, text) = entry.split_once('\n')?;
        Some((heading, text.split("\n## ").next().unwrap_or(text)))
    })
}

/// The words between ticks in a heading.
fn ticked(heading: &str) -> impl Iterator<Item = &str> {
    heading.split('`').skip(1).step_by(2).flat_map(str::split_whitespace)
}

/// Every word that has an entry, once.
fn words() -> impl Iterator<Item = &'static str> {
    entries().flat_map(|(heading, _)| ticked(heading)).collect::<BTreeSet<_>>().into_iter()
}

/// The names in rows, a comma and a blank between two.
fn rows(names: impl Iterator<Item = &'static str>) -> String {
    let mut rows = vec![String::new()];
    for name in names {
        let last = rows.last_mut().expect("there is a row");
        if last.is_empty() {
            last.push_str(name);
        } else if last.len() + 2 + name.len() > WIDTH {
            rows.push(name.to_owned());
        } else {
            *last += ", ";
            *last += name;
        }
    }
    rows.join("\n")
}
