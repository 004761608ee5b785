//! Variables, functions, aliases and ifuncs.
//!
//! Records come in the order of LLVM's value numbers. The module has them as text has: variables, aliases, ifuncs, then
//! functions. What they refer to (initial values, personalities …) is known only when the constants have been read.

use avarice_ir::global::{
    DllStorage, FunctionData, GlobalData, GlobalKind, Linkage, ThreadLocal, UnnamedAddr,
    VariableData, Visibility,
};
use avarice_ir::typing::{self, MAX_ADDRESS_SPACE};
use avarice_ir::{CallingConv, CodeModel, Const, Global, Type, TypeData, TypeTable};

use crate::error::Result;
use crate::reader::Reader;
use crate::tables::globals::{Declared, Operands};
use crate::tables::values::Slot;

fn linkage(code: u64) -> Linkage {
    match code {
        1 | 16 => Linkage::Weak,
        2 => Linkage::Appending,
        3 => Linkage::Internal,
        4 | 18 => Linkage::LinkOnce,
        7 => Linkage::ExternWeak,
        8 => Linkage::Common,
        9 | 13 | 14 => Linkage::Private,
        10 | 17 => Linkage::WeakOdr,
        11 | 19 => Linkage::LinkOnceOdr,
        12 => Linkage::AvailableExternally,
        _ => Linkage::External,
    }
}

fn visibility(code: u64) -> Visibility {
    match code {
        1 => Visibility::Hidden,
        2 => Visibility::Protected,
        _ => Visibility::Default,
    }
}

fn unnamed_addr(code: u64) -> UnnamedAddr {
    match code {
        0 => UnnamedAddr::None,
        2 => UnnamedAddr::Local,
        _ => UnnamedAddr::Global,
    }
}

fn dll_storage(code: u64) -> DllStorage {
    match code {
        1 => DllStorage::Import,
        2 => DllStorage::Export,
        _ => DllStorage::Default,
    }
}

fn thread_local(code: u64) -> ThreadLocal {
    match code {
        0 => ThreadLocal::None,
        2 => ThreadLocal::LocalDynamic,
        3 => ThreadLocal::InitialExec,
        4 => ThreadLocal::LocalExec,
        _ => ThreadLocal::GeneralDynamic,
    }
}

fn code_model(code: u64) -> Option<CodeModel> {
    let name = match code {
        1 => "tiny",
        2 => "small",
        3 => "kernel",
        4 => "medium",
        5 => "large",
        _ => return None,
    };
    CodeModel::by_name(name)
}

/// Words of sanitizers by bit.
const SANITIZERS: &[&str] = &[
    "no_sanitize_address",
    "no_sanitize_hwaddress",
    "sanitize_memtag",
    "sanitize_address_dyninit",
];

