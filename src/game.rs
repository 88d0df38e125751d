//! The facade: an engine for one game and games in progress, with the width of the board hidden.

use crate::bits::{Bits, MAX_SITES, Site, SiteSet, Words};
use crate::model::{Game, Kind, PhaseId, Player, Side, Stuck};
pub use crate::moves::{Hop, HopEffect, Move};
use crate::perft::{self, Known};
use crate::playout;
use crate::position::{GameResult, Jumps, Memory, MoveList, Played, Position, Standing};
use crate::rules::{Deed, Rules};
use crate::search::{self, Evaluation, Watch};
pub use crate::search::{Candidate, Found, Limits, Progress, Verdict};
use crate::source::Span;
use std::collections::TryReserveError;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The most plies of sequences that are counted to measure.
const MOST_PLIES: u32 = 100;

/// A compiled game, ready to play. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Engine {
    game: Arc<Game>,
    rules: AnyRules,
    /// Learnt when it is first asked for.
    evaluation: Arc<OnceLock<Evaluation>>,
}

/// A piece: whose, and of which kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose.
    pub side: Side,
    /// Of which kind.
    pub kind: Kind,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// A draw under this name: `repetition`, `agreement`, or what the file says.
    Draw(String),
}

/// An ending that was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looked {
    /// Where it is written; a `stuck` too.
    pub span: Span,
    /// Whether it came about; `None` if it was not looked at, since one before it had ended the game.
    pub fired: Option<bool>,
}

/// A position to set up. What is left empty means none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// What stands where.
    pub pieces: Vec<(Site, Piece)>,
    /// For each side, how many pieces of each kind are in hand; missing entries are none.
    pub hands: Vec<Vec<u8>>,
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

/// The rules in the narrowest width that holds the board.
#[derive(Clone, Debug)]
enum AnyRules {
    One(Arc<Rules<1>>),
    Two(Arc<Rules<2>>),
    Three(Arc<Rules<3>>),
    Four(Arc<Rules<4>>),
}

/// Runs the same code for whichever width the rules have.
macro_rules! with_rules {
    ($any:expr, $rules:ident => $body:expr) => {
        match $any {
            AnyRules::One($rules) => $body,
            AnyRules::Two($rules) => $body,
            AnyRules::Three($rules) => $body,
            AnyRules::Four($rules) => $body,
        }
    };
}

impl Engine {
    /// Compiles the game.
    pub fn new(game: Game) -> Engine {
        let rules = match game.board.len().div_ceil(64) {
            0 | 1 => AnyRules::One(Arc::new(Rules::new(&game))),
            2 => AnyRules::Two(Arc::new(Rules::new(&game))),
            3 => AnyRules::Three(Arc::new(Rules::new(&game))),
            _ => AnyRules::Four(Arc::new(Rules::new(&game))),
        };
        Engine { game: Arc::new(game), rules, evaluation: Arc::default() }
    }

    /// The game it plays.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the rules count repeated positions, so that what follows a position depends on those before it.
    pub fn counts_repeats(&self) -> bool {
        with_rules!(&self.rules, rules => rules.counts_repeats)
    }

    /// Learns what the computer should know before it thinks about this game's positions, unless it has. Answers whether
    /// it has now; otherwise `progress` was stopped.
    pub fn learn(&self, progress: &Progress) -> bool {
        let mut watch = Watch::new(progress, None, u64::MAX);
        with_rules!(&self.rules, rules => search::learn(rules, &self.evaluation, &mut watch))
    }

    /// A game from the file's own start.
    pub fn start(&self) -> Match {
        let table: Box<dyn Table> = with_rules!(&self.rules, rules => Box::new(Seat::start(rules)));
        Match { engine: self.clone(), table }
    }

