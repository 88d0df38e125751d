//! `new`: a file to begin with.

use super::output::{self, Failure};
use super::start;
use crate::files;
use crate::load::Description;
use crate::load::is_path;
use crate::source::shown;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// What to call it: NAME.game is written. Letters, digits, `-` and `_`; folders may stand before it.
    #[arg(value_name = "NAME")]
    name: PathBuf,
    /// The game to write a variant of; without it, a small game of its own is written.
    #[arg(long, value_name = "GAME")]
    from: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let file = File::named(&args.name)?;
    let text = match &args.from {
        Some(base) => variant(&file, base)?,
        None => game(&file),
    };
    file.write(&text)?;
    let path = file.shown();
    let mut out = output::stdout();
    writeln!(out, "wrote {path}\n\nnext:")?;
    for command in ["check", "show", "play"] {
        writeln!(out, "  boardwright {command} {path}")?;
    }
    Ok(out.flush()?)
}

/// The file to write.
struct File {
    path: PathBuf,
    stem: String,
}

impl File {
    fn named(path: &Path) -> Result<File, Failure> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let stem = name.strip_suffix(".game").unwrap_or(name);
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        if !stem.starts_with(|first: char| first.is_ascii_alphanumeric()) || !stem.chars().all(is_plain) {
            let message = format!("`{}` cannot be a file's name here: use letters, digits, `-` and `_`", shown(path));
            return Err(Failure::Usage(message));
        }
        Ok(File { path: path.with_file_name(format!("{stem}.game")), stem: stem.to_owned() })
    }

    /// The path, as a command takes it.
    fn shown(&self) -> String {
        shown(&self.path)
    }

    /// The stem as a title: `my-game` is `My game`.
    fn title(&self) -> String {
        let words = self.stem.replace(['-', '_'], " ");
        let (first, rest) = words.split_at(1);
        first.to_uppercase() + rest
    }

    /// Writes the text, unless there is such a file already.
    fn write(&self, text: &str) -> Result<(), Failure> {
        files::create(&self.path, text).map_err(|error| {
            let path = self.shown();
            Failure::Usage(match error.kind() {
                io::ErrorKind::AlreadyExists => format!("`{path}` is there already, and is left as it is"),
                io::ErrorKind::NotFound => format!("cannot write `{path}`: there is no such folder"),
                _ => format!("cannot write `{path}`: {error}"),
            })
        })
    }
}

/// A small game.
fn game(file: &File) -> String {
    format!(
        r#"// A small game to begin with. Change a rule, then run `boardwright check {path}`.
// The language guide, docs/language.md, explains every word.
game "{title}" {{
  about "Take all the other side's pieces, or leave them no move."
  option size = 6 of 5, 6, 8  // squares on a side; choose with `-o size=8`
  board grid size by size
  sides white, black  // white moves first
  setup {{
    white on row 1 or row 2
    black on row size or row (size - 1)
  }}
  phase play {{
    jump orthogonal over enemy, may continue  // the piece jumped is taken off
    step orthogonal  // to an empty square
    stuck loses  // a side that has no move on its turn
    win when count enemy == 0
    draw "no capture" when quiet >= 40
  }}
}}
"#,
        path = file.shown(),
        title = file.title(),
    )
}

/// A variant of the game, which does not change it yet.
fn variant(file: &File, base: &Path) -> Result<String, Failure> {
    if base == Path::new(start::STDIN) {
        return Err(Failure::Usage("a variant names its game, so the game must be a name or a path".to_owned()));
    }
    let description = start::describe(base)?;
    let of = base_name(file, base)?;
    let base = shown(base);
    let text = format!(
        r#"// A variant of {title}: say only what differs. `boardwright show {base}` shows what it begins with.
variant "{own}" of "{of}" {{
  about "{title}, with a difference."
  // A statement here takes the place of the one of the same kind and name in {title}.
{options}{statements}}}
"#,
        title = description.title(),
        own = file.title(),
        options = options(&description),
        statements = statements(&description)?,
    );
    Ok(text)
}

/// What `of` says: the game's name, or that of its file, which must lie beside the new one.
fn base_name(file: &File, path: &Path) -> Result<String, Failure> {
    let named = path.file_name().and_then(|name| name.to_str());
    let stem = named.map(|name| name.strip_suffix(".game").unwrap_or(name).to_owned());
    let stem =
        stem.ok_or_else(|| Failure::Usage(format!("`{}` is not text, and a variant names its game", shown(path))))?;
    if stem == file.stem {
        let message = format!("`{}` would be a variant of itself: choose another name", file.shown());
        return Err(Failure::Usage(message));
    }
    if !is_path(path, Path::new("")) {
        return Ok(stem);
    }
    let folder = |path: &Path| match path.parent() {
        Some(folder) if folder != Path::new("") => folder.canonicalize().ok(),
        _ => Path::new(".").canonicalize().ok(),
    };
    if folder(path) == folder(&file.path) {
        return Ok(stem);
    }
    let beside = path.with_file_name(format!("{}.game", file.stem));
    let message = format!("a variant lies beside its game: write `{}`", shown(&beside));
    Err(Failure::Usage(message))
}

/// The options, each as the statement that would fix it.
fn options(description: &Description) -> String {
    let options = description.options();
    if options.is_empty() {
        return String::new();
    }
    let fixed = options.iter().map(|option| {
        let allowed: Vec<String> = option.allowed.iter().map(ToString::to_string).collect();
        format!("  // set {} = {}  // of {}\n", option.name, option.default, allowed.join(", "))
    });
    format!("  // To settle an option, take away the slashes before it:\n{}", fixed.collect::<String>())
}

/// What there is to replace or to drop by name.
fn statements(description: &Description) -> Result<String, Failure> {
    let game = description.game(&[])?;
    let regions = game.regions.iter().map(|(name, _)| format!("region {name}"));
    let named: Vec<String> = regions.chain(game.phases.iter().map(|phase| format!("phase {}", phase.name))).collect();
    Ok(format!("  // It has {}. `without` before such a name drops it.\n", named.join(", ")))
}