impl Reader<'_> {
    /// One global, which starts with its name.
    pub fn globals_record(&mut self, code: u32) -> Result<()> {
        if self.globals.is_defined {
            return Err(self.error("a global is declared after its use"));
        }
        let name: Box<[u8]> = self.string(0)?.into();
        if !name.is_empty() && !self.globals.names.insert(name.clone()) {
            let name = String::from_utf8_lossy(&name).into_owned();
            return Err(self.error(format!("redefinition of '@{name}'")));
        }
        self.stream.operands.drain(..2);
        let declared = match code {
            7 => self.variable(name)?,
            8 => self.function_header(name)?,
            _ => self.alias(name, code == 14)?,
        };
        self.globals.declared.push(declared);
        Ok(())
    }

    fn space(&self, space: u64) -> Result<u32> {
        match u32::try_from(space) {
            Ok(space) if space <= MAX_ADDRESS_SPACE => Ok(space),
            _ => Err(self.error("an address space must be less than 2^24")),
        }
    }

    /// The alignment with this logarithm plus 1.
    pub fn alignment(&self, code: u64) -> Result<Option<u64>> {
        match code {
            0 => Ok(None),
            1..=33 => Ok(Some(1 << (code - 1))),
            _ => Err(self.error("an alignment is a power of two of at most 2^32")),
        }
    }

    /// Linkage, visibility, and what follows from them.
    fn set_linkage(&self, data: &mut GlobalData, visible: u64, dso_local: u64) -> Result<()> {
        let local = data.linkage.is_local();
        if !local {
            data.visibility = visibility(visible);
        }
        if local && data.dll_storage != DllStorage::Default {
            return Err(self.error("a symbol with local linkage has no DLL storage class"));
        }
        data.dso_local = dso_local != 0
            || local
            || data.visibility != Visibility::Default && data.linkage != Linkage::ExternWeak;
        if data.dso_local && data.dll_storage == DllStorage::Import {
            data.dso_local = false;
        }
        Ok(())
    }

    fn section(&self, number: u64) -> Result<Option<Box<[u8]>>> {
        if number == 0 {
            return Ok(None);
        }
        match self.globals.sections.get(number as usize - 1) {
            Some(name) => Ok(Some(name.clone())),
            None => Err(self.error("there is no section with this number")),
        }
    }

    /// The name of a partition, whose offset and length are operands `index` and `index + 1`.
    fn partition(&self, index: usize) -> Result<Option<Box<[u8]>>> {
        if self.stream.operands.len() < index + 2 {
            return Ok(None);
        }
        let name = self.string(index)?;
        Ok((!name.is_empty()).then(|| name.into()))
    }

    /// `[type, flags, initial value, linkage, alignment, section, …]`
    fn variable(&mut self, name: Box<[u8]>) -> Result<Declared> {
        let ty = self.type_operand(0)?;
        let flags = self.operand(1)?;
        if flags & 2 == 0 {
            return Err(self.error("a variable without the type of its value is no longer read"));
        }
        self.follow(typing::check_variable_type(&self.module, ty))?;
        let sanitizer = self.operand_or_zero(16);
        let words = SANITIZERS.iter().enumerate();
        let words = words.filter(|(bit, _)| sanitizer >> bit & 1 == 1);
        let variable = VariableData {
            constant: flags & 1 != 0,
            init: None,
            externally_initialized: self.operand_or_zero(9) != 0,
            code_model: code_model(self.operand_or_zero(17)),
            sanitizer: words.map(|(_, word)| (*word).into()).collect(),
            attrs: self.variable_attributes(self.operand_or_zero(12))?,
        };
        let mut data = GlobalData::new(name, ty, GlobalKind::Variable(variable));
        data.address_space = self.space(flags >> 2)?;
        data.linkage = linkage(self.operand(3)?);
        data.align = self.alignment(self.operand(4)?)?;
        data.section = self.section(self.operand(5)?)?;
        data.thread_local = thread_local(self.operand_or_zero(7));
        data.unnamed_addr = unnamed_addr(self.operand_or_zero(8));
        data.dll_storage = dll_storage(self.operand_or_zero(10));
        data.comdat = self.comdat_numbered(self.operand_or_zero(11))?;
        data.partition = self.partition(14)?;
        self.set_linkage(&mut data, self.operand_or_zero(6), self.operand_or_zero(13))?;
        let value = self.operand(2)?;
        let is_external = matches!(data.linkage, Linkage::External | Linkage::ExternWeak);
        if value == 0 && !is_external || value != 0 && data.linkage == Linkage::ExternWeak {
            return Err(self.error("this linkage and the initial value do not go together"));
        }
        let operands = Operands {
            value,
            ..Operands::default()
        };
        Ok(Declared {
            data,
            operands,
            has_body: false,
        })
    }

    /// `[type, convention, is declaration, linkage, attributes, alignment, section, …]`
    fn function_header(&mut self, name: Box<[u8]>) -> Result<Declared> {
        let ty = self.type_operand(0)?;
        let TypeData::Function { params, .. } = &self.module.types[ty] else {
            return Err(self.error("a function must have a function type"));
        };
        let params = params.len();
        let conv = self.operand(1)?;
        if conv > 1023 {
            return Err(self.error("the number of a calling convention is at most 1023"));
        }
        let collector = match self.operand_or_zero(8) {
            0 => None,
            number => match self.globals.collectors.get(number as usize - 1) {
                Some(name) => Some(name.clone()),
                None => return Err(self.error("there is no garbage collector with this number")),
            },
        };
        let function = FunctionData {
            conv: CallingConv(conv as u32),
            attrs: self.attribute_list(self.operand(4)?, params)?,
            gc: collector,
            ..FunctionData::default()
        };
        let mut data = GlobalData::new(name, ty, GlobalKind::Function(function));
        data.address_space = self.space(self.operand_or_zero(16))?;
        data.linkage = linkage(self.operand(3)?);
        data.align = self.alignment(self.operand_or_zero(5))?;
        data.section = self.section(self.operand_or_zero(6))?;
        data.unnamed_addr = unnamed_addr(self.operand_or_zero(9));
        data.dll_storage = dll_storage(self.operand_or_zero(11));
        data.comdat = self.comdat_numbered(self.operand_or_zero(12))?;
        data.partition = self.partition(17)?;
        self.set_linkage(&mut data, self.operand_or_zero(7), self.operand_or_zero(15))?;
        let has_body = self.operand(2)? == 0;
        let fits = match has_body {
            true => !matches!(
                data.linkage,
                Linkage::ExternWeak | Linkage::Common | Linkage::Appending
            ),
            false => matches!(data.linkage, Linkage::External | Linkage::ExternWeak),
        };
        if !fits {
            return Err(self.error("a function cannot have this linkage"));
        }
        let operands = Operands {
            value: 0,
            prologue: self.operand_or_zero(10),
            prefix: self.operand_or_zero(13),
            personality: self.operand_or_zero(14),
        };
        Ok(Declared {
            data,
            operands,
            has_body,
        })
    }

    /// `[type, address space, aliasee or resolver, linkage, visibility, …]`
    fn alias(&mut self, name: Box<[u8]>, is_alias: bool) -> Result<Declared> {
        let ty = self.type_operand(0)?;
        if !is_alias && !matches!(self.module.types[ty], TypeData::Function { .. }) {
            return Err(self.error("an ifunc has a function type"));
        }
        // To be filled in.
        let none = self
            .module
            .constant(TypeTable::PTR, avarice_ir::ConstKind::Null);
        let kind = match is_alias {
            true => GlobalKind::Alias { aliasee: none },
            false => GlobalKind::IFunc { resolver: none },
        };
        let mut data = GlobalData::new(name, ty, kind);
        data.address_space = self.space(self.operand(1)?)?;
        data.linkage = linkage(self.operand(3)?);
        let dso_local = match is_alias {
            true => {
                data.dll_storage = dll_storage(self.operand_or_zero(5));
                data.thread_local = thread_local(self.operand_or_zero(6));
                data.unnamed_addr = unnamed_addr(self.operand_or_zero(7));
                8
            }
            false => 5,
        };
        data.partition = self.partition(dso_local + 1)?;
        let local = self.operand_or_zero(dso_local);
        self.set_linkage(&mut data, self.operand_or_zero(4), local)?;
        let valid = !matches!(
            data.linkage,
            Linkage::Common | Linkage::Appending | Linkage::ExternWeak
        );
        if is_alias && !valid {
            return Err(self.error("an alias cannot have this linkage"));
        }
        let operands = Operands {
            value: self.operand(2)?.saturating_add(1),
            ..Operands::default()
        };
        Ok(Declared {
            data,
            operands,
            has_body: false,
        })
    }

    /// Puts the globals into the module, once all are declared.
    pub fn define_globals(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.globals.is_defined, true) {
            return Ok(());
        }
        let declared = std::mem::take(&mut self.globals.declared);
        let rank = |kind: &GlobalKind| match kind {
            GlobalKind::Variable(_) => 0,
            GlobalKind::Alias { .. } => 1,
            GlobalKind::IFunc { .. } => 2,
            GlobalKind::Function(_) => 3,
        };
        let mut order: Vec<usize> = (0..declared.len()).collect();
        order.sort_by_key(|at| rank(&declared[*at].data.kind));
        let mut ids = vec![Global::from_u32(0); declared.len()];
        for (id, at) in order.iter().enumerate() {
            ids[*at] = Global::from_u32(id as u32);
        }
        let mut sorted: Vec<Option<GlobalData>> = declared.iter().map(|_| None).collect();
        for (global, id) in declared.into_iter().zip(ids) {
            sorted[id.as_u32() as usize] = Some(global.data);
            self.values.push(Slot::Global(id));
            self.globals.operands.push((id, global.operands));
            if global.has_body {
                self.bodies.expect(id);
            }
        }
        for data in sorted.into_iter().flatten() {
            self.module.globals.push(data);
        }
        // As if they were met in the order of the text.
        self.globals.operands.sort_by_key(|(id, _)| *id);
        Ok(())
    }

    /// Fills in the constants that globals refer to, once the constants are read.
    pub fn resolve_global_operands(&mut self) -> Result<()> {
        for (id, operands) in std::mem::take(&mut self.globals.operands) {
            let value = self.optional_constant(operands.value)?;
            let prefix = self.optional_constant(operands.prefix)?;
            let prologue = self.optional_constant(operands.prologue)?;
            let personality = self.optional_constant(operands.personality)?;
            let value_type = self.module.globals[id].value_type;
            if let Some(value) = value {
                self.check_global_value(id, value, value_type)?;
            }
            match (&mut self.module.globals[id].kind, value) {
                (GlobalKind::Variable(data), value) => data.init = value,
                (GlobalKind::Function(data), _) => {
                    data.prefix = prefix;
                    data.prologue = prologue;
                    data.personality = personality;
                }
                (GlobalKind::Alias { aliasee: place }, Some(value))
                | (GlobalKind::IFunc { resolver: place }, Some(value)) => *place = value,
                _ => {}
            }
        }
        Ok(())
    }

    /// The constant with a number from 1, `None` for 0.
    fn optional_constant(&mut self, number: u64) -> Result<Option<Const>> {
        match number {
            0 => Ok(None),
            number => self.constant_numbered(number - 1).map(Some),
        }
    }

    fn check_global_value(&mut self, id: Global, value: Const, value_type: Type) -> Result<()> {
        let ty = self.module.consts[value].ty;
        let global = &self.module.globals[id];
        let fits = match global.kind {
            GlobalKind::Variable(_) => ty == value_type,
            _ => self.module.types[ty] == TypeData::Pointer(global.address_space),
        };
        if fits {
            return Ok(());
        }
        let name = global.name_str().into_owned();
        Err(self.error(format!("the value of '@{name}' does not have its type")))
    }
}
