//! Which lanes are alive where, and which ones must not share a component.

use pica200_objfmt::flow::BitSet;

use super::code::{Code, From, Instruction, LaneId, Node, Read, Test};

/// A point of the code, in the order of the text: an instruction, or a place where control divides or meets.
#[derive(Clone, Copy, Default)]
struct Point<'c> {
    instruction: Option<&'c Instruction>,
    /// The points that can come next.
    next: Next,
}

/// Up to two points: one behind the point, and one that control goes to from there.
#[derive(Clone, Copy, Default)]
struct Next([Option<usize>; 2]);

impl Next {
    const fn only(point: usize) -> Self {
        Self([Some(point), None])
    }

    const fn also(&mut self, point: usize) {
        let [first, second] = &mut self.0;
        let free = if first.is_none() { first } else { second };
        *free = Some(point);
    }

    fn each(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().flatten()
    }
}

/// Sets of lanes, a row for each point.
struct Rows {
    /// The number of words of a row.
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    fn new(rows: usize, lanes: usize) -> Self {
        let width = lanes.div_ceil(64).max(1);
        Self {
            width,
            words: vec![0; rows * width],
        }
    }

    fn row(&self, row: usize) -> &[u64] {
        self.words
            .get(row * self.width..(row + 1) * self.width)
            .unwrap_or_default()
    }

    fn row_mut(&mut self, row: usize) -> &mut [u64] {
        self.words
            .get_mut(row * self.width..(row + 1) * self.width)
            .unwrap_or_default()
    }

    /// Whether a row has a lane.
    fn contains(&self, row: usize, lane: usize) -> bool {
        let word = self.row(row).get(lane / 64);
        word.is_some_and(|word| word & (1 << (lane % 64)) != 0)
    }
}

/// The lanes of a row, in ascending order.
fn ones(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(index, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                index * 64 + bit
            })
        })
    })
}

/// The lanes that are alive behind each instruction.
pub(super) struct Alive {
    /// A row for each point.
    after: Rows,
    /// The point of each instruction in the order of the text.
    instructions: Vec<usize>,
}

impl Alive {
    pub(super) fn of(code: &Code) -> Self {
        Self::at(code, &flatten(&code.body))
    }

    fn at(code: &Code, points: &[Point<'_>]) -> Self {
        let instructions = (0..points.len()).filter(|point| points[*point].instruction.is_some());
        Self {
            after: alive_after(code, points),
            instructions: instructions.collect(),
        }
    }

    /// The number of instructions.
    pub(super) const fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Whether a lane is alive behind the instruction of a number, in the order of the text.
    pub(super) fn contains(&self, number: usize, lane: LaneId) -> bool {
        self.after.contains(self.instructions[number], lane.index())
    }

    /// The lanes that are alive behind the instruction of a number, in the order of the text.
    pub(super) fn behind(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        ones(self.after.row(self.instructions[number]))
    }
}

/// What lanes interfere with, and how many are alive where.
pub(super) struct Liveness {
    /// For each lane, the lanes that are alive where it is written, without those that hold the same number.
    interferes: Vec<BitSet>,
    pub(super) alive: Alive,
    /// For each lane, the number of the first instruction that writes it.
    pub(super) first_write: Vec<Option<usize>>,
}

impl Liveness {
    pub(super) fn of(code: &Code) -> Self {
        let points = flatten(&code.body);
        let count = code.lanes.len();
        let alive = Alive::at(code, &points);
        // Most lanes of a program that is too large for the machine are in no instruction: a row for each would take much room.
        let mut interferes = vec![BitSet::default(); count];
        let mut first_write = vec![None; count];
        let instructions = points.iter().filter_map(|point| point.instruction);
        for (number, instruction) in instructions.enumerate() {
            for (index, lane) in instruction.destinations.iter().enumerate() {
                first_write[lane.index()].get_or_insert(number);
                let same = if instruction.is_copy() {
                    let read = instruction.sources[0][index];
                    read.as_lane().filter(|_| !read.negated)
                } else {
                    None
                };
                let others = instruction.destinations.iter().map(|lane| lane.index());
                for other in alive.behind(number).chain(others) {
                    if other != lane.index() && Some(other) != same.map(LaneId::index) {
                        interferes[lane.index()].insert(other);
                        interferes[other].insert(lane.index());
                    }
                }
            }
        }
        Self {
            interferes,
            alive,
            first_write,
        }
    }

