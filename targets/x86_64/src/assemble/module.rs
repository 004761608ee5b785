//! Module-level assembly (`module asm`): directives, labels, data and instructions become sections and
//! symbols.
//!
//! It is read twice. The first time only determines in which section labels are and which of them are visible to other
//! objects, so that a jump to a label of the same section that is not visible is as short as possible. Call frame
//! directives are skipped: unwind tables have no entries for functions written in assembly.

use std::collections::BTreeMap; // Allowed because names are sparse, and it works once a module.

use avarice_emit::{
    AssembledReference, AssembledSection, AssembledSymbol, CodeBuffer, EmitError, FinishedCode,
    FixupTarget, Label, ModuleAssembly, SectionSpec, SymbolBinding, TargetEmitter,
};
use avarice_mir::{Block, Symbol};
use cranelift_entity::EntityRef;

use super::directive::{self, Directive, Term};
use super::operand::Symbols;
use super::text::{Line, lines};
use super::{refused, statement, table};
use crate::encode::relocations::ELF;
use crate::encode::{LONGEST_NOP, X86Emitter, encoder};

/// Most bytes of zeros that a directive may make, and alignment in bytes.
const MAX_FILL: u64 = 1 << 28;

/// A section while it is written.
struct Section {
    spec: SectionSpec,
    buffer: CodeBuffer,
    /// Labels by the number that stands for them in branches.
    labels: Vec<Label>,
    align: u64,
}

/// A symbol.
#[derive(Clone)]
struct Named {
    symbol: AssembledSymbol,
    /// Section, and number of the label there.
    label: Option<(usize, usize)>,
    /// The symbol that it is another name of, and what is added.
    alias: Option<(usize, i64)>,
    size: Option<Vec<Term>>,
}

/// A field or size with the difference of two symbols, which is known once all is laid out.
struct Difference {
    section: usize,
    field: Label,
    bytes: u8,
    terms: Vec<Term>,
    /// The line, for errors.
    line: usize,
}

/// What is known of the text.
#[derive(Default)]
struct Assembler {
    sections: Vec<Section>,
    current: usize,
    previous: usize,
    stack: Vec<(usize, usize)>,
    names: Vec<String>,
    by_name: BTreeMap<String, usize>,
    symbols: Vec<Named>,
    differences: Vec<Difference>,
    /// How many labels there were so far of each number.
    numbered: BTreeMap<String, usize>,
    constants: BTreeMap<String, i64>,
    line: usize,
}

/// Reads `text`.
///
/// # Errors
/// What is not known, with the number of its line.
pub fn assemble(text: &str) -> Result<ModuleAssembly, EmitError> {
    read(text).map_err(|mut error| {
        error.construct = error.construct.replacen("inline", "module", 1);
        error
    })
}

fn read(text: &str) -> Result<ModuleAssembly, EmitError> {
    let lines = lines(text)?;
    let mut first = Assembler::new();
    for line in &lines {
        first.line = line.number;
        first.survey(line).map_err(|error| at_line(error, line))?;
    }
    let mut second = Assembler::new();
    second.names = first.names;
    second.by_name = first.by_name;
    second.symbols = first.symbols;
    for section in &first.sections {
        let at = second.section(section.spec.clone());
        for _ in &section.labels {
            let label = second.sections[at].buffer.create_label();
            second.sections[at].labels.push(label);
        }
    }
    (second.current, second.previous) = (0, 0);
    for line in &lines {
        second.line = line.number;
        second.write(line).map_err(|error| at_line(error, line))?;
    }
    second.finish()
}

fn at_line(error: EmitError, line: &Line<'_>) -> EmitError {
    error.at_assembly_line(line.number)
}

impl Assembler {
    fn new() -> Self {
        let mut new = Self::default();
        new.section(SectionSpec::text());
        new
    }

    // ---- Both readings ------------------------------------------------------------------------

