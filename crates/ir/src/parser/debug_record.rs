//! Debug records: `#dbg_value(…)` and the like before instructions, and the intrinsic calls that older
//! producers write instead, which become records.

use crate::constant::ConstKind;
use crate::entities::{Inst, MetadataId, Value};
use crate::function::{DebugAssignment, DebugDeclare, ValueDef};
use crate::inst::InstKind;
use crate::lexer::Token;
use crate::metadata::MetadataData;

use super::{Parser, Result};

/// One operand of a debug record.
#[derive(Clone, Copy)]
pub(super) enum RecordOperand {
    /// A value of the function.
    Value(Value),
    /// A node.
    Node(MetadataId),
    /// Anything else, which is not needed.
    Other,
}

impl Parser<'_> {
    /// A record, whose text is kept. Its names must exist like all others. The instruction before
    /// which it stands is filled in by the caller.
    pub(super) fn debug_record(&mut self) -> Result<()> {
        let start = self.start;
        self.bump();
        let is_declare = self.token_str() == "dbg_declare";
        let is_value = self.token_str() == "dbg_value";
        let operands = match self.token_str() {
            // LLVM 22 has the last.
            "dbg_value" | "dbg_declare" | "dbg_declare_value" => 4,
            "dbg_assign" => 7,
            "dbg_label" => 2,
            _ => return Err(self.expected("a debug record such as 'dbg_value' after '#'")),
        };
        self.bump();
        self.expect(Token::LParen, "'(' after the kind of the debug record")?;
        let mut read = [RecordOperand::Other; 7];
        for (number, operand) in read.iter_mut().enumerate().take(operands) {
            if number > 0 {
                self.expect(Token::Comma, "',' and the next operand of the debug record")?;
            }
            *operand = self.record_operand(is_declare)?;
        }
        if is_declare
            && let [
                RecordOperand::Value(address),
                RecordOperand::Node(variable),
                RecordOperand::Node(expression),
                RecordOperand::Node(location),
                ..,
            ] = read
        {
            self.declare_variable(DebugDeclare {
                address,
                variable,
                expression,
                location,
            });
        }
        // An empty expression is passed over: it is no node.
        if is_value
            && let [
                RecordOperand::Value(value),
                RecordOperand::Node(variable),
                RecordOperand::Other,
                ..,
            ] = read
        {
            self.body.function.debug_values.push((value, variable));
        }
        self.keep_assignment(&read[..operands], is_value);
        self.expect(Token::RParen, "')' after the debug record")?;
        let text = &self.lexer.text()[start..self.last_end];
        let text = String::from_utf8_lossy(text).into();
        let records = &mut self.body.function.debug_records;
        records.push((Inst::from_u32(0), text));
        Ok(())
    }

    /// Keeps what a record says of a variable.
    fn keep_assignment(&mut self, operands: &[RecordOperand], is_value: bool) {
        let [value, RecordOperand::Node(variable), expression, ..] = operands else {
            return;
        };
        let Some(RecordOperand::Node(location)) = operands.last() else {
            return;
        };
        let value = match (value, expression) {
            (RecordOperand::Value(value), RecordOperand::Other) if is_value => Some(*value),
            _ => None,
        };
        self.body.function.debug_assignments.push(DebugAssignment {
            value,
            variable: *variable,
            location: *location,
        });
    }

    /// Keeps where a variable lives, if its address is defined by now: it is an alloca or an argument.
    fn declare_variable(&mut self, declare: DebugDeclare) {
        let function = &mut self.body.function;
        if function.values[declare.address].def != ValueDef::Forward {
            function.debug_declares.push(declare);
        }
    }

    /// What a call of `llvm.dbg.declare` says.
    fn declare_of_call(&self, inst: Inst) -> Option<DebugDeclare> {
        let function = &self.body.function;
        if function.num_operands(inst) < 3 {
            return None;
        }
        let node = |index| {
            let id = function.as_const(function.operand(inst, index))?;
            match self.module.consts[id].kind {
                ConstKind::Metadata(node) => Some(node),
                _ => None,
            }
        };
        let MetadataData::Local(address) = self.module.metadata.nodes[node(0)?] else {
            return None;
        };
        Some(DebugDeclare {
            address,
            variable: node(1)?,
            expression: node(2)?,
            location: function.insts[inst].debug_loc.expand()?,
        })
    }

    /// Whether a node is `!DIExpression()`.
    fn is_empty_expression(&self, node: MetadataId) -> bool {
        match &self.module.metadata.nodes[node] {
            MetadataData::Special(node) => *node.name == *"DIExpression" && node.fields.is_empty(),
            _ => false,
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
        if call.kind == "declare"
            && let Some(declare) = self.declare_of_call(inst)
        {
            self.declare_variable(declare);
        }
        if call.kind == "value"
            && let Some(said) = self.declare_of_call(inst)
            && self.is_empty_expression(said.expression)
        {
            let values = &mut self.body.function.debug_values;
            values.push((said.address, said.variable));
        }
        // Without a position, LLVM drops the whole.
        if let Some(record) = call.record() {
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
