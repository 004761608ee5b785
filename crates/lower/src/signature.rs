//! What attributes say about functions, their arguments and calls.

use avarice_ir::intrinsics::called_global;
use avarice_ir::{
    AttrGroup, AttrSet, CallInfo, CallingConv, ConstKind, Inst, InstKind, Intrinsic, Type,
    TypeData, Value,
};
use avarice_mir::{InstNotes, MiFlags};

use crate::function::FunctionLowering;
use avarice_legalize::Result;

/// The operand bundle with the number of the type that an indirect call expects.
const EXPECTED_TYPE: &str = "kcfi";

/// How a small integer is extended when passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// The bits above may be anything.
    Any,
    /// With zeros.
    Zero,
    /// With copies of the sign.
    Sign,
}

impl Extension {
    /// How a value with these attributes is extended.
    pub fn of(attrs: &AttrSet) -> Self {
        if attrs.has("zeroext") {
            Self::Zero
        } else if attrs.has("signext") {
            Self::Sign
        } else {
            Self::Any
        }
    }
}

/// An attribute that changes how an argument is passed in a way that is not known here.
pub fn foreign_param_attr(attrs: &AttrSet) -> Option<&'static str> {
    const FOREIGN: [&str; 5] = [
        "inalloca",
        "preallocated",
        "swiftself",
        "swifterror",
        "swiftasync",
    ];
    FOREIGN.into_iter().find(|name| attrs.has(name))
}

/// Whether functions of a calling convention are called by the System V rules.
pub fn is_known_convention(conv: CallingConv) -> bool {
    conv == CallingConv::C || conv == CallingConv::FAST || conv == CallingConv::COLD
}

