//! The object's tables of uniforms, constants, values and outputs. Unused names of other files are omitted. Immediate
//! operands become constants after the named ones, in the order in which the code first reads them; each is named after
//! its value, `(0.5, 0.5, 0.5, 1)`, which is not a valid name in sources.

use pica200_objfmt::formats::object::{Constant, Entry, Linkage, Object, Output, Reference, RegisterValue, Uniform};
use rustc_hash::FxHashMap;

use super::{MachineOperation, Sources};
use crate::program::Storage;
use crate::program::walk::{Visitor, walk};
use crate::report::Report;
use crate::resolve::Resolved;
use crate::resolve::declarations::{Declaration, Literal};
use crate::text::Span;
use pica200_objfmt::isa::literal::vector;

/// An object with tables but no code, and the spans of its declarations.
pub(super) struct Tables {
    pub(super) object: Object,
    pub(super) indices: TableIndices,
    pub(super) spans: Spans,
}

/// Spans of the entries of the object's tables, in the same order.
#[derive(Debug)]
pub(super) struct Spans {
    pub(super) uniforms: Vec<Span>,
    pub(super) constants: Vec<Span>,
    pub(super) values: Vec<Span>,
    /// Number of named constants.
    pub(super) named: usize,
}

/// Indices of declarations in the object's tables.
#[derive(Debug)]
pub(super) struct TableIndices {
    /// Index of each declaration in the table; `None` if no declaration is omitted, so that the indices are equal.
    uniforms: Option<Vec<u16>>,
    constants: Option<Vec<u16>>,
    /// Index of each immediate operand, if code reads it.
    literals: Vec<Option<u16>>,
}

impl TableIndices {
    /// Returns true if a storage has an entry. An immediate operand has one if code reads it.
    pub(super) fn has(&self, storage: Storage) -> bool {
        match storage {
            Storage::Literal(index) => {
                matches!(self.literals.get(usize::from(index)), Some(Some(_)))
            }
            _ => true,
        }
    }

    /// Returns the object's table entry for a storage.
    pub(super) fn reference(&self, storage: Storage) -> Reference {
        let new_index = |indices: &Option<Vec<u16>>, index: u16| match indices {
            Some(indices) => indices.get(usize::from(index)).copied().unwrap_or(index),
            None => index,
        };
        match storage {
            Storage::Register(register) => Reference::Register(register),
            Storage::Uniform { index, element } => Reference::Uniform {
                index: new_index(&self.uniforms, index),
                element,
            },
            Storage::Constant { index, element } => Reference::Constant {
                index: new_index(&self.constants, index),
                element,
            },
            Storage::Literal(index) => Reference::Constant {
                index: self
                    .literals
                    .get(usize::from(index))
                    .copied()
                    .flatten()
                    .unwrap_or_default(),
                element: 0,
            },
        }
    }
}

/// Builds the tables.
pub(super) fn tables(
    resolved: &Resolved,
    operations: &[MachineOperation],
    sources: Sources<'_>,
    report: &mut Report<'_>,
) -> Tables {
    let declared = &resolved.declarations;
    let is_extern = |declaration: &Declaration| declaration.linkage.is_extern();
    let has_externs = declared.uniforms.iter().any(is_extern) || declared.constants.iter().any(is_extern);
    let mut used = HighestElements::default();
    if has_externs {
        used = HighestElements::new(resolved, operations, sources);
    }
    let uniforms = KeptDeclarations::new(&declared.uniforms, &used.uniforms, has_externs);
    let constants = KeptDeclarations::new(&declared.constants, &used.constants, has_externs);
    let mut tables = Tables {
        object: Object::new(),
        spans: Spans {
            uniforms: uniforms.entries.iter().map(|entry| entry.name).collect(),
            constants: constants.entries.iter().map(|entry| entry.name).collect(),
            values: Vec::with_capacity(declared.values.len()),
            named: constants.entries.len(),
        },
        indices: TableIndices {
            uniforms: uniforms.indices,
            constants: constants.indices,
            literals: vec![None; declared.literals.entries().len()],
        },
    };
    let name = |span: Span| report.text(span).to_owned();
    let object = &mut tables.object;
    let table = uniforms.entries.iter().map(|entry| Uniform {
        name: name(entry.name),
        class: entry.class,
        first: entry.first,
        len: entry.len,
        pinned: entry.pinned,
        linkage: entry.linkage,
        position: entry.position,
    });
    object.uniforms = table.collect();
    let table = constants.entries.iter().filter_map(|entry| {
        Some(Constant {
            name: name(entry.name),
            kind: entry.kind()?,
            first: entry.first,
            len: entry.len,
            pinned: entry.pinned,
            linkage: entry.linkage,
            position: entry.position,
        })
    });
    object.constants = table.collect();
    for declared in &declared.values {
        object.values.push(RegisterValue {
            register: tables.indices.reference(declared.storage),
            value: declared.value,
            position: declared.position,
        });
        tables.spans.values.push(declared.span);
    }
    let outputs = declared.outputs.iter().map(|output| Output {
        name: output.name.map(name),
        property: output.property,
        register: output.register,
        mask: output.mask,
        reserved: output.reserved,
        position: output.position,
    });
    object.outputs = outputs.collect();
    object.entry = declared.entry.map(|entry| Entry {
        name: name(entry.name),
        length: entry.length,
        position: entry.position,
    });
    object.kind = declared.kind;
    object.library = declared.is_library;
    object.private = declared.is_private;
    object.makes_shader = declared.makes_shader;
    object.stated.clone_from(&declared.stated);
    if !declared.literals.entries().is_empty() {
        pool_literals(resolved, operations, sources, &mut tables);
    }
    tables
}

