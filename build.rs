//! Has the crate built anew when a shipped game is added or changed.

fn main() {
    println!("cargo::rerun-if-changed=games");
    println!("cargo::rerun-if-changed=grammar");
}
