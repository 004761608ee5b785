//! Vectors that cannot be passed in registers are passed as other vectors, or element by element.
//!
//! ```text
//!   call void @f(<6 x i32> %v)      %0 = extractelement <6 x i32> %v, i32 0
//!                                   …
//!                                   call void @f(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5)
//!
//!   with AVX                        %0 = shufflevector <6 x i32> %v, poison, <0, 1, 2, 3, 4, 5, -, ->
//!                                   call void @f(<8 x i32> %0)
//! ```
//!
//! A result of several elements becomes a struct of them if it fits in registers, else it is returned in memory
//! unchanged.

use avarice_ir::{
    AttrGroup, AttrSet, AttributeKind, CallInfo, CastOp, ConstKind, DataLayout, Function, Global,
    GlobalKind, Inst, InstFlags, InstKind, Module, TailKind, Type, TypeData, TypeTable, Value,
};

use super::builder::Builder;
use super::calls::{NewCall, after_call, make_call, set_args};
use super::wide::FIRST_WORD;
use crate::target::{ExpansionTarget, PassedVector};

/// Gives functions and calls the parameters and results that registers hold.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same. Calls with operand bundles and calls that have to be tail calls are left, and so are
/// vectors in structs and arrays; selection will refuse them.
pub(super) fn pass_vectors(module: &mut Module, target: &dyn ExpansionTarget) {
    let types = &module.types;
    let passes_vectors = |data: &TypeData| match data {
        TypeData::Function { ret, params, .. } => {
            params.iter().chain([ret]).any(|ty| types.is_vector(*ty))
        }
        _ => false,
    };
    let is_variadic = |data: &TypeData| matches!(data, TypeData::Function { var_arg: true, .. });
    let is_vector = |data: &TypeData| matches!(data, TypeData::Vector { .. });
    let has = |wanted: &dyn Fn(&TypeData) -> bool| types.iter().any(|(_, data)| wanted(data));
    if !(has(&passes_vectors) || has(&is_variadic) && has(&is_vector)) {
        return;
    }
    let Ok(layout) = DataLayout::of_module(module) else {
        return;
    };
    let context = Context {
        target,
        layout: &layout,
    };
    let functions: Vec<Global> = module.globals.keys().collect();
    for global in functions {
        if module.globals[global].name.starts_with(b"llvm.") {
            continue;
        }
        let own_type = module.globals[global].value_type;
        if module.globals[global].function().is_none() {
            continue;
        }
        let own = Signature::of(module, context, global, own_type);
        if let Some(own) = &own {
            own.apply(module, global);
        }
        module.with_body(global, |module, function| {
            let mut passing = Passing {
                module,
                function,
                global,
                context,
            };
            if let Some(own) = &own {
                passing.receive(own);
            }
            passing.change_body(own.as_ref());
        });
    }
}

/// What passing depends on.
#[derive(Clone, Copy)]
struct Context<'a> {
    target: &'a dyn ExpansionTarget,
    layout: &'a DataLayout,
}

/// The largest number of parts that a value may have: beyond that, code would be absurd.
pub const MAX_PARTS: usize = 4096;

/// What becomes of the parameters and the result of a function's type.
struct Signature {
    /// The new type.
    fn_type: Type,
    params: Vec<Passed>,
    ret: Passed,
}

/// A value that is passed: how, the types of what is passed for it, and the attributes of the first of these.
struct Passed {
    how: PassedVector,
    pieces: Vec<Type>,
    first: Option<AttrGroup>,
}

impl Passed {
    /// A value that stays as it is.
    fn whole(ty: Type) -> Self {
        Self {
            how: PassedVector::Whole,
            pieces: vec![ty],
            first: None,
        }
    }

