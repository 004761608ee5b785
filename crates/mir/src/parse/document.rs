//! One function's document: everything but the body's text.

use avarice_ir::global::{FunctionData, GlobalKind};
use avarice_ir::types::TypeData;
use avarice_ir::{Global, GlobalData, InstKind, MetadataId, Module};
use rustc_hash::FxHashMap; // Allowed because a reader looks names up.

use super::MirTarget;
use super::error::{Result, Span, fault};
use super::names::{FileState, FunctionSymbols};
use super::yaml::{Entry, Node, NodeKind};
use crate::block::BlockSections;
use crate::const_pool::{ConstPoolEntry, ConstPoolValue};
use crate::entities::{Block, ConstPoolIndex, FrameIndex, JumpTableIndex, Symbol, VReg};
use crate::function::MachineFunction;
use crate::text_names::{JumpTableKind, MirFlags};

/// That a word is none of those that a key may have.
pub(super) const UNKNOWN_ENUMERATOR: &str = "unknown enumerated scalar";

/// Reads one function.
pub(super) struct DocumentReader<'a> {
    pub text: &'a [u8],
    pub module: &'a mut Module,
    pub shared: &'a mut FileState,
    pub target: MirTarget,
    pub ir: FunctionSymbols,
    pub function: MachineFunction,
    /// Virtual registers by the number and the name that the text gives them.
    pub vregs: FxHashMap<u32, VReg>,
    pub named_vregs: FxHashMap<Box<str>, VReg>,
    /// By virtual register: where it is mentioned first, until its class is known.
    pub unknown_class: Vec<Option<Span>>,
    symbols: FxHashMap<Box<str>, Symbol>,
    /// Metadata nodes of this function by number.
    pub machine_metadata: FxHashMap<u32, MetadataId>,
    pub blocks: FxHashMap<u32, Block>,
    pub slots: FxHashMap<u32, FrameIndex>,
    pub fixed_slots: FxHashMap<u32, FrameIndex>,
    pub constants: FxHashMap<u32, ConstPoolIndex>,
    pub jump_tables: FxHashMap<u32, JumpTableIndex>,
}

/// The entry with `key`.
pub(super) fn find_entry<'n>(map: &'n [Entry], key: &str) -> Option<&'n Node> {
    map.iter().find(|e| e.key == key).map(|e| &e.value)
}

/// The entry with `key`, which must be there.
pub(super) fn require<'n>(map: &'n [Entry], span: &Span, key: &str) -> Result<&'n Node> {
    match find_entry(map, key) {
        Some(node) => Ok(node),
        None => fault(
            span.start..span.start + 1,
            format!("missing required key '{key}'"),
        ),
    }
}

/// The function of `document`. Adds `void @name()` to a module that was not in the file (`has_ir` is false).
pub(super) fn declare_function(
    module: &mut Module,
    document: &Node,
    has_ir: bool,
) -> Result<Global> {
    let name_node = require(document.map()?, &document.span, "name")?;
    let name = name_node.text()?;
    if name.is_empty() {
        return fault(name_node.span.clone(), "a function needs a name");
    }
    if let Some(global) = module.globals_by_name.get(name.as_bytes()) {
        return match module.globals[*global].function() {
            Some(_) => Ok(*global),
            None => fault(
                name_node.span.clone(),
                format!("'{name}' is not a function"),
            ),
        };
    }
    if has_ir {
        let message = format!("function '{name}' isn't defined in the provided LLVM IR");
        return fault(name_node.span.clone(), message);
    }
    let ret = module.types.intern(TypeData::Void);
    let value_type = module.types.intern(TypeData::Function {
        ret,
        params: Box::new([]),
        var_arg: false,
    });
    let mut body = avarice_ir::Function::new();
    let entry = body.append_block(b"entry");
    let end = body.create_inst(InstKind::Unreachable, ret, false, &[], &[]);
    body.append_inst(entry, end);
    let data = FunctionData {
        body: Some(Box::new(body)),
        ..FunctionData::default()
    };
    let global = module.globals.push(GlobalData {
        name: name.as_bytes().into(),
        value_type,
        address_space: 0,
        linkage: avarice_ir::Linkage::External,
        visibility: avarice_ir::Visibility::Default,
        dll_storage: avarice_ir::global::DllStorage::Default,
        dso_local: false,
        thread_local: avarice_ir::ThreadLocal::None,
        unnamed_addr: avarice_ir::UnnamedAddr::None,
        section: None,
        partition: None,
        align: None,
        comdat: None,
        metadata: Vec::new(),
        kind: GlobalKind::Function(data),
    });
    module
        .globals_by_name
        .insert(name.as_bytes().into(), global);
    Ok(global)
}

