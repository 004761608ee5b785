//! Rules of calls: signatures, attributes that change the ABI, bundles, `musttail`, `invoke`.

use super::function::Body;
use super::{Rule, ensure};
use crate::attribute::{AttributeKind, AttributeList};
use crate::constant::ConstKind;
use crate::entities::{Inst, Type, Value};
use crate::inst::{CallInfo, CallingConv, CastOp, InstKind, TailKind};
use crate::intrinsics::{Intrinsic, called_global};
use crate::types::{TypeData, TypeTable};

/// `tailcc` and `swifttailcc`, which guarantee tail calls.
const GUARANTEED_TAIL: [CallingConv; 2] = [CallingConv(18), CallingConv(20)];

/// Parameter attributes that decide how an argument is passed.
const ABI_ATTRIBUTES: [&str; 9] = [
    "sret",
    "byval",
    "byref",
    "inalloca",
    "preallocated",
    "inreg",
    "swiftself",
    "swiftasync",
    "swifterror",
];

impl Body<'_, '_> {
    pub(super) fn call_rule(&self, inst: Inst, info: &CallInfo) -> Rule {
        self.signature_rule(inst, info)?;
        self.callee_rule(inst, info)?;
        let types = self.types();
        if let TypeData::Function { ret, params, .. } = &types[info.fn_type] {
            let args: Vec<Type> = (0..info.num_args as usize)
                .map(|index| self.operand_type(inst, index))
                .collect();
            let declared = params.len();
            self.verifier
                .attributes_rule(&info.attrs, *ret, &args, declared, false)?;
        }
        self.bundles_rule(info)?;
        self.asm_rule(inst, info)?;
        if let Some(id) = called_global(self.module(), self.function, inst)
            && let Some(intrinsic) = Intrinsic::of_global(self.module(), id)
        {
            self.intrinsic_rule(inst, info, intrinsic)?;
        }
        match &self.function.insts[inst].kind {
            InstKind::Invoke(_) => {
                ensure!(
                    self.head.personality.is_some() || self.is_hint(inst),
                    "invoke in a function without personality"
                );
                self.unwind_target_rule(&self.function.inst_blocks(inst)[1..])
            }
            InstKind::CallBr(_) => {
                ensure!(
                    self.callee_is_asm(inst),
                    "callbr of something that is not inline asm"
                );
                Ok(())
            }
            _ if info.tail == TailKind::MustTail => self.must_tail_rule(inst, info),
            _ => Ok(()),
        }
    }

    fn is_hint(&self, inst: Inst) -> bool {
        Intrinsic::of_call(self.module(), self.function, inst) == Some(Intrinsic::Donothing)
    }

    fn callee(&self, inst: Inst) -> Value {
        self.function
            .operand(inst, self.function.num_operands(inst) - 1)
    }

    fn callee_is_asm(&self, inst: Inst) -> bool {
        let id = self.function.as_const(self.callee(inst));
        id.is_some_and(|id| matches!(self.module().consts[id].kind, ConstKind::InlineAsm(_)))
    }

    fn signature_rule(&self, inst: Inst, info: &CallInfo) -> Rule {
        let types = self.types();
        let TypeData::Function {
            ret,
            params,
            var_arg,
        } = &types[info.fn_type]
        else {
            return Err(format!(
                "call as {}, which is no function type",
                self.show(info.fn_type)
            ));
        };
        let given = info.num_args as usize;
        ensure!(
            given == params.len() || *var_arg && given > params.len(),
            "call with {given} arguments of a function with {}{} parameters",
            if *var_arg { "at least " } else { "" },
            params.len()
        );
        for (index, param) in params.iter().enumerate() {
            let ty = self.operand_type(inst, index);
            ensure!(
                ty == *param,
                "argument {} is {} but the parameter {}",
                index + 1,
                self.show(ty),
                self.show(*param)
            );
        }
        for index in params.len()..given {
            ensure!(
                !matches!(
                    types[self.operand_type(inst, index)],
                    TypeData::Metadata | TypeData::Token | TypeData::Label | TypeData::Void
                ),
                "variadic argument of type {}",
                self.show(self.operand_type(inst, index))
            );
        }
        ensure!(
            self.function.insts[inst].ty == *ret,
            "call gives {}, not {}",
            self.show(*ret),
            self.show(self.function.insts[inst].ty)
        );
        Ok(())
    }

    fn callee_rule(&self, inst: Inst, info: &CallInfo) -> Rule {
        let callee = self.callee(inst);
        ensure!(
            self.types().is_ptr(self.type_of(callee)),
            "callee is {}, not a pointer",
            self.show(self.type_of(callee))
        );
        let called = called_global(self.module(), self.function, inst);
        let is_intrinsic =
            called.is_some_and(|id| self.module().globals[id].name.starts_with(b"llvm."));
        for index in 0..info.num_args as usize {
            let arg = self.function.operand(inst, index);
            ensure!(
                is_intrinsic
                    || !matches!(
                        self.types()[self.type_of(arg)],
                        TypeData::Metadata | TypeData::Token
                    ),
                "argument of type {}, which only intrinsics take",
                self.show(self.type_of(arg))
            );
            if let Some(id) = self.function.as_const(arg) {
                self.not_called_rule(id)?;
            }
        }
        if let Some(id) = called.filter(|_| is_intrinsic) {
            // Without a suffix one name stands for all overloads, and none needs a declaration.
            let name = &self.module().globals[id].name;
            let all_overloads =
                Intrinsic::from_name(name).is_some_and(|known| known.name().as_bytes() == &**name);
            ensure!(
                all_overloads || self.module().globals[id].value_type == info.fn_type,
                "intrinsic called with a type other than its own"
            );
        }
        Ok(())
    }

