//! Several positions side by side, all of one phase and with the same side to move: their legal moves found, and moves of
//! them made, by going through what the rules say once for all of them.
//!
//! What happens seldom is left to [`Position`]: sides that are out, endings that come about, the next phase, and chains of jumps
//! of which there are very many, or that do more than take pieces off.

mod chains;
mod chase;
mod find;
mod made;

pub use chase::Chase;
pub use made::{Changes, Move, Moves};

use super::{MIXER, Memory, Position, Standing, Turn};
use crate::bits::{Bits, Counts, Numbers, PACK, Pack, Sets, Site, Wide};
use crate::facts::{BOARDS, KINDS, PIECES, State};
use crate::model::{Kind, PhaseId, Side, SideSet, Until};
use crate::rules::{ABREAST, Change, Rules, Trigger, TurnRules};
use chains::Chained;
use find::Group;

/// Positions and their legal moves, and what moves made of them. In each, every side is in play, and no last turns
/// have begun.
#[derive(Clone, Debug)]
pub struct Batch<const W: usize, N: Numbers> {
    phase: PhaseId,
    to_move: Side,
    /// The rest is as in [`Position`], of each.
    facts: State<Pack<W, N>, N>,
    /// By side and kind.
    hands: Box<[N]>,
    owed: N,
    comparable: N,
    stale: N,
    /// The moves track by track: the first `filled`, and there is room for all.
    groups: Box<[Group<W, N>]>,
    filled: usize,
    /// How many moves on tracks each position has.
    on_tracks: N,
    /// Chains of jumps that go on, and how many each position has.
    chains: Vec<Chained<W>>,
    chained: N,
    /// Which positions may have other moves than those found here.
    others: Pack<W, N>,
    /// All ones where enemies were captured, and where the position cannot come about again.
    captures: N,
    settled: N,
    /// Where something follows from the turn that is left to [`Position`]: from its end on, or from its endings on.
    unended: N,
    ending: N,
    /// Where every ending had to be tried.
    was_stale: N,
}

impl<const W: usize> Position<W> {
    /// Whether it can stand in a batch.
    #[inline(always)]
    pub fn is_common(&self, rules: &Rules<W>) -> bool {
        self.standing == Standing::Open && self.facts.in_play == SideSet::first(rules.sides) && !self.in_last_turns()
    }
}

impl<const W: usize, N: Numbers> Batch<W, N> {
    /// Room for positions of these rules; `None` if some of their statements are tried piece by piece, if something reads what
    /// turns changed, or if there can be no moves at all.
    pub fn new(rules: &Rules<W>) -> Option<Batch<W, N>> {
        (rules.is_swept && rules.is_plain && !rules.tracks.is_empty()).then(|| Batch {
            phase: PhaseId(0),
            to_move: Side(0),
            facts: State::new(SideSet::first(rules.sides)),
            hands: vec![N::ZERO; rules.sides * rules.kinds].into(),
            owed: N::ZERO,
            comparable: N::ZERO,
            stale: N::ZERO,
            groups: vec![Group::default(); (rules.sweeps * ABREAST).max(1)].into(),
            filled: 0,
            on_tracks: N::ZERO,
            chains: Vec::new(),
            chained: N::ZERO,
            others: Pack::default(),
            captures: N::ZERO,
            settled: N::ZERO,
            unended: N::ZERO,
            ending: N::ZERO,
            was_stale: N::ZERO,
        })
    }

    /// Whose turn it is, as its number in the rules.
    #[inline(always)]
    pub fn turn(&self, rules: &Rules<W>) -> usize {
        rules.number(self.phase, self.to_move)
    }

    /// Turns to positions of this phase, with this side to move, which are to be put in place of those here.
    pub fn turn_to(&mut self, phase: PhaseId, to_move: Side) {
        (self.phase, self.to_move) = (phase, to_move);
    }

