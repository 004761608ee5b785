//! Shuffles: each lane of the result is a lane of some register.
//!
//! A mask says for each lane of the result which lane of the sources it is, counted through all of them;
//! -1 lets it be anything. Pairs of lanes that stay together are treated as one wider lane:
//!
//! ```text
//!   <4 x i32> [2, 3, 4, 5]     is <2 x i64> [1, 2]: one EXT
//! ```

use avarice_ir::{Inst, InstKind, Value};
use avarice_lower::{Lane, Result, VectorShape};
use avarice_mir::Reg;
use smallvec::SmallVec;

use super::super::Selector;
use super::lanes::Regs;
use super::opcodes::{self, ByInts, Form};
use crate::{class, op, sub};

/// A mask of one register.
pub(super) type LaneMask = SmallVec<[i32; 16]>;

/// Lanes of one register as lanes of two: which lane of a pair of registers with `n` lanes lane `i` is.
type Pattern = fn(i: i32, n: i32) -> i32;

/// Rearrangements of the lanes of two registers, each with the instructions that do it.
const PATTERNS: [(&ByInts, Pattern); 6] = [
    (&opcodes::ZIP1, |i, n| i / 2 + (i % 2) * n),
    (&opcodes::ZIP2, |i, n| (n + i) / 2 + (i % 2) * n),
    (&opcodes::UZP1, |i, _| 2 * i),
    (&opcodes::UZP2, |i, _| 2 * i + 1),
    (&opcodes::TRN1, |i, n| (i & !1) + (i % 2) * n),
    (&opcodes::TRN2, |i, n| (i | 1) + (i % 2) * n),
];

/// The most lanes that are put in one by one.
const MAX_INSERTED: usize = 2;

/// The same shuffle of lanes of twice the size, if pairs stay together.
fn widened(form: Form, mask: &[i32]) -> Option<(Form, LaneMask)> {
    let lane = match form.lane {
        Lane::I8 => Lane::I16,
        Lane::I16 => Lane::I32,
        Lane::I32 if form.wide => Lane::I64,
        _ => return None,
    };
    let pairs = mask.chunks(2).map(|pair| match *pair {
        [-1, -1] => Some(-1),
        [-1, high] if high % 2 == 1 => Some(high / 2),
        [low, -1] if low % 2 == 0 => Some(low / 2),
        [low, high] if low >= 0 && low % 2 == 0 && high == low + 1 => Some(low / 2),
        _ => None,
    });
    Some((form.with_lane(lane), pairs.collect::<Option<LaneMask>>()?))
}

/// Whether `mask` is what `wanted` says for each lane that matters.
fn matches(mask: &[i32], wanted: impl Fn(i32) -> i32) -> bool {
    let mut lanes = mask.iter().enumerate().filter(|(_, lane)| **lane >= 0);
    lanes.all(|(at, lane)| *lane == wanted(at as i32))
}

/// The lane that all lanes which matter are.
pub(super) fn same_lane(mask: &[i32]) -> Option<i32> {
    let first = *mask.iter().find(|lane| **lane >= 0)?;
    matches(mask, |_| first).then_some(first)
}

/// By how many lanes the lanes of `n * registers` are moved round.
fn rotation(mask: &[i32], total: i32) -> Option<i32> {
    let at = mask.iter().position(|lane| *lane >= 0)?;
    let by = (mask[at] - at as i32).rem_euclid(total);
    matches(mask, |i| (i + by) % total).then_some(by)
}

