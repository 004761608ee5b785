//! The schema of a target, as static data: registers, register units, lanes, register classes,
//! sub-register indices, register masks and one [`InstrDesc`] per instruction.
//!
//! This crate names no target. A target crate holds the tables (made by `avarice-tablegen` from its
//! `.tab` files) and hands out one `&'static` [`TargetDesc`]. Whatever needs machine functions
//! (copies, spills, frame indices …) is a hook in `avarice-mir`, not here.

mod fold;
mod generic;
mod ids;
mod instr;
mod lanes;
pub mod pressure;
pub mod processors;
mod registers;
pub mod scheduling;

pub use fold::{Fold, FoldFlags, FoldTable};
pub use generic::op;
pub use ids::{LaneMask, Opcode, PhysReg, RegClass, RegMaskId, RegUnit, SubRegIdx};
pub use instr::{
    EncodingField, EncodingRow, InstrDesc, InstrFlags, OperandDesc, OperandFlags, OperandType,
};
pub use registers::{RegClassDesc, RegDesc, RegMaskDesc, SubRegIdxDesc, UnitDesc};

/// All tables of one target.
///
/// Every slice is indexed by the id of its kind; index 0 of `registers` is NoRegister and index 0 of
/// `sub_reg_indices` is "no sub-register".
#[derive(Debug)]
pub struct TargetDesc {
    /// LLVM's name of the architecture, as in a triple: `x86_64`.
    pub name: &'static str,
    /// Registers by [`PhysReg`].
    pub registers: &'static [RegDesc],
    /// Register units by [`RegUnit`].
    pub units: &'static [UnitDesc],
    /// Sub-register indices by [`SubRegIdx`].
    pub sub_reg_indices: &'static [SubRegIdxDesc],
    /// Composition of sub-register indices: `compose[a * n + b]`, 0 where undefined;
    /// `n = sub_reg_indices.len()`. `compose(a, b)` is the index of `(reg:a):b`.
    pub sub_reg_compose: &'static [SubRegIdx],
    /// Register classes by [`RegClass`], in LLVM's order.
    pub classes: &'static [RegClassDesc],
    /// Call-preserved register masks by [`RegMaskId`].
    pub reg_masks: &'static [RegMaskDesc],
    /// Instructions by [`Opcode`], in LLVM's order.
    pub instrs: &'static [InstrDesc],
    /// Opcodes sorted by name, for [`TargetDesc::opcode_by_name`].
    pub instrs_by_name: &'static [Opcode],
    /// Registers sorted by MIR name, for [`TargetDesc::reg_by_name`].
    pub regs_by_name: &'static [PhysReg],
    /// The default callee-saved registers, in LLVM's order.
    pub callee_saved: &'static [PhysReg],
    /// Words in a register mask: `registers.len().div_ceil(32)`.
    pub reg_mask_words: usize,
    /// Scheduling models of its processors.
    pub scheduling: scheduling::SchedulingTables,
    /// Register pressure sets.
    pub pressure: pressure::PressureTables,
}

