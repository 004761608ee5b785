//! From an image to code in this process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::LinkError;
use crate::gdb;
use crate::image::{Image, Machine, WordValue};
use crate::lazy::MakeObject;
use crate::link::link_with;
use crate::process::{self, Loaded, Memory, Protection};

/// Addresses by name.
pub(crate) type Addresses = BTreeMap<String, u64>;

/// The symbols of a session.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) given: Addresses,
    /// Of everything that was added.
    pub(crate) defined: Addresses,
}

impl Names {
    fn find(&self, name: &str) -> Option<u64> {
        self.given
            .get(name)
            .or_else(|| self.defined.get(name))
            .copied()
    }
}

/// Where the symbols are that an image uses: those of its module first, where that has more parts, then those of the session,
/// then those of the process.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) module: Addresses,
    pub(crate) session: Arc<Mutex<Names>>,
}

/// The value of a mutex. A panic elsewhere leaves names and functions as they were before or after.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Scope {
    fn find(&self, name: &str) -> Option<u64> {
        let own = self.module.get(name).copied();
        own.or_else(|| lock(&self.session).find(name))
            .or_else(|| process::symbol(name))
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

    /// Puts an image into memory, filled in and protected, and makes it known to unwinders and debuggers; `objects` are what
    /// it was linked from. Constructors do not run yet.
    ///
    /// # Errors
    /// It is for another machine, or uses symbols that are nowhere; the system has no memory for it.
    pub(crate) fn load(
        &self,
        image: Image,
        objects: &[&[u8]],
    ) -> Result<&'static Loaded, LinkError> {
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
        let for_debuggers = gdb::with_addresses(&image, objects, base);
        Ok(process::register(Loaded { memory, image }, for_debuggers))
    }
}

/// The addresses of the symbols of an image that other images see.
pub(crate) fn addresses(loaded: &Loaded) -> impl Iterator<Item = (String, u64)> {
    let base = loaded.memory.address();
    let symbols = loaded
        .image
        .symbols
        .iter()
        .filter(|symbol| symbol.is_global);
    symbols.map(move |symbol| (symbol.name.clone(), base + symbol.offset))
}

/// A function that waits for its first call.
pub(crate) struct Waiting {
    pub(crate) name: String,
    /// What makes it, until it is made.
    pub(crate) make: Mutex<Option<MakeObject>>,
    pub(crate) scope: Arc<Scope>,
    /// The image of its stub, and where its entry is.
    pub(crate) stubs: &'static Loaded,
    pub(crate) entry: u64,
}

impl Waiting {
    /// Compiles and loads the function, unless another thread has done so, and returns its address.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub(crate) fn address(&self) -> Result<u64, LinkError> {
        let mut make = lock(&self.make);
        let Some(make) = make.take() else {
            return Ok(self.stubs.memory.word(self.entry));
        };
        let name = &self.name;
        let object = make().map_err(LinkError::new)?;
        let objects = [&*object];
        let image = link_with(&objects, Some(name))?;
        let Some(offset) = image.symbol(name).map(|symbol| symbol.offset) else {
            return Err(LinkError::new(format!(
                "its object does not define '{name}'"
            )));
        };
        let loaded = self.scope.load(image, &objects)?;
        let address = loaded.memory.address() + offset;
        self.stubs.memory.set_word(self.entry, address);
        Ok(address)
    }
}
