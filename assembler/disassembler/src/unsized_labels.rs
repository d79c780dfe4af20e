//! Label tables of tools that write no sizes.

use std::borrow::Cow;

use pica200_objfmt::formats::shbin::{LabelEntry, Shader, Shbin};
use rustc_hash::FxHashMap;

use super::labels::entry_span;

/// Returns the file with sizes of the labels at entry points, if the tool that created it did not write them; borrowed
/// if it did.
///
/// nihstro and aemstro write the size 0 for all labels, which means procedures without words elsewhere: all labels
/// except labels at entry points lose it. Nintendo's tools write sizes of called procedures, but -1 for the entry point
/// and for `endmain`.
pub(super) fn with_sizes(shbin: &Shbin) -> Cow<'_, Shbin> {
    let lacks_sizes = |shader: &&Shader| states_no_sizes(shader) || is_entry_unsized(shader);
    let shaders = shbin.shaders.iter().filter(lacks_sizes);
    let entries = shaders.filter_map(entry_span);
    let entries: FxHashMap<u32, u32> = entries.map(|span| (span.start, span.size)).collect();
    if entries.is_empty() {
        return Cow::Borrowed(shbin);
    }
    let mut sized = shbin.clone();
    for shader in &mut sized.shaders {
        let all = states_no_sizes(shader);
        if !all && !is_entry_unsized(shader) {
            continue;
        }
        let mut left = entries.clone();
        // Of several labels at an entry point, the first ones end the code above it.
        for label in shader.labels.iter_mut().rev() {
            if all || label.size.is_none() {
                label.size = left.remove(&label.word);
            }
        }
    }
    Cow::Owned(sized)
}

/// Returns true if all labels of a shader with words have the size 0.
fn states_no_sizes(shader: &Shader) -> bool {
    let has_words = entry_span(shader).is_some_and(|span| span.size > 0);
    let is_empty = |size: Option<u32>| size == Some(0);
    has_words && !shader.labels.is_empty() && shader.labels.iter().all(|label| is_empty(label.size))
}

/// Returns true if labels without size are at the entry point of a shader with words, and no procedure of its table
/// contains that word.
fn is_entry_unsized(shader: &Shader) -> bool {
    let Some(entry) = entry_span(shader).filter(|span| span.size > 0) else {
        return false;
    };
    let holds_entry = |label: &LabelEntry| {
        let size = label.size.unwrap_or(0);
        label.word <= entry.start && entry.start - label.word < size
    };
    let mut labels = shader.labels.iter();
    labels.any(|label| label.word == entry.start && label.size.is_none()) && !shader.labels.iter().any(holds_entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(sizes: [Option<u32>; 2], end: u32) -> Shbin {
        let label = |(word, size): (u32, Option<u32>)| LabelEntry {
            id: 0,
            reserved: 1,
            word,
            size,
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
        assert_eq!(sizes(&file([Some(0); 2], 4)), [None, Some(3)]);
        assert_eq!(sizes(&file([Some(1), Some(0)], 4)), [Some(1), Some(0)]);
        assert_eq!(sizes(&file([Some(0); 2], 1)), [Some(0); 2]);
        assert_eq!(sizes(&file([None; 2], 4)), [None, Some(3)]);
        assert_eq!(sizes(&file([Some(1), None], 4)), [Some(1), Some(3)]);
        // A label in a procedure stays one.
        assert_eq!(sizes(&file([Some(4), None], 4)), [Some(4), None]);
        assert_eq!(sizes(&file([None; 2], 1)), [None; 2]);
    }
}
