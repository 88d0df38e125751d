//! Moves as text. Reading a text and finding it among the legal moves are two steps with two kinds of error.
//!
//! | move | written |
//! |---|---|
//! | place a piece from hand | `@c3`; with several kinds of piece `king@c3` |
//! | take a piece of one's own off | `xd5` |
//! | step, slide or glide; onto a piece that it captures | `c3-d4`; `c3xd4` |
//! | jump that removes, exchanges or keeps the jumped piece | `c3xc5`, `c3*c5`, `c3^c5` |
//! | chain of jumps; glide, then jump | `c3xc5*e5`; `b2-d4xf4` |
//! | chain of jumps that takes and changes nothing, by where it begins and ends | `c3^g7` |
//! | pass | `pass` |

use crate::bits::Site;
use crate::game::{HopEffect, Match, Move, Outcome};
use crate::model::{Game, Kind};
use crate::source::Span;
use std::fmt::Write;

/// The word for a pass.
pub const PASS: &str = "pass";

/// A move as it is written: well formed and on the board, but not known to be legal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MoveText {
    /// `pass`
    Pass,
    /// `@c3` or `king@c3`
    Place {
        /// The kind placed.
        kind: Kind,
        /// Where.
        to: Site,
    },
    /// `xd5`
    Remove {
        /// Which piece.
        from: Site,
    },
    /// `c3-d4`, `c3xc5*e5`
    Path {
        /// Where the piece stands.
        from: Site,
        /// The sites it comes to, each with how it gets there; one or more.
        legs: Vec<(Leg, Site)>,
    },
}

/// How a piece comes to the next site of its path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leg {
    /// `-`: without capture.
    Plain,
    /// `x`: capturing.
    Capture,
    /// `*`: exchanging the jumped piece for one's own.
    Exchange,
    /// `^`: jumping over a piece that stays.
    Keep,
}

impl Leg {
    pub(crate) const ALL: [Leg; 4] = [Leg::Plain, Leg::Capture, Leg::Exchange, Leg::Keep];

    pub(crate) fn mark(self) -> char {
        match self {
            Leg::Plain => '-',
            Leg::Capture => 'x',
            Leg::Exchange => '*',
            Leg::Keep => '^',
        }
    }
}

/// Why a text is no move of any position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a move: {found} at character {column}, expected {expected}")]
pub struct ParseMoveError {
    /// The whole text.
    pub text: String,
    /// Where it stops being one: a character, from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub expected: String,
}

impl ParseMoveError {
    /// Whether the text is a move as far as it goes, and only ends too early.
    pub fn at_end(&self) -> bool {
        self.found == ENDS
    }
}

const ENDS: &str = "it ends";

/// The move as text.
pub fn write(game: &Game, played: &Move) -> String {
    MoveText::of(played).write(game)
}

/// The outcome for people: `black wins`, `draw by repetition`.
pub fn write_outcome(game: &Game, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Win(player) => format!("{} wins", game.players[player.index()].name),
        Outcome::Draw(name) => format!("draw by {name}"),
    }
}

/// What a message repeats of a text that may be of any length and hold anything: the first 40 characters.
pub fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

/// The legal moves with their texts, sorted by byte.
pub fn sorted_legal(position: &Match) -> Vec<(String, Move)> {
    let game = position.engine().game();
    let mut moves: Vec<(String, Move)> =
        position.legal().into_iter().map(|legal| (write(game, &legal), legal)).collect();
    moves.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    moves
}

/// The same, each with the statement that allows it.
pub fn sorted_legal_with_statements(position: &Match) -> Vec<(String, Move, Option<Span>)> {
    let game = position.engine().game();
    let legal = position.legal_with_statements().into_iter();
    let mut moves: Vec<_> = legal.map(|(legal, statement)| (write(game, &legal), legal, statement)).collect();
    moves.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    moves
}

impl MoveText {
    /// How the move is written.
    pub fn of(played: &Move) -> MoveText {
        match *played {
            Move::Pass => MoveText::Pass,
            Move::Place { kind, to } => MoveText::Place { kind, to },
            Move::Remove { from } => MoveText::Remove { from },
            Move::Step { from, to, captures } => {
                MoveText::Path { from, legs: vec![(if captures { Leg::Capture } else { Leg::Plain }, to)] }
            }
            Move::Jump { from, glide, ref hops } => {
                let glide = glide.map(|site| (Leg::Plain, site));
                let hops = hops.iter().map(|hop| match hop.effect {
                    HopEffect::Remove => (Leg::Capture, hop.to),
                    HopEffect::Exchange => (Leg::Exchange, hop.to),
                    HopEffect::Keep => (Leg::Keep, hop.to),
                });
                MoveText::Path { from, legs: glide.into_iter().chain(hops).collect() }
            }
            Move::JumpTo { from, glide, to, .. } => {
                let glide = glide.map(|site| (Leg::Plain, site));
                MoveText::Path { from, legs: glide.into_iter().chain([(Leg::Keep, to)]).collect() }
            }
        }
    }

