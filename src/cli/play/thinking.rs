//! Thinking aloud: a line at the terminal while the computer looks for a move, and Ctrl-C to have it play at once.

use crate::cli::output;
use crate::game::{Candidate, Limits, Match, Move, Progress};
use crate::notation;
use crate::opponent::PlayerKind;
use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;

/// The exit code of a program that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// The search that Ctrl-C cuts short; when there is none, it ends the program.
static UNDER_WAY: Mutex<Option<Arc<Progress>>> = Mutex::new(None);

/// The move of a player that is not human; `None` for one that is. With `may_be_hurried`, Ctrl-C makes it play its best
/// move so far.
pub(super) fn choose(kind: PlayerKind, position: &Match, seed: u64, may_be_hurried: bool) -> Option<Move> {
    match kind.limits() {
        None => kind.choose(position, seed, &Progress::default()),
        Some(_) => aloud(position, may_be_hurried, |progress| kind.choose(position, seed, progress)),
    }
}

/// The best move, and what is known of it, after a second at most; `None` when the game is over.
pub(super) fn hint(position: &Match, seed: u64) -> Option<(Move, Candidate)> {
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::iterations(HINT_GAMES) };
    let found = aloud(position, true, |progress| position.search(&limits, seed, progress))?;
    let best = *found.candidates.first()?;
    Some((position.nth_legal(best.index)?, best))
}

/// How many games a hint takes where a second is enough for them; the same seed then gives the same hint.
const HINT_GAMES: u64 = 5000;

/// Thinks, and shows how far it is if somebody is watching.
fn aloud<T>(position: &Match, may_be_hurried: bool, think: impl FnOnce(&Progress) -> T) -> T {
    let progress = Arc::new(Progress::default());
    if may_be_hurried {
        heed_interrupts();
        put_under_way(Some(progress.clone()));
    }
    let thought = thread::scope(|scope| {
        let (done, waiting) = mpsc::channel();
        if io::stderr().is_terminal() {
            let progress = &progress;
            // Without a thread to tell it, the thinking goes on unseen.
            let _ = thread::Builder::new().spawn_scoped(scope, move || tell(position, progress, &waiting));
        }
        let thought = think(&progress);
        drop::<mpsc::Sender<()>>(done);
        thought
    });
    put_under_way(None);
    thought
}

fn put_under_way(progress: Option<Arc<Progress>>) {
    *UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner) = progress;
}

/// From now on, Ctrl-C stops a search that is under way. A second time it ends the program, as it does where none is.
fn heed_interrupts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where the system has no such signal, the search just goes on.
        let _ = ctrlc::set_handler(|| match &*UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(progress) if !progress.is_stopped() => progress.stop(),
            _ => process::exit(INTERRUPTED),
        });
    });
}

/// Writes how far the search is into one line of stderr until the sender is dropped, and wipes it.
fn tell(position: &Match, progress: &Progress, waiting: &Receiver<()>) {
    let game = position.engine().game();
    let mut pause = Duration::from_millis(400);
    let mut shown = false;
    while waiting.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        let best = progress.best().and_then(|best| position.nth_legal(best.index));
        let best = best.map_or(String::new(), |best| format!(", best so far {}", notation::write(game, &best)));
        let line = format!("thinking: {} games{best} (Ctrl-C: play now)", progress.iterations());
        let _ = write!(io::stderr(), "\r\x1b[K{}", line.chars().take(output::across() - 1).collect::<String>());
        (shown, pause) = (true, Duration::from_millis(100));
    }
    if shown {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
