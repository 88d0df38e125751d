//! The game compiled for one width of sets: shifts, set programs, move statements and endings, a copy for each side.
//!
//! Nothing is looked up by name and nothing static is left to decide. What a statement means depends on who moves, so
//! every side has its own programs, in which `own` and `enemy` are fixed boards.

mod choices;
mod conditions;
mod moves;
mod reading;
mod sets;
mod sweeps;
mod tracks;
mod ways;

pub use choices::{Preference, PromotionRule};
pub use conditions::{Amount, Test, Trigger};
pub use moves::{Block, Glide, JumpRule, JumpSearch, Promoted, Rule, RuleKind};
pub use reading::Reader;
pub use sets::Program;
pub use sweeps::{ABREAST, Abreast, Boards, Lane, Sweep, Sweeps, Swept};
pub use tracks::{Change, Deed, Track};
pub use ways::{Along, Leap, Way};

use crate::bits::{Bits, Site};
use crate::facts::{KINDS, PIECES};
use crate::model::{
    self, Directions, EndingKind, Game, Kind, MAX_KINDS, MAX_SIDES, Number, PhaseId, Player, Side, SideSet, Stuck,
    Until,
};
use crate::source::Span;

/// The name of a draw, as its number in [`Rules::labels`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u8);

impl Label {
    /// The players agree.
    pub const AGREEMENT: Label = Label(0);
    /// A side has no move.
    pub const STUCK: Label = Label(1);
    /// The last phase has ended, or no player is left.
    pub const NOTHING_LEFT: Label = Label(2);
    /// The position gives more moves than can be listed.
    pub const TOO_MANY_MOVES: Label = Label(3);
    /// What these are called.
    const NAMES: [&str; 4] = ["agreement", "stuck", "nothing left", "too many moves, 65536 or more"];

    /// The number, for indexing.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The most tracks for steps and jumps; games on boards of a usual kind have fewer than 100.
const MOST_TRACKS: usize = 1024;

/// A compiled game.
#[derive(Clone, Debug)]
pub struct Rules<const W: usize> {
    /// Every site of the board.
    pub all: Bits<W>,
    /// The tracks of all statements, phases and sides.
    pub tracks: Box<[Track<W>]>,
    /// The most sweeps that a list of moves takes.
    pub sweeps: usize,
    /// The number of different glides.
    pub glides: usize,
    /// Whether nothing reads what turns changed, so that a track's move is a few operations on whole boards.
    pub is_plain: bool,
    /// Whether the moves of every statement are found for the whole board at once, but for chains that go on, and count as
    /// they are found, so that several positions can be looked at side by side.
    pub is_swept: bool,
    /// Whether chains of jumps of any positions may be followed together, each told by what it may still jump and land on.
    pub is_chased: bool,
    /// The numbers of the boards that sets are read from, but for what turns changed.
    pub boards: Box<[u8]>,
    /// The board's directions.
    pub ways: Box<[Way<W>]>,
    /// Whether no statement lets a piece jump over one that is not an enemy's.
    pub takes_only_enemies: bool,
    /// Whether a jump may make the jumped piece the mover's.
    pub exchanges: bool,
    /// The number of sides.
    pub sides: usize,
    /// The number of kinds of piece.
    pub kinds: usize,
    /// For each side, those of other players.
    pub enemies: [SideSet; MAX_SIDES],
    /// For each side, all others.
    pub others: [SideSet; MAX_SIDES],
    /// For each side its player.
    pub owner: [Player; MAX_SIDES],
    /// For each player the sides owned.
    pub players: Box<[SideSet]>,
    /// The number of phases.
    pub phases: usize,
    /// What each phase says for each side, those of the first phase first.
    turns: Box<[TurnRules<W>]>,
    /// The names of draws by [`Label`].
    pub labels: Box<[String]>,
    /// For each statement that moves or endings name, where it is written.
    pub statements: Box<[Span]>,
    /// The sets of which it is asked whether they have changed.
    pub watched: Box<[Program<W>]>,
    /// Which of the numbers that a position keeps something depends on.
    pub reads: Reads,
    /// Whether some condition counts repeated positions.
    pub counts_repeats: bool,
    /// Whether some set reads what the last turn changed.
    pub reads_last: bool,
    /// What stands on the board at the start.
    pub start: Box<[(Site, Side, Kind)]>,
    /// What is in hand at the start.
    pub hands: [[u8; MAX_KINDS]; MAX_SIDES],
}

/// Numbers that a position keeps.
#[derive(Clone, Copy, Debug)]
pub struct Reads {
    /// Pieces in hand.
    pub hands: bool,
    /// Enemy pieces captured.
    pub captured: bool,
    /// Passes in succession.
    pub passes: bool,
    /// Turns in succession without capture.
    pub quiet: bool,
    /// Turns played.
    pub turns: bool,
}

/// What a phase says for one side.
#[derive(Clone, Debug)]
pub struct TurnRules<const W: usize> {
    /// Whose side it is.
    pub player: Player,
    /// When the phase ends.
    pub until: Until,
    /// What being without a move means.
    pub stuck: Stuck,
    /// The number of the statement that says so, if one does.
    pub stuck_statement: Option<u16>,
    /// After which turns it is worth asking whether a side is out.
    pub out_trigger: Trigger,
    /// After which turns some ending is worth trying.
    pub trigger: Trigger,
    /// What it may do.
    pub moves: Block<W>,
    /// Whether the moves on tracks only move pieces and take others off.
    pub only_moves: bool,
    /// Which of its pieces become others at the end of its turn.
    pub promotions: Box<[PromotionRule<W>]>,
    /// When it is out: any of them, each with its statement's number; as many for every side.
    pub out: Box<[(u16, Test<W>)]>,
    /// The other endings, in the file's order.
    pub endings: Box<[EndingRule<W>]>,
}

impl<const W: usize> TurnRules<W> {
    /// The endings by which the side wins.
    pub fn wins(&self) -> impl Iterator<Item = &EndingRule<W>> {
        self.endings.iter().filter(|ending| ending.effect == EndingEffect::Win)
    }
}

/// An ending, for the side that moved.
#[derive(Clone, Debug)]
pub struct EndingRule<const W: usize> {
    /// Its number in [`Rules::statements`].
    pub statement: u16,
    /// What happens.
    pub effect: EndingEffect,
    /// After which turns it is worth trying.
    pub trigger: Trigger,
    /// When.
    pub when: Test<W>,
}

/// What an ending does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingEffect {
    /// The mover's player wins.
    Win,
    /// The mover's player loses.
    Lose,
    /// The game is drawn.
    Draw(Label),
    /// Each side gets a last turn, then the game is drawn.
    LastTurns(Label),
}