    /// A game from a position set up by hand; it counts as its own first occurrence.
    ///
    /// # Errors
    /// [`SetupError`] if the setup names what the game lacks, or puts two pieces on one site.
    pub fn set_up(&self, setup: &Setup) -> Result<Match, SetupError> {
        self.validate(setup)?;
        let table: Box<dyn Table> = with_rules!(&self.rules, rules => Box::new(Seat::set_up(rules, setup)));
        Ok(Match { engine: self.clone(), table })
    }

    fn validate(&self, setup: &Setup) -> Result<(), SetupError> {
        let game = self.game();
        let known = |index: usize, count: usize, what: &str| match index < count {
            true => Ok(()),
            false => Err(SetupError::Unknown(format!("{what} {}", index + 1))),
        };
        let mut taken = [false; MAX_SITES];
        for &(site, piece) in &setup.pieces {
            known(site.index(), game.board.len(), "site")?;
            known(piece.side.index(), game.sides.len(), "side")?;
            known(piece.kind.index(), game.kinds.len(), "kind of piece")?;
            if std::mem::replace(&mut taken[site.index()], true) {
                return Err(SetupError::Occupied(game.board.name(site).to_owned()));
            }
        }
        known(setup.hands.len().saturating_sub(1), game.sides.len(), "side")?;
        for held in &setup.hands {
            known(held.len().saturating_sub(1), game.kinds.len(), "kind of piece")?;
        }
        known(setup.captured.len().saturating_sub(1), game.players.len(), "player")?;
        setup.resigned.iter().try_for_each(|player| known(player.index(), game.players.len(), "player"))?;
        known(setup.phase.index(), game.phases.len(), "phase")?;
        known(setup.to_move.index(), game.sides.len(), "side")
    }

    /// Plays uniform random games from the start on this thread for about `seconds` of its CPU time, each cut off
    /// after `cap` plies.
    pub fn playouts(&self, seconds: f64, seed: u64, cap: u32) -> Playouts {
        // The clock is looked at now and then.
        self.play_while(seed, cap, |begun, spent| begun % 16 > 0 || spent().as_secs_f64() < seconds)
    }

    /// Plays so many uniform random games from the start on this thread, each cut off after `cap` plies.
    pub fn random_games(&self, games: u64, seed: u64, cap: u32) -> Playouts {
        self.play_while(seed, cap, |begun, _| begun < games)
    }

    fn play_while(&self, seed: u64, cap: u32, more: impl Fn(u64, &dyn Fn() -> Duration) -> bool) -> Playouts {
        with_rules!(&self.rules, rules => {
            let started = thread_time();
            let spent = || thread_time() - started;
            let tally = playout::play(rules, seed, cap, |begun| more(begun, &spent));
            Playouts::new(&tally, &rules.labels, spent().as_secs_f64())
        })
    }

    /// Counts move sequences from the start on this thread, for at least a quarter of the seconds of its CPU time and
    /// hardly more than all of them: the longest for which that suffices.
    pub fn counting(&self, seconds: f64) -> Counting {
        let start = self.start();
        let count = |plies| {
            let started = thread_time();
            let nodes = start.perft(plies);
            Counting { plies, nodes, seconds: (thread_time() - started).as_secs_f64() }
        };
        let mut found = count(0);
        for plies in 1..=MOST_PLIES {
            let next = count(plies);
            if next.nodes == 0 {
                break;
            }
            let growth = next.nodes as f64 / found.nodes as f64;
            found = next;
            if found.seconds * growth > seconds {
                break;
            }
        }
        while found.seconds < seconds / 4.0 {
            let again = count(found.plies);
            found.nodes = found.nodes.saturating_add(again.nodes);
            found.seconds += again.seconds;
        }
        found
    }
}

/// How fast move sequences were counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Counting {
    /// The length of the sequences.
    pub plies: u32,
    /// The number of sequences counted, those of every time that they were.
    pub nodes: u64,
    /// CPU seconds that this took.
    pub seconds: f64,
}

/// The CPU time of this thread so far; where the system does not tell, the time since the first call.
fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
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
    /// CPU seconds of the playing threads, added up.
    pub seconds: f64,
}

