//! The shipped games are written as the formatter writes.

use boardwright::games;
use boardwright::syntax::format;

#[test]
fn shipped_games_are_in_the_one_layout() {
    for name in games::names() {
        let text = games::text(name).unwrap();
        assert_eq!(format(text).as_deref(), Ok(text), "{name}");
    }
}
