//! Typing rules of LLVM IR, which the readers of text and of bitcode share. An error is a sentence; the reader adds
//! the place.

use cranelift_entity::SecondaryMap;

use crate::constant::{ConstExpr, ConstKind};
use crate::entities::{Const, StructId, Type};
use crate::inst::{BinaryOp, CastOp, RmwOp};
use crate::module::Module;
use crate::types::{TypeData, TypeTable};

/// Deepest nesting of types, constants and metadata within each other.
pub const MAX_DEPTH: u32 = 512;

/// The largest integer type.
pub const MAX_INT_BITS: u32 = 1 << 23;

/// The largest address space.
pub const MAX_ADDRESS_SPACE: u32 = (1 << 24) - 1;

/// Number of elements and whether it is scalable, `None` for what is not a vector.
pub type Shape = Option<(u32, bool)>;

/// How a type is written, for messages.
#[cold]
pub fn type_name(module: &Module, ty: Type) -> String {
    crate::printer::print_type(module, ty)
}

/// The shape of a type.
pub fn shape_of(module: &Module, ty: Type) -> Shape {
    match module.types[ty] {
        TypeData::Vector { len, scalable, .. } => Some((len, scalable)),
        _ => None,
    }
}

/// `ty`, or the vector of it with this shape.
pub fn with_shape(module: &mut Module, element: Type, shape: Shape) -> Type {
    match shape {
        None => element,
        Some((len, scalable)) => {
            let data = TypeData::Vector {
                element,
                len,
                scalable,
            };
            module.types.intern(data)
        }
    }
}

/// Whether `ty` is an integer or a vector of integers.
pub fn is_int_or_vector(module: &Module, ty: Type) -> bool {
    module.types.is_int(module.types.scalar(ty))
}

/// Whether `ty` is a floating-point type or a vector of one.
pub fn is_float_or_vector(module: &Module, ty: Type) -> bool {
    module.types.is_float(module.types.scalar(ty))
}

/// Whether `ty` is a pointer or a vector of pointers.
pub fn is_ptr_or_vector(module: &Module, ty: Type) -> bool {
    module.types.is_ptr(module.types.scalar(ty))
}

/// Refuses operands of a binary operator that it does not take.
pub fn check_binary(module: &Module, op: BinaryOp, ty: Type) -> Result<(), String> {
    use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
    let float = matches!(op, FAdd | FSub | FMul | FDiv | FRem);
    let fits = if float {
        is_float_or_vector(module, ty)
    } else {
        is_int_or_vector(module, ty)
    };
    if fits {
        return Ok(());
    }
    let (name, kind) = (
        op.keyword(),
        if float { "floating-point" } else { "integer" },
    );
    let message = format!(
        "'{name}' takes {kind} operands, not {}",
        type_name(module, ty)
    );
    Err(message)
}

/// Bits of a first-class type that is not an aggregate, `None` for others.
fn primitive_bits(module: &Module, ty: Type) -> Option<u64> {
    Some(match module.types[ty] {
        TypeData::Half | TypeData::BFloat => 16,
        TypeData::Float => 32,
        TypeData::Double | TypeData::X86Mmx => 64,
        TypeData::X86Fp80 => 80,
        TypeData::Fp128 | TypeData::PpcFp128 => 128,
        TypeData::X86Amx => 8192,
        TypeData::Integer(bits) => u64::from(bits),
        TypeData::Vector { element, len, .. } => primitive_bits(module, element)? * u64::from(len),
        _ => return None,
    })
}

/// Refuses conversions from `from` to `to` that `op` does not do.
#[inline]
pub fn check_cast(module: &Module, op: CastOp, from: Type, to: Type) -> Result<(), String> {
    if cast_is_valid(module, op, from, to) {
        return Ok(());
    }
    let (from, to) = (type_name(module, from), type_name(module, to));
    let message = format!("'{}' cannot convert {from} to {to}", op.keyword());
    Err(message)
}