impl Playouts {
    fn new(tally: &playout::Tally, labels: &[String], seconds: f64) -> Playouts {
        let draws = labels.iter().cloned().zip(tally.draws.iter().copied()).filter(|&(_, count)| count > 0);
        Playouts {
            games: tally.games,
            plies: tally.plies,
            wins: tally.wins.clone(),
            draws: draws.collect(),
            cut: tally.cut,
            seconds,
        }
    }

    /// What two runs of one game gave together.
    pub fn plus(mut self, other: Playouts) -> Playouts {
        self.games += other.games;
        self.plies += other.plies;
        self.wins.resize(self.wins.len().max(other.wins.len()), 0);
        self.wins.iter_mut().zip(other.wins).for_each(|(wins, more)| *wins += more);
        for (name, more) in other.draws {
            match self.draws.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += more,
                None => self.draws.push((name, more)),
            }
        }
        self.cut += other.cut;
        self.seconds += other.seconds;
        self
    }
}

/// A game in progress: every position from its start, so that moves can be taken back.
#[derive(Clone, Debug)]
pub struct Match {
    engine: Engine,
    table: Box<dyn Table>,
}

impl Match {
    /// The engine it is played with.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The legal moves, none when the game is over; in no particular order, none twice.
    pub fn legal(&self) -> Vec<Move> {
        self.table.legal().into_iter().map(|(legal, _)| legal).collect()
    }

    /// The legal moves, each with the statement that allows it; of a pass, the `stuck` that asks for it.
    pub fn legal_with_statements(&self) -> Vec<(Move, Option<Span>)> {
        let mut legal = self.table.legal();
        if let [(Move::Pass, statement)] = &mut legal[..] {
            *statement = self.engine.game.phases[self.phase().index()].stuck_span;
        }
        legal
    }

    /// The `choose` statements that leave moves out of the legal ones, each once.
    pub fn choices(&self) -> Vec<Span> {
        self.table.choices()
    }

    /// Plays a legal move. Answers whether it was legal; if not, nothing has changed.
    pub fn play(&mut self, played: &Move) -> bool {
        self.table.play(played)
    }

    /// The player of the side to move resigns. Does nothing when the game is over.
    pub fn resign(&mut self) {
        self.table.resign();
    }

    /// The players agree a draw. Does nothing when the game is over.
    pub fn agree_draw(&mut self) {
        self.table.agree_draw();
    }

