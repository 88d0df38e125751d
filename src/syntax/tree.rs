//! The tree of a description file: what is written, with where it is written, and nothing resolved.

// The fields of a variant are the parts of the statement that its documentation shows.
#![allow(missing_docs)]

use crate::source::{Span, Spanned};

/// A word of the file that names something.
pub type Name = Spanned<String>;

/// A whole file.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// `game` or `variant`, with what it is a variant of.
    pub head: Head,
    /// The statements.
    pub items: Vec<Item>,
    /// Where statements stand that could not be read and so are left out, and other words that are in error. Empty in
    /// what [`parse`](super::parse) answers.
    pub broken: Vec<Span>,
}

/// The first line of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    /// The whole head.
    pub span: Span,
    /// The title, without its quotes.
    pub title: Name,
    /// For a variant, the file it is a variant of, without its quotes.
    pub base: Option<Name>,
}

/// A statement outside a phase, or one that may stand anywhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// The whole statement, without trailing blanks and comments.
    pub span: Span,
    /// Which statement it is.
    pub kind: ItemKind,
}

/// The statements.
#[derive(Clone, PartialEq, Debug)]
pub enum ItemKind {
    /// `about "text"`
    About(Name),
    /// `option name = default of a, b`
    Option { name: Name, default: Expr, allowed: Vec<Expr> },
    /// `require condition`
    Require(Expr),
    /// `set name = value`
    Set { name: Name, value: Expr },
    /// `without phase play`: the statement's word and, where it has one, its name.
    Without { what: Name, name: Option<Name> },
    /// `let name = value`
    Let { name: Name, value: Expr },
    /// `board grid c by r { … }` or `board points { … }`
    Board(BoardItem),
    /// `map name (x, y) -> (column, row)`
    Map { name: Name, parameters: (Name, Name), column: Expr, row: Expr },
    /// `sides a, b`, `sides first n of a, b` or `sides a facing north, b facing south`
    Sides { first: Option<Expr>, sides: Vec<SideName> },
    /// `pieces a, b`: the kinds of piece
    Kinds(Vec<Name>),
    /// `player name owns a, b`
    Player { name: Name, owns: Vec<Name> },
    /// `region name = set` or `region name { side = set … }`
    Region { name: Name, value: RegionValue },
    /// `setup { … }`
    Setup(Vec<SetupItem>),
    /// `setup map """…"""`
    SetupMap(MapText),
    /// `phase name, header { … }`
    Phase(PhaseItem),
    /// `if condition { … } else { … }`; an `else if` is a nested `if` alone in `otherwise`.
    If { condition: Expr, then: Vec<Item>, otherwise: Vec<Item> },
}

/// `board …`
#[derive(Clone, PartialEq, Debug)]
pub struct BoardItem {
    /// `grid c by r`, `hexagon n` or `points`.
    pub shape: Span,
    /// How large it is.
    pub size: BoardSize,
    /// What its block says.
    pub lines: Vec<BoardLine>,
}

/// The size of a board.
#[derive(Clone, PartialEq, Debug)]
pub enum BoardSize {
    /// Columns, then rows.
    Grid(Expr, Expr),
    /// Sites on a side.
    Hexagon(Expr),
    /// As many points as are drawn.
    Points,
}

/// A line of a board's block.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardLine {
    /// The whole statement.
    pub span: Span,
    /// Which statement it is.
    pub kind: BoardLineKind,
}

/// The statements about a board.
#[derive(Clone, PartialEq, Debug)]
pub enum BoardLineKind {
    /// `sites SET`: the only sites that the board has.
    Sites(Expr),
    /// `lines DIRECTIONS by NUMBER from SET`: links so many squares long, through these sites, all when absent. Without any
    /// `lines`, the sites of a grid are joined in all eight directions.
    Lines { directions: DirectionWords, by: Option<Expr>, from: Option<Expr> },
    /// `numbered`, perhaps with `if condition` (`true`) or `unless condition` (`false`): sites are called by numbers.
    Numbered(Option<(bool, Expr)>),
    /// `lines a1 b2 c3`: one line, closed if it ends where it begins; with `curved`, one that runs on through its bends.
    Drawn { curved: bool, sites: Vec<Name> },
}

