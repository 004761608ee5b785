//! Objects that run in this process.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crate::error::LinkError;
use crate::image::Machine;
use crate::lazy::{self, LazyModule};
use crate::libraries;
use crate::link::link;
use crate::loading::{Addresses, Names, Scope, Waiting, addresses, lock};
use crate::process::{self, FirstCall, Loaded};

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
    /// Functions that wait for their first call look up names, too.
    names: Arc<Mutex<Names>>,
}

/// The stubs of a module in memory, and the number of the first.
struct Stubs {
    image: &'static Loaded,
    first: u32,
}

impl Session {
    /// A session without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a symbol an address: that of a function or variable of this process.
    pub fn define(&mut self, name: &str, address: *const ()) {
        let given = &mut lock(&self.names).given;
        given.insert(name.to_owned(), address.addr() as u64);
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
        let loaded = self.scope(Addresses::new()).load(link(objects)?, objects)?;
        lock(&self.names).defined.extend(addresses(loaded));
        process::run_constructors(loaded);
        Ok(())
    }

    /// Adds modules whose functions are compiled when they are first called, and runs their constructors. The address of such a
    /// function stays the same when it is compiled. Where one cannot be compiled, the process says so and ends with code 1.
    ///
    /// Functions may use what any of the modules has, variables begin with addresses of functions of any of them and of
    /// variables of those before.
    ///
    /// ```no_run
    /// # fn data() -> Vec<u8> { Vec::new() }
    /// # fn compile(name: &str) -> Result<Vec<u8>, String> { Err(name.to_owned()) }
    /// use avarice_jit::{LazyFunction, LazyModule, Session};
    ///
    /// let mut session = Session::new();
    /// session.add_lazily(vec![LazyModule {
    ///     object: data(),
    ///     functions: vec![LazyFunction { name: "main".into(), make: Box::new(|| compile("main")) }],
    ///     exports: Box::new(|name| name == "main"),
    /// }])?;
    /// session.call_main("main", &["program".into()])?;
    /// # Ok::<(), avarice_jit::LinkError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`Self::add`], for everything but the functions.
    pub fn add_lazily(&mut self, modules: Vec<LazyModule>) -> Result<(), LinkError> {
        let stubs = modules.iter().map(|module| self.add_stubs(module));
        let stubs = stubs.collect::<Result<Vec<_>, LinkError>>()?;
        let loaded = modules.into_iter().zip(stubs);
        let loaded = loaded.map(|(module, stubs)| self.add_module(module, stubs));
        let loaded = loaded.collect::<Result<Vec<_>, LinkError>>()?;
        loaded.into_iter().for_each(process::run_constructors);
        Ok(())
    }

    /// Loads the stubs of a module.
    fn add_stubs(&self, module: &LazyModule) -> Result<Stubs, LinkError> {
        let Some(machine) = Machine::host() else {
            return Err(LinkError::new("there is no code for this machine"));
        };
        let functions = &module.functions;
        let first = process::reserve_first_calls(functions.len() as u32);
        let names: Vec<&str> = functions.iter().map(|function| &*function.name).collect();
        let image = lazy::stubs(machine, first, &names);
        let image = self.scope(Addresses::new()).load(image, &[])?;
        self.export(&addresses(image).collect(), &*module.exports);
        Ok(Stubs { image, first })
    }

    /// Loads the object of a module, and has its functions wait for their first calls.
    fn add_module(&self, module: LazyModule, stubs: Stubs) -> Result<&'static Loaded, LinkError> {
        let mut scope = self.scope(addresses(stubs.image).collect());
        let objects = [&*module.object];
        let loaded = scope.load(link(&objects)?, &objects)?;
        scope.module.extend(addresses(loaded));
        self.export(&scope.module, &*module.exports);
        let scope = Arc::new(scope);
        for (position, function) in module.functions.into_iter().enumerate() {
            let name = function.name.clone();
            let waiting = Waiting {
                name: function.name,
                make: Mutex::new(Some(function.make)),
                scope: scope.clone(),
                stubs: stubs.image,
                entry: lazy::entry(&stubs.image.image, position),
            };
            let address = Box::new(move || waiting.address());
            let first_call = FirstCall { name, address };
            process::await_first_call(stubs.first + position as u32, first_call);
        }
        Ok(loaded)
    }

    /// Shows other modules those names that `is_exported` says.
    fn export(&self, names: &Addresses, is_exported: &dyn Fn(&str) -> bool) {
        let exported = names.iter().filter(|(name, _)| is_exported(name));
        let exported = exported.map(|(name, address)| (name.clone(), *address));
        lock(&self.names).defined.extend(exported);
    }

    fn scope(&self, module: Addresses) -> Scope {
        let session = self.names.clone();
        Scope { module, session }
    }

    /// The address of a function or variable that objects of the session define.
    pub fn address(&self, name: &str) -> Option<*const ()> {
        let address = *lock(&self.names).defined.get(name)?;
        Some(std::ptr::with_exposed_provenance(address as usize))
    }

    /// Calls a function `int NAME(int, char **, char **)` of the session, as a program is started.
    ///
    /// # Errors
    /// There is no such function.
    pub fn call_main(&self, name: &str, args: &[std::ffi::OsString]) -> Result<i32, LinkError> {
        let address = lock(&self.names).defined.get(name).copied();
        match address {
            Some(address) => Ok(process::call_main(address, args)),
            None => Err(LinkError::new(format!("there is no function '{name}'"))),
        }
    }

    /// From here on, a signal that ends the process says in which function of a session it came, and the exit code is 128
    /// and its number, as in a shell.
    pub fn name_signals() {
        process::name_signals();
    }
}