impl<'a> DocumentReader<'a> {
    pub fn new(
        text: &'a [u8],
        module: &'a mut Module,
        shared: &'a mut FileState,
        target: MirTarget,
    ) -> Self {
        Self {
            text,
            module,
            shared,
            target,
            ir: FunctionSymbols::default(),
            function: MachineFunction::new(target.desc, b""),
            vregs: FxHashMap::default(),
            named_vregs: FxHashMap::default(),
            unknown_class: Vec::new(),
            symbols: FxHashMap::default(),
            machine_metadata: FxHashMap::default(),
            blocks: FxHashMap::default(),
            slots: FxHashMap::default(),
            fixed_slots: FxHashMap::default(),
            constants: FxHashMap::default(),
            jump_tables: FxHashMap::default(),
        }
    }

    /// The function of `document`.
    pub fn read(mut self, document: &Node) -> Result<MachineFunction> {
        let map = document.map()?;
        let name = require(map, &document.span, "name")?.text()?;
        let global: Option<Global> = self.module.globals_by_name.get(name.as_bytes()).copied();
        self.function.name = name.as_bytes().into();
        self.function.ir_function = global;
        if let Some(body) = global.and_then(|g| self.module.globals[g].body()) {
            self.ir = FunctionSymbols::new(body);
        }
        self.function.tracks_reg_liveness = false;
        self.function.mir_info.debug_instr_ref = Some(false);
        self.function.mir_info.last_debug_number = Some(0);
        for entry in map {
            self.read_property(entry)?;
        }
        self.read_registers(map)?;
        if let Some(node) = find_entry(map, "constants") {
            self.read_constants(node)?;
        }
        if let Some(node) = find_entry(map, "machineMetadataNodes") {
            self.read_machine_metadata(node)?;
        }
        let body = match find_entry(map, "body") {
            Some(node) if matches!(node.kind, NodeKind::Block { .. }) => node.span.clone(),
            Some(node) => match node.text()? {
                "" => 0..0,
                _ => return fault(node.span.clone(), "expected a block of text"),
            },
            None => 0..0,
        };
        self.read_block_definitions(body.clone())?;
        self.read_frame(map)?;
        if let Some(node) = find_entry(map, "jumpTable") {
            self.read_jump_tables(node)?;
        }
        if self.function.block_sections == BlockSections::Sections {
            self.function.mark_section_borders();
        }
        self.read_blocks(body)?;
        if let Some(node) = find_entry(map, "callSites") {
            self.read_call_sites(node)?;
        }
        if let Some(node) = find_entry(map, "debugValueSubstitutions") {
            self.read_debug_substitutions(node)?;
        }
        self.finish()
    }

    fn read_property(&mut self, entry: &Entry) -> Result<()> {
        let value = &entry.value;
        let flag = match &*entry.key {
            "alignment" => {
                self.function.align = self.alignment(value)?;
                return Ok(());
            }
            "exposesReturnsTwice" => {
                self.function.exposes_returns_twice = value.truth()?;
                return Ok(());
            }
            "tracksRegLiveness" => {
                self.function.tracks_reg_liveness = value.truth()?;
                return Ok(());
            }
            "debugInstrRef" => {
                self.function.mir_info.debug_instr_ref = Some(value.truth()?);
                return Ok(());
            }
            "machineFunctionInfo" => {
                for entry in value.map()? {
                    let text = self.text[entry.value.span.clone()].to_vec();
                    let text = String::from_utf8_lossy(&text).into_owned();
                    let info = &mut self.function.mir_info.function_info;
                    info.push((entry.key.as_str().into(), text.into()));
                }
                return Ok(());
            }
            "entry_values"
            | "callSites"
            | "debugValueSubstitutions"
            | "machineMetadataNodes"
            | "name"
            | "registers"
            | "liveins"
            | "calleeSavedRegisters"
            | "frameInfo"
            | "fixedStack"
            | "stack"
            | "constants"
            | "jumpTable"
            | "body" => return Ok(()),
            "legalized" => MirFlags::LEGALIZED,
            "regBankSelected" => MirFlags::REG_BANK_SELECTED,
            "selected" => MirFlags::SELECTED,
            "failedISel" => MirFlags::FAILED_ISEL,
            "hasWinCFI" => MirFlags::HAS_WIN_CFI,
            "callsEHReturn" => MirFlags::CALLS_EH_RETURN,
            "callsUnwindInit" => MirFlags::CALLS_UNWIND_INIT,
            "hasEHCatchret" => MirFlags::HAS_EH_CATCHRET,
            "hasEHScopes" => MirFlags::HAS_EH_SCOPES,
            "hasEHFunclets" => MirFlags::HAS_EH_FUNCLETS,
            "isOutlined" => MirFlags::IS_OUTLINED,
            "failsVerification" => MirFlags::FAILS_VERIFICATION,
            "tracksDebugUserValues" => MirFlags::TRACKS_DEBUG_USER_VALUES,
            key => return fault(entry.key_span.clone(), format!("unknown key '{key}'")),
        };
        let set = value.truth()?;
        self.function.mir_info.flags.set(flag, set);
        Ok(())
    }

