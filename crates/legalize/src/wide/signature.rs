//! Functions, calls and returns: parameters and results become their pieces.

use avarice_ir::{
    AttrGroup, AttrSet, AttributeKind, CallInfo, DataLayout, Global, GlobalKind, Inst, InstFlags,
    InstKind, Intrinsic, Module, Type, TypeData, TypeTable, Value,
};
use cranelift_entity::SecondaryMap;

use super::super::calls::{NewCall, after_call, make_call, set_args};
use super::bits::Answer;
use super::number::Wide;
use super::{Splitter, leaves_of, piece_count, piece_type};

/// The attribute, of our own, of an argument that is the first word of a wide integer: calling conventions
/// treat it in a way of its own.
pub const FIRST_WORD: &str = "avarice-first-word";

/// The attributes of the arguments that the pieces of a value of type `ty` are.
fn piece_attributes(module: &mut Module, layout: &DataLayout, ty: Type) -> Vec<Option<AttrGroup>> {
    let first = module.intern_attrs(AttrSet {
        attrs: vec![AttributeKind::String(FIRST_WORD.into(), "".into())],
    });
    let mut attrs = Vec::new();
    for leaf in leaves_of(module, layout, ty) {
        let count = piece_count(&module.types, leaf.ty);
        attrs.push(first.filter(|_| count > 1));
        attrs.resize(attrs.len() + count - 1, None);
    }
    attrs
}

/// The types of the pieces of `ty`.
fn pieces(module: &Module, layout: &DataLayout, ty: Type) -> Vec<Type> {
    let types = &module.types;
    let leaves = leaves_of(module, layout, ty).into_iter();
    let pieces = leaves
        .map(|leaf| std::iter::repeat_n(piece_type(types, leaf.ty), piece_count(types, leaf.ty)));
    pieces.flatten().collect()
}

/// The type of functions of type `ty` once parameters and results are their pieces.
pub(super) fn function_type(
    module: &mut Module,
    layout: &DataLayout,
    split: &SecondaryMap<Type, bool>,
    ty: Type,
) -> Type {
    let TypeData::Function {
        ret,
        params,
        var_arg,
    } = module.types[ty].clone()
    else {
        return ty;
    };
    let mut new = Vec::with_capacity(params.len());
    for param in params {
        match split[param] {
            true => new.extend(pieces(module, layout, param)),
            false => new.push(param),
        }
    }
    let ret = match split[ret] {
        true => result_type(module, layout, ret),
        false => ret,
    };
    module.types.intern(TypeData::Function {
        ret,
        params: new.into(),
        var_arg,
    })
}

/// The struct of the pieces of a result.
fn result_type(module: &mut Module, layout: &DataLayout, ty: Type) -> Type {
    let fields = pieces(module, layout, ty).into();
    module.types.intern(TypeData::Struct {
        fields,
        packed: false,
    })
}

/// Gives function `global` the type and the attributes that it has once its arguments are pieces.
pub(super) fn change_type(
    module: &mut Module,
    global: Global,
    layout: &DataLayout,
    split: &SecondaryMap<Type, bool>,
) {
    let old = module.globals[global].value_type;
    let TypeData::Function { params, .. } = module.types[old].clone() else {
        return;
    };
    let new = function_type(module, layout, split, old);
    if new == old {
        return;
    }
    let GlobalKind::Function(data) = &module.globals[global].kind else {
        return;
    };
    let own = data.attrs.params.clone();
    let mut attrs = Vec::new();
    for (index, param) in params.iter().enumerate() {
        match split[*param] {
            true => attrs.extend(piece_attributes(module, layout, *param)),
            false => attrs.push(own.get(index).copied().flatten()),
        }
    }
    let data = &mut module.globals[global];
    data.value_type = new;
    if let GlobalKind::Function(data) = &mut data.kind {
        data.attrs.params = attrs.into();
    }
}

