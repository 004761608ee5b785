//! `regallocfast`: the register allocator of unoptimized code.
//!
//! Each block is allocated by itself in one walk from its last instruction to its first; all that is known about other
//! blocks is whether they may use a register too. Going up, the use that is met first is the last one: it takes a
//! register, which the value keeps until its definition is met.
//!
//! ```text
//!                                      units held at this point, from the end of the block
//!   $eax = COPY %2                     %2 in $eax
//!   %2 = ADD32rr %0, %1                %2 ends; %0 in $eax, %1 in $ecx
//!   CALL …  clobbers $eax, $ecx        both are loaded after the call: nowhere
//!   MOV32mr …, %1                      %1 in $eax
//!   ── begin ──                        what is still held is loaded from its slot
//! ```
//!
//! A value that is loaded somewhere, or that other blocks may read, is stored after each definition. Where no register
//! is free, the cheapest is taken from its value, which is loaded after the current instruction. Copies are hints: the
//! source of a copy prefers the register of the destination, and a value the physical register that it is copied from.
//!
//! The time is in proportion to the size of the function times the number of registers of a class.

mod assign;
mod debug_values;
mod define;
mod inst;
mod map_order;
mod reach;
mod spill;
mod state;

use avarice_liveness::{RegName, UnitName};
use avarice_mir::{Block, FrameIndex, Inst, MachineFunction, TargetHooks, VReg};
use avarice_target::{PhysReg, RegUnit, op};
use avarice_trace::{Log, log};
use cranelift_entity::SecondaryMap;

use crate::error::{OutOfRegisters, require_slot_access};
use avarice_machine::pass::{Analyses, Analysis, MachinePass, MachineUnit, PassKind, RunPass};
use avarice_machine::register_class_info::RegisterClassInfo;
use avarice_mir::inst_facts::is_inline_asm;

use debug_values::DebugValues;
use define::DefOrder;
use reach::Reach;
use state::{LiveRegs, RegisterFile, UnitState};

/// State and scratch memory of the allocator, kept from function to function.
#[derive(Debug, Default)]
pub struct Scratch {
    class_info: RegisterClassInfo,
    registers: RegisterFile,
    live: LiveRegs,
    /// The slot of each register that has one.
    slots: SecondaryMap<VReg, Option<FrameIndex>>,
    reach: Reach,
    debug_values: DebugValues,
    order: DefOrder,
    /// By register: the generation of the last bundle that names it, and where it is there.
    bundle: SecondaryMap<VReg, (u32, PhysReg)>,
    /// Copies of a register to itself, to be removed when the block is done.
    identity_copies: Vec<Inst>,
    /// Registers that a call clobbers, in the order in which they were met.
    clobbered: Vec<state::LiveId>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        require_slot_access(unit)?;
        self.class_info.limit(unit.options.register_limit);
        if !unit.function.no_phis {
            let name = String::from_utf8_lossy(&unit.function.name);
            return Err(format!(
                "regallocfast needs code without PHIs: function '{name}'"
            ));
        }
        let done = run(&mut unit.function, unit.target, unit.analyses, self, log);
        done.map_err(|error| error.to_string())
    }
}

/// `regallocfast`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    kind: PassKind::AllocatorAndRewriter,
    requires: Analysis::RESERVED_REGS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    provides: Analysis::VIRT_REG_MAP,
    after: &["phi-node-elimination", "twoaddressinstruction"],
    ..MachinePass::new("regallocfast", "Fast Register Allocator", || {
        Box::<Scratch>::default()
    })
};

/// Puts every virtual register into physical ones, and into stack slots between blocks and where there are too
/// few.
///
/// # Requires
/// No PHIs; two-address form.
///
/// # Ensures
/// No virtual registers. Kill and dead marks of allocated registers are right. Copies of a register to itself
/// are gone.
///
/// # Preserves
/// The CFG.
///
/// # Errors
/// If an instruction needs more registers than there are.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    state: &mut Scratch,
    log: &mut Log<'_>,
) -> Result<(), OutOfRegisters> {
    log!(
        log,
        "********** FAST REGISTER ALLOCATION **********\n********** Function: {}\n",
        String::from_utf8_lossy(&function.name)
    );
    function.is_ssa = false;
    let Analyses {
        reserved,
        virt_reg_map,
        ..
    } = analyses;
    let mut class_info = std::mem::take(&mut state.class_info);
    class_info.begin_function(function, reserved);
    state.registers.begin_function(function.target);
    state.live.clear();
    state.slots.clear();
    state.reach.begin_function();
    state.debug_values.clear();
    state.bundle.clear();
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        state.reach.begin_block(function, block);
        let mut fast = Fast {
            function,
            hooks,
            reserved,
            class_info: &mut class_info,
            state,
            log,
            block,
        };
        fast.allocate_block()?;
    }
    state.class_info = class_info;
    function.no_vregs = true;
    function.clear_vregs();
    virt_reg_map.reset(function);
    Ok(())
}