    /// The place of a scalar's text: what it has in quotes.
    pub fn content(&self, node: &Node) -> Span {
        let Span { start, end } = node.span;
        match self.text.get(start) {
            Some(b'\'' | b'"') if end - start >= 2 => start + 1..end - 1,
            _ => start..end,
        }
    }

    /// A power of two, at most 2^32; nothing is 1.
    pub fn alignment(&self, node: &Node) -> Result<u64> {
        if node.text()?.is_empty() {
            return Ok(1);
        }
        let value: u64 = node.number()?;
        if value.is_power_of_two() && value <= 1 << 32 {
            Ok(value)
        } else {
            fault(node.span.clone(), "expected a power of 2")
        }
    }

    fn read_constants(&mut self, node: &Node) -> Result<()> {
        for item in node.list()? {
            let entries = item.map()?;
            let id_node = require(entries, &item.span, "id")?;
            let value = require(entries, &item.span, "value")?;
            let text = value.text()?.to_owned();
            let id = self.ir_constant(text.as_bytes(), self.content(value))?;
            let align = match find_entry(entries, "alignment") {
                Some(node) if !node.text()?.is_empty() => self.alignment(node)?,
                _ => self.preferred_align(id),
            };
            if let Some(node) = find_entry(entries, "isTargetSpecific")
                && node.truth()?
            {
                let message = "target-specific constant pool entries are not supported";
                return fault(node.span.clone(), message);
            }
            let value = ConstPoolValue::Ir(id);
            let index = self
                .function
                .const_pool
                .push(ConstPoolEntry { value, align });
            if self.constants.insert(id_node.number()?, index).is_some() {
                let id: u32 = id_node.number()?;
                let message = format!("redefinition of constant pool item '%const.{id}'");
                return fault(id_node.span.clone(), message);
            }
        }
        Ok(())
    }

    /// The preferred alignment of a constant's type.
    fn preferred_align(&mut self, id: avarice_ir::Const) -> u64 {
        let (layout, types) = (&mut self.shared.layout, &self.module.types);
        layout.compute(types);
        layout.pref_align(types, self.module.consts[id].ty)
    }

    /// A constant of the IR with its type.
    pub fn ir_constant(&mut self, text: &[u8], span: Span) -> Result<avarice_ir::Const> {
        if let Some(id) = self.shared.constants.get(text) {
            return Ok(*id);
        }
        let read = avarice_ir::parse_constant(self.module, text);
        let id = read.or_else(|error| fault(span, error.message))?;
        self.shared.constants.insert(text.into(), id);
        Ok(id)
    }

    /// The symbol with this name.
    pub fn symbol(&mut self, name: &[u8]) -> Symbol {
        let name = String::from_utf8_lossy(name);
        if let Some(symbol) = self.symbols.get(&*name) {
            return *symbol;
        }
        let symbol = self.function.symbols.push((&*name).into());
        self.symbols.insert((&*name).into(), symbol);
        symbol
    }

