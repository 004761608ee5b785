//! Shuffles: each lane of the result is a lane of some register.
//!
//! A mask says for each lane of the result which lane of the sources it is, counted through all of them;
//! -1 leaves it undefined. Pairs of lanes that stay together are treated as one wider lane:
//!
//! ```text
//!   <4 x i32> [2, 3, 4, 5]     is <2 x i64> [1, 2]: one EXT
//! ```

use avarice_ir::{Inst, InstKind, Value};
use avarice_lower::select::{VectorElements, VectorShuffles};
use avarice_lower::{Lane, LaneChoice, Regs, Result, VectorShape, lanes_match, pairs_of_lanes};
use avarice_mir::Reg;

use super::super::Selector;
use super::opcodes::{self, ByInts, Form};
use crate::{class, op, sub};

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
fn widened(form: Form, mask: &[i32]) -> Option<(Form, LaneChoice)> {
    let lane = match form.lane {
        Lane::I8 => Lane::I16,
        Lane::I16 => Lane::I32,
        Lane::I32 if form.wide => Lane::I64,
        _ => return None,
    };
    Some((form.with_lane(lane), pairs_of_lanes(mask)?))
}

/// The lane that all lanes which matter are.
pub(super) fn same_lane(mask: &[i32]) -> Option<i32> {
    let first = *mask.iter().find(|lane| **lane >= 0)?;
    lanes_match(mask, |_| first).then_some(first)
}

/// By how many lanes the lanes of `n * registers` are moved round.
fn rotation(mask: &[i32], total: i32) -> Option<i32> {
    let at = mask.iter().position(|lane| *lane >= 0)?;
    let by = (mask[at] - at as i32).rem_euclid(total);
    lanes_match(mask, |i| (i + by) % total).then_some(by)
}

impl Selector<'_, '_> {
    // ---- Registers ----------------------------------------------------------------------------

    /// Two registers at a time, until all are in one.
    fn combine_all(&mut self, form: Form, sources: &[Reg], mask: &[i32]) -> Result<Reg> {
        let count = form.lanes() as i32;
        let Some((first, rest)) = sources.split_first() else {
            return Ok(self.vector_undef(form.wide));
        };
        let first_lanes = |lane: &i32| if *lane < count { *lane } else { -1 };
        let Some((second, rest)) = rest.split_first() else {
            let mask: LaneChoice = mask.iter().map(first_lanes).collect();
            return self.combine(form, *first, None, &mask);
        };
        let of_two = |lane: &i32| if *lane < 2 * count { *lane } else { -1 };
        let pair: LaneChoice = mask.iter().map(of_two).collect();
        let mut all = self.combine(form, *first, Some(*second), &pair)?;
        for (index, next) in rest.iter().enumerate() {
            let begin = (index as i32 + 2) * count;
            let lanes = mask.iter().enumerate().map(|(at, lane)| match *lane {
                ..0 => -1,
                lane if lane < begin => at as i32,
                lane if lane < begin + count => lane - begin + count,
                _ => -1,
            });
            let lanes: LaneChoice = lanes.collect();
            all = self.combine(form, all, Some(*next), &lanes)?;
        }
        Ok(all)
    }

    /// A register with lanes of `a` and `b`, which both have the size of `form`.
    fn combine(&mut self, form: Form, a: Reg, b: Option<Reg>, mask: &[i32]) -> Result<Reg> {
        let count = form.lanes() as i32;
        let b = b.filter(|_| mask.iter().any(|lane| *lane >= count));
        if lanes_match(mask, |i| i) {
            return Ok(a);
        }
        if let Some(b) = b
            && lanes_match(mask, |i| i + count)
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
                b.is_none() && lanes_match(mask, |i| i / group * group + group - 1 - i % group);
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
                if lanes_match(mask, wanted) {
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
        Some(self.fit_size(sum, form.wide))
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

impl<'m> VectorShuffles<'m> for Selector<'_, 'm> {
    /// A register with lanes of `sources`, chosen by `mask`, which counts as if all had 128 bits. The result has
    /// the size of `form`, or 128 bits.
    fn shuffle(&mut self, form: Form, sources: &[Reg], mask: &[i32]) -> Result<Reg> {
        let per_wide = form.lane.per_register() as i32;
        let mut used = Regs::new();
        let mut lanes: LaneChoice = mask
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
            *reg = self.fit_size(*reg, form.wide);
        }
        self.combine_all(form, &used, &lanes)
    }

    fn lower_special_shuffle(
        &mut self,
        inst: Inst,
        shape: VectorShape,
        vector: Value,
        mask: &[i32],
    ) -> Result<bool> {
        // A scalar that is put into the first lane, if nothing else needs that and `mask` takes no other.
        let Some((insert, InstKind::InsertElement)) = self.def_kind(vector) else {
            return Ok(false);
        };
        let at = self.const_int(self.function.operand(insert, 2));
        let is_first = at == Some(0) && mask.iter().all(|lane| *lane <= 0);
        if !is_first || !self.is_foldable(vector) {
            return Ok(false);
        }
        let element = self.function.operand(insert, 1);
        let all = self.build_uniform(shape, Self::form(shape, 0), element)?;
        self.define_regs(inst, &Regs::from_elem(all, shape.parts()))?;
        Ok(true)
    }

    fn scalar_for_lane(&mut self, value: Value, part: usize, shape: VectorShape) -> Result<Reg> {
        let scalar = self.use_part(value, part)?;
        let scalar = match shape.is_mask() {
            true => self.bit_in_all_bits(scalar, shape.lane),
            false => scalar,
        };
        Ok(self.scalar_to_vector(scalar))
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
