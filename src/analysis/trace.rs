//! A record's turns told one by one: the statement used, what it changed, and the endings looked at.

use crate::bits::Site;
use crate::game::{Engine, Hop, HopEffect, Looked, Match, Move};
use crate::model::{Action, MoveNode};
use crate::notation::MoveText;
use crate::record::{DRAW, RESIGN};
use crate::source::Span;

/// A turn told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// The statement that allowed the move; of a pass, the `stuck` that asked for it.
    pub statement: Option<Span>,
    /// What the turn changed, in order.
    pub changes: Vec<String>,
    /// How the endings came out, in order.
    pub endings: Vec<Looked>,
}

/// The turns of the moves, which are legal from the game's start; `resign` and `draw` may be among them.
pub fn turns(engine: &Engine, words: &[String]) -> Vec<Turn> {
    let mut position = engine.start();
    words.iter().map(|word| turn(&mut position, word)).collect()
}

fn turn(position: &mut Match, word: &str) -> Turn {
    let side = position.engine().game().sides[position.to_move().index()].name.clone();
    match word {
        RESIGN => {
            position.resign();
            let changes = vec![format!("the player of `{side}` leaves the game")];
            Turn { changes, endings: position.looked(), ..Turn::default() }
        }
        DRAW => {
            position.agree_draw();
            Turn::default()
        }
        word => {
            let text = MoveText::parse(position.engine().game(), word).ok();
            let Some((played, statement)) = text.and_then(|text| text.find_with_statement(position).ok()) else {
                return Turn::default();
            };
            let mut changes = changes(position, &played, statement);
            let kind = |position: &Match, site: Site| position.piece(site).map(|piece| piece.kind);
            let was = |from: Site| kind(position, from);
            let (was, to) = match &played {
                Move::Step { from, to, .. } | Move::JumpTo { from, to, .. } => (was(*from), Some(*to)),
                Move::Jump { from, hops, .. } => (was(*from), hops.last().map(|hop| hop.to)),
                Move::Place { kind, to } => (Some(*kind), Some(*to)),
                Move::Pass | Move::Remove { .. } => (None, None),
            };
            position.play(&played);
            if let Some(to) = to
                && let Some(is) = kind(position, to)
                && Some(is) != was
            {
                let game = position.engine().game();
                changes.push(format!(
                    "the piece on `{}` becomes a `{}`",
                    game.board.name(to),
                    game.kinds[is.index()].name
                ));
            }
            Turn { statement, changes, endings: position.looked() }
        }
    }
}

/// Whether what the statement's jumps go over is dealt with at the end of the chain only.
fn is_at_end(position: &Match, statement: Span) -> bool {
    let moves = &position.engine().game().phases[position.phase().index()].moves;
    let mut rules = MoveNode::rules(moves).into_iter().filter(|rule| rule.span == statement);
    rules.any(|rule| matches!(rule.action, Action::Jump { at_end: true, .. }))
}

/// What the move that the statement allows is about to change.
fn changes(position: &Match, played: &Move, statement: Option<Span>) -> Vec<String> {
    let game = position.engine().game();
    let name = |site: Site| game.board.name(site);
    let mover = &game.sides[position.to_move().index()].name;
    let owner = |site: Site| match position.piece(site) {
        Some(piece) => game.sides[piece.side.index()].name.as_str(),
        // A chain jumps what it exchanged itself.
        None => mover.as_str(),
    };
    let glided = |from: Site, glide: Option<Site>| match glide {
        Some(to) => (vec![format!("`{mover}`'s piece glides from `{}` to `{}`", name(from), name(to))], to),
        None => (Vec::new(), from),
    };
    match played {
        Move::Pass => vec!["nothing".to_owned()],
        Move::Place { to, .. } => vec![format!("a piece of `{mover}` comes from the hand to `{}`", name(*to))],
        Move::Remove { from } => vec![format!("`{mover}`'s piece on `{}` comes off", name(*from))],
        Move::Step { from, to, captures } => {
            let mut changes = Vec::new();
            if *captures {
                changes.push(format!("`{}`'s piece on `{}` comes off", owner(*to), name(*to)));
            }
            changes.push(format!("`{mover}`'s piece goes from `{}` to `{}`", name(*from), name(*to)));
            changes
        }
        Move::JumpTo { from, glide, to, jumps } => {
            let (mut changes, at) = glided(*from, *glide);
            let jumps = if *jumps == 1 { "in one jump".to_owned() } else { format!("in {jumps} jumps or more") };
            let (at, to) = (name(at), name(*to));
            changes.push(format!("`{mover}`'s piece goes from `{at}` to `{to}` {jumps}, and what it jumps stays"));
            changes
        }
        Move::Jump { from, glide, hops } => {
            let (mut changes, mut at) = glided(*from, *glide);
            let waits = hops.len() > 1 && statement.is_some_and(|statement| is_at_end(position, statement));
            let mut exchanged = Vec::new();
            let mut at_end = Vec::new();
            for Hop { effect, over, to } in hops {
                let whose = if exchanged.contains(over) { mover } else { owner(*over) };
                let (at_name, over_name) = (name(at), name(*over));
                let jumped = format!("`{whose}`'s piece on `{over_name}`");
                let mut then = match effect {
                    HopEffect::Remove => format!("{jumped} comes off"),
                    HopEffect::Exchange => format!("{jumped} becomes `{mover}`'s"),
                    HopEffect::Keep => format!("{jumped} stays"),
                };
                if waits && *effect != HopEffect::Keep {
                    at_end.push(then);
                    then = format!("{jumped} stays until the end");
                }
                changes.push(format!("`{mover}`'s piece jumps from `{at_name}` to `{}`, and {then}", name(*to)));
                exchanged.push(*over);
                at = *to;
            }
            changes.extend(at_end);
            changes
        }
    }
}
