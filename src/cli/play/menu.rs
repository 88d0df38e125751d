//! What to play, asked of somebody who did not say: the unfinished games and all that there are.

use super::autosave::Autosave;
use super::commands::{in_columns, meant};
use super::lines::{Lines, Words};
use super::new_game;
use crate::cli::output::{self, Failure, Out};
use crate::cli::start::Opened;
use crate::games;
use crate::source::path_of;
use std::io::Write;
use std::path::Path;

/// How many unfinished games are offered.
const MOST_OFFERED: usize = 9;

/// The game that is chosen, and where it is kept; `None` if somebody leaves.
pub(super) fn choose(
    options: &[(String, String)],
    lines: &mut Lines,
    out: &mut Out,
) -> Result<Option<(Autosave, Opened)>, Failure> {
    let mut unfinished: Vec<(Autosave, Opened)> = Autosave::unfinished().take(MOST_OFFERED).collect();
    if !unfinished.is_empty() {
        writeln!(out, "Unfinished games:")?;
    }
    for (number, (_, opened)) in unfinished.iter().enumerate() {
        let (title, players) = (&opened.position.engine().game().title, opened.record.players.join(", "));
        let line = format!("{:2}  {title}, {} moves, {players}", number + 1, opened.position.ply());
        writeln!(out, "{}", output::broken(&line, "    "))?;
    }
    let names: Vec<String> = games::names().into_iter().map(str::to_owned).collect();
    writeln!(out, "Games:\n{}", in_columns(&names))?;
    let numbers = if unfinished.is_empty() { "" } else { "the number of an unfinished game, " };
    let asked = format!("Type {numbers}the name of a game or the path of a file; `quit` leaves.");
    writeln!(out, "{}", output::broken(&asked, ""))?;
    loop {
        let Some(line) = lines.ask("game> ", || Words(names.clone()), out)? else {
            out.flush()?;
            return Err(Failure::Usage("no game was chosen: name one after `play`".to_owned()));
        };
        let path = path_of(line.trim_ascii().to_vec());
        let word = String::from_utf8_lossy(&line);
        let word = word.trim();
        match meant(word) {
            "" => continue,
            "quit" => {
                out.flush()?;
                return Ok(None);
            }
            _ => {}
        }
        if let Some(place) = word.parse::<usize>().ok().filter(|place| (1..=unfinished.len()).contains(place)) {
            return Ok(Some(unfinished.swap_remove(place - 1)));
        }
        let mut begun = names.iter().filter(|name| name.starts_with(word));
        let game = match (begun.next(), begun.next()) {
            (Some(only), None) => Path::new(only),
            _ => &path,
        };
        match new_game(game, options) {
            Ok(opened) => return Ok(Some((Autosave::fresh(), opened))),
            Err(failure) => {
                out.flush()?;
                output::report(&failure);
            }
        }
    }
}
