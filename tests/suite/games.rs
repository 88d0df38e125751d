//! Whole games: the legal moves at every ply, forwards and taken back again.

use crate::cases::{Ended, Options, check_all, ended, engine, legal, play};
use boardwright::game::Match;
use serde::Deserialize;
use sha2::{Digest, Sha256};

#[derive(Deserialize)]
struct Game {
    game: String,
    options: Options,
    moves: Vec<String>,
    counts: Vec<usize>,
    sha256_16: Vec<String>,
    outcome: Option<Ended>,
}

fn digest(moves: &[String]) -> String {
    let sum = Sha256::digest(moves.join("\n"));
    sum.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn check_ply(game: &Game, position: &Match, ply: usize) -> Result<(), String> {
    let moves = legal(position);
    if moves.len() == game.counts[ply] && digest(&moves) == game.sha256_16[ply] {
        return Ok(());
    }
    let so_far = game.moves[..ply].join(" ");
    Err(format!(
        "{} {:?}, ply {ply}: {} moves, not {}: {moves:?} after {so_far}",
        game.game,
        game.options,
        moves.len(),
        game.counts[ply]
    ))
}

#[test]
fn every_ply_of_every_game_has_the_right_moves() {
    let lines = include_str!("../cases/games.jsonl").lines();
    let games: Vec<Game> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    check_all(&games, |game| {
        let mut position = engine(&game.game, &game.options).start();
        for (ply, text) in game.moves.iter().enumerate() {
            check_ply(game, &position, ply)?;
            play(&mut position, text)?;
        }
        check_ply(game, &position, game.moves.len())?;
        if ended(&position) != game.outcome {
            let after = game.moves.join(" ");
            return Err(format!("{}: ended {:?}, not {:?}, after {after}", game.game, ended(&position), game.outcome));
        }
        for ply in (0..game.moves.len()).rev() {
            if !position.undo() {
                return Err(format!("{}: ply {ply} cannot be taken back", game.game));
            }
            check_ply(game, &position, ply).map_err(|problem| format!("taken back: {problem}"))?;
        }
        match position.undo() {
            true => Err(format!("{}: something was taken back before the start", game.game)),
            false => Ok(()),
        }
    });
}
