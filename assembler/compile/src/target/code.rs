//! Vector code: the representation in the back end.
//!
//! An instruction has the form of the GPU's, but its operands are lanes. A lane is a number that can change, as a
//! component of a register can. Lanes get registers and components at the very end, so swizzles do not exist here.

use pica200_objfmt::isa::descriptor::Component;

use crate::ir::{Array, Binary, Comparison, InputId, Origin, ProcedureId, TripCount, Unary, UniformId};

/// A lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct LaneId(pub u32);

/// An index of elements, which an address register can hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct IndexId(pub u32);

impl LaneId {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A virtual component.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lane {
    /// Of a lane that is a component of an output: the output's index, and the index of the component.
    pub(super) output: Option<(usize, usize)>,
    /// Of a lane that is a component of a certain temporary register: the number of the register, and the component.
    pub(super) fixed: Option<(u8, Component)>,
    /// The component where users expect the lane.
    pub(super) hint: Option<Component>,
    /// The source of its first number.
    pub(super) origin: Origin,
}

/// A program of vector code.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Code {
    /// True if it is a procedure that others call.
    pub(super) is_procedure: bool,
    pub(super) lanes: Vec<Lane>,
    /// The numbers that indices are.
    pub(super) indices: Vec<SourceLane>,
    pub(super) body: Vec<Node>,
}

/// A node of control flow.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    Instruction(Instruction),
    If(If),
    Loop(Loop),
    /// The innermost loop ends if the test holds.
    Break {
        test: Test,
        origin: Origin,
    },
}

/// One of two lists, by a test.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct If {
    pub(super) test: Test,
    /// The nodes for true, and the nodes for false.
    pub(super) arms: [Vec<Node>; 2],
    pub(super) origin: Origin,
}

/// A list in iterations.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Loop {
    /// The trip count of a counted loop.
    pub(super) trip_count: Option<TripCount>,
    pub(super) body: Vec<Node>,
    pub(super) origin: Origin,
}

/// A condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Test {
    /// It is known.
    Known(bool),
    /// A uniform has this value.
    Uniform(UniformId, bool),
    /// The instruction before has compared numbers.
    Compared(Flags),
}

/// A condition on the comparison flags. A state is the required value of a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flags {
    X(bool),
    Both(bool, bool),
    Either(bool, bool),
}

impl Test {
    /// Returns the condition that holds where this one does not.
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Known(holds) => Self::Known(!holds),
            Self::Uniform(uniform, state) => Self::Uniform(uniform, !state),
            Self::Compared(Flags::X(x)) => Self::Compared(Flags::X(!x)),
            Self::Compared(Flags::Both(x, y)) => Self::Compared(Flags::Either(!x, !y)),
            Self::Compared(Flags::Either(x, y)) => Self::Compared(Flags::Both(!x, !y)),
        }
    }
}

/// An instruction that computes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Instruction {
    pub(super) operation: Operation,
    /// The lanes that it writes. Those of a componentwise operation belong to the lanes of each source; otherwise all
    /// get the same number.
    pub(super) destinations: Vec<LaneId>,
    /// For each source, the lanes that it reads.
    pub(super) sources: Vec<Vec<SourceLane>>,
    /// The program locations that it comes from.
    pub(super) origins: Vec<Origin>,
}

/// The operation of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Operation {
    Unary(Unary),
    Binary(Binary),
    MultiplyAdd,
    Dot3,
    Dot4,
    DotHomogeneous,
    /// Sets the flags by the relations of the first and second lanes.
    Compare([Comparison; 2]),
    /// Sets address registers, `a0.x` by the first lane.
    Address(Addresses),
    /// Calls a procedure, with a source for each argument. The destinations are the lanes that it may write.
    Call(ProcedureId),
    /// The end of a procedure, with its result as the source. Takes no word.
    Return,
}

/// Address registers that an instruction writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Addresses {
    X,
    Y,
    Both,
}

/// An address register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Address {
    X,
    Y,
}

/// One lane that a source reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct SourceLane {
    pub(super) from: From,
    pub(super) negated: bool,
}

/// The source of a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum From {
    Lane(LaneId),
    /// The bits of the `f32` that equals a float24.
    Literal(u32),
    Input(InputId, Component),
    Uniform(UniformId, u16, Component),
    Element(Element, Component),
}

/// A row of an array at an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Element {
    pub(super) array: Array,
    pub(super) row: i16,
    pub(super) index: IndexId,
    /// The address register that holds the index, known once addresses are placed.
    pub(super) address: Option<Address>,
}

/// The register that lanes are in, as far as it is known. An operand reads from one home.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Home {
    /// Some temporary register.
    Temporary,
    Input(InputId),
    /// A constant register: any literals can share one.
    Literal,
    Uniform(UniformId, u16),
    /// Only lanes of the same element share it.
    Element(ElementKey),
}

/// An [`Element`], to be compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct ElementKey(u8, u32, i16, u32);

impl From {
    pub(super) fn home(self) -> Home {
        match self {
            Self::Lane(_) => Home::Temporary,
            Self::Literal(_) => Home::Literal,
            Self::Input(input, _) => Home::Input(input),
            Self::Uniform(uniform, row, _) => Home::Uniform(uniform, row),
            Self::Element(element, _) => {
                let (kind, array) = match element.array {
                    Array::Uniform(id) => (0, id.0),
                    Array::Table(id) => (1, id.0),
                };
                Home::Element(ElementKey(kind, array, element.row, element.index.0))
            }
        }
    }

    /// Returns the component that a number is by default.
    pub(super) const fn component(self) -> Option<Component> {
        match self {
            Self::Input(_, component) | Self::Uniform(_, _, component) | Self::Element(_, component) => Some(component),
            Self::Lane(_) | Self::Literal(_) => None,
        }
    }
}