    /// The number of a section.
    fn section(&mut self, spec: SectionSpec) -> usize {
        let known = self.sections.iter().position(|s| s.spec == spec);
        known.unwrap_or_else(|| {
            self.sections.push(Section {
                spec,
                buffer: CodeBuffer::default(),
                labels: Vec::new(),
                align: 1,
            });
            self.sections.len() - 1
        })
    }

    fn enter(&mut self, spec: SectionSpec) {
        let next = self.section(spec);
        self.previous = std::mem::replace(&mut self.current, next);
    }

    /// The number of the symbol with this name.
    fn symbol(&mut self, name: &str) -> usize {
        if let Some(index) = self.by_name.get(name) {
            return *index;
        }
        let index = self.symbols.len();
        self.by_name.insert(name.to_string(), index);
        self.names.push(name.to_string());
        self.symbols.push(Named {
            symbol: AssembledSymbol {
                name: name.as_bytes().to_vec(),
                place: None,
                size: 0,
                binding: None,
                kind: avarice_emit::SymbolKind::None,
                visibility: avarice_ir::Visibility::Default,
            },
            label: None,
            alias: None,
            size: None,
        });
        index
    }

    /// The name that a label or a reference has among all: `1`, `1b` and `1f` are numbered.
    fn unique(&self, name: &str, defines: bool) -> String {
        let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let count = |digits: &str| self.numbered.get(digits).copied().unwrap_or(0);
        if defines && all_digits(name) {
            return format!("{name}#{}", count(name) + 1);
        }
        let digits = name.trim_end_matches(['b', 'f']);
        if digits.len() + 1 == name.len() && all_digits(digits) {
            let next = usize::from(name.ends_with('f'));
            return format!("{digits}#{}", count(digits) + next);
        }
        name.to_string()
    }

    /// The name of a label that stands here, which is counted.
    fn defined_name(&mut self, name: &str) -> String {
        let unique = self.unique(name, true);
        if unique.len() > name.len() {
            *self.numbered.entry(name.to_string()).or_default() += 1;
        }
        unique
    }

