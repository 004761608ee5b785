//! A copy in parts.

use avarice_mir::{
    Inst, InstBuilder, LowLevelType, MachineFunction, MemOperand, MemPointer, Operand,
    OperandFlags, inst_facts,
};
use avarice_target::Opcode;

use super::{Copy, DISPLACEMENT, INDEX, SCALE, SEGMENT, Stored, is_kill};
use crate::TARGET;
use crate::address_check::memory_operand;
use crate::encode::operand_fields::MEMORY_OPERANDS;

/// Where the address of a load into a register is among its operands.
const IN_LOAD: usize = 1;

/// Where parts of a copy are put.
struct Places {
    /// Loads are put before this one.
    loads: Inst,
    /// Stores are put before this one.
    stores: Inst,
}

/// Copies before `copy` what it copies, so that each of `stored` is copied alone. Those are in order, and none covers another.
pub(super) fn copy_in_parts(function: &mut MachineFunction, copy: &Copy, stored: &[Stored]) {
    let Some((_, start)) = super::address(function, copy.load) else {
        return;
    };
    // If only debugging is between the two, a part is stored as soon as it is loaded.
    let stores = match previous_code(function, copy.store) == Some(copy.load) {
        true => copy.load,
        false => copy.store,
    };
    let mut parts = Parts {
        places: Places {
            loads: copy.load,
            stores,
        },
        copy,
        last: None,
    };
    let mut at = start;
    for stored in stored {
        let begin = stored.at.max(at);
        parts.copy(function, at - start, begin - at);
        parts.copy(function, begin - start, stored.end() - begin);
        at = stored.end();
    }
    parts.copy(function, at - start, start + copy.kind.bytes - at);
    parts.mark_last_uses(function);
}

/// The instruction before `inst` that is not for debugging.
fn previous_code(function: &MachineFunction, inst: Inst) -> Option<Inst> {
    let mut previous = function.prev_inst(inst);
    while let Some(debug) = previous.filter(|inst| inst_facts::is_debug_or_probe(function, *inst)) {
        previous = function.prev_inst(debug);
    }
    previous
}

struct Parts<'a> {
    places: Places,
    copy: &'a Copy,
    /// The last load and the last store.
    last: Option<[Inst; 2]>,
}

impl Parts<'_> {
    /// Copies `bytes` bytes, `offset` bytes after the first.
    fn copy(&mut self, function: &mut MachineFunction, mut offset: i64, mut bytes: i64) {
        while bytes > 0 {
            let (part, size) = self.copy.kind.largest_part(bytes);
            let load = self.insert_load(function, part.load, (offset, size));
            let store = self.insert_store(function, part.store, load, (offset, size));
            self.last = Some([load, store]);
            offset += size;
            bytes -= size;
        }
    }

    fn insert_load(
        &self,
        function: &mut MachineFunction,
        opcode: Opcode,
        part: (i64, i64),
    ) -> Inst {
        let whole = self.copy.load;
        let class = TARGET.instr(opcode).operands[0].class.unwrap_or_default();
        let loaded = function.create_vreg(class);
        let address = address_of_part(function, whole, part.0);
        let location = function.debug_loc(whole);
        let load = InstBuilder::new(function, opcode).location(location);
        let load = load.def(loaded).ops(&address);
        let load = load.insert_before(self.places.loads);
        add_memory(function, whole, load, part);
        load
    }

    fn insert_store(
        &self,
        function: &mut MachineFunction,
        opcode: Opcode,
        load: Inst,
        part: (i64, i64),
    ) -> Inst {
        let whole = self.copy.store;
        let mut value = Operand::reg(function.operand(load, 0).as_reg());
        let is_last = is_kill(function.operand(whole, MEMORY_OPERANDS));
        value.set(OperandFlags::KILL, is_last);
        let address = address_of_part(function, whole, part.0);
        let location = function.debug_loc(self.places.stores);
        let store = InstBuilder::new(function, opcode).location(location);
        let store = store.ops(&address).op(value);
        let store = store.insert_before(self.places.stores);
        add_memory(function, whole, store, part);
        store
    }

    /// Where the copy was the last to use a base, the last part is.
    fn mark_last_uses(&self, function: &mut MachineFunction) {
        let Some(last) = self.last else { return };
        for (whole, part) in [self.copy.load, self.copy.store].into_iter().zip(last) {
            let base = [whole, part].map(|inst| memory_operand(function.desc(inst)));
            if let [Some(whole_base), Some(part_base)] = base
                && is_kill(function.operand(whole, whole_base))
            {
                let base = function.operand_mut(part, part_base);
                base.set(OperandFlags::KILL, true);
            }
        }
    }
}

/// The address of a part of what `whole` accesses. The base is not marked as used for the last time.
fn address_of_part(
    function: &MachineFunction,
    whole: Inst,
    offset: i64,
) -> [Operand; MEMORY_OPERANDS] {
    let first = memory_operand(function.desc(whole)).unwrap_or(IN_LOAD);
    let at = |place: usize| function.operand(whole, first + place).detached();
    let mut operands = [at(0), at(SCALE), at(INDEX), at(DISPLACEMENT), at(SEGMENT)];
    if operands[0].is_reg() {
        operands[0].set(OperandFlags::KILL, false);
    }
    let displacement = operands[DISPLACEMENT].as_imm().unwrap_or(0);
    operands[DISPLACEMENT] = Operand::imm(displacement.wrapping_add(offset));
    operands
}

/// Says that `part`, an instruction for `(offset, size)` bytes, accesses that part of what `whole` does.
fn add_memory(function: &mut MachineFunction, whole: Inst, part: Inst, (offset, size): (i64, i64)) {
    let Some(of_whole) = function.mem_ops(whole).next().copied() else {
        return;
    };
    let of_part = part_of(&of_whole, offset, size);
    function.add_mem_operand(part, of_part);
}

/// `size` bytes of an access, `offset` bytes after its begin.
fn part_of(whole: &MemOperand, offset: i64, size: i64) -> MemOperand {
    let base_align = match whole.pointer {
        MemPointer::Unknown if offset != 0 => whole.base_align.min(1 << offset.trailing_zeros()),
        _ => whole.base_align,
    };
    MemOperand {
        size: Some(size.unsigned_abs()),
        base_align,
        offset: whole.offset.wrapping_add(offset),
        low_level_type: LowLevelType::NONE,
        range: None.into(),
        ..*whole
    }
}
