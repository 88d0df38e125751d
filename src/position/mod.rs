//! A position: what stands where and whose turn it is; its legal moves, and what a move makes of it.

mod batch;
mod chains;
mod choice;
mod generate;
mod glides;
mod memory;
mod moves;

pub use batch::{Batch, Chase, Move, Moves};
pub use memory::{Memory, Witness};
pub use moves::{Jumps, MoveList, Played};

use crate::bits::{Bits, Site};
use crate::facts::{Facts, KINDS, PIECES, Placement};
use crate::model::{MAX_KINDS, MAX_SIDES, PhaseId, Player, Side, SideSet, Stuck, Until};
use crate::moves::HopEffect;
use crate::rules::{Change, EndingEffect, Label, PromotionRule, Rules, Trigger, TurnRules};

/// How the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It goes on.
    Open,
    /// It is over.
    Over {
        /// With this result.
        result: GameResult,
        /// The statement that decided it, numbered as in the rules; none where a player resigned, all agreed, or there was
        /// nothing left to play.
        by: Option<u16>,
    },
}

/// What a game comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// The player has won.
    Won(Player),
    /// A draw of this name.
    Drawn(Label),
}

/// What hashes are multiplied by: odd, with no pattern in its bits.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<const W: usize> {
    /// What sets and conditions are read from.
    pub facts: Facts<W>,
    /// Pieces in hand, by side and kind.
    pub hands: [[u8; MAX_KINDS]; MAX_SIDES],
    /// Whose turn it is.
    pub to_move: Side,
    /// The phase.
    pub phase: PhaseId,
    /// The sides that still have a turn in a phase of one turn each.
    pub owed: SideSet,
    /// The sides that still have a last turn.
    pub last_owed: SideSet,
    /// The name of the draw that the last turns lead to, once they have begun.
    last_turns: Option<Label>,
    /// How many of the latest positions, this one not among them, could be the same as this one.
    comparable: u32,
    /// The sides for which every ending has to be tried after their next turn, whatever it changes.
    stale: SideSet,
    /// How the game stands.
    pub standing: Standing,
}

/// What a turn did, as far as what follows it depends on that.
#[derive(Clone, Copy, Default, Debug)]
struct Turn {
    /// Enemy pieces captured.
    captures: u32,
    /// Whether the position cannot come about again: a piece left the board, or came from the hand.
    settled: bool,
    /// Whether it was a pass.
    passed: bool,
    /// Whether it was a resignation.
    resigned: bool,
}

impl Turn {
    /// What it may have brought about; anything if it is `stale` what the turns before did.
    #[inline(always)]
    fn due(&self, stale: bool) -> Trigger {
        if stale {
            return Trigger::ALL;
        }
        let material = Trigger::MATERIAL.when(self.settled || self.captures > 0);
        let other = Trigger::PASS.when(self.passed).or(Trigger::CAPTURE.when(self.captures > 0));
        Trigger::ALWAYS.or(material).or(other)
    }
}

impl<const W: usize> Position<W> {
    /// The position that the game starts from.
    pub fn start(rules: &Rules<W>, memory: &mut Memory) -> Position<W> {
        let mut position = Position::bare(rules);
        for &(site, side, kind) in &rules.start {
            position.facts.placement.put(rules.kinds, side, kind, site);
        }
        position.hands = rules.hands;
        position.enter_phase(rules, &mut memory.witness);
        position.leave_phases(rules, &mut memory.witness);
        position.begin_history(rules, memory);
        position
    }

    /// A position without pieces, in the first phase, with the first side to move.
    pub fn bare(rules: &Rules<W>) -> Position<W> {
        let facts = Facts::new(SideSet::first(rules.sides));
        Position {
            owed: facts.in_play,
            facts,
            hands: [[0; MAX_KINDS]; MAX_SIDES],
            to_move: Side(0),
            phase: PhaseId(0),
            last_owed: SideSet::default(),
            last_turns: None,
            comparable: 0,
            stale: SideSet(u8::MAX),
            standing: Standing::Open,
        }
    }

