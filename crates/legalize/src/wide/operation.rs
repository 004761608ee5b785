//! Instructions on pieces: memory, arithmetic, conversions, parts of structs, switches.

use avarice_ir::{
    BinaryOp, CastOp, Inst, InstFlags, InstKind, IntPredicate, Type, TypeData, TypeTable, Value,
};

use super::super::builder::Builder;
use super::super::calls::replace_incoming;
use super::access::{Access, WORD_BYTES};
use super::division::{divider_call, divider_type};
use super::number::{WORD, Wide, word_count};
use super::{Leaf, Splitter, piece_count};

/// An access to an object of the stack of our own.
const ON_STACK: Access = Access {
    align: 16,
    flags: InstFlags::empty(),
};

impl Splitter<'_> {
    /// Takes apart an instruction that is no call, phi or terminator.
    pub(super) fn split_operation(&mut self, inst: Inst, kind: &InstKind) {
        let pieces = match kind {
            InstKind::Load { align, .. } => self.split_load(inst, *align),
            InstKind::Store { align, .. } => self.split_store(inst, *align),
            InstKind::ExtractValue(indices) => {
                let aggregate = self.function.operand(inst, 0);
                let (first, count) = self.element(self.ty(aggregate), indices);
                let all = self.pieces_of(aggregate);
                self.joined(inst, &all[first..first + count])
            }
            InstKind::InsertValue(indices) => {
                let (aggregate, part) = (
                    self.function.operand(inst, 0),
                    self.function.operand(inst, 1),
                );
                let (first, count) = self.element(self.ty(aggregate), indices);
                let mut all = self.pieces_of(aggregate);
                let part = self.separated(inst, part);
                all.splice(first..first + count, part);
                all
            }
            InstKind::Select => {
                let [condition, yes, no] = [0, 1, 2].map(|at| self.function.operand(inst, at));
                let (yes, no) = (self.pieces_of(yes), self.pieces_of(no));
                let mut builder = self.before(inst);
                let pairs = yes.into_iter().zip(no);
                pairs
                    .map(|(yes, no)| builder.select(condition, yes, no))
                    .collect()
            }
            InstKind::Freeze => {
                let pieces = self.pieces_of(self.function.operand(inst, 0));
                let mut builder = self.before(inst);
                let frozen = pieces.into_iter().map(|piece| {
                    let ty = builder.ty(piece);
                    builder.value(InstKind::Freeze, ty, InstFlags::empty(), &[piece])
                });
                frozen.collect()
            }
            InstKind::ICmp(predicate) => {
                let (left, right) = self.two_numbers(inst);
                vec![self.before(inst).wide_compare(*predicate, &left, &right)]
            }
            InstKind::Binary(op) => self.split_binary(inst, *op).words,
            InstKind::Cast(op) => self.split_cast(inst, *op),
            _ => return,
        };
        self.replace(inst, pieces);
    }

    fn two_numbers(&mut self, inst: Inst) -> (Wide, Wide) {
        let (left, right) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        (self.number(left), self.number(right))
    }

    // ---- Memory -------------------------------------------------------------------------------

    fn access(&self, inst: Inst, align: u64, ty: Type) -> Access {
        let align = match align {
            0 => self.layout.abi_align(&self.module.types, ty),
            align => align,
        };
        let flags = self.function.insts[inst].flags & InstFlags::VOLATILE;
        Access { align, flags }
    }

    fn split_load(&mut self, inst: Inst, align: u64) -> Vec<Value> {
        let ty = self.function.insts[inst].ty;
        let access = self.access(inst, align, ty);
        let pointer = self.function.operand(inst, 0);
        let leaves = self.leaves(ty);
        let mut builder = self.before(inst);
        let mut pieces = Vec::new();
        for Leaf { ty, offset } in leaves {
            match builder.wide_bits(ty) {
                Some(bits) => pieces.extend(builder.load_number(access, bits, pointer, offset)),
                None => pieces.push(builder.load_at(access, ty, pointer, offset)),
            }
        }
        pieces
    }

    fn split_store(&mut self, inst: Inst, align: u64) -> Vec<Value> {
        let (value, pointer) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        let ty = self.ty(value);
        let access = self.access(inst, align, ty);
        let pieces = self.pieces_of(value);
        let leaves = self.leaves(ty);
        let mut builder = self.before(inst);
        let mut pieces = pieces.into_iter();
        for Leaf { ty, offset } in leaves {
            match builder.wide_bits(ty) {
                Some(bits) => {
                    let words = pieces.by_ref().take(word_count(bits)).collect();
                    builder.store_number(access, &Wide { words, bits }, pointer, offset);
                }
                None => {
                    if let Some(piece) = pieces.next() {
                        builder.store_at(access, piece, pointer, offset);
                    }
                }
            }
        }
        Vec::new()
    }

    // ---- Parts of structs and arrays ----------------------------------------------------------

    /// The first piece of the element that `indices` name in `ty`, and the number of its pieces.
    fn element(&self, ty: Type, indices: &[u32]) -> (usize, usize) {
        let (mut first, mut ty) = (0, ty);
        for index in indices {
            for before in 0..u64::from(*index) {
                let Some(other) = self.module.types.element(ty, before) else {
                    break;
                };
                first += self.pieces_in(other);
            }
            ty = self
                .module
                .types
                .element(ty, u64::from(*index))
                .unwrap_or(ty);
        }
        (first, self.pieces_in(ty))
    }

    fn pieces_in(&self, ty: Type) -> usize {
        let leaves = self.leaves(ty).into_iter();
        leaves
            .map(|leaf| piece_count(&self.module.types, leaf.ty))
            .sum()
    }

    /// The result of an instruction that takes pieces out of a value: a struct without wide parts is put
    /// together again.
    fn joined(&mut self, inst: Inst, pieces: &[Value]) -> Vec<Value> {
        let ty = self.function.insts[inst].ty;
        if self.is_split(ty) || !self.module.types.is_aggregate(ty) {
            return pieces.to_vec();
        }
        let mut paths = Vec::new();
        leaf_paths(&self.module.types, ty, &mut Vec::new(), &mut paths);
        let mut builder = self.before(inst);
        let mut all = builder.poison(ty);
        for (path, piece) in paths.into_iter().zip(pieces) {
            let kind = InstKind::InsertValue(path.into());
            all = builder.value(kind, ty, InstFlags::empty(), &[all, *piece]);
        }
        vec![all]
    }

    /// The pieces of a value that is put into another: a struct without wide parts is taken apart.
    fn separated(&mut self, inst: Inst, value: Value) -> Vec<Value> {
        let ty = self.ty(value);
        let is_const = self.function.as_const(value).is_some();
        if self.is_split(ty) || is_const || !self.module.types.is_aggregate(ty) {
            return self.pieces_of(value);
        }
        let mut paths = Vec::new();
        leaf_paths(&self.module.types, ty, &mut Vec::new(), &mut paths);
        let types = self.piece_types(ty);
        let mut builder = self.before(inst);
        let parts = paths.into_iter().zip(types).map(|(path, ty)| {
            let kind = InstKind::ExtractValue(path.into());
            builder.value(kind, ty, InstFlags::empty(), &[value])
        });
        parts.collect()
    }

    // ---- Arithmetic ---------------------------------------------------------------------------

    fn split_binary(&mut self, inst: Inst, op: BinaryOp) -> Wide {
        use BinaryOp::{AShr, Add, LShr, Mul, SDiv, SRem, Shl, Sub, UDiv, URem};
        let (left, right) = self.two_numbers(inst);
        if matches!(op, UDiv | URem | SDiv | SRem) {
            return self.divide(inst, op, &left, &right);
        }
        let mut builder = self.before(inst);
        match op {
            Add | Sub => builder.wide_add_sub(op, &left, &right).0,
            Mul => builder.wide_mul(&left, &right),
            Shl | LShr | AShr => builder.wide_shift(op, &left, right.words[0]),
            _ => builder.wide_bitwise(op, &left, &right),
        }
    }

    fn divide(&mut self, inst: Inst, op: BinaryOp, left: &Wide, right: &Wide) -> Wide {
        use BinaryOp::{SDiv, SRem, UDiv};
        let bits = left.bits;
        let signed = matches!(op, SDiv | SRem);
        if let Some(power) = self.power_of_two(right).filter(|_| !signed) {
            let mut builder = self.before(inst);
            let by = builder.word(u64::from(power));
            if op == UDiv {
                return builder.wide_shift(BinaryOp::LShr, left, by);
            }
            let one = builder.wide_number(bits, 1);
            let ones = builder.wide_ones(bits);
            let limit = builder.wide_shift(BinaryOp::Shl, &one, by);
            let mask = builder.wide_add_sub(BinaryOp::Add, &limit, &ones).0;
            return builder.wide_bitwise(BinaryOp::And, left, &mask);
        }
        let divider = self.divider(bits);
        let ty = self.module.types.int(bits);
        let old_type = divider_type(self.module, ty);
        let fn_type =
            super::signature::function_type(self.module, self.layout, self.split, old_type);
        let words_type = self.module.types.intern(TypeData::Array {
            element: TypeTable::I64,
            len: left.words.len() as u64,
        });
        let mut builder = self.before(inst);
        let places = [(); 2].map(|()| builder.alloca(words_type, WORD_BYTES));
        let numbers = [left, right].map(|number| match signed {
            true => builder.wide_abs(number),
            false => number.clone(),
        });
        let callee = avarice_ir::ConstKind::Global(divider);
        let callee = builder.module.constant(TypeTable::PTR, callee);
        let callee = builder.function.const_value(&builder.module.consts, callee);
        let mut operands = places.to_vec();
        operands.extend(numbers.iter().flat_map(|number| &number.words));
        let count = operands.len() as u32;
        operands.push(callee);
        let kind = divider_call(fn_type, count);
        let call = builder.inst(kind, TypeTable::VOID, InstFlags::empty(), &operands);
        self.mark_first_words(call, ty);
        let mut builder = self.before(inst);
        let wants_quotient = matches!(op, UDiv | SDiv);
        let place = places[usize::from(!wants_quotient)];
        let access = Access {
            align: WORD_BYTES,
            flags: InstFlags::empty(),
        };
        let words = builder.load_number(access, bits, place, 0);
        let result = Wide { words, bits };
        if !signed {
            return result;
        }
        let opposite = builder.wide_neg(&result);
        let sign = match wants_quotient {
            true => builder.wide_bitwise(BinaryOp::Xor, left, right),
            false => left.clone(),
        };
        let negative = builder.wide_is_negative(&sign);
        builder.wide_select(negative, &opposite, &result)
    }

    /// The power of two that a number is known to be.
    fn power_of_two(&mut self, number: &Wide) -> Option<u32> {
        let mut power = None;
        for (index, word) in number.words.iter().enumerate() {
            let id = self.function.as_const(*word)?;
            let avarice_ir::ConstKind::Int(bits) = self.module.consts[id].kind else {
                return None;
            };
            match bits {
                0 => {}
                bits if bits.is_power_of_two() && power.is_none() => {
                    power = Some(index as u32 * WORD + bits.trailing_zeros());
                }
                _ => return None,
            }
        }
        power
    }

    // ---- Conversions --------------------------------------------------------------------------

    fn split_cast(&mut self, inst: Inst, op: CastOp) -> Vec<Value> {
        let value = self.function.operand(inst, 0);
        let from = self.ty(value);
        let ty = self.function.insts[inst].ty;
        let signed = matches!(op, CastOp::SExt | CastOp::SiToFp | CastOp::FpToSi);
        let to = self.module.types.int_bits(ty).unwrap_or(0);
        if !self.is_split(from) {
            let mut builder = self.before(inst);
            return match op {
                CastOp::BitCast => builder.words_of_vector(value, to),
                CastOp::FpToUi | CastOp::FpToSi => builder.wide_of_float(value, to, signed).words,
                CastOp::PtrToInt => {
                    let word = builder.cast(CastOp::PtrToInt, value, TypeTable::I64);
                    builder.wide_of_int(word, to, false).words
                }
                _ => builder.wide_of_int(value, to, signed).words,
            };
        }
        let number = self.number(value);
        let is_wide = self.is_split(ty);
        let mut builder = self.before(inst);
        match op {
            CastOp::BitCast if is_wide => number.words,
            CastOp::BitCast => vec![builder.vector_of_words(&number, ty)],
            CastOp::UiToFp | CastOp::SiToFp => vec![builder.wide_to_float(&number, ty, signed)],
            CastOp::IntToPtr => vec![builder.cast(CastOp::IntToPtr, number.words[0], ty)],
            _ if is_wide => builder.wide_resize(&number, to, signed).words,
            _ => vec![builder.int_of_wide(&number, ty)],
        }
    }

    // ---- Switches -----------------------------------------------------------------------------

    /// A switch: comparisons with one case after the other.
    pub(super) fn split_switch(&mut self, inst: Inst) {
        let value = self.function.operand(inst, 0);
        let cases: Vec<Value> = self.function.operands(inst).skip(1).collect();
        let targets = self.function.inst_blocks(inst).to_vec();
        let Some(block) = self.function.insts[inst].block.expand() else {
            return;
        };
        let number = self.number(value);
        let mut conditions = Vec::with_capacity(cases.len());
        for case in cases {
            let case = self.number(case);
            conditions.push(
                self.before(inst)
                    .wide_compare(IntPredicate::Eq, &number, &case),
            );
        }
        self.function.remove_inst(inst);
        let at = self
            .function
            .layout
            .iter()
            .position(|other| *other == block);
        let mut at = at.unwrap_or(self.function.layout.len() - 1);
        let mut from = vec![block; targets.len()];
        let mut current = block;
        for (index, condition) in conditions.iter().enumerate() {
            let next = self.function.create_block(b"");
            at += 1;
            self.function.layout.insert(at, next);
            let blocks = [targets[index + 1], next];
            let void = TypeTable::VOID;
            let kind = InstKind::CondBr;
            let branch = self
                .function
                .create_inst(kind, void, false, &[*condition], &blocks);
            self.function.set_origin(branch, inst);
            self.function.append_inst(current, branch);
            from[index + 1] = current;
            current = next;
        }
        from[0] = current;
        let kind = InstKind::Br;
        let last = self
            .function
            .create_inst(kind, TypeTable::VOID, false, &[], &targets[..1]);
        self.function.set_origin(last, inst);
        self.function.append_inst(current, last);
        for (index, target) in targets.iter().enumerate() {
            if targets[..index].contains(target) {
                continue;
            }
            let edges = targets.iter().zip(&from);
            let new: Vec<_> = edges
                .filter(|(to, _)| *to == target)
                .map(|(_, from)| *from)
                .collect();
            replace_incoming(self.function, *target, block, &new);
        }
    }
}

