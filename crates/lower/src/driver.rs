//! The order of selection: blocks in postorder, instructions upwards, then phis.

use avarice_ir::{
    BranchProbability, DataLayout, Function, Global, Inst, InstFlags, InstKind, Intrinsic, Module,
    intrinsics::called_global,
};
use avarice_mir::mir_info::VariableInfo;
use avarice_mir::{
    Block, InsertPoint, MachineFunction, Operand, OperandFlags, Reg, SspLayout, StackObject,
    StackObjectKind, VReg,
};
use avarice_target::{PhysReg, op};

use crate::fold::{has_side_effects, may_raise};
use crate::function::{FunctionLowering, Incoming, LowerScratch};
use crate::options::LowerOptions;
use crate::parts::count_parts;
use crate::target::{Step, TargetLowering};
use avarice_legalize::ssp_layouts;
use avarice_legalize::{Overrun, Result};

/// Selects machine instructions for function `global` of `module`.
///
/// # Requires
/// A verified module; the function has a body. `layout` is the module's.
///
/// # Ensures
/// Machine SSA: each virtual register has one definition, phis are machine PHIs, chains are in the
/// order of a function that was built top down. Unreachable IR blocks have no machine block.
///
/// # Errors
/// The first construct that the target cannot lower.
pub fn lower_function(
    module: &Module,
    layout: &DataLayout,
    global: Global,
    target: &dyn TargetLowering,
    options: &LowerOptions,
    scratch: &mut LowerScratch,
) -> Result<MachineFunction> {
    let data = &module.globals[global];
    let function = data.body().expect("only defined functions are lowered");
    let mut mf = MachineFunction::new(target.desc(), &data.name);
    mf.ir_function = Some(global);
    scratch.clear();
    scratch.cfg.compute(function);
    let optnone = module
        .attrs(data.function().and_then(|f| f.attrs.function))
        .has("optnone");
    if options.optimize && !optnone {
        scratch.probabilities.compute(module, function);
    } else {
        scratch.probabilities.forget(function);
    }
    let mut cx = FunctionLowering {
        module,
        layout,
        global,
        function,
        options,
        target,
        mf,
        status_reg: PhysReg::NONE,
        strict_float: module
            .attrs(data.function().and_then(|f| f.attrs.function))
            .has("strictfp"),
        ir_block: function.entry(),
        sequence: None,
        root: first_inst(function),
        has_root: false,
        location: None.into(),
        point: InsertPoint::at_end(Block::from_u32(0)),
        table_base: Reg::NONE,
        scratch: std::mem::take(scratch),
    };
    let result = cx.run();
    *scratch = cx.scratch;
    result.map(|()| cx.mf)
}

fn first_inst(function: &Function) -> Inst {
    let first = function.blocks[function.entry()].first.expand();
    first.expect("a block has a terminator")
}

