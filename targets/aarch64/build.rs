//! Turns the tables of this folder into Rust source.

fn main() {
    avarice_tablegen::run_build_script(&[
        "registers.tab",
        "../../crates/target/generic.tab",
        "instructions",
        "scheduling",
    ]);
}
