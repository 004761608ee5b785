//! SCCP as a problem of sparse propagation: keys, users and what instructions compute.

use std::fmt;

use avarice_ir::printer::{print_const, print_value};
use avarice_ir::{
    BinaryOp, Block, CastOp, Const, ConstKind, DataLayout, Function, Global, Inst, InstKind,
    Intrinsic, Module, Type, TypeTable, Value, ValueDef,
};
use cranelift_entity::{SecondaryMap, entity_impl};
use smallvec::SmallVec;

use super::lattice::{Fact, Known, Merge};
use super::stored::{RangePool, StoredFact};
use crate::fold::Folder;
use crate::range::{ConstantRange, MAX_BITS};
use crate::sparse::{LatticeFunction, StateOf};

/// What has a fact: a value, or a field of a value that is a struct.
///
/// Values keep their numbers; fields follow, those of one struct in a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u32);
entity_impl!(Slot, "slot");

/// Limit of incoming values for a phi to be evaluated: phis with more are hardly ever constant.
const MAX_INCOMING: usize = 64;

/// Widenings of a range that are allowed outside phis.
pub const MAX_EXTENSIONS: u8 = 10;

/// A function and what is found out about it.
pub struct Problem<'a> {
    /// The module, for its constants.
    pub module: &'a mut Module,
    /// Sizes.
    pub layout: &'a DataLayout,
    /// The function.
    pub function: &'a Function,
    /// Whether memory at address 0 may be accessed.
    pub(super) null_pointer_is_valid: bool,
    pub(super) fields: &'a mut Fields,
    pub(super) ranges: &'a mut RangePool,
    pub(super) operands: Vec<Const>,
}

/// Slots of the fields of structs, and users that are not in the def-use chains.
#[derive(Default)]
pub struct Fields {
    num_values: u32,
    /// By value that is a struct: its first field's slot.
    first: SecondaryMap<Value, u32>,
    /// By slot after those of values: the value.
    owners: Vec<Value>,
    /// Instructions to visit when a value changes that they do not use: the parts of what is computed with overflow.
    extra_users: SecondaryMap<Value, SmallVec<[Inst; 2]>>,
    has_extra_users: bool,
}

impl Fields {
    /// Numbers the fields of all values of `function`.
    pub fn reset(&mut self, module: &Module, function: &Function) {
        self.num_values = function.values.len() as u32;
        self.first.clear();
        self.owners.clear();
        if std::mem::take(&mut self.has_extra_users) {
            self.extra_users.clear();
        }
        for (value, data) in function.values.iter() {
            if let Some((fields, _)) = module.types.struct_fields(data.ty) {
                self.first[value] = self.num_values + self.owners.len() as u32;
                let len = self.owners.len() + fields.len();
                self.owners.resize(len, value);
            }
        }
    }

    /// The slot of a value that is no struct.
    pub fn slot(&self, value: Value) -> Slot {
        Slot(value.as_u32())
    }

    /// The slot of a field.
    pub fn field(&self, value: Value, index: u32) -> Slot {
        Slot(self.first[value] + index)
    }

    /// The value that a slot belongs to.
    pub fn owner(&self, slot: Slot) -> Value {
        match slot.0.checked_sub(self.num_values) {
            None => Value::from_u32(slot.0),
            Some(index) => self.owners[index as usize],
        }
    }
}

impl<'a> Problem<'a> {
    /// The problem of `function`, the body of `global`, whose slots are in `fields`. `ranges` is for the ranges of its
    /// facts.
    pub fn new(
        module: &'a mut Module,
        layout: &'a DataLayout,
        global: Global,
        function: &'a Function,
        fields: &'a mut Fields,
        ranges: &'a mut RangePool,
    ) -> Self {
        let attrs = module.globals[global]
            .function()
            .map(|data| data.attrs.function);
        let null_pointer_is_valid = module.attrs(attrs.flatten()).has("null_pointer_is_valid");
        Self {
            module,
            layout,
            function,
            null_pointer_is_valid,
            fields,
            ranges,
            operands: Vec::new(),
        }
    }

