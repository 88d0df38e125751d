//! Games written down: reading and writing records in TOML, and playing them through.

use crate::files;
use crate::game::{Match, Outcome};
use crate::load::is_path;
use crate::model::{Game, PhaseId, Side};
use crate::notation::{self, MoveText, ParseMoveError};
use crate::source::{Source, Sources, path_of, shown};
use crate::why::IllegalMoveError;
use serde::{Deserialize, Deserializer, Serialize, de};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// The word with which the side to move resigns.
pub const RESIGN: &str = "resign";
/// The word for a draw that the players agree.
pub const DRAW: &str = "draw";
/// The largest record that is read, in bytes.
pub const MAX_BYTES: u64 = 4 << 20;

/// A game written down. Nothing is proved of its moves until it is [replayed](Record::replay).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game: a shipped one's name, or a path from the record's folder, as [`written_path`] writes it.
    pub game: String,
    /// The [digest] of the rules it was played under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// When it was played.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "date")]
    pub date: Option<String>,
    /// The players by seat, all or none: names, or kinds of player as [`PlayerKind`](crate::opponent::PlayerKind) writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The seed of its players that are not human.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// Who won, by name, or `draw`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Moves as written, with `resign` and, last, `draw` among them.
    pub moves: Vec<String>,
    /// What was taken back and may be played again, the next of it last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<String>,
    /// The options that were chosen.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Setting>,
}

/// The value of an option in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Setting {
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Switch(bool),
    /// A word, such as `"yes"`.
    Word(String),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Number(number) => write!(f, "{number}"),
            Setting::Switch(true) => f.write_str("yes"),
            Setting::Switch(false) => f.write_str("no"),
            Setting::Word(word) => f.write_str(word),
        }
    }
}

impl<'de> Deserialize<'de> for Setting {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Setting, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Setting;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, `true`, `false` or a word in quotes")
            }
            fn visit_i64<E>(self, number: i64) -> Result<Setting, E> {
                Ok(Setting::Number(number))
            }
            fn visit_bool<E>(self, switch: bool) -> Result<Setting, E> {
                Ok(Setting::Switch(switch))
            }
            fn visit_str<E>(self, word: &str) -> Result<Setting, E> {
                Ok(Setting::Word(word.to_owned()))
            }
        }
        from.deserialize_any(Visitor)
    }
}

/// A date, in quotes or as TOML writes dates.
fn date<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    match toml::Value::deserialize(from)? {
        toml::Value::String(text) => Ok(Some(text)),
        toml::Value::Datetime(date) => Ok(Some(date.to_string())),
        other => Err(de::Error::custom(format!("invalid type: {}, expected a date", other.type_str()))),
    }
}

/// Why a file is no record.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("cannot read `{path}`: {source}")]
    Io {
        /// Which file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// It is too long.
    #[error("`{path}` is too large: the limit is {} MB", MAX_BYTES >> 20)]
    TooLarge {
        /// Which file.
        path: String,
    },
    /// It is not UTF-8.
    #[error("`{path}` is not text: byte {byte} is not UTF-8")]
    NotText {
        /// Which file.
        path: String,
        /// Where.
        byte: usize,
    },
    /// It is not TOML, or lacks what a record has.
    #[error("{path}:{line}:{column}: {message}")]
    Wrong {
        /// Which file.
        path: String,
        /// Where, from 1.
        line: usize,
        /// Where, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
}

/// Why a record cannot be played through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// A word is no move.
    #[error("ply {ply}: {error}{}", legal_here(.legal))]
    Unreadable {
        /// At which ply, from 0.
        ply: usize,
        /// Where the word stops being a move.
        error: Box<ParseMoveError>,
        /// The legal moves, sorted by byte.
        legal: Vec<String>,
    },
    /// A move is not legal.
    #[error("ply {ply}: {error}{}", legal_here(&.error.legal))]
    Illegal {
        /// At which ply, from 0.
        ply: usize,
        /// Why it is not, and what was.
        error: Box<IllegalMoveError>,
    },
    /// Somebody resigns, or a draw is agreed, in a game that is over.
    #[error("ply {ply}: `{word}` comes after the end: the game is over")]
    Over {
        /// At which ply, from 0.
        ply: usize,
        /// `resign` or `draw`.
        word: &'static str,
    },
    /// The game ended otherwise than the record says.
    #[error("ply {ply}: the result is given as `{}`, but {reached}{}", notation::shortened(.given), legal_here(.legal))]
    Result {
        /// The number of moves played.
        ply: usize,
        /// What the record says.
        given: String,
        /// What its moves give.
        reached: String,
        /// The legal moves after them, sorted by byte.
        legal: Vec<String>,
    },
    /// There are more or fewer names than seats.
    #[error("`players` names {names}, but the game has {seats} players")]
    Players {
        /// How many names.
        names: usize,
        /// How many seats.
        seats: usize,
    },
}

