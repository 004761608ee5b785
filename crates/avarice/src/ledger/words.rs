//! What the tables are written with.

pub(super) use super::row::Answer::{NoEffect as NONE, Refused as REFUSED};
pub(super) use super::row::Values::{Any as ANY, Except, Only};
use super::row::{Answer, Places, Row, Values};

/// On functions that are defined, read before there is machine code.
pub(super) const FN: Places = Places::FUNCTION;
/// On functions that are defined, read by machine passes.
pub(super) const FN_MIR: Places = Places::FUNCTION.union(Places::MACHINE);
/// On calls.
pub(super) const CALL: Places = Places::CALL;
/// On functions that are defined and on calls.
pub(super) const FN_CALL: Places = Places::FUNCTION.union(Places::CALL);
/// On parameters, arguments and results.
pub(super) const ARG: Places = Places::ARGUMENT;
/// On variables that are defined.
pub(super) const VAR: Places = Places::VARIABLE;
/// Once a module.
pub(super) const MODULE: Places = Places::empty();
/// Once a module, read by machine passes.
pub(super) const MODULE_MIR: Places = Places::MACHINE;

pub(super) const fn done(filetest: &'static str) -> Answer {
    Answer::Done(filetest)
}

pub(super) const fn row(
    name: &'static str,
    places: Places,
    values: Values,
    [x86_64, aarch64, cranelift]: [Answer; 3],
) -> Row {
    Row {
        name,
        places,
        values,
        x86_64,
        aarch64,
        cranelift,
    }
}
