//! Legalization: turns instructions into ones that the GPU can encode.
//!
//! An operand reads one register with one sign. An instruction reads one input register, and one register `c` as its
//! wide source. Where an instruction breaks these rules, lanes are copied to temporary registers first. A copy serves
//! the rest of its block.

use rustc_hash::FxHashMap;

use super::code::{Code, From, Home, Instruction, Lane, LaneId, Node, Operation, SourceLane};
use super::copies;
use crate::ir::{Binary, Comparison, Origin};

/// Options of the legalization.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegalizeOptions {
    /// Minima and maxima may exchange their operands, which changes only results of NaN.
    pub(super) exchange: bool,
    /// Literals and uniforms may be copied before a loop, or together with others of the block, which takes registers.
    pub(super) early: bool,
}

/// Legalizes all instructions.
pub(super) fn run(code: &mut Code, options: LegalizeOptions) {
    let mut legalizer = Legalizer {
        first_copy: code.lanes.len(),
        lanes: std::mem::take(&mut code.lanes),
        copies: Vec::new(),
        before_loop: None,
        options,
    };
    let body = std::mem::take(&mut code.body);
    code.body = legalizer.block(body);
    code.lanes = legalizer.lanes;
}

struct Legalizer {
    lanes: Vec<Lane>,
    /// For each open block, the lanes that hold copies.
    copies: Vec<FxHashMap<SourceLane, LaneId>>,
    /// In a loop, the copies that are done before it, and the number of blocks that are open around it.
    before_loop: Option<(Vec<Node>, usize)>,
    /// The first lane that holds a copy of this stage.
    first_copy: usize,
    options: LegalizeOptions,
}

impl Legalizer {
    fn block(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        self.copies.push(FxHashMap::default());
        let mut legal = Vec::with_capacity(nodes.len());
        for node in nodes {
            match node {
                Node::Instruction(instruction) => self.instruction(instruction, &mut legal),
                Node::If(mut branch) => {
                    branch.arms = branch.arms.map(|arm| self.block(arm));
                    legal.push(Node::If(branch));
                }
                Node::Loop(mut repeat) => {
                    let is_outermost = self.before_loop.is_none();
                    if is_outermost && self.options.early {
                        self.before_loop = Some((Vec::new(), self.copies.len()));
                    }
                    repeat.body = self.block(repeat.body);
                    if is_outermost {
                        let early = self.before_loop.take();
                        legal.extend(early.into_iter().flat_map(|(copies, _)| copies));
                    }
                    legal.push(Node::Loop(repeat));
                }
                exit @ Node::Break { .. } => legal.push(exit),
            }
        }
        self.copies.pop();
        if self.options.early {
            copies::gather_literals(&mut legal, self.first_copy);
        }
        legal
    }

    fn instruction(&mut self, instruction: Instruction, legal: &mut Vec<Node>) {
        if instruction.operation.is_fixed() {
            if !self.options.early {
                // Copies would need the few registers that a procedure keeps.
                self.copies.iter_mut().for_each(FxHashMap::clear);
            }
            legal.push(Node::Instruction(instruction));
            return;
        }
        for mut part in self.by_register(instruction) {
            if part.is_copy() {
                legal.extend(single_copies(&part));
                continue;
            }
            for source in 0..part.sources.len() {
                self.gather(&mut part, source, legal);
            }
            self.one_input(&mut part, legal);
            self.one_wide(&mut part, legal);
            legal.push(Node::Instruction(part));
        }
    }

    /// Returns the parts of an instruction that write one register each: an output, or a temporary one.
    fn by_register(&self, instruction: Instruction) -> Vec<Instruction> {
        let register = |lane: LaneId| self.lanes[lane.index()].output.map(|(index, _)| index);
        let mut registers: Vec<_> = (instruction.destinations.iter()).map(|lane| register(*lane)).collect();
        registers.dedup();
        if registers.len() < 2 {
            return vec![instruction];
        }
        registers.sort_unstable();
        registers.dedup();
        let part =
            |wanted: &Option<usize>| instruction.part(|index| register(instruction.destinations[index]) == *wanted);
        registers.iter().map(part).collect()
    }

