//! Reads every statement that is not an instruction row.

use crate::error::Error;
use crate::lines::{Cursor, Line};
use crate::model::{Class, Column, FlatOperand, Mask, Names, Register, SubRegIndex, Tables};
use crate::name_range::NameRange;
use crate::pressure_sets::Pressure;
use crate::scheduling_model::Scheduling;
use avarice_target::OperandFlags;
use std::collections::BTreeMap;

/// Keywords of statements; a line that starts with anything else is an instruction row.
const KEYWORDS: &[&str] = &[
    "target",
    "index",
    "register",
    "units",
    "class",
    "pointer_classes",
    "callee_saved",
    "mask",
    "operand",
    "word",
    "form",
    "column",
    "value",
    "mark",
    "fixed_order",
    "fold",
    "pressure_set",
    "pressure",
    "sched_class",
    "sched_model",
    "sched_processors",
    "sched_resource",
    "sched_row",
    "sched_predicate",
    "sched_variant",
    "sched_slow",
];

/// Whether the line is a statement and not an instruction row.
pub(crate) fn is_statement(line: &Line<'_>) -> bool {
    KEYWORDS.contains(&line.keyword())
}

/// Everything that statements say, with the names that rows refer to.
pub(crate) struct Statements {
    pub(crate) tables: Tables,
    pub(crate) registers: Names,
    pub(crate) classes: Names,
    indices: Names,
    /// What each operand kind stands for.
    pub(crate) operand_kinds: BTreeMap<String, Vec<FlatOperand>>,
}