fn legal_here(legal: &[String]) -> String {
    match legal {
        [] => String::new(),
        _ => format!("\nlegal: {}", legal.join(" ")),
    }
}

/// One word of a record, and the position in which it was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number of moves before it.
    pub ply: usize,
    /// The side to move.
    pub side: Side,
    /// The phase.
    pub phase: PhaseId,
    /// The legal moves, sorted by byte.
    pub legal: Vec<String>,
    /// What was done.
    pub done: Done,
}

/// What a word of a record does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    /// A move, as written.
    Moved(String),
    /// The side to move resigned.
    Resigned,
    /// A draw was agreed.
    AgreedDraw,
}

impl Record {
    /// Reads a record from a file.
    ///
    /// # Errors
    /// [`ReadError`] if it cannot be read or is no record.
    pub fn read(path: &Path) -> Result<Record, ReadError> {
        let name = shown(path);
        let file = files::open(path).map_err(|source| ReadError::Io { path: name.clone(), source })?;
        Record::read_from(file, &name)
    }

    /// Reads a record from anywhere; errors call it by the name.
    ///
    /// # Errors
    /// [`ReadError`] if it cannot be read or is no record.
    pub fn read_from(reader: impl io::Read, name: &str) -> Result<Record, ReadError> {
        parse_toml(&read_text(reader, name)?)
    }

    /// The record as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).expect("a record's values are all of TOML's types")
    }

    /// Whether the two may be of one game, one of them from further on.
    pub fn is_of_same_game(&self, other: &Record) -> bool {
        let is_of_same_kind = (&self.game, &self.options) == (&other.game, &other.options);
        is_of_same_kind && std::iter::zip(&self.moves, &other.moves).all(|(one, other)| one == other)
    }

    /// Writes the record, in place of an older one.
    ///
    /// # Errors
    /// What the file system says; the older file then stands as it did.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        files::replace(path, self.to_toml())
    }

    /// Where the game's file is, for a record that lies in the folder; a shipped game's name as it stands.
    pub fn game_from(&self, folder: &Path) -> PathBuf {
        game_from(&self.game, folder)
    }

    /// The options as names and values.
    pub fn choices(&self) -> Vec<(String, String)> {
        self.options.iter().map(|(name, value)| (name.clone(), value.to_string())).collect()
    }

    /// Whether it was played under other rules than those of the texts, as far as it tells.
    pub fn is_of_other_rules(&self, sources: &Sources) -> bool {
        self.rules.as_ref().is_some_and(|rules| *rules != digest(sources))
    }

    /// Plays the record through, from the game's start.
    ///
    /// # Errors
    /// [`ReplayError`] at the first word that cannot be played, or if the result is not what the moves give.
    pub fn replay(&self, position: &mut Match) -> Result<Vec<Step>, ReplayError> {
        let game = position.engine().game();
        if !self.players.is_empty() && self.players.len() != game.players.len() {
            return Err(ReplayError::Players { names: self.players.len(), seats: game.players.len() });
        }
        let steps = self.moves.iter().map(|word| step(position, word)).collect::<Result<Vec<Step>, ReplayError>>()?;
        let reached = position.outcome();
        let game = position.engine().game();
        let agrees = |given: &String| reached.as_ref().is_some_and(|reached| *given == result_word(game, reached));
        match &self.result {
            Some(given) if !agrees(given) => Err(ReplayError::Result {
                ply: position.ply(),
                given: given.clone(),
                reached: match &reached {
                    None => "the game is not over".to_owned(),
                    Some(reached) => notation::write_outcome(game, reached),
                },
                legal: notation::sorted_legal(position).into_iter().map(|(text, _)| text).collect(),
            }),
            _ => Ok(steps),
        }
    }
}

/// Reads a file of TOML as text, under a name for its errors.
pub(crate) fn read_text(reader: impl io::Read, name: &str) -> Result<Source, ReadError> {
    let path = || name.to_owned();
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(reader, MAX_BYTES + 1), &mut bytes)
        .map_err(|source| ReadError::Io { path: path(), source })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ReadError::TooLarge { path: path() });
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| ReadError::NotText { path: path(), byte: error.utf8_error().valid_up_to() })?;
    Ok(Source::new(name, text))
}

