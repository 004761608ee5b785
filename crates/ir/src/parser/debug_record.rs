//! Debug records: `#dbg_value(…)` and the like before instructions, and the intrinsic calls that older
//! producers write instead, which become records.

use smallvec::SmallVec;

use crate::constant::ConstKind;
use crate::debug_records::{DebugRecord, RecordKind};
use crate::entities::{Inst, MetadataId, Value};
use crate::function::{DebugDeclare, ValueDef};
use crate::inst::InstKind;
use crate::lexer::Token;
use crate::metadata::MetadataData;

use super::{Parser, Result};

/// One operand of a debug record.
#[derive(Clone)]
pub(super) enum RecordOperand {
    /// A value of the function.
    Value(Value),
    /// The values of `!DIArgList(…)`.
    List(Vec<Value>),
    /// A node.
    Node(MetadataId),
    /// `!DIExpression()`, which most records have; it is no node.
    EmptyExpression,
}

impl RecordOperand {
    fn node(&self) -> Option<MetadataId> {
        match self {
            Self::Node(node) => Some(*node),
            _ => None,
        }
    }

    fn value(&self) -> Option<Value> {
        match self {
            Self::Value(value) => Some(*value),
            _ => None,
        }
    }
}

impl Parser<'_> {
    /// A record, whose text is kept. Its names must exist like all others. The instruction before
    /// which it stands is filled in by the caller.
    pub(super) fn debug_record(&mut self) -> Result<()> {
        let start = self.start;
        self.bump();
        let (kind, operands) = match self.token_str() {
            "dbg_value" => (Some(RecordKind::Value), 4),
            "dbg_declare" => (Some(RecordKind::Declare), 4),
            // LLVM 22 has it.
            "dbg_declare_value" => (None, 4),
            "dbg_assign" => (Some(RecordKind::Assign), 7),
            "dbg_label" => (Some(RecordKind::Label), 2),
            _ => return Err(self.expected("a debug record such as 'dbg_value' after '#'")),
        };
        self.bump();
        self.expect(Token::LParen, "'(' after the kind of the debug record")?;
        let mut read: SmallVec<[RecordOperand; 7]> = SmallVec::new();
        for number in 0..operands {
            if number > 0 {
                self.expect(Token::Comma, "',' and the next operand of the debug record")?;
            }
            read.push(self.record_operand(kind == Some(RecordKind::Declare))?);
        }
        self.expect(Token::RParen, "')' after the debug record")?;
        if let Some(kind) = kind {
            self.keep_record(kind, &read);
        }
        let text = &self.lexer.text()[start..self.last_end];
        let text = String::from_utf8_lossy(text).into();
        let records = &mut self.body.function.debug_records;
        records.push((Inst::from_u32(0), text));
        Ok(())
    }

    /// Keeps what a record says, if it is well-formed.
    fn keep_record(&mut self, kind: RecordKind, operands: &[RecordOperand]) {
        let Some(location) = operands.last().and_then(RecordOperand::node) else {
            return;
        };
        let debug = &mut self.body.function.debug;
        let [first, rest @ ..] = operands else {
            return;
        };
        if kind == RecordKind::Label {
            if let Some(label) = first.node() {
                debug.add(DebugRecord::new(kind, label, location), []);
            }
            return;
        }
        let [RecordOperand::Node(variable), expression, rest @ ..] = rest else {
            return;
        };
        let mut record = DebugRecord::new(kind, *variable, location);
        record.expression = expression.node().into();
        match (kind, first, rest) {
            (RecordKind::Value, RecordOperand::List(values), _) => {
                record.kind = RecordKind::List;
                debug.add(record, values.iter().copied());
            }
            (RecordKind::Assign, value, [id, address, place, ..]) => {
                record.assignment = id.node().into();
                record.address_expression = place.node().into();
                let values = value.value().into_iter().chain(address.value());
                debug.add(record, values);
            }
            (_, value, _) => {
                debug.add(record, value.value());
                if let (RecordKind::Declare, Some(address)) = (kind, value.value()) {
                    self.declare_variable(address, &record);
                }
            }
        }
    }

    /// Keeps where a variable lives, if its address is defined by now: it is an alloca or an argument.
    fn declare_variable(&mut self, address: Value, record: &DebugRecord) {
        let Some(expression) = record.expression.expand() else {
            return;
        };
        let function = &mut self.body.function;
        if function.values[address].def != ValueDef::Forward {
            function.debug_declares.push(DebugDeclare {
                address,
                variable: record.variable,
                expression,
                location: record.location,
            });
        }
    }

    /// The operands of a call of a debug intrinsic, and its place, as those of a record.
    fn operands_of_call(&mut self, inst: Inst) -> Option<SmallVec<[RecordOperand; 7]>> {
        let count = self.body.function.num_operands(inst).checked_sub(1)?;
        let mut operands = SmallVec::new();
        for index in 0..count {
            let id = self
                .body
                .function
                .as_const(self.body.function.operand(inst, index))?;
            // The offset of `llvm.dbg.value` that LLVM before 6 had is none.
            if let ConstKind::Metadata(node) = self.module.consts[id].kind {
                operands.push(self.operand_of_node(node));
            }
        }
        let location = self.body.function.insts[inst].debug_loc.expand()?;
        operands.push(RecordOperand::Node(location));
        Some(operands)
    }

    fn operand_of_node(&mut self, node: MetadataId) -> RecordOperand {
        match &self.module.metadata.nodes[node] {
            MetadataData::ArgList(list) => {
                let list = list.clone();
                let values = list.iter().filter_map(|node| self.value_of_node(*node));
                RecordOperand::List(values.collect())
            }
            _ => match self.value_of_node(node) {
                Some(value) => RecordOperand::Value(value),
                None => RecordOperand::Node(node),
            },
        }
    }

    fn value_of_node(&mut self, node: MetadataId) -> Option<Value> {
        match self.module.metadata.nodes[node] {
            MetadataData::Local(value) => Some(value),
            MetadataData::Const(id) => {
                let function = &mut self.body.function;
                Some(function.const_value(&self.module.consts, id))
            }
            _ => None,
        }
    }

    /// Whether `inst`, which is in no block and whose text starts at `start`, calls an intrinsic that a
    /// record stands for. Then the record is kept and the call dropped.
    pub(super) fn take_debug_call(&mut self, inst: Inst, start: usize) -> bool {
        if !matches!(self.body.function.insts[inst].kind, InstKind::Call(_)) {
            return false;
        }
        let text = &self.lexer.text()[start..self.last_end];
        let Some(call) = DebugCall::of(text) else {
            return false;
        };
        // Without a position, LLVM drops the whole.
        if let Some(record) = call.record() {
            if let Some(kind) = call.record_kind()
                && let Some(operands) = self.operands_of_call(inst)
            {
                self.keep_record(kind, &operands);
            }
            let records = &mut self.body.function.debug_records;
            records.push((Inst::from_u32(0), record.into()));
        }
        self.body.function.remove_inst(inst);
        self.module.had_debug_calls = true;
        true
    }
}

