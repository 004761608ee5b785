//! Processors and features of a target, as its command-line options and function attributes name them.

use std::cell::RefCell;
use std::fmt::Write;

/// A feature: an extension of the instruction set, a choice of the ABI, or a hint about speed.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// LLVM's name.
    pub name: &'static str,
    /// What it is, as help says it.
    pub description: &'static str,
    /// Features that it brings with it.
    pub implies: &'static [&'static str],
}

/// A processor.
#[derive(Clone, Copy, Debug)]
pub struct Processor {
    /// LLVM's name.
    pub name: &'static str,
    /// Features that it has.
    pub features: &'static [&'static str],
    /// Features that say what is fast on it.
    pub tune: &'static [&'static str],
}

/// A feature, as a row of a table.
pub const fn feature(
    name: &'static str,
    description: &'static str,
    implies: &'static [&'static str],
) -> Feature {
    Feature {
        name,
        description,
        implies,
    }
}

/// A processor, as a row of a table.
pub const fn processor(
    name: &'static str,
    features: &'static [&'static str],
    tune: &'static [&'static str],
) -> Processor {
    Processor {
        name,
        features,
        tune,
    }
}

/// The processors and features of a target, both sorted by name.
#[derive(Clone, Copy, Debug)]
pub struct Processors {
    /// Features.
    pub features: &'static [Feature],
    /// Processors.
    pub processors: &'static [Processor],
}

/// How many features a target has at most.
const MAX_FEATURES: usize = 320;

/// A set of features of a target, by their places in its list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FeatureSet {
    words: [u64; MAX_FEATURES / 64],
}

impl FeatureSet {
    /// Whether it has the feature at this place of the list.
    pub fn has(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 != 0
    }

    fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    fn remove(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }
}

/// What the words of a function for its processor (`"target-cpu"`, `"tune-cpu"`, `"target-features"`) came to. Functions have the
/// same words as the one before, mostly, and are asked about at every call.
#[derive(Debug)]
pub struct Resolved<F> {
    last: RefCell<Option<([Box<str>; 3], F)>>,
}

impl<F: Copy> Resolved<F> {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self {
            last: RefCell::new(None),
        }
    }

    /// What `words` come to: the same as the last time, or what `resolve` makes of them.
    pub fn of(&self, words: [&str; 3], resolve: impl FnOnce([&str; 3]) -> F) -> F {
        if let Some((last, features)) = &*self.last.borrow()
            && last.iter().zip(words).all(|(last, word)| **last == *word)
        {
            return *features;
        }
        let features = resolve(words);
        *self.last.borrow_mut() = Some((words.map(Box::from), features));
        features
    }
}

impl<F: Copy> Default for Resolved<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl Processors {
    /// The processor with this name.
    pub fn processor(&self, name: &str) -> Option<&'static Processor> {
        let found = self.processors.binary_search_by(|row| row.name.cmp(name));
        found.ok().map(|index| &self.processors[index])
    }

    /// The place of the feature with this name.
    pub fn feature(&self, name: &str) -> Option<usize> {
        self.features
            .binary_search_by(|row| row.name.cmp(name))
            .ok()
    }

    /// Whether `set` has the feature with this name.
    pub fn has(&self, set: &FeatureSet, name: &str) -> bool {
        self.feature(name).is_some_and(|index| set.has(index))
    }

    /// The features of the processor `cpu`, tuned for the processor `tune`, after the words of all `features` (`+a,-b`) in their
    /// order. Unknown names count for nothing.
    pub fn resolve(&self, cpu: &str, tune: &str, features: &[&str]) -> FeatureSet {
        let mut set = FeatureSet::default();
        let base = self.processor(cpu).map_or(&[][..], |row| row.features);
        let hints = self.processor(tune).map_or(&[][..], |row| row.tune);
        for name in base.iter().chain(hints) {
            self.enable(&mut set, name);
        }
        for word in features.iter().flat_map(|words| words.split(',')) {
            let word = word.trim();
            if let Some(name) = word.strip_prefix('-') {
                self.disable(&mut set, name);
            } else {
                self.enable(&mut set, word.strip_prefix('+').unwrap_or(word));
            }
        }
        set
    }

    /// Adds a feature and all that it implies.
    fn enable(&self, set: &mut FeatureSet, name: &str) {
        let Some(index) = self.feature(name) else {
            return;
        };
        if !set.has(index) {
            set.insert(index);
            for implied in self.features[index].implies {
                self.enable(set, implied);
            }
        }
    }

    /// Takes away a feature and all that imply it.
    fn disable(&self, set: &mut FeatureSet, name: &str) {
        let Some(index) = self.feature(name) else {
            return;
        };
        set.remove(index);
        for (other, row) in self.features.iter().enumerate() {
            if set.has(other) && row.implies.contains(&name) {
                self.disable(set, row.name);
            }
        }
    }

    /// What is unknown of a processor's name and words for features, each as a warning of a line.
    pub fn unknown(&self, cpu: &str, features: &str) -> Vec<String> {
        let mut warnings = Vec::new();
        if !cpu.is_empty() && self.processor(cpu).is_none() {
            warnings.push(format!(
                "'{cpu}' is not a recognized processor for this target (ignoring processor)\n"
            ));
        }
        for word in features.split(',').map(str::trim) {
            let name = word.strip_prefix(['+', '-']).unwrap_or(word);
            if !word.is_empty() && self.feature(name).is_none() {
                warnings.push(format!(
                    "'{word}' is not a recognized feature for this target (ignoring feature)\n"
                ));
            }
        }
        warnings
    }

    /// The list of all, as `-mcpu=help` prints it.
    pub fn help(&self) -> String {
        let names = self.processors.iter().map(|row| row.name.len());
        let width = names.max().unwrap_or(0);
        let mut out = String::from("Available CPUs for this target:\n\n");
        for Processor { name, .. } in self.processors {
            // Writing to a string does not fail.
            let _ = writeln!(out, "  {name:width$} - Select the {name} processor.");
        }
        out.push_str("\nAvailable features for this target:\n\n");
        let names = self.features.iter().map(|row| row.name.len());
        let width = names.max().unwrap_or(0);
        for row in self.features {
            let _ = writeln!(out, "  {:width$} - {}.", row.name, row.description);
        }
        out.push_str("\nUse +feature to enable a feature, or -feature to disable it.\n");
        out.push_str("For example, llc -mcpu=mycpu -mattr=+feature1,-feature2\n");
        out
    }
}
