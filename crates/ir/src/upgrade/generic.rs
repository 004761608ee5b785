//! Intrinsics of every target that take other arguments now.

use crate::attribute::{AttrSet, AttributeKind, AttributeList};
use crate::attribute_names;
use crate::entities::{Type, Value};
use crate::inst::InstKind;
use crate::intrinsics::Intrinsic;
use crate::types::{TypeData, TypeTable};

use super::Outcome;
use super::builder::Builder;

/// How a call changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// An alignment among the arguments becomes attributes of the pointers.
    AlignArgument(Intrinsic),
    /// An alignment among the attributes of a pointer, or of a vector of pointers, becomes an argument: LLVM 22 has none.
    AlignAttribute(Intrinsic),
    /// Whether zero gives poison is said: it does not.
    CountZeros(Intrinsic),
    /// What happens with `null` and at run time is said: nothing.
    ObjectSize,
    /// Annotations have further arguments: none.
    Annotation(Intrinsic),
    /// Ends of coroutines say what they return: nothing.
    CoroutineEnd,
    /// The call says nothing any more.
    Remove,
}

/// How calls of a function with this name and these parameters change, `None` if they do not.
pub(super) fn change(name: &[u8], types: &TypeTable, fn_type: Type) -> Option<Change> {
    use Intrinsic::*;
    let TypeData::Function { params, .. } = &types[fn_type] else {
        return None;
    };
    if name == b"llvm.stackprotectorcheck" {
        return Some(Change::Remove);
    }
    if name == b"llvm.coro.end" && params.len() == 2 {
        return Some(Change::CoroutineEnd);
    }
    if name.starts_with(b"llvm.arm.neon.vclz.") {
        return Some(Change::CountZeros(Ctlz));
    }
    let is_size = |index: usize| params.get(index) == Some(&TypeTable::I32);
    match (Intrinsic::from_name(name)?, params.len()) {
        (id @ (Memcpy | Memmove | Memset), 5) if is_size(3) => Some(Change::AlignArgument(id)),
        (id @ (MaskedLoad | MaskedGather | MaskedStore | MaskedScatter), 3) => {
            Some(Change::AlignAttribute(id))
        }
        (id @ (Ctlz | Cttz), 1) => Some(Change::CountZeros(id)),
        (Objectsize, 2 | 3) => Some(Change::ObjectSize),
        (id @ (PtrAnnotation | VarAnnotation), 4) => Some(Change::Annotation(id)),
        _ => None,
    }
}

/// Makes what takes the place of the call.
pub(super) fn apply(builder: &mut Builder<'_>, change: Change) -> Option<Outcome> {
    let (args, ret) = (builder.args, builder.result);
    let value = match change {
        Change::Remove => return Some(Outcome::Removed),
        Change::AlignArgument(id) => {
            align_argument(builder, id)?;
            return Some(Outcome::Removed);
        }
        Change::AlignAttribute(id) => return align_attribute(builder, id),
        Change::CountZeros(id) => {
            let no = builder.int(TypeTable::I1, 0);
            builder.intrinsic(id, ret, &[*args.first()?, no])?
        }
        Change::ObjectSize => {
            let mut args = args.to_vec();
            while args.len() < 4 {
                args.push(builder.int(TypeTable::I1, 0));
            }
            let overloads = [ret, builder.ty(args[0])];
            builder.overloaded(Intrinsic::Objectsize, &overloads, ret, &args)?
        }
        Change::Annotation(id) => return annotation(builder, id),
        Change::CoroutineEnd => {
            let mut args = args.to_vec();
            args.push(builder.no_token());
            builder.call("llvm.coro.end", ret, &args)?
        }
    };
    Some(Outcome::Value(value))
}

/// `llvm.memcpy` and its like with an alignment as the last argument but one. Attributes of the arguments stay, but for
/// alignments.
fn align_argument(builder: &mut Builder<'_>, id: Intrinsic) -> Option<()> {
    let [to, from, size, align, is_volatile] = *builder.args else {
        return None;
    };
    let align = builder.const_int(align)?;
    let InstKind::Call(info) = &builder.function.insts[builder.at].kind else {
        return None;
    };
    let old = info.attrs.clone();
    let args = [to, from, size, is_volatile];
    let params: Vec<Type> = args.iter().map(|arg| builder.ty(*arg)).collect();
    let types = &builder.module.types;
    let overloads = id.overloads(types, TypeTable::VOID, &params)?;
    let call = builder.overloaded_inst(id, &overloads, TypeTable::VOID, &args)?;
    let pointers = if id == Intrinsic::Memset { 1 } else { 2 };
    let mut attrs = AttributeList {
        params: Box::new([None; 4]),
        ..old.clone()
    };
    for index in 0..4 {
        let from = if index == 3 { 4 } else { index };
        let group = old.params.get(from).copied().flatten();
        let mut set: AttrSet = builder.module.attrs(group).clone();
        if index < pointers {
            set.attrs.retain(|attr| attr.name() != "align");
            if align > 0 {
                let attr = AttributeKind::Int("align".into(), align);
                let place = attribute_names::order(&attr);
                let mut others = set.attrs.iter();
                let at = others.position(|other| attribute_names::order(other) > place);
                set.attrs.insert(at.unwrap_or(set.attrs.len()), attr);
            }
        }
        attrs.params[index] = builder.module.intern_attrs(set);
    }
    if let InstKind::Call(info) = &mut builder.function.insts[call].kind {
        info.attrs = attrs;
    }
    Some(())
}

/// A masked load or store whose pointers have their alignment as an attribute, 1 if they have none.
fn align_attribute(builder: &mut Builder<'_>, id: Intrinsic) -> Option<Outcome> {
    let [first, second, third] = *builder.args else {
        return None;
    };
    let InstKind::Call(info) = &builder.function.insts[builder.at].kind else {
        return None;
    };
    let is_load = matches!(id, Intrinsic::MaskedLoad | Intrinsic::MaskedGather);
    let pointer = usize::from(!is_load);
    let group = info.attrs.params.get(pointer).copied().flatten();
    let align = builder.module.attrs(group).int("align").unwrap_or(1);
    let align = builder.int(TypeTable::I32, align);
    let ret = builder.result;
    if is_load {
        let overloads = [ret, builder.ty(first)];
        let args = [first, align, second, third];
        return builder
            .overloaded(id, &overloads, ret, &args)
            .map(Outcome::Value);
    }
    let overloads = [builder.ty(first), builder.ty(second)];
    let args = [first, second, align, third];
    builder.overloaded_inst(id, &overloads, ret, &args)?;
    Some(Outcome::Removed)
}

/// Annotations without further arguments.
fn annotation(builder: &mut Builder<'_>, id: Intrinsic) -> Option<Outcome> {
    let mut args: Vec<Value> = builder.args.to_vec();
    let ret = builder.result;
    let pointer = builder.ty(*args.get(1)?);
    args.push(builder.zero(pointer));
    let first = builder.ty(args[0]);
    let call = builder.overloaded_inst(id, &[first, pointer], ret, &args)?;
    Some(match builder.function.insts[call].result.expand() {
        Some(value) => Outcome::Value(value),
        None => Outcome::Removed,
    })
}
