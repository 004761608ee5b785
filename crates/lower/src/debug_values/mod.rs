//! Debug records become debug instructions: which value a variable has, from which place on.
//!
//! ```text
//!   %a = add i32 %x, 1                                 %3:gr32 = ADD32ri %0, 1, implicit-def dead $eflags
//!   #dbg_value(i32 %a, !9, !DIExpression(), !12)       DBG_VALUE %3, $noreg, !9, !DIExpression(), debug-location !12
//!   store i32 %a, ptr %p                               MOV32mr %1, 1, $noreg, 0, $noreg, %3
//! ```
//!
//! While blocks are selected, bottom up, it is noted before which machine instruction the records of each instruction
//! stand ([`FunctionLowering::note_records`]). When all is selected, it is known which values have registers, and the
//! records are taken in order ([`FunctionLowering::describe_variables`]):
//!
//! | module | what it knows |
//! |---|---|
//! | [`places`] | the registers, slots and numbers that values are |
//! | [`salvage`] | what a value was computed from that has no register, because its users compute it or nothing needs it |
//! | [`entry`] | parameters, which are where the caller has put them until they are copied |
//! | [`assignments`] | variables in memory that is written only when it has to be |
//! | [`state`] | what is kept meanwhile |
//! | [`references`] | the form in which debug instructions name instructions instead of registers |
//!
//! A value can be defined below the record that speaks of it, where an instruction is selected together with a later one.
//! Its debug instruction then follows the definition, unless another record speaks of the variable before that.
//!
//! Debug instructions are added when all else is there, so they decide nothing.

mod assignments;
mod entry;
mod places;
mod references;
mod salvage;
pub(crate) mod state;

use avarice_ir::debug_expressions::Step;
use avarice_ir::metadata::MetadataField;
use avarice_ir::{DebugInfo, DebugRecord, Expression, Fragment, MetadataId, RecordKind, Value};
use avarice_mir::debug_values::{VariableKey, inlined_at};
use avarice_mir::{Block, InsertPoint, Inst, InstBuilder, Operand, Reg};
use avarice_target::op;
use smallvec::SmallVec;

use self::assignments::Assignments;
use self::entry::DescribedArguments;
use self::state::{Anchor, At, DebugInst, Place, Waiting, debug_register, overlap};
use crate::function::FunctionLowering;
use crate::parts::Part;

