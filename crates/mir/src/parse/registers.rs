//! Registers: virtual ones with their classes, banks and types, and the sections of a document about them.

use avarice_target::{PhysReg, RegClass};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashSet; // Allowed because a reader looks names up.

use super::body::Cursor;
use super::document::{DocumentReader, find_entry, require};
use super::error::{Result, Span, fault};
use super::yaml::{Entry, Node};
use crate::callee_saved::CalleeSaved;
use crate::entities::{Reg, VReg};
use crate::function::{RegHint, VRegKind};
use crate::low_level_type::LowLevelType;

impl DocumentReader<'_> {
    /// The class or register bank with this name, for a virtual register. The class has no meaning for
    /// a bank.
    fn class_or_bank(&self, name: &str, span: Span) -> Result<(VRegKind, RegClass)> {
        let none = RegClass(0);
        match self.target.desc.class_by_name(name) {
            Some(class) if self.target.desc.class(class).allocatable => {
                return Ok((VRegKind::Class, class));
            }
            Some(_) => {
                let message =
                    format!("cannot use non-allocatable class '{name}' for a virtual register");
                return fault(span, message);
            }
            None if name == "_" => return Ok((VRegKind::Generic, none)),
            None => {}
        }
        let banks = self.target.text.reg_banks;
        match banks.iter().position(|bank| *bank == name) {
            Some(bank) => Ok((VRegKind::Bank(bank as u8), none)),
            None => fault(
                span,
                format!("use of undefined register class or register bank '{name}'"),
            ),
        }
    }

    /// Gives `reg` the class or bank `name`, which must not contradict what is known of it.
    fn constrain(&mut self, reg: VReg, name: &str, span: Span) -> Result<()> {
        let (kind, class) = self.class_or_bank(name, span.clone())?;
        let known = self.unknown_class[reg.index()].is_none();
        let old = (self.function.vregs[reg].kind, self.function.class(reg));
        if known && old != (kind, class) {
            let message = match (old.0, kind) {
                (VRegKind::Class, VRegKind::Class) => {
                    let old = self.target.desc.class(old.1).name;
                    format!("conflicting register classes, previously: {old}")
                }
                (VRegKind::Class, _) => "register bank specification on normal register".into(),
                (_, VRegKind::Class) => "register class specification on generic register".into(),
                _ => "conflicting generic register banks".into(),
            };
            return fault(span, message);
        }
        self.unknown_class[reg.index()] = None;
        self.function.vregs[reg].kind = kind;
        self.function.set_class(reg, class);
        Ok(())
    }

    /// The colon and a class or bank.
    pub(super) fn register_class(&mut self, cursor: &mut Cursor<'_>, reg: Reg) -> Result<()> {
        let Some(reg) = reg.as_virtual() else {
            return cursor.fail("register class specification expects a virtual register");
        };
        cursor.expect(b':')?;
        let name = cursor.word();
        if name.is_empty() {
            return cursor.fail("expected '_', register class, or register bank name");
        }
        self.constrain(reg, name, cursor.token.span.clone())?;
        cursor.advance()
    }

    /// A type after the opening parenthesis, and the closing one.
    pub(super) fn register_type(&mut self, cursor: &mut Cursor<'_>, reg: Reg) -> Result<()> {
        let start = cursor.token.span.start;
        let ty = self.low_level_type(cursor)?;
        let span = start..cursor.token.span.start;
        cursor.expect(b')')?;
        let Some(reg) = reg.as_virtual() else {
            return fault(span, "unexpected type on physical register");
        };
        let known: &mut LowLevelType = &mut self.function.vregs[reg].low_level_type;
        if !known.is_none() && *known != ty {
            return fault(span, "inconsistent type for generic virtual register");
        }
        *known = ty;
        Ok(())
    }

    /// The register `%number`, made on first mention.
    pub fn vreg(&mut self, number: u32, span: Span) -> VReg {
        if let Some(reg) = self.vregs.get(&number) {
            return *reg;
        }
        let reg = self.new_vreg(span);
        self.vregs.insert(number, reg);
        reg
    }

    /// The register `%name`, made on first mention.
    pub fn named_vreg(&mut self, name: &str, span: Span) -> VReg {
        if let Some(reg) = self.named_vregs.get(name) {
            return *reg;
        }
        let reg = self.new_vreg(span);
        self.function.vregs[reg].name = Some(name.into());
        self.named_vregs.insert(name.into(), reg);
        reg
    }

    fn new_vreg(&mut self, span: Span) -> VReg {
        self.unknown_class.push(Some(span));
        self.function.create_vreg(RegClass(0))
    }

    /// `$name` or `name`.
    pub fn phys_reg(&self, name: &str, span: Span) -> Result<PhysReg> {
        let name = name.strip_prefix('$').unwrap_or(name);
        match self.target.desc.reg_by_name(name) {
            Some(reg) => Ok(reg),
            None if name == "noreg" => Ok(PhysReg::NONE),
            None => fault(span, format!("unknown register name '{name}'")),
        }
    }

    /// A named register in a scalar: `$rax`.
    pub(super) fn phys_reg_in(&self, node: &Node) -> Result<PhysReg> {
        let text = node.text()?;
        let span = self.content(node);
        if text.starts_with('$') {
            return self.phys_reg(text, span);
        }
        fault(span, "expected a named register")
    }

    /// A numbered virtual register in a scalar: `%3`.
    fn vreg_in(&mut self, node: &Node) -> Result<VReg> {
        let span = self.content(node);
        let number = node.text()?.strip_prefix('%').map(str::parse::<u32>);
        match number {
            Some(Ok(number)) if number < 1 << 31 => Ok(self.vreg(number, span)),
            Some(Ok(_)) => fault(span, "this register number is too large"),
            _ => fault(span, "expected a virtual register"),
        }
    }

    pub(super) fn read_registers(&mut self, map: &[Entry]) -> Result<()> {
        let mut explicit = FxHashSet::default();
        for item in find_entry(map, "registers").map_or(Ok(&[][..]), Node::list)? {
            self.read_register(item, &mut explicit)?;
        }
        for item in find_entry(map, "liveins").map_or(Ok(&[][..]), Node::list)? {
            let entries = item.map()?;
            let reg = self.phys_reg_in(require(entries, &item.span, "reg")?)?;
            let vreg = match find_entry(entries, "virtual-reg") {
                Some(node) if !node.text()?.is_empty() => Some(self.vreg_in(node)?),
                _ => None,
            };
            self.function.live_ins.push((reg, vreg));
        }
        if let Some(node) = find_entry(map, "calleeSavedRegisters") {
            let mut regs = Vec::new();
            for item in node.list()? {
                regs.push(self.phys_reg_in(item)?);
            }
            self.function.callee_saved = CalleeSaved::Listed(regs);
        }
        Ok(())
    }

    fn read_register(&mut self, item: &Node, explicit: &mut FxHashSet<u32>) -> Result<()> {
        let entries = item.map()?;
        let id_node = require(entries, &item.span, "id")?;
        let id: u32 = id_node.number()?;
        if id >= 1 << 31 {
            return fault(id_node.span.clone(), "this register number is too large");
        }
        if !explicit.insert(id) {
            return fault(
                id_node.span.clone(),
                format!("redefinition of virtual register '%{id}'"),
            );
        }
        let reg = self.vreg(id, id_node.span.clone());
        let class = require(entries, &item.span, "class")?;
        self.constrain(reg, class.text()?, class.span.clone())?;
        let Some(node) = find_entry(entries, "preferred-register") else {
            return Ok(());
        };
        let text = node.text()?;
        if text.is_empty() {
            return Ok(());
        }
        if self.function.vregs[reg].kind != VRegKind::Class {
            let message = "preferred register can only be set for normal vregs";
            return fault(node.span.clone(), message);
        }
        let hint: Reg = match text.as_bytes().first() {
            Some(b'%') => self.vreg_in(node)?.into(),
            Some(b'$') => self.phys_reg_in(node)?.into(),
            _ => {
                let message = "expected either a named or virtual register";
                return fault(self.content(node), message);
            }
        };
        self.function.vregs[reg].hint = RegHint { kind: 0, reg: hint };
        Ok(())
    }
}
