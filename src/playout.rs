//! Uniform random games, as fast as the engine plays.

use crate::bits::{Bits, Counts, Narrowest, Numbers, PACK, Wide, Words, each, take_place};
use crate::position::{Batch, GameResult, Memory, MoveList, Position, Standing};
use crate::rules::Rules;
use rand_core::Rng;

/// The most games in progress side by side.
const MOST_TABLES: usize = 64;

/// How many places of a batch may stay free before it turns to games that would fill more. Going over costs about as much as
/// some plies with so many.
const SPARE: usize = 3;

/// Room for the past of so long a game is made beforehand.
const USUAL_PLIES: usize = 1024;

/// The bits of all places of a batch.
const ALL_PLACES: u32 = (1 << PACK) - 1;

/// What a run of random games gave, draws by the number of their label.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Plies of all games together.
    pub plies: u64,
    /// Games won, by player.
    pub wins: Vec<u64>,
    /// Games drawn, by label.
    pub draws: Vec<u64>,
    /// Games cut off.
    pub cut: u64,
}

/// Plays uniform random games from the game's start, each cut off after `cap` plies, and begins another as long as `more` says
/// so, which is told how many have begun. The games that a seed gives never change.
pub fn play<const W: usize>(rules: &Rules<W>, seed: u64, cap: u32, more: impl FnMut(u64) -> bool) -> Tally
where
    Bits<W>: Words,
{
    match rules.is_narrow() {
        true => Player::<W, Narrowest<W>>::new(rules, seed).play(cap, more),
        false => Player::<W, Wide>::new(rules, seed).play(cap, more),
    }
}

/// Plays random games. Each has a generator of its own, so that how they take turns does not matter.
#[derive(Clone, Debug)]
struct Player<'a, const W: usize, N: Numbers> {
    rules: &'a Rules<W>,
    seed: u64,
    /// The number of games begun.
    begun: u64,
    start: Position<W>,
    /// How many keys there are at the start.
    start_keys: usize,
    tables: Vec<Table<W>>,
    /// The tables by the turn that is next there, numbered as in [`Rules::turns`].
    waiting: Box<[Waiting]>,
    batch: Option<Batch<W, N>>,
    moves: MoveList<W>,
    tally: Tally,
}

/// Some of the tables.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    tables: [u8; MOST_TABLES],
    length: usize,
}

/// The tables whose positions stand in the batch, by their places there.
#[derive(Clone, Copy, Default, Debug)]
struct Seats<N> {
    tables: [u8; PACK],
    /// Which places are taken, as bits.
    taken: u32,
    seeds: Wide,
    plies: N,
    seen: Seen,
}

/// What positions of each game could be the same as the next, roughly: a bit of two words for each key. A position whose bits
/// are not set has not come about before.
#[derive(Clone, Copy, Default, Debug)]
struct Seen([Wide; 2]);

impl Seen {
    /// Adds positions with these keys, of which so many before could be the same, and answers where one may have come about
    /// before, as bits.
    #[inline(always)]
    fn add(&mut self, keys: Wide, comparable: Wide) -> u32 {
        let last = !comparable.equal(Wide::ZERO);
        let mut may_be = last;
        for (word, seen) in self.0.iter_mut().enumerate() {
            let bit = Wide::ONE << ((keys >> (58 - 6 * word as u32)) & Wide::splat(63));
            may_be &= (*seen & bit).equal(bit);
            *seen = *seen & last | bit;
        }
        may_be.bits()
    }

