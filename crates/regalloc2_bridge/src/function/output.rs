//! The decisions of our allocator, as an [`Output`] of regalloc2.

use avarice_machine::virt_reg_map::VirtRegMap;
use avarice_mir::{FrameIndex, Inst as MachineInst, MachineFunction, Operand, Reg};
use avarice_target::op;
use regalloc2::{Allocation, Edit, Function, Inst, Output, PReg, ProgPoint, RegClass, SpillSlot};

use super::target::{BRANCH, LOAD, MOVE, OP, RET, STORE, kind, preg};

/// Reads the decisions out of the code.
pub struct Reader<'a, F: Function> {
    function: &'a F,
    machine: &'a MachineFunction,
    map: &'a VirtRegMap,
    /// By stack object: its slot.
    slots: Vec<Option<SpillSlot>>,
    num_slots: usize,
    allocs: Vec<Allocation>,
    offsets: Vec<u32>,
    edits: Vec<(ProgPoint, Edit)>,
}

impl<'a, F: Function> Reader<'a, F> {
    /// The output for `function`, which was built as `machine`.
    pub fn read(function: &'a F, machine: &'a MachineFunction, map: &'a VirtRegMap) -> Output {
        let mut offsets = Vec::with_capacity(function.num_insts());
        let mut total = 0;
        for inst in 0..function.num_insts() {
            offsets.push(total);
            total += function.inst_operands(Inst::new(inst)).len() as u32;
        }
        let mut reader = Self {
            function,
            machine,
            map,
            slots: vec![None; machine.frame.objects.len()],
            num_slots: 0,
            allocs: vec![Allocation::none(); total as usize],
            offsets,
            edits: Vec::new(),
        };
        for (number, block) in machine.layout.iter().skip(1).enumerate() {
            let insts = function.block_insns(regalloc2::Block::new(number));
            let mut next = insts.first();
            for inst in machine.block_insts(*block) {
                match machine.opcode(inst) {
                    OP | BRANCH | RET => {
                        reader.operands(inst, next);
                        next = Inst::new(next.index() + 1);
                    }
                    op::COPY | LOAD | STORE | MOVE => reader.edit(inst, next),
                    _ => {}
                }
            }
        }
        Output {
            num_spillslots: reader.num_slots,
            edits: reader.edits,
            allocs: reader.allocs,
            inst_alloc_offsets: reader.offsets,
            ..Output::default()
        }
    }

    /// What the operands of `inst` are allocated to.
    fn operands(&mut self, machine: MachineInst, inst: Inst) {
        debug_assert_eq!(
            self.machine.operand(machine, 0).as_imm(),
            Some(inst.index() as i64)
        );
        let first = self.offsets[inst.index()] as usize;
        let operands = self.function.inst_operands(inst);
        for (at, operand) in operands.iter().enumerate() {
            let allocated = *self.machine.operand(machine, at + 1);
            let allocation = match allocated.as_imm() {
                Some(fixed) => Allocation::reg(PReg::from_index(fixed as usize)),
                None => self.place(&allocated, operand.class()),
            };
            self.allocs[first + at] = allocation;
        }
    }

    /// A register or a slot.
    fn place(&mut self, operand: &Operand, class: RegClass) -> Allocation {
        match operand.as_frame_index() {
            Some(slot) => Allocation::stack(self.slot(slot, class)),
            None => self.register(operand.as_reg()),
        }
    }

    fn register(&self, reg: Reg) -> Allocation {
        let phys = match reg.as_virtual() {
            Some(reg) => self.map.phys(reg),
            None => reg.as_physical().unwrap_or_default(),
        };
        match phys.is_none() {
            true => Allocation::none(),
            false => Allocation::reg(preg(phys)),
        }
    }

    /// The slot that a stack object is. Each object holds registers of one kind.
    fn slot(&mut self, object: FrameIndex, class: RegClass) -> SpillSlot {
        let number = object.0.max(0) as usize;
        if let Some(slot) = self.slots[number] {
            return slot;
        }
        let size = self.function.spillslot_size(class);
        let first = self.num_slots.next_multiple_of(size.next_power_of_two());
        self.num_slots = first + size;
        let named = match self.function.multi_spillslot_named_by_last_slot() {
            true => first + size - 1,
            false => first,
        };
        let slot = SpillSlot::new(named);
        self.slots[number] = Some(slot);
        slot
    }

    /// A move in front of `next`.
    fn edit(&mut self, inst: MachineInst, next: Inst) {
        let [first, second, ..] = self.machine.operands(inst) else {
            return;
        };
        let reg = match first.as_reg().as_virtual() {
            Some(reg) => kind(self.machine.class(reg)),
            None => match first.as_reg().as_physical() {
                Some(phys) => preg(phys).class(),
                None => return,
            },
        };
        let (first, second) = (*first, *second);
        let (a, b) = (self.place(&first, reg), self.place(&second, reg));
        let (from, to) = match self.machine.opcode(inst) {
            STORE => (a, b),
            _ => (b, a),
        };
        if from != to && from.is_some() && to.is_some() {
            let point = ProgPoint::before(next);
            self.edits.push((point, Edit::Move { from, to }));
        }
    }
}
