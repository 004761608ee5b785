//! Calls of functions of the mathematical library with constant arguments.

use avarice_ir::intrinsics::called_global;
use avarice_ir::{Const, Function, Inst, TypeTable};
use rustc_apfloat::Round;

use super::Folder;
use super::float::{Extremum, Format};

/// A function of the library.
#[derive(Clone, Copy)]
enum Routine {
    /// By its name for doubles, computed by the host.
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    SquareRoot,
    /// Exact in each format.
    Round(Round),
    Abs,
    Extremum(Extremum),
    Remainder,
}

/// The functions for doubles; those for floats have an `f` at the end of the name.
const ROUTINES: &[(&str, Routine)] = &[
    ("acos", Routine::One(f64::acos)),
    ("asin", Routine::One(f64::asin)),
    ("atan", Routine::One(f64::atan)),
    ("atan2", Routine::Two(f64::atan2)),
    ("ceil", Routine::Round(Round::TowardPositive)),
    ("cos", Routine::One(f64::cos)),
    ("cosh", Routine::One(f64::cosh)),
    ("exp", Routine::One(f64::exp)),
    ("exp2", Routine::One(f64::exp2)),
    ("fabs", Routine::Abs),
    ("floor", Routine::Round(Round::TowardNegative)),
    ("fmax", Routine::Extremum(Extremum::MaxNum)),
    ("fmin", Routine::Extremum(Extremum::MinNum)),
    ("fmod", Routine::Remainder),
    ("log", Routine::One(f64::ln)),
    ("log10", Routine::One(f64::log10)),
    ("log2", Routine::One(f64::log2)),
    ("nearbyint", Routine::Round(Round::NearestTiesToEven)),
    ("pow", Routine::Two(f64::powf)),
    ("rint", Routine::Round(Round::NearestTiesToEven)),
    ("round", Routine::Round(Round::NearestTiesToAway)),
    ("roundeven", Routine::Round(Round::NearestTiesToEven)),
    ("sin", Routine::One(f64::sin)),
    ("sinh", Routine::One(f64::sinh)),
    ("sqrt", Routine::SquareRoot),
    ("tan", Routine::One(f64::tan)),
    ("tanh", Routine::One(f64::tanh)),
    ("trunc", Routine::Round(Round::TowardZero)),
];

impl Folder<'_> {
    /// Whether a call is of a library function that [`Self::library_call`] knows.
    pub fn is_library_call(&self, function: &Function, inst: Inst) -> bool {
        self.routine(function, inst).is_some()
    }

    /// Whether a call is of `sqrt` or `sqrtf`.
    pub fn is_square_root(&self, function: &Function, inst: Inst) -> bool {
        matches!(self.routine(function, inst), Some(Routine::SquareRoot))
    }

    fn routine(&self, function: &Function, inst: Inst) -> Option<Routine> {
        let callee = called_global(self.module, function, inst)?;
        let data = &self.module.globals[callee];
        let info = function.insts[inst].kind.call_info()?;
        let banned = |attrs| {
            let set = self.module.attrs(attrs);
            set.has("nobuiltin") || set.has("strictfp")
        };
        if !data.is_declaration()
            || data.value_type != info.fn_type
            || banned(info.attrs.function)
            || banned(data.function()?.attrs.function) && !self.is_builtin(info.attrs.function)
        {
            return None;
        }
        let name = std::str::from_utf8(&data.name).ok()?;
        let name = match function.insts[inst].ty {
            TypeTable::DOUBLE => name,
            TypeTable::FLOAT => name.strip_suffix('f')?,
            _ => return None,
        };
        let at = ROUTINES.binary_search_by(|(known, _)| (*known).cmp(name));
        let routine = ROUTINES[at.ok()?].1;
        let wanted = match routine {
            Routine::Two(_) | Routine::Extremum(_) | Routine::Remainder => 2,
            _ => 1,
        };
        let ty = function.insts[inst].ty;
        let fits = info.num_args == wanted
            && function
                .operands(inst)
                .take(wanted as usize)
                .all(|arg| function.values[arg].ty == ty);
        fits.then_some(routine)
    }

    fn is_builtin(&self, attrs: Option<avarice_ir::AttrGroup>) -> bool {
        self.module.attrs(attrs).has("builtin")
    }

    /// What a call of a library function returns.
    pub fn library_call(
        &mut self,
        function: &Function,
        inst: Inst,
        args: &[Const],
    ) -> Option<Const> {
        let routine = self.routine(function, inst)?;
        let ty = function.insts[inst].ty;
        let (format, a) = self.as_float(*args.first()?)?;
        let b = match args.get(1) {
            Some(id) => self.as_float(*id)?.1,
            None => 0,
        };
        let result = match routine {
            Routine::One(routine) => format.library(|x, _| routine(x), [a, b])?,
            Routine::Two(routine) => format.library(routine, [a, b])?,
            Routine::SquareRoot => format.library(|x, _| x.sqrt(), [a, b])?,
            Routine::Round(round) => format.round(a, round),
            Routine::Abs => format.abs(a),
            Routine::Extremum(kind) => format.extremum(kind, a, b),
            Routine::Remainder => remainder(format, a, b)?,
        };
        Some(self.float(ty, format, result))
    }
}

/// `fmod`, which reports an error for a divisor of 0.
fn remainder(format: Format, a: u128, b: u128) -> Option<u128> {
    if format.is_zero(b) {
        return None;
    }
    format.binary(avarice_ir::BinaryOp::FRem, a, b)
}
