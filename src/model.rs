//! The resolved game: what a description file means under one choice of options.
//!
//! Everything static is settled here: sizes, regions, maps, `if`s and options are gone, names have become numbers.
//! What is not yet proved is that the rules are worth playing. Spans are kept only to point at statements.

use crate::bits::{Site, SiteSet};
use crate::source::{Sources, Span};

/// The most sides a game may have.
pub const MAX_SIDES: usize = 6;
/// The most kinds of piece a game may have.
pub const MAX_KINDS: usize = 6;
/// The most directions a board may have.
pub const MAX_DIRECTIONS: usize = 32;
/// The most sets of which a game may ask whether they have changed; a set that depends on the side counts for each side.
pub const MAX_WATCHED: usize = 8;
/// The most phases a game may have.
pub const MAX_PHASES: usize = 16;
/// The most moves and endings that a game may state, in all phases together.
pub const MAX_STATEMENTS: usize = 200;

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u8);

        impl $name {
            /// The value with this number.
            pub fn new(index: usize) -> Self {
                Self(u8::try_from(index).expect("the checker limits how many there are"))
            }

            /// The number, for indexing.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
number!(
    /// A side, numbered from 0 in turn order. A turn belongs to a side.
    Side
);
number!(
    /// A player, numbered from 0 in seat order. A player owns one side or several.
    Player
);
number!(
    /// A kind of piece, numbered from 0 in the file's order.
    Kind
);
number!(
    /// A phase, numbered from 0 in the file's order.
    PhaseId
);

/// A set of sides, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SideSet(pub u8);

impl SideSet {
    /// The first `count` sides.
    pub fn first(count: usize) -> SideSet {
        SideSet(((1u16 << count) - 1) as u8)
    }

    /// Whether the side is in the set.
    #[inline(always)]
    pub fn has(self, side: Side) -> bool {
        self.0 >> side.0 & 1 != 0
    }

    /// The set with the side.
    #[inline(always)]
    pub fn with(self, side: Side) -> SideSet {
        SideSet(self.0 | 1 << side.0)
    }

    /// The set without the side.
    #[inline(always)]
    pub fn without(self, side: Side) -> SideSet {
        SideSet(self.0 & !(1 << side.0))
    }

    /// The number of sides in the set.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no side is in the set.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sides in turn order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Side> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let side = (left != 0).then(|| Side(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            side
        })
    }
}

/// A set of kinds of piece, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KindSet(pub u8);

impl KindSet {
    /// Every kind there may be.
    pub const ALL: KindSet = KindSet((1 << MAX_KINDS) - 1);

    /// Whether the kind is in the set.
    pub fn has(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// The set with the kind.
    pub fn with(self, kind: Kind) -> KindSet {
        KindSet(self.0 | 1 << kind.0)
    }

    /// Whether no kind is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in the file's order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        (0..MAX_KINDS).map(Kind::new).filter(move |&kind| self.has(kind))
    }
}

/// A set of directions of the board's topology, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DirectionSet(pub u32);

impl DirectionSet {
    /// Whether the direction of this number is in the set.
    pub fn has(self, direction: usize) -> bool {
        self.0 >> direction & 1 != 0
    }

    /// The numbers of the directions in the set, rising.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..MAX_DIRECTIONS).filter(move |&direction| self.has(direction))
    }
}

/// Directions as a rule writes them: one set for each side, since a word such as `forward` depends on who moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directions(pub Vec<DirectionSet>);

/// A game as one choice of options makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The title the file gives.
    pub title: String,
    /// The file's `about` line.
    pub about: Option<String>,
    /// The options, each with the value in force.
    pub options: Vec<GameOption>,
    /// Sites and the lines that join them.
    pub board: Board,
    /// Kinds of piece; a game that names none has one without a name.
    pub kinds: Vec<PieceKind>,
    /// The sides in turn order.
    pub sides: Vec<SideInfo>,
    /// The players in seat order.
    pub players: Vec<PlayerInfo>,
    /// The file's regions, by name; each has one set for each side (the same for all where it does not depend on the side).
    pub regions: Vec<(String, Vec<SiteSet>)>,
    /// The sites that are of one colour, where the board has colours: the orbits of the file's first map.
    pub colours: Vec<SiteSet>,
    /// What stands where, and what is in hand, at the start.
    pub start: Start,
    /// The phases in the file's order; play begins in the first.
    pub phases: Vec<Phase>,
    /// Where the statements stand that set the game up.
    pub stated: Stated,
    /// The texts that the spans point into.
    pub sources: Sources,
}