    pub(super) fn folder(&mut self) -> Folder<'_> {
        Folder {
            module: self.module,
            layout: self.layout,
        }
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.function.values[value].ty
    }

    /// Number of fields of a struct; `None` for other types.
    pub fn num_fields(&self, ty: Type) -> Option<u32> {
        let (fields, _) = self.module.types.struct_fields(ty)?;
        Some(fields.len() as u32)
    }

    /// The width of integers, or of the elements of vectors of integers, that have ranges.
    pub fn range_bits(&self, ty: Type) -> Option<u32> {
        let bits = self.module.types.int_bits(self.module.types.scalar(ty))?;
        (bits <= MAX_BITS).then_some(bits)
    }

    /// What is known of a value that is no struct.
    pub fn fact(&self, state: &StateOf<Self>, value: Value) -> Fact {
        match self.function.values[value].def {
            ValueDef::Const(id) => Fact::of_const(self.module, id),
            _ => self.ranges.load(*state.fact(self.fields.slot(value))),
        }
    }

    /// What is known of a field of a struct.
    pub fn field_fact(&mut self, state: &StateOf<Self>, value: Value, index: u32) -> Fact {
        match self.function.values[value].def {
            ValueDef::Const(id) => match self.folder().element(id, u64::from(index)) {
                Some(element) => Fact::of_const(self.module, element),
                None => Fact::OVERDEFINED,
            },
            _ => self
                .ranges
                .load(*state.fact(self.fields.field(value, index))),
        }
    }

    /// The one constant that a value is.
    pub fn constant(&mut self, fact: &Fact, ty: Type) -> Option<Const> {
        match fact.known {
            Known::Constant(id) => Some(id),
            Known::Range { range, .. } => {
                let value = range.as_single()?;
                let number = crate::fold::int::Int::new(range.bits(), value);
                Some(self.folder().int(ty, &number))
            }
            _ => None,
        }
    }

    fn result(&self, inst: Inst) -> Option<Value> {
        self.function.insts[inst].result.expand()
    }

    /// Marks the result of `inst`, or all its fields, overdefined.
    pub(super) fn mark_overdefined(&self, state: &mut StateOf<Self>, inst: Inst) {
        let Some(result) = self.result(inst) else {
            return;
        };
        match self.num_fields(self.ty(result)) {
            None => self.give_up(state, self.fields.slot(result)),
            Some(count) => {
                for index in 0..count {
                    self.give_up(state, self.fields.field(result, index));
                }
            }
        }
    }

    /// Marks a slot overdefined.
    pub(super) fn give_up(&self, state: &mut StateOf<Self>, slot: Slot) {
        let stored = state.fact_mut(slot);
        if !stored.is_overdefined() {
            *stored = StoredFact::Overdefined;
            state.notify(self, slot);
        }
    }

    pub(super) fn merge_slot(
        &mut self,
        state: &mut StateOf<Self>,
        slot: Slot,
        fact: &Fact,
        merge: Merge,
    ) {
        let stored = state.fact_mut(slot);
        if stored.is_overdefined() {
            return;
        }
        let mut merged = self.ranges.load(*stored);
        if merged.merge_in(self.module, fact, merge) {
            self.ranges.store(stored, &merged);
            state.notify(self, slot);
        }
    }

    /// Merges `fact` into that of the result of `inst`, which is no struct.
    pub(super) fn merge_result(&mut self, state: &mut StateOf<Self>, inst: Inst, fact: &Fact) {
        if let Some(result) = self.result(inst) {
            self.merge_slot(state, self.fields.slot(result), fact, Merge::default());
        }
    }

    /// Sets the result of `inst` to a constant.
    pub(super) fn mark_constant(&mut self, state: &mut StateOf<Self>, inst: Inst, id: Const) {
        if let Some(result) = self.result(inst) {
            let slot = self.fields.slot(result);
            let stored = state.fact_mut(slot);
            let mut fact = self.ranges.load(*stored);
            if fact.mark_constant(self.module, id, false) {
                self.ranges.store(stored, &fact);
                state.notify(self, slot);
            }
        }
    }

    /// Whether nothing more can become known of the result. (Of a struct, the fields are overdefined, never its own slot.)
    fn is_given_up(&self, state: &StateOf<Self>, inst: Inst) -> bool {
        self.result(inst)
            .is_some_and(|result| state.fact(self.fields.slot(result)).is_overdefined())
    }

    pub(super) fn add_extra_user(&mut self, value: Value, user: Inst) {
        let users = &mut self.fields.extra_users[value];
        if !users.contains(&user) {
            users.push(user);
            self.fields.has_extra_users = true;
        }
    }

    fn visit_phi(&mut self, state: &mut StateOf<Self>, phi: Inst) {
        let function = self.function;
        let ty = function.insts[phi].ty;
        if self.num_fields(ty).is_some() || function.num_operands(phi) > MAX_INCOMING {
            return self.mark_overdefined(state, phi);
        }
        let Some(result) = self.result(phi) else {
            return;
        };
        let slot = self.fields.slot(result);
        let to = self.block_of(phi);
        let mut fact = self.ranges.load(*state.fact(slot));
        let mut active = 0;
        for (value, from) in function.operands(phi).zip(function.inst_blocks(phi)) {
            if !state.is_feasible(*from, to) {
                continue;
            }
            let incoming = self.fact(state, value);
            fact.merge_in(self.module, &incoming, Merge::default());
            active += 1;
            if fact.is_overdefined() {
                break;
            }
        }
        // Each incoming value may extend the range once, and there may be one extension more.
        let merge = Merge {
            or_undef: false,
            max_extensions: Some(active + 1),
        };
        self.merge_slot(state, slot, &fact, merge);
        if let StoredFact::Range { extensions, .. } = state.fact_mut(slot) {
            *extensions = active.max(*extensions);
        }
    }

    fn visit_cast(&mut self, state: &mut StateOf<Self>, inst: Inst, op: CastOp) {
        let value = self.function.operand(inst, 0);
        let fact = self.fact(state, value);
        if fact.is_unknown_or_undef() {
            return;
        }
        let (from, to) = (self.ty(value), self.function.insts[inst].ty);
        if let Some(id) = self.constant(&fact, from)
            && let Some(id) = self.folder().cast(op, id, to)
        {
            return self.mark_constant(state, inst, id);
        }
        // A bitcast may have another number of elements.
        match (self.range_bits(from), self.range_bits(to)) {
            (Some(from_bits), Some(bits)) if op != CastOp::BitCast => {
                let range = fact.as_range(self.module, from_bits, false).cast(op, bits);
                self.merge_result(state, inst, &Fact::of_range(range));
            }
            _ => self.mark_overdefined(state, inst),
        }
    }

    fn visit_binary(&mut self, state: &mut StateOf<Self>, inst: Inst, op: BinaryOp) {
        let (left, right) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        let (a, b) = (self.fact(state, left), self.fact(state, right));
        if a.is_unknown_or_undef() || b.is_unknown_or_undef() {
            return;
        }
        if a.is_overdefined() && b.is_overdefined() {
            return self.mark_overdefined(state, inst);
        }
        let ty = self.function.insts[inst].ty;
        if matches!(a.known, Known::Constant(_)) || matches!(b.known, Known::Constant(_)) {
            let (a, b) = (self.constant(&a, ty), self.constant(&b, ty));
            if let Some(id) = self.folder().partly_constant_binary(op, a, b) {
                let mut fact = Fact::default();
                fact.mark_constant(self.module, id, true);
                return self.merge_result(state, inst, &fact);
            }
        }
        let Some(bits) = self.range_bits(ty) else {
            return self.mark_overdefined(state, inst);
        };
        let flags = self.function.insts[inst].flags;
        let (a, b) = (
            a.as_range(self.module, bits, false),
            b.as_range(self.module, bits, false),
        );
        let range = a.binary_with_flags(op, flags, b);
        self.merge_result(state, inst, &Fact::of_range(range));
    }

    fn visit_compare(&mut self, state: &mut StateOf<Self>, inst: Inst) {
        let (left, right) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        let (a, b) = (self.fact(state, left), self.fact(state, right));
        if let Some(id) = self.comparison(inst, &a, &b) {
            let fact = Fact::of_const(self.module, id);
            return self.merge_result(state, inst, &fact);
        }
        let is_constant = self
            .result(inst)
            .is_some_and(|result| self.fact(state, result).is_constant());
        if (a.is_unknown_or_undef() || b.is_unknown_or_undef()) && !is_constant {
            return;
        }
        self.mark_overdefined(state, inst);
    }

    /// The one result that a comparison can have.
    fn comparison(&mut self, inst: Inst, a: &Fact, b: &Fact) -> Option<Const> {
        use avarice_ir::IntPredicate::{Eq, Ne};
        if a.is_unknown_or_undef() || b.is_unknown_or_undef() {
            return None;
        }
        let data = &self.function.insts[inst];
        if let (Known::Constant(left), Known::Constant(right)) = (a.known, b.known) {
            let mut folder = self.folder();
            return match data.kind {
                InstKind::ICmp(predicate) => folder.icmp(predicate, left, right),
                InstKind::FCmp(predicate) => folder.fcmp(predicate, left, right),
                _ => None,
            };
        }
        let InstKind::ICmp(predicate) = data.kind else {
            return None;
        };
        let truth = match (a.known, b.known) {
            (Known::NotConstant(not), Known::Constant(is))
            | (Known::Constant(is), Known::NotConstant(not))
                if not == is && matches!(predicate, Eq | Ne) =>
            {
                predicate == Ne
            }
            (Known::Range { range: left, .. }, Known::Range { range: right, .. }) => {
                if left.always(predicate, right) {
                    true
                } else if left.always(predicate.inverse(), right) {
                    false
                } else {
                    return None;
                }
            }
            _ => return None,
        };
        Some(self.folder().bool(data.ty, truth))
    }

    fn visit_select(&mut self, state: &mut StateOf<Self>, inst: Inst) {
        if self.num_fields(self.function.insts[inst].ty).is_some() {
            return self.mark_overdefined(state, inst);
        }
        let [condition, yes, no] = [0, 1, 2].map(|index| self.function.operand(inst, index));
        let fact = self.fact(state, condition);
        if fact.is_unknown_or_undef() {
            return;
        }
        let (yes, no) = (self.fact(state, yes), self.fact(state, no));
        if self.ty(condition) == TypeTable::I1
            && let Some(value) = fact.defined_range().and_then(ConstantRange::as_single)
        {
            return self.merge_result(state, inst, if value == 0 { &no } else { &yes });
        }
        self.merge_result(state, inst, &yes);
        self.merge_result(state, inst, &no);
    }

    fn visit_fneg(&mut self, state: &mut StateOf<Self>, inst: Inst) {
        let value = self.function.operand(inst, 0);
        let fact = self.fact(state, value);
        if fact.is_unknown_or_undef() {
            return;
        }
        if let Some(id) = self.constant(&fact, self.ty(value))
            && let Some(id) = self.folder().fneg(id)
        {
            return self.mark_constant(state, inst, id);
        }
        self.mark_overdefined(state, inst);
    }

    fn visit_freeze(&mut self, state: &mut StateOf<Self>, inst: Inst) {
        let value = self.function.operand(inst, 0);
        if self.num_fields(self.ty(value)).is_some() {
            return self.mark_overdefined(state, inst);
        }
        let fact = self.fact(state, value);
        if fact.is_unknown_or_undef() {
            return;
        }
        if let Some(id) = self.constant(&fact, self.ty(value))
            && self.folder().is_well_defined(id)
        {
            return self.mark_constant(state, inst, id);
        }
        self.mark_overdefined(state, inst);
    }

    fn visit_gep(&mut self, state: &mut StateOf<Self>, inst: Inst) {
        let function = self.function;
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        for value in function.operands(inst) {
            let fact = self.fact(state, value);
            if fact.is_unknown_or_undef() {
                self.operands = operands;
                return;
            }
            match self.constant(&fact, self.ty(value)) {
                Some(id) => operands.push(id),
                None => break,
            }
        }
        let folded = if operands.len() == function.num_operands(inst) {
            self.folder().instruction(function, inst, &operands)
        } else {
            None
        };
        self.operands = operands;
        match folded {
            Some(id) => self.mark_constant(state, inst, id),
            None => self.mark_overdefined(state, inst),
        }
    }

    fn visit_load(&mut self, state: &mut StateOf<Self>, inst: Inst) {
        let data = &self.function.insts[inst];
        let is_volatile = data.flags.contains(avarice_ir::InstFlags::VOLATILE);
        if is_volatile || self.num_fields(data.ty).is_some() {
            return self.mark_overdefined(state, inst);
        }
        let pointer = self.function.operand(inst, 0);
        let fact = self.fact(state, pointer);
        if fact.is_unknown_or_undef() {
            return;
        }
        if let Known::Constant(id) = fact.known {
            if self.module.consts[id].kind == ConstKind::Null {
                if self.null_is_valid(self.ty(pointer)) {
                    self.mark_overdefined(state, inst);
                }
                return;
            }
            if let Some(id) = self.folder().load(id, data.ty) {
                return self.mark_constant(state, inst, id);
            }
        }
        let fact = self.fact_of_metadata(inst);
        self.merge_result(state, inst, &fact);
    }

    fn visit_extract_value(&mut self, state: &mut StateOf<Self>, inst: Inst, indices: &[u32]) {
        let aggregate = self.function.operand(inst, 0);
        let ty = self.function.insts[inst].ty;
        let (&[index], Some(_)) = (indices, self.num_fields(self.ty(aggregate))) else {
            return self.mark_overdefined(state, inst);
        };
        if self.num_fields(ty).is_some() {
            return self.mark_overdefined(state, inst);
        }
        if let Some(call) = self.function.def_inst(aggregate)
            && let Some((op, signed)) = self.with_overflow(call)
        {
            return self.visit_overflow_part(state, inst, call, op, signed, index);
        }
        let fact = self.field_fact(state, aggregate, index);
        self.merge_result(state, inst, &fact);
    }

    fn visit_insert_value(&mut self, state: &mut StateOf<Self>, inst: Inst, indices: &[u32]) {
        let (aggregate, element) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        let (Some(count), &[index], Some(result)) = (
            self.num_fields(self.ty(aggregate)),
            indices,
            self.result(inst),
        ) else {
            return self.mark_overdefined(state, inst);
        };
        for field in 0..count {
            let fact = if field != index {
                self.field_fact(state, aggregate, field)
            } else if self.num_fields(self.ty(element)).is_some() {
                Fact::OVERDEFINED
            } else {
                self.fact(state, element)
            };
            let slot = self.fields.field(result, field);
            self.merge_slot(state, slot, &fact, Merge::default());
        }
    }
}