    /// Indirect operands of inline assembly, and only those, have the type of what they point to.
    fn asm_rule(&self, inst: Inst, info: &CallInfo) -> Rule {
        let callee = self.function.as_const(self.callee(inst));
        let asm = match callee.map(|id| &self.module().consts[id].kind) {
            Some(ConstKind::InlineAsm(id)) => &self.module().inline_asms[*id],
            _ => return Ok(()),
        };
        let mut index = 0;
        for constraint in asm.constraints.split(|c| *c == b',') {
            let direct_output = constraint.starts_with(b"=") && !constraint.contains(&b'*');
            if constraint.is_empty() || direct_output || matches!(constraint[0], b'~' | b'!') {
                continue;
            }
            let indirect = constraint.contains(&b'*');
            let attrs = info.attrs.params.get(index).copied().flatten();
            ensure!(
                self.module().attrs(attrs).has("elementtype") == indirect,
                "argument {} of inline asm {}",
                index + 1,
                match indirect {
                    true => "is indirect but has no elementtype",
                    false => "has an elementtype but is not indirect",
                }
            );
            index += 1;
        }
        Ok(())
    }

    fn bundles_rule(&self, info: &CallInfo) -> Rule {
        const SINGLE: [&str; 7] = [
            "deopt",
            "gc-transition",
            "funclet",
            "cfguardtarget",
            "preallocated",
            "gc-live",
            "kcfi",
        ];
        for (index, (tag, count)) in info.bundles.iter().enumerate() {
            let repeated = info.bundles[..index].iter().any(|(other, _)| other == tag);
            ensure!(
                !(repeated && SINGLE.contains(&&**tag)),
                "two operand bundles \"{tag}\""
            );
            ensure!(
                !matches!(&**tag, "funclet" | "cfguardtarget" | "kcfi" | "ptrauth") || {
                    let wanted = if &**tag == "ptrauth" { 2 } else { 1 };
                    *count == wanted
                },
                "operand bundle \"{tag}\" with {count} inputs"
            );
        }
        Ok(())
    }

    fn must_tail_rule(&self, inst: Inst, info: &CallInfo) -> Rule {
        let types = self.types();
        ensure!(!self.callee_is_asm(inst), "musttail call of inline asm");
        let caller = &self.module().globals[self.id];
        let (
            TypeData::Function {
                ret,
                params,
                var_arg,
            },
            TypeData::Function {
                ret: callee_ret,
                params: callee_params,
                var_arg: callee_var_arg,
            },
        ) = (&types[caller.value_type], &types[info.fn_type])
        else {
            return Ok(());
        };
        ensure!(
            var_arg == callee_var_arg,
            "musttail call where only one of caller and callee is variadic"
        );
        ensure!(
            ret == callee_ret,
            "musttail call of a function that returns another type"
        );
        ensure!(
            info.conv == self.head.conv,
            "musttail call with another calling convention"
        );
        self.before_ret_rule(inst)?;
        if GUARANTEED_TAIL.contains(&info.conv) {
            ensure!(
                !*var_arg,
                "musttail call of a variadic function with a tail convention"
            );
            return Ok(());
        }
        let is_intrinsic = Intrinsic::of_call(self.module(), self.function, inst).is_some();
        if !is_intrinsic {
            ensure!(
                params.len() == callee_params.len(),
                "musttail call with another number of parameters"
            );
            for (own, other) in params.iter().zip(callee_params) {
                ensure!(own == other, "musttail call with another type of parameter");
            }
        }
        for index in 0..params.len() {
            ensure!(
                self.abi_of(&self.head.attrs, index)
                    .eq(self.abi_of(&info.attrs, index)),
                "musttail call with other attributes that change the ABI, on parameter {}",
                index + 1
            );
        }
        Ok(())
    }

    /// Attributes of a parameter that change how it is passed.
    fn abi_of<'a>(
        &'a self,
        attrs: &AttributeList,
        index: usize,
    ) -> impl Iterator<Item = &'a AttributeKind> {
        let set = self
            .module()
            .attrs(attrs.params.get(index).copied().flatten());
        let in_memory = set.has("byval") || set.has("byref");
        set.attrs.iter().filter(move |attr| {
            ABI_ATTRIBUTES.contains(&attr.name()) || in_memory && attr.name() == "align"
        })
    }

    /// A `ret` of the call's result follows, but for a cast of it.
    fn before_ret_rule(&self, inst: Inst) -> Rule {
        let mut result = self.function.insts[inst].result.expand();
        let mut next = self.function.insts[inst].next.expand();
        if let Some(cast) = next
            && self.function.insts[cast].kind == InstKind::Cast(CastOp::BitCast)
        {
            ensure!(
                result == Some(self.function.operand(cast, 0)),
                "bitcast after a musttail call is not of its result"
            );
            result = self.function.insts[cast].result.expand();
            next = self.function.insts[cast].next.expand();
        }
        let ret = next.filter(|next| self.function.insts[*next].kind == InstKind::Ret);
        let Some(ret) = ret else {
            return Err("musttail call is not followed by ret".into());
        };
        let returned = self.function.operands(ret).next();
        let is_undef = returned
            .and_then(|value| self.function.as_const(value))
            .is_some_and(|id| matches!(self.module().consts[id].kind, ConstKind::Undef));
        ensure!(
            self.ret == TypeTable::VOID || is_undef || returned == result,
            "result of a musttail call is not returned"
        );
        Ok(())
    }
}
