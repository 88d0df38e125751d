//! How long loading, checking, moves, random games and counting take. Each bench asserts what it counts.

use boardwright::diag::Sink;
use boardwright::{Description, Engine};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// A game under one choice of options, and what is to be found in it.
struct Case {
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
    /// How many combinations of options the game has.
    combinations: usize,
    /// How many moves there are at the start.
    moves: usize,
    /// The length of the sequences counted, and their number.
    perft: (u32, u64),
}

const CASES: &[Case] = &[
    Case { game: "konane", options: &[("size", "6")], combinations: 4, moves: 4, perft: (8, 162288) },
    Case { game: "konane", options: &[("size", "8")], combinations: 4, moves: 4, perft: (7, 52044) },
    Case { game: "konane", options: &[("size", "10")], combinations: 4, moves: 4, perft: (7, 71380) },
    Case { game: "konane", options: &[("size", "12")], combinations: 4, moves: 4, perft: (7, 74412) },
    Case { game: "alquerque", options: &[], combinations: 1, moves: 4, perft: (7, 541) },
    Case { game: "afterleap", options: &[("players", "2")], combinations: 6, moves: 36, perft: (3, 42840) },
    Case { game: "afterleap", options: &[("players", "3")], combinations: 6, moves: 36, perft: (3, 42840) },
    Case { game: "afterleap", options: &[("players", "4")], combinations: 6, moves: 36, perft: (3, 42840) },
    Case { game: "fibonacci", options: &[("players", "2")], combinations: 36, moves: 24, perft: (4, 263844) },
    Case { game: "english-draughts", options: &[], combinations: 4, moves: 7, perft: (7, 179740) },
    Case { game: "international-draughts", options: &[], combinations: 4, moves: 9, perft: (6, 167140) },
];

/// Random games in a run, and the plies after which each is cut off.
const GAMES: u64 = 20;
const CAP: u32 = 1000;

impl Case {
    fn description(&self) -> Description {
        Description::load(self.game).expect("it is shipped")
    }

    fn engine(&self) -> Engine {
        let options: Vec<_> = self.options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        Engine::new(self.description().game(&options).expect("the options are the game's"))
    }

    fn id(&self) -> BenchmarkId {
        let options: String = self.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        BenchmarkId::from_parameter(format!("{}{options}", self.game))
    }
}

fn load_and_check(criterion: &mut Criterion) {
    let mut games: Vec<&Case> = CASES.iter().collect();
    games.dedup_by_key(|case| case.game);
    let mut group = criterion.benchmark_group("load");
    for case in &games {
        group.bench_function(BenchmarkId::from_parameter(case.game), |bencher| bencher.iter(|| case.description()));
    }
    group.finish();
    let mut group = criterion.benchmark_group("check every combination");
    group.sample_size(10);
    for case in &games {
        let description = case.description();
        group.bench_function(BenchmarkId::from_parameter(case.game), |bencher| {
            bencher.iter(|| assert_eq!(description.check_all(&mut Sink::default()), case.combinations));
        });
    }
    group.finish();
}

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal moves");
    for case in CASES {
        let start = case.engine().start();
        group.bench_function(case.id(), |bencher| bencher.iter(|| assert_eq!(start.legal().len(), case.moves)));
    }
    group.finish();
    let mut group = criterion.benchmark_group("play and undo");
    for case in CASES {
        let mut start = case.engine().start();
        let first = start.nth_legal(0).expect("there is a move");
        group.bench_function(case.id(), |bencher| {
            bencher.iter(|| assert!(start.play(black_box(&first)) && start.undo()));
        });
    }
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    for case in CASES {
        let engine = case.engine();
        let plies = engine.random_games(GAMES, 1, CAP).plies;
        group.throughput(Throughput::Elements(plies)).bench_function(case.id(), |bencher| {
            bencher.iter(|| assert_eq!(engine.random_games(GAMES, 1, CAP).plies, plies));
        });
    }
    group.finish();
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for case in CASES {
        let start = case.engine().start();
        let (plies, count) = case.perft;
        group.throughput(Throughput::Elements(count)).bench_function(case.id(), |bencher| {
            bencher.iter(|| assert_eq!(start.perft(plies), count));
        });
    }
    group.finish();
}

criterion_group!(benches, load_and_check, moves, playouts, perft);
criterion_main!(benches);
