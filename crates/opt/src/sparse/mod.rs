//! Sparse propagation: facts travel from definitions to uses, and only along paths that can be taken.
//!
//! A *dense* analysis carries what it knows about all variables through every instruction. In SSA form a value is
//! defined once, so that a fact can go straight from there to its uses:
//!
//! ```text
//!    blocks not yet visited            values whose fact has changed
//!    ┌────────────────────┐            ┌────────────────────┐
//!    │ entry              │            │ %b  %a             │
//!    └─────────┬──────────┘            └─────────┬──────────┘
//!              ▼ each instruction                ▼ each user in a block that is executable
//!          ┌────────────────────── transfer ──────────────────────┐
//!          │ facts of the operands  ⟶  facts of the results       │
//!          │ facts of a condition   ⟶  edges that can be taken    │
//!          └──────────┬───────────────────────────┬───────────────┘
//!            a fact changed: its key        a new edge: its block, or the phis there
//! ```
//!
//! The facts of a key start as [`LatticeFunction::Fact::default`] (nothing seen yet) and only go down, towards
//! *overdefined* (it may be anything); descending chains are finite, so the iteration ends. Keys whose facts have
//! reached the bottom are handled first: that saves visits with facts that will not last.
//!
//! The problem is a [`LatticeFunction`]; the [`Solver`] has the memory and the work lists.

pub mod edges;

use std::fmt;

use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};

use edges::FeasibleEdges;

/// A flow graph with facts: what [`Solver::solve`] works on.
pub trait LatticeFunction {
    /// What has a fact: a value, mostly.
    type Key: EntityRef;
    /// A member of the lattice. The default is its top: nothing has been seen yet.
    type Fact: Clone + PartialEq + Default;
    /// Blocks.
    type Block: EntityRef + Ord;
    /// Instructions.
    type Inst: Copy;

    /// Number of blocks.
    fn num_blocks(&self) -> usize;
    /// Successors of a block, in the order in which they are to be visited last to first.
    fn successors(&self, block: Self::Block) -> &[Self::Block];
    /// The first instruction of a block.
    fn first_inst(&self, block: Self::Block) -> Option<Self::Inst>;
    /// The instruction after `inst` in its block.
    fn next_inst(&self, inst: Self::Inst) -> Option<Self::Inst>;
    /// The block of `inst`.
    fn block_of(&self, inst: Self::Inst) -> Self::Block;
    /// Whether `inst` is a phi.
    fn is_phi(&self, inst: Self::Inst) -> bool;
    /// Adds the instructions that depend on the fact of `key`.
    fn users(&self, key: Self::Key, users: &mut Vec<Self::Inst>);

    /// Whether nothing can change this fact any more.
    fn is_overdefined(&self, fact: &Self::Fact) -> bool;
    /// The fact that holds where one of two does.
    fn merge(&mut self, left: &Self::Fact, right: &Self::Fact) -> Self::Fact;
    /// Result and incoming values of a phi, with their blocks; `None` for a phi that [`Self::transfer`] handles.
    fn phi(
        &self,
        inst: Self::Inst,
        incoming: &mut Vec<(Self::Key, Self::Block)>,
    ) -> Option<Self::Key>;
    /// Computes the facts of the results of `inst` from those of its operands.
    fn transfer(&mut self, inst: Self::Inst, state: &mut StateOf<Self>);
    /// Sets in `feasible`, by the number of the successor, which successors of a terminator are feasible; does nothing
    /// for other instructions.
    fn feasible_successors(
        &mut self,
        inst: Self::Inst,
        state: &StateOf<Self>,
        feasible: &mut Vec<bool>,
    );

