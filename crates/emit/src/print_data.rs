//! Data and sections as assembly directives.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.
use std::fmt::Write;

use avarice_ir::module::ComdatKind;
use object::elf;

use crate::asm_text::AsmText;
use crate::block_address_map;
use crate::data::{DataImage, DataReference};
use crate::error::EmitError;
use crate::module_metadata;
use crate::names::personality_pointer;
use crate::print_context::{ModuleNames, escaped, quoted};
use crate::sections::{GroupKey, LARGE, SectionSpec, Sharing};

/// Writes section directives, one only where the section changes.
#[derive(Default)]
pub(crate) struct SectionPrinter {
    current: Option<SectionSpec>,
    /// Sections of one name that differ otherwise, in order of appearance, with their numbers: 0 is what goes by the name
    /// alone.
    known: BTreeMap<Vec<u8>, Vec<(SectionSpec, u32)>>,
    /// How many are told by a number.
    numbered: u32,
}

impl SectionPrinter {
    /// Goes to `spec`.
    pub(crate) fn enter(&mut self, names: &ModuleNames<'_>, spec: &SectionSpec, out: &mut String) {
        if self.current.as_ref() == Some(spec) {
            return;
        }
        self.current = Some(spec.clone());
        let known = self.known.entry(spec.name.clone()).or_default();
        let found = known.iter().find(|(found, _)| found == spec);
        let number = match found {
            Some((_, number)) => *number,
            None => {
                // What they belong to tells sections of one name from each other too.
                let is_other = |known: &SectionSpec| {
                    known.group != spec.group || known.link != spec.link || spec.link.is_some()
                };
                let is_named = match spec.sharing {
                    Sharing::ByName => known.iter().all(|(at, number)| *number > 0 || is_other(at)),
                    Sharing::ByKind | Sharing::Alone(_) | Sharing::Blocks(..) => false,
                };
                self.numbered += u32::from(!is_named);
                let number = if is_named { 0 } else { self.numbered };
                known.push((spec.clone(), number));
                number
            }
        };
        for (name, plain) in [
            (".text", SectionSpec::text()),
            (".data", data_spec(b".data", elf::SHT_PROGBITS)),
            (".bss", data_spec(b".bss", elf::SHT_NOBITS)),
        ] {
            if *spec == plain && number == 0 {
                let _ = writeln!(out, "\t{name}");
                return;
            }
        }
        let link = spec.link.map(|link| names.global(link));
        section_directive(names, spec, (number, link.as_deref().unwrap_or("0")), out);
    }

    /// Goes to `spec`, a section that belongs to `code` and has its number.
    pub(crate) fn enter_beside(
        &mut self,
        names: &ModuleNames<'_>,
        spec: &SectionSpec,
        code: &SectionSpec,
        out: &mut String,
    ) {
        let known = self.known.get(&code.name).into_iter().flatten();
        let number = known.into_iter().find(|(known, _)| known == code);
        let number = number.map_or(0, |(_, number)| *number);
        section_directive(names, spec, (number, &quoted(&code.name)), out);
        self.current = Some(spec.clone());
    }
}

fn data_spec(name: &[u8], kind: u32) -> SectionSpec {
    SectionSpec::new(name, kind, elf::SHF_ALLOC | elf::SHF_WRITE)
}

/// Appends the directive for a section with a number, 0 for none, which is linked to `link` if it is linked.
fn section_directive(
    names: &ModuleNames<'_>,
    spec: &SectionSpec,
    (number, link): (u32, &str),
    out: &mut String,
) {
    let mut flags = String::new();
    for (bit, letter) in [
        (elf::SHF_ALLOC, 'a'),
        (elf::SHF_EXCLUDE, 'e'),
        (elf::SHF_WRITE, 'w'),
        (elf::SHF_EXECINSTR, 'x'),
        (elf::SHF_MERGE, 'M'),
        (elf::SHF_STRINGS, 'S'),
        (elf::SHF_TLS, 'T'),
        (elf::SHF_LINK_ORDER, 'o'),
        (elf::SHF_GNU_RETAIN, 'R'),
    ] {
        if spec.flags & u64::from(bit) != 0 {
            flags.push(letter);
        }
    }
    if spec.group.is_some() {
        flags.push('G');
    }
    if spec.flags & LARGE != 0 {
        flags.push('l');
    }
    let kind = match spec.kind {
        elf::SHT_NOBITS => "nobits",
        elf::SHT_INIT_ARRAY => "init_array",
        elf::SHT_FINI_ARRAY => "fini_array",
        elf::SHT_PREINIT_ARRAY => "preinit_array",
        elf::SHT_NOTE => "note",
        block_address_map::KIND => "llvm_bb_addr_map",
        kind => module_metadata::kind_name(kind).unwrap_or("progbits"),
    };
    let name = quoted(&spec.name);
    let _ = write!(out, "\t.section\t{name},\"{flags}\",@{kind}");
    if spec.entry_size != 0 {
        let _ = write!(out, ",{}", spec.entry_size);
    }
    if spec.flags & u64::from(elf::SHF_LINK_ORDER) != 0 {
        let _ = write!(out, ",{link}");
    }
    if let Some(GroupKey::Personality(personality)) = spec.group {
        let name = personality_pointer(names.names.get(personality));
        let _ = write!(out, ",{},comdat", quoted(&name));
    }
    if let Some(GroupKey::Comdat(comdat)) = spec.group {
        let data = &names.module.comdats[comdat];
        let _ = write!(out, ",{}", quoted(&data.name));
        if data.kind != ComdatKind::NoDeduplicate {
            out.push_str(",comdat");
        }
    }
    if number > 0 {
        let _ = write!(out, ",unique,{number}");
    }
    out.push('\n');
}

