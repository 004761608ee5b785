//! Rules of bodies: blocks and their terminators, phis and predecessors, dominance of uses.

use cranelift_entity::{EntityRef, SecondaryMap};

use super::{MAX_ERRORS, Rule, Verifier, VerifyError, ensure};
use crate::cfg::Cfg;
use crate::dominators::DominatorTree;
use crate::entities::{Block, Global, Inst, Type, Value};
use crate::function::{Function, ValueDef};
use crate::global::FunctionData;
use crate::inst::InstKind;
use crate::printer;
use crate::types::{TypeData, TypeTable};

/// A body being checked. Rules are methods that take an instruction.
pub(super) struct Body<'v, 'm> {
    pub verifier: &'v Verifier<'m>,
    pub id: Global,
    pub head: &'m FunctionData,
    pub function: &'m Function,
    /// Result type of the function.
    pub ret: Type,
    pub var_arg: bool,
    pub cfg: Cfg,
    dominators: DominatorTree,
    /// A naked function takes its arguments by itself: no value has them.
    is_naked: bool,
    /// What landing pads give, once one is met.
    pub landing_type: Option<Type>,
    /// Position of each instruction in its block.
    order: SecondaryMap<Inst, u32>,
    /// By block: the terminator that counted it last as a predecessor, for repeated edges.
    incoming: Vec<(u32, u32)>,
}

impl<'m> Verifier<'m> {
    /// Checks the body of `id`.
    pub(super) fn body(&mut self, id: Global) {
        let module = self.module;
        let global = &module.globals[id];
        let (Some(head), TypeData::Function { ret, var_arg, .. }) =
            (global.function(), &module.types[global.value_type])
        else {
            return;
        };
        let Some(function) = head.body.as_deref().filter(|body| !body.layout.is_empty()) else {
            return;
        };
        let cfg = Cfg::of(function);
        let mut body = Body {
            verifier: self,
            id,
            head,
            function,
            ret: *ret,
            var_arg: *var_arg,
            dominators: DominatorTree::of(&cfg),
            is_naked: module.attrs(head.attrs.function).has("naked"),
            landing_type: None,
            cfg,
            order: SecondaryMap::with_capacity(function.insts.len()),
            incoming: vec![(u32::MAX, 0); function.blocks.len()],
        };
        let mut errors = Vec::new();
        body.check(&mut errors);
        for (inst, message) in errors {
            let subject = match inst {
                Some(inst) => printer::print_inst(module, function, inst),
                None => printer::print_global_name(module, id),
            };
            self.push(VerifyError {
                message,
                global: Some(id),
                inst,
                subject,
            });
        }
    }
}

