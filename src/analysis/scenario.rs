//! Scenario files: positions in TOML, and what must hold in them.

use crate::bits::Site;
use crate::files;
use crate::game::{Match, Piece, Setup};
use crate::model::{Game, Kind, PhaseId, Player, Side};
use crate::notation::MoveText;
use crate::record::{DRAW, RESIGN, ReadError, Setting, parse_toml, read_text, wrong_at};
use crate::source::{Source, shown};
use serde::{Deserialize, Deserializer, de};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;
use toml::Spanned;

/// A file of scenarios, with its text for pointing at what is wrong in it.
#[derive(Debug)]
pub struct ScenarioFile {
    /// What it says.
    pub scenarios: Scenarios,
    /// Its text.
    pub source: Source,
}

/// What a scenario file says. Nothing is proved of its words yet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenarios {
    /// The game: a shipped one's name, or a path from the file's folder.
    pub game: String,
    /// Options for all scenarios.
    #[serde(default)]
    pub options: BTreeMap<String, Setting>,
    /// The scenarios.
    #[serde(rename = "scenario")]
    pub all: Vec<Scenario>,
}

/// A position and what must hold in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The rule that it shows, in words.
    pub rule: Spanned<String>,
    /// Options of its own.
    #[serde(default)]
    pub options: BTreeMap<String, Setting>,
    /// The position to begin from; without it, the game's start.
    pub position: Option<Place>,
    /// Moves to play first; `resign` and `draw` may be among them.
    #[serde(default)]
    pub play: Option<Spanned<Words>>,
    /// All the legal moves, and no others.
    pub legal: Option<Spanned<Words>>,
    /// Moves that are legal, perhaps beside others.
    pub allows: Option<Spanned<Words>>,
    /// Moves that are not legal.
    pub forbids: Option<Spanned<Words>>,
    /// How the game stands: `black wins`, `draw by repetition`, or `goes on`.
    pub outcome: Option<Spanned<String>>,
    /// How many move sequences there are of one ply, of two, and so on.
    pub perft: Option<Spanned<Vec<u64>>>,
    /// The position after the moves, as far as it is told.
    pub then: Option<Place>,
}

/// A position, each thing left out when it has no say.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// For a side, or a side and a kind (`"white king"`), the sites of its pieces.
    pub pieces: Option<BTreeMap<String, Spanned<Words>>>,
    /// For a side, or a side and a kind, how many pieces are in hand.
    pub hands: Option<BTreeMap<String, Spanned<u8>>>,
    /// For a player, enemy pieces captured.
    pub captured: Option<BTreeMap<String, Spanned<u16>>>,
    /// The players who have resigned.
    pub resigned: Option<Spanned<Words>>,
    /// The phase; the first if none is named.
    pub phase: Option<Spanned<String>>,
    /// The side to move; the first if none is named.
    pub to_move: Option<Spanned<String>>,
    /// The sites that the last turn changed.
    pub last: Option<Spanned<Words>>,
    /// Passes in succession.
    pub passes: Option<u16>,
    /// Turns in succession without capture.
    pub quiet: Option<u16>,
    /// Whether the last turns have begun.
    pub last_turns: Option<bool>,
}

impl Place {
    /// Whether any position is like it.
    fn is_nothing(&self) -> bool {
        let Place { hands, captured, resigned, .. } = self;
        let rest = Place { hands: None, captured: None, resigned: None, ..self.clone() };
        rest == Place::default()
            && hands.as_ref().is_none_or(BTreeMap::is_empty)
            && captured.as_ref().is_none_or(BTreeMap::is_empty)
            && resigned.as_ref().is_none_or(|players| players.get_ref().0.is_empty())
    }
}

