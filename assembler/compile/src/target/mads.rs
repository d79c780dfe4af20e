//! Replacement of `mad`s beyond the limit of their descriptors.
//!
//! An instruction names its mask, signs and swizzles by an entry of a table, and `mad` reaches only the first 32
//! entries. Where `mad`s need more of them, those that share theirs with the fewest others become `mul` and `add`,
//! which reach all
//! 128. The product is in a register that nothing else uses.

use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::limits::MAD_DESCRIPTORS;

use super::allocate::{Allocation, TEMPORARIES};
use super::call::WRITTEN;
use super::code::{Code, From, Instruction, Lane, LaneId, Node, Operation, SourceLane, instructions};
use super::constants::Constants;
use crate::ir::Binary;

/// Replaces `mad`s that have no descriptors. Gives up if no register is free: the linker then reports it.
pub(super) fn run(code: &mut Code, allocation: &mut Allocation) {
    let classes = Classes::new(code, allocation);
    if classes.0.len() <= MAD_DESCRIPTORS {
        return;
    }
    let Some(register) = free_register(code, allocation) else {
        return;
    };
    let kept = classes.most_used();
    let mut number = 0;
    let mut body = std::mem::take(&mut code.body);
    let mut splitter = Splitter {
        code,
        allocation,
        register,
    };
    splitter.block(&mut body, &kept, &mut number);
    code.body = body;
}

/// Returns a register that contains no lane.
fn free_register(code: &Code, allocation: &Allocation) -> Option<u8> {
    let count = if code.is_procedure { WRITTEN } else { TEMPORARIES };
    let is_taken = |number: &u8| {
        let mut places = allocation.places.iter().flatten();
        places.any(|place| place.0 == *number)
    };
    (0..count).find(|number| !is_taken(number))
}

/// The bits of a descriptor, and which of them matter.
#[derive(Clone, Copy)]
struct Request {
    bits: u32,
    care: u32,
}

impl Request {
    const fn agrees(self, other: Self) -> bool {
        (self.bits ^ other.bits) & self.care & other.care == 0
    }

    const fn joined(self, other: Self) -> Self {
        Self {
            bits: (self.bits & self.care) | (other.bits & other.care),
            care: self.care | other.care,
        }
    }

    fn new(instruction: &Instruction, code: &Code, allocation: &Allocation, constants: &Constants) -> Self {
        let component = |lane: LaneId| component(lane, code, allocation);
        let written: Vec<_> = (instruction.destinations.iter().copied()).map(component).collect();
        let mask = written.iter().fold(0, |mask, c| mask | 1 << *c as u32);
        let mut request = Self { bits: mask, care: 15 };
        for (index, source) in (0_u32..).zip(&instruction.sources) {
            let shift = 4 + 9 * index;
            let (negated, read) = read(source, &component, constants);
            request.bits |= u32::from(negated) << shift;
            request.care |= 1 << shift;
            for (position, component) in written.iter().zip(read) {
                let place = shift + 1 + 2 * (*position as u32);
                request.bits |= (component as u32) << place;
                request.care |= 3 << place;
            }
        }
        request
    }
}

/// Returns the sign with which a source reads, and the component of each lane.
fn read(
    source: &[SourceLane],
    component: &impl Fn(LaneId) -> Component,
    constants: &Constants,
) -> (bool, Vec<Component>) {
    if matches!(source.first().map(|read| read.from), Some(From::Literal(_))) {
        let found = constants.find(source);
        return found.map_or((false, Vec::new()), |(_, negated, read)| (negated, read));
    }
    let components = source.iter().map(|read| match read.from {
        From::Lane(lane) => component(lane),
        other => other.component().unwrap_or(Component::X),
    });
    let negated = source.first().is_some_and(|read| read.negated);
    (negated, components.collect())
}

