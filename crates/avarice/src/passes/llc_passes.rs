//! The passes that llc has, and what is said about those that do not exist here.

use avarice_machine::pass::MachinePass;

use crate::ledger::Machine;

/// One line a pass: its name and the targets whose pipelines have it, as LLVM 19.1.7 lists them.
const TABLE: &str = include_str!("llc_passes.tsv");

/// One line a pass that does not exist here and runs once in llc's pipeline at -O2: its name, and for each target the first pass
/// after it that exists, as LLVM 19.1.7 lists them.
const ORDER: &str = include_str!("llc_order.tsv");

/// The first pass that comes after `name` in llc's pipeline and exists here, for a pass that does not.
pub fn next_of(machine: Machine, name: &str) -> Option<&'static str> {
    let own = machine_name(machine);
    let mut lines = ORDER.lines().filter_map(|line| line.split_once('\t'));
    let (_, followers) = lines.find(|(pass, _)| *pass == name)?;
    let mut followers = followers.split(' ').filter_map(|one| one.split_once(':'));
    followers
        .find(|(target, _)| *target == own)
        .map(|(_, next)| next)
}

fn machine_name(machine: Machine) -> &'static str {
    match machine {
        Machine::X86_64 => "x86_64",
        _ => "aarch64",
    }
}

/// The passes of llc: name and targets.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter_map(|line| line.split_once('\t'))
}

/// Whether llc has a pass called `name`, for whatever target.
pub fn is_known(name: &str) -> bool {
    all().any(|(pass, _)| pass == name)
}

/// Why `name` is not among `passes`, which are those of `machine`.
pub fn refusal(machine: Machine, name: &str, passes: &[&MachinePass]) -> String {
    let own = machine_name(machine);
    let other = match machine {
        Machine::X86_64 => "AArch64",
        _ => "x86-64",
    };
    match all().find(|(pass, _)| *pass == name) {
        Some((_, targets)) if targets.split(' ').any(|target| target == own) => {
            format!("pass '{name}' of llc does not exist here yet")
        }
        Some(_) => format!("pass '{name}' of llc is one for {other}, which is not the target"),
        None => {
            let names: Vec<&str> = passes.iter().map(|pass| pass.name).collect();
            format!("unknown pass '{name}'; passes are: {}", names.join(", "))
        }
    }
}
