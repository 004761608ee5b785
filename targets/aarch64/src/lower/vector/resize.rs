//! Lanes of one width from lanes of another.
//!
//! ```text
//!   wider     8b ── ushll ──▶ 8h        16b ── ushll, ushll2 ──▶ 8h, 8h
//!   narrower  4s, 4s ── uzp1 (as 8h) ──▶ 8h        4s ── xtn ──▶ 4h
//! ```

use avarice_ir::{BinaryOp, Type, Value};
use avarice_lower::{Lane, PartType, Regs, Result, VectorShape};
use avarice_mir::Reg;

use super::super::Selector;
use super::opcodes::{self, Form};

/// Lanes of integers by size.
const SIZES: [Lane; 4] = [Lane::I8, Lane::I16, Lane::I32, Lane::I64];

impl Selector<'_, '_> {
    /// All parts of a vector of integers in lanes of another width.
    pub(super) fn resized(&mut self, value: Value, to: Lane, signed: bool) -> Result<Regs> {
        let shape = self.shape(value)?;
        let regs = self.vector_regs(value)?;
        Ok(self.resize(regs, shape.lane, to, shape.count, signed))
    }

    /// The lanes of a part in the lanes of another.
    pub(in super::super) fn in_lanes(&mut self, src: Reg, from: PartType, to: PartType) -> Reg {
        let (PartType::Vector { lane, lanes }, PartType::Vector { lane: wanted, .. }) = (from, to)
        else {
            return src;
        };
        if lane.to_int() == wanted.to_int() {
            return src;
        }
        let form = Form::of(wanted, lanes.into());
        let regs = Regs::from_elem(src, 1);
        let regs = self.resize(regs, lane.to_int(), wanted.to_int(), lanes.into(), true);
        self.fit_size(regs[0], form.wide)
    }

    /// The lowest bit of each lane in all bits of the lane.
    pub(in super::super) fn bits_to_lanes(&mut self, src: Reg, ty: PartType) -> Result<Reg> {
        let PartType::Vector { lane, lanes } = ty else {
            return Ok(src);
        };
        let form = Form::of(lane, lanes.into());
        let top = self.shift_lanes(BinaryOp::Shl, form, src, lane.bits() - 1)?;
        self.shift_lanes(BinaryOp::AShr, form, top, lane.bits() - 1)
    }

    /// Whether a type is a vector of bits.
    pub(in super::super) fn is_mask_type(&self, ty: Type) -> bool {
        VectorShape::of(&self.module.types, ty).is_some_and(|shape| shape.is_mask())
    }

    /// `count` lanes in `regs` as lanes of another width.
    pub(super) fn resize(
        &mut self,
        mut regs: Regs,
        from: Lane,
        to: Lane,
        count: u32,
        signed: bool,
    ) -> Regs {
        let mut size = from as usize;
        while size > to as usize {
            regs = self.narrow_lanes(&regs, SIZES[size]);
            size -= 1;
        }
        while size < to as usize {
            regs = self.widen_lanes(&regs, size, count, signed);
            size += 1;
        }
        regs
    }

    /// Each lane in half its width.
    fn narrow_lanes(&mut self, regs: &[Reg], from: Lane) -> Regs {
        let to = SIZES[from as usize - 1];
        let mut narrowed = Regs::new();
        for pair in regs.chunks(2) {
            let low = self.whole_of(pair[0]);
            narrowed.push(match pair {
                [_, high] => {
                    let high = self.whole_of(*high);
                    let even = 2 * to as usize + 1;
                    self.packed(opcodes::UZP1[even], low, high)
                }
                _ => self.packed_unary(opcodes::XTN[to as usize], low),
            });
        }
        narrowed
    }

    /// Each lane of `SIZES[size]` in twice its width.
    fn widen_lanes(&mut self, regs: &[Reg], size: usize, count: u32, signed: bool) -> Regs {
        let (low, high) = match signed {
            true => (opcodes::SSHLL[size], opcodes::SSHLL2[size]),
            false => (opcodes::USHLL[size], opcodes::USHLL2[size]),
        };
        let to = SIZES[size + 1];
        let parts = count.div_ceil(to.per_register());
        let mut widened = Regs::new();
        for part in 0..parts {
            let src = regs[part as usize / 2];
            let reg = match part % 2 {
                0 => {
                    let src = self.low_half_of(src);
                    self.packed_imm(low, src, 0)
                }
                _ => {
                    let src = self.whole_of(src);
                    self.packed_imm(high, src, 0)
                }
            };
            let lanes = (count - part * to.per_register()).min(to.per_register());
            widened.push(self.fit_size(reg, Form::of(to, lanes).wide));
        }
        widened
    }
}
