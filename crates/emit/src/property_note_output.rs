//! Writes [`PropertyNote`]: as assembly, and into an object.

use std::fmt::Write;

use object::elf;

use crate::asm_text::AsmText;
use crate::error::EmitError;
use crate::object_model::ObjectModel;
use crate::print_context::ModuleNames;
use crate::print_data::SectionPrinter;
use crate::property_note::{NotePadding, PropertyNote};
use crate::sections::SectionSpec;

/// Alignment of the note in bytes.
const ALIGN: u64 = 8;

impl PropertyNote {
    fn spec() -> SectionSpec {
        SectionSpec::new(b".note.gnu.property", elf::SHT_NOTE, elf::SHF_ALLOC)
    }

    /// The words before the name and after it.
    fn words(&self) -> ([u32; 3], Vec<u32>) {
        let mut body = Vec::new();
        for (kind, content) in &self.properties {
            body.extend([*kind, 4 * content.len() as u32]);
            body.extend(content);
            if content.len() % 2 != 0 {
                body.push(0);
            }
        }
        let head = [4, 4 * body.len() as u32, elf::NT_GNU_PROPERTY_TYPE_0];
        (head, body)
    }

    /// Writes the note as assembly.
    pub(crate) fn print(
        &self,
        names: &ModuleNames<'_>,
        sections: &mut SectionPrinter,
        out: &mut AsmText,
    ) {
        sections.enter(names, &Self::spec(), &mut out.text);
        crate::print_data::alignment(ALIGN, out);
        let (head, body) = self.words();
        let words = |words: &[u32], out: &mut AsmText| {
            for word in words {
                let _ = writeln!(out, "\t{}\t{word}", self.word);
            }
        };
        words(&head, out);
        out.push_str("\t.asciz\t\"GNU\"\n");
        if self.padding == NotePadding::Zeros {
            words(&body, out);
            return;
        }
        for (kind, content) in &self.properties {
            words(&[*kind, 4 * content.len() as u32], out);
            words(content, out);
            crate::print_data::alignment(ALIGN, out);
        }
    }

    /// Adds the note to an object.
    ///
    /// # Errors
    /// If the section becomes too large.
    pub(crate) fn append(&self, model: &mut ObjectModel<'_>) -> Result<(), EmitError> {
        let section = model.section(Self::spec());
        model.align(section, ALIGN)?;
        let is_big = model.emitter.elf().big_endian;
        let bytes = |word: &u32| match is_big {
            true => word.to_be_bytes(),
            false => word.to_le_bytes(),
        };
        let (head, body) = self.words();
        let mut note: Vec<u8> = head.iter().flat_map(bytes).collect();
        note.extend(b"GNU\0");
        note.extend(body.iter().flat_map(bytes));
        model.append(section, &note);
        Ok(())
    }
}