    /// The text, for the game's board and kinds.
    pub fn write(&self, game: &Game) -> String {
        let name = |site: Site| game.board.name(site);
        match self {
            MoveText::Pass => PASS.to_owned(),
            MoveText::Place { kind, to } => {
                let kind = if game.kinds.len() > 1 { &game.kinds[kind.index()].name } else { "" };
                format!("{kind}@{}", name(*to))
            }
            MoveText::Remove { from } => format!("x{}", name(*from)),
            MoveText::Path { from, legs } => {
                let mut text = name(*from).to_owned();
                for (leg, to) in legs {
                    let _ = write!(text, "{}{}", leg.mark(), name(*to));
                }
                text
            }
        }
    }

    /// The beginnings of the move at which a site or a kind has been said, the whole move last.
    pub fn stops(&self, game: &Game) -> Vec<String> {
        let whole = self.write(game);
        match self {
            MoveText::Path { from, legs } => {
                let first = game.board.name(*from).to_owned();
                let said = |legs: &[(Leg, Site)]| MoveText::Path { from: *from, legs: legs.to_vec() }.write(game);
                std::iter::once(first).chain((1..=legs.len()).map(|count| said(&legs[..count]))).collect()
            }
            MoveText::Place { .. } if game.kinds.len() > 1 => {
                let kind = whole.split_inclusive('@').next().unwrap_or_default().to_owned();
                vec![kind, whole]
            }
            _ => vec![whole],
        }
    }

    /// How many legs of the move the text is, and the site that comes next; `None` where it is none of its [stops], or
    /// the last of them.
    ///
    /// [stops]: MoveText::stops
    pub fn after(&self, game: &Game, text: &str) -> Option<(usize, Site)> {
        let stops = self.stops(game);
        let at = stops[..stops.len() - 1].iter().position(|stop| stop == text)?;
        match self {
            MoveText::Path { legs, .. } => Some((at, legs[at].1)),
            MoveText::Place { to, .. } => Some((0, *to)),
            MoveText::Remove { .. } | MoveText::Pass => None,
        }
    }

    /// Reads a move of the game.
    ///
    /// # Errors
    /// [`ParseMoveError`] says where the text stops being a move.
    pub fn parse(game: &Game, text: &str) -> Result<MoveText, ParseMoveError> {
        Reader { game, text, at: 0 }.read()
    }
}

