//! Lines of input, whatever the input is: no line is too long, and none need be text.

use std::io::{self, BufRead};

/// The longest line that is taken as it is; of a longer one the rest is dropped.
const MAX_BYTES: usize = 4096;

pub(super) struct Lines<R> {
    reader: R,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R) -> Lines<R> {
        Lines { reader }
    }

    /// The next line without its end; `None` at the end of input.
    pub(super) fn next(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut read_any = false;
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // An input that cannot be read, such as a folder, has nothing more to say.
                Err(_) => &[],
                Ok(buffer) => buffer,
            };
            if buffer.is_empty() {
                return Ok(read_any.then(|| text(&line)));
            }
            read_any = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let taken = &buffer[..end.unwrap_or(buffer.len())];
            let room = MAX_BYTES - line.len();
            line.extend_from_slice(&taken[..taken.len().min(room)]);
            let consumed = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(consumed);
            if end.is_some() {
                return Ok(Some(text(&line)));
            }
        }
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(input);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn lines_end_with_the_input_too() {
        assert_eq!(lines(b"a\n\nb"), ["a", "", "b"]);
        assert_eq!(lines(b""), [""; 0]);
    }

    #[test]
    fn what_is_no_text_and_what_is_too_long_is_read_all_the_same() {
        let mut input = vec![b'x'; 3 * MAX_BYTES];
        input.extend(b"\n\xff\n");
        assert_eq!(lines(&input), ["x".repeat(MAX_BYTES), "\u{fffd}".to_owned()]);
    }
}
