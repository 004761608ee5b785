//! Two registers connected by a copy, to be joined.

use avarice_mir::{Inst, MachineFunction, Reg, VReg};
use avarice_target::{PhysReg, RegClass, SubRegIdx, op};

/// What a copy-like instruction moves: `dst:dst_sub = src:src_sub`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub src: Reg,
    pub src_sub: SubRegIdx,
    pub dst: Reg,
    pub dst_sub: SubRegIdx,
}

/// The move that `inst` makes, if it is a `COPY` or a `SUBREG_TO_REG`.
#[inline]
pub(super) fn as_move(function: &MachineFunction, inst: Inst) -> Option<Move> {
    let operands = function.operands(inst);
    let dst = operands.first()?;
    let (src, dst_sub) = match function.opcode(inst) {
        op::COPY => (operands.get(1)?, dst.sub_reg()),
        op::SUBREG_TO_REG => {
            let index = SubRegIdx::from_index(operands.get(3)?.as_imm()? as usize);
            let inserted = function.target.compose(dst.sub_reg(), index);
            (operands.get(2)?, inserted)
        }
        _ => return None,
    };
    Some(Move {
        src: src.as_reg(),
        src_sub: src.sub_reg(),
        dst: dst.as_reg(),
        dst_sub,
    })
}

/// Whether `inst` is a `COPY` of whole registers.
pub(super) fn is_full_copy(function: &MachineFunction, inst: Inst) -> bool {
    function.opcode(inst) == op::COPY
        && matches!(function.operands(inst), [dst, src, ..]
            if dst.sub_reg().is_none() && src.sub_reg().is_none())
}

/// Two registers that can become one, and where each will be in it.
///
/// ```text
///   %b:gr64 = COPY %a:gr64           dst %b              src %a
///   %b.sub_32bit:gr64 = COPY %a      dst %b              src %a, which becomes %b.sub_32bit
///   %b = COPY %a.sub_32bit           dst %a (flipped)    src %b, which becomes %a.sub_32bit
///   $rax = COPY %a                   dst $rax            src %a
/// ```
///
/// `src` is always virtual, and goes away if the two are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CoalescerPair {
    /// The copy.
    pub copy: Inst,
    /// The register that stays.
    pub dst: Reg,
    /// The part of the joined register that `dst` becomes.
    pub dst_idx: SubRegIdx,
    /// The register that goes.
    pub src: VReg,
    /// The part of the joined register that `src` becomes.
    pub src_idx: SubRegIdx,
    /// Whether the copy moves a part of either register.
    pub partial: bool,
    /// Whether the joined register has another class than one of the two.
    pub cross_class: bool,
    /// Whether `dst` is the source of the copy.
    pub flipped: bool,
    /// Class of the joined register; none if that is physical.
    pub class: Option<RegClass>,
}

impl CoalescerPair {
    /// The pair of a copy that makes this move, or `None` if no register can be both.
    pub fn of(function: &MachineFunction, copy: Inst, moved: Move) -> Option<Self> {
        let Move {
            mut src,
            mut src_sub,
            mut dst,
            mut dst_sub,
        } = moved;
        let partial = !src_sub.is_none() || !dst_sub.is_none();
        let flipped = src.is_physical();
        if flipped {
            (src, src_sub, dst, dst_sub) = (dst, dst_sub, src, src_sub);
        }
        let src = src.as_virtual()?;
        match (dst.as_virtual(), dst.as_physical()) {
            (Some(dst), _) => {
                Self::virtual_pair(function, copy, (src, src_sub), (dst, dst_sub), partial)
            }
            (_, Some(dst)) => {
                let dst = physical_target(function, (src, src_sub), (dst, dst_sub))?;
                Some(Self {
                    copy,
                    dst: dst.into(),
                    dst_idx: SubRegIdx::NONE,
                    src,
                    src_idx: SubRegIdx::NONE,
                    partial,
                    cross_class: false,
                    flipped,
                    class: None,
                })
            }
            _ => None,
        }
    }

