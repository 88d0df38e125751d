//! Problems in a user's file, as data. [`render`] turns them into text.

pub mod render;

use crate::source::Span;

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
    /// Blocks and brackets stand too deep in each other.
    TooDeep = "too-deep",
    /// The file does not begin with `game` or `variant`.
    ExpectedHead = "expected-head",
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
}

impl Diagnostic {
    /// An error at the words, with what is said of them.
    pub fn error(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: Label { span, text: label.into() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// The same, as a warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message, label) }
    }

    /// With other words that explain it.
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// With something else to know.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// With what to write instead.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }
}

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
        if !self.0.iter().any(same) {
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