/// Appends the directives for an alignment of data in bytes.
pub(crate) fn alignment(align: u64, out: &mut AsmText) {
    if align > 1 {
        let _ = writeln!(out, "\t.p2align\t{}, 0x0", align.trailing_zeros());
    }
}

/// Appends the directives for an alignment of code in bytes, with at most `max_padding` bytes of padding, 0 for no limit.
pub(crate) fn code_alignment(align: u64, fill: u8, max_padding: u64, out: &mut AsmText) {
    if align <= 1 {
        return;
    }
    let exponent = align.trailing_zeros();
    let _ = write!(out, "\t.p2align\t{exponent}");
    // Without a byte to fill with, assemblers fill with instructions that do nothing.
    let _ = match (fill, max_padding) {
        (0, 0) => writeln!(out),
        (0, most) => writeln!(out, ", , {most}"),
        (fill, 0) => writeln!(out, ", {fill:#x}"),
        (fill, most) => writeln!(out, ", {fill:#x}, {most}"),
    };
}

/// Appends the directives for the content of `image`.
pub(crate) fn image(
    names: &ModuleNames<'_>,
    image: &DataImage,
    out: &mut String,
) -> Result<(), EmitError> {
    let mut at = 0;
    for reference in &image.references {
        plain(image, at, reference.offset, out);
        print_reference(names, reference, out)?;
        at = reference.offset + u64::from(reference.size);
    }
    plain(image, at, image.size, out);
    Ok(())
}

fn print_reference(
    names: &ModuleNames<'_>,
    reference: &DataReference,
    out: &mut String,
) -> Result<(), EmitError> {
    let directive = match reference.size {
        1 => ".byte",
        2 => ".short",
        4 => ".long",
        _ => ".quad",
    };
    let text = reference_text(names, reference)?;
    let _ = writeln!(out, "\t{directive}\t{text}");
    Ok(())
}

/// `a+8`, `(a-b)+4`
pub(crate) fn reference_text(
    names: &ModuleNames<'_>,
    reference: &DataReference,
) -> Result<String, EmitError> {
    let mut text = names.data_symbol(reference.plus)?;
    if let Some(minus) = reference.minus {
        text = format!("{text}-{}", names.data_symbol(minus)?);
        if reference.addend != 0 {
            text = format!("({text})");
        }
    }
    if reference.addend != 0 {
        let _ = write!(text, "{:+}", reference.addend);
    }
    Ok(text)
}

/// The bytes from `from` to `to`, which have no references.
fn plain(image: &DataImage, from: u64, to: u64, out: &mut String) {
    let end = to.min(image.bytes.len() as u64).max(from);
    let mut bytes = image.bytes.get(from as usize..end as usize).unwrap_or(&[]);
    while !bytes.is_empty() {
        let zeros = bytes.iter().take_while(|b| **b == 0).count();
        if zeros >= 8 || zeros == bytes.len() {
            let _ = writeln!(out, "\t.zero\t{zeros}");
            bytes = &bytes[zeros..];
            continue;
        }
        // Up to the next long run of zeros.
        let run = bytes.windows(8).position(|w| w == [0; 8]);
        let limit = run.unwrap_or(bytes.len()).clamp(1, 64);
        let (now, rest) = bytes.split_at(limit);
        print_bytes(now, out);
        bytes = rest;
    }
    if to > end {
        let _ = writeln!(out, "\t.zero\t{}", to - end);
    }
}

fn print_bytes(bytes: &[u8], out: &mut String) {
    let readable = bytes
        .iter()
        .filter(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t' | 0));
    if readable.count() == bytes.len() && bytes[0] != 0 {
        let _ = writeln!(out, "\t.ascii\t\"{}\"", escaped(bytes));
        return;
    }
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let _ = writeln!(out, "\t.byte\t{}", numbers.join(","));
}
