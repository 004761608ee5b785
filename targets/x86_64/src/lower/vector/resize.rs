//! Integer lanes of one size from lanes of another.

use avarice_ir::{Intrinsic, Value};
use avarice_legalize::sign_extend;
use avarice_lower::{Lane, Regs, Result, splat, uniform};
use avarice_target::Opcode;

use super::super::Selector;
use super::arithmetic::AND;
use crate::op;
use crate::subtarget::Features;

/// The instructions that widen the first lanes of a register, from and to a size, with zeros and with
/// signs.
const EXTENSIONS: [(Lane, Lane, [Opcode; 2]); 6] = [
    (Lane::I8, Lane::I16, [op::PMOVZXBWrr, op::PMOVSXBWrr]),
    (Lane::I8, Lane::I32, [op::PMOVZXBDrr, op::PMOVSXBDrr]),
    (Lane::I8, Lane::I64, [op::PMOVZXBQrr, op::PMOVSXBQrr]),
    (Lane::I16, Lane::I32, [op::PMOVZXWDrr, op::PMOVSXWDrr]),
    (Lane::I16, Lane::I64, [op::PMOVZXWQrr, op::PMOVSXWQrr]),
    (Lane::I32, Lane::I64, [op::PMOVZXDQrr, op::PMOVSXDQrr]),
];

/// The lane of twice the size.
fn doubled(lane: Lane) -> Lane {
    match lane {
        Lane::I8 => Lane::I16,
        Lane::I16 => Lane::I32,
        _ => Lane::I64,
    }
}

/// Interleaving of lower and upper halves.
fn unpack(lane: Lane, upper: bool) -> Opcode {
    match (lane, upper) {
        (Lane::I8, false) => op::PUNPCKLBWrr,
        (Lane::I8, true) => op::PUNPCKHBWrr,
        (Lane::I16, false) => op::PUNPCKLWDrr,
        (Lane::I16, true) => op::PUNPCKHWDrr,
        (_, false) => op::PUNPCKLDQrr,
        (_, true) => op::PUNPCKHDQrr,
    }
}

/// Packing with saturation: the lane before, the least and the greatest number that stay what they are, and
/// what brings lanes to which size.
const PACKS: [(Lane, Lane, [i64; 2], &[Opcode]); 5] = [
    (Lane::I32, Lane::I16, [-1 << 15, 0x7fff], &[op::PACKSSDWrr]),
    (
        Lane::I32,
        Lane::I8,
        [0, 0xff],
        &[op::PACKSSDWrr, op::PACKUSWBrr],
    ),
    (
        Lane::I32,
        Lane::I8,
        [-0x80, 0x7f],
        &[op::PACKSSDWrr, op::PACKSSWBrr],
    ),
    (Lane::I16, Lane::I8, [0, 0xff], &[op::PACKUSWBrr]),
    (Lane::I16, Lane::I8, [-0x80, 0x7f], &[op::PACKSSWBrr]),
];

impl Selector<'_, '_> {
    /// All parts of `value` cut to `to`.
    pub(super) fn truncated(&mut self, value: Value, to: Lane) -> Result<Regs> {
        let from = self.shape(value)?.lane;
        let rows = PACKS.iter().filter(|row| (row.0, row.1) == (from, to));
        let clamp = self.clamp(value);
        for (_, _, [low, high], packs) in rows {
            // The clamp to what saturates is part of it; in those bounds anyway, nothing saturates.
            let inner = match clamp {
                Some((inner, bounds)) if bounds == [*low, *high] => inner,
                _ if self.extent(value).is_within(*low, *high) => value,
                _ => continue,
            };
            let mut regs = self.vector_regs(inner)?;
            for pack in *packs {
                regs = self.pack_all(regs, *pack);
            }
            return Ok(regs);
        }
        self.resized(value, to, false)
    }

    /// The value of which `value` is a clamp, with the bounds, if the steps have no other use.
    fn clamp(&self, value: Value) -> Option<(Value, [i64; 2])> {
        use Intrinsic::{Smax, Smin, Umin};
        let step = |value: Value| {
            let inst = self.function.def_inst(value)?;
            let intrinsic = Intrinsic::of_call(self.module, self.function, inst)?;
            let bits = self.module.types.scalar(self.ty(value));
            let bits = self.module.types.int_bits(bits)?;
            let bound = self.lane_constants(self.function.operand(inst, 1))?;
            let bound = sign_extend(uniform(&bound)?, bits.min(64));
            let folds = self.is_foldable(value) && matches!(intrinsic, Smin | Smax | Umin);
            folds.then(|| (intrinsic, self.function.operand(inst, 0), bound))
        };
        let (outer, inner, first) = step(value)?;
        let (under, source, second) = step(inner)?;
        match (outer, under) {
            (Smin, Smax) => Some((source, [second, first])),
            // Not negative after the maximum: as signed.
            (Umin, Smax) if second >= 0 && first >= 0 => Some((source, [second, first])),
            (Smax, Smin) => Some((source, [first, second])),
            _ => None,
        }
    }

    /// All parts of `value`, `count` integers, in lanes of another size.
    pub(super) fn resized(&mut self, value: Value, to: Lane, signed: bool) -> Result<Regs> {
        let shape = self.shape(value)?;
        let regs = self.vector_regs(value)?;
        if shape.lane <= to {
            self.widen(regs, shape.lane, to, (shape.count, signed))
        } else {
            self.narrow(regs, shape.lane, to)
        }
    }

