//! Addresses as values.

use avarice_ir::Value;
use avarice_mir::Reg;

use super::integers::Integers;
use avarice_legalize::Result;

/// Selects addresses whose value is needed in a register.
pub trait Addresses<'m>: Integers<'m> {
    /// Emits `dst = value`, the result of a `getelementptr`.
    fn lower_address(&mut self, dst: Reg, value: Value) -> Result<()>;
}
