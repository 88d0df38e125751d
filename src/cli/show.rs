//! `show`: a game at a glance.

use super::output::{self, Failure};
use super::start::GameArgs;
use crate::diagram;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let engine = args.game.engine()?;
    let game = engine.game();
    let position = engine.start();
    let mut out = output::stdout();
    match &game.about {
        Some(about) => writeln!(out, "{}: {about}\n", game.title)?,
        None => writeln!(out, "{}\n", game.title)?,
    }
    writeln!(out, "{}\n{}\n", diagram::draw(&position), diagram::status(&position))?;
    for option in &game.options {
        let allowed: Vec<String> = option.allowed.iter().map(ToString::to_string).collect();
        writeln!(out, "{} = {}  (of {})", option.name, option.value, allowed.join(", "))?;
    }
    if !game.options.is_empty() {
        writeln!(out)?;
    }
    if let Some(source) = game.sources.iter().next() {
        writeln!(out, "{}", source.text.trim_end())?;
    }
    Ok(out.flush()?)
}
