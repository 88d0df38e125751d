//! What the fuzzing targets demand of the program. `tests/suite/corpora.rs` replays their corpora with the same code.

mod games;

use boardwright::analysis::laws;
use boardwright::diag::Sink;
use boardwright::game::{Engine, Match};
use boardwright::load::Description;
use boardwright::record::Record;
use boardwright::source::Source;
use boardwright::syntax::{self, format as lay_out};
pub use games::{Choices, game};

/// The most options' combinations of one file that are compiled.
const MOST_COMBINATIONS: usize = 8;
/// The plies of a game.
const PLIES: usize = 24;

/// Any text is checked without a panic, and what passes the check plays.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(description) = Description::from_text("fuzzed.game", text) else { return };
    let mut sink = Sink::default();
    description.check_all(&mut sink);
    if sink.has_errors() {
        return;
    }
    for game in description.games().take(MOST_COMBINATIONS) {
        let mut position = Engine::new(game).start();
        for _ in 0..4 {
            let Some(first) = position.legal().into_iter().next() else { break };
            assert!(position.play(&first), "a listed move is refused");
        }
    }
}

/// What is laid out is laid out already, and says the same.
pub fn format(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(wanted) = lay_out(text) else { return };
    assert_eq!(lay_out(&wanted).as_deref(), Ok(wanted.as_str()), "not idempotent");
    assert_eq!(meaning(text), meaning(&wanted), "another meaning");
}

/// The tree of a text that can be read, without its spans.
fn meaning(text: &str) -> String {
    let mut sink = Sink::default();
    let tree = syntax::parse(0, &Source::new("fuzzed.game", text), &mut sink);
    let told = format!("{tree:?}");
    let mut parts = told.split("Span { ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once('}').map_or("", |(_, after)| after))
}

/// In a game of generated rules, a move is listed if and only if it is accepted, and whatever else holds of any position.
pub fn legality(bytes: &[u8]) {
    play(bytes, |position, others| {
        let broken = laws::broken_anywhere(position, others);
        assert_eq!(broken, None, "{}", boardwright::diagram::draw(position));
    });
}

/// In a game of generated rules, every move taken back restores everything, one by one down to the start.
pub fn undo(bytes: &[u8]) {
    let Some(mut position) = start(&mut Choices::new(bytes)) else { return };
    let mut choices = Choices::new(bytes);
    let mut past = vec![laws::state(&position)];
    for _ in 0..PLIES {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        if choices.below(16) == 15 {
            position.resign();
        } else {
            assert!(position.play(&legal[choices.below(legal.len())]), "a listed move is refused");
        }
        past.push(laws::state(&position));
    }
    while let Some(known) = past.pop() {
        assert_eq!(laws::state(&position), known, "not restored");
        assert_eq!(position.undo(), !past.is_empty());
    }
}

/// Any text is read as a record or refused, and a record that plays is written and read back as it was.
pub fn records(bytes: &[u8]) {
    let Ok(record) = Record::read_from(bytes, "fuzzed.toml") else { return };
    let text = record.to_toml();
    assert_eq!(Record::read_from(text.as_bytes(), "written.toml").ok().as_ref(), Some(&record));
    if boardwright::games::text(&record.game).is_none() {
        return;
    }
    let Ok(game) = Description::load(&record.game).and_then(|description| description.game(&record.choices())) else {
        return;
    };
    let mut position = Engine::new(game).start();
    let words = record.moves.iter().filter(|word| !["resign", "draw"].contains(&word.as_str())).count();
    if record.replay(&mut position).is_ok() {
        assert_eq!(position.ply(), words);
    }
}

/// The start of a game of the rules that the choices make, if the checker finds no error in them.
fn start(choices: &mut Choices) -> Option<Match> {
    let text = game(choices);
    let game = Description::from_text("generated.game", &text).ok()?.game(&[]).ok()?;
    Some(Engine::new(game).start())
}

/// Plays a game of generated rules; `look` sees each position, and the moves that were legal in the one before.
fn play(bytes: &[u8], mut look: impl FnMut(&mut Match, &[boardwright::game::Move])) {
    let mut choices = Choices::new(bytes);
    let Some(mut position) = start(&mut choices) else { return };
    let mut others = Vec::new();
    for _ in 0..PLIES {
        look(&mut position, &others);
        let legal = position.legal();
        let Some(chosen) = legal.get(choices.below(legal.len())) else { break };
        assert!(position.play(chosen), "a listed move is refused");
        others = legal;
    }
}
