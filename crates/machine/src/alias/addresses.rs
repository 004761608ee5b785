//! What addresses of the IR were made of.

use avarice_ir::{
    AttrGroup, BinaryOp, Block, CastOp, Const, ConstExpr, ConstKind, Function, FunctionData,
    Global, GlobalKind, InstFlags, InstKind, Intrinsic, Linkage, Module, Value, ValueDef,
};
use avarice_mir::{MachineFunction, MergedAllocas};
use smallvec::SmallVec;

/// An address that the IR knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IrAddress {
    /// An argument or the result of an instruction.
    Value(Value),
    /// The address of a global.
    Global(Global),
    /// Any other constant.
    Const(Const),
}

/// How many steps are followed from an address to its object.
const MOST_STEPS: u32 = 6;

/// How many blocks are looked at to find out whether one is in a cycle.
const MOST_BLOCKS: usize = 32;

/// The body of the IR function that `function` was made from.
pub fn body<'m>(module: &'m Module, function: &MachineFunction) -> Option<&'m Function> {
    module.globals.get(function.ir_function?)?.body()
}

/// A constant as an address.
pub fn of_constant(module: &Module, id: Const) -> IrAddress {
    match module.consts[id].kind {
        ConstKind::Global(global) => IrAddress::Global(global),
        _ => IrAddress::Const(id),
    }
}

/// A value as an address.
pub fn of_value(module: &Module, body: &Function, value: Value) -> IrAddress {
    match body.as_const(value) {
        Some(id) => of_constant(module, id),
        None => IrAddress::Value(value),
    }
}

/// Looks addresses up.
#[derive(Clone, Copy, Debug)]
pub struct Addresses<'a> {
    /// The module.
    pub module: &'a Module,
    /// The body of the function.
    pub body: &'a Function,
    /// The attributes of its parameters.
    params: &'a [Option<AttrGroup>],
    /// The stack objects that share memory.
    merged: &'a MergedAllocas,
}

impl<'a> Addresses<'a> {
    /// The addresses of the IR function that `function` was made from.
    pub fn of(module: &'a Module, function: &'a MachineFunction) -> Option<Self> {
        let addresses = Self::of_function(module, function.ir_function?)?;
        Some(addresses.with_merged(&function.frame.merged_allocas))
    }

    /// The addresses of an IR function whose stack objects do not share memory.
    pub fn of_function(module: &'a Module, function: Global) -> Option<Self> {
        let data = module.globals.get(function)?.function()?;
        Some(Self {
            module,
            body: data.body.as_deref()?,
            params: &data.attrs.params,
            merged: MergedAllocas::none(),
        })
    }

