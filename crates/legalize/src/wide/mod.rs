//! Expands operations on integers of more than 128 bits into operations on words of 64 bits.
//!
//! Each value of such a type, and each struct or array with such a part, becomes a list of **pieces**: the
//! words of wide integers, least significant first, and everything else unchanged.
//!
//! ```text
//!   %s = add i192 %a, %b            %a = [%a0, %a1, %a2], %b = [%b0, %b1, %b2]
//!
//!                                   %s0, %c0 = uadd.with.overflow %a0, %b0
//!                                   %s1, %c1 = …          %s = [%s0, %s1, %s2]
//! ```
//!
//! Parameters and results become their pieces as well, which is how LLVM passes them: each word is a
//! separate argument.
//!
//! | file | has |
//! |---|---|
//! | `number` | arithmetic, comparison, shifts |
//! | `access` | memory |
//! | `bits` | intrinsics |
//! | `division` | division |
//! | `float` | conversions from and to floating point |
//! | `check` | what can be expanded |
//! | `operation` | instructions on pieces |
//! | `signature` | functions, calls, returns |

pub(super) mod access;
mod bits;
mod check;
mod division;
mod float;
pub(super) mod number;
mod operation;
mod signature;

use avarice_ir::{
    Block, Cfg, Const, ConstKind, CrashNote, DataLayout, Function, Global, Inst, InstKind, Module,
    Type, TypeData, TypeTable, Value,
};
use cranelift_entity::SecondaryMap;

use super::builder::Builder;
use crate::target::ExpansionTarget;
use number::{Wide, word_count};
pub use signature::FIRST_WORD;

/// Integers up to this width are left to selection.
const NARROW: u32 = 128;

/// Rewrites all integers of more than 128 bits.
///
/// # Requires
/// A verified module; results fit in registers ([`super::demote_results`]).
///
/// # Ensures
/// A verified module that does the same. A function with an operation that is not known here is left as it
/// is; selection will refuse it.
pub(super) fn split_wide_integers(module: &mut Module, target: &dyn ExpansionTarget) {
    let types: Vec<Type> = module.types.iter().map(|(ty, _)| ty).collect();
    let is_wide = |ty: &Type| module.types.int_bits(*ty).is_some_and(|bits| bits > NARROW);
    if !types.iter().any(is_wide) {
        return;
    }
    let Ok(layout) = DataLayout::of_module(module) else {
        return;
    };
    let mut split = SecondaryMap::new();
    for ty in types {
        split[ty] = contains_wide(&module.types, ty);
    }
    let mut index = 0;
    // Dividing adds functions.
    while index < module.globals.len() {
        let global = Global::from_u32(index as u32);
        split_function(module, global, target, &layout, &split);
        index += 1;
    }
}

/// Whether wide integers are part of values of type `ty`.
fn contains_wide(types: &TypeTable, ty: Type) -> bool {
    match &types[ty] {
        TypeData::Integer(bits) => *bits > NARROW,
        TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
            contains_wide(types, *element)
        }
        TypeData::Struct { .. } | TypeData::Named(_) => types
            .struct_fields(ty)
            .is_some_and(|(fields, _)| fields.iter().any(|field| contains_wide(types, *field))),
        _ => false,
    }
}

fn split_function(
    module: &mut Module,
    global: Global,
    target: &dyn ExpansionTarget,
    layout: &DataLayout,
    split: &SecondaryMap<Type, bool>,
) {
    if module.globals[global].name.starts_with(b"llvm.") {
        return;
    }
    if module.globals[global].function().is_none() {
        return;
    }
    let name = module.globals[global].name.clone();
    let _note = CrashNote::new("splitting of wide integers", &*name);
    let can_split = match module.globals[global].body() {
        Some(body) => check::can_split(module, body, split),
        None => check::can_split_type(&module.types, module.globals[global].value_type, split),
    };
    if can_split {
        signature::change_type(module, global, layout, split);
    }
    module.with_body(global, |module, function| {
        if check::mentions(function, split) && check::can_split(module, function, split) {
            Splitter {
                module,
                function,
                global,
                target,
                layout,
                split,
                pieces: SecondaryMap::new(),
                phis: Vec::new(),
                dead: Vec::new(),
            }
            .run();
        }
    });
}

/// A part of a type that is a scalar or a vector, and where memory has it.
#[derive(Clone, Copy)]
struct Leaf {
    ty: Type,
    offset: u64,
}

