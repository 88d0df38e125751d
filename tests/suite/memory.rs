//! How much memory play takes.

use crate::cases::engine;
use allocation_counter::measure;

/// Games, and a length of which there are some thousands of sequences.
const GAMES: [(&str, u32); 4] = [("konane", 6), ("alquerque", 9), ("afterleap", 3), ("english-draughts", 6)];

#[test]
fn random_games_allocate_nothing_once_warm() {
    for (game, _) in GAMES {
        let engine = engine(game, &Default::default());
        let allocations = |games| measure(|| drop(engine.random_games(games, 1, 200))).count_total;
        let (few, more) = (allocations(2000), allocations(4000));
        assert!(few > 0, "{game}: allocations are not counted");
        // A position with more moves than any before may still make a list grow, by doubling.
        assert!(more <= few + 2, "{game}: {few} allocations for 2000 games, {more} for 4000");
    }
}

/// One ply more needs one list more, whose parts grow by doubling.
const FOR_A_LIST: u64 = 60;

#[test]
fn counting_allocates_lists_for_each_depth_alone() {
    for (game, plies) in GAMES {
        let position = engine(game, &Default::default()).start();
        let counted = |plies: u32| {
            let mut nodes = 0;
            (measure(|| nodes = position.perft(plies)).count_total, nodes)
        };
        let ((fewer, _), (more, nodes)) = (counted(plies - 1), counted(plies));
        assert!(nodes > 10 * FOR_A_LIST, "{game}: {nodes} sequences tell nothing");
        assert!(more <= fewer + FOR_A_LIST, "{game}: {fewer} allocations for a ply less, {more} for {plies}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn measuring_takes_less_than_50_megabytes() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
    command.args(["bench", "konane", "--seconds", "0.5"]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut most: u64 = 0;
    let ended = loop {
        // Once it has ended, nothing is told any more; the most so far stands.
        let told = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = told.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB")?.trim().parse().ok());
        most = most.max(peak.unwrap_or(0));
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(ended.success());
    assert!((1_000..50_000).contains(&most), "{most} kB at most");
}
