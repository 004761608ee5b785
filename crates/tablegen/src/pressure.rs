//! Reads register pressure sets, and what classes and units take of them.

use crate::error::Error;
use crate::lines::{Cursor, Line};
use crate::pressure_sets::{Pressure, Weight};
use crate::scheduling::read_numbers;
use crate::statements::Statements;

/// Reads all lines about pressure.
pub(crate) fn read(statements: &Statements, lines: &[&Line<'_>]) -> Result<Pressure, Error> {
    let mut pressure = Pressure::default();
    for line in lines {
        let cursor = &mut line.cursor();
        match cursor.word("a keyword")? {
            "pressure_set" => {
                let name = cursor.word("the name of a set")?.to_owned();
                let limit = cursor.number("a limit")?;
                pressure.sets.push((name, limit));
            }
            "pressure" => read_weight(&mut pressure, statements, cursor)?,
            _ => continue,
        }
        if !cursor.at_end() {
            return Err(cursor.expected("the end of the line"));
        }
    }
    Ok(pressure)
}

fn read_weight(
    pressure: &mut Pressure,
    statements: &Statements,
    cursor: &mut Cursor<'_>,
) -> Result<(), Error> {
    let kind = pressure.weights.len() as u16;
    let mut weight = Weight::default();
    while !cursor.at_end() {
        match cursor.attribute()? {
            ("weight", true) => weight.weight = cursor.number("a weight")?,
            ("limit", true) => weight.limit = cursor.number("a weight")?,
            ("sets", true) => weight.sets = read_numbers(cursor)?,
            ("units", true) => {
                for unit in read_numbers(cursor)? {
                    set(&mut pressure.units, unit.into(), kind);
                }
            }
            ("classes", true) => loop {
                let class = statements.classes.read(cursor)?;
                set(&mut pressure.classes, class, kind);
                if !cursor.eat(',') {
                    break;
                }
            },
            (name, _) => return Err(cursor.error(format!("unknown attribute `{name}`"))),
        }
    }
    pressure.weights.push(weight);
    Ok(())
}

fn set(kinds: &mut Vec<u16>, at: usize, kind: u16) {
    if kinds.len() <= at {
        kinds.resize(at + 1, u16::MAX);
    }
    kinds[at] = kind;
}
