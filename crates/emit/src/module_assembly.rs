//! Module-level assembly (`module asm`): its text, and how what a target reads in it is added to the object.

use avarice_ir::Module;

use crate::assembled::ModuleAssembly;
use crate::error::EmitError;
use crate::names::{SymbolNames, is_emitted, is_exported};
use crate::object_model::{
    Anchor, AssembledPlace, Definition, ObjectModel, PendingRelocation, Place, Target,
};

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
            model.refer(start.section, pending);
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
            let index = model.assembled.len();
            model.mention(Anchor::Assembled(index));
            targets.push(Target::Assembled(index));
            model.assembled.push(AssembledPlace {
                symbol: symbol.clone(),
                place,
            });
            continue;
        };
        model.mention(Anchor::Global(global));
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
