//! The environment of floating-point arithmetic: rounding modes, what else its control registers say, flags.
//!
//! ```text
//!   what            one control register        x87 unit and MXCSR              others
//!   rounding        the register's bits         selection does it               selection refuses it
//!   mode            the register, in 32 bits    fegetmode, fesetmode            fegetmode, fesetmode
//!   environment     fegetenv, fesetenv          28 bytes of fnstenv, MXCSR      fegetenv, fesetenv
//! ```

use avarice_ir::attribute::{AttrSet, AttributeKind, AttributeList};
use avarice_ir::module::InlineAsmData;
use avarice_ir::{
    BinaryOp, CallInfo, CallingConv, CastOp, ConstKind, InstFlags, InstKind, Intrinsic, TailKind,
    Type, TypeData, TypeTable, Value,
};

use super::builder::Builder;
use crate::replacement::Replacement;
use crate::target::FloatControl;

/// The rounding mode in the control register, from this bit on.
const MODE_AT: u64 = 22;
/// The modes are those of C, from 1 on.
const MODES: u64 = 3;
/// The bits of the control register that resetting keeps: they have no meaning yet.
const RESERVED: u64 = 0xffff_ffff_f800_40f8;
/// Bytes that `fnstenv` stores.
const X87_BYTES: u64 = 28;
/// Bytes of the environment, with MXCSR at its end.
const ENVIRONMENT_BYTES: u64 = X87_BYTES + 4;
/// The control word of the x87 unit in a new process.
const X87_CONTROL: u64 = 0x37f;
/// MXCSR in a new process.
const MXCSR: u64 = 0x1f80;

/// Whether an intrinsic is about the environment.
pub(super) fn is_known(intrinsic: Intrinsic) -> bool {
    use Intrinsic::*;
    matches!(
        intrinsic,
        GetRounding | SetRounding | GetFpmode | SetFpmode | ResetFpmode
    ) || matches!(intrinsic, GetFpenv | SetFpenv | ResetFpenv)
}