fn cast_is_valid(module: &Module, op: CastOp, from: Type, to: Type) -> bool {
    let types = &module.types;
    let (a, b) = (types.scalar(from), types.scalar(to));
    let same_shape = shape_of(module, from) == shape_of(module, to);
    let (int_a, int_b) = (types.int_bits(a), types.int_bits(b));
    let widths = |valid: fn(u64, u64) -> bool, both: bool| {
        let bits = (primitive_bits(module, a), primitive_bits(module, b));
        same_shape && both && matches!(bits, (Some(a), Some(b)) if valid(a, b))
    };
    let ints = int_a.is_some() && int_b.is_some();
    let floats = types.is_float(a) && types.is_float(b);
    match op {
        CastOp::Trunc => widths(|a, b| a > b, ints),
        CastOp::ZExt | CastOp::SExt => widths(|a, b| a < b, ints),
        CastOp::FpTrunc => widths(|a, b| a > b, floats),
        CastOp::FpExt => widths(|a, b| a < b, floats),
        CastOp::FpToUi | CastOp::FpToSi => same_shape && types.is_float(a) && int_b.is_some(),
        CastOp::UiToFp | CastOp::SiToFp => same_shape && int_a.is_some() && types.is_float(b),
        CastOp::PtrToInt => same_shape && types.is_ptr(a) && int_b.is_some(),
        CastOp::IntToPtr => same_shape && int_a.is_some() && types.is_ptr(b),
        CastOp::AddrSpaceCast => {
            same_shape && types.is_ptr(a) && types.is_ptr(b) && types[a] != types[b]
        }
        CastOp::BitCast => bitcast_is_valid(module, from, to),
    }
}

fn bitcast_is_valid(module: &Module, from: Type, to: Type) -> bool {
    let types = &module.types;
    let (a, b) = (types.scalar(from), types.scalar(to));
    if types.is_ptr(a) != types.is_ptr(b) {
        return false;
    }
    if types.is_ptr(a) {
        // Vectors of one element and single pointers convert into each other.
        let one = |shape: Shape| matches!(shape, None | Some((1, false)));
        let shapes = (shape_of(module, from), shape_of(module, to));
        return types[a] == types[b] && (shapes.0 == shapes.1 || one(shapes.0) && one(shapes.1));
    }
    let scalable = |shape: Shape| matches!(shape, Some((_, true)));
    if from == to {
        return !matches!(
            types[from],
            TypeData::Label | TypeData::Metadata | TypeData::Function { .. }
        ) && !types.is_aggregate(from);
    }
    let amx = types[from] == TypeData::X86Amx || types[to] == TypeData::X86Amx;
    primitive_bits(module, from).is_some()
        && primitive_bits(module, from) == primitive_bits(module, to)
        && scalable(shape_of(module, from)) == scalable(shape_of(module, to))
        && (!amx || types.is_vector(from) || types.is_vector(to))
}

/// Checks the operands of a `getelementptr`: the pointer's type, and for each index its type and
/// the constant that it is. Gives the shape of the result.
pub fn check_gep(
    module: &Module,
    source: Type,
    pointer: Type,
    indices: impl Iterator<Item = (Type, Option<Const>)>,
) -> Result<Shape, String> {
    if !is_ptr_or_vector(module, pointer) {
        let message = format!(
            "'getelementptr' starts from a pointer, not {}",
            type_name(module, pointer)
        );
        return Err(message);
    }
    let types = &module.types;
    let mut shape = shape_of(module, pointer);
    let mut at = source;
    for (number, (ty, constant)) in indices.enumerate() {
        if !is_int_or_vector(module, ty) {
            let message = format!("index {} must be an integer", number + 1);
            return Err(message);
        }
        let own = shape_of(module, ty);
        if own.is_some() && shape.is_some() && own != shape {
            let message = "the vectors of a 'getelementptr' must have the same length";
            return Err(message.to_owned());
        }
        shape = shape.or(own);
        if number == 0 {
            continue;
        }
        let next = match types[at] {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => Some(element),
            _ => {
                let index = constant.and_then(|id| constant_index(module, id));
                index.and_then(|index| types.element(at, index))
            }
        };
        let Some(next) = next else {
            let ty = type_name(module, at);
            let message = format!("index {} does not select an element of {ty}", number + 1);
            return Err(message);
        };
        at = next;
    }
    Ok(shape)
}

