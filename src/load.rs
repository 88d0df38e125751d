//! From a game's name or path to its description, with the files it is a variant of, and on to a game for one choice of
//! options.

use crate::check::{self, Checked, Combination, Program};
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::files;
use crate::games;
use crate::model::{Game, GameOption};
use crate::source::{MOST_BYTES, Source, Sources, Span, one_line, shown};
use crate::syntax;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most files that a variant may be made of.
const MAX_CHAIN: usize = 16;

/// A description file that has been read, with all that it is a variant of.
#[derive(Clone, Debug)]
pub struct Description {
    program: Program,
    base: Option<String>,
}

/// Why a game cannot be had.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadError {
    /// No shipped game has the name.
    #[error("there is no game `{name}`{}; known are {}", did_you_mean(near), check::list(known, "and"))]
    Unknown {
        /// The name asked for, on one line.
        name: String,
        /// The nearest known name.
        near: Option<String>,
        /// The shipped games.
        known: Vec<String>,
    },
    /// The file cannot be read.
    #[error("cannot read `{path}`: {reason}")]
    Io {
        /// The path asked for, on one line.
        path: String,
        /// Why not.
        reason: String,
    },
    /// The description has errors.
    #[error("`{}` has {}", sources.iter().next().map_or("", |source| source.name.as_str()), errors(diagnostics))]
    Wrong {
        /// The problems, by where they stand; warnings too.
        diagnostics: Vec<Diagnostic>,
        /// The texts they stand in.
        sources: Sources,
    },
    /// The game has no such option.
    #[error("there is no option `{}`{}; {}", one_line(name), did_you_mean(near), known_options(known))]
    Option {
        /// The name given.
        name: String,
        /// The nearest option.
        near: Option<String>,
        /// The game's options.
        known: Vec<String>,
    },
    /// The option is chosen twice.
    #[error("the option `{0}` is given twice; give it one value")]
    Twice(String),
    /// The option does not allow the value.
    #[error("the option `{option}` cannot be `{}`; allowed are {}", one_line(value), check::list(allowed, "and"))]
    Value {
        /// The option.
        option: String,
        /// The value given.
        value: String,
        /// The values it allows.
        allowed: Vec<String>,
    },
    /// Each value is allowed, though not together.
    #[error("{combination} do not go together; the game says `{require}`")]
    Forbidden {
        /// The values.
        combination: String,
        /// The statement that forbids them.
        require: String,
    },
}

fn did_you_mean(near: &Option<String>) -> String {
    near.as_ref().map_or_else(String::new, |near| format!(", did you mean `{near}`?"))
}

fn known_options(known: &[String]) -> String {
    if known.is_empty() { "the game has none".to_owned() } else { format!("options are {}", check::list(known, "and")) }
}

fn errors(diagnostics: &[Diagnostic]) -> String {
    match diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count() {
        1 => "1 error".to_owned(),
        count => format!("{count} errors"),
    }
}

impl Description {
    /// Reads a game: the shipped one of that name, or the file at that path, as [`is_path`] tells them apart.
    ///
    /// # Errors
    /// [`LoadError`] if there is none, if it cannot be read, or if it is not a description. What is wrong with
    /// the rules themselves is told by [`Description::game`] and [`Description::check_all`].
    pub fn load(game: impl AsRef<Path>) -> Result<Description, LoadError> {
        let path = game.as_ref();
        let name = shown(path);
        if let Some(text) = games::text(&name) {
            return Loader::default().load(Origin::Shipped(name), text.into());
        }
        if is_path(path, Path::new("")) {
            let bytes = read(path).map_err(|reason| LoadError::Io { path: name, reason })?;
            return Loader::default().load(Origin::File(path.to_owned()), bytes);
        }
        let known = games::names();
        let near = check::nearest(&name, known.iter().copied()).map(str::to_owned);
        let known = known.into_iter().map(str::to_owned).collect();
        Err(LoadError::Unknown { name, near, known })
    }

    /// Reads a description from memory; the name stands for it in messages.
    ///
    /// # Errors
    /// As [`Description::load`].
    pub fn from_text(name: &str, text: &str) -> Result<Description, LoadError> {
        Loader::default().load(Origin::Memory(name.to_owned()), text.into())
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.program.title.value
    }