    /// Makes a source read one register with one sign.
    fn gather(&mut self, instruction: &mut Instruction, source: usize, legal: &mut Vec<Node>) {
        let reads = &instruction.sources[source];
        let mut kinds: Vec<(Home, bool)> = Vec::new();
        for read in reads {
            let kind = kind(*read);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if kinds.len() < 2 {
            return;
        }
        // Lanes in temporary registers stay where they are, with the sign that is more frequent.
        let count = |kind: (Home, bool)| reads.iter().filter(|read| self::kind(**read) == kind).count();
        let (plain, negative) = ((Home::Temporary, false), (Home::Temporary, true));
        let stays = if count(negative) > count(plain) {
            negative
        } else {
            plain
        };
        let moved = |read: &SourceLane| kind(*read) != stays;
        let to_copy: Vec<_> = reads.iter().copied().filter(moved).collect();
        let sign = stays.1;
        let copied = self.copied(&to_copy, sign, &instruction.origins, legal);
        let mut copied = copied.into_iter();
        for read in &mut instruction.sources[source] {
            if kind(*read) != stays {
                *read = copied.next().unwrap_or(*read);
            }
        }
    }

    /// Copies sources to temporary registers, unless copied before. The result reads the copies, with the given sign.
    fn copied(
        &mut self,
        reads: &[SourceLane],
        sign: bool,
        origins: &[Origin],
        legal: &mut Vec<Node>,
    ) -> Vec<SourceLane> {
        let mut fresh: Vec<(LaneId, SourceLane)> = Vec::new();
        let mut early: Vec<(LaneId, SourceLane)> = Vec::new();
        let mut result = Vec::new();
        for read in reads {
            let read = SourceLane {
                from: read.from,
                negated: read.negated != sign,
            };
            let read = signless_literal(read);
            let known = self.copies.iter().find_map(|copies| copies.get(&read));
            let lane = match known {
                Some(lane) => *lane,
                None => {
                    let lane = LaneId(u32::try_from(self.lanes.len()).unwrap_or(u32::MAX));
                    self.lanes.push(Lane {
                        hint: read.from.component(),
                        origin: origins.first().copied().unwrap_or_default(),
                        ..Lane::default()
                    });
                    let is_constant = matches!(read.from, From::Literal(_) | From::Uniform(..));
                    let outside = self.before_loop.as_ref().filter(|_| is_constant);
                    let block = outside.map_or(self.copies.len(), |(_, open)| *open) - 1;
                    if let Some(copies) = self.copies.get_mut(block)
                        && read.as_lane().is_none()
                    {
                        copies.insert(read, lane);
                    }
                    if outside.is_some() {
                        early.push((lane, read));
                    } else {
                        fresh.push((lane, read));
                    }
                    lane
                }
            };
            result.push(SourceLane {
                from: From::Lane(lane),
                negated: sign,
            });
        }
        match self.as_product(&fresh) {
            Some(product) => legal.push(Node::Instruction(product)),
            None => legal.extend(copies_of(fresh)),
        }
        if let Some((copies, _)) = &mut self.before_loop {
            copies.extend(copies_of(early));
        }
        result
    }

    /// Copies of lanes of an input beside zeros, as a product with 1 and 0. An input may be taken for a number where
    /// minima may exchange their operands.
    fn as_product(&self, copies: &[(LaneId, SourceLane)]) -> Option<Instruction> {
        let literal = |number: f32| SourceLane {
            from: From::Literal(number.to_bits()),
            negated: false,
        };
        let zero = literal(0.0);
        let is_input = |read: &SourceLane| matches!(read.from, From::Input(..)) && !read.negated;
        let input = copies.iter().find(|(_, read)| is_input(read))?.1;
        let fits = |read: &SourceLane| *read == zero || is_input(read) && read.from.home() == input.from.home();
        let all_fit = copies.iter().all(|(_, read)| fits(read));
        let has_zero = copies.iter().any(|(_, read)| *read == zero);
        if !self.options.exchange || !all_fit || !has_zero || copies.len() > 4 {
            return None;
        }
        let factors = copies.iter().map(|(_, read)| {
            if *read == zero {
                (zero, input)
            } else {
                (literal(1.0), *read)
            }
        });
        let (factors, inputs) = factors.unzip();
        Some(Instruction {
            operation: Operation::Binary(Binary::Multiply),
            destinations: copies.iter().map(|(lane, _)| *lane).collect(),
            sources: vec![factors, inputs],
            origins: Vec::new(),
        })
    }

    /// Copies a source to temporary registers.
    fn copy_source(&mut self, instruction: &mut Instruction, source: usize, legal: &mut Vec<Node>) {
        let reads = instruction.sources[source].clone();
        let sign = reads.first().is_some_and(|read| kind(*read).1);
        instruction.sources[source] = self.copied(&reads, sign, &instruction.origins, legal);
    }

    /// Returns the number of lanes of a source to copy.
    fn cost(&self, source: &[SourceLane]) -> usize {
        let is_new = |read: &&SourceLane| {
            let plain = SourceLane {
                from: read.from,
                negated: false,
            };
            !self.copies.iter().any(|copies| copies.contains_key(&plain))
        };
        source.iter().filter(is_new).count()
    }

    /// Makes an instruction read one input register.
    fn one_input(&mut self, instruction: &mut Instruction, legal: &mut Vec<Node>) {
        loop {
            let homes: Vec<_> = homes(instruction);
            let inputs: Vec<usize> = (0..homes.len())
                .filter(|&source| matches!(homes[source], Home::Input(_)))
                .collect();
            let first = inputs.first().map(|source| homes[*source]);
            if inputs.iter().all(|source| Some(homes[*source]) == first) {
                return;
            }
            let cheapest = (inputs.into_iter().rev()).min_by_key(|source| self.cost(&instruction.sources[*source]));
            if let Some(source) = cheapest {
                self.copy_source(instruction, source, legal);
            }
        }
    }

    /// Makes an instruction read at most one register `c`, as its wide source.
    fn one_wide(&mut self, instruction: &mut Instruction, legal: &mut Vec<Node>) {
        loop {
            let homes = homes(instruction);
            let wide: Vec<usize> = (0..homes.len()).filter(|&source| homes[source].is_wide()).collect();
            match wide[..] {
                [] => return,
                [source] => match self.wide_place(instruction.operation, source) {
                    Place::Fits => return,
                    Place::Exchange(other) => {
                        instruction.sources.swap(source, other);
                        if let Operation::Compare(relations) = &mut instruction.operation {
                            *relations = relations.map(Comparison::swapped);
                        }
                        return;
                    }
                    Place::Copy => self.copy_source(instruction, source, legal),
                },
                _ => {
                    // The one that stays should need no exchange that is not allowed.
                    let cheapest = wide.iter().copied().min_by_key(|source| {
                        let misplaced = matches!(self.wide_place(instruction.operation, *source), Place::Copy);
                        let is_element = matches!(homes[*source], Home::Element(_));
                        let cost = self.cost(&instruction.sources[*source]);
                        (cost > 0, !misplaced, is_element, cost)
                    });
                    if let Some(source) = cheapest {
                        self.copy_source(instruction, source, legal);
                    }
                }
            }
        }
    }

    /// Returns whether a source of an operation can be wide.
    fn wide_place(&self, operation: Operation, source: usize) -> Place {
        let exchanged = Place::Exchange(0);
        match (operation, source) {
            (Operation::MultiplyAdd, 0) => Place::Exchange(1),
            (Operation::MultiplyAdd, _) | (_, 0) => Place::Fits,
            (Operation::DotHomogeneous, _) | (Operation::Binary(Binary::Sge | Binary::Slt), _) => Place::Fits,
            (Operation::Binary(Binary::Minimum | Binary::Maximum), _) if !self.options.exchange => Place::Copy,
            _ => exchanged,
        }
    }
}

/// The treatment of a source in a register `c`.
enum Place {
    Fits,
    Exchange(usize),
    Copy,
}

/// Returns the home and the sign of a source. The sign of a literal is part of it.
fn kind(read: SourceLane) -> (Home, bool) {
    let home = read.from.home();
    (home, read.negated && home != Home::Literal)
}

/// Returns the home of each source, all of whose lanes are in one.
fn homes(instruction: &Instruction) -> Vec<Home> {
    let first = |source: &Vec<SourceLane>| source.first().map_or(Home::Temporary, |r| r.from.home());
    instruction.sources.iter().map(first).collect()
}

fn signless_literal(read: SourceLane) -> SourceLane {
    match read.from {
        From::Literal(bits) if read.negated => SourceLane {
            from: From::Literal((-f32::from_bits(bits)).to_bits()),
            negated: false,
        },
        _ => read,
    }
}

/// Copies to lanes.
fn copies_of(pairs: Vec<(LaneId, SourceLane)>) -> impl Iterator<Item = Node> {
    let pairs = pairs.into_iter();
    pairs.map(|(to, from)| Node::Instruction(Instruction::copy(vec![to], vec![from], Vec::new())))
}

/// Returns a copy as copies of single lanes, one after the other. Those that the GPU can do at once are merged again
/// when registers are known.
fn single_copies(copy: &Instruction) -> impl Iterator<Item = Node> {
    let count = copy.destinations.len();
    (0..count).map(|lane| Node::Instruction(copy.part(|index| index == lane)))
}