/// The number that a constant index is, also when it is a vector of equal numbers.
fn constant_index(module: &Module, id: Const) -> Option<u64> {
    let data = &module.consts[id];
    if module.types.scalar(data.ty) != TypeTable::I32 {
        return None;
    }
    match &data.kind {
        ConstKind::Int(value) => Some(*value),
        ConstKind::Zero => Some(0),
        ConstKind::Splat(element) => constant_index(module, *element),
        ConstKind::Aggregate(elements) => {
            let first = *elements.first()?;
            let same = elements.iter().all(|element| *element == first);
            same.then(|| constant_index(module, first))?
        }
        _ => None,
    }
}

/// The type of a `getelementptr` on `pointer` whose operands have this shape.
pub fn gep_type(module: &mut Module, pointer: Type, shape: Shape) -> Type {
    if module.types.is_vector(pointer) {
        pointer
    } else {
        with_shape(module, pointer, shape)
    }
}

/// The element type that `extractelement` gives.
pub fn check_extract_element(module: &Module, vector: Type, index: Type) -> Result<Type, String> {
    match module.types[vector] {
        TypeData::Vector { element, .. } if module.types.is_int(index) => Ok(element),
        _ => Err("'extractelement' takes a vector and an integer".to_owned()),
    }
}

/// Refuses operands that `insertelement` does not take.
pub fn check_insert_element(
    module: &Module,
    vector: Type,
    element: Type,
    index: Type,
) -> Result<(), String> {
    match module.types[vector] {
        TypeData::Vector { element: own, .. } if own == element && module.types.is_int(index) => {
            Ok(())
        }
        _ => {
            Err("'insertelement' takes a vector, an element of its type and an integer".to_owned())
        }
    }
}

/// The type of a `shufflevector` of two vectors with this mask.
pub fn check_shuffle(module: &mut Module, a: Type, b: Type, mask: Const) -> Result<Type, String> {
    let data = &module.consts[mask];
    let (
        TypeData::Vector {
            element,
            len,
            scalable,
        },
        true,
    ) = (&module.types[a], a == b)
    else {
        return Err("'shufflevector' takes two vectors of the same type".to_owned());
    };
    let shape = shape_of(module, data.ty);
    let is_mask = module.types.scalar(data.ty) == TypeTable::I32
        && shape.is_some_and(|(_, mask_scalable)| mask_scalable == *scalable);
    if !is_mask {
        return Err("the mask of a shuffle is a constant vector of i32".to_owned());
    }
    if *scalable
        && !matches!(
            data.kind,
            ConstKind::Zero | ConstKind::Undef | ConstKind::Poison
        )
    {
        let message = "the mask of a scalable shuffle is all zero, undef or poison";
        return Err(message.to_owned());
    }
    let limit = 2 * u64::from(*len);
    let in_range = |id: &Const| match module.consts[*id].kind {
        ConstKind::Int(value) => value < limit,
        ConstKind::Undef | ConstKind::Poison => true,
        _ => false,
    };
    let fits = match &data.kind {
        ConstKind::Aggregate(elements) => elements.iter().all(in_range),
        ConstKind::Splat(value) => in_range(value),
        ConstKind::Zero | ConstKind::Undef | ConstKind::Poison => true,
        _ => false,
    };
    if !fits {
        let message = format!("an index of this shuffle is not a number less than {limit}");
        return Err(message);
    }
    let element = *element;
    Ok(with_shape(module, element, shape))
}

/// Refuses types that a computed value cannot have.
pub fn check_value_type(module: &Module, ty: Type) -> Result<(), String> {
    match module.types[ty] {
        TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::Function { .. } => Err(
            format!("a value cannot have type {}", type_name(module, ty)),
        ),
        _ => Ok(()),
    }
}