    /// What it is a variant of, as the file says it.
    pub fn base(&self) -> Option<&str> {
        self.base.as_deref()
    }

    /// The texts: the file's own first, then each that it is a variant of.
    pub fn sources(&self) -> &Sources {
        &self.program.sources
    }

    /// The options that may be chosen, each with its default as the value in force. One that a variant sets is not among
    /// them.
    pub fn options(&self) -> Vec<GameOption> {
        self.program.choices().collect()
    }

    /// The game that these options make, given as names and values; the others keep their defaults.
    ///
    /// # Errors
    /// [`LoadError`] if an option or a value is not allowed, or if the description has errors with these options.
    pub fn game(&self, chosen: &[(String, String)]) -> Result<Game, LoadError> {
        let combination = self.combination(chosen)?;
        let mut sink = Sink::default();
        match self.program.check(&combination, &mut sink) {
            Checked::Game(game) => Ok(*game),
            Checked::Wrong => Err(wrong(sink, &self.program.sources)),
            Checked::Forbidden(require) => Err(LoadError::Forbidden {
                combination: check::describe(&combination),
                require: self.program.sources.text(require).to_owned(),
            }),
        }
    }

    /// Checks every combination of options that the file allows; answers how many there are. Each problem is told once.
    pub fn check_all(&self, sink: &mut Sink) -> usize {
        let mut found = Sink::default();
        let count = self.program.check_all(&mut found);
        report_all(found, &self.program.sources, sink);
        count
    }

    /// The games of all combinations of options that the file allows, but for those that have errors.
    pub fn games(&self) -> impl Iterator<Item = Game> {
        self.games_of(|_| true)
    }

    /// Those of them with the values chosen, one at least.
    ///
    /// # Errors
    /// [`LoadError`] if an option or a value is not allowed.
    pub fn games_with(&self, chosen: &[(String, String)]) -> Result<Vec<Game>, LoadError> {
        let wanted = self.combination(chosen)?;
        let is_chosen = |name: &String| chosen.iter().any(|(known, _)| known == name);
        let is_wanted =
            |of: &Combination| std::iter::zip(of, &wanted).all(|(of, wanted)| of == wanted || !is_chosen(&of.0));
        let games: Vec<Game> = self.games_of(is_wanted).collect();
        if games.is_empty() { self.game(chosen).map(|game| vec![game]) } else { Ok(games) }
    }

    fn games_of(&self, is_wanted: impl Fn(&Combination) -> bool) -> impl Iterator<Item = Game> {
        let combinations = self.program.combinations(&mut Sink::default()).unwrap_or_default();
        combinations.into_iter().filter(move |combination| is_wanted(combination)).filter_map(|combination| match self
            .program
            .check(&combination, &mut Sink::default())
        {
            Checked::Game(game) => Some(*game),
            Checked::Forbidden(_) | Checked::Wrong => None,
        })
    }

    fn combination(&self, chosen: &[(String, String)]) -> Result<Combination, LoadError> {
        let options = self.options();
        let mut combination: Combination = options.iter().map(|option| (option.name.clone(), option.default)).collect();
        for (index, (name, text)) in chosen.iter().enumerate() {
            if chosen[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(LoadError::Twice(name.clone()));
            }
            let Some(at) = options.iter().position(|option| option.name == *name) else {
                let known: Vec<String> = options.iter().map(|option| option.name.clone()).collect();
                let near = check::nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
                return Err(LoadError::Option { name: name.clone(), near, known });
            };
            let allowed = &options[at].allowed;
            let word = match text.as_str() {
                "true" => "yes",
                "false" => "no",
                word => word,
            };
            let value = allowed.iter().find(|value| value.to_string() == word);
            combination[at].1 = *value.ok_or_else(|| LoadError::Value {
                option: name.clone(),
                value: text.clone(),
                allowed: allowed.iter().map(ToString::to_string).collect(),
            })?;
        }
        Ok(combination)
    }
}