impl FunctionLowering<'_> {
    fn run(&mut self) -> Result<()> {
        self.create_blocks();
        let target = self.target;
        target.select(self, Step::Begin)?;
        self.create_landing_pads()?;
        self.create_static_allocas()?;
        if !self.is_naked() {
            target.select(self, Step::AssignArguments)?;
        }
        self.record_variables();
        self.compute_epochs();
        let mut locals = 0;
        for index in 0..self.scratch.cfg.postorder().len() {
            let block = self.scratch.cfg.postorder()[index];
            self.select_block(block)?;
            locals += self.scratch.locals.values.len();
        }
        self.has_root = false;
        if self.options.optimize {
            self.mf.renumber_blocks();
            self.order_predecessors();
            self.number_registers();
        }
        self.insert_phis()?;
        self.location = None.into();
        target.select(self, Step::Finish)?;
        self.mf.renumber_blocks();
        self.describe_variables();
        // Values of a block that several instructions share are made after these, and put before them.
        if self.mf.is_larger_than_caches() && locals > self.mf.insts.len() / 8 {
            self.mf.pack_and_rebuild_chains();
        } else {
            self.mf.rebuild_chains();
        }
        self.refer_to_instructions();
        self.check_definitions()
    }

    /// Whether the function takes its arguments by itself.
    pub fn is_naked(&self) -> bool {
        let function = self.module.globals[self.global].function();
        let attrs = function.and_then(|function| function.attrs.function);
        self.module.attrs(attrs).has("naked")
    }

    /// Makes a machine block for each reachable block.
    fn create_blocks(&mut self) {
        let mut last = None;
        for block in &self.function.layout {
            if !self.scratch.cfg.is_reachable(*block) {
                continue;
            }
            let machine = self.mf.append_block();
            self.mf.blocks[machine].ir_block = (*block).into();
            if self.function.blocks[*block].address_taken {
                self.mf.blocks[machine].ir_address_taken = (*block).into();
            }
            self.scratch.blocks[*block] = machine.into();
            if let Some(last) = last.replace(*block) {
                self.scratch.next[last] = machine.into();
            }
        }
    }

    /// Gives each alloca of constant size in the entry block a stack object, and the others objects without size.
    fn create_static_allocas(&mut self) -> Result<()> {
        let layouts = ssp_layouts(self.module, self.layout, self.global, self.function);
        let mut layouts = layouts.into_iter().peekable();
        for inst in self.function.block_insts(self.function.entry()) {
            let InstKind::Alloca { ty, align, .. } = self.function.insts[inst].kind else {
                continue;
            };
            let count = self.const_int(self.function.operand(inst, 0));
            let size = self.layout.alloc_size(&self.module.types, ty);
            let ssp_layout = layouts.next_if(|(it, _)| *it == inst);
            let Some(size) = count.zip(size).and_then(|(n, size)| n.checked_mul(size)) else {
                self.create_sizeless_object(inst);
                continue;
            };
            let unusual = InstFlags::INALLOCA | InstFlags::SWIFTERROR;
            if self.function.insts[inst].flags.intersects(unusual) {
                return self.unsupported("alloca inalloca or swifterror");
            }
            let align = align.max(self.layout.pref_align(&self.module.types, ty));
            let mut object = StackObject::new(StackObjectKind::Default, size.max(1), align.max(1));
            let value = self.function.insts[inst].result.expand();
            object.alloca = value;
            object.aliased = true;
            object.ssp_layout = match ssp_layout {
                None => SspLayout::None,
                Some((_, Overrun::LargeArray)) => SspLayout::LargeArray,
                Some((_, Overrun::SmallArray)) => SspLayout::SmallArray,
                Some((_, Overrun::AddrOf)) => SspLayout::AddrOf,
            };
            let index = self.mf.frame.create_object(object);
            if let Some(value) = value {
                self.set_frame_value(value, index);
            }
        }
        self.find_stack_protector();
        for block in self.function.layout.iter().skip(1) {
            if !self.is_reachable(*block) {
                continue;
            }
            for inst in self.function.block_insts(*block) {
                if matches!(self.function.insts[inst].kind, InstKind::Alloca { .. }) {
                    self.create_sizeless_object(inst);
                }
            }
        }
        Ok(())
    }

    /// Makes the stack object of an alloca that is executed: it has no place, but it has an alignment.
    fn create_sizeless_object(&mut self, inst: Inst) {
        let InstKind::Alloca { ty, align, .. } = self.function.insts[inst].kind else {
            return;
        };
        let align = align.max(self.layout.pref_align(&self.module.types, ty));
        let align = match align > self.mf.frame.call_align {
            true => align,
            false => 1,
        };
        let mut object = StackObject::new(StackObjectKind::VariableSized, 0, align);
        object.alloca = self.function.insts[inst].result.expand();
        object.aliased = true;
        self.mf.frame.create_object(object);
        self.mf.frame.has_var_sized_objects = true;
    }

    /// Notes which object is the slot of the stack protector.
    fn find_stack_protector(&mut self) {
        let name: &[u8] = b"llvm.stackprotector";
        if !self.module.globals_by_name.contains_key(name) {
            return;
        }
        let mut insts = self.function.block_insts(self.function.entry());
        let call = insts.find(|inst| {
            let intrinsic = Intrinsic::of_call(self.module, self.function, *inst);
            intrinsic == Some(Intrinsic::Stackprotector)
        });
        let slot = call.and_then(|call| self.frame_value(self.function.operand(call, 1)));
        self.mf.frame.stack_protector = slot;
    }

    /// Notes which variables of the program live in which stack objects.
    fn record_variables(&mut self) {
        for declare in &self.function.debug_declares {
            let Some(slot) = self.frame_value(declare.address) else {
                continue;
            };
            let info = VariableInfo {
                variable: declare.variable.into(),
                expression: declare.expression.into(),
                location: declare.location.into(),
            };
            self.mf.frame.add_variable(slot, info);
        }
    }

    fn select_block(&mut self, block: avarice_ir::Block) -> Result<()> {
        let target = self.target;
        let machine = self.block_of(block);
        let function = self.function;
        self.ir_block = block;
        self.scratch.locals.clear();
        let Some(terminator) = function.terminator(block) else {
            return self.unsupported("block without terminator");
        };
        self.root = terminator;
        self.has_root = true;
        self.location = function.insts[terminator].debug_loc;
        self.set_point_at_end(machine);
        self.request_phi_inputs(block)?;
        target.select(self, Step::Terminator(terminator))?;
        self.end_group(machine);
        self.note_records(terminator, machine);
        for inst in function.block_insts_rev(block) {
            if matches!(function.insts[inst].kind, InstKind::Phi) {
                break;
            }
            if inst == terminator {
                continue;
            }
            self.scratch.passed.insert(inst);
            self.mark_lifetimes(inst, machine);
            if self.must_emit(inst) {
                self.select_instruction(inst, machine)?;
            }
            self.note_records(inst, machine);
        }
        let locals = self.take_locals();
        for local in &locals {
            let place = local.before.and_then(|before| self.mf.inst_block(before));
            self.point = InsertPoint::new(place.unwrap_or(machine), local.before);
            // It belongs to its earliest user, which is next to it.
            self.location = match local.before {
                Some(before) => self.mf.debug_loc(before),
                None => None.into(),
            };
            target.select(self, Step::Local(local))?;
        }
        self.scratch.locals.values = locals;
        self.location = None.into();
        if block == function.entry() && !self.is_naked() {
            self.set_point_at_start(machine);
            target.select(self, Step::Arguments)?;
        }
        Ok(())
    }

    fn select_instruction(&mut self, inst: Inst, machine: Block) -> Result<()> {
        let target = self.target;
        self.root = inst;
        self.location = self.function.insts[inst].debug_loc;
        self.set_point_at_start(machine);
        let below = self.mf.blocks[machine].first.expand();
        target.select(self, Step::Instruction(inst))?;
        self.check_target_intrinsic(inst, machine, below)?;
        self.end_group(machine);
        Ok(())
    }

    /// Refuses a call of a target's intrinsic with types that it does not have: the IR's verifier does not know
    /// these, but rows of instructions do. `below` is what follows its group in `machine`.
    fn check_target_intrinsic(
        &self,
        inst: Inst,
        machine: Block,
        below: Option<avarice_mir::Inst>,
    ) -> Result<()> {
        let InstKind::Call(_) = self.function.insts[inst].kind else {
            return Ok(());
        };
        let Some(global) = called_global(self.module, self.function, inst) else {
            return Ok(());
        };
        let callee = &self.module.globals[global];
        if !callee.name.starts_with(b"llvm.")
            || Intrinsic::of_call(self.module, self.function, inst).is_some()
        {
            return Ok(());
        }
        let group = self.mf.block_insts(machine);
        let mut group = group.take_while(|inst| Some(*inst) != below);
        match group.all(|inst| self.mf.fits_row(inst)) {
            true => Ok(()),
            false => self.unsupported(format!("intrinsic {} of these types", callee.name_str())),
        }
    }

    /// Refuses a function in which something is read that was never selected.
    fn check_definitions(&self) -> Result<()> {
        let is_undefined = |reg: VReg| {
            let is_read = |op| !self.mf.op(op).has(OperandFlags::UNDEF);
            self.mf.defs(reg).next().is_none() && self.mf.non_debug_uses(reg).any(is_read)
        };
        match self.mf.vregs.keys().find(|reg| is_undefined(*reg)) {
            Some(_) => self.unsupported("value of which a part has no register"),
            None => Ok(()),
        }
    }

    pub(crate) fn end_group(&mut self, machine: Block) {
        let first = self.mf.blocks[machine].first.expand();
        self.scratch.locals.end_group(first);
    }

    fn must_emit(&self, inst: Inst) -> bool {
        if self.scratch.done.contains(inst) {
            return false;
        }
        let data = &self.function.insts[inst];
        let result = data.result.expand();
        if result.is_some_and(|value| self.frame_value(value).is_some()) {
            return false;
        }
        if let InstKind::Call(_) = &data.kind
            && Intrinsic::of_call(self.module, self.function, inst).is_some_and(Intrinsic::is_hint)
        {
            return false;
        }
        result.is_some_and(|value| self.is_requested(value))
            || self.scratch.widened[inst].is_some()
            || has_side_effects(self.module, self.function, inst)
            || (self.strict_float
                && may_raise(self.module, self.function, inst)
                && result.is_some_and(|value| self.function.is_unused(value)))
    }

    /// Requests what the phis of all successors need from `block`.
    fn request_phi_inputs(&mut self, block: avarice_ir::Block) -> Result<()> {
        let function = self.function;
        let successors = function.successors(block);
        for successor in successors {
            let last = &mut self.scratch.edge_index.requested[*successor];
            if std::mem::replace(last, block.into()).expand() == Some(block) {
                continue;
            }
            for phi in function.block_insts(*successor) {
                let InstKind::Phi = function.insts[phi].kind else {
                    break;
                };
                self.request_phi_input(phi, block)?;
            }
        }
        Ok(())
    }

    fn request_phi_input(&mut self, phi: Inst, from: avarice_ir::Block) -> Result<()> {
        let function = self.function;
        let Some(result) = function.insts[phi].result.expand() else {
            return Ok(());
        };
        if function.is_unused(result) {
            return Ok(());
        }
        let Some(at) = self.scratch.edge_index.input(function, phi, from) else {
            return self.unsupported("phi without a value for a predecessor");
        };
        let value = function.operand(phi, at);
        for part in 0..self.parts(self.ty(value))?.len() {
            let reg = self.use_part(value, part)?;
            self.scratch.incoming.push(Incoming {
                phi,
                part: part as u32,
                from,
                reg,
            });
        }
        Ok(())
    }

    /// Makes a PHI of each requested part of each phi.
    fn insert_phis(&mut self) -> Result<()> {
        // Blocks were visited in postorder: their inputs in reverse are in reverse postorder, as llc
        // adds them.
        self.scratch.incoming.reverse();
        self.scratch.incoming.sort_by_key(|i| (i.phi, i.part));
        self.scratch.edges.sort();
        self.scratch.edges.dedup();
        for index in 0..self.function.layout.len() {
            let block = self.function.layout[index];
            if !self.scratch.cfg.is_reachable(block) {
                continue;
            }
            let machine = self.block_of(block);
            self.set_point_at_start(machine);
            for phi in self.function.block_insts(block) {
                let InstKind::Phi = self.function.insts[phi].kind else {
                    break;
                };
                self.location = self.function.insts[phi].debug_loc;
                self.insert_phi(phi, block);
            }
        }
        Ok(())
    }

    fn insert_phi(&mut self, phi: Inst, block: avarice_ir::Block) {
        let Some(value) = self.function.insts[phi].result.expand() else {
            return;
        };
        if !self.is_requested(value) {
            return;
        }
        for part in 0..count_parts(&self.module.types, self.ty(value)) {
            let def = self.requested(value, part);
            if !def.is_none() {
                self.insert_phi_part(phi, part as u32, def, block);
            }
        }
    }

    fn insert_phi_part(&mut self, phi: Inst, part: u32, def: Reg, block: avarice_ir::Block) {
        let all = &self.scratch.incoming;
        let start = all.partition_point(|i| (i.phi, i.part) < (phi, part));
        let mut operands: smallvec::SmallVec<[Operand; 8]> =
            [Operand::def(def)].into_iter().collect();
        for incoming in all[start..]
            .iter()
            .take_while(|i| (i.phi, i.part) == (phi, part))
        {
            let edges = &self.scratch.edges;
            let first =
                edges.partition_point(|(from, to, _)| (*from, *to) < (incoming.from, block));
            let edges = edges[first..].iter();
            for (.., machine) in
                edges.take_while(|(from, to, _)| (*from, *to) == (incoming.from, block))
            {
                operands.push(Operand::reg(incoming.reg));
                operands.push(Operand::block(*machine));
            }
        }
        self.emit(op::PHI).ops(&operands).done();
    }

    /// Probability of edge `index` of the current IR block.
    pub fn edge_probability(&self, index: usize) -> BranchProbability {
        let count = self.function.successors(self.ir_block).len();
        let probabilities = &self.scratch.probabilities;
        probabilities.edge(self.ir_block, index, count)
    }

    /// Whether the current IR block is known to be in a loop.
    pub fn is_in_loop(&self) -> bool {
        self.scratch.probabilities.is_in_loop(self.ir_block)
    }

    /// Probability of going from the current IR block to another, by any edge.
    pub fn successor_probability(&mut self, to: avarice_ir::Block) -> BranchProbability {
        let probabilities = &mut self.scratch.probabilities;
        probabilities.between(self.function, self.ir_block, to)
    }
}