    /// Directives that change the section. Returns whether it was one.
    fn change_section(&mut self, directive: &Directive<'_>) -> Result<bool, EmitError> {
        match directive {
            Directive::Section(spec) => self.enter(spec.clone()),
            Directive::PushSection(spec) => {
                self.stack.push((self.current, self.previous));
                self.enter(spec.clone());
            }
            Directive::PopSection => {
                let top = self.stack.pop();
                (self.current, self.previous) =
                    top.ok_or_else(|| refused(".popsection without .pushsection"))?;
            }
            Directive::Previous => std::mem::swap(&mut self.current, &mut self.previous),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Directives that say something of symbols. Returns whether it was one.
    fn describe(&mut self, directive: &Directive<'_>) -> bool {
        match directive {
            Directive::Binding(binding, names) => {
                for name in names {
                    let index = self.symbol(name);
                    self.symbols[index].symbol.binding = Some(*binding);
                }
            }
            Directive::Visibility(visibility, names) => {
                for name in names {
                    let index = self.symbol(name);
                    self.symbols[index].symbol.visibility = *visibility;
                }
            }
            Directive::Type(name, kind) => {
                let index = self.symbol(name);
                self.symbols[index].symbol.kind = *kind;
            }
            _ => return false,
        }
        true
    }

    // ---- First reading ------------------------------------------------------------------------

    fn survey(&mut self, line: &Line<'_>) -> Result<(), EmitError> {
        for label in &line.labels {
            let name = self.defined_name(label);
            let index = self.symbol(&name);
            if self.symbols[index].label.is_some() {
                return Err(refused(format!("symbol '{label}', which is there already")));
            }
            let section = &mut self.sections[self.current];
            let label = section.buffer.create_label();
            section.labels.push(label);
            self.symbols[index].label = Some((self.current, section.labels.len() - 1));
        }
        let Some(directive) = directive::parse(line)? else {
            return Ok(());
        };
        if !self.change_section(&directive)? {
            self.describe(&directive);
        }
        Ok(())
    }

    // ---- Second reading -----------------------------------------------------------------------

    fn write(&mut self, line: &Line<'_>) -> Result<(), EmitError> {
        for label in &line.labels {
            let name = self.defined_name(label);
            let index = self.symbol(&name);
            if let Some((section, number)) = self.symbols[index].label {
                let label = self.sections[section].labels[number];
                self.sections[section].buffer.bind(label);
            }
        }
        match directive::parse(line)? {
            None if line.statement.is_empty() => Ok(()),
            None => self.instruction(line.statement),
            Some(directive) => self.directive(directive),
        }
    }

    fn directive(&mut self, directive: Directive<'_>) -> Result<(), EmitError> {
        if self.change_section(&directive)? || self.describe(&directive) {
            return Ok(());
        }
        match directive {
            Directive::Bytes(bytes) => self.buffer().put(&bytes),
            Directive::Zeros(count) if count <= MAX_FILL => {
                self.buffer().put(&vec![0; count as usize]);
            }
            Directive::Align(align) if u64::from(align) <= MAX_FILL => {
                let section = &mut self.sections[self.current];
                section.align = section.align.max(u64::from(align));
                section.buffer.align(align);
            }
            Directive::Zeros(_) | Directive::Align(_) => {
                return Err(refused("more than 256 MiB at once"));
            }
            Directive::Data(bytes, values) => {
                for value in values {
                    self.data(bytes, value)?;
                }
            }
            Directive::Size(name, terms) => {
                let terms = self.placed(terms);
                let index = self.symbol(name);
                self.symbols[index].size = Some(terms);
            }
            Directive::Set(name, terms) => self.set(name, &terms)?,
            _ => {}
        }
        Ok(())
    }

    fn buffer(&mut self) -> &mut CodeBuffer {
        &mut self.sections[self.current].buffer
    }

    /// The terms with the names of numbered labels, a symbol for `.`, and numbers for constants.
    fn placed(&mut self, terms: Vec<Term>) -> Vec<Term> {
        let mut here = None;
        let mut placed = Vec::with_capacity(terms.len());
        for term in terms {
            let Term::Symbol(negative, name) = &term else {
                placed.push(term);
                continue;
            };
            if let Some(value) = self.constants.get(name) {
                let value = if *negative {
                    value.wrapping_neg()
                } else {
                    *value
                };
                placed.push(Term::Number(value));
                continue;
            }
            let name = match name.as_str() {
                "." => here.get_or_insert_with(|| self.here()).clone(),
                name => self.unique(name, false),
            };
            self.symbol(&name);
            placed.push(Term::Symbol(*negative, name));
        }
        placed
    }

    /// A symbol of this place without a name in the object.
    fn here(&mut self) -> String {
        let name = format!(".#{}", self.symbols.len());
        let index = self.symbol(&name);
        let section = &mut self.sections[self.current];
        let label = section.buffer.create_label();
        section.buffer.bind(label);
        section.labels.push(label);
        self.symbols[index].label = Some((self.current, section.labels.len() - 1));
        name
    }

    fn data(&mut self, bytes: u8, terms: Vec<Term>) -> Result<(), EmitError> {
        let terms = self.placed(terms);
        let (plus, minus, number) = sum(&terms)?;
        match (plus, minus) {
            (None, None) => self
                .buffer()
                .put(&number.to_le_bytes()[..usize::from(bytes)]),
            (Some(plus), None) => {
                let kind = ELF.data_relocation(bytes, false);
                let kind = kind.ok_or_else(|| refused("address in a field of this size"))?;
                let symbol = self.symbol(plus);
                let target = FixupTarget::Symbol(Symbol::new(symbol));
                let buffer = self.buffer();
                buffer.fixup(kind, target, number);
                buffer.put(&[0; 8][..usize::from(bytes)]);
            }
            _ => {
                let (section, line) = (self.current, self.line);
                let buffer = self.buffer();
                let field = buffer.create_label();
                buffer.bind(field);
                buffer.put(&[0; 8][..usize::from(bytes)]);
                self.differences.push(Difference {
                    section,
                    field,
                    bytes,
                    terms,
                    line,
                });
            }
        }
        Ok(())
    }

    fn set(&mut self, name: &str, terms: &[Term]) -> Result<(), EmitError> {
        let terms = self.placed(terms.to_vec());
        match sum(&terms)? {
            (None, None, number) => {
                self.constants.insert(name.to_string(), number);
            }
            (Some(symbol), None, number) => {
                let target = self.symbol(symbol);
                let index = self.symbol(name);
                self.symbols[index].alias = Some((target, number));
            }
            _ => return Err(refused(format!("symbol '{name}' that is a difference"))),
        }
        Ok(())
    }

    fn instruction(&mut self, text: &str) -> Result<(), EmitError> {
        // Names have to be known before operands are read.
        for name in directive::names_in(text) {
            let name = self.unique(name, false);
            self.symbol(&name);
        }
        let current = self.current;
        let find = |name: &str| {
            let index = self.by_name.get(&self.unique(name, false))?;
            let named = &self.symbols[*index];
            let seen = !matches!(named.symbol.binding, None | Some(SymbolBinding::Local));
            let (section, number) = named.label?;
            (section == current && !seen).then(|| Block::new(number))
        };
        let resolve = |name: &str| {
            let index = self.by_name.get(&self.unique(name, false))?;
            Some(FixupTarget::Symbol(Symbol::new(*index)))
        };
        let symbols = Symbols {
            numbered: &[],
            named: &resolve,
        };
        let mut code = Vec::new();
        for statement in statement::parse(text)? {
            match statement {
                statement::Statement::Bytes(bytes) => code.push(Err(bytes)),
                statement::Statement::Instruction { mnemonic, operands } => {
                    code.push(Ok(table::find(mnemonic, &operands, &symbols, &find)?));
                }
                statement::Statement::Label(_) => {}
            }
        }
        let section = &mut self.sections[current];
        for piece in code {
            match piece {
                Ok(inst) => encoder::encode(&inst, &section.labels, &mut section.buffer)?,
                Err(bytes) => section.buffer.put(&bytes),
            }
        }
        Ok(())
    }

    // ---- What came of it ----------------------------------------------------------------------

    fn finish(mut self) -> Result<ModuleAssembly, EmitError> {
        let mut codes = Vec::with_capacity(self.sections.len());
        for section in &mut self.sections {
            let buffer = std::mem::take(&mut section.buffer);
            codes.push(match section.spec.is_code() {
                true => buffer.finish(|count, out| X86Emitter.nops(count, LONGEST_NOP, out)),
                false => buffer.finish(|count, out| out.resize(out.len() + count, 0)),
            });
        }
        let mut assembly = ModuleAssembly::default();
        for (section, code) in self.sections.iter().zip(&mut codes) {
            let references = code.fixups.iter().filter_map(|fixup| match fixup.target {
                FixupTarget::Symbol(symbol) => Some(AssembledReference {
                    offset: u64::from(fixup.offset),
                    kind: fixup.kind,
                    symbol: symbol.index(),
                    addend: fixup.addend,
                }),
                _ => None,
            });
            assembly.sections.push(AssembledSection {
                spec: section.spec.clone(),
                align: section.align.max(u64::from(code.align)),
                references: references.collect(),
                bytes: std::mem::take(&mut code.bytes),
            });
        }
        for difference in &self.differences {
            self.settle(difference, &codes, &mut assembly)
                .map_err(|error| error.at_assembly_line(difference.line))?;
        }
        for section in &assembly.sections {
            if section.spec.is_zero_fill() && section.bytes.iter().any(|byte| *byte != 0) {
                return Err(refused("data in a section of zeros"));
            }
        }
        for index in 0..self.symbols.len() {
            let mut symbol = self.symbols[index].symbol.clone();
            symbol.place = self.place(index, &codes, 0);
            if let Some(terms) = &self.symbols[index].size {
                symbol.size = self.size(terms, &codes)?;
            }
            if self.names[index].contains('#') {
                symbol.name.clear();
            }
            assembly.symbols.push(symbol);
        }
        Ok(assembly)
    }

    /// Section and offset of a symbol. `depth`: of how many others it is another name.
    fn place(&self, index: usize, codes: &[FinishedCode], depth: u32) -> Option<(usize, u64)> {
        let named = &self.symbols[index];
        if let Some((target, addend)) = named.alias.filter(|_| depth < 16) {
            let (section, offset) = self.place(target, codes, depth + 1)?;
            return Some((section, offset.checked_add_signed(addend)?));
        }
        let (section, number) = named.label?;
        let label = *self.sections[section].labels.get(number)?;
        Some((section, u64::from(codes[section].labels[label]?)))
    }

    fn place_named(&self, name: &str, codes: &[FinishedCode]) -> Option<(usize, u64)> {
        self.place(*self.by_name.get(name)?, codes, 0)
    }

    /// The value of a sum that has to be a number.
    fn size(&self, terms: &[Term], codes: &[FinishedCode]) -> Result<u64, EmitError> {
        let value = match sum(terms)? {
            (None, None, number) => Some(number),
            (Some(plus), Some(minus), number) => {
                self.distance(plus, minus, codes).map(|d| d + number)
            }
            _ => None,
        };
        let value = value.and_then(|value| u64::try_from(value).ok());
        value.ok_or_else(|| refused("size that is no number"))
    }

    /// The distance of two symbols of one section.
    fn distance(&self, plus: &str, minus: &str, codes: &[FinishedCode]) -> Option<i64> {
        let (first, second) = (
            self.place_named(plus, codes)?,
            self.place_named(minus, codes)?,
        );
        (first.0 == second.0).then(|| first.1 as i64 - second.1 as i64)
    }

    /// Fills the field of a difference, or makes a reference relative to the field of it.
    fn settle(
        &self,
        difference: &Difference,
        codes: &[FinishedCode],
        assembly: &mut ModuleAssembly,
    ) -> Result<(), EmitError> {
        let Difference { section, bytes, .. } = *difference;
        let field = codes[section].labels[difference.field].unwrap_or(0);
        let content = &mut assembly.sections[section];
        let (Some(plus), Some(minus), number) = sum(&difference.terms)? else {
            return Err(refused("negative address"));
        };
        if let Some(distance) = self.distance(plus, minus, codes) {
            let at = field as usize..field as usize + usize::from(bytes);
            let value = distance.wrapping_add(number).to_le_bytes();
            content.bytes[at].copy_from_slice(&value[..usize::from(bytes)]);
            return Ok(());
        }
        let origin = self.place_named(minus, codes);
        let kind = ELF.data_relocation(bytes, true);
        let symbol = self.by_name.get(plus);
        let (Some((origin_section, origin)), Some(kind), Some(symbol)) = (origin, kind, symbol)
        else {
            return Err(refused("difference of these symbols"));
        };
        if origin_section != section {
            return Err(refused("difference of symbols of other sections"));
        }
        content.references.push(AssembledReference {
            offset: u64::from(field),
            kind,
            symbol: *symbol,
            addend: number + i64::from(field) - origin as i64,
        });
        Ok(())
    }
}

/// At most one symbol added, at most one subtracted, and the number.
type Sum<'t> = (Option<&'t str>, Option<&'t str>, i64);

fn sum(terms: &[Term]) -> Result<Sum<'_>, EmitError> {
    let (mut plus, mut minus, mut number) = (None, None, 0i64);
    for term in terms {
        match term {
            Term::Number(value) => number = number.wrapping_add(*value),
            Term::Symbol(false, name) if plus.is_none() => plus = Some(name.as_str()),
            Term::Symbol(true, name) if minus.is_none() => minus = Some(name.as_str()),
            Term::Symbol(..) => return Err(refused("sum of several symbols")),
        }
    }
    Ok((plus, minus, number))
}