    /// The same, where stack objects share memory.
    pub fn with_merged<'b>(self, merged: &'b MergedAllocas) -> Addresses<'b>
    where
        'a: 'b,
    {
        Addresses { merged, ..self }
    }

    /// The stack objects that share the memory of `value`, without itself.
    pub fn sharers(&self, value: Value) -> impl Iterator<Item = Value> + 'a {
        self.merged.sharers(value)
    }

    /// The pointer that a number was made from, perhaps with another number added.
    fn pointer_of(&self, mut number: Value) -> Option<IrAddress> {
        loop {
            let inst = self.body.def_inst(number)?;
            match &self.body.insts[inst].kind {
                InstKind::Cast(CastOp::PtrToInt) => {
                    return Some(self.of_value(self.body.operand(inst, 0)));
                }
                InstKind::Binary(BinaryOp::Add) => {
                    let added = self.body.operand(inst, 1);
                    let is_offset = self.body.as_const(added).is_some()
                        || matches!(
                            self.def(IrAddress::Value(added)),
                            Some(InstKind::Phi | InstKind::Binary(BinaryOp::Mul))
                        );
                    if !is_offset {
                        return None;
                    }
                    number = self.body.operand(inst, 0);
                }
                _ => return None,
            }
        }
    }

    /// A value as an address.
    pub fn of_value(&self, value: Value) -> IrAddress {
        of_value(self.module, self.body, self.merged.stand_in(value))
    }

    /// What defines an address, if an instruction does.
    pub fn def(&self, address: IrAddress) -> Option<&InstKind> {
        let IrAddress::Value(value) = address else {
            return None;
        };
        let inst = self.body.def_inst(value)?;
        Some(&self.body.insts[inst].kind)
    }

    fn operand(&self, address: IrAddress, index: usize) -> Option<IrAddress> {
        let IrAddress::Value(value) = address else {
            return None;
        };
        let inst = self.body.def_inst(value)?;
        let operand = self.body.operands(inst).nth(index)?;
        Some(self.of_value(operand))
    }

    /// What an address was made from in one step that stays in its object.
    fn base(&self, address: IrAddress) -> Option<IrAddress> {
        match address {
            IrAddress::Global(global) => match &self.module.globals[global].kind {
                GlobalKind::Alias { aliasee } if !self.is_interposable(global) => {
                    Some(of_constant(self.module, *aliasee))
                }
                _ => None,
            },
            IrAddress::Const(id) => match &self.module.consts[id].kind {
                ConstKind::Expr(ConstExpr::Gep { operands, .. }) => {
                    Some(of_constant(self.module, *operands.first()?))
                }
                ConstKind::Expr(ConstExpr::Cast(
                    CastOp::BitCast | CastOp::AddrSpaceCast,
                    operand,
                )) => Some(of_constant(self.module, *operand)),
                _ => None,
            },
            IrAddress::Value(value) => {
                let inst = self.body.def_inst(value)?;
                match &self.body.insts[inst].kind {
                    InstKind::GetElementPtr { .. }
                    | InstKind::Cast(CastOp::BitCast | CastOp::AddrSpaceCast) => {
                        self.operand(address, 0)
                    }
                    InstKind::Phi if self.body.num_operands(inst) == 1 => self.operand(address, 0),
                    InstKind::Call(_) | InstKind::Invoke(_) => self.returned_argument(value),
                    _ => None,
                }
            }
        }
    }

    fn is_interposable(&self, global: Global) -> bool {
        matches!(
            self.module.globals[global].linkage,
            Linkage::Weak | Linkage::LinkOnce | Linkage::Common | Linkage::ExternWeak
        )
    }

    /// The argument that a call returns, or an address in the object of which it does.
    fn returned_argument(&self, result: Value) -> Option<IrAddress> {
        let inst = self.body.def_inst(result)?;
        let (InstKind::Call(info) | InstKind::Invoke(info)) = &self.body.insts[inst].kind else {
            return None;
        };
        let address = IrAddress::Value(result);
        if self.returns_address_in_argument(inst) {
            return self.operand(address, 0);
        }
        let is_returned = |group: &Option<AttrGroup>| self.module.attrs(*group).has("returned");
        let of_callee = self.callee(inst).and_then(|data| {
            let mut params = data.attrs.params.iter();
            params.position(is_returned)
        });
        let mut params = info.attrs.params.iter();
        let index = params.position(is_returned).or(of_callee)?;
        self.operand(address, index)
    }

    /// Whether a call is of an intrinsic that returns an address in the object of its first argument, and does nothing
    /// else with it.
    pub fn returns_address_in_argument(&self, call: avarice_ir::Inst) -> bool {
        let intrinsic = Intrinsic::of_call(self.module, self.body, call);
        matches!(
            intrinsic,
            Some(
                Intrinsic::LaunderInvariantGroup
                    | Intrinsic::StripInvariantGroup
                    | Intrinsic::Ptrmask
                    | Intrinsic::ThreadlocalAddress
            )
        )
    }

    /// The function that a call names.
    fn callee(&self, call: avarice_ir::Inst) -> Option<&'a FunctionData> {
        let callee = self.body.operands(call).next_back()?;
        match self.of_value(callee) {
            IrAddress::Global(callee) => self.module.globals[callee].function(),
            _ => None,
        }
    }

    /// The object that an address points into, as far as `MOST_STEPS` lead.
    pub fn object(&self, mut address: IrAddress) -> IrAddress {
        for _ in 0..MOST_STEPS {
            match self.base(address) {
                Some(base) => address = base,
                None => break,
            }
        }
        address
    }

    /// Whether an address is that of an object that no other one is the same as.
    pub fn is_identified(&self, address: IrAddress) -> bool {
        match address {
            IrAddress::Global(global) => {
                !matches!(self.module.globals[global].kind, GlobalKind::Alias { .. })
            }
            IrAddress::Const(_) => false,
            IrAddress::Value(value) => match self.body.values[value].def {
                ValueDef::Arg(_) => self.arg_has(value, "noalias") || self.arg_has(value, "byval"),
                _ => {
                    matches!(self.def(address), Some(InstKind::Alloca { .. })) || self.is_new(value)
                }
            },
        }
    }

    /// Whether an argument of the function has an attribute.
    fn arg_has(&self, value: Value, name: &str) -> bool {
        let ValueDef::Arg(index) = self.body.values[value].def else {
            return false;
        };
        let groups = self.params.get(index as usize);
        groups.is_some_and(|group| self.module.attrs(*group).has(name))
    }

    /// Whether a value is the address of an object that a call has made.
    fn is_new(&self, value: Value) -> bool {
        let address = IrAddress::Value(value);
        let Some(InstKind::Call(info) | InstKind::Invoke(info)) = self.def(address) else {
            return false;
        };
        if self.module.attrs(info.attrs.ret).has("noalias") {
            return true;
        }
        let callee = self.body.def_inst(value).and_then(|inst| self.callee(inst));
        callee.is_some_and(|data| self.module.attrs(data.attrs.ret).has("noalias"))
    }

    /// Whether an address is undefined.
    pub fn is_undefined(&self, address: IrAddress) -> bool {
        let IrAddress::Const(id) = address else {
            return false;
        };
        matches!(
            self.module.consts[id].kind,
            ConstKind::Undef | ConstKind::Poison
        )
    }

    /// Whether an address is null.
    pub fn is_null(&self, address: IrAddress) -> bool {
        matches!(address, IrAddress::Const(id) if self.module.consts[id].kind == ConstKind::Null)
    }

    /// Whether an address is an argument of the function.
    pub fn is_argument(&self, address: IrAddress) -> bool {
        let IrAddress::Value(value) = address else {
            return false;
        };
        matches!(self.body.values[value].def, ValueDef::Arg(_))
    }

    /// Whether a value is computed only once in a call of the function, as far as a look at a few blocks tells.
    pub fn is_in_no_cycle(&self, address: IrAddress) -> bool {
        let IrAddress::Value(value) = address else {
            return true;
        };
        let Some(inst) = self.body.def_inst(value) else {
            return true;
        };
        let Some(block) = self.body.insts[inst].block.expand() else {
            return false;
        };
        if block == self.body.entry() {
            return true;
        }
        let mut work: SmallVec<[Block; 16]> = SmallVec::from_slice(self.body.successors(block));
        let mut seen: SmallVec<[Block; MOST_BLOCKS]> = SmallVec::new();
        while let Some(next) = work.pop() {
            if seen.contains(&next) {
                continue;
            }
            seen.push(next);
            if next == block || seen.len() >= MOST_BLOCKS {
                return false;
            }
            work.extend_from_slice(self.body.successors(next));
        }
        true
    }

    /// Whether an address comes from where addresses that have escaped can be found.
    pub fn is_escape_source(&self, address: IrAddress) -> bool {
        match address {
            IrAddress::Const(id) => matches!(
                self.module.consts[id].kind,
                ConstKind::Expr(ConstExpr::Cast(CastOp::IntToPtr, _))
            ),
            IrAddress::Global(_) => false,
            IrAddress::Value(value) => {
                let Some(inst) = self.body.def_inst(value) else {
                    return false;
                };
                match self.body.insts[inst].kind {
                    InstKind::Call(_) | InstKind::Invoke(_) => {
                        !self.returns_address_in_argument(inst)
                    }
                    InstKind::Load { .. } | InstKind::Cast(CastOp::IntToPtr) => true,
                    _ => false,
                }
            }
        }
    }

    /// Whether an address is the begin of its object: nothing is before it. What a call or an argument points to may be in
    /// the middle of one.
    pub fn is_begin_of_object(&self, address: IrAddress) -> bool {
        match address {
            IrAddress::Global(global) => self.module.globals[global].variable().is_some(),
            _ => matches!(self.def(address), Some(InstKind::Alloca { .. })),
        }
    }

    /// Whether an address is computed from another one and numbers.
    pub fn is_element_pointer(&self, address: IrAddress) -> bool {
        match address {
            IrAddress::Const(id) => {
                let kind = &self.module.consts[id].kind;
                matches!(kind, ConstKind::Expr(ConstExpr::Gep { .. }))
            }
            _ => matches!(self.def(address), Some(InstKind::GetElementPtr { .. })),
        }
    }

    /// The same address before a conversion.
    pub fn cast_base(&self, address: IrAddress) -> Option<IrAddress> {
        match self.is_element_pointer(address) {
            true => None,
            false => self.base(address),
        }
    }

    /// An address before conversions, and before the addition of nothing.
    pub fn without_casts(&self, mut address: IrAddress) -> IrAddress {
        for _ in 0..MOST_STEPS {
            let next = match self.is_element_pointer(address) {
                true => self.base(address).filter(|_| self.adds_nothing(address)),
                false => self.base(address),
            };
            match next {
                Some(next) => address = next,
                None => break,
            }
        }
        address
    }

    fn adds_nothing(&self, address: IrAddress) -> bool {
        let is_zero = |id: Const| self.module.int_value(id) == Some(0);
        match address {
            IrAddress::Const(id) => match &self.module.consts[id].kind {
                ConstKind::Expr(ConstExpr::Gep { operands, .. }) => {
                    operands.iter().skip(1).all(|id| is_zero(*id))
                }
                _ => false,
            },
            IrAddress::Value(value) => self.body.def_inst(value).is_some_and(|inst| {
                let mut indices = self.body.operands(inst).skip(1);
                indices.all(|index| self.body.as_const(index).is_some_and(is_zero))
            }),
            IrAddress::Global(_) => false,
        }
    }

    /// Whether operand `index` of a comparison with null is null or a valid address, so that nothing else becomes known of it.
    pub fn compares_with_null(&self, inst: avarice_ir::Inst, index: usize) -> bool {
        let operand = |index| {
            let value = self.body.operands(inst).nth(index)?;
            Some(self.of_value(value))
        };
        let Some(IrAddress::Value(value)) = operand(index) else {
            return false;
        };
        let other = operand(1 - index.min(1));
        let is_valid = match self.def(IrAddress::Value(value)) {
            Some(InstKind::Alloca { .. }) => true,
            Some(InstKind::GetElementPtr { .. }) => {
                let def = self.body.def_inst(value);
                def.is_some_and(|def| self.body.insts[def].flags.contains(InstFlags::INBOUNDS))
            }
            _ => {
                let marks = ["dereferenceable", "dereferenceable_or_null", "byval"];
                self.is_new(value) || marks.iter().any(|mark| self.arg_has(value, mark))
            }
        };
        is_valid && other.is_some_and(|other| self.is_null(other))
    }

    /// Whether a call does not keep what operand `index` is.
    pub fn passes_safely(&self, call: avarice_ir::Inst, index: usize) -> bool {
        let (InstKind::Call(info) | InstKind::Invoke(info)) = &self.body.insts[call].kind else {
            return false;
        };
        if index >= info.num_args as usize {
            return false;
        }
        let is_kept = |groups: &[Option<AttrGroup>]| {
            let group = groups.get(index);
            !group.is_some_and(|group| self.module.attrs(*group).has("nocapture"))
        };
        let of_callee = self.callee(call);
        !is_kept(&info.attrs.params) || of_callee.is_some_and(|data| !is_kept(&data.attrs.params))
    }
}

