//! What schedulers ask of this target: boundaries, addresses, which accesses become pairs, and what is fused.

mod accesses;
mod fusion;

use avarice_machine::alias::{MemoryAccesses, MemoryAddress};
use avarice_machine::pass::ScheduleDirection;
use avarice_machine::schedule::mutation::Accesses;
use avarice_machine::schedule::post_ra::{self, PostMachineScheduler};
use avarice_machine::schedule::pre_ra::{
    self, LatencyHeuristic, MachineScheduler, PreRaTarget, RegionPolicy,
};
use avarice_machine::schedule::target::{Cluster, Fusion, SchedulingTarget};
use avarice_mir::{Inst, MachineFunction};
use avarice_target::op as generic;

use avarice_machine::pass::MachinePass;

use crate::class;
use crate::op;
use crate::subtarget::Features;

/// This target, as schedulers see it.
#[derive(Debug)]
pub struct Scheduling;

/// `postmisched`, see [`PostMachineScheduler`].
pub const POST_RA: MachinePass = MachinePass {
    make: || Box::new(PostMachineScheduler::new(&Scheduling)),
    ..post_ra::PASS
};

/// `machine-scheduler` with what this target knows.
pub const PRE_RA: MachinePass = MachinePass {
    make: || Box::new(MachineScheduler::new(&Scheduling)),
    ..pre_ra::PASS
};

impl PreRaTarget for Scheduling {
    fn policy_before_allocation(&self, function: &MachineFunction) -> RegionPolicy {
        let ignores_latency = Features::of(function).contains(Features::NO_LATENCY_HEURISTIC);
        RegionPolicy {
            direction: ScheduleDirection::Both,
            latencies: match ignores_latency {
                true => LatencyHeuristic::Unused,
                false => LatencyHeuristic::Used,
            },
            integers: class::GPR64all,
            clusters: &[Accesses::Loads, Accesses::Stores],
        }
    }
}

/// The number of the hint that nothing is executed before speculatively.
const CSDB: i64 = 20;

/// Numbers of the hints that indirect branches may lead to.
const BRANCH_TARGETS: [i64; 6] = [25, 27, 32, 34, 36, 38];

/// Whether `inst` describes the frame to an unwinder of Windows.
fn is_frame_mark(function: &MachineFunction, inst: Inst) -> bool {
    (op::SEH_AddFP.0..=op::SEH_StackAlloc.0).contains(&function.opcode(inst).0)
}

impl MemoryAccesses for Scheduling {
    fn memory_address<'a>(
        &self,
        function: &'a MachineFunction,
        inst: Inst,
    ) -> Option<MemoryAddress<'a>> {
        accesses::address(function, inst)
    }
}

impl SchedulingTarget for Scheduling {
    fn schedules_after_allocation(&self, function: &MachineFunction) -> bool {
        Features::of(function).contains(Features::POST_RA_SCHEDULER)
    }

    fn is_boundary(&self, function: &MachineFunction, inst: Inst) -> bool {
        match function.opcode(inst) {
            op::BRK | op::HLT | op::PACIASP | op::PACIBSP | op::PAUTH_PROLOGUE => return true,
            op::DSB | op::ISB | op::MSRpstatesvcrImm1 => return true,
            op::HINT => {
                let number = function.operands(inst).first().and_then(|o| o.as_imm());
                let stays = |number| number == CSDB || BRANCH_TARGETS.contains(&number);
                if number.is_some_and(stays) {
                    return true;
                }
            }
            _ if is_frame_mark(function, inst) => return true,
            _ => {}
        }
        let next = function.next_inst(inst);
        next.is_some_and(|next| function.opcode(next) == generic::CFI_INSTRUCTION)
    }

    fn uses_alias_analysis(&self, _function: &MachineFunction) -> bool {
        true
    }

    fn should_cluster(&self, function: &MachineFunction, cluster: &Cluster) -> bool {
        accesses::become_pair(function, cluster)
    }

    fn fusion(&self, function: &MachineFunction) -> Fusion {
        match Features::of(function).intersects(fusion::ANY) {
            true => Fusion::All,
            false => Fusion::None,
        }
    }

    fn should_fuse(&self, function: &MachineFunction, first: Option<Inst>, second: Inst) -> bool {
        fusion::are_fused(function, first, second)
    }

    fn prefers_after_allocation(
        &self,
        function: &MachineFunction,
        new: Inst,
        best: Inst,
    ) -> Option<bool> {
        accesses::in_ascending_order(function, new, best)
    }
}
