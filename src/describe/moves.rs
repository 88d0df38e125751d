//! Move statements in words.

use super::{Sentence, Speaker, capital, list, with_article};
use crate::model::{
    Action, Chain, Choice, Directions, Effects, Glide, Key, Kind, MoveNode, MoveRule, Number, Promotion, Set, Side,
    SideSet,
};
use crate::source::Span;

impl Speaker<'_> {
    /// What a phase lets the sides do.
    pub(super) fn moves(&self, nodes: &[MoveNode]) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        self.nodes(nodes, 0, &mut sentences);
        sentences
    }

    fn nodes(&self, nodes: &[MoveNode], depth: usize, sentences: &mut Vec<Sentence>) {
        let lead = |text: &str| Sentence { span: None, depth, text: text.to_owned() };
        // Of a statement that places pieces of several kinds, each kind is a rule.
        let is_one = |one: &MoveNode, next: &MoveNode| {
            placed(one).zip(placed(next)).is_some_and(|((span, _), (other, _))| span == other)
        };
        let statements: Vec<&[MoveNode]> = nodes.chunk_by(is_one).collect();
        let is_choice = are_alternatives(&statements);
        if is_choice {
            sentences.push(lead("A turn is one of these:"));
        }
        let depth = depth + usize::from(is_choice);
        for statement in statements {
            match &statement[0] {
                MoveNode::Rule(rule) => {
                    let text = self.rule(rule, statement);
                    sentences.push(Sentence { span: Some(rule.span), depth, text });
                }
                MoveNode::First(blocks) => self.priority(blocks, depth, sentences),
                MoveNode::Choose(choice) => sentences.push(self.choice(choice, depth)),
            }
        }
    }

    fn priority(&self, blocks: &[Vec<MoveNode>], depth: usize, sentences: &mut Vec<Sentence>) {
        for (at, block) in blocks.iter().enumerate() {
            let lead = match at {
                0 => "Who can do this, must:",
                _ if at + 1 < blocks.len() => "Who cannot, but can do this, must:",
                _ => "Who cannot:",
            };
            sentences.push(Sentence { span: None, depth, text: lead.to_owned() });
            self.nodes(block, depth + 1, sentences);
        }
    }

    /// What a rule allows, together with the others of its statement.
    fn rule(&self, rule: &MoveRule, statement: &[MoveNode]) -> String {
        let subject = self.subject(rule.sides);
        let site = self.game.board.names.first().map_or("", |name| name);
        match &rule.action {
            Action::Place { onto, .. } => {
                let kinds: Vec<Kind> = statement.iter().filter_map(placed).map(|(_, kind)| kind).collect();
                let name = |kind: &Kind| self.game.kinds[kind.index()].name.as_str();
                let piece = match kinds.len() == self.game.kinds.len() {
                    true => "piece".to_owned(),
                    false => list(&kinds.iter().map(name).collect::<Vec<_>>(), "or"),
                };
                let in_hand = |kind: &&Kind| self.game.start.hands.iter().any(|hand| hand[kind.index()] > 0);
                let shown = kinds.iter().find(in_hand).or(kinds.first()).map_or("", name);
                let (piece, onto) = (with_article(&piece), self.one_of(onto));
                format!("{subject} places {piece} from hand on {onto} (written like `{shown}@{site}`).")
            }
            Action::Remove { from } => format!("{subject} takes off {} (written like `x{site}`).", self.moved(from)),
            Action::Step { movers, directions, onto, removing, glide } => format!(
                "{subject} moves {} one step {} {}{}.{}",
                self.moved(movers),
                self.places.ways(directions, rule.sides),
                self.destination(onto, *removing),
                self.written(rule, directions, if *removing { &['x'] } else { &['-'] }, 1),
                self.before_step(glide.as_ref(), rule.sides)
            ),
            Action::Slide { movers, directions, onto, removing } => format!(
                "{subject} moves {} any number of steps {} over empty {}s {}{}.",
                self.moved(movers),
                self.places.ways(directions, rule.sides),
                self.site(),
                self.destination(onto, *removing),
                self.written(rule, directions, if *removing { &['x'] } else { &['-'] }, 1),
            ),
            Action::Jump {
                movers, directions, over, onto, effects, at_end, flying, chain, straight, glide, ..
            } => format!(
                "{subject} jumps with {} {} over {} {}{}{}. {}{}{}{}",
                self.moved(movers),
                self.places.ways(directions, rule.sides),
                self.one_of(over),
                if *flying {
                    "at any distance, with nothing between, landing anywhere beyond, short of the next piece, on "
                } else {
                    "next to it, landing just beyond on "
                },
                self.one_of(onto),
                self.written(
                    rule,
                    directions,
                    &marks(*effects, if rule.action.changes_nothing() { Chain::Single } else { *chain }),
                    2
                ),
                dealt_with(*effects),
                if *at_end {
                    " This is done at the end of the chain; until then it stands in the way, and is not jumped again."
                } else {
                    ""
                },
                going_on(*chain, *straight, rule.action.changes_nothing()),
                self.before_jump(glide.as_ref(), rule.sides, marks(*effects, Chain::Single)[0]),
            ),
        }
    }

    /// Which of the moves beside it count.
    fn choice(&self, choice: &Choice, depth: usize) -> Sentence {
        let keys: Vec<String> = choice.keys.iter().map(|key| self.best(key)).collect();
        let text = format!("Of these moves only the best may be made: {}.", keys.join("; of several such, "));
        Sentence { span: Some(choice.span), depth, text }
    }

    /// The moves that a key prefers.
    pub(super) fn best(&self, key: &Key) -> String {
        match key {
            Key::Most(Number::Count(set)) if let Some(of) = made_by(set) => {
                format!("those made by {}", self.one_of(of))
            }
            Key::Most(number) => format!("those for which {} is greatest", self.number(number)),
            Key::Least(number) => format!("those for which {} is smallest", self.number(number)),
            Key::Earliest(set) => format!("those that come to {} soonest", self.one_of(set)),
        }
    }

    /// How a piece becomes another.
    pub(super) fn promotion(&self, promotion: &Promotion) -> Sentence {
        let name = |kind: Kind| self.game.kinds[kind.index()].name.as_str();
        let all = SideSet::first(self.game.sides.len());
        let whose =
            if promotion.sides == all { String::new() } else { format!(" of {}", self.subject(promotion.sides)) };
        let (from, to) = (capital(&with_article(name(promotion.from))), with_article(name(promotion.to)));
        let place = self.places.by_side(&promotion.on, "its side's");
        let text = match promotion.at_once {
            true => format!(
                "{from}{whose} becomes {to} as soon as it comes to stand {place}, even in the middle of a chain of jumps, \
                 which it then goes on with as {to}."
            ),
            false => {
                format!("{from}{whose} becomes {to} if, at the end of its side's turn, it has come to stand {place}.")
            }
        };
        Sentence { span: Some(promotion.span), depth: 0, text }
    }

    /// How a move is written whose legs, with these marks, lead over so many links each.
    fn written(&self, rule: &MoveRule, directions: &Directions, marks: &[char], links: usize) -> String {
        let side = rule.sides.iter().next().unwrap_or(Side(0));
        let shorter = || Some((&marks[..1], self.places.path(directions, side, links)?));
        let path = self.places.path(directions, side, links * marks.len()).map(|path| (marks, path)).or_else(shorter);
        let Some((marks, path)) = path else { return String::new() };
        let legs = marks.iter().enumerate().map(|(at, mark)| format!("{mark}{}", path[links * (at + 1)]));
        format!(" (written like `{}{}`)", path[0], legs.collect::<String>())
    }

    /// Who: every side, or those named.
    fn subject(&self, sides: SideSet) -> String {
        if sides.count() as usize == self.game.sides.len() {
            return "A side".to_owned();
        }
        let names: Vec<&str> = sides.iter().map(|side| self.side_name(side)).collect();
        capital(&list(&names, "or"))
    }

    /// The piece that moves or goes.
    fn moved(&self, movers: &Set) -> String {
        match movers {
            Set::Own => "one of its pieces".to_owned(),
            other => self.noun(other).one_of_its(),
        }
    }

    /// Where a step or a slide ends.
    fn destination(&self, onto: &Set, removing: bool) -> String {
        let noun = self.noun(onto);
        match (removing, noun.is_piece) {
            (true, true) => format!("onto {}, which is captured", self.one_of(onto)),
            (true, false) => format!("to {}; an enemy piece that stands there is captured", self.one_of(onto)),
            (false, _) => format!("to {}", self.one_of(onto)),
        }
    }

    /// The free movement that a glide gives.
    fn gliding(&self, glide: &Glide, sides: SideSet) -> String {
        format!("glide {}, through {} only", self.places.ways(&glide.directions, sides), self.all_of(&glide.through))
    }

    fn before_step(&self, glide: Option<&Glide>, sides: SideSet) -> String {
        glide.map_or_else(String::new, |glide| format!(" Before the step it may {}.", self.gliding(glide, sides)))
    }

    fn before_jump(&self, glide: Option<&Glide>, sides: SideSet, mark: char) -> String {
        let Some(glide) = glide else { return String::new() };
        let side = sides.iter().next().unwrap_or(Side(0));
        let path = self.places.path(&glide.directions, side, 3);
        let written =
            path.map_or_else(String::new, |at| format!(" (written like `{}-{}{mark}{}`)", at[0], at[1], at[3]));
        format!(" Before the first jump it may {}{written}.", self.gliding(glide, sides))
    }
}

