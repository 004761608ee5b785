//! Intrinsics of AArch64 with lists of vector registers: loads and stores of structures, lookups in tables.
//!
//! ```text
//!   ld2 { v0.4s, v1.4s }, [x0]      v0 = m0 m2 m4 m6, v1 = m1 m3 m5 m7
//!   tbl v0.8b, { v1.16b, v2.16b }, v3.8b
//! ```

use avarice_ir::{Inst, Value};
use avarice_lower::Result;
use avarice_mir::{MemFlags, MemOperand, Reg};
use avarice_target::{Opcode, RegClass, SubRegIdx};
use smallvec::SmallVec;

use super::super::Selector;
use super::neon_table::{ListAccess, ListRow};
use crate::{class, op, sub};

/// Lists of two to four registers of 64 and of 128 bits.
const LISTS: [[RegClass; 3]; 2] = [
    [class::DD, class::DDD, class::DDDD],
    [class::QQ, class::QQQ, class::QQQQ],
];
/// The registers in them.
const ELEMENTS: [[SubRegIdx; 4]; 2] = [
    [sub::DSUB0, sub::DSUB1, sub::DSUB2, sub::DSUB3],
    [sub::QSUB0, sub::QSUB1, sub::QSUB2, sub::QSUB3],
];
/// Bytes of the lanes of the tables' columns.
const LANE_BYTES: [u64; 9] = [1, 1, 2, 2, 4, 4, 8, 4, 8];

impl Selector<'_, '_> {
    /// A list of registers, of 128 bits if `wide`.
    fn register_list(&mut self, regs: &[Reg], wide: bool) -> Reg {
        if let [only] = regs {
            return *only;
        }
        let list = self.new_of(LISTS[usize::from(wide)][regs.len() - 2]);
        let mut emit = self.emit(op::REG_SEQUENCE).def(list);
        for (reg, index) in regs.iter().zip(ELEMENTS[usize::from(wide)]) {
            emit = emit.reg(*reg).imm(index.0.into());
        }
        emit.done();
        list
    }

    /// The registers of the first `count` operands from `first` on, of 128 bits if `wide`.
    fn listed(
        &mut self,
        inst: Inst,
        first: usize,
        count: usize,
        wide: bool,
    ) -> Result<SmallVec<[Reg; 4]>> {
        let mut regs = SmallVec::new();
        for index in first..first + count {
            let value = self.function.operand(inst, index);
            let reg = self.register_of_class(value, class::FPR64)?;
            regs.push(if wide { self.whole_of(reg) } else { reg });
        }
        Ok(regs)
    }

    /// Makes the registers of `list` the results of `inst`.
    fn define_from_list(&mut self, inst: Inst, list: Reg, count: usize, wide: bool) {
        let Some(value) = self.function.insts[inst].result.expand() else {
            return;
        };
        for (part, index) in ELEMENTS[usize::from(wide)].iter().enumerate().take(count) {
            let dst = self.requested(value, part);
            if dst.is_none() {
                continue;
            }
            let element = self.new_vector(wide);
            self.emit(op::COPY)
                .def(element)
                .sub_reg(list, *index)
                .done();
            let element = self.fit_size(element, self.is_wide_reg(dst));
            self.define_from_vector(dst, element);
        }
    }

    /// The memory of an access by `pointer`.
    fn list_memory(&self, flags: MemFlags, pointer: Value, bytes: u64) -> MemOperand {
        self.mem_operand(flags, pointer, 0, bytes, 1)
    }

