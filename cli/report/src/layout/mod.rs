//! Layered graph layout, top to bottom, with few crossings and short edges.
//!
//! Nodes are in code order, so an edge to an earlier node or to the node itself is a back edge. All other edges lead
//! down: a node is one layer below its lowest predecessor. A long edge has a dummy item in each layer that it crosses.
//! The items of a layer are ordered by the means of their neighbors, and moved towards these means as far as the order
//! allows.

mod columns;
mod route;

use columns::columns;
pub(crate) use route::Point;

/// Maximum number of dummy items of long edges. Larger graphs are not drawn.
const MAX_DUMMIES: usize = 20_000;

/// The horizontal distance between neighbors, in pixels.
const NODE_GAP: f32 = 28.0;
/// The vertical distance between layers, which contains the edge labels.
const LAYER_GAP: f32 = 44.0;
/// The width of a dummy item.
const DUMMY_WIDTH: f32 = 10.0;
/// The margin of the drawing.
const MARGIN: f32 = 12.0;

/// The size of a node, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// A graph layout.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The upper left corners of the nodes.
    pub(crate) nodes: Vec<Point>,
    /// The polyline of each edge.
    pub(crate) edges: Vec<Vec<Point>>,
    /// The size of the drawing.
    pub(crate) size: Size,
}

/// A node, or a dummy item of a long edge.
#[derive(Clone, Copy, Debug)]
struct Item {
    layer: usize,
    /// The center.
    x: f32,
    size: Size,
    is_node: bool,
}

/// The items of a graph, and the edges between items of adjacent layers.
struct Layers {
    items: Vec<Item>,
    /// The items of each layer, in order.
    layers: Vec<Vec<usize>>,
    /// For each item, the connected items in the layers above and below.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// The items of each downward edge from first to last; empty for back edges.
    chains: Vec<Vec<usize>>,
}

/// Computes the layout of a graph, or returns `None` if it is too large. Edges are pairs of node indices.
pub(crate) fn layout(sizes: &[Size], edges: &[(usize, usize)]) -> Option<Layout> {
    let mut layers = Layers::new(sizes, edges)?;
    layers.order();
    columns(&mut layers);
    Some(route::route(&layers, edges))
}

impl Layers {
    fn new(sizes: &[Size], edges: &[(usize, usize)]) -> Option<Self> {
        let depths = assign_layers(sizes.len(), edges);
        let node = |(&size, &layer): (&Size, &usize)| Item {
            layer,
            x: 0.0,
            size,
            is_node: true,
        };
        let mut items: Vec<_> = sizes.iter().zip(&depths).map(node).collect();
        let mut chains = Vec::with_capacity(edges.len());
        for &(from, to) in edges {
            let mut chain = Vec::new();
            if let (Some(&first), Some(&last)) = (depths.get(from), depths.get(to))
                && from < to
            {
                chain.push(from);
                for layer in first + 1..last {
                    chain.push(items.len());
                    items.push(Item {
                        layer,
                        x: 0.0,
                        size: Size {
                            width: DUMMY_WIDTH,
                            height: 0.0,
                        },
                        is_node: false,
                    });
                }
                chain.push(to);
            }
            chains.push(chain);
            if items.len() > sizes.len() + MAX_DUMMIES {
                return None;
            }
        }
        let mut above = vec![Vec::new(); items.len()];
        let mut below = vec![Vec::new(); items.len()];
        for (upper, lower) in chains.iter().flat_map(|chain| chain.iter().zip(chain.iter().skip(1))) {
            if let Some(list) = below.get_mut(*upper) {
                list.push(*lower);
            }
            if let Some(list) = above.get_mut(*lower) {
                list.push(*upper);
            }
        }
        let mut layers = vec![Vec::new(); depths.iter().max().map_or(0, |depth| depth + 1)];
        for (index, item) in items.iter().enumerate() {
            if let Some(layer) = layers.get_mut(item.layer) {
                layer.push(index);
            }
        }
        Some(Self {
            items,
            layers,
            above,
            below,
            chains,
        })
    }

    /// Orders the layers by the means of the neighbors above and below, in several passes.
    fn order(&mut self) {
        const PASSES: usize = 6;
        let mut places = vec![0.0f32; self.items.len()];
        for layer in &self.layers {
            number(layer, &mut places);
        }
        for turn in 0..PASSES {
            let neighbours = if turn % 2 == 0 { &self.above } else { &self.below };
            let count = self.layers.len();
            for step in 0..count {
                let index = if turn % 2 == 0 { step } else { count - 1 - step };
                let Some(layer) = self.layers.get_mut(index) else {
                    continue;
                };
                let key = |item: usize| mean(neighbours, &places, item);
                let mut keyed: Vec<_> = layer.iter().map(|&item| (key(item), item)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                *layer = keyed.into_iter().map(|(_, item)| item).collect();
                number(layer, &mut places);
            }
        }
    }
}

/// Assigns centered indices to the items of a layer, so that layers of different widths are comparable.
fn number(layer: &[usize], places: &mut [f32]) {
    let middle = float(layer.len()) / 2.0;
    for (number, &item) in layer.iter().enumerate() {
        if let Some(place) = places.get_mut(item) {
            *place = float(number) - middle;
        }
    }
}

/// Returns the mean index of an item's neighbors, or its own index without neighbors.
fn mean(neighbours: &[Vec<usize>], places: &[f32], item: usize) -> f32 {
    let place = |item: usize| places.get(item).copied().unwrap_or(0.0);
    match neighbours.get(item).map(Vec::as_slice) {
        None | Some([]) => place(item),
        Some(list) => list.iter().map(|&other| place(other)).sum::<f32>() / float(list.len()),
    }
}

/// Returns the layer of each node.
fn assign_layers(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut down: Vec<_> = edges.iter().filter(|(from, to)| from < to).collect();
    down.sort_unstable();
    let mut depths = vec![0; count];
    for &&(from, to) in &down {
        let below = depths.get(from).map_or(0, |depth| depth + 1);
        if let Some(depth) = depths.get_mut(to) {
            *depth = below.max(*depth);
        }
    }
    depths
}

/// Converts a small number to a coordinate.
#[expect(clippy::cast_precision_loss, reason = "the numbers of items are far below the limit")]
pub(crate) fn float(number: usize) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests;
