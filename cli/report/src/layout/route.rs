//! Routing of edges between positioned nodes.

use std::ops::RangeInclusive;

use super::{Item, LAYER_GAP, Layers, Layout, MARGIN, Size, float};

/// A point of a drawing, in pixels from the upper left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

/// The distance between back edges.
const LANE: f32 = 14.0;
/// The distance between edges at one side of a node.
const PORT: f32 = 26.0;

/// The top and bottom of each layer.
type Bands = Vec<(f32, f32)>;

/// Computes the layout of positioned layers.
pub(super) fn route(layers: &Layers, edges: &[(usize, usize)]) -> Layout {
    let bands = bands(layers);
    let mut ways: Vec<_> = layers
        .chains
        .iter()
        .map(|chain| route_down(layers, chain, &bands))
        .collect();
    route_back(layers, edges, &bands, &mut ways);
    spread(layers, edges, &mut ways);
    let nodes = layers.items.iter().filter(|item| item.is_node);
    let corner = |item: &Item| Point {
        x: item.x - item.size.width / 2.0,
        y: bands.get(item.layer).map_or(0.0, |(top, _)| *top),
    };
    finish(nodes.map(|item| (corner(item), item.size)).collect(), ways)
}

fn bands(layers: &Layers) -> Bands {
    let mut top = 0.0;
    let band = |layer: &Vec<usize>| {
        let heights = layer.iter().filter_map(|&item| layers.items.get(item));
        let height = heights.map(|item| item.size.height).fold(0.0, f32::max);
        let band = (top, top + height);
        top += height + LAYER_GAP;
        band
    };
    layers.layers.iter().map(band).collect()
}

/// Routes a downward edge: from the bottom of its first node, straight through the layers that it crosses, to the top
/// of its last node.
fn route_down(layers: &Layers, chain: &[usize], bands: &Bands) -> Vec<Point> {
    let mut way = Vec::with_capacity(chain.len() * 2);
    for (number, &index) in chain.iter().enumerate() {
        let Some(&Item { layer, x, size, .. }) = layers.items.get(index) else {
            continue;
        };
        let Some(&(top, bottom)) = bands.get(layer) else {
            continue;
        };
        if number == 0 {
            // A node can be less high than its layer.
            way.push(Point {
                x,
                y: top + size.height,
            });
        } else if number + 1 == chain.len() {
            way.push(Point { x, y: top });
        } else {
            way.extend([Point { x, y: top }, Point { x, y: bottom }]);
        }
    }
    way
}

/// The left and right bounds of each layer.
#[derive(Clone)]
struct Bounds {
    left: Vec<f32>,
    right: Vec<f32>,
}

impl Bounds {
    fn of(layers: &Layers) -> Self {
        let end = |of: fn(&Item) -> f32, start: f32, choose: fn(f32, f32) -> f32| {
            let layers = layers.layers.iter().map(|layer| {
                let items = layer.iter().filter_map(|&item| layers.items.get(item));
                items.map(of).fold(start, choose)
            });
            layers.collect()
        };
        Self {
            left: end(|item| item.x - item.size.width / 2.0, f32::MAX, f32::min),
            right: end(|item| item.x + item.size.width / 2.0, f32::MIN, f32::max),
        }
    }

    /// Returns the bounds of a range of layers.
    fn of_range(&self, range: RangeInclusive<usize>) -> Option<(f32, f32)> {
        let left = self.left.get(range.clone())?;
        let right = self.right.get(range)?;
        Some((
            left.iter().copied().fold(f32::MAX, f32::min),
            right.iter().copied().fold(f32::MIN, f32::max),
        ))
    }

    /// Reserves a lane to the left or right of a range of layers, and returns its x coordinate.
    fn take(&mut self, range: RangeInclusive<usize>, is_right: bool) -> Option<f32> {
        let (first, last) = self.of_range(range.clone())?;
        if is_right {
            self.right.get_mut(range)?.fill(last + LANE);
            return Some(last + LANE);
        }
        self.left.get_mut(range)?.fill(first - LANE);
        Some(first - LANE)
    }
}

