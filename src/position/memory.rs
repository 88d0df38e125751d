//! The positions of a game so far, for counting how often each has come about.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What playing needs beside the position, made once and used again for every ply.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    /// The keys of the positions so far, in a game that counts repetitions. Who takes moves back cuts it to the length
    /// it had.
    pub keys: Vec<u64>,
    /// Where each key stands and how often it had come about by then, if that is kept, so that counting takes no longer the
    /// longer the game: the latest last.
    places: Option<HashMap<u64, Vec<(usize, u32)>>>,
    /// Who is told of the endings of turns.
    pub witness: Witness,
}

/// An ending that was looked at, or a `stuck`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looked {
    /// Its statement, numbered as in the rules.
    pub statement: u16,
    /// Whether it came about; `None` if it was not looked at, since one before it had ended the game.
    pub fired: Option<bool>,
}

/// Remembers which endings were looked at and how they came out, in that order; nothing by default.
#[derive(Clone, Default, Debug)]
pub struct Witness(Option<Vec<Looked>>);

impl Witness {
    /// Whether it remembers anything.
    #[inline(always)]
    pub fn listens(&self) -> bool {
        self.0.is_some()
    }

    /// It is told of an ending.
    #[inline(always)]
    pub fn tell(&mut self, statement: u16, fired: bool) {
        if let Some(looked) = &mut self.0 {
            looked.push(Looked { statement, fired: Some(fired) });
        }
    }

    /// It is told of an ending that is not looked at, since one before it has ended the game.
    pub fn leave_out(&mut self, statement: u16) {
        if let Some(looked) = &mut self.0 {
            looked.push(Looked { statement, fired: None });
        }
    }

    /// What it has been told since it was cleared.
    pub fn looked(&self) -> &[Looked] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }
}

impl Memory {
    /// For a game in progress, which may be long: it is to be cut by [`Memory::truncate`] only. Its witness listens.
    pub fn of_a_game() -> Memory {
        Memory { keys: Vec::new(), places: Some(HashMap::new()), witness: Witness(Some(Vec::new())) }
    }

    /// The same for what looks ahead from here.
    pub fn to_look_ahead(&self) -> Memory {
        Memory { keys: self.keys.clone(), ..Memory::default() }
    }

    /// Adds the key of the next position, and answers how often it has come about, as [`Memory::count`] does.
    #[inline(always)]
    pub fn note(&mut self, key: u64, comparable: u32) -> u32 {
        let place = self.keys.len();
        let count = match &mut self.places {
            None => self.count(key, comparable),
            Some(places) => {
                let places = places.entry(key).or_default();
                let known = places.last().filter(|known| known.0 + comparable as usize >= place);
                let count = known.map_or(1, |known| known.1 + 1);
                places.push((place, count));
                count
            }
        };
        self.keys.push(key);
        count
    }

    /// Forgets all but the first keys.
    pub fn truncate(&mut self, length: usize) {
        for key in self.keys.drain(length.min(self.keys.len())..) {
            if let Some(places) = &mut self.places
                && let Entry::Occupied(mut entry) = places.entry(key)
            {
                entry.get_mut().pop();
                if entry.get().is_empty() {
                    entry.remove();
                }
            }
        }
    }

    /// How often the position with the key has come about, now and among so many before it at the most, which are those that
    /// could be the same.
    #[inline(always)]
    pub fn count(&self, key: u64, comparable: u32) -> u32 {
        let keys = &self.keys[self.keys.len().saturating_sub(comparable as usize)..];
        1 + keys.iter().filter(|&&known| known == key).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::mixed;

    #[test]
    fn places_that_are_kept_count_as_the_keys_do() {
        let mut memory = Memory::of_a_game();
        let (mut comparable, mut comparables) = (0, Vec::new());
        for round in 0..3000 {
            let below = |salt: u64, count: u64| mixed(round, salt) % count;
            comparable = if below(0, 40) == 0 { 0 } else { comparable };
            if below(1, 30) == 0 {
                let length = memory.keys.len() - below(2, 20).min(memory.keys.len() as u64) as usize;
                memory.truncate(length);
                comparables.truncate(length);
                comparable = comparables.last().map_or(0, |before| before + 1);
            }
            let key = below(3, 5);
            let expected = memory.to_look_ahead().count(key, comparable);
            assert_eq!(memory.note(key, comparable), expected, "round {round}");
            comparables.push(comparable);
            comparable += 1;
        }
        let kept: usize = memory.places.iter().flat_map(HashMap::values).map(Vec::len).sum();
        assert_eq!(kept, memory.keys.len());
    }
}
