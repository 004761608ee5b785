//! Instructions.

use std::fmt::Write;

use super::Printer;
use super::slots::sorted_attachments;
use super::text::{write_escaped, write_name, write_string};
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{AtomicOrdering, CallInfo, CallingConv, InstFlags, InstKind, TailKind};
use crate::types::{TypeData, TypeTable};

impl<'m> Printer<'m> {
    /// An instruction without indentation and end of line.
    pub(super) fn instruction(&mut self, inst: Inst) {
        let Some(function) = self.function else {
            return;
        };
        let data = &function.insts[inst];
        if let Some(result) = data.result.expand().filter(|_| data.ty != TypeTable::VOID) {
            let name = function.name(function.values[result].name);
            if name.is_empty() {
                self.value(result);
            } else {
                write_name(&mut self.out, "%", name);
            }
            self.push(" = ");
        }
        self.opcode(&data.kind, data.flags);
        self.operands(function, inst);
        if self.brief {
            return;
        }
        let module = self.module;
        if let Some(node) = data.debug_loc.expand() {
            self.push(", !dbg ");
            self.metadata_operand(node);
        }
        for (_, attachment) in sorted_attachments(module, function, inst) {
            self.attachments(&[attachment], ", ");
        }
        self.gc_relocate_comment(function, inst);
    }

    /// Opcode and the words that follow it, up to the flags.
    fn opcode(&mut self, kind: &InstKind, flags: InstFlags) {
        use InstKind::*;
        if let Call(info) = kind {
            self.word(info.tail.keyword());
        }
        self.push(opcode_name(kind));
        if let Load { ordering, .. } | Store { ordering, .. } = kind
            && *ordering != AtomicOrdering::NotAtomic
        {
            self.push(" atomic");
        }
        if flags.contains(InstFlags::WEAK) {
            self.push(" weak");
        }
        if flags.contains(InstFlags::VOLATILE) {
            self.push(" volatile");
        }
        self.inst_flags(flags);
        match kind {
            ICmp(predicate) => {
                self.push(" ");
                self.push(predicate.keyword());
            }
            FCmp(predicate) => {
                self.push(" ");
                self.push(predicate.keyword());
            }
            AtomicRmw { op, .. } => {
                self.push(" ");
                self.push(op.keyword());
            }
            _ => {}
        }
    }

    fn operands(&mut self, function: &'m Function, inst: Inst) {
        use InstKind::*;
        let data = &function.insts[inst];
        let blocks = function.inst_blocks(inst);
        match &data.kind {
            Ret if data.num_uses == 0 => self.push(" void"),
            Unreachable => {}
            Br | CondBr | Switch | IndirectBr => self.branch(function, inst, blocks),
            Invoke(info) | CallBr(info) | Call(info) => self.call(function, inst, info),
            CleanupRet
            | CatchRet
            | CatchSwitch { .. }
            | CatchPad
            | CleanupPad
            | LandingPad { .. } => {
                self.exception_handling(function, inst, blocks);
            }
            Phi => {
                self.push(" ");
                self.ty(data.ty);
                for (index, value) in function.operands(inst).enumerate() {
                    self.push(if index == 0 { " [ " } else { ", [ " });
                    self.value(value);
                    self.push(", ");
                    if let Some(block) = blocks.get(index) {
                        self.block_name(*block);
                    }
                    self.push(" ]");
                }
            }
            ExtractValue(indices) | InsertValue(indices) => {
                self.push(" ");
                self.typed_values(function.operands(inst));
                for index in indices {
                    let _ = write!(self.out, ", {index}");
                }
            }
            Alloca { .. }
            | Load { .. }
            | Store { .. }
            | Fence { .. }
            | CmpXchg { .. }
            | AtomicRmw { .. } => self.memory(function, inst),
            Cast(_) | VaArg => {
                self.push(" ");
                self.typed_values(function.operands(inst));
                self.push(if data.kind == VaArg { ", " } else { " to " });
                self.ty(data.ty);
            }
            GetElementPtr { source } => {
                self.push(" ");
                self.ty(*source);
                self.push(", ");
                self.typed_values(function.operands(inst));
            }
            ShuffleVector { mask, scalable } => {
                self.push(" ");
                self.typed_values(function.operands(inst));
                self.shuffle_mask(mask, *scalable);
            }
            Ret | Resume | FNeg | Binary(_) | ExtractElement | InsertElement | ICmp(_)
            | FCmp(_) | Select | Freeze => self.plain_operands(function, inst),
        }
    }

