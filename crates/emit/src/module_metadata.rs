//! Sections and directives that metadata of a module requests: linker options, the producer and its command line, the
//! call-graph profile, and partitions.
//!
//! | metadata | section |
//! |---|---|
//! | `!llvm.linker.options` | `.linker-options` |
//! | `!llvm.dependent-libraries` | `.deplibs` |
//! | `!llvm.ident` | `.comment` |
//! | `!llvm.commandline` | `.GCC.command.line` |
//! | the module flag `CG Profile` | `.llvm.call-graph-profile` |
//! | `partition` of globals | `.llvm_sympart` |

use std::fmt::Write;

use avarice_ir::metadata::MetadataData;
use avarice_ir::{ConstKind, Global, Linkage, MetadataId, Module, Visibility};
use object::elf::{SHF_EXCLUDE, SHF_MERGE, SHF_STRINGS, SHT_PROGBITS};

use crate::error::EmitError;
use crate::names::is_emitted;
use crate::object_model::{Anchor, FinalRelocation, ObjectModel, PendingRelocation, Target};
use crate::print_context::{ModuleNames, escaped};
use crate::print_data::SectionPrinter;
use crate::sections::{SectionSpec, Sharing};

/// `SHT_LLVM_LINKER_OPTIONS`
pub(crate) const LINKER_OPTIONS: u32 = 0x6fff_4c01;
/// `SHT_LLVM_DEPENDENT_LIBRARIES`
pub(crate) const DEPENDENT_LIBRARIES: u32 = 0x6fff_4c04;
/// `SHT_LLVM_SYMPART`
pub(crate) const SYMBOL_PARTITION: u32 = 0x6fff_4c05;
/// `SHT_LLVM_CALL_GRAPH_PROFILE`
pub(crate) const CALL_GRAPH_PROFILE: u32 = 0x6fff_4c09;

/// Relocations that only name a symbol have this number on all targets.
const NO_RELOCATION: u32 = 0;

/// Strings with a zero after each.
type Strings<'a> = Vec<&'a [u8]>;

/// What metadata of a module asks for.
pub(crate) struct ModuleMetadata<'a> {
    linker_options: Option<Strings<'a>>,
    dependent_libraries: Option<Strings<'a>>,
    identities: Option<Strings<'a>>,
    command_lines: Option<Strings<'a>>,
    calls: Vec<CallEdge>,
    /// Globals with the names of their partitions.
    partitions: Vec<(Global, &'a [u8])>,
}

/// How often one function called another.
struct CallEdge {
    from: Global,
    to: Global,
    count: u64,
}

impl<'a> ModuleMetadata<'a> {
    /// Reads what `module` has.
    ///
    /// # Errors
    /// Metadata that has not the form that its name stands for.
    pub(crate) fn of(module: &'a Module) -> Result<Self, EmitError> {
        let partitions = module.globals.iter().filter_map(|(global, data)| {
            let is_named = is_emitted(module, global) && data.visibility == Visibility::Default;
            let name = data.partition.as_deref().filter(|_| is_named)?;
            Some((global, name))
        });
        Ok(Self {
            linker_options: strings(module, "llvm.linker.options", 2)?,
            dependent_libraries: strings(module, "llvm.dependent-libraries", 1)?,
            identities: strings(module, "llvm.ident", 1)?,
            command_lines: strings(module, "llvm.commandline", 1)?,
            calls: calls(module)?,
            partitions: partitions.collect(),
        })
    }

    /// Writes what stands after the variables, as assembly.
    pub(crate) fn print_for_linker(
        &self,
        names: &ModuleNames<'_>,
        sections: &mut SectionPrinter,
        out: &mut String,
    ) {
        let lists = [
            (linker_options(), &self.linker_options),
            (dependent_libraries(), &self.dependent_libraries),
        ];
        for (spec, strings) in lists {
            if let Some(strings) = strings {
                sections.enter(names, &spec, out);
                for text in strings {
                    print_string(text, out);
                    out.push_str("\t.byte\t0\n");
                }
            }
        }
        for call in &self.calls {
            let [from, to] = [call.from, call.to].map(|global| names.global(global));
            let _ = writeln!(out, "\t.cg_profile {from}, {to}, {}", call.count);
        }
    }

