//! Arithmetic, comparisons, conversions, and parts of structs.

use crate::entities::{Type, Value};
use crate::inst::{BinaryOp, CastOp, FloatPredicate, InstKind, IntPredicate};
use crate::types::{TypeData, TypeTable};

use super::FunctionBuilder;

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        impl FunctionBuilder<'_> {
            $($(#[$doc])*
            #[track_caller]
            pub fn $name(&mut self, left: Value, right: Value) -> Value {
                self.binary(BinaryOp::$op, left, right)
            })*
        }
    };
}

binary! {
    /// `left + right` of integers
    add = Add;
    /// `left - right` of integers
    sub = Sub;
    /// `left * right` of integers
    mul = Mul;
    /// `left / right` of signed integers
    sdiv = SDiv;
    /// `left / right` of unsigned integers
    udiv = UDiv;
    /// The remainder of signed integers, with the sign of `left`
    srem = SRem;
    /// The remainder of unsigned integers
    urem = URem;
    /// The bits of both
    and = And;
    /// The bits of either
    or = Or;
    /// The bits of one of the two
    xor = Xor;
    /// `left << right`
    shl = Shl;
    /// `left >> right`, filled with zeros
    lshr = LShr;
    /// `left >> right`, filled with the sign
    ashr = AShr;
    /// `left + right` of floating-point numbers
    fadd = FAdd;
    /// `left - right` of floating-point numbers
    fsub = FSub;
    /// `left * right` of floating-point numbers
    fmul = FMul;
    /// `left / right` of floating-point numbers
    fdiv = FDiv;
}