impl Game {
    /// Whether an ending or a choice among moves reads a number for which this holds.
    pub fn reads(&self, wanted: &dyn Fn(&Number) -> bool) -> bool {
        self.phases.iter().any(|phase| {
            phase.endings.iter().any(|ending| ending.when.reads(wanted))
                || phase.moves.iter().any(|node| node.reads(wanted))
        })
    }

    /// Whether a rule of the game draws it.
    pub fn may_be_drawn(&self) -> bool {
        let draws = |ending: &Ending| matches!(ending.kind, EndingKind::Draw(_) | EndingKind::LastTurns(_));
        self.phases.iter().any(|phase| phase.stuck == Some(Stuck::Draws) || phase.endings.iter().any(draws))
    }
}

/// Where the statements stand that set a game up, to point at them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stated {
    /// The `board`.
    pub board: Option<Span>,
    /// The `sides`.
    pub sides: Option<Span>,
    /// The name of each player that the file describes.
    pub players: Vec<(String, Span)>,
    /// The name of each region, in the order of [`Game::regions`].
    pub regions: Vec<Span>,
    /// The `setup`, if there is one.
    pub setup: Option<Span>,
}

/// An option with the values it allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its name.
    pub name: String,
    /// The value in force.
    pub value: OptionValue,
    /// The value when none is chosen.
    pub default: OptionValue,
    /// Every value that may be chosen, in the file's order.
    pub allowed: Vec<OptionValue>,
}

/// The value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum OptionValue {
    /// A whole number.
    Number(i32),
    /// `yes` or `no`.
    Switch(bool),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Switch(true) => f.write_str("yes"),
            OptionValue::Switch(false) => f.write_str("no"),
        }
    }
}

/// The board: sites in directions, and where to draw them.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Name of each site, in site order: `a1`, `j10`.
    pub names: Vec<String>,
    /// Column and row of each site, both from 0, for drawing.
    pub places: Vec<(i16, i16)>,
    /// The directions; at most [`MAX_DIRECTIONS`].
    pub directions: Vec<Direction>,
    /// Whether the sites are points on lines rather than squares.
    pub lined: bool,
}

impl Board {
    /// The number of sites.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the board has no sites; a checked board always has some.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether sites are called by numbers, not by column and row.
    pub fn is_numbered(&self) -> bool {
        self.names.first().is_some_and(|name| name.starts_with(|first: char| first.is_ascii_digit()))
    }

    /// The site of that name.
    pub fn site(&self, name: &str) -> Option<Site> {
        self.names.iter().position(|known| known == name).map(Site::new)
    }

    /// The name of the site.
    pub fn name(&self, site: Site) -> &str {
        &self.names[site.index()]
    }
}

/// One way along the board's lines. From a site it leads to one site at most, and to a site from one at most, so that a
/// jump is three successive sites of one direction and "straight on" is to keep to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Direction {
    /// A name for people: `north`, or what the board calls it.
    pub name: String,
    /// Where it leads from each site.
    pub next: Vec<Option<Site>>,
    /// The number of the direction that leads back.
    pub opposite: usize,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceKind {
    /// Its name; empty in a game that names no kinds.
    pub name: String,
}

/// A side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideInfo {
    /// Its name.
    pub name: String,
    /// Who moves its pieces.
    pub player: Player,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerInfo {
    /// The name: the side's where the player owns just one.
    pub name: String,
    /// The sides owned.
    pub sides: SideSet,
}

/// The position that play begins from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// What stands on the board.
    pub pieces: Vec<(Site, Side, Kind)>,
    /// For each side, how many pieces of each kind are in hand.
    pub hands: Vec<Vec<u16>>,
}

/// A stage of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    /// Where it is written.
    pub span: Span,
    /// Its name.
    pub name: String,
    /// When it ends.
    pub until: Until,
    /// What a side may do: the moves of all nodes together.
    pub moves: Vec<MoveNode>,
    /// Changes of kind, in the file's order.
    pub promotions: Vec<Promotion>,
    /// What happens to a side to move that has no move; `None` only with [`Until::OneTurnEach`].
    pub stuck: Option<Stuck>,
    /// Where that is written.
    pub stuck_span: Option<Span>,
    /// Endings in the file's order.
    pub endings: Vec<Ending>,
}

