//! A tree of positions that grows by playing games: each game goes down the tree by the best of what is known and what
//! is little tried, adds what it comes to, and is played out at random from there. What is proved is never tried again.

use super::evaluation::Evaluation;
use super::habits::{Habits, Name, name};
use super::outcomes::{Outcomes, Rewards};
use super::{Watch, begin_turn};
use crate::model::{Player, Side};
use crate::playout::below;
use crate::position::{Memory, MoveList, Position, Standing};
use crate::rules::Rules;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// How much what has been tried little is preferred; measured.
const EXPLORE: f32 = 0.25;
/// How much a good habit is preferred, less and less the more is known of the move; measured.
const HABIT: f32 = 0.5;
/// How much weight a guess has beside what games were worth; measured.
const TRUST: f32 = 0.3;
/// What puts the moves that have not been tried before all others.
const UNTRIED: f32 = 1000.0;
/// The number of plies after which a game is judged where the evaluation is trusted; measured.
const FEW_PLIES: u32 = 12;
/// The most plies that a game is played out.
const MOST_PLIES: u32 = 1000;

/// A position in the tree, reached by one move from the one above.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// The sum of what its games were worth to the player who moved here.
    pub reward: f64,
    /// The games that went through it.
    pub visits: u32,
    /// Where its moves lead: so many nodes from the first, in the order of the list of moves; none until it is opened.
    first: u32,
    count: u32,
    /// The name of the move that leads here.
    name: Name,
    /// How it ends, if that is proved.
    pub outcomes: Outcomes,
    /// What the evaluation expects of it for the player who moved here, if all choose by the evaluation as far as the
    /// tree goes; no number where that is not known.
    guess: f32,
}

impl Node {
    /// Adds what another tree knows of the same position.
    pub fn add(&mut self, other: &Node) {
        self.reward += other.reward;
        self.visits = self.visits.saturating_add(other.visits);
        if !self.outcomes.is_known() {
            self.outcomes = other.outcomes;
        }
    }
}

/// The tree, and what it takes to make it grow.
pub struct Tree<'a, const W: usize> {
    rules: &'a Rules<W>,
    root: Position<W>,
    memory: Memory,
    /// The length of the history at the root.
    past: usize,
    moves: MoveList<W>,
    spare: MoveList<W>,
    nodes: Vec<Node>,
    /// The most nodes that the tree may have.
    limit: usize,
    /// The nodes from the root to where the game left the tree, each but the last with the player who moved on.
    path: Vec<(u32, Player)>,
    habits: Habits,
    random: Pcg64Mcg,
    evaluation: &'a Evaluation,
    watch: Watch<'a>,
    /// Whether guesses are kept: between two players what one gains the other loses, so that one number does.
    guesses: bool,
}

impl<'a, const W: usize> Tree<'a, W> {
    /// A tree for an open position, with room for so many nodes at least.
    pub fn new(
        rules: &'a Rules<W>,
        position: &Position<W>,
        memory: &Memory,
        limit: usize,
        seed: u64,
        evaluation: &'a Evaluation,
        watch: Watch<'a>,
    ) -> Self {
        let mut tree = Tree {
            rules,
            root: *position,
            memory: memory.clone(),
            past: memory.keys.len(),
            moves: MoveList::new(rules),
            spare: MoveList::new(rules),
            nodes: vec![Node::default()],
            limit,
            path: Vec::new(),
            habits: Habits::new(rules),
            random: Pcg64Mcg::seed_from_u64(seed),
            evaluation,
            // Each move of the root is looked at, so that none that wins at once is missed.
            watch: watch.asked_only(),
            guesses: rules.players.len() == 2,
        };
        let mut root = tree.root;
        begin_turn(rules, &mut root, &mut tree.moves);
        tree.limit = limit.max(tree.moves.len() + 1);
        tree.open(0, &root);
        tree.watch = watch;
        tree
    }

