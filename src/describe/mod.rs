//! The rules in plain words, from the compiled model: what a player needs to sit down, each sentence from one statement.

mod conditions;
mod moves;
mod places;
mod sets;

use crate::bits::SiteSet;
use crate::model::{Ending, EndingKind, Game, Key, Phase, PlayerInfo, Side, Stuck, Until};
use crate::source::Span;
use places::Places;

/// What one statement says, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// Where the statement is written, or the name that it describes; `None` of words that only lead to deeper sentences,
    /// and of what a file leaves unsaid.
    pub span: Option<Span>,
    /// How many sentences it stands within, each saying when those within it count.
    pub depth: usize,
    /// The words: a whole sentence, or one that ends in a colon and says what the deeper ones after it are.
    pub text: String,
}

/// A part of the rules: the setting up, or a phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is about.
    pub heading: String,
    /// What it says.
    pub sentences: Vec<Sentence>,
}

/// The rules of the game, under the options in force.
pub fn rules(game: &Game) -> Vec<Part> {
    let speaker = Speaker::new(game);
    let setting_up = Part { heading: "Setting up".to_owned(), sentences: speaker.setting_up() };
    let phases = game.phases.iter().map(|phase| speaker.phase(phase));
    std::iter::once(setting_up).chain(phases).collect()
}

/// The moves that a key of the game's `choose` prefers: `those made by a king`.
pub fn preferred(game: &Game, key: &Key) -> String {
    Speaker::new(game).best(key)
}

/// Who speaks of one game.
struct Speaker<'g> {
    game: &'g Game,
    places: Places<'g>,
}

impl<'g> Speaker<'g> {
    fn new(game: &'g Game) -> Self {
        Speaker { game, places: Places::new(game) }
    }

