//! Debug values for arguments: a parameter that no record gives another value is what its argument was.
//!
//! ```text
//!   define i32 @f(i32 %n) {                              bb.0:
//!     #dbg_value(i32 %n, !9, !DIExpression(), !12)         DBG_VALUE $edi, $noreg, !9, !DIExpression()
//!                                                          %0:gr32 = COPY $edi
//! ```
//!
//! Where the value goes from there is found after allocation, by livedebugvalues.

use avarice_ir::debug_expressions::Expression;
use avarice_ir::function::DebugAssignment;
use avarice_ir::{DebugInfo, MetadataId};
use avarice_mir::{InsertPoint, InstBuilder, Operand, OperandFlags, Reg};
use avarice_target::{PhysReg, op};

use crate::function::FunctionLowering;
use crate::parts::count_parts;

/// Copies between a physical register and the value of an argument.
const MAX_COPIES: usize = 4;

impl FunctionLowering<'_> {
    /// Says at the entry where arguments are.
    pub(crate) fn describe_arguments(&mut self) {
        let all = &self.function.debug_assignments;
        let Some(view) = DebugInfo::of(self.module).filter(|_| !all.is_empty()) else {
            return;
        };
        if view.subprogram(self.global).is_none() {
            return;
        }
        let is_own = |assignment: &&DebugAssignment| {
            let location = view.location(assignment.location);
            location.is_some_and(|location| location.inlined_at.is_none())
        };
        let mut variables: Vec<MetadataId> =
            all.iter().filter(is_own).map(|own| own.variable).collect();
        let declared = self.function.debug_declares.iter();
        variables.extend(declared.map(|declare| declare.variable));
        variables.sort_unstable();
        let is_only = |variable: MetadataId| {
            let first = variables.partition_point(|other| *other < variable);
            variables.get(first + 1) != Some(&variable)
        };
        let mut found: Vec<(PhysReg, &DebugAssignment)> = Vec::new();
        for own in all.iter().filter(is_own) {
            let value = own.value.filter(|value| self.function.args.contains(value));
            let is_parameter = view
                .node_of(own.variable, "DILocalVariable")
                .is_some_and(|variable| variable.number("arg") != 0);
            if let Some(value) = value
                && is_parameter
                && is_only(own.variable)
                && let Some(register) = self.argument_register(value)
            {
                found.push((register, own));
            }
        }
        self.insert_debug_values(&found);
    }

    /// The register that an argument came in, if it is one register as a whole.
    fn argument_register(&self, value: avarice_ir::Value) -> Option<PhysReg> {
        let ty = self.function.values[value].ty;
        let size = self.layout.size_in_bits(&self.module.types, ty);
        if count_parts(&self.module.types, ty) != 1 || size.is_none_or(|size| size > 64) {
            return None;
        }
        let mut register = self.requested(value, 0);
        let mut index = avarice_target::SubRegIdx::NONE;
        for _ in 0..MAX_COPIES {
            if let Some(physical) = register.as_physical() {
                let part = self.mf.target.sub_reg(physical, index);
                return (part != PhysReg::NONE).then_some(part);
            }
            let copy = self.mf.unique_def(register.as_virtual()?)?;
            let ((_, to), (from, part)) = self.mf.as_copy(copy)?;
            if !to.is_none() || !part.is_none() && !index.is_none() {
                return None;
            }
            if !part.is_none() {
                index = part;
            }
            register = from;
        }
        None
    }

    fn insert_debug_values(&mut self, found: &[(PhysReg, &DebugAssignment)]) {
        let Some(entry) = self.mf.layout.first().copied() else {
            return;
        };
        if found.is_empty() {
            return;
        }
        let expression = Expression::default();
        let expression = self.mf.own_expressions.id_of(self.module, expression);
        let before = self.mf.blocks[entry].first.expand();
        for (register, own) in found {
            InstBuilder::new(&mut self.mf, op::DBG_VALUE)
                .op(Operand::reg(*register).with(OperandFlags::DEBUG))
                .op(Operand::reg(Reg::NONE).with(OperandFlags::DEBUG))
                .op(Operand::metadata(own.variable))
                .op(Operand::metadata(expression))
                .location(own.location.into())
                .insert_at(InsertPoint::new(entry, before));
        }
    }
}
