//! Outputs of inline assembly that go to memory through a register.
//!
//! Where a constraint leaves the choice, an output is in memory; but an input that is tied to it has to be in a
//! register, so the output has to be, too. It becomes a result of the call, which is stored:
//!
//! ```text
//!   call void asm "", "=*imr,0"(ptr elementtype(i32) %p, i32 %x)
//!
//!   %r = call i32 asm "", "=ir,0"(i32 %x)
//!   store i32 %r, ptr %p
//! ```

use avarice_ir::{
    CallInfo, CastOp, ConstKind, DataLayout, Inst, InstFlags, InstKind, Module, Type, TypeData,
    TypeTable, Value,
};

use super::builder::Builder;
use crate::asm_constraints::{parse_constraint, split_constraints};
use crate::replacement::Replacement;
use crate::target::ExpansionTarget;

/// Letters of constraints that allow memory.
const MEMORY_LETTERS: [char; 6] = ['m', 'o', 'V', 'Q', '<', '>'];

/// Makes outputs of inline assembly that have to be in registers results.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same. No input is tied to an output in memory that could be in a register.
pub(super) fn settle_asm_outputs(module: &mut Module, target: &dyn ExpansionTarget) {
    let mut asms = module.inline_asms.values();
    if !asms.any(|asm| std::str::from_utf8(&asm.constraints).is_ok_and(has_moved_outputs)) {
        return;
    }
    let Ok(layout) = DataLayout::of_module(module) else {
        return;
    };
    module.for_each_body(|module, global, body| {
        let insts: Vec<Inst> = body.insts.keys().collect();
        for inst in insts {
            if body.insts[inst].block.is_none() {
                continue;
            }
            let mut builder = Builder {
                module,
                function: body,
                at: inst,
                global,
                target,
            };
            if let Some(new) = builder.expand_asm_outputs(&layout) {
                builder.replace(new);
            }
        }
    });
}

fn has_moved_outputs(constraints: &str) -> bool {
    let list = split_constraints(constraints);
    (0..list.len()).any(|index| moved_output(&list, index).is_some())
}

/// The constraint that output `index` gets as a result, if it has to be one.
fn moved_output(list: &[&str], index: usize) -> Option<String> {
    let constraint = parse_constraint(list.get(index)?)?;
    if !constraint.is_output || !constraint.is_indirect {
        return None;
    }
    let is_tied = || list.iter().any(|other| other.parse() == Ok(index));
    if constraint.code.contains(MEMORY_LETTERS) && !is_tied() {
        return None;
    }
    let letters: String = constraint.code.replace(MEMORY_LETTERS, "");
    let mark = if constraint.is_early { "=&" } else { "=" };
    (!letters.is_empty()).then(|| format!("{mark}{letters}"))
}

/// The call of inline assembly that takes the place of another.
#[derive(Default)]
struct NewAsm {
    constraints: Vec<String>,
    args: Vec<Value>,
    /// Types of the results, and where the ones that are new go, with the alignment there.
    results: Vec<(Type, Option<(Value, u64)>)>,
    /// Arguments that are tied to results that are new: indexes of both.
    tied: Vec<(usize, usize)>,
}