/// The statement by which pieces are placed, if the node is of one, and their kind.
fn placed(node: &MoveNode) -> Option<(Span, Kind)> {
    let MoveNode::Rule(rule) = node else { return None };
    let Action::Place { kind, .. } = rule.action else { return None };
    Some((rule.span, kind))
}

/// Whether some side has a choice between the statements.
fn are_alternatives(statements: &[&[MoveNode]]) -> bool {
    let sides = statements.iter().map(|nodes| sides_of(&nodes[0])).collect::<Vec<SideSet>>();
    sides.iter().enumerate().any(|(at, one)| sides[at + 1..].iter().any(|other| one.0 & other.0 != 0))
}

fn sides_of(node: &MoveNode) -> SideSet {
    match node {
        MoveNode::Rule(rule) => rule.sides,
        MoveNode::Choose(_) => SideSet::default(),
        MoveNode::First(blocks) => SideSet(blocks.iter().flatten().fold(0, |all, node| all | sides_of(node).0)),
    }
}

/// The marks of a jump's legs, as many as show how it goes on.
fn marks(effects: Effects, chain: Chain) -> Vec<char> {
    let named = [(effects.removing, 'x'), (effects.exchanging, '*'), (effects.keeping, '^')];
    let marks: Vec<char> = named.into_iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| mark).collect();
    let legs = if chain == Chain::Single { 1 } else { 2 };
    marks.iter().cycle().take(legs).copied().collect()
}

