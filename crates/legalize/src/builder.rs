//! Creates the instructions that replace another, in front of it.

use avarice_ir::{
    AtomicOrdering, AttributeList, BinaryOp, CallInfo, CallingConv, CastOp, Const, ConstKind,
    FloatPredicate, Function, Global, Inst, InstFlags, InstKind, IntPredicate, Intrinsic, Module,
    TailKind, Type, TypeData, TypeTable, Value, declare_function,
};

use super::float::format::Format;
use crate::target::ExpansionTarget;

/// Inserts instructions before `at`. Operations on constants are folded where that spares code in most
/// uses: taking elements out of what was just put together.
pub(super) struct Builder<'a> {
    /// The module, without the body of the current function.
    pub module: &'a mut Module,
    /// The current function.
    pub function: &'a mut Function,
    /// The instruction that is replaced.
    pub at: Inst,
    /// The function whose body is processed.
    pub global: Global,
    /// The target.
    pub target: &'a dyn ExpansionTarget,
}

/// The shape of a vector type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Element type.
    pub element: Type,
    /// Number of elements.
    pub len: u32,
}

impl Builder<'_> {
    // ---- Types and constants ------------------------------------------------------------------

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.function.values[value].ty
    }

    /// The shape of a vector of fixed length, `None` for other types.
    pub fn shape(&self, ty: Type) -> Option<Shape> {
        match self.module.types[ty] {
            TypeData::Vector {
                element,
                len,
                scalable: false,
            } => Some(Shape { element, len }),
            _ => None,
        }
    }

    /// The vector type of `len` elements.
    pub fn vector(&mut self, element: Type, len: u32) -> Type {
        self.module.types.intern(TypeData::Vector {
            element,
            len,
            scalable: false,
        })
    }

    /// `ty` with another element type: a vector of as many elements, or the element for a scalar.
    pub fn with_element(&mut self, ty: Type, element: Type) -> Type {
        match self.shape(ty) {
            Some(shape) => self.vector(element, shape.len),
            None => element,
        }
    }

    /// Bits of an integer type or of the elements of a vector of integers.
    pub fn bits(&self, ty: Type) -> Option<u32> {
        self.module.types.int_bits(self.module.types.scalar(ty))
    }

    fn use_const(&mut self, id: Const) -> Value {
        self.function.const_value(&self.module.consts, id)
    }

    /// The integer `value` of type `ty` of at most 64 bits, or a vector of which each element is that.
    pub fn int(&mut self, ty: Type, value: u64) -> Value {
        let scalar = self.module.types.scalar(ty);
        let element = self.module.int_constant(scalar, value);
        self.splat_const(ty, element)
    }

    fn splat_const(&mut self, ty: Type, element: Const) -> Value {
        let is_zero = matches!(
            self.module.consts[element].kind,
            ConstKind::Int(0) | ConstKind::Float(0) | ConstKind::Null
        );
        let id = match self.shape(ty) {
            None => element,
            Some(_) if is_zero => self.module.constant(ty, ConstKind::Zero),
            Some(_) => self.module.constant(ty, ConstKind::Splat(element)),
        };
        self.use_const(id)
    }

    /// The integer `value` of type `ty` of at most 128 bits.
    pub fn wide_int(&mut self, ty: Type, value: u128) -> Value {
        match self.bits(ty) {
            Some(bits @ 65..) => {
                let value = value & (u128::MAX >> 128u32.saturating_sub(bits));
                let words = [value as u64, (value >> 64) as u64];
                let id = self.module.constant(ty, ConstKind::BigInt(words.into()));
                self.use_const(id)
            }
            _ => self.int(ty, value as u64),
        }
    }

    /// The number of these bits.
    pub fn float_constant(&mut self, format: Format, bits: u128) -> Value {
        let kind = match format {
            Format::X87 | Format::Quad => ConstKind::BigFloat([bits as u64, (bits >> 64) as u64]),
            _ => ConstKind::Float(bits as u64),
        };
        let id = self.module.constant(format.ty(), kind);
        self.use_const(id)
    }

    /// The vector of these integers, of at most 64 bits each.
    pub fn int_vector(&mut self, element: Type, values: &[u64]) -> Value {
        if let [first, rest @ ..] = values
            && rest.iter().all(|value| value == first)
        {
            let ty = self.vector(element, values.len() as u32);
            return self.int(ty, *first);
        }
        let elements = values
            .iter()
            .map(|value| self.module.int_constant(element, *value))
            .collect();
        let ty = self.vector(element, values.len() as u32);
        let id = self.module.constant(ty, ConstKind::Aggregate(elements));
        self.use_const(id)
    }

    /// `poison`.
    pub fn poison(&mut self, ty: Type) -> Value {
        let id = self.module.constant(ty, ConstKind::Poison);
        self.use_const(id)
    }

    /// The integer of at most 64 bits that `value` is, `None` for anything else.
    pub fn const_int(&self, value: Value) -> Option<u64> {
        match self.module.consts[self.function.as_const(value)?].kind {
            ConstKind::Int(bits) => Some(bits),
            ConstKind::Zero if self.module.types.is_int(self.ty(value)) => Some(0),
            _ => None,
        }
    }

    /// Element `index` of a constant vector, `None` if that is no constant of its own.
    fn const_element(&mut self, id: Const, index: u32) -> Option<Value> {
        let data = &self.module.consts[id];
        let element = self.shape(data.ty)?.element;
        let kind = match &data.kind {
            ConstKind::Aggregate(elements) => {
                let id = *elements.get(index as usize)?;
                return Some(self.use_const(id));
            }
            ConstKind::Splat(id) => {
                let id = *id;
                return Some(self.use_const(id));
            }
            ConstKind::Zero => match self.module.types[element] {
                TypeData::Integer(..=64) => ConstKind::Int(0),
                TypeData::Pointer(_) => ConstKind::Null,
                TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => {
                    ConstKind::Float(0)
                }
                TypeData::X86Fp80 | TypeData::Fp128 => ConstKind::BigFloat([0; 2]),
                _ => return None,
            },
            ConstKind::Undef => ConstKind::Undef,
            ConstKind::Poison => ConstKind::Poison,
            _ => return None,
        };
        let id = self.module.constant(element, kind);
        Some(self.use_const(id))
    }

    /// The integers of at most 64 bits that the elements of a constant vector are, undefined ones taken
    /// for 0; `None` if one of them is none.
    pub fn const_elements(&mut self, value: Value) -> Option<Vec<u64>> {
        let id = self.function.as_const(value)?;
        let shape = self.shape(self.ty(value))?;
        let mut elements = Vec::with_capacity(shape.len as usize);
        for index in 0..shape.len {
            let element = self.const_element(id, index)?;
            let id = self.function.as_const(element)?;
            elements.push(match self.module.consts[id].kind {
                ConstKind::Int(bits) => bits,
                ConstKind::Undef | ConstKind::Poison => 0,
                _ => return None,
            });
        }
        Some(elements)
    }

    /// The integer that all elements of a constant vector are, or that a constant is.
    pub fn const_splat(&mut self, value: Value) -> Option<u64> {
        if let Some(value) = self.const_int(value) {
            return Some(value);
        }
        let elements = self.const_elements(value)?;
        let first = *elements.first()?;
        elements.iter().all(|one| *one == first).then_some(first)
    }

    // ---- Instructions -------------------------------------------------------------------------

    /// Inserts an instruction and returns it.
    pub fn inst(&mut self, kind: InstKind, ty: Type, flags: InstFlags, operands: &[Value]) -> Inst {
        let has_result = ty != TypeTable::VOID;
        let inst = self
            .function
            .create_inst(kind, ty, has_result, operands, &[]);
        self.function.insts[inst].flags = flags;
        self.function.insts[inst].debug_loc = self.function.insts[self.at].debug_loc;
        self.function.set_origin(inst, self.at);
        self.function.insert_before(self.at, inst);
        inst
    }

    /// Inserts an instruction with a result and returns that.
    pub fn value(
        &mut self,
        kind: InstKind,
        ty: Type,
        flags: InstFlags,
        operands: &[Value],
    ) -> Value {
        let inst = self.inst(kind, ty, flags, operands);
        let result = self.function.insts[inst].result.expand();
        result.expect("instructions of types other than void have a result")
    }

    /// An arithmetic operation without flags.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> Value {
        self.binary_with(op, InstFlags::empty(), left, right)
    }

    /// An arithmetic operation.
    pub fn binary_with(
        &mut self,
        op: BinaryOp,
        flags: InstFlags,
        left: Value,
        right: Value,
    ) -> Value {
        let ty = self.ty(left);
        self.value(InstKind::Binary(op), ty, flags, &[left, right])
    }

    /// The same with the integer `right` (for each element) on the right.
    pub fn binary_int(&mut self, op: BinaryOp, left: Value, right: u64) -> Value {
        let ty = self.ty(left);
        let right = self.int(ty, right);
        self.binary(op, left, right)
    }

    /// All bits inverted.
    pub fn not(&mut self, value: Value) -> Value {
        self.binary_int(BinaryOp::Xor, value, u64::MAX)
    }

    /// A conversion.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty {
            return value;
        }
        self.value(InstKind::Cast(op), ty, InstFlags::empty(), &[value])
    }

    /// A comparison of integers.
    pub fn icmp(&mut self, predicate: IntPredicate, left: Value, right: Value) -> Value {
        let ty = self.ty(left);
        let ty = self.with_element(ty, TypeTable::I1);
        let kind = InstKind::ICmp(predicate);
        self.value(kind, ty, InstFlags::empty(), &[left, right])
    }

    /// A comparison of floating-point numbers.
    pub fn fcmp(&mut self, predicate: FloatPredicate, left: Value, right: Value) -> Value {
        let ty = self.ty(left);
        let ty = self.with_element(ty, TypeTable::I1);
        let kind = InstKind::FCmp(predicate);
        self.value(kind, ty, InstFlags::empty(), &[left, right])
    }

    /// `condition ? yes : no`
    pub fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.ty(yes);
        let operands = [condition, yes, no];
        self.value(InstKind::Select, ty, InstFlags::empty(), &operands)
    }

    /// Element `index` of a vector.
    pub fn extract(&mut self, vector: Value, index: u32) -> Value {
        let (mut source, mut at) = (vector, index);
        loop {
            if let Some(id) = self.function.as_const(source) {
                if let Some(element) = self.const_element(id, at) {
                    return element;
                }
                break;
            }
            let Some(inst) = self.function.def_inst(source) else {
                break;
            };
            let operand = |index| self.function.operand(inst, index);
            match &self.function.insts[inst].kind {
                InstKind::InsertElement => match self.const_int(operand(2)) {
                    Some(place) if place == u64::from(at) => return operand(1),
                    Some(_) => source = operand(0),
                    None => break,
                },
                InstKind::ShuffleVector { mask, .. } => {
                    let len = self.shape(self.ty(operand(0))).map_or(0, |s| s.len);
                    match mask.get(at as usize).map(|from| u32::try_from(*from)) {
                        Some(Ok(from)) if from < len => (source, at) = (operand(0), from),
                        Some(Ok(from)) => (source, at) = (operand(1), from - len),
                        _ => break,
                    }
                }
                _ => break,
            }
        }
        let ty = self.ty(source);
        let element = self.module.types.scalar(ty);
        let index = self.int(TypeTable::I32, u64::from(at));
        let kind = InstKind::ExtractElement;
        self.value(kind, element, InstFlags::empty(), &[source, index])
    }

    /// `vector` with element `index` replaced.
    pub fn insert(&mut self, vector: Value, element: Value, index: u32) -> Value {
        let ty = self.ty(vector);
        let index = self.int(TypeTable::I32, u64::from(index));
        let operands = [vector, element, index];
        self.value(InstKind::InsertElement, ty, InstFlags::empty(), &operands)
    }

    /// The vector of these elements, of which there is at least one.
    pub fn gather(&mut self, elements: &[Value]) -> Value {
        let element = self.ty(elements[0]);
        let ty = self.vector(element, elements.len() as u32);
        let mut vector = self.poison(ty);
        for (index, element) in elements.iter().enumerate() {
            vector = self.insert(vector, *element, index as u32);
        }
        vector
    }

    /// All elements of a vector.
    pub fn elements(&mut self, vector: Value) -> Vec<Value> {
        let len = self.shape(self.ty(vector)).map_or(0, |shape| shape.len);
        (0..len).map(|index| self.extract(vector, index)).collect()
    }

    /// The vector of elements `mask` of two vectors of one type; -1 stands for any.
    pub fn shuffle(&mut self, left: Value, right: Value, mask: &[i32]) -> Value {
        let element = self.module.types.scalar(self.ty(left));
        let ty = self.vector(element, mask.len() as u32);
        let kind = InstKind::ShuffleVector {
            mask: mask.into(),
            scalable: false,
        };
        self.value(kind, ty, InstFlags::empty(), &[left, right])
    }

    /// The vector of which each element is `element`.
    pub fn splat(&mut self, element: Value, len: u32) -> Value {
        let ty = self.ty(element);
        let ty = self.vector(ty, len);
        if let Some(id) = self.function.as_const(element) {
            return self.splat_const(ty, id);
        }
        let poison = self.poison(ty);
        let first = self.insert(poison, element, 0);
        self.shuffle(first, poison, &vec![0; len as usize])
    }

    // ---- Memory -------------------------------------------------------------------------------

    /// A plain load.
    pub fn load(&mut self, ty: Type, pointer: Value, align: u64) -> Value {
        let kind = InstKind::Load {
            align,
            ordering: AtomicOrdering::NotAtomic,
            scope: None,
        };
        self.value(kind, ty, InstFlags::empty(), &[pointer])
    }

    /// A plain store.
    pub fn store(&mut self, value: Value, pointer: Value, align: u64) {
        let kind = InstKind::Store {
            align,
            ordering: AtomicOrdering::NotAtomic,
            scope: None,
        };
        let operands = [value, pointer];
        self.inst(kind, TypeTable::VOID, InstFlags::empty(), &operands);
    }

    /// `pointer + index * size of ty`
    pub fn element_pointer(&mut self, ty: Type, pointer: Value, index: Value) -> Value {
        let kind = InstKind::GetElementPtr { source: ty };
        let operands = [pointer, index];
        self.value(kind, TypeTable::PTR, InstFlags::empty(), &operands)
    }

    /// The address of element `index` of a vector in memory, where elements have no padding.
    pub fn lane_pointer(&mut self, element: Type, pointer: Value, index: Value) -> Value {
        let stride = match element {
            TypeTable::X86_FP80 => self.module.types.intern(TypeData::Array {
                element: TypeTable::I8,
                len: 10,
            }),
            _ => element,
        };
        self.element_pointer(stride, pointer, index)
    }

    /// The address of an object of the stack, made in the entry block.
    pub fn alloca(&mut self, ty: Type, align: u64) -> Value {
        let first = self.function.blocks[self.function.entry()].first.expand();
        let first = first.expect("the block that is changed has a terminator");
        let one = self.int(TypeTable::I32, 1);
        let place = std::mem::replace(&mut self.at, first);
        let kind = InstKind::Alloca {
            ty,
            align,
            address_space: 0,
        };
        let value = self.value(kind, TypeTable::PTR, InstFlags::empty(), &[one]);
        self.at = place;
        value
    }

    // ---- Calls --------------------------------------------------------------------------------

    /// Calls an intrinsic that is overloaded on `overloads`.
    pub fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        overloads: &[Type],
        ret: Type,
        flags: InstFlags,
        args: &[Value],
    ) -> Value {
        let mut name = intrinsic.name().to_string();
        for ty in overloads {
            name.push('.');
            self.mangle(*ty, &mut name);
        }
        self.call_with(&name, ret, flags, args)
    }

    /// Calls the function of this name.
    pub fn call(&mut self, name: &str, ret: Type, args: &[Value]) -> Value {
        self.call_with(name, ret, InstFlags::empty(), args)
    }

    fn call_with(&mut self, name: &str, ret: Type, flags: InstFlags, args: &[Value]) -> Value {
        let call = self.call_inst(name, ret, flags, args);
        let result = self.function.insts[call].result;
        result.expect("called for its result")
    }

    /// A call of a function of the C library, which may return nothing.
    pub fn call_inst(&mut self, name: &str, ret: Type, flags: InstFlags, args: &[Value]) -> Inst {
        let params = args.iter().map(|arg| self.ty(*arg)).collect();
        let fn_type = self.module.types.intern(TypeData::Function {
            ret,
            params,
            var_arg: false,
        });
        let callee = self.declare(name, fn_type);
        let info = CallInfo {
            fn_type,
            conv: CallingConv::C,
            tail: TailKind::None,
            attrs: AttributeList::default(),
            num_args: args.len() as u32,
            bundles: Vec::new(),
            address_space: 0,
        };
        let callee = self
            .module
            .constant(TypeTable::PTR, ConstKind::Global(callee));
        let mut operands = args.to_vec();
        operands.push(self.use_const(callee));
        self.inst(InstKind::Call(Box::new(info)), ret, flags, &operands)
    }

    /// A type as it is written in the name of an intrinsic.
    fn mangle(&self, ty: Type, name: &mut String) {
        let text = match self.module.types[ty] {
            TypeData::Integer(bits) => format!("i{bits}"),
            TypeData::Pointer(space) => format!("p{space}"),
            TypeData::Half => "f16".into(),
            TypeData::BFloat => "bf16".into(),
            TypeData::Float => "f32".into(),
            TypeData::Double => "f64".into(),
            TypeData::X86Fp80 => "f80".into(),
            TypeData::Vector { element, len, .. } => {
                name.push_str(&format!("v{len}"));
                return self.mangle(element, name);
            }
            TypeData::Struct { ref fields, .. } => {
                name.push_str("sl_");
                for field in fields {
                    self.mangle(*field, name);
                }
                "s".into()
            }
            _ => "f128".into(),
        };
        name.push_str(&text);
    }

    /// The function of this name, declared if it is not there yet.
    pub(super) fn declare(&mut self, name: &str, fn_type: Type) -> Global {
        declare_function(self.module, name, fn_type)
    }
}