    /// The nodes that the moves of the root lead to.
    pub fn choices(&self) -> &[Node] {
        self.children(0)
    }

    /// Whether more games would change nothing: how the position ends is proved, or all moves but one are lost.
    pub fn is_settled(&self) -> bool {
        let player = self.rules.owner[self.root.to_move.index()];
        let open = self.choices().iter().filter(|node| !node.outcomes.is_loss(player));
        self.nodes[0].outcomes.is_known() || open.count() <= 1
    }

    fn children(&self, at: usize) -> &[Node] {
        let Node { first, count, .. } = self.nodes[at];
        &self.nodes[first as usize..][..count as usize]
    }

    /// Plays one game and learns from it. Answers whether it came to its end before it was enough.
    pub fn grow(&mut self) -> bool {
        // Games that go down to what is proved list no moves, and there may be no end of them.
        if !self.watch.goes_on(0) {
            return false;
        }
        let rules = self.rules;
        let mut position = self.root;
        self.memory.keys.truncate(self.past);
        self.path.clear();
        let mut at = 0;
        let rewards = loop {
            if self.nodes[at].outcomes.is_known() {
                self.path.push((at as u32, Player(0)));
                break self.nodes[at].outcomes.rewards(rules.players.len());
            }
            begin_turn(rules, &mut position, &mut self.moves);
            let mover = position.to_move;
            let player = rules.owner[mover.index()];
            self.path.push((at as u32, player));
            if self.nodes[at].count == 0 {
                if self.nodes[at].visits == 0 || !self.open(at, &position) {
                    match self.play_out(position) {
                        Some(rewards) => break rewards,
                        None => {
                            self.habits.forget();
                            return false;
                        }
                    }
                }
                if self.nodes[at].outcomes.is_known() {
                    break self.nodes[at].outcomes.rewards(rules.players.len());
                }
            }
            let choice = self.choose(at, mover, player);
            position.play_nth(rules, choice, &self.moves, &mut self.memory);
            at = self.nodes[at].first as usize + choice;
            self.habits.note(mover, player, self.nodes[at].name);
        };
        self.habits.learn(&rewards);
        self.learn(&rewards);
        true
    }

    /// Adds the positions that the listed moves lead to, and looks which of them end the game. Answers whether there was
    /// room.
    fn open(&mut self, at: usize, position: &Position<W>) -> bool {
        let count = self.moves.len();
        let first = self.nodes.len();
        if count == 0 || first + count > self.limit {
            return false;
        }
        let past = self.memory.keys.len();
        for played in self.moves.iter() {
            if !self.watch.goes_on(self.spare.len()) {
                // What is not looked into any more is unknown.
                self.nodes.push(Node { guess: f32::NAN, name: name(played, &self.moves), ..Node::default() });
                continue;
            }
            let mut next = *position;
            next.play(self.rules, played, &self.moves, &mut self.memory);
            begin_turn(self.rules, &mut next, &mut self.spare);
            self.memory.keys.truncate(past);
            let (outcomes, player) = (Outcomes::of(next.standing), self.rules.owner[position.to_move.index()]);
            let guess = match outcomes.is_known() {
                true => outcomes.rewards(self.rules.players.len())[player.index()] as f32,
                false if self.guesses && self.evaluation.is_trusted(next.phase) => {
                    self.evaluation.rewards(self.rules, &next)[player.index()] as f32
                }
                false => f32::NAN,
            };
            self.nodes.push(Node { outcomes, guess, name: name(played, &self.moves), ..Node::default() });
        }
        (self.nodes[at].first, self.nodes[at].count) = (first as u32, count as u32);
        self.conclude(at, self.rules.owner[position.to_move.index()]);
        true
    }

    /// Proves how the node ends, if that follows from where the player's moves lead.
    fn conclude(&mut self, at: usize, player: Player) {
        self.nodes[at].outcomes = Outcomes::choice(player, self.children(at).iter().map(|node| node.outcomes));
    }

