//! `render`: a position as a picture in a file.

use super::output::{self, Failure};
use super::start::PositionArgs;
use crate::source::shown;
use crate::{files, picture};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the empty board, with the name of each site on it.
    #[arg(long, conflicts_with = "after")]
    names: bool,
    /// The picture to write: a file ending in `.svg` or `.png`, or `-` for SVG to stdout.
    #[arg(short = 'O', long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let file = args.output.as_path();
    let ending = file.extension().map(|ending| ending.to_ascii_lowercase());
    let is_png = match ending.as_ref().and_then(|ending| ending.to_str()) {
        _ if file == Path::new("-") => false,
        Some("svg") => false,
        Some("png") => true,
        _ => {
            let message =
                format!("`{}` names no kind of picture: expected a name ending in `.svg` or `.png`", shown(file));
            return Err(Failure::Usage(message));
        }
    };
    let svg = match args.names {
        true => picture::svg_of_names(args.position.game.engine()?.game()),
        false => picture::svg(&args.position.position()?),
    };
    if file == Path::new("-") {
        let mut out = output::stdout();
        out.content(&svg)?;
        return Ok(out.flush()?);
    }
    let content = if is_png { png(&svg)? } else { svg.into_bytes() };
    files::replace(file, content).map_err(|error| Failure::Usage(format!("cannot write `{}`: {error}", shown(file))))
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    picture::png(svg).map_err(|error| Failure::Usage(error.to_string()))
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Failure> {
    let message = "this program was built without PNG pictures: write a name ending in `.svg`, \
                   or build it with `cargo install --path . --features png`";
    Err(Failure::Usage(message.to_owned()))
}