    /// How `global` passes a value of type `ty`.
    fn of(module: &mut Module, target: &dyn ExpansionTarget, global: Global, ty: Type) -> Self {
        let how = target.passed_vector(module, global, ty);
        let vector = |module: &mut Module, element, len| {
            module.types.intern(TypeData::Vector {
                element,
                len,
                scalable: false,
            })
        };
        let pieces = match (how, &module.types[ty]) {
            (PassedVector::Widened(to), TypeData::Vector { element, .. }) => {
                let element = *element;
                vec![vector(module, element, to)]
            }
            (PassedVector::Promoted(bits), TypeData::Vector { len, .. }) => {
                let len = *len;
                let element = module.types.int(bits);
                vec![vector(module, element, len)]
            }
            (PassedVector::Elements, TypeData::Vector { len, .. }) if *len as usize > MAX_PARTS => {
                return Self::whole(ty);
            }
            (PassedVector::Elements, TypeData::Vector { element, len, .. }) => {
                match module.types[*element] {
                    TypeData::Integer(65..) => vec![TypeTable::I64; 2 * *len as usize],
                    _ => vec![*element; *len as usize],
                }
            }
            _ => vec![ty],
        };
        // Conventions take several words for those of a wide integer.
        let has_words = pieces.len() > 1
            && matches!(
                module.types[pieces[0]],
                TypeData::Integer(33..) | TypeData::Pointer(_)
            );
        let first = match has_words {
            true => module.intern_attrs(AttrSet {
                attrs: vec![AttributeKind::String(FIRST_WORD.into(), "".into())],
            }),
            false => None,
        };
        Self { how, pieces, first }
    }

    /// The attributes of the pieces.
    fn attributes(&self) -> impl Iterator<Item = Option<AttrGroup>> {
        let rest = std::iter::repeat_n(None, self.pieces.len() - 1);
        std::iter::once(self.first).chain(rest)
    }

    fn is_changed(&self) -> bool {
        self.how != PassedVector::Whole
    }

    /// The type of a result.
    fn result_type(&self, module: &mut Module) -> Type {
        match self.pieces[..] {
            [piece] => piece,
            _ => module.types.intern(TypeData::Struct {
                fields: self.pieces.clone().into(),
                packed: false,
            }),
        }
    }
}

impl Signature {
    /// What becomes of `fn_type` where `global` calls or is called; `None` if it stays.
    fn of(
        module: &mut Module,
        context: Context<'_>,
        global: Global,
        fn_type: Type,
    ) -> Option<Self> {
        let TypeData::Function {
            ret,
            params,
            var_arg,
        } = module.types[fn_type].clone()
        else {
            return None;
        };
        let params = params
            .iter()
            .map(|ty| Passed::of(module, context.target, global, *ty));
        let params: Vec<Passed> = params.collect();
        let mut result = Passed::of(module, context.target, global, ret);
        // In memory it is the vector that is returned, with its alignment and without gaps.
        if result.how == PassedVector::Elements {
            let elements = result.result_type(module);
            if !context
                .target
                .returns_in_registers(module, context.layout, global, elements)
            {
                result = Passed::whole(ret);
            }
        }
        if !result.is_changed() && params.iter().all(|param| !param.is_changed()) {
            return None;
        }
        let ret = result.result_type(module);
        let pieces = params.iter().flat_map(|param| param.pieces.iter().copied());
        let new = TypeData::Function {
            ret,
            params: pieces.collect(),
            var_arg,
        };
        Some(Self {
            fn_type: module.types.intern(new),
            params,
            ret: result,
        })
    }

    /// Gives a function this type, and its attributes to the parameters that stay.
    fn apply(&self, module: &mut Module, global: Global) {
        let data = &mut module.globals[global];
        data.value_type = self.fn_type;
        let GlobalKind::Function(data) = &mut data.kind else {
            return;
        };
        let old = data.attrs.params.clone();
        data.attrs.params = self.attributes(&old).into();
        if self.ret.is_changed() {
            data.attrs.ret = None;
        }
    }

    /// The attributes of the new parameters, and of arguments after them.
    fn attributes(&self, old: &[Option<AttrGroup>]) -> Vec<Option<AttrGroup>> {
        let mut new = Vec::with_capacity(old.len());
        for (index, param) in self.params.iter().enumerate() {
            match param.is_changed() {
                true => new.extend(param.attributes()),
                false => new.push(old.get(index).copied().flatten()),
            }
        }
        new
    }
}

/// One function while its arguments, calls and returns are changed.
struct Passing<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    global: Global,
    context: Context<'a>,
}