impl Builder<'_> {
    fn called_asm(&self) -> Option<avarice_ir::InlineAsm> {
        if !matches!(self.function.insts[self.at].kind, InstKind::Call(_)) {
            return None;
        }
        let callee = self.function.operands(self.at).next_back()?;
        match self.module.consts[self.function.as_const(callee)?].kind {
            ConstKind::InlineAsm(id) => Some(id),
            _ => None,
        }
    }

    fn expand_asm_outputs(&mut self, layout: &DataLayout) -> Option<Replacement> {
        let asm = self.called_asm()?;
        let text = self.module.inline_asms[asm].constraints.clone();
        let constraints = std::str::from_utf8(&text).ok()?;
        if !has_moved_outputs(constraints) {
            return None;
        }
        let InstKind::Call(info) = &self.function.insts[self.at].kind else {
            return None;
        };
        let mut info = info.clone();
        let mut new = self.new_asm(constraints, &mut info, layout)?;
        self.narrow_tied(&mut new);
        let fields: Vec<Type> = new.results.iter().map(|(ty, _)| *ty).collect();
        let ty = match fields[..] {
            [one] => one,
            _ => self.literal_struct(fields),
        };
        let call = self.call_asm(asm, &new, *info, ty);
        let old = self.function.insts[self.at].ty;
        let mut kept = Vec::new();
        for (index, (field, pointer)) in new.results.iter().enumerate() {
            let value = match new.results.len() {
                1 => call,
                _ => {
                    let kind = InstKind::ExtractValue([index as u32].into());
                    self.value(kind, *field, InstFlags::empty(), &[call])
                }
            };
            match pointer {
                Some((pointer, align)) => self.store(value, *pointer, *align),
                None => kept.push(value),
            }
        }
        if old == TypeTable::VOID {
            return Some(Replacement::Effect);
        }
        if !matches!(
            self.module.types[old],
            TypeData::Struct { .. } | TypeData::Named(_)
        ) {
            return Some(Replacement::Value(*kept.first()?));
        }
        let mut all = self.poison(old);
        for (index, value) in kept.into_iter().enumerate() {
            let kind = InstKind::InsertValue([index as u32].into());
            all = self.value(kind, old, InstFlags::empty(), &[all, value]);
        }
        Some(Replacement::Value(all))
    }

    fn literal_struct(&mut self, fields: Vec<Type>) -> Type {
        self.module.types.intern(TypeData::Struct {
            fields: fields.into(),
            packed: false,
        })
    }

    /// Divides outputs and arguments; takes the attributes of arguments that go from `info`.
    fn new_asm(
        &mut self,
        constraints: &str,
        info: &mut CallInfo,
        layout: &DataLayout,
    ) -> Option<NewAsm> {
        let old = self.function.insts[self.at].ty;
        let mut old_fields = match self.module.types.struct_fields(old) {
            Some((fields, _)) => fields.to_vec(),
            None => vec![old],
        }
        .into_iter();
        let list = split_constraints(constraints);
        let mut new = NewAsm::default();
        let (mut params, mut places) = (Vec::new(), Vec::new());
        let mut argument = 0;
        for (index, text) in list.iter().enumerate() {
            let moved = moved_output(&list, index);
            new.constraints
                .push(moved.clone().unwrap_or_else(|| (*text).to_string()));
            let constraint = match text.starts_with('~') {
                true => continue,
                false => parse_constraint(text)?,
            };
            if constraint.is_output && !constraint.is_indirect {
                new.results.push((old_fields.next()?, None));
                continue;
            }
            if argument >= info.num_args as usize {
                return None;
            }
            let value = self.operand(argument);
            let group = info.attrs.params.get(argument).copied().flatten();
            argument += 1;
            if moved.is_some() {
                let ty = self.module.attrs(group).ty("elementtype")?;
                let align = layout.abi_align(&self.module.types, ty);
                let ty = self.as_one_register(ty, layout);
                new.results.push((ty, Some((value, align))));
                places.push((index, new.results.len() - 1));
            } else {
                let found = places.iter().find(|(place, _)| text.parse() == Ok(*place));
                new.tied
                    .extend(found.map(|(_, result)| (new.args.len(), *result)));
                params.push(group);
                new.args.push(value);
            }
        }
        info.attrs.params = params.into();
        Some(new)
    }

    /// The type that a register holds of `ty`: an integer for an aggregate of its size.
    fn as_one_register(&mut self, ty: Type, layout: &DataLayout) -> Type {
        let is_aggregate = matches!(
            self.module.types[ty],
            TypeData::Struct { .. } | TypeData::Named(_) | TypeData::Array { .. }
        );
        match layout.alloc_size(&self.module.types, ty) {
            Some(size @ (1 | 2 | 4 | 8 | 16)) if is_aggregate => {
                let bits = size as u32 * 8;
                self.module.types.intern(TypeData::Integer(bits))
            }
            _ => ty,
        }
    }

    /// Cuts integers and pointers that are tied to narrower results.
    fn narrow_tied(&mut self, new: &mut NewAsm) {
        for (argument, result) in &new.tied {
            let (value, to) = (new.args[*argument], new.results[*result].0);
            let is_pointer = self.ty(value) == TypeTable::PTR;
            let from = match is_pointer {
                true => TypeTable::I64,
                false => self.ty(value),
            };
            let bits = [from, to].map(|ty| self.module.types.int_bits(ty));
            let [Some(from_bits), Some(to_bits)] = bits else {
                continue;
            };
            if from_bits > to_bits {
                let number = match is_pointer {
                    true => self.cast(CastOp::PtrToInt, value, from),
                    false => value,
                };
                new.args[*argument] = self.cast(CastOp::Trunc, number, to);
            }
        }
    }

    fn call_asm(
        &mut self,
        asm: avarice_ir::InlineAsm,
        new: &NewAsm,
        mut info: CallInfo,
        ty: Type,
    ) -> Value {
        let params = new.args.iter().map(|arg| self.ty(*arg)).collect();
        info.fn_type = self.module.types.intern(TypeData::Function {
            ret: ty,
            params,
            var_arg: false,
        });
        info.num_args = new.args.len() as u32;
        let mut data = self.module.inline_asms[asm].clone();
        data.fn_type = info.fn_type;
        data.constraints = new.constraints.join(",").into_bytes().into();
        let id = self.module.inline_asms.push(data);
        let callee = self
            .module
            .constant(TypeTable::PTR, ConstKind::InlineAsm(id));
        let mut operands = new.args.clone();
        operands.push(self.function.const_value(&self.module.consts, callee));
        self.value(
            InstKind::Call(Box::new(info)),
            ty,
            InstFlags::empty(),
            &operands,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_that_are_tied_go_to_registers() {
        let list = split_constraints("=*imr,=*m,=*&r,0,~{memory}");
        assert_eq!(moved_output(&list, 0).as_deref(), Some("=ir"));
        assert_eq!(moved_output(&list, 1), None);
        assert_eq!(moved_output(&list, 2).as_deref(), Some("=&r"));
        assert_eq!(moved_output(&list, 3), None);
    }
}
