//! Instructions that compute.

use avarice_ir::typing;
use avarice_ir::{
    BinaryOp, CastOp, FloatPredicate, InstFlags, InstKind, IntPredicate, Type, TypeData,
};

use crate::error::Result;
use crate::reader::Reader;
use crate::tables::bodies::Parts;

/// The operator with this number on integers or floating-point numbers.
pub(crate) fn binary_op(code: u64, is_float: bool) -> Option<BinaryOp> {
    Some(match (code, is_float) {
        (0, false) => BinaryOp::Add,
        (0, true) => BinaryOp::FAdd,
        (1, false) => BinaryOp::Sub,
        (1, true) => BinaryOp::FSub,
        (2, false) => BinaryOp::Mul,
        (2, true) => BinaryOp::FMul,
        (3, false) => BinaryOp::UDiv,
        (4, false) => BinaryOp::SDiv,
        (4, true) => BinaryOp::FDiv,
        (5, false) => BinaryOp::URem,
        (6, false) => BinaryOp::SRem,
        (6, true) => BinaryOp::FRem,
        (7, false) => BinaryOp::Shl,
        (8, false) => BinaryOp::LShr,
        (9, false) => BinaryOp::AShr,
        (10, false) => BinaryOp::And,
        (11, false) => BinaryOp::Or,
        (12, false) => BinaryOp::Xor,
        _ => return None,
    })
}

/// The conversion with this number. The last one is LLVM 22's `ptrtoaddr`.
pub(crate) fn cast_op(code: u64) -> Option<CastOp> {
    Some(match code {
        0 => CastOp::Trunc,
        1 => CastOp::ZExt,
        2 => CastOp::SExt,
        3 => CastOp::FpToUi,
        4 => CastOp::FpToSi,
        5 => CastOp::UiToFp,
        6 => CastOp::SiToFp,
        7 => CastOp::FpTrunc,
        8 => CastOp::FpExt,
        9 | 13 => CastOp::PtrToInt,
        10 => CastOp::IntToPtr,
        11 => CastOp::BitCast,
        12 => CastOp::AddrSpaceCast,
        _ => return None,
    })
}

/// Flags of `getelementptr`; `inbounds` implies `nusw`, which is then not set.
pub(crate) fn gep_flags(bits: u64) -> InstFlags {
    let mut flags = InstFlags::empty();
    flags.set(InstFlags::INBOUNDS, bits & 1 != 0);
    flags.set(InstFlags::NUSW, bits & 3 == 2);
    flags.set(InstFlags::NUW, bits & 4 != 0);
    flags
}

/// Fast-math flags.
pub(crate) fn fast_flags(bits: u64) -> InstFlags {
    if bits & 1 != 0 {
        return InstFlags::FAST;
    }
    let flags = [
        InstFlags::NNAN,
        InstFlags::NINF,
        InstFlags::NSZ,
        InstFlags::ARCP,
        InstFlags::CONTRACT,
        InstFlags::AFN,
        InstFlags::REASSOC,
    ];
    let set = flags.into_iter().enumerate();
    let set = set.filter(|(bit, _)| bits >> (bit + 1) & 1 == 1);
    set.map(|(_, flag)| flag).collect()
}

/// The flags of a binary operator.
fn binary_flags(op: BinaryOp, bits: u64) -> InstFlags {
    use BinaryOp::*;
    let mut flags = InstFlags::empty();
    match op {
        Add | Sub | Mul | Shl => {
            flags.set(InstFlags::NUW, bits & 1 != 0);
            flags.set(InstFlags::NSW, bits & 2 != 0);
        }
        UDiv | SDiv | LShr | AShr => flags.set(InstFlags::EXACT, bits & 1 != 0),
        Or => flags.set(InstFlags::DISJOINT, bits & 1 != 0),
        FAdd | FSub | FMul | FDiv | FRem => flags = fast_flags(bits),
        URem | SRem | And | Xor => {}
    }
    flags
}

fn float_predicate(code: u64) -> Option<FloatPredicate> {
    use FloatPredicate::*;
    let all = [
        False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Uno, Ueq, Ugt, Uge, Ult, Ule, Une, True,
    ];
    all.get(code as usize).copied()
}

fn int_predicate(code: u64) -> Option<IntPredicate> {
    use IntPredicate::*;
    let all = [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle];
    all.get(code.checked_sub(32)? as usize).copied()
}

