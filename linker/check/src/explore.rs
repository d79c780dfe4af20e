//! State-space exploration: the states that execution can reach under one rule, shared by all queries.

use pica200_objfmt::flow::control::NodeTarget;

use crate::conditions::Conditions;
use crate::search::{Decision, Memory, Paths, SearchResult, State, SuccessorVisitor, View};
use crate::states::States;

/// The maximum number of states of one exploration.
pub(crate) const MAX_STATES: usize = 20_000;

/// The rule of an exploration: which paths it follows, and what it remembers.
pub(crate) trait Rule {
    /// The part of a state that the rule defines.
    type Memory: Memory;

    /// True if the transitions between states are kept.
    const KEEPS_STEPS: bool = false;

    /// Returns the memory after a state; `None` if paths through it are irrelevant.
    fn after(&self, view: &View<'_, '_, Self::Memory>) -> Option<Self::Memory>;
}

/// The rule that follows all paths.
pub(crate) struct AllPaths;

impl Rule for AllPaths {
    type Memory = ();

    const KEEPS_STEPS: bool = true;

    fn after(&self, _: &View<'_, '_>) -> Option<()> {
        Some(())
    }
}

/// The states that execution can reach from a shader's start, nearest first. They are examined on demand.
pub(crate) struct Exploration<R: Rule> {
    rule: R,
    /// The booleans whose values are tracked.
    tracked: u16,
    reached: Reached<R::Memory>,
    /// The number of examined states.
    examined: usize,
}

/// The results of an exploration so far.
struct Reached<M> {
    states: States<M>,
    /// All transitions between states, if they are kept.
    steps: Vec<(usize, usize)>,
    /// The states after which execution ends or leaves the code, each with its exit and the decision that leads there.
    exits: Vec<(usize, NodeTarget, Option<Decision>)>,
    /// True if a call was not followed because too many are open.
    is_cut: bool,
}

/// The result of examining the next state of an exploration.
enum Progress {
    Examined,
    /// There is no further state.
    Complete,
    /// There are too many states.
    GaveUp,
}

impl<R: Rule> Exploration<R> {
    /// Creates an exploration. `tracked` are the booleans whose values are tracked.
    pub(crate) fn new(rule: R, tracked: u16, paths: &Paths<'_>) -> Self {
        Self {
            rule,
            tracked,
            reached: Reached {
                states: States::new(paths.nodes()),
                steps: Vec::new(),
                exits: Vec::new(),
                is_cut: false,
            },
            examined: 0,
        }
    }

    /// Returns the booleans whose values are tracked.
    pub(crate) const fn tracked(&self) -> u16 {
        self.tracked
    }

    fn advance(&mut self, paths: &mut Paths<'_>) -> Progress {
        let from = self.examined;
        let Some(state) = self.reached.states.get(from) else {
            return Progress::Complete;
        };
        if from >= MAX_STATES || paths.budget == 0 {
            return Progress::GaveUp;
        }
        paths.budget -= 1;
        self.examined += 1;
        if let Some(memory) = self.rule.after(&paths.view(state)) {
            let state = State { memory, ..state };
            let mut leaving = Successors {
                from,
                reached: &mut self.reached,
                keeps_steps: R::KEEPS_STEPS,
            };
            paths.visit_successors(state, self.tracked, &mut leaving);
        }
        Progress::Examined
    }

    /// Examines all states. Returns false if there are too many.
    pub(crate) fn complete(&mut self, paths: &mut Paths<'_>) -> bool {
        loop {
            match self.advance(paths) {
                Progress::Examined => {}
                Progress::Complete => return true,
                Progress::GaveUp => return false,
            }
        }
    }