    /// What a site is called: `square` or `point`.
    fn site(&self) -> &'static str {
        if self.game.board.lined { "point" } else { "square" }
    }

    fn side_name(&self, side: Side) -> &'g str {
        &self.game.sides[side.index()].name
    }

    /// Whether some player owns several sides.
    fn sides_are_shared(&self) -> bool {
        self.game.players.len() < self.game.sides.len()
    }

    fn setting_up(&self) -> Vec<Sentence> {
        let stated = &self.game.stated;
        let said = |span, texts: Vec<String>| texts.into_iter().map(move |text| Sentence { span, depth: 0, text });
        let board = std::iter::once(self.places.board(self.site())).chain(self.places.lines(self.site())).collect();
        let mut sentences: Vec<Sentence> = said(stated.board, board).collect();
        sentences.extend(said(stated.sides, vec![self.seats()]));
        sentences.extend(self.owners());
        sentences.extend(self.regions());
        sentences.extend(said(stated.setup, self.start()));
        sentences
    }

    /// How many play, and in which order.
    fn seats(&self) -> String {
        let sides: Vec<&str> = self.game.sides.iter().map(|side| side.name.as_str()).collect();
        let order = format!("Turns go round in this order: {}.", sides.join(", "));
        let players = capital(&number_word(self.game.players.len()));
        if self.sides_are_shared() {
            format!("{players} players, {} sides. {order}", number_word(sides.len()))
        } else {
            format!("{players} players, one for each side. {order}")
        }
    }

    /// Whose the sides are, where the file says so.
    fn owners(&self) -> Vec<Sentence> {
        let stated = &self.game.stated.players;
        let owner = |player: &PlayerInfo| {
            let &(_, span) = stated.iter().find(|(name, _)| *name == player.name)?;
            let owned: Vec<&str> = player.sides.iter().map(|side| self.side_name(side)).collect();
            let text = format!("Player {} moves the pieces of {}.", player.name, list(&owned, "and"));
            Some(Sentence { span: Some(span), depth: 0, text })
        };
        self.game.players.iter().filter_map(owner).collect()
    }

    /// The regions that the file names.
    fn regions(&self) -> Vec<Sentence> {
        let described = self.game.regions.iter().enumerate().map(|(at, (name, sets))| {
            let of_side = |(side, set): (usize, &SiteSet)| {
                format!("for {} {}", self.side_name(Side::new(side)), self.places.listed(*set))
            };
            let sites = if sets.windows(2).all(|pair| pair[0] == pair[1]) {
                self.places.listed(sets[0])
            } else {
                sets.iter().enumerate().map(of_side).collect::<Vec<_>>().join("; ")
            };
            let span = self.game.stated.regions.get(at).copied();
            Sentence { span, depth: 0, text: format!("The region `{name}` is {sites}.") }
        });
        described.collect()
    }

    /// What stands where, and what is in hand.
    fn start(&self) -> Vec<String> {
        let pieces = &self.game.start.pieces;
        let mut texts = Vec::new();
        for (side, info) in self.game.sides.iter().enumerate() {
            for (kind, named) in self.game.kinds.iter().enumerate() {
                let here = pieces.iter().filter(|(_, owner, what)| owner.index() == side && what.index() == kind);
                let sites: SiteSet = here.map(|&(site, ..)| site).collect();
                if sites.is_empty() {
                    continue;
                }
                let who = match named.name.as_str() {
                    "" => format!("{} begins", capital(&info.name)),
                    kind => format!("{}'s {} begin", capital(&info.name), plural(kind)),
                };
                texts.push(format!("{who} {}.", self.places.standing(sites, self.site())));
            }
        }
        if pieces.is_empty() {
            texts.push("The board is empty at the start.".to_owned());
        }
        texts.extend(self.hands());
        texts
    }

    fn hands(&self) -> Vec<String> {
        let hands = &self.game.start.hands;
        let held = |hand: &Vec<u16>| {
            let kinds = hand.iter().zip(&self.game.kinds).filter(|(count, _)| **count > 0);
            let parts: Vec<String> = kinds.map(|(&count, kind)| counted(count.into(), noun(&kind.name))).collect();
            list(&parts.iter().map(String::as_str).collect::<Vec<_>>(), "and")
        };
        let is_empty = |hand: &Vec<u16>| hand.iter().all(|&count| count == 0);
        match hands.as_slice() {
            [] => Vec::new(),
            all if all.iter().all(is_empty) => Vec::new(),
            [first, rest @ ..] if rest.iter().all(|hand| hand == first) => {
                vec![format!("Each side has {} in hand.", held(first))]
            }
            all => {
                let some = all.iter().enumerate().filter(|(_, hand)| !is_empty(hand));
                some.map(|(side, hand)| {
                    format!("{} has {} in hand.", capital(self.side_name(Side::new(side))), held(hand))
                })
                .collect()
            }
        }
    }

    fn phase(&self, phase: &Phase) -> Part {
        let until = match phase.until {
            Until::GameOver => "until the game is over",
            Until::OneTurnEach => "one turn for each side",
            Until::NobodyCanMove => "until no side can move",
        };
        let mut sentences = self.moves(&phase.moves);
        sentences.extend(phase.promotions.iter().map(|promotion| self.promotion(promotion)));
        let stuck = |stuck| Sentence { span: phase.stuck_span, depth: 0, text: self.stuck(stuck) };
        sentences.extend(phase.stuck.map(stuck));
        let (out, others): (Vec<&Ending>, Vec<&Ending>) =
            phase.endings.iter().partition(|ending| ending.kind == EndingKind::Out);
        let is_ordered = others.len() > 1;
        sentences.extend(out.into_iter().map(|ending| self.ending(ending, 0)));
        if is_ordered {
            let text = "After each turn these are looked at in order, and the first that holds counts:".to_owned();
            sentences.push(Sentence { span: None, depth: 0, text });
        }
        sentences.extend(others.into_iter().map(|ending| self.ending(ending, is_ordered.into())));
        Part { heading: format!("{}: {until}", capital(&phase.name)), sentences }
    }

    fn stuck(&self, stuck: Stuck) -> String {
        match stuck {
            Stuck::Loses if self.game.players.len() > 2 => {
                "A side that has no move loses: its player leaves the game, and the last player left wins.".to_owned()
            }
            Stuck::Loses if self.sides_are_shared() => {
                "When a side has no move on its turn, its player loses.".to_owned()
            }
            Stuck::Loses => "A side that has no move on its turn loses.".to_owned(),
            Stuck::Passes => "A side that has no move passes; nobody else may pass.".to_owned(),
            Stuck::Draws => "When a side has no move on its turn, the game is a draw.".to_owned(),
        }
    }

    fn ending(&self, ending: &Ending, depth: usize) -> Sentence {
        let when = |subject: &str| self.condition(&ending.when, subject);
        let player = if self.sides_are_shared() { "'s player" } else { "" };
        let text = match &ending.kind {
            EndingKind::Out => format!("A side is out, and has no more turns, when {}.", when("it")),
            EndingKind::Win => format!("A side{player} wins when, after its turn, {}.", when("it")),
            EndingKind::Lose => format!("A side{player} loses when, after its turn, {}.", when("it")),
            EndingKind::Draw(label) => {
                format!("The game is a draw, \"{label}\", when {}.", when("the side that moved"))
            }
            EndingKind::LastTurns(label) => format!(
                "The last turns begin when {}. Every side in play then has one more turn, the side that moved coming \
                 last; if nobody has won after that, the game is a draw, \"{label}\".",
                when("the side that moved")
            ),
        };
        Sentence { span: Some(ending.span), depth, text }
    }
}

/// What a piece of the kind is called.
fn noun(kind: &str) -> &str {
    if kind.is_empty() { "piece" } else { kind }
}

/// A thing so many times: `1 piece`, `3 pieces`.
fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {}", plural(thing)) }
}

/// Several of a thing.
fn plural(thing: &str) -> String {
    match thing.strip_suffix("man") {
        Some(start) => format!("{start}men"),
        None => format!("{thing}s"),
    }
}

/// With `a` or `an` before it.
fn with_article(words: &str) -> String {
    let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {words}")
}

/// With a capital at its beginning.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A small number as a word.
fn number_word(number: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Words in a row: `a`, `a and b`, `a, b and c`.
fn list(words: &[&str], join: &str) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {join} {last}", most.join(", ")),
    }
}