/// Whether a game is called by a path, seen from the folder: with a `/`, ending in `.game`, or a file's that is there. The
/// names of shipped games stand for those.
pub fn is_path(game: &Path, folder: &Path) -> bool {
    let bytes = game.as_os_str().as_encoded_bytes();
    let is_shipped = || game.to_str().is_some_and(|name| games::text(name).is_some());
    let is_file = || folder.join(game).metadata().is_ok_and(|found| !found.is_dir());
    bytes.contains(&b'/') || bytes.ends_with(b".game") || !is_shipped() && is_file()
}

/// The problems of a load as its error.
fn wrong(found: Sink, sources: &Sources) -> LoadError {
    let mut sink = Sink::default();
    report_all(found, sources, &mut sink);
    LoadError::Wrong { diagnostics: sink.into_sorted(), sources: sources.clone() }
}

/// Hands over problems; those in a base say how it was reached.
fn report_all(found: Sink, sources: &Sources, sink: &mut Sink) {
    let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    for diagnostic in found.into_sorted() {
        let source = diagnostic.primary.span.source as usize;
        sink.report(match source.checked_sub(1) {
            Some(above) => diagnostic.note(format!("`{}` is a variant of `{}`", names[above], names[source])),
            None => diagnostic,
        });
    }
}

/// Where a description comes from.
#[derive(Clone, PartialEq, Debug)]
enum Origin {
    Shipped(String),
    File(PathBuf),
    Memory(String),
}

impl Origin {
    /// The name shown to people.
    fn name(&self) -> String {
        match self {
            Origin::Shipped(name) => format!("{name}.game"),
            Origin::File(path) => shown(path),
            Origin::Memory(name) => name.clone(),
        }
    }

    /// Whether both are the same file.
    fn is(&self, other: &Origin) -> bool {
        match (self, other) {
            (Origin::File(a), Origin::File(b)) => {
                let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
                real(a) == real(b)
            }
            _ => self == other,
        }
    }
}

/// Whether the path, which is there, is a link to something else than a description in the same folder.
fn leads_away(path: &Path) -> bool {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let (Ok(real), Ok(folder)) = (path.canonicalize(), folder.canonicalize()) else { return true };
    real.parent() != Some(&folder) || real.extension().is_none_or(|extension| extension != "game")
}

/// Reads a file of at most [`MOST_BYTES`] bytes, and one more where it is larger.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = files::open(path).and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| error.to_string())
}

/// Reads a file and those it is a variant of.
#[derive(Default)]
struct Loader {
    sources: Sources,
    origins: Vec<Origin>,
    trees: Vec<syntax::tree::Tree>,
    sink: Sink,
}

impl Loader {
    fn load(mut self, origin: Origin, bytes: Vec<u8>) -> Result<Description, LoadError> {
        let mut next = Some((origin, bytes));
        while let Some((origin, bytes)) = next.take() {
            let number = self.origins.len() as u16;
            let source = if bytes.len() > MOST_BYTES {
                // Only so much was read that how large it is cannot be said.
                let message = format!("the file has more than {MOST_BYTES} bytes, which are the most that are read");
                let place = Span { source: number, ..Span::default() };
                self.sink.report(Diagnostic::error(Code::FileTooLarge, place, message, ""));
                Err(Source::new(origin.name(), ""))
            } else {
                syntax::decode(number, &origin.name(), &bytes, &mut self.sink)
            };
            self.origins.push(origin);
            let tree = match source {
                Ok(source) => {
                    let tree = syntax::parse_what_stands(number, &source, &mut self.sink);
                    self.sources.add(source);
                    tree
                }
                Err(shown) => {
                    self.sources.add(shown);
                    None
                }
            };
            let Some(tree) = tree else { break };
            let base = tree.head.base.clone();
            self.trees.push(tree);
            if let Some(base) = base {
                next = self.base(&base);
            }
        }
        let base = self.trees.first().and_then(|tree| tree.head.base.as_ref()).map(|base| base.value.clone());
        let is_whole = self.trees.last().is_some_and(|tree| tree.head.base.is_none());
        let is_partial = self.sink.has_errors();
        let trees = std::mem::take(&mut self.trees);
        let program =
            if is_whole { check::merge(trees, self.sources.clone(), is_partial, &mut self.sink) } else { None };
        match program {
            Some(program) if !self.sink.has_errors() => Ok(Description { program, base }),
            Some(program) => {
                let program = Program { is_partial: true, ..program };
                program.check_all(&mut self.sink);
                Err(wrong(self.sink, &self.sources))
            }
            None => Err(wrong(self.sink, &self.sources)),
        }
    }