    /// Puts the position at this place. It is a common one, with the batch's turn.
    #[inline(always)]
    pub fn set(&mut self, rules: &Rules<W>, at: usize, position: &Position<W>) {
        let put = |numbers: &mut N, number| numbers.put(at, number);
        let Position { facts, hands, owed, comparable, stale, .. } = position;
        for &board in &rules.boards {
            let board = board as usize % BOARDS;
            let words = self.facts.placement.boards[board].words_mut();
            words.zip(facts.placement.boards[board].0).for_each(|(words, word)| put(words, word));
        }
        if rules.reads.captured {
            let captured = self.facts.captured.iter_mut().zip(&facts.captured[..rules.players.len()]);
            captured.for_each(|(captured, &number)| put(captured, number as u64));
        }
        if rules.reads.hands {
            let held = hands[..rules.sides].iter().flat_map(|held| &held[..rules.kinds]);
            self.hands.iter_mut().zip(held).for_each(|(hand, &number)| put(hand, number as u64));
        }
        if rules.reads.passes {
            put(&mut self.facts.passes, facts.passes as u64);
        }
        if rules.reads.quiet {
            put(&mut self.facts.quiet, facts.quiet as u64);
        }
        if rules.reads.turns {
            put(&mut self.facts.turns, facts.turns as u64);
        }
        if rules.counts_repeats {
            put(&mut self.facts.repeats, facts.repeats as u64);
        }
        put(&mut self.owed, owed.0 as u64);
        put(&mut self.comparable, *comparable as u64);
        put(&mut self.stale, stale.0 as u64);
    }

    /// Puts at each place the position at one of the places of another batch.
    #[inline(always)]
    pub fn fill_from(&mut self, rules: &Rules<W>, other: &Batch<W, N>, places: &[u8; PACK]) {
        self.turn_to(other.phase, other.to_move);
        let places = N::new(|at| places[at] as u64);
        let put = |numbers: &mut N, others: N| *numbers = others.at(places);
        for &board in &rules.boards {
            let board = board as usize % BOARDS;
            let words = self.facts.placement.boards[board].words_mut();
            words.zip(other.facts.placement.boards[board].words()).for_each(|(words, others)| put(words, others));
        }
        if rules.reads.captured {
            let captured = self.facts.captured[..rules.players.len()].iter_mut().zip(&other.facts.captured);
            captured.for_each(|(captured, &others)| put(captured, others));
        }
        if rules.reads.hands {
            self.hands.iter_mut().zip(&other.hands).for_each(|(hand, &others)| put(hand, others));
        }
        if rules.reads.passes {
            put(&mut self.facts.passes, other.facts.passes);
        }
        if rules.reads.quiet {
            put(&mut self.facts.quiet, other.facts.quiet);
        }
        if rules.reads.turns {
            put(&mut self.facts.turns, other.facts.turns);
        }
        if rules.counts_repeats {
            put(&mut self.facts.repeats, other.facts.repeats);
        }
        put(&mut self.owed, other.owed);
        put(&mut self.comparable, other.comparable);
        put(&mut self.stale, other.stale);
    }

    /// Makes `position`, which may be any common one of the game, the one at this place, as far as something depends on what it
    /// keeps.
    #[inline(always)]
    pub fn get(&self, rules: &Rules<W>, at: usize, position: &mut Position<W>) {
        (position.phase, position.to_move) = (self.phase, self.to_move);
        let facts = &mut position.facts;
        for &board in &rules.boards {
            let board = board as usize % BOARDS;
            facts.placement.boards[board] = self.facts.placement.boards[board].of(at);
        }
        let of = |numbers: &N| numbers.get(at);
        if rules.reads.captured {
            let captured = facts.captured[..rules.players.len()].iter_mut().zip(&self.facts.captured);
            captured.for_each(|(number, captured)| *number = of(captured) as u32);
        }
        if rules.reads.hands {
            let held = position.hands[..rules.sides].iter_mut().flat_map(|held| &mut held[..rules.kinds]);
            held.zip(&self.hands).for_each(|(number, hand)| *number = of(hand) as u8);
        }
        if rules.reads.passes {
            facts.passes = of(&self.facts.passes) as u32;
        }
        if rules.reads.quiet {
            facts.quiet = of(&self.facts.quiet) as u32;
        }
        if rules.reads.turns {
            facts.turns = of(&self.facts.turns) as u32;
        }
        if rules.counts_repeats {
            facts.repeats = of(&self.facts.repeats) as u32;
        }
        position.owed = SideSet(of(&self.owed) as u8);
        position.comparable = of(&self.comparable) as u32;
        position.stale = SideSet(of(&self.stale) as u8);
    }

