//! Cost cells of tables.

use maud::{Markup, html};

use crate::cost::{Cost, Share};
use crate::svg::{LEVELS, heat_class};

/// The highest costs of a table, to which all costs are relative.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HeatScale {
    /// The cost with the longest bar.
    max: u64,
    /// The cost with the strongest color.
    hottest: u64,
}

impl HeatScale {
    pub(super) fn of(costs: impl IntoIterator<Item = u64>) -> Self {
        let costs: Vec<_> = costs.into_iter().filter(|cost| *cost > 0).collect();
        Self {
            max: costs.iter().copied().max().unwrap_or(0),
            hottest: hottest(&costs),
        }
    }

    /// Returns the class of a row.
    pub(super) fn class(self, count: u64) -> String {
        heat_class(count, self.hottest)
    }

    /// Renders the cells of a cost: instructions, share and a bar.
    pub(super) fn cells(self, cost: &Cost, total: &Cost) -> Markup {
        let count = cost.instructions;
        html! {
            td.number { (count) }
            @if count == 0 {
                td.number { "never" } td.bar {}
            } @else {
                td.number { (cost.share(total)) }
                td.bar { (bar(count, self.max)) }
            }
        }
    }
}

/// Returns the number with the strongest color: the maximum of the positive numbers. If all are equal, none is hot, and
/// they get the faintest color.
pub(super) fn hottest(counts: &[u64]) -> u64 {
    let max = counts.iter().copied().max().unwrap_or(0);
    if counts.iter().all(|count| *count == max) {
        max.saturating_mul(LEVELS.into())
    } else {
        max
    }
}

/// Renders a bar for a part of the whole.
pub(super) fn bar(part: u64, whole: u64) -> Markup {
    let width = Share::new(part, whole).to_string();
    html! { svg.share role="presentation" { rect width=(width) height="100%" {} } }
}