impl Passing<'_> {
    fn before(&mut self, at: Inst) -> Builder<'_> {
        Builder {
            module: &mut *self.module,
            function: &mut *self.function,
            at,
            global: self.global,
            target: self.context.target,
        }
    }

    /// Puts the vectors together again that come as arguments.
    fn receive(&mut self, own: &Signature) {
        let entry = self.function.entry();
        let Some(first) = self.function.blocks[entry].first.expand() else {
            return;
        };
        let old = self.function.args.clone();
        let mut args = Vec::with_capacity(old.len());
        for (value, param) in old.into_iter().zip(&own.params) {
            if !param.is_changed() {
                args.push(value);
                continue;
            }
            let pieces = param
                .pieces
                .iter()
                .map(|ty| self.function.add_arg(*ty, b""));
            let pieces: Vec<Value> = pieces.collect();
            let ty = self.function.values[value].ty;
            let whole = self.before(first).join_passed(param.how, &pieces, ty);
            self.function.replace_all_uses(value, whole);
            args.extend(pieces);
        }
        set_args(self.function, args);
    }

    fn change_body(&mut self, own: Option<&Signature>) {
        let mut insts = Vec::new();
        for block in &self.function.layout {
            insts.extend(self.function.block_insts(*block));
        }
        for inst in insts {
            match &self.function.insts[inst].kind {
                InstKind::Ret => {
                    if let Some(own) = own.filter(|own| own.ret.is_changed()) {
                        self.change_return(inst, own);
                    }
                }
                InstKind::Call(info) | InstKind::Invoke(info) => {
                    let info = info.clone();
                    self.change_call(inst, &info);
                }
                _ => {}
            }
        }
    }

    fn change_return(&mut self, inst: Inst, own: &Signature) {
        let value = self.function.operand(inst, 0);
        let result = own.ret.result_type(self.module);
        let mut builder = self.before(inst);
        let pieces = builder.split_passed(own.ret.how, value);
        let all = match pieces[..] {
            [piece] => piece,
            _ => {
                let mut all = builder.poison(result);
                for (index, piece) in pieces.into_iter().enumerate() {
                    let kind = InstKind::InsertValue([index as u32].into());
                    all = builder.value(kind, result, InstFlags::empty(), &[all, piece]);
                }
                all
            }
        };
        builder.inst(InstKind::Ret, TypeTable::VOID, InstFlags::empty(), &[all]);
        self.function.remove_inst(inst);
    }

    /// Whether a call is of the kind that is changed.
    fn is_plain_call(&self, inst: Inst, info: &CallInfo) -> bool {
        let callee = self.function.operands(inst).next_back();
        let id = callee.and_then(|callee| self.function.as_const(callee));
        let is_special = id.is_some_and(|id| match self.module.consts[id].kind {
            ConstKind::InlineAsm(_) => true,
            ConstKind::Global(global) => self.module.globals[global].name.starts_with(b"llvm."),
            _ => false,
        });
        !is_special && info.bundles.is_empty() && info.tail != TailKind::MustTail
    }

    fn change_call(&mut self, inst: Inst, info: &CallInfo) {
        if !self.is_plain_call(inst, info) {
            return;
        }
        let (target, global) = (self.context.target, self.global);
        let signature = Signature::of(self.module, self.context, global, info.fn_type);
        let fixed = match &self.module.types[info.fn_type] {
            TypeData::Function { params, .. } => params.len(),
            _ => 0,
        };
        let count = info.num_args as usize;
        let has_more = (fixed..count).any(|index| {
            let ty = self.function.values[self.function.operand(inst, index)].ty;
            target.passed_vector(self.module, global, ty) != PassedVector::Whole
        });
        if signature.is_none() && !has_more {
            return;
        }
        let mut args = Vec::new();
        let mut params = Vec::new();
        for index in 0..count {
            let value = self.function.operand(inst, index);
            let ty = self.function.values[value].ty;
            let passed = Passed::of(self.module, target, global, ty);
            if passed.is_changed() {
                params.extend(passed.attributes());
                args.extend(self.before(inst).split_passed(passed.how, value));
            } else {
                args.push(value);
                params.push(info.attrs.params.get(index).copied().flatten());
            }
        }
        let ret = signature.as_ref().map(|signature| &signature.ret);
        let ret = ret.filter(|ret| ret.is_changed());
        let old_type = self.function.insts[inst].ty;
        let new = NewCall {
            fn_type: signature
                .as_ref()
                .map_or(info.fn_type, |signature| signature.fn_type),
            result: match ret {
                Some(ret) => ret.result_type(self.module),
                None => old_type,
            },
            args,
            params,
            tail: info.tail,
        };
        let Some(call) = make_call(self.function, inst, new) else {
            return;
        };
        self.take_result(inst, call, ret, old_type);
    }

    /// Puts what `call` returns in the place of the result of `old`, which goes.
    fn take_result(&mut self, old: Inst, call: Inst, ret: Option<&Passed>, ty: Type) {
        let results = [old, call].map(|inst| self.function.insts[inst].result.expand());
        let [Some(result), Some(value)] = results else {
            self.function.remove_inst(old);
            return;
        };
        let Some(ret) = ret else {
            self.function.replace_all_uses(result, value);
            self.function.remove_inst(old);
            return;
        };
        if let InstKind::Call(info) | InstKind::Invoke(info) = &mut self.function.insts[call].kind {
            info.attrs.ret = None;
        }
        // The old invoke goes first, though its result still has uses: it ends the block.
        let is_invoke = matches!(self.function.insts[call].kind, InstKind::Invoke(_));
        let at = if is_invoke {
            self.function.remove_inst(old);
            after_call(self.function, call)
        } else {
            Some(old)
        };
        let Some(at) = at else { return };
        let mut builder = self.before(at);
        let pieces: Vec<Value> = match ret.pieces[..] {
            [_] => vec![value],
            _ => {
                let fields = ret.pieces.iter().enumerate();
                fields
                    .map(|(index, ty)| {
                        let kind = InstKind::ExtractValue([index as u32].into());
                        builder.value(kind, *ty, InstFlags::empty(), &[value])
                    })
                    .collect()
            }
        };
        let whole = builder.join_passed(ret.how, &pieces, ty);
        self.function.replace_all_uses(result, whole);
        if !is_invoke {
            self.function.remove_inst(old);
        }
    }
}