    /// Takes back the last move, resignation or agreement. Answers whether there was one.
    pub fn undo(&mut self) -> bool {
        self.table.undo()
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// The statement that decided the game: an ending, an `out` or a `stuck`; `None` while it goes on, and where a player
    /// resigned, the players agreed, or there was nothing left to play.
    pub fn decided_by(&self) -> Option<Span> {
        self.table.decided_by()
    }

    /// The endings that were looked at when the last move or resignation had been made, or as the game began, in that order;
    /// none once something has been taken back.
    pub fn looked(&self) -> Vec<Looked> {
        self.table.looked()
    }

    /// The side to move, or that would be.
    pub fn to_move(&self) -> Side {
        self.table.position().to_move
    }

    /// The phase.
    pub fn phase(&self) -> PhaseId {
        self.table.position().phase
    }

    /// The number of moves played since the start; resignations and agreements do not count.
    pub fn ply(&self) -> usize {
        self.table.ply()
    }

    /// What stands on the site.
    pub fn piece(&self, site: Site) -> Option<Piece> {
        let (side, kind) = self.table.position().facts.placement.at(site)?;
        Some(Piece { side, kind })
    }

    /// How many pieces of the kind the side has in hand.
    pub fn hand(&self, side: Side, kind: Kind) -> u16 {
        self.table.position().hands[side.index()][kind.index()] as u16
    }

    /// Enemy pieces that the player has captured.
    pub fn captured(&self, player: Player) -> u32 {
        self.table.position().facts.captured[player.index()]
    }

    /// Whether the side is in play: its player has not resigned and it is not out.
    pub fn in_play(&self, side: Side) -> bool {
        self.table.position().facts.in_play.has(side)
    }

    /// Whether the last turns have begun.
    pub fn in_last_turns(&self) -> bool {
        self.table.position().in_last_turns()
    }

    /// What the last turn changed.
    pub fn last(&self) -> SiteSet {
        self.table.position().facts.placement.last()
    }

    /// The position itself, for the layers that look into the rules.
    pub(crate) fn position(&self) -> Position<4> {
        self.table.position()
    }

    /// The keys of the positions so far, in a game that counts repetitions.
    pub(crate) fn keys(&self) -> &[u64] {
        self.table.keys()
    }

    /// The number of move sequences of this many plies.
    pub fn perft(&self, plies: u32) -> u64 {
        self.table.perft(plies)
    }

    /// The number of move sequences of this many plies by their first move, in the order of [`Match::legal`]; none for no
    /// plies. Counted on all threads of rayon's pool in force.
    ///
    /// With a table of so many `bytes`, positions that come about in several ways are counted once; the counts are
    /// the same. A game for which [`Engine::counts_repeats`] is counted without.
    ///
    /// # Errors
    /// [`TryReserveError`] if there is no memory for the table.
    pub fn divide(&self, plies: u32, bytes: Option<usize>) -> Result<Vec<u64>, TryReserveError> {
        self.table.divide(plies, bytes)
    }

    /// The number of legal moves, counted without listing them.
    pub fn count_legal(&self) -> usize {
        self.table.count_legal()
    }

    /// The legal move at this place of [`Match::legal`].
    pub fn nth_legal(&self, index: usize) -> Option<Move> {
        self.table.nth_legal(index)
    }

    /// Thinks about the position: the legal moves, the best first, numbered as in [`Match::legal`]. `None` when the game
    /// is over.
    ///
    /// Blocks until a limit is met, the position is settled, or another thread calls [`Progress::stop`]. A move that
    /// wins at once is always found, unless it is stopped before. Where time is not limited, the same position, limits
    /// and seed give the same answer.
    pub fn search(&self, limits: &Limits, seed: u64, progress: &Progress) -> Option<Found> {
        self.table.search(limits, seed, progress, &self.engine.evaluation)
    }
}

/// A game in progress on a board of some width.
trait Table: std::fmt::Debug + Send + Sync {
    fn legal(&self) -> Vec<(Move, Option<Span>)>;
    fn choices(&self) -> Vec<Span>;
    fn play(&mut self, played: &Move) -> bool;
    fn resign(&mut self);
    fn agree_draw(&mut self);
    fn undo(&mut self) -> bool;
    fn outcome(&self) -> Option<Outcome>;
    fn decided_by(&self) -> Option<Span>;
    fn looked(&self) -> Vec<Looked>;
    fn ply(&self) -> usize;
    fn perft(&self, plies: u32) -> u64;
    fn divide(&self, plies: u32, bytes: Option<usize>) -> Result<Vec<u64>, TryReserveError>;
    fn count_legal(&self) -> usize;
    fn nth_legal(&self, index: usize) -> Option<Move>;
    fn search(&self, limits: &Limits, seed: u64, progress: &Progress, learnt: &OnceLock<Evaluation>) -> Option<Found>;
    /// The position, in the width that holds every board.
    fn position(&self) -> Position<4>;
    /// The keys of the positions so far.
    fn keys(&self) -> &[u64];
    fn boxed(&self) -> Box<dyn Table>;
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

// Positions are copied at every ply.
const _: () = assert!(size_of::<Position<1>>() < 512, "a position of a board of up to 64 sites is small");

#[derive(Clone, Debug)]
struct Seat<const W: usize> {
    rules: Arc<Rules<W>>,
    position: Position<W>,
    memory: Memory,
    /// The legal moves of `position`.
    moves: MoveList<W>,
    past: Vec<Past<W>>,
    /// How many of the past were moves.
    plies: usize,
}

#[derive(Clone, Debug)]
struct Past<const W: usize> {
    position: Position<W>,
    keys: usize,
    /// Whether what followed was a move, not a resignation or an agreement.
    moved: bool,
}

impl<const W: usize> Seat<W> {
    fn start(rules: &Arc<Rules<W>>) -> Seat<W> {
        let mut memory = Memory::of_a_game();
        let position = Position::start(rules, &mut memory);
        Seat::at(rules, position, memory)
    }

