//! What is attached to instructions, functions and variables.

use avarice_ir::printer::BodyNodes;
use avarice_ir::{Global, Inst};

use crate::block;
use crate::error::Result;
use crate::reader::Reader;
use crate::stream::Entry;
use crate::tables::bodies::Last;
use crate::tables::values::Slot;

impl Reader<'_> {
    /// The block of attachments of a function and its instructions.
    pub fn attachments_block(&mut self) -> Result<()> {
        self.stream.enter(block::ATTACHMENTS)?;
        loop {
            match self.stream.next()? {
                Entry::End => break,
                Entry::Block(id) => self.stream.skip(id)?,
                Entry::Record(11) => self.attachments()?,
                Entry::Record(_) => {}
            }
        }
        // Each instruction has one record, but these need not come in order.
        self.bodies
            .function
            .attachments
            .sort_by_key(|(inst, _)| *inst);
        Ok(())
    }

    /// `[(kind, node)…]` of the function, or `[instruction, (kind, node)…]`
    fn attachments(&mut self) -> Result<()> {
        let len = self.stream.operands.len();
        if len.is_multiple_of(2) {
            return match self.current_function() {
                Some(global) => self.attach_to_global(global, 0),
                None => Ok(()),
            };
        }
        let number = self.operand(0)?;
        let Some(inst) = self.bodies.insts.get(number as usize) else {
            return Err(self.error(format!("there is no instruction with the number {number}")));
        };
        let Some(inst): Option<Inst> = inst.expand() else {
            return Ok(());
        };
        for at in (1..len).step_by(2) {
            let kind = self.attachment_kind(self.operand(at)?)?;
            let node = self.node_operand(at + 1)?;
            let function = &mut self.bodies.function;
            if *self.module.metadata.kinds[kind as usize] == *"dbg" {
                function.insts[inst].debug_loc = node.into();
                self.bodies.nodes = BodyNodes::Any;
            } else {
                function.attachments.push((inst, (kind, node)));
            }
        }
        Ok(())
    }

    fn attach_to_global(&mut self, global: Global, start: usize) -> Result<()> {
        for at in (start..self.stream.operands.len()).step_by(2) {
            let kind = self.attachment_kind(self.operand(at)?)?;
            let node = self.node_operand(at + 1)?;
            self.module.globals[global].metadata.push((kind, node));
        }
        Ok(())
    }

    /// `[number of a variable or declaration, (kind, node)…]`
    pub fn global_attachments(&mut self) -> Result<()> {
        let number = self.operand(0)?;
        let slot = u32::try_from(number).ok().and_then(|n| self.values.get(n));
        match slot {
            Some(Slot::Global(global)) if self.stream.operands.len() % 2 == 1 => {
                self.attach_to_global(global, 1)
            }
            _ => Err(self.error("only globals have attachments here")),
        }
    }

    /// `[line, column, scope, inlined at, is implicit]`
    #[inline]
    pub fn place(&mut self) -> Result<()> {
        let Some(scope) = self.optional_node(2)? else {
            return self.set_place(None);
        };
        let location = self.location(0, scope)?;
        let node = self.location_node(location);
        self.set_place(Some(node))
    }

    /// Gives the last instruction a place in the source.
    #[inline]
    pub fn set_place(&mut self, place: Option<avarice_ir::MetadataId>) -> Result<()> {
        self.bodies.place = place;
        self.bodies.nodes = BodyNodes::Any;
        match self.bodies.last {
            Last::Nothing => return Err(self.error("a place must follow an instruction")),
            Last::Inst(inst) => self.bodies.function.insts[inst].debug_loc = place.into(),
            Last::Record => self.place_record(place),
        }
        Ok(())
    }
}
