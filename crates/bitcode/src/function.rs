//! Bodies of functions.

use avarice_ir::{Block, Global, GlobalKind, TypeData, TypeTable};
use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;

use crate::block;
use crate::error::Result;
use crate::reader::Reader;
use crate::stream::Entry;
use crate::tables::bodies::Last;
use crate::tables::values::Slot;

impl Reader<'_> {
    /// The body of the next function.
    pub fn function(&mut self) -> Result<()> {
        self.resolve_global_operands()?;
        let Some(global) = self.bodies.expected.pop_front() else {
            return Err(self.error("there are more bodies than functions"));
        };
        let words = self.stream.enter_sized(block::FUNCTION)?;
        let words = u64::from(words).min(self.stream.bits_left() / 32);
        self.bodies.function.reserve(words as usize);
        let first_value = self.values.next();
        let constants = self.constants.mark();
        let nodes = self.metadata.len();
        self.bodies.clear();
        self.values.enter_function();
        self.bodies.current = Some(global);
        self.start(global)?;
        loop {
            match self.stream.next()? {
                Entry::End => break,
                Entry::Block(id) => self.block_in_function(id)?,
                Entry::Record(code) => self.function_record(code)?,
            }
        }
        self.finish_body(global)?;
        self.values.truncate(first_value);
        self.constants.truncate(constants);
        self.metadata.truncate(nodes);
        Ok(())
    }

    /// Adds the arguments.
    fn start(&mut self, global: Global) -> Result<()> {
        let ty = self.module.globals[global].value_type;
        let TypeData::Function {
            ret,
            params,
            var_arg,
        } = &self.module.types[ty]
        else {
            return Err(self.error("a function must have a function type"));
        };
        self.bodies.ret = Some(*ret);
        self.bodies.var_arg = *var_arg;
        for param in params {
            let value = self.bodies.function.add_arg(*param, b"");
            self.values.push(Slot::Local(value));
        }
        Ok(())
    }

    fn block_in_function(&mut self, id: u32) -> Result<()> {
        match id {
            block::CONSTANTS => self.constants_block(),
            block::METADATA => self.metadata_block(),
            block::ATTACHMENTS => self.attachments_block(),
            block::VALUE_SYMBOLS => self.value_names(),
            id => self.stream.skip(id),
        }
    }

    #[inline]
    fn function_record(&mut self, code: u32) -> Result<()> {
        match code {
            1 => self.declare_blocks(),
            33 => {
                let place = self.bodies.place;
                self.set_place(place)
            }
            35 => self.place(),
            55 => self.bundle(),
            60 => Ok(()),
            61..=66 => self.debug_record(code),
            _ => self.instruction(code),
        }
    }

    /// `[number of blocks]`
    fn declare_blocks(&mut self) -> Result<()> {
        let count = self.operand(0)?;
        if count == 0 || !self.bodies.blocks.is_empty() {
            return Err(self.error("a function's body has at least one block"));
        }
        // Each block has an instruction of at least 2 bits.
        if count > self.stream.bits_left() {
            return Err(self.error("this record is longer than the file"));
        }
        self.bodies
            .blocks
            .resize(count as usize, PackedOption::default());
        let Some(global) = self.bodies.current else {
            return Ok(());
        };
        for number in self.bodies.promised.remove(&global).unwrap_or_default() {
            self.block(u64::from(number))?;
        }
        Ok(())
    }

    /// The block with this number; it is created when it is first mentioned.
    #[inline]
    pub fn block(&mut self, number: u64) -> Result<Block> {
        let Some(place) = self.bodies.blocks.get_mut(number as usize) else {
            return Err(self.error(format!("there is no block with the number {number}")));
        };
        match place.expand() {
            Some(block) => Ok(block),
            None => {
                let block = self.bodies.function.create_block(b"");
                *place = block.into();
                Ok(block)
            }
        }
    }

    /// The block with the number in operand `index`, as the next target.
    #[inline]
    pub fn target(&mut self, index: usize) -> Result<()> {
        let block = self.block(self.operand(index)?)?;
        self.bodies.targets.push(block);
        Ok(())
    }

    /// Block `number` of any function, whose address is taken.
    pub fn address_taken_block(&mut self, function: Global, number: u64) -> Result<Block> {
        if self.bodies.current == Some(function) {
            return self.block(number);
        }
        if let Some(body) = self.module.globals[function].body() {
            let found = body.layout.get(number as usize).copied();
            return found.ok_or_else(|| self.error("this function has no such block"));
        }
        if !self.has_body(function) || number > self.stream.bits_left() {
            return Err(self.error("this function has no such block"));
        }
        let promised = self.bodies.promised.entry(function).or_default();
        let number = number as u32;
        let at = match promised.iter().position(|known| *known == number) {
            Some(at) => at,
            None => {
                promised.push(number);
                promised.len() - 1
            }
        };
        Ok(Block::new(at))
    }

    /// An instruction, at the end of the block that is being read.
    #[inline]
    fn instruction(&mut self, code: u32) -> Result<()> {
        let number = self.bodies.ended as u64;
        if number as usize >= self.bodies.blocks.len() {
            return Err(self.error("an instruction comes after the last block"));
        }
        let block = self.block(number)?;
        if self.bodies.function.layout.len() == number as usize {
            self.bodies.function.layout.push(block);
        }
        self.bodies.operands.clear();
        self.bodies.targets.clear();
        let Some(parts) = self.parts(code)? else {
            self.bodies.insts.push(None.into());
            return Ok(());
        };
        if !self.bodies.bundles.is_empty() {
            return Err(self.error("operand bundles must be followed by a call"));
        }
        let bodies = &mut self.bodies;
        let inst = bodies.function.create_inst(
            parts.kind,
            parts.ty,
            false,
            &bodies.operands,
            &bodies.targets,
        );
        bodies.function.insts[inst].flags = parts.flags;
        bodies.function.append_inst(block, inst);
        bodies.insts.push(inst.into());
        bodies.last = Last::Inst(inst);
        let calls = bodies.records.iter_mut().rev();
        for record in calls.take_while(|record| record.before.is_none()) {
            record.before = Some(inst);
        }
        if bodies.function.insts[inst].kind.is_terminator() {
            bodies.ended += 1;
        }
        if parts.ty != TypeTable::VOID {
            self.define_result(inst, parts.ty)?;
        }
        Ok(())
    }

    /// Checks the finished body and gives it to the function.
    fn finish_body(&mut self, global: Global) -> Result<()> {
        let bodies = &self.bodies;
        if bodies.blocks.is_empty() || bodies.ended < bodies.blocks.len() {
            return Err(self.error("the last block does not end with a terminator"));
        }
        if self.values.has_forward() {
            return Err(self.error("a value that is used is not defined"));
        }
        self.finish_records()?;
        self.bodies.current = None;
        let mut function = std::mem::take(&mut self.bodies.function);
        function.shrink_to_fit();
        if let GlobalKind::Function(data) = &mut self.module.globals[global].kind {
            data.body = Some(Box::new(function));
        }
        Ok(())
    }

    /// The function that is being read.
    pub fn current_function(&self) -> Option<Global> {
        self.bodies.current
    }

    /// Names the block with this number, if it has been mentioned.
    pub fn block_to_name(&self, number: u64) -> Option<Block> {
        self.bodies.blocks.get(number as usize)?.expand()
    }
}
