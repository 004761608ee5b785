//! The table of passes agrees with what the passes say of themselves, for each target.

use avarice::passes::plan::passes_of;
use avarice::target::by_triple;

#[test]
fn each_target_has_a_pipeline_that_its_passes_agree_with() {
    let mut lengths = Vec::new();
    for (triple, own, foreign) in [
        (
            "x86_64-unknown-linux-gnu",
            "x86-codegen",
            "aarch64-ldst-opt",
        ),
        (
            "aarch64-unknown-linux-gnu",
            "aarch64-ldst-opt",
            "x86-codegen",
        ),
    ] {
        let target = by_triple(triple).expect("the target is there");
        // This panics where the table is wrong.
        let passes = passes_of(&target);
        let place = |name: &str| passes.iter().position(|pass| pass.name == name);
        assert!(place("greedy") < place("virtregrewriter"));
        assert!(place(own).is_some() && place(foreign).is_none());
        lengths.push(passes.len());
    }
    assert!(lengths.iter().all(|length| *length > 35), "{lengths:?}");
}