    /// Writes the producer of the module and its command line, as assembly.
    pub(crate) fn print_origin(
        &self,
        names: &ModuleNames<'_>,
        sections: &mut SectionPrinter,
        out: &mut String,
    ) {
        for identity in self.identities.iter().flatten() {
            let _ = writeln!(out, "\t.ident\t\"{}\"", escaped(identity));
        }
        if let Some(lines) = &self.command_lines {
            sections.enter(names, &command_lines(), out);
            out.push_str("\t.zero\t1\n");
            for line in lines {
                print_string(line, out);
                out.push_str("\t.zero\t1\n");
            }
        }
    }

    /// Writes what is loaded apart, as assembly.
    pub(crate) fn print_partitions(&self, names: &ModuleNames<'_>, out: &mut String) {
        for (index, (global, partition)) in self.partitions.iter().enumerate() {
            let number = index + 1;
            let _ = writeln!(
                out,
                "\t.section\t.llvm_sympart,\"\",@llvm_sympart,unique,{number}"
            );
            print_string(partition, out);
            let _ = writeln!(out, "\t.zero\t1\n\t.quad\t{}", names.global(*global));
        }
    }

    /// Adds to an object what stands after the variables.
    pub(crate) fn append_for_linker(&self, model: &mut ObjectModel<'_>) {
        append(model, linker_options(), &self.linker_options, &[]);
        append(model, dependent_libraries(), &self.dependent_libraries, &[]);
    }

    /// Adds the producer of the module and its command line to an object.
    pub(crate) fn append_origin(&self, model: &mut ObjectModel<'_>) {
        append(model, comment(), &self.identities, &[0]);
        append(model, command_lines(), &self.command_lines, &[0]);
    }

    /// Adds to an object what is loaded apart, and the calls. All globals are defined by then.
    ///
    /// # Errors
    /// A target without relocations for addresses.
    pub(crate) fn append_symbols(&self, model: &mut ObjectModel<'_>) -> Result<(), EmitError> {
        for (global, partition) in &self.partitions {
            let spec = SectionSpec {
                sharing: Sharing::Alone(*global),
                ..SectionSpec::new(b".llvm_sympart", SYMBOL_PARTITION, 0)
            };
            let section = model.section(spec);
            let kind = model.emitter.elf().data_relocation(8, false);
            let kind = kind.ok_or_else(|| EmitError::unsupported("partition"))?;
            model.append(section, partition);
            model.append(section, &[0; 9]);
            let pending = PendingRelocation {
                offset: partition.len() as u64 + 1,
                kind,
                target: Target::Global(*global),
                minus: None,
                addend: 0,
            };
            model.refer(section, pending);
        }
        self.append_calls(model);
        Ok(())
    }

    fn append_calls(&self, model: &mut ObjectModel<'_>) {
        if self.calls.is_empty() {
            return;
        }
        let spec = SectionSpec {
            entry_size: 8,
            ..SectionSpec::new(b".llvm.call-graph-profile", CALL_GRAPH_PROFILE, SHF_EXCLUDE)
        };
        let section = model.section(spec);
        let is_big = model.emitter.elf().big_endian;
        for call in &self.calls {
            let offset = model.sections[section].size;
            let count = match is_big {
                true => call.count.to_be_bytes(),
                false => call.count.to_le_bytes(),
            };
            model.append(section, &count);
            for global in [call.from, call.to] {
                model.mention(Anchor::Global(global));
                let is_private = model.module.globals[global].linkage == Linkage::Private;
                let anchor = match model.definitions[global].filter(|_| is_private) {
                    Some(definition) => Anchor::Section(definition.place.section),
                    None => Anchor::Global(global),
                };
                model.sections[section].relocations.push(FinalRelocation {
                    offset,
                    kind: NO_RELOCATION,
                    anchor,
                    addend: 0,
                });
            }
        }
    }
}

fn linker_options() -> SectionSpec {
    SectionSpec::new(b".linker-options", LINKER_OPTIONS, SHF_EXCLUDE)
}

fn dependent_libraries() -> SectionSpec {
    mergeable_strings(b".deplibs", DEPENDENT_LIBRARIES)
}