/// What a number should be, as messages about TOML put it and as people do.
const NUMBERS: &[(&str, &str)] = &[
    ("expected u8", "expected a whole number from 0 to 255"),
    ("expected u16", "expected a whole number from 0 to 65535"),
    ("expected u64", "expected a whole number from 0"),
    ("expected i64", "expected a whole number"),
];

/// The value that the TOML describes.
pub(crate) fn parse_toml<T: de::DeserializeOwned>(source: &Source) -> Result<T, ReadError> {
    toml::from_str(&source.text).map_err(|error| {
        let byte = error.span().map_or(0, |span| span.start.min(source.text.len()));
        let message = error.message().trim_end().replace('\n', ", ");
        let plain = |message: String, (kind, words): &(&str, &str)| message.replace(kind, words);
        wrong_at(source, byte, NUMBERS.iter().fold(message, plain))
    })
}

/// The problem at this byte of the file.
pub(crate) fn wrong_at(source: &Source, byte: usize, message: String) -> ReadError {
    let (line, column) = source.line_column(byte as u32);
    ReadError::Wrong { path: source.name.clone(), line, column, message }
}

/// What tells rules from other rules: 16 hexadecimal digits from the texts of a description and of what it is a variant of.
pub fn digest(sources: &Sources) -> String {
    let mut hash = Sha256::new();
    for source in sources.iter() {
        // The length keeps a text that is cut in two from being the same.
        hash.update((source.text.len() as u64).to_le_bytes());
        hash.update(&source.text);
    }
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Where the game that a file in the folder names is; a shipped game's name as it stands.
pub fn game_from(game: &str, folder: &Path) -> PathBuf {
    let path = read_path(game);
    if is_path(&path, folder) { folder.join(path) } else { path }
}

/// Stands before the two hexadecimal digits of a byte of a path that is no text; no path holds it itself.
const BYTE: char = '\0';

/// The path as text, from which [`game_from`] has it again.
pub fn written_path(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text += chunk.valid();
        text.extend(chunk.invalid().iter().map(|byte| format!("{BYTE}{byte:02x}")));
    }
    text
}

fn read_path(text: &str) -> PathBuf {
    let mut parts = text.split(BYTE);
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(b'?'));
        bytes.extend(part.get(2..).unwrap_or_default().as_bytes());
    }
    path_of(bytes)
}

/// Plays one word: a move, `resign` or `draw`.
///
/// # Errors
/// [`ReplayError`] if it cannot be played; the position is then as it was.
pub fn step(position: &mut Match, word: &str) -> Result<Step, ReplayError> {
    let ply = position.ply();
    let legal = notation::sorted_legal(position).into_iter().map(|(text, _)| text).collect();
    let (side, phase) = (position.to_move(), position.phase());
    let over = position.outcome().is_some();
    let done = match word {
        RESIGN if over => return Err(ReplayError::Over { ply, word: RESIGN }),
        DRAW if over => return Err(ReplayError::Over { ply, word: DRAW }),
        RESIGN => {
            position.resign();
            Done::Resigned
        }
        DRAW => {
            position.agree_draw();
            Done::AgreedDraw
        }
        word => {
            let text = match MoveText::parse(position.engine().game(), word) {
                Ok(text) => text,
                Err(error) => return Err(ReplayError::Unreadable { ply, error: Box::new(error), legal }),
            };
            let found = text.find(position).map_err(|error| ReplayError::Illegal { ply, error: Box::new(error) })?;
            let legal = position.play(&found);
            debug_assert!(legal, "a listed move is accepted");
            Done::Moved(word.to_owned())
        }
    };
    Ok(Step { ply, side, phase, legal, done })
}

