//! Shapes by name: each is one thing, many times.

use crate::{control, data, straight};

/// A shape of modules.
pub struct Shape {
    /// What it is called.
    pub name: &'static str,
    /// Makes the text of a module with the given number of repetitions.
    pub make: fn(usize) -> String,
    /// The smaller number of repetitions that is timed.
    pub least: usize,
}

const fn shape(name: &'static str, make: fn(usize) -> String, least: usize) -> Shape {
    Shape { name, make, least }
}

/// All shapes.
pub const SHAPES: &[Shape] = &[
    shape("additions", straight::additions, 20_000),
    shape("sums", straight::sums, 20_000),
    shape(
        "independent-additions",
        straight::independent_additions,
        10_000,
    ),
    shape("selects", straight::selects, 5_000),
    shape("switch", control::switch, 10_000),
    shape("sparse-switch", control::sparse_switch, 5_000),
    shape("few-targets", control::few_targets, 10_000),
    shape("allocas", straight::allocas, 5_000),
    shape("globals", data::globals, 20_000),
    shape("functions", data::functions, 5_000),
    shape("struct-constant", data::struct_constant, 50_000),
    shape("array-constant", data::array_constant, 50_000),
    shape("string", data::string, 500_000),
    shape("phis", control::phis, 1_000),
    shape("diamonds", control::diamonds, 2_500),
    shape("loop-nest", control::loop_nest, 100),
    shape("loops", control::loops, 2_000),
    shape("calls", straight::calls, 5_000),
    shape("arguments", straight::arguments, 1_000),
    shape("invokes", control::invokes, 2_000),
    shape("metadata", data::metadata, 20_000),
    shape("debug-locations", data::debug_locations, 5_000),
    shape("debug-variables", data::debug_variables, 5_000),
    shape("aliases", data::aliases, 10_000),
    shape("comdats", data::comdats, 5_000),
    shape("types", data::types, 10_000),
    shape("module-asm", data::module_asm, 20_000),
    shape("inline-asm", straight::inline_asm, 2_000),
    shape("inline-asms", straight::inline_asms, 2_000),
    shape("vectors", straight::vectors, 3_000),
    shape("struct-copies", straight::struct_copies, 1_000),
    shape("volatile-stores", straight::volatile_stores, 10_000),
    shape("loads-and-stores", straight::loads_and_stores, 10_000),
    shape("live-values", straight::live_values, 1_000),
    shape("conversions", straight::conversions, 5_000),
    shape("divisions", straight::divisions, 2_000),
    shape("wide-integers", straight::wide_integers, 2_000),
    shape(
        "compares-and-branches",
        control::compares_and_branches,
        2_500,
    ),
    shape("returns", control::returns, 2_500),
    shape("geps", straight::geps, 10_000),
    shape("float-constants", straight::float_constants, 5_000),
    shape("attributes", data::attributes, 2_000),
];

/// Appends a line to a text.
macro_rules! line {
    ($text:expr, $($argument:tt)*) => {{
        let _ = writeln!($text, $($argument)*);
    }};
}
pub(crate) use line;
