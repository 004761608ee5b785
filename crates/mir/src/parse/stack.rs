//! `frameInfo`, `fixedStack` and `stack`.

use super::document::{DocumentReader, UNKNOWN_ENUMERATOR, find_entry, require};
use super::error::{Result, fault};
use super::yaml::{Entry, Node};
use crate::entities::FrameIndex;
use crate::frame::{StackObject, StackObjectKind};
use crate::print::STACK_IDS;
use crate::text_names::MirFlags;

/// Sizes above this are treated as mistakes: no stack is that large.
const MAX_OBJECT_SIZE: u64 = 1 << 46;

impl DocumentReader<'_> {
    /// Frame facts and stack objects; blocks are known.
    pub(super) fn read_frame(&mut self, map: &[Entry]) -> Result<()> {
        let info = find_entry(map, "frameInfo").map_or(Ok(&[][..]), Node::map)?;
        for entry in info {
            self.read_frame_line(entry)?;
        }
        for item in find_entry(map, "fixedStack").map_or(Ok(&[][..]), Node::list)? {
            self.read_object(item, true)?;
        }
        if let Some(node) = find_entry(map, "entry_values") {
            self.read_entry_values(node)?;
        }
        for item in find_entry(map, "stack").map_or(Ok(&[][..]), Node::list)? {
            self.read_object(item, false)?;
        }
        if !self.function.frame.callee_saved.is_empty() {
            self.function.frame.callee_saved_valid = true;
        }
        if let Some(node) = find_entry(info, "stackProtector") {
            self.function.frame.stack_protector = self.slot_in(node)?;
        }
        if let Some(node) = find_entry(info, "functionContext") {
            self.function.mir_info.function_context = self.slot_in(node)?;
        }
        Ok(())
    }

    fn read_frame_line(&mut self, entry: &Entry) -> Result<()> {
        let value = &entry.value;
        let frame = &mut self.function.frame;
        let mir_info = &mut self.function.mir_info;
        match &*entry.key {
            "isFrameAddressTaken" => frame.frame_address_taken = value.truth()?,
            "isReturnAddressTaken" => frame.return_address_taken = value.truth()?,
            "hasStackMap" => mir_info.flags.set(MirFlags::HAS_STACK_MAP, value.truth()?),
            "hasPatchPoint" => mir_info
                .flags
                .set(MirFlags::HAS_PATCH_POINT, value.truth()?),
            "stackSize" => frame.stack_size = value.number()?,
            "offsetAdjustment" => frame.offset_adjustment = value.number()?,
            "maxAlignment" => {
                let align: u64 = value.number()?;
                if align != 0 && !align.is_power_of_two() {
                    return fault(value.span.clone(), "expected a power of 2");
                }
                frame.max_align = frame.max_align.max(align);
            }
            "adjustsStack" => frame.adjusts_stack = value.truth()?,
            "hasCalls" => frame.has_calls = value.truth()?,
            "maxCallFrameSize" => {
                let size: u32 = value.number()?;
                frame.max_call_frame_size = (size != u32::MAX).then_some(u64::from(size));
            }
            "cvBytesOfCalleeSavedRegisters" => {
                mir_info.cv_bytes_of_callee_saved_registers = value.number()?;
            }
            "hasOpaqueSPAdjustment" => frame.has_opaque_sp_adjustment = value.truth()?,
            "hasVAStart" => frame.has_va_start = value.truth()?,
            "hasMustTailInVarArgFunc" => frame.has_must_tail_in_var_arg_func = value.truth()?,
            "hasTailCall" => frame.has_tail_call = value.truth()?,
            "isCalleeSavedInfoValid" => frame.callee_saved_valid = value.truth()?,
            "localFrameSize" => frame.local_frame_size = value.number()?,
            "savePoint" | "restorePoint" if value.text()?.is_empty() => {}
            "savePoint" => self.function.frame.save_point = Some(self.block_in(value)?),
            "restorePoint" => self.function.frame.restore_point = Some(self.block_in(value)?),
            "stackProtector" | "functionContext" => {}
            key => return fault(entry.key_span.clone(), format!("unknown key '{key}'")),
        }
        Ok(())
    }

    /// A stack object in a scalar: `%stack.0`, `%stack.0.name`, `%fixed-stack.0`; nothing if empty.
    fn slot_in(&self, node: &Node) -> Result<Option<FrameIndex>> {
        let text = node.text()?;
        if text.is_empty() {
            return Ok(None);
        }
        let number = |rest: &str| rest.split('.').next().unwrap_or(rest).parse().ok();
        let (slot, what) = match (
            text.strip_prefix("%stack."),
            text.strip_prefix("%fixed-stack."),
        ) {
            (Some(rest), _) => (
                number(rest).and_then(|n: u32| self.slots.get(&n)),
                "stack object",
            ),
            (_, Some(rest)) => (
                number(rest).and_then(|n: u32| self.fixed_slots.get(&n)),
                "fixed stack object",
            ),
            _ => return fault(self.content(node), "expected a stack object"),
        };
        match slot {
            Some(slot) => Ok(Some(*slot)),
            None => {
                let message = format!("use of undefined {what} '{text}'");
                fault(self.content(node), message)
            }
        }
    }

    fn read_object(&mut self, item: &Node, fixed: bool) -> Result<()> {
        let entries = item.map()?;
        let id_node = require(entries, &item.span, "id")?;
        let id: u32 = id_node.number()?;
        let mut object = StackObject::new(StackObjectKind::Default, 0, 1);
        for entry in entries {
            self.read_object_line(&mut object, entry, fixed)?;
        }
        refuse_keys_of_other_kinds(object.kind, entries)?;
        let by_id = if fixed {
            &self.fixed_slots
        } else {
            &self.slots
        };
        if by_id.contains_key(&id) {
            let what = match fixed {
                true => "fixed stack object '%fixed-stack",
                false => "stack object '%stack",
            };
            let message = format!("redefinition of {what}.{id}'");
            return fault(id_node.span.clone(), message);
        }
        if !fixed && object.kind != StackObjectKind::VariableSized {
            require(entries, &item.span, "size")?;
        }
        if object.kind == StackObjectKind::VariableSized {
            object.size = 0;
            self.function.frame.has_var_sized_objects = true;
        } else if !fixed && object.size == 0 && object.kind == StackObjectKind::Default {
            // What has no size is written like this.
            object.kind = StackObjectKind::VariableSized;
        }
        let frame = &mut self.function.frame;
        let slot = if fixed {
            if object.counts_for_alignment() {
                frame.max_align = frame.max_align.max(object.align);
            }
            frame.fixed.push(object);
            FrameIndex(-(frame.fixed.len() as i32))
        } else {
            frame.create_object(object)
        };
        if fixed {
            self.fixed_slots.insert(id, slot);
        } else {
            self.slots.insert(id, slot);
        }
        self.read_object_links(entries, slot)
    }

    fn read_object_line(&self, object: &mut StackObject, entry: &Entry, fixed: bool) -> Result<()> {
        let value = &entry.value;
        match &*entry.key {
            "id" => {}
            "name" if !fixed => {
                let name = value.text()?;
                object.alloca = self.ir.value(name.as_bytes(), true);
                if object.alloca.is_none() && !name.is_empty() {
                    let message = format!(
                        "alloca instruction named '{name}' isn't defined in the function '{}'",
                        String::from_utf8_lossy(&self.function.name)
                    );
                    return fault(value.span.clone(), message);
                }
            }
            "type" => {
                object.kind = match value.text()? {
                    "default" => StackObjectKind::Default,
                    "spill-slot" => StackObjectKind::SpillSlot,
                    "variable-sized" if !fixed => StackObjectKind::VariableSized,
                    _ => return fault(value.span.clone(), UNKNOWN_ENUMERATOR),
                };
            }
            "offset" => {
                object.offset = value.number()?;
                if object.offset.unsigned_abs() > MAX_OBJECT_SIZE {
                    return fault(value.span.clone(), "this stack object is too far away");
                }
            }
            "size" => {
                object.size = value.number()?;
                if object.size > MAX_OBJECT_SIZE {
                    return fault(value.span.clone(), "this stack object is too large");
                }
            }
            "alignment" => object.align = self.alignment(value)?,
            "stack-id" => {
                let word = value.text()?;
                match STACK_IDS.iter().find(|(_, name)| *name == word) {
                    Some((_, "sgpr-spill" | "wasm-local")) => {
                        let message = "StackID is not supported by target";
                        return fault(value.span.clone(), message);
                    }
                    Some((id, _)) => object.stack_id = *id,
                    None => return fault(value.span.clone(), UNKNOWN_ENUMERATOR),
                }
            }
            "isImmutable" if fixed => object.immutable = value.truth()?,
            "isAliased" if fixed => object.aliased = value.truth()?,
            "callee-saved-restored" => object.callee_saved_restored = value.truth()?,
            "callee-saved-register" => {
                if !value.text()?.is_empty() {
                    object.callee_saved = self.phys_reg_in(value)?;
                }
            }
            "local-offset" if !fixed => {
                object.local_offset = match value.text()? {
                    "" => None,
                    _ => Some(value.number()?),
                };
            }
            "debug-info-variable" | "debug-info-expression" | "debug-info-location" => {}
            key => return fault(entry.key_span.clone(), format!("unknown key '{key}'")),
        }
        Ok(())
    }

    /// What refers to a stack object from elsewhere in the function.
    fn read_object_links(&mut self, entries: &[Entry], slot: FrameIndex) -> Result<()> {
        let object = self.function.frame.object(slot);
        if !object.callee_saved.is_none() {
            let reg = object.callee_saved;
            self.function.frame.callee_saved.push((reg, slot));
        }
        let variable = self.variable_info(entries)?;
        if !variable.is_empty() {
            self.function.frame.add_variable(slot, variable);
        }
        Ok(())
    }
}

/// Spill slots are neither immutable nor aliased, and what is as large as the program says has no size.
fn refuse_keys_of_other_kinds(kind: StackObjectKind, entries: &[Entry]) -> Result<()> {
    let refused: &[&str] = match kind {
        StackObjectKind::Default => &[],
        StackObjectKind::SpillSlot => &["isImmutable", "isAliased"],
        StackObjectKind::VariableSized => &["size"],
    };
    match entries.iter().find(|entry| refused.contains(&&*entry.key)) {
        Some(entry) => fault(
            entry.key_span.clone(),
            format!("unknown key '{}'", entry.key),
        ),
        None => Ok(()),
    }
}
