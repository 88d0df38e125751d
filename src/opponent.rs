//! Who decides for a player: a person, chance, or the computer at a level or for a time.

use crate::game::{Found, Limits, Match, Move, Progress};
use crate::playout::mixed;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How well the computer plays, from [`Level::LOWEST`] to [`Level::HIGHEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// The strongest.
    pub const HIGHEST: Level = Level(4);

    /// What plays against somebody who asks for nothing else.
    pub const USUAL: Level = Level(3);

    /// The level of this number, from 1 to 4.
    pub fn new(number: u8) -> Option<Level> {
        (Self::LOWEST.0..=Self::HIGHEST.0).contains(&number).then_some(Level(number))
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Every level, rising.
    pub fn all() -> impl Iterator<Item = Level> {
        (Self::LOWEST.0..=Self::HIGHEST.0).map(Level)
    }

    /// How much the level thinks about a move, in games played out.
    pub fn iterations(self) -> u64 {
        [3, 16, 70, 10_000][self.0 as usize - 1]
    }
}

/// Who decides for a player.
///
/// Written `human`, `random`, `ai` (the highest level), `ai:3` (a level), `ai:500ms` or `ai:2s` (so much time a move).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// Any legal move, each as likely as the others.
    Random,
    /// The computer, at a level.
    Level(Level),
    /// The computer, with so much time for a move, on all processors.
    Time(Duration),
}

/// The longest time for a move.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The text names no kind of player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is no kind of player: expected {}`random`, `ai`, `ai:LEVEL` with a level from 1 to {highest}, or `ai:TIME` with a time such as `500ms` or `2s`", if *may_be_human { "`human`, " } else { "" }, highest = Level::HIGHEST.0)]
pub struct UnknownPlayerKind {
    text: String,
    may_be_human: bool,
}

impl UnknownPlayerKind {
    /// The same where a human cannot play.
    pub fn among_programs(self) -> UnknownPlayerKind {
        UnknownPlayerKind { may_be_human: false, ..self }
    }
}

impl FromStr for PlayerKind {
    type Err = UnknownPlayerKind;

    fn from_str(text: &str) -> Result<PlayerKind, UnknownPlayerKind> {
        let known = match text {
            "human" => Some(PlayerKind::Human),
            "random" => Some(PlayerKind::Random),
            "ai" => Some(PlayerKind::Level(Level::HIGHEST)),
            _ => text.strip_prefix("ai:").and_then(|rest| match rest.bytes().all(|byte| byte.is_ascii_digit()) {
                true => rest.parse().ok().and_then(Level::new).map(PlayerKind::Level),
                false => time(rest).map(PlayerKind::Time),
            }),
        };
        known.ok_or_else(|| UnknownPlayerKind { text: text.to_owned(), may_be_human: true })
    }
}

/// A time such as `500ms`, `2s` or `1.5s`.
fn time(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s')?, 1.0),
    };
    if !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let time = Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit).ok()?;
    (!time.is_zero() && time <= LONGEST).then_some(time)
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Human => f.write_str("human"),
            PlayerKind::Random => f.write_str("random"),
            PlayerKind::Level(level) => write!(f, "ai:{}", level.0),
            PlayerKind::Time(time) if time.subsec_nanos() == 0 => write!(f, "ai:{}s", time.as_secs()),
            PlayerKind::Time(time) => write!(f, "ai:{}ms", time.as_secs_f64() * 1000.0),
        }
    }
}

impl PlayerKind {
    /// How much the computer thinks about a move; `None` for those who do not think by it.
    pub fn limits(self) -> Option<Limits> {
        match self {
            PlayerKind::Human | PlayerKind::Random => None,
            PlayerKind::Level(level) => Some(Limits::iterations(level.iterations())),
            PlayerKind::Time(time) => Some(Limits::time(time)),
        }
    }

    /// Whether its moves follow from the seed alone.
    pub fn is_reproducible(self) -> bool {
        matches!(self, PlayerKind::Random | PlayerKind::Level(_))
    }

    /// Decides on a move; `None` for a person, and when the game is over.
    ///
    /// The same position and seed give the same move, unless the kind thinks for a time. Every ply of a game draws on
    /// random numbers of its own, so one seed will do for all of it, and a game taken back goes on as it did.
    pub fn choose(self, position: &Match, seed: u64, progress: &Progress) -> Option<Move> {
        let seed = mixed(seed, position.ply() as u64);
        match self.limits() {
            Some(limits) => {
                let Found { candidates, .. } = position.search(&limits, seed, progress)?;
                position.nth_legal(candidates.first()?.index)
            }
            None if self == PlayerKind::Random => {
                let count = position.count_legal() as u128;
                let random = Pcg64Mcg::seed_from_u64(seed).next_u64() as u128;
                position.nth_legal(((random * count) >> 64) as usize)
            }
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for text in ["human", "random", "ai:1", "ai:4", "ai:500ms", "ai:2s"] {
            assert_eq!(text.parse::<PlayerKind>().map(|kind| kind.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("ai".parse(), Ok(PlayerKind::Level(Level::HIGHEST)));
        assert_eq!("ai:1.5s".parse(), Ok(PlayerKind::Time(Duration::from_millis(1500))));
        for text in [
            "",
            "robot",
            "ai:",
            "ai:0",
            "ai:5",
            "ai:256",
            "ai:-1s",
            "ai:0s",
            "ai:s",
            "ai:1e3s",
            "ai:infs",
            "AI",
            "ai:99999999s",
        ] {
            assert!(text.parse::<PlayerKind>().is_err(), "{text}");
        }
    }
}
