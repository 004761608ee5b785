//! Exception tables in object files, and the pointers by which they refer to what may be in other modules.

use std::collections::{BTreeMap, BTreeSet}; // Allowed because it works once a module, in order.

use avarice_ir::{Global, Visibility};

use crate::assembled::{AssembledSymbol, SymbolBinding, SymbolKind};
use crate::error::EmitError;
use crate::exception_table::EncodedExceptionTable;
use crate::names::personality_pointer;
use crate::object_model::{
    Anchor, AssembledPlace, ObjectModel, PendingRelocation, Place, SectionId, Target,
};
use crate::sections::SectionSpec;
use crate::table_encodings::{TableEncoding, TableEncodings};

/// Where the exception tables of functions are, and what they refer to.
#[derive(Default)]
pub(crate) struct ExceptionOutput {
    /// For each function its table.
    pub(crate) tables: Vec<Option<Place>>,
    /// What refers to each personality function.
    pub(crate) personalities: BTreeMap<Global, Target>,
    /// Types that tables refer to by pointers.
    pointers: BTreeSet<Global>,
}

impl ExceptionOutput {
    /// Writes what a personality function reads of function `number` to the section `spec`.
    pub(crate) fn table(
        &mut self,
        model: &mut ObjectModel<'_>,
        number: usize,
        spec: SectionSpec,
        table: &EncodedExceptionTable,
    ) -> Result<Place, EmitError> {
        let section = model.section(spec);
        let start = model.align(section, 4)?;
        model.append(section, &table.bytes);
        let symbol = AssembledSymbol {
            name: format!("GCC_except_table{number}").into_bytes(),
            place: None,
            size: 0,
            binding: Some(SymbolBinding::Local),
            kind: SymbolKind::None,
            visibility: Visibility::Default,
        };
        model.mention(Anchor::Assembled(model.assembled.len()));
        let place = Some(start);
        model.assembled.push(AssembledPlace { symbol, place });
        let elf = model.emitter.elf();
        let encodings = TableEncodings::of(elf, model.options);
        let personality = personality(model, table.personality, encodings.personality);
        self.personalities.insert(table.personality, personality);
        let encoding = encodings.types;
        let kind = elf.data_relocation(encoding.size(), encoding.is_relative());
        let kind = kind.ok_or_else(|| EmitError::unsupported("exception table"))?;
        for (offset, info) in &table.types {
            let target = match encoding.is_indirect() {
                false => Target::Global(*info),
                // The table is read-only.
                true => {
                    self.pointers.insert(*info);
                    Target::Pointer(*info)
                }
            };
            let pending = PendingRelocation {
                offset: start.offset + u64::from(*offset),
                kind,
                target,
                minus: None,
                addend: 0,
            };
            model.refer(section, pending);
        }
        Ok(start)
    }

    /// Writes the pointers to types.
    pub(crate) fn write_pointers(&mut self, model: &mut ObjectModel<'_>) -> Result<(), EmitError> {
        let mut pointers: Vec<Global> = std::mem::take(&mut self.pointers).into_iter().collect();
        pointers.sort_by_key(|global| model.names.get(*global));
        for global in pointers {
            let section = model.section(SectionSpec::data());
            let place = write_pointer(model, section, global)?;
            model.pointers.insert(global, place);
        }
        Ok(())
    }
}

/// Writes the pointers to personality functions, each in a group of its own.
pub(crate) fn write_personalities(model: &mut ObjectModel<'_>) -> Result<(), EmitError> {
    for (personality, index) in model.personalities.clone() {
        let name = model.names.get(personality);
        let section = model.section(SectionSpec::of_personality(personality, name));
        let place = write_pointer(model, section, personality)?;
        model.assembled[index].place = Some(place);
    }
    Ok(())
}

/// Appends the address of `global`.
fn write_pointer(
    model: &mut ObjectModel<'_>,
    section: SectionId,
    global: Global,
) -> Result<Place, EmitError> {
    let place = model.align(section, 8)?;
    model.append(section, &[0; 8]);
    let kind = model.emitter.elf().data_relocation(8, false);
    let kind = kind.ok_or_else(|| EmitError::unsupported("pointer"))?;
    let pending = PendingRelocation {
        offset: place.offset,
        kind,
        target: Target::Global(global),
        minus: None,
        addend: 0,
    };
    model.refer(section, pending);
    Ok(place)
}

/// What unwind tables refer to for a personality function: it, or a pointer that the modules of a program share.
fn personality(
    model: &mut ObjectModel<'_>,
    personality: Global,
    encoding: TableEncoding,
) -> Target {
    if !encoding.is_indirect() {
        return Target::Global(personality);
    }
    let mut known = model.personalities.iter();
    if let Some((_, index)) = known.find(|(of, _)| *of == personality) {
        return Target::Assembled(*index);
    }
    let index = model.assembled.len();
    let symbol = AssembledSymbol {
        name: personality_pointer(model.names.get(personality)),
        place: None,
        size: 8,
        binding: Some(SymbolBinding::Weak),
        kind: SymbolKind::Object,
        visibility: Visibility::Hidden,
    };
    let place = None;
    model.assembled.push(AssembledPlace { symbol, place });
    model.personalities.push((personality, index));
    Target::Assembled(index)
}