/// Refuses types that no parameter can have.
pub fn check_param_type(module: &Module, ty: Type) -> Result<(), String> {
    match module.types[ty] {
        TypeData::Void | TypeData::Label | TypeData::Function { .. } => Err(format!(
            "a parameter cannot have type {}",
            type_name(module, ty)
        )),
        _ => Ok(()),
    }
}

/// Refuses types that no function can return.
pub fn check_result_type(module: &Module, ty: Type) -> Result<(), String> {
    match module.types[ty] {
        TypeData::Label | TypeData::Metadata | TypeData::Function { .. } => Err(format!(
            "a function cannot return {}",
            type_name(module, ty)
        )),
        _ => Ok(()),
    }
}

/// Refuses types that no array or struct can hold.
pub fn check_member_type(module: &Module, ty: Type) -> Result<(), String> {
    match module.types[ty] {
        TypeData::Void
        | TypeData::Label
        | TypeData::Metadata
        | TypeData::Token
        | TypeData::X86Amx
        | TypeData::Function { .. } => Err(format!(
            "an array or struct cannot hold {}",
            type_name(module, ty)
        )),
        _ => Ok(()),
    }
}

/// Refuses types that no vector can hold.
pub fn check_lane_type(module: &Module, ty: Type) -> Result<(), String> {
    let types = &module.types;
    if types.is_int(ty) || types.is_float(ty) || types.is_ptr(ty) {
        return Ok(());
    }
    Err(format!("a vector cannot hold {}", type_name(module, ty)))
}

/// Refuses types that no variable can have.
pub fn check_variable_type(module: &Module, ty: Type) -> Result<(), String> {
    match module.types[ty] {
        TypeData::Function { .. } | TypeData::Label | TypeData::Metadata | TypeData::Token => Err(
            format!("a variable cannot have type {}", type_name(module, ty)),
        ),
        _ => Ok(()),
    }
}

/// The type of a comparison of values of type `ty`.
pub fn comparison_type(module: &mut Module, ty: Type) -> Type {
    let shape = shape_of(module, ty);
    with_shape(module, TypeTable::I1, shape)
}

/// Whether an instruction with this result may have fast-math flags: floating-point numbers, also
/// in vectors, arrays and structs of equal fields.
pub fn carries_fast_flags(module: &Module, mut ty: Type) -> bool {
    while let TypeData::Array { element, .. } = module.types[ty] {
        ty = element;
    }
    if let TypeData::Struct {
        fields,
        packed: false,
    } = &module.types[ty]
        && let [first, rest @ ..] = &**fields
    {
        return rest.iter().all(|field| field == first) && is_float_or_vector(module, *first);
    }
    is_float_or_vector(module, ty)
}

/// Refuses a `select` by `condition` between values of type `ty`.
pub fn check_select(module: &Module, condition: Type, ty: Type) -> Result<(), String> {
    let shape = shape_of(module, condition);
    let fits = module.types.scalar(condition) == TypeTable::I1
        && (shape.is_none() || shape == shape_of(module, ty));
    if fits {
        return Ok(());
    }
    let message = "the condition of a 'select' is an i1 or a vector of i1 of the same length";
    Err(message.to_owned())
}

/// The type that element `index` of an aggregate of type `ty` has.
pub fn check_member(module: &Module, ty: Type, index: u32) -> Result<Type, String> {
    let inner = match module.types[ty] {
        TypeData::Vector { .. } => None,
        _ => module.types.element(ty, u64::from(index)),
    };
    inner.ok_or_else(|| format!("{} has no element {index}", type_name(module, ty)))
}

/// Refuses values that an `atomicrmw` does not take.
pub fn check_rmw(module: &Module, op: RmwOp, ty: Type) -> Result<(), String> {
    use RmwOp::*;
    let types = &module.types;
    let (fits, needs) = match op {
        Xchg => (
            types.is_int(ty) || types.is_float(ty) || types.is_ptr(ty),
            "an integer, floating-point number or pointer",
        ),
        FAdd | FSub | FMax | FMin | FMaximum | FMinimum => {
            (is_float_or_vector(module, ty), "a floating-point number")
        }
        _ => (types.is_int(ty), "an integer"),
    };
    if fits {
        return Ok(());
    }
    let (op, ty) = (op.keyword(), type_name(module, ty));
    Err(format!("'atomicrmw {op}' takes {needs}, not {ty}"))
}