    /// Finds what the last file read is a variant of: a file beside it, or a shipped game.
    fn base(&mut self, name: &syntax::tree::Name) -> Option<(Origin, Vec<u8>)> {
        let own = self.origins.last()?;
        let word = name.value.as_str();
        if Path::new(word).file_name().is_none_or(|file| file != word) {
            let message = format!("`{word}` is not the name of a file beside this one");
            let label = "neither a file beside this one nor a shipped game";
            let problem = Diagnostic::error(Code::UnknownBase, name.span, message, label);
            self.sink.report(problem.help("put the other file into this folder, and write only its name"));
            return None;
        }
        let beside = match own {
            Origin::File(path) => {
                let file = if word.ends_with(".game") { word.to_owned() } else { format!("{word}.game") };
                let named = |file: &str| Some(path.with_file_name(file)).filter(|path| path.exists());
                named(&file).or_else(|| named(word).filter(|path| !path.is_dir()))
            }
            _ => None,
        };
        if beside.as_ref().is_some_and(|path| leads_away(path)) {
            let message = format!("`{word}` is a link that leads out of this folder");
            let problem = Diagnostic::error(Code::UnknownBase, name.span, message, "not a file beside this one");
            self.sink.report(problem.help("put the file itself into this folder"));
            return None;
        }
        let shipped = games::text(word.strip_suffix(".game").unwrap_or(word));
        let origin = match (&beside, shipped) {
            (Some(path), _) => Origin::File(path.clone()),
            (None, Some(_)) => Origin::Shipped(word.strip_suffix(".game").unwrap_or(word).to_owned()),
            (None, None) => {
                let message = format!("there is no game `{word}` to be a variant of");
                let label = "neither a file beside this one nor a shipped game";
                let problem = Diagnostic::error(Code::UnknownBase, name.span, message, label);
                let near = check::nearest(word, games::names());
                self.sink.report(match near {
                    Some(near) => problem.help(format!("did you mean `{near}`?")),
                    None => problem.help("`of` takes the file's name, not its title"),
                });
                return None;
            }
        };
        if let Some(at) = self.origins.iter().position(|known| known.is(&origin)) {
            let message = if at + 1 == self.origins.len() {
                "this file is a variant of itself".to_owned()
            } else {
                format!("these files are variants of each other: {}", self.circle(at))
            };
            let problem = Diagnostic::error(Code::BaseCycle, name.span, message, "this leads back");
            self.sink.report(problem.help("a variant must come from a `game` in the end; name that one"));
            return None;
        }
        if self.origins.len() >= MAX_CHAIN {
            let message = "a variant of too many others";
            let label = format!("at most {MAX_CHAIN} files may make one game");
            self.sink.report(Diagnostic::error(Code::BaseCycle, name.span, message, label));
            return None;
        }
        let Origin::File(path) = &origin else { return shipped.map(|text| (origin, text.into())) };
        match read(path) {
            Ok(bytes) => Some((origin, bytes)),
            Err(reason) => {
                let message = format!("cannot read `{}`: {reason}", shown(path));
                self.sink.report(Diagnostic::error(Code::UnknownBase, name.span, message, "not readable"));
                None
            }
        }
    }

    /// The files from the one at the index on, as a circle.
    fn circle(&self, at: usize) -> String {
        let names: Vec<String> = self.origins[at..].iter().map(Origin::name).collect();
        format!("`{}`, then `{}` again", names.join("`, `"), names[0])
    }
}

/// The shipped game of that name with these options.
#[cfg(test)]
pub(crate) fn shipped(name: &str, options: &[(&str, &str)]) -> Game {
    let options: Vec<_> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    Description::load(name).expect("it is shipped").game(&options).expect("the options are the game's")
}

/// The game that the text describes, each option with its default.
#[cfg(test)]
pub(crate) fn written(text: &str) -> Game {
    let description = Description::from_text("test.game", text).unwrap_or_else(|error| panic!("{error}"));
    description.game(&[]).unwrap_or_else(|error| panic!("{error}"))
}
