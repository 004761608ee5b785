//! Switches: a tree of comparisons whose leaves are ranges and jump tables.
//!
//! ```text
//!                 v < pivot ?
//!               yes /    \ no
//!      [≤ 3 clusters]    [≤ 3 clusters]      each compared in turn, most likely first;
//!                                             what is known from the path is not compared again
//! ```

use avarice_ir::{Inst, Value};
use avarice_lower::switch::{Cluster, ClusterKind, Clusters};
use avarice_lower::{PartType, RelocationModel, Result};
use avarice_mir::{Block, BranchProbability, MemFlags, MemOperand, MemPointer, Operand, Reg};

use super::address::{Address, Base};
use super::compare::{CMP_RI, CMP_RR, Cc};
use super::{Selector, Width};
use crate::op;

/// Clusters that are compared one after the other.
const LEAF_CLUSTERS: usize = 3;

/// A switch being lowered.
struct Switch {
    /// The value, sign-extended to `width`.
    value: Reg,
    width: Width,
    clusters: Clusters,
    /// The last machine block of the item of work in hand: new ones go after it.
    last: Block,
}

/// A part of the tree: clusters to decide between in `block`, knowing that the value is within bounds.
struct Work {
    block: Block,
    clusters: std::ops::Range<usize>,
    low: Option<i64>,
    high: Option<i64>,
}

impl Selector<'_, '_> {
    /// Selects a switch.
    pub(super) fn lower_switch(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let machine = self.point().block;
        if self.is_wide(operand) {
            return self.unsupported("switch on an integer wider than 64 bits");
        }
        let tables = self.function_attr("no-jump-tables") != Some("true");
        let clusters = self.switch_clusters(inst, tables, self.optimizes_for_size())?;
        if clusters.clusters.is_empty() {
            self.add_successor(machine, clusters.default, BranchProbability::ONE);
            let target = self.block_of(clusters.default);
            self.emit_switch_jump(machine, target);
            return Ok(());
        }
        let (value, width) = self.switch_value(operand)?;
        let count = clusters.clusters.len();
        let mut switch = Switch {
            value,
            width,
            clusters,
            last: machine,
        };
        let mut work = vec![Work {
            block: machine,
            clusters: 0..count,
            low: None,
            high: None,
        }];
        while let Some(item) = work.pop() {
            self.set_point_at_end(item.block);
            switch.last = item.block;
            if item.clusters.len() > LEAF_CLUSTERS {
                self.split(&mut switch, &item, &mut work)?;
            } else {
                self.lower_leaf(&mut switch, item)?;
            }
        }
        Ok(())
    }

    fn switch_value(&mut self, operand: Value) -> Result<(Reg, Width)> {
        let width = match self.int_bits(operand) {
            Some(0..=32) => Width::W32,
            Some(_) => Width::W64,
            None => return self.unsupported("switch on this type"),
        };
        Ok((self.extend(operand, true, width)?, width))
    }

    fn new_switch_block(&mut self, switch: &mut Switch) -> Block {
        let block = self.create_block_after(switch.last);
        switch.last = block;
        block
    }

    /// `cmp value, bound`.
    fn emit_switch_compare(&mut self, reg: Reg, width: Width, bound: i64) {
        let w = width as usize;
        if i32::try_from(bound).is_ok() {
            self.emit(CMP_RI[w]).reg(reg).imm(bound).keep_flags().done();
        } else {
            let amount = self.new_reg(PartType::Int(64));
            self.emit(op::MOV64ri).def(amount).imm(bound).done();
            self.emit(CMP_RR[w])
                .reg(reg)
                .reg(amount)
                .keep_flags()
                .done();
        }
    }

    /// A jump from the end of `from` to `target` unless that follows. Blocks are made only after those
    /// of the item of work in hand, so that what follows `from` now follows it to the end.
    fn emit_switch_jump(&mut self, from: Block, target: Block) {
        let next = self.mf.layout_index(from) + 1;
        if self.mf.layout.get(next) != Some(&target) {
            self.emit(op::JMP_1).block(target).done();
        }
    }