/// When a phase ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// When the game does.
    GameOver,
    /// When each side has had one turn.
    OneTurnEach,
    /// When no side in play has a move, looked at on entering and after every turn.
    NobodyCanMove,
}

/// What being without a move means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// The side's player loses.
    Loses,
    /// The side passes; passing is then its only move.
    Passes,
    /// The game is a draw.
    Draws,
}

/// Statements that give moves.
#[derive(Clone, PartialEq, Debug)]
pub enum MoveNode {
    /// One statement.
    Rule(Box<MoveRule>),
    /// Blocks in order of priority: the moves are those of the first block that has any.
    First(Vec<Vec<MoveNode>>),
    /// Of the moves that stand beside it, only the best are moves.
    Choose(Choice),
}

impl MoveNode {
    /// The statements of the nodes, also within blocks, in the file's order.
    pub fn rules(nodes: &[MoveNode]) -> Vec<&MoveRule> {
        let mut rules = Vec::new();
        for node in nodes {
            match node {
                MoveNode::Rule(rule) => rules.push(&**rule),
                MoveNode::First(blocks) => rules.extend(blocks.iter().flat_map(|nodes| MoveNode::rules(nodes))),
                MoveNode::Choose(_) => {}
            }
        }
        rules
    }

    fn reads(&self, wanted: &dyn Fn(&Number) -> bool) -> bool {
        match self {
            MoveNode::Rule(_) => false,
            MoveNode::First(blocks) => blocks.iter().flatten().any(|node| node.reads(wanted)),
            MoveNode::Choose(choice) => choice.keys.iter().any(|key| match key {
                Key::Most(number) | Key::Least(number) => number.reads(wanted),
                Key::Earliest(_) => false,
            }),
        }
    }
}

/// A choice among moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Where it is written.
    pub span: Span,
    /// What moves are compared by, the first key deciding before the next.
    pub keys: Vec<Key>,
}

/// What moves are compared by. The sets are read as the position is before the move, with [`Set::Jumped`] and
/// [`Set::Mover`] telling of the move.
#[derive(Clone, PartialEq, Debug)]
pub enum Key {
    /// The greatest number is best.
    Most(Number),
    /// The smallest number is best.
    Least(Number),
    /// Of chains of jumps: those that come to a piece of the set first, and again wherever they part.
    Earliest(Set),
}

impl Key {
    /// Whether it depends on which pieces a move jumps.
    pub fn reads_jumped(&self) -> bool {
        let reads = |number: &Number| match number {
            Number::Count(set) | Number::Longest(_, set) | Number::Unchanged(set) => set.reads(&Set::Jumped),
            _ => false,
        };
        match self {
            Key::Most(number) | Key::Least(number) => number.reads(&reads),
            Key::Earliest(_) => true,
        }
    }
}

/// A piece that becomes one of another kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Promotion {
    /// Where it is written.
    pub span: Span,
    /// For which sides it stands.
    pub sides: SideSet,
    /// The kind it was.
    pub from: Kind,
    /// The kind it becomes.
    pub to: Kind,
    /// Where, for each side: at the end of its turn.
    pub on: Vec<SiteSet>,
    /// Also in the middle of a chain of jumps, which goes on as the new kind may.
    pub at_once: bool,
}

/// A statement that gives moves.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRule {
    /// Where it is written.
    pub span: Span,
    /// For which sides it stands.
    pub sides: SideSet,
    /// What it lets them do.
    pub action: Action,
}

