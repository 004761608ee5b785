//! Addresses of the IR: which object they are in, and how far from its begin.
//!
//! ```text
//!   %a = alloca [4 x i64]
//!   %p = getelementptr inbounds [4 x i64], ptr %a, i64 0, i64 %i      %a + 8·%i
//!   %q = getelementptr inbounds i8, ptr %p, i64 8                     %a + 8·%i + 8
//! ```

use std::cell::OnceCell;

use avarice_ir::{
    CastOp, Const, ConstExpr, ConstKind, DataLayout, Function, FunctionData, GepStep, GepWalk,
    Global, InstFlags, InstKind, Module, Type, Value, ValueDef,
};
use avarice_mir::{MachineFunction, MemPointer};
use smallvec::SmallVec;

/// How many steps an address is followed back to the object that it is in.
const MOST_STEPS: usize = 6;

/// What an address was computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Object {
    Value(Value),
    Global(Global),
    Constant(Const),
}

/// Values, each times so many bytes.
type Terms = SmallVec<[(Value, i64); 2]>;

/// `object + offset + Σ index · stride`, in bytes.
#[derive(Clone, Debug)]
struct Address {
    object: Object,
    offset: i64,
    terms: Terms,
    /// Whether each step stays in the object.
    is_in_bounds: bool,
}

/// A step from one address to another.
type Step = (Object, i64, Terms, bool);

/// What is known of the addresses of a function.
pub(crate) struct Addresses<'m> {
    module: &'m Module,
    data: Option<&'m FunctionData>,
    layout: OnceCell<Option<DataLayout>>,
}

impl<'m> Addresses<'m> {
    pub(crate) fn new(module: &'m Module, function: &MachineFunction) -> Self {
        let global = function.ir_function;
        Self {
            module,
            data: global.and_then(|global| module.globals[global].function()),
            layout: OnceCell::new(),
        }
    }

    fn ir(&self) -> Option<&'m Function> {
        self.data?.body.as_deref()
    }

    fn layout(&self) -> Option<&DataLayout> {
        let compute = || DataLayout::of_module(self.module).ok();
        self.layout.get_or_init(compute).as_ref()
    }

    /// Whether accesses of so many bytes (`None` for any number) at two addresses have no byte in common.
    pub(crate) fn are_apart(&self, both: [(MemPointer, Option<u64>); 2]) -> bool {
        let [first, second] = both;
        let (Some(a), Some(b)) = (self.address(first.0), self.address(second.0)) else {
            return false;
        };
        if a.object != b.object && self.are_different(a.object, b.object) {
            return true;
        }
        let Some((distance, terms)) = difference(&a, &b) else {
            return false;
        };
        let sizes = [first.1, second.1].map(|size| size.and_then(|size| i64::try_from(size).ok()));
        // An address in bounds that would have to begin before its object.
        let begins_before = |address: &Address, object: Object, size: Option<i64>, by: i64| {
            let is_past = size.is_some_and(|size| by >= size);
            address.is_in_bounds && terms.is_empty() && is_past && self.is_begin(object)
        };
        let back = distance.checked_neg();
        if begins_before(&a, b.object, sizes[1], distance)
            || back.is_some_and(|back| begins_before(&b, a.object, sizes[0], back))
        {
            return true;
        }
        a.object == b.object
            && are_beside(distance, &terms, sizes, a.is_in_bounds && b.is_in_bounds)
    }

    /// The IR value `pointer` as an address, as far as it is followed.
    fn address(&self, pointer: MemPointer) -> Option<Address> {
        let object = match pointer {
            MemPointer::Value(value) => Object::Value(value),
            MemPointer::Global(global) => Object::Global(global),
            MemPointer::Const(id) => Object::Constant(id),
            _ => return None,
        };
        let mut address = Address {
            object,
            offset: 0,
            terms: Terms::new(),
            is_in_bounds: true,
        };
        for _ in 0..MOST_STEPS {
            let Some((object, offset, terms, is_in_bounds)) = self.step(address.object) else {
                break;
            };
            address.object = object;
            address.offset = address.offset.checked_add(offset)?;
            for (value, stride) in terms {
                add_term(&mut address.terms, value, stride)?;
            }
            address.is_in_bounds &= is_in_bounds;
        }
        Some(address)
    }

    /// What `object` was computed from, and how far it is from there.
    fn step(&self, object: Object) -> Option<Step> {
        let same = |object| Some((object, 0, Terms::new(), true));
        match object {
            Object::Global(_) => None,
            Object::Constant(id) => match &self.module.consts[id].kind {
                ConstKind::Global(global) => same(Object::Global(*global)),
                ConstKind::Expr(ConstExpr::Gep {
                    source,
                    flags,
                    operands,
                    ..
                }) => {
                    let (base, indices) = operands.split_first()?;
                    let indices = indices.iter().map(|index| (self.number(*index), None));
                    let (offset, terms) = self.walk(*source, indices)?;
                    let is_in_bounds = flags.contains(InstFlags::INBOUNDS);
                    Some((Object::Constant(*base), offset, terms, is_in_bounds))
                }
                _ => None,
            },
            Object::Value(value) => {
                let ir = self.ir()?;
                let inst = match ir.values[value].def {
                    ValueDef::Const(id) => return same(Object::Constant(id)),
                    ValueDef::Inst(inst) => inst,
                    _ => return None,
                };
                match ir.insts[inst].kind {
                    InstKind::Cast(CastOp::BitCast) => same(Object::Value(ir.operand(inst, 0))),
                    InstKind::GetElementPtr { source } => {
                        let indices = ir.operands(inst).skip(1).map(|index| {
                            let number = ir.as_const(index).and_then(|id| self.number(id));
                            (number, Some(index))
                        });
                        let (offset, terms) = self.walk(source, indices)?;
                        let is_in_bounds = ir.insts[inst].flags.contains(InstFlags::INBOUNDS);
                        Some((
                            Object::Value(ir.operand(inst, 0)),
                            offset,
                            terms,
                            is_in_bounds,
                        ))
                    }
                    _ => None,
                }
            }
        }
    }

    /// The bytes that indices of `source` add: those of constants together, those of others by value.
    fn walk(
        &self,
        source: Type,
        indices: impl Iterator<Item = (Option<i64>, Option<Value>)>,
    ) -> Option<(i64, Terms)> {
        let layout = self.layout()?;
        let mut walk = GepWalk::new(source);
        let (mut offset, mut terms) = (0i64, Terms::new());
        for (number, value) in indices {
            match walk.step(layout, &self.module.types, number)? {
                GepStep::Offset(bytes) => offset = offset.checked_add(bytes)?,
                GepStep::Stride(bytes) => {
                    add_term(&mut terms, value?, i64::try_from(bytes).ok()?)?;
                }
            }
        }
        Some((offset, terms))
    }

    /// A constant integer, by its sign.
    fn number(&self, id: Const) -> Option<i64> {
        let bits = self.module.types.int_bits(self.module.consts[id].ty)?;
        let value = self.module.int_value(id)? as i64;
        let unused = 64u32.checked_sub(bits).filter(|unused| *unused < 64)?;
        Some(value << unused >> unused)
    }

    /// Whether two objects are known to be different ones.
    fn are_different(&self, a: Object, b: Object) -> bool {
        let is_constant = |object| !matches!(object, Object::Value(_));
        let is_outside = |object| is_constant(object) || self.is_argument(object);
        let (ours, theirs) = (self.is_identified(a), self.is_identified(b));
        ours && theirs
            || is_outside(a) && theirs && !is_constant(b)
            || is_outside(b) && ours && !is_constant(a)
    }

    /// Whether only addresses that are computed from it are in an object: a variable of the stack or of the module, or
    /// what an argument or a call says so of.
    fn is_identified(&self, object: Object) -> bool {
        match object {
            Object::Constant(_) => false,
            Object::Global(global) => {
                let data = &self.module.globals[global];
                data.variable().is_some() || data.function().is_some()
            }
            Object::Value(value) => self.ir().is_some_and(|ir| match ir.values[value].def {
                ValueDef::Inst(inst) => match &ir.insts[inst].kind {
                    InstKind::Alloca { .. } => true,
                    InstKind::Call(call) | InstKind::Invoke(call) => {
                        self.module.attrs(call.attrs.ret).has("noalias")
                    }
                    _ => false,
                },
                ValueDef::Arg(index) => {
                    let attrs = self
                        .data
                        .and_then(|data| data.attrs.params.get(index as usize));
                    attrs.is_some_and(|attrs| {
                        let attrs = self.module.attrs(*attrs);
                        attrs.has("noalias") || attrs.has("byval")
                    })
                }
                _ => false,
            }),
        }
    }

    /// Whether the address of `object` is the first one of a variable.
    fn is_begin(&self, object: Object) -> bool {
        match object {
            Object::Constant(_) => false,
            Object::Global(global) => self.module.globals[global].variable().is_some(),
            Object::Value(value) => self.ir().is_some_and(|ir| {
                let inst = ir.def_inst(value);
                inst.is_some_and(|inst| matches!(ir.insts[inst].kind, InstKind::Alloca { .. }))
            }),
        }
    }

    fn is_argument(&self, object: Object) -> bool {
        let Object::Value(value) = object else {
            return false;
        };
        let def = self.ir().map(|ir| ir.values[value].def);
        matches!(def, Some(ValueDef::Arg(_)))
    }
}

