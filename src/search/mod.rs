//! Computer opponents: which move is best, found by playing games on from the position and proving what can be proved.
//!
//! Nothing is known of a game but what the engine answers: moves, and how games end.

mod evaluation;
mod habits;
mod outcomes;
mod tree;

use crate::model::Player;
use crate::position::{Memory, MoveList, Position};
use crate::rules::Rules;
pub use evaluation::Evaluation;
use outcomes::Outcomes;
use std::cmp::Ordering;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};
use tree::{Node, Tree};

/// How long to think; whichever limit is met first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most games to play out, all threads together.
    pub iterations: Option<u64>,
    /// The most time to take.
    pub time: Option<Duration>,
    /// The most moves to list, all threads together, however few games they are.
    pub moves: u64,
    /// The number of threads, each of which grows a tree of its own.
    pub threads: usize,
    /// The most positions to hold, all threads together, at 32 bytes each; the moves of the position itself are always
    /// held.
    pub nodes: usize,
}

impl Limits {
    /// The most positions that are held unless something else is asked for.
    pub const NODES: usize = 1 << 22;

    /// The most moves that are listed unless something else is asked for: more than a move needs on any board on which
    /// the moves are not too many to look at.
    pub const MOVES: u64 = 1 << 27;

    /// So many games on one thread: the same seed then gives the same move.
    pub fn iterations(iterations: u64) -> Limits {
        Limits { iterations: Some(iterations), time: None, moves: Self::MOVES, threads: 1, nodes: Self::NODES }
    }

    /// So much time on all processors.
    pub fn time(time: Duration) -> Limits {
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
        Limits { iterations: None, time: Some(time), moves: u64::MAX, threads, nodes: Self::NODES }
    }
}

/// How a position ends, seen by the player to move, if nobody errs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// That player wins.
    Win,
    /// It is a draw.
    Draw,
    /// Another player wins.
    Loss,
}

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// Its place in the list of legal moves.
    pub index: usize,
    /// The share of all games that began with it, from 0 to 1.
    pub share: f64,
    /// What those games were worth to the player to move, from 0 to 1; a win is worth 1.
    pub score: f64,
    /// What is proved.
    pub verdict: Option<Verdict>,
}

/// What others may see and say while a search goes on.
#[derive(Debug, Default)]
pub struct Progress {
    stop: AtomicBool,
    iterations: AtomicU64,
    best: Mutex<Option<Candidate>>,
}

impl Progress {
    /// Asks the search to stop; it answers with the best move so far.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search has been asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The number of games played so far.
    pub fn iterations(&self) -> u64 {
        self.iterations.load(Relaxed)
    }

    /// The best move so far, as one of the threads sees it.
    pub fn best(&self) -> Option<Candidate> {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Candidate>> {
        self.best.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The legal moves, the best first.
    pub candidates: Vec<Candidate>,
    /// The number of games played.
    pub iterations: u64,
}

/// How often a thread tells how far it is, in games.
const ROUND: u64 = 16;

/// How often a thread looks at the clock and whether it is asked to stop, in moves listed.
const LOOK: u64 = 4096;

/// Says when it is enough: after a time, after so many moves listed, or when somebody asks.
#[derive(Clone, Debug)]
pub struct Watch<'a> {
    progress: &'a Progress,
    until: Option<Instant>,
    /// How many moves may still be listed, beside those until the next look.
    left: u64,
    /// After how many moves to look again.
    look: u64,
    is_over: bool,
}

impl<'a> Watch<'a> {
    /// For so many moves and until then at the latest.
    pub fn new(progress: &'a Progress, until: Option<Instant>, moves: u64) -> Watch<'a> {
        Watch { progress, until, left: moves, look: 0, is_over: false }
    }

    /// The same until somebody asks, whatever the time and the moves listed.
    pub fn asked_only(&self) -> Watch<'a> {
        Watch::new(self.progress, None, u64::MAX)
    }

    /// A position with so many moves has been looked at. Answers whether to go on.
    #[inline(always)]
    pub fn goes_on(&mut self, moves: usize) -> bool {
        let work = 1 + moves as u64;
        match self.look.checked_sub(work) {
            Some(look) => {
                self.look = look;
                !self.is_over
            }
            None => self.looks(work),
        }
    }

