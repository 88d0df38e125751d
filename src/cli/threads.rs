//! How many threads a command takes.

use super::numbers;
use super::output::Failure;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Room for the longest sequences that `perft` counts, in bytes.
const STACK: usize = 32 << 20;

/// As `--threads` takes it.
pub(super) fn number(text: &str) -> Result<u16, String> {
    numbers::within(1, 256)(text)
}

/// So many threads, or one for each processor.
pub(super) fn pool(threads: Option<u16>) -> Result<ThreadPool, Failure> {
    let builder = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into()).stack_size(STACK);
    builder.build().map_err(|error| Failure::Usage(format!("cannot start the threads: {error}")))
}