/// Adds `stride` bytes times `value`.
fn add_term(terms: &mut Terms, value: Value, stride: i64) -> Option<()> {
    match terms.iter_mut().find(|(other, _)| *other == value) {
        Some((_, sum)) => *sum = sum.checked_add(stride)?,
        None => terms.push((value, stride)),
    }
    terms.retain(|(_, stride)| *stride != 0);
    Some(())
}

/// How far `a` is from `b`, if their objects are the same: a number of bytes, and strides times values.
fn difference(a: &Address, b: &Address) -> Option<(i64, Terms)> {
    let mut terms = a.terms.clone();
    for (value, stride) in &b.terms {
        add_term(&mut terms, *value, stride.checked_neg()?)?;
    }
    Some((a.offset.checked_sub(b.offset)?, terms))
}

/// Whether accesses of these sizes to one object have no byte in common, where the first is `distance` bytes after the
/// second, and any multiple of the strides.
fn are_beside(
    distance: i64,
    terms: &[(Value, i64)],
    sizes: [Option<i64>; 2],
    is_in_bounds: bool,
) -> bool {
    if terms.is_empty() {
        let (size, by) = match distance >= 0 {
            true => (sizes[1], Some(distance)),
            false => (sizes[0], distance.checked_neg()),
        };
        return size.zip(by).is_some_and(|(size, by)| by >= size);
    }
    let (Some(first), Some(second)) = (sizes[0], sizes[1]) else {
        return false;
    };
    // All multiples are those of one number; with overflow only the power of two in it is safe.
    let strides = terms.iter().map(|(_, stride)| match is_in_bounds {
        true => stride.unsigned_abs(),
        false => 1 << stride.trailing_zeros(),
    });
    let step = strides.fold(0, greatest_common_divisor);
    let Ok(step) = i64::try_from(step) else {
        return false;
    };
    let rest = distance.rem_euclid(step.max(1));
    rest >= second && step - rest >= first
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