/// The allocator at work on one block.
struct Fast<'a, 'l> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    /// By register number: not to be allocated.
    reserved: &'a [bool],
    class_info: &'a mut RegisterClassInfo,
    state: &'a mut Scratch,
    log: &'a mut Log<'l>,
    block: Block,
}

impl Fast<'_, '_> {
    fn allocate_block(&mut self) -> Result<(), OutOfRegisters> {
        log!(self.log, "\nAllocating ");
        self.log.write_code_block(self.function, self.block);
        self.state.registers.begin_block();
        self.take_live_outs();
        let last = self.function.blocks[self.block].last.expand();
        let mut cursor = last.map(|inst| self.function.bundle_head(inst));
        while let Some(inst) = cursor {
            self.write_state_before(inst);
            match self.function.opcode(inst) {
                op::DBG_VALUE | op::DBG_VALUE_LIST => self.follow_debug_value(inst),
                op::BUNDLE => {
                    self.allocate_inst(inst)?;
                    self.rewrite_bundle(inst);
                }
                _ => self.allocate_inst(inst)?,
            }
            cursor = self.function.prev_bundle(inst);
        }
        if self.log.is_on() {
            log!(self.log, "Begin Regs:");
            self.write_units();
            log!(self.log, "Loading live registers at begin of block.\n");
        }
        self.reload_at_begin();
        for inst in self.state.identity_copies.drain(..) {
            self.function.remove_inst(inst);
        }
        self.drop_dangling();
        self.log.write_code_block(self.function, self.block);
        Ok(())
    }

    /// Registers that successors expect to be set belong to the code; those that an unwinder sets do not. As
    /// for llc, the first register of all may only be one of those.
    fn take_live_outs(&mut self) {
        let function = &*self.function;
        let unwinder = function.target_info.landing_pad_registers;
        let mut is_first = true;
        for succ in &function.blocks[self.block].succs {
            let data = &function.blocks[*succ];
            for (reg, _) in &data.live_ins {
                let may_come_late = std::mem::take(&mut is_first) || data.eh_pad;
                if !(may_come_late && unwinder.contains(reg)) {
                    let state = UnitState::PreAssigned;
                    self.state.registers.set(function.target, *reg, state);
                }
            }
        }
    }

    /// Gives the instructions of a bundle the registers that its head has.
    fn rewrite_bundle(&mut self, head: Inst) {
        let generation = self.state.registers.generation();
        let end = self.function.next_bundle(head);
        let mut cursor = self.function.next_inst(head);
        while let Some(inst) = cursor.filter(|inst| Some(*inst) != end) {
            for index in 0..self.function.num_operands(inst) {
                let Some(reg) = self.function.operand(inst, index).as_reg().as_virtual() else {
                    continue;
                };
                let (named, phys) = self.state.bundle[reg];
                let phys = if named == generation {
                    phys
                } else {
                    PhysReg::NONE
                };
                self.set_phys_reg(self.function.op_id(inst, index), phys, head);
            }
            cursor = self.function.next_inst(inst);
        }
    }

    fn out_of_registers(&self, inst: Inst, reg: VReg) -> OutOfRegisters {
        OutOfRegisters {
            function: String::from_utf8_lossy(&self.function.name).into_owned(),
            class: self.function.target.class(self.function.class(reg)).name,
            inline_asm: is_inline_asm(self.function, inst),
        }
    }

    // ---- Debug log ----------------------------------------------------------------------------

    fn write_state_before(&mut self, inst: Inst) {
        if self.log.is_on() {
            log!(self.log, "\n>> ");
            self.log.write_inst(self.function, inst);
            log!(self.log, "Regs:");
            self.write_units();
        }
    }

    /// Writes which register holds which unit. The first unit is never shown.
    fn write_units(&mut self) {
        let target = self.function.target;
        for unit in (1..target.units.len()).map(RegUnit::from_index) {
            let name = UnitName(target, unit);
            match self.state.registers.unit(unit) {
                UnitState::Free | UnitState::LiveIn => {}
                UnitState::PreAssigned => log!(self.log, " {name}[P]"),
                UnitState::Held(id) => {
                    let entry = &self.state.live[id];
                    let marks = match (entry.live_out, entry.reloaded) {
                        (true, true) => "[OR]",
                        (true, false) => "[O]",
                        (false, true) => "[R]",
                        (false, false) => "",
                    };
                    log!(self.log, " {name}={}{marks}", entry.reg);
                }
            }
        }
        log!(self.log, "\n");
    }

    fn name(&self, phys: PhysReg) -> RegName {
        RegName::phys(self.function.target, phys)
    }
}