/// Adds the immediate operands that code reads, in machine order.
fn pool_literals(resolved: &Resolved, operations: &[MachineOperation], sources: Sources<'_>, tables: &mut Tables) {
    let mut pool = Pool {
        literals: resolved.declarations.literals.entries(),
        operations,
        sources,
        tables,
    };
    walk(&resolved.program, 0..resolved.program.items.len(), &mut pool);
}

struct Pool<'p> {
    literals: &'p [Literal],
    operations: &'p [MachineOperation],
    sources: Sources<'p>,
    tables: &'p mut Tables,
}

impl Visitor for Pool<'_> {
    fn instruction(&mut self, index: u32) {
        if let Some(operation) = self.operations.get(index as usize) {
            for storage in storages(operation, self.sources) {
                self.add(storage);
            }
        }
    }
}

impl Pool<'_> {
    fn add(&mut self, storage: Storage) {
        let Storage::Literal(index) = storage else {
            return;
        };
        let index = usize::from(index);
        let Tables { object, indices, spans } = &mut *self.tables;
        let slot = indices.literals.get_mut(index);
        let (Some(slot @ None), Some(literal)) = (slot, self.literals.get(index)) else {
            return;
        };
        let index = u16::try_from(object.constants.len()).unwrap_or(u16::MAX);
        *slot = Some(index);
        object.constants.push(Constant {
            name: vector(literal.value),
            kind: literal.value.kind(),
            first: 0,
            len: 1,
            pinned: false,
            linkage: Linkage::Own,
            position: literal.position,
        });
        spans.constants.push(literal.span);
        object.values.push(RegisterValue {
            register: Reference::Constant { index, element: 0 },
            value: literal.value,
            position: literal.position,
        });
        spans.values.push(literal.span);
    }
}

/// Returns the storages that an instruction reads and that linking may move: the wide source, or the uniform of a
/// control-flow instruction.
fn storages<'s>(operation: &MachineOperation, sources: Sources<'s>) -> impl Iterator<Item = Storage> + use<'s> {
    let (sources, uniform) = match operation {
        MachineOperation::Vector(vector) => (vector.sources(sources), None),
        MachineOperation::Flow(flow) => ([].as_slice(), flow.uniform),
        _ => ([].as_slice(), None),
    };
    let wide = sources.iter().filter(|source| source.operand.is_wide());
    wide.map(|source| source.operand.storage).chain(uniform)
}

/// The highest used element of each uniform and constant, by declaration index.
#[derive(Default)]
struct HighestElements {
    uniforms: FxHashMap<u16, i16>,
    constants: FxHashMap<u16, i16>,
}

impl HighestElements {
    fn new(resolved: &Resolved, operations: &[MachineOperation], sources: Sources<'_>) -> Self {
        let read = operations.iter().flat_map(|operation| storages(operation, sources));
        let set = resolved.declarations.values.iter();
        let set = set.map(|value| value.storage);
        let beyond = resolved.facts.beyond_arrays.iter();
        let beyond = beyond.map(|(_, storage)| *storage);
        let mut used = Self::default();
        for storage in read.chain(set).chain(beyond) {
            let (of, index, element) = match storage {
                Storage::Register(_) | Storage::Literal(_) => continue,
                Storage::Uniform { index, element } => (&mut used.uniforms, index, element),
                Storage::Constant { index, element } => (&mut used.constants, index, element),
            };
            let highest = of.entry(index).or_insert(element);
            *highest = element.max(*highest);
        }
        used
    }
}

/// The declarations of a table that are kept.
struct KeptDeclarations {
    entries: Vec<Declaration>,
    /// New index of each declaration, if some are omitted.
    indices: Option<Vec<u16>>,
}

impl KeptDeclarations {
    /// Omits unused declarations of other files. Sizes an array of another file without a length by the elements used.
    fn new(declared: &[Declaration], used: &FxHashMap<u16, i16>, has_externs: bool) -> Self {
        let mut kept = Self {
            entries: Vec::with_capacity(declared.len()),
            indices: has_externs.then(Vec::new),
        };
        for (index, &declaration) in (0..).zip(declared) {
            let next = u16::try_from(kept.entries.len()).unwrap_or(u16::MAX);
            if let Some(indices) = &mut kept.indices {
                indices.push(next);
            }
            let highest = used.get(&index);
            if declaration.linkage.is_extern() && highest.is_none() {
                continue;
            }
            let mut entry = declaration;
            if declaration.linkage == (Linkage::Extern { exact: false }) {
                // Elements are within the bank, whose size fits in a byte.
                let highest = highest.and_then(|&element| u8::try_from(element).ok());
                entry.len = highest.map_or(1, |element| element.saturating_add(1));
            }
            kept.entries.push(entry);
        }
        kept
    }
}
