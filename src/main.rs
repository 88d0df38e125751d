//! The command `boardwright`.

fn main() -> std::process::ExitCode {
    boardwright::cli::run()
}