impl Selector<'_, '_> {
    /// Selects `shufflevector`.
    pub(super) fn lower_shuffle(&mut self, inst: Inst, mask: &[i32]) -> Result<()> {
        let operands = [0, 1].map(|index| self.function.operand(inst, index));
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let types = &self.module.types;
        let from = VectorShape::of(types, self.ty(operands[0]));
        let shape = VectorShape::of(types, self.ty(result));
        let (from, shape) = match (from, shape) {
            (Some(from), Some(shape)) => (from, shape),
            (Some(from), None) => return self.lower_lanes_to_scalars(result, operands, from, mask),
            (None, Some(shape)) => return self.lower_scalars_to_lanes(inst, operands, shape, mask),
            (None, None) => return self.unsupported("shufflevector of this type"),
        };
        if shape.is_mask() && from.lane != shape.lane {
            return self.lower_mask_shuffle(inst, operands, mask);
        }
        if let Some(element) = self.splatted(operands[0], mask) {
            let all = self.build_uniform(shape, Self::form(shape, 0), element)?;
            return self.define_regs(inst, &Regs::from_elem(all, shape.parts()));
        }
        let per_register = shape.lane.per_register() as usize;
        self.define_parts(inst, |this, part| {
            let mut sources: SmallVec<[(Value, usize); 4]> = SmallVec::new();
            let mut lanes = LaneMask::from_elem(-1, per_register);
            let wanted = mask[part * per_register..].iter().take(per_register);
            for (lane, wanted) in lanes.iter_mut().zip(wanted) {
                let Ok(index) = u32::try_from(*wanted) else {
                    continue;
                };
                let value = operands[usize::from(index >= from.count)];
                if this.is_undefined(value) {
                    continue;
                }
                let index = (index % from.count) as usize;
                let source = (value, index / per_register);
                let at = sources.iter().position(|known| *known == source);
                let at = at.unwrap_or_else(|| {
                    sources.push(source);
                    sources.len() - 1
                });
                *lane = (at * per_register + index % per_register) as i32;
            }
            let regs: Regs = sources
                .iter()
                .map(|(value, part)| this.use_part(*value, *part))
                .collect::<Result<_>>()?;
            this.shuffle(Self::form(shape, part), &regs, &lanes)
        })
    }

    /// The scalar that is put into the first lane of `vector`, if nobody else needs that and `mask` takes no other.
    fn splatted(&self, vector: Value, mask: &[i32]) -> Option<Value> {
        let (insert, InstKind::InsertElement) = self.def_kind(vector)? else {
            return None;
        };
        let at = self.const_int(self.function.operand(insert, 2));
        let is_first = at == Some(0) && mask.iter().all(|lane| *lane <= 0);
        (is_first && self.is_foldable(vector)).then(|| self.function.operand(insert, 1))
    }

    /// A shuffle whose result has its elements in registers of their own.
    fn lower_lanes_to_scalars(
        &mut self,
        result: Value,
        operands: [Value; 2],
        from: VectorShape,
        mask: &[i32],
    ) -> Result<()> {
        for (part, lane) in mask.iter().enumerate() {
            let dst = self.requested(result, part);
            if dst.is_none() {
                continue;
            }
            let Ok(lane) = u32::try_from(*lane) else {
                self.emit(op::IMPLICIT_DEF).def(dst).done();
                continue;
            };
            let value = operands[usize::from(lane >= from.count)];
            let (lane, per_register) = (lane % from.count, from.lane.per_register());
            let src = self.use_part(value, (lane / per_register) as usize)?;
            self.extract_lane(dst, src, from, lane % per_register);
        }
        Ok(())
    }

    /// A shuffle of vectors whose elements have registers of their own.
    fn lower_scalars_to_lanes(
        &mut self,
        inst: Inst,
        operands: [Value; 2],
        shape: VectorShape,
        mask: &[i32],
    ) -> Result<()> {
        let per_register = shape.lane.per_register() as usize;
        let count = self.parts(self.ty(operands[0]))?.len();
        let mut sources = Regs::new();
        for operand in operands {
            for part in 0..count {
                let scalar = self.use_part(operand, part)?;
                let scalar = match shape.is_mask() {
                    true => self.bit_in_all_bits(scalar, shape.lane),
                    false => scalar,
                };
                sources.push(self.scalar_to_vector(scalar));
            }
        }
        self.define_parts(inst, |this, part| {
            let wanted = mask[part * per_register..].iter().take(per_register);
            let mut lanes: LaneMask = wanted
                .map(|lane| match *lane {
                    ..0 => -1,
                    lane => lane * per_register as i32,
                })
                .collect();
            lanes.resize(per_register, -1);
            this.shuffle(Self::form(shape, part), &sources, &lanes)
        })
    }

    /// Whether nothing is known of a vector.
    fn is_undefined(&self, value: Value) -> bool {
        use avarice_ir::ConstKind::{Poison, Undef};
        matches!(self.const_kind(value), Some(Undef | Poison))
    }