    fn set_up(rules: &Arc<Rules<W>>, setup: &Setup) -> Seat<W> {
        let mut position = Position::bare(rules);
        for &(site, piece) in &setup.pieces {
            position.facts.placement.put(rules.kinds, piece.side, piece.kind, site);
        }
        for (hand, held) in position.hands.iter_mut().zip(&setup.hands) {
            hand.iter_mut().zip(held).for_each(|(hand, &held)| *hand = held);
        }
        position.facts.captured.iter_mut().zip(&setup.captured).for_each(|(captured, &count)| *captured = count.into());
        for player in &setup.resigned {
            position.facts.in_play.0 &= !rules.players[player.index()].0;
        }
        position.facts.placement.set_last(setup.last.resize());
        (position.phase, position.to_move) = (setup.phase, setup.to_move);
        (position.facts.passes, position.facts.quiet) = (setup.passes.into(), setup.quiet.into());
        if setup.last_turns {
            position.begin_last_turns(rules);
        }
        let mut memory = Memory::of_a_game();
        position.settle(rules, &mut memory);
        Seat::at(rules, position, memory)
    }

    fn at(rules: &Arc<Rules<W>>, position: Position<W>, memory: Memory) -> Seat<W> {
        let moves = MoveList::new(rules);
        let mut seat = Seat { rules: rules.clone(), position, memory, moves, past: Vec::new(), plies: 0 };
        seat.begin_turn();
        seat
    }

    /// Lists the legal moves.
    fn begin_turn(&mut self) {
        self.position.begin_turn_before(&self.rules, &mut self.moves, &mut self.memory.witness);
        let phase = self.rules.of(self.position.phase, self.position.to_move);
        if let (Some(stuck), Stuck::Loses | Stuck::Draws) = (phase.stuck_statement, phase.stuck) {
            match self.position.standing {
                Standing::Open => self.memory.witness.tell(stuck, false),
                Standing::Over { by, .. } if by == Some(stuck) => {}
                Standing::Over { .. } => self.memory.witness.leave_out(stuck),
            }
        }
    }

    fn remember(&mut self, moved: bool) {
        self.memory.witness.clear();
        self.past.push(Past { position: self.position, keys: self.memory.keys.len(), moved });
        self.plies += usize::from(moved);
    }

    /// The move as the outside knows it.
    fn told(&self, played: Played) -> Move {
        let go =
            |from: Site, to: Site| Move::Step { from, to, captures: self.position.facts.placement.pieces().has(to) };
        let glide = |from: Site, first: Site| (first != from).then_some(first);
        match played {
            Played::Pass => Move::Pass,
            Played::Go { from, to, jumps: Some(Jumps { first, count }), .. } => {
                Move::JumpTo { from, glide: glide(from, first), to, jumps: count }
            }
            Played::Go { from, to, .. } => go(from, to),
            Played::Chain(chain) => Move::Jump {
                from: chain.from,
                glide: glide(chain.from, chain.glide),
                hops: self.moves.hops(chain).to_vec(),
            },
            Played::Track { track, to } => {
                let from = self.rules.from(track, to);
                match self.rules.tracks[track as usize].deed {
                    Deed::Place(kind) => Move::Place { kind, to },
                    Deed::Remove => Move::Remove { from },
                    Deed::Step => go(from, to),
                    Deed::Jumps { .. } => Move::Jump { from, glide: None, hops: self.rules.hops(track, to) },
                }
            }
        }
    }

