//! `fmt`: description files in the one layout.

use super::output::{self, Failure, Out};
use super::start::{STDIN, files, read_source};
use crate::files::replace;
use crate::load::LoadError;
use crate::source::Sources;
use crate::syntax::format;
use diffy::DiffOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Description files to rewrite, or folders of them; `-` is stdin, and its layout goes to stdout.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write nothing; name the files that are not in the layout, and end with exit code 1 if there are any.
    #[arg(long)]
    check: bool,
    /// Write nothing; show what would change.
    #[arg(long)]
    diff: bool,
}

/// Lays out every file, also after one that is wrong; the worst exit code stands.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = output::stdout();
    let mut worst = 0;
    for argument in &args.files {
        let files = match files(argument) {
            Ok(files) => files,
            Err(failure) => {
                worst = worst.max(output::report(&failure));
                continue;
            }
        };
        for file in &files {
            match lay_out(args, file, &mut out) {
                Ok(is_laid_out) => worst = worst.max(u8::from(args.check && !is_laid_out)),
                Err(Failure::Output(error)) => return Err(Failure::Output(error)),
                Err(failure) => {
                    out.flush()?;
                    worst = worst.max(output::report(&failure));
                }
            }
        }
    }
    out.flush()?;
    if worst == 0 { Ok(()) } else { Err(Failure::Said(worst)) }
}

/// Does with one file what is asked for; answers whether it was in the layout.
fn lay_out(args: &Args, file: &Path, out: &mut Out) -> Result<bool, Failure> {
    let source = read_source(file)?;
    let (name, text) = (source.name.as_str(), source.text.as_str());
    let wanted = match format(text) {
        Ok(wanted) => wanted,
        Err(diagnostics) => {
            let mut sources = Sources::default();
            sources.add(source);
            return Err(LoadError::Wrong { diagnostics, sources }.into());
        }
    };
    let is_laid_out = wanted == text;
    if args.diff {
        if !is_laid_out {
            let mut options = DiffOptions::new();
            options.set_original_filename(name.to_owned()).set_modified_filename(name.to_owned());
            write!(out, "{}", options.create_patch(text, &wanted))?;
        }
    } else if args.check {
        if !is_laid_out {
            writeln!(out, "{name}")?;
        }
    } else if file == Path::new(STDIN) {
        out.content(&wanted)?;
    } else if !is_laid_out {
        replace(file, &wanted).map_err(|error| Failure::Usage(format!("cannot write `{name}`: {error}")))?;
    }
    Ok(is_laid_out)
}