impl FunctionLowering<'_> {
    /// The value of a string attribute of the function.
    pub fn function_attr(&self, key: &str) -> Option<&str> {
        let attrs = &self.module.globals[self.global].function()?.attrs;
        self.module.attrs(attrs.function).string(key)
    }

    /// Whether the function has a keyword attribute.
    pub fn has_function_attr(&self, name: &str) -> bool {
        let function = self.module.globals[self.global].function();
        function.is_some_and(|f| self.module.attrs(f.attrs.function).has(name))
    }

    /// Whether time may be spent on better code: neither `-O0` nor `optnone`.
    pub fn is_optimized(&self) -> bool {
        self.options.optimize && !self.has_function_attr("optnone")
    }

    /// Whether size matters more than time: `optsize` or `minsize`.
    pub fn optimizes_for_size(&self) -> bool {
        self.has_function_attr("optsize") || self.has_function_attr("minsize")
    }

    /// The most bytes that are copied or filled at once: 16 take a vector register, which `noimplicitfloat` keeps from what is
    /// no vector.
    pub fn largest_piece(&self) -> u64 {
        match self.has_function_attr("noimplicitfloat") {
            true => 8,
            false => 16,
        }
    }

    /// Bytes of a type in memory.
    ///
    /// # Errors
    /// If it has no size.
    pub fn byte_size(&self, ty: Type) -> Result<u64> {
        match self.layout.alloc_size(&self.module.types, ty) {
            Some(size) => Ok(size),
            None => self.unsupported("argument of a type without size"),
        }
    }

    /// The attributes of parameter `index`.
    pub fn param_attrs(&self, index: usize) -> Option<AttrGroup> {
        let function = self.module.globals[self.global].function()?;
        function.attrs.params.get(index).copied().flatten()
    }

    /// Type and alignment of parameter `index` if it is a copy of memory.
    pub fn by_val_param(&self, index: usize) -> Option<(Type, u64)> {
        self.by_val(self.param_attrs(index))
    }

    /// Type and alignment of a `byval` argument.
    pub fn by_val(&self, group: Option<AttrGroup>) -> Option<(Type, u64)> {
        let attrs = self.module.attrs(group);
        let ty = attrs.ty("byval")?;
        let align = attrs.int("alignstack").or(attrs.int("align"));
        Some((
            ty,
            align.unwrap_or_else(|| self.layout.abi_align(&self.module.types, ty)),
        ))
    }

    /// Refuses attributes that change how an argument is passed in ways not known here.
    pub fn check_param_attrs(&self, value: Value, group: Option<AttrGroup>) -> Result<()> {
        let attrs = self.module.attrs(group);
        let extended = attrs.has("zeroext") || attrs.has("signext");
        if let Some(bits @ ..128) = self.wide_bits(value).filter(|_| extended) {
            return self.unsupported(format!("i{bits} that is extended as an argument"));
        }
        match foreign_param_attr(attrs) {
            Some(name) => self.unsupported(format!("parameter attribute {name}")),
            None => Ok(()),
        }
    }

    /// Whether a parameter points to the memory for this function's result.
    pub fn is_sret_param(&self, index: usize) -> bool {
        self.module.attrs(self.param_attrs(index)).has("sret")
    }

    /// How a value with these attributes is extended.
    pub fn extension(&self, group: Option<AttrGroup>) -> Extension {
        Extension::of(self.module.attrs(group))
    }

    /// Whether functions of type `ty` take arguments without names.
    pub fn is_variadic_type(&self, ty: Type) -> bool {
        matches!(
            self.module.types[ty],
            TypeData::Function { var_arg: true, .. }
        )
    }

    /// Whether a call or the function that it names has a keyword attribute.
    pub fn call_has(&self, inst: Inst, info: &CallInfo, name: &str) -> bool {
        let callee = called_global(self.module, self.function, inst);
        let callee = callee.and_then(|callee| self.module.globals[callee].function());
        let callee = callee.and_then(|callee| callee.attrs.function);
        let has = |group| self.module.attrs(group).has(name);
        has(info.attrs.function) || has(callee)
    }

    /// Whether a trap is to stand where `unreachable` is: not after a trap, nor, if so asked, after a call that does not
    /// return.
    pub fn traps_at(&self, unreachable: Inst) -> bool {
        use Intrinsic::{Trap, Ubsantrap};
        let before = self.function.insts[unreachable].prev.expand();
        let call = before.and_then(|inst| match &self.function.insts[inst].kind {
            InstKind::Call(info) => Some((inst, info)),
            _ => None,
        });
        self.options.trap_unreachable
            && !call.is_some_and(|(inst, info)| {
                let intrinsic = Intrinsic::of_call(self.module, self.function, inst);
                self.call_has(inst, info, "noreturn")
                    && (self.options.no_trap_after_noreturn
                        || matches!(intrinsic, Some(Trap | Ubsantrap)))
            })
    }

    /// The tag of the first operand bundle that changes what a call means, and is none that calls can have here.
    pub fn unknown_bundle<'i>(&self, info: &'i CallInfo) -> Option<&'i str> {
        let mut tags = info.bundles.iter().map(|(tag, _)| &**tag);
        tags.find(|tag| *tag != EXPECTED_TYPE)
    }

    /// Whether what is called is known only when the program runs.
    pub fn is_indirect_call(&self, inst: Inst) -> bool {
        let callee = self.function.operands(inst).next_back();
        callee.is_some_and(|callee| self.function.as_const(callee).is_none())
    }

    /// Notes at `call` the type that the IR call `inst` expects of what it calls.
    pub fn note_call_site(&mut self, call: avarice_mir::Inst, inst: Inst, info: &CallInfo) {
        if self.call_has(inst, info, "nomerge") {
            self.mf.insts[call].flags |= MiFlags::NOMERGE;
        }
        let mut at = info.num_args as usize;
        for (tag, count) in &info.bundles {
            if **tag == *EXPECTED_TYPE && *count > 0 && self.is_indirect_call(inst) {
                let value = self.function.operand(inst, at);
                let number = self
                    .function
                    .as_const(value)
                    .map(|id| &self.module.consts[id].kind);
                if let Some(ConstKind::Int(number)) = number {
                    let notes = InstNotes {
                        cfi_type: *number as u32,
                        ..self.mf.notes(call).copied().unwrap_or_default()
                    };
                    self.mf.set_notes(call, notes);
                }
            }
            at += *count as usize;
        }
    }

    /// Whether a call may return more than once, as `setjmp`.
    pub fn returns_twice(&self, inst: Inst, info: &CallInfo) -> bool {
        self.call_has(inst, info, "returns_twice")
    }
}
