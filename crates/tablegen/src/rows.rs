//! Reads instruction rows.

use avarice_target::{InstrFlags, OperandFlags, OperandType};

use crate::error::Error;
use crate::lines::{Cursor, Line};
use crate::model::{Encoding, FlatOperand, Instruction};
use crate::statements::Statements;
use crate::words;

/// Reads one row.
pub(crate) fn read(statements: &Statements, line: &Line<'_>) -> Result<Instruction, Error> {
    let cursor = &mut line.cursor();
    let mut row = Instruction {
        name: cursor.word("the name of an instruction")?.to_owned(),
        num_defs: 0,
        operands: Vec::new(),
        names: Vec::new(),
        parts: Vec::new(),
        flags: InstrFlags::empty(),
        uses: Vec::new(),
        defs: Vec::new(),
        asm: String::new(),
        encoding: None,
        size: 0,
        domain: String::new(),
        predicates: Vec::new(),
    };
    if !cursor.peek('(') {
        read_operands(statements, cursor, &mut row, true)?;
        cursor.expect('=')?;
    }
    row.num_defs = row.operands.len() as u8;
    cursor.expect('(')?;
    if !cursor.peek(')') {
        read_operands(statements, cursor, &mut row, false)?;
    }
    cursor.expect(')')?;
    while !cursor.at_end() {
        read_attribute(statements, cursor, &mut row)?;
    }
    Ok(row)
}

/// Operands separated by commas: outs before `=`, or ins between parentheses.
fn read_operands(
    statements: &Statements,
    cursor: &mut Cursor<'_>,
    row: &mut Instruction,
    is_out: bool,
) -> Result<(), Error> {
    loop {
        read_operand(statements, cursor, row, is_out)?;
        if !cursor.eat(',') {
            return Ok(());
        }
    }
}

/// `&KIND:name(part, part)=tied`, or `...` for any number of further operands.
fn read_operand(
    statements: &Statements,
    cursor: &mut Cursor<'_>,
    row: &mut Instruction,
    is_out: bool,
) -> Result<(), Error> {
    let is_early = cursor.eat('&');
    let kind = cursor.word("an operand")?;
    if kind == "..." {
        row.flags |= InstrFlags::VARIADIC;
        return Ok(());
    }
    let first = row.operands.len();
    match (
        statements.operand_kinds.get(kind),
        statements.classes.find(kind),
    ) {
        (Some(flat), _) => row.operands.extend_from_slice(flat),
        (None, Some(class)) => row.operands.push(FlatOperand {
            kind: OperandType::REGISTER.0,
            class: Some(class),
            tied_to: -1,
            flags: 0,
        }),
        (None, None) => {
            return Err(cursor.error(format!("`{kind}` is no operand kind and no register class")));
        }
    }
    cursor.expect(':')?;
    let name = cursor.word("the name of the operand")?;
    if row.names.iter().any(|(other, ..)| other == name) {
        return Err(cursor.error(format!("operand `{name}` is there twice")));
    }
    if row.operands.len() > i8::MAX as usize {
        return Err(cursor.error("too many operands"));
    }
    row.names
        .push((name.to_owned(), kind.to_owned(), first as u8));
    if is_early {
        row.operands[first].mark(OperandFlags::EARLY_CLOBBER);
    }
    if is_out {
        return Ok(());
    }
    read_parts(cursor, row, first)?;
    if cursor.eat('=') {
        let tied = cursor.word("the name of an output")?;
        let outs = row
            .names
            .iter()
            .take_while(|(.., flat)| *flat < row.num_defs);
        let index = outs
            .clone()
            .find(|(other, ..)| other == tied)
            .map(|(.., flat)| *flat);
        let error = || cursor.error(format!("there is no output `{tied}` to be tied to"));
        row.operands[first].tied_to = index.ok_or_else(error)? as i8;
    }
    Ok(())
}