/// The outcome as `result` gives it: the winner's name, or `draw`.
pub fn result_word<'a>(game: &'a Game, outcome: &Outcome) -> &'a str {
    match outcome {
        Outcome::Win(player) => &game.players[player.index()].name,
        Outcome::Draw(_) => DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Record, ReadError> {
        Record::read_from(text.as_bytes(), "r.toml")
    }

    fn full() -> Record {
        Record {
            game: "somewhere/else.game".to_owned(),
            rules: Some("0123456789abcdef".to_owned()),
            date: Some("2024-02-29".to_owned()),
            players: vec!["Ann".to_owned(), "Bob \"the\" builder".to_owned()],
            seed: Some(7),
            result: Some("draw".to_owned()),
            moves: vec!["xd5".to_owned(), "c3*c5".to_owned(), "draw".to_owned()],
            undone: vec!["d3-d4".to_owned()],
            options: BTreeMap::from([
                ("size".to_owned(), Setting::Number(6)),
                ("chains".to_owned(), Setting::Switch(true)),
                ("stop".to_owned(), Setting::Word("no".to_owned())),
            ]),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for record in [full(), Record { game: "x".to_owned(), ..Record::default() }] {
            assert_eq!(parse(&record.to_toml()).unwrap(), record);
        }
    }

    #[test]
    fn a_digest_changes_with_any_of_the_texts() {
        let of = |texts: &[&str]| {
            let mut sources = Sources::default();
            for text in texts {
                sources.add(Source::new("x", *text));
            }
            digest(&sources)
        };
        // SHA-256 of `02 00 00 00 00 00 00 00 'a' 'b'`.
        assert_eq!(of(&["ab"]), "5dff2b3fa79721a8");
        for other in [&["ac"][..], &["a", "b"], &["ab", ""], &["", "ab"]] {
            assert_ne!(of(&["ab"]), of(other));
        }
    }

    #[test]
    fn values_may_be_numbers_switches_or_words() {
        let record = parse("game = 'x'\nmoves = []\n[options]\na = 6\nb = true\nc = false\nd = 'yes'").unwrap();
        let pairs = [("a", "6"), ("b", "yes"), ("c", "no"), ("d", "yes")];
        assert_eq!(record.choices(), pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn dates_may_be_bare() {
        let record = parse("game = 'x'\nmoves = []\ndate = 2024-02-29").unwrap();
        assert_eq!(record.date.as_deref(), Some("2024-02-29"));
        assert_eq!(parse(&record.to_toml()).unwrap(), record);
    }

    #[test]
    fn what_is_no_record_is_said_with_its_place() {
        let table = [
            ("", "r.toml:1:1: missing field `game`"),
            ("game = 'x'", "r.toml:1:1: missing field `moves`"),
            ("game = 'x'\nmoves = [1]", "r.toml:2:10: invalid type: integer `1`, expected a string"),
            (
                "game = 'x'\nmoves = []\nmvoes = []",
                "r.toml:3:1: unknown field `mvoes`, expected one of `game`, `rules`, `date`, `players`, `seed`, `result`, `moves`, `undone`, `options`",
            ),
            (
                "game = 'x'\nmoves = []\noptions = { a = [] }",
                "r.toml:3:17: invalid type: sequence, expected a whole number, `true`, `false` or a word in quotes",
            ),
            ("game = 'x'\nmoves = []\ndate = 5", "r.toml:3:8: invalid type: integer, expected a date"),
        ];
        for (text, message) in table {
            assert_eq!(Record::read_from(text.as_bytes(), "r.toml").unwrap_err().to_string(), message);
        }
        let deep = format!("game = {}", "[".repeat(100_000));
        for bytes in [&b"\xff\xfe\x00"[..], deep.as_bytes(), &vec![b' '; 10 << 20], b"\0\0", b"game = \"\r"] {
            assert!(Record::read_from(bytes, "r.toml").is_err());
        }
    }

    #[test]
    fn a_game_that_is_a_path_is_taken_from_the_records_folder() {
        let from = |game: &str| Record { game: game.to_owned(), ..Record::default() }.game_from(Path::new("folder"));
        assert_eq!(from("name"), Path::new("name"));
        assert_eq!(from("name.game"), Path::new("folder/name.game"));
        assert_eq!(from("../name"), Path::new("folder/../name"));
        assert_eq!(from("/name"), Path::new("/name"));
    }

    #[test]
    #[cfg(unix)]
    fn a_path_that_is_no_text_is_written_and_read_back() {
        use std::os::unix::ffi::OsStrExt;
        for bytes in [&b"a\xff\xfeb/\xc3.game"[..], b"\xc3\xa9", b"plain.game", b"\xff"] {
            let path = Path::new(std::ffi::OsStr::from_bytes(bytes));
            let record = Record { game: written_path(path), ..Record::default() };
            let read = parse(&record.to_toml()).unwrap();
            assert_eq!(read, record);
            assert_eq!(read_path(&read.game), path);
        }
        for odd in ["\0", "\0f", "\0zz", "\0é", "a\0\0ff"] {
            read_path(odd);
        }
    }

    #[test]
    fn a_file_holds_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.toml");
        full().write(&path).unwrap();
        assert_eq!(Record::read(&path).unwrap(), full());
    }
}