/// Refuses a call of a function of type `fn_type` with arguments of the types `found`.
pub fn check_arguments(
    module: &Module,
    fn_type: Type,
    found: impl ExactSizeIterator<Item = Type>,
) -> Result<(), String> {
    let TypeData::Function {
        params, var_arg, ..
    } = &module.types[fn_type]
    else {
        return Err("only a function can be called".to_owned());
    };
    let count = found.len();
    if count < params.len() || count > params.len() && !var_arg {
        let plural = if params.len() == 1 { "" } else { "s" };
        let wanted = params.len();
        return Err(format!(
            "the function takes {wanted} argument{plural}, but {count} are given"
        ));
    }
    for (number, (ty, wanted)) in found.zip(params).enumerate() {
        if ty != *wanted {
            let (ty, wanted) = (type_name(module, ty), type_name(module, *wanted));
            let number = number + 1;
            return Err(format!(
                "argument {number} has type {ty}, but the function takes {wanted}"
            ));
        }
    }
    Ok(())
}

/// What `zeroinitializer` is for a type.
pub fn zero(types: &TypeTable, ty: Type) -> ConstKind {
    match types[ty] {
        TypeData::Integer(bits) if bits <= 64 => ConstKind::Int(0),
        TypeData::Integer(bits) => ConstKind::BigInt(vec![0; bits.div_ceil(64) as usize].into()),
        TypeData::Pointer(_) => ConstKind::Null,
        TypeData::Token => ConstKind::NoneToken,
        TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => {
            ConstKind::Float(0)
        }
        TypeData::X86Fp80 | TypeData::Fp128 | TypeData::PpcFp128 => ConstKind::BigFloat([0; 2]),
        _ => ConstKind::Zero,
    }
}

/// What the elements of an aggregate have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Common {
    Zero,
    Undef,
    Poison,
    Nothing,
}

/// Which of the constants that stand for all elements `id` is.
pub(crate) fn common(module: &Module, id: Const) -> Common {
    match &module.consts[id].kind {
        ConstKind::Int(0)
        | ConstKind::Float(0)
        | ConstKind::BigFloat([0, 0])
        | ConstKind::Null
        | ConstKind::Zero
        | ConstKind::NoneToken => Common::Zero,
        ConstKind::BigInt(words) if words.iter().all(|word| *word == 0) => Common::Zero,
        ConstKind::Undef => Common::Undef,
        ConstKind::Poison => Common::Poison,
        _ => Common::Nothing,
    }
}

/// The aggregate of type `ty` with these elements, in the form in which equal constants are equal.
///
/// # Requires
/// Number and types of the elements are those of the type.
pub fn aggregate(module: &Module, ty: Type, elements: &[Const]) -> ConstKind {
    let first = elements.first().map(|id| common(module, *id));
    let all_same = first.is_some_and(|first| {
        first != Common::Nothing && elements.iter().all(|id| common(module, *id) == first)
    });
    let is_array = matches!(module.types[ty], TypeData::Array { .. });
    match first {
        None if is_array => ConstKind::Undef,
        None | Some(Common::Zero) if first.is_none() || all_same => ConstKind::Zero,
        Some(Common::Undef) if all_same => ConstKind::Undef,
        Some(Common::Poison) if all_same => ConstKind::Poison,
        _ => match as_bytes(module, ty, elements) {
            Some(bytes) => ConstKind::Bytes(bytes),
            None => ConstKind::Aggregate(elements.into()),
        },
    }
}

