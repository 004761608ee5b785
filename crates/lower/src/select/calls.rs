//! Calls: where arguments are, and what is called.

use avarice_ir::intrinsics::called_global;
use avarice_ir::{AttrGroup, CallInfo, CallingConv, Global, Inst, Intrinsic, TailKind, Value};
use avarice_mir::Reg;
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::intrinsics::Intrinsics;
use super::places::{ArgumentPlaces, Location};
use super::variadic_functions::VariadicFunctions;
use crate::constant::ConstValue;
use crate::function::FunctionLowering;
use crate::local::LocalKey;
use crate::parts::PartType;
use crate::signature::{Extension, is_known_convention};
use avarice_legalize::Result;

/// What is passed in one place.
#[derive(Clone, Copy)]
pub enum Argument {
    /// A part of an IR value.
    Part(ArgumentPart),
    /// A copy of memory at a pointer: size.
    ByVal(Value, u64),
}

/// Arguments and where they go.
pub type Arguments = SmallVec<[(Argument, Location); 8]>;

/// Where the parts of an argument are.
pub type Places = SmallVec<[(PartType, Location); 2]>;

/// A value that is passed, with the attributes that say how.
pub type PassedValue = (Value, Option<AttrGroup>);

/// A part of an argument that is passed.
#[derive(Clone, Copy)]
pub struct ArgumentPart {
    /// The argument.
    pub value: Value,
    /// Which part.
    pub index: usize,
    /// What it is.
    pub ty: PartType,
    /// How it is extended.
    pub extension: Extension,
}

impl ArgumentPart {
    /// Part `index` of `value`.
    pub fn new(value: Value, index: usize, ty: PartType, extension: Extension) -> Self {
        Self {
            value,
            index,
            ty,
            extension,
        }
    }
}

/// Selects calls.
pub trait Calls<'m>: VariadicFunctions<'m> + Intrinsics<'m> {
    /// The function whose address is in a register, as what is called.
    fn callee_in(reg: Reg) -> Self::Callee;

    /// Function `global` as what is called.
    fn direct_callee(&mut self, global: Global) -> Result<Self::Callee>;

    /// The places of the parts of an argument.
    fn assign_value(&self, to: &mut Self::Places, of: PassedValue) -> Result<Places>;

    /// A register for a part of an argument, extended as its attributes say.
    fn extended_part(&mut self, part: &ArgumentPart) -> Result<Reg>;

    /// Puts an argument into (the part of its width of) a register; returns that part.
    fn emit_to_phys(&mut self, argument: Argument, to: PhysReg) -> Result<PhysReg>;

    /// Selects a call of an intrinsic of the target.
    fn lower_own_intrinsic(&mut self, inst: Inst, global: Global) -> Result<()>;

    /// Selects a call of a function.
    fn lower_function_call(&mut self, inst: Inst, info: &CallInfo) -> Result<()>;

    /// Gives `byval` arguments their stack objects.
    fn assign_arguments(&mut self) -> Result<()> {
        let mut assigner = Self::Places::new(self.is_variadic());
        for index in 0..self.function.args.len() {
            let value = self.function.args[index];
            if let Some((ty, align)) = self.by_val_param(index) {
                let size = self.byte_size(ty)?;
                let offset = assigner.stack_slot(size, align);
                let frame = &mut self.mf.frame;
                let object = frame.create_fixed_object(size.max(1), offset as i64, false);
                self.set_frame_value(value, object);
            } else {
                self.assign_value(&mut assigner, (value, self.param_attrs(index)))?;
            }
        }
        self.assign_variadic(&assigner);
        Ok(())
    }

    /// Whether calls and functions of a convention are selected.
    fn knows_convention(conv: CallingConv) -> bool {
        is_known_convention(conv)
    }

    /// Selects a call.
    fn lower_call(&mut self, inst: Inst, info: &CallInfo) -> Result<()> {
        if let Some(intrinsic) = Intrinsic::of_call(self.module, self.function, inst) {
            return self.lower_intrinsic(inst, info, intrinsic);
        }
        if let Some(global) = called_global(self.module, self.function, inst)
            && self.module.globals[global].name.starts_with(b"llvm.")
        {
            return self.lower_own_intrinsic(inst, global);
        }
        if let Some(asm) = self.called_asm(inst) {
            return self.lower_inline_asm(inst, info, asm);
        }
        if !Self::knows_convention(info.conv) {
            return self.unsupported(format!("calling convention {}", info.conv));
        }
        if info.tail == TailKind::MustTail {
            return self.unsupported("musttail call of this kind");
        }
        // Bundles such as "deopt" or "funclet" change what a call means.
        if let Some(tag) = self.unknown_bundle(info) {
            return self.unsupported(format!("operand bundle {tag}"));
        }
        self.lower_function_call(inst, info)
    }

    /// What a call calls.
    fn callee(&mut self, inst: Inst) -> Result<Self::Callee> {
        let Some(callee) = self.function.operands(inst).next_back() else {
            return self.unsupported("call without callee");
        };
        let Some(id) = self.function.as_const(callee) else {
            return Ok(Self::callee_in(self.use_value(callee)?));
        };
        match self.const_value(id, 0).map(|(value, _)| value) {
            Ok(ConstValue::Address(global, 0)) => self.direct_callee(global),
            _ => Ok(Self::callee_in(self.use_value(callee)?)),
        }
    }

    /// The arguments of a call with their places, and what handed those out.
    fn call_arguments(&mut self, inst: Inst, info: &CallInfo) -> Result<(Arguments, Self::Places)> {
        let mut assigner = Self::Places::new(self.is_variadic_type(info.fn_type));
        let mut arguments = SmallVec::new();
        for index in 0..info.num_args as usize {
            let value = self.function.operand(inst, index);
            let group = info.attrs.params.get(index).copied().flatten();
            self.check_param_attrs(value, group)?;
            if let Some((ty, align)) = self.by_val(group) {
                let size = self.byte_size(ty)?;
                let offset = assigner.stack_slot(size, align);
                arguments.push((Argument::ByVal(value, size), Location::Stack(offset)));
                continue;
            }
            let extension = self.extension(group);
            let places = self.assign_value(&mut assigner, (value, group))?;
            for (part, (ty, location)) in places.into_iter().enumerate() {
                let part = ArgumentPart::new(value, part, ty, extension);
                arguments.push((Argument::Part(part), location));
            }
        }
        Ok((arguments, assigner))
    }
}

impl FunctionLowering<'_> {
    /// The key of part `index` of `value` if it is a constant, else `LocalKey::Undef`.
    pub fn part_constant(&self, value: Value, index: usize) -> Result<LocalKey> {
        let (value, index) = self.resolve(value, index)?;
        match self.function.as_const(value) {
            Some(id) => self.const_key(id, index),
            None => Ok(LocalKey::Undef(PartType::Int(32))),
        }
    }
}
