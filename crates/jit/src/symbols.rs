//! Which definition a name means.

use std::collections::BTreeMap;

use object::{Object, ObjectSymbol, SymbolIndex};

use crate::error::LinkError;
use crate::image::{Image, ImageSymbol, Import};
use crate::inputs::{Input, Symbol, SymbolPlace};
use crate::layout::Places;

/// What a relocation refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// An offset in the image.
    Image(u64),
    /// A symbol of others.
    Import(u32),
    /// An offset among the thread-local variables of the image.
    ThreadLocal(u64),
    /// An address that does not move.
    Absolute(u64),
    /// What was left out, since an earlier object has it.
    Nowhere,
}

#[derive(Clone, Copy)]
struct Definition {
    target: Target,
    is_weak: bool,
}

/// Definitions by name, and the names of others.
#[derive(Default)]
pub(crate) struct Symbols<'a> {
    defined: BTreeMap<&'a str, Definition>,
    imported: BTreeMap<&'a str, u32>,
}

impl<'a> Symbols<'a> {
    /// The definitions of all objects.
    ///
    /// # Errors
    /// A name with two.
    pub(crate) fn read(
        inputs: &[Input<'a>],
        places: &Places,
        image: &mut Image,
    ) -> Result<Self, LinkError> {
        let mut symbols = Self::default();
        let mut commons: Vec<(Symbol<'a>, u64, u64)> = Vec::new();
        for (object, input) in inputs.iter().enumerate() {
            for symbol in input.elf.symbols() {
                let symbol = input.symbol(symbol.index())?;
                if let SymbolPlace::Common { size, align } = symbol.place {
                    commons.push((symbol, size, align));
                    continue;
                }
                let Some(target) = target_of(&symbol, object, places) else {
                    continue;
                };
                if let Target::Image(offset) = target
                    && !symbol.name.is_empty()
                {
                    image.symbols.push(image_symbol(&symbol, offset));
                }
                if symbol.is_global && target != Target::Nowhere {
                    symbols.define(&symbol, target)?;
                }
            }
        }
        symbols.place_commons(commons, image);
        image.symbols.sort_by_key(|symbol| symbol.offset);
        Ok(symbols)
    }

    fn define(&mut self, symbol: &Symbol<'a>, target: Target) -> Result<(), LinkError> {
        let is_weak = symbol.is_weak;
        let definition = Definition { target, is_weak };
        match self.defined.get_mut(symbol.name) {
            None => {
                self.defined.insert(symbol.name, definition);
            }
            Some(old) if old.is_weak && !is_weak => *old = definition,
            Some(old) if !old.is_weak && !is_weak => {
                let name = symbol.name;
                return Err(LinkError::new(format!("'{name}' is defined twice")));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Gives memory to tentative definitions of C that nothing else defines: the largest size of each name.
    fn place_commons(&mut self, commons: Vec<(Symbol<'a>, u64, u64)>, image: &mut Image) {
        let mut needed: BTreeMap<&'a str, (Symbol<'a>, u64, u64)> = BTreeMap::new();
        for (symbol, size, align) in commons {
            if self.defined.contains_key(symbol.name) {
                continue;
            }
            let all = needed.entry(symbol.name).or_insert((symbol, size, align));
            all.1 = all.1.max(size);
            all.2 = all.2.max(align);
        }
        let page = image.machine.page();
        for (name, (symbol, size, align)) in needed {
            // Whatever stands there: the part ends with a page.
            let end = image.data.offset + image.data.size;
            let offset = end.next_multiple_of(align.next_power_of_two());
            image.data.size = (offset + size - image.data.offset).next_multiple_of(16);
            image.symbols.push(image_symbol(&symbol, offset));
            let target = Target::Image(offset);
            let is_weak = false;
            self.defined.insert(name, Definition { target, is_weak });
        }
        image.data.size = image.data.size.next_multiple_of(page);
    }

    /// What a symbol of an object means.
    pub(crate) fn resolve(
        &mut self,
        inputs: &[Input<'a>],
        (object, index): (usize, SymbolIndex),
        places: &Places,
        image: &mut Image,
    ) -> Result<Target, LinkError> {
        let symbol = inputs[object].symbol(index)?;
        if symbol.is_global {
            if let Some(definition) = self.defined.get(symbol.name) {
                return Ok(definition.target);
            }
            return Ok(Target::Import(self.import(&symbol, image)));
        }
        match target_of(&symbol, object, places) {
            Some(target) => Ok(target),
            None => {
                let name = symbol.name;
                Err(LinkError::new(format!("'{name}' is in no loaded section")))
            }
        }
    }

    /// The index of a symbol of others.
    pub(crate) fn import(&mut self, symbol: &Symbol<'a>, image: &mut Image) -> u32 {
        let next = image.imports.len() as u32;
        let index = *self.imported.entry(symbol.name).or_insert(next);
        if index == next {
            image.imports.push(Import {
                name: symbol.name.to_owned(),
                is_weak: symbol.is_weak,
            });
        } else if !symbol.is_weak {
            image.imports[index as usize].is_weak = false;
        }
        index
    }

    /// The index of the symbol of this name, which others have.
    pub(crate) fn import_named(&mut self, name: &'static str, image: &mut Image) -> u32 {
        let symbol = Symbol {
            name,
            place: SymbolPlace::Undefined,
            size: 0,
            is_weak: false,
            is_global: true,
            is_function: true,
            is_thread_local: false,
        };
        self.import(&symbol, image)
    }
}

/// What a symbol that its object defines means; `None` for others, and for sections that are not loaded.
fn target_of(symbol: &Symbol<'_>, object: usize, places: &Places) -> Option<Target> {
    match symbol.place {
        SymbolPlace::In(section, offset) => {
            let start = places.of(object, section)?;
            let at = start.wrapping_add(offset);
            Some(match symbol.is_thread_local {
                true => Target::ThreadLocal(at),
                false => Target::Image(at),
            })
        }
        SymbolPlace::Absolute(address) => Some(Target::Absolute(address)),
        SymbolPlace::Nowhere => Some(Target::Nowhere),
        SymbolPlace::Common { .. } | SymbolPlace::Undefined => None,
    }
}

fn image_symbol(symbol: &Symbol<'_>, offset: u64) -> ImageSymbol {
    ImageSymbol {
        name: symbol.name.to_owned(),
        offset,
        size: symbol.size,
        is_function: symbol.is_function,
        is_global: symbol.is_global,
    }
}