impl Splitter<'_> {
    /// Makes an argument of each piece.
    pub(super) fn split_arguments(&mut self) {
        let old = self.function.args.clone();
        let mut args = Vec::with_capacity(old.len());
        for value in old {
            let ty = self.ty(value);
            if !self.is_split(ty) {
                args.push(value);
                continue;
            }
            let types = self.piece_types(ty);
            let new: Vec<Value> = types
                .into_iter()
                .map(|ty| self.function.add_arg(ty, b""))
                .collect();
            args.extend(&new);
            self.pieces[value] = new;
        }
        set_args(self.function, args);
    }

    fn attribute(&self, group: Option<AttrGroup>, name: &str) -> bool {
        self.module.attrs(group).has(name)
    }

    /// The pieces of a value that is passed, its last word extended if attributes ask for that.
    fn passed_pieces(&mut self, at: Inst, value: Value, attrs: Option<AttrGroup>) -> Vec<Value> {
        let signed = self.attribute(attrs, "signext");
        let extended = signed || self.attribute(attrs, "zeroext");
        if !extended || !self.module.types.is_int(self.ty(value)) {
            return self.pieces_of(value);
        }
        let number = self.number(value);
        self.before(at).normalize(&number, signed).words
    }

    /// A return of pieces.
    pub(super) fn split_return(&mut self, inst: Inst) {
        let value = self.function.operand(inst, 0);
        let ty = self.ty(value);
        let pieces = self.pieces_of(value);
        let result = result_type(self.module, self.layout, ty);
        let mut builder = self.before(inst);
        let mut all = builder.poison(result);
        for (index, piece) in pieces.into_iter().enumerate() {
            let kind = InstKind::InsertValue([index as u32].into());
            all = builder.value(kind, result, InstFlags::empty(), &[all, piece]);
        }
        let flags = InstFlags::empty();
        builder.inst(InstKind::Ret, TypeTable::VOID, flags, &[all]);
        self.function.remove_inst(inst);
    }

    /// A call with wide arguments or a wide result.
    pub(super) fn split_call(&mut self, inst: Inst, info: &CallInfo) {
        if let Some(intrinsic) = Intrinsic::of_call(self.module, self.function, inst) {
            return self.split_intrinsic(inst, info, intrinsic);
        }
        let fn_type = function_type(self.module, self.layout, self.split, info.fn_type);
        let (mut args, mut params) = (Vec::new(), Vec::new());
        for index in 0..info.num_args as usize {
            let value = self.function.operand(inst, index);
            let attrs = info.attrs.params.get(index).copied().flatten();
            if self.is_split(self.ty(value)) {
                args.extend(self.passed_pieces(inst, value, attrs));
                let ty = self.ty(value);
                params.extend(piece_attributes(self.module, self.layout, ty));
            } else {
                args.push(value);
                params.push(attrs);
            }
        }
        let old = self.function.insts[inst].ty;
        let result = match self.is_split(old) {
            true => result_type(self.module, self.layout, old),
            false => old,
        };
        let new = NewCall {
            fn_type,
            result,
            args,
            params,
            tail: info.tail,
        };
        let Some(call) = make_call(self.function, inst, new) else {
            return;
        };
        let Some(value) = self.function.insts[call].result.expand() else {
            return self.replace(inst, Vec::new());
        };
        if !self.is_split(old) {
            return self.replace(inst, vec![value]);
        }
        let types = self.piece_types(old);
        // The old invoke goes first, though its result still has uses: it ends the block.
        let is_invoke = matches!(self.function.insts[call].kind, InstKind::Invoke(_));
        let at = if is_invoke {
            self.function.remove_inst(inst);
            after_call(self.function, call)
        } else {
            Some(inst)
        };
        let Some(at) = at else { return };
        let mut builder = self.before(at);
        let fields = types.into_iter().enumerate();
        let pieces = fields
            .map(|(index, ty)| builder.field(value, ty, index as u32))
            .collect();
        match (is_invoke, self.function.insts[inst].result.expand()) {
            (true, Some(result)) => self.pieces[result] = pieces,
            _ => self.replace(inst, pieces),
        }
    }

    /// Gives the call of a divider of numbers of type `ty` the attributes of its arguments.
    pub(super) fn mark_first_words(&mut self, call: Inst, ty: Type) {
        let mut params = vec![None; 2];
        for _ in 0..2 {
            params.extend(piece_attributes(self.module, self.layout, ty));
        }
        if let InstKind::Call(info) = &mut self.function.insts[call].kind {
            info.attrs.params = params.into();
        }
    }

    fn split_intrinsic(&mut self, inst: Inst, info: &CallInfo, intrinsic: Intrinsic) {
        let count = info.num_args as usize;
        let mut args: Vec<Wide> = Vec::with_capacity(count);
        for index in 0..count {
            let value = self.function.operand(inst, index);
            if self.is_split(self.ty(value)) {
                args.push(self.number(value));
            }
        }
        let result = self.function.insts[inst].ty;
        let pieces = match self.before(inst).wide_intrinsic(intrinsic, &args, result) {
            Answer::Number(number) => number.words,
            Answer::Overflow(number, over) => {
                let mut pieces = number.words;
                pieces.push(over);
                pieces
            }
            Answer::Plain(value) => vec![value],
        };
        self.replace(inst, pieces);
    }
}
