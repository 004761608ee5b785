//! From objects to an image.

use std::collections::BTreeSet;

use object::{Object, ObjectSection, RelocationFlags, RelocationTarget, SymbolIndex};

use crate::error::LinkError;
use crate::image::{Image, Machine, Word, WordValue};
use crate::inputs::Input;
use crate::layout::{self, Places};
use crate::relocate::{self, Action, Field, Reference};
use crate::symbols::{Symbols, Target};
use crate::table::{FINDER_SIZE, STUB_SIZE, Table};

/// The function that finds a thread-local variable.
const GET_ADDRESS: &str = "__tls_get_addr";

/// Links position-independent object files of one machine. What none of them defines is an import of the image.
///
/// # Errors
/// A file that is not such an object, a name that is defined twice, a reference that is not possible in an image.
pub fn link(objects: &[&[u8]]) -> Result<Image, LinkError> {
    link_with(objects, None)
}

/// Likewise, for code that is reached by another address: words with the address of the function `stubbed`, which the objects
/// define, get that of the symbol of others under this name. Calls go straight to the function.
///
/// # Errors
/// Same as [`link`].
pub(crate) fn link_with(objects: &[&[u8]], stubbed: Option<&str>) -> Result<Image, LinkError> {
    let mut inputs = Vec::with_capacity(objects.len());
    let mut groups = Vec::new();
    for bytes in objects {
        let mut input = Input::read(bytes)?;
        input.leave_out_known_groups(&mut groups);
        inputs.push(input);
    }
    let machine = machine_of(&inputs)?;
    let (stubs, table) = needed(&inputs, machine);
    let (mut image, places) = layout::place(&inputs, machine, stubs, table)?;
    let symbols = Symbols::read(&inputs, &places, &mut image)?;
    let linker = Linker {
        table: Table::new(
            image.read_only.offset + image.read_only.bytes.len() as u64 - table,
            image.code.offset + image.code.bytes.len() as u64 - stubs,
        ),
        inputs: &inputs,
        places: &places,
        image: &mut image,
        symbols,
        stubbed,
    };
    linker.run()?;
    image.constructors = function_words(&inputs, &places, ".init_array");
    image.destructors = function_words(&inputs, &places, ".fini_array");
    image.destructors.reverse();
    Ok(image)
}

