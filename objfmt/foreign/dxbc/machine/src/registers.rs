//! Register allocation: all rows of a machine, including program constants, are in one list.

use std::collections::BTreeMap;
use std::fmt;

use pica200_dxbc::program::RegisterKind;

/// The four untyped components of a register.
pub type Vector = [u32; 4];

/// The maximum number of temporaries of a program, including arrays.
pub(crate) const MAX_TEMPORARIES: u32 = 4096;
/// The maximum number of inputs, and of outputs.
pub(crate) const MAX_PORTS: u32 = 32;
/// The maximum number of rows of a constant buffer.
pub(crate) const MAX_ROWS: u32 = 4096;
/// The number of constant buffers.
pub(crate) const BUFFERS: u32 = 15;
/// The maximum number of vertices of a primitive: the control points of a patch.
pub(crate) const MAX_VERTICES: u32 = 32;

/// A register, or an element of a register array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Register {
    /// The kind.
    pub kind: RegisterKind,
    /// The number of `r`, `v`, `o`, of an array `x`, or of a constant buffer; the vertex for an input of a geometry
    /// shader; 0 for kinds with a single register.
    pub number: u32,
    /// The element of an array or a constant buffer; the register for an input of a geometry shader.
    pub element: Option<u32>,
}

impl Register {
    /// Creates a register that is not part of an array.
    pub const fn new(kind: RegisterKind, number: u32) -> Self {
        Self {
            kind,
            number,
            element: None,
        }
    }
}

/// Formats it as in disassembly: `r1`, `x0[3]`, `cb2[10]`, `v[2][0]`, `oDepth`.
impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let (RegisterKind::INPUT, Some(element)) = (self.kind, self.element) {
            return write!(f, "[{}][{element}]", self.number);
        }
        let is_single = is_single(self.kind);
        if !is_single && self.kind != RegisterKind::IMMEDIATE_CONSTANT_BUFFER {
            write!(f, "{}", self.number)?;
        }
        match self.element {
            Some(element) => write!(f, "[{element}]"),
            None => Ok(()),
        }
    }
}

/// The input kinds with a single register.
pub(crate) const SINGLE_INPUTS: [RegisterKind; 4] = [
    RegisterKind::INPUT_PRIMITIVE_ID,
    RegisterKind::INPUT_COVERAGE,
    RegisterKind::INNER_COVERAGE,
    RegisterKind::GEOMETRY_INSTANCE_ID,
];

/// The output kinds with a single register.
pub(crate) const SINGLE_OUTPUTS: [RegisterKind; 5] = [
    RegisterKind::OUTPUT_DEPTH,
    RegisterKind::OUTPUT_DEPTH_GREATER_EQUAL,
    RegisterKind::OUTPUT_DEPTH_LESS_EQUAL,
    RegisterKind::OUTPUT_COVERAGE,
    RegisterKind::OUTPUT_STENCIL_REFERENCE,
];

/// Returns true if there is a single register of a kind.
fn is_single(kind: RegisterKind) -> bool {
    SINGLE_INPUTS.contains(&kind) || SINGLE_OUTPUTS.contains(&kind) || kind == RegisterKind::RASTERIZER
}

/// A range of rows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct RowRange {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl RowRange {
    /// Returns the index of a row.
    #[inline(always)]
    pub(crate) const fn row(self, number: u32) -> Option<u32> {
        if number < self.count {
            self.first.checked_add(number)
        } else {
            None
        }
    }

    /// Sets bytes of the rows, starting at a byte offset. Bytes after the last row are ignored.
    pub(crate) fn set_bytes(self, rows: &mut [Vector], offset: usize, bytes: &[u8]) {
        let rows = rows.get_mut(self.first as usize..).unwrap_or_default();
        let rows = rows.get_mut(..self.count as usize).unwrap_or_default();
        let components = rows.as_flattened_mut().get_mut(offset / 4..);
        // The first and the last component may change partially.
        let mut skipped = offset % 4;
        let mut bytes = bytes.iter().copied();
        for component in components.unwrap_or_default() {
            let mut changed = component.to_le_bytes();
            for (byte, value) in changed.iter_mut().skip(skipped).zip(&mut bytes) {
                *byte = value;
            }
            *component = u32::from_le_bytes(changed);
            skipped = 0;
            if bytes.len() == 0 {
                break;
            }
        }
    }
}

/// The sizes that a program needs. They are limited before a [`Layout`] is computed.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sizes {
    pub(crate) temporaries: u32,
    pub(crate) inputs: u32,
    /// The number of vertices of a primitive, each with all inputs; `None` unless the program is a geometry shader.
    pub(crate) vertices: Option<u32>,
    pub(crate) outputs: u32,
    /// The number of elements of each temporary array, by its number.
    pub(crate) arrays: BTreeMap<u32, u32>,
    /// The number of rows of each constant buffer.
    pub(crate) buffers: [u32; BUFFERS as usize],
}

