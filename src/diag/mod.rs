//! Problems in a user's file, as data. [`render`] turns them into text.

pub mod render;

use crate::source::{Span, one_line};

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// What kind of problem a [`Diagnostic`] is about: stable, and the name of its page of explanation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The code as people read it, in kebab case.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }
        }
    };
}

codes! {
    // Syntax: the file as a whole.
    /// The file says nothing.
    EmptyFile = "empty-file",
    /// The file has more bytes than are read.
    FileTooLarge = "file-too-large",
    /// The file is not text in UTF-8.
    NotText = "not-text",
    /// The file is of another kind than a description of a game.
    OtherFormat = "other-format",
    /// Blocks and brackets stand too deep in each other.
    TooDeep = "too-deep",
    /// The file does not begin with `game` or `variant`.
    ExpectedHead = "expected-head",
    /// A version of the language that the program does not know, or a word that the file's version lacks.
    LanguageVersion = "language-version",
    /// Something follows the `}` that ends the file.
    TextAfterEnd = "text-after-end",
    // Syntax: braces and brackets.
    /// A `{` without its `}`.
    UnclosedBrace = "unclosed-brace",
    /// A `}` without its `{`.
    ExtraBrace = "extra-brace",
    /// A `(` or `[` without its other half.
    UnclosedBracket = "unclosed-bracket",
    /// A `)` or `]` without its other half.
    ExtraBracket = "extra-bracket",
    // Syntax: characters.
    /// A text without its closing quote.
    UnclosedText = "unclosed-text",
    /// A map without its closing quotes.
    UnclosedMap = "unclosed-map",
    /// Quotes of another kind.
    WrongQuotes = "wrong-quotes",
    /// A comment as other languages write it.
    WrongComment = "wrong-comment",
    /// A number with letters in it.
    BrokenNumber = "broken-number",
    /// A number that is larger than any allowed.
    NumberTooLarge = "number-too-large",
    /// An operator as other languages write it.
    ForeignOperator = "foreign-operator",
    /// A character that means nothing in the language.
    StrayCharacter = "stray-character",
    // Syntax: statements.
    /// A line begins with a word that begins no statement.
    UnknownStatement = "unknown-statement",
    /// A statement stands where it cannot.
    MisplacedStatement = "misplaced-statement",
    /// Two statements stand on one line without `;`.
    MissingSeparator = "missing-separator",
    /// A statement lacks its `{ … }`.
    MissingBlock = "missing-block",
    /// A `{ … }` stands where none can.
    UnexpectedBlock = "unexpected-block",
    /// An `else` that belongs to nothing.
    StrayElse = "stray-else",
    /// A statement joins more values than are allowed.
    TooLong = "too-long",
    // Syntax: words within statements.
    /// A comma is missing.
    MissingComma = "missing-comma",
    /// Nothing follows a comma.
    TrailingComma = "trailing-comma",
    /// A word or a sign is missing.
    MissingWord = "missing-word",
    /// A word or a sign stands where it cannot.
    UnexpectedWord = "unexpected-word",
    /// A word is nearly one that could stand there.
    MisspeltWord = "misspelt-word",
    /// Several words are written as one.
    JoinedWords = "joined-words",
    /// Words stand in the wrong order.
    WordOrder = "word-order",
    /// A name should stand here.
    ExpectedName = "expected-name",
    /// A word of the language stands where a name should.
    ReservedWord = "reserved-word",
    /// A site stands where a name should.
    SiteAsName = "site-as-name",
    /// A text in quotes should stand here.
    ExpectedText = "expected-text",
    /// A direction should stand here.
    ExpectedDirection = "expected-direction",
    /// A set, a number or a condition should stand here.
    ExpectedExpression = "expected-expression",
    /// `=` stands for `==`, or `==` for `=`.
    WrongEqualsSign = "wrong-equals-sign",
    /// A comparison is compared again.
    ChainedComparison = "chained-comparison",
    // Meaning.
    /// A static set without sites.
    AlwaysEmpty = "always-empty",
    /// A variant that comes back to itself.
    BaseCycle = "base-cycle",
    /// A board too large, or without sites.
    BoardSize = "board-size",
    /// A word that changes during play where the file settles something.
    ChangesInPlay = "changes-in-play",
    /// Clauses that contradict each other, or what the move is.
    ClauseConflict = "clause-conflict",
    /// A clause that does not go with its verb.
    ClauseMisplaced = "clause-misplaced",
    /// A move that lacks what its verb needs.
    ClauseMissing = "clause-missing",
    /// An ending that always or never holds.
    ConstantEnding = "constant-ending",
    /// A name or statement that may stand once and stands twice.
    DefinedTwice = "defined-twice",
    /// A number divided by zero.
    DivisionByZero = "division-by-zero",
    /// A draw without a name.
    EmptyLabel = "empty-label",
    /// A hand with too many pieces, or fewer than none.
    HandSize = "hand-size",
    /// A move that could never be made.
    ImpossibleMove = "impossible-move",
    /// A map that leads off the board.
    MapOffBoard = "map-off-board",
    /// A game without `board`.
    MissingBoard = "missing-board",
    /// A game without `phase`.
    MissingPhase = "missing-phase",
    /// A game without `sides`.
    MissingSides = "missing-sides",
    /// What play can never come to.
    NeverReached = "never-reached",
    /// `first` without an `else`, beside other moves.
    LoneFirst = "lone-first",
    /// A win that holds before the first move.
    HoldsAtOnce = "holds-at-once",
    /// Options of which no combination is allowed.
    NoCombination = "no-combination",
    /// Direction words that name no link of the board.
    NoDirection = "no-direction",
    /// A game that nothing ends.
    NoEnding = "no-ending",
    /// A piece placed by sides that hold none.
    NoHand = "no-hand",
    /// A kind of which there is never a piece.
    NoPieceOfKind = "no-piece-of-kind",
    /// A phase in which a side has no moves.
    NoMoves = "no-moves",
    /// A side without pieces on the board or in hand.
    NoPieces = "no-pieces",
    /// An ending that can never come about, by its numbers.
    NeverHolds = "never-holds",
    /// A part of a set that changes nothing.
    NeedlessSet = "needless-set",
    /// A name that the file defines, though not where it is read.
    NotDefinedHere = "not-defined-here",
    /// A change to something that the base of a variant lacks.
    NotInBase = "not-in-base",
    /// A number past the limits.
    NumberRange = "number-range",
    /// A site, row or column that the board lacks.
    OffBoard = "off-board",
    /// An option's values that do not fit each other.
    OptionValue = "option-value",
    /// A statement that stands before what it needs.
    OutOfOrder = "out-of-order",
    /// A last phase that ends without the game.
    PhaseOrder = "phase-order",
    /// Sides without an owner or with two, players without a side.
    PlayerSides = "player-sides",
    /// A region by side that leaves out a side.
    RegionSide = "region-side",
    /// A move statement that an earlier one covers.
    RepeatedMove = "repeated-move",
    /// A setup map that does not fit the board or the sides.
    SetupMap = "setup-map",
    /// A name that hides another.
    Shadowed = "shadowed",
    /// Too many sides, or none.
    SideCount = "side-count",
    /// A word that depends on where a side faces, when it faces nowhere.
    NoFacing = "no-facing",
    /// Two pieces put on one site.
    SiteTaken = "site-taken",
    /// A phase that does not say what being stuck means.
    StuckMissing = "stuck-missing",
    /// A phase that says it twice.
    StuckTwice = "stuck-twice",
    /// `stuck` where nobody can be.
    StuckUnneeded = "stuck-unneeded",
    /// More combinations of options than can be checked.
    TooManyCombinations = "too-many-combinations",
    /// More phases than a game may have.
    TooManyPhases = "too-many-phases",
    /// More moves and endings than a game may state.
    TooManyStatements = "too-many-statements",
    /// A file that would take too long to check.
    TooMuchWork = "too-much-work",
    /// A variant of something that is not there.
    UnknownBase = "unknown-base",
    /// A name that nothing defines.
    UnknownName = "unknown-name",
    /// A name that nothing reads.
    Unused = "unused",
    /// A set where a number is needed, and the like.
    WrongKind = "wrong-kind",
}

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Legal, but surely not meant.
    Warning,
    /// The file cannot be played.
    Error,
}