    /// Writes a key.
    fn print_key(&self, key: Self::Key, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Writes a fact.
    fn print_fact(&self, fact: &Self::Fact, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// What is known of a problem.
pub type StateOf<P> =
    State<<P as LatticeFunction>::Key, <P as LatticeFunction>::Fact, <P as LatticeFunction>::Block>;

/// The solver of a problem.
pub type SolverOf<P> = Solver<
    <P as LatticeFunction>::Key,
    <P as LatticeFunction>::Fact,
    <P as LatticeFunction>::Block,
    <P as LatticeFunction>::Inst,
>;

/// What is known, and the remaining work.
pub struct State<K: EntityRef, F: Clone, B: EntityRef> {
    facts: SecondaryMap<K, F>,
    executable: EntitySet<B>,
    edges: FeasibleEdges<B>,
    /// Keys whose facts changed to overdefined.
    overdefined: Vec<K>,
    /// Other keys whose facts changed.
    changed: Vec<K>,
    blocks: Vec<B>,
}

impl<K, F, B> State<K, F, B>
where
    K: EntityRef + PartialEq,
    F: Clone + PartialEq + Default,
    B: EntityRef + Ord,
{
    /// The fact of `key`.
    pub fn fact(&self, key: K) -> &F {
        &self.facts[key]
    }

    /// The fact of `key`, to be changed without anybody being told.
    pub fn fact_mut(&mut self, key: K) -> &mut F {
        &mut self.facts[key]
    }

    /// Has the users of `key` visited: its fact has changed.
    pub fn notify<P>(&mut self, problem: &P, key: K)
    where
        P: LatticeFunction<Key = K, Fact = F, Block = B>,
    {
        let list = if problem.is_overdefined(&self.facts[key]) {
            &mut self.overdefined
        } else {
            &mut self.changed
        };
        if list.last() != Some(&key) {
            list.push(key);
        }
    }

    /// Whether `block` can be reached as far as is known.
    pub fn is_executable(&self, block: B) -> bool {
        self.executable.contains(block)
    }

    /// Whether the edge can be taken as far as is known.
    pub fn is_feasible(&self, from: B, to: B) -> bool {
        self.edges.contains(from, to)
    }

    /// Has `block` visited. Whether it was not executable yet.
    pub fn mark_executable(&mut self, block: B) -> bool {
        let is_new = self.executable.insert(block);
        if is_new {
            self.blocks.push(block);
        }
        is_new
    }
}

/// Solves sparse problems, keeping its memory between them.
pub struct Solver<K: EntityRef, F: Clone, B: EntityRef, I> {
    /// What is known.
    pub state: State<K, F, B>,
    users: Vec<I>,
    feasible: Vec<bool>,
    incoming: Vec<(K, B)>,
}

impl<K, F, B, I> Default for Solver<K, F, B, I>
where
    K: EntityRef,
    F: Clone + Default,
    B: EntityRef,
{
    fn default() -> Self {
        Self {
            state: State {
                facts: SecondaryMap::new(),
                executable: EntitySet::new(),
                edges: FeasibleEdges::default(),
                overdefined: Vec::new(),
                changed: Vec::new(),
                blocks: Vec::new(),
            },
            users: Vec::new(),
            feasible: Vec::new(),
            incoming: Vec::new(),
        }
    }
}

impl<K, F, B, I> Solver<K, F, B, I>
where
    K: EntityRef + PartialEq,
    F: Clone + PartialEq + Default,
    B: EntityRef + Ord,
    I: Copy,
{
    /// Forgets all facts and takes the edges of `problem`.
    pub fn reset<P>(&mut self, problem: &P)
    where
        P: LatticeFunction<Key = K, Fact = F, Block = B, Inst = I>,
    {
        let state = &mut self.state;
        state.facts.clear();
        state.executable.clear();
        state
            .edges
            .reset(problem.num_blocks(), |block| problem.successors(block));
        state.overdefined.clear();
        state.changed.clear();
        state.blocks.clear();
    }

    /// Propagates until nothing changes any more.
    ///
    /// # Requires
    /// [`Self::reset`] with the same problem, and at least one block marked executable.
    ///
    /// # Ensures
    /// Facts and executable blocks are a fixed point.
    ///
    /// # Preserves
    /// Facts that were set before, unless they go down.
    pub fn solve<P>(&mut self, problem: &mut P)
    where
        P: LatticeFunction<Key = K, Fact = F, Block = B, Inst = I>,
    {
        loop {
            while let Some(key) = self.state.overdefined.pop() {
                self.visit_users(problem, key);
            }
            while let Some(key) = self.state.changed.pop() {
                // Otherwise its users have been told on the other list.
                if !problem.is_overdefined(&self.state.facts[key]) {
                    self.visit_users(problem, key);
                }
            }
            while let Some(block) = self.state.blocks.pop() {
                let mut next = problem.first_inst(block);
                while let Some(inst) = next {
                    self.visit(problem, inst);
                    next = problem.next_inst(inst);
                }
            }
            if self.state.overdefined.is_empty() && self.state.changed.is_empty() {
                return;
            }
        }
    }

    fn visit_users<P>(&mut self, problem: &mut P, key: K)
    where
        P: LatticeFunction<Key = K, Fact = F, Block = B, Inst = I>,
    {
        let mut users = std::mem::take(&mut self.users);
        users.clear();
        problem.users(key, &mut users);
        for inst in &users {
            if self.state.is_executable(problem.block_of(*inst)) {
                self.visit(problem, *inst);
            }
        }
        self.users = users;
    }

    /// Computes the facts of `inst` again.
    fn visit<P>(&mut self, problem: &mut P, inst: I)
    where
        P: LatticeFunction<Key = K, Fact = F, Block = B, Inst = I>,
    {
        if problem.is_phi(inst) {
            self.visit_phi(problem, inst);
            return;
        }
        problem.transfer(inst, &mut self.state);
        let mut feasible = std::mem::take(&mut self.feasible);
        feasible.clear();
        problem.feasible_successors(inst, &self.state, &mut feasible);
        if feasible.contains(&true) {
            let from = problem.block_of(inst);
            for (index, is_feasible) in feasible.iter().enumerate() {
                let to = problem.successors(from).get(index).copied();
                if let Some(to) = to.filter(|_| *is_feasible) {
                    self.take_edge(problem, from, to);
                }
            }
        }
        self.feasible = feasible;
    }

    /// An edge can be taken: its block is visited, or the phis of a block that has been.
    fn take_edge<P>(&mut self, problem: &mut P, from: B, to: B)
    where
        P: LatticeFunction<Key = K, Fact = F, Block = B, Inst = I>,
    {
        if !self.state.edges.insert(from, to) || self.state.mark_executable(to) {
            return;
        }
        let mut next = problem.first_inst(to);
        while let Some(phi) = next.filter(|inst| problem.is_phi(*inst)) {
            self.visit_phi(problem, phi);
            next = problem.next_inst(phi);
        }
    }

    fn visit_phi<P>(&mut self, problem: &mut P, phi: I)
    where
        P: LatticeFunction<Key = K, Fact = F, Block = B, Inst = I>,
    {
        let mut incoming = std::mem::take(&mut self.incoming);
        incoming.clear();
        match problem.phi(phi, &mut incoming) {
            None => problem.transfer(phi, &mut self.state),
            Some(result) => {
                let to = problem.block_of(phi);
                let mut fact = self.state.facts[result].clone();
                for (key, from) in &incoming {
                    if problem.is_overdefined(&fact) {
                        break;
                    }
                    if self.state.is_feasible(*from, to) {
                        fact = problem.merge(&fact, &self.state.facts[*key]);
                    }
                }
                if self.state.facts[result] != fact {
                    self.state.facts[result] = fact;
                    self.state.notify(problem, result);
                }
            }
        }
        self.incoming = incoming;
    }

    /// Blocks that can be executed and the facts that are not the top, as text.
    pub fn print<'a, P>(&'a self, problem: &'a P) -> impl fmt::Display + 'a
    where
        P: LatticeFunction<Key = K, Fact = F, Block = B, Inst = I>,
    {
        Printed {
            state: &self.state,
            problem,
        }
    }
}

struct Printed<'a, P: LatticeFunction> {
    state: &'a StateOf<P>,
    problem: &'a P,
}

impl<P: LatticeFunction> fmt::Display for Printed<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("executable:")?;
        for index in
            (0..self.problem.num_blocks()).filter(|at| self.state.is_executable(P::Block::new(*at)))
        {
            write!(f, " {index}")?;
        }
        for (key, fact) in self.state.facts.iter() {
            if *fact == P::Fact::default() {
                continue;
            }
            f.write_str("\n  ")?;
            self.problem.print_key(key, f)?;
            f.write_str(" = ")?;
            self.problem.print_fact(fact, f)?;
        }
        Ok(())
    }
}
