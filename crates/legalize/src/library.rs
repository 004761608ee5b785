//! The C library functions that implement intrinsics.

use avarice_ir::Intrinsic;

/// The C function that an intrinsic is, by its name for doubles, where all operands and the result are of
/// the same type.
pub fn library_function(intrinsic: Intrinsic) -> Option<&'static str> {
    use Intrinsic::*;
    Some(match intrinsic {
        Acos => "acos",
        Asin => "asin",
        Atan => "atan",
        Ceil => "ceil",
        Cos => "cos",
        Cosh => "cosh",
        Exp => "exp",
        Exp10 => "exp10",
        Exp2 => "exp2",
        Floor => "floor",
        Fma => "fma",
        Log => "log",
        Log10 => "log10",
        Log2 => "log2",
        Maxnum => "fmax",
        Minnum => "fmin",
        Nearbyint => "nearbyint",
        Pow => "pow",
        Rint => "rint",
        Round => "round",
        Roundeven => "roundeven",
        Sin => "sin",
        Sinh => "sinh",
        Sqrt => "sqrt",
        Tan => "tan",
        Tanh => "tanh",
        Trunc => "trunc",
        _ => return None,
    })
}
