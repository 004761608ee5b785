//! Rules of attributes: where they may stand, which types they need, which exclude each other.

use std::fmt;

use super::{Rule, Verifier, attribute_values, ensure};
use crate::attribute::{AttrSet, AttributeKind, AttributeList};
use crate::entities::Type;
use crate::global::{FunctionData, GlobalData, UnnamedAddr};
use crate::types::{TypeData, TypeTable};

/// Attributes of parameters or results that no function has.
const NOT_ON_FUNCTIONS: &[&str] = &[
    "align",
    "allocalign",
    "allocptr",
    "byref",
    "byval",
    "dead_on_unwind",
    "dereferenceable",
    "dereferenceable_or_null",
    "elementtype",
    "immarg",
    "inalloca",
    "initializes",
    "inreg",
    "nest",
    "noalias",
    "nocapture",
    "nofpclass",
    "nonnull",
    "noundef",
    "range",
    "readnone",
    "readonly",
    "returned",
    "signext",
    "sret",
    "swiftasync",
    "swifterror",
    "swiftself",
    "writable",
    "writeonly",
    "zeroext",
];

/// Those of [`NOT_ON_FUNCTIONS`] that results have too.
const ON_RESULTS: &[&str] = &[
    "align",
    "dereferenceable",
    "dereferenceable_or_null",
    "inreg",
    "noalias",
    "nofpclass",
    "nonnull",
    "noundef",
    "range",
    "signext",
    "zeroext",
];

/// Attributes that only functions have.
const ONLY_ON_FUNCTIONS: &[&str] = &[
    "alwaysinline",
    "allockind",
    "allocsize",
    "builtin",
    "cold",
    "convergent",
    "hot",
    "inlinehint",
    "jumptable",
    "memory",
    "minsize",
    "mustprogress",
    "naked",
    "nobuiltin",
    "nocallback",
    "nocf_check",
    "noduplicate",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "nonlazybind",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosync",
    "nounwind",
    "null_pointer_is_valid",
    "optnone",
    "optsize",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_thread",
    "shadowcallstack",
    "speculatable",
    "speculative_load_hardening",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "uwtable",
    "vscale_range",
    "willreturn",
];

/// Attributes that need a pointer.
const ON_POINTERS: &[&str] = &[
    "allocptr",
    "byref",
    "byval",
    "dead_on_unwind",
    "dereferenceable",
    "dereferenceable_or_null",
    "elementtype",
    "inalloca",
    "initializes",
    "nest",
    "noalias",
    "nocapture",
    "nonnull",
    "preallocated",
    "readnone",
    "readonly",
    "sret",
    "swifterror",
    "writable",
];

/// Ways of passing an argument, of which a parameter has at most one.
const PASSING: &[&str] = &["byval", "inalloca", "preallocated", "nest", "byref", "sret"];

/// Ways of passing an argument in memory that the caller provides.
const IN_MEMORY: &[&str] = &["byval", "byref", "inalloca", "preallocated"];

/// The bytes that such an argument has at most.
const MAX_IN_MEMORY: u64 = u32::MAX as u64;

/// Pairs that exclude each other on a parameter or result.
const EXCLUSIVE: &[(&str, &str)] = &[
    ("inalloca", "readonly"),
    ("sret", "returned"),
    ("zeroext", "signext"),
    ("readnone", "readonly"),
    ("readnone", "writeonly"),
    ("readonly", "writeonly"),
];

/// Attributes that at most one parameter of a function has.
const ONCE: &[&str] = &[
    "nest",
    "returned",
    "sret",
    "swiftself",
    "swiftasync",
    "swifterror",
    "inalloca",
];

/// Largest alignment of a parameter.
const MAX_PARAM_ALIGN: u64 = 1 << 32;

/// What attributes are on, for messages.
#[derive(Clone, Copy)]
enum Place {
    Result,
    /// By its index.
    Parameter(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Result => f.write_str("the result"),
            Self::Parameter(index) => write!(f, "parameter {}", index + 1),
        }
    }
}

