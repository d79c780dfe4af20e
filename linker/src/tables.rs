//! The program and its shaders, as in the file.

use bstr::BString;
use indexmap::IndexSet;
use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::formats::object::{Label, is_local_name};
use pica200_objfmt::formats::shbin::{
    ConstantEntry, DVLE_VERSION, LabelEntry, Line, OutputEntry, Program, Shader, Shbin, UniformEntry,
};
use pica200_objfmt::isa::descriptor::DescriptorEntry;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::Bank;
use rustc_hash::FxBuildHasher;

use crate::link::Link;
use crate::objects::ObjectId;
use crate::report::Report;
use crate::shaders::ShaderId;
use crate::values;

/// Builds the output if there was no error.
pub(crate) fn build(link: &Link<'_, '_>, descriptors: Vec<DescriptorEntry>, report: &mut Report<'_>) -> Shbin {
    let constants = values::tables(link, report);
    let procedures = procedures(link);
    Shbin {
        program: program(link, descriptors),
        shaders: link
            .shaders
            .iter()
            .zip(constants)
            .filter_map(|((id, object), constants)| shader(link, id, object, constants, &procedures))
            .collect(),
    }
}

/// Returns true if the output contains labels and file names.
pub(crate) fn has_names(link: &Link<'_, '_>) -> bool {
    !link.is_compat() && !link.options.strip
}

fn program(link: &Link<'_, '_>, descriptors: Vec<DescriptorEntry>) -> Program {
    let mut program = Program {
        version: link.stated.program_version.unwrap_or_default(),
        reserved: link.stated.program_reserved.unwrap_or_default(),
        code: link.placement.code.clone(),
        descriptors,
        ..Program::default()
    };
    if !has_names(link) {
        return program;
    }
    let mut files: IndexSet<&str, FxBuildHasher> = IndexSet::default();
    let numbers: Vec<Vec<usize>> = link
        .objects
        .iter()
        .map(|(_, object)| {
            let names = object.files.iter().map(|file| file_name(file));
            names.map(|file| files.insert_full(file).0).collect()
        })
        .collect();
    if link.options.debug {
        let line = |&(object, position): &(ObjectId, pica200_objfmt::formats::object::Position)| {
            let by_object: &[usize] = &numbers[object.0];
            let file = by_object.get(position.file as usize).copied();
            Line {
                file: u32::try_from(file.unwrap_or(0)).unwrap_or(0),
                line: position.line,
            }
        };
        program.lines = link.placement.lines.iter().map(line).collect();
    }
    program.files = files.into_iter().map(BString::from).collect();
    program
}

/// Returns the name of a file in line tables: the last component of its path. Directories depend on the command line of
/// the tools, and the output must not.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn shader(
    link: &Link<'_, '_>,
    id: ShaderId,
    object: ObjectId,
    constants: Vec<ConstantEntry>,
    procedures: &[PlacedLabel<'_>],
) -> Option<Shader> {
    let contents = link.objects.get(object);
    let entry = link.symbols.entry(id)?;
    let span = link.placement.entry_span(link.objects, entry);
    let version = link.stated.shader_version(object);
    Some(Shader {
        version: version.unwrap_or(DVLE_VERSION),
        kind: contents.kind.is_geometry().into(),
        merge: contents.merges_outputs().into(),
        entry: span.start,
        end: span.start + span.size,
        inputs_used: if link.is_compat() {
            contents.input_mask()
        } else {
            inputs_read(link, id)
        },
        outputs_used: contents.output_mask(),
        geometry: contents.kind.geometry_bytes(),
        constants,
        labels: if has_names(link) {
            labels(link, id, object, procedures)
        } else {
            Vec::new()
        },
        outputs: contents.outputs.iter().map(OutputEntry::from).collect(),
        uniforms: uniforms(link, id, object),
    })
}

/// Returns the input registers that a shader's code reads.
fn inputs_read(link: &Link<'_, '_>, shader: ShaderId) -> u16 {
    let mut mask = 0;
    for word in link.reach.words(shader).iter() {
        let code = link.placement.code[word];
        let Some(fields) = Opcode::from_word(code).map(Opcode::fields) else {
            continue;
        };
        for field in fields.source_fields() {
            let number = field.get(code);
            // The first sixteen register numbers of sources are the inputs.
            if number < u32::from(Bank::Input.size()) {
                mask |= 1 << number;
            }
        }
    }
    mask
}

