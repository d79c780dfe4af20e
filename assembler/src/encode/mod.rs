//! Encoding: emits words, relocation records, line tables and the object.
//!
//! Only sources without errors reach this phase. Each word is emitted once, from the results of the earlier phases.

mod word;

use indexmap::IndexSet;
use pica200_objfmt::formats::object::{Label, Object, Position, ProcedureInfo, Relocation};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use rustc_hash::FxBuildHasher;

use crate::lower::{Lowered, Sources};
use crate::pad::Padded;
use crate::program::LabelId;
use crate::resolve::Resolved;
use crate::text::{Lines, Span};

/// Encodes the object of a source without errors.
pub(crate) fn encode(source: &str, lines: &Lines, resolved: &Resolved, lowered: Lowered, padded: &Padded) -> Object {
    let capacity = padded.words.len();
    let mut encoder = Encoder {
        resolved,
        lowered: &lowered,
        sources: lowered.sources(&resolved.program),
        padded,
        code: Vec::with_capacity(capacity),
        lines: Vec::with_capacity(capacity),
        relocations: Vec::with_capacity(capacity),
        descriptors: IndexSet::default(),
    };
    for word in &padded.words {
        encoder.push(*word);
    }
    let Encoder {
        code,
        lines: positions,
        relocations,
        descriptors,
        ..
    } = encoder;
    let entry = |descriptor| DescriptorEntry { descriptor, flags: 0 };
    let labels = padded.labels.iter();
    let labels = labels.filter_map(|&id| label(source, resolved, padded, id));
    let name = |span: &Span| span.text(source).to_owned();
    let files = lines.files().skip(resolved.unused_files as usize);
    Object {
        files: files.map(str::to_owned).collect(),
        code,
        lines: positions,
        descriptors: descriptors.into_iter().map(entry).collect(),
        relocations,
        labels: labels.collect(),
        externals: resolved.externals.iter().map(name).collect(),
        ..lowered.tables
    }
}

/// Returns the object's symbol for a procedure or label.
fn label(source: &str, resolved: &Resolved, padded: &Padded, id: LabelId) -> Option<Label> {
    let label = resolved.program.label(id)?;
    let location = padded.location(id);
    Some(Label {
        name: label.name.text(source).to_owned(),
        word: location.word,
        head_rank: location.head_rank,
        position: label.position,
        procedure: label.procedure.map(|(_, visibility)| ProcedureInfo {
            size: location.size,
            end: location.end,
            visibility,
        }),
    })
}

/// The code of an object under construction.
struct Encoder<'p> {
    resolved: &'p Resolved,
    lowered: &'p Lowered,
    sources: Sources<'p>,
    padded: &'p Padded,
    code: Vec<u32>,
    /// Source position of each word.
    lines: Vec<Position>,
    relocations: Vec<Relocation>,
    /// The descriptors as written, deduplicated.
    descriptors: IndexSet<Descriptor, FxBuildHasher>,
}
