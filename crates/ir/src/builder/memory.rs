//! Memory: stack slots, loads, stores, addresses of elements.

use crate::entities::{Type, Value};
use crate::inst::{AtomicOrdering, InstFlags, InstKind};
use crate::types::{TypeData, TypeTable};

use super::FunctionBuilder;

impl FunctionBuilder<'_> {
    /// A stack slot, at the beginning of the function wherever the position is, so that a loop does not make more and more
    /// of them.
    pub fn alloca(&mut self, ty: Type) -> Value {
        let one = self.int(TypeTable::I32, 1);
        let kind = InstKind::Alloca {
            ty,
            align: 0,
            address_space: 0,
        };
        let entry = self.body.entry();
        let inst = self
            .body
            .create_inst(kind, TypeTable::PTR, true, &[one], &[]);
        let is_slot = |inst: &_| matches!(self.body.insts[*inst].kind, InstKind::Alloca { .. });
        let next = self.body.block_insts(entry).find(|inst| !is_slot(inst));
        match next {
            Some(next) => self.body.insert_before(next, inst),
            None => self.body.append_inst(entry, inst),
        }
        match self.body.insts[inst].result.expand() {
            Some(value) => value,
            None => self.body.add_result(inst, TypeTable::PTR),
        }
    }

    /// The value of type `ty` at `address`.
    #[track_caller]
    pub fn load(&mut self, ty: Type, address: Value) -> Value {
        self.expect_pointer("load", address);
        let kind = InstKind::Load {
            align: 0,
            ordering: AtomicOrdering::NotAtomic,
            scope: None,
        };
        self.value(kind, ty, &[address])
    }

    /// Writes `value` to `address`.
    #[track_caller]
    pub fn store(&mut self, value: Value, address: Value) {
        self.expect_pointer("store", address);
        let kind = InstKind::Store {
            align: 0,
            ordering: AtomicOrdering::NotAtomic,
            scope: None,
        };
        self.insert(kind, TypeTable::VOID, &[value, address], &[]);
    }

    /// The address of element `index` of an array of `element`s at `base`.
    #[track_caller]
    pub fn element_address(&mut self, element: Type, base: Value, index: Value) -> Value {
        self.address_in(element, base, &[index])
    }

    /// The address of a field of the struct of type `ty` at `base`.
    #[track_caller]
    pub fn field_address(&mut self, ty: Type, base: Value, field: u32) -> Value {
        let zero = self.int(TypeTable::I32, 0);
        let field = self.int(TypeTable::I32, i64::from(field));
        self.address_in(ty, base, &[zero, field])
    }

    /// `getelementptr inbounds`: the first index counts things of type `source` at `base`, each further one leads into what
    /// the last has found.
    #[track_caller]
    pub fn address_in(&mut self, source: Type, base: Value, indices: &[Value]) -> Value {
        self.expect_pointer("getelementptr", base);
        if cfg!(debug_assertions) {
            self.check_indices(source, indices);
        }
        let operands = [&[base], indices].concat();
        let kind = InstKind::GetElementPtr { source };
        let address = self.value(kind, TypeTable::PTR, &operands);
        self.add_flags(address, InstFlags::INBOUNDS);
        address
    }

    /// Panics where there is no element of these indices.
    #[track_caller]
    fn check_indices(&self, source: Type, indices: &[Value]) {
        let mut ty = source;
        for (position, index) in indices.iter().enumerate() {
            let types = self.module.types();
            self.expect_kind(
                "getelementptr",
                self.type_of(*index),
                types.is_int(self.type_of(*index)),
            );
            if position == 0 {
                continue;
            }
            let element = match types[ty] {
                TypeData::Array { element, .. } | TypeData::Vector { element, .. } => Some(element),
                _ => self
                    .known_int(*index)
                    .and_then(|index| types.element(ty, index)),
            };
            self.expect_kind("an index of getelementptr", ty, element.is_some());
            ty = element.unwrap_or(ty);
        }
    }

    #[track_caller]
    fn expect_pointer(&self, what: &str, value: Value) {
        let ty = self.type_of(value);
        self.expect_kind(what, ty, self.module.types().is_ptr(ty));
    }
}
