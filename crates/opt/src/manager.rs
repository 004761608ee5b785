//! Runs a pipeline on a module.

use avarice_ir::{CrashNote, Global, Module};

use crate::forget_places::forget_places;
use crate::pass::{FunctionPass, Log, ModulePass, Skips};
use crate::pass::{MakePass, PassInfo};
use crate::pipeline::{Pipeline, Step};

/// What happens while a pipeline runs.
pub enum Event<'a> {
    /// The pass is about to run on a function, or on the module.
    Before,
    /// The function is one that passes leave as it is.
    Skipped,
    /// The pass has run, and wrote this.
    After {
        /// Whether it changed anything.
        changed: bool,
        /// What it wrote, if anything is kept.
        log: &'a str,
    },
}

/// An observer of a pipeline run.
pub trait Watch {
    /// Whether what the pass of this name writes is wanted.
    fn is_logged(&self, pass: &str) -> bool;

    /// Something happened with a pass on a function, or on the module for `None`, with the module as it is then.
    ///
    /// # Errors
    /// What stops the pipeline.
    fn see(
        &mut self,
        pass: &PassInfo,
        module: &Module,
        global: Option<Global>,
        event: Event<'_>,
    ) -> Result<(), String>;

    /// All passes that run together have run on a function.
    fn finish_function(&mut self, module: &Module, global: Global);
}

/// Runs pipelines, and says so to whoever watches.
pub struct Manager<'a> {
    /// Whether passes on functions leave this one as it is.
    pub skips: Skips<'a>,
    /// The observer.
    pub watch: &'a mut dyn Watch,
}

/// A pass with its row.
type Made<P> = (&'static PassInfo, Box<P>);

impl Manager<'_> {
    /// Runs `pipeline` on `module`.
    ///
    /// # Requires
    /// A verified module.
    ///
    /// # Ensures
    /// A verified module that does the same.
    ///
    /// # Errors
    /// That of whoever watches.
    pub fn run(&mut self, pipeline: &Pipeline, module: &mut Module) -> Result<(), String> {
        for step in &pipeline.steps {
            match step {
                Step::Module(info) => {
                    if let MakePass::Module(make) = info.make {
                        self.run_on_module((info, make()), module)?;
                    }
                }
                Step::Functions(infos) => {
                    let make = |info: &&'static PassInfo| match info.make {
                        MakePass::Function(make) => Some((*info, make())),
                        MakePass::Module(_) => None,
                    };
                    let mut passes: Vec<Made<dyn FunctionPass>> =
                        infos.iter().filter_map(make).collect();
                    self.run_on_functions(&mut passes, module)?;
                }
            }
        }
        Ok(())
    }

    fn run_on_module(
        &mut self,
        (info, mut pass): Made<dyn ModulePass>,
        module: &mut Module,
    ) -> Result<(), String> {
        let mut log = Log::new(self.watch.is_logged(info.name));
        self.watch.see(info, module, None, Event::Before)?;
        let note = CrashNote::of_module(info.name);
        let changed = pass.run(module, self.skips, &mut log);
        drop(note);
        let log = &log.take();
        self.watch
            .see(info, module, None, Event::After { changed, log })
    }

    fn run_on_functions(
        &mut self,
        passes: &mut [Made<dyn FunctionPass>],
        module: &mut Module,
    ) -> Result<(), String> {
        let functions: Vec<Global> = module.globals.keys().collect();
        for global in functions {
            if module.globals[global].body().is_none() {
                continue;
            }
            let skipped = (self.skips)(module, global);
            for (info, pass) in &mut *passes {
                if skipped {
                    self.watch.see(info, module, Some(global), Event::Skipped)?;
                    continue;
                }
                let mut log = Log::new(self.watch.is_logged(info.name));
                self.watch.see(info, module, Some(global), Event::Before)?;
                let name = module.globals[global].name.clone();
                let note = CrashNote::new(info.name, &*name);
                let changed = module.with_body(global, |module, function| {
                    let changed = pass.run(module, global, function, &mut log);
                    if changed {
                        // Their text names values by numbers that are others now.
                        function.debug_records.clear();
                        if !pass.keeps_records() {
                            forget_places(function);
                        }
                    }
                    changed
                });
                let changed = changed.unwrap_or(false);
                drop(note);
                let log = &log.take();
                self.watch
                    .see(info, module, Some(global), Event::After { changed, log })?;
            }
            self.watch.finish_function(module, global);
        }
        Ok(())
    }
}
