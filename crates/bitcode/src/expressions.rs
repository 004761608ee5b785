//! `!DIExpression(…)`.

use std::sync::Arc;

use avarice_ir::metadata::MetadataField;

use crate::debug_words::{Space, dwarf_word, operands_of};
use crate::error::Result;
use crate::reader::Reader;

/// `DW_OP_LLVM_convert`, whose second operand is an encoding.
const CONVERT: u64 = 0x1001;

impl Reader<'_> {
    /// `[flags, elements…]`
    pub fn expression(&mut self) -> Result<()> {
        let flags = self.operand(0)?;
        if flags >> 1 < 3 {
            return Err(self.error("an expression of LLVM before 5 is not read"));
        }
        let elements: Vec<u64> = self.stream.operands[1..].to_vec();
        let mut fields = self.no_fields();
        let mut push = |text: Arc<str>| fields.push(("".into(), MetadataField::Text(text)));
        let metadata = &mut self.metadata;
        if !is_valid(&elements) {
            for element in elements {
                push(metadata.number(element));
            }
            return self.define_special(flags & 1 != 0, "DIExpression", fields);
        }
        let mut rest = elements.as_slice();
        while let [operation, after @ ..] = rest {
            let (operands, after) = after.split_at(operands_of(*operation));
            if let Some(word) = dwarf_word(Space::Operation, *operation) {
                push(metadata.word(word));
            }
            for (index, operand) in operands.iter().enumerate() {
                let word = match (*operation, index) {
                    (CONVERT, 1) => dwarf_word(Space::Encoding, *operand),
                    _ => None,
                };
                push(match word {
                    Some(word) => metadata.word(word),
                    None => metadata.number(*operand),
                });
            }
            rest = after;
        }
        self.define_special(flags & 1 != 0, "DIExpression", fields)
    }
}

/// Whether all operations are known and have their operands.
fn is_valid(mut elements: &[u64]) -> bool {
    while let [operation, after @ ..] = elements {
        let known = dwarf_word(Space::Operation, *operation).is_some();
        match after.get(operands_of(*operation)..) {
            Some(after) if known => elements = after,
            _ => return false,
        }
    }
    true
}