/// A side's name in `sides`.
#[derive(Clone, PartialEq, Debug)]
pub struct SideName {
    /// The name.
    pub name: Name,
    /// Where it faces.
    pub facing: Option<Name>,
}

/// Direction words, such as `orthogonal`; several in a row mean the directions that all of them name.
#[derive(Clone, PartialEq, Debug)]
pub struct DirectionWords {
    /// All the words.
    pub span: Span,
    /// Each word.
    pub words: Vec<Name>,
}

/// What a region is.
#[derive(Clone, PartialEq, Debug)]
pub enum RegionValue {
    /// One set.
    One(Expr),
    /// A set for each side named; statements such as `if` may stand around them.
    BySide(Vec<RegionEntry>),
}

/// A line of a region's block.
#[derive(Clone, PartialEq, Debug)]
pub enum RegionEntry {
    /// `side = set`
    Side { side: Name, value: Expr },
    /// A static `if`.
    If { condition: Expr, then: Vec<RegionEntry>, otherwise: Vec<RegionEntry> },
}

/// A line of a setup's block.
#[derive(Clone, PartialEq, Debug)]
pub struct SetupItem {
    /// The whole line.
    pub span: Span,
    /// Which line it is.
    pub kind: SetupKind,
}

/// The lines of a setup.
#[derive(Clone, PartialEq, Debug)]
pub enum SetupKind {
    /// `side kind on set`, or `every side kind on set` when `side` is absent.
    On { side: Option<Name>, kind: Option<Name>, set: Expr },
    /// `side kind holds number`, or `every side kind holds number` when `side` is absent.
    Holds { side: Option<Name>, kind: Option<Name>, count: Expr },
    /// A static `if`.
    If { condition: Expr, then: Vec<SetupItem>, otherwise: Vec<SetupItem> },
}

/// The rows of a map between `"""`, top row first.
#[derive(Clone, PartialEq, Debug)]
pub struct MapText {
    /// The text with its quotes.
    pub span: Span,
    /// Each row's cells, with where each is written.
    pub rows: Vec<Vec<Name>>,
}

/// `phase name, header { … }`
#[derive(Clone, PartialEq, Debug)]
pub struct PhaseItem {
    /// `phase name, header`, without the block.
    pub head: Span,
    /// The phase's name.
    pub name: Name,
    /// When it ends.
    pub until: PhaseUntil,
    /// What is in it.
    pub body: Vec<PlayItem>,
}

/// The header of a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseUntil {
    /// No header.
    GameOver,
    /// `one turn each`
    OneTurnEach,
    /// `until nobody can move`
    NobodyCanMove,
}

/// A statement in a phase.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayItem {
    /// The whole statement, without trailing blanks and comments.
    pub span: Span,
    /// Which statement it is.
    pub kind: PlayKind,
}

/// The statements of a phase.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayKind {
    /// A move statement.
    Move(MoveItem),
    /// `for side { … }` or `for kind { … }`
    For { names: Vec<Name>, body: Vec<PlayItem> },
    /// `first { … } else { … } else { … }`
    First(Vec<Vec<PlayItem>>),
    /// `choose most number, then least number, then earliest set`
    Choose(Vec<KeyItem>),
    /// `promote kind to kind on set`, with `at once`
    Promote { from: Name, to: Name, on: Expr, at_once: bool },
    /// `stuck loses`
    Stuck(Spanned<StuckWord>),
    /// `out when condition`, `win when …`, `lose when …`, `draw "label" when …`
    Ending { kind: EndingWord, when: Expr },
    /// `last turns each, then draw "label", when condition`
    LastTurns { label: Name, when: Expr },
    /// A static `let` inside a phase.
    Let { name: Name, value: Expr },
    /// A static `if`.
    If { condition: Expr, then: Vec<PlayItem>, otherwise: Vec<PlayItem> },
}

