//! `x86-domain-reassignment`: computations between mask registers are done there, not in general registers.
//!
//! ```text
//!   %1:gr32 = COPY %0:vk32                      %1:vk32 = COPY %0
//!   %2:gr32 = SHR32ri %1, 2                     %2:vk32 = KSHIFTRDri %1, 2
//!   %3:vk32 = COPY %2                           %3:vk32 = COPY %2
//! ```
//!
//! A web is a set of registers and the instructions that connect them. It is changed as a whole, if there is an instruction on
//! mask registers for each of its instructions, and more copies between the two kinds of registers go than come.

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{
    Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg, VReg, inst_facts,
};
use avarice_target::{Opcode, PhysReg, RegClass, SubRegIdx};
use avarice_trace::Log;
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::address_check::memory_operand;
use crate::encode::operand_fields::MEMORY_OPERANDS;
use crate::subtarget::{self, Features};
use crate::{TARGET, class, op};

/// `x86-domain-reassignment`, see [`DomainReassignment`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["finalize-isel"],
    ..MachinePass::new(
        "x86-domain-reassignment",
        "X86 Domain Reassignment Pass",
        || Box::<DomainReassignment>::default(),
    )
};

/// What becomes of an instruction where its registers become mask registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conversion {
    /// It stays.
    None,
    /// It is a copy again.
    Copy,
    /// A copy of its third operand.
    CopyOfInserted,
    /// This instruction with the same operands.
    Instruction(Opcode),
    /// This instruction, of which the result is copied.
    Narrow(Opcode),
}

/// Registers and instructions that are changed together.
#[derive(Clone, Copy, Debug)]
struct Web {
    /// The first of its registers, and the first after them.
    registers: (usize, usize),
    /// The same of its instructions.
    insts: (usize, usize),
}

/// The pass.
#[derive(Debug, Default)]
struct DomainReassignment {
    /// By register: one more than the number of the web that it is in.
    web_of_register: SecondaryMap<VReg, u32>,
    /// By instruction: the same.
    web_of_inst: SecondaryMap<Inst, u32>,
    webs: Vec<Web>,
    registers: Vec<VReg>,
    insts: Vec<Inst>,
    work: Vec<VReg>,
    replaced: Vec<Inst>,
}

impl RunPass for DomainReassignment {
    /// Changes webs of general registers to mask registers.
    ///
    /// # Requires
    /// Machine SSA, anything else stays as it is.
    ///
    /// # Ensures
    /// No web of general registers is left that has more copies from and to mask registers than from and to physical ones, and
    /// could be changed.
    ///
    /// # Preserves
    /// Machine SSA, the CFG.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let function = &mut unit.function;
        let features = subtarget::of(function);
        if !features.contains(Features::AVX512F.union(Features::AVX512BW)) || !function.is_ssa {
            return Ok(());
        }
        self.find_webs(function, features);
        for at in 0..self.webs.len() {
            let web = self.webs[at];
            let insts = &self.insts[web.insts.0..web.insts.1];
            let cost: i32 = insts.iter().map(|inst| cost(function, *inst)).sum();
            if cost < 0 {
                self.change(function, features, web);
            }
        }
        Ok(())
    }
}

impl DomainReassignment {
    /// Finds the webs that can be changed.
    fn find_webs(&mut self, function: &MachineFunction, features: Features) {
        self.web_of_register.clear();
        self.web_of_inst.clear();
        self.webs.clear();
        self.registers.clear();
        self.insts.clear();
        let mut number = 0;
        for at in 0..function.vregs.len() {
            let register = VReg::new(at);
            let in_use = function.reg_ops(register);
            let mut in_use = in_use.filter(|op| !function.is_debug(function.op_inst(*op)));
            if in_use.next().is_none()
                || !is_general(function.class(register))
                || self.web_of_register[register] != 0
            {
                continue;
            }
            number += 1;
            let (registers, insts) = (self.registers.len(), self.insts.len());
            let mut builder = WebBuilder {
                pass: self,
                function,
                features,
                number,
                is_convertible: true,
            };
            builder.build(register);
            if builder.is_convertible && self.registers.len() > registers {
                self.webs.push(Web {
                    registers: (registers, self.registers.len()),
                    insts: (insts, self.insts.len()),
                });
            }
        }
    }