impl Statements {
    /// Declares all names of `lines`, so that what follows may refer to what comes later.
    pub(crate) fn declare(lines: &[&Line<'_>]) -> Result<Self, Error> {
        let mut statements = Self::empty();
        let mut masks = Names::new("mask", 0);
        for line in lines {
            let mut cursor = line.cursor();
            let names = match line.keyword() {
                "index" => &mut statements.indices,
                "register" => &mut statements.registers,
                "class" => &mut statements.classes,
                "mask" => &mut masks,
                _ => continue,
            };
            cursor.word("a keyword")?;
            names.declare_range(&mut cursor)?;
        }
        Ok(statements)
    }

    fn empty() -> Self {
        Self {
            tables: Tables {
                target: String::new(),
                indices: Vec::new(),
                registers: Vec::new(),
                units: Vec::new(),
                classes: Vec::new(),
                pointer_classes: Vec::new(),
                masks: Vec::new(),
                callee_saved: Vec::new(),
                word: None,
                form: None,
                columns: Vec::new(),
                instructions: Vec::new(),
                folds: Vec::new(),
                scheduling: Scheduling::default(),
                pressure: Pressure::default(),
            },
            registers: Names::new("register", 1),
            classes: Names::new("register class", 0),
            indices: Names::new("sub-register index", 1),
            operand_kinds: BTreeMap::new(),
        }
    }

    /// Reads one statement.
    pub(crate) fn read(&mut self, line: &Line<'_>) -> Result<(), Error> {
        let cursor = &mut line.cursor();
        match cursor.word("a keyword")? {
            // Read when opcodes have their numbers.
            "fold" | "pressure_set" | "pressure" => return Ok(()),
            keyword if keyword.starts_with("sched_") => return Ok(()),
            "target" => self.tables.target = cursor.word("the name of the target")?.to_owned(),
            "index" => self.read_index(cursor)?,
            "register" => self.read_register(cursor)?,
            "units" => self.read_units(cursor)?,
            "class" => self.read_class(cursor)?,
            "pointer_classes" => self.tables.pointer_classes = self.read_classes(cursor)?,
            "callee_saved" => self.tables.callee_saved = self.read_registers(cursor)?,
            "mask" => self.read_mask(cursor)?,
            "operand" => self.read_operand_kind(cursor)?,
            "word" => self.read_word(cursor)?,
            "form" | "column" | "value" | "mark" => {
                self.read_column(line.keyword(), cursor)?;
                self.place_columns(cursor)?;
            }
            _ => {}
        }
        if cursor.at_end() {
            Ok(())
        } else {
            Err(cursor.expected("the end of the line"))
        }
    }

    fn read_index(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let name = cursor.word("a name")?.to_owned();
        let mut index = SubRegIndex {
            name,
            size: u16::MAX,
            offset: u16::MAX,
            lanes: 0,
            artificial: false,
        };
        while !cursor.at_end() {
            match cursor.attribute()? {
                ("size", true) => index.size = number_or_unknown(cursor)?,
                ("offset", true) => index.offset = number_or_unknown(cursor)?,
                ("lanes", true) => index.lanes = lanes(cursor)?,
                ("artificial", false) => index.artificial = true,
                other => return Err(unknown_attribute(cursor, other)),
            }
        }
        self.tables.indices.push(index);
        Ok(())
    }

    /// `word 32`: encodings are words of this many bits.
    fn read_word(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let bits = cursor.number("the bits of a word")?;
        if bits != u32::BITS {
            return Err(cursor.error("a word has 32 bits"));
        }
        self.tables.word = Some(bits);
        Ok(())
    }

    fn read_register(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let range = NameRange::of(cursor.word("a name")?);
        let mut register = Register {
            name: String::new(),
            encoding: u16::MAX,
            dwarf: -1,
            cost: 0,
            reserved: false,
            constant: false,
            parts: Vec::new(),
        };
        let mut parts = Vec::new();
        while !cursor.at_end() {
            match cursor.attribute()? {
                ("hw", true) => register.encoding = number_or_unknown(cursor)?,
                ("dwarf", true) => register.dwarf = cursor.number("a DWARF number")?,
                ("cost", true) => register.cost = cursor.number("a cost")?,
                ("reserved", false) => register.reserved = true,
                ("constant", false) => register.constant = true,
                ("parts", true) => parts = self.read_parts(cursor)?,
                other => return Err(unknown_attribute(cursor, other)),
            }
        }
        for (step, name) in range.names().enumerate() {
            let mut register = register.clone();
            register.name = name;
            if register.encoding != u16::MAX {
                register.encoding += step as u16;
            }
            if register.dwarf >= 0 {
                register.dwarf += step as i16;
            }
            for (index, part) in &parts {
                let part = range.shifted(part, step as u32);
                register
                    .parts
                    .push((*index, self.registers.resolve(&part, cursor)?));
            }
            self.tables.registers.push(register);
        }
        Ok(())
    }

    /// Parts of a register, `index:register` separated by commas.
    fn read_parts(&self, cursor: &mut Cursor<'_>) -> Result<Vec<(usize, String)>, Error> {
        let mut parts = Vec::new();
        loop {
            let index = self.indices.read(cursor)?;
            cursor.expect(':')?;
            let name = cursor.word("a register")?;
            self.registers.resolve(name, cursor)?;
            parts.push((index, name.to_owned()));
            if !cursor.eat(',') {
                return Ok(parts);
            }
        }
    }

    fn read_units(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        loop {
            let mut roots = vec![self.registers.read(cursor)?];
            while cursor.eat('~') {
                roots.push(self.registers.read(cursor)?);
            }
            self.tables.units.push(roots);
            if !cursor.eat(',') {
                return Ok(());
            }
        }
    }

    fn read_class(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let mut class = Class {
            name: cursor.word("a name")?.to_owned(),
            allocatable: true,
            copy_cost: 1,
            priority: 0,
            global: false,
            disjunct: false,
            lanes: 0,
            size: 0,
            spill_size: 0,
            spill_align: 1,
            order: Vec::new(),
            also: Vec::new(),
            super_classes: None,
            largest: self.tables.classes.len(),
        };
        while !cursor.at_end() {
            match cursor.attribute()? {
                ("size", true) => class.size = cursor.number("a size in bits")?,
                ("spill", true) => {
                    let word = cursor.word("size/alignment in bytes")?;
                    let parts = word
                        .split_once('/')
                        .and_then(|(size, align)| Some((size.parse().ok()?, align.parse().ok()?)));
                    let error = || cursor.error("expected size/alignment in bytes");
                    (class.spill_size, class.spill_align) = parts.ok_or_else(error)?;
                }
                ("lanes", true) => class.lanes = lanes(cursor)?,
                ("copy_cost", true) => class.copy_cost = cursor.number("a cost")?,
                ("priority", true) => class.priority = cursor.number("a priority")?,
                ("global", false) => class.global = true,
                ("disjunct", false) => class.disjunct = true,
                ("unallocatable", false) => class.allocatable = false,
                ("largest", true) => class.largest = self.classes.read(cursor)?,
                ("order", true) => class.order = self.read_registers(cursor)?,
                ("also", true) => class.also = self.read_registers(cursor)?,
                ("super", true) => class.super_classes = Some(self.read_classes(cursor)?),
                other => return Err(unknown_attribute(cursor, other)),
            }
        }
        self.tables.classes.push(class);
        Ok(())
    }

    fn read_mask(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let name = cursor.word("a name")?.to_owned();
        let mut mask = Mask {
            name,
            preserved: Vec::new(),
            saved: Vec::new(),
        };
        if !cursor.at_end() {
            mask.preserved = self.read_registers(cursor)?;
        }
        while !cursor.at_end() {
            match cursor.attribute()? {
                ("saved", true) => mask.saved = self.read_registers(cursor)?,
                other => return Err(unknown_attribute(cursor, other)),
            }
        }
        self.tables.masks.push(mask);
        Ok(())
    }

    fn read_classes(&self, cursor: &mut Cursor<'_>) -> Result<Vec<usize>, Error> {
        let mut classes = vec![self.classes.read(cursor)?];
        while cursor.eat(',') {
            classes.push(self.classes.read(cursor)?);
        }
        Ok(classes)
    }

    /// Reads registers and ranges of registers, separated by commas.
    pub(crate) fn read_registers(&self, cursor: &mut Cursor<'_>) -> Result<Vec<usize>, Error> {
        let mut registers = Vec::new();
        loop {
            let word = cursor.word("a register")?;
            let range = NameRange::of(word);
            if word.contains("..") && range.len() == 1 {
                return Err(cursor.error(format!("`{word}` is no range of registers")));
            }
            for name in range.names() {
                registers.push(self.registers.resolve(&name, cursor)?);
            }
            if !cursor.eat(',') {
                return Ok(registers);
            }
        }
    }

    /// `operand i32mem i64mem = mem(ptr0) mem mem(ptr1) mem mem(SEGMENT_REG)`
    fn read_operand_kind(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let mut names = vec![cursor.word("the name of an operand kind")?];
        while !cursor.eat('=') {
            names.push(cursor.word("the name of an operand kind or `=`")?);
        }
        let mut flat = Vec::new();
        while !cursor.at_end() {
            let word = cursor.word("a type of operand")?;
            let kind = operand_type(word);
            let error = || cursor.error(format!("unknown type of operand `{word}`"));
            let kind = kind.ok_or_else(error)?;
            let mut operand = FlatOperand {
                kind,
                class: None,
                tied_to: -1,
                flags: 0,
            };
            if cursor.eat('(') {
                self.read_operand_class(cursor, &mut operand)?;
                cursor.expect(')')?;
            }
            flat.push(operand);
        }
        for name in names {
            if self
                .operand_kinds
                .insert(name.to_owned(), flat.clone())
                .is_some()
            {
                return Err(cursor.error(format!("operand kind `{name}` is defined twice")));
            }
        }
        Ok(())
    }

    /// A class, or `ptrN` for the class of a pointer.
    fn read_operand_class(
        &self,
        cursor: &mut Cursor<'_>,
        operand: &mut FlatOperand,
    ) -> Result<(), Error> {
        let word = cursor.word("a register class")?;
        let pointer = word
            .strip_prefix("ptr")
            .and_then(|digits| digits.parse::<usize>().ok());
        operand.class = Some(match pointer {
            None => self.classes.resolve(word, cursor)?,
            Some(number) => {
                operand.mark(OperandFlags::POINTER);
                let class = self.tables.pointer_classes.get(number).copied();
                let error = || cursor.error(format!("the target has no pointer class {number}"));
                class.ok_or_else(error)?
            }
        });
        Ok(())
    }

    fn read_column(&mut self, keyword: &str, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let name = cursor.word("a name")?.to_owned();
        let is_mark = keyword == "mark";
        let is_taken = |column: &Column| match column.is_mark {
            true => column.name == name,
            false => column.values.iter().any(|(value, _)| *value == name),
        };
        // Rows give values without their column, so that one name must not be in two columns.
        if self
            .tables
            .form
            .iter()
            .chain(&self.tables.columns)
            .any(is_taken)
        {
            return Err(cursor.error(format!("`{name}` is a value already")));
        }
        if keyword == "value" {
            let column = match self.tables.columns.last_mut() {
                Some(column) => Some(column),
                None => self.tables.form.as_mut(),
            };
            let Some(column) = column.filter(|column| !column.is_mark) else {
                return Err(cursor.error("a value needs a form or column before it"));
            };
            column
                .values
                .push((name, cursor.string("what the value means")?));
            return Ok(());
        }
        let type_name = match is_mark {
            true => String::new(),
            false => cursor.word("the name of the column's type")?.to_owned(),
        };
        let doc = cursor.string("what the column means")?;
        let column = Column {
            name,
            type_name,
            doc,
            values: Vec::new(),
            shift: 0,
            is_mark,
        };
        if keyword == "form" {
            if !self.tables.columns.is_empty() || self.tables.form.is_some() {
                return Err(cursor.error("the form is the first of all columns"));
            }
            self.tables.form = Some(column);
        } else {
            self.tables.columns.push(column);
        }
        Ok(())
    }

    /// Gives every column its place in the packed bits.
    fn place_columns(&mut self, cursor: &Cursor<'_>) -> Result<(), Error> {
        let mut shift = 0;
        for column in &mut self.tables.columns {
            column.shift = shift;
            shift += column.width();
            if shift > u32::BITS {
                let message = format!("column `{}` does not fit into 32 bits", column.name);
                return Err(cursor.error(message));
            }
        }
        Ok(())
    }
}

fn unknown_attribute(cursor: &Cursor<'_>, (name, has_value): (&str, bool)) -> Error {
    let with = if has_value { "with" } else { "without" };
    cursor.error(format!("unknown attribute `{name}` {with} a value"))
}

/// A number, or `?` for 65535.
fn number_or_unknown(cursor: &mut Cursor<'_>) -> Result<u16, Error> {
    let mut ahead = cursor.clone();
    if ahead.word("a number or `?`")? == "?" {
        *cursor = ahead;
        return Ok(u16::MAX);
    }
    cursor.number("a number or `?`")
}

/// A lane mask; the top bit is only in "all lanes", written -1.
fn lanes(cursor: &mut Cursor<'_>) -> Result<u64, Error> {
    let lanes: i64 = cursor.number("a lane mask")?;
    Ok(lanes as u64)
}

fn operand_type(word: &str) -> Option<u8> {
    match word {
        "any" => Some(0),
        "imm" => Some(1),
        "reg" => Some(2),
        "mem" => Some(3),
        "pcrel" => Some(4),
        _ => word.strip_prefix("type")?.parse().ok(),
    }
}