    fn typed_values(&mut self, values: impl Iterator<Item = Value>) {
        for (index, value) in values.enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.typed_value(value);
        }
    }

    /// Operands with one type before them if all have it, else each with its own.
    fn plain_operands(&mut self, function: &Function, inst: Inst) {
        let kind = &function.insts[inst].kind;
        let mut types = function.operands(inst).map(|v| function.values[v].ty);
        let first = types.next();
        let alike = types.all(|ty| Some(ty) == first) && !matches!(kind, InstKind::Select);
        self.push(" ");
        if !alike {
            self.typed_values(function.operands(inst));
            return;
        }
        if let Some(ty) = first {
            self.ty(ty);
        }
        for (index, value) in function.operands(inst).enumerate() {
            self.push(if index == 0 { " " } else { ", " });
            self.value(value);
        }
    }

    fn labels(&mut self, blocks: &[Block]) {
        for (index, block) in blocks.iter().enumerate() {
            self.push(if index == 0 { "" } else { ", " });
            self.label(*block);
        }
    }

    fn branch(&mut self, function: &Function, inst: Inst, blocks: &[Block]) {
        let mut operands = function.operands(inst);
        self.push(" ");
        if let Some(first) = operands.next() {
            self.typed_value(first);
            self.push(", ");
        }
        match function.insts[inst].kind {
            InstKind::Switch => {
                let (default, cases) = blocks.split_at(1.min(blocks.len()));
                self.labels(default);
                self.push(" [");
                for (value, block) in operands.zip(cases) {
                    self.push("\n    ");
                    self.typed_value(value);
                    self.push(", ");
                    self.label(*block);
                }
                self.push("\n  ]");
            }
            InstKind::IndirectBr => {
                self.push("[");
                self.labels(blocks);
                self.push("]");
            }
            _ => self.labels(blocks),
        }
    }

    fn exception_handling(&mut self, function: &Function, inst: Inst, blocks: &[Block]) {
        let data = &function.insts[inst];
        let mut operands = function.operands(inst);
        if let InstKind::LandingPad { filters } = &data.kind {
            self.push(" ");
            self.ty(data.ty);
            if data.flags.contains(InstFlags::CLEANUP) {
                self.push("\n          cleanup");
            }
            for (value, filter) in operands.zip(filters) {
                self.push(if *filter {
                    "\n          filter "
                } else {
                    "\n          catch "
                });
                self.typed_value(value);
            }
            return;
        }
        let from = matches!(data.kind, InstKind::CleanupRet | InstKind::CatchRet);
        self.push(if from { " from " } else { " within " });
        if let Some(pad) = operands.next() {
            self.value(pad);
        }
        match &data.kind {
            InstKind::CleanupRet => {
                self.push(" unwind ");
                self.unwind_target(blocks.first());
            }
            InstKind::CatchRet => {
                self.push(" to ");
                self.labels(blocks);
            }
            InstKind::CatchSwitch { unwinds } => {
                let (target, handlers) = match blocks.split_last() {
                    Some((last, rest)) if *unwinds => (Some(last), rest),
                    _ => (None, blocks),
                };
                self.push(" [");
                self.labels(handlers);
                self.push("] unwind ");
                self.unwind_target(target);
            }
            _ => {
                self.push(" [");
                self.typed_values(operands);
                self.push("]");
            }
        }
    }

    fn unwind_target(&mut self, block: Option<&Block>) {
        match block {
            Some(block) => self.label(*block),
            None => self.push("to caller"),
        }
    }

    fn call(&mut self, function: &'m Function, inst: Inst, info: &'m CallInfo) {
        let module = self.module;
        let operands: Vec<Value> = function.operands(inst).collect();
        let num_args = (info.num_args as usize).min(operands.len());
        let (args, rest) = operands.split_at(num_args);
        self.push(" ");
        if info.conv != CallingConv::C {
            self.calling_conv(info.conv);
            self.push(" ");
        }
        self.attribute_words(info.attrs.ret);
        if info.address_space != 0 {
            let _ = write!(self.out, "addrspace({}) ", info.address_space);
        }
        let var_arg = match &module.types[info.fn_type] {
            TypeData::Function {
                ret,
                var_arg: false,
                ..
            } => {
                self.ty(*ret);
                false
            }
            _ => {
                self.ty(info.fn_type);
                true
            }
        };
        self.push(" ");
        if let Some(callee) = rest.last() {
            self.value(*callee);
        }
        self.push("(");
        for (index, arg) in args.iter().enumerate() {
            self.push(if index == 0 { "" } else { ", " });
            self.ty(function.values[*arg].ty);
            self.push(" ");
            self.attribute_words(info.attrs.params.get(index).copied().flatten());
            self.value(*arg);
        }
        if var_arg && info.tail == TailKind::MustTail {
            self.push(if args.is_empty() { "..." } else { ", ..." });
        }
        self.push(")");
        if let Some(group) = info.attrs.function {
            self.attribute_group(group);
        }
        self.bundles(info, rest);
        self.call_targets(&function.insts[inst].kind, function.inst_blocks(inst));
    }

    fn bundles(&mut self, info: &CallInfo, mut inputs: &[Value]) {
        for (index, (tag, count)) in info.bundles.iter().enumerate() {
            self.push(if index == 0 { " [ \"" } else { ", \"" });
            write_escaped(&mut self.out, tag.as_bytes());
            self.push("\"(");
            let (mine, others) = inputs.split_at((*count as usize).min(inputs.len()));
            self.typed_values(mine.iter().copied());
            inputs = others;
            self.push(")");
        }
        if !info.bundles.is_empty() {
            self.push(" ]");
        }
    }

    fn call_targets(&mut self, kind: &InstKind, blocks: &[Block]) {
        let (Some((first, others)), false) =
            (blocks.split_first(), matches!(kind, InstKind::Call(_)))
        else {
            return;
        };
        self.push("\n          to ");
        self.label(*first);
        if matches!(kind, InstKind::Invoke(_)) {
            self.push(" unwind ");
            self.labels(others);
        } else {
            self.push(" [");
            self.labels(others);
            self.push("]");
        }
    }

    fn memory(&mut self, function: &Function, inst: Inst) {
        let module = self.module;
        let data = &function.insts[inst];
        let value_type = |index: usize| function.values[function.operand(inst, index)].ty;
        match &data.kind {
            InstKind::Alloca { .. } => self.alloca(function, inst),
            InstKind::Load {
                align,
                ordering,
                scope,
            } => {
                self.push(" ");
                self.ty(data.ty);
                self.push(", ");
                self.typed_values(function.operands(inst));
                self.ordering(scope.as_deref(), &[*ordering]);
                self.align(*align, self.layout.abi_align(&module.types, data.ty));
            }
            InstKind::Store {
                align,
                ordering,
                scope,
            } => {
                self.push(" ");
                self.typed_values(function.operands(inst));
                self.ordering(scope.as_deref(), &[*ordering]);
                self.align(*align, self.layout.abi_align(&module.types, value_type(0)));
            }
            InstKind::Fence { ordering, scope } => self.ordering(scope.as_deref(), &[*ordering]),
            InstKind::CmpXchg {
                align,
                success,
                failure,
                scope,
            } => {
                self.push(" ");
                self.typed_values(function.operands(inst));
                self.ordering(scope.as_deref(), &[*success, *failure]);
                let size = self.layout.store_size(&module.types, value_type(1));
                self.align(*align, size.unwrap_or(1));
            }
            InstKind::AtomicRmw {
                align,
                ordering,
                scope,
                ..
            } => {
                self.push(" ");
                self.typed_values(function.operands(inst));
                self.ordering(scope.as_deref(), &[*ordering]);
                let size = self.layout.store_size(&module.types, value_type(1));
                self.align(*align, size.unwrap_or(1));
            }
            _ => {}
        }
    }

    fn alloca(&mut self, function: &Function, inst: Inst) {
        let data = &function.insts[inst];
        let InstKind::Alloca {
            ty,
            align,
            address_space,
        } = data.kind
        else {
            return;
        };
        self.push(" ");
        for (flag, word) in [
            (InstFlags::INALLOCA, "inalloca"),
            (InstFlags::SWIFTERROR, "swifterror"),
        ] {
            self.word(if data.flags.contains(flag) { word } else { "" });
        }
        self.ty(ty);
        if !self.is_single(function, inst) {
            self.push(", ");
            self.typed_values(function.operands(inst));
        }
        let default = self.layout.pref_align(&self.module.types, ty);
        self.align(align, default);
        if address_space != 0 {
            let _ = write!(self.out, ", addrspace({address_space})");
        }
    }

    /// Whether an alloca is of `i32 1` elements, which is not written.
    fn is_single(&self, function: &Function, inst: Inst) -> bool {
        let Some(value) = function.operands(inst).next() else {
            return true;
        };
        let is_one = function.as_const(value).is_some_and(|id| {
            matches!(
                self.module.consts[id].kind,
                crate::constant::ConstKind::Int(1)
            )
        });
        is_one && function.values[value].ty == TypeTable::I32
    }

    /// `, align n`; `default` where the text had none.
    fn align(&mut self, align: u64, default: u64) {
        let align = if align == 0 { default } else { align };
        let _ = write!(self.out, ", align {align}");
    }

    fn ordering(&mut self, scope: Option<&str>, orderings: &[AtomicOrdering]) {
        if orderings == [AtomicOrdering::NotAtomic] {
            return;
        }
        if let Some(scope) = scope {
            self.push(" syncscope(");
            write_string(&mut self.out, scope.as_bytes());
            self.push(")");
        }
        for ordering in orderings {
            self.push(" ");
            self.push(ordering.keyword());
        }
    }

    /// The keyword of a calling convention.
    pub(super) fn calling_conv(&mut self, conv: CallingConv) {
        match CallingConv::KEYWORDS
            .iter()
            .find(|(number, _)| *number == conv.0)
        {
            Some((_, keyword)) => self.push(keyword),
            None => {
                let _ = write!(self.out, "cc{}", conv.0);
            }
        }
    }
}

