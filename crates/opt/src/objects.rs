//! Which objects addresses belong to, and which of them an instruction may write.
//!
//! | object | what can write it |
//! |---|---|
//! | a stack slot whose address goes nowhere else | writes to it |
//! | a variable of the module | writes to it and to unknown addresses, calls |
//! | anything else | writes to variables and unknown addresses, calls |

use avarice_ir::{
    AtomicOrdering, CastOp, Const, ConstExpr, ConstKind, Function, Global, Inst, InstFlags,
    InstKind, Intrinsic, Module, Value,
};
use cranelift_entity::SecondaryMap;

use crate::effects::{has_side_effects, is_lifetime_mark, only_reads};

/// What an address was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Object {
    /// Anything but private slots.
    #[default]
    Unknown,
    /// A stack slot that only loads, stores, copies and fills access.
    Slot(Value),
    /// A variable of the module.
    Variable(Global),
}

impl Object {
    /// Whether what is at an address in `self` may be changed by a write to an address in `other`.
    pub fn may_be_written_as(self, other: Self) -> bool {
        match (self, other) {
            (Self::Slot(a), Self::Slot(b)) => a == b,
            (Self::Slot(_), _) | (_, Self::Slot(_)) => false,
            (Self::Variable(a), Self::Variable(b)) => a == b,
            _ => true,
        }
    }
}

/// What an instruction may write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Write {
    /// Nothing that anybody reads.
    Nothing,
    /// An object.
    To(Object),
    /// Anything, and nothing may be moved over it.
    Anything,
}

/// The objects of a function's addresses.
///
/// ```text
///   %s = alloca [4 x i32]                      Slot(%s)
///   ├─ %p = getelementptr i32, ptr %s, i64 1   Slot(%s): an address is of the object of that it was made from,
///   │  └─ %q = getelementptr i8, ptr %p, …     Slot(%s)  and of one address only, so that they are trees
///   └─ store i32 0, ptr %s
/// ```
#[derive(Debug, Default)]
pub struct Objects {
    /// By address.
    objects: SecondaryMap<Value, Object>,
    /// An address and those derived from it, each after the one it was derived from.
    tree: Vec<Value>,
}

impl Objects {
    /// Finds the objects of all addresses.
    pub fn compute(&mut self, module: &Module, function: &Function) {
        self.objects.clear();
        for inst in function.block_insts(function.entry()) {
            if let InstKind::Alloca { .. } = function.insts[inst].kind
                && let Some(address) = function.insts[inst].result.expand()
                && self.is_private(module, function, address)
            {
                self.set_tree(Object::Slot(address));
            }
        }
        for (id, value) in function.constants() {
            let object = variable_of(module, id);
            if object != Object::Unknown {
                self.grow_tree(function, value, |_, _| true);
                self.set_tree(object);
            }
        }
    }

    fn set_tree(&mut self, object: Object) {
        for address in &self.tree {
            self.objects[*address] = object;
        }
    }

    /// Lists the addresses made from `root`. False as soon as another use of one of them is not fine, of which
    /// `is_fine` gets the instruction and the number of its operand.
    fn grow_tree(
        &mut self,
        function: &Function,
        root: Value,
        mut is_fine: impl FnMut(Inst, u32) -> bool,
    ) -> bool {
        self.tree.clear();
        self.tree.push(root);
        let mut next = 0;
        while let Some(address) = self.tree.get(next).copied() {
            next += 1;
            for slot in function.uses_of(address) {
                let user = function.uses[slot].user;
                let data = &function.insts[user];
                let index = slot.as_u32() - data.first_use;
                match (&data.kind, index) {
                    (InstKind::GetElementPtr { .. } | InstKind::Cast(CastOp::BitCast), 0) => {
                        self.tree.extend(data.result.expand());
                    }
                    _ if !is_fine(user, index) => return false,
                    _ => {}
                }
            }
        }
        true
    }

    /// The object of an address.
    pub fn of(&self, address: Value) -> Object {
        self.objects[address]
    }

    /// What `inst` may write.
    pub fn write_of(&self, module: &Module, function: &Function, inst: Inst) -> Write {
        let data = &function.insts[inst];
        let is_volatile = data.flags.contains(InstFlags::VOLATILE);
        match &data.kind {
            InstKind::Load { ordering, .. } | InstKind::Store { ordering, .. }
                if is_volatile || *ordering > AtomicOrdering::NotAtomic =>
            {
                Write::Anything
            }
            InstKind::Store { .. } => Write::To(self.of(function.operand(inst, 1))),
            InstKind::Call(_) => self.write_of_call(module, function, inst),
            _ if has_side_effects(module, function, inst) => Write::Anything,
            _ => Write::Nothing,
        }
    }

    fn write_of_call(&self, module: &Module, function: &Function, call: Inst) -> Write {
        match Intrinsic::of_call(module, function, call) {
            Some(Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset) => {
                Write::To(self.of(function.operand(call, 0)))
            }
            Some(Intrinsic::Assume | Intrinsic::ExperimentalNoaliasScopeDecl) => Write::Nothing,
            _ if is_lifetime_mark(module, function, call) => {
                let slot = function.operands(call).rev().nth(1);
                Write::To(slot.map_or(Object::Unknown, |slot| self.of(slot)))
            }
            // What only reads may still throw, or not return; that changes no memory.
            _ if only_reads(module, function, call) => Write::Nothing,
            _ => Write::To(Object::Unknown),
        }
    }

    /// Whether only loads, stores, copies and fills access a slot. If so, its tree has grown.
    fn is_private(&mut self, module: &Module, function: &Function, slot: Value) -> bool {
        self.grow_tree(function, slot, |user, index| {
            match (&function.insts[user].kind, index) {
                (InstKind::Load { .. }, _) | (InstKind::Store { .. }, 1) => true,
                (InstKind::Call(_), _) if is_lifetime_mark(module, function, user) => true,
                (InstKind::Call(_), 0 | 1) => matches!(
                    Intrinsic::of_call(module, function, user),
                    Some(Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset)
                ),
                _ => false,
            }
        })
    }
}

/// The variable that a constant address is in.
fn variable_of(module: &Module, mut id: Const) -> Object {
    loop {
        match &module.consts[id].kind {
            // Others may be names of the same variable.
            ConstKind::Global(global) if module.globals[*global].variable().is_some() => {
                return Object::Variable(*global);
            }
            ConstKind::Expr(ConstExpr::Gep { operands, .. }) => id = operands[0],
            _ => return Object::Unknown,
        }
    }
}