    /// Changes a web.
    fn change(&mut self, function: &mut MachineFunction, features: Features, web: Web) {
        self.replaced.clear();
        for at in web.insts.0..web.insts.1 {
            let inst = self.insts[at];
            match conversion(function.opcode(inst), features) {
                Some(conversion) if replace(function, inst, conversion) => self.replaced.push(inst),
                _ => {}
            }
        }
        for register in &self.registers[web.registers.0..web.registers.1] {
            if let Some(mask) = mask_class(function.class(*register)) {
                function.set_class(*register, mask);
            }
            let mut next = function.first_reg_op(*register);
            while let Some(used) = next {
                next = function.next_reg_op(used);
                if function.op(used).is_use() {
                    function.op_mut(used).set_sub_reg(SubRegIdx::NONE);
                }
            }
        }
        for inst in self.replaced.drain(..) {
            function.remove_inst(inst);
        }
    }
}

/// What collects the registers and instructions of a web.
struct WebBuilder<'a> {
    pass: &'a mut DomainReassignment,
    function: &'a MachineFunction,
    features: Features,
    /// Its number.
    number: u32,
    is_convertible: bool,
}

impl WebBuilder<'_> {
    /// Collects what is connected with `root`.
    fn build(&mut self, root: VReg) {
        self.visit(Reg::virt(root));
        while let Some(register) = self.pass.work.pop() {
            let known = self.pass.web_of_register[register];
            if known != 0 {
                // All that is connected with it is in a web already.
                self.is_convertible &= known == self.number;
                continue;
            }
            self.pass.web_of_register[register] = self.number;
            self.pass.registers.push(register);
            let Some(def) = self.function.unique_def(register) else {
                continue;
            };
            self.add(def);
            self.visit_inputs(def);
            self.visit_users(register);
        }
    }

    /// Takes a general register with one definition into the web.
    fn visit(&mut self, reg: Reg) {
        let Some(register) = reg.as_virtual() else {
            return;
        };
        if is_general(self.function.class(register)) && self.function.unique_def(register).is_some()
        {
            self.pass.work.push(register);
        }
    }

    /// The registers that the definition reads, but for those of an address.
    fn visit_inputs(&mut self, def: Inst) {
        let address = memory_operand(self.function.desc(def));
        let address = address.map_or(0..0, |first| first..first + MEMORY_OPERANDS);
        for at in 0..self.function.num_operands(def) {
            let operand = self.function.operand(def, at);
            if operand.is_use() && !address.contains(&at) {
                self.visit(operand.as_reg());
            }
        }
    }

    /// The registers that are computed from `register`.
    fn visit_users(&mut self, register: VReg) {
        for user in self.function.non_debug_uses(register) {
            let inst = self.function.op_inst(user);
            if is_in_address(self.function, inst, register) {
                self.is_convertible = false;
                continue;
            }
            self.add(inst);
            let results = usize::from(self.function.desc(inst).num_defs);
            for result in self.function.operands(inst).iter().take(results) {
                match result.as_reg().is_virtual() {
                    true => self.visit(result.as_reg()),
                    false => self.is_convertible &= !result.is_reg(),
                }
            }
        }
    }

    /// Takes an instruction into the web.
    fn add(&mut self, inst: Inst) {
        let known = self.pass.web_of_inst[inst];
        if known != 0 {
            self.is_convertible &= known == self.number;
            return;
        }
        self.pass.web_of_inst[inst] = self.number;
        self.pass.insts.push(inst);
        let conversion = conversion(self.function.opcode(inst), self.features);
        self.is_convertible &= conversion.is_some_and(|to| is_possible(self.function, inst, to));
    }
}

fn is_within(inner: RegClass, outer: RegClass) -> bool {
    inner == outer || TARGET.class(inner).has_super_class(outer)
}

fn is_general(register: RegClass) -> bool {
    mask_class(register).is_some()
}

