//! Conditions that join two conditions.

use avarice_ir::{BinaryOp, InstKind, Value};

use crate::function::FunctionLowering;

/// A condition of conditions: both operands for `and`, at least one for `or`.
#[derive(Clone, Copy, Debug)]
pub struct Junction {
    /// The operand that is evaluated first.
    pub left: Value,
    /// The other.
    pub right: Value,
    /// Whether both must hold.
    pub both: bool,
}

impl FunctionLowering<'_> {
    /// What `and`, `or` or a `select` of bits with a constant arm joins.
    pub fn junction(&self, value: Value) -> Option<Junction> {
        let (inst, kind) = self.def_kind(value)?;
        if self.int_bits(value) != Some(1) {
            return None;
        }
        let operand = |index| self.function.operand(inst, index);
        let (left, right, both) = match kind {
            InstKind::Binary(BinaryOp::And) => (operand(0), operand(1), true),
            InstKind::Binary(BinaryOp::Or) => (operand(0), operand(1), false),
            InstKind::Select => match (self.const_int(operand(1)), self.const_int(operand(2))) {
                (_, Some(0)) => (operand(0), operand(1), true),
                (Some(1), _) => (operand(0), operand(2), false),
                _ => return None,
            },
            _ => return None,
        };
        Some(Junction { left, right, both })
    }
}