/// Reads one move from the left.
struct Reader<'a> {
    game: &'a Game,
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn read(mut self) -> Result<MoveText, ParseMoveError> {
        if self.text == PASS {
            return Ok(MoveText::Pass);
        }
        // Only a placement has an `@`, and the name of a kind may begin like any other move.
        if let Some((name, _)) = self.text.split_once('@')
            && let Some(kind) = self.kind(name)
        {
            self.at = name.len() + 1;
            let to = self.expect_site()?;
            return self.at_end(MoveText::Place { kind, to });
        }
        // A removal ends with its site, and a path does not end with its first.
        if let Some(from) = self.text.strip_prefix('x').and_then(|name| self.game.board.site(name)) {
            return Ok(MoveText::Remove { from });
        }
        if let Some(from) = self.site() {
            return self.path(from);
        }
        if self.takes('x') {
            let from = self.expect_site()?;
            return self.at_end(MoveText::Remove { from });
        }
        if self.rest().starts_with('@') {
            return Err(self.error(self.kinds_and_mark()));
        }
        Err(match self.game.kinds.len() {
            0 | 1 => self.error("a site, `@`, `x` or `pass`".to_owned()),
            _ => self.error(format!("a site, {}, `x` or `pass`", self.kinds_and_mark())),
        })
    }

    /// The rest of a path, after its first site.
    fn path(mut self, from: Site) -> Result<MoveText, ParseMoveError> {
        let mut legs = Vec::new();
        while let Some(leg) = Leg::ALL.into_iter().find(|leg| self.takes(leg.mark())) {
            legs.push((leg, self.expect_site()?));
        }
        if legs.is_empty() {
            return Err(self.error("`-`, `x`, `*` or `^`".to_owned()));
        }
        self.at_end(MoveText::Path { from, legs })
    }

    fn at_end(self, read: MoveText) -> Result<MoveText, ParseMoveError> {
        match (self.rest().is_empty(), &read) {
            (true, _) => Ok(read),
            (false, MoveText::Path { .. }) => Err(self.error("`-`, `x`, `*`, `^` or the end".to_owned())),
            (false, _) => Err(self.error("the end".to_owned())),
        }
    }

    /// The kind that is written so before `@`: the only one where there is one, and then it is not named.
    fn kind(&self, name: &str) -> Option<Kind> {
        if self.game.kinds.len() <= 1 {
            return name.is_empty().then_some(Kind(0));
        }
        self.game.kinds.iter().position(|kind| kind.name == name).map(Kind::new)
    }

    fn kinds_and_mark(&self) -> String {
        let kinds: Vec<String> = self.game.kinds.iter().map(|kind| format!("`{}@`", kind.name)).collect();
        kinds.join(", ")
    }

    /// The longest name of a site that stands here.
    fn site(&mut self) -> Option<Site> {
        let names = self.game.board.names.iter().enumerate();
        let (site, name) =
            names.filter(|(_, name)| self.rest().starts_with(name.as_str())).max_by_key(|(_, name)| name.len())?;
        // `a1` is not what `a12` means, even where the board ends at `a9`.
        if self.rest()[name.len()..].starts_with(|next: char| next.is_ascii_digit()) {
            return None;
        }
        self.at += name.len();
        Some(Site::new(site))
    }

    fn expect_site(&mut self) -> Result<Site, ParseMoveError> {
        self.site().ok_or_else(|| {
            let example = self.game.board.names.first().map_or("", |name| name);
            self.error(format!("a site of the board, such as `{example}`"))
        })
    }

    fn takes(&mut self, mark: char) -> bool {
        let there = self.rest().starts_with(mark);
        if there {
            self.at += mark.len_utf8();
        }
        there
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, expected: String) -> ParseMoveError {
        let rest = self.rest();
        let word = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric()).len();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        ParseMoveError {
            text: shortened(self.text),
            column: self.text[..self.at].chars().count() + 1,
            found: match &rest[..word.max(first)] {
                "" => ENDS.to_owned(),
                found => format!("`{}`", shortened(found)),
            },
            expected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Hop;
    use crate::model::{Board, Phase, PieceKind, Start};
    use proptest::prelude::*;

    fn game(columns: usize, rows: usize, kinds: &[&str]) -> Game {
        let letter = |column: usize| char::from(b'a' + column as u8);
        Game {
            title: String::new(),
            about: None,
            options: Vec::new(),
            board: Board {
                names: (0..rows * columns).map(|i| format!("{}{}", letter(i % columns), i / columns + 1)).collect(),
                places: (0..rows * columns).map(|i| ((i % columns) as i16, (i / columns) as i16)).collect(),
                directions: Vec::new(),
                lined: false,
            },
            kinds: kinds.iter().map(|name| PieceKind { name: name.to_string() }).collect(),
            sides: Vec::new(),
            players: Vec::new(),
            regions: Vec::new(),
            colours: Vec::new(),
            start: Start::default(),
            phases: Vec::<Phase>::new(),
            stated: Default::default(),
            sources: Default::default(),
        }
    }

    fn site(game: &Game, name: &str) -> Site {
        game.board.site(name).unwrap()
    }

    #[test]
    fn moves_are_written_as_the_table_says() {
        let game = game(6, 6, &[""]);
        let at = |name: &str| site(&game, name);
        let hop = |effect, to| Hop { effect, over: at("a1"), to: at(to) };
        let jump = |from: &str, glide: Option<&str>, hops: &[Hop]| Move::Jump {
            from: at(from),
            glide: glide.map(at),
            hops: hops.to_vec(),
        };
        use HopEffect::{Exchange, Keep, Remove};
        let table = [
            (Move::Pass, "pass"),
            (Move::Place { kind: Kind(0), to: at("c3") }, "@c3"),
            (Move::Remove { from: at("d5") }, "xd5"),
            (Move::Step { from: at("c3"), to: at("d4"), captures: false }, "c3-d4"),
            (Move::Step { from: at("e5"), to: at("f6"), captures: true }, "e5xf6"),
            (jump("c3", None, &[hop(Remove, "c5"), hop(Remove, "e5")]), "c3xc5xe5"),
            (jump("c3", None, &[hop(Remove, "c5"), hop(Exchange, "e5")]), "c3xc5*e5"),
            (jump("b2", Some("d4"), &[hop(Remove, "f4")]), "b2-d4xf4"),
            (jump("c3", None, &[hop(Keep, "c5")]), "c3^c5"),
        ];
        for (played, text) in table {
            assert_eq!(write(&game, &played), text);
            assert_eq!(MoveText::parse(&game, text), Ok(MoveText::of(&played)), "{text}");
        }
    }

    #[test]
    fn a_placement_names_its_kind_where_there_are_several() {
        let game = game(6, 6, &["man", "king"]);
        let king = Move::Place { kind: Kind(1), to: site(&game, "c3") };
        assert_eq!(write(&game, &king), "king@c3");
        assert_eq!(MoveText::parse(&game, "king@c3"), Ok(MoveText::of(&king)));
        let error = MoveText::parse(&game, "queen@c3").unwrap_err().to_string();
        assert_eq!(
            error,
            "`queen@c3` is not a move: `queen` at character 1, expected a site, `man@`, `king@`, `x` or `pass`"
        );
        let error = MoveText::parse(&game, "@c3").unwrap_err().to_string();
        assert_eq!(error, "`@c3` is not a move: `@` at character 1, expected `man@`, `king@`");
    }

    #[test]
    fn an_error_says_where_the_text_stops_being_a_move() {
        let game = game(6, 6, &[""]);
        let table = [
            ("", "`` is not a move: it ends at character 1, expected a site, `@`, `x` or `pass`"),
            ("hello", "`hello` is not a move: `hello` at character 1, expected a site, `@`, `x` or `pass`"),
            ("c3", "`c3` is not a move: it ends at character 3, expected `-`, `x`, `*` or `^`"),
            ("c3-", "`c3-` is not a move: it ends at character 4, expected a site of the board, such as `a1`"),
            ("c3-d44", "`c3-d44` is not a move: `d44` at character 4, expected a site of the board, such as `a1`"),
            ("c3-d4+", "`c3-d4+` is not a move: `+` at character 6, expected `-`, `x`, `*`, `^` or the end"),
            ("@c3x", "`@c3x` is not a move: `x` at character 4, expected the end"),
            ("xü7", "`xü7` is not a move: `ü7` at character 2, expected a site of the board, such as `a1`"),
        ];
        for (text, message) in table {
            assert_eq!(MoveText::parse(&game, text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_column_x_is_no_removal() {
        let game = game(26, 2, &[""]);
        let (x1, x2) = (site(&game, "x1"), site(&game, "x2"));
        assert_eq!(MoveText::parse(&game, "xx1"), Ok(MoveText::Remove { from: x1 }));
        assert_eq!(MoveText::parse(&game, "x1xx2"), Ok(MoveText::Path { from: x1, legs: vec![(Leg::Capture, x2)] }));
    }

    #[test]
    fn a_kind_may_be_called_like_the_beginning_of_any_move() {
        let names = ["man", "x", "xeno", "a1_", "a1x", "xa1_", "pass", "resign", "_", "A"];
        let game = game(6, 6, &names);
        for (index, name) in names.into_iter().enumerate() {
            let placed = MoveText::Place { kind: Kind::new(index), to: site(&game, "c3") };
            assert_eq!(MoveText::parse(&game, &format!("{name}@c3")), Ok(placed));
        }
        let message = MoveText::parse(&game, "xeno@c9").unwrap_err().to_string();
        assert_eq!(message, "`xeno@c9` is not a move: `c9` at character 6, expected a site of the board, such as `a1`");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(from in 0u8..36, legs in proptest::collection::vec((0usize..4, 0u8..36), 1..6)) {
            let game = game(6, 6, &[""]);
            let legs = legs.into_iter().map(|(leg, to)| (Leg::ALL[leg], Site(to))).collect();
            let path = MoveText::Path { from: Site(from), legs };
            prop_assert_eq!(MoveText::parse(&game, &path.write(&game)), Ok(path));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,12}", near in "[a-gx@*^0-9-]{0,9}") {
            let _ = MoveText::parse(&game(6, 6, &[""]), &text);
            let _ = MoveText::parse(&game(6, 6, &["man", "king"]), &near);
        }
    }
}