/// The class of mask registers in place of a class of general registers.
fn mask_class(general: RegClass) -> Option<RegClass> {
    let classes = [
        (class::GR8, class::VK8),
        (class::GR16, class::VK16),
        (class::GR32, class::VK32),
        (class::GR64, class::VK64),
    ];
    let mut classes = classes.into_iter();
    classes
        .find(|(outer, _)| is_within(general, *outer))
        .map(|(_, mask)| mask)
}

/// Whether `register` is part of the address that `inst` accesses.
fn is_in_address(function: &MachineFunction, inst: Inst, register: VReg) -> bool {
    if !inst_facts::may_load(function, inst) && !inst_facts::may_store(function, inst) {
        return false;
    }
    let first = memory_operand(function.desc(inst));
    let address = first.and_then(|first| function.operands(inst).get(first..));
    let mut address = address.unwrap_or_default().iter().take(MEMORY_OPERANDS);
    address.any(|operand| operand.as_reg() == Reg::virt(register))
}

/// Whether an instruction can be converted in the way that there is for its opcode.
fn is_possible(function: &MachineFunction, inst: Inst, conversion: Conversion) -> bool {
    match conversion {
        Conversion::None | Conversion::CopyOfInserted | Conversion::Narrow(_) => true,
        Conversion::Copy => {
            let classes = [class::GR8, class::GR16];
            let is_small = |reg: PhysReg| classes.iter().any(|c| TARGET.class(*c).contains(reg));
            let mut operands = function.operands(inst).iter().take(2);
            operands.all(|operand| {
                let physical = operand.as_reg().as_physical();
                !physical.is_some_and(is_small)
            })
        }
        // What is defined beside the result, and read, has to be defined by the new instruction too.
        Conversion::Instruction(opcode) => {
            let defined = TARGET.instr(opcode).implicit_defs;
            let explicit = function.desc(inst).operands.len();
            let mut implicit = function.operands(inst).iter().skip(explicit);
            implicit.all(|operand| {
                let is_read = operand.is_def() && !operand.has(OperandFlags::DEAD);
                let physical = operand.as_reg().as_physical();
                !is_read || physical.is_some_and(|reg| defined.contains(&reg))
            })
        }
    }
}

/// How many instructions more there are if `inst` is converted.
fn cost(function: &MachineFunction, inst: Inst) -> i32 {
    if function.opcode(inst) != op::COPY {
        return 0;
    }
    for operand in function.operands(inst).iter().filter(|o| o.is_reg()) {
        match operand.as_reg().as_virtual() {
            None => return 1,
            Some(reg) if is_within(function.class(reg), class::VK16) => return -1,
            Some(_) => {}
        }
    }
    0
}

/// Puts the converted instruction before `inst`. False if that stays.
fn replace(function: &mut MachineFunction, inst: Inst, conversion: Conversion) -> bool {
    let explicit = function.desc(inst).operands.len();
    let copied = |range: std::ops::Range<usize>| -> smallvec::SmallVec<[Operand; 8]> {
        let operands = function.operands(inst);
        let range = range.start..range.end.min(operands.len());
        operands[range]
            .iter()
            .map(|operand| operand.detached())
            .collect()
    };
    let location = function.debug_loc(inst);
    match conversion {
        Conversion::None => return false,
        Conversion::Copy => {
            let operands = copied(0..2);
            let new = InstBuilder::new(function, op::COPY).location(location);
            new.ops(&operands).insert_before(inst);
        }
        Conversion::CopyOfInserted => {
            let operands = copied(0..3);
            let new = InstBuilder::new(function, op::COPY).location(location);
            let new = new.ops(&operands[..1]).ops(&operands[2..]);
            new.insert_before(inst);
        }
        Conversion::Instruction(opcode) => {
            let operands = copied(0..explicit);
            let new = InstBuilder::new(function, opcode).location(location);
            new.ops(&operands).insert_before(inst);
        }
        Conversion::Narrow(opcode) => {
            let operands = copied(0..usize::MAX);
            let Some(mask) = TARGET.instr(opcode).operands.first().and_then(|o| o.class) else {
                return false;
            };
            let narrow = function.create_vreg(mask);
            let new = InstBuilder::new(function, opcode).location(location);
            let new = new.def(narrow).ops(&operands[1..]);
            new.insert_before(inst);
            let copy = InstBuilder::new(function, op::COPY).location(location);
            let copy = copy.ops(&operands[..1]).reg(narrow);
            copy.insert_before(inst);
        }
    }
    true
}

