//! Horizontal coordinates of items: close to their neighbors, in layer order, without overlaps.

use super::{Item, Layers, NODE_GAP};

/// The number of passes over all layers, alternating down and up.
const PASSES: usize = 12;

/// Sets the centers of all items.
pub(super) fn columns(layers: &mut Layers) {
    for layer in &layers.layers {
        let wanted = vec![0.0; layer.len()];
        place(layer, &wanted, &mut layers.items);
    }
    for turn in 0..PASSES {
        let is_down = turn % 2 == 0;
        let count = layers.layers.len();
        for step in 0..count {
            let index = if is_down { step } else { count - 1 - step };
            let Some(layer) = layers.layers.get(index) else {
                continue;
            };
            let wanted: Vec<_> = layer.iter().map(|&item| desired_x(layers, item, is_down)).collect();
            place(layer, &wanted, &mut layers.items);
        }
    }
}

/// Returns the desired coordinate of an item: the mean of its neighbors on one side or, without any, on the other
/// side.
fn desired_x(layers: &Layers, item: usize, is_down: bool) -> f32 {
    let sides = if is_down {
        [&layers.above, &layers.below]
    } else {
        [&layers.below, &layers.above]
    };
    let centre = |item: usize| layers.items.get(item).map_or(0.0, |item| item.x);
    let neighbours = sides.iter().filter_map(|side| side.get(item));
    match neighbours.into_iter().find(|list| !list.is_empty()) {
        Some(list) => list.iter().map(|&other| centre(other)).sum::<f32>() / super::float(list.len()),
        None => centre(item),
    }
}

/// A run of adjacent items: the sum of their desired coordinates, each shifted to the coordinate of the first item.
struct Run {
    sum: f32,
    weight: f32,
    len: usize,
}

impl Run {
    fn mean(&self) -> f32 {
        self.sum / self.weight
    }
}

/// Positions the items of a layer as close to their desired coordinates as order and sizes allow (least squares).
/// Overlapping runs are merged.
fn place(layer: &[usize], wanted: &[f32], items: &mut [Item]) {
    let mut shifts = Vec::with_capacity(layer.len());
    let mut runs: Vec<Run> = Vec::new();
    let mut shift = 0.0;
    let mut before: Option<Item> = None;
    for (&index, desired_x) in layer.iter().zip(wanted) {
        let Some(item) = items.get(index).copied() else {
            continue;
        };
        if let Some(before) = before {
            shift += f32::midpoint(before.size.width, item.size.width) + NODE_GAP;
        }
        before = Some(item);
        shifts.push(shift);
        // Straight edges matter more than centered nodes.
        let weight = if item.is_node { 1.0 } else { 4.0 };
        let mut run = Run {
            sum: (desired_x - shift) * weight,
            weight,
            len: 1,
        };
        while let Some(last) = runs.pop_if(|last| last.mean() > run.mean()) {
            run.sum += last.sum;
            run.weight += last.weight;
            run.len += last.len;
        }
        runs.push(run);
    }
    let means = runs.iter().flat_map(|run| std::iter::repeat_n(run.mean(), run.len));
    for ((&index, shift), mean) in layer.iter().zip(shifts).zip(means) {
        if let Some(item) = items.get_mut(index) {
            item.x = mean + shift;
        }
    }
}
