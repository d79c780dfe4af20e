//! Lowered instructions, with all operands resolved.

use pica200_dxbc::program::{Mask, Modifier, RegisterKind};

use crate::arithmetic::{Compute, NumberType};
use crate::fault::{FaultKind, UnsupportedReason};
use crate::registers::{Layout, Register, Vector, row};

/// The location of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowRef {
    /// A row index.
    Fixed(u32),
    /// An index into the [`Address`] list of the code.
    Dynamic(u32),
}

/// A register whose row is only known at run time, or that is out of bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) kind: RegisterKind,
    /// The number of the array or the constant buffer.
    pub(crate) number: Index,
    /// The row in it.
    pub(crate) element: Index,
}

/// A constant plus the first component of a source; wraps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Index {
    pub(crate) offset: u32,
    pub(crate) by: Option<Source>,
}

impl Index {
    pub(crate) const fn fixed(offset: u32) -> Self {
        Self { offset, by: None }
    }
}

/// A change of the bits of a value: bits outside `keep` are cleared, bits in `flip` are inverted, and `add` is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) keep: Vector,
    pub(crate) flip: Vector,
    pub(crate) add: u32,
}

impl Change {
    pub(crate) const NONE: Self = Self {
        keep: [u32::MAX; 4],
        flip: [0; 4],
        add: 0,
    };
}

/// A source operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) row_ref: RowRef,
    /// The swizzle.
    pub(crate) swizzle: [u8; 4],
    pub(crate) change: Change,
}

/// A destination operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) row_ref: RowRef,
    /// The register at a fixed row, for observers.
    pub(crate) register: Register,
    /// The write mask.
    pub(crate) mask: Mask,
    /// The write mask as all ones or zeros for each component.
    pub(crate) select: Vector,
}

/// The operands of an access to a resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AccessForm {
    /// The resource or the view.
    pub(crate) resource: Register,
    /// The sampler register, and the component that `gather4` reads.
    pub(crate) sampler: Option<(u32, u8)>,
    /// The swizzle of the result.
    pub(crate) swizzle: [u8; 4],
    /// How the access uses neighboring pixels.
    pub(crate) gradients: Gradients,
    /// True if memory changes.
    pub(crate) writes: bool,
}

/// How an access uses the derivatives of the coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gradients {
    /// Not at all.
    Unused,
    /// For the level of detail, which the provider chooses for a pixel that runs alone.
    Used,
    /// For its result.
    Needed,
}

/// A direction from a pixel to its neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    /// To the right.
    X,
    /// Downward.
    Y,
}

/// The kind of derivative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// The differences from the first pixel, for all four.
    Coarse,
    /// The differences of each row and of each column.
    Fine,
}

/// The action of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    /// Computes values and clamps them.
    Compute(Compute, Option<fn(Vector) -> Vector>),
    /// Does nothing: ends of blocks, fall-through cases, messages.
    Pass,
    /// Jumps to the step's target.
    Jump,
    /// Jumps to the step's target if the first component of the source is zero, or nonzero.
    JumpIf { nonzero: bool },
    /// Jumps to the case of the value. The field is the index of the table.
    Switch(u32),
    /// Calls the subroutine at the target, always or if the first component of the source is nonzero as stated.
    Call { when: Option<bool> },
    /// Returns, always or if the first component of the source is nonzero as stated.
    Return { when: Option<bool> },
    /// Discards a pixel if the test holds.
    Discard { nonzero: bool },
    /// Accesses a resource and clamps the result. The first field is the index of an [`AccessForm`].
    Access(u32, Option<fn(Vector) -> Vector>),
    /// Computes a derivative of the source and clamps it.
    Derive {
        axis: Axis,
        detail: Detail,
        clamp: Option<fn(Vector) -> Vector>,
    },
    /// Emits a vertex to a stream, ends its strip, or both.
    Emit { stream: u8, emits: bool, cuts: bool },
    /// The start of a subroutine. Execution does not fall through into it.
    Label,
    /// Ends the run with a fault.
    Abort,
    /// Unsupported.
    Unsupported(UnsupportedReason),
}

/// The maximum number of sources with values: `sample_d_cl_s` has six sources, including a resource and a sampler.
pub(crate) const MAX_SOURCES: usize = 4;

/// A lowered instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) action: Action,
    pub(crate) targets: [Option<Target>; 2],
    /// The source operands, without resources and labels, padded with the zero register.
    pub(crate) sources: [Source; MAX_SOURCES],
    /// The number of sources.
    pub(crate) count: u8,
    /// The jump target.
    pub(crate) target: u32,
}

