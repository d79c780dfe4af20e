//! Declarations of a file: uniforms, constants, values, outputs, and shader properties.

use pica200_objfmt::formats::object::{Linkage, Position, ShaderKind, StatedValue, UniformClass};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::register::UniformKind;
use rustc_hash::FxHashMap;

use crate::program::Storage;
use crate::text::Span;

/// The declarations of a file, in source order.
#[derive(Debug)]
pub(crate) struct Declarations {
    /// Inputs and uniforms.
    pub(crate) uniforms: Vec<Declaration>,
    /// Named constants.
    pub(crate) constants: Vec<Declaration>,
    /// Immediate operands, deduplicated.
    pub(crate) literals: Literals,
    /// The values of constants and registers.
    pub(crate) values: Vec<ValueDeclaration>,
    /// Outputs.
    pub(crate) outputs: Vec<OutputDeclaration>,
    /// The last `.entry`.
    pub(crate) entry: Option<EntryDeclaration>,
    /// The aliases.
    pub(crate) aliases: Vec<AliasDeclaration>,
    /// The shader kind.
    pub(crate) kind: ShaderKind,
    /// True if the file defines no shader (`.nodvle`).
    pub(crate) is_library: bool,
    /// True if the uniforms of the file are private (`.private`).
    pub(crate) is_private: bool,
    /// True if anything in the file defines a shader.
    pub(crate) makes_shader: bool,
    /// Fields of the shader binary with explicit values.
    pub(crate) stated: Vec<StatedValue>,
}

impl Default for Declarations {
    fn default() -> Self {
        Self {
            uniforms: Vec::new(),
            constants: Vec::new(),
            literals: Literals::default(),
            values: Vec::new(),
            outputs: Vec::new(),
            entry: None,
            aliases: Vec::new(),
            kind: ShaderKind::Vertex,
            is_library: false,
            is_private: false,
            makes_shader: false,
            stated: Vec::new(),
        }
    }
}

/// The declaration of an input, a uniform or a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declaration {
    /// Its name.
    pub(crate) name: Span,
    /// An input, or the kind of its registers.
    pub(crate) class: UniformClass,
    /// The explicit register; 0 if there is none.
    pub(crate) first: u8,
    /// Number of registers; 0 for a constant array whose end has not been reached.
    pub(crate) len: u8,
    /// True if the source chooses the register.
    pub(crate) pinned: bool,
    /// True if another file declares it.
    pub(crate) linkage: Linkage,
    /// Position of the declaration.
    pub(crate) position: Position,
}

impl Declaration {
    /// Returns the kind of its registers, unless it is an input.
    pub(crate) const fn kind(&self) -> Option<UniformKind> {
        match self.class {
            UniformClass::Uniform(kind) => Some(kind),
            UniformClass::Input => None,
        }
    }

    /// Returns the length, unless another file's array determines it. Inputs have none.
    pub(crate) fn known_len(&self) -> Option<u8> {
        let is_known = self.linkage != Linkage::Extern { exact: false };
        (is_known && self.class != UniformClass::Input).then_some(self.len)
    }
}

/// The value of a constant, or of a register set by `.setf` and the like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueDeclaration {
    /// The storage that gets the value.
    pub(crate) storage: Storage,
    /// The value.
    pub(crate) value: ConstantValue,
    /// Span shown in messages.
    pub(crate) span: Span,
    /// Position of the value.
    pub(crate) position: Position,
}

/// An output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputDeclaration {
    /// Its name; `None` for `-`.
    pub(crate) name: Option<Span>,
    /// Number of its property.
    pub(crate) property: u8,
    /// The output register.
    pub(crate) register: u8,
    /// Its components.
    pub(crate) mask: Mask,
    /// The last halfword of the entry in the output table.
    pub(crate) reserved: u16,
    /// Span shown in messages.
    pub(crate) span: Span,
    /// Position of the declaration.
    pub(crate) position: Position,
}

/// An `.entry`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryDeclaration {
    /// The procedure or label.
    pub(crate) name: Span,
    /// True if a length is given, so that it is a label.
    pub(crate) is_label: bool,
    /// Length in words; `None` for a procedure, or if the length has an error.
    pub(crate) length: Option<u32>,
    /// Its position.
    pub(crate) position: Position,
}

/// An `.alias`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AliasDeclaration {
    /// The new name.
    pub(crate) name: Span,
    /// The register and components that it names, if the source names the register itself.
    pub(crate) register: Option<(pica200_objfmt::isa::register::Register, Mask)>,
}

/// An immediate operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Literal {
    /// The value.
    pub(crate) value: ConstantValue,
    /// Span of its first occurrence.
    pub(crate) span: Span,
    /// File and line of its first occurrence.
    pub(crate) position: Position,
}

/// Immediate operands, deduplicated.
#[derive(Default, Debug)]
pub(crate) struct Literals {
    entries: Vec<Literal>,
    indices: FxHashMap<ConstantValue, u16>,
}

impl Literals {
    /// Returns all of them, in order of first occurrence.
    pub(crate) fn entries(&self) -> &[Literal] {
        &self.entries
    }

    /// Returns the index of a value that occurred before.
    pub(super) fn find(&self, value: ConstantValue) -> Option<u16> {
        self.indices.get(&value).copied()
    }

    /// Adds a value that did not occur before.
    pub(super) fn push(&mut self, index: u16, literal: Literal) {
        self.indices.insert(literal.value, index);
        self.entries.push(literal);
    }
}

impl Declarations {
    /// Returns the number of registers of a kind declared so far.
    pub(super) fn used_registers(&self, kind: UniformKind) -> i64 {
        let declared = self.uniforms.iter().chain(&self.constants);
        let lengths = declared
            .filter(|declaration| declaration.class == UniformClass::Uniform(kind))
            .map(|declaration| i64::from(declaration.len));
        let literals = self.literals.entries.iter();
        let literals = literals.filter(|literal| literal.value.kind() == kind);
        lengths.sum::<i64>() + i64::try_from(literals.count()).unwrap_or(i64::MAX)
    }
}
