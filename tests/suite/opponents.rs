//! Computer opponents: what they prove is right, what wins at once is played, and the same seed gives the same move.

use crate::cases::{Options, engine};
use boardwright::game::{Engine, Limits, Match, Move, Outcome, Piece, Progress, Setup, Verdict};
use boardwright::matches::{self, Plan, Share, Tally};
use boardwright::model::{Kind, PhaseId, Player, Side};
use boardwright::opponent::{Level, PlayerKind};
use std::thread;
use std::time::Duration;

fn of(game: &str, options: &[(&str, i64)]) -> Engine {
    let options: Options = options.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    engine(game, &options)
}

/// Every shipped game on every number of seats.
fn all() -> Vec<Engine> {
    let many = ["afterleap", "fibonacci"].into_iter().flat_map(|game| [2, 3, 4].map(|count| (game, count)));
    let mut engines: Vec<_> = many.map(|(game, count)| of(game, &[("players", count)])).collect();
    engines.extend(["konane", "alquerque", "afterleap-chains"].map(|game| of(game, &[])));
    engines
}

fn mover(position: &Match) -> Player {
    position.engine().game().sides[position.to_move().index()].player
}

fn after(position: &Match, played: &Move) -> Match {
    let mut next = position.clone();
    assert!(next.play(played));
    next
}

fn wins_at_once(position: &Match, played: &Move) -> bool {
    after(position, played).outcome() == Some(Outcome::Win(mover(position)))
}

/// A random game's positions, from a seed.
fn wander(engine: &Engine, seed: u64, most: usize) -> Vec<Match> {
    let mut positions = vec![engine.start()];
    while positions.len() < most {
        let position = &positions[positions.len() - 1];
        let Some(chosen) = PlayerKind::Random.choose(position, seed, &Progress::default()) else { break };
        positions.push(after(position, &chosen));
    }
    positions
}

fn best(position: &Match, iterations: u64, seed: u64) -> (Move, Option<Verdict>) {
    let found = position.search(&Limits::iterations(iterations), seed, &Progress::default()).unwrap();
    let best = found.candidates[0];
    (position.nth_legal(best.index).unwrap(), best.verdict)
}

/// A position of the last phase with these pieces, the sides' names first.
fn set_up(engine: &Engine, to_move: usize, pieces: &[(usize, &str)]) -> Match {
    let game = engine.game();
    let piece = |side: usize| Piece { side: Side::new(side), kind: Kind(0) };
    let places = |&(side, sites): &(usize, &str)| {
        let sites: Vec<_> = sites.split(' ').map(|site| (game.board.site(site).unwrap(), piece(side))).collect();
        sites
    };
    let setup = Setup {
        pieces: pieces.iter().flat_map(places).collect(),
        phase: PhaseId::new(game.phases.len() - 1),
        to_move: Side::new(to_move),
        ..Setup::default()
    };
    engine.set_up(&setup).unwrap()
}

/// What the player to move can reach of a game of two, by looking at everything: 1 a win, 0 a draw, -1 a loss.
fn solve(position: &mut Match) -> i32 {
    let player = mover(position);
    match position.outcome() {
        Some(Outcome::Win(winner)) => return if winner == player { 1 } else { -1 },
        Some(Outcome::Draw(_)) => return 0,
        None => {}
    }
    let mut best = -1;
    for played in position.legal() {
        assert!(position.play(&played));
        let value = if mover(position) == player { solve(position) } else { -solve(position) };
        position.undo();
        best = best.max(value);
        if best == 1 {
            break;
        }
    }
    best
}

#[test]
fn what_is_proved_is_right() {
    let engine = of("konane", &[("size", 6)]);
    for seed in 0..40 {
        let positions = wander(&engine, seed, 1000);
        let Some(position) = positions.iter().rev().nth(9) else { continue };
        let expected = match solve(&mut position.clone()) {
            1 => Verdict::Win,
            _ => Verdict::Loss,
        };
        let found = position.search(&Limits::iterations(200_000), seed, &Progress::default()).unwrap();
        let [first, others @ ..] = &found.candidates[..] else { panic!("the game is over") };
        let chosen = position.nth_legal(first.index).unwrap();
        // Where all other moves are lost, there is no need to know what the last one does.
        let forced = first.verdict.is_none() && others.iter().all(|other| other.verdict == Some(Verdict::Loss));
        assert!(forced || first.verdict == Some(expected), "seed {seed}: {first:?}");
        if expected == Verdict::Win {
            let mut next = after(position, &chosen);
            assert!(next.outcome().is_some() || solve(&mut next) == -1, "seed {seed}");
        }
    }
}

/// Whether the player wins within so many plies, whatever the others do.
fn wins_within(position: &mut Match, player: Player, plies: u32) -> bool {
    if position.outcome().is_some() || plies == 0 {
        return position.outcome() == Some(Outcome::Win(player));
    }
    let own = mover(position) == player;
    for played in position.legal() {
        assert!(position.play(&played));
        let wins = wins_within(position, player, plies - 1);
        position.undo();
        if wins == own {
            return own;
        }
    }
    !own
}