/// The cases of a `switch`, sorted by value.
#[derive(Clone, Default, Debug)]
pub(crate) struct Cases {
    pub(crate) cases: Vec<(u32, u32)>,
    /// The step of `default` or of `endswitch`.
    pub(crate) otherwise: u32,
}

impl Cases {
    pub(crate) fn find(&self, value: u32) -> u32 {
        let found = self.cases.binary_search_by_key(&value, |(case, _)| *case);
        let found = found.ok().and_then(|number| self.cases.get(number));
        found.map_or(self.otherwise, |(_, step)| *step)
    }
}

/// The code of a program.
#[derive(Clone, Default, Debug)]
pub(crate) struct Code {
    pub(crate) layout: Layout,
    pub(crate) steps: Vec<Step>,
    pub(crate) addresses: Vec<Address>,
    pub(crate) switches: Vec<Cases>,
    pub(crate) accesses: Vec<AccessForm>,
}

impl Code {
    /// Returns the kind of derivative that a step needs for its first source.
    pub(crate) fn detail(&self, step: &Step) -> Option<Detail> {
        match step.action {
            Action::Derive { detail, .. } => Some(detail),
            Action::Access(form, _) => {
                let form = self.accesses.get(form as usize)?;
                (form.gradients != Gradients::Unused).then_some(Detail::Coarse)
            }
            _ => None,
        }
    }

    /// Returns the value of a source.
    #[inline(always)]
    pub(crate) fn read(&self, rows: &[Vector], source: &Source) -> Result<Vector, FaultKind> {
        let index = match source.row_ref {
            RowRef::Fixed(index) => index,
            RowRef::Dynamic(address) => self.locate(rows, address)?.0,
        };
        let value = row(rows, index);
        let components = source.swizzle.map(|component| value[usize::from(component & 3)]);
        let Change { keep, flip, add } = source.change;
        Ok(std::array::from_fn(|component| {
            (components[component] & keep[component] ^ flip[component]).wrapping_add(add)
        }))
    }

    /// Returns the row and the register of an address. Constant buffer rows out of bounds are zero.
    #[inline(never)]
    pub(crate) fn locate(&self, rows: &[Vector], address: u32) -> Result<(u32, Register), FaultKind> {
        let address = self.addresses.get(address as usize);
        let Some(Address { kind, number, element }) = address else {
            return Ok((self.layout.zero, Register::new(RegisterKind::NULL, 0)));
        };
        let number = self.index(rows, number)?;
        let element = self.index(rows, element)?;
        let mut register = Register::new(*kind, number);
        if self.layout.is_list(*kind) {
            register.number = element;
        } else {
            register.element = Some(element);
        }
        let range = self.layout.range(*kind, number).unwrap_or_default();
        if let (RegisterKind::INPUT, Some((vertices, _))) = (*kind, self.layout.vertices)
            && number >= vertices
        {
            let count = vertices;
            return Err(FaultKind::NoVertex { register, count });
        }
        match range.row(element) {
            Some(row) => Ok((row, register)),
            None if is_constant(*kind) => Ok((self.layout.zero, register)),
            None => Err(FaultKind::OutOfRange {
                register,
                count: range.count,
            }),
        }
    }

    fn index(&self, rows: &[Vector], index: &Index) -> Result<u32, FaultKind> {
        let by = match &index.by {
            Some(source) => self.read(rows, source)?[0],
            None => 0,
        };
        Ok(index.offset.wrapping_add(by))
    }
}

/// Returns true if rows of a kind read as 0 out of bounds.
pub(crate) fn is_constant(kind: RegisterKind) -> bool {
    kind == RegisterKind::CONSTANT_BUFFER || kind == RegisterKind::IMMEDIATE_CONSTANT_BUFFER
}

/// Returns the bit change of a modifier for a number type, or `None` if it is invalid: integers have no absolute value.
pub(crate) fn change(modifier: Modifier, numbers: NumberType) -> Option<Change> {
    /// Returns the sign bits of the components.
    const fn signs(numbers: NumberType) -> Vector {
        const SIGN: u32 = 1 << 31;
        match numbers {
            NumberType::Double => [0, SIGN, 0, SIGN],
            _ => [SIGN; 4],
        }
    }
    let mut change = Change::NONE;
    if numbers == NumberType::Integer {
        if modifier.negate {
            (change.flip, change.add) = ([u32::MAX; 4], 1);
        }
        return (!modifier.absolute).then_some(change);
    }
    if modifier.absolute {
        change.keep = signs(numbers).map(|sign| !sign);
    }
    if modifier.negate {
        change.flip = signs(numbers);
    }
    Some(change)
}