    /// Whether two lanes must not share a component.
    pub(super) fn interfere(&self, a: LaneId, b: LaneId) -> bool {
        self.interferes[a.index()].contains(b.index())
    }

    /// Lets one lane stand for two, which do not interfere.
    pub(super) fn merge(&mut self, kept: LaneId, gone: LaneId) {
        let others = std::mem::take(&mut self.interferes[gone.index()]);
        for other in others.iter() {
            self.interferes[other].insert(kept.index());
        }
        self.interferes[kept.index()].insert_all(&others);
    }
}

fn flatten(nodes: &[Node]) -> Vec<Point<'_>> {
    let mut points = Vec::new();
    list(nodes, &mut points, &mut Vec::new());
    points.push(Point::default());
    points
}

/// Adds the points of a list of nodes. Each one continues with the next, unless it says otherwise. `leaves` gets the
/// points from which control leaves the loop around the list.
fn list<'c>(nodes: &'c [Node], points: &mut Vec<Point<'c>>, leaves: &mut Vec<usize>) {
    for node in nodes {
        let here = points.len();
        points.push(Point {
            instruction: None,
            next: Next::only(here + 1),
        });
        match node {
            Node::Instruction(instruction) => points[here].instruction = Some(instruction),
            Node::If {
                then, otherwise, ..
            } => {
                list(then, points, leaves);
                let end_of_then = points.len();
                points.push(Point::default());
                points[here].next.also(end_of_then + 1);
                list(otherwise, points, leaves);
                let behind = points.len();
                points[end_of_then].next.also(behind);
            }
            Node::Loop { rounds, body, .. } => {
                let mut leaves = Vec::new();
                list(body, points, &mut leaves);
                let end = points.len();
                let behind = end + 1;
                points.push(Point {
                    instruction: None,
                    next: Next::only(here),
                });
                if rounds.is_some() {
                    points[end].next.also(behind);
                }
                for leave in leaves {
                    points[leave].next.also(behind);
                }
            }
            Node::Leave { test, .. } => {
                if *test == Test::Known(true) {
                    points[here].next = Next::default();
                }
                if *test != Test::Known(false) {
                    leaves.push(here);
                }
            }
        }
    }
}

/// The lanes that are alive behind each point.
fn alive_after(code: &Code, points: &[Point<'_>]) -> Rows {
    let lanes = code.lanes.len();
    let mut before = Rows::new(points.len(), lanes);
    let mut after = Rows::new(points.len(), lanes);
    let mut alive = vec![0_u64; after.width];
    // Without a way back, one round knows all that comes next.
    let goes_back =
        |(index, point): (usize, &Point<'_>)| point.next.each().any(|next| next <= index);
    let has_loops = points.iter().enumerate().any(goes_back);
    loop {
        let mut changed = false;
        for (index, point) in points.iter().enumerate().rev() {
            alive.fill(0);
            for next in point.next.each() {
                let words = before.row(next);
                alive
                    .iter_mut()
                    .zip(words)
                    .for_each(|(to, from)| *to |= from);
            }
            after.row_mut(index).copy_from_slice(&alive);
            if let Some(instruction) = point.instruction {
                for lane in &instruction.destinations {
                    alive[lane.index() / 64] &= !(1 << (lane.index() % 64));
                }
                let reads = instruction.reads().filter_map(|read| lane_of(code, read));
                reads.for_each(|lane| alive[lane.index() / 64] |= 1 << (lane.index() % 64));
            }
            let known = before.row_mut(index);
            if *known != *alive {
                known.copy_from_slice(&alive);
                changed = true;
            }
        }
        if !changed || !has_loops {
            return after;
        }
    }
}

/// The lane that is read. Of an element, that is the index, until an address register holds it.
fn lane_of(code: &Code, read: Read) -> Option<LaneId> {
    match read.from {
        From::Element(element, _) if element.address.is_none() => {
            code.index(element.index).as_lane()
        }
        _ => read.as_lane(),
    }
}
