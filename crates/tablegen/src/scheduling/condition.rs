//! Reads conditions on instructions.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::lines::Cursor;
use crate::scheduling_model::Condition;
use crate::statements::Statements;

/// Reads conditions of a target.
pub(crate) struct Reader<'a> {
    pub(crate) statements: &'a Statements,
    pub(crate) opcodes: &'a BTreeMap<&'a str, usize>,
    /// Named conditions read so far.
    pub(crate) predicates: BTreeMap<String, usize>,
}

impl Reader<'_> {
    /// Reads a condition.
    pub(crate) fn condition(&self, cursor: &mut Cursor<'_>) -> Result<Condition, Error> {
        let name = cursor.word("a condition")?;
        if let Some(number) = self.predicates.get(name) {
            return Ok(Condition::Named(*number));
        }
        let unknown = cursor.error(format!("unknown condition `{name}`"));
        cursor.expect('(')?;
        let condition = match name {
            "all" => Condition::All(self.conditions(cursor)?),
            "any" => Condition::Any(self.conditions(cursor)?),
            "not" => Condition::Not(Box::new(self.condition(cursor)?)),
            "op" => Condition::Opcode(self.opcodes(cursor)?),
            "same" => Condition::Same(numbers(cursor)?),
            "reg" => Condition::Register(number(cursor)?, self.register(cursor)?),
            "is_reg" => Condition::IsRegister(number(cursor)?),
            "is_imm" => Condition::IsImmediate(number(cursor)?),
            "is_global" => Condition::IsGlobal(number(cursor)?),
            "imm" => Condition::Immediate(numbers(cursor)?),
            "bits" => Condition::Bits(numbers(cursor)?),
            "physical" => Condition::Physical(number(cursor)?, self.classes(cursor)?),
            "any_operand" => Condition::AnyOperand(self.classes(cursor)?),
            _ => return Err(unknown),
        };
        cursor.expect(')')?;
        Ok(condition)
    }

    fn conditions(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Condition>, Error> {
        let mut conditions = vec![self.condition(cursor)?];
        while cursor.eat(',') {
            conditions.push(self.condition(cursor)?);
        }
        Ok(conditions)
    }

    fn opcodes(&self, cursor: &mut Cursor<'_>) -> Result<Vec<usize>, Error> {
        let mut opcodes = Vec::new();
        while !cursor.peek(')') {
            let name = cursor.word("the name of an instruction")?;
            let Some(opcode) = self.opcodes.get(name) else {
                return Err(cursor.error(format!("unknown instruction `{name}`")));
            };
            opcodes.push(*opcode);
        }
        Ok(opcodes)
    }

    fn register(&self, cursor: &mut Cursor<'_>) -> Result<usize, Error> {
        match cursor.word("a register or `none`")? {
            "none" => Ok(0),
            name => self.statements.registers.resolve(name, cursor),
        }
    }

    fn classes(&self, cursor: &mut Cursor<'_>) -> Result<Vec<usize>, Error> {
        let mut classes = Vec::new();
        while !cursor.peek(')') {
            classes.push(self.statements.classes.read(cursor)?);
        }
        Ok(classes)
    }
}

fn number(cursor: &mut Cursor<'_>) -> Result<i64, Error> {
    cursor.number("a number")
}

fn numbers<const N: usize>(cursor: &mut Cursor<'_>) -> Result<[i64; N], Error> {
    let mut numbers = [0; N];
    for place in &mut numbers {
        *place = number(cursor)?;
    }
    Ok(numbers)
}
