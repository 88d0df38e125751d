//! Laws that hold in every position of every game, whatever its rules: who finds one broken has found a fault of the
//! engine.

use crate::game::{Match, Move};
use crate::notation::{MoveText, sorted_legal_with_statements};
use crate::why;
use std::collections::HashSet;

/// All that play depends on: what stands where, what is counted, the keys of past positions, the legal moves in their
/// order. Two positions of one game are the same if and only if this is.
pub fn state(position: &Match) -> impl PartialEq + std::fmt::Debug + use<> {
    // Keys are only added at the end and taken off there.
    let keys = (position.keys().len(), position.keys().last().copied());
    (position.position(), keys, position.legal(), position.ply())
}

/// The first law that does not hold in the position, which is left as it was. Each of the `tried` moves is played if
/// it is legal, and must be refused if it is not.
pub fn broken<'m>(position: &mut Match, tried: impl IntoIterator<Item = &'m Move>) -> Option<String> {
    let legal = sorted_legal_with_statements(position);
    let game = position.engine().game();
    for (text, listed, _) in &legal {
        if MoveText::parse(game, text).as_ref() != Ok(&MoveText::of(listed)) {
            return Some(format!("`{text}` is not read back as it is written"));
        }
    }
    if let Some(twins) = legal.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Some(format!("two moves are written `{}`", twins[0].0));
    }
    if position.perft(1) != legal.len() as u64 {
        return Some(format!("{} moves are listed, but {} counted", legal.len(), position.perft(1)));
    }
    if position.outcome().is_some() != legal.is_empty() {
        return Some(format!("{} moves are listed, and the outcome is {:?}", legal.len(), position.outcome()));
    }
    let listed: HashSet<&Move> = legal.iter().map(|(_, listed, _)| listed).collect();
    let before = state(position);
    for tried in tried {
        let text = crate::notation::write(position.engine().game(), tried);
        let is_listed = listed.contains(tried);
        let plies = position.ply();
        if position.play(tried) != is_listed {
            return Some(if is_listed {
                format!("`{text}` is listed, but not accepted")
            } else {
                format!("`{text}` is not listed, but accepted")
            });
        }
        if position.ply() != plies + usize::from(is_listed) || is_listed && !position.undo() {
            return Some(format!("`{text}` cannot be taken back"));
        }
        if state(position) != before {
            return Some(format!("`{text}`, taken back, leaves another position"));
        }
    }
    None
}

/// The same, with every legal move tried, each move followed in its own statement, and the counts of two plies summed.
pub fn broken_anywhere(position: &mut Match, others: &[Move]) -> Option<String> {
    let legal = position.legal();
    if let Some(law) = broken(position, legal.iter().chain(others)) {
        return Some(law);
    }
    if let Some(text) = why::unexplained(position) {
        return Some(format!("`{text}` is legal, but its own statement does not give it"));
    }
    let after = |played: &Move| {
        position.play(played);
        let count = position.legal().len() as u64;
        position.undo();
        count
    };
    let sum: u64 = legal.iter().map(after).sum();
    let counted = position.perft(2);
    (sum != counted).then(|| format!("{sum} sequences of two moves are listed, but {counted} counted"))
}
