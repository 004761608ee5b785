//! Calls: `call`, `invoke`, `callbr`.

use avarice_ir::attribute::AttributeList;
use avarice_ir::{
    CallInfo, CallingConv, InstFlags, InstKind, TailKind, Type, TypeData, TypeTable, typing,
};

use crate::error::Result;
use crate::instructions::fast_flags;
use crate::reader::Reader;
use crate::tables::bodies::{Numbered, Parts};
use crate::tables::values::Slot;

/// What comes before the callee of a call.
struct Head {
    attributes: u64,
    conv: u64,
    tail: TailKind,
}

/// Bits of the convention of a call.
mod bit {
    pub const TAIL: u64 = 1;
    pub const MUST_TAIL: u64 = 1 << 14;
    pub const EXPLICIT_TYPE: u64 = 1 << 15;
    pub const NO_TAIL: u64 = 1 << 16;
    pub const FAST_FLAGS: u64 = 1 << 17;
    /// Of an `invoke`: the same as [`EXPLICIT_TYPE`].
    pub const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;
}

impl Reader<'_> {
    /// `[attributes, convention, fast-math flags, type, callee, arguments…]`; `None` for a debug intrinsic, which
    /// becomes a record.
    pub fn call(&mut self) -> Result<Option<Parts>> {
        let bits = self.operand(1)?;
        let tail = match bits {
            bits if bits & bit::NO_TAIL != 0 => TailKind::NoTail,
            bits if bits & bit::MUST_TAIL != 0 => TailKind::MustTail,
            bits if bits & bit::TAIL != 0 => TailKind::Tail,
            _ => TailKind::None,
        };
        let mut at = 2;
        let mut flags = InstFlags::empty();
        if bits & bit::FAST_FLAGS != 0 {
            flags = fast_flags(self.operand(at)?);
            at += 1;
        }
        if bits & bit::EXPLICIT_TYPE == 0 {
            return Err(self.error("a call without the type of its function is no longer read"));
        }
        let head = Head {
            attributes: self.operand(0)?,
            conv: (bits & 0x7ff) >> 1,
            tail,
        };
        let fn_type = self.type_operand(at)?;
        at += 1;
        let callee = self.numbered(&mut at)?;
        if let Some(Slot::Global(global)) = self.values.get(callee.0)
            && self.is_debug_call(global, fn_type)
        {
            self.debug_call(global, at)?;
            return Ok(None);
        }
        let (info, ty) = self.call_info(head, fn_type, callee, at)?;
        self.check_fast_flags(flags, ty)?;
        Ok(Some(Parts::with_flags(InstKind::Call(info), ty, flags)))
    }

    /// `[attributes, convention, normal target, unwind target, type, callee, arguments…]`
    pub fn invoke(&mut self) -> Result<Parts> {
        let bits = self.operand(1)?;
        if bits & bit::INVOKE_EXPLICIT_TYPE == 0 {
            return Err(self.error("a call without the type of its function is no longer read"));
        }
        let head = Head {
            attributes: self.operand(0)?,
            conv: bits & 0x3ff,
            tail: TailKind::None,
        };
        let fn_type = self.type_operand(4)?;
        let mut at = 5;
        let callee = self.numbered(&mut at)?;
        let (info, ty) = self.call_info(head, fn_type, callee, at)?;
        self.target(2)?;
        self.target(3)?;
        Ok(Parts::new(InstKind::Invoke(info), ty))
    }

    /// `[attributes, convention, fallthrough, number of targets, targets…, type, callee, arguments…]`
    pub fn callbr(&mut self) -> Result<Parts> {
        let bits = self.operand(1)?;
        if bits & bit::EXPLICIT_TYPE == 0 {
            return Err(self.error("a call without the type of its function is no longer read"));
        }
        let head = Head {
            attributes: self.operand(0)?,
            conv: (bits & 0x7ff) >> 1,
            tail: TailKind::None,
        };
        let targets = self.operand(3)? as usize;
        let after = match targets.checked_add(4) {
            Some(after) if after < self.stream.operands.len() => after,
            _ => return Err(self.error("this record is too short")),
        };
        let fn_type = self.type_operand(after)?;
        let mut at = after + 1;
        let callee = self.numbered(&mut at)?;
        let (info, ty) = self.call_info(head, fn_type, callee, at)?;
        self.target(2)?;
        for target in 4..after {
            self.target(target)?;
        }
        Ok(Parts::new(InstKind::CallBr(info), ty))
    }

    /// The call, whose arguments start at operand `at`, and the type of its result. Pushes its operands in the order
    /// in which text mentions them.
    fn call_info(
        &mut self,
        head: Head,
        fn_type: Type,
        callee: Numbered,
        at: usize,
    ) -> Result<(Box<CallInfo>, Type)> {
        let TypeData::Function { ret, .. } = self.module.types[fn_type] else {
            return Err(self.error("only a function can be called"));
        };
        let is_asm = self.is_inline_asm(callee.0);
        let mut function = None;
        if !is_asm {
            function = Some(self.value(callee.0, callee.1)?);
        }
        self.arguments(fn_type, at)?;
        let num_args = self.bodies.operands.len() as u32;
        let bundles = self.take_bundles()?;
        let function = match function {
            Some(function) => function,
            None => self.value(callee.0, callee.1)?,
        };
        self.check_pointer(function)?;
        self.bodies.operands.push(function);
        let ty = self.value_type(function);
        let address_space = match self.module.types[ty] {
            TypeData::Pointer(space) => space,
            _ => 0,
        };
        let attrs: AttributeList = self.attribute_list(head.attributes, num_args as usize)?;
        let info = CallInfo {
            fn_type,
            conv: CallingConv(head.conv as u32),
            tail: head.tail,
            attrs,
            num_args,
            bundles,
            address_space,
        };
        Ok((Box::new(info), ret))
    }

    /// The arguments from operand `at` on: those of the function's type, then those of any type.
    fn arguments(&mut self, fn_type: Type, mut at: usize) -> Result<()> {
        let count = match &self.module.types[fn_type] {
            TypeData::Function { params, .. } => params.len(),
            _ => 0,
        };
        for index in 0..count {
            let ty = match &self.module.types[fn_type] {
                TypeData::Function { params, .. } => params[index],
                _ => TypeTable::VOID,
            };
            self.next_operand_of(&mut at, ty)?;
        }
        while self.has_more(at) {
            self.next_operand(&mut at)?;
        }
        let function = &self.bodies.function;
        let found = self.bodies.operands.iter();
        let found = found.map(|value| function.values[*value].ty);
        self.follow(typing::check_arguments(&self.module, fn_type, found))
    }

    /// `[tag, values…]`
    pub fn bundle(&mut self) -> Result<()> {
        let Some(tag) = self.bundle_tags.get(self.operand(0)? as usize) else {
            return Err(self.error("there is no tag of operand bundles with this number"));
        };
        let tag = tag.clone();
        let mut at = 1;
        let mut inputs = Vec::new();
        while self.has_more(at) {
            inputs.push(self.numbered(&mut at)?);
        }
        self.bodies.bundles.push((tag, inputs));
        Ok(())
    }

    fn take_bundles(&mut self) -> Result<Vec<(Box<str>, u32)>> {
        let mut bundles = Vec::new();
        for (tag, inputs) in std::mem::take(&mut self.bodies.bundles) {
            let count = inputs.len() as u32;
            for input in inputs {
                self.push(input)?;
            }
            bundles.push((tag, count));
        }
        Ok(bundles)
    }
}