impl Reader<'_> {
    /// The instruction in the last record; `None` for one that has become something else.
    pub fn parts(&mut self, code: u32) -> Result<Option<Parts>> {
        let parts = match code {
            2 => self.binary(),
            3 => self.cast(),
            6 => self.extract_element(),
            7 => self.insert_element(),
            8 => self.shuffle_vector(),
            9 | 28 => self.compare(),
            10 => self.ret(),
            11 => self.br(),
            12 => self.switch(),
            13 => self.invoke(),
            15 => self.unreachable(),
            16 => self.phi(),
            19 => self.alloca(),
            20 => self.load(false),
            23 => self.va_arg(),
            26 => self.extract_value(),
            27 => self.insert_value(),
            29 => self.select(),
            31 => self.indirect_br(),
            34 => return self.call(),
            36 => self.fence(),
            38 => self.atomic_rmw(true),
            39 => self.resume(),
            41 => self.load(true),
            43 => self.gep(),
            44 => self.store(false),
            45 => self.store(true),
            46 => self.cmpxchg(),
            47 => self.landing_pad(),
            48 => self.cleanup_ret(),
            49 => self.catch_ret(),
            50 => self.pad(InstKind::CatchPad),
            51 => self.pad(InstKind::CleanupPad),
            52 => self.catch_switch(),
            56 => self.fneg(),
            57 => self.callbr(),
            58 => self.freeze(),
            59 => self.atomic_rmw(false),
            _ => Err(self.error(format!("instructions of kind {code} are not read"))),
        };
        parts.map(Some)
    }

    /// `[left, right, operator, flags]`
    #[inline]
    fn binary(&mut self) -> Result<Parts> {
        let mut at = 0;
        let left = self.next_operand(&mut at)?;
        let ty = self.value_type(left);
        self.next_operand_of(&mut at, ty)?;
        let is_float = typing::is_float_or_vector(&self.module, ty);
        let Some(op) = binary_op(self.operand(at)?, is_float) else {
            let ty = typing::type_name(&self.module, ty);
            return Err(self.error(format!("there is no such binary operator on {ty}")));
        };
        self.follow(typing::check_binary(&self.module, op, ty))?;
        let flags = binary_flags(op, self.operand_or_zero(at + 1));
        Ok(Parts::with_flags(InstKind::Binary(op), ty, flags))
    }

    /// `[value, type, operator, flags]`
    #[inline]
    fn cast(&mut self) -> Result<Parts> {
        let mut at = 0;
        let value = self.next_operand(&mut at)?;
        let to = self.type_operand(at)?;
        let Some(op) = cast_op(self.operand(at + 1)?) else {
            return Err(self.error("there is no such conversion"));
        };
        let from = self.value_type(value);
        self.follow(typing::check_cast(&self.module, op, from, to))?;
        let bits = self.operand_or_zero(at + 2);
        let mut flags = InstFlags::empty();
        match op {
            CastOp::ZExt | CastOp::UiToFp => flags.set(InstFlags::NNEG, bits & 1 != 0),
            CastOp::Trunc => {
                flags.set(InstFlags::NUW, bits & 1 != 0);
                flags.set(InstFlags::NSW, bits & 2 != 0);
            }
            CastOp::FpTrunc | CastOp::FpExt => flags = fast_flags(bits),
            _ => {}
        }
        Ok(Parts::with_flags(InstKind::Cast(op), to, flags))
    }

    /// `[left, right, predicate, flags]`
    #[inline]
    fn compare(&mut self) -> Result<Parts> {
        let mut at = 0;
        let left = self.next_operand(&mut at)?;
        let ty = self.value_type(left);
        self.next_operand_of(&mut at, ty)?;
        let (code, bits) = (self.operand(at)?, self.operand_or_zero(at + 1));
        let result = typing::comparison_type(&mut self.module, ty);
        if typing::is_float_or_vector(&self.module, ty)
            && let Some(predicate) = float_predicate(code)
        {
            let kind = InstKind::FCmp(predicate);
            return Ok(Parts::with_flags(kind, result, fast_flags(bits)));
        }
        let fits = typing::is_int_or_vector(&self.module, ty)
            || typing::is_ptr_or_vector(&self.module, ty);
        match int_predicate(code) {
            Some(predicate) if fits => {
                let mut flags = InstFlags::empty();
                flags.set(InstFlags::SAME_SIGN, bits & 1 != 0);
                Ok(Parts::with_flags(InstKind::ICmp(predicate), result, flags))
            }
            _ => {
                let ty = typing::type_name(&self.module, ty);
                Err(self.error(format!("there is no such comparison of {ty}")))
            }
        }
    }

    /// `[value, operator, flags]`
    fn fneg(&mut self) -> Result<Parts> {
        let mut at = 0;
        let value = self.next_operand(&mut at)?;
        let ty = self.value_type(value);
        if self.operand(at)? != 0 || !typing::is_float_or_vector(&self.module, ty) {
            return Err(self.error("'fneg' takes a floating-point operand"));
        }
        let flags = fast_flags(self.operand_or_zero(at + 1));
        Ok(Parts::with_flags(InstKind::FNeg, ty, flags))
    }

    fn freeze(&mut self) -> Result<Parts> {
        let value = self.next_operand(&mut 0)?;
        let ty = self.value_type(value);
        self.follow(typing::check_value_type(&self.module, ty))?;
        Ok(Parts::new(InstKind::Freeze, ty))
    }

    /// Refuses fast-math flags on a result that cannot have them.
    pub fn check_fast_flags(&self, flags: InstFlags, ty: Type) -> Result<()> {
        if flags.is_empty() || typing::carries_fast_flags(&self.module, ty) {
            return Ok(());
        }
        Err(self.error("fast-math flags need a floating-point result"))
    }

    /// `[value if true, value if false, condition, flags]`
    fn select(&mut self) -> Result<Parts> {
        let mut at = 0;
        let on_true = self.numbered(&mut at)?;
        let on_false = self.untyped(&mut at)?;
        let condition = self.numbered(&mut at)?;
        let condition = self.push(condition)?;
        let value = self.push(on_true)?;
        let ty = self.value_type(value);
        self.push_of(on_false, ty)?;
        let rule = typing::check_select(&self.module, self.value_type(condition), ty);
        self.follow(rule)?;
        let flags = fast_flags(self.operand_or_zero(at));
        self.check_fast_flags(flags, ty)?;
        Ok(Parts::with_flags(InstKind::Select, ty, flags))
    }

    /// `[type, (value, block)…, flags]`; distances are signed.
    fn phi(&mut self) -> Result<Parts> {
        let ty = self.type_operand(0)?;
        self.follow(typing::check_value_type(&self.module, ty))?;
        let len = self.stream.operands.len();
        let next = self.values.next();
        for at in (1..len - 1 + len % 2).step_by(2) {
            let distance = crate::attributes::unrotated(self.operand(at)?);
            let number = next.wrapping_sub(distance as u32);
            self.push_of(number, ty)?;
            self.target(at + 1)?;
        }
        let flags = match len % 2 {
            0 => fast_flags(self.operand(len - 1)?),
            _ => InstFlags::empty(),
        };
        self.check_fast_flags(flags, ty)?;
        Ok(Parts::with_flags(InstKind::Phi, ty, flags))
    }

    /// The indices in the operands from `at` on, and the type that they select in `ty`.
    fn indices(&self, at: usize, ty: Type) -> Result<(Box<[u32]>, Type)> {
        if !self.module.types.is_aggregate(ty) {
            let ty = typing::type_name(&self.module, ty);
            return Err(self.error(format!("the operand must be an array or struct, not {ty}")));
        }
        let operands = self.stream.operands.get(at..).unwrap_or_default();
        if operands.is_empty() {
            return Err(self.error("this record is too short"));
        }
        let mut indices = Vec::with_capacity(operands.len());
        let mut inner = ty;
        for operand in operands {
            let Ok(index) = u32::try_from(*operand) else {
                return Err(self.error("an index must be less than 2^32"));
            };
            inner = self.follow(typing::check_member(&self.module, inner, index))?;
            indices.push(index);
        }
        Ok((indices.into(), inner))
    }

    fn extract_value(&mut self) -> Result<Parts> {
        let mut at = 0;
        let value = self.next_operand(&mut at)?;
        let (indices, ty) = self.indices(at, self.value_type(value))?;
        Ok(Parts::new(InstKind::ExtractValue(indices), ty))
    }

    fn insert_value(&mut self) -> Result<Parts> {
        let mut at = 0;
        let aggregate = self.next_operand(&mut at)?;
        let element = self.next_operand(&mut at)?;
        let ty = self.value_type(aggregate);
        let (indices, wanted) = self.indices(at, ty)?;
        if self.value_type(element) != wanted {
            return Err(self.error("the element to insert does not have its type"));
        }
        Ok(Parts::new(InstKind::InsertValue(indices), ty))
    }

    fn extract_element(&mut self) -> Result<Parts> {
        let mut at = 0;
        let vector = self.next_operand(&mut at)?;
        let index = self.next_operand(&mut at)?;
        let types = (self.value_type(vector), self.value_type(index));
        let rule = typing::check_extract_element(&self.module, types.0, types.1);
        Ok(Parts::new(InstKind::ExtractElement, self.follow(rule)?))
    }

    fn insert_element(&mut self) -> Result<Parts> {
        let mut at = 0;
        let vector = self.next_operand(&mut at)?;
        let ty = self.value_type(vector);
        let TypeData::Vector { element, .. } = self.module.types[ty] else {
            return Err(self.error("'insertelement' takes a vector"));
        };
        self.next_operand_of(&mut at, element)?;
        let index = self.next_operand(&mut at)?;
        let index = self.value_type(index);
        let rule = typing::check_insert_element(&self.module, ty, element, index);
        self.follow(rule)?;
        Ok(Parts::new(InstKind::InsertElement, ty))
    }

    fn shuffle_vector(&mut self) -> Result<Parts> {
        let mut at = 0;
        let first = self.next_operand(&mut at)?;
        let vector = self.value_type(first);
        self.next_operand_of(&mut at, vector)?;
        let mask = self.next_constant(&mut at)?;
        let rule = typing::check_shuffle(&mut self.module, vector, vector, mask);
        let ty = self.follow(rule)?;
        let scalable = matches!(typing::shape_of(&self.module, ty), Some((_, true)));
        let mask = self.shuffle_lanes(mask)?;
        Ok(Parts::new(InstKind::ShuffleVector { mask, scalable }, ty))
    }
}
