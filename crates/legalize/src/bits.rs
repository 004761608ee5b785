//! Intrinsics that count or move bits, expanded to shifts, additions and shuffles.

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, Intrinsic, TypeTable, Value};

use super::builder::Builder;

impl Builder<'_> {
    /// `ctpop`, `ctlz`, `cttz`, `bswap`, `bitreverse` of vectors with elements of 8 to 64 bits.
    pub(super) fn expand_bits(&mut self, intrinsic: Intrinsic) -> Option<Value> {
        use Intrinsic::{Bitreverse, Bswap, Ctlz, Ctpop, Cttz};
        if !matches!(intrinsic, Bitreverse | Bswap | Ctlz | Ctpop | Cttz) {
            return None;
        }
        let value = self.operand(0);
        // Vectors whose length is not known have no elements that could be looked at.
        self.shape(self.ty(value))?;
        let bits = self.bits(self.ty(value))?;
        if !matches!(bits, 8 | 16 | 32 | 64) {
            return None;
        }
        Some(match intrinsic {
            Ctpop => self.count_ones(value, bits),
            Ctlz => {
                let mut filled = value;
                let mut step = 1;
                while step < bits {
                    let shifted = self.binary_int(BinaryOp::LShr, filled, u64::from(step));
                    filled = self.binary(BinaryOp::Or, filled, shifted);
                    step *= 2;
                }
                let zeros = self.not(filled);
                self.count_ones(zeros, bits)
            }
            Cttz => {
                let below = self.binary_int(BinaryOp::Add, value, u64::MAX);
                let inverted = self.not(value);
                let zeros = self.binary(BinaryOp::And, below, inverted);
                self.count_ones(zeros, bits)
            }
            Bswap => self.swap_bytes(value, bits),
            _ => {
                let swapped = self.swap_bytes(value, bits);
                self.reverse_bytes(swapped)
            }
        })
    }

    /// If a mask of more than 128 bits becomes an integer only to have its bits counted, counts them 64 at a time.
    /// Returns whether that was so; the current instruction is the conversion to the integer, and is then removed.
    pub(super) fn count_mask(&mut self) -> bool {
        let mask = self.operand(0);
        let ty = self.ty(mask);
        let len = self.shape(ty).map_or(0, |shape| shape.len);
        if len <= 128 || self.module.types.scalar(ty) != TypeTable::I1 {
            return false;
        }
        let Some(counts) = self.narrow_counts().filter(|counts| !counts.is_empty()) else {
            return false;
        };
        let poison = self.poison(ty);
        let mut sum = None;
        for first in (0..len as i32).step_by(64) {
            let lanes: Vec<i32> = (first..(first + 64).min(len as i32)).collect();
            let part = self.shuffle(mask, poison, &lanes);
            let narrow = self.module.types.int(lanes.len() as u32);
            let bits = self.cast(CastOp::BitCast, part, narrow);
            let bits = self.cast(CastOp::ZExt, bits, TypeTable::I64);
            let i64 = TypeTable::I64;
            let count = self.intrinsic(Intrinsic::Ctpop, &[i64], i64, Default::default(), &[bits]);
            sum = Some(match sum {
                None => count,
                Some(sum) => self.binary(BinaryOp::Add, sum, count),
            });
        }
        for count in counts {
            let to = self.ty(count);
            if let Some(sum) = sum {
                let narrow = self.cast(CastOp::Trunc, sum, to);
                self.function.replace_all_uses(count, narrow);
            }
        }
        self.remove_with_users(self.at);
        true
    }

    /// Removes an instruction and all that compute with its result; nothing uses their results any more.
    fn remove_with_users(&mut self, inst: Inst) {
        while let Some(user) = self.any_user(inst) {
            self.remove_with_users(user);
        }
        self.function.remove_inst(inst);
    }

    fn any_user(&self, inst: Inst) -> Option<Inst> {
        let result = self.function.insts[inst].result.expand()?;
        let slot = self.function.uses_of(result).next()?;
        Some(self.function.uses[slot].user)
    }

    /// If all uses of the current instruction count its bits, and all uses of the counts truncate them to at
    /// most 64 bits: what those give.
    fn narrow_counts(&self) -> Option<Vec<Value>> {
        let mut counts = Vec::new();
        let result = self.function.insts[self.at].result.expand()?;
        for slot in self.function.uses_of(result) {
            let call = self.function.uses[slot].user;
            let called = Intrinsic::of_call(self.module, self.function, call);
            if called != Some(Intrinsic::Ctpop) {
                return None;
            }
            let count = self.function.insts[call].result.expand()?;
            for slot in self.function.uses_of(count) {
                let user = self.function.uses[slot].user;
                let narrow = self.function.insts[user].result.expand()?;
                let is_trunc = self.function.insts[user].kind == InstKind::Cast(CastOp::Trunc);
                if !is_trunc || self.bits(self.ty(narrow))? > 64 {
                    return None;
                }
                counts.push(narrow);
            }
        }
        Some(counts)
    }

    /// `value` as a vector of elements of `bits` bits.
    fn as_elements(&mut self, value: Value, bits: u32) -> Value {
        let ty = self.ty(value);
        let shape = self.shape(ty).expect("elements of vectors are looked at");
        let old = self.bits(shape.element).unwrap_or(bits);
        let element = self.module.types.int(bits);
        let ty = self.vector(element, shape.len * old / bits);
        self.cast(CastOp::BitCast, value, ty)
    }

    /// The number of bits that are set, in each element.
    fn count_ones(&mut self, value: Value, bits: u32) -> Value {
        let ty = self.ty(value);
        let bytes = self.as_elements(value, 8);
        // Sums of two, four and eight bits, in place.
        let odd = self.binary_int(BinaryOp::LShr, bytes, 1);
        let odd = self.binary_int(BinaryOp::And, odd, 0x55);
        let pairs = self.binary(BinaryOp::Sub, bytes, odd);
        let high = self.binary_int(BinaryOp::LShr, pairs, 2);
        let high = self.binary_int(BinaryOp::And, high, 0x33);
        let low = self.binary_int(BinaryOp::And, pairs, 0x33);
        let nibbles = self.binary(BinaryOp::Add, low, high);
        let high = self.binary_int(BinaryOp::LShr, nibbles, 4);
        let sums = self.binary(BinaryOp::Add, nibbles, high);
        let sums = self.binary_int(BinaryOp::And, sums, 0x0f);
        if bits == 8 {
            return sums;
        }
        let mut sums = self.cast(CastOp::BitCast, sums, ty);
        let mut step = 8;
        while step < bits {
            let high = self.binary_int(BinaryOp::LShr, sums, u64::from(step));
            sums = self.binary(BinaryOp::Add, sums, high);
            step *= 2;
        }
        self.binary_int(BinaryOp::And, sums, 0x7f)
    }

    /// The bytes of each element in the opposite order: those of pairs by shifts, then the pairs.
    fn swap_bytes(&mut self, value: Value, bits: u32) -> Value {
        if bits == 8 {
            return value;
        }
        let ty = self.ty(value);
        let pairs = self.as_elements(value, 16);
        let high = self.binary_int(BinaryOp::Shl, pairs, 8);
        let low = self.binary_int(BinaryOp::LShr, pairs, 8);
        let swapped = self.binary(BinaryOp::Or, high, low);
        let each = bits as i32 / 16;
        let len = self.shape(self.ty(swapped)).map_or(0, |s| s.len as i32);
        let mask: Vec<i32> = (0..len)
            .map(|index| index - index % each + (each - 1 - index % each))
            .collect();
        let poison = self.poison(self.ty(swapped));
        let swapped = match each {
            1 => swapped,
            _ => self.shuffle(swapped, poison, &mask),
        };
        self.cast(CastOp::BitCast, swapped, ty)
    }

    /// The bits of each byte in the opposite order: halves, then pairs, then single bits change places.
    fn reverse_bytes(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let mut bytes = self.as_elements(value, 8);
        for (step, mask) in [(4, 0x0f), (2, 0x33), (1, 0x55)] {
            let high = self.binary_int(BinaryOp::And, bytes, mask);
            let high = self.binary_int(BinaryOp::Shl, high, step);
            let low = self.binary_int(BinaryOp::LShr, bytes, step);
            let low = self.binary_int(BinaryOp::And, low, mask);
            bytes = self.binary(BinaryOp::Or, high, low);
        }
        debug_assert_eq!(self.module.types.scalar(self.ty(bytes)), TypeTable::I8);
        self.cast(CastOp::BitCast, bytes, ty)
    }
}
