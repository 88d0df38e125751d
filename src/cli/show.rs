//! `show`: a game at a glance, its rules in plain words, and its text.

use super::output::{self, Failure};
use super::start::GameArgs;
use crate::describe::{self, Part, Sentence};
use crate::diagram;
use crate::game::Engine;
use std::io::{self, Write};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Only the rules in plain words.
    #[arg(long, conflicts_with = "text")]
    rules: bool,
    /// Only the file's own text, as it is.
    #[arg(long)]
    text: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let engine = args.game.engine()?;
    let mut out = output::stdout();
    let source = engine.game().sources.iter().next().map_or("", |source| source.text.as_str());
    if args.text {
        out.content(source)?;
        return Ok(out.flush()?);
    }
    if !args.rules {
        glance(&engine, &mut out)?;
    }
    write!(out, "{}", rules(&engine))?;
    if !args.rules {
        writeln!(out, "\n{}", source.trim_end())?;
    }
    Ok(out.flush()?)
}

/// The title, the board at the start and the options.
fn glance(engine: &Engine, out: &mut impl Write) -> io::Result<()> {
    let game = engine.game();
    let position = engine.start();
    match &game.about {
        Some(about) => writeln!(out, "{}: {about}\n", game.title)?,
        None => writeln!(out, "{}\n", game.title)?,
    }
    writeln!(out, "{}\n{}\n", diagram::draw(&position), diagram::status(&position))?;
    for option in &game.options {
        let allowed: Vec<String> = option.allowed.iter().map(ToString::to_string).collect();
        writeln!(out, "{} = {}  (of {})", option.name, option.value, allowed.join(", "))?;
    }
    if game.options.is_empty() { Ok(()) } else { writeln!(out) }
}

/// The rules in plain words.
pub(super) fn rules(engine: &Engine) -> String {
    let part = |part: &Part| {
        let sentences: String = part.sentences.iter().map(|sentence| laid_out(sentence) + "\n").collect();
        format!("{}\n{sentences}", part.heading)
    };
    describe::rules(engine.game()).iter().map(part).collect::<Vec<String>>().join("\n")
}

/// A sentence as an entry of a list, broken into lines between words.
fn laid_out(sentence: &Sentence) -> String {
    let indent = "  ".repeat(sentence.depth + 1);
    output::broken(&format!("{indent}- {}", sentence.text), &format!("{indent}  "))
}
