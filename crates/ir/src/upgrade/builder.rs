//! Makes the instructions that take the place of a call, in front of it.

use crate::attribute::AttributeList;
use crate::constant::ConstKind;
use crate::entities::{Const, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{
    AtomicOrdering, BinaryOp, CallInfo, CallingConv, CastOp, InstFlags, InstKind, IntPredicate,
    TailKind,
};
use crate::intrinsic_attributes::declare_function;
use crate::intrinsics::Intrinsic;
use crate::metadata::MetadataData;
use crate::module::Module;
use crate::types::{TypeData, TypeTable};

use super::mangle::mangled_name;
use super::names::Names;

/// A call that is to be replaced, and its surroundings.
pub(super) struct Builder<'a> {
    /// The module, without the body of the current function.
    pub module: &'a mut Module,
    /// The function that the call is in.
    pub function: &'a mut Function,
    /// The call.
    pub at: Inst,
    /// Its arguments.
    pub args: &'a [Value],
    /// Its type.
    pub result: Type,
    /// The names of the function.
    pub names: &'a mut Names,
    /// The name of the next instruction.
    pub next_name: Option<&'static str>,
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
    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.function.values[value].ty
    }

    /// The shape of a vector type of fixed length.
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

    /// `ty` with another element: a vector of as many, or the element for a scalar.
    pub fn with_element(&mut self, ty: Type, element: Type) -> Type {
        match self.module.types[ty] {
            TypeData::Vector { len, scalable, .. } => self.module.types.intern(TypeData::Vector {
                element,
                len,
                scalable,
            }),
            _ => element,
        }
    }

    /// Bits of a scalar type, or of the elements of a vector; `None` for others than numbers.
    pub fn element_bits(&self, ty: Type) -> Option<u32> {
        let scalar = self.module.types.scalar(ty);
        match self.module.types[scalar] {
            TypeData::Integer(bits) => Some(bits),
            TypeData::Half | TypeData::BFloat => Some(16),
            TypeData::Float => Some(32),
            TypeData::Double => Some(64),
            _ => None,
        }
    }

    fn constant(&mut self, id: Const) -> Value {
        self.function.const_value(&self.module.consts, id)
    }

    /// The integer `value` of type `ty`, or a vector of which each element is that.
    pub fn int(&mut self, ty: Type, value: u64) -> Value {
        let scalar = self.module.types.scalar(ty);
        let element = self.module.int_constant(scalar, value);
        let is_zero = self.module.consts[element].kind == ConstKind::Int(0);
        let id = match self.module.types[ty] {
            TypeData::Vector { .. } if is_zero => self.module.constant(ty, ConstKind::Zero),
            TypeData::Vector { .. } => self.module.constant(ty, ConstKind::Splat(element)),
            _ => element,
        };
        self.constant(id)
    }

    /// The lowest `len` bits of `value` as a vector.
    pub fn const_bits(&mut self, value: u64, len: u32) -> Value {
        let ty = self.vector(TypeTable::I1, len);
        let used = u64::MAX >> (64 - len.clamp(1, 64));
        if value & used == 0 || value & used == used {
            return self.int(ty, value & 1);
        }
        let bits: Vec<Const> = (0..len)
            .map(|i| self.module.int_constant(TypeTable::I1, value >> i & 1))
            .collect();
        let id = self.module.constant(ty, ConstKind::Aggregate(bits.into()));
        self.constant(id)
    }

    /// Zero of a number or vector.
    pub fn zero(&mut self, ty: Type) -> Value {
        let kind = match self.module.types[ty] {
            TypeData::Integer(_) => return self.int(ty, 0),
            TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => {
                ConstKind::Float(0)
            }
            TypeData::Pointer(_) => ConstKind::Null,
            _ => ConstKind::Zero,
        };
        let id = self.module.constant(ty, kind);
        self.constant(id)
    }

    /// `none`, the constant of tokens.
    pub fn no_token(&mut self) -> Value {
        let id = self.module.constant(TypeTable::TOKEN, ConstKind::NoneToken);
        self.constant(id)
    }

    /// `poison`.
    pub fn poison(&mut self, ty: Type) -> Value {
        let id = self.module.constant(ty, ConstKind::Poison);
        self.constant(id)
    }

    /// The integer of at most 64 bits that a value is.
    pub fn const_int(&self, value: Value) -> Option<u64> {
        match self.module.consts[self.function.as_const(value)?].kind {
            ConstKind::Int(bits) => Some(bits),
            _ => None,
        }
    }

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
        if let (Some(name), Some(result)) = (
            self.next_name.take(),
            self.function.insts[inst].result.expand(),
        ) {
            let name = self.names.unique(self.function, name);
            self.function.values[result].name = name;
        }
        inst
    }

    /// What `make` makes, the first instruction of which gets a name.
    pub fn named(&mut self, name: &'static str, make: impl FnOnce(&mut Self) -> Value) -> Value {
        self.next_name = Some(name);
        let value = make(self);
        self.next_name = None;
        value
    }

    /// Inserts an instruction of a type other than void and returns its result.
    pub fn value(&mut self, kind: InstKind, ty: Type, operands: &[Value]) -> Value {
        let inst = self.inst(kind, ty, InstFlags::empty(), operands);
        let result = self.function.insts[inst].result.expand();
        result.expect("instructions of types other than void have a result")
    }

    /// An arithmetic operation.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> Value {
        let ty = self.ty(left);
        self.value(InstKind::Binary(op), ty, &[left, right])
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

    /// The number with the other sign.
    pub fn fneg(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        self.value(InstKind::FNeg, ty, &[value])
    }

    /// A conversion; the value itself if it has the type.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty {
            return value;
        }
        self.value(InstKind::Cast(op), ty, &[value])
    }

    /// The same bits as another type.
    pub fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        let known = self.function.as_const(value);
        match known.map(|id| &self.module.consts[id].kind) {
            Some(ConstKind::Zero | ConstKind::Int(0) | ConstKind::Float(0)) => {
                return self.zero(ty);
            }
            Some(ConstKind::Undef) => {
                let id = self.module.constant(ty, ConstKind::Undef);
                return self.constant(id);
            }
            Some(ConstKind::Poison) => return self.poison(ty),
            _ => {}
        }
        self.cast(CastOp::BitCast, value, ty)
    }

    /// A comparison of integers.
    pub fn icmp(&mut self, predicate: IntPredicate, left: Value, right: Value) -> Value {
        let ty = self.ty(left);
        let ty = self.with_element(ty, TypeTable::I1);
        self.value(InstKind::ICmp(predicate), ty, &[left, right])
    }

    /// `condition ? yes : no`
    pub fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.ty(yes);
        self.value(InstKind::Select, ty, &[condition, yes, no])
    }

    /// Element `index` of a vector.
    pub fn extract(&mut self, vector: Value, index: u32) -> Value {
        if let Some(known) = self.known_element(vector, index) {
            return known;
        }
        let index = self.int(TypeTable::I64, u64::from(index));
        self.extract_at(vector, index)
    }

    /// The same with the index as a value.
    pub fn extract_at(&mut self, vector: Value, index: Value) -> Value {
        let ty = self.ty(vector);
        let element = self.module.types.scalar(ty);
        self.value(InstKind::ExtractElement, element, &[vector, index])
    }

    /// An element of a constant vector.
    fn known_element(&mut self, vector: Value, index: u32) -> Option<Value> {
        let ty = self.ty(vector);
        let element = self.module.types.scalar(ty);
        let id = match &self.module.consts[self.function.as_const(vector)?].kind {
            ConstKind::Zero => return Some(self.zero(element)),
            ConstKind::Poison => return Some(self.poison(element)),
            ConstKind::Splat(id) => *id,
            ConstKind::Aggregate(ids) => *ids.get(index as usize)?,
            _ => return None,
        };
        Some(self.constant(id))
    }

    /// `vector` with element `index` replaced.
    pub fn insert(&mut self, vector: Value, element: Value, index: u32) -> Value {
        let index = self.int(TypeTable::I64, u64::from(index));
        self.insert_at(vector, element, index)
    }

    /// The same with the index as a value.
    pub fn insert_at(&mut self, vector: Value, element: Value, index: Value) -> Value {
        let ty = self.ty(vector);
        self.value(InstKind::InsertElement, ty, &[vector, element, index])
    }

    /// The vector of elements `mask` of two vectors of one type.
    pub fn shuffle(&mut self, left: Value, right: Value, mask: &[i32]) -> Value {
        let ty = self.ty(left);
        let element = self.module.types.scalar(ty);
        let ty = self.vector(element, mask.len() as u32);
        let kind = InstKind::ShuffleVector {
            mask: mask.into(),
            scalable: false,
        };
        self.value(kind, ty, &[left, right])
    }

    /// The vector of which each element is `element`.
    pub fn splat(&mut self, element: Value, len: u32) -> Value {
        let ty = self.ty(element);
        let ty = self.vector(ty, len);
        let poison = self.poison(ty);
        let first = self.named(".splatinsert", |b| b.insert(poison, element, 0));
        let zeros = vec![0; len as usize];
        self.named(".splat", |b| b.shuffle(first, poison, &zeros))
    }

    /// The first `len` elements of a vector.
    pub fn low(&mut self, vector: Value, len: u32) -> Value {
        let mask: Vec<i32> = (0..len as i32).collect();
        self.shuffle(vector, vector, &mask)
    }

    /// Member `index` of a struct.
    pub fn extract_value(&mut self, aggregate: Value, index: u32) -> Option<Value> {
        let ty = self.ty(aggregate);
        let member = self.module.types.element(ty, u64::from(index))?;
        let kind = InstKind::ExtractValue([index].into());
        Some(self.value(kind, member, &[aggregate]))
    }

    /// Gives a value that this has made the name of the call.
    pub fn take_name(&mut self, value: Value) {
        let old = self.function.insts[self.at].result.expand();
        if let (Some(old), Some(_)) = (old, self.def(value)) {
            self.function.values[value].name = self.function.values[old].name;
        }
    }

    /// A plain load.
    pub fn load(&mut self, ty: Type, pointer: Value, align: u64) -> Value {
        let kind = InstKind::Load {
            align,
            ordering: AtomicOrdering::NotAtomic,
            scope: None,
        };
        self.value(kind, ty, &[pointer])
    }

    /// A plain store.
    pub fn store(&mut self, value: Value, pointer: Value, align: u64) -> Inst {
        let kind = InstKind::Store {
            align,
            ordering: AtomicOrdering::NotAtomic,
            scope: None,
        };
        let operands = [value, pointer];
        self.inst(kind, TypeTable::VOID, InstFlags::empty(), &operands)
    }

    /// Marks a load or store `!nontemporal`.
    pub fn set_nontemporal(&mut self, inst: Inst) {
        let one = self.module.int_constant(TypeTable::I32, 1);
        let metadata = &mut self.module.metadata;
        let operand = metadata.nodes.push(MetadataData::Const(one));
        let node = metadata.nodes.push(MetadataData::Node {
            distinct: false,
            operands: [Some(operand)].into(),
        });
        let known = metadata
            .kinds
            .iter()
            .position(|kind| **kind == *"nontemporal");
        let kind = known.unwrap_or_else(|| {
            metadata.kinds.push("nontemporal".into());
            metadata.kinds.len() - 1
        });
        // New instructions have the largest numbers, so that the list stays sorted.
        let attachments = &mut self.function.attachments;
        attachments.push((inst, (kind as u32, node)));
    }

    /// The instruction that defines a value that this has just made.
    pub fn def(&self, value: Value) -> Option<Inst> {
        self.function.def_inst(value)
    }

    /// Calls an intrinsic; the types in its name follow from its signature. `None` if it has none.
    pub fn intrinsic(&mut self, id: Intrinsic, ret: Type, args: &[Value]) -> Option<Value> {
        let params: Vec<Type> = args.iter().map(|arg| self.ty(*arg)).collect();
        let overloads = id.overloads(&self.module.types, ret, &params)?;
        self.overloaded(id, &overloads, ret, args)
    }

    /// Calls an intrinsic that is used with these types.
    pub fn overloaded(
        &mut self,
        id: Intrinsic,
        overloads: &[Type],
        ret: Type,
        args: &[Value],
    ) -> Option<Value> {
        let inst = self.overloaded_inst(id, overloads, ret, args)?;
        self.function.insts[inst].result.expand()
    }

    /// The same for one that may have no result.
    pub fn overloaded_inst(
        &mut self,
        id: Intrinsic,
        overloads: &[Type],
        ret: Type,
        args: &[Value],
    ) -> Option<Inst> {
        let name = mangled_name(&self.module.types, id.name(), overloads)?;
        Some(self.call_inst(&name, ret, args))
    }

    /// `base` with the types that it is used with.
    pub fn mangled(&self, base: &str, overloads: &[Type]) -> Option<String> {
        mangled_name(&self.module.types, base, overloads)
    }

    /// Calls the function of this name; `None` for one without result.
    pub fn call(&mut self, name: &str, ret: Type, args: &[Value]) -> Option<Value> {
        let inst = self.call_inst(name, ret, args);
        self.function.insts[inst].result.expand()
    }

    /// Calls the function of this name.
    pub fn call_inst(&mut self, name: &str, ret: Type, args: &[Value]) -> Inst {
        let params = args.iter().map(|arg| self.ty(*arg)).collect();
        let fn_type = self.module.types.intern(TypeData::Function {
            ret,
            params,
            var_arg: false,
        });
        let global = declare_function(self.module, name, fn_type);
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
            .constant(TypeTable::PTR, ConstKind::Global(global));
        let mut operands = args.to_vec();
        operands.push(self.constant(callee));
        let kind = InstKind::Call(Box::new(info));
        self.inst(kind, ret, InstFlags::empty(), &operands)
    }
}