/// What a move statement lets a side do.
///
/// While a piece moves it counts as lifted: the sets of its statement are read with the piece off the board.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Place a piece from hand.
    Place {
        /// The kind placed.
        kind: Kind,
        /// Where.
        onto: Set,
    },
    /// Take a piece of one's own off the board.
    Remove {
        /// Which pieces; the set is read together with `own`.
        from: Set,
    },
    /// Move a piece one link.
    Step {
        /// Which of one's own pieces.
        movers: Set,
        /// Along which links.
        directions: Directions,
        /// Where it may end.
        onto: Set,
        /// Whether an enemy piece that stood there is captured.
        removing: bool,
        /// A glide that may come before; the step is then from where it ended, or the glide alone is the move.
        glide: Option<Glide>,
    },
    /// Move a piece any number of links in one direction over empty sites.
    Slide {
        /// Which of one's own pieces.
        movers: Set,
        /// Along which links.
        directions: Directions,
        /// Where it may end.
        onto: Set,
        /// Whether an enemy piece that stood there is captured.
        removing: bool,
    },
    /// Jump over a piece to the site beyond, perhaps several times.
    Jump {
        /// Which of one's own pieces.
        movers: Set,
        /// Along which links.
        directions: Directions,
        /// What may be jumped.
        over: Set,
        /// Where a jump may land.
        onto: Set,
        /// What may become of the jumped piece; the mover chooses for each jump.
        effects: Effects,
        /// Whether that happens at the end of the chain only. Until then a jumped piece stands in the way, and is not
        /// jumped again.
        at_end: bool,
        /// Whether any number of empty sites may lie before the jumped piece and behind it. Of the sites behind it, a piece
        /// that must go on lands on those from which it can, if there are any.
        flying: bool,
        /// Whether the same piece goes on jumping.
        chain: Chain,
        /// Whether it goes on in the same direction only.
        straight: bool,
        /// A glide that may come before the first jump.
        glide: Option<Glide>,
    },
}

impl Action {
    /// Whether it lets a piece jump on in chains that take nothing and change nothing, so that each is told by where it begins
    /// and ends, and may go over the same piece again.
    pub fn changes_nothing(&self) -> bool {
        let keeping = Effects { removing: false, exchanging: false, keeping: true };
        matches!(self, Action::Jump { effects, chain, .. } if *effects == keeping && *chain != Chain::Single)
    }
}

/// What may become of a jumped piece; at least one is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// It is taken off the board.
    pub removing: bool,
    /// It is exchanged for a piece of the mover's, of the same kind.
    pub exchanging: bool,
    /// It stays.
    pub keeping: bool,
}

/// Whether a jumping piece goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chain {
    /// One jump a turn.
    Single,
    /// It may go on.
    May,
    /// It goes on while it can.
    Must,
}

/// Free movement before a step or a jump, any number of links.
#[derive(Clone, PartialEq, Debug)]
pub struct Glide {
    /// Along which links.
    pub directions: Directions,
    /// Where every site passed must lie, the first and the last included.
    pub through: Set,
}

/// How the game may end, or a side leave it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// Where it is written.
    pub span: Span,
    /// What happens.
    pub kind: EndingKind,
    /// When.
    pub when: Condition,
}

/// What an ending does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndingKind {
    /// The side is skipped from now on. Tried first, for each side in play.
    Out,
    /// The mover's player wins.
    Win,
    /// The mover's player loses.
    Lose,
    /// The game is drawn, under this name.
    Draw(String),
    /// Every side in play gets one last turn, the mover last; then the game is drawn, under this name.
    LastTurns(String),
}

/// A set of sites that may depend on the position and on the side it is read for.
#[derive(Clone, PartialEq, Debug)]
pub enum Set {
    /// The same sites always.
    Sites(SiteSet),
    /// The sites of the side it is read for: one set for each side.
    BySide(Vec<SiteSet>),
    /// Sites without a piece.
    Empty,
    /// The side's own pieces.
    Own,
    /// Pieces of every side of another player, also of one who resigned.
    Enemy,
    /// Pieces of the player's other sides.
    Ally,
    /// All pieces.
    Pieces,
    /// Pieces of one side.
    Of(Side),
    /// Pieces of one kind.
    OfKind(Kind),
    /// What the last turn changed.
    Last,
    /// The sites of the pieces that a move jumps; in a [`Key`] only.
    Jumped,
    /// The site of the piece that moves; in a [`Key`] only.
    Mover,
    /// The board's other sites.
    Not(Box<Set>),
    /// In both.
    And(Box<Set>, Box<Set>),
    /// In either.
    Or(Box<Set>, Box<Set>),
    /// The sites one link away from a site of the set, along one of the directions, read from that site.
    To(Directions, Box<Set>),
}

impl Set {
    /// The kinds of which pieces may be in the set, by how it is written.
    pub fn kinds(&self) -> KindSet {
        match self {
            Set::OfKind(kind) => KindSet::default().with(*kind),
            Set::And(a, b) => KindSet(a.kinds().0 & b.kinds().0),
            Set::Or(a, b) => KindSet(a.kinds().0 | b.kinds().0),
            _ => KindSet::ALL,
        }
    }

