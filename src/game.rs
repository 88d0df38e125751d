//! The facade: an engine for one game and games in progress, with the width of the board hidden.

use crate::bits::{Site, SiteSet};
use crate::model::{Game, Kind, PhaseId, Player, Side};
use std::sync::Arc;

/// A compiled game, ready to play. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Engine {
    game: Arc<Game>,
}

/// A piece: whose, and of which kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose.
    pub side: Side,
    /// Of which kind.
    pub kind: Kind,
}

/// One move of a side: a whole turn. Two moves are equal if and only if they are written the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The compulsory pass.
    Pass,
    /// A piece placed from hand.
    Place {
        /// The kind placed.
        kind: Kind,
        /// Where.
        to: Site,
    },
    /// A piece of one's own taken off.
    Remove {
        /// Which.
        from: Site,
    },
    /// A step, a slide or a glide, perhaps onto an enemy piece that is captured.
    Step {
        /// Where the piece stood.
        from: Site,
        /// Where it stands afterwards.
        to: Site,
        /// Whether it captures what stood there.
        captures: bool,
    },
    /// One jump or a chain of jumps.
    Jump {
        /// Where the piece stood.
        from: Site,
        /// Where it glided to before its first jump, if it did.
        glide: Option<Site>,
        /// The jumps, one or more.
        hops: Vec<Hop>,
    },
}

/// One jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hop {
    /// What becomes of the jumped piece.
    pub effect: HopEffect,
    /// Where the jumped piece stood.
    pub over: Site,
    /// Where the jump lands.
    pub to: Site,
}

/// What becomes of a jumped piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HopEffect {
    /// It is taken off.
    Remove,
    /// It becomes one of the mover's.
    Exchange,
    /// It stays.
    Keep,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// A draw under this name: `repetition`, `agreement`, or what the file says.
    Draw(String),
}

/// A position to set up. What is left empty means none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// What stands where.
    pub pieces: Vec<(Site, Piece)>,
    /// For each side, how many pieces of each kind are in hand; missing entries are none.
    pub hands: Vec<Vec<u16>>,
    /// For each player, enemy pieces captured; missing entries are none.
    pub captured: Vec<u16>,
    /// Players who have resigned.
    pub resigned: Vec<Player>,
    /// The phase.
    pub phase: PhaseId,
    /// The side to move.
    pub to_move: Side,
    /// What the last turn changed.
    pub last: SiteSet,
    /// Passes in succession.
    pub passes: u16,
    /// Turns in succession without capture.
    pub quiet: u16,
    /// Whether the last turns have begun: each side in play has one, beginning with the side to move.
    pub last_turns: bool,
}

/// Why a position cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The phase, side, player, kind or site is not one of the game's.
    #[error("the game has no {0}")]
    Unknown(String),
    /// Two pieces stand on one site.
    #[error("two pieces on {0}")]
    Occupied(String),
}

/// A game in progress: every position from its start, so that moves can be taken back.
#[derive(Clone, Debug)]
pub struct Match {
    engine: Engine,
}

impl Engine {
    /// Compiles the game.
    pub fn new(game: Game) -> Engine {
        Engine { game: Arc::new(game) }
    }

    /// The game it plays.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// A game from the file's own start.
    pub fn start(&self) -> Match {
        todo!()
    }

    /// A game from a position set up by hand; it counts as its own first occurrence.
    ///
    /// # Errors
    /// [`SetupError`] if the setup names what the game lacks, or puts two pieces on one site.
    pub fn set_up(&self, setup: &Setup) -> Result<Match, SetupError> {
        let _ = setup;
        todo!()
    }

    /// Plays uniform random games from the start on this thread for about `seconds` of its CPU time, each cut off
    /// after `cap` plies.
    pub fn playouts(&self, seconds: f64, seed: u64, cap: u32) -> Playouts {
        let _ = (seconds, seed, cap);
        todo!()
    }
}

/// What a run of random games gave.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Playouts {
    /// Games played.
    pub games: u64,
    /// Plies of all games together.
    pub plies: u64,
    /// Games won, by player.
    pub wins: Vec<u64>,
    /// Games drawn, by the draw's name.
    pub draws: Vec<(String, u64)>,
    /// Games cut off.
    pub cut: u64,
    /// CPU seconds of the playing thread.
    pub seconds: f64,
}

impl Match {
    /// The engine it is played with.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The legal moves, none when the game is over; in no particular order, none twice.
    pub fn legal(&self) -> Vec<Move> {
        todo!()
    }

    /// Plays a legal move. Answers whether it was legal; if not, nothing has changed.
    pub fn play(&mut self, played: &Move) -> bool {
        let _ = played;
        todo!()
    }

    /// The player of the side to move resigns. Does nothing when the game is over.
    pub fn resign(&mut self) {
        todo!()
    }

    /// The players agree a draw. Does nothing when the game is over.
    pub fn agree_draw(&mut self) {
        todo!()
    }

    /// Takes back the last move, resignation or agreement. Answers whether there was one.
    pub fn undo(&mut self) -> bool {
        todo!()
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        todo!()
    }

    /// The side to move, or that would be.
    pub fn to_move(&self) -> Side {
        todo!()
    }

    /// The phase.
    pub fn phase(&self) -> PhaseId {
        todo!()
    }

    /// The number of moves played since the start; resignations and agreements do not count.
    pub fn ply(&self) -> usize {
        todo!()
    }

    /// What stands on the site.
    pub fn piece(&self, site: Site) -> Option<Piece> {
        let _ = site;
        todo!()
    }

    /// How many pieces of the kind the side has in hand.
    pub fn hand(&self, side: Side, kind: Kind) -> u16 {
        let _ = (side, kind);
        todo!()
    }

    /// Enemy pieces that the player has captured.
    pub fn captured(&self, player: Player) -> u16 {
        let _ = player;
        todo!()
    }

    /// Whether the side is in play: its player has not resigned and it is not out.
    pub fn in_play(&self, side: Side) -> bool {
        let _ = side;
        todo!()
    }

    /// What the last turn changed.
    pub fn last(&self) -> SiteSet {
        todo!()
    }

    /// The number of move sequences of this many plies.
    pub fn perft(&self, plies: u32) -> u64 {
        let _ = plies;
        todo!()
    }
}