    /// Searches the examined states, then examines more until the goal is found.
    fn look<T>(
        &mut self,
        paths: &mut Paths<'_>,
        mut look: impl FnMut(&Paths<'_>, &Self) -> Option<T>,
    ) -> Result<T, SearchResult> {
        loop {
            if let Some(found) = look(paths, self) {
                return Ok(found);
            }
            match self.advance(paths) {
                Progress::Examined => {}
                Progress::Complete => return Err(SearchResult::None),
                Progress::GaveUp => return Err(SearchResult::GaveUp),
            }
        }
    }

    /// Returns the number of examined states.
    pub(crate) const fn examined(&self) -> usize {
        self.examined
    }

    /// Returns the number of states examined before a node was reached with a goal memory, if it was.
    pub(crate) fn reached_after(&self, node: u32) -> Option<usize> {
        let goal = self.reached.states.goal(node)?;
        Some(self.reached.states.examined_before(goal))
    }

    /// Returns the shortest path to a node with a goal memory.
    pub(crate) fn reach(&mut self, paths: &mut Paths<'_>, node: u32) -> SearchResult {
        let look = |_: &Paths<'_>, this: &Self| this.reached.states.goal(node);
        match self.look(paths, look) {
            Ok(state) => SearchResult::Path(node, self.path(state)),
            Err(found) => found,
        }
    }

    /// Returns the shortest path to a goal state.
    pub(crate) fn find(
        &mut self,
        paths: &mut Paths<'_>,
        goal: impl Fn(&View<'_, '_, R::Memory>) -> bool,
    ) -> SearchResult {
        let mut next = 0;
        let look = |paths: &Paths<'_>, this: &Self| {
            let mut new = next..this.examined;
            next = this.examined;
            new.find(|&state| {
                this.reached
                    .states
                    .get(state)
                    .is_some_and(|state| goal(&paths.view(state)))
            })
        };
        match self.look(paths, look) {
            Ok(state) => SearchResult::Path(self.node(state), self.path(state)),
            Err(found) => found,
        }
    }

    /// Returns the shortest path to a state after which execution leaves the nodes.
    pub(crate) fn find_exit(&mut self, paths: &mut Paths<'_>, goal: NodeTarget) -> SearchResult {
        let mut next = 0;
        let look = |_: &Paths<'_>, this: &Self| {
            let mut new = this.reached.exits.iter().skip(next);
            let found = new.find(|(_, to, _)| *to == goal).copied();
            next = this.reached.exits.len();
            found
        };
        match self.look(paths, look) {
            Ok((state, _, last)) => {
                let mut path = self.path(state);
                path.extend(last);
                SearchResult::Path(self.node(state), path)
            }
            Err(found) => found,
        }
    }

    fn node(&self, state: usize) -> u32 {
        self.reached.states.get(state).map_or(0, |state| state.node)
    }

    /// Returns the decisions on the path to a state.
    pub(crate) fn path(&self, state: usize) -> Vec<Decision> {
        self.reached.states.path(state)
    }

    /// Returns the states so far.
    pub(crate) fn views<'s, 'a>(&'s self, paths: &'s Paths<'a>) -> impl Iterator<Item = View<'s, 'a, R::Memory>> {
        self.reached.states.iter().map(|state| paths.view(state))
    }

    /// Returns the node of each state so far, with the conditions before it.
    pub(crate) fn states(&self) -> impl Iterator<Item = (u32, Conditions)> {
        let states = self.reached.states.iter();
        states.map(|state| (state.node, state.conditions))
    }

    /// Returns all transitions between states so far.
    pub(crate) fn steps(&self) -> &[(usize, usize)] {
        &self.reached.steps
    }

    /// Returns the states so far after which execution ends or leaves the code.
    pub(crate) fn last(&self) -> impl Iterator<Item = usize> {
        self.reached.exits.iter().map(|(state, _, _)| *state)
    }

    /// Returns true if a call was not followed because too many are open.
    pub(crate) const fn is_cut(&self) -> bool {
        self.reached.is_cut
    }
}

/// The successors of a state of an exploration.
struct Successors<'r, M> {
    from: usize,
    reached: &'r mut Reached<M>,
    keeps_steps: bool,
}

impl<M: Memory> Successors<'_, M> {
    fn keep_step(&mut self, to: usize) {
        if self.keeps_steps {
            self.reached.steps.push((self.from, to));
        }
    }
}

impl<M: Memory> SuccessorVisitor<M> for Successors<'_, M> {
    fn state(&mut self, state: State<M>, decision: Option<Decision>) {
        let to = self.reached.states.add(state, self.from, decision);
        self.keep_step(to);
    }

    fn new_state(&mut self, state: State<M>) {
        let to = self.reached.states.add_new(state, self.from);
        self.keep_step(to);
    }

    fn exit(&mut self, to: NodeTarget, decision: Option<Decision>) {
        self.reached.exits.push((self.from, to, decision));
    }

    fn cut(&mut self) {
        self.reached.is_cut = true;
    }
}