    /// Selects a load or a store with a list of registers; `false` if its types are others than it has.
    pub(super) fn lower_list_access(&mut self, inst: Inst, row: ListRow) -> Result<bool> {
        let operands = self.function.num_operands(inst) - 1;
        let count = row.count;
        let expected = match row.access {
            ListAccess::Load => 1,
            ListAccess::Store => count + 1,
            ListAccess::LoadLane | ListAccess::StoreLane => count + 2,
        };
        if operands != expected {
            return Ok(false);
        }
        let pointer = self.function.operand(inst, expected - 1);
        let Some((opcode, kind)) = self.list_opcode(inst, row) else {
            return Ok(false);
        };
        let by_lane = matches!(row.access, ListAccess::LoadLane | ListAccess::StoreLane);
        let fills = matches!(kind, 1 | 3 | 5 | 6);
        let wide = by_lane || fills;
        let bytes = match by_lane {
            true => LANE_BYTES[kind],
            false => 8 << u32::from(fills),
        };
        let base = self.use_value(pointer)?;
        let list = match row.access {
            ListAccess::Load => self.new_of(LISTS[usize::from(wide)][count - 2]),
            _ => {
                let regs = self.listed(inst, 0, count, wide)?;
                self.register_list(&regs, wide)
            }
        };
        let bytes = bytes * count as u64;
        let lane = match by_lane {
            true => self.const_int(self.function.operand(inst, count)),
            false => None,
        };
        if by_lane && lane.is_none_or(|lane| lane >= 16 / LANE_BYTES[kind]) {
            return self.unsupported("access to a variable lane");
        }
        let lane = lane.unwrap_or(0) as i64;
        let mem = match row.access {
            ListAccess::Load | ListAccess::LoadLane => MemFlags::LOAD,
            ListAccess::Store | ListAccess::StoreLane => MemFlags::STORE,
        };
        let mem = self.list_memory(mem, pointer, bytes);
        match row.access {
            ListAccess::Load => {
                self.emit(opcode).def(list).reg(base).mem(mem).done();
                self.define_from_list(inst, list, count, wide);
            }
            ListAccess::LoadLane => {
                let loaded = self.new_like(list);
                let emit = self.emit(opcode).def(loaded).reg(list).imm(lane);
                emit.reg(base).mem(mem).done();
                self.define_from_list(inst, loaded, count, wide);
            }
            ListAccess::Store => {
                self.emit(opcode).reg(list).reg(base).mem(mem).done();
            }
            ListAccess::StoreLane => {
                let emit = self.emit(opcode).reg(list).imm(lane);
                emit.reg(base).mem(mem).done();
            }
        }
        Ok(true)
    }

    /// The instruction for the registers of an access, and the column of their type.
    fn list_opcode(&self, inst: Inst, row: ListRow) -> Option<(Opcode, usize)> {
        let kind = match row.access {
            ListAccess::Load => {
                let result = self.function.insts[inst].result.expand()?;
                let types = &self.module.types;
                let avarice_ir::TypeData::Struct { fields, .. } = &types[self.ty(result)] else {
                    return None;
                };
                (fields.len() == row.count).then_some(())?;
                self.kind_of_type(*fields.first()?)?
            }
            _ => self.kind_of_type(self.ty(self.function.operand(inst, 0)))?,
        };
        Some((row.opcodes[kind]?, kind))
    }

    /// Selects a lookup of bytes in `count` registers; `false` if its types are others than it has.
    pub(super) fn lower_table_lookup(
        &mut self,
        inst: Inst,
        count: usize,
        opcodes: [Opcode; 2],
    ) -> Result<bool> {
        let keeps = self.function.num_operands(inst) == count + 3;
        let first = usize::from(keeps);
        if self.function.num_operands(inst) != count + 2 + first {
            return Ok(false);
        }
        let indices = self.function.operand(inst, first + count);
        let Some(kind @ (0 | 1)) = self.kind_of_register(indices) else {
            return Ok(false);
        };
        let kept = self.function.operand(inst, 0);
        let old = match keeps {
            true => Some(self.use_part(kept, 0)?),
            false => None,
        };
        let regs = self.listed(inst, first, count, true)?;
        let table = self.register_list(&regs, true);
        let indices = self.use_part(indices, 0)?;
        let operands: SmallVec<[Reg; 3]> = old.into_iter().chain([table, indices]).collect();
        let dst = self.result(inst, 0)?;
        let found = self.packed_of(opcodes[kind], &operands, None);
        self.define(dst, found);
        Ok(true)
    }
}