    /// Makes each position's move at its place, in the order of [`super::MoveList`]; of a position that has no so many
    /// moves any. `repeats` counts how often each position has come about, told of their keys, of how many before it could be the
    /// same, and which are to be counted, as bits. Answers where something more follows that [`Batch::settle`] has to look at: not 0 there.
    #[inline(always)]
    pub fn make(&mut self, rules: &Rules<W>, places: N, repeats: impl FnOnce(Wide, Wide, u32) -> Wide) -> N {
        self.play(rules, &self.nth(rules, places), repeats)
    }

    /// Makes these changes, a move of each position. The rest is as for [`Batch::make`].
    #[inline(always)]
    pub fn play(
        &mut self,
        rules: &Rules<W>,
        changes: &Changes<W, N>,
        repeats: impl FnOnce(Wide, Wide, u32) -> Wide,
    ) -> N {
        let turn = rules.of(self.phase, self.to_move);
        self.follow(rules, turn, changes);
        self.finish_turn(rules, turn, repeats)
    }

    /// The same as [`Position::follow_track`], of each.
    #[inline(always)]
    fn follow(&mut self, rules: &Rules<W>, turn: &TurnRules<W>, changes: &Changes<W, N>) {
        let mover = self.to_move.index();
        let boards = &mut self.facts.placement.boards;
        let (own, taken) = (changes.own, changes.taken.and(boards[PIECES]));
        let mut captured = taken;
        if !rules.takes_only_enemies {
            let enemies = rules.enemies[mover].iter();
            captured = captured.and(enemies.fold(Pack::default(), |all, side| all.or(boards[side.index()])));
        }
        for board in &mut boards[..rules.sides] {
            *board = board.without(taken);
        }
        boards[mover] = boards[mover].xor(own);
        boards[PIECES] = boards[PIECES].without(taken).xor(own);
        if rules.reads.captured {
            self.facts.captured[turn.player.index()] += captured.counts();
        }
        self.captures = captured.are_filled();
        self.settled = taken.are_filled();
        let mut gone = taken;
        let mut places = N::ZERO;
        if !turn.only_moves {
            let codes = N::new(|at| rules.tracks[changes.tracks[at] as usize].change.code());
            let are = |change: Change| codes.equal(N::splat(change.code()));
            if rules.exchanges {
                let kept = taken.masked(are(Change::Exchange));
                boards[mover] = boards[mover].or(kept);
                boards[PIECES] = boards[PIECES].or(kept);
                gone = taken.without(kept);
            }
            for kind in 0..rules.kinds {
                let placed = are(Change::Place(Kind::new(kind)));
                places |= placed;
                // A mask of all ones is -1.
                self.hands[mover * rules.kinds + kind] += placed;
                if rules.kinds > 1 {
                    boards[KINDS + kind] = boards[KINDS + kind].or(own.masked(placed));
                }
            }
            self.settled = self.settled & !are(Change::Exchange) | places | are(Change::Remove);
        }
        if rules.kinds > 1 {
            for board in &mut boards[KINDS..KINDS + rules.kinds] {
                let kept = board.without(gone);
                *board = kept.xor(own.masked(kept.and(own).are_filled() & !places));
            }
            if !turn.promotions.is_empty() {
                let ends = N::new(|at| changes.ends[at].0 as u64);
                // The pieces that have come where they stand this turn, and not become others yet.
                let mut come = Pack::of_all(Bits::one(Site(0))).turned(ends).and(boards[mover]);
                for promotion in &turn.promotions {
                    let (from, to) = (KINDS + promotion.from.index(), KINDS + promotion.to.index());
                    let promoted = come.and(boards[from]).and(Pack::of_all(promotion.on));
                    boards[from] = boards[from].xor(promoted);
                    boards[to] = boards[to].or(promoted);
                    come = come.without(promoted);
                }
            }
        }
    }

