//! Objects that run in this process.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::error::LinkError;
use crate::gdb;
use crate::image::{Image, Machine, WordValue};
use crate::libraries;
use crate::link::link;
use crate::process::{self, Loaded, Memory, Protection};

/// Objects that run in this process, and the symbols that they use: given ones first, then those of objects that were added
/// before, then those of the process and its libraries.
///
/// Memory of objects stays until the process ends: other code may have addresses in it.
///
/// What is added is code, and running it is as safe as the code is: a session trusts it as the process trusts the libraries
/// that it loads.
///
/// ```no_run
/// # fn object() -> Vec<u8> { Vec::new() }
/// use avarice_jit::Session;
///
/// let mut session = Session::new();
/// session.open_library("m", &[])?;
/// session.add(&[&object()])?;
/// let code = session.call_main("main", &["program".into()])?;
/// # Ok::<(), avarice_jit::LinkError>(())
/// ```
#[derive(Default)]
pub struct Session {
    given: BTreeMap<String, u64>,
    /// Of everything that was added.
    defined: BTreeMap<String, u64>,
}

impl Session {
    /// A session without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a symbol an address: that of a function or variable of this process.
    pub fn define(&mut self, name: &str, address: *const ()) {
        self.given.insert(name.to_owned(), address.addr() as u64);
    }

    /// Loads a library, as `-lNAME` of a linker: its symbols are symbols of the process from here on. It is looked for in
    /// `folders` first.
    ///
    /// # Errors
    /// There is none of this name; what the system says of the first that is not right.
    pub fn open_library(&mut self, name: &str, folders: &[PathBuf]) -> Result<(), LinkError> {
        let mut first = None;
        for path in libraries::candidates(name, folders) {
            match process::open(&path) {
                Ok(()) => return Ok(()),
                Err(error) => {
                    first.get_or_insert(error);
                }
            }
        }
        let why = first.unwrap_or_default();
        Err(LinkError::new(format!("no library '{name}': {why}")))
    }

    /// Links objects with each other, loads them, and runs their constructors.
    ///
    /// # Errors
    /// They cannot be linked, are for another machine, or use symbols that are nowhere; the system has no memory for them.
    pub fn add(&mut self, objects: &[&[u8]]) -> Result<(), LinkError> {
        let image = link(objects)?;
        if Machine::host() != Some(image.machine) {
            let machine = image.machine;
            return Err(LinkError::new(format!(
                "code for {machine:?}, which this machine does not run"
            )));
        }
        let imports = self.imports(&image)?;
        let mut memory = Memory::new(image.size())?;
        let base = memory.address();
        for part in image.parts() {
            memory.write(part.offset, &part.bytes);
        }
        let thread_locals = image
            .thread_locals
            .map(|variables| process::thread_locals(&memory, variables))
            .transpose()?
            .unwrap_or(0);
        for word in &image.words {
            let value = match word.value {
                WordValue::Address(offset) => base.wrapping_add_signed(offset),
                WordValue::Import { name, addend } => {
                    imports[name as usize].wrapping_add_signed(addend)
                }
                WordValue::ThreadLocals => thread_locals,
            };
            memory.write(word.offset, &value.to_le_bytes());
        }
        memory.protect(&image.code, Protection::Execute)?;
        memory.protect(&image.read_only, Protection::Read)?;
        for symbol in image.symbols.iter().filter(|symbol| symbol.is_global) {
            let address = base + symbol.offset;
            self.defined.insert(symbol.name.clone(), address);
        }
        let for_debuggers = gdb::with_addresses(&image, objects, base);
        let loaded = process::register(Loaded { memory, image }, for_debuggers);
        process::run_constructors(loaded);
        Ok(())
    }

    /// The addresses of the symbols of others.
    fn imports(&self, image: &Image) -> Result<Vec<u64>, LinkError> {
        let mut missing = Vec::new();
        let mut addresses = Vec::new();
        for (index, name) in image.imports().enumerate() {
            let address = self.find(name);
            if address.is_none() && !image.may_miss(index) {
                missing.push(format!("'{name}'"));
            }
            addresses.push(address.unwrap_or(0));
        }
        match missing.is_empty() {
            true => Ok(addresses),
            false => Err(LinkError::new(format!(
                "not defined anywhere: {}",
                missing.join(", ")
            ))),
        }
    }

    fn find(&self, name: &str) -> Option<u64> {
        let own = self.given.get(name).or_else(|| self.defined.get(name));
        own.copied().or_else(|| process::symbol(name))
    }

    /// The address of a function or variable that objects of the session define.
    pub fn address(&self, name: &str) -> Option<*const ()> {
        let address = *self.defined.get(name)?;
        Some(std::ptr::with_exposed_provenance(address as usize))
    }

    /// Calls a function `int NAME(int, char **, char **)` of the session, as a program is started.
    ///
    /// # Errors
    /// There is no such function.
    pub fn call_main(&self, name: &str, args: &[std::ffi::OsString]) -> Result<i32, LinkError> {
        let Some(address) = self.defined.get(name) else {
            return Err(LinkError::new(format!("there is no function '{name}'")));
        };
        Ok(process::call_main(*address, args))
    }

    /// From here on, a signal that ends the process says in which function of a session it came, and the exit code is 128
    /// and its number, as in a shell.
    pub fn name_signals() {
        process::name_signals();
    }
}