    /// Makes the position, filled in from outside, one to play from: sides that are out leave, and a phase that is over
    /// gives way to the next.
    pub fn settle(&mut self, rules: &Rules<W>, memory: &mut Memory) {
        let sides = (self.to_move.index()..rules.sides).map(Side::new);
        self.owed = sides.filter(|&side| self.facts.in_play.has(side)).fold(SideSet::default(), SideSet::with);
        if !self.facts.in_play.is_empty() && !self.facts.in_play.has(self.to_move) {
            self.to_move = self.next_side(self.to_move);
        }
        let (_, by) = self.take_out(rules, &mut memory.witness);
        self.leave_phases(rules, &mut memory.witness);
        self.find_last_player(rules, by);
        self.begin_history(rules, memory);
    }

    /// Begins the last turns of the phase, each side in play having one; nothing happens if the phase has none.
    pub fn begin_last_turns(&mut self, rules: &Rules<W>) {
        let endings = &rules.of(self.phase, self.to_move).endings;
        let label = endings.iter().find_map(|ending| match ending.effect {
            EndingEffect::LastTurns(label) => Some(label),
            _ => None,
        });
        if let Some(label) = label {
            self.last_turns = Some(label);
            self.last_owed = self.facts.in_play;
        }
    }

    /// Whether the last turns have begun.
    pub fn in_last_turns(&self) -> bool {
        self.last_turns.is_some()
    }

    /// The same position in the width that holds every board.
    pub fn widened(&self) -> Position<4> {
        let &Position { hands, to_move, phase, owed, last_owed, last_turns, comparable, stale, standing, .. } = self;
        let facts = self.facts.widened();
        Position { facts, hands, to_move, phase, owed, last_owed, last_turns, comparable, stale, standing }
    }

    fn begin_history(&mut self, rules: &Rules<W>, memory: &mut Memory) {
        self.forget_past();
        if rules.counts_repeats {
            memory.note(self.key(rules), 0);
        }
    }

    /// Makes this the first occurrence of the position.
    fn forget_past(&mut self) {
        self.comparable = 0;
        self.facts.repeats = 1;
    }

    /// Plays a legal move of the side to move; `moves` is the list it came from.
    #[inline(always)]
    pub fn play(&mut self, rules: &Rules<W>, played: Played, moves: &MoveList<W>, memory: &mut Memory) {
        match played {
            Played::Track { track, to } if rules.is_plain => self.play_track(rules, track, to, memory),
            _ => self.play_any(rules, played, moves, memory),
        }
    }

    /// Plays the move at this place of the list: the same as to look it up and play it, but faster.
    #[inline(always)]
    pub fn play_nth(&mut self, rules: &Rules<W>, index: usize, moves: &MoveList<W>, memory: &mut Memory) {
        match moves.nth_on_track(index) {
            Some((track, to)) if rules.is_plain => self.play_track(rules, track, to, memory),
            Some((track, to)) => self.play_any(rules, Played::Track { track, to }, moves, memory),
            None => self.play_any(rules, moves.nth(index), moves, memory),
        }
    }

    #[inline(always)]
    fn play_track(&mut self, rules: &Rules<W>, track: u16, to: Site, memory: &mut Memory) {
        let turn = self.follow_track(rules, track, to);
        let mover = self.to_move;
        self.finish_turn(rules, rules.of(self.phase, mover), mover, turn, memory);
    }

    #[inline(never)]
    fn play_any(&mut self, rules: &Rules<W>, played: Played, moves: &MoveList<W>, memory: &mut Memory) {
        let turn = self.follow(rules, played, moves);
        let mover = self.to_move;
        self.finish_turn(rules, rules.of(self.phase, mover), mover, turn, memory);
    }

    /// Counts the turn just made and looks what follows from it.
    #[inline(always)]
    fn finish_turn(&mut self, rules: &Rules<W>, here: &TurnRules<W>, mover: Side, turn: Turn, memory: &mut Memory) {
        let facts = &mut self.facts;
        facts.captured[here.player.index() % MAX_SIDES] += turn.captures;
        facts.turns += 1;
        facts.quiet = if turn.captures > 0 { 0 } else { facts.quiet + 1 };
        facts.passes = if turn.passed { facts.passes + 1 } else { 0 };
        self.comparable = if turn.settled { 0 } else { self.comparable + 1 };
        self.owed = self.owed.without(mover);
        self.last_owed = self.last_owed.without(mover);
        self.end_turn(rules, here, mover, turn, memory);
    }

