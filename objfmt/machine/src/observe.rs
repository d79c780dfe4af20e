//! Reports to observers of a running program.

use crate::program::Program;
use crate::registers::Vector;
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::register::Register;
use pica200_objfmt::observe::Observable;

/// The effect of an instruction, except for the next word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effect {
    /// No effect, or only on scopes.
    Nothing,
    /// Components of an output or a temporary.
    Vector {
        /// The written register.
        register: Register,
        /// The written components.
        mask: Mask,
        /// The new value of the register, all four components.
        value: Vector,
    },
    /// `mova`: components of `a0`.
    Address {
        /// The written components, among `x` and `y`.
        mask: Mask,
        /// The new values of `a0.x` and `a0.y`.
        value: [i32; 2],
    },
    /// `cmp`: `cmp.x` and `cmp.y`.
    Flags([bool; 2]),
    /// `for`: `aL`. Changes of `aL` at the end of a loop are not reported.
    LoopCounter(i32),
    /// `setemit`: the slot of the following vertices, and whether they complete a triangle and reverse its winding.
    Emission {
        /// The vertex slot.
        slot: u8,
        /// The `prim` flag.
        primitive: bool,
        /// The `inv` flag.
        invert: bool,
    },
    /// `emit`: another vertex.
    Vertex,
}

/// An executed instruction.
#[derive(Clone, Copy, Debug)]
pub struct Executed<'a> {
    /// The word offset.
    pub word: u16,
    /// The operands after swizzle and negation. Components that the instruction does not use have the values that the
    /// descriptor selects.
    pub operands: &'a [Vector],
    /// The effect.
    pub written: Effect,
    /// The word at which execution continues.
    pub next: u16,
}

/// The steps of a program are its words.
impl Observable for Program {
    type Executed<'a> = Executed<'a>;

    fn steps(&self) -> usize {
        self.words().len()
    }
}
