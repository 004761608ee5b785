//! Which nodes of a region read a register.

use avarice_mir::{MachineFunction, VReg};
use avarice_target::LaneMask;
use cranelift_entity::SecondaryMap;

use crate::schedule::graph::{Graph, Node};
use crate::schedule::pressure::PressureReg;

/// The end of a list.
const NONE: u32 = u32::MAX;

/// A node that reads a register.
#[derive(Clone, Copy, Debug)]
struct Reader {
    node: Node,
    /// The lanes that it reads.
    lanes: LaneMask,
    /// Whether the instruction reads the register, not another one of its bundle.
    is_head: bool,
    next: u32,
}

/// The readers of a register, if the number of the region is right.
#[derive(Clone, Copy, Debug, Default)]
struct ReaderList {
    region: u32,
    first: u32,
    last: u32,
}

/// Nodes that read registers, in their order.
#[derive(Debug, Default)]
pub(super) struct Readers {
    of_virtual: SecondaryMap<VReg, ReaderList>,
    /// By the number of a physical register.
    of_physical: Vec<ReaderList>,
    pool: Vec<Reader>,
    region: u32,
}

impl Readers {
    /// Finds all readers in a region.
    pub(super) fn find(&mut self, function: &MachineFunction, graph: &Graph) {
        self.pool.clear();
        self.region += 1;
        let registers = function.target.registers.len();
        self.of_physical.resize(registers, ReaderList::default());
        for node in graph.inst_nodes() {
            let head = graph.inst(node);
            for inst in function.bundle_insts(head) {
                for operand in function.operands(inst).iter().filter(|o| o.reads_reg()) {
                    let reg = operand.as_reg();
                    let list = match (reg.as_virtual(), reg.as_physical()) {
                        (Some(reg), _) => &mut self.of_virtual[reg],
                        (None, Some(reg)) => &mut self.of_physical[reg.index()],
                        (None, None) => continue,
                    };
                    let reader = Reader {
                        node,
                        lanes: function.target.sub_reg_lane_mask(operand.sub_reg()),
                        is_head: inst == head,
                        next: NONE,
                    };
                    add(&mut self.pool, list, self.region, reader);
                }
            }
        }
    }

    /// The nodes whose instruction reads a virtual register.
    pub(super) fn of(&self, reg: VReg) -> impl Iterator<Item = Node> + '_ {
        let list = self.of_virtual[reg];
        let first = Some(list.first).filter(|_| list.region == self.region);
        let first = first.and_then(|at| self.pool.get(at as usize));
        let readers =
            std::iter::successors(first, |reader| self.pool.get(reader.next as usize)).copied();
        readers
            .filter(|reader| reader.is_head)
            .map(|reader| reader.node)
    }

    /// Whether nodes before `node` that are not scheduled read a register, all lanes of it. Those that are scheduled are
    /// forgotten: a list is gone through once, and not by every candidate.
    pub(super) fn is_read_before(&mut self, graph: &Graph, reg: PressureReg, node: Node) -> bool {
        let list = match reg {
            PressureReg::Virtual(reg) => &mut self.of_virtual[reg],
            // LLVM takes the number of the unit for that of a register.
            PressureReg::Unit(unit) => match self.of_physical.get_mut(unit.index()) {
                Some(list) => list,
                None => return false,
            },
        };
        if list.region != self.region {
            return false;
        }
        let mut left = LaneMask::ALL;
        let mut before = NONE;
        let mut at = list.first;
        while let Some(reader) = self.pool.get(at as usize).copied() {
            if graph.nodes[reader.node].is_scheduled() {
                match self.pool.get_mut(before as usize) {
                    Some(before) => before.next = reader.next,
                    None => list.first = reader.next,
                }
                at = reader.next;
                continue;
            }
            if reader.node >= node {
                break;
            }
            left &= !reader.lanes;
            if left.is_none() {
                return true;
            }
            before = std::mem::replace(&mut at, reader.next);
        }
        false
    }
}

fn add(pool: &mut Vec<Reader>, list: &mut ReaderList, region: u32, reader: Reader) {
    let new = pool.len() as u32;
    if list.region != region {
        *list = ReaderList {
            region,
            first: new,
            last: new,
        };
    } else {
        let last = &mut pool[list.last as usize];
        if last.node == reader.node {
            last.lanes |= reader.lanes;
            last.is_head |= reader.is_head;
            return;
        }
        last.next = new;
        list.last = new;
    }
    pool.push(reader);
}
