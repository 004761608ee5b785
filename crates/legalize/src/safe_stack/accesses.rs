//! Which objects are provably accessed only within their bounds.
//!
//! The address of an access is traced back to the object; a variable index is assumed to have any value that its width,
//! a mask or a shift allows.

use avarice_ir::{
    BinaryOp, CastOp, ConstKind, DataLayout, Function, GepStep, GepWalk, Inst, InstKind, Intrinsic,
    Module, Value,
};
use cranelift_entity::EntitySet;

/// So many instructions are followed back from an address or index.
const MAX_DEPTH: usize = 16;

/// One function whose objects are looked at.
#[derive(Clone, Copy)]
pub(super) struct Accesses<'a> {
    pub(super) module: &'a Module,
    pub(super) layout: &'a DataLayout,
    pub(super) function: &'a Function,
}

/// The least and the largest value.
type Range = (i128, i128);

impl Accesses<'_> {
    /// Whether all that is done with `object`, an address of `size` bytes, is known to be in its bounds.
    pub(super) fn are_safe(&self, object: Value, size: u64) -> bool {
        let mut seen: EntitySet<Inst> = EntitySet::new();
        let mut rest = vec![object];
        while let Some(value) = rest.pop() {
            for slot in self.function.uses_of(value) {
                let user = self.function.uses[slot].user;
                match self.use_is_safe(user, value, (object, size)) {
                    Some(true) => {}
                    Some(false) => return false,
                    None => {
                        let result = self.function.insts[user].result.expand();
                        if let Some(result) = result.filter(|_| seen.insert(user)) {
                            rest.push(result);
                        }
                    }
                }
            }
        }
        true
    }

    /// Whether `user` may have `value`; `None` if that depends on what becomes of its result.
    fn use_is_safe(&self, user: Inst, value: Value, object: (Value, u64)) -> Option<bool> {
        let types = &self.module.types;
        let function = self.function;
        let size_of = |value: Value| self.layout.store_size(types, function.values[value].ty);
        let in_bounds =
            |size: Option<u64>| size.is_some_and(|size| self.is_within(value, size, object));
        match &function.insts[user].kind {
            InstKind::Load { .. } => {
                let result = function.insts[user].result.expand();
                Some(in_bounds(result.and_then(size_of)))
            }
            InstKind::Store { .. } => {
                let stored = function.operand(user, 0);
                Some(stored != value && in_bounds(size_of(stored)))
            }
            InstKind::CmpXchg { .. } | InstKind::AtomicRmw { .. } => {
                let is_address = function.operand(user, 0) == value;
                let others = function.operands(user).skip(1).all(|other| other != value);
                Some(is_address && others && in_bounds(size_of(function.operand(user, 1))))
            }
            InstKind::VaArg => Some(true),
            InstKind::Ret => Some(false),
            InstKind::Call(_) | InstKind::Invoke(_) | InstKind::CallBr(_) => {
                Some(self.call_is_safe(user, value, object))
            }
            _ => None,
        }
    }

    fn call_is_safe(&self, call: Inst, value: Value, object: (Value, u64)) -> bool {
        use Intrinsic::{
            LifetimeEnd, LifetimeStart, Memcpy, MemcpyInline, Memmove, Memset, MemsetInline,
        };
        match Intrinsic::of_call(self.module, self.function, call) {
            Some(LifetimeStart | LifetimeEnd) => return true,
            Some(Memcpy | MemcpyInline | Memmove | Memset | MemsetInline) => {
                let length = self.constant(self.function.operand(call, 2));
                let length = length.and_then(|length| u64::try_from(length).ok());
                return length.is_some_and(|length| self.is_within(value, length, object));
            }
            _ => {}
        }
        let Some(info) = self.function.insts[call].kind.call_info() else {
            return false;
        };
        let callee = avarice_ir::intrinsics::called_global(self.module, self.function, call);
        let declared = callee.and_then(|global| self.module.globals[global].function());
        let has = |index: usize, name: &str| {
            let own = info.attrs.params.get(index).copied().flatten();
            let other = declared.and_then(|data| data.attrs.params.get(index).copied().flatten());
            self.module.attrs(own).has(name) || self.module.attrs(other).has(name)
        };
        let args = self.function.operands(call).take(info.num_args as usize);
        let mut given = args.enumerate().filter(|(_, arg)| *arg == value);
        given.all(|(index, _)| has(index, "nocapture") && has(index, "readnone"))
    }

    /// Whether `size` bytes at `address` are within the object.
    fn is_within(&self, address: Value, size: u64, (object, bytes): (Value, u64)) -> bool {
        let range = self.distance(address, object, MAX_DEPTH);
        range.is_some_and(|(low, high)| low >= 0 && high + i128::from(size) <= i128::from(bytes))
    }

    /// How far `address` is from the beginning of `object`.
    fn distance(&self, address: Value, object: Value, depth: usize) -> Option<Range> {
        if address == object {
            return Some((0, 0));
        }
        let inst = self.function.def_inst(address)?;
        let InstKind::GetElementPtr { source } = self.function.insts[inst].kind else {
            return None;
        };
        let base = self.function.operand(inst, 0);
        let (mut low, mut high) = self.distance(base, object, depth.checked_sub(1)?)?;
        let mut walk = GepWalk::new(source);
        for index in self.function.operands(inst).skip(1) {
            let constant = self.constant(index);
            match walk.step(self.layout, &self.module.types, constant)? {
                GepStep::Offset(bytes) => {
                    low += i128::from(bytes);
                    high += i128::from(bytes);
                }
                GepStep::Stride(bytes) => {
                    let (from, to) = self.range(index, depth)?;
                    low = low.checked_add(from.checked_mul(bytes.into())?)?;
                    high = high.checked_add(to.checked_mul(bytes.into())?)?;
                }
            }
        }
        Some((low, high))
    }

    /// The signed value of a constant integer of at most 64 bits.
    pub(super) fn constant(&self, value: Value) -> Option<i64> {
        let bits = self.bits(value)?;
        match self.module.consts[self.function.as_const(value)?].kind {
            ConstKind::Int(value) => Some((value as i64) << (64 - bits) >> (64 - bits)),
            ConstKind::Zero => Some(0),
            _ => None,
        }
    }

    /// The width of an integer of 1 to 64 bits.
    fn bits(&self, value: Value) -> Option<u32> {
        let bits = self.module.types.int_bits(self.function.values[value].ty)?;
        (1..=64).contains(&bits).then_some(bits)
    }

    /// The values that an integer may have, as a signed number.
    fn range(&self, value: Value, depth: usize) -> Option<Range> {
        let bits = self.bits(value)?;
        let half = 1_i128 << (bits - 1);
        let all = (-half, half - 1);
        if let Some(number) = self.constant(value) {
            return Some((number.into(), number.into()));
        }
        let (Some(inst), Some(depth)) = (self.function.def_inst(value), depth.checked_sub(1))
        else {
            return Some(all);
        };
        let operand = |index| self.function.operand(inst, index);
        let found = match self.function.insts[inst].kind {
            InstKind::Cast(CastOp::SExt) => self.range(operand(0), depth)?,
            InstKind::Select => {
                let (yes, no) = (
                    self.range(operand(1), depth)?,
                    self.range(operand(2), depth)?,
                );
                (yes.0.min(no.0), yes.1.max(no.1))
            }
            _ => (0, self.most(value, depth)?),
        };
        Some(if found.1 > all.1 { all } else { found })
    }

    /// The largest value that an integer may have, as an unsigned number.
    fn most(&self, value: Value, depth: usize) -> Option<i128> {
        let bits = self.bits(value)?;
        let all = (1_i128 << bits) - 1;
        let unsigned = |value| self.constant(value).map(|number| i128::from(number) & all);
        if let Some(number) = unsigned(value) {
            return Some(number);
        }
        let (Some(inst), Some(depth)) = (self.function.def_inst(value), depth.checked_sub(1))
        else {
            return Some(all);
        };
        let operand = |index| self.function.operand(inst, index);
        Some(match self.function.insts[inst].kind {
            InstKind::Cast(CastOp::ZExt) => self.most(operand(0), depth)?,
            InstKind::Binary(BinaryOp::And) => self
                .most(operand(0), depth)?
                .min(self.most(operand(1), depth)?),
            InstKind::Binary(BinaryOp::LShr) => match unsigned(operand(1)) {
                Some(count) if count < bits.into() => self.most(operand(0), depth)? >> count,
                _ => all,
            },
            InstKind::Binary(BinaryOp::URem) => match unsigned(operand(1)) {
                Some(divisor) if divisor > 0 => divisor - 1,
                _ => all,
            },
            _ => all,
        })
    }
}