impl Builder<'_> {
    /// The width of a wide integer type.
    pub(super) fn wide_bits(&self, ty: Type) -> Option<u32> {
        let bits = self.module.types.int_bits(ty);
        bits.filter(|bits| *bits > super::NARROW)
    }

    /// The words of the bits of a vector of more than 128 bits.
    fn words_of_vector(&mut self, vector: Value, bits: u32) -> Vec<Value> {
        let ty = self.ty(vector);
        if self.has_whole_words(ty, bits) {
            let ty = self.vector(TypeTable::I64, bits / WORD);
            let words = self.cast(CastOp::BitCast, vector, ty);
            return self.elements(words);
        }
        let place = self.alloca(ty, ON_STACK.align);
        self.store(vector, place, ON_STACK.align);
        self.load_number(ON_STACK, bits, place, 0)
    }

    /// The vector that has the bits of a number.
    fn vector_of_words(&mut self, number: &Wide, ty: Type) -> Value {
        if self.has_whole_words(ty, number.bits) {
            let words = self.gather(&number.words);
            return self.cast(CastOp::BitCast, words, ty);
        }
        let place = self.alloca(ty, ON_STACK.align);
        self.store_number(ON_STACK, number, place, 0);
        self.load(ty, place, ON_STACK.align)
    }

    /// Whether vectors of a type are bit casts of vectors of words.
    fn has_whole_words(&self, ty: Type, bits: u32) -> bool {
        bits.is_multiple_of(WORD) && !self.is_packed(ty)
    }
}

/// The indices that lead to each leaf of a struct or array.
fn leaf_paths(types: &TypeTable, ty: Type, path: &mut Vec<u32>, paths: &mut Vec<Vec<u32>>) {
    if !types.is_aggregate(ty) {
        paths.push(path.clone());
        return;
    }
    for index in 0..types.num_elements(ty).unwrap_or(0) {
        if let Some(element) = types.element(ty, index) {
            path.push(index as u32);
            leaf_paths(types, element, path, paths);
            path.pop();
        }
    }
}