/// Routes back edges outside of everything between their ends, shortest first.
fn route_back(layers: &Layers, edges: &[(usize, usize)], bands: &Bands, ways: &mut [Vec<Point>]) {
    let nodes = Bounds::of(layers);
    let mut ends = nodes.clone();
    let mut found: Vec<_> = edges
        .iter()
        .enumerate()
        .filter(|(_, (from, to))| from >= to)
        .filter_map(|(edge, (from, to))| {
            let (from, to) = (layers.items.get(*from)?, layers.items.get(*to)?);
            Some((edge, *from, *to))
        })
        .collect();
    found.sort_by_key(|(_, from, to)| from.layer.abs_diff(to.layer));
    for (edge, from, to) in found {
        let range = from.layer.min(to.layer)..=from.layer.max(to.layer);
        // Use the nearer side, which crosses fewer nodes; the left one if both are equal.
        let sides = nodes.of_range(range.clone());
        let is_right = sides.is_some_and(|(left, right)| right - from.x + 1.0 < from.x - left);
        let Some(lane) = ends.take(range, is_right) else {
            continue;
        };
        let side = if is_right { 1.0 } else { -1.0 };
        let top = |item: &Item| bands.get(item.layer).map_or(0.0, |(top, _)| *top);
        let start = Point {
            x: from.x + side * from.size.width / 2.0,
            y: top(&from) + (from.size.height - 10.0).max(0.0),
        };
        let end = Point {
            x: to.x + side * to.size.width / 2.0,
            y: top(&to) + to.size.height.min(10.0),
        };
        if let Some(way) = ways.get_mut(edge) {
            *way = vec![start, Point { x: lane, ..start }, Point { x: lane, ..end }, end];
        }
    }
}

/// Spreads the ends of edges at each node, ordered by the adjacent points.
fn spread(layers: &Layers, edges: &[(usize, usize)], ways: &mut [Vec<Point>]) {
    let mut ends: Vec<(usize, bool, f32, usize)> = Vec::new();
    for (edge, ((from, to), way)) in edges.iter().zip(ways.iter()).enumerate() {
        if from < to
            && let [first, second, ..] = way.as_slice()
            && let [.., before, last] = way.as_slice()
        {
            ends.push((*from, true, second.x - first.x, edge));
            ends.push((*to, false, before.x - last.x, edge));
        }
    }
    ends.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)));
    for group in ends.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let Some(item) = group.first().and_then(|end| layers.items.get(end.0)) else {
            continue;
        };
        let room = (item.size.width - 16.0).max(0.0);
        let step = PORT.min(room / float(group.len().saturating_sub(1).max(1)));
        let middle = float(group.len() - 1) / 2.0;
        for (number, &(_, is_first, _, edge)) in group.iter().enumerate() {
            let shift = (float(number) - middle) * step;
            let way = ways.get_mut(edge);
            let end = way.and_then(|way| if is_first { way.first_mut() } else { way.last_mut() });
            if let Some(end) = end {
                end.x += shift;
            }
        }
    }
}

/// Moves everything into the drawing.
fn finish(nodes: Vec<(Point, Size)>, mut ways: Vec<Vec<Point>>) -> Layout {
    let corners = nodes.iter().flat_map(|(corner, size)| {
        let end = Point {
            x: corner.x + size.width,
            y: corner.y + size.height,
        };
        [*corner, end]
    });
    let all: Vec<_> = corners.chain(ways.iter().flatten().copied()).collect();
    let least = |of: fn(&Point) -> f32| all.iter().map(of).fold(f32::MAX, f32::min);
    let most = |of: fn(&Point) -> f32| all.iter().map(of).fold(f32::MIN, f32::max);
    if all.is_empty() {
        let size = Size {
            width: 0.0,
            height: 0.0,
        };
        return Layout {
            nodes: Vec::new(),
            edges: ways,
            size,
        };
    }
    let (left, top) = (least(|p| p.x) - MARGIN, least(|p| p.y) - MARGIN);
    let size = Size {
        width: most(|p| p.x) - left + MARGIN,
        height: most(|p| p.y) - top + MARGIN,
    };
    let moved = |point: Point| Point {
        x: point.x - left,
        y: point.y - top,
    };
    for point in ways.iter_mut().flatten() {
        *point = moved(*point);
    }
    Layout {
        nodes: nodes.into_iter().map(|(corner, _)| moved(corner)).collect(),
        edges: ways,
        size,
    }
}
