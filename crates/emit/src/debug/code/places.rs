//! Where a variable is: one place for all of its scope, or a list of places with their ranges.

use avarice_ir::debug_info::DebugInfo;
use avarice_ir::metadata::SpecialNode;
use avarice_ir::types::TypeData;
use avarice_ir::{Const, ConstKind, MetadataId, Module};
use avarice_mir::debug_values::{DebugValue, Shape, inlined_at};
use avarice_mir::lexical_scopes::LexicalScopes;
use avarice_mir::{FrameVariable, Inst, MachineFunction, MiFlags, Operand, OperandValue};
use avarice_target::{InstrFlags, PhysReg};
use gimli::constants as dw;
use smallvec::SmallVec;

use super::history::{Step, StepKind, is_undefined, program_of};
use super::operations::{Operation, Program, ProgramId, Programs, code};
use super::positions::{END, Position, Positions};
use super::writer::{Cursor, Location, Writer, WriterContext};
use crate::debug::constants;

/// A range in which an expression holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ranged {
    pub(crate) start: Position,
    pub(crate) end: Position,
    pub(crate) location: Location,
}

/// Where a variable is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Place {
    #[default]
    Nowhere,
    /// Always in the same place.
    Single(Location),
    /// It is always this number, signed or not as its type is.
    Number(i64),
    /// It always has these bits: lowest word first.
    Bits {
        words: Vec<u64>,
        bits: u32,
        is_float: bool,
    },
    List(Vec<Ranged>),
}

/// A value that a debug value names.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Entry {
    Register {
        register: PhysReg,
        is_indirect: bool,
    },
    Number(i64),
    Integer(Const),
    Float(Const),
}

/// The value of a variable, or of a part of it.
#[derive(Clone, PartialEq, Debug)]
struct Value {
    entries: SmallVec<[Entry; 1]>,
    program: ProgramId,
    /// Whether the expression names its arguments by number, and cannot do without.
    is_variadic: bool,
}

/// The values of a variable that is known in one piece are one.
type Values = SmallVec<[Value; 1]>;

/// A range in which values hold.
struct Range {
    start: Position,
    end: Position,
    values: Values,
}

/// Finds the places of the variables of one function.
pub(super) struct Places<'a> {
    pub(super) function: &'a MachineFunction,
    pub(super) module: &'a Module,
    pub(super) view: DebugInfo<'a>,
    pub(super) scopes: &'a LexicalScopes,
    pub(super) positions: &'a Positions,
    pub(super) programs: &'a mut Programs,
    pub(super) context: WriterContext,
    /// Debug values that count as being at the begin of the function.
    pub(super) at_begin: &'a [Inst],
}

