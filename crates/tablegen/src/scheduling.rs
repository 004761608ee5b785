//! Reads classes of instructions and the scheduling models of processors.

mod condition;

use std::collections::BTreeMap;

use crate::error::Error;
use crate::lines::{Cursor, Line};
use crate::model::Instruction;
use crate::scheduling_model::{Condition, Model, Resource, Row, Scheduling, Variants};
use crate::statements::Statements;

use condition::Reader;

/// Reads all lines about scheduling.
pub(crate) fn read(
    statements: &Statements,
    instructions: &[Instruction],
    lines: &[&Line<'_>],
) -> Result<Scheduling, Error> {
    let names = instructions.iter().enumerate();
    let opcodes: BTreeMap<&str, usize> = names.map(|(at, row)| (row.name.as_str(), at)).collect();
    let mut scheduling = Scheduling::default();
    let mut reader = Reader {
        statements,
        opcodes: &opcodes,
        predicates: BTreeMap::new(),
    };
    for line in lines {
        let cursor = &mut line.cursor();
        if cursor.word("a keyword")? == "sched_predicate" {
            let name = cursor.word("a name")?.to_owned();
            let condition = reader.condition(cursor)?;
            reader
                .predicates
                .insert(name.clone(), scheduling.predicates.len());
            scheduling.predicates.push((name, condition));
            at_end(cursor)?;
        }
    }
    for line in lines {
        let cursor = &mut line.cursor();
        match cursor.word("a keyword")? {
            "sched_class" => read_class(&mut scheduling, &opcodes, instructions.len(), cursor)?,
            "sched_slow" => {
                scheduling.slow = read_opcodes(&opcodes, cursor)?;
                scheduling.slow.sort_unstable();
            }
            "sched_model" => scheduling.models.push(read_model(cursor)?),
            keyword if keyword.starts_with("sched_") && keyword != "sched_predicate" => {
                let Some(model) = scheduling.models.last_mut() else {
                    return Err(cursor.error("a `sched_model` has to come first"));
                };
                read_line(model, &reader, keyword, cursor)?;
            }
            _ => continue,
        }
        at_end(cursor)?;
    }
    Ok(scheduling)
}

fn at_end(cursor: &mut Cursor<'_>) -> Result<(), Error> {
    match cursor.at_end() {
        true => Ok(()),
        false => Err(cursor.expected("the end of the line")),
    }
}

fn read_class(
    scheduling: &mut Scheduling,
    opcodes: &BTreeMap<&str, usize>,
    instructions: usize,
    cursor: &mut Cursor<'_>,
) -> Result<(), Error> {
    scheduling.classes.resize(instructions, 0);
    let class = cursor.number("the number of a class")?;
    for opcode in read_opcodes(opcodes, cursor)? {
        scheduling.classes[opcode] = class;
    }
    Ok(())
}

fn read_opcodes(
    opcodes: &BTreeMap<&str, usize>,
    cursor: &mut Cursor<'_>,
) -> Result<Vec<usize>, Error> {
    let mut found = Vec::new();
    loop {
        let name = cursor.word("the name of an instruction")?;
        let Some(opcode) = opcodes.get(name) else {
            return Err(cursor.error(format!("unknown instruction `{name}`")));
        };
        found.push(*opcode);
        if !cursor.eat(',') {
            return Ok(found);
        }
    }
}

fn read_model(cursor: &mut Cursor<'_>) -> Result<Model, Error> {
    const NUMBERS: [&str; 6] = ["issue", "buffer", "loop", "load", "high", "mispredict"];
    const MARKS: [&str; 3] = ["post_ra", "complete", "intervals"];
    let mut model = Model {
        name: cursor.word("the name of a model")?.to_owned(),
        ..Model::default()
    };
    while !cursor.at_end() {
        let (name, has_value) = cursor.attribute()?;
        let place = |names: &[&str]| names.iter().position(|other| *other == name);
        match (place(&NUMBERS), place(&MARKS), has_value) {
            (Some(place), _, true) => model.numbers[place] = cursor.number("a number")?,
            (_, Some(place), false) => model.marks[place] = true,
            _ => return Err(cursor.error(format!("unknown attribute `{name}`"))),
        }
    }
    Ok(model)
}

fn read_line(
    model: &mut Model,
    reader: &Reader<'_>,
    keyword: &str,
    cursor: &mut Cursor<'_>,
) -> Result<(), Error> {
    match keyword {
        "sched_processors" => loop {
            let name = cursor.word("the name of a processor")?;
            model.processors.push(name.to_owned());
            if !cursor.eat(',') {
                return Ok(());
            }
        },
        "sched_resource" => model.resources.push(read_resource(cursor)?),
        "sched_row" => model.rows.push(read_row(cursor)?),
        _ => model.variants.push(read_variants(reader, cursor)?),
    }
    Ok(())
}

fn read_resource(cursor: &mut Cursor<'_>) -> Result<Resource, Error> {
    let mut resource = Resource {
        name: cursor.word("the name of a resource")?.to_owned(),
        units: 1,
        buffer: -1,
        super_kind: 0,
        sub_units: Vec::new(),
    };
    while !cursor.at_end() {
        match cursor.attribute()? {
            ("units", true) => resource.units = cursor.number("a number of units")?,
            ("buffer", true) => resource.buffer = cursor.number("a number of entries")?,
            ("super", true) => resource.super_kind = cursor.number("a resource")?,
            ("of", true) => loop {
                resource.sub_units.push(cursor.number("a resource")?);
                if !cursor.eat(',') {
                    break;
                }
            },
            (name, _) => return Err(cursor.error(format!("unknown attribute `{name}`"))),
        }
    }
    Ok(resource)
}

fn read_row(cursor: &mut Cursor<'_>) -> Result<Row, Error> {
    let mut row = Row::default();
    while !cursor.at_end() {
        match cursor.attribute()? {
            ("micro_ops", true) => row.micro_ops = cursor.number("a number")?,
            ("begin", false) => row.begins = true,
            ("end", false) => row.ends = true,
            ("uses", true) => row.uses = read_tuples(cursor)?,
            ("latencies", true) => row.latencies = read_tuples(cursor)?,
            ("advances", true) => row.advances = read_tuples(cursor)?,
            ("classes", true) => row.classes = read_numbers(cursor)?,
            (name, _) => return Err(cursor.error(format!("unknown attribute `{name}`"))),
        }
    }
    Ok(row)
}

/// Groups of up to three numbers with colons between them, and commas between groups.
fn read_tuples(cursor: &mut Cursor<'_>) -> Result<Vec<[i32; 3]>, Error> {
    let mut tuples = Vec::new();
    loop {
        let mut tuple = [0; 3];
        for (at, number) in tuple.iter_mut().enumerate() {
            if at > 0 && !cursor.eat(':') {
                break;
            }
            *number = cursor.number("a number")?;
        }
        tuples.push(tuple);
        if !cursor.eat(',') {
            return Ok(tuples);
        }
    }
}

/// Numbers and ranges of numbers.
pub(crate) fn read_numbers(cursor: &mut Cursor<'_>) -> Result<Vec<u16>, Error> {
    let mut classes = Vec::new();
    loop {
        let word = cursor.word("a class")?;
        let (first, last) = word.split_once("..").unwrap_or((word, word));
        match (first.parse::<u16>(), last.parse::<u16>()) {
            (Ok(first), Ok(last)) => classes.extend(first..=last),
            _ => return Err(cursor.error(format!("expected classes, found `{word}`"))),
        }
        if !cursor.eat(',') {
            return Ok(classes);
        }
    }
}

fn read_variants(reader: &Reader<'_>, cursor: &mut Cursor<'_>) -> Result<Variants, Error> {
    let mut variants = Variants::default();
    match cursor.attribute()? {
        ("classes", true) => variants.classes = read_numbers(cursor)?,
        (name, _) => return Err(cursor.error(format!("unknown attribute `{name}`"))),
    }
    while !cursor.at_end() {
        let class = cursor.number("a class")?;
        let is_conditional = cursor.clone().word("`if`").is_ok_and(|word| word == "if");
        let condition = if is_conditional {
            cursor.word("`if`")?;
            reader.condition(cursor)?
        } else {
            Condition::Always
        };
        variants.choices.push((condition, class));
    }
    Ok(variants)
}
