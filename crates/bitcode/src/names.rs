//! Names of a function's values and blocks, which come after its instructions.

use rustc_hash::FxHashSet;

use crate::block;
use crate::error::Result;
use crate::reader::Reader;
use crate::stream::Entry;
use crate::tables::values::Slot;

impl Reader<'_> {
    /// The block of names in a function.
    pub fn value_names(&mut self) -> Result<()> {
        self.stream.enter(block::VALUE_SYMBOLS)?;
        let mut names = FxHashSet::default();
        loop {
            let code = match self.stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(id) => {
                    self.stream.skip(id)?;
                    continue;
                }
                Entry::Record(code) => code,
            };
            let name = self.text(1);
            if name.is_empty() || !names.insert(name.clone()) {
                let name = String::from_utf8_lossy(&name).into_owned();
                return Err(self.error(format!("two values cannot have the name '%{name}'")));
            }
            let number = self.operand(0)?;
            match code {
                1 => self.name_value(number, &name)?,
                2 => self.name_block(number, &name)?,
                _ => {}
            }
        }
    }

    fn name_value(&mut self, number: u64, name: &[u8]) -> Result<()> {
        let slot = u32::try_from(number).ok().and_then(|n| self.values.get(n));
        let Some(Slot::Local(value)) = slot else {
            return Err(self.error(format!("there is no value with the number {number}")));
        };
        let function = &mut self.bodies.function;
        function.values[value].name = function.intern_name(name);
        Ok(())
    }

    fn name_block(&mut self, number: u64, name: &[u8]) -> Result<()> {
        let Some(block) = self.block_to_name(number) else {
            return Err(self.error(format!("there is no block with the number {number}")));
        };
        let function = &mut self.bodies.function;
        function.blocks[block].name = function.intern_name(name);
        Ok(())
    }
}