    /// A shuffle of masks whose lanes have another size in the result: done in the result's.
    fn lower_mask_shuffle(&mut self, inst: Inst, operands: [Value; 2], mask: &[i32]) -> Result<()> {
        let shape = match self.function.insts[inst].result.expand() {
            Some(result) => self.shape(result)?,
            None => return Ok(()),
        };
        let count = self.shape(operands[0])?.count as usize;
        let per_register = shape.lane.per_register() as usize;
        let mut regs = Regs::new();
        for operand in operands {
            regs.extend(self.upright_mask(operand, shape.lane)?);
        }
        let stride = regs.len() / 2 * per_register;
        self.define_parts(inst, |this, part| {
            let wanted = mask[part * per_register..].iter().take(per_register);
            let mut lanes: LaneMask = wanted
                .map(|lane| match usize::try_from(*lane) {
                    Ok(lane) => (lane / count * stride + lane % count) as i32,
                    Err(_) => -1,
                })
                .collect();
            lanes.resize(per_register, -1);
            this.shuffle(Self::form(shape, part), &regs, &lanes)
        })
    }

    // ---- Registers ----------------------------------------------------------------------------

    /// A register with lanes of `sources`, chosen by `mask`, which counts as if all had 128 bits. The result has
    /// the size of `form`, or 128 bits.
    pub(super) fn shuffle(&mut self, form: Form, sources: &[Reg], mask: &[i32]) -> Result<Reg> {
        let per_wide = form.lane.per_register() as i32;
        let mut used = Regs::new();
        let mut lanes: LaneMask = mask
            .iter()
            .map(|lane| match *lane {
                ..0 => -1,
                lane => {
                    let reg = sources[(lane / per_wide) as usize];
                    let at = used.iter().position(|known| *known == reg);
                    let at = at.unwrap_or_else(|| {
                        used.push(reg);
                        used.len() - 1
                    });
                    at as i32 * per_wide + lane % per_wide
                }
            })
            .collect();
        let is_narrow = !form.wide && used.iter().all(|reg| !self.is_wide_reg(*reg));
        let form = Form {
            lane: form.lane.to_int(),
            wide: !is_narrow,
        };
        let count = form.lanes() as i32;
        if is_narrow {
            lanes.truncate(count as usize);
            for lane in &mut lanes {
                *lane = lane_in(*lane, per_wide, count);
            }
        }
        for reg in &mut used {
            *reg = self.fit(*reg, form.wide);
        }
        self.combine_all(form, &used, &lanes)
    }

    /// Two registers at a time, until all are in one.
    fn combine_all(&mut self, form: Form, sources: &[Reg], mask: &[i32]) -> Result<Reg> {
        let count = form.lanes() as i32;
        let Some((first, rest)) = sources.split_first() else {
            return Ok(self.vector_undef(form.wide));
        };
        let first_lanes = |lane: &i32| if *lane < count { *lane } else { -1 };
        let Some((second, rest)) = rest.split_first() else {
            let mask: LaneMask = mask.iter().map(first_lanes).collect();
            return self.combine(form, *first, None, &mask);
        };
        let of_two = |lane: &i32| if *lane < 2 * count { *lane } else { -1 };
        let pair: LaneMask = mask.iter().map(of_two).collect();
        let mut all = self.combine(form, *first, Some(*second), &pair)?;
        for (index, next) in rest.iter().enumerate() {
            let begin = (index as i32 + 2) * count;
            let lanes = mask.iter().enumerate().map(|(at, lane)| match *lane {
                ..0 => -1,
                lane if lane < begin => at as i32,
                lane if lane < begin + count => lane - begin + count,
                _ => -1,
            });
            let lanes: LaneMask = lanes.collect();
            all = self.combine(form, all, Some(*next), &lanes)?;
        }
        Ok(all)
    }

