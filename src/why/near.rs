//! What was meant by a text that is no legal move: the legal moves through the sites that it names, whatever else stands in it.

use crate::bits::Site;
use crate::game::{Match, Move};
use crate::model::Game;
use crate::notation::{MoveText, PASS, sorted_legal};

/// The legal moves that the text comes nearest to, sorted by byte; none if it comes near to none. Case, blanks and marks do not
/// matter, nor what else is written about a move, such as what a piece becomes.
pub fn meant(position: &Match, text: &str) -> Vec<String> {
    nearest(position, text, 2)
}

/// The same of a text that may be a move as it stands: those of the same beginning and end only.
pub(super) fn through_same_sites(position: &Match, text: &str) -> Vec<String> {
    nearest(position, text, 1)
}

fn nearest(position: &Match, text: &str, farthest: u8) -> Vec<String> {
    let game = position.engine().game();
    let text = text.to_lowercase();
    let named = sites(game, &text);
    let kinds: Vec<&str> = game.kinds.iter().map(|kind| kind.name.as_str()).collect();
    let mentioned: Vec<&str> = kinds.into_iter().filter(|kind| !kind.is_empty() && mentions(&text, kind)).collect();
    let legal = sorted_legal(position).into_iter().filter_map(|(written, played)| {
        let is_other_kind = match &played {
            Move::Place { kind, .. } => !mentioned.is_empty() && !mentioned.contains(&&*game.kinds[kind.index()].name),
            _ => false,
        };
        let distance = if is_other_kind { None } else { distance(&played, &named, text.trim()) };
        distance.filter(|&distance| distance <= farthest).map(|distance| (distance, written))
    });
    let legal: Vec<(u8, String)> = legal.collect();
    let nearest = legal.iter().map(|(distance, _)| *distance).min();
    legal.into_iter().filter(|(distance, _)| Some(*distance) == nearest).map(|(_, written)| written).collect()
}

/// The text as moves are written, if it is one but for case, blanks, and what stands after the last site.
pub fn tidied(game: &Game, text: &str) -> Option<MoveText> {
    let plain: String = text.to_lowercase().chars().filter(|letter| !letter.is_whitespace()).collect();
    let end = plain.trim_end_matches(|last: char| !last.is_alphanumeric()).len();
    let before_equals = plain.split('=').next().unwrap_or_default();
    [plain.as_str(), &plain[..end], before_equals].into_iter().find_map(|text| MoveText::parse(game, text).ok())
}

/// How far the move is from one through the sites: the less the nearer.
fn distance(played: &Move, named: &[Site], text: &str) -> Option<u8> {
    let (ends, all) = match played {
        Move::Pass => return (text == PASS).then_some(0),
        Move::Place { to: site, .. } | Move::Remove { from: site } => (vec![*site], vec![*site]),
        Move::Step { from, to, .. } => (vec![*from, *to], vec![*from, *to]),
        Move::JumpTo { from, glide, to, .. } => {
            let all: Vec<Site> = [*from].into_iter().chain(*glide).chain([*to]).collect();
            (all.clone(), all)
        }
        Move::Jump { from, glide, hops } => {
            let start = || [*from].into_iter().chain(*glide);
            let ends = start().chain(hops.iter().map(|hop| hop.to)).collect();
            let all: Vec<Site> = start().chain(hops.iter().flat_map(|hop| [hop.over, hop.to])).collect();
            (ends, all)
        }
    };
    let mut way = all.iter();
    if ends == named || all == named {
        Some(0)
    } else if named.first() != all.first() {
        None
    } else if named.len() > 1 && named.last() == all.last() && named.iter().all(|site| way.any(|passed| passed == site))
    {
        // The beginning and the end alone are nearer than a way that leaves something out.
        Some(if named.len() == 2 { 1 } else { 2 })
    } else {
        (named.len() == 1).then_some(2)
    }
}

/// The sites that the text, in small letters, names, in order.
fn sites(game: &Game, text: &str) -> Vec<Site> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let names = game.board.names.iter().enumerate();
        let here = names.filter(|(_, name)| {
            let after =
                rest.get(..name.len()).filter(|begin| *begin == name.to_lowercase()).map(|_| &rest[name.len()..]);
            // `a1` is not what `a12` means.
            after.is_some_and(|after| !after.starts_with(|next: char| next.is_ascii_digit()))
        });
        rest = match here.max_by_key(|(_, name)| name.len()) {
            Some((site, name)) => {
                found.push(Site::new(site));
                &rest[name.len()..]
            }
            None => &rest[first.len_utf8()..],
        };
    }
    found
}

/// Whether the word stands in the text, in any case.
fn mentions(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_alphabetic()).any(|part| part == word.to_lowercase())
}