/// The opcode's keyword.
fn opcode_name(kind: &InstKind) -> &'static str {
    use InstKind::*;
    match kind {
        Ret => "ret",
        Br | CondBr => "br",
        Switch => "switch",
        IndirectBr => "indirectbr",
        Invoke(_) => "invoke",
        CallBr(_) => "callbr",
        Resume => "resume",
        Unreachable => "unreachable",
        CleanupRet => "cleanupret",
        CatchRet => "catchret",
        CatchSwitch { .. } => "catchswitch",
        FNeg => "fneg",
        Binary(op) => op.keyword(),
        ExtractElement => "extractelement",
        InsertElement => "insertelement",
        ShuffleVector { .. } => "shufflevector",
        ExtractValue(_) => "extractvalue",
        InsertValue(_) => "insertvalue",
        Alloca { .. } => "alloca",
        Load { .. } => "load",
        Store { .. } => "store",
        Fence { .. } => "fence",
        CmpXchg { .. } => "cmpxchg",
        AtomicRmw { .. } => "atomicrmw",
        GetElementPtr { .. } => "getelementptr",
        Cast(op) => op.keyword(),
        ICmp(_) => "icmp",
        FCmp(_) => "fcmp",
        Phi => "phi",
        Select => "select",
        Freeze => "freeze",
        Call(_) => "call",
        VaArg => "va_arg",
        LandingPad { .. } => "landingpad",
        CatchPad => "catchpad",
        CleanupPad => "cleanuppad",
    }
}