/// What becomes of instructions with an opcode; `None` if they cannot be converted.
#[rustfmt::skip]
fn conversion(opcode: Opcode, features: Features) -> Option<Conversion> {
    use Conversion::{Copy, CopyOfInserted, Instruction, Narrow};
    let bytes = features.contains(Features::AVX512DQ);
    Some(match opcode {
        op::PHI | op::IMPLICIT_DEF => Conversion::None,
        op::INSERT_SUBREG => CopyOfInserted,
        op::COPY => Copy,
        op::MOVZX32rm16 | op::MOVZX64rm16 => Narrow(op::KMOVWkm),
        op::MOVZX32rr16 | op::MOVZX64rr16 => Narrow(op::KMOVWkk),
        op::MOVZX16rm8 | op::MOVZX32rm8 | op::MOVZX64rm8 if bytes => Narrow(op::KMOVBkm),
        op::MOVZX16rr8 | op::MOVZX32rr8 | op::MOVZX64rr8 if bytes => Narrow(op::KMOVBkk),
        _ => return on_masks(opcode, bytes).map(Instruction),
    })
}

/// The instruction on mask registers that does the same as one on general registers; those on 8 bits, and the addition of 16,
/// if there are any.
#[rustfmt::skip]
fn on_masks(opcode: Opcode, bytes: bool) -> Option<Opcode> {
    Some(match opcode {
        op::MOV16rm => op::KMOVWkm, op::MOV32rm => op::KMOVDkm, op::MOV64rm => op::KMOVQkm,
        op::MOV16mr => op::KMOVWmk, op::MOV32mr => op::KMOVDmk, op::MOV64mr => op::KMOVQmk,
        op::MOV16rr => op::KMOVWkk, op::MOV32rr => op::KMOVDkk, op::MOV64rr => op::KMOVQkk,
        op::SHR16ri => op::KSHIFTRWri, op::SHR32ri => op::KSHIFTRDri, op::SHR64ri => op::KSHIFTRQri,
        op::SHL16ri => op::KSHIFTLWri, op::SHL32ri => op::KSHIFTLDri, op::SHL64ri => op::KSHIFTLQri,
        op::NOT16r => op::KNOTWrr, op::NOT32r => op::KNOTDrr, op::NOT64r => op::KNOTQrr,
        op::OR16rr => op::KORWrr, op::OR32rr => op::KORDrr, op::OR64rr => op::KORQrr,
        op::AND16rr => op::KANDWrr, op::AND32rr => op::KANDDrr, op::AND64rr => op::KANDQrr,
        op::XOR16rr => op::KXORWrr, op::XOR32rr => op::KXORDrr, op::XOR64rr => op::KXORQrr,
        op::ADD32rr => op::KADDDrr, op::ADD64rr => op::KADDQrr,
        op::ANDN32rr => op::KANDNDrr, op::ANDN64rr => op::KANDNQrr,
        op::ADD16rr if bytes => op::KADDWrr,
        op::MOV8rm if bytes => op::KMOVBkm,
        op::MOV8mr if bytes => op::KMOVBmk,
        op::MOV8rr if bytes => op::KMOVBkk,
        op::SHR8ri if bytes => op::KSHIFTRBri,
        op::SHL8ri if bytes => op::KSHIFTLBri,
        op::NOT8r if bytes => op::KNOTBrr,
        op::ADD8rr if bytes => op::KADDBrr,
        op::AND8rr if bytes => op::KANDBrr,
        op::OR8rr if bytes => op::KORBrr,
        op::XOR8rr if bytes => op::KXORBrr,
        _ => return None,
    })
}
