//! Which functions need a stack protector, and which of their stack objects have to be near its slot.
//!
//! | attribute | protects functions with |
//! |---|---|
//! | `ssp` | an array of characters of at least `"stack-protector-buffer-size"` bytes, or an alloca of so many elements or of variable size |
//! | `sspstrong` | any array, or an alloca whose address is taken |
//! | `sspreq` | anything: all functions |
//!
//! A function that is marked `safestack` needs none: objects that could be overrun are on the unsafe stack.

use avarice_ir::{
    AttrSet, CastOp, ConstKind, DataLayout, Function, GepStep, GepWalk, Global, Inst, InstKind,
    Intrinsic, Module, Type, TypeData, Value,
};
use cranelift_entity::EntitySet;

/// Why an object on the stack is likely to be overrun: such objects belong next to the guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overrun {
    /// It is or has an array of at least as many bytes as `"stack-protector-buffer-size"` says.
    LargeArray,
    /// It is or has a smaller array.
    SmallArray,
    /// Its address is taken.
    AddrOf,
}

/// `"stack-protector-buffer-size"` where it is not written, in bytes.
const DEFAULT_BUFFER_SIZE: u64 = 8;

/// What the attributes of a function ask for.
#[derive(Clone, Copy, Debug)]
struct Request {
    /// `sspstrong` or `sspreq`.
    strong: bool,
    /// `sspreq`.
    always: bool,
    /// Bytes from which on an array is large.
    buffer_size: u64,
}

fn request_of(module: &Module, global: Global) -> Option<Request> {
    let function = module.globals[global].function();
    request(module.attrs(function.and_then(|data| data.attrs.function)))
}

fn request(attrs: &AttrSet) -> Option<Request> {
    if attrs.has("safestack") {
        return None;
    }
    let always = attrs.has("sspreq");
    let strong = always || attrs.has("sspstrong");
    if !strong && !attrs.has("ssp") {
        return None;
    }
    let size = attrs.string("stack-protector-buffer-size");
    Some(Request {
        strong,
        always,
        buffer_size: size
            .and_then(|s| s.parse().ok())
            .unwrap_or(DEFAULT_BUFFER_SIZE),
    })
}

/// Whether function `global`, whose body is `function`, needs a stack protector.
pub(super) fn requires_protector(
    module: &Module,
    layout: &DataLayout,
    global: Global,
    function: &Function,
) -> bool {
    request_of(module, global).is_some_and(|request| {
        request.always || !layouts_of(module, layout, function, request).is_empty()
    })
}

/// The allocas of function `global` that have to be near the slot of its stack protector, if it gets one.
pub fn ssp_layouts(
    module: &Module,
    layout: &DataLayout,
    global: Global,
    function: &Function,
) -> Vec<(Inst, Overrun)> {
    request_of(module, global).map_or_else(Vec::new, |request| {
        layouts_of(module, layout, function, request)
    })
}

/// Why a function gets a stack protector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProtectionReason {
    /// An attribute asks for it.
    Attribute,
    /// This alloca is of several elements, or of a number of them that is not known.
    Alloca(Inst),
    /// This alloca is or has an array.
    Buffer(Inst),
    /// The address of this alloca is taken.
    AddressTaken(Inst),
}

/// Why function `global` gets a stack protector, in the order of its code; empty if it gets none.
pub fn protection_reasons(
    module: &Module,
    layout: &DataLayout,
    global: Global,
    function: &Function,
) -> Vec<ProtectionReason> {
    let Some(request) = request_of(module, global) else {
        return Vec::new();
    };
    let analysis = Analysis {
        module,
        layout,
        function,
        request,
    };
    let objects = layouts_of(module, layout, function, request).into_iter();
    let reason_of = |(inst, overrun)| match overrun {
        Overrun::AddrOf => ProtectionReason::AddressTaken(inst),
        _ if analysis.const_index(function.operand(inst, 0)) == Some(1) => {
            ProtectionReason::Buffer(inst)
        }
        _ => ProtectionReason::Alloca(inst),
    };
    let asked = request.always.then_some(ProtectionReason::Attribute);
    asked.into_iter().chain(objects.map(reason_of)).collect()
}

fn layouts_of(
    module: &Module,
    layout: &DataLayout,
    function: &Function,
    request: Request,
) -> Vec<(Inst, Overrun)> {
    let analysis = Analysis {
        module,
        layout,
        function,
        request,
    };
    let blocks = function.layout.iter();
    let insts = blocks.flat_map(|block| function.block_insts(*block));
    // What other rewritings allocate is none of the program's.
    insts
        .filter(|inst| function.origin(*inst) == *inst)
        .filter_map(|inst| Some((inst, analysis.layout_of(inst)?)))
        .collect()
}

/// What an instruction does with an address.
enum AddressUse {
    /// It lets it go somewhere, or accesses what is beyond the object.
    Taken,
    /// It accesses the object, or nothing.
    Harmless,
    /// Its result is an address in the object, with so many bytes left.
    Part(u64),
}

/// One function while its allocas are looked at.
struct Analysis<'a> {
    module: &'a Module,
    layout: &'a DataLayout,
    function: &'a Function,
    request: Request,
}