fn comment() -> SectionSpec {
    mergeable_strings(b".comment", SHT_PROGBITS)
}

fn command_lines() -> SectionSpec {
    mergeable_strings(b".GCC.command.line", SHT_PROGBITS)
}

/// A section of strings that is not loaded.
fn mergeable_strings(name: &[u8], kind: u32) -> SectionSpec {
    SectionSpec {
        entry_size: 1,
        ..SectionSpec::new(name, kind, SHF_MERGE | SHF_STRINGS)
    }
}

/// Appends `first`, then the strings with a zero after each.
fn append(
    model: &mut ObjectModel<'_>,
    spec: SectionSpec,
    strings: &Option<Strings<'_>>,
    first: &[u8],
) {
    let Some(strings) = strings else {
        return;
    };
    let section = model.section(spec);
    model.append(section, first);
    for text in strings {
        model.append(section, text);
        model.append(section, &[0]);
    }
}

/// A string as data; one character is a number.
fn print_string(text: &[u8], out: &mut String) {
    let _ = match text {
        [] => Ok(()),
        [byte] => writeln!(out, "\t.byte\t{byte}"),
        _ => writeln!(out, "\t.ascii\t\"{}\"", escaped(text)),
    };
}

/// The strings in the nodes of the metadata `name`, `count` in each; none without it.
fn strings<'a>(
    module: &'a Module,
    name: &str,
    count: usize,
) -> Result<Option<Strings<'a>>, EmitError> {
    let mut named = module.metadata.named.iter();
    let Some((_, nodes)) = named.find(|(found, _)| **found == *name) else {
        return Ok(None);
    };
    let malformed = || EmitError::unsupported(format!("metadata !{name} of another form"));
    let mut found = Vec::new();
    for node in nodes {
        let operands = operands(module, *node).ok_or_else(malformed)?;
        if count != operands.len() {
            return Err(malformed());
        }
        for operand in operands {
            let text = operand.map(|id| &module.metadata.nodes[id]);
            let Some(MetadataData::String(text)) = text else {
                return Err(malformed());
            };
            found.push(&**text);
        }
    }
    Ok(Some(found))
}

fn operands(module: &Module, node: MetadataId) -> Option<&[Option<MetadataId>]> {
    match &module.metadata.nodes[node] {
        MetadataData::Node { operands, .. } => Some(operands),
        _ => None,
    }
}

/// The calls of the module flag `CG Profile`, without those of functions that are gone.
fn calls(module: &Module) -> Result<Vec<CallEdge>, EmitError> {
    let malformed = || EmitError::unsupported("module flag \"CG Profile\" of another form");
    let edges = match module.flag("CG Profile") {
        None => return Ok(Vec::new()),
        Some(MetadataData::Node { operands, .. }) => operands,
        Some(_) => return Err(malformed()),
    };
    let mut found = Vec::new();
    for edge in edges {
        let edge = edge.and_then(|edge| operands(module, edge));
        let Some([from, to, count]) = edge else {
            return Err(malformed());
        };
        let count = count.and_then(|id| match &module.metadata.nodes[id] {
            MetadataData::Const(count) => module.int_value(*count),
            _ => None,
        });
        let count = count.ok_or_else(malformed)?;
        let (Some(from), Some(to)) = (from, to) else {
            continue;
        };
        let function = |id: MetadataId| function(module, id).ok_or_else(malformed);
        found.push(CallEdge {
            from: function(*from)?,
            to: function(*to)?,
            count,
        });
    }
    Ok(found)
}

/// The function that metadata names.
fn function(module: &Module, id: MetadataId) -> Option<Global> {
    let MetadataData::Const(constant) = module.metadata.nodes[id] else {
        return None;
    };
    match module.consts[constant].kind {
        ConstKind::Global(global) => module.globals[global].function().map(|_| global),
        _ => None,
    }
}

/// What the assembler calls a kind of section that is here alone.
pub(crate) fn kind_name(kind: u32) -> Option<&'static str> {
    Some(match kind {
        LINKER_OPTIONS => "llvm_linker_options",
        DEPENDENT_LIBRARIES => "llvm_dependent_libraries",
        _ => return None,
    })
}