    /// Makes a track's move: a few operations on whole boards.
    #[inline(always)]
    fn follow_track(&mut self, rules: &Rules<W>, track: u16, to: Site) -> Turn {
        let mover = self.to_move;
        let track = &rules.tracks[track as usize];
        let own = track.own(to);
        let placement = &mut self.facts.placement;
        let taken = track.taken(to) & placement.pieces();
        let mut captured = taken;
        if !rules.takes_only_enemies {
            let enemies = rules.enemies[mover.index()].iter();
            captured &= enemies.fold(Bits::EMPTY, |set, side| set | placement.side(side));
            placement.boards[mover.index()] &= !taken;
        }
        for side in rules.others[mover.index()].iter() {
            placement.boards[side.index()] &= !taken;
        }
        placement.boards[mover.index()] ^= own;
        placement.boards[PIECES] = (placement.pieces() & !taken) ^ own;
        let mut settled = !taken.is_empty();
        if track.change != Change::Move {
            settled = track.change != Change::Exchange;
            match track.change {
                Change::Exchange => {
                    placement.boards[mover.index()] |= taken;
                    placement.boards[PIECES] |= taken;
                }
                Change::Place(kind) => self.hands[mover.index()][kind.index()] -= 1,
                Change::Move | Change::Remove => {}
            }
        }
        if rules.kinds > 1 {
            self.follow_kinds(rules, track.change, own, taken);
            self.promote(rules, mover, to);
        }
        Turn { captures: captured.count(), settled, ..Turn::default() }
    }

    /// What a track's move changes on the boards of kinds.
    #[inline(always)]
    fn follow_kinds(&mut self, rules: &Rules<W>, change: Change, own: Bits<W>, taken: Bits<W>) {
        let placement = &mut self.facts.placement;
        let gone = if change == Change::Exchange { Bits::EMPTY } else { taken };
        for board in &mut placement.boards[KINDS..KINDS + rules.kinds] {
            let kept = *board & !gone;
            let moves = !(kept & own).is_empty();
            *board = if moves { kept ^ own } else { kept };
        }
        if let Change::Place(kind) = change {
            placement.boards[KINDS + kind.index()] |= own;
        }
    }

    /// Makes the piece that has come to the site this turn what it becomes there; a piece becomes another once a turn.
    #[inline(always)]
    fn promote(&mut self, rules: &Rules<W>, mover: Side, to: Site) {
        let placement = &mut self.facts.placement;
        let becomes = |promotion: &&PromotionRule<W>| {
            promotion.on.has(to) && placement.boards[KINDS + promotion.from.index()].has(to)
        };
        if let Some(promotion) = rules.of(self.phase, mover).promotions.iter().find(becomes) {
            placement.promote(to, promotion.from, promotion.to);
        }
    }

    /// Makes any move.
    fn follow(&mut self, rules: &Rules<W>, played: Played, moves: &MoveList<W>) -> Turn {
        let mover = self.to_move;
        let before = self.facts.placement;
        let mut turn = Turn::default();
        match played {
            Played::Track { track, to } => turn = self.follow_track(rules, track, to),
            Played::Go { from, to, .. } => {
                self.go(rules, mover, from, to, &mut turn);
                self.promote(rules, mover, to);
            }
            Played::Chain(chain) => {
                let kind = self.facts.placement.take(rules.kinds, mover, chain.from);
                for hop in moves.hops(chain) {
                    self.deal_with(rules, mover, hop.over, hop.effect, &mut turn);
                }
                self.facts.placement.put(rules.kinds, mover, chain.becomes.unwrap_or(kind), chain.to);
                if chain.becomes.is_none() {
                    self.promote(rules, mover, chain.to);
                }
            }
            Played::Pass => turn.passed = true,
        }
        if !rules.watched.is_empty() {
            self.watch(rules, &before);
        }
        if rules.reads_last {
            let changed = before.difference(&self.facts.placement);
            self.facts.placement.set_last(changed);
        }
        turn
    }

    /// Counts for how long each watched set has stayed as it is.
    #[inline(never)]
    fn watch(&mut self, rules: &Rules<W>, before: &Placement<W>) {
        for (set, unchanged) in rules.watched.iter().zip(&mut self.facts.unchanged) {
            let read = |placement: &Placement<W>| set.read(rules.all, &rules.ways, placement);
            let is_same = read(before) == read(&self.facts.placement);
            *unchanged = if is_same { *unchanged + 1 } else { 0 };
        }
    }