    /// Halves the clusters of `item` by weight and compares with the first value of the upper half.
    fn split(&mut self, switch: &mut Switch, item: &Work, work: &mut Vec<Work>) -> Result<()> {
        let clusters = &switch.clusters.clusters[item.clusters.clone()];
        let (mut low, mut high) = (0, clusters.len() - 1);
        let (mut low_weight, mut high_weight) = (clusters[low].weight, clusters[high].weight);
        while low + 1 < high {
            if low_weight < high_weight || (low_weight == high_weight && (low + high) % 2 == 0) {
                low += 1;
                low_weight += clusters[low].weight;
            } else {
                high -= 1;
                high_weight += clusters[high].weight;
            }
        }
        let pivot = item.clusters.start + high;
        let bound = switch.clusters.clusters[pivot].low;
        let below = self.new_switch_block(switch);
        let above = self.new_switch_block(switch);
        self.emit_switch_compare(switch.value, switch.width, bound);
        // The lower half follows in the layout.
        self.emit_jcc(above, Cc::Ge);
        self.emit(op::JMP_1).block(below).done();
        let total = (low_weight + high_weight).max(1);
        let probability = BranchProbability::new(low_weight, total);
        self.mf.add_edge(item.block, below, Some(probability));
        self.mf
            .add_edge(item.block, above, Some(probability.complement()));
        work.push(Work {
            block: above,
            clusters: pivot..item.clusters.end,
            low: Some(bound),
            high: item.high,
        });
        work.push(Work {
            block: below,
            clusters: item.clusters.start..pivot,
            low: item.low,
            high: Some(bound - 1),
        });
        Ok(())
    }

    /// Compares with one cluster after the other.
    fn lower_leaf(&mut self, switch: &mut Switch, item: Work) -> Result<()> {
        let mut order: Vec<usize> = item.clusters.clone().collect();
        order.sort_by_key(|index| std::cmp::Reverse(switch.clusters.clusters[*index].weight));
        let mut rest: u64 = order
            .iter()
            .map(|i| switch.clusters.clusters[*i].weight)
            .sum();
        rest += switch.clusters.default_weight;
        let (mut block, mut low, mut high) = (item.block, item.low, item.high);
        for (position, index) in order.iter().enumerate() {
            let cluster = switch.clusters.clusters[*index].clone();
            let is_last = position + 1 == order.len();
            // Nothing else can be left: the value is in the cluster.
            let certain = (low == Some(cluster.low) && high == Some(cluster.high))
                || (is_last && switch.clusters.default_unreachable);
            let next = match is_last || certain {
                true => None,
                false => Some(self.new_switch_block(switch)),
            };
            let probability =
                BranchProbability::new(cluster.weight, rest.max(cluster.weight).max(1));
            self.lower_cluster(
                switch,
                block,
                &cluster,
                next,
                certain,
                probability,
                (low, high),
            )?;
            rest -= cluster.weight;
            if certain {
                return Ok(());
            }
            if low == Some(cluster.low) && cluster.high < i64::MAX {
                low = Some(cluster.high + 1);
            } else if high == Some(cluster.high) && cluster.low > i64::MIN {
                high = Some(cluster.low - 1);
            }
            if let Some(next) = next {
                block = next;
                self.set_point_at_end(block);
            }
        }
        Ok(())
    }

    /// At the end of `block`: to the cluster's destination if the value is in it (which is `certain` or
    /// not), else to `next`, or the default where there is none.
    fn lower_cluster(
        &mut self,
        switch: &mut Switch,
        block: Block,
        cluster: &Cluster,
        next: Option<Block>,
        certain: bool,
        probability: BranchProbability,
        bounds: (Option<i64>, Option<i64>),
    ) -> Result<()> {
        let ClusterKind::Goto(target) = &cluster.kind else {
            return self.lower_table(switch, block, cluster, next, certain, probability);
        };
        let target_block = self.block_of(*target);
        if certain {
            self.add_successor(block, *target, BranchProbability::ONE);
            self.emit_switch_jump(block, target_block);
            return Ok(());
        }
        let cc = self.emit_range_check(switch, cluster, bounds);
        self.add_successor(block, *target, probability);
        self.emit_jcc(target_block, cc);
        self.emit_otherwise(switch, block, next, probability);
        Ok(())
    }

    /// The edge and the jump for a value that is not in the cluster.
    fn emit_otherwise(
        &mut self,
        switch: &Switch,
        block: Block,
        next: Option<Block>,
        probability: BranchProbability,
    ) {
        match next {
            Some(next) => {
                self.mf
                    .add_edge(block, next, Some(probability.complement()));
                self.emit(op::JMP_1).block(next).done();
            }
            None => {
                let default = switch.clusters.default;
                self.add_successor(block, default, probability.complement());
                let target = self.block_of(default);
                self.emit_switch_jump(block, target);
            }
        }
    }

