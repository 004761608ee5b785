//! Debug records, and calls of the intrinsics that LLVM before 19 has instead.
//!
//! The module keeps a record as its text. That needs the names of values, which come at the end of a function.

use std::fmt::Write;

use avarice_ir::function::DebugDeclare;
use avarice_ir::metadata::{MetadataData, MetadataField};
use avarice_ir::printer::{self, BodyNodes, LocalSlots};
use avarice_ir::{
    Const, ConstKind, DebugRecord, Global, Inst, MetadataId, RecordKind, Type, TypeData, TypeTable,
    Value,
};
use avarice_ir::{ValueDef, typing};

use crate::error::Result;
use crate::reader::Reader;
use crate::tables::bodies::Last;
use crate::tables::records::{Kind, Operand, Record};

impl Reader<'_> {
    /// A record of its own. It follows the instruction before which it stands.
    pub fn debug_record(&mut self, code: u32) -> Result<()> {
        let (kind, operands): (Kind, Vec<Operand>) = match code {
            61 | 62 | 66 => {
                let kind = match code {
                    61 => Kind::Value,
                    62 => Kind::Declare,
                    _ => Kind::DeclareValue,
                };
                let value = self.record_operand(3)?;
                let variable = Operand::Node(self.node_operand(1)?);
                let expression = Operand::Node(self.node_operand(2)?);
                (kind, vec![value, variable, expression])
            }
            64 => {
                let mut at = 3;
                let (number, ty) = self.numbered(&mut at)?;
                let value = Operand::Value(self.value(number, ty)?);
                let variable = Operand::Node(self.node_operand(1)?);
                let expression = Operand::Node(self.node_operand(2)?);
                (Kind::Value, vec![value, variable, expression])
            }
            63 => {
                let operands = [3, 1, 2, 4, 6, 5].map(|index| self.record_operand(index));
                let operands: Result<Vec<Operand>> = operands.into_iter().collect();
                (Kind::Assign, operands?)
            }
            _ => (Kind::Label, vec![Operand::Node(self.node_operand(1)?)]),
        };
        let location = self.node_operand(0)?;
        let Last::Inst(before) = self.bodies.last else {
            return Err(self.error("a debug record must follow an instruction"));
        };
        self.add_record(kind, operands, Some(location));
        if let Some(record) = self.bodies.records.last_mut() {
            record.before = Some(before);
        }
        self.note_record();
        Ok(())
    }

    fn add_record(&mut self, kind: Kind, operands: Vec<Operand>, location: Option<MetadataId>) {
        self.bodies.nodes = BodyNodes::Any;
        self.bodies.records.push(Record {
            before: None,
            kind,
            operands,
            location,
        });
    }

    /// The metadata with the number in operand `index`.
    fn record_operand(&mut self, index: usize) -> Result<Operand> {
        self.operand_of_record(self.operand(index)?)
    }

    fn operand_of_record(&mut self, number: u64) -> Result<Operand> {
        if let Some((ty, value)) = self.value_of_metadata(number) {
            return Ok(Operand::Value(self.value(value, Some(ty))?));
        }
        if let Some(list) = self.list_of_metadata(number) {
            let values = list.into_iter();
            let values: Result<Vec<Value>> = values
                .map(|(ty, value)| self.value(value, Some(ty)))
                .collect();
            return Ok(Operand::List(values?));
        }
        Ok(Operand::Node(self.metadata_operand(number)?))
    }

    /// Keeps where a variable lives of which the last record says so.
    fn note_record(&mut self) {
        let Some(record) = self.bodies.records.last() else {
            return;
        };
        if let [
            Operand::Value(address),
            Operand::Node(variable),
            Operand::Node(expression),
        ] = record.operands[..]
            && let (Kind::Declare, Some(location)) = (record.kind, record.location)
            && !self.is_forward(address)
        {
            self.bodies.function.debug_declares.push(DebugDeclare {
                address,
                variable,
                expression,
                location,
            });
        }
    }

    /// Keeps what a record says before `before`, if it is well-formed.
    fn keep_record(&mut self, record: &Record, before: Inst, location: MetadataId) {
        let kind = match record.kind {
            Kind::Value => RecordKind::Value,
            Kind::Declare => RecordKind::Declare,
            Kind::Assign => RecordKind::Assign,
            Kind::Label => RecordKind::Label,
            Kind::DeclareValue => return,
        };
        let value = |operand: &Operand| match operand {
            Operand::Value(value) => Some(*value),
            _ => None,
        };
        let new = |kind, variable| DebugRecord::new(kind, variable, location);
        let (said, values): (DebugRecord, Vec<Value>) = match &record.operands[..] {
            [Operand::Node(label)] => (new(kind, *label), Vec::new()),
            [
                first,
                Operand::Node(variable),
                Operand::Node(expression),
                rest @ ..,
            ] => {
                let mut said = new(kind, *variable);
                said.expression = Some(*expression).into();
                let mut values: Vec<Value> = value(first).into_iter().collect();
                match (first, rest) {
                    (Operand::List(list), _) if kind == RecordKind::Value => {
                        said.kind = RecordKind::List;
                        values.clone_from(list);
                    }
                    (_, [Operand::Node(id), address, Operand::Node(place)]) => {
                        said.assignment = Some(*id).into();
                        said.address_expression = Some(*place).into();
                        values.extend(value(address));
                    }
                    _ => {}
                }
                (said, values)
            }
            _ => return,
        };
        let debug = &mut self.bodies.function.debug;
        let id = debug.add(said, values);
        debug.place(id, before);
    }

    /// Whether a call of `callee` is one of the intrinsics that records stand for.
    pub fn is_debug_call(&self, callee: Global, fn_type: Type) -> bool {
        let Some(kind) = self.module.globals[callee].name.strip_prefix(b"llvm.dbg.") else {
            return false;
        };
        let kinds: [&[u8]; 5] = [b"value", b"declare", b"assign", b"label", b"addr"];
        let TypeData::Function { params, .. } = &self.module.types[fn_type] else {
            return false;
        };
        kinds.contains(&kind) && params.iter().all(|param| *param == TypeTable::METADATA)
    }

    /// The record for a call of a debug intrinsic, whose arguments start at operand `at`. Its place follows.
    pub fn debug_call(&mut self, callee: Global, mut at: usize) -> Result<()> {
        let (kind, count) = match &*self.module.globals[callee].name {
            b"llvm.dbg.value" => (Kind::Value, 3),
            b"llvm.dbg.declare" => (Kind::Declare, 3),
            b"llvm.dbg.assign" => (Kind::Assign, 6),
            b"llvm.dbg.label" => (Kind::Label, 1),
            _ => return Err(self.error("'llvm.dbg.addr' of LLVM before 17 is not read")),
        };
        let mut operands = Vec::new();
        while self.has_more(at) {
            let number = self.untyped(&mut at)?;
            operands.push(self.operand_of_record(u64::from(number))?);
        }
        if operands.len() != count {
            return Err(self.error("this debug intrinsic does not have its arguments"));
        }
        self.add_record(kind, operands, None);
        self.bodies.last = Last::Record;
        self.module.had_debug_calls = true;
        Ok(())
    }

    /// The place of the call that has become the last record is known.
    pub fn place_record(&mut self, place: Option<MetadataId>) {
        if let Some(record) = self.bodies.records.last_mut() {
            record.location = place;
        }
        self.note_record();
    }

    /// Writes the records of the finished body as text.
    pub fn finish_records(&mut self) -> Result<()> {
        if self.bodies.records.is_empty() {
            return Ok(());
        }
        let records = std::mem::take(&mut self.bodies.records);
        let mut slots = LocalSlots::default();
        slots.compute(&self.bodies.function);
        let mut text = String::new();
        for record in &records {
            let Some(before) = record.before else {
                return Err(self.error("a debug record must stand before an instruction"));
            };
            // Without a position, LLVM drops the whole.
            let Some(location) = record.location else {
                continue;
            };
            self.keep_record(record, before, location);
            text.clear();
            text.push_str("#dbg_");
            text.push_str(record.kind.name());
            text.push('(');
            for operand in &record.operands {
                self.write_operand(&mut text, operand, &slots);
                text.push_str(", ");
            }
            self.write_operand(&mut text, &Operand::Node(location), &slots);
            text.push(')');
            let records = &mut self.bodies.function.debug_records;
            records.push((before, text.as_str().into()));
        }
        Ok(())
    }

    fn write_operand(&self, out: &mut String, operand: &Operand, slots: &LocalSlots) {
        match operand {
            Operand::Value(value) => self.write_value(out, *value, slots),
            Operand::List(values) => {
                out.push_str("!DIArgList(");
                for (index, value) in values.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { ", " });
                    self.write_value(out, *value, slots);
                }
                out.push(')');
            }
            Operand::Node(id) => self.write_node(out, *id),
        }
    }

    /// A node by its number; an expression in place.
    fn write_node(&self, out: &mut String, id: MetadataId) {
        let Some(number) = self.metadata.number_of(id) else {
            if let MetadataData::Special(node) = &self.module.metadata.nodes[id] {
                out.push('!');
                out.push_str(&node.name);
                out.push('(');
                for (index, (_, field)) in node.fields.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { ", " });
                    if let MetadataField::Text(text) = field {
                        out.push_str(text);
                    }
                }
                out.push(')');
            } else if let MetadataData::Const(constant) = self.module.metadata.nodes[id] {
                self.write_constant(out, constant);
            } else {
                out.push_str("!{}");
            }
            return;
        };
        out.push('!');
        printer::write_decimal(out, number);
    }

    fn write_type(&self, out: &mut String, ty: Type) {
        match self.module.types[ty] {
            TypeData::Pointer(0) => out.push_str("ptr"),
            TypeData::Integer(bits) => {
                out.push('i');
                printer::write_decimal(out, bits);
            }
            _ => out.push_str(&typing::type_name(&self.module, ty)),
        }
    }

    fn write_value(&self, out: &mut String, value: Value, slots: &LocalSlots) {
        let function = &self.bodies.function;
        let data = &function.values[value];
        if let ValueDef::Const(id) = data.def {
            return self.write_constant(out, id);
        }
        self.write_type(out, data.ty);
        out.push(' ');
        let name = function.name(data.name);
        match slots.value(value) {
            Some(number) if name.is_empty() => {
                out.push('%');
                printer::write_decimal(out, number);
            }
            _ => printer::write_local_name(out, name),
        }
    }

    /// A constant with its type. What is frequent is written without asking the printer, which numbers the module.
    fn write_constant(&self, out: &mut String, id: Const) {
        let data = &self.module.consts[id];
        let word = match data.kind {
            ConstKind::Undef => "undef",
            ConstKind::Poison => "poison",
            ConstKind::Null => "null",
            ConstKind::Int(value) => {
                let bits = self.module.types.int_bits(data.ty).unwrap_or(64);
                self.write_type(out, data.ty);
                let _ = match (bits, value) {
                    (1, 0) => write!(out, " false"),
                    (1, _) => write!(out, " true"),
                    _ => write!(out, " {}", (value as i64) << (64 - bits) >> (64 - bits)),
                };
                return;
            }
            ConstKind::Global(global) if !self.module.globals[global].name.is_empty() => {
                self.write_type(out, data.ty);
                out.push(' ');
                printer::write_global_name(out, &self.module.globals[global].name);
                return;
            }
            _ => {
                out.push_str(&printer::print_const(&self.module, id));
                return;
            }
        };
        self.write_type(out, data.ty);
        out.push(' ');
        out.push_str(word);
    }
}