    /// Moves a piece, and captures what stands where it ends.
    fn go(&mut self, rules: &Rules<W>, mover: Side, from: Site, to: Site, turn: &mut Turn) {
        let kind = self.facts.placement.take(rules.kinds, mover, from);
        if self.facts.placement.pieces().has(to) {
            self.deal_with(rules, mover, to, HopEffect::Remove, turn);
        }
        self.facts.placement.put(rules.kinds, mover, kind, to);
    }

    /// What becomes of a piece jumped or moved onto.
    #[inline(always)]
    fn deal_with(&mut self, rules: &Rules<W>, mover: Side, over: Site, effect: HopEffect, turn: &mut Turn) {
        if effect == HopEffect::Keep {
            return;
        }
        let enemy = rules.enemies[mover.index()].iter().any(|side| self.facts.placement.side(side).has(over));
        turn.captures += enemy as u32;
        let kind = self.facts.placement.capture(rules.sides, rules.kinds, over);
        match effect {
            HopEffect::Exchange => self.facts.placement.put(rules.kinds, mover, kind, over),
            _ => turn.settled = true,
        }
    }

    /// The player of the side to move resigns.
    pub fn resign(&mut self, rules: &Rules<W>, memory: &mut Memory) {
        let mover = self.to_move;
        self.leave(rules.players[rules.owner[mover.index()].index()]);
        self.find_last_player(rules, None);
        if self.standing == Standing::Open {
            self.stale = SideSet(u8::MAX);
            self.comparable += 1;
            let here = rules.of(self.phase, mover);
            self.end_turn(rules, here, mover, Turn { resigned: true, ..Turn::default() }, memory);
        }
    }

    /// Draws the game by agreement.
    pub fn agree_draw(&mut self) {
        self.end(GameResult::Drawn(Label::AGREEMENT), None);
    }

    fn end(&mut self, result: GameResult, by: Option<u16>) {
        self.standing = Standing::Over { result, by };
    }

    fn leave(&mut self, sides: SideSet) {
        self.facts.in_play = SideSet(self.facts.in_play.0 & !sides.0);
        self.owed = SideSet(self.owed.0 & !sides.0);
        self.last_owed = SideSet(self.last_owed.0 & !sides.0);
    }

    /// The next side in play after this one, itself if there is no other.
    #[inline(always)]
    fn next_side(&self, side: Side) -> Side {
        let after = self.facts.in_play.with(side).0.rotate_right(side.0 as u32 + 1).trailing_zeros();
        Side((side.0 + 1 + after as u8) % u8::BITS as u8)
    }

    /// What follows a turn of the side's, or its resignation: sides that are out, the next side, repetition,
    /// endings, and the next phase.
    #[inline(always)]
    fn end_turn(&mut self, rules: &Rules<W>, here: &TurnRules<W>, mover: Side, turn: Turn, memory: &mut Memory) {
        // Who wants to be told what is looked at is told of everything.
        let due = turn.due(self.stale.has(mover) || memory.witness.listens());
        let (left, out_by) = match here.out_trigger.meets(due) {
            true => self.take_out(rules, &mut memory.witness),
            false => (false, None),
        };
        let due = if left { Trigger::ALL } else { due };
        self.to_move = self.next_side(mover);
        if rules.counts_repeats {
            self.count_repeats(rules, memory);
        }
        if !turn.resigned {
            self.stale = self.stale.without(mover);
        }
        if here.trigger.meets(due) || self.in_last_turns() {
            self.try_endings(rules, here, mover, due, turn.resigned, &mut memory.witness);
        }
        if left {
            self.find_last_player(rules, out_by);
        }
        self.end_phase(rules, here, &mut memory.witness);
    }

    #[inline(always)]
    fn end_phase(&mut self, rules: &Rules<W>, here: &TurnRules<W>, witness: &mut Witness) {
        if self.owed.is_empty() && here.until == Until::OneTurnEach {
            self.leave_phases(rules, witness);
        }
    }

