//! Two games played side by side, until they part.

use crate::game::{Match, Move};
use crate::notation;
use crate::playout::below;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Where two games part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The moves that lead there.
    pub moves: Vec<String>,
    /// Legal moves of the first game only, sorted by byte.
    pub only_first: Vec<String>,
    /// Legal moves of the second game only, sorted by byte.
    pub only_second: Vec<String>,
    /// How each game stands, where they stand otherwise: whose turn it is, or how it ended.
    pub standing: Option<(String, String)>,
}

/// How far two games were found to agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// The greatest number of plies after which all positions were looked at.
    pub depth: u32,
    /// The positions looked at.
    pub positions: u64,
}

/// How the game stands, in words and for comparing: players and sides by their number, since names may differ.
fn standing(position: &Match) -> (Result<usize, crate::game::Outcome>, String) {
    let game = position.engine().game();
    match position.outcome() {
        Some(outcome) => {
            let text = notation::write_outcome(game, &outcome);
            (Err(outcome), text)
        }
        None => {
            let side = position.to_move();
            (Ok(side.index()), format!("{} to move", game.sides[side.index()].name))
        }
    }
}

/// The legal moves of two positions that do not part; `Err` if they do.
fn common(first: &Match, second: &Match, moves: &[String]) -> Result<Vec<(String, Move, Move)>, Difference> {
    let (firsts, seconds) = (notation::sorted_legal(first), notation::sorted_legal(second));
    let texts = |moves: &[(String, Move)]| moves.iter().map(|(text, _)| text.clone()).collect::<Vec<String>>();
    let (first_texts, second_texts) = (texts(&firsts), texts(&seconds));
    let (first_stands, second_stands) = (standing(first), standing(second));
    if first_texts == second_texts && first_stands.0 == second_stands.0 {
        let pairs = std::iter::zip(firsts, seconds);
        return Ok(pairs.map(|((text, first), (_, second))| (text, first, second)).collect());
    }
    let without = |some: &[String], others: &[String]| {
        some.iter().filter(|text| others.binary_search(text).is_err()).cloned().collect::<Vec<String>>()
    };
    Err(Difference {
        moves: moves.to_vec(),
        only_first: without(&first_texts, &second_texts),
        only_second: without(&second_texts, &first_texts),
        standing: (first_stands.0 != second_stands.0).then_some((first_stands.1, second_stands.1)),
    })
}

/// Looks at every position up to `depth` plies, the shortest sequences first. Without a depth, it goes as deep as
/// `most` positions let it.
///
/// # Errors
/// [`Difference`]: one of the shortest sequences of moves after which the games part.
pub fn everywhere(
    first: &mut Match,
    second: &mut Match,
    depth: Option<u32>,
    most: u64,
) -> Result<Agreement, Box<Difference>> {
    let mut agreed = Agreement::default();
    for plies in 0..=depth.unwrap_or(u32::MAX) {
        let mut positions = 0;
        level(first, second, plies, &mut Vec::new(), &mut positions)?;
        if positions > 0 {
            agreed = Agreement { depth: plies, positions: agreed.positions + positions };
        }
        let counted = first.perft(plies + 1);
        if counted == 0 || depth.is_none() && agreed.positions.saturating_add(counted) > most {
            break;
        }
    }
    Ok(agreed)
}

/// Looks at the positions after just so many plies.
fn level(
    first: &mut Match,
    second: &mut Match,
    plies: u32,
    moves: &mut Vec<String>,
    positions: &mut u64,
) -> Result<(), Box<Difference>> {
    let legal = common(first, second, moves)?;
    let Some(rest) = plies.checked_sub(1) else {
        *positions += 1;
        return Ok(());
    };
    for (text, of_first, of_second) in legal {
        first.play(&of_first);
        second.play(&of_second);
        moves.push(text);
        level(first, second, rest, moves, positions)?;
        moves.pop();
        first.undo();
        second.undo();
    }
    Ok(())
}

/// Plays random games in both, each up to `cap` plies.
///
/// # Errors
/// [`Difference`] where the first of them part.
pub fn at_random(first: &Match, second: &Match, games: u64, seed: u64, cap: u64) -> Result<(), Box<Difference>> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for _ in 0..games {
        let (mut first, mut second, mut moves) = (first.clone(), second.clone(), Vec::new());
        for _ in 0..=cap {
            let mut legal = common(&first, &second, &moves)?;
            if legal.is_empty() {
                break;
            }
            let (text, of_first, of_second) = legal.swap_remove(below(&mut random, legal.len()));
            first.play(&of_first);
            second.play(&of_second);
            moves.push(text);
        }
    }
    Ok(())
}
