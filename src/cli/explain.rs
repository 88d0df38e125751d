//! `explain`: the page about a code that `check` names.

use super::output::{self, Failure};
use crate::check;
use crate::diag::Code;
use include_dir::{Dir, include_dir};
use std::io::Write;

static PAGES: Dir = include_dir!("$CARGO_MANIFEST_DIR/docs/diagnostics");

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The code, as `check` prints it between brackets.
    #[arg(value_name = "CODE")]
    code: String,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let page = PAGES.get_file(format!("{}.md", args.code)).and_then(|file| file.contents_utf8());
    let Some(page) = page else {
        let near = check::nearest(&args.code, Code::ALL.iter().map(|code| code.name()));
        let hint = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
        return Err(Failure::Usage(format!("there is no code `{}`{hint}", args.code)));
    };
    let mut out = output::stdout();
    writeln!(out, "{}", page.trim_end())?;
    Ok(out.flush()?)
}