/// The text of a call of a debug intrinsic, taken apart.
struct DebugCall<'a> {
    /// `value`, `declare` …
    kind: &'a str,
    /// Arguments without the word `metadata`.
    arguments: Vec<&'a str>,
    /// What follows the arguments.
    rest: &'a str,
}

impl<'a> DebugCall<'a> {
    /// `call void @llvm.dbg.value(metadata …), !dbg !5`; `None` for any other text.
    fn of(text: &'a [u8]) -> Option<Self> {
        let open = text.iter().position(|c| *c == b'(')?;
        let head = std::str::from_utf8(&text[..open]).ok()?;
        let (_, kind) = head.rsplit_once("@llvm.dbg.")?;
        if !matches!(kind, "value" | "declare" | "addr" | "assign" | "label") {
            return None;
        }
        let text = std::str::from_utf8(&text[open + 1..]).ok()?;
        let (mut depth, mut quoted, mut from) = (0, false, 0);
        let mut arguments = Vec::new();
        for (at, c) in text.bytes().enumerate() {
            match c {
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'(' | b'{' | b'[' | b'<' => depth += 1,
                b',' | b')' if depth == 0 => {
                    let argument = text[from..at].trim();
                    arguments.push(
                        argument
                            .strip_prefix("metadata ")
                            .unwrap_or(argument)
                            .trim(),
                    );
                    from = at + 1;
                    if c == b')' {
                        let rest = &text[from..];
                        return Some(Self {
                            kind,
                            arguments,
                            rest,
                        });
                    }
                }
                b')' | b'}' | b']' | b'>' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The kind of record that it becomes. What `llvm.dbg.addr` of LLVM before 17 says is not known any more.
    fn record_kind(&self) -> Option<RecordKind> {
        match self.kind {
            "value" => Some(RecordKind::Value),
            "declare" => Some(RecordKind::Declare),
            "assign" => Some(RecordKind::Assign),
            "label" => Some(RecordKind::Label),
            _ => None,
        }
    }

    /// `#dbg_value(…, !5)`; `None` if the call has no position.
    fn record(&self) -> Option<String> {
        let (_, location) = self.rest.split_once("!dbg ")?;
        let mut depth = 0;
        let end = location.find(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0 && c == ','
        });
        let location = location[..end.unwrap_or(location.len())].trim();
        let mut arguments = self.arguments.clone();
        if self.kind == "value" && arguments.len() == 4 {
            // An offset; LLVM drops calls that have one other than 0.
            let offset = arguments.remove(1);
            if !offset.ends_with(" 0") {
                return None;
            }
        }
        let mut kind = self.kind;
        let dereferenced;
        if kind == "addr" {
            // The address is the value of a pointer.
            kind = "value";
            dereferenced = dereference(arguments.pop()?)?;
            arguments.push(&dereferenced);
        }
        arguments.push(location);
        Some(format!("#dbg_{kind}({})", arguments.join(", ")))
    }
}

/// An expression with a dereference added to its end, in front of what does not compute.
fn dereference(expression: &str) -> Option<String> {
    let operations = expression
        .strip_prefix("!DIExpression(")?
        .strip_suffix(')')?;
    let ends = ["DW_OP_stack_value", "DW_OP_LLVM_fragment"];
    let at = ends.iter().filter_map(|end| operations.find(end)).min();
    let (before, after) = operations.split_at(at.unwrap_or(operations.len()));
    let before = before.trim_end_matches([' ', ',']);
    let parts = [before, "DW_OP_deref", after];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Some(format!("!DIExpression({})", parts.join(", ")))
}