    /// Forgets what is known of the game at the place, so that all of its positions may have come about.
    #[inline(always)]
    fn forget(&mut self, at: usize) {
        self.0.iter_mut().for_each(|seen| seen.put(at, u64::MAX));
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
struct Table<const W: usize> {
    position: Position<W>,
    memory: Memory,
    /// What its random numbers are made from.
    seed: u64,
    plies: u32,
}

impl<'a, const W: usize, N: Numbers> Player<'a, W, N> {
    fn new(rules: &'a Rules<W>, seed: u64) -> Self {
        let mut memory = Memory::default();
        let start = Position::start(rules, &mut memory);
        let start_keys = memory.keys.len();
        let tally =
            Tally { wins: vec![0; rules.players.len()], draws: vec![0; rules.labels.len()], ..Tally::default() };
        let batch = Batch::new(rules).filter(|_| start.is_common(rules));
        // So many that some turn is always next at enough of them.
        let tables = if batch.is_some() { (PACK * rules.turns().len()).min(MOST_TABLES) } else { 1 };
        let new_table = |_| {
            let mut memory = memory.clone();
            // Longer games are rare.
            memory.keys.reserve(if rules.counts_repeats { USUAL_PLIES } else { 0 });
            Table { position: start, memory, seed: 0, plies: 0 }
        };
        Player {
            rules,
            seed,
            begun: 0,
            start,
            start_keys,
            tables: (0..tables).map(new_table).collect(),
            waiting: vec![Waiting { tables: [0; MOST_TABLES], length: 0 }; rules.turns().len()].into(),
            batch,
            moves: MoveList::new(rules),
            tally,
        }
    }

    /// As [`play`].
    fn play(mut self, cap: u32, mut more: impl FnMut(u64) -> bool) -> Tally {
        match self.batch.take() {
            Some(mut batch) => self.play_together(&mut batch, cap, &mut more),
            None => {
                while more(self.begun) {
                    self.begin(0);
                    while self.go_on_alone(0, cap, false) {}
                }
            }
        }
        self.tally
    }

    fn play_together(&mut self, batch: &mut Batch<W, N>, cap: u32, more: &mut impl FnMut(u64) -> bool) {
        let rules = self.rules;
        for table in 0..self.tables.len() {
            self.begin_another(table, more);
        }
        let mut seats = Seats::default();
        loop {
            if seats.taken != ALL_PLACES && !self.fill(batch, &mut seats) {
                return;
            }
            let counts = batch.look(rules);
            let goes_on = N::ZERO.less(counts) & seats.plies.less(N::splat(cap as u64));
            let mut alone = seats.taken & !goes_on.bits();
            let mut left = alone;
            while let Some(at) = take_place(&mut left) {
                let Table { position, plies, .. } = &mut self.tables[seats.tables[at] as usize];
                batch.get(rules, at, position);
                *plies = seats.plies.get(at) as u32;
            }
            let is_stuck = |at: usize| counts.get(at) == 0 && !batch.may_have_others(at);
            let stuck = each(is_stuck);
            let chosen = N::narrowed(places(seats.seeds, seats.plies.widened(), counts.widened()));
            let together = seats.taken & !alone;
            let tables = &mut self.tables;
            let more_follows = batch.make(rules, chosen, |keys, comparable, counted| {
                let mut counts = Wide::ONE;
                let may_be = seats.seen.add(keys, comparable);
                let mut counted = counted & together;
                while let Some(at) = take_place(&mut counted) {
                    let memory = &mut tables[seats.tables[at] as usize].memory;
                    if may_be >> at & 1 != 0 {
                        let count = memory.count(keys.get(at), comparable.get(at) as u32);
                        counts.put(at, count as u64);
                    }
                    memory.keys.push(keys.get(at));
                }
                counts
            });
            seats.plies += N::ONE;
            let mut settling = more_follows.bits() & together;
            while let Some(at) = take_place(&mut settling) {
                let Table { position, memory, plies, .. } = &mut self.tables[seats.tables[at] as usize];
                batch.settle(rules, at, position, memory);
                *plies = seats.plies.get(at) as u32;
                if position.is_common(rules) {
                    self.seat_or_wait(batch, &mut seats, at);
                } else {
                    alone |= 1 << at;
                }
            }
            while let Some(at) = take_place(&mut alone) {
                let table = seats.tables[at] as usize;
                match self.go_on_alone(table, cap, stuck[at]) {
                    true => self.seat_or_wait(batch, &mut seats, at),
                    false => {
                        seats.taken &= !(1 << at);
                        self.begin_another(table, more);
                    }
                }
            }
        }
    }

    /// Fills the free places of the batch, and answers whether there are any games in it. A batch keeps its turn while it can;
    /// then the turn that most games wait for is next.
    fn fill(&mut self, batch: &mut Batch<W, N>, seats: &mut Seats<N>) -> bool {
        let fullest = (0..self.waiting.len()).max_by_key(|&turn| self.waiting[turn].length).unwrap_or_default();
        let waiting = self.waiting[fullest].length.min(PACK);
        let taken = seats.taken.count_ones() as usize;
        if taken == 0 && waiting == 0 {
            return false;
        }
        if taken == 0 || taken + SPARE < waiting {
            while let Some(at) = take_place(&mut seats.taken) {
                let Table { position, plies, .. } = &mut self.tables[seats.tables[at] as usize];
                batch.get(self.rules, at, position);
                *plies = seats.plies.get(at) as u32;
                self.wait(seats.tables[at] as usize);
            }
            let first = &self.tables[self.waiting[fullest].tables[0] as usize].position;
            batch.turn_to(first.phase, first.to_move);
        }
        let mut free = ALL_PLACES & !seats.taken;
        while let Some(at) = take_place(&mut free) {
            let waiting = &mut self.waiting[batch.turn(self.rules)];
            if waiting.length == 0 {
                break;
            }
            waiting.length -= 1;
            seats.tables[at] = waiting.tables[waiting.length % MOST_TABLES];
            self.seat(batch, seats, at);
        }
        true
    }

    /// Puts the game at the table into the batch.
    fn seat(&self, batch: &mut Batch<W, N>, seats: &mut Seats<N>, at: usize) {
        let table = &self.tables[seats.tables[at] as usize];
        batch.set(self.rules, at, &table.position);
        seats.seeds.put(at, table.seed);
        seats.plies.put(at, table.plies as u64);
        seats.seen.forget(at);
        seats.taken |= 1 << at;
    }

    /// Puts the game, which has been played on by itself, back into the batch if its turn is that of the others.
    fn seat_or_wait(&mut self, batch: &mut Batch<W, N>, seats: &mut Seats<N>, at: usize) {
        let table = seats.tables[at] as usize;
        let position = &self.tables[table].position;
        match self.rules.number(position.phase, position.to_move) == batch.turn(self.rules) {
            true => self.seat(batch, seats, at),
            false => {
                seats.taken &= !(1 << at);
                self.wait(table);
            }
        }
    }

    /// Plays on at the table, one ply at least, until the game can stand beside others; false if it ended before.
    /// `is_stuck` says that the side to move is known to have no move.
    fn go_on_alone(&mut self, table: usize, cap: u32, is_stuck: bool) -> bool {
        let Table { position, .. } = &mut self.tables[table];
        match is_stuck {
            true => position.begin_stuck_turn(self.rules, &mut self.moves),
            false => position.begin_turn(self.rules, &mut self.moves),
        }
        while self.play_ply(table, cap) {
            let position = &mut self.tables[table].position;
            if position.is_common(self.rules) {
                return true;
            }
            position.begin_turn(self.rules, &mut self.moves);
        }
        false
    }

    /// Begins another game at the table if there is to be one.
    fn begin_another(&mut self, table: usize, more: &mut impl FnMut(u64) -> bool) {
        if more(self.begun) {
            self.begin(table);
            self.wait(table);
        }
    }

    #[inline(always)]
    fn wait(&mut self, table: usize) {
        let position = &self.tables[table].position;
        let waiting = &mut self.waiting[self.rules.number(position.phase, position.to_move)];
        waiting.tables[waiting.length % MOST_TABLES] = table as u8;
        waiting.length += 1;
    }

    fn begin(&mut self, table: usize) {
        let table = &mut self.tables[table];
        table.position = self.start;
        table.memory.keys.truncate(self.start_keys);
        table.seed = mixed(self.seed, self.begun);
        table.plies = 0;
        self.begun += 1;
    }

    /// Plays one of the moves listed at the table. Answers whether the game goes on; if not it is counted.
    #[inline(always)]
    fn play_ply(&mut self, table: usize, cap: u32) -> bool {
        let Table { position, memory, seed, plies } = &mut self.tables[table];
        if !self.moves.is_empty() && *plies < cap {
            let index = place(*seed, *plies as u64, self.moves.len() as u64) as usize;
            position.play_nth(self.rules, index, &self.moves, memory);
            *plies += 1;
            return true;
        }
        self.tally.games += 1;
        self.tally.plies += *plies as u64;
        match position.standing {
            Standing::Over { result: GameResult::Won(player), .. } => self.tally.wins[player.index()] += 1,
            Standing::Over { result: GameResult::Drawn(label), .. } => self.tally.draws[label.index()] += 1,
            Standing::Open => self.tally.cut += 1,
        }
        false
    }
}

/// A number below `count`, each as likely as the others but for a bias below `count` in 2⁶⁴.
#[inline(always)]
pub fn below(random: &mut impl Rng, count: usize) -> usize {
    ((random.next_u64() as u128 * count as u128) >> 64) as usize
}

/// How far increments of SplitMix64 lie apart, and what its finish multiplies by.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
const FINISH: [u64; 2] = [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];

/// One seed from two: the number at the place `salt` of what SplitMix64 gives for the seed.
pub fn mixed(seed: u64, salt: u64) -> u64 {
    let mut word = seed.wrapping_add(salt.wrapping_add(1).wrapping_mul(GOLDEN));
    word = (word ^ (word >> 30)).wrapping_mul(FINISH[0]);
    word = (word ^ (word >> 27)).wrapping_mul(FINISH[1]);
    word ^ (word >> 31)
}

/// The place, below `count`, of the move that is played after so many plies of the game with the seed; each as likely as
/// the others but for a bias below `count` in 2³².
#[inline(always)]
fn place(seed: u64, plies: u64, count: u64) -> u64 {
    ((mixed(seed, plies) >> 32) * count) >> 32
}

/// The same for a pack of games.
#[inline(always)]
fn places(seeds: Wide, plies: Wide, counts: Wide) -> Wide {
    let mut words = seeds + (plies + Wide::ONE) * Wide::splat(GOLDEN);
    words = (words ^ (words >> 30)) * Wide::splat(FINISH[0]);
    words = (words ^ (words >> 27)) * Wide::splat(FINISH[1]);
    (((words ^ (words >> 31)) >> 32) * counts) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Narrow;
    use crate::load::{shipped, written};
    use crate::model::Game;

    fn games_side_by_side_are_as_by_themselves<const W: usize>(game: &Game, games: u64, cap: u32) {
        let rules = Rules::<W>::new(game);
        let mut alone = Player::<W, Wide>::new(&rules, 5);
        assert!(alone.batch.is_some(), "{}", game.title);
        alone.batch = None;
        let alone = alone.play(cap, |begun| begun < games);
        assert_eq!(alone.games, games);
        let together = |tally: Tally| assert_eq!(tally, alone, "{}", game.title);
        together(Player::<W, Wide>::new(&rules, 5).play(cap, |begun| begun < games));
        if rules.is_narrow() {
            together(Player::<W, Narrow>::new(&rules, 5).play(cap, |begun| begun < games));
        }
    }

    #[test]
    fn side_by_side_or_not_the_same_games_are_played() {
        games_side_by_side_are_as_by_themselves::<1>(&shipped("konane", &[]), 300, 1000);
        games_side_by_side_are_as_by_themselves::<2>(&shipped("konane", &[("size", "10")]), 100, 1000);
        games_side_by_side_are_as_by_themselves::<3>(&shipped("konane", &[("size", "12")]), 50, 90);
        games_side_by_side_are_as_by_themselves::<1>(&shipped("alquerque", &[]), 2000, 1000);
        for players in ["2", "3", "4"] {
            games_side_by_side_are_as_by_themselves::<1>(&shipped("afterleap", &[("players", players)]), 200, 1000);
        }
        for name in ["konane-turning", "alquerque-alfonso", "english-draughts", "lau-kata-kati", "breakthrough"] {
            games_side_by_side_are_as_by_themselves::<1>(&shipped(name, &[]), 100, 300);
        }
    }

    #[test]
    fn games_end_at_once_where_no_move_fits_on_the_board() {
        let text = r#"game "Still" {
            board grid 2 by 2
            sides black, white
            setup { black on a1; white on b1 }
            phase play { jump adjacent over enemy; stuck draws }
        }"#;
        let rules = Rules::<1>::new(&written(text));
        let tally = play(&rules, 1, 100, |begun| begun < 40);
        assert_eq!((tally.games, tally.plies, tally.draws.iter().sum::<u64>()), (40, 0, 40));
    }

    #[test]
    fn places_are_those_of_each() {
        let of = |at: usize| (mixed(7, at as u64), at as u64 * 1000, at as u64 * at as u64 * 999 + 1);
        let found = places(Wide::new(|at| of(at).0), Wide::new(|at| of(at).1), Wide::new(|at| of(at).2));
        let expected = each(|at| place(of(at).0, of(at).1, of(at).2));
        assert!((0..PACK).all(|at| found.get(at) == expected[at]));
        assert!((0..PACK).all(|at| expected[at] < of(at).2));
    }
}