impl FunctionBuilder<'_> {
    /// An operation on two values of one type.
    ///
    /// # Panics
    /// In builds with debug assertions, for types that the operation does not take. So do all operations here.
    #[track_caller]
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> Value {
        let ty = self.type_of(left);
        self.expect_type(op.keyword(), self.type_of(right), ty);
        let types = self.module.types();
        let scalar = types.scalar(ty);
        let is_float = op.keyword().starts_with('f');
        let fits = match is_float {
            true => types.is_float(scalar),
            false => types.is_int(scalar),
        };
        self.expect_kind(op.keyword(), ty, fits);
        self.value(InstKind::Binary(op), ty, &[left, right])
    }

    /// `-value` of an integer
    #[track_caller]
    pub fn neg(&mut self, value: Value) -> Value {
        let ty = self.type_of(value);
        let zero = self.module.zero(ty);
        let zero = self.constant(zero);
        self.sub(zero, value)
    }

    /// All bits of an integer the other way round; for one bit, what is false.
    #[track_caller]
    pub fn not(&mut self, value: Value) -> Value {
        let ones = self.int(self.type_of(value), -1);
        self.xor(value, ones)
    }

    /// `-value` of a floating-point number
    #[track_caller]
    pub fn fneg(&mut self, value: Value) -> Value {
        let ty = self.type_of(value);
        let types = self.module.types();
        self.expect_kind("fneg", ty, types.is_float(types.scalar(ty)));
        self.value(InstKind::FNeg, ty, &[value])
    }

    /// Compares integers or pointers.
    #[track_caller]
    pub fn icmp(&mut self, predicate: IntPredicate, left: Value, right: Value) -> Value {
        let ty = self.type_of(left);
        self.expect_type("icmp", self.type_of(right), ty);
        let types = self.module.types();
        let scalar = types.scalar(ty);
        self.expect_kind("icmp", ty, types.is_int(scalar) || types.is_ptr(scalar));
        let result = self.truth_type(ty);
        self.value(InstKind::ICmp(predicate), result, &[left, right])
    }

    /// Compares floating-point numbers.
    #[track_caller]
    pub fn fcmp(&mut self, predicate: FloatPredicate, left: Value, right: Value) -> Value {
        let ty = self.type_of(left);
        self.expect_type("fcmp", self.type_of(right), ty);
        let types = self.module.types();
        self.expect_kind("fcmp", ty, types.is_float(types.scalar(ty)));
        let result = self.truth_type(ty);
        self.value(InstKind::FCmp(predicate), result, &[left, right])
    }

    /// `i1`, or a vector of as many as `ty` has elements.
    fn truth_type(&mut self, ty: Type) -> Type {
        match self.module.types()[ty] {
            TypeData::Vector { len, .. } => self.module.vector_type(TypeTable::I1, len),
            _ => TypeTable::I1,
        }
    }

    /// Converts to `ty`.
    #[track_caller]
    pub fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Value {
        let from = self.type_of(value);
        let types = self.module.types();
        let (source, target) = (types.scalar(from), types.scalar(ty));
        let is_int = |ty| types.is_int(ty);
        let is_float = |ty| types.is_float(ty);
        let (takes, gives) = match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => (is_int(source), is_int(target)),
            CastOp::FpTrunc | CastOp::FpExt => (is_float(source), is_float(target)),
            CastOp::FpToUi | CastOp::FpToSi => (is_float(source), is_int(target)),
            CastOp::UiToFp | CastOp::SiToFp => (is_int(source), is_float(target)),
            CastOp::PtrToInt => (types.is_ptr(source), is_int(target)),
            CastOp::IntToPtr => (is_int(source), types.is_ptr(target)),
            CastOp::BitCast | CastOp::AddrSpaceCast => (true, true),
        };
        self.expect_kind(op.keyword(), from, takes);
        self.expect_kind(op.keyword(), ty, gives);
        self.value(InstKind::Cast(op), ty, &[value])
    }

    /// One of two values of a type, as `condition` says.
    #[track_caller]
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Value {
        let ty = self.type_of(if_true);
        self.expect_type("select", self.type_of(if_false), ty);
        let test = self.type_of(condition);
        let is_truth = self.module.types().scalar(test) == TypeTable::I1;
        self.expect_kind("select", test, is_truth);
        self.value(InstKind::Select, ty, &[condition, if_true, if_false])
    }

    /// A field of a struct, or an element of an array, that is a value.
    #[track_caller]
    pub fn extract_value(&mut self, aggregate: Value, index: u32) -> Value {
        let ty = self.type_of(aggregate);
        let types = self.module.types();
        let element = types.element(ty, u64::from(index));
        let element = element.filter(|_| types.is_aggregate(ty));
        self.expect_kind("extractvalue", ty, element.is_some());
        let element = element.unwrap_or(TypeTable::I32);
        let kind = InstKind::ExtractValue([index].into());
        self.value(kind, element, &[aggregate])
    }

    /// A struct or array that is a value, with another field or element.
    #[track_caller]
    pub fn insert_value(&mut self, aggregate: Value, element: Value, index: u32) -> Value {
        let ty = self.type_of(aggregate);
        if let Some(expected) = self.module.types().element(ty, u64::from(index)) {
            self.expect_type("insertvalue", self.type_of(element), expected);
        }
        self.expect_kind("insertvalue", ty, self.module.types().is_aggregate(ty));
        let kind = InstKind::InsertValue([index].into());
        self.value(kind, ty, &[aggregate, element])
    }

    /// An element of a vector.
    #[track_caller]
    pub fn extract_element(&mut self, vector: Value, index: Value) -> Value {
        let ty = self.type_of(vector);
        let types = self.module.types();
        self.expect_kind("extractelement", ty, types.is_vector(ty));
        let element = types.scalar(ty);
        self.value(InstKind::ExtractElement, element, &[vector, index])
    }

    /// A vector with another element.
    #[track_caller]
    pub fn insert_element(&mut self, vector: Value, element: Value, index: Value) -> Value {
        let ty = self.type_of(vector);
        let types = self.module.types();
        self.expect_kind("insertelement", ty, types.is_vector(ty));
        self.expect_type("insertelement", self.type_of(element), types.scalar(ty));
        self.value(InstKind::InsertElement, ty, &[vector, element, index])
    }
}