#[test]
fn forced_wins_are_found() {
    let mut found = 0;
    let games = [of("konane", &[]), of("alquerque", &[]), of("afterleap", &[]), of("afterleap", &[("players", 3)])];
    for engine in games {
        for seed in 0..12 {
            for mut position in wander(&engine, seed, 300).into_iter().rev().skip(2).take(4) {
                let player = mover(&position);
                if !wins_within(&mut position, player, 1) && wins_within(&mut position, player, 3) {
                    found += 1;
                    let (chosen, verdict) = best(&position, 3_000, seed);
                    let next = &mut after(&position, &chosen);
                    assert!(verdict.is_none_or(|verdict| verdict == Verdict::Win), "seed {seed}");
                    assert!(wins_within(next, player, 2) || verdict == Some(Verdict::Win), "seed {seed}");
                }
            }
        }
    }
    assert!(found >= 10, "{found}");
}

#[test]
fn a_position_set_up_by_hand_is_solved() {
    let position = set_up(&of("konane", &[("size", 6)]), 0, &[(0, "e1 a6"), (1, "d1 b1 a5")]);
    let (chosen, verdict) = best(&position, 1_000, 1);
    let expected = solve(&mut position.clone());
    assert_eq!(verdict, Some(if expected == 1 { Verdict::Win } else { Verdict::Loss }));
    assert!(position.legal().contains(&chosen));
}

#[test]
fn a_win_at_once_is_never_missed() {
    let (mut checked, engines) = (0, all());
    for (number, engine) in engines.iter().enumerate() {
        for seed in 0..6 {
            for position in wander(engine, seed, 250).iter().rev().skip(1).take(8) {
                let legal = position.legal();
                if legal.iter().any(|played| wins_at_once(position, played)) {
                    checked += 1;
                    for kind in [PlayerKind::Level(Level::LOWEST), PlayerKind::Time(Duration::from_millis(1))] {
                        let chosen = kind.choose(position, seed, &Progress::default());
                        assert!(wins_at_once(position, &chosen.unwrap()), "game {number}, seed {seed}, {kind}");
                    }
                }
            }
        }
    }
    assert!(checked >= 50, "{checked}");
}

#[test]
fn sides_of_one_player_win_together() {
    // Red and green belong to player one, who has to move with red and wins with green, whatever yellow does between.
    let engine = of("afterleap", &[]);
    let position = set_up(&engine, 0, &[(0, "a6"), (1, "f6"), (2, "a1 b1 c1 e1"), (3, "f3")]);
    let (_, verdict) = best(&position, 20_000, 3);
    assert_eq!(verdict, Some(Verdict::Win));
    // With three players the same line is the third's, and the first can but look on.
    let engine = of("afterleap", &[("players", 3)]);
    let position = set_up(&engine, 0, &[(0, "a6"), (1, "f6"), (2, "a1 b1 c1 d1 f1")]);
    let (_, verdict) = best(&position, 20_000, 3);
    assert_eq!(verdict, Some(Verdict::Loss));
}

#[test]
fn one_seed_gives_one_move_and_only_legal_ones() {
    for engine in all() {
        for position in wander(&engine, 5, 60).iter().skip(1).step_by(20) {
            let legal = position.legal();
            let think = |seed: u64, threads: usize| {
                let limits = Limits { threads, ..Limits::iterations(60) };
                position.search(&limits, seed, &Progress::default()).unwrap()
            };
            let first = think(1, 1);
            assert_eq!(first, think(1, 1));
            assert_eq!(think(1, 3), think(1, 3));
            let mut places: Vec<usize> = first.candidates.iter().map(|candidate| candidate.index).collect();
            places.sort_unstable();
            assert_eq!(places, (0..legal.len()).collect::<Vec<_>>());
            for (place, played) in legal.iter().enumerate() {
                assert_eq!(position.nth_legal(place).as_ref(), Some(played));
            }
            let scores = first.candidates.iter().map(|candidate| candidate.score);
            assert!(scores.clone().all(|score| (0.0..=1.0).contains(&score)), "{:?}", first.candidates);
        }
    }
}

#[test]
fn thinking_can_be_interrupted() {
    let position = of("fibonacci", &[("players", 4)]).start();
    let unlimited = Limits { iterations: None, time: None, moves: u64::MAX, threads: 2, nodes: 10_000 };
    let progress = Progress::default();
    let found = thread::scope(|scope| {
        let thinking = scope.spawn(|| position.search(&unlimited, 1, &progress));
        while progress.iterations() < 100 || progress.best().is_none() {
            thread::yield_now();
        }
        progress.stop();
        thinking.join().unwrap().unwrap()
    });
    assert!(found.iterations >= 100);
    let stopped = position.search(&unlimited, 1, &progress).unwrap();
    assert_eq!((stopped.iterations, stopped.candidates.len()), (0, position.count_legal()));
    // Where the time is not heeded, this does not come back.
    let found = position.search(&Limits::time(Duration::from_millis(50)), 1, &Progress::default()).unwrap();
    assert!(found.iterations > 0);
}