    /// Which move to look into: what has been worth much, what has been tried little, and what is a good habit.
    fn choose(&mut self, at: usize, mover: Side, player: Player) -> usize {
        let players = self.rules.players.len();
        let node = self.nodes[at];
        let log = (node.visits.max(1) as f32).ln();
        let shift = below(&mut self.random, node.count as usize) as u32;
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for i in 0..node.count {
            let choice = if i + shift < node.count { i + shift } else { i + shift - node.count };
            let child = &self.nodes[(node.first + choice) as usize];
            let score = if child.outcomes.is_known() {
                let worth = child.outcomes.rewards(players)[player.index()] as f32;
                if child.outcomes.is_loss(player) { f32::MIN } else { worth }
            } else {
                let habit = HABIT * self.habits.mean(mover, child.name);
                if child.visits == 0 {
                    UNTRIED + habit
                } else {
                    let visits = child.visits as f32;
                    let mean = child.reward as f32 / visits;
                    let worth = if child.guess.is_nan() { mean } else { mean + TRUST * (child.guess - mean) };
                    worth + EXPLORE * (log / visits).sqrt() + habit / ((1.0 - worth) * visits + 1.0)
                }
            };
            if score > best_score {
                (best, best_score) = (choice, score);
            }
        }
        best as usize
    }

    /// Plays on from the position, whose moves are listed, to the end of the game; `None` if it was enough before.
    fn play_out(&mut self, mut position: Position<W>) -> Option<Rewards> {
        let rules = self.rules;
        let mut plies = 0;
        let judged = |phase, plies| plies >= FEW_PLIES && self.evaluation.is_trusted(phase) || plies >= MOST_PLIES;
        while !self.moves.is_empty() && !judged(position.phase, plies) {
            if !self.watch.goes_on(self.moves.len()) {
                return None;
            }
            let index = below(&mut self.random, self.moves.len());
            position.play_nth(rules, index, &self.moves, &mut self.memory);
            begin_turn(rules, &mut position, &mut self.moves);
            plies += 1;
        }
        Some(match position.standing {
            Standing::Open => self.evaluation.rewards(rules, &position),
            standing => Outcomes::of(standing).rewards(rules.players.len()),
        })
    }

    /// Tells the nodes of the path what the game was worth, from the last to the root, with what follows from proofs.
    fn learn(&mut self, rewards: &Rewards) {
        let (mut proved, mut guessed) = (true, self.guesses);
        for i in (0..self.path.len()).rev() {
            let (at, player) = self.path[i];
            if proved && !self.nodes[at as usize].outcomes.is_known() {
                self.conclude(at as usize, player);
                proved = self.nodes[at as usize].outcomes.is_known();
            }
            if guessed && i > 0 {
                guessed = self.guess(at as usize, player, self.path[i - 1].1);
            }
            let node = &mut self.nodes[at as usize];
            node.visits = node.visits.saturating_add(1);
            if i > 0 {
                node.reward += rewards[self.path[i - 1].1.index()];
            }
        }
    }

    /// Guesses again what the node is worth to the player who moved there, now that its own player may choose. Answers
    /// whether those above should be guessed again.
    fn guess(&mut self, at: usize, player: Player, before: Player) -> bool {
        let node = self.nodes[at];
        let guess = if node.outcomes.is_known() {
            node.outcomes.rewards(2)[before.index()] as f32
        } else if node.count > 0 {
            let guesses = self.children(at).iter().map(|child| child.guess);
            // As long as one is missing there is no best; `max` alone would leave it out.
            let best = guesses
                .fold(0.0, |best: f32, guess| if guess.is_nan() || best.is_nan() { f32::NAN } else { best.max(guess) });
            if player == before { best } else { 1.0 - best }
        } else {
            return true;
        };
        let changed = guess != node.guess;
        self.nodes[at].guess = guess;
        changed
    }
}