    /// Sides that the phase says are out leave. Answers whether one did, and by which statement.
    fn take_out(&mut self, rules: &Rules<W>, witness: &mut Witness) -> (bool, Option<u16>) {
        let (mut out, mut by) = (SideSet::default(), None);
        for (number, &(statement, _)) in rules.of(self.phase, Side(0)).out.iter().enumerate() {
            let is_out =
                |side: Side| rules.of(self.phase, side).out[number].1.holds(rules.all, &rules.ways, &self.facts);
            let some = self.facts.in_play.iter().filter(|&side| is_out(side)).fold(SideSet::default(), SideSet::with);
            witness.tell(statement, !some.is_empty());
            by = if some.is_empty() { by } else { Some(statement) };
            out = SideSet(out.0 | some.0);
        }
        if out.is_empty() {
            return (false, None);
        }
        self.leave(out);
        self.stale = SideSet(u8::MAX);
        if !self.facts.in_play.is_empty() && !self.facts.in_play.has(self.to_move) {
            self.to_move = self.next_side(self.to_move);
        }
        (true, by)
    }

    #[inline(always)]
    fn try_endings(
        &mut self,
        rules: &Rules<W>,
        here: &TurnRules<W>,
        mover: Side,
        due: Trigger,
        resigned: bool,
        witness: &mut Witness,
    ) {
        let mut endings = here.endings.iter();
        while let Some(ending) = endings.next() {
            // Once begun, the last turns end when all have been taken; they do not begin again.
            let ends_last_turns = self.in_last_turns() && matches!(ending.effect, EndingEffect::LastTurns(_));
            // All but draws follow a move, which a resignation is not.
            let follows = !resigned || matches!(ending.effect, EndingEffect::Draw(_));
            let happens = if ends_last_turns {
                self.last_owed.is_empty()
            } else {
                ending.trigger.meets(due) && ending.when.holds(rules.all, &rules.ways, &self.facts) && follows
            };
            witness.tell(ending.statement, happens);
            if !happens {
                continue;
            }
            let by = Some(ending.statement);
            match ending.effect {
                EndingEffect::Win => self.win(rules, mover, by),
                EndingEffect::Lose => self.lose(rules, mover, by),
                EndingEffect::LastTurns(label) if !ends_last_turns => {
                    self.last_turns = Some(label);
                    self.last_owed = self.facts.in_play;
                    continue;
                }
                EndingEffect::Draw(label) => self.end(GameResult::Drawn(label), by),
                // Another statement of the kind may have begun them.
                EndingEffect::LastTurns(label) => self.end(GameResult::Drawn(self.last_turns.unwrap_or(label)), by),
            }
            return endings.for_each(|ending| witness.leave_out(ending.statement));
        }
    }

    fn win(&mut self, rules: &Rules<W>, side: Side, by: Option<u16>) {
        self.end(GameResult::Won(rules.owner[side.index()]), by);
    }

    /// The side's player loses: of two players the other wins, of more the rest play on.
    fn lose(&mut self, rules: &Rules<W>, side: Side, by: Option<u16>) {
        self.leave(rules.players[rules.owner[side.index()].index()]);
        self.find_last_player(rules, by);
        if self.standing == Standing::Open && !self.facts.in_play.has(self.to_move) {
            self.to_move = self.next_side(self.to_move);
        }
    }

    /// If one player only has sides in play, that player has won; if none has, the game is drawn.
    fn find_last_player(&mut self, rules: &Rules<W>, by: Option<u16>) {
        if self.standing != Standing::Open {
            return;
        }
        let mut left = (0..rules.players.len()).filter(|&player| rules.players[player].0 & self.facts.in_play.0 != 0);
        match (left.next(), left.next()) {
            (Some(player), None) if rules.players.len() > 1 => self.end(GameResult::Won(Player::new(player)), by),
            (None, _) => self.end(GameResult::Drawn(Label::NOTHING_LEFT), by),
            _ => {}
        }
    }

    /// Passes on to the next phase while this one is of one turn each and all have been taken. Whether nobody can move in
    /// a phase that lasts until then is seen when moves are looked for.
    #[inline(never)]
    fn leave_phases(&mut self, rules: &Rules<W>, witness: &mut Witness) {
        let over = |position: &Self| {
            rules.of(position.phase, position.to_move).until == Until::OneTurnEach && position.owed.is_empty()
        };
        while self.standing == Standing::Open && over(self) {
            self.next_phase(rules, witness);
        }
    }

    fn next_phase(&mut self, rules: &Rules<W>, witness: &mut Witness) {
        if self.phase.index() + 1 == rules.phases || self.facts.in_play.is_empty() {
            return self.end(GameResult::Drawn(Label::NOTHING_LEFT), None);
        }
        self.phase.0 += 1;
        self.forget_past();
        self.enter_phase(rules, witness);
    }