impl<const W: usize> Rules<W> {
    /// Compiles the game, whose board has at most 64·W sites.
    pub fn new(game: &Game) -> Rules<W> {
        let ways: Box<[Way<W>]> = game.board.directions.iter().map(|way| Way::new(&way.next)).collect();
        let sides = game.sides.len();
        let mut owner = [Player(0); MAX_SIDES];
        for (side, info) in game.sides.iter().enumerate() {
            owner[side] = info.player;
        }
        let mut compiler = Compiler::new(game, &ways);
        let turns = game.phases.iter().flat_map(|phase| (0..sides).map(move |side| (phase, Side::new(side))));
        let turns: Box<[TurnRules<W>]> = turns.map(|(phase, side)| compiler.turn(phase, side)).collect();
        let mut enemies = [SideSet::default(); MAX_SIDES];
        for (side, enemies) in enemies.iter_mut().enumerate().take(sides) {
            *enemies = compiler.enemies(Side::new(side));
        }
        let Compiler {
            labels,
            statements,
            tracks,
            sweeps,
            glides,
            counts_repeats,
            reads_last,
            takes_only_enemies,
            watched,
            ..
        } = compiler;
        let kinds = game.kinds.len();
        let kept = (kinds > 1).then_some(KINDS..KINDS + kinds).into_iter().flatten();
        let boards = (0..sides).chain(kept).chain([PIECES]);
        let watched: Box<[Program<W>]> = watched.into_iter().map(|(.., program)| program).collect();
        let mut hands = [[0; MAX_KINDS]; MAX_SIDES];
        for (side, held) in game.start.hands.iter().enumerate() {
            for (kind, &count) in held.iter().enumerate() {
                hands[side][kind] = count.min(u8::MAX as u16) as u8;
            }
        }
        let reads = |number| game.reads(&|read| *read == number);
        Rules {
            all: Bits::first(game.board.len()),
            takes_only_enemies,
            sides,
            enemies,
            others: std::array::from_fn(|side| SideSet::first(sides).without(Side::new(side))),
            exchanges: tracks.iter().any(|track| track.change == Change::Exchange),
            is_swept: turns.iter().all(|turn| turn.moves.is_swept()),
            is_chased: turns.iter().all(|turn| turn.moves.is_chased()),
            boards: boards.map(|board| board as u8).collect(),
            is_plain: !reads_last && watched.is_empty(),
            tracks: tracks.into(),
            sweeps,
            glides: glides.len(),
            kinds,
            owner,
            players: game.players.iter().map(|player| player.sides).collect(),
            phases: game.phases.len(),
            turns,
            labels: labels.into(),
            statements: statements.into(),
            reads: Reads {
                hands: hands.iter().flatten().any(|&held| held > 0),
                captured: reads(Number::Captured),
                passes: reads(Number::Passes),
                quiet: reads(Number::Quiet),
                turns: reads(Number::Turns),
            },
            counts_repeats,
            reads_last,
            watched,
            start: game.start.pieces.clone().into(),
            hands,
            ways,
        }
    }

    /// Whether sets fit into 32 bits.
    #[inline(always)]
    pub fn is_narrow(&self) -> bool {
        W == 1 && self.all.0[0] >> 32 == 0
    }

    /// What the phase says for the side.
    #[inline(always)]
    pub fn of(&self, phase: PhaseId, side: Side) -> &TurnRules<W> {
        &self.turns[self.number(phase, side)]
    }