/// Words of the file with what is to be said of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The words.
    pub span: Span,
    /// What is said of them; may be empty.
    pub text: String,
}

/// One problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What kind of problem.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// The problem in one line: lower case, names in backticks, no final stop.
    pub message: String,
    /// The words at fault.
    pub primary: Label,
    /// Other words that explain it.
    pub secondary: Vec<Label>,
    /// What else to know, a line each.
    pub notes: Vec<String>,
    /// What to write instead, a line each.
    pub help: Vec<String>,
    /// What help says is to be written, where it can be put into the file as it is.
    pub edit: Option<Edit>,
}

/// Words of the file with what is to stand in their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The words; without any where something is to be put in.
    pub span: Span,
    /// What is to stand there.
    pub text: String,
}

impl Diagnostic {
    /// An error at the words, with what is said of them.
    pub fn error(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: cut(message.into()),
            primary: Label { span, text: cut(label.into()) },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            edit: None,
        }
    }

    /// The same, as a warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message, label) }
    }

    /// With other words that explain it.
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: cut(text.into()) });
        self
    }

    /// With something else to know.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(cut(text.into()));
        self
    }

    /// With the very words to write in place of those at fault.
    pub fn write(self, text: impl Into<String>) -> Diagnostic {
        let span = self.primary.span;
        self.write_at(span, text)
    }

    /// With the very words to write at the span.
    pub fn write_at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        let said = match text.trim() {
            "" => "leave it out".to_owned(),
            written => format!("write `{written}`"),
        };
        self.edit = Some(Edit { span, text });
        self.help(said)
    }

    /// With what to write instead.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(cut(text.into()));
        self
    }
}