fn component(lane: LaneId, code: &Code, allocation: &Allocation) -> Component {
    match code.lane(lane).output {
        Some((_, component)) => Component::ALL[component.min(3)],
        None => allocation.places[lane.index()].map_or(Component::X, |place| place.1),
    }
}

/// The descriptors that `mad`s can share, each with the numbers of these and how often they are executed.
struct Classes(Vec<(Request, Vec<usize>, usize)>);

impl Classes {
    /// Numbers the `mad`s in the order of the code.
    fn new(code: &Code, allocation: &Allocation) -> Self {
        let constants = Constants::new(std::iter::once(code));
        let mut classes = Self(Vec::new());
        let mut number = 0;
        for (instruction, depth) in instructions(&code.body) {
            if instruction.operation != Operation::MultiplyAdd {
                continue;
            }
            let request = Request::new(instruction, code, allocation, &constants);
            let weight = 1 << (2 * depth.min(4));
            classes.add(request, number, weight);
            number += 1;
        }
        classes
    }

    fn add(&mut self, request: Request, number: usize, weight: usize) {
        let known = self.0.iter_mut().find(|class| class.0.agrees(request));
        match known {
            Some((class, members, sum)) => {
                *class = class.joined(request);
                members.push(number);
                *sum += weight;
            }
            None => self.0.push((request, vec![number], weight)),
        }
    }

    /// Returns the indices of the `mad`s in the heaviest classes, one class for each `mad` descriptor.
    fn most_used(mut self) -> Vec<usize> {
        self.0.sort_by_key(|(.., weight)| usize::MAX - weight);
        let kept = self.0.into_iter().take(MAD_DESCRIPTORS);
        kept.flat_map(|(_, members, _)| members).collect()
    }
}

struct Splitter<'s> {
    code: &'s mut Code,
    allocation: &'s mut Allocation,
    register: u8,
}

impl Splitter<'_> {
    /// Replaces the `mad`s that are not kept. `number` is the index of the next one.
    fn block(&mut self, nodes: &mut Vec<Node>, kept: &[usize], number: &mut usize) {
        let mut to = Vec::with_capacity(nodes.len());
        for mut node in std::mem::take(nodes) {
            for list in node.lists_mut() {
                self.block(list, kept, number);
            }
            if let Node::Instruction(mad) = &node
                && mad.operation == Operation::MultiplyAdd
            {
                *number += 1;
                if !kept.contains(&(*number - 1)) {
                    to.extend(self.split(mad).into_iter().map(Node::Instruction));
                    continue;
                }
            }
            to.push(node);
        }
        *nodes = to;
    }

    fn split(&mut self, mad: &Instruction) -> Vec<Instruction> {
        let [a, b, c] = mad.sources.as_slice() else {
            return vec![mad.clone()];
        };
        let lanes: Vec<_> = (mad.destinations.iter())
            .map(|destination| {
                let component = component(*destination, self.code, self.allocation);
                let lane = self.code.add_lane(Lane {
                    hint: Some(component),
                    origin: self.code.lane(*destination).origin,
                    ..Lane::default()
                });
                self.allocation.places.push(Some((self.register, component)));
                lane
            })
            .collect();
        let product = lanes.iter().map(|lane| SourceLane::lane(*lane)).collect();
        let instruction = |operation, destinations, sources| Instruction {
            operation: Operation::Binary(operation),
            destinations,
            sources,
            origins: mad.origins.clone(),
        };
        vec![
            instruction(Binary::Multiply, lanes, wide_first(a.clone(), b.clone())),
            instruction(Binary::Add, mad.destinations.clone(), wide_first(product, c.clone())),
        ]
    }
}

/// Two sources in the order in which an instruction can read them.
fn wide_first(a: Vec<SourceLane>, b: Vec<SourceLane>) -> Vec<Vec<SourceLane>> {
    let is_wide = b.first().is_some_and(|read| read.from.home().is_wide());
    if is_wide { vec![b, a] } else { vec![a, b] }
}