/// A label with its address in the program.
#[derive(Clone, Copy)]
struct PlacedLabel<'a> {
    object: ObjectId,
    /// Its index in the object.
    number: usize,
    span: WordSpan,
    label: &'a Label,
}

/// Returns all procedures that contain words, at most one for each word.
fn procedures<'a>(link: &Link<'_, 'a>) -> Vec<PlacedLabel<'a>> {
    let all = link.objects.iter().flat_map(|(id, _)| placed(link, id));
    all.filter(|placed| placed.label.procedure.is_some() && placed.span.size > 0)
        .collect()
}

/// Returns the labels of an object with their addresses.
fn placed<'a>(link: &Link<'_, 'a>, object: ObjectId) -> impl Iterator<Item = PlacedLabel<'a>> {
    let labels = link.objects.get(object).labels.iter().enumerate();
    // The section that replaces a folded one already has a name.
    let own = labels.filter(move |(_, label)| !is_local_name(&label.name) && !link.placement.is_folded(object, label));
    own.filter_map(move |(number, label)| {
        Some(PlacedLabel {
            object,
            number,
            span: link.placement.span(object, label)?,
            label,
        })
    })
}

/// Returns, for each shader, its procedures and labels, whether or not the file contains them.
pub(crate) fn all_labels(link: &Link<'_, '_>) -> Vec<Vec<LabelEntry>> {
    let procedures = procedures(link);
    let shaders = link.shaders.iter();
    let shaders = shaders.filter(|(id, _)| link.symbols.entry(*id).is_some());
    shaders
        .map(|(id, object)| labels(link, id, object, &procedures))
        .collect()
}

/// Returns the labels of the shader's own object, and the procedures of others that it reaches, by address.
fn labels(link: &Link<'_, '_>, shader: ShaderId, own: ObjectId, procedures: &[PlacedLabel<'_>]) -> Vec<LabelEntry> {
    let reached = ReachedPrefix::new(link, shader);
    let others = procedures.iter().copied();
    let others = others.filter(|other| other.object != own && reached.overlaps(other.span));
    let mut found: Vec<_> = placed(link, own).chain(others).collect();
    found.sort_by_key(|placed| (placed.span.start, placed.object.0, placed.number));
    // The number of labels has 16 bits; further labels are omitted.
    (0..=u16::MAX)
        .zip(found)
        .map(|(id, PlacedLabel { span, label, .. })| LabelEntry {
            id,
            reserved: 1,
            word: span.start,
            size: label.procedure.map(|_| span.size),
            name: label.name.as_str().into(),
        })
        .collect()
}

/// For each word of the program, the number of reached words before it, so that procedures can be tested without
/// visiting each word.
struct ReachedPrefix(Vec<usize>);

impl ReachedPrefix {
    fn new(link: &Link<'_, '_>, shader: ShaderId) -> Self {
        let words = link.reach.words(shader);
        let mut before = Vec::with_capacity(link.placement.code.len() + 1);
        before.push(0);
        for word in 0..link.placement.code.len() {
            before.push(before[word] + usize::from(words.contains(word)));
        }
        Self(before)
    }

    /// Returns true if the shader reaches any word of a procedure.
    fn overlaps(&self, span: WordSpan) -> bool {
        let before = |word: u32| self.0.get(word as usize).or(self.0.last()).copied();
        before(span.start) != before(span.start.saturating_add(span.size))
    }
}

/// Returns the uniform table, sorted by register; entries of one register are in source order.
fn uniforms(link: &Link<'_, '_>, shader: ShaderId, object: ObjectId) -> Vec<UniformEntry> {
    let mut entries: Vec<_> = link
        .visible(shader, object)
        .into_iter()
        .filter_map(|named| {
            let first = named.first.table_number()?;
            Some(UniformEntry {
                // A name in a source cannot contain `.`; it uses `$` instead.
                name: named.uniform.name.replace('$', ".").into(),
                first,
                last: first + u16::from(named.uniform.len.max(1)) - 1,
            })
        })
        .collect();
    entries.sort_by_key(|entry| entry.first);
    entries
}