#[test]
fn a_full_memory_is_no_obstacle() {
    let position = of("konane", &[]).start();
    let limits = Limits { nodes: 0, ..Limits::iterations(200) };
    assert_eq!(position.search(&limits, 1, &Progress::default()).unwrap().iterations, 200);
}

#[test]
fn a_finished_game_has_nothing_to_think_about() {
    let mut position = of("alquerque", &[]).start();
    position.resign();
    assert_eq!(position.search(&Limits::iterations(10), 1, &Progress::default()), None);
    assert_eq!(PlayerKind::Random.choose(&position, 1, &Progress::default()), None);
    let mut position = of("afterleap", &[("players", 4)]).start();
    position.resign();
    assert!(PlayerKind::Level(Level::LOWEST).choose(&position, 1, &Progress::default()).is_some());
}

fn plan(players: &[&str], games: u64) -> Plan {
    let players = players.iter().map(|player| player.parse().unwrap()).collect();
    Plan { players, games, rotate: true, opening: 0, seed: 1, cap: 400 }
}

#[test]
fn matches_repeat_themselves_and_add_up() {
    let engine = of("afterleap", &[("players", 3)]);
    let plan = plan(&["ai:1", "random", "random"], 12);
    let tally = Tally::default();
    let games = matches::play(&engine, &plan, &tally).unwrap();
    assert_eq!(tally.done(), 12);
    assert_eq!(games, matches::play(&engine, &plan, &Tally::default()).unwrap());
    assert_eq!(games[1].seats, [2, 0, 1]);
    let scores = matches::scores(&plan, &games);
    assert!((scores.iter().map(|score| score.points.count).sum::<f64>() - 12.0).abs() < 1e-9);
    for score in &scores {
        assert_eq!(score.wins.count as u64 + score.draws + score.losses, 12);
        assert!(score.wins_by_seat.iter().all(|seat| seat.of == 4));
    }
    let statistics = matches::statistics(&engine, &games);
    let ended: f64 = statistics.wins.iter().map(|won| won.games.count).sum::<f64>()
        + statistics.draws.values().map(|share| share.count).sum::<f64>()
        + statistics.cut.count;
    assert_eq!(ended, 12.0);
    let decided: f64 = statistics.endings.iter().map(|ending| ending.games.count).sum();
    assert_eq!(decided, 12.0 - statistics.cut.count);
    assert!(statistics.endings.iter().all(|ending| ending.file == "afterleap.game" && ending.text.contains(' ')));
    assert!(statistics.branching.least >= 1.0 && statistics.decisions <= 1.0 && statistics.plies.most <= 400.0);
    assert!(serde_json::to_string(&(statistics, scores)).unwrap().contains("wins_by_seat"));
}

#[test]
fn an_opening_is_played_by_everybody_at_every_seat() {
    let engine = of("konane", &[]);
    let plan = Plan { opening: 1000, ..plan(&["ai:1", "random"], 4) };
    let games = matches::play(&engine, &plan, &Tally::default()).unwrap();
    let course = |number: usize| (games[number].plies, games[number].choices, &games[number].outcome);
    assert_eq!((course(0), course(2)), (course(1), course(3)));
    assert_ne!(course(0), course(2));
}

#[test]
fn plans_that_do_not_fit_are_refused() {
    let engine = of("konane", &[]);
    let refused =
        |players: &[&str]| matches::play(&engine, &plan(players, 1), &Tally::default()).unwrap_err().to_string();
    assert_eq!(refused(&["random"]), "the game has 2 players, not 1");
    assert_eq!(refused(&["random", "human"]), "a human cannot play a series of games");
}

#[test]
fn intervals_are_those_of_wilson() {
    let share = Share::new(140.0, 200);
    assert!((share.low - 0.633).abs() < 0.001 && (share.high - 0.759).abs() < 0.001, "{share:?}");
    assert_eq!((Share::new(0.0, 0).low, Share::new(0.0, 0).high), (0.0, 1.0));
    assert!(Share::new(10.0, 10).high > 0.999 && Share::new(10.0, 10).low < 0.75);
}

#[test]
fn the_computer_beats_chance() {
    for engine in [of("konane", &[]), of("alquerque", &[])] {
        let plan = plan(&["ai:3", "random"], 20);
        let games = matches::play(&engine, &plan, &Tally::default()).unwrap();
        assert!(matches::scores(&plan, &games)[0].points.share >= 0.9, "{}", engine.game().title);
    }
}