/// The most characters of a file's own words that a message quotes.
const MOST_QUOTED: usize = 80;

/// The message on one line, with what it quotes of a file cut down to a length that can be read.
fn cut(message: String) -> String {
    let message = one_line(&message);
    if message.len() <= MOST_QUOTED {
        return message;
    }
    let cut_down = |part: &str| match part.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", &part[..end]),
        None => part.to_owned(),
    };
    // Every other part stands between backticks; in the rest, only a word can be too long.
    let parts = message.split('`').enumerate().map(|(index, part)| match index % 2 {
        1 => cut_down(part),
        _ => part.split(' ').map(cut_down).collect::<Vec<_>>().join(" "),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// The most problems that are kept of one load; after that, only that there is an error at all.
const MOST: usize = 500;

/// Where problems are gathered. The same problem is kept once, however often it is reported.
#[derive(Clone, Debug, Default)]
pub struct Sink(Vec<Diagnostic>);

impl Sink {
    /// Takes a problem.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let same = |known: &Diagnostic| {
            known.code == diagnostic.code
                && known.primary.span == diagnostic.primary.span
                && known.message == diagnostic.message
        };
        let is_first_error = diagnostic.severity == Severity::Error && !self.has_errors();
        if (self.0.len() < MOST || is_first_error) && !self.0.iter().any(same) {
            self.0.push(diagnostic);
        }
    }

    /// Whether any problem is an error.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The problems, by where they stand.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.0.sort_by_key(|diagnostic| diagnostic.primary.span);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_cut() {
        let long = "é".repeat(500);
        let short = "é".repeat(80) + "…";
        assert_eq!(cut(format!("`{long}` is not `{long} {long}`")), format!("`{short}` is not `{short}`"));
        assert_eq!(cut(format!("no {long}, but this")), format!("no {short} but this"));
        let plain = "a sentence that is long, but of short words ".repeat(10);
        assert_eq!(cut(plain.clone()), plain);
    }
}
