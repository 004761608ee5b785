//! Debug information in an object file: sections with relocations.

use avarice_ir::{DebugInfo, Global};
use gimli::SectionId as DwarfSection;
use object::elf;

use super::content::{Reference, Relocation};
use super::describe::{DescribeOptions, Description, Piece, describe};
use crate::error::EmitError;
use crate::function_code::FunctionCode;
use crate::object_model::{ObjectModel, PendingRelocation, Place, SectionId, Target};
use crate::sections::SectionSpec;

/// Debug information on its way into an object file.
///
/// Line tables are written last, as LLVM does: after unwind tables. So [`DebugSections::begin`] appends all other
/// sections, and [`DebugSections::finish`] the line tables, and whatever refers to anything.
pub(crate) struct DebugSections {
    description: Description,
    /// Where the functions are that are described.
    places: Vec<Place>,
}

impl DebugSections {
    /// Appends the debug information of `functions`, which are placed, if the module has any.
    pub fn begin(
        model: &mut ObjectModel<'_>,
        functions: &[(Global, FunctionCode)],
    ) -> Option<Self> {
        let module = model.module;
        let view = DebugInfo::of(module)?;
        let (pieces, places) = pieces(model, view, functions);
        let definitions = &model.definitions;
        let has_place =
            |global: Global| definitions[global].is_some() || model.commons.contains_key(&global);
        let options = DescribeOptions {
            has_place: &has_place,
            shares_files: false,
            supports_thread_local: model.emitter.elf().debug_thread_local.is_some(),
        };
        let sections = Self {
            description: describe(module, view, &pieces, &options),
            places,
        };
        sections.append(model, false);
        Some(sections)
    }

    /// Appends the line tables, and refers to what the sections mention.
    pub fn finish(&self, model: &mut ObjectModel<'_>) -> Result<(), EmitError> {
        self.append(model, true);
        let sections = &self.description.sections;
        let ids = sections.iter().map(|(section, _)| *section);
        let ids: Vec<(DwarfSection, SectionId)> = ids
            .map(|section| (section, model.section(spec(section))))
            .collect();
        for ((_, content), (_, id)) in sections.iter().zip(&ids) {
            for relocation in &content.relocations {
                let pending = pending(model, &self.places, &ids, relocation);
                let pending = pending.ok_or_else(|| {
                    EmitError::unsupported("a reference in debug information to nothing")
                })?;
                model.refer(*id, pending);
            }
        }
        Ok(())
    }

    /// Appends the bytes of line tables, or of all other sections.
    fn append(&self, model: &mut ObjectModel<'_>, of_lines: bool) {
        for (section, content) in &self.description.sections {
            let is_of_lines = matches!(
                section,
                DwarfSection::DebugLine | DwarfSection::DebugLineStr
            );
            if is_of_lines == of_lines {
                let id = model.section(spec(*section));
                model.append(id, &content.bytes);
            }
        }
    }
}

/// The functions that are described, and where they are.
fn pieces<'a>(
    model: &ObjectModel<'_>,
    view: DebugInfo<'_>,
    functions: &'a [(Global, FunctionCode)],
) -> (Vec<Piece<'a>>, Vec<Place>) {
    let mut pieces: Vec<Piece<'a>> = Vec::new();
    let mut places: Vec<Place> = Vec::new();
    let mut unit = None;
    let mut before = None;
    for (at, (global, code)) in functions.iter().enumerate() {
        let (Some(debug), Some(definition)) = (&code.debug, model.definitions[*global]) else {
            continue;
        };
        let place = definition.place;
        let own_unit = view.node(debug.subprogram).and_then(|s| s.node("unit"));
        let joins = before.is_some_and(|before| before + 1 == at)
            && own_unit == unit
            && places
                .last()
                .is_some_and(|last| last.section == place.section);
        if let Some(last) = pieces.last_mut() {
            last.ends_sequence = !joins;
        }
        let head = match pieces.last() {
            Some(last) if joins => last.head,
            _ => pieces.len(),
        };
        places.push(place);
        pieces.push(Piece {
            section: place.section.as_u32() as usize,
            head,
            address: place.offset,
            length: code.bytes.len() as u64,
            ends_sequence: true,
            debug,
        });
        (unit, before) = (own_unit, Some(at));
    }
    (pieces, places)
}

/// The section that holds `section`.
pub(super) fn spec(section: DwarfSection) -> SectionSpec {
    let name = section.name().as_bytes();
    match section {
        DwarfSection::DebugStr | DwarfSection::DebugLineStr => SectionSpec {
            entry_size: 1,
            ..SectionSpec::new(name, elf::SHT_PROGBITS, elf::SHF_MERGE | elf::SHF_STRINGS)
        },
        _ => SectionSpec::new(name, elf::SHT_PROGBITS, 0),
    }
}

fn pending(
    model: &ObjectModel<'_>,
    places: &[Place],
    ids: &[(DwarfSection, SectionId)],
    relocation: &Relocation,
) -> Option<PendingRelocation> {
    let elf = model.emitter.elf();
    let mut kind = elf.data_relocation(relocation.size, false)?;
    let at = |place: Place| Target::Place(place, Box::default());
    let (target, addend) = match relocation.to {
        Reference::Section(section, offset) => {
            let (_, section) = ids.iter().find(|(id, _)| *id == section)?;
            // An entry of a section that is merged is named by its place alone.
            let place = Place {
                section: *section,
                offset,
            };
            (at(place), 0)
        }
        Reference::Piece(piece, offset) => (at(places[piece]), offset as i64),
        Reference::Global(global) => (Target::Global(global), 0),
        Reference::ThreadLocal(global) => {
            kind = elf.debug_thread_local?;
            (Target::Global(global), 0)
        }
    };
    Some(PendingRelocation {
        offset: relocation.offset as u64,
        kind,
        target,
        minus: None,
        addend,
    })
}