    /// Whether it is the other set or is made of it.
    pub fn reads(&self, other: &Set) -> bool {
        self == other
            || match self {
                Set::Not(inner) | Set::To(_, inner) => inner.reads(other),
                Set::And(a, b) | Set::Or(a, b) => a.reads(other) || b.reads(other),
                _ => false,
            }
    }

    /// Whether it is the same for every side that reads it.
    pub fn is_shared(&self) -> bool {
        match self {
            Set::BySide(_) | Set::Own | Set::Enemy | Set::Ally | Set::Mover => false,
            Set::Not(inner) => inner.is_shared(),
            Set::And(a, b) | Set::Or(a, b) => a.is_shared() && b.is_shared(),
            Set::To(directions, inner) => directions.0.windows(2).all(|two| two[0] == two[1]) && inner.is_shared(),
            _ => true,
        }
    }
}

/// A whole number that may depend on the position and on the side it is read for.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    /// Always the same.
    Constant(i32),
    /// How many sites the set has.
    Count(Set),
    /// The length of the longest run of sites of the set along one of the directions.
    Longest(Directions, Set),
    /// Enemy pieces removed or exchanged by all sides of the side's player.
    Captured,
    /// Occurrences of this placement with the same side to move, phase and hands, this one included.
    Repeats,
    /// Passes in succession.
    Passes,
    /// Turns in succession without capture.
    Quiet,
    /// Turns in succession after which the set had the same sites as before.
    Unchanged(Set),
    /// Turns since the start of the game.
    Turns,
    /// The number of sides in play.
    Sides,
    /// Two numbers joined; what cannot be, such as a division by zero, is zero.
    Arithmetic(Arithmetic, Box<Number>, Box<Number>),
    /// One of two numbers.
    If(Box<Condition>, Box<Number>, Box<Number>),
}

impl Number {
    /// Whether this holds for the number or for one that it is made of.
    fn reads(&self, wanted: &dyn Fn(&Number) -> bool) -> bool {
        wanted(self)
            || match self {
                Number::Arithmetic(_, a, b) => a.reads(wanted) || b.reads(wanted),
                Number::If(condition, then, otherwise) => {
                    condition.reads(wanted) || then.reads(wanted) || otherwise.reads(wanted)
                }
                _ => false,
            }
    }
}

/// How two numbers are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient rounded down.
    Divide,
    /// Remainder of the quotient rounded down.
    Modulo,
}

impl Arithmetic {
    /// The two joined; `None` past the limits or when dividing by zero.
    pub fn apply(self, left: i32, right: i32) -> Option<i32> {
        let floor = || {
            let quotient = left.checked_div(right)?;
            let inexact = left % right != 0;
            Some(if inexact && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
        };
        match self {
            Arithmetic::Add => left.checked_add(right),
            Arithmetic::Subtract => left.checked_sub(right),
            Arithmetic::Multiply => left.checked_mul(right),
            Arithmetic::Divide => floor(),
            Arithmetic::Modulo => left.checked_sub(floor()?.checked_mul(right)?),
        }
    }
}

/// What holds or does not.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// Always the same.
    Constant(bool),
    /// Two numbers compared.
    Compare(Comparison, Number, Number),
    /// Not so.
    Not(Box<Condition>),
    /// Both.
    And(Box<Condition>, Box<Condition>),
    /// Either.
    Or(Box<Condition>, Box<Condition>),
    /// It holds for every side in play, read for that side.
    Every(Box<Condition>),
    /// It holds for some side in play, read for that side.
    Some(Box<Condition>),
}

impl Condition {
    /// Whether it reads a number for which this holds.
    fn reads(&self, wanted: &dyn Fn(&Number) -> bool) -> bool {
        match self {
            Condition::Constant(_) => false,
            Condition::Compare(_, a, b) => a.reads(wanted) || b.reads(wanted),
            Condition::And(a, b) | Condition::Or(a, b) => a.reads(wanted) || b.reads(wanted),
            Condition::Not(inner) | Condition::Every(inner) | Condition::Some(inner) => inner.reads(wanted),
        }
    }
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether the first number compares so with the second.
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::More => left > right,
            Comparison::AtLeast => left >= right,
        }
    }
}