    /// A register with lanes of `a` and `b`, which both have the size of `form`.
    fn combine(&mut self, form: Form, a: Reg, b: Option<Reg>, mask: &[i32]) -> Result<Reg> {
        let count = form.lanes() as i32;
        let b = b.filter(|_| mask.iter().any(|lane| *lane >= count));
        if matches(mask, |i| i) {
            return Ok(a);
        }
        if let Some(b) = b
            && matches(mask, |i| i + count)
        {
            return Ok(b);
        }
        if let Some((wider, lanes)) = widened(form, mask) {
            return self.combine(wider, a, b, &lanes);
        }
        if let Some(lane) = same_lane(mask) {
            let src = if lane < count { a } else { b.unwrap_or(a) };
            let src = self.whole_of(src);
            let opcode = self.int_opcode(form, &opcodes::DUP_LANE)?;
            return Ok(self.packed_imm(opcode, src, (lane % count) as u32));
        }
        if let Some(moved) = self.reversed(form, a, b, mask) {
            return Ok(moved);
        }
        let total = if b.is_some() { 2 * count } else { count };
        if let Some(by) = rotation(mask, total) {
            let (low, high) = match b {
                Some(b) if by >= count => (b, a),
                Some(b) => (a, b),
                None => (a, a),
            };
            let opcode = Self::bits_opcode(form, op::EXTv8i8, op::EXTv16i8);
            let bytes = (by % count) as u32 * form.lane.bytes();
            return Ok(self.packed_pair_imm(opcode, low, high, bytes));
        }
        if let Some(arranged) = self.arranged(form, a, b, mask)? {
            return Ok(arranged);
        }
        match self.inserted(form, a, b, mask) {
            Some(inserted) => Ok(inserted),
            None => self.looked_up(form, a, b, mask),
        }
    }

    /// Lanes in the opposite order within groups of 64, 32 or 16 bits.
    fn reversed(&mut self, form: Form, a: Reg, b: Option<Reg>, mask: &[i32]) -> Option<Reg> {
        let wide = usize::from(form.wide);
        let opcodes: &[[Option<_>; 2]] = match form.lane {
            Lane::I8 => &[
                [Some(op::REV64v8i8), Some(op::REV64v16i8)],
                [Some(op::REV32v8i8), Some(op::REV32v16i8)],
                [Some(op::REV16v8i8), Some(op::REV16v16i8)],
            ],
            Lane::I16 => &[
                [Some(op::REV64v4i16), Some(op::REV64v8i16)],
                [Some(op::REV32v4i16), Some(op::REV32v8i16)],
            ],
            Lane::I32 => &[[Some(op::REV64v2i32), Some(op::REV64v4i32)]],
            _ => &[],
        };
        for (index, opcodes) in opcodes.iter().enumerate() {
            let group = (8 >> index) / form.lane.bytes() as i32;
            let is_reversed =
                b.is_none() && matches(mask, |i| i / group * group + group - 1 - i % group);
            if is_reversed && let Some(opcode) = opcodes[wide] {
                return Some(self.packed_unary(opcode, a));
            }
        }
        None
    }

    /// One of the rearrangements of two registers, in either order, or of one with itself.
    fn arranged(
        &mut self,
        form: Form,
        a: Reg,
        b: Option<Reg>,
        mask: &[i32],
    ) -> Result<Option<Reg>> {
        let count = form.lanes() as i32;
        let orders: &[(Reg, Reg, i32)] = match b {
            Some(b) => &[(a, b, 0), (b, a, count)],
            None => &[(a, a, 0)],
        };
        for (opcodes, pattern) in PATTERNS {
            for (low, high, offset) in orders {
                let wanted = |i: i32| match b {
                    Some(_) => (pattern(i, count) + offset) % (2 * count),
                    None => pattern(i, count) % count,
                };
                if matches(mask, wanted) {
                    let opcode = self.int_opcode(form, opcodes)?;
                    return Ok(Some(self.packed(opcode, *low, *high)));
                }
            }
        }
        Ok(None)
    }