/// The leaves of `ty` in order.
fn push_leaves(
    types: &TypeTable,
    layout: &DataLayout,
    ty: Type,
    offset: u64,
    leaves: &mut Vec<Leaf>,
) {
    match &types[ty] {
        TypeData::Array { element, len } => {
            let size = layout.alloc_size(types, *element).unwrap_or(0);
            for index in 0..*len {
                push_leaves(types, layout, *element, offset + index * size, leaves);
            }
        }
        TypeData::Struct { .. } | TypeData::Named(_) => {
            let (Some((fields, _)), Some(places)) =
                (types.struct_fields(ty), layout.struct_layout(types, ty))
            else {
                return;
            };
            for (field, at) in fields.iter().zip(&places.offsets) {
                push_leaves(types, layout, *field, offset + at, leaves);
            }
        }
        TypeData::Void => {}
        _ => leaves.push(Leaf { ty, offset }),
    }
}

/// The leaves of `ty`.
fn leaves_of(module: &Module, layout: &DataLayout, ty: Type) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    push_leaves(&module.types, layout, ty, 0, &mut leaves);
    leaves
}

/// Number of pieces of a leaf.
fn piece_count(types: &TypeTable, leaf: Type) -> usize {
    match types.int_bits(leaf) {
        Some(bits) if bits > NARROW => word_count(bits),
        _ => 1,
    }
}

/// Type of the pieces of a leaf.
fn piece_type(types: &TypeTable, leaf: Type) -> Type {
    match contains_wide(types, leaf) {
        true => TypeTable::I64,
        false => leaf,
    }
}

/// A constant of a wide type from a small number.
fn wide_const(module: &mut Module, ty: Type, value: u64) -> Const {
    let bits = module.types.int_bits(ty).unwrap_or(0);
    let mut words = vec![0; word_count(bits)];
    words[0] = value;
    module.constant(ty, ConstKind::BigInt(words.into()))
}

/// One function while its values are taken apart.
struct Splitter<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    global: Global,
    target: &'a dyn ExpansionTarget,
    layout: &'a DataLayout,
    /// Whether a type has wide parts.
    split: &'a SecondaryMap<Type, bool>,
    /// The pieces of values that have been met.
    pieces: SecondaryMap<Value, Vec<Value>>,
    /// Phis that were taken apart, and the phis of their pieces, which have no values yet.
    phis: Vec<(Inst, Vec<Inst>)>,
    /// Instructions in whose place there are others.
    dead: Vec<Inst>,
}

