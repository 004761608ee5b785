//! Module-level assembly (`module asm`), as parsed by a target: sections with their content, and symbols.
//! The object writer adds it to the module's own.

use avarice_ir::{Module, Visibility};

use crate::error::EmitError;
use crate::names::{SymbolNames, is_emitted, is_exported};
use crate::object_model::{
    AssembledPlace, Definition, ObjectModel, PendingRelocation, Place, Target,
};
use crate::sections::SectionSpec;

/// What assembly beside the functions has.
#[derive(Clone, Debug, Default)]
pub struct ModuleAssembly {
    /// Content by section, each section at most once.
    pub sections: Vec<AssembledSection>,
    /// All symbols that it defines or refers to.
    pub symbols: Vec<AssembledSymbol>,
}

/// What is in a section.
#[derive(Clone, Debug)]
pub struct AssembledSection {
    /// Which section.
    pub spec: SectionSpec,
    /// Alignment in bytes.
    pub align: u64,
    /// The bytes; fields of references are zero.
    pub bytes: Vec<u8>,
    /// Fields whose value is known when linking.
    pub references: Vec<AssembledReference>,
}

/// A field whose value is known when linking.
#[derive(Clone, Copy, Debug)]
pub struct AssembledReference {
    /// Offset of the field in bytes.
    pub offset: u64,
    /// Relocation type.
    pub kind: u32,
    /// Index of the symbol.
    pub symbol: usize,
    /// What is added, in bytes.
    pub addend: i64,
}

/// A symbol of the assembly.
#[derive(Clone, Debug)]
pub struct AssembledSymbol {
    /// Its name.
    pub name: Vec<u8>,
    /// Index of the section that it is defined in, and offset in bytes.
    pub place: Option<(usize, u64)>,
    /// Size in bytes.
    pub size: u64,
    /// Its binding; `None` if unspecified.
    pub binding: Option<SymbolBinding>,
    /// What it is.
    pub kind: SymbolKind,
    /// `.hidden` and the like.
    pub visibility: Visibility,
}

/// The visibility of a symbol across objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolBinding {
    /// `.local`
    Local,
    /// `.globl`
    Global,
    /// `.weak`
    Weak,
}

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SymbolKind {
    /// Nothing was said.
    #[default]
    None,
    /// `@function`
    Function,
    /// `@object`
    Object,
    /// `@tls_object`
    ThreadLocal,
    /// `@gnu_indirect_function`
    Indirect,
}

/// The text of a module's assembly, a line for each of its strings; `None` if there is none.
pub(crate) fn text(module: &Module) -> Option<String> {
    if module.module_asm.iter().all(|line| line.is_empty()) {
        return None;
    }
    let mut text = String::new();
    for line in &module.module_asm {
        text.push_str(&String::from_utf8_lossy(line));
        text.push('\n');
    }
    Some(text)
}

/// Adds the module's assembly to the object.
///
/// # Errors
/// If the target does not understand it, or it says of a symbol what the module says otherwise.
pub(crate) fn append(model: &mut ObjectModel<'_>) -> Result<(), EmitError> {
    let Some(text) = text(model.module) else {
        return Ok(());
    };
    let assembly = model.emitter.assemble_module(&text)?;
    let mut places = Vec::with_capacity(assembly.sections.len());
    for section in &assembly.sections {
        let id = model.section(section.spec.clone());
        let start = model.align(id, section.align)?;
        match section.spec.is_zero_fill() {
            true => model.sections[id].size += section.bytes.len() as u64,
            false => model.append(id, &section.bytes),
        }
        places.push(start);
    }
    let targets = add_symbols(model, &assembly, &places)?;
    for (section, start) in assembly.sections.iter().zip(&places) {
        for reference in &section.references {
            let pending = PendingRelocation {
                offset: start.offset + reference.offset,
                kind: reference.kind,
                target: targets[reference.symbol].clone(),
                minus: None,
                addend: reference.addend,
            };
            model.sections[start.section].pending.push(pending);
        }
    }
    Ok(())
}

/// Makes symbols known to the object; returns what references to them refer to.
fn add_symbols(
    model: &mut ObjectModel<'_>,
    assembly: &ModuleAssembly,
    places: &[Place],
) -> Result<Vec<Target>, EmitError> {
    let (module, names) = (model.module, model.names);
    let mut targets = Vec::with_capacity(assembly.symbols.len());
    for symbol in &assembly.symbols {
        let place = symbol.place.map(|(section, offset)| Place {
            section: places[section].section,
            offset: places[section].offset + offset,
        });
        let Some(global) = global_named(module, names, &symbol.name) else {
            targets.push(Target::Assembled(model.assembled.len()));
            model.assembled.push(AssembledPlace {
                symbol: symbol.clone(),
                place,
            });
            continue;
        };
        targets.push(Target::Global(global));
        let name = String::from_utf8_lossy(&symbol.name);
        let refuse = |what: &str| {
            let error = format!("module assembly: symbol '{name}', which the module {what}");
            Err(EmitError::unsupported(error))
        };
        match place {
            Some(_) if is_emitted(module, global) => return refuse("defines"),
            Some(place) => {
                let size = symbol.size;
                model.definitions[global] = Some(Definition { place, size });
            }
            None if symbol.binding.is_some() && !is_exported(module, global) => {
                return refuse("keeps to itself");
            }
            None => {}
        }
    }
    Ok(targets)
}

fn global_named(module: &Module, names: &SymbolNames, name: &[u8]) -> Option<avarice_ir::Global> {
    let global = module.globals_by_name.get(name).copied();
    global
        .filter(|global| names.get(*global) == name)
        .or_else(|| module.globals.keys().find(|g| names.get(*g) == name))
}
