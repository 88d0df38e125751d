//! Sides, and the players who own them.

use super::board::WAYS;
use super::{Checker, names};
use crate::diag::{Code, Diagnostic};
use crate::model::{Kind, MAX_KINDS, MAX_SIDES, Player, PlayerInfo, Side, SideInfo, SideSet};
use crate::source::Span;
use crate::syntax::tree::{Expr, Name, SideName};

/// The most sides that are looked at, and the most players.
const MAX_NAMED: usize = 32;

impl<'t> Checker<'t, '_> {
    /// Reads `sides …`.
    pub fn read_sides(&mut self, first: Option<&'t Expr>, named: &'t [SideName], span: Span) {
        let mut sides: Vec<&'t Name> = Vec::new();
        for SideName { name: side, facing } in named.iter().take(MAX_NAMED) {
            if let Some(known) = sides.iter().find(|known| known.value == side.value) {
                let message = format!("the side `{}` is named twice", side.value);
                let problem = Diagnostic::error(Code::DefinedTwice, side.span, message, "named again here");
                self.report(problem.and(known.span, "first named here"));
            } else if self.may_define(side, "side") {
                sides.push(side);
                let way = |word: &Name| WAYS.iter().position(|(way, _)| *way == word.value);
                self.facing.push(facing.as_ref().and_then(way));
            }
        }
        self.sides_are_known = true;
        self.named_sides = sides.clone();
        self.left_out.extend(named.iter().skip(MAX_NAMED).map(|side| side.name.value.as_str()));
        if let Some(first) = first {
            let Some(count) = self.fixed_number(first, "the number of sides") else { return };
            if count < 1 || count as usize > sides.len() {
                let message = format!("there cannot be {count} sides");
                let label = match sides.len() {
                    0 | 1 => "a game has two or more".to_owned(),
                    2 => "2 are named, so it must be 2".to_owned(),
                    named => format!("{named} are named, so 2 to {}", named.min(MAX_SIDES)),
                };
                return self.report(Diagnostic::error(Code::SideCount, first.span, message, label));
            }
            sides.truncate(count as usize);
        }
        if sides.len() > MAX_SIDES {
            let message = format!("a game may have {MAX_SIDES} sides at most");
            let label = format!("{} sides", named.len());
            self.report(Diagnostic::error(Code::SideCount, span, message, label));
            self.left_out.extend(sides.drain(MAX_SIDES..).map(|side| side.value.as_str()));
        }
        self.facing.truncate(sides.len());
        self.sides = sides;
        self.are_enough(span);
    }

    /// Reads `pieces …`.
    pub fn read_kinds(&mut self, named: &'t [Name]) {
        for kind in named.iter().take(MAX_NAMED) {
            if let Some(known) = self.kinds.iter().find(|known| known.value == kind.value) {
                let message = format!("the kind `{}` is named twice", kind.value);
                let problem = Diagnostic::error(Code::DefinedTwice, kind.span, message, "named again here");
                let problem = problem.and(known.span, "first named here");
                self.report(problem);
            } else if self.may_define(kind, "pieces") {
                self.kinds.push(kind);
            }
        }
        if let Some(more) = self.kinds.get(MAX_KINDS) {
            let message = format!("a game may have {MAX_KINDS} kinds of piece at most");
            self.report(Diagnostic::error(Code::SideCount, more.span, message, "one too many"));
            self.kinds.truncate(MAX_KINDS);
            let known = &self.kinds;
            let more = named.iter().filter(|kind| known.iter().all(|known| known.value != kind.value));
            self.left_out.extend(more.map(|kind| kind.value.as_str()));
        }
    }

    /// The kind of piece of that name.
    pub fn kind_called(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.value == name).map(Kind::new)
    }

    /// The kind of piece of that name; a name that `pieces` does not mention is reported.
    pub fn kind(&mut self, name: &Name) -> Option<Kind> {
        let found = self.kind_called(&name.value);
        if found.is_none() && self.kinds.is_empty() && self.statements.kinds.is_none() {
            let message = format!("there is no kind of piece `{}`", name.value);
            let problem = Diagnostic::error(Code::UnknownName, name.span, message, "the file names no kinds");
            self.report(problem.help(format!("name them above, as in `pieces man, {}`", name.value)));
        } else if found.is_none() {
            let known: Vec<&str> = self.kinds.iter().map(|kind| kind.value.as_str()).collect();
            self.unknown(name, "kind of piece", known);
        }
        found
    }

    fn are_enough(&mut self, span: Span) {
        if self.sides.len() == 1 {
            let problem =
                Diagnostic::error(Code::SideCount, span, "one side alone cannot play", "a game has two or more");
            self.report(problem.help("name another side, after a comma"));
        }
    }

    /// The number of the side of that name, if it is in the game; a name that `sides` does not mention is reported.
    pub fn side(&mut self, name: &Name) -> Option<usize> {
        self.side_among(name, "side", Vec::new())
    }

    /// The same where a kind of piece might be named as well.
    pub fn side_or_kind(&mut self, name: &Name) -> Option<usize> {
        let kinds: Vec<&'t str> = self.kinds.iter().map(|kind| kind.value.as_str()).collect();
        self.side_among(name, if kinds.is_empty() { "side" } else { "side or kind of piece" }, kinds)
    }

    fn side_among(&mut self, name: &Name, what: &str, others: Vec<&'t str>) -> Option<usize> {
        let found = self.sides.iter().position(|side| side.value == name.value);
        let is_named = self.named_sides.iter().any(|side| side.value == name.value);
        // Of one side alone it is said already that another is missing.
        if !is_named && self.statements.sides.is_some() && self.named_sides.len() != 1 {
            let sides: Vec<&str> = self.named_sides.iter().map(|side| side.value.as_str()).collect();
            self.unknown(name, what, sides.into_iter().chain(others));
        }
        found
    }

    /// Whether the name's statement needs the sides and no `sides` stands before it, which is then said.
    pub fn needs_sides(&mut self, name: &Name) -> bool {
        if !self.sides_are_known {
            let message = "sides are named before `sides`";
            let problem = Diagnostic::error(Code::OutOfOrder, name.span, message, "the sides are not known here");
            self.report(problem.help("move the `sides` statement above this one"));
        }
        !self.sides_are_known
    }

    /// Notes `player …`, to be read when the sides are known.
    pub fn player(&mut self, name: &'t Name, owns: &'t [Name]) {
        match self.statements.players.iter().find(|(known, _)| known.value == name.value) {
            None if self.statements.players.len() >= MAX_NAMED => {
                let message = "there are more players than sides";
                let problem = Diagnostic::error(Code::PlayerSides, name.span, message, "too many");
                self.report(problem.help(format!("a game has {MAX_SIDES} sides at most")));
            }
            None => self.statements.players.push((name, owns)),
            Some((first, _)) if first.span.source == name.span.source => {
                let message = format!("the player `{}` is described twice", name.value);
                let problem = Diagnostic::error(Code::DefinedTwice, name.span, message, "described again here");
                let problem = problem.and(first.span, "first described here");
                self.report(problem.help("name all the player's sides in one statement, with commas between"));
            }
            Some(_) => {}
        }
    }

    /// The sides and the players; each side is its own player where the file describes none.
    pub fn players(&mut self) -> Option<(Vec<SideInfo>, Vec<PlayerInfo>)> {
        // Whose they all are is not known while some have no place in the game.
        if !self.left_out.is_empty() {
            return None;
        }
        let sides = self.sides.clone();
        if self.statements.players.is_empty() {
            let all = sides.iter().enumerate();
            return Some(
                all.map(|(at, side)| {
                    let name = side.value.clone();
                    let player = PlayerInfo { name: name.clone(), sides: SideSet::default().with(Side::new(at)) };
                    (SideInfo { name, player: Player::new(at) }, player)
                })
                .unzip(),
            );
        }
        let mut owners: Vec<Option<(usize, Span)>> = vec![None; sides.len()];
        let mut players: Vec<PlayerInfo> = Vec::new();
        for (name, owns) in self.statements.players.clone() {
            let mut owned = SideSet::default();
            for word in owns {
                let Some(side) = self.side(word) else { continue };
                if let Some((owner, first)) = owners[side] {
                    let other = players.get(owner).map_or(name.value.as_str(), |player| player.name.as_str());
                    let message = format!("the side `{}` has two owners", word.value);
                    let label = format!("`{other}` owns it already");
                    self.report(
                        Diagnostic::error(Code::PlayerSides, word.span, message, label).and(first, "owned here"),
                    );
                    continue;
                }
                owners[side] = Some((players.len(), word.span));
                owned = owned.with(Side::new(side));
            }
            if owned.is_empty() {
                let message = format!("the player `{}` owns no side", name.value);
                self.report(Diagnostic::error(Code::PlayerSides, name.span, message, "never has a turn"));
                continue;
            }
            players.push(PlayerInfo { name: name.value.clone(), sides: owned });
        }
        let unowned = sides.iter().zip(&owners).filter(|(_, owner)| owner.is_none());
        let unowned: Vec<&str> = unowned.map(|(side, _)| side.value.as_str()).collect();
        if let (Some(side), Some(&(name, _))) = (unowned.first(), self.statements.players.first()) {
            let message = format!("no player owns {}", names::list(&unowned, "and"));
            let problem =
                Diagnostic::error(Code::PlayerSides, name.span, message, "once one player is described, all must be");
            self.report(problem.help(format!("add `player NAME owns {side}`, or drop the `player` statements")));
            return None;
        }
        if let ([_], Some(&(name, _))) = (players.as_slice(), self.statements.players.first()) {
            let message = format!("`{}` owns every side", name.value);
            let problem = Diagnostic::error(Code::PlayerSides, name.span, message, "a game has two players or more");
            self.report(problem.help("give another player some of the sides"));
        }
        let info = |(side, owner): (&&Name, &Option<(usize, Span)>)| {
            Some(SideInfo { name: side.value.clone(), player: Player::new((*owner)?.0) })
        };
        let sides: Option<Vec<SideInfo>> = sides.iter().zip(&owners).map(info).collect();
        Some((sides?, players))
    }
}