    #[cold]
    fn looks(&mut self, work: u64) -> bool {
        let late = || self.until.is_some_and(|until| Instant::now() >= until);
        let due = work + LOOK - self.look;
        self.is_over |= self.left < due || self.progress.is_stopped() || late();
        (self.left, self.look) = (self.left.saturating_sub(due), LOOK);
        !self.is_over
    }
}

/// Learns what positions are worth, unless that is known. Answers whether it is; otherwise it was enough before.
pub fn learn<const W: usize>(rules: &Rules<W>, learnt: &OnceLock<Evaluation>, watch: &mut Watch) -> bool {
    if learnt.get().is_none()
        && let Some(evaluation) = Evaluation::learn(rules, watch)
    {
        let _ = learnt.set(evaluation);
    }
    learnt.get().is_some()
}

/// Looks for the best move; `None` if there is no move. With one move only, or where one wins at once, no game is
/// played.
///
/// With limits on iterations and moves alone the answer depends on nothing but the arguments.
pub fn search<const W: usize>(
    rules: &Rules<W>,
    position: &Position<W>,
    memory: &Memory,
    limits: &Limits,
    seed: u64,
    progress: &Progress,
    learnt: &OnceLock<Evaluation>,
) -> Option<Found> {
    let mut root = *position;
    let mut moves = MoveList::new(rules);
    begin_turn(rules, &mut root, &mut moves);
    if moves.is_empty() {
        return None;
    }
    let seen = View { player: rules.owner[root.to_move.index()], players: rules.players.len() };
    let threads = limits.threads.clamp(1, MOST_THREADS);
    let begun = Instant::now();
    let until = |time: Option<Duration>| time.and_then(|time| begun.checked_add(time));
    let share = limits.moves / threads as u64;
    let watch = Watch::new(progress, until(limits.time), share);
    let unlearnt = Evaluation::unlearnt(rules);
    let tree = |seed: u64, evaluation| {
        Tree::new(rules, &root, memory, limits.nodes / threads, seed, evaluation, watch.clone())
    };
    // At most half of the time goes into learning, and none where there is nothing to decide.
    if learnt.get().is_none() && moves.len() > 1 && !tree(seed, &unlearnt).is_settled() {
        learn(rules, learnt, &mut Watch::new(progress, until(limits.time.map(|time| time / 2)), u64::MAX));
    }
    let evaluation = learnt.get().unwrap_or(&unlearnt);
    let settled = AtomicBool::new(false);
    let grow = |thread: usize| {
        let seed = seed.wrapping_add((thread as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut tree = tree(seed, evaluation);
        let share = limits.iterations.map(|all| all / threads as u64 + ((thread as u64) < all % threads as u64) as u64);
        let mut done = 0;
        while share.is_none_or(|share| done < share) && !tree.is_settled() && !progress.is_stopped() {
            let round = share.map_or(ROUND, |share| ROUND.min(share - done));
            let grown = (0..round).take_while(|_| tree.grow()).count() as u64;
            done += grown;
            progress.iterations.fetch_add(grown, Relaxed);
            if thread == 0 {
                *progress.lock() = seen.candidates(tree.choices()).min_by(View::order);
            }
            // Without a clock, threads do not heed each other: the answer must not depend on which is faster.
            if grown < round || watch.until.is_some() && settled.load(Relaxed) {
                break;
            }
        }
        settled.fetch_or(tree.is_settled(), Relaxed);
        (tree.choices().to_vec(), done)
    };
    let grow = &grow;
    let mut trees = Vec::new();
    std::thread::scope(|scope| {
        let start = |thread| std::thread::Builder::new().spawn_scoped(scope, move || grow(thread));
        let others: Vec<_> = (1..threads).map_while(|thread| start(thread).ok()).collect();
        trees.push(grow(0));
        trees.extend(others.into_iter().filter_map(|other| other.join().ok()));
    });
    let iterations = trees.iter().map(|(_, done)| done).sum();
    let mut candidates: Vec<_> = seen.candidates(&merge(trees)).collect();
    candidates.sort_by(View::order);
    *progress.lock() = candidates.first().copied();
    Some(Found { candidates, iterations })
}

/// The most threads a search takes.
const MOST_THREADS: usize = 256;

/// Lists the legal moves. The engine's own is put in line wherever it is called; here one copy does.
#[inline(never)]
fn begin_turn<const W: usize>(rules: &Rules<W>, position: &mut Position<W>, moves: &mut MoveList<W>) {
    position.begin_turn(rules, moves);
}

/// What the trees together know of the moves.
fn merge(trees: Vec<(Vec<Node>, u64)>) -> Vec<Node> {
    let mut trees = trees.into_iter().map(|(choices, _)| choices);
    let mut all = trees.next().unwrap_or_default();
    for choices in trees {
        for (sum, node) in all.iter_mut().zip(&choices) {
            sum.add(node);
        }
    }
    all
}

/// How the player to move, one of so many, sees it.
#[derive(Clone, Copy)]
struct View {
    player: Player,
    players: usize,
}

impl View {
    /// The moves with what is known of them, in the order of the list of moves.
    fn candidates(self, choices: &[Node]) -> impl Iterator<Item = Candidate> {
        let all: u64 = choices.iter().map(|node| node.visits as u64).sum();
        choices.iter().enumerate().map(move |(index, node)| Candidate {
            index,
            share: node.visits as f64 / all.max(1) as f64,
            score: self.score(node),
            verdict: self.verdict(node.outcomes),
        })
    }

    /// The better first: proved wins, then by how many games began with the move, and those proved lost last.
    fn order(a: &Candidate, b: &Candidate) -> Ordering {
        let class = |candidate: &Candidate| match candidate.verdict {
            Some(Verdict::Win) => 0,
            Some(Verdict::Loss) => 2,
            _ => 1,
        };
        class(a).cmp(&class(b)).then(b.share.total_cmp(&a.share)).then(b.score.total_cmp(&a.score))
    }

    fn score(self, node: &Node) -> f64 {
        match node.outcomes.is_known() {
            true => node.outcomes.rewards(self.players)[self.player.index()],
            false => node.reward / node.visits.max(1) as f64,
        }
    }

    fn verdict(self, outcomes: Outcomes) -> Option<Verdict> {
        match outcomes {
            outcomes if outcomes.is_win(self.player) => Some(Verdict::Win),
            outcomes if outcomes.is_draw() => Some(Verdict::Draw),
            outcomes if outcomes.is_loss(self.player) => Some(Verdict::Loss),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{shipped, written};

    #[test]
    fn it_is_enough_after_so_many_moves() {
        let progress = Progress::default();
        let mut watch = Watch::new(&progress, None, 10_000);
        let listed = (0..).take_while(|_| watch.goes_on(99)).count() as u64 * 100;
        assert!((10_000 - LOOK..=10_000).contains(&listed), "{listed}");
        assert!(!watch.goes_on(0), "it stays so");
        progress.stop();
        assert!(!Watch::new(&progress, None, u64::MAX).goes_on(1));
    }

    #[test]
    fn what_is_learnt_is_learnt_wholly_or_not_at_all() {
        let rules = Rules::<1>::new(&shipped("konane", &[("size", "6")]));
        let progress = Progress::default();
        let learn = |moves| Evaluation::learn(&rules, &mut Watch::new(&progress, None, moves));
        let (none, whole) = (learn(10_000), learn(u64::MAX));
        assert!(none.is_none() && whole.is_some());
        assert_eq!(learn(1 << 24), whole);
        let learnt = OnceLock::new();
        assert!(!super::learn(&rules, &learnt, &mut Watch::new(&progress, None, 10_000)));
        assert_eq!(learnt.get(), None);
        assert!(super::learn(&rules, &learnt, &mut Watch::new(&progress, None, u64::MAX)));
        assert_eq!(learnt.get(), whole.as_ref());
        // Once it is known, nothing is listed for it any more.
        assert!(super::learn(&rules, &learnt, &mut Watch::new(&progress, None, 0)));
    }

    /// The answer at the start of a game, and whether something was learnt for it.
    fn at_the_start(rules: &Rules<1>, limits: &Limits, progress: &Progress) -> (Option<Found>, bool) {
        let (mut memory, learnt) = (Memory::default(), OnceLock::new());
        let position = Position::start(rules, &mut memory);
        let found = search(rules, &position, &memory, limits, 1, progress, &learnt);
        (found, learnt.get().is_some())
    }

    #[test]
    fn nothing_is_learnt_where_nothing_is_to_be_decided() {
        let game = |setup: &str| {
            let text = format!(
                "game \"G\" {{ board grid 3 by 3; sides white, black; setup {{ {setup} }}; \
                 phase play {{ step orthogonal; win when count (own and centre) == 1; stuck loses }} }}"
            );
            Rules::<1>::new(&written(&text))
        };
        let found = |setup: &str| at_the_start(&game(setup), &Limits::iterations(100), &Progress::default());
        // No move, one move, one that wins.
        assert_eq!(found("white on [a1]; black on [a2, b1]"), (None, false));
        let (only, learnt) = found("white on [a1]; black on [a2, c3]");
        assert_eq!((only.unwrap().iterations, learnt), (0, false));
        let (wins, learnt) = found("white on [b1]; black on [c3]");
        assert_eq!((wins.unwrap().candidates[0].verdict, learnt), (Some(Verdict::Win), false));
        let (open, learnt) = found("white on [a1]; black on [c3]");
        assert!(open.unwrap().iterations > 0 && learnt);
    }

    #[test]
    fn thinking_ends_after_so_many_moves_however_few_games_they_are() {
        let rules = Rules::<1>::new(&shipped("konane", &[]));
        let progress = Progress::default();
        let limits = Limits { moves: 50_000, ..Limits::iterations(1_000_000) };
        let (found, learnt) = at_the_start(&rules, &limits, &progress);
        let found = found.unwrap();
        assert!(learnt && (10..1000).contains(&found.iterations), "{}", found.iterations);
        assert_eq!(at_the_start(&rules, &limits, &progress).0, Some(found));
        // Who is asked to stop before it begins answers at once, with a legal move all the same.
        progress.stop();
        let (found, learnt) = at_the_start(&rules, &limits, &progress);
        assert_eq!((found.unwrap().candidates.len(), learnt), (4, false));
    }
}
