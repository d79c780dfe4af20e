//! Instructions as the machine executes them, with all operands resolved.

use pica200_dxbc::program::{Mask, Modifier, RegisterKind};

use crate::arithmetic::{Compute, Numbers};
use crate::fault::{FaultKind, Refusal};
use crate::registers::{Layout, Register, Vector, row};

/// The place of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A row.
    Fixed(u32),
    /// The number of an [`Address`] among those of the code.
    Computed(u32),
}

/// A register whose place is not known before it is accessed, or that is outside of its array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) kind: RegisterKind,
    /// The number of the array or of the constant buffer.
    pub(crate) number: Index,
    /// The row in it.
    pub(crate) element: Index,
}

/// A number and the first lane of a source, which wraps.
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

/// The changes to the bits of a value: those outside of `keep` are cleared, those in `flip` change, and `add` is added.
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

/// An operand that is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) place: Place,
    /// For each lane, the lane of the register.
    pub(crate) lanes: [u8; 4],
    pub(crate) change: Change,
}

/// An operand that is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) place: Place,
    /// The register of a fixed place, for observers.
    pub(crate) register: Register,
    /// The lanes that are written.
    pub(crate) mask: Mask,
    /// The same, with all bits of each lane.
    pub(crate) select: Vector,
}

/// The operands of an access to a resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AccessForm {
    /// The resource or the view.
    pub(crate) resource: Register,
    /// The sampler's number, and the component that `gather4` takes.
    pub(crate) sampler: Option<(u32, u8)>,
    /// For each lane of the result, the lane of the answer.
    pub(crate) lanes: [u8; 4],
    /// Whether the level of detail follows from neighbouring pixels.
    pub(crate) gradients: Gradients,
    /// Whether memory changes.
    pub(crate) writes: bool,
}

/// What an access makes of the differences between the coordinates of neighbouring pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gradients {
    /// Nothing.
    Unused,
    /// The level of detail, which the provider chooses for a pixel that runs alone.
    Used,
    /// Its result.
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

/// Which differences between the pixels of a quad count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// Those from the first pixel, for all four.
    Coarse,
    /// Those of each row and of each column.
    Fine,
}

/// What a step does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    /// Computes values, and clamps them.
    Compute(Compute, Option<fn(Vector) -> Vector>),
    /// Nothing: ends of blocks, cases that are fallen into, messages.
    Pass,
    /// Continues at the step's target.
    Jump,
    /// Continues at the step's target if the first lane of the source is zero, or is not.
    JumpIf { nonzero: bool },
    /// Continues at the case of the value: the number of a table.
    Switch(u32),
    /// Calls the subroutine at the target, always or if the first lane of the source is nonzero as stated.
    Call { when: Option<bool> },
    /// Returns, always or if the first lane of the source is nonzero as stated.
    Return { when: Option<bool> },
    /// Ends a pixel, if the test holds.
    Discard { nonzero: bool },
    /// Asks for a resource: the number of an [`AccessForm`]; and clamps the result.
    Access(u32, Option<fn(Vector) -> Vector>),
    /// Takes the difference of the source between neighbouring pixels; and clamps it.
    Derive {
        axis: Axis,
        detail: Detail,
        clamp: Option<fn(Vector) -> Vector>,
    },
    /// Emits a vertex to a stream, ends its strip, or does one after the other.
    Emit { stream: u8, emits: bool, cuts: bool },
    /// The start of a subroutine, which is not reached from above.
    Label,
    /// Ends the run with a fault.
    Abort,
    /// Is not executed.
    Refuse(Refusal),
}

/// The most sources with values: `sample_d_cl_s` has six sources, but a resource and a sampler are among them.
pub(crate) const MOST_SOURCES: usize = 4;

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) action: Action,
    pub(crate) targets: [Option<Target>; 2],
    /// The operands that are read, without resources and labels; the zero register behind the last one.
    pub(crate) sources: [Source; MOST_SOURCES],
    /// The number of these operands.
    pub(crate) count: u8,
    /// The step at which execution may continue.
    pub(crate) target: u32,
}

/// The cases of a `switch`, sorted by their values.
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
    /// Which differences of its first source a step takes from neighbouring pixels.
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

    /// The value of a source.
    #[inline(always)]
    pub(crate) fn read(&self, rows: &[Vector], source: &Source) -> Result<Vector, FaultKind> {
        let place = match source.place {
            Place::Fixed(place) => place,
            Place::Computed(address) => self.locate(rows, address)?.0,
        };
        let value = row(rows, place);
        let lanes = source.lanes.map(|lane| value[usize::from(lane & 3)]);
        let Change { keep, flip, add } = source.change;
        Ok(std::array::from_fn(|lane| {
            (lanes[lane] & keep[lane] ^ flip[lane]).wrapping_add(add)
        }))
    }

    /// The place and the register of an address. Rows of constant buffers that do not exist are zero.
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
        let bank = self.layout.of(*kind, number).unwrap_or_default();
        if let (RegisterKind::INPUT, Some((vertices, _))) = (*kind, self.layout.vertices)
            && number >= vertices
        {
            let count = vertices;
            return Err(FaultKind::NoVertex { register, count });
        }
        match bank.row(element) {
            Some(place) => Ok((place, register)),
            None if is_constant(*kind) => Ok((self.layout.zero, register)),
            None => Err(FaultKind::OutOfRange {
                register,
                count: bank.count,
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

/// Whether rows of a kind are 0 outside of their buffer.
pub(crate) fn is_constant(kind: RegisterKind) -> bool {
    kind == RegisterKind::CONSTANT_BUFFER || kind == RegisterKind::IMMEDIATE_CONSTANT_BUFFER
}

/// The change that modifiers make to numbers of a kind, `None` if there is none: integers have no absolute value.
pub(crate) fn change(modifier: Modifier, numbers: Numbers) -> Option<Change> {
    /// The lanes with the sign.
    const fn signs(numbers: Numbers) -> Vector {
        const SIGN: u32 = 1 << 31;
        match numbers {
            Numbers::Double => [0, SIGN, 0, SIGN],
            _ => [SIGN; 4],
        }
    }
    let mut change = Change::NONE;
    if numbers == Numbers::Integer {
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