impl Builder<'_> {
    /// An intrinsic about the environment; `None` if selection does it, or refuses it.
    pub(super) fn expand_float_environment(&mut self) -> Option<Replacement> {
        use Intrinsic::*;
        let intrinsic = self.called_intrinsic().filter(|it| is_known(*it))?;
        let control = self.target.float_control();
        if let (GetRounding | SetRounding, FloatControl::Library | FloatControl::X87AndMxcsr) =
            (intrinsic, control)
        {
            return None;
        }
        let ty = match intrinsic {
            SetFpenv | SetFpmode => self.ty(self.operand(0)),
            _ => self.function.insts[self.at].ty,
        };
        let is_word = ty == TypeTable::I32;
        match (intrinsic, control) {
            (GetRounding, _) => return Some(Replacement::Value(self.rounding())),
            (SetRounding, _) => self.set_rounding(),
            (GetFpmode, FloatControl::Register) if is_word => {
                let word = self.control_register();
                return Some(Replacement::Value(self.cast(CastOp::Trunc, word, ty)));
            }
            (SetFpmode, FloatControl::Register) if is_word => {
                let word = self.cast(CastOp::ZExt, self.operand(0), TypeTable::I64);
                self.set_control_register(word);
            }
            (ResetFpmode, FloatControl::Register) => {
                let word = self.control_register();
                let word = self.binary_int(BinaryOp::And, word, RESERVED);
                self.set_control_register(word);
            }
            (GetFpenv, FloatControl::X87AndMxcsr) => {
                let place = self.environment_place(ty)?;
                self.x87_asm("fnstenv $0\n\tfldenv $0", "=*m", place);
                self.mxcsr("llvm.x86.sse.stmxcsr", place);
                return Some(Replacement::Value(self.load(ty, place, 8)));
            }
            (SetFpenv, FloatControl::X87AndMxcsr) => {
                let place = self.environment_place(ty)?;
                self.store(self.operand(0), place, 8);
                self.load_environment(place);
            }
            (ResetFpenv, FloatControl::X87AndMxcsr) => {
                let place = self.environment_place(TypeTable::I32)?;
                for offset in (0..ENVIRONMENT_BYTES).step_by(4) {
                    let word = match offset {
                        0 => X87_CONTROL,
                        X87_BYTES => MXCSR,
                        _ => 0,
                    };
                    let word = self.int(TypeTable::I32, word);
                    let at = self.bytes_above(place, offset);
                    self.store(word, at, 4);
                }
                self.load_environment(place);
            }
            _ => return self.call_environment(intrinsic, ty),
        }
        Some(Replacement::Effect)
    }

    // ---- A control register -----------------------------------------------------------------------

    fn control_register(&mut self) -> Value {
        self.call("llvm.aarch64.get.fpcr", TypeTable::I64, &[])
    }

    fn set_control_register(&mut self, word: Value) {
        let flags = InstFlags::empty();
        self.call_inst("llvm.aarch64.set.fpcr", TypeTable::VOID, flags, &[word]);
    }

    fn rounding(&mut self) -> Value {
        let word = self.control_register();
        let word = self.cast(CastOp::Trunc, word, TypeTable::I32);
        let next = self.binary_int(BinaryOp::Add, word, 1 << MODE_AT);
        let mode = self.binary_int(BinaryOp::LShr, next, MODE_AT);
        self.binary_int(BinaryOp::And, mode, MODES)
    }

    fn set_rounding(&mut self) {
        let mode = self.operand(0);
        let mut word = self.control_register();
        let known = self
            .const_int(mode)
            .map(|mode| mode.wrapping_sub(1) & MODES);
        if known != Some(MODES) {
            word = self.binary_int(BinaryOp::And, word, !(MODES << MODE_AT));
        }
        word = match known {
            Some(0) => word,
            Some(mode) => self.binary_int(BinaryOp::Or, word, mode << MODE_AT),
            None => {
                let mode = self.binary_int(BinaryOp::Sub, mode, 1);
                let mode = self.binary_int(BinaryOp::And, mode, MODES);
                let mode = self.binary_int(BinaryOp::Shl, mode, MODE_AT);
                let mode = self.cast(CastOp::ZExt, mode, TypeTable::I64);
                self.binary(BinaryOp::Or, word, mode)
            }
        };
        self.set_control_register(word);
    }

    // ---- The x87 unit and MXCSR -------------------------------------------------------------------

    /// The address `offset` bytes above a pointer.
    fn bytes_above(&mut self, pointer: Value, offset: u64) -> Value {
        let offset = self.int(TypeTable::I64, offset);
        self.element_pointer(TypeTable::I8, pointer, offset)
    }

    /// Room on the stack for the environment and a value of type `ty`.
    fn environment_place(&mut self, ty: Type) -> Option<Value> {
        let bytes = u64::from(self.bits(ty)?.div_ceil(8)).max(ENVIRONMENT_BYTES);
        let ty = self.array_of_bytes(bytes);
        Some(self.alloca(ty, 8))
    }

    fn array_of_bytes(&mut self, len: u64) -> Type {
        let element = TypeTable::I8;
        self.module.types.intern(TypeData::Array { element, len })
    }

    fn load_environment(&mut self, place: Value) {
        self.x87_asm("fldenv $0", "*m", place);
        self.mxcsr("llvm.x86.sse.ldmxcsr", place);
    }

    fn mxcsr(&mut self, name: &str, place: Value) {
        let at = self.bytes_above(place, X87_BYTES);
        self.call_inst(name, TypeTable::VOID, InstFlags::empty(), &[at]);
    }

    /// Instructions of the x87 unit on its environment in memory.
    fn x87_asm(&mut self, text: &str, constraint: &str, place: Value) {
        let fn_type = self.module.types.intern(TypeData::Function {
            ret: TypeTable::VOID,
            params: [TypeTable::PTR].into(),
            var_arg: false,
        });
        let constraints = format!("{constraint},~{{memory}},~{{fpsr}}");
        let asm = self.module.inline_asms.push(InlineAsmData {
            fn_type,
            text: text.as_bytes().into(),
            constraints: constraints.into_bytes().into(),
            side_effect: true,
            align_stack: false,
            intel: false,
            unwind: false,
        });
        let kind = ConstKind::InlineAsm(asm);
        let callee = self.module.constant(TypeTable::PTR, kind);
        let callee = self.function.const_value(&self.module.consts, callee);
        let pointed = self.array_of_bytes(X87_BYTES);
        let element_type = self.module.intern_attrs(AttrSet {
            attrs: vec![AttributeKind::Type("elementtype".into(), pointed)],
        });
        let info = CallInfo {
            fn_type,
            conv: CallingConv::C,
            tail: TailKind::None,
            attrs: AttributeList {
                params: [element_type].into(),
                ..AttributeList::default()
            },
            num_args: 1,
            bundles: Vec::new(),
            address_space: 0,
        };
        let kind = InstKind::Call(Box::new(info));
        let flags = InstFlags::empty();
        self.inst(kind, TypeTable::VOID, flags, &[place, callee]);
    }

    // ---- The C library ----------------------------------------------------------------------------

    /// A call of the function of `<fenv.h>`, by way of memory. `ty` is the type of the mode or environment.
    fn call_environment(&mut self, intrinsic: Intrinsic, ty: Type) -> Option<Replacement> {
        use Intrinsic::*;
        let (name, least) = match intrinsic {
            GetFpenv => ("fegetenv", ENVIRONMENT_BYTES),
            SetFpenv | ResetFpenv => ("fesetenv", ENVIRONMENT_BYTES),
            GetFpmode => ("fegetmode", 8),
            _ => ("fesetmode", 8),
        };
        let flags = InstFlags::empty();
        if matches!(intrinsic, ResetFpenv | ResetFpmode) {
            // The default environment and mode of the C library.
            let all = self.int(TypeTable::I64, u64::MAX);
            let default = self.cast(CastOp::IntToPtr, all, TypeTable::PTR);
            self.call_inst(name, TypeTable::I32, flags, &[default]);
            return Some(Replacement::Effect);
        }
        // As much as the function may write.
        let bytes = u64::from(self.bits(ty)?.div_ceil(8)).max(least);
        let room = self.array_of_bytes(bytes);
        let place = self.alloca(room, 8);
        if intrinsic == SetFpenv || intrinsic == SetFpmode {
            self.store(self.operand(0), place, 8);
            self.call_inst(name, TypeTable::I32, flags, &[place]);
            return Some(Replacement::Effect);
        }
        self.call_inst(name, TypeTable::I32, flags, &[place]);
        Some(Replacement::Value(self.load(ty, place, 8)))
    }
}