impl Splitter<'_> {
    fn run(&mut self) {
        self.split_arguments();
        let cfg: Cfg<Block> = Cfg::of(&*self.function);
        let mut order: Vec<Block> = cfg.reverse_postorder().collect();
        let unreachable = self.function.layout.iter().copied();
        order.extend(unreachable.filter(|block| !cfg.is_reachable(*block)));
        for block in order {
            let mut next = self.function.blocks[block].first.expand();
            while let Some(inst) = next {
                next = self.function.insts[inst].next.expand();
                if check::touches(self.function, self.split, inst) {
                    self.split_inst(inst);
                }
            }
        }
        self.fill_phis();
        while let Some(inst) = self.dead.pop() {
            self.function.remove_inst(inst);
        }
    }

    /// Gives the phis of pieces their values.
    fn fill_phis(&mut self) {
        for (old, new) in std::mem::take(&mut self.phis) {
            let values: Vec<Value> = self.function.operands(old).collect();
            let blocks = self.function.inst_blocks(old).to_vec();
            let pieces: Vec<Vec<Value>> =
                values.iter().map(|value| self.pieces_of(*value)).collect();
            for (index, phi) in new.into_iter().enumerate() {
                for (pieces, block) in pieces.iter().zip(&blocks) {
                    self.function.add_incoming(phi, pieces[index], *block);
                }
            }
        }
    }

    /// Makes instructions in front of `at`.
    fn before(&mut self, at: Inst) -> Builder<'_> {
        Builder {
            module: &mut *self.module,
            function: &mut *self.function,
            global: self.global,
            target: self.target,
            at,
        }
    }

    fn is_split(&self, ty: Type) -> bool {
        self.split[ty]
    }

    fn ty(&self, value: Value) -> Type {
        self.function.values[value].ty
    }

    fn leaves(&self, ty: Type) -> Vec<Leaf> {
        leaves_of(self.module, self.layout, ty)
    }

    /// The types of the pieces of `ty`.
    fn piece_types(&self, ty: Type) -> Vec<Type> {
        let types = &self.module.types;
        let leaves = self.leaves(ty).into_iter();
        let pieces = leaves.map(|leaf| {
            let count = piece_count(types, leaf.ty);
            std::iter::repeat_n(piece_type(types, leaf.ty), count)
        });
        pieces.flatten().collect()
    }

    /// The pieces of a value; the value itself if its type has no wide parts and is no struct or array.
    fn pieces_of(&mut self, value: Value) -> Vec<Value> {
        if let Some(id) = self.function.as_const(value) {
            let mut pieces = Vec::new();
            self.const_pieces(id, &mut pieces);
            return pieces;
        }
        if !self.is_split(self.ty(value)) {
            return vec![value];
        }
        if self.pieces[value].is_empty() {
            // It is defined where control never comes.
            let types = self.piece_types(self.ty(value));
            return types
                .into_iter()
                .map(|ty| self.unknown(ty, ConstKind::Poison))
                .collect();
        }
        self.pieces[value].clone()
    }

    /// A value of a wide integer type.
    fn number(&mut self, value: Value) -> Wide {
        let bits = self.module.types.int_bits(self.ty(value)).unwrap_or(0);
        let words = self.pieces_of(value);
        Wide { words, bits }
    }

    fn unknown(&mut self, ty: Type, kind: ConstKind) -> Value {
        let id = self.module.constant(ty, kind);
        self.function.const_value(&self.module.consts, id)
    }

    fn const_pieces(&mut self, id: Const, pieces: &mut Vec<Value>) {
        let data = &self.module.consts[id];
        let (ty, kind) = (data.ty, data.kind.clone());
        if !self.is_split(ty) && !self.module.types.is_aggregate(ty) {
            pieces.push(self.function.const_value(&self.module.consts, id));
            return;
        }
        match kind {
            ConstKind::BigInt(words) => {
                for word in words {
                    let id = self.module.int_constant(TypeTable::I64, word);
                    pieces.push(self.function.const_value(&self.module.consts, id));
                }
            }
            ConstKind::Aggregate(elements) => {
                for element in elements {
                    self.const_pieces(element, pieces);
                }
            }
            ConstKind::Bytes(bytes) => {
                for byte in bytes {
                    let id = self.module.int_constant(TypeTable::I8, u64::from(byte));
                    pieces.push(self.function.const_value(&self.module.consts, id));
                }
            }
            kind => {
                for ty in self.piece_types(ty) {
                    let kind = match kind {
                        ConstKind::Undef => ConstKind::Undef,
                        ConstKind::Poison => ConstKind::Poison,
                        _ => zero_of(&self.module.types, ty),
                    };
                    pieces.push(self.unknown(ty, kind));
                }
            }
        }
    }

    /// Says what `inst` is replaced with: the pieces of its result.
    fn replace(&mut self, inst: Inst, pieces: Vec<Value>) {
        let Some(result) = self.function.insts[inst].result.expand() else {
            self.function.remove_inst(inst);
            return;
        };
        if self.is_split(self.ty(result)) {
            self.pieces[result] = pieces;
            self.dead.push(inst);
        } else {
            if let [piece] = pieces[..] {
                self.function.replace_all_uses(result, piece);
            }
            self.function.remove_inst(inst);
        }
    }

    /// Takes apart one instruction that has wide parts in its result or its operands.
    fn split_inst(&mut self, inst: Inst) {
        match self.function.insts[inst].kind.clone() {
            InstKind::Phi => self.split_phi(inst),
            InstKind::Ret => self.split_return(inst),
            InstKind::Call(info) | InstKind::Invoke(info) => self.split_call(inst, &info),
            InstKind::Switch => self.split_switch(inst),
            InstKind::GetElementPtr { .. } | InstKind::Alloca { .. } => self.cut_operands(inst),
            kind => self.split_operation(inst, &kind),
        }
    }

    fn split_phi(&mut self, inst: Inst) {
        let types = self.piece_types(self.function.insts[inst].ty);
        let mut builder = self.before(inst);
        let mut phis = Vec::with_capacity(types.len());
        let mut pieces = Vec::with_capacity(types.len());
        for ty in types {
            let value = builder.value(InstKind::Phi, ty, Default::default(), &[]);
            pieces.push(value);
            phis.extend(builder.function.def_inst(value));
        }
        self.phis.push((inst, phis));
        self.replace(inst, pieces);
    }

    /// Indices and numbers of elements count modulo the size of pointers.
    fn cut_operands(&mut self, inst: Inst) {
        for index in 0..self.function.num_operands(inst) {
            let operand = self.function.operand(inst, index);
            if self.is_split(self.ty(operand)) {
                let low = self.pieces_of(operand)[0];
                self.function.set_operand(inst, index, low);
            }
        }
    }
}

/// Zero of a type that is no struct or array.
fn zero_of(types: &TypeTable, ty: Type) -> ConstKind {
    match &types[ty] {
        TypeData::Integer(..=64) => ConstKind::Int(0),
        TypeData::Integer(bits) => ConstKind::BigInt(vec![0; word_count(*bits)].into()),
        TypeData::Pointer(_) => ConstKind::Null,
        TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => {
            ConstKind::Float(0)
        }
        TypeData::X86Fp80 | TypeData::Fp128 | TypeData::PpcFp128 => ConstKind::BigFloat([0, 0]),
        _ => ConstKind::Zero,
    }
}