    /// The same as [`Position::finish_turn`], of each, as far as nothing follows that happens seldom.
    #[inline(always)]
    fn finish_turn(
        &mut self,
        rules: &Rules<W>,
        turn: &TurnRules<W>,
        repeats: impl FnOnce(Wide, Wide, u32) -> Wide,
    ) -> N {
        let bit = N::splat(1 << self.to_move.index());
        let facts = &mut self.facts;
        if rules.reads.turns {
            facts.turns += N::ONE;
        }
        if rules.reads.quiet {
            facts.quiet = (facts.quiet + N::ONE) & !self.captures;
        }
        if rules.reads.passes {
            facts.passes = N::ZERO;
        }
        self.comparable = (self.comparable + N::ONE) & !self.settled;
        self.owed &= !bit;
        self.was_stale = (self.stale & bit).equal(bit);
        let captures = self.captures;
        let material = self.settled | captures;
        let was_stale = self.was_stale;
        let meets = |trigger: Trigger| {
            let when = |part: Trigger, mask: N| if trigger.meets(part) { mask } else { N::ZERO };
            when(Trigger::ALWAYS, !N::ZERO)
                | when(Trigger::MATERIAL, material)
                | when(Trigger::CAPTURE, captures)
                | when(Trigger::ALL, was_stale)
        };
        self.unended = meets(turn.out_trigger);
        self.to_move = Side(((self.to_move.index() + 1) % rules.sides) as u8);
        if rules.counts_repeats {
            // Whether a side is out is asked before the new position is counted.
            let counted = self.unended.equal(N::ZERO);
            let counts = N::narrowed(repeats(self.keys(rules), self.comparable.widened(), counted.bits()));
            self.facts.repeats = counts & counted | self.facts.repeats & !counted;
        }
        self.ending = N::ZERO;
        if turn.trigger != Trigger::NEVER {
            for ending in &turn.endings {
                let due = meets(ending.trigger);
                if due != N::ZERO {
                    let holds = ending.when.holds_in(rules.all, &rules.ways, &self.facts, due);
                    self.ending |= holds.unwrap_or(due);
                }
            }
        }
        if turn.until == Until::OneTurnEach {
            self.ending |= self.owed.equal(N::ZERO);
        }
        self.stale &= !bit | self.unended;
        self.unended | self.ending
    }

    /// The same as [`Position::key`], of each.
    #[inline(always)]
    fn keys(&self, rules: &Rules<W>) -> Wide {
        let mut hash = Wide::splat((self.to_move.0 as u64 + 1).wrapping_mul(MIXER));
        let mut mix = |word: N| {
            hash = (hash ^ word.widened()) * Wide::splat(MIXER);
            hash = hash ^ (hash >> 32);
        };
        let boards = &self.facts.placement.boards;
        for (side, board) in boards[..rules.sides].iter().enumerate() {
            board.words().for_each(&mut mix);
            if rules.reads.hands {
                self.hands[side * rules.kinds..][..rules.kinds].iter().for_each(|&held| mix(held));
            }
        }
        if rules.kinds > 1 {
            boards[KINDS..KINDS + rules.kinds].iter().flat_map(Pack::words).for_each(mix);
        }
        hash
    }

    /// Makes `position`, which may be any common one of the game, the one at this place, with what follows from the
    /// turn just made.
    #[inline(never)]
    pub fn settle(&self, rules: &Rules<W>, at: usize, position: &mut Position<W>, memory: &mut Memory) {
        self.get(rules, at, position);
        let is = |numbers: &N| numbers.get(at) != 0;
        // They have been counted; what is left depends on whether there were any.
        let captures = is(&self.captures) as u32;
        let turn = Turn { captures, settled: is(&self.settled), ..Turn::default() };
        let mover = Side(((self.to_move.index() + rules.sides - 1) % rules.sides) as u8);
        let here = rules.of(self.phase, mover);
        if is(&self.unended) {
            position.to_move = mover;
            position.end_turn(rules, here, mover, turn, memory);
        } else {
            let witness = &mut memory.witness;
            position.try_endings(rules, here, mover, turn.due(is(&self.was_stale)), false, witness);
            position.end_phase(rules, here, witness);
        }
    }
}