    fn virtual_pair(
        function: &MachineFunction,
        copy: Inst,
        (src, src_sub): (VReg, SubRegIdx),
        (dst, dst_sub): (VReg, SubRegIdx),
        partial: bool,
    ) -> Option<Self> {
        let target = function.target;
        let (src_class, dst_class) = (function.class(src), function.class(dst));
        let mut pair = Self {
            copy,
            dst: dst.into(),
            dst_idx: SubRegIdx::NONE,
            src,
            src_idx: SubRegIdx::NONE,
            partial,
            cross_class: false,
            flipped: false,
            class: None,
        };
        let class = match (src_sub.is_none(), dst_sub.is_none()) {
            (false, false) => {
                // Different parts of one register never become the same.
                if src == dst && src_sub != dst_sub {
                    return None;
                }
                let (class, src_idx, dst_idx) =
                    target.common_super_reg_class((src_class, src_sub), (dst_class, dst_sub))?;
                (pair.src_idx, pair.dst_idx) = (src_idx, dst_idx);
                class
            }
            (true, false) => {
                pair.src_idx = dst_sub;
                target.matching_super_reg_class(dst_class, src_class, dst_sub)?
            }
            (false, true) => {
                pair.dst_idx = src_sub;
                target.matching_super_reg_class(src_class, dst_class, src_sub)?
            }
            (true, true) => target.common_sub_class(dst_class, src_class)?,
        };
        if !pair.dst_idx.is_none() && pair.src_idx.is_none() {
            pair.flip();
        }
        pair.cross_class = class != dst_class || class != src_class;
        pair.class = Some(class);
        Some(pair)
    }

    /// Whether one of the two is physical.
    pub fn is_phys(&self) -> bool {
        self.dst.is_physical()
    }

    /// The register that stays, if it is virtual.
    pub fn dst_vreg(&self) -> Option<VReg> {
        self.dst.as_virtual()
    }

    /// Lets the two change places, if both are virtual.
    pub fn flip(&mut self) {
        if let Some(dst) = self.dst_vreg() {
            self.dst = self.src.into();
            self.src = dst;
            std::mem::swap(&mut self.src_idx, &mut self.dst_idx);
            self.flipped = !self.flipped;
        }
    }

    /// The register that the copy reads and the one that it writes, each with its part of the joined
    /// register.
    pub fn copy_order(&self) -> ((Reg, SubRegIdx), (Reg, SubRegIdx)) {
        let (src, dst) = ((self.src.into(), self.src_idx), (self.dst, self.dst_idx));
        if self.flipped { (dst, src) } else { (src, dst) }
    }

    /// Whether `inst` would copy the joined register, or a part of it, to itself.
    #[inline]
    pub fn is_coalescable(&self, function: &MachineFunction, inst: Inst) -> bool {
        inst == self.copy || self.is_like_copy(function, inst)
    }

    /// Whether another instruction than the pair's copy would.
    fn is_like_copy(&self, function: &MachineFunction, inst: Inst) -> bool {
        let Some(mut copy) = as_move(function, inst) else {
            return false;
        };
        let target = function.target;
        if copy.dst == self.src.into() {
            std::mem::swap(&mut copy.src, &mut copy.dst);
            std::mem::swap(&mut copy.src_sub, &mut copy.dst_sub);
        } else if copy.src != self.src.into() {
            return false;
        }
        let Some(phys) = self.dst.as_physical() else {
            let (a, b) = (self.src_idx, self.dst_idx);
            return copy.dst == self.dst
                && target.compose(a, copy.src_sub) == target.compose(b, copy.dst_sub);
        };
        let Some(written) = copy.dst.as_physical() else {
            return false;
        };
        let part = target.sub_reg(phys, copy.src_sub);
        part == target.sub_reg(written, copy.dst_sub)
    }
}

/// The physical register that a virtual one would become, by a copy between their parts.
fn physical_target(
    function: &MachineFunction,
    (src, src_sub): (VReg, SubRegIdx),
    (dst, dst_sub): (PhysReg, SubRegIdx),
) -> Option<PhysReg> {
    let target = function.target;
    let class = function.class(src);
    let dst = target.sub_reg(dst, dst_sub);
    let whole = if src_sub.is_none() {
        dst
    } else {
        target.matching_super_reg(dst, src_sub, class)
    };
    let fits = !whole.is_none() && target.class(class).contains(whole);
    fits.then_some(whole)
}