    /// The place among [`Rules::turns`] of what the phase says for the side.
    #[inline(always)]
    pub fn number(&self, phase: PhaseId, side: Side) -> usize {
        phase.index() * self.sides + side.index()
    }

    /// What each phase says for each side.
    #[inline(always)]
    pub fn turns(&self) -> &[TurnRules<W>] {
        &self.turns
    }
}

/// What is gathered while a game is compiled.
struct Compiler<'a, const W: usize> {
    game: &'a Game,
    ways: &'a [Way<W>],
    labels: Vec<String>,
    statements: Vec<Span>,
    tracks: Vec<Track<W>>,
    sweeps: usize,
    glides: Vec<Glide<W>>,
    counts_repeats: bool,
    reads_last: bool,
    /// The changes of kind in the phase, for the side.
    promotions: Vec<PromotionRule<W>>,
    /// Whether the statements stand in a block that compares its moves, so that each must be listed.
    compares: bool,
    /// The watched sets, each with the side it is read for if that matters.
    watched: Vec<(model::Set, Option<Side>, Program<W>)>,
    takes_only_enemies: bool,
}

impl<'a, const W: usize> Compiler<'a, W> {
    fn new(game: &'a Game, ways: &'a [Way<W>]) -> Self {
        Compiler {
            game,
            ways,
            labels: Label::NAMES.map(String::from).to_vec(),
            statements: Vec::new(),
            tracks: Vec::new(),
            sweeps: 0,
            glides: Vec::new(),
            counts_repeats: false,
            reads_last: false,
            promotions: Vec::new(),
            compares: false,
            watched: Vec::new(),
            takes_only_enemies: true,
        }
    }

    fn turn(&mut self, phase: &crate::model::Phase, side: Side) -> TurnRules<W> {
        self.promotions = self.promotions(phase, side);
        let moves = self.block(&phase.moves, side);
        let (mut out, mut endings) = (Vec::new(), Vec::new());
        let (mut out_trigger, mut trigger) = (Trigger::NEVER, Trigger::NEVER);
        for ending in &phase.endings {
            let (when, statement) = (self.test(&ending.when, side), self.statement(ending.span));
            let effect = match &ending.kind {
                EndingKind::Out => {
                    out.push((statement, when));
                    out_trigger = out_trigger.or(Trigger::of_each(&ending.when));
                    continue;
                }
                EndingKind::Win => EndingEffect::Win,
                EndingKind::Lose => EndingEffect::Lose,
                EndingKind::Draw(label) => EndingEffect::Draw(self.label(label)),
                EndingKind::LastTurns(label) => EndingEffect::LastTurns(self.label(label)),
            };
            let rule = EndingRule { statement, effect, trigger: Trigger::of(&ending.when), when };
            trigger = trigger.or(rule.trigger);
            endings.push(rule);
        }
        TurnRules {
            player: self.game.sides[side.index()].player,
            until: phase.until,
            stuck: phase.stuck.unwrap_or(Stuck::Passes),
            stuck_statement: phase.stuck_span.map(|span| self.statement(span)),
            out_trigger,
            trigger,
            only_moves: moves.only_moves(),
            moves,
            promotions: std::mem::take(&mut self.promotions).into(),
            out: out.into(),
            endings: endings.into(),
        }
    }

    /// The number of the watched set.
    fn watch(&mut self, set: &model::Set, side: Side) -> u8 {
        let side_read = (!set.is_shared()).then_some(side);
        let known = self.watched.iter().position(|known| known.0 == *set && known.1 == side_read);
        let index = known.unwrap_or_else(|| {
            let program = self.set(set, side);
            self.watched.push((set.clone(), side_read, program));
            self.watched.len() - 1
        });
        u8::try_from(index).expect("the checker limits how many are watched")
    }

    fn label(&mut self, label: &str) -> Label {
        let known = self.labels.iter().position(|known| known == label);
        let index = known.unwrap_or_else(|| {
            self.labels.push(label.to_owned());
            self.labels.len() - 1
        });
        Label(u8::try_from(index).expect("the checker limits how many endings there are"))
    }

    /// The directions as the side reads them.
    fn along(&self, directions: &Directions, side: Side) -> Along<W> {
        Along::new(directions.0[side.index()].iter().map(|way| way as u8).collect(), self.ways)
    }

    /// Whether so many tracks more can be made. A game that would take more has its other statements tried piece by piece,
    /// which gives the same moves.
    fn has_room(&self, tracks: usize) -> bool {
        self.tracks.len() + tracks <= MOST_TRACKS
    }

    /// The number of the first of successive tracks. Sides that do the same share them, so that they stay in the
    /// processor's nearest memory.
    fn tracks(&mut self, wanted: Vec<Track<W>>) -> u16 {
        let known = self.tracks.windows(wanted.len().max(1)).position(|tracks| tracks == wanted);
        known.unwrap_or_else(|| {
            self.tracks.extend(&wanted);
            self.tracks.len() - wanted.len()
        }) as u16
    }

    fn statement(&mut self, span: Span) -> u16 {
        let known = self.statements.iter().position(|&known| known == span);
        known.unwrap_or_else(|| {
            self.statements.push(span);
            self.statements.len() - 1
        }) as u16
    }
}