/// The rows of all registers.
#[derive(Clone, Default, Debug)]
pub(crate) struct Layout {
    pub(crate) temporaries: RowRange,
    pub(crate) arrays: BTreeMap<u32, RowRange>,
    pub(crate) outputs: RowRange,
    single_outputs: RowRange,
    /// The number of initial rows that are zeroed when a run begins.
    pub(crate) volatile: u32,
    /// The inputs of all vertices of a primitive.
    pub(crate) inputs: RowRange,
    /// The number of vertices of a primitive, and of inputs per vertex; `None` unless the program is a geometry shader.
    pub(crate) vertices: Option<(u32, u32)>,
    single_inputs: RowRange,
    pub(crate) buffers: [RowRange; BUFFERS as usize],
    /// The immediate constant buffer, whose rows are known after the layout.
    pub(crate) immediate: RowRange,
    /// The index of the zero row.
    pub(crate) zero: u32,
    /// The number of rows.
    pub(crate) rows: u32,
}

impl Layout {
    /// Computes the layout for these sizes and an immediate constant buffer.
    pub(crate) fn new(sizes: &Sizes, immediate: u32) -> Self {
        let mut layout = Self::default();
        layout.temporaries = layout.allocate(sizes.temporaries);
        for (&number, &count) in &sizes.arrays {
            let range = layout.allocate(count);
            layout.arrays.insert(number, range);
        }
        layout.outputs = layout.allocate(sizes.outputs);
        layout.single_outputs = layout.allocate_kinds(&SINGLE_OUTPUTS);
        layout.volatile = layout.rows;
        layout.vertices = sizes.vertices.map(|vertices| (vertices, sizes.inputs));
        let vertices = sizes.vertices.unwrap_or(1);
        layout.inputs = layout.allocate(sizes.inputs.saturating_mul(vertices));
        layout.single_inputs = layout.allocate_kinds(&SINGLE_INPUTS);
        layout.buffers = sizes.buffers.map(|count| layout.allocate(count));
        layout.immediate = layout.allocate(immediate);
        layout.zero = layout.allocate(1).first;
        layout
    }

    /// Appends a row for each of these kinds.
    fn allocate_kinds(&mut self, kinds: &[RegisterKind]) -> RowRange {
        self.allocate(u32::try_from(kinds.len()).unwrap_or(u32::MAX))
    }

    /// Appends rows.
    pub(crate) fn allocate(&mut self, count: u32) -> RowRange {
        let first = self.rows;
        self.rows = first.saturating_add(count);
        RowRange { first, count }
    }

    /// Returns the rows of the registers of a kind, or of the elements of an array, or `None` if there is no such kind
    /// or array.
    pub(crate) fn range(&self, kind: RegisterKind, number: u32) -> Option<RowRange> {
        let index = usize::try_from(number).ok()?;
        match kind {
            RegisterKind::TEMP => Some(self.temporaries),
            RegisterKind::INPUT => self.inputs_of(number),
            RegisterKind::OUTPUT => Some(self.outputs),
            RegisterKind::INDEXABLE_TEMP => self.arrays.get(&number).copied(),
            RegisterKind::CONSTANT_BUFFER => self.buffers.get(index).copied(),
            RegisterKind::IMMEDIATE_CONSTANT_BUFFER => Some(self.immediate),
            _ => self.single(kind).map(|first| RowRange { first, count: 1 }),
        }
    }

    /// Returns the inputs, or the inputs of a vertex if they are per vertex.
    fn inputs_of(&self, vertex: u32) -> Option<RowRange> {
        let Some((vertices, count)) = self.vertices else {
            return Some(self.inputs);
        };
        let before = count.saturating_mul(vertex);
        (vertex < vertices).then_some(RowRange {
            first: self.inputs.first.saturating_add(before),
            count,
        })
    }

    /// Returns true if the register number of this kind is a row index, not the number of an array or a vertex.
    pub(crate) fn is_list(&self, kind: RegisterKind) -> bool {
        match kind {
            RegisterKind::TEMP | RegisterKind::OUTPUT => true,
            RegisterKind::INPUT => self.vertices.is_none(),
            _ => false,
        }
    }

    /// Returns true if a register of a kind is an element of an array, a buffer or the inputs of a vertex.
    pub(crate) fn is_array(&self, kind: RegisterKind) -> bool {
        match kind {
            RegisterKind::INDEXABLE_TEMP | RegisterKind::CONSTANT_BUFFER => true,
            RegisterKind::INPUT => self.vertices.is_some(),
            _ => false,
        }
    }

    fn single(&self, kind: RegisterKind) -> Option<u32> {
        let find = |kinds: &[RegisterKind], range: RowRange| {
            let number = kinds.iter().position(|single| *single == kind)?;
            range.row(u32::try_from(number).ok()?)
        };
        find(&SINGLE_INPUTS, self.single_inputs).or_else(|| find(&SINGLE_OUTPUTS, self.single_outputs))
    }

    /// Returns the row index of a register.
    pub(crate) fn row_index(&self, register: Register) -> Option<u32> {
        let range = self.range(register.kind, register.number)?;
        match register.element {
            Some(element) => range.row(element),
            None if self.is_list(register.kind) => range.row(register.number),
            None if self.is_array(register.kind) => None,
            None => range.row(0),
        }
    }
}

/// Returns the row at an index from a [`Layout`].
#[inline(always)]
pub(crate) fn row(rows: &[Vector], index: u32) -> Vector {
    rows.get(index as usize).copied().unwrap_or_default()
}