/// Words with blanks between them, or a list of words.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Words(pub Vec<String>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Words, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Words;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("words in quotes with blanks between them, or a list of words")
            }
            fn visit_str<E>(self, text: &str) -> Result<Words, E> {
                Ok(Words(text.split_whitespace().map(str::to_owned).collect()))
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
                let mut words = Vec::new();
                while let Some(word) = list.next_element()? {
                    words.push(word);
                }
                Ok(Words(words))
            }
        }
        from.deserialize_any(Visitor)
    }
}

impl ScenarioFile {
    /// Reads a scenario file.
    ///
    /// # Errors
    /// [`ReadError`] if it cannot be read or is no scenario file.
    pub fn read(path: &Path) -> Result<ScenarioFile, ReadError> {
        let name = shown(path);
        let file = files::open(path).map_err(|source| ReadError::Io { path: name.clone(), source })?;
        ScenarioFile::read_from(file, &name)
    }

    /// Reads scenarios from anywhere; errors call it by the name.
    ///
    /// # Errors
    /// As [`ScenarioFile::read`].
    pub fn read_from(reader: impl io::Read, name: &str) -> Result<ScenarioFile, ReadError> {
        let source = read_text(reader, name)?;
        let file = ScenarioFile { scenarios: parse_toml(&source)?, source };
        if file.scenarios.all.is_empty() {
            return Err(wrong_at(&file.source, 0, "there is no scenario in the file".to_owned()));
        }
        Ok(file)
    }

    /// A scenario that says nothing of what must hold would hold whatever the game does.
    pub(super) fn expect_claim(&self, scenario: &Scenario) -> Result<(), ReadError> {
        let Scenario { rule, legal, allows, forbids, outcome, perft, then, .. } = scenario;
        let empty = |name, words: &Option<Spanned<Words>>| {
            words.as_ref().filter(|words| words.get_ref().0.is_empty()).map(|words| (name, words.span()))
        };
        let no_count =
            || perft.as_ref().filter(|counts| counts.get_ref().is_empty()).map(|list| ("perft", list.span()));
        let nothing = || then.as_ref().filter(|place| place.is_nothing()).map(|_| ("then", rule.span()));
        let found = empty("allows", allows).or_else(|| empty("forbids", forbids)).or_else(no_count).or_else(nothing);
        let (at, message) = match found {
            Some((name, span)) => (span, format!("`{name}` is empty, and would hold in any position")),
            None if [legal, allows, forbids].iter().any(|words| words.is_some()) => return Ok(()),
            None if outcome.is_some() || perft.is_some() || then.is_some() => return Ok(()),
            None => {
                let keys = "`legal`, `allows`, `forbids`, `outcome`, `perft` or `then`";
                (rule.span(), format!("the scenario says nothing of what must hold: add {keys}"))
            }
        };
        Err(wrong_at(&self.source, at.start, message))
    }

    /// The options of the scenario, as names and values.
    pub fn choices(&self, scenario: &Scenario) -> Vec<(String, String)> {
        let mut all = self.scenarios.options.clone();
        all.extend(scenario.options.clone());
        all.into_iter().map(|(name, value)| (name, value.to_string())).collect()
    }

    /// The problem with this value of the file.
    pub fn wrong<T>(&self, at: &Spanned<T>, message: impl Into<String>) -> ReadError {
        wrong_at(&self.source, at.span().start, message.into())
    }
}

/// Reads the words of a scenario file for one game.
pub(super) struct Reading<'a> {
    pub(super) file: &'a ScenarioFile,
    pub(super) game: &'a Game,
}

