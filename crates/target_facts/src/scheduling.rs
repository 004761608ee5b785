//! Checks scheduling models.

use avarice_target::scheduling::{
    ClassEntry, GroupFlags, ModelFlags, ProcessorModel, ResourceBuffer, SchedRow,
};
use serde_json::Value;

use crate::{Differences, Fact, TargetFacts, boolean, number, string, strings};

/// Differences between the models of a target and the fact file `scheduling`.
///
/// # Panics
/// If the facts do not have their form: the test that asks fails.
pub fn models(facts: &impl TargetFacts) -> Differences {
    let mut differences = Differences::default();
    let target = facts.target();
    let mut model: Option<&'static ProcessorModel> = None;
    // Whether an instruction of ours has the class: classes of others need not be in the tables.
    let mut is_ours: Vec<bool> = Vec::new();
    for fact in facts.read("scheduling") {
        if fact.contains_key("cpu") {
            let found = target.scheduling.of_processor(string(&fact, "cpu"));
            check_model(&mut differences, found, &fact);
            model = Some(found);
            continue;
        }
        let model = model.expect("a model in the first line");
        if fact.contains_key("resource") {
            check_resource(&mut differences, model, &fact);
            continue;
        }
        let class = number(&fact, "class") as usize;
        let opcodes = strings(&fact, "opcodes").into_iter();
        for opcode in opcodes.filter_map(|name| target.opcode_by_name(name)) {
            is_ours.resize(is_ours.len().max(class + 1), false);
            is_ours[class] = true;
            let ours = usize::from(target.scheduling.class(opcode));
            differences.check(target.instr(opcode).name, "class", ours, class);
        }
        check_class(
            &mut differences,
            model,
            &fact,
            is_ours.get(class) == Some(&true),
        );
    }
    differences
}

fn check_model(differences: &mut Differences, model: &ProcessorModel, fact: &Fact) {
    let numbers = [
        ("issue_width", model.issue_width),
        ("micro_op_buffer_size", model.micro_op_buffer_size),
        ("loop_micro_op_buffer_size", model.loop_micro_op_buffer_size),
        ("load_latency", model.load_latency),
        ("high_latency", model.high_latency),
        ("mispredict_penalty", model.mispredict_penalty),
    ];
    for (name, ours) in numbers {
        differences.check(model.name, name, i64::from(ours), number(fact, name));
    }
    let flags = [
        ("post_ra_scheduler", ModelFlags::POST_RA),
        ("complete_model", ModelFlags::COMPLETE),
        ("enable_intervals", ModelFlags::INTERVALS),
    ];
    for (name, flag) in flags {
        differences.check(
            model.name,
            name,
            model.flags.contains(flag),
            boolean(fact, name),
        );
    }
}

fn check_resource(differences: &mut Differences, model: &ProcessorModel, fact: &Fact) {
    let ours = model.resources.get(number(fact, "resource") as usize);
    let ours = ours.map(|resource| {
        let buffer = match resource.buffer {
            ResourceBuffer::Shared => -1,
            ResourceBuffer::None => 0,
            ResourceBuffer::Entries(entries) => i64::from(entries),
        };
        let sub_units = resource.sub_units.iter().map(|unit| i64::from(*unit));
        let numbers = [resource.units.into(), resource.super_kind.into(), buffer];
        (resource.name, numbers, sub_units.collect())
    });
    let numbers = ["units", "super", "buffer"].map(|key| number(fact, key));
    let sub_units: Vec<i64> = integers(&fact["subunits"]);
    let wanted = (string(fact, "name"), numbers, sub_units);
    differences.check(model.name, "resource", ours, Some(wanted));
}

fn integers(value: &Value) -> Vec<i64> {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Value::as_i64).collect()
}

/// Micro-operations and the three lists of a class.
#[derive(PartialEq, Debug)]
struct Lists {
    micro_ops: i64,
    group: [bool; 2],
    lists: [Vec<Vec<i64>>; 3],
}

fn check_class(
    differences: &mut Differences,
    model: &'static ProcessorModel,
    fact: &Fact,
    is_ours: bool,
) {
    let wanted = number(fact, "micro_ops");
    let class = number(fact, "class");
    match model.entry(class as u16) {
        ClassEntry::Variants(_) => differences.check(model.name, "variant", -2, wanted),
        ClassEntry::Invalid if is_ours => {
            differences.check(model.name, "described class", -1, wanted);
        }
        ClassEntry::Invalid => {}
        ClassEntry::Row(row) => {
            let lists = ["resources", "latencies", "advances"];
            let lists = lists.map(|key| {
                let list = fact.get(key).and_then(Value::as_array);
                list.map_or(&[][..], Vec::as_slice)
                    .iter()
                    .map(integers)
                    .collect()
            });
            let wanted = Lists {
                micro_ops: wanted,
                group: ["begin_group", "end_group"]
                    .map(|key| fact.get(key) == Some(&Value::Bool(true))),
                lists,
            };
            let name = format!("{} class {class}", model.name);
            differences.check(&name, "row", lists_of(model, row), wanted);
        }
    }
}

fn lists_of(model: &ProcessorModel, row: &SchedRow) -> Lists {
    let uses = row.uses.of(model.uses).iter().map(|used| {
        let numbers = [used.resource, used.release_at, used.acquire_at];
        numbers.map(i64::from).to_vec()
    });
    let latencies = row.latencies.of(model.latencies).iter();
    let latencies = latencies.map(|write| vec![write.cycles.into(), write.write.into()]);
    let advances = row.advances.of(model.advances).iter().map(|advance| {
        let operand = i64::from(advance.operand);
        vec![operand, advance.write.into(), advance.cycles.into()]
    });
    Lists {
        micro_ops: row.micro_ops.into(),
        group: [GroupFlags::BEGIN, GroupFlags::END].map(|flag| row.group.contains(flag)),
        lists: [uses.collect(), latencies.collect(), advances.collect()],
    }
}