    /// Lanes made wider; `how`: how many there are, and whether they are signed.
    pub(super) fn widen(
        &mut self,
        mut regs: Regs,
        from: Lane,
        to: Lane,
        (count, signed): (u32, bool),
    ) -> Result<Regs> {
        if from == to {
            return Ok(regs);
        }
        if self.features().contains(Features::SSE41) {
            return Ok(self.widen_at_once(&regs, from, to, (count, signed)));
        }
        // Signs: copies of a lane fill the wider one, and a shift brings it down.
        let mut lane = from;
        while lane < to && !(signed && lane == Lane::I32) {
            let next = doubled(lane);
            let parts = count.div_ceil(next.per_register()) as usize;
            let mut wide = Regs::new();
            for part in 0..parts {
                let src = regs[part / 2];
                let other = if signed { src } else { self.vector_zero()? };
                wide.push(self.packed(unpack(lane, part % 2 == 1), src, other));
            }
            (regs, lane) = (wide, next);
        }
        if !signed {
            return Ok(regs);
        }
        let shift = lane.bits() - from.bits();
        if shift > 0 {
            let opcode = if lane == Lane::I16 {
                op::PSRAWri
            } else {
                op::PSRADri
            };
            for reg in &mut regs {
                *reg = self.packed_imm(opcode, *reg, shift);
            }
        }
        if lane == to {
            return Ok(regs);
        }
        let parts = count.div_ceil(2) as usize;
        let mut wide = Regs::new();
        for part in 0..parts {
            let src = regs[part / 2];
            let signs = self.packed_imm(op::PSRADri, src, 31);
            wide.push(self.packed(unpack(Lane::I32, part % 2 == 1), src, signs));
        }
        Ok(wide)
    }

    /// The same by one instruction a register.
    fn widen_at_once(
        &mut self,
        regs: &[avarice_mir::Reg],
        from: Lane,
        to: Lane,
        (count, signed): (u32, bool),
    ) -> Regs {
        let row = EXTENSIONS.iter().find(|row| (row.0, row.1) == (from, to));
        let opcode = row.map_or(op::PMOVZXBWrr, |row| row.2[usize::from(signed)]);
        let parts = count.div_ceil(to.per_register());
        let each = to.per_register();
        (0..parts)
            .map(|part| {
                let first = part * each;
                let src = regs[(first / from.per_register()) as usize];
                let at = first % from.per_register() * from.bytes();
                let src = match at {
                    0 => src,
                    8 => self.packed_imm(op::PSHUFDri, src, 0xee),
                    _ => self.packed_imm(op::PSRLDQri, src, at),
                };
                self.packed_unary(opcode, src)
            })
            .collect()
    }

    /// Lanes cut to their low bits.
    pub(super) fn narrow(&mut self, mut regs: Regs, from: Lane, to: Lane) -> Result<Regs> {
        let mut from = from;
        if from == Lane::I64 && to < from {
            regs = regs
                .chunks(2)
                .map(|pair| match *pair {
                    [low, high] => self.packed_pair_imm(op::SHUFPSrri, low, high, 0x88),
                    _ => self.packed_imm(op::PSHUFDri, pair[0], 0xe8),
                })
                .collect();
            from = Lane::I32;
        }
        match (from, to) {
            (Lane::I32, Lane::I16) => self.narrow_to_words(regs),
            (Lane::I32, Lane::I8) => {
                let regs = self.mask_lanes(regs, Lane::I32, 0xff)?;
                let words = self.pack_all(regs, op::PACKSSDWrr);
                Ok(self.pack_all(words, op::PACKUSWBrr))
            }
            (Lane::I16, Lane::I8) => {
                let regs = self.mask_lanes(regs, Lane::I16, 0xff)?;
                Ok(self.pack_all(regs, op::PACKUSWBrr))
            }
            _ => Ok(regs),
        }
    }

    /// Signed packing does not change what a shift up and down has made a signed word.
    fn narrow_to_words(&mut self, mut regs: Regs) -> Result<Regs> {
        if self.features().contains(Features::SSE41) {
            let regs = self.mask_lanes(regs, Lane::I32, 0xffff)?;
            return Ok(self.pack_all(regs, op::PACKUSDWrr));
        }
        if let [only] = regs[..] {
            let words = self.packed_imm(op::PSHUFLWri, only, 0xe8);
            let words = self.packed_imm(op::PSHUFHWri, words, 0xe8);
            return Ok(Regs::from_slice(&[self.packed_imm(
                op::PSHUFDri,
                words,
                0xe8,
            )]));
        }
        for reg in &mut regs {
            let up = self.packed_imm(op::PSLLDri, *reg, 16);
            *reg = self.packed_imm(op::PSRADri, up, 16);
        }
        Ok(self.pack_all(regs, op::PACKSSDWrr))
    }

    /// Lanes with some of their bits.
    fn mask_lanes(&mut self, mut regs: Regs, lane: Lane, bits: u64) -> Result<Regs> {
        let mask = self.vector_bytes(splat(lane, bits))?;
        for reg in &mut regs {
            *reg = self.packed(AND[0], *reg, mask);
        }
        Ok(regs)
    }

    /// Pairs of registers packed into one.
    fn pack_all(&mut self, regs: Regs, opcode: Opcode) -> Regs {
        let pair = |pair: &[avarice_mir::Reg]| {
            let high = *pair.last().unwrap_or(&pair[0]);
            self.packed(opcode, pair[0], high)
        };
        regs.chunks(2).map(pair).collect()
    }
}