    /// Where the statement that allows the move is written.
    fn statement(&self, played: Played) -> Option<Span> {
        let statement = match played {
            Played::Pass => return None,
            Played::Track { track, .. } => self.rules.tracks[track as usize].statement,
            Played::Go { statement, .. } => statement,
            Played::Chain(chain) => chain.statement,
        };
        Some(self.rules.statements[statement as usize])
    }
}

impl<const W: usize> Table for Seat<W>
where
    Bits<W>: Words,
{
    fn legal(&self) -> Vec<(Move, Option<Span>)> {
        self.moves.iter().map(|played| (self.told(played), self.statement(played))).collect()
    }

    fn choices(&self) -> Vec<Span> {
        self.moves.choices().iter().map(|&choice| self.rules.statements[choice as usize]).collect()
    }

    fn play(&mut self, wanted: &Move) -> bool {
        let Some(played) = self.moves.iter().find(|&played| self.told(played) == *wanted) else {
            return false;
        };
        self.remember(true);
        self.position.play(&self.rules, played, &self.moves, &mut self.memory);
        self.begin_turn();
        true
    }

    fn resign(&mut self) {
        if self.position.standing == Standing::Open {
            self.remember(false);
            self.position.resign(&self.rules, &mut self.memory);
            self.begin_turn();
        }
    }

    fn agree_draw(&mut self) {
        if self.position.standing == Standing::Open {
            self.remember(false);
            self.position.agree_draw();
            self.moves.clear();
        }
    }

    fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        self.plies -= usize::from(past.moved);
        self.memory.truncate(past.keys);
        self.position = past.position;
        self.begin_turn();
        self.memory.witness.clear();
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.position.standing {
            Standing::Open => None,
            Standing::Over { result: GameResult::Won(player), .. } => Some(Outcome::Win(player)),
            Standing::Over { result: GameResult::Drawn(label), .. } => {
                Some(Outcome::Draw(self.rules.labels[label.index()].clone()))
            }
        }
    }

    fn decided_by(&self) -> Option<Span> {
        let Standing::Over { by, .. } = self.position.standing else { return None };
        by.map(|statement| self.rules.statements[statement as usize])
    }

    fn looked(&self) -> Vec<Looked> {
        let looked = self.memory.witness.looked().iter();
        looked.map(|one| Looked { span: self.rules.statements[one.statement as usize], fired: one.fired }).collect()
    }

    fn ply(&self) -> usize {
        self.plies
    }

    fn perft(&self, plies: u32) -> u64 {
        perft::count(&self.rules, &self.position, &mut self.memory.to_look_ahead(), plies)
    }

    fn divide(&self, plies: u32, bytes: Option<usize>) -> Result<Vec<u64>, TryReserveError> {
        let known = bytes.map(|bytes| Known::new(&self.rules, &self.position, bytes)).transpose()?.flatten();
        Ok(perft::divide(&self.rules, &self.position, &self.memory.to_look_ahead(), plies, known.as_ref()))
    }

    fn count_legal(&self) -> usize {
        self.moves.len()
    }

    fn nth_legal(&self, index: usize) -> Option<Move> {
        (index < self.moves.len()).then(|| self.told(self.moves.nth(index)))
    }

    fn search(&self, limits: &Limits, seed: u64, progress: &Progress, learnt: &OnceLock<Evaluation>) -> Option<Found> {
        search::search(&self.rules, &self.position, &self.memory.to_look_ahead(), limits, seed, progress, learnt)
    }

    fn position(&self) -> Position<4> {
        let mut position = self.position.widened();
        if let Some(past) = self.past.last().filter(|past| past.moved) {
            let changed = self.position.facts.placement.difference(&past.position.facts.placement);
            position.facts.placement.set_last(changed.resize());
        }
        position
    }

    fn keys(&self) -> &[u64] {
        &self.memory.keys
    }

    fn boxed(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}
