//! `play`: a game at the terminal, between people and random movers.

mod commands;
mod lines;
mod table;

use super::output::{self, Failure};
use super::start::GameArgs;
use commands::Reply;
use lines::Lines;
use std::io::{self, IsTerminal, Write};
use std::str::FromStr;
use table::Table;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Who sits at each seat, `human` or `random`; by default a human at the first, random movers at the others.
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    seats: Vec<Seat>,
    /// The seed of the random movers: the same seed and the same moves give the same game.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    seed: Option<i64>,
}

/// Who decides for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seat {
    Human,
    Random,
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Seat, String> {
        match text {
            "human" => Ok(Seat::Human),
            "random" => Ok(Seat::Random),
            _ => Err("expected `human` or `random`, one for each player, such as `human,random`".to_owned()),
        }
    }
}

impl Seat {
    fn name(self) -> &'static str {
        match self {
            Seat::Human => "human",
            Seat::Random => "random",
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.game.game == "-" {
        return Err(Failure::Usage("`play` reads moves from stdin, so the game must be a name or a path".to_owned()));
    }
    let engine = args.game.engine()?;
    let players = engine.game().players.len();
    let seats = match args.seats.len() {
        0 => (0..players).map(|seat| if seat == 0 { Seat::Human } else { Seat::Random }).collect(),
        given if given == players => args.seats.clone(),
        given => {
            let message = format!("`--seats` names {given}, but the game has {players} players");
            return Err(Failure::Usage(message));
        }
    };
    let seed = args.seed.unwrap_or_else(table::any_seed);
    let mut table = Table::new(args.game.game.clone(), engine, seats, seed);
    Ok(converse(&mut table, &mut output::stdout())?)
}

/// Plays until the game is over and everything is said, or until the input ends.
fn converse(table: &mut Table, out: &mut impl Write) -> io::Result<()> {
    // At a terminal what is typed stands beside the prompt already.
    let echoed = io::stdin().is_terminal();
    let mut lines = Lines::new(io::stdin().lock());
    write!(out, "{}\n{}\n", table.heading(), table.picture())?;
    loop {
        if table.is_over() && !table.has_humans() {
            writeln!(out, "{}", table.end())?;
            return out.flush();
        }
        if let Some(played) = table.random_move() {
            write!(out, "{played}\n\n{}\n", table.picture())?;
            continue;
        }
        write!(out, "{}> ", table.prompt())?;
        out.flush()?;
        let Some(line) = lines.next()? else {
            writeln!(out, "\nend of input: the game stops here")?;
            return out.flush();
        };
        if !echoed {
            writeln!(out, "{}", line.trim())?;
        }
        match commands::obey(table, line.trim()) {
            Reply::Nothing => {}
            Reply::Text(text) => writeln!(out, "{}", text.trim_end())?,
            Reply::Changed(text) => write!(out, "{text}\n\n{}\n", table.picture())?,
            Reply::Quit => return out.flush(),
        }
    }
}