/// Memory of the search for the objects of an address.
#[derive(Debug, Default)]
pub struct Walk {
    found: Vec<IrAddress>,
    seen: Vec<IrAddress>,
    work: Vec<IrAddress>,
}

impl Walk {
    /// The objects that an address may point into; `None` if they are not all identified.
    pub fn objects(
        &mut self,
        module: &Module,
        function: &MachineFunction,
        address: IrAddress,
    ) -> Option<&[IrAddress]> {
        let addresses = Addresses::of(module, function)?;
        self.found.clear();
        self.seen.clear();
        self.work.clear();
        self.work.push(address);
        while let Some(address) = self.work.pop() {
            let object = addresses.object(address);
            if self.seen.contains(&object) {
                continue;
            }
            self.seen.push(object);
            if self.push_alternatives(&addresses, object) {
                continue;
            }
            if !addresses.is_identified(object) {
                return None;
            }
            self.found.push(object);
        }
        Some(&self.found)
    }

    /// Goes on with what an address is one of, or with the address that a number was made from. False if it is neither.
    fn push_alternatives(&mut self, addresses: &Addresses<'_>, object: IrAddress) -> bool {
        let IrAddress::Value(value) = object else {
            return false;
        };
        let Some(inst) = addresses.body.def_inst(value) else {
            return false;
        };
        let skipped = match &addresses.body.insts[inst].kind {
            InstKind::Select => 1,
            InstKind::Phi => 0,
            InstKind::Cast(CastOp::IntToPtr) => {
                let number = addresses.body.operand(inst, 0);
                let pointer = addresses.pointer_of(number);
                self.work.extend(pointer);
                return pointer.is_some();
            }
            _ => return false,
        };
        let values = addresses.body.operands(inst).skip(skipped);
        self.work
            .extend(values.map(|value| addresses.of_value(value)));
        true
    }
}