impl Analysis<'_> {
    /// The place of `inst` with respect to the slot, if it is an alloca that needs one.
    fn layout_of(&self, inst: Inst) -> Option<Overrun> {
        let data = &self.function.insts[inst];
        let InstKind::Alloca { ty, .. } = data.kind else {
            return None;
        };
        let strong = self.request.strong;
        let of_size = |is_large| match is_large {
            true => Some(Overrun::LargeArray),
            false => strong.then_some(Overrun::SmallArray),
        };
        match self.const_index(self.function.operand(inst, 0)) {
            Some(1) => {}
            Some(count) => return of_size(count as u64 >= self.request.buffer_size),
            None => return Some(Overrun::LargeArray),
        }
        if let Some(is_large) = self.array_in(ty, false) {
            return of_size(is_large);
        }
        let result = data.result.expand()?;
        let size = self.layout.alloc_size(&self.module.types, ty)?;
        (strong && self.is_address_taken(result, size)).then_some(Overrun::AddrOf)
    }

    /// Whether `ty` is or has an array that has to be protected; if so, whether one of them is large.
    fn array_in(&self, ty: Type, in_struct: bool) -> Option<bool> {
        let types = &self.module.types;
        match &types[ty] {
            TypeData::Array { element, .. } => {
                let is_text = types[*element] == TypeData::Integer(8);
                if !is_text && !self.request.strong && (in_struct || !self.is_darwin()) {
                    return None;
                }
                let size = self.layout.alloc_size(types, ty)?;
                let is_large = size >= self.request.buffer_size;
                (is_large || self.request.strong).then_some(is_large)
            }
            _ => {
                let (fields, _) = types.struct_fields(ty)?;
                let mut found = None;
                for field in fields {
                    match self.array_in(*field, true) {
                        Some(true) => return Some(true),
                        inner => found = found.or(inner),
                    }
                }
                found
            }
        }
    }

    fn is_darwin(&self) -> bool {
        let mut words = self.module.triple.split('-');
        words.any(|word| word.starts_with("darwin") || word.starts_with("macos"))
    }

    /// The signed value of a constant integer of at most 64 bits.
    fn const_index(&self, value: Value) -> Option<i64> {
        let ty = self.function.values[value].ty;
        let bits = self.module.types.int_bits(ty)?.clamp(1, 64);
        match self.module.consts[self.function.as_const(value)?].kind {
            ConstKind::Int(value) => Some((value as i64) << (64 - bits) >> (64 - bits)),
            ConstKind::Zero => Some(0),
            _ => None,
        }
    }

    /// Whether the address `pointer` of an object of which `size` bytes follow may escape, or more than these bytes are
    /// accessed.
    fn is_address_taken(&self, pointer: Value, size: u64) -> bool {
        let mut phis: EntitySet<Inst> = EntitySet::new();
        let mut rest = vec![(pointer, size)];
        while let Some((pointer, size)) = rest.pop() {
            for slot in self.function.uses_of(pointer) {
                let user = self.function.uses[slot].user;
                if self.function.is_phi(user) && !phis.insert(user) {
                    continue;
                }
                match self.use_of_address(user, pointer, size) {
                    AddressUse::Taken => return true,
                    AddressUse::Harmless => {}
                    AddressUse::Part(left) => {
                        let result = self.function.insts[user].result.expand();
                        rest.extend(result.map(|part| (part, left)));
                    }
                }
            }
        }
        false
    }

    /// What `user` does with the address `pointer` of `size` bytes.
    fn use_of_address(&self, user: Inst, pointer: Value, size: u64) -> AddressUse {
        let function = self.function;
        let data = &function.insts[user];
        let accesses = |ty| match self.is_beyond(ty, size) {
            true => AddressUse::Taken,
            false => AddressUse::Harmless,
        };
        let writes = |at: usize| match function.operand(user, at) {
            value if value == pointer => AddressUse::Taken,
            value => accesses(function.values[value].ty),
        };
        match &data.kind {
            InstKind::Load { .. } => accesses(data.ty),
            InstKind::Store { .. } => writes(0),
            InstKind::CmpXchg { .. } => writes(2),
            InstKind::AtomicRmw { .. } => accesses(function.values[function.operand(user, 1)].ty),
            InstKind::Call(_) if self.is_no_code(user) => AddressUse::Harmless,
            InstKind::GetElementPtr { source } => match self.constant_offset(user, *source) {
                Some(offset) if offset < size => AddressUse::Part(size - offset),
                _ => AddressUse::Taken,
            },
            InstKind::Cast(CastOp::BitCast | CastOp::AddrSpaceCast)
            | InstKind::Select
            | InstKind::Phi => AddressUse::Part(size),
            InstKind::Ret => AddressUse::Harmless,
            _ => AddressUse::Taken,
        }
    }

    fn is_beyond(&self, ty: Type, size: u64) -> bool {
        let accessed = self.layout.store_size(&self.module.types, ty);
        accessed.is_none_or(|accessed| accessed > size)
    }

    /// Whether `call` only says something to the compiler.
    fn is_no_code(&self, call: Inst) -> bool {
        use Intrinsic::{
            DbgAssign, DbgDeclare, DbgLabel, DbgValue, LifetimeEnd, LifetimeStart, Pseudoprobe,
        };
        let intrinsic = Intrinsic::of_call(self.module, self.function, call);
        intrinsic.is_some_and(|intrinsic| {
            matches!(
                intrinsic,
                DbgAssign
                    | DbgDeclare
                    | DbgLabel
                    | DbgValue
                    | LifetimeEnd
                    | LifetimeStart
                    | Pseudoprobe
            )
        })
    }

    /// By how many bytes a `getelementptr` goes up, if that is known and it does not go down.
    fn constant_offset(&self, inst: Inst, source: Type) -> Option<u64> {
        let mut walk = GepWalk::new(source);
        let mut sum = 0_i64;
        for index in self.function.operands(inst).skip(1) {
            let index = self.const_index(index)?;
            match walk.step(self.layout, &self.module.types, Some(index))? {
                GepStep::Offset(bytes) => sum = sum.wrapping_add(bytes),
                GepStep::Stride(_) => return None,
            }
        }
        u64::try_from(sum).ok()
    }
}
