//! `-time-passes` and `--stats`: what each pass cost and what was produced.

use std::fmt::Write;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Time by phase, in order of first use.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    enabled: bool,
    phases: Vec<(&'static str, Duration)>,
}

impl Timing {
    /// A clock that measures only if `enabled`.
    pub fn new(enabled: bool) -> Self {
        Self {
            enabled,
            phases: Vec::new(),
        }
    }

    /// Runs `work` and adds its time to `phase`.
    pub fn measure<T>(&mut self, phase: &'static str, work: impl FnOnce() -> T) -> T {
        if !self.enabled {
            return work();
        }
        let start = thread_time();
        let result = work();
        self.add(phase, thread_time().saturating_sub(start));
        result
    }

    /// Adds `time` to `phase`.
    pub fn add(&mut self, phase: &'static str, time: Duration) {
        match self.phases.iter_mut().find(|(name, _)| *name == phase) {
            Some((_, total)) => *total += time,
            None => self.phases.push((phase, time)),
        }
    }

    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (phase, time) in &other.phases {
            self.add(phase, *time);
        }
    }

    /// The report in processor time: a line a phase, in the order in which they ran, then the total. Phases
    /// of functions are sums over all threads.
    pub fn report(&self) -> String {
        let total: Duration = self.phases.iter().map(|(_, time)| *time).sum();
        let mut out = String::from("===--- Pass execution timing report ---===\n");
        let line = |out: &mut String, name: &str, time: Duration| {
            let seconds = time.as_secs_f64();
            let share = 100.0 * seconds / total.as_secs_f64().max(f64::MIN_POSITIVE);
            writeln!(out, "  {seconds:11.6} s ({share:5.1}%)  {name}")
                .expect("writing to a string");
        };
        for (name, time) in &self.phases {
            line(&mut out, name, *time);
        }
        line(&mut out, "total", total);
        out
    }
}

/// Processor time of the calling thread: other programs on the machine do not count.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        time.tv_nsec.unsigned_abs() as u32,
    )
}

/// Counts of what compilation made, in order of first use.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    enabled: bool,
    counts: Vec<(&'static str, u64)>,
    weighted: Vec<(&'static str, f64)>,
}

impl Stats {
    /// Counts that are kept only if `enabled`.
    pub fn new(enabled: bool) -> Self {
        Self {
            enabled,
            counts: Vec::new(),
            weighted: Vec::new(),
        }
    }

    /// Whether counts are kept: what is costly to count can be left out.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Adds `by` to the count named `what`.
    pub fn add(&mut self, what: &'static str, by: u64) {
        if !self.enabled {
            return;
        }
        match self.counts.iter_mut().find(|(name, _)| *name == what) {
            Some((_, count)) => *count += by,
            None => self.counts.push((what, by)),
        }
    }

    /// Adds `by` to the sum named `what`.
    pub fn add_weighted(&mut self, what: &'static str, by: f64) {
        if !self.enabled {
            return;
        }
        match self.weighted.iter_mut().find(|(name, _)| *name == what) {
            Some((_, sum)) => *sum += by,
            None => self.weighted.push((what, by)),
        }
    }

    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (what, by) in &other.counts {
            self.add(what, *by);
        }
        for (what, by) in &other.weighted {
            self.add_weighted(what, *by);
        }
    }

    /// A line a count, then a line a sum.
    pub fn report(&self) -> String {
        let mut out = String::from("===--- Statistics ---===\n");
        for (what, count) in &self.counts {
            writeln!(out, "  {count:10}  {what}").expect("writing to a string");
        }
        for (what, sum) in &self.weighted {
            writeln!(out, "  {sum:10.2}  {what}").expect("writing to a string");
        }
        out
    }
}