/// What becomes of the jumped piece.
fn dealt_with(effects: Effects) -> String {
    let named = [
        (effects.removing, "taken off"),
        (effects.exchanging, "exchanged for one of the mover's"),
        (effects.keeping, "left standing"),
    ];
    let words: Vec<&str> = named.iter().filter(|(is_so, _)| *is_so).map(|(_, words)| *words).collect();
    match words.len() {
        1 => format!("The piece jumped is {}.", words[0]),
        _ => format!("The piece jumped is {}, as the mover likes.", list(&words, "or")),
    }
}

/// Whether the jumping piece goes on.
fn going_on(chain: Chain, straight: bool, changes_nothing: bool) -> String {
    let same = if straight { " in the same direction" } else { "" };
    let told = if changes_nothing { " Only where it begins and ends is written." } else { "" };
    match chain {
        Chain::Single => " One jump is a turn.".to_owned(),
        Chain::May => format!(" The same piece may go on jumping{same} in the same turn.{told}"),
        Chain::Must => format!(" The same piece must go on jumping{same} in the same turn while it can.{told}"),
    }
}

/// What a piece is of which it is asked whether it moves.
fn made_by(set: &Set) -> Option<&Set> {
    match set {
        Set::And(one, other) if **one == Set::Mover => Some(other),
        Set::And(other, one) if **one == Set::Mover => Some(other),
        _ => None,
    }
}
