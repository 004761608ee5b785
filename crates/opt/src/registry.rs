//! The table of passes: one line each, by name. Each pass is declared where its code is.

use crate::pass::PassInfo;
use crate::{
    adce, called_value_propagation, dce, early_cse, globaldce, indvars, inline, instcombine,
    instsimplify, licm, loop_reduce, loop_rotate, loop_simplify, loop_unroll, mem2reg,
    partially_inline_libcalls, sccp, simplify_cfg, sroa,
};

/// All passes, by name.
pub const PASSES: &[&PassInfo] = &[
    &adce::PASS,
    &called_value_propagation::PASS,
    &dce::PASS,
    &early_cse::PASS,
    &globaldce::PASS,
    &indvars::PASS,
    &inline::PASS,
    &instcombine::PASS,
    &instsimplify::PASS,
    &licm::PASS,
    &loop_reduce::PASS,
    &loop_rotate::PASS,
    &loop_simplify::PASS,
    &loop_unroll::PASS,
    &loop_unroll::FULL,
    &mem2reg::PASS,
    &partially_inline_libcalls::PASS,
    &sccp::PASS,
    &simplify_cfg::PASS,
    &sroa::PASS,
];

/// The declaration of the pass named `name`, or `None`.
pub fn find(name: &str) -> Option<&'static PassInfo> {
    PASSES.iter().copied().find(|pass| pass.name == name)
}