impl Builder<'_> {
    /// What is passed for a vector.
    fn split_passed(&mut self, how: PassedVector, value: Value) -> Vec<Value> {
        let ty = self.ty(value);
        let len = self.shape(ty).map_or(0, |shape| shape.len);
        match how {
            PassedVector::Whole => vec![value],
            PassedVector::Widened(to) => {
                let poison = self.poison(ty);
                let lanes = (0..to).map(|lane| if lane < len { lane as i32 } else { -1 });
                let lanes: Vec<i32> = lanes.collect();
                vec![self.shuffle(value, poison, &lanes)]
            }
            PassedVector::Promoted(bits) => {
                let element = self.module.types.int(bits);
                let wide = self.vector(element, len);
                vec![self.cast(CastOp::ZExt, value, wide)]
            }
            PassedVector::Elements => {
                let elements = self.elements(value);
                match self.bits(ty) {
                    Some(65..) => {
                        let words = elements.into_iter().map(|element| self.two_words(element));
                        words.flatten().collect()
                    }
                    _ => elements,
                }
            }
        }
    }

    /// The vector of type `ty` for which `pieces` were passed.
    fn join_passed(&mut self, how: PassedVector, pieces: &[Value], ty: Type) -> Value {
        match how {
            PassedVector::Whole => pieces[0],
            PassedVector::Widened(_) => {
                let poison = self.poison(self.ty(pieces[0]));
                let len = self.shape(ty).map_or(0, |shape| shape.len);
                let lanes: Vec<i32> = (0..len as i32).collect();
                self.shuffle(pieces[0], poison, &lanes)
            }
            PassedVector::Promoted(_) => self.cast(CastOp::Trunc, pieces[0], ty),
            PassedVector::Elements => match self.bits(ty) {
                Some(65..) => {
                    let element = self.module.types.scalar(ty);
                    let pairs = pieces.chunks_exact(2).map(|pair| {
                        let both = self.join128(pair[0], pair[1]);
                        self.cast(CastOp::Trunc, both, element)
                    });
                    let elements: Vec<Value> = pairs.collect();
                    self.gather(&elements)
                }
                _ => self.gather(pieces),
            },
        }
    }
}