impl Home {
    /// Returns whether it is a register `c`, of which an instruction reads one, in its wide source.
    pub(super) const fn is_wide(self) -> bool {
        matches!(self, Self::Literal | Self::Uniform(..) | Self::Element(_))
    }
}

impl SourceLane {
    pub(super) const fn lane(lane: LaneId) -> Self {
        Self {
            from: From::Lane(lane),
            negated: false,
        }
    }

    /// Returns the lane that is read, if it is one.
    pub(super) const fn as_lane(self) -> Option<LaneId> {
        match self.from {
            From::Lane(lane) => Some(lane),
            _ => None,
        }
    }
}

impl Operation {
    /// Returns whether each lane of the result depends on the same lanes of the sources.
    pub(super) const fn is_lanewise(self) -> bool {
        matches!(
            self,
            Self::Unary(Unary::Copy | Unary::Floor) | Self::Binary(_) | Self::MultiplyAdd
        )
    }

    /// Returns whether the lanes are where a convention of calls has them, and stay there.
    pub(super) const fn is_fixed(self) -> bool {
        matches!(self, Self::Call(_) | Self::Return)
    }

    pub(super) const fn mnemonic(self) -> &'static str {
        match self {
            Self::Unary(unary) => unary.mnemonic(),
            Self::Binary(binary) => binary.mnemonic(),
            Self::MultiplyAdd => "mad",
            Self::Dot3 => "dp3",
            Self::Dot4 => "dp4",
            Self::DotHomogeneous => "dph",
            Self::Compare(_) => "cmp",
            Self::Address(_) => "mova",
            Self::Call(_) => "call",
            Self::Return => "return",
        }
    }
}

impl Instruction {
    /// Returns a copy of lanes.
    pub(super) fn copy(destinations: Vec<LaneId>, reads: Vec<SourceLane>, origins: Vec<Origin>) -> Self {
        Self {
            operation: Operation::Unary(Unary::Copy),
            destinations,
            sources: vec![reads],
            origins,
        }
    }

    pub(super) const fn is_copy(&self) -> bool {
        matches!(self.operation, Operation::Unary(Unary::Copy))
    }

    /// Returns the same instruction for some of its destinations. All destinations of an operation that is not
    /// componentwise get the same number, so its sources stay.
    #[must_use]
    pub(super) fn part(&self, keep: impl Fn(usize) -> bool) -> Self {
        let kept = |count: usize| (0..count).filter(|&index| keep(index));
        let sources = if self.operation.is_lanewise() {
            let lanes = |source: &Vec<SourceLane>| kept(source.len()).map(|i| source[i]).collect();
            self.sources.iter().map(lanes).collect()
        } else {
            self.sources.clone()
        };
        Self {
            operation: self.operation,
            destinations: kept(self.destinations.len())
                .map(|index| self.destinations[index])
                .collect(),
            sources,
            origins: self.origins.clone(),
        }
    }

    /// Returns all that it reads, the indices of elements not among it.
    pub(super) fn reads(&self) -> impl Iterator<Item = SourceLane> {
        self.sources.iter().flatten().copied()
    }
}

impl Code {
    /// Adds a lane.
    pub(super) fn add_lane(&mut self, lane: Lane) -> LaneId {
        let id = LaneId(u32::try_from(self.lanes.len()).unwrap_or(u32::MAX));
        self.lanes.push(lane);
        id
    }

    pub(super) fn lane(&self, id: LaneId) -> &Lane {
        &self.lanes[id.index()]
    }

    /// Returns the number that an index is.
    pub(super) fn index(&self, id: IndexId) -> SourceLane {
        self.indices[id.0 as usize]
    }
}

impl Node {
    /// Returns the lists directly inside.
    pub(super) fn lists(&self) -> &[Vec<Self>] {
        match self {
            Self::If(branch) => &branch.arms,
            Self::Loop(repeat) => std::slice::from_ref(&repeat.body),
            Self::Instruction(_) | Self::Break { .. } => &[],
        }
    }

    /// Returns the lists directly inside, to be changed.
    pub(super) fn lists_mut(&mut self) -> &mut [Vec<Self>] {
        match self {
            Self::If(branch) => &mut branch.arms,
            Self::Loop(repeat) => std::slice::from_mut(&mut repeat.body),
            Self::Instruction(_) | Self::Break { .. } => &mut [],
        }
    }
}

/// Returns the nodes of a list and those inside, each before its own, with the number of loops around it.
pub(super) fn walk(nodes: &[Node]) -> impl Iterator<Item = (&Node, u32)> {
    let mut open = vec![(nodes.iter(), 0)];
    std::iter::from_fn(move || {
        loop {
            let (list, depth) = open.last_mut()?;
            let depth = *depth;
            if let Some(node) = list.next() {
                let inside = depth + u32::from(matches!(node, Node::Loop(_)));
                let lists = node.lists().iter().rev();
                open.extend(lists.map(|list| (list.iter(), inside)));
                return Some((node, depth));
            }
            open.pop();
        }
    })
}

/// Returns the instructions of a list in order, with the number of loops around each.
pub(super) fn instructions(nodes: &[Node]) -> impl Iterator<Item = (&Instruction, u32)> {
    walk(nodes).filter_map(|(node, depth)| match node {
        Node::Instruction(instruction) => Some((instruction, depth)),
        _ => None,
    })
}

/// Calls `visit` for each list of nodes, inner ones first.
pub(super) fn for_each_list_mut(nodes: &mut Vec<Node>, visit: &mut impl FnMut(&mut Vec<Node>)) {
    for list in nodes.iter_mut().flat_map(Node::lists_mut) {
        for_each_list_mut(list, visit);
    }
    visit(nodes);
}