impl LatticeFunction for Problem<'_> {
    type Key = Slot;
    type Fact = StoredFact;
    type Block = Block;
    type Inst = Inst;

    fn num_blocks(&self) -> usize {
        self.function.blocks.len()
    }

    fn successors(&self, block: Block) -> &[Block] {
        self.function.successors(block)
    }

    fn first_inst(&self, block: Block) -> Option<Inst> {
        self.function.blocks[block].first.expand()
    }

    fn next_inst(&self, inst: Inst) -> Option<Inst> {
        self.function.insts[inst].next.expand()
    }

    fn block_of(&self, inst: Inst) -> Block {
        let block = self.function.insts[inst].block.expand();
        block.unwrap_or(self.function.entry())
    }

    fn is_phi(&self, inst: Inst) -> bool {
        self.function.is_phi(inst)
    }

    fn users(&self, key: Slot, users: &mut Vec<Inst>) {
        let value = self.fields.owner(key);
        let slots = self.function.uses_of(value);
        users.extend(slots.map(|slot| self.function.uses[slot].user));
        if self.fields.has_extra_users {
            users.extend_from_slice(&self.fields.extra_users[value]);
        }
    }

    fn is_overdefined(&self, fact: &StoredFact) -> bool {
        fact.is_overdefined()
    }

    fn merge(&mut self, left: &StoredFact, right: &StoredFact) -> StoredFact {
        let mut fact = self.ranges.load(*left);
        fact.merge_in(self.module, &self.ranges.load(*right), Merge::default());
        let mut merged = StoredFact::default();
        self.ranges.store(&mut merged, &fact);
        merged
    }

    /// All phis are special: they count how often their ranges grow.
    fn phi(&self, _: Inst, _: &mut Vec<(Slot, Block)>) -> Option<Slot> {
        None
    }

    fn transfer(&mut self, inst: Inst, state: &mut StateOf<Self>) {
        use InstKind::*;
        if self.is_given_up(state, inst) {
            return;
        }
        let function = self.function;
        match &function.insts[inst].kind {
            Phi => self.visit_phi(state, inst),
            Cast(op) => self.visit_cast(state, inst, *op),
            Binary(op) => self.visit_binary(state, inst, *op),
            ICmp(_) | FCmp(_) => self.visit_compare(state, inst),
            Select => self.visit_select(state, inst),
            FNeg => self.visit_fneg(state, inst),
            Freeze => self.visit_freeze(state, inst),
            GetElementPtr { .. } => self.visit_gep(state, inst),
            Load { .. } => self.visit_load(state, inst),
            ExtractValue(indices) => self.visit_extract_value(state, inst, indices),
            InsertValue(indices) => self.visit_insert_value(state, inst, indices),
            Call(_) | Invoke(_) | CallBr(_) => self.visit_call(state, inst),
            _ => self.mark_overdefined(state, inst),
        }
    }

    fn feasible_successors(&mut self, inst: Inst, state: &StateOf<Self>, feasible: &mut Vec<bool>) {
        if self.function.insts[inst].kind.is_terminator() {
            self.branch(inst, state, feasible);
        }
    }

    fn print_key(&self, key: Slot, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.fields.owner(key);
        f.write_str(&print_value(self.module, self.function, value))?;
        match self.num_fields(self.ty(value)) {
            Some(_) => write!(f, ", {}", key.0 - self.fields.first[value]),
            None => Ok(()),
        }
    }

    fn print_fact(&self, fact: &StoredFact, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ranges.load(*fact).known {
            Known::Unknown => f.write_str("unknown"),
            Known::Undef => f.write_str("undef"),
            Known::Constant(id) => write!(f, "constant {}", print_const(self.module, id)),
            Known::NotConstant(id) => write!(f, "not {}", print_const(self.module, id)),
            Known::Range { range, or_undef } => {
                write!(f, "range {range}")?;
                f.write_str(if or_undef { " or undef" } else { "" })
            }
            Known::Overdefined => f.write_str("overdefined"),
        }
    }
}

/// The operation of an intrinsic that says whether it overflowed, and whether as signed numbers.
pub(super) fn overflow_operation(intrinsic: Intrinsic) -> Option<(BinaryOp, bool)> {
    use Intrinsic::*;
    Some(match intrinsic {
        SaddWithOverflow => (BinaryOp::Add, true),
        UaddWithOverflow => (BinaryOp::Add, false),
        SsubWithOverflow => (BinaryOp::Sub, true),
        UsubWithOverflow => (BinaryOp::Sub, false),
        SmulWithOverflow => (BinaryOp::Mul, true),
        UmulWithOverflow => (BinaryOp::Mul, false),
        _ => return None,
    })
}