/// The names of the flat operands from number `first` on, in parentheses, if they are given.
fn read_parts(cursor: &mut Cursor<'_>, row: &mut Instruction, first: usize) -> Result<(), Error> {
    if !cursor.eat('(') {
        return Ok(());
    }
    for flat in first..row.operands.len() {
        if flat > first {
            cursor.expect(',')?;
        }
        let name = cursor.word("the name of a part")?;
        row.parts.push((name.to_owned(), flat as u8));
    }
    cursor.expect(')')
}

/// Whatever comes after the operands.
fn read_attribute(
    statements: &Statements,
    cursor: &mut Cursor<'_>,
    row: &mut Instruction,
) -> Result<(), Error> {
    if cursor.peek('"') {
        row.asm = cursor.string("an asm string")?;
        return Ok(());
    }
    if cursor.eat('[') {
        return read_flags(cursor, row);
    }
    if cursor.eat('<') {
        row.encoding = Some(match statements.tables.word {
            Some(bits) => words::read(cursor, row, bits)?,
            None => read_encoding(statements, cursor)?,
        });
        if let (Some(bits), 0) = (statements.tables.word, row.size) {
            row.size = (bits / 8) as u8;
        }
        return Ok(());
    }
    if cursor.eat('{') {
        loop {
            row.predicates.push(cursor.word("a predicate")?.to_owned());
            if !cursor.eat(',') {
                return cursor.expect('}');
            }
        }
    }
    let name = cursor.word("`uses=`, `defs=`, `[`, `<`, `{`, `size=`, `domain=` or a string")?;
    if !["uses", "defs", "size", "domain"].contains(&name) {
        return Err(cursor.error(format!("unknown attribute `{name}`")));
    }
    cursor.expect('=')?;
    match name {
        "uses" => row.uses = statements.read_registers(cursor)?,
        "defs" => row.defs = statements.read_registers(cursor)?,
        "size" => row.size = cursor.number("a size in bytes")?,
        _ => row.domain = cursor.word("the name of a domain")?.to_owned(),
    }
    Ok(())
}

/// Names of [`InstrFlags`] in lower case, up to `]`.
fn read_flags(cursor: &mut Cursor<'_>, row: &mut Instruction) -> Result<(), Error> {
    loop {
        let word = cursor.word("a flag")?;
        let flag = InstrFlags::from_name(&word.to_ascii_uppercase());
        row.flags |= flag.ok_or_else(|| cursor.error(format!("unknown flag `{word}`")))?;
        if !cursor.eat(',') {
            return cursor.expect(']');
        }
    }
}

/// Form, opcode and values of columns, up to `>`.
fn read_encoding(statements: &Statements, cursor: &mut Cursor<'_>) -> Result<Encoding, Error> {
    let tables = &statements.tables;
    let Some(form) = &tables.form else {
        return Err(cursor.error("the target declares no form"));
    };
    let word = cursor.word("a form")?;
    let number = form.values.iter().position(|(name, _)| name == word);
    let number = number.and_then(|number| u8::try_from(number).ok());
    let number = number.ok_or_else(|| cursor.error(format!("unknown form `{word}`")))?;
    let mut encoding = Encoding {
        form: number,
        opcode: cursor.number("an opcode")?,
        bits: 0,
        fields: Vec::new(),
    };
    let mut given = Vec::new();
    while !cursor.eat('>') {
        let word = cursor.word("the value of a column")?;
        let found = tables.columns.iter().enumerate().find_map(|(i, column)| {
            let value = match column.is_mark {
                true => (column.name == word).then_some(1),
                false => column.values.iter().position(|(name, _)| name == word),
            };
            Some((i, value? as u32, column))
        });
        let error = || cursor.error(format!("`{word}` is a value of no column"));
        let (i, value, column) = found.ok_or_else(error)?;
        if given.contains(&i) {
            return Err(cursor.error(format!("column `{}` is given twice", column.name)));
        }
        given.push(i);
        encoding.bits |= value << column.shift;
    }
    Ok(encoding)
}
