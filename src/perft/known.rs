//! Counts already known, so that a position reached in several ways is counted once.

use crate::facts::{KINDS, LAST};
use crate::position::{Position, Standing};
use crate::rules::Rules;
use std::collections::TryReserveError;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The table is cut in so many parts, so that threads seldom wait for each other.
const PARTS: usize = 256;

/// A table of fixed size that several threads fill. A count is found again only by all that it depends on.
#[derive(Debug)]
pub struct Known {
    /// The words of an entry: what identifies it, then the count. An entry of zeros is empty.
    entry: usize,
    /// Each part a whole number of pairs of entries: the first of a pair keeps the count of most plies, the other the
    /// latest.
    parts: Box<[Mutex<Box<[u64]>>]>,
}

impl Known {
    /// An empty table of about so many bytes, for counts of sequences of one length from this one position. `None` if the rules count repeated
    /// positions: what follows a position then depends on all before it.
    ///
    /// # Errors
    /// [`TryReserveError`] if there is not so much memory.
    pub fn new<const W: usize>(
        rules: &Rules<W>,
        position: &Position<W>,
        bytes: usize,
    ) -> Result<Option<Known>, TryReserveError> {
        if rules.counts_repeats {
            return Ok(None);
        }
        let mut key = Vec::new();
        identify(rules, position, 0, &mut key);
        let entry = key.len() + 1;
        let pairs = (bytes / size_of::<u64>() / (2 * entry) / PARTS).max(1);
        let part = |_| {
            // Zeros are had without being written, but whether there is room for them must be asked before.
            Vec::<u64>::new().try_reserve_exact(pairs * 2 * entry)?;
            Ok(Mutex::new(vec![0; pairs * 2 * entry].into()))
        };
        let parts = (0..PARTS).map(part).collect::<Result<_, TryReserveError>>()?;
        Ok(Some(Known { entry, parts }))
    }

    /// The count for the position and the number of plies, if it is known. `key` is room to work in.
    pub fn get<const W: usize>(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        plies: u32,
        key: &mut Vec<u64>,
    ) -> Option<u64> {
        identify(rules, position, plies, key);
        let (mut part, at) = self.pair(key);
        let mut entries = part[at..][..2 * self.entry].chunks_exact_mut(self.entry);
        entries.find(|entry| entry.starts_with(key)).map(|entry| entry[key.len()])
    }

    /// Notes the count. `key` is room to work in.
    pub fn put<const W: usize>(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        plies: u32,
        count: u64,
        key: &mut Vec<u64>,
    ) {
        identify(rules, position, plies, key);
        let (mut part, at) = self.pair(key);
        let (first, other) = part[at..][..2 * self.entry].split_at_mut(self.entry);
        let entry = if plies_of(first) <= plies { first } else { other };
        entry[..key.len()].copy_from_slice(key);
        entry[key.len()] = count;
    }

    /// Where the pair of entries for the key begins, and the part that it is in.
    fn pair(&self, key: &[u64]) -> (MutexGuard<'_, Box<[u64]>>, usize) {
        let hash = key.iter().fold(0u64, |hash, word| {
            let product = (hash ^ word) as u128 * 0x9e37_79b9_7f4a_7c15;
            (product >> 64) as u64 ^ product as u64
        });
        // Nothing is left half written by a thread that ends early, for writing cannot fail.
        let part = self.parts[hash as usize % PARTS].lock().unwrap_or_else(PoisonError::into_inner);
        let pairs = part.len() / (2 * self.entry);
        let pair = ((hash >> 32) * pairs as u64) >> 32;
        (part, pair as usize * 2 * self.entry)
    }
}

/// Whether what follows the position is all in its identity, and takes long enough to count for looking it up to pay.
pub fn pays<const W: usize>(position: &Position<W>, plies: u32) -> bool {
    plies >= 2 && position.standing == Standing::Open && !position.in_last_turns()
}

/// The plies of an entry.
fn plies_of(entry: &[u64]) -> u32 {
    (entry[0] >> u32::BITS) as u32
}

/// All that the sequences of moves from the position depend on, as words, always as many in one game. The number of turns is
/// not among them: it follows from the number of plies still to count.
fn identify<const W: usize>(rules: &Rules<W>, position: &Position<W>, plies: u32, key: &mut Vec<u64>) {
    let facts = &position.facts;
    let sides = [position.to_move.0, position.phase.0, position.owed.0, facts.in_play.0];
    key.clear();
    key.push((plies as u64) << u32::BITS | u32::from_le_bytes(sides) as u64);
    let boards = &facts.placement.boards;
    let kinds = if rules.kinds > 1 { rules.kinds } else { 0 };
    let last = if rules.reads_last { 1 } else { 0 };
    for boards in [&boards[..rules.sides], &boards[KINDS..][..kinds], &boards[LAST..][..last]] {
        boards.iter().for_each(|board| key.extend(board.0));
    }
    for hand in &position.hands[..rules.sides] {
        key.push(hand.iter().fold(0, |word, &held| word << u8::BITS | held as u64));
    }
    let mut numbers = |read: bool, values: &mut dyn Iterator<Item = u32>| {
        if read {
            key.extend(values.map(u64::from));
        }
    };
    numbers(rules.reads.captured, &mut facts.captured[..rules.players.len()].iter().copied());
    numbers(rules.reads.passes, &mut [facts.passes].into_iter());
    numbers(rules.reads.quiet, &mut [facts.quiet].into_iter());
    numbers(true, &mut facts.unchanged[..rules.watched.len()].iter().copied());
}