    fn read_jump_tables(&mut self, node: &Node) -> Result<()> {
        let map = node.map()?;
        let kind = require(map, &node.span, "kind")?;
        self.function.mir_info.jump_table_kind = match JumpTableKind::from_keyword(kind.text()?) {
            Some(kind) => kind,
            None => return fault(kind.span.clone(), UNKNOWN_ENUMERATOR),
        };
        for item in find_entry(map, "entries").map_or(Ok(&[][..]), Node::list)? {
            let entries = item.map()?;
            let id_node = require(entries, &item.span, "id")?;
            let mut blocks = Vec::new();
            for block in find_entry(entries, "blocks").map_or(Ok(&[][..]), Node::list)? {
                blocks.push(self.block_in(block)?);
            }
            let index = self.function.jump_tables.push(blocks);
            if self.jump_tables.insert(id_node.number()?, index).is_some() {
                let id: u32 = id_node.number()?;
                let message = format!("redefinition of jump table entry '%jump-table.{id}'");
                return fault(id_node.span.clone(), message);
            }
        }
        Ok(())
    }

    /// A block in a scalar: `%bb.3`.
    pub fn block_in(&self, node: &Node) -> Result<Block> {
        let text = node.text()?;
        let digits = text
            .strip_prefix("%bb.")
            .map(|t| t.split('.').next().unwrap_or(t));
        match digits.and_then(|d| d.parse().ok()) {
            Some(number) => self.block(number, self.content(node)),
            None => fault(
                self.content(node),
                "expected a machine basic block reference",
            ),
        }
    }

    /// The block `%bb.number.name`; the name, which may be missing, must be that of its IR block.
    pub fn named_block(&self, number: u32, name: &[u8], span: Span) -> Result<Block> {
        let block = self.block(number, span.clone())?;
        let ir_block = self.function.blocks[block].ir_block.expand();
        if name.is_empty()
            || self
                .ir
                .block(name, true)
                .is_some_and(|b| Some(b) == ir_block)
        {
            return Ok(block);
        }
        let name = String::from_utf8_lossy(name);
        let message = format!("the name of machine basic block #{number} isn't '{name}'");
        fault(span, message)
    }

    /// The block `%bb.number`.
    pub fn block(&self, number: u32, span: Span) -> Result<Block> {
        match self.blocks.get(&number) {
            Some(block) => Ok(*block),
            None => fault(
                span,
                format!("use of undefined machine basic block #{number}"),
            ),
        }
    }

    /// Checks classes and finds the function's properties.
    fn finish(mut self) -> Result<MachineFunction> {
        for (reg, span) in self.function.vregs.keys().zip(&self.unknown_class) {
            if let Some(span) = span {
                let name = match &self.function.vregs[reg].name {
                    Some(name) => name.to_string(),
                    None => String::from_utf8_lossy(&self.text[span.clone()]).into_owned(),
                };
                let message = format!(
                    "Cannot determine class/bank of virtual register {} in function '{}'",
                    name.trim_start_matches('%'),
                    String::from_utf8_lossy(&self.function.name)
                );
                return fault(span.clone(), message);
            }
        }
        let function = &mut self.function;
        let mut insts = function
            .layout
            .iter()
            .flat_map(|b| function.block_insts(*b));
        let has_phi = insts.any(|inst| function.is_phi(inst));
        drop(insts);
        function.no_phis = !has_phi;
        function.no_vregs = function.vregs.is_empty();
        let single = |reg: VReg| {
            let mut defs = function.defs(reg);
            let whole = defs
                .next()
                .is_none_or(|def| function.op(def).sub_reg().is_none());
            whole && defs.next().is_none()
        };
        let is_ssa = function.vregs.keys().all(single);
        function.is_ssa = is_ssa;
        let rewritten = tied_ops_rewritten(function);
        function
            .mir_info
            .flags
            .set(MirFlags::TIED_OPS_REWRITTEN, rewritten);
        Ok(self.function)
    }
}

/// Whether there are tied uses and each has the register of its definition.
fn tied_ops_rewritten(function: &MachineFunction) -> bool {
    let mut any = false;
    for inst in function
        .layout
        .iter()
        .flat_map(|b| function.block_insts(*b))
    {
        for operand in function.operands(inst).iter().filter(|o| o.is_use()) {
            if let Some(def) = operand.tied_to() {
                any = true;
                if function.operand(inst, def).as_reg() != operand.as_reg() {
                    return false;
                }
            }
        }
    }
    any
}