/// What a choice among moves goes by.
#[derive(Clone, PartialEq, Debug)]
pub struct KeyItem {
    /// `most`, `least` or `earliest`.
    pub word: Spanned<KeyWord>,
    /// Of which number, or which set.
    pub value: Expr,
}

/// The words that a choice goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyWord {
    /// `most`
    Most,
    /// `least`
    Least,
    /// `earliest`
    Earliest,
}

/// What `stuck` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StuckWord {
    /// `loses`
    Loses,
    /// `passes`
    Passes,
    /// `draws`
    Draws,
}

/// What an ending says.
#[derive(Clone, PartialEq, Debug)]
pub enum EndingWord {
    /// `out`
    Out,
    /// `win`
    Win,
    /// `lose`
    Lose,
    /// `draw "label"`
    Draw(Name),
}

/// A move statement.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveItem {
    /// `place`, `remove`, `step`, `slide` or `jump`.
    pub verb: Spanned<Verb>,
    /// The directions, of a verb that takes them.
    pub directions: Option<DirectionWords>,
    /// The set right after the verb (`remove own and …`).
    pub set: Option<Expr>,
    /// The clauses in the order written.
    pub clauses: Vec<Clause>,
}

/// What a move statement does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// `place`
    Place,
    /// `remove`
    Remove,
    /// `step`
    Step,
    /// `slide`
    Slide,
    /// `jump`
    Jump,
}

/// A clause of a move statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// The clause, with its `if` or `unless`.
    pub span: Span,
    /// Which clause it is.
    pub kind: ClauseKind,
    /// `if condition` (`true`) or `unless condition` (`false`) after it.
    pub guard: Option<(bool, Expr)>,
}

/// The clauses.
#[derive(Clone, PartialEq, Debug)]
pub enum ClauseKind {
    /// `onto set`, or `on set` after `place`.
    Onto(Expr),
    /// `over set`
    Over(Expr),
    /// `removing`, `exchanging`, `keeping`, or several joined by `or`; with `at end`.
    Effects { words: Vec<Spanned<Effect>>, at_end: bool },
    /// `must continue`, `may continue`, with `straight`
    Continue { must: bool, straight: bool },
    /// `flying`
    Flying,
    /// `after gliding DIRECTIONS through set`
    Gliding { directions: DirectionWords, through: Expr },
}

/// What becomes of a piece jumped or moved onto.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// `removing`
    Removing,
    /// `exchanging`
    Exchanging,
    /// `keeping`
    Keeping,
}

/// An expression: a set, a number, a condition, a word or a string. Which of them it is, the checker finds out.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// All of it.
    pub span: Span,
    /// Which expression it is.
    pub kind: ExprKind,
}

/// The expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `12`
    Number(i64),
    /// `yes`, `no`
    Switch(bool),
    /// A site such as `a2`.
    Site(String),
    /// A name: an option, a `let`, a region, a set word such as `empty`, a number word such as `captured`.
    Name(String),
    /// `[a1, b2]`
    List(Vec<Expr>),
    /// `row 3`
    Row(Box<Expr>),
    /// `column c`; the column is a letter or letters.
    Column(Name),
    /// `nearest 3 rows`, `farthest row`
    Ranks { farthest: bool, count: Option<Box<Expr>> },
    /// `not x`
    Not(Box<Expr>),
    /// `-x`
    Negative(Box<Expr>),
    /// Two expressions joined.
    Binary(Spanned<Operator>, Box<Expr>, Box<Expr>),
    /// `DIRECTIONS to x`
    To(DirectionWords, Box<Expr>),
    /// `count x`
    Count(Box<Expr>),
    /// `unchanged x`
    Unchanged(Box<Expr>),
    /// `longest DIRECTIONS of x`
    Longest(DirectionWords, Box<Expr>),
    /// `every side (x)`
    Every(Box<Expr>),
    /// `some side (x)`
    Some(Box<Expr>),
    /// `orbit of x under map`
    Orbit(Box<Expr>, Name),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// What joins two expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
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
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `mod`
    Modulo,
}