impl Reading<'_> {
    /// The moves, each well formed; `session` allows `resign` and `draw` too.
    pub(super) fn moves(&self, words: &Spanned<Words>, session: bool) -> Result<Vec<String>, ReadError> {
        for word in &words.get_ref().0 {
            if session && [RESIGN, DRAW].contains(&word.as_str()) {
                continue;
            }
            MoveText::parse(self.game, word).map_err(|error| self.file.wrong(words, error.to_string()))?;
        }
        Ok(words.get_ref().0.clone())
    }

    /// The place in the list of the thing called so.
    fn named<'n, T>(
        &self,
        at: &Spanned<T>,
        what: &str,
        word: &str,
        mut names: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<usize, ReadError> {
        let known: Vec<String> = names.clone().map(|name| format!("`{name}`")).collect();
        names
            .position(|name| name == word)
            .ok_or_else(|| self.file.wrong(at, format!("the game has no {what} `{word}`, only {}", known.join(", "))))
    }

    pub(super) fn side<T>(&self, at: &Spanned<T>, word: &str) -> Result<Side, ReadError> {
        self.named(at, "side", word, self.game.sides.iter().map(|side| side.name.as_str())).map(Side::new)
    }

    pub(super) fn player<T>(&self, at: &Spanned<T>, word: &str) -> Result<Player, ReadError> {
        self.named(at, "player", word, self.game.players.iter().map(|player| player.name.as_str())).map(Player::new)
    }

    pub(super) fn phase(&self, phase: &Spanned<String>) -> Result<PhaseId, ReadError> {
        let names = self.game.phases.iter().map(|phase| phase.name.as_str());
        self.named(phase, "phase", phase.get_ref(), names).map(PhaseId::new)
    }

    /// A side, or a side and a kind; in a game of several kinds, both.
    pub(super) fn piece<T>(&self, at: &Spanned<T>, words: &str) -> Result<Piece, ReadError> {
        let (side, kind) = words.split_once(' ').unwrap_or((words, ""));
        let side = self.side(at, side)?;
        let kinds = self.game.kinds.iter().map(|kind| kind.name.as_str());
        let kind = match (kind.trim(), self.game.kinds.len()) {
            ("", 1) => 0,
            ("", _) => {
                let whole: Vec<String> = kinds.map(|kind| format!("`{words} {kind}`")).collect();
                let message = format!("of which kind are the pieces of `{words}`? write {}", whole.join(" or "));
                return Err(self.file.wrong(at, message));
            }
            (kind, _) => self.named(at, "kind of piece", kind, kinds)?,
        };
        Ok(Piece { side, kind: Kind::new(kind) })
    }

    pub(super) fn sites(&self, words: &Spanned<Words>) -> Result<Vec<Site>, ReadError> {
        let site = |word: &String| {
            let site = self.game.board.site(word);
            site.ok_or_else(|| self.file.wrong(words, format!("the board has no site `{word}`")))
        };
        words.get_ref().0.iter().map(site).collect()
    }

    /// What stands where.
    pub(super) fn pieces(&self, pieces: &BTreeMap<String, Spanned<Words>>) -> Result<Vec<(Site, Piece)>, ReadError> {
        let mut standing = Vec::new();
        for (words, sites) in pieces {
            let piece = self.piece(sites, words)?;
            standing.extend(self.sites(sites)?.into_iter().map(|site| (site, piece)));
        }
        Ok(standing)
    }

    /// The position as it is to be set up.
    pub(super) fn setup(&self, place: &Place) -> Result<Setup, ReadError> {
        let mut setup = Setup::default();
        if let Some(pieces) = &place.pieces {
            setup.pieces = self.pieces(pieces)?;
        }
        setup.hands = vec![vec![0; self.game.kinds.len()]; self.game.sides.len()];
        for (words, held) in place.hands.iter().flatten() {
            let piece = self.piece(held, words)?;
            setup.hands[piece.side.index()][piece.kind.index()] = *held.get_ref();
        }
        setup.captured = vec![0; self.game.players.len()];
        for (word, captured) in place.captured.iter().flatten() {
            setup.captured[self.player(captured, word)?.index()] = *captured.get_ref();
        }
        if let Some(resigned) = &place.resigned {
            let players = resigned.get_ref().0.iter().map(|word| self.player(resigned, word));
            setup.resigned = players.collect::<Result<_, _>>()?;
        }
        if let Some(phase) = &place.phase {
            setup.phase = self.phase(phase)?;
        }
        if let Some(side) = &place.to_move {
            setup.to_move = self.side(side, side.get_ref())?;
        }
        if let Some(last) = &place.last {
            setup.last = self.sites(last)?.into_iter().collect();
        }
        (setup.passes, setup.quiet) = (place.passes.unwrap_or(0), place.quiet.unwrap_or(0));
        setup.last_turns = place.last_turns.unwrap_or(false);
        Ok(setup)
    }

    /// In what the position differs from the place, a line each.
    pub(super) fn differences(&self, place: &Place, position: &Match) -> Result<Vec<String>, ReadError> {
        let game = self.game;
        let mut found = Vec::new();
        let mut differs = |what: String, is: String, expected: String| {
            if is != expected {
                found.push(format!("{what} is {is}, expected {expected}"));
            }
        };
        let piece = |piece: Option<&Piece>| match piece {
            None => "empty".to_owned(),
            Some(piece) => {
                let (side, kind) = (&game.sides[piece.side.index()].name, &game.kinds[piece.kind.index()].name);
                format!("`{}`'s", format!("{side} {kind}").trim_end())
            }
        };
        if let Some(pieces) = &place.pieces {
            let expected: BTreeMap<Site, Piece> = self.pieces(pieces)?.into_iter().collect();
            for site in (0..game.board.len()).map(Site::new) {
                let is = position.piece(site);
                differs(format!("`{}`", game.board.name(site)), piece(is.as_ref()), piece(expected.get(&site)));
            }
        }
        for (words, held) in place.hands.iter().flatten() {
            let piece = self.piece(held, words)?;
            let is = position.hand(piece.side, piece.kind);
            differs(format!("the hand of `{words}`"), is.to_string(), held.get_ref().to_string());
        }
        for (word, captured) in place.captured.iter().flatten() {
            let is = position.captured(self.player(captured, word)?);
            differs(format!("what `{word}` captured"), is.to_string(), captured.get_ref().to_string());
        }
        if let Some(resigned) = &place.resigned {
            for word in &resigned.get_ref().0 {
                let sides = game.players[self.player(resigned, word)?.index()].sides;
                let is = if sides.iter().any(|side| position.in_play(side)) { "in play" } else { "resigned" };
                differs(format!("`{word}`"), is.to_owned(), "resigned".to_owned());
            }
        }
        if let Some(phase) = &place.phase {
            self.phase(phase)?;
            let is = &game.phases[position.phase().index()].name;
            differs("the phase".to_owned(), format!("`{is}`"), format!("`{}`", phase.get_ref()));
        }
        if let Some(side) = &place.to_move {
            self.side(side, side.get_ref())?;
            let is = &game.sides[position.to_move().index()].name;
            differs("the side to move".to_owned(), format!("`{is}`"), format!("`{}`", side.get_ref()));
        }
        if let Some(last) = &place.last {
            let names = |sites: &mut dyn Iterator<Item = Site>| {
                sites.map(|site| format!("`{}`", game.board.name(site))).collect::<Vec<_>>().join(", ")
            };
            let mut expected = self.sites(last)?;
            expected.sort();
            let is = names(&mut position.last().iter());
            differs("what the last turn changed".to_owned(), is, names(&mut expected.into_iter()));
        }
        let facts = position.position().facts;
        for (what, is, expected) in [("passes", facts.passes, place.passes), ("quiet", facts.quiet, place.quiet)] {
            if let Some(expected) = expected {
                differs(format!("`{what}`"), is.to_string(), expected.to_string());
            }
        }
        if let Some(expected) = place.last_turns {
            let begun = |begun: bool| if begun { "begun" } else { "not begun" }.to_owned();
            differs("the round of last turns".to_owned(), begun(position.in_last_turns()), begun(expected));
        }
        Ok(found)
    }
}