impl Places<'_> {
    /// Where the variable with this history is.
    pub(super) fn of(&mut self, variable: &SpecialNode, steps: &[Step]) -> Place {
        if steps.iter().all(|step| self.is_unknown(step)) {
            return Place::Nowhere;
        }
        let end = match steps {
            [_] => Some(None),
            [_, second] if !second.is_value() => Some(Some(second.inst)),
            _ => None,
        };
        if let Some(end) = end
            && self.holds_throughout(steps[0].inst, end)
        {
            let value = self.value(steps[0].inst);
            return value.map_or(Place::Nowhere, |value| self.single(&value));
        }
        let (ranges, is_single) = self.ranges(steps);
        if is_single && let Some(value) = ranges.first().and_then(|range| range.values.first()) {
            return self.single(value);
        }
        let is_signed = self.is_signed(variable);
        let mut list = Vec::new();
        for range in &ranges {
            let location = self.ranged(&range.values, is_signed);
            if !location.bytes.is_empty() {
                list.push(Ranged {
                    start: range.start,
                    end: range.end,
                    location,
                });
            }
        }
        match list.is_empty() {
            true => Place::Nowhere,
            false => Place::List(list),
        }
    }

    /// Whether nothing is known of the variable from a step on.
    pub(super) fn is_unknown(&self, step: &Step) -> bool {
        !step.is_value() || is_undefined(self.function, step.inst)
    }

    /// Whether the type of a variable is a plain signed number.
    fn is_signed(&self, variable: &SpecialNode) -> bool {
        let ty = variable.node("type");
        let ty = ty.and_then(|id| self.view.node_of(id, "DIBasicType"));
        let encoding = ty.and_then(|ty| constants::encoding(ty.text("encoding")?));
        matches!(encoding, Some(dw::DW_ATE_signed | dw::DW_ATE_signed_char))
    }

    fn position_before(&self, inst: Inst) -> Position {
        match self.at_begin.contains(&inst) {
            true => 0,
            false => self.positions.before(inst),
        }
    }

    /// The position from which on what a step says holds.
    fn position(&self, step: &Step) -> Position {
        match step.kind {
            StepKind::Value { .. } => self.position_before(step.inst),
            StepKind::Clobber => self.positions.after(self.function, step.inst),
        }
    }

    /// What a debug value says.
    fn value(&mut self, inst: Inst) -> Option<Value> {
        let value = DebugValue::of(self.function, inst)?;
        let program = program_of(self.programs, self.module, self.function, &value);
        let is_indirect = value.shape == Shape::Indirect;
        let entry = |place: &Operand| {
            Some(match place.value() {
                OperandValue::Reg(reg, _) => Entry::Register {
                    register: reg.as_physical()?,
                    is_indirect,
                },
                OperandValue::Imm(number) => Entry::Number(number),
                OperandValue::CImm(id) => Entry::Integer(id),
                OperandValue::FpImm(id) => Entry::Float(id),
                _ => return None,
            })
        };
        let entries: Option<SmallVec<[Entry; 1]>> =
            value.places(self.function).iter().map(entry).collect();
        let is_variadic = self.programs.all[program].on_one_place().is_none();
        Some(Value {
            entries: entries?,
            program,
            is_variadic,
        })
    }

    /// The ranges of a history, and whether the first value is the variable's for all of its scope.
    fn ranges(&mut self, steps: &[Step]) -> (Vec<Range>, bool) {
        let mut ranges: Vec<Range> = Vec::new();
        let mut open: SmallVec<[(Option<usize>, Value); 1]> = SmallVec::new();
        let mut is_single = true;
        let (mut first, mut last) = (None, None);
        for (at, step) in steps.iter().enumerate() {
            open.retain(|(end, _)| end.is_none_or(|end| end > at));
            let start = self.position(step);
            let end = match steps.get(at + 1) {
                Some(next) => self.position(next),
                None => {
                    last = (!step.is_value()).then_some(step.inst);
                    END
                }
            };
            if let StepKind::Value { end } = step.kind {
                let value = match is_undefined(self.function, step.inst) {
                    true => None,
                    false => self.value(step.inst),
                };
                if let Some(value) = value {
                    is_single &= self.programs.all[value.program].fragment().is_none();
                    open.push((end, value));
                    first = first.or(Some(step.inst));
                } else {
                    is_single = false;
                }
            }
            if open.is_empty() || start == end {
                continue;
            }
            let values = self.sorted(open.iter().map(|(_, value)| value.clone()).collect());
            match ranges.last_mut() {
                Some(before) if before.end == start && self.are_same(&before.values, &values) => {
                    before.end = end;
                }
                _ => ranges.push(Range { start, end, values }),
            }
        }
        let holds = is_single && first.is_some_and(|first| self.holds_throughout(first, last));
        let is_single = holds && ranges.len() == 1;
        (ranges, is_single)
    }

    /// Values in order of the parts that they are for, each part once.
    fn sorted(&self, mut values: Values) -> Values {
        if values.len() > 1 {
            let all = &self.programs.all;
            let offset = |value: &Value| all[value.program].fragment().map_or(0, |f| f.offset);
            values.sort_by_key(offset);
            values.dedup_by(|a, b| all[a.program] == all[b.program]);
        }
        values
    }

    fn are_same(&self, a: &[Value], b: &[Value]) -> bool {
        let is_indirect = |value: &Value| {
            let first = value.entries.first();
            !value.is_variadic
                && matches!(
                    first,
                    Some(Entry::Register {
                        is_indirect: true,
                        ..
                    })
                )
        };
        let register = |value: &Value| match value.entries.first() {
            Some(Entry::Register { register, .. }) => Some(*register),
            _ => None,
        };
        let same = |(a, b): (&Value, &Value)| {
            let programs = (&self.programs.all[a.program], &self.programs.all[b.program]);
            let indirect = (is_indirect(a), is_indirect(b));
            if !programs.0.says_same(indirect.0, programs.1, indirect.1) {
                return false;
            }
            match indirect {
                (false, false) => a.entries == b.entries,
                _ => register(a).is_some() && register(a) == register(b),
            }
        };
        a.len() == b.len() && a.iter().zip(b).all(same)
    }

    /// Whether the value at `value`, which ends with `end`, holds wherever its scope has code.
    fn holds_throughout(&self, value: Inst, end: Option<Inst>) -> bool {
        let function = self.function;
        let Some(location) = function.debug_loc(value).expand() else {
            return false;
        };
        let Some(scope) = self.scopes.find(function, self.module, location) else {
            return false;
        };
        let ranges = self.scopes.ranges(scope);
        let (Some((begin, _)), Some((_, scope_end))) = (ranges.first(), ranges.last()) else {
            return false;
        };
        let number = |inst: Inst| self.positions.after(function, inst);
        let is_late = number(value) >= number(*begin);
        let block = function.inst_block(value);
        if is_late && (function.inst_block(*begin) != block || self.follows_code(value, location)) {
            return false;
        }
        let Some(end) = end else {
            return true;
        };
        let is_entry = block.is_some_and(|block| function.blocks[block].preds.is_empty());
        let places = avarice_mir::debug_values::debug_places(function, value);
        if is_entry && places.iter().all(Operand::is_imm) {
            return true;
        }
        number(end) >= number(*scope_end)
    }

    /// Whether code of the scope of the debug value at `value` precedes it in its block.
    fn follows_code(&self, value: Inst, location: MetadataId) -> bool {
        let function = self.function;
        let own = self.view.location(location).map(|location| location.scope);
        let scope = self.scopes.find(function, self.module, location);
        let before = std::iter::successors(function.prev_inst(value), |i| function.prev_inst(*i));
        for inst in before {
            if function.insts[inst].flags.contains(MiFlags::FRAME_SETUP) {
                return false;
            }
            let Some(other) = function.debug_loc(inst).expand() else {
                continue;
            };
            if function.desc(inst).has(InstrFlags::META) || function.is_debug(inst) {
                continue;
            }
            if self.view.location(other).map(|other| other.scope) == own {
                return true;
            }
            let inner = self.scopes.find(function, self.module, other);
            let (Some(scope), Some(inner)) = (scope, inner) else {
                return true;
            };
            if self.scopes.contains(scope, inner) {
                return true;
            }
        }
        false
    }

    /// A value that holds throughout.
    fn single(&self, value: &Value) -> Place {
        let program = &self.programs.all[value.program];
        let mut writer = Writer::new(self.context);
        let Some(operations) = program.on_one_place().filter(|_| !value.is_variadic) else {
            writer.skip_to_fragment(program);
            let cursor = Cursor::new(&program.operations);
            let is_done = writer.expression(cursor, |writer, index, cursor| {
                let entry = value.entries.get(index as usize);
                entry.is_some_and(|entry| self.argument(writer, *entry, cursor))
            });
            return match is_done {
                true => Place::Single(writer.finish()),
                false => Place::Nowhere,
            };
        };
        match value.entries.first() {
            Some(Entry::Register {
                register,
                is_indirect,
            }) => self.single_register((*register, *is_indirect), program, operations),
            Some(Entry::Number(number)) if operations.is_empty() => Place::Number(*number),
            Some(Entry::Number(number)) => {
                writer.skip_to_fragment(program);
                writer.unsigned_constant(*number as u64);
                writer.expression(Cursor::new(operations), |_, _, _| false);
                Place::Single(writer.finish())
            }
            Some(Entry::Integer(id)) => self.bits(*id, false),
            Some(Entry::Float(id)) => self.bits(*id, true),
            None => Place::Nowhere,
        }
    }

    fn single_register(
        &self,
        (register, is_indirect): (PhysReg, bool),
        program: &Program,
        operations: &[Operation],
    ) -> Place {
        let mut writer = Writer::new(self.context);
        let mut cursor = Cursor::new(operations);
        writer.skip_to_fragment(program);
        if is_indirect {
            writer.is_in_memory();
        }
        if program.is_entry_value() {
            if is_indirect {
                writer.is_loaded_from();
            }
            writer.begin_entry_value(&mut cursor);
        }
        if !writer.machine_register(&mut cursor, register) {
            return Place::Nowhere;
        }
        writer.expression(cursor, |_, _, _| false);
        Place::Single(writer.finish())
    }

    fn bits(&self, id: Const, is_float: bool) -> Place {
        match self.words(id) {
            Some((words, bits)) => Place::Bits {
                words,
                bits,
                is_float,
            },
            None => Place::Nowhere,
        }
    }

    /// The bits of a constant, lowest word first, and how many.
    fn words(&self, id: Const) -> Option<(Vec<u64>, u32)> {
        let data = &self.module.consts[id];
        let bits = match self.module.types[data.ty] {
            TypeData::Integer(bits) => bits,
            TypeData::Half | TypeData::BFloat => 16,
            TypeData::Float => 32,
            TypeData::Double => 64,
            TypeData::X86Fp80 => 80,
            TypeData::Fp128 | TypeData::PpcFp128 => 128,
            _ => return None,
        };
        let words = match &data.kind {
            ConstKind::Int(word) | ConstKind::Float(word) => vec![*word],
            ConstKind::BigInt(words) => words.to_vec(),
            ConstKind::BigFloat(words) => words.to_vec(),
            _ => return None,
        };
        Some((words, bits))
    }

    /// Adds an argument of an expression.
    fn argument(&self, writer: &mut Writer, entry: Entry, cursor: &mut Cursor<'_>) -> bool {
        match entry {
            Entry::Register { register, .. } => writer.machine_register(cursor, register),
            Entry::Number(number) => {
                writer.unsigned_constant(number as u64);
                true
            }
            Entry::Integer(id) | Entry::Float(id) => match self.words(id) {
                Some((words, ..=64)) => {
                    writer.unsigned_constant(words.first().copied().unwrap_or(0));
                    true
                }
                _ => false,
            },
        }
    }

    /// The expression for a range of a list. Registers are not named as the frame's there.
    fn ranged(&self, values: &[Value], is_signed: bool) -> Location {
        let mut writer = Writer::new(WriterContext {
            frame_register: None,
            ..self.context
        });
        for value in values {
            self.ranged_value(&mut writer, value, is_signed);
        }
        writer.finish()
    }

    fn ranged_value(&self, writer: &mut Writer, value: &Value, is_signed: bool) {
        let program = &self.programs.all[value.program];
        writer.skip_to_fragment(program);
        let Some(operations) = program.on_one_place().filter(|_| !value.is_variadic) else {
            let cursor = Cursor::new(&program.operations);
            writer.expression(cursor, |writer, index, cursor| {
                let entry = value.entries.get(index as usize);
                entry.is_some_and(|entry| self.ranged_entry(writer, *entry, cursor, is_signed))
            });
            return;
        };
        let mut cursor = Cursor::new(operations);
        let Some(entry) = value.entries.first() else {
            return;
        };
        let is_described = match (entry, program.is_entry_value()) {
            (
                Entry::Register {
                    register,
                    is_indirect,
                },
                true,
            ) => {
                if *is_indirect {
                    writer.is_in_memory();
                    writer.is_loaded_from();
                }
                writer.begin_entry_value(&mut cursor);
                writer.machine_register(&mut cursor, *register)
            }
            _ => self.ranged_entry(writer, *entry, &mut cursor, is_signed),
        };
        if is_described {
            writer.expression(cursor, |_, _, _| false);
        }
    }

    fn ranged_entry(
        &self,
        writer: &mut Writer,
        entry: Entry,
        cursor: &mut Cursor<'_>,
        is_signed: bool,
    ) -> bool {
        match entry {
            Entry::Number(number) => {
                match is_signed {
                    true => writer.signed_constant(number),
                    false => writer.unsigned_constant(number as u64),
                }
                true
            }
            Entry::Register {
                register,
                is_indirect,
            } => {
                if is_indirect {
                    writer.is_in_memory();
                }
                writer.machine_register(cursor, register)
            }
            Entry::Integer(_) => true,
            Entry::Float(id) => match self.words(id) {
                Some((words, bits)) if self.context.version >= 4 && cursor.is_at_end() => {
                    if matches!(bits, 32 | 64) {
                        let bytes = words.first().copied().unwrap_or(0).to_le_bytes();
                        writer.float(&bytes[..bits as usize / 8]);
                    }
                    true
                }
                Some((words, ..=64)) => {
                    writer.unsigned_constant(words.first().copied().unwrap_or(0));
                    true
                }
                _ => false,
            },
        }
    }

    /// Where a variable is that lives in these objects of the frame: in one, or a part of it in each.
    pub(super) fn in_frame(&mut self, parts: &[&FrameVariable]) -> Place {
        let mut pieces: Vec<(ProgramId, PhysReg, i64)> = Vec::new();
        for part in parts {
            let Some((register, offset)) = part.address else {
                return Place::Nowhere;
            };
            let expression = part.info.expression.expand().map(Operand::metadata);
            let expression = expression.unwrap_or_else(|| Operand::imm(0));
            let program = self.programs.id(self.module, self.function, &expression);
            pieces.push((program, register, offset));
        }
        let all = &self.programs.all;
        let offset = |program: ProgramId| all[program].fragment().map_or(0, |part| part.offset);
        pieces.sort_by_key(|(program, ..)| offset(*program));
        pieces.dedup_by_key(|(program, ..)| offset(*program));
        let mut writer = Writer::new(self.context);
        for (program, register, offset) in pieces {
            let program = &all[program];
            writer.skip_to_fragment(program);
            let distance = offset.unsigned_abs();
            let (add, subtract) = (code(dw::DW_OP_plus_uconst), code(dw::DW_OP_minus));
            let mut operations = match offset {
                0 => Vec::new(),
                1.. => vec![Operation::new(add, [distance, 0])],
                _ => vec![
                    Operation::new(code(dw::DW_OP_constu), [distance, 0]),
                    Operation::new(subtract, [0; 2]),
                ],
            };
            operations.extend_from_slice(&program.operations);
            let mut cursor = Cursor::new(&operations);
            writer.is_in_memory();
            writer.machine_register(&mut cursor, register);
            writer.expression(cursor, |_, _, _| false);
        }
        Place::Single(writer.finish())
    }

    /// The expression that is a register.
    pub(super) fn register(&self, register: PhysReg) -> Option<Location> {
        let mut writer = Writer::new(self.context);
        let mut cursor = Cursor::new(&[]);
        if !writer.machine_register(&mut cursor, register) {
            return None;
        }
        writer.expression(cursor, |_, _, _| false);
        Some(writer.finish())
    }

    /// The place `bytes` below the CFA.
    pub(super) fn below_cfa(&self, bytes: i64) -> Location {
        let mut writer = Writer::new(self.context);
        writer.below_cfa(bytes);
        writer.finish()
    }

    /// The call that the code at an instruction was inlined for.
    pub(super) fn call_of(&self, location: MetadataId) -> Option<MetadataId> {
        inlined_at(self.function, self.module, location)
    }
}