impl Verifier<'_> {
    /// Attributes of a function.
    pub(super) fn function_attributes_rule(
        &self,
        global: &GlobalData,
        data: &FunctionData,
    ) -> Rule {
        let TypeData::Function { ret, params, .. } = &self.module.types[global.value_type] else {
            return Ok(());
        };
        let is_intrinsic = global.name.starts_with(b"llvm.");
        self.attributes_rule(&data.attrs, *ret, params, params.len(), is_intrinsic)?;
        if !is_intrinsic {
            for group in &data.attrs.params {
                let set = self.module.attrs(*group);
                ensure!(
                    !set.has("elementtype"),
                    "elementtype on a function that is no intrinsic"
                );
            }
        }
        let first = self
            .module
            .attrs(data.attrs.params.first().copied().flatten());
        ensure!(
            !first.has("sret") || *ret == TypeTable::VOID,
            "sret on a function that returns {}",
            self.show(*ret)
        );
        let set = self.module.attrs(data.attrs.function);
        ensure!(
            !set.has("optnone") || set.has("noinline"),
            "optnone without noinline"
        );
        ensure!(
            !set.has("builtin"),
            "Attribute 'builtin' can only be applied to a callsite."
        );
        ensure!(
            !set.has("jumptable") || global.unnamed_addr == UnnamedAddr::Global,
            "Attribute 'jumptable' requires 'unnamed_addr'"
        );
        for other in ["optsize", "minsize"] {
            ensure!(
                !(set.has("optnone") && set.has(other)),
                "optnone together with {other}"
            );
        }
        if let Some(value) = set.string("frame-pointer") {
            ensure!(
                matches!(value, "all" | "non-leaf" | "none" | "reserved"),
                "unknown value \"{value}\" of \"frame-pointer\""
            );
        }
        if let Some(value) = set.string("warn-stack-size") {
            let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            ensure!(
                is_number && value.parse::<u64>().is_ok(),
                "value \"{value}\" of \"warn-stack-size\" is no unsigned integer"
            );
        }
        Ok(())
    }

    /// Attributes of a function or call with this result and these parameters, of which `declared`
    /// are in the function's type.
    pub(super) fn attributes_rule(
        &self,
        attrs: &AttributeList,
        ret: Type,
        params: &[Type],
        declared: usize,
        is_intrinsic: bool,
    ) -> Rule {
        let on_function = self.module.attrs(attrs.function);
        for attr in &on_function.attrs {
            let name = attr.name();
            ensure!(
                is_string(attr) || !NOT_ON_FUNCTIONS.contains(&name),
                "attribute {name} does not apply to functions"
            );
        }
        ensure!(
            !(on_function.has("alwaysinline") && on_function.has("noinline")),
            "alwaysinline together with noinline"
        );
        let fixed = &params[..declared.min(params.len())];
        attribute_values::of_function(&self.module.types, on_function, fixed)?;
        let on_result = self.module.attrs(attrs.ret);
        for attr in &on_result.attrs {
            let name = attr.name();
            ensure!(
                is_string(attr)
                    || ON_RESULTS.contains(&name)
                    || !NOT_ON_FUNCTIONS.contains(&name) && !ONLY_ON_FUNCTIONS.contains(&name),
                "attribute {name} does not apply to results"
            );
        }
        self.value_attributes_rule(on_result, ret, Place::Result)?;
        let mut seen = [false; ONCE.len()];
        for (index, group) in attrs.params.iter().enumerate() {
            let set = self.module.attrs(*group);
            if set.attrs.is_empty() {
                continue;
            }
            let place = Place::Parameter(index);
            let Some(ty) = params.get(index) else {
                return Err(format!("attributes of {place}, which does not exist"));
            };
            self.parameter_attributes_rule(set, *ty, place)?;
            ensure!(
                is_intrinsic || !set.has("immarg") || declared == 0,
                "immarg on a function that is no intrinsic"
            );
            for (once, seen) in ONCE.iter().zip(&mut seen) {
                if set.has(once) {
                    ensure!(!*seen, "more than one parameter with {once}");
                    *seen = true;
                }
            }
            ensure!(
                !set.has("inalloca") || index + 1 == params.len(),
                "inalloca on another than the last parameter"
            );
            ensure!(
                !set.has("returned") || *ty == ret,
                "returned on a parameter of another type than the result"
            );
            let sret = set.has("sret");
            ensure!(!sret || index < 2, "sret beyond the second parameter");
            ensure!(!sret || index < declared, "sret on a variadic argument");
        }
        Ok(())
    }

    fn parameter_attributes_rule(&self, set: &AttrSet, ty: Type, place: Place) -> Rule {
        for attr in &set.attrs {
            let name = attr.name();
            ensure!(
                is_string(attr) || !ONLY_ON_FUNCTIONS.contains(&name),
                "attribute {name} does not apply to parameters"
            );
        }
        let mut passing = PASSING.iter().filter(|name| set.has(name));
        if let (Some(first), Some(second)) = (passing.next(), passing.next()) {
            return Err(format!("{first} together with {second} on {place}"));
        }
        self.value_attributes_rule(set, ty, place)
    }

    fn value_attributes_rule(&self, set: &AttrSet, ty: Type, place: Place) -> Rule {
        let types = &self.module.types;
        for (a, b) in EXCLUSIVE {
            ensure!(
                !(set.has(a) && set.has(b)),
                "{a} together with {b} on {place}"
            );
        }
        for attr in &set.attrs {
            let name = attr.name();
            let fits = match name {
                _ if is_string(attr) => true,
                "signext" | "zeroext" | "allocalign" => types.is_int(ty),
                "range" => types.is_int(types.scalar(ty)),
                "align" => types.is_ptr(types.scalar(ty)),
                "nofpclass" => self.holds_floats(ty),
                "noundef" => ty != TypeTable::VOID,
                _ => !ON_POINTERS.contains(&name) || types.is_ptr(ty),
            };
            ensure!(
                fits,
                "attribute {name} does not fit {place}, which is {}",
                self.show(ty)
            );
            attribute_values::of_value(types, attr, ty)?;
            if let AttributeKind::Type(_, pointee) = attr {
                ensure!(
                    name == "elementtype" || self.is_sized(*pointee),
                    "{name} of unsized type {} on {place}",
                    self.show(*pointee)
                );
                let size = self.layout.alloc_size(types, *pointee);
                ensure!(
                    !IN_MEMORY.contains(&name) || size.is_none_or(|size| size <= MAX_IN_MEMORY),
                    "{name} of the huge type {} on {place}",
                    self.show(*pointee)
                );
            }
        }
        if let Some(align) = set.int("align") {
            ensure!(
                align.is_power_of_two() && align <= MAX_PARAM_ALIGN,
                "alignment {align} of {place} is not a power of two up to 2^32"
            );
        }
        Ok(())
    }

    /// Floating-point numbers, or vectors or arrays of them.
    fn holds_floats(&self, ty: Type) -> bool {
        let types = &self.module.types;
        let mut ty = ty;
        while let TypeData::Array { element, .. } = types[ty] {
            ty = element;
        }
        types.is_float(types.scalar(ty))
    }
}

fn is_string(attr: &AttributeKind) -> bool {
    matches!(attr, AttributeKind::String(..))
}
