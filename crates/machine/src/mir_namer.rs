//! `mir-namer`: names virtual registers after what defines them, so that the texts of two versions of a function can be
//! compared although their registers are numbered differently.
//!
//! ```text
//!   %7:gr32 = MOV32ri 7          %bb0_9a1c53f07be2d480__1:gr32 = MOV32ri 7
//!   %9:gr32 = MOV32ri 7    ─▶    %bb0_9a1c53f07be2d480__2:gr32 = MOV32ri 7
//!   %8:gr32 = COPY %7            %bb0_05d1b1c4a6f3e219__1:gr32 = COPY %bb0_9a1c53f07be2d480__1
//! ```
//!
//! A name has the place of the block in reverse postorder, a hash of the instruction and a count of equal ones. The
//! hash tells apart what llc's tells apart: operation, marks, registers, numbers, indexes and memory operands; a virtual
//! register counts as the operation that defines it. Its value is not llc's, which depends on how that was built.

use std::collections::{BTreeMap, BTreeSet}; // Allowed because it runs only where it is named, for tests.

use avarice_ir::constant::ConstTable;
use avarice_mir::{
    Block, Inst, MachineFunction, MemOperand, MiFlags, Operand, OperandValue, VReg, VRegKind,
    inst_facts,
};
use avarice_target::InstrFlags;
use avarice_trace::Log;

use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};

/// `mir-namer`, see [`VRegNamer::rename_block`].
pub const PASS: MachinePass = MachinePass {
    when: When::ON_REQUEST,
    requires: Analysis::LOOPS,
    preserves: Analysis::CFG,
    ..MachinePass::new("mir-namer", "Rename Register Operands", || {
        Box::<Scratch>::default()
    })
};

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct Scratch {
    blocks: Vec<Block>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        self.blocks.clear();
        self.blocks.extend(unit.analyses.cfg.reverse_postorder());
        let mut namer = VRegNamer::new(&unit.function);
        for (number, block) in self.blocks.iter().enumerate() {
            namer.rename_block(&mut unit.function, *block, number, &unit.module.consts);
        }
        Ok(())
    }
}

/// Gives virtual registers of a function new names.
#[derive(Debug)]
pub struct VRegNamer {
    /// Names of registers that have not been renamed.
    taken: BTreeSet<Box<str>>,
}

impl VRegNamer {
    /// Of `function`, whose registers may have names.
    pub fn new(function: &MachineFunction) -> Self {
        let names = function.vregs.values().filter_map(|reg| reg.name.clone());
        Self {
            taken: names.collect(),
        }
    }

    /// Renames the registers that instructions of `block`, which is number `number`, define with their first operand.
    ///
    /// # Requires
    /// Machine SSA: the hash of an instruction has the operation that defines each register.
    ///
    /// # Ensures
    /// Different registers have different names.
    ///
    /// # Preserves
    /// Instructions, their order, and all edges.
    pub fn rename_block(
        &mut self,
        function: &mut MachineFunction,
        block: Block,
        number: usize,
        constants: &ConstTable,
    ) {
        // By register and by hash: the last definition gives the name, but all are counted.
        let mut found: Vec<(VReg, u64)> = Vec::new();
        for inst in function.block_insts(block) {
            let is_branch = function.desc(inst).has(InstrFlags::BRANCH);
            if is_branch || inst_facts::may_store(function, inst) {
                continue;
            }
            let first = function.operands(inst).first();
            if let Some(reg) = first.and_then(|operand| operand.as_reg().as_virtual()) {
                found.push((reg, hash(function, inst, constants)));
            }
        }
        for (reg, _) in &found {
            if let Some(name) = &function.vregs[*reg].name {
                self.taken.remove(name);
            }
        }
        let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
        let mut renamed: BTreeMap<VReg, VReg> = BTreeMap::new();
        for (reg, hash) in found {
            let count = counts.entry(hash).or_default();
            let name = loop {
                *count += 1;
                let name = format!("bb{number}_{hash:016x}__{count}");
                if !self.taken.contains(&*name) {
                    break name;
                }
            };
            let new = function.create_vreg(function.class(reg));
            let (kind, ty) = (function.vregs[reg].kind, function.vregs[reg].low_level_type);
            let data = &mut function.vregs[new];
            // As in llc, a register without a class keeps its type, but not its bank.
            data.kind = match kind {
                VRegKind::Class => kind,
                _ => VRegKind::Generic,
            };
            data.low_level_type = ty;
            data.name = Some(name.into());
            renamed.insert(reg, new);
        }
        for (old, new) in renamed {
            function.replace_reg(old, new);
        }
    }
}

/// FNV-1a over words.
struct Hash(u64);

impl Hash {
    fn add(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_text(&mut self, text: &str) {
        self.add(text.len() as u64);
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// What an instruction does, as a number.
fn hash(function: &MachineFunction, inst: Inst, constants: &ConstTable) -> u64 {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let desc = function.desc(inst);
    hash.add_text(desc.name);
    let marks = function.insts[inst].flags;
    hash.add(u64::from(marks.difference(MiFlags::BUNDLED_PRED).bits()));
    for operand in &function.operands(inst)[usize::from(desc.num_defs)..] {
        add_operand(&mut hash, function, operand, constants);
    }
    for access in function.mem_ops(inst) {
        add_access(&mut hash, access);
    }
    hash.0
}

fn add_operand(
    hash: &mut Hash,
    function: &MachineFunction,
    operand: &Operand,
    constants: &ConstTable,
) {
    hash.add(operand.kind() as u64);
    match operand.value() {
        OperandValue::Reg(reg, _) => match (reg.as_virtual(), reg.as_physical()) {
            (Some(reg), _) => match function.unique_def(reg) {
                Some(def) => hash.add_text(function.desc(def).name),
                None => hash.add(0),
            },
            (None, Some(reg)) => hash.add_text(function.target.reg(reg).name),
            (None, None) => hash.add(0),
        },
        OperandValue::Imm(value) => hash.add(value as u64),
        OperandValue::CImm(id) | OperandValue::FpImm(id) => {
            hash.add_text(&format!("{:?}", constants[id].kind));
        }
        OperandValue::TargetIndex(_, offset) => {
            hash.add(offset as u64);
            hash.add(u64::from(operand.target_flags()));
        }
        OperandValue::FrameIndex(slot) => hash.add(slot.0 as u64),
        OperandValue::ConstPool(index, offset) => {
            hash.add(u64::from(index.as_u32()));
            hash.add(offset as u64);
        }
        OperandValue::JumpTable(index) => hash.add(u64::from(index.as_u32())),
        // As in llc: names of things outside the function and numbers of blocks count for nothing.
        _ => {}
    }
}

fn add_access(hash: &mut Hash, access: &MemOperand) {
    hash.add(access.size.unwrap_or(u64::MAX));
    hash.add(u64::from(access.flags.bits()));
    hash.add(access.offset as u64);
    hash.add(access.ordering as u64);
    hash.add(u64::from(access.address_space));
    hash.add(u64::from(access.sync_scope.is_some()));
    hash.add(access.base_align);
    hash.add(access.failure_ordering as u64);
}