impl<'m> Body<'_, 'm> {
    /// All rules of the body; messages with the instruction they are about.
    fn check(&mut self, errors: &mut Vec<(Option<Inst>, String)>) {
        for block in &self.function.layout {
            for (position, inst) in self.function.block_insts(*block).enumerate() {
                self.order[inst] = position as u32;
            }
        }
        if !self.cfg.predecessors(self.function.entry()).is_empty() {
            let from = self.cfg.predecessors(self.function.entry())[0];
            let branch = self.function.terminator(from);
            errors.push((branch, "branch to the entry block".into()));
        }
        for block in &self.function.layout {
            if let Err(message) = self.block_rule(*block) {
                let last = self.function.blocks[*block].last.expand();
                errors.push((last, message));
            }
            let mut phis_over = false;
            for inst in self.function.block_insts(*block) {
                let is_phi = self.function.is_phi(inst);
                let rule = if is_phi && phis_over {
                    Err("phi after other instructions of its block".into())
                } else {
                    self.instruction_rule(inst)
                        .and_then(|()| self.dominance_rule(inst))
                };
                phis_over |= !is_phi;
                if let Err(message) = rule {
                    errors.push((Some(inst), message));
                }
                if errors.len() >= MAX_ERRORS {
                    return;
                }
            }
        }
    }

    fn block_rule(&self, block: Block) -> Rule {
        ensure!(
            self.function.terminator(block).is_some(),
            "block {} does not end with a terminator",
            printer::print_block_name(self.module(), self.function, block)
        );
        let last = self.function.blocks[block].last.expand();
        for inst in self.function.block_insts(block) {
            let ends = self.function.insts[inst].kind.is_terminator();
            ensure!(
                !ends || Some(inst) == last,
                "terminator in the middle of a block"
            );
        }
        Ok(())
    }

    /// One entry for every predecessor, equal values for equal predecessors.
    pub(super) fn phi_rule(&mut self, inst: Inst) -> Rule {
        let data = &self.function.insts[inst];
        let Some(block) = data.block.expand() else {
            return Ok(());
        };
        ensure!(data.ty != TypeTable::TOKEN, "phi of tokens");
        let incoming = self.function.inst_blocks(inst);
        ensure!(
            incoming.len() == self.function.num_operands(inst),
            "phi with unequal numbers of values and blocks"
        );
        for (value, from) in self.function.operands(inst).zip(incoming) {
            let ty = self.type_of(value);
            ensure!(
                ty == data.ty,
                "incoming value of a phi of {} is {}",
                self.show(data.ty),
                self.show(ty)
            );
            self.incoming[from.index()] = (inst.as_u32(), 0);
        }
        let predecessors = self.cfg.predecessors(block);
        for from in predecessors {
            let slot = &mut self.incoming[from.index()];
            ensure!(
                slot.0 == inst.as_u32(),
                "phi without a value for predecessor {}",
                printer::print_block_name(self.verifier.module, self.function, *from)
            );
            slot.1 += 1;
        }
        for from in incoming {
            ensure!(
                self.incoming[from.index()].1 > 0,
                "phi with a value for {}, which is no predecessor",
                printer::print_block_name(self.module(), self.function, *from)
            );
        }
        ensure!(
            incoming.len() == predecessors.len(),
            "phi with {} values for {} edges into its block",
            incoming.len(),
            predecessors.len()
        );
        self.repeated_predecessors_rule(inst, predecessors.len())
    }

    fn repeated_predecessors_rule(&self, inst: Inst, count: usize) -> Rule {
        let incoming = self.function.inst_blocks(inst);
        let repeated = incoming
            .iter()
            .any(|from| self.incoming[from.index()].1 > 1);
        if !repeated || count < 2 {
            return Ok(());
        }
        let mut pairs: Vec<(Block, Value)> = incoming
            .iter()
            .copied()
            .zip(self.function.operands(inst))
            .collect();
        pairs.sort_unstable();
        for pair in pairs.windows(2) {
            ensure!(
                pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1,
                "phi with different values for one predecessor"
            );
        }
        Ok(())
    }

    /// Every operand is defined before its use on every path; unreachable uses are exempt.
    fn dominance_rule(&self, inst: Inst) -> Rule {
        let data = &self.function.insts[inst];
        let Some(block) = data.block.expand() else {
            return Ok(());
        };
        let is_phi = matches!(data.kind, InstKind::Phi);
        for (index, value) in self.function.operands(inst).enumerate() {
            let def = match self.function.values[value].def {
                ValueDef::Inst(def) => def,
                ValueDef::Arg(_) if self.is_naked => {
                    return Err("argument of a naked function is used".into());
                }
                _ => continue,
            };
            let Some(def_block) = self.function.insts[def].block.expand() else {
                return Err("operand is an instruction that is in no block".into());
            };
            let use_block = match is_phi {
                true => self.function.inst_blocks(inst)[index],
                false => block,
            };
            if !self.cfg.is_reachable(use_block) {
                continue;
            }
            let dominated = if let InstKind::Invoke(_) = self.function.insts[def].kind {
                let end = self.function.inst_blocks(def).first().copied();
                let on_edge = is_phi && Some(block) == end && use_block == def_block;
                on_edge || end.is_some_and(|end| self.edge_dominates(def_block, end, use_block))
            } else if def_block == use_block {
                is_phi || self.order[def] < self.order[inst]
            } else {
                self.dominators.dominates(def_block, use_block)
            };
            ensure!(
                dominated,
                "operand {} is not defined on every path to its use",
                printer::print_value(self.module(), self.function, value)
            );
        }
        Ok(())
    }

    /// Whether every path to `block` goes over the edge from `start` to `end`.
    fn edge_dominates(&self, start: Block, end: Block, block: Block) -> bool {
        self.dominators.dominates(end, block)
            && self
                .cfg
                .predecessors(end)
                .iter()
                .filter(|p| **p == start)
                .count()
                == 1
            && self
                .cfg
                .predecessors(end)
                .iter()
                .all(|from| *from == start || self.dominators.dominates(end, *from))
    }

    pub(super) fn module(&self) -> &'m crate::module::Module {
        self.verifier.module
    }

    pub(super) fn types(&self) -> &'m TypeTable {
        &self.verifier.module.types
    }

    pub(super) fn type_of(&self, value: Value) -> Type {
        self.function.values[value].ty
    }

    /// Type of operand `index`.
    pub(super) fn operand_type(&self, inst: Inst, index: usize) -> Type {
        self.type_of(self.function.operand(inst, index))
    }

    pub(super) fn show(&self, ty: Type) -> String {
        self.verifier.show(ty)
    }
}
