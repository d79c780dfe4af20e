//! Live ranges of lanes, and their interference.

use pica200_objfmt::flow::BitSet;

use super::code::{Code, From, Instruction, LaneId, Node, SourceLane, Test};

/// A point of the code, in the order of the text: an instruction, or a point where control flow splits or merges.
#[derive(Clone, Copy, Default)]
struct Point<'c> {
    instruction: Option<&'c Instruction>,
    /// The points that can come next.
    next: Next,
}

/// Up to two points: one after the point, and one that control goes to from there.
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

/// For each instruction in the order of the text, the lanes that are alive after it.
pub(super) fn alive(code: &Code) -> Vec<BitSet> {
    let points = flatten(&code.body);
    let after = alive_after(code, &points);
    let points = points.iter().zip(after);
    points
        .filter_map(|(point, after)| point.instruction.map(|_| after))
        .collect()
}

/// Interference of lanes, and register pressure.
pub(super) struct Liveness {
    /// For each lane, the lanes that are alive where it is written, without those that hold the same number.
    interferes: Vec<BitSet>,
    /// For each instruction in the order of the text, the lanes that are alive after it.
    pub(super) alive: Vec<BitSet>,
    /// For each lane, the number of the first instruction that writes it.
    pub(super) first_write: Vec<Option<usize>>,
}

impl Liveness {
    pub(super) fn new(code: &Code) -> Self {
        let points = flatten(&code.body);
        let count = code.lanes.len();
        let after = alive_after(code, &points);
        let mut interferes = vec![BitSet::default(); count];
        let mut alive = Vec::new();
        let mut first_write = vec![None; count];
        for (point, after) in points.iter().zip(after) {
            let Some(instruction) = point.instruction else {
                continue;
            };
            for (index, lane) in instruction.destinations.iter().enumerate() {
                first_write[lane.index()].get_or_insert(alive.len());
                let same = if instruction.is_copy() {
                    let read = instruction.sources[0][index];
                    read.as_lane().filter(|_| !read.negated)
                } else {
                    None
                };
                let others = instruction.destinations.iter().map(|lane| lane.index());
                for other in after.iter().chain(others) {
                    if other != lane.index() && Some(other) != same.map(LaneId::index) {
                        interferes[lane.index()].insert(other);
                        interferes[other].insert(lane.index());
                    }
                }
            }
            alive.push(after);
        }
        Self {
            interferes,
            alive,
            first_write,
        }
    }

    /// Returns whether two lanes must not share a component.
    pub(super) fn interfere(&self, a: LaneId, b: LaneId) -> bool {
        self.interferes[a.index()].contains(b.index())
    }

    /// Merges two lanes, which do not interfere.
    pub(super) fn merge(&mut self, kept: LaneId, gone: LaneId) {
        let others = std::mem::take(&mut self.interferes[gone.index()]);
        for other in others.iter() {
            self.interferes[other].insert(kept.index());
        }
        self.interferes[kept.index()].union_with(&others);
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
            Node::If(branch) => {
                let [then, otherwise] = &branch.arms;
                list(then, points, leaves);
                let end_of_then = points.len();
                points.push(Point::default());
                points[here].next.also(end_of_then + 1);
                list(otherwise, points, leaves);
                let behind = points.len();
                points[end_of_then].next.also(behind);
            }
            Node::Loop(repeat) => {
                let mut leaves = Vec::new();
                list(&repeat.body, points, &mut leaves);
                let end = points.len();
                let behind = end + 1;
                points.push(Point {
                    instruction: None,
                    next: Next::only(here),
                });
                if repeat.trip_count.is_some() {
                    points[end].next.also(behind);
                }
                for exit in leaves {
                    points[exit].next.also(behind);
                }
            }
            Node::Break { test, .. } => {
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

/// Returns the lanes that are alive after each point.
fn alive_after(code: &Code, points: &[Point<'_>]) -> Vec<BitSet> {
    let mut alive = BitSet::with_capacity(code.lanes.len());
    let mut before = vec![alive.clone(); points.len()];
    let mut after = before.clone();
    // Without a way back, one iteration knows all that comes next.
    let goes_back = |(index, point): (usize, &Point<'_>)| point.next.each().any(|next| next <= index);
    let has_loops = points.iter().enumerate().any(goes_back);
    loop {
        let mut changed = false;
        for (index, point) in points.iter().enumerate().rev() {
            alive.clear();
            for next in point.next.each() {
                alive.union_with(&before[next]);
            }
            after[index].copy_from(&alive);
            if let Some(instruction) = point.instruction {
                for lane in &instruction.destinations {
                    alive.remove_range(lane.index()..lane.index() + 1);
                }
                let reads = instruction.reads().filter_map(|read| lane_of(code, read));
                reads.for_each(|lane| {
                    alive.insert(lane.index());
                });
            }
            if alive.len() != before[index].len() {
                before[index].copy_from(&alive);
                changed = true;
            }
        }
        if !changed || !has_loops {
            return after;
        }
    }
}

/// Returns the lane that is read. Of an element, that is the index, until an address register holds it.
fn lane_of(code: &Code, read: SourceLane) -> Option<LaneId> {
    match read.from {
        From::Element(element, _) if element.address.is_none() => code.index(element.index).as_lane(),
        _ => read.as_lane(),
    }
}
