//! Loads and stores of whole structs and arrays in stack slots become ones of their fields.
//!
//! ```text
//!   %v = load { i64, double }, ptr %slot     %0 = load i64, ptr %slot
//!                                            %1 = insertvalue { i64, double } poison, i64 %0, 0
//!                                            %2 = load double, ptr (%slot + 8)
//!                                            %v = insertvalue { i64, double } %1, double %2, 1
//! ```

use avarice_ir::{
    AtomicOrdering, CastOp, DataLayout, Function, Inst, InstFlags, InstKind, Module, Type,
    TypeTable, Value,
};
use smallvec::SmallVec;

use crate::build::{Builder, align_at};

/// Values with more fields stay as they are.
const MAX_FIELDS: usize = 16;

/// A field that has no fields itself: the indices that lead to it, where it is, and its type.
struct Field {
    path: SmallVec<[u32; 4]>,
    offset: u64,
    ty: Type,
}

/// Splits loads and stores of aggregates in stack slots.
pub(super) fn split(module: &mut Module, layout: &DataLayout, function: &mut Function) -> bool {
    let mut changed = false;
    for at in 0..function.layout.len() {
        let mut next = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = next {
            next = function.insts[inst].next.expand();
            changed |= split_access(module, layout, function, inst).is_some();
        }
    }
    changed
}

fn split_access(
    module: &mut Module,
    layout: &DataLayout,
    function: &mut Function,
    inst: Inst,
) -> Option<()> {
    let data = &function.insts[inst];
    let (ty, address, align, ordering) = match data.kind {
        InstKind::Load {
            align, ordering, ..
        } => (data.ty, function.operand(inst, 0), align, ordering),
        InstKind::Store {
            align, ordering, ..
        } => {
            let value = function.operand(inst, 0);
            let ty = function.values[value].ty;
            (ty, function.operand(inst, 1), align, ordering)
        }
        _ => return None,
    };
    let is_simple =
        ordering == AtomicOrdering::NotAtomic && !data.flags.contains(InstFlags::VOLATILE);
    if !module.types.is_aggregate(ty) || !is_simple || !is_in_slot(function, address) {
        return None;
    }
    let mut fields = Vec::new();
    let mut path = SmallVec::new();
    collect(&module.types, layout, ty, 0, &mut path, &mut fields)?;
    let align = if align == 0 {
        layout.abi_align(&module.types, ty)
    } else {
        align
    };
    let result = data.result.expand();
    let mut builder = Builder {
        module,
        function,
        at: inst,
    };
    match result {
        Some(result) => {
            let value = load(&mut builder, ty, &fields, (address, align));
            function.replace_all_uses(result, value);
        }
        None => store(&mut builder, &fields, (address, align)),
    }
    function.remove_inst(inst);
    Some(())
}

/// Whether an address is in a stack slot, as far as can be seen.
fn is_in_slot(function: &Function, mut address: Value) -> bool {
    while let Some(inst) = function.def_inst(address) {
        match function.insts[inst].kind {
            InstKind::Alloca { .. } => return true,
            InstKind::GetElementPtr { .. } | InstKind::Cast(CastOp::BitCast) => {
                address = function.operand(inst, 0);
            }
            _ => return false,
        }
    }
    false
}

/// Lists the fields of a type; `None` if there are too many.
fn collect(
    types: &TypeTable,
    layout: &DataLayout,
    ty: Type,
    offset: u64,
    path: &mut SmallVec<[u32; 4]>,
    fields: &mut Vec<Field>,
) -> Option<()> {
    if !types.is_aggregate(ty) {
        fields.push(Field {
            path: path.clone(),
            offset,
            ty,
        });
        return (fields.len() <= MAX_FIELDS).then_some(());
    }
    // Each level has a field, so that types nested deeper than this have too many paths anyway.
    (path.len() < MAX_FIELDS).then_some(())?;
    for index in 0..types.num_elements(ty)? {
        let element = types.element(ty, index)?;
        let at = layout.element_offset(types, ty, index)?;
        path.push(index as u32);
        collect(types, layout, element, offset + at, path, fields)?;
        path.pop();
        (fields.len() <= MAX_FIELDS).then_some(())?;
    }
    Some(())
}

fn load(b: &mut Builder<'_>, ty: Type, fields: &[Field], (address, align): (Value, u64)) -> Value {
    let mut all = b.poison(ty);
    for field in fields {
        let at = b.offset(address, field.offset);
        let value = b.load(field.ty, at, align_at(align, field.offset));
        let kind = InstKind::InsertValue(field.path.as_slice().into());
        all = b.value(kind, ty, &[all, value]);
    }
    all
}

fn store(b: &mut Builder<'_>, fields: &[Field], (address, align): (Value, u64)) {
    let all = b.function.operand(b.at, 0);
    for field in fields {
        let kind = InstKind::ExtractValue(field.path.as_slice().into());
        let value = b.value(kind, field.ty, &[all]);
        let at = b.offset(address, field.offset);
        b.store(value, at, align_at(align, field.offset));
    }
}