/// The one machine of all inputs.
fn machine_of(inputs: &[Input<'_>]) -> Result<Machine, LinkError> {
    let mut machines = inputs.iter().map(Input::machine);
    let Some(first) = machines.next() else {
        return Err(LinkError::new("there is no object to link"));
    };
    let first = first?;
    for machine in machines {
        if machine? != first {
            return Err(LinkError::new("objects for different machines"));
        }
    }
    Ok(first)
}

/// Upper bounds of the sizes of the stubs and of the table, in bytes.
fn needed(inputs: &[Input<'_>], machine: Machine) -> (u64, u64) {
    let mut referred = BTreeSet::new();
    for (object, input) in inputs.iter().enumerate() {
        for section in input.elf.sections() {
            for (_, relocation) in section.relocations() {
                let (RelocationFlags::Elf { r_type }, RelocationTarget::Symbol(symbol)) =
                    (relocation.flags(), relocation.target())
                else {
                    continue;
                };
                let action = Action::of(machine, r_type);
                if action.is_some_and(|action| action.reference != Reference::Symbol) {
                    referred.insert((object, symbol.0));
                }
            }
        }
    }
    let count = referred.len() as u64;
    // An entry for the address, two for a variable, two for a descriptor.
    (FINDER_SIZE + count * STUB_SIZE, 8 * (5 * count + 1))
}

struct Linker<'a, 'i> {
    inputs: &'i [Input<'a>],
    places: &'i Places,
    image: &'i mut Image,
    symbols: Symbols<'a>,
    table: Table,
    /// The function whose address is that of others' symbol.
    stubbed: Option<&'i str>,
}

/// One relocation.
struct Relocation {
    object: usize,
    action: Action,
    /// Offset of the field in the image.
    place: u64,
    symbol: SymbolIndex,
    addend: i64,
}

impl Linker<'_, '_> {
    fn run(mut self) -> Result<(), LinkError> {
        let inputs = self.inputs;
        for (object, input) in inputs.iter().enumerate() {
            for section in input.elf.sections() {
                let Some(start) = self.start_of(object, &section) else {
                    continue;
                };
                for (offset, relocation) in section.relocations() {
                    let RelocationFlags::Elf { r_type } = relocation.flags() else {
                        continue;
                    };
                    let machine = self.image.machine;
                    let Some(action) = Action::of(machine, r_type) else {
                        return Err(LinkError::new(relocate::describe(machine, r_type)));
                    };
                    let RelocationTarget::Symbol(symbol) = relocation.target() else {
                        continue;
                    };
                    self.apply(&Relocation {
                        object,
                        action,
                        place: start.wrapping_add(offset),
                        symbol,
                        addend: relocation.addend(),
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Offset of a section in the image. That of what thread-local variables begin with is of the bytes.
    fn start_of<'d>(&self, object: usize, section: &impl ObjectSection<'d>) -> Option<u64> {
        let start = self.places.of(object, section.index())?;
        let kind = section.kind();
        match (kind, self.image.thread_locals) {
            (object::SectionKind::Tls, Some(thread_locals)) => Some(thread_locals.offset + start),
            _ => Some(start),
        }
    }

    fn apply(&mut self, relocation: &Relocation) -> Result<(), LinkError> {
        let Relocation { object, action, .. } = *relocation;
        if action.reference == Reference::Nothing {
            return Ok(());
        }
        let symbol = (object, relocation.symbol);
        let mut target = self
            .symbols
            .resolve(self.inputs, symbol, self.places, self.image)?;
        if self.stubbed.is_some() && self.is_address_of_stubbed(relocation)? {
            let symbol = self.inputs[object].symbol(relocation.symbol)?;
            target = Target::Import(self.symbols.import(&symbol, self.image));
        }
        if action.field == Field::Address {
            return self.address(relocation, target);
        }
        let base = match (action.reference, target) {
            (_, Target::Nowhere) => {
                // What tables say of code that was left out is about no code.
                return self.fill(relocation, relocation.place as i64);
            }
            (Reference::Symbol | Reference::Call, Target::Image(offset)) => offset,
            (Reference::Call, Target::Import(name)) => self.table.stub(name, self.image),
            (Reference::Entry, Target::ThreadLocal(_)) => return Err(self.wrong(relocation)),
            (Reference::Entry, target) => self.table.address_of(target, self.image),
            (Reference::Variable, Target::ThreadLocal(offset)) => {
                self.table.variable(offset, self.image)
            }
            (Reference::Variables, Target::ThreadLocal(_)) => self.table.variable(0, self.image),
            (Reference::PlaceOfVariable, Target::ThreadLocal(offset)) => {
                offset.wrapping_add(relocation.place)
            }
            (Reference::Descriptor, Target::ThreadLocal(offset)) => {
                let get_address = self.symbols.import_named(GET_ADDRESS, self.image);
                self.table.descriptor(offset, get_address, self.image)
            }
            _ => return Err(self.wrong(relocation)),
        };
        self.fill(relocation, (base as i64).wrapping_add(relocation.addend))
    }

    /// Whether a relocation takes the address of the function that others know by that of a stub.
    fn is_address_of_stubbed(&self, relocation: &Relocation) -> Result<bool, LinkError> {
        let Action { reference, field } = relocation.action;
        if reference != Reference::Entry && field != Field::Address {
            return Ok(false);
        }
        let symbol = self.inputs[relocation.object].symbol(relocation.symbol)?;
        Ok(symbol.is_global && Some(symbol.name) == self.stubbed)
    }

    /// A word with an address.
    fn address(&mut self, relocation: &Relocation, target: Target) -> Result<(), LinkError> {
        let Relocation { place, addend, .. } = *relocation;
        let value = match target {
            Target::Image(offset) => WordValue::Address((offset as i64).wrapping_add(addend)),
            Target::Import(name) => WordValue::Import { name, addend },
            Target::Absolute(address) => {
                let distance = (address as i64)
                    .wrapping_add(addend)
                    .wrapping_add(place as i64);
                return self.fill(relocation, distance);
            }
            Target::Nowhere => return self.fill(relocation, place as i64),
            Target::ThreadLocal(_) => return Err(self.wrong(relocation)),
        };
        // The place is one of the image: filling it shows that.
        self.fill(relocation, place as i64)?;
        let offset = place;
        self.image.words.push(Word { offset, value });
        Ok(())
    }

    /// Fills the field of a relocation.
    fn fill(&mut self, relocation: &Relocation, target: i64) -> Result<(), LinkError> {
        let place = relocation.place;
        for part in self.image.parts_mut() {
            let at = place.wrapping_sub(part.offset);
            if at < part.bytes.len() as u64 {
                let bytes = &mut part.bytes[at as usize..];
                if relocate::fill(relocation.action.field, bytes, place, target).is_some() {
                    return Ok(());
                }
                break;
            }
        }
        Err(self.wrong(relocation))
    }

    /// That a reference is not possible.
    fn wrong(&self, relocation: &Relocation) -> LinkError {
        let symbol = self.inputs[relocation.object].symbol(relocation.symbol);
        let name = symbol.map_or("", |symbol| symbol.name);
        LinkError::new(format!("a reference to '{name}' cannot be resolved")).with_help(relocation)
    }
}

impl LinkError {
    fn with_help(self, relocation: &Relocation) -> Self {
        match relocation.action.reference {
            Reference::Symbol => Self::new(format!(
                "{self}: it is not defined here, and the code reaches only what is near"
            )),
            Reference::Variable | Reference::Variables | Reference::Descriptor => Self::new(
                format!("{self}: thread-local variables of others are not supported"),
            ),
            _ => self,
        }
    }
}

/// The words of sections of this name, those with a priority (`.init_array.5`) first, in its order.
fn function_words(inputs: &[Input<'_>], places: &Places, name: &str) -> Vec<u64> {
    let mut sections = Vec::new();
    for (object, input) in inputs.iter().enumerate() {
        for section in input.elf.sections() {
            let full = section.name().unwrap_or_default();
            let Some(rest) = full.strip_prefix(name) else {
                continue;
            };
            let priority = match rest.strip_prefix('.') {
                Some(number) => number.parse().unwrap_or(u32::MAX),
                None => u32::MAX,
            };
            if let Some(start) = places.of(object, section.index()) {
                sections.push((priority, start, section.size()));
            }
        }
    }
    sections.sort_by_key(|(priority, ..)| *priority);
    let words = |(_, start, size): (u32, u64, u64)| (start..start + size / 8 * 8).step_by(8);
    sections.into_iter().flat_map(words).collect()
}
