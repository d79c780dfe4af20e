//! Label tables of tools that state no sizes.

use std::borrow::Cow;

use pica200_objfmt::formats::shbin::{Shader, Shbin};
use rustc_hash::FxHashMap;

use super::labels::entry_span;

/// The file, where nihstro or aemstro made it, with labels that say what is known: those of entry points have the sizes of the
/// shaders, and the others have none. These tools write the size 0 for all, which stands for procedures without words elsewhere.
pub(super) fn with_sizes(shbin: &Shbin) -> Cow<'_, Shbin> {
    let shaders = shbin
        .shaders
        .iter()
        .filter(|shader| states_no_sizes(shader));
    let entries = shaders.filter_map(entry_span);
    let entries: FxHashMap<u32, u32> = entries.map(|span| (span.start, span.size)).collect();
    if entries.is_empty() {
        return Cow::Borrowed(shbin);
    }
    let mut sized = shbin.clone();
    for shader in &mut sized.shaders {
        if !states_no_sizes(shader) {
            continue;
        }
        let mut left = entries.clone();
        // Of several labels at an entry point, the first ones end what stands above it.
        for label in shader.labels.iter_mut().rev() {
            label.size = left.remove(&label.word);
        }
    }
    Cow::Owned(sized)
}

/// Whether all labels of a shader with words have the size 0.
fn states_no_sizes(shader: &Shader) -> bool {
    let has_words = entry_span(shader).is_some_and(|span| span.size > 0);
    let is_empty = |size: Option<u32>| size == Some(0);
    has_words && !shader.labels.is_empty() && shader.labels.iter().all(|label| is_empty(label.size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pica200_objfmt::formats::shbin::LabelEntry;

    fn file(sizes: [u32; 2], end: u32) -> Shbin {
        let label = |(word, size): (u32, u32)| LabelEntry {
            id: 0,
            reserved: 1,
            word,
            size: Some(size),
            name: "x".into(),
        };
        Shbin {
            shaders: vec![Shader {
                entry: 1,
                end,
                labels: (0..).zip(sizes).map(label).collect(),
                ..Shader::default()
            }],
            ..Shbin::default()
        }
    }

    #[test]
    fn the_entry_alone_gets_a_size() {
        let sizes = |shbin: &Shbin| -> Vec<_> {
            let shaders = with_sizes(shbin).into_owned().shaders;
            shaders[0].labels.iter().map(|label| label.size).collect()
        };
        assert_eq!(sizes(&file([0, 0], 4)), [None, Some(3)]);
        assert_eq!(sizes(&file([1, 0], 4)), [Some(1), Some(0)]);
        assert_eq!(sizes(&file([0, 0], 1)), [Some(0), Some(0)]);
    }
}