    fn enter_phase(&mut self, rules: &Rules<W>, witness: &mut Witness) {
        self.stale = SideSet(u8::MAX);
        self.owed = self.facts.in_play;
        let (left, out_by) = self.take_out(rules, witness);
        for side in self.facts.in_play.iter() {
            for ending in rules.of(self.phase, side).wins() {
                if self.standing == Standing::Open && ending.when.holds(rules.all, &rules.ways, &self.facts) {
                    self.win(rules, side, Some(ending.statement));
                }
            }
        }
        let mut is_won = false;
        for ending in rules.of(self.phase, Side(0)).wins() {
            let wins = matches!(self.standing, Standing::Over { by, .. } if by == Some(ending.statement));
            match is_won {
                true => witness.leave_out(ending.statement),
                false => witness.tell(ending.statement, wins),
            }
            is_won |= wins;
        }
        if left {
            self.find_last_player(rules, out_by);
        }
    }

    /// Lists the legal moves of the side to move. A side that is stuck passes, or loses or draws the game; if the game
    /// is over, by that or before, the list is empty.
    #[inline(always)]
    pub fn begin_turn(&mut self, rules: &Rules<W>, moves: &mut MoveList<W>) {
        self.begin_turn_before(rules, moves, &mut Witness::default());
    }

    /// The same, the witness being told.
    #[inline(always)]
    pub fn begin_turn_before(&mut self, rules: &Rules<W>, moves: &mut MoveList<W>, witness: &mut Witness) {
        loop {
            moves.clear();
            if self.standing != Standing::Open {
                return;
            }
            self.generate(rules, self.to_move, moves);
            if moves.is_full() {
                self.end(GameResult::Drawn(Label::TOO_MANY_MOVES), None);
                moves.clear();
                return;
            }
            if !moves.is_empty() || self.pass_or_end(rules, moves, witness) {
                return;
            }
        }
    }

    /// The same where it is known that the side to move, in a game that goes on, has no move.
    pub fn begin_stuck_turn(&mut self, rules: &Rules<W>, moves: &mut MoveList<W>) {
        moves.clear();
        if !self.pass_or_end(rules, moves, &mut Witness::default()) {
            self.begin_turn(rules, moves);
        }
    }

    /// What the side's having no move leads to. Answers whether it may pass.
    fn pass_or_end(&mut self, rules: &Rules<W>, moves: &mut MoveList<W>, witness: &mut Witness) -> bool {
        let phase = rules.of(self.phase, self.to_move);
        if phase.until == Until::NobodyCanMove && self.nobody_can_move(rules, moves) {
            self.next_phase(rules, witness);
            self.leave_phases(rules, witness);
            return false;
        }
        let by = phase.stuck_statement;
        match phase.stuck {
            Stuck::Passes => {
                moves.push_pass();
                return true;
            }
            Stuck::Draws => self.end(GameResult::Drawn(Label::STUCK), by),
            Stuck::Loses => {
                let mover = self.to_move;
                self.lose(rules, mover, by);
                self.leave_phases(rules, witness);
            }
        }
        by.into_iter().for_each(|by| witness.tell(by, true));
        false
    }

    #[inline]
    fn count_repeats(&mut self, rules: &Rules<W>, memory: &mut Memory) {
        self.facts.repeats = memory.note(self.key(rules), self.comparable);
    }

    /// A hash of what repetition compares: placement, hands and the side to move. The phase is left out, since none
    /// comes again. Computed from scratch: a few multiplications, fewer than it would take to keep it up to date.
    #[inline(always)]
    pub fn key(&self, rules: &Rules<W>) -> u64 {
        // Far from what a few pieces elsewhere come to.
        let mut hash = (self.to_move.0 as u64 + 1).wrapping_mul(MIXER);
        let mut mix = |word: u64| {
            hash = (hash ^ word).wrapping_mul(MIXER);
            hash ^= hash >> 32;
        };
        for side in 0..rules.sides {
            self.facts.placement.boards[side].0.iter().for_each(|&word| mix(word));
            if rules.reads.hands {
                self.hands[side][..rules.kinds].iter().for_each(|&held| mix(held as u64));
            }
        }
        if rules.kinds > 1 {
            self.facts.placement.boards[KINDS..KINDS + rules.kinds].iter().flat_map(|kind| kind.0).for_each(mix);
        }
        hash
    }
}