    /// One of the registers with few lanes put in.
    fn inserted(&mut self, form: Form, a: Reg, b: Option<Reg>, mask: &[i32]) -> Option<Reg> {
        let count = form.lanes() as i32;
        let others = |base: i32| {
            let lanes = mask.iter().enumerate();
            let moved = lanes.filter(move |(at, lane)| **lane >= 0 && **lane != *at as i32 + base);
            moved.map(|(at, lane)| (at as u32, *lane))
        };
        let bases = [Some((a, 0)), b.map(|b| (b, count))];
        let mut bases = bases.into_iter().flatten();
        let (base, offset) = bases.find(|(_, offset)| others(*offset).count() <= MAX_INSERTED)?;
        let sources = [a, b.unwrap_or(a)].map(|reg| self.whole_of(reg));
        let mut sum = self.whole_of(base);
        for (at, lane) in others(offset) {
            let src = sources[usize::from(lane >= count)];
            sum = self.insert_lane(form.lane, sum, at, src, (lane % count) as u32);
        }
        Some(self.fit(sum, form.wide))
    }

    /// `dst` with lane `at` from lane `lane` of `src`, all of 128 bits.
    pub(super) fn insert_lane(
        &mut self,
        size: Lane,
        dst: Reg,
        at: u32,
        src: Reg,
        lane: u32,
    ) -> Reg {
        let result = self.new_vector(true);
        let opcode = opcodes::INS_LANE[size.to_int() as usize];
        let emit = self.emit(opcode).def(result).reg(dst).imm(i64::from(at));
        emit.reg(src).imm(i64::from(lane)).done();
        result
    }

    /// Bytes looked up by a constant.
    fn looked_up(&mut self, form: Form, a: Reg, b: Option<Reg>, mask: &[i32]) -> Result<Reg> {
        let size = form.lane.bytes() as usize;
        let mut words = [0u64; 2];
        for (at, lane) in mask.iter().enumerate() {
            for byte in 0..size {
                // What is out of the table gives zero.
                let index = match *lane {
                    ..0 => 0xff,
                    lane => lane as usize * size + byte,
                };
                let place = at * size + byte;
                words[place / 8] |= (index as u64) << (place % 8 * 8);
            }
        }
        let indices = self.vector_bytes(words, form.wide)?;
        let Some(b) = b else {
            let table = self.whole_of(a);
            let opcode = Self::bits_opcode(form, op::TBLv8i8One, op::TBLv16i8One);
            return Ok(self.packed(opcode, table, indices));
        };
        if !form.wide {
            let (low, high) = (self.whole_of(a), self.whole_of(b));
            let table = self.insert_lane(Lane::I64, low, 1, high, 0);
            return Ok(self.packed(op::TBLv8i8One, table, indices));
        }
        let pair = self.new_of(class::QQ);
        let emit = self.emit(op::REG_SEQUENCE).def(pair);
        let emit = emit.reg(a).imm(sub::QSUB0.0.into());
        emit.reg(b).imm(sub::QSUB1.0.into()).done();
        Ok(self.packed(op::TBLv16i8Two, pair, indices))
    }
}

/// Lane `lane` of registers with `from` lanes each, as one of registers with `to` lanes.
fn lane_in(lane: i32, from: i32, to: i32) -> i32 {
    match lane {
        ..0 => -1,
        lane => lane / from * to + lane % from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_what_the_instructions_do() {
        let lanes = |pattern: Pattern| -> Vec<i32> { (0..4).map(|i| pattern(i, 4)).collect() };
        let found = PATTERNS.map(|(_, pattern)| lanes(pattern));
        assert_eq!(found[0], [0, 4, 1, 5]);
        assert_eq!(found[1], [2, 6, 3, 7]);
        assert_eq!(found[2], [0, 2, 4, 6]);
        assert_eq!(found[3], [1, 3, 5, 7]);
        assert_eq!(found[4], [0, 4, 2, 6]);
        assert_eq!(found[5], [1, 5, 3, 7]);
    }

    #[test]
    fn pairs_become_wider_lanes() {
        let form = Form {
            lane: Lane::I32,
            wide: true,
        };
        let (wider, mask) = widened(form, &[2, 3, -1, 5]).unwrap();
        assert_eq!((wider.lane, &mask[..]), (Lane::I64, &[1, 2][..]));
        assert!(widened(form, &[1, 2, 3, 4]).is_none());
        assert_eq!(rotation(&[1, 2, 3, 4], 8), Some(1));
        assert_eq!(rotation(&[-1, 3, 0, 1], 4), Some(2));
        assert_eq!(rotation(&[0, 2, 1, 3], 4), None);
    }
}
