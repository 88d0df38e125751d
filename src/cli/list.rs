//! `list`: the shipped games.

use super::output::{self, Failure};
use crate::games;
use crate::load::Description;
use std::io::Write;

pub(super) fn run() -> Result<(), Failure> {
    let mut out = output::stdout();
    for name in games::names() {
        let description = Description::load(name)?;
        write!(out, "{name}  {}", description.title())?;
        match description.base() {
            Some(base) => writeln!(out, " (a variant of {base})")?,
            None => writeln!(out)?,
        }
        for option in description.options() {
            let allowed: Vec<String> = option.allowed.iter().map(ToString::to_string).collect();
            writeln!(out, "    {} = {}  (of {})", option.name, option.default, allowed.join(", "))?;
        }
    }
    Ok(out.flush()?)
}