impl FunctionLowering<'_> {
    /// Notes that the records of `inst` stand before all that has been selected of `machine` so far.
    #[inline]
    pub(crate) fn note_records(&mut self, inst: avarice_ir::Inst, machine: Block) {
        if self.function.debug.has_before(inst) {
            self.scratch.debug.anchors[inst] = Anchor {
                before: self.mf.blocks[machine].first,
                blocks: self.mf.blocks.len() as u32,
            };
        }
    }

    /// Adds what the records of the function say.
    ///
    /// # Requires
    /// All is selected, and blocks have the numbers of their places.
    pub(crate) fn describe_variables(&mut self) {
        let is_described = |view: DebugInfo<'_>| view.subprogram(self.global).is_some();
        if self.function.debug.is_empty() || !DebugInfo::of(self.module).is_some_and(is_described) {
            return;
        }
        self.number_instructions();
        let assignments = Assignments::of(self);
        let mut described = self.describe_parameters();
        for block in &self.function.layout {
            if self.is_reachable(*block) {
                self.describe_block(*block, &mut described, &assignments);
            }
        }
    }

    fn number_instructions(&mut self) {
        let mut next = 0;
        for block in &self.mf.layout {
            for inst in self.mf.block_insts(*block) {
                self.scratch.debug.order[inst] = next;
                next += 1;
            }
        }
    }

    fn describe_block(
        &mut self,
        block: avarice_ir::Block,
        described: &mut DescribedArguments,
        assignments: &Assignments,
    ) {
        let function = self.function;
        for inst in function.block_insts(block) {
            if !function.debug.has_before(inst) {
                continue;
            }
            let at = self.place_of_records(inst, block);
            for (number, record) in function.debug.before(inst).enumerate() {
                if !described.take(inst, number) {
                    self.describe(record, at, assignments);
                }
            }
        }
        for waiting in std::mem::take(&mut self.scratch.debug.waiting) {
            self.settle(waiting);
        }
    }

    /// Where the records of `inst` stand.
    fn place_of_records(&self, inst: avarice_ir::Inst, block: avarice_ir::Block) -> At {
        let anchor = self
            .scratch
            .debug
            .anchors
            .get(inst)
            .copied()
            .unwrap_or_default();
        let before = anchor.before.expand();
        let found = before.and_then(|before| Some((self.mf.inst_block(before)?, before)));
        let (machine, before) = match found {
            // Nothing comes between PHIs.
            Some((machine, before)) if self.mf.is_phi(before) => {
                (machine, self.mf.first_non_phi(machine))
            }
            Some((machine, before)) => (machine, Some(before)),
            None => {
                let machine = self.end_of(block, anchor);
                let mut insts = self.mf.block_insts(machine);
                (machine, insts.find(|inst| self.mf.is_terminator(*inst)))
            }
        };
        let order = |inst: Inst| self.scratch.debug.order[inst];
        let last = || self.mf.blocks[machine].last.expand();
        At {
            point: InsertPoint::new(machine, before),
            order: match before {
                Some(before) => order(before),
                None => last().map_or(0, |last| order(last) + 1),
            },
        }
    }

    /// The machine block that has the end of the first one of `block` as it was at an anchor. The blocks that its
    /// terminator made come after it and were there already.
    fn end_of(&self, block: avarice_ir::Block, anchor: Anchor) -> Block {
        let blocks = self.machine_blocks(block).map(|at| self.mf.layout[at]);
        let mut later = blocks.filter(|machine| machine.as_u32() >= anchor.blocks);
        later.next_back().unwrap_or_else(|| self.block_of(block))
    }

    fn describe(&mut self, record: &DebugRecord, at: At, assignments: &Assignments) {
        if record.kind == RecordKind::Label {
            InstBuilder::new(&mut self.mf, op::DBG_LABEL)
                .op(Operand::metadata(record.variable))
                .location(record.location.into())
                .insert_at(at.point);
            return;
        }
        let key = self.key_of(record);
        self.forget_waiting(key, at);
        let value = DebugInst {
            key,
            expression: self.expression_id(record.expression.expand()),
            location: record.location,
            is_address: record.kind == RecordKind::Declare,
        };
        let values = self.function.debug.values_of(record);
        match record.kind {
            RecordKind::Assign => self.describe_assignment(record, value, at, assignments),
            RecordKind::List => self.describe_list(values, value, at),
            RecordKind::Declare if assignments.is_in_frame(self, record) => {}
            _ => self.describe_value(values.first().copied(), value, at),
        }
    }

    /// The variable, and which part of it.
    fn key_of(&self, record: &DebugRecord) -> VariableKey {
        VariableKey {
            variable: record.variable,
            inlined_at: inlined_at(&self.mf, self.module, record.location),
            part: self.part_of(record.expression.expand()),
        }
    }

    fn part_of(&self, expression: Option<MetadataId>) -> Option<Fragment> {
        let node = self.mf.own_expressions.node(self.module, expression?)?;
        avarice_ir::debug_expressions::fragment_of(node)
    }

    /// The id of an expression; none is the empty one.
    fn expression_id(&mut self, id: Option<MetadataId>) -> MetadataId {
        if let Some(known) = id.or(self.scratch.debug.empty.expand()) {
            return known;
        }
        let id = self.new_expression(Expression::default());
        self.scratch.debug.empty = id.into();
        id
    }

    /// Whether an expression begins with the value that a register had on entry.
    fn is_entry_value(&self, id: MetadataId) -> bool {
        let node = self.mf.own_expressions.node(self.module, id);
        let first = node.and_then(|node| node.fields.first());
        let is_entry = |text: &str| text == "DW_OP_LLVM_entry_value";
        matches!(first, Some((_, MetadataField::Text(text))) if is_entry(text))
    }

    fn new_expression(&mut self, expression: Expression) -> MetadataId {
        self.mf.own_expressions.id_of(self.module, expression)
    }

    /// Says that a variable is `value`, or at that address; that it is not known if there is none.
    fn describe_value(&mut self, value: Option<Value>, mut said: DebugInst, at: At) {
        let Some(value) = value else {
            return self.describe_unknown(said, at.point);
        };
        if !said.is_address
            && let Some(parts) = self.parts_in_registers(value)
        {
            return self.describe_parts(&parts, said, at);
        }
        if self.is_entry_value(said.expression) {
            return self.describe_entry_value(value, said, at);
        }
        let known = self.places_of(&[value], Some(said.expression));
        let Some(known) = known.filter(|known| !said.is_address || known.expression.is_none())
        else {
            return self.describe_unknown(said, at.point);
        };
        if let Some(expression) = known.expression {
            said.expression = self.new_expression(expression);
        }
        match known.places[..] {
            [only] => self.describe_place(only, said, at),
            _ => self.add_list(&known.places, said, at),
        }
    }

    /// Says where the parts of a variable are that is in several registers.
    fn describe_parts(&mut self, parts: &[(Part, Option<Place>)], said: DebugInst, at: At) {
        let expression = self.expression(Some(said.expression));
        if !expression.is_plain() {
            return self.describe_unknown(said, at.point);
        }
        let whole = said.key.part;
        let size = whole
            .map(|part| part.size)
            .or_else(|| self.size_of_variable(said.key.variable));
        for (part, place) in parts {
            let offset = part.offset * 8;
            let Some(rest) = size.map_or(Some(u64::MAX), |size| size.checked_sub(offset)) else {
                break;
            };
            let size = rest.min(u64::from(part.ty.bits()));
            if size == 0 {
                break;
            }
            let first = whole.map_or(0, |whole| whole.offset);
            let part = Step::new("DW_OP_LLVM_fragment", &[first + offset, size]);
            let mut said = said;
            said.key.part = Some(Fragment {
                offset: first + offset,
                size,
            });
            said.expression = self.new_expression(Expression::default().prepended([part]));
            match place {
                Some(place) => self.describe_place(*place, said, at),
                None => self.describe_unknown(said, at.point),
            }
        }
    }

    /// The size of a variable in bits, if its type says it.
    fn size_of_variable(&self, variable: MetadataId) -> Option<u64> {
        let view = DebugInfo::of(self.module)?;
        let mut ty = view.node(variable)?.node("type")?;
        // Only a chain that is a circle is longer.
        for _ in 0..100 {
            let node = view.node(ty)?;
            match node.number("size") {
                0 => ty = node.node("baseType")?,
                size => return Some(size),
            }
        }
        None
    }

    fn describe_list(&mut self, values: &[Value], mut said: DebugInst, at: At) {
        let known = self.places_of(values, Some(said.expression));
        let Some(known) = known.filter(|known| !known.places.is_empty()) else {
            return self.describe_unknown(said, at.point);
        };
        if let Some(expression) = known.expression {
            said.expression = self.new_expression(expression);
        }
        self.add_list(&known.places, said, at);
    }

    /// A variable that is computed from several places, unless one of them comes later.
    fn add_list(&mut self, places: &[Place], said: DebugInst, at: At) {
        if places
            .iter()
            .any(|place| self.definition_after(*place, at).is_some())
        {
            return self.describe_unknown(said, at.point);
        }
        let operands: SmallVec<[Operand; 4]> = places
            .iter()
            .map(|place| self.debug_operand(*place))
            .collect();
        let inst = InstBuilder::new(&mut self.mf, op::DBG_VALUE_LIST)
            .op(Operand::metadata(said.key.variable))
            .op(Operand::metadata(said.expression))
            .ops(&operands)
            .location(said.location.into())
            .insert_at(at.point);
        self.note_named(inst, places);
    }

    /// A variable that is in one place, from where that has it.
    fn describe_place(&mut self, place: Place, said: DebugInst, at: At) {
        match self.definition_after(place, at) {
            None => self.add_value(place, said, at.point),
            Some(definition) => {
                // After a terminator there is no place: what was said before must not stay.
                let is_last = self.mf.is_terminator(definition);
                if is_last || self.scratch.debug.order[definition] != at.order {
                    self.describe_unknown(said, at.point);
                }
                if is_last {
                    return;
                }
                self.scratch.debug.waiting.push(Waiting {
                    value: said,
                    place,
                    definition,
                });
            }
        }
    }

    /// The definition of a register that comes after `at` in its block.
    fn definition_after(&self, place: Place, at: At) -> Option<Inst> {
        let Place::Register(register) = place else {
            return None;
        };
        let definition = self.mf.unique_def(register.as_virtual()?)?;
        let is_after = self.mf.inst_block(definition) == Some(at.point.block)
            && self.scratch.debug.order[definition] >= at.order;
        is_after.then_some(definition)
    }

    /// Puts the debug instruction after the definition that it waits for.
    fn settle(&mut self, waiting: Waiting) {
        let point = self.point_after(waiting.definition);
        self.add_value(waiting.place, waiting.value, point);
    }

    /// Right after a definition, but not among PHIs.
    pub(super) fn point_after(&self, definition: Inst) -> InsertPoint {
        match self.mf.inst_block(definition) {
            Some(block) if self.mf.is_phi(definition) => {
                InsertPoint::new(block, self.mf.first_non_phi(block))
            }
            _ => InsertPoint::after(&self.mf, definition),
        }
    }

    /// Something else is said of a variable at `at`: what waits for that is settled before, or void.
    fn forget_waiting(&mut self, key: VariableKey, at: At) {
        if self.scratch.debug.waiting.is_empty() {
            return;
        }
        let waiting = std::mem::take(&mut self.scratch.debug.waiting);
        for one in waiting {
            let other = one.value.key;
            let is_same = other.variable == key.variable
                && other.inlined_at == key.inlined_at
                && overlap(other.part, key.part);
            if !is_same {
                self.scratch.debug.waiting.push(one);
            } else if self.scratch.debug.order[one.definition] < at.order {
                self.settle(one);
            }
        }
    }

    fn describe_unknown(&mut self, said: DebugInst, point: InsertPoint) {
        let said = DebugInst {
            is_address: false,
            ..said
        };
        self.insert_value(debug_register(Reg::NONE), said, point);
    }

    fn add_value(&mut self, place: Place, said: DebugInst, point: InsertPoint) {
        let operand = self.debug_operand(place);
        let inst = self.insert_value(operand, said, point);
        self.note_named(inst, &[place]);
    }

    fn insert_value(&mut self, place: Operand, said: DebugInst, point: InsertPoint) -> Inst {
        let second = match said.is_address {
            true => Operand::imm(0),
            false => debug_register(Reg::NONE),
        };
        InstBuilder::new(&mut self.mf, op::DBG_VALUE)
            .op(place)
            .op(second)
            .op(Operand::metadata(said.key.variable))
            .op(Operand::metadata(said.expression))
            .location(said.location.into())
            .insert_at(point)
    }

    fn note_named(&mut self, inst: Inst, places: &[Place]) {
        let is_virtual = |place: &Place| matches!(place, Place::Register(register) if register.as_virtual().is_some());
        if places.iter().any(is_virtual) {
            self.scratch.debug.named.push(inst);
        }
    }
}
