//! Locations that are apart because their objects are.

use avarice_ir::{GlobalKind, InstKind, Linkage};

use super::super::addresses::IrAddress;
use super::{Location, Query, escape};

impl Query<'_> {
    /// Whether the objects of two locations keep them apart.
    pub(super) fn are_apart(
        &self,
        a: &Location,
        b: &Location,
        (of_a, of_b): (IrAddress, IrAddress),
    ) -> bool {
        let addresses = &self.addresses;
        if addresses.is_null(of_a) || addresses.is_null(of_b) {
            return true;
        }
        if of_a != of_b && (self.is_other_object(of_a, of_b) || self.is_other_object(of_b, of_a)) {
            return true;
        }
        self.is_smaller(of_b, self.least_bytes(a)) || self.is_smaller(of_a, self.least_bytes(b))
    }

    /// Whether `object` is none that `address` can be in.
    fn is_other_object(&self, object: IrAddress, address: IrAddress) -> bool {
        let addresses = &self.addresses;
        if !addresses.is_identified(object) {
            return false;
        }
        if addresses.is_identified(address) {
            return true;
        }
        let is_constant = |address| !matches!(address, IrAddress::Value(_));
        if is_constant(address) && !is_constant(object) {
            return true;
        }
        let IrAddress::Value(value) = object else {
            return false;
        };
        // The caller does not know what the function makes.
        if addresses.is_argument(address) {
            return true;
        }
        addresses.is_escape_source(address) && !escape::escapes(addresses, value)
    }

    /// Bytes that are certainly there at a location.
    fn least_bytes(&self, location: &Location) -> u64 {
        let known = self.object_bytes(location.address, Rounding::Exact);
        let accessed = location.extent.bytes();
        known.unwrap_or(0).max(accessed.unwrap_or(0))
    }

    /// Whether an object has fewer bytes.
    fn is_smaller(&self, object: IrAddress, bytes: u64) -> bool {
        self.addresses.is_identified(object)
            && self
                .object_bytes(object, Rounding::ToAlignment)
                .is_some_and(|size| size < bytes)
    }

    /// Whether an object has exactly so many bytes.
    pub(super) fn has_bytes(&self, object: IrAddress, bytes: u64) -> bool {
        self.object_bytes(object, Rounding::Exact) == Some(bytes)
    }

    /// The bytes of a variable or stack object.
    fn object_bytes(&self, object: IrAddress, rounding: Rounding) -> Option<u64> {
        let module = self.addresses.module;
        let (size, align) = match object {
            IrAddress::Global(global) => {
                let data = &module.globals[global];
                let GlobalKind::Variable(variable) = &data.kind else {
                    return None;
                };
                let can_differ = matches!(
                    data.linkage,
                    Linkage::ExternWeak | Linkage::Weak | Linkage::LinkOnce | Linkage::Common
                );
                if variable.init.is_none() && rounding == Rounding::ToAlignment || can_differ {
                    return None;
                }
                let size = self.layout.alloc_size(&module.types, data.value_type)?;
                (size, data.align.unwrap_or(1))
            }
            IrAddress::Value(value) => {
                let body = self.addresses.body;
                let inst = body.def_inst(value)?;
                let InstKind::Alloca { ty, align, .. } = &body.insts[inst].kind else {
                    return None;
                };
                let count = body.operand(inst, 0);
                let count = module.int_value(body.as_const(count)?)?;
                let size = self.layout.alloc_size(&module.types, *ty)?;
                (size.checked_mul(count)?, *align)
            }
            IrAddress::Const(_) => return None,
        };
        match rounding {
            Rounding::Exact => Some(size),
            // A bit more can be read without a trap.
            Rounding::ToAlignment => size.checked_next_multiple_of(align.max(1)),
        }
    }
}

/// What counts as a part of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Exact,
    /// What follows up to the next multiple of its alignment.
    ToAlignment,
}