/// The elements as bytes, if `ty` is an array of i8 and all are numbers.
fn as_bytes(module: &Module, ty: Type, elements: &[Const]) -> Option<Box<[u8]>> {
    match module.types[ty] {
        TypeData::Array { element, .. } if element == TypeTable::I8 => {}
        _ => return None,
    }
    let byte = |id: &Const| match module.consts[*id].kind {
        ConstKind::Int(value) => Some(value as u8),
        _ => None,
    };
    elements.iter().map(byte).collect()
}

/// An array of bytes.
pub fn bytes(text: Box<[u8]>) -> ConstKind {
    match text.iter().all(|byte| *byte == 0) {
        true => ConstKind::Zero,
        false => ConstKind::Bytes(text),
    }
}

/// The lanes that the constant `mask` selects, one or all alike: -1 for poison. `None` if it does not hold numbers.
pub fn shuffle_lanes(module: &Module, mask: Const) -> Option<Result<Box<[i32]>, i32>> {
    let data = &module.consts[mask];
    let element = |id: Const| match module.consts[id].kind {
        ConstKind::Int(value) => Some(value as i32),
        ConstKind::Undef | ConstKind::Poison => Some(-1),
        _ => None,
    };
    match &data.kind {
        ConstKind::Aggregate(elements) => {
            let lanes: Option<Box<[i32]>> = elements.iter().map(|id| element(*id)).collect();
            lanes.map(Ok)
        }
        ConstKind::Zero => Some(Err(0)),
        ConstKind::Splat(value) => element(*value).map(Err),
        _ => element(mask).map(Err),
    }
}

/// The constant of which a shuffle takes nothing but the first element, where that has been inserted in `first` and is
/// not zero (a vector of zeros is written otherwise).
pub fn repeated_element(module: &Module, ty: Type, first: Const, lanes: &[i32]) -> Option<Const> {
    let consts = &module.consts;
    let ConstKind::Expr(ConstExpr::InsertElement(_, element, index)) = consts[first].kind else {
        return None;
    };
    let is_first = consts[index].kind == ConstKind::Int(0) && lanes.iter().all(|lane| *lane == 0);
    let is_number = match consts[element].kind {
        ConstKind::Int(bits) | ConstKind::Float(bits) => bits != 0,
        _ => false,
    };
    let has_lanes = matches!(module.types[ty], TypeData::Vector { .. });
    (is_first && is_number && has_lanes).then_some(element)
}

/// Refuses structs that hold themselves or nest too deeply: the first of them, and what is wrong with it.
pub fn check_structs(module: &Module) -> Result<(), (StructId, &'static str)> {
    // Depth of each struct's nesting: 0 not known yet, u32::MAX in progress.
    let mut depths: SecondaryMap<StructId, u32> = SecondaryMap::new();
    let mut work: Vec<StructId> = Vec::new();
    for id in module.types.structs.keys() {
        work.push(id);
        while let Some(&id) = work.last() {
            let before = work.len();
            let mut deepest = 0;
            each_inner_struct(module, id, &mut |inner| {
                match depths[inner] {
                    0 => work.push(inner),
                    depth => deepest = deepest.max(depth),
                };
            });
            if deepest == u32::MAX || work[before..].contains(&id) {
                return Err((id, "contains itself"));
            }
            if work.len() > before {
                depths[id] = u32::MAX;
                continue;
            }
            if deepest > MAX_DEPTH {
                return Err((id, "is nested too deeply"));
            }
            depths[id] = deepest + 1;
            work.pop();
        }
    }
    Ok(())
}

/// Calls `found` for each identified struct directly inside the body of `id`.
fn each_inner_struct(module: &Module, id: StructId, found: &mut impl FnMut(StructId)) {
    if let Some((fields, _)) = &module.types.structs[id].body {
        for field in fields {
            each_struct_in(&module.types, *field, found);
        }
    }
}

fn each_struct_in(types: &TypeTable, ty: Type, found: &mut impl FnMut(StructId)) {
    match &types[ty] {
        TypeData::Named(id) => found(*id),
        TypeData::Array { element, .. } => each_struct_in(types, *element, found),
        TypeData::Struct { fields, .. } => {
            for field in fields {
                each_struct_in(types, *field, found);
            }
        }
        _ => {}
    }
}