impl TargetDesc {
    /// The row of `opcode`.
    #[inline]
    pub fn instr(&self, opcode: Opcode) -> &'static InstrDesc {
        &self.instrs[opcode.index()]
    }

    /// The row of `reg`.
    #[inline]
    pub fn reg(&self, reg: PhysReg) -> &'static RegDesc {
        &self.registers[reg.index()]
    }

    /// The row of `class`.
    #[inline]
    pub fn class(&self, class: RegClass) -> &'static RegClassDesc {
        &self.classes[class.index()]
    }

    /// The opcode with LLVM's name `name`, or `None`.
    pub fn opcode_by_name(&self, name: &str) -> Option<Opcode> {
        self.instrs_by_name
            .binary_search_by(|op| self.instr(*op).name.cmp(name))
            .ok()
            .map(|i| self.instrs_by_name[i])
    }

    /// The register with MIR name `name` (without `$`), or `None`.
    pub fn reg_by_name(&self, name: &str) -> Option<PhysReg> {
        self.regs_by_name
            .binary_search_by(|reg| self.reg(*reg).name.cmp(name))
            .ok()
            .map(|i| self.regs_by_name[i])
    }

    /// The class with MIR name `name` (`gr32`), or `None`.
    pub fn class_by_name(&self, name: &str) -> Option<RegClass> {
        self.classes
            .iter()
            .position(|c| c.mir_name == name)
            .map(RegClass::from_index)
    }

    /// The sub-register index with name `name` (`sub_32bit`), or `None`.
    pub fn sub_reg_idx_by_name(&self, name: &str) -> Option<SubRegIdx> {
        self.sub_reg_indices
            .iter()
            .skip(1)
            .position(|s| s.name == name)
            .map(|i| SubRegIdx::from_index(i + 1))
    }

    /// The mask with name `name` in any letter case (`csr_64`), or `None`.
    pub fn reg_mask_by_name(&self, name: &str) -> Option<RegMaskId> {
        self.reg_masks
            .iter()
            .position(|m| m.name.eq_ignore_ascii_case(name))
            .map(RegMaskId::from_index)
    }

    /// The part of `reg` that `idx` names; [`PhysReg::NONE`] if there is none, `reg` for "no index".
    pub fn sub_reg(&self, reg: PhysReg, idx: SubRegIdx) -> PhysReg {
        if idx.is_none() {
            return reg;
        }
        let subs = self.reg(reg).sub_regs;
        subs.iter()
            .find(|(i, _)| *i == idx)
            .map_or(PhysReg::NONE, |(_, r)| *r)
    }

    /// The index that names `sub` in `reg`, or "no index" if `sub` is no proper part of `reg`.
    pub fn sub_reg_idx(&self, reg: PhysReg, sub: PhysReg) -> SubRegIdx {
        let subs = self.reg(reg).sub_regs;
        subs.iter()
            .find(|(_, r)| *r == sub)
            .map_or(SubRegIdx::NONE, |(i, _)| *i)
    }

    /// The register of `class` whose `idx` part is `reg`, or [`PhysReg::NONE`].
    pub fn matching_super_reg(&self, reg: PhysReg, idx: SubRegIdx, class: RegClass) -> PhysReg {
        let class = self.class(class);
        let supers = self.reg(reg).super_regs.iter();
        supers
            .copied()
            .find(|s| class.contains(*s) && self.sub_reg(*s, idx) == reg)
            .unwrap_or(PhysReg::NONE)
    }

    /// The index of part `b` of part `a`.
    pub fn compose(&self, a: SubRegIdx, b: SubRegIdx) -> SubRegIdx {
        match (a.is_none(), b.is_none()) {
            (true, _) => b,
            (_, true) => a,
            _ => self.sub_reg_compose[a.index() * self.sub_reg_indices.len() + b.index()],
        }
    }

    /// Whether two registers share a unit.
    pub fn regs_overlap(&self, a: PhysReg, b: PhysReg) -> bool {
        // Unit lists are sorted and short.
        let (mut xs, mut ys) = (self.reg(a).units, self.reg(b).units);
        while let ([x, xr @ ..], [y, yr @ ..]) = (xs, ys) {
            match x.cmp(y) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => xs = xr,
                std::cmp::Ordering::Greater => ys = yr,
            }
        }
        false
    }

    /// The smallest class with `reg`, by LLVM's class order, or `None`: each next class that has it and is a
    /// sub-class of the one found so far.
    pub fn minimal_class(&self, reg: PhysReg) -> Option<RegClass> {
        let classes = (0..self.classes.len()).map(RegClass::from_index);
        classes
            .filter(|c| self.class(*c).contains(reg))
            .reduce(
                |best, class| match self.class(class).has_super_class(best) {
                    true => class,
                    false => best,
                },
            )
    }

    /// The largest class that is contained in both, by LLVM's class order, or `None`. A class and
    /// itself have the class itself, even where another class has the same registers.
    pub fn common_sub_class(&self, a: RegClass, b: RegClass) -> Option<RegClass> {
        if a == b {
            return Some(a);
        }
        first_common(self.class(a).sub_classes, self.class(b).sub_classes)
    }

    /// The largest sub-class of `class` all of whose registers have part `idx`, or `None`.
    pub fn sub_class_with_sub_reg(&self, class: RegClass, idx: SubRegIdx) -> Option<RegClass> {
        let has_part = |class| idx.is_none() || self.class(class).sub_reg_indices.contains(&idx);
        if has_part(class) {
            return Some(class);
        }
        let sub_classes = self.class(class).sub_classes;
        let classes = (0..self.classes.len()).map(RegClass::from_index);
        let is_sub = |c: &RegClass| sub_classes[c.index() / 32] >> (c.index() % 32) & 1 != 0;
        classes.filter(is_sub).find(|c| has_part(*c))
    }

    /// The class of registers like those of `class` whose part `idx` is in `wanted`; the whole register for no
    /// part. `None` if there is no such register.
    pub fn class_with_part(
        &self,
        class: RegClass,
        idx: SubRegIdx,
        wanted: RegClass,
    ) -> Option<RegClass> {
        if idx.is_none() {
            return Some(wanted);
        }
        let whole = self.class(class).largest_legal_super;
        self.matching_super_reg_class(whole, wanted, idx)
    }

    /// The largest sub-class of `class` all of whose registers have part `idx` in class `part`, or `None`.
    pub fn matching_super_reg_class(
        &self,
        class: RegClass,
        part: RegClass,
        idx: SubRegIdx,
    ) -> Option<RegClass> {
        let supers = self.class(part).super_reg_classes;
        let (_, mask) = supers.iter().find(|(i, _)| *i == idx)?;
        first_common(mask, self.class(class).sub_classes)
    }
}

/// The first class in both bit sets.
fn first_common(a: &[u32], b: &[u32]) -> Option<RegClass> {
    let mut common = a.iter().zip(b).map(|(a, b)| a & b).enumerate();
    let (word, bits) = common.find(|(_, bits)| *bits != 0)?;
    Some(RegClass::from_index(
        word * 32 + bits.trailing_zeros() as usize,
    ))
}