    /// Sets the flags for "the value is in the cluster" and returns the condition.
    fn emit_range_check(
        &mut self,
        switch: &Switch,
        cluster: &Cluster,
        (low, high): (Option<i64>, Option<i64>),
    ) -> Cc {
        let (value, width) = (switch.value, switch.width);
        if cluster.low == cluster.high {
            self.emit_switch_compare(value, width, cluster.low);
            return Cc::E;
        }
        if low == Some(cluster.low) {
            self.emit_switch_compare(value, width, cluster.high);
            return Cc::Le;
        }
        if high == Some(cluster.high) {
            self.emit_switch_compare(value, width, cluster.low);
            return Cc::Ge;
        }
        let offset = self.emit_switch_offset(value, width, cluster.low);
        let span = cluster.high.wrapping_sub(cluster.low);
        self.emit_switch_compare(offset, width, span);
        Cc::Be
    }

    /// `value - low`.
    fn emit_switch_offset(&mut self, value: Reg, width: Width, low: i64) -> Reg {
        let amount = match width {
            Width::W64 => low.wrapping_neg(),
            _ => i64::from((low as i32).wrapping_neg()),
        };
        if amount == 0 {
            return value;
        }
        let offset = self.new_reg(width.part());
        let opcodes = match width {
            Width::W64 => (op::ADD64ri32, op::ADD64rr),
            _ => (op::ADD32ri, op::ADD32rr),
        };
        if i32::try_from(amount).is_ok() {
            self.emit(opcodes.0)
                .def(offset)
                .reg(value)
                .imm(amount)
                .done();
        } else {
            let by = self.new_reg(width.part());
            self.emit(op::MOV64ri).def(by).imm(amount).done();
            self.emit(opcodes.1).def(offset).reg(value).reg(by).done();
        }
        offset
    }

    fn lower_table(
        &mut self,
        switch: &mut Switch,
        block: Block,
        cluster: &Cluster,
        next: Option<Block>,
        certain: bool,
        probability: BranchProbability,
    ) -> Result<()> {
        let ClusterKind::Table { entries, .. } = &cluster.kind else {
            return Ok(());
        };
        let offset = self.emit_switch_offset(switch.value, switch.width, cluster.low);
        let jump_block = if certain {
            block
        } else {
            let span = cluster.high.wrapping_sub(cluster.low);
            self.emit_switch_compare(offset, switch.width, span);
            let jump_block = self.new_switch_block(switch);
            let other = match next {
                Some(next) => next,
                None => self.block_of(switch.clusters.default),
            };
            self.emit_jcc(other, Cc::A);
            self.emit(op::JMP_1).block(jump_block).done();
            match next {
                Some(next) => self
                    .mf
                    .add_edge(block, next, Some(probability.complement())),
                None => {
                    let default = switch.clusters.default;
                    self.add_successor(block, default, probability.complement());
                }
            }
            self.mf.add_edge(block, jump_block, Some(probability));
            self.set_point_at_end(jump_block);
            jump_block
        };
        let blocks: Vec<Block> = entries.iter().map(|entry| self.block_of(*entry)).collect();
        let mut targets = entries.clone();
        targets.sort();
        targets.dedup();
        for target in targets {
            let probability = self.successor_probability(target);
            self.add_successor(jump_block, target, probability);
        }
        BranchProbability::normalize(&mut self.mf.blocks[jump_block].probs);
        self.emit_table_jump(offset, switch.width, blocks);
        Ok(())
    }

    /// Jumps to entry `offset` of a table.
    fn emit_table_jump(&mut self, offset: Reg, width: Width, blocks: Vec<Block>) {
        let table = self.mf.jump_tables.push(blocks);
        let index = match width {
            Width::W64 => offset,
            _ => {
                let low = self.new_reg(PartType::Int(32));
                self.emit(op::MOV32rr).def(low).reg(offset).done();
                let wide = self.new_reg(PartType::Int(64));
                self.emit_zero_extension(wide, low);
                wide
            }
        };
        let symbol = Operand::jump_table(table);
        if self.options.relocation_model == RelocationModel::Static {
            let address = Address {
                index,
                scale: 8,
                symbol: Some(symbol),
                ..Address::default()
            };
            let mem = MemOperand::new(MemFlags::LOAD, MemPointer::JumpTable, 0, 8, 8);
            self.emit(op::JMP64m)
                .ops(&address.operands())
                .mem(mem)
                .done();
            return;
        }
        let base = self.new_reg(PartType::Pointer);
        self.emit_lea(base, &Address::rip(symbol));
        let entry = self.new_reg(PartType::Int(64));
        let address = Address {
            base: Base::Reg(base),
            index,
            scale: 4,
            ..Address::default()
        };
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::JumpTable, 0, 4, 4);
        let load = self.emit(op::MOVSX64rm32).def(entry);
        load.ops(&address.operands()).mem(mem).done();
        let target = self.new_reg(PartType::Int(64));
        self.emit(op::ADD64rr)
            .def(target)
            .reg(entry)
            .reg(base)
            .done();
        self.emit(op::JMP64r).reg(target).done();
    }
}
