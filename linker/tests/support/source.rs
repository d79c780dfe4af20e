//! A builder of objects: the state of a [`Source`], its procedures and its instructions.

use pica200_link::Input;
use pica200_objfmt::formats::object::{
    Label, Object, Position, ProcedureInfo, Reference, Relocation, RelocationKind, ShaderKind, Visibility,
};
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry, Mask, SourceSelect};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

/// A source operand.
#[derive(Clone, Copy)]
pub(crate) enum Src {
    /// An input.
    V(u8),
    /// A temporary.
    R(u8),
    /// A float uniform by number.
    C(u8),
    /// A float uniform by number, with an address register added.
    CRelative(u8),
    /// An element of a uniform or constant.
    Name(&'static str, i16),
    /// An element of a uniform or constant, with an address register added.
    Relative(&'static str, i16),
}

/// A source file, assembled line by line.
pub(crate) struct Source {
    name: String,
    pub(super) object: Object,
    pub(super) line: u32,
    procedure: Option<usize>,
    blocks: Vec<usize>,
    targets: Vec<(usize, String)>,
}

/// Returns the descriptor of a plain `mov`: all components, nothing swizzled.
pub(crate) fn plain(opcode: Opcode) -> Descriptor {
    let mut descriptor = Descriptor::default().with_mask(Mask::ALL);
    for source in 0..opcode.info().selectors.len() {
        descriptor = descriptor.with_source(source, SourceSelect::default());
    }
    descriptor
}

impl Source {
    /// Creates an empty file; the object is called `NAME.dvoj`, the source `NAME.pica`.
    pub(crate) fn new(name: &str) -> Self {
        let mut object = Object::new();
        object.files.push(format!("{name}.pica"));
        Self {
            name: format!("{name}.dvoj"),
            object,
            line: 0,
            procedure: None,
            blocks: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// Creates a vertex shader whose entry `main` runs `body`, then ends.
    pub(crate) fn vertex(name: &str, body: impl FnOnce(&mut Self)) -> Self {
        let mut source = Self::new(name);
        source.procedure("main", |s| {
            body(s);
            s.op(Opcode::End);
        });
        source
    }

    /// Creates a geometry shader with separate registers.
    pub(crate) fn geometry(name: &str, first_uniform: u8) -> Self {
        let mut source = Self::new(name);
        source.kind(ShaderKind::Geometry {
            mode: GeometryMode::Point,
            first_uniform,
        });
        source
    }

    /// Adds a procedure, from `.proc` to `.end`.
    pub(crate) fn procedure(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        let position = self.next_line();
        let index = self.object.labels.len();
        self.push_label(name, position);
        self.procedure = Some(index);
        body(self);
        let end = self.next_line();
        let label = &mut self.object.labels[index];
        label.procedure = Some(ProcedureInfo {
            size: u32::try_from(self.object.code.len()).expect("little code") - label.word,
            end,
            visibility: Visibility::Global,
        });
        self.procedure = None;
    }

    /// Adds `.local NAME` for an earlier procedure.
    pub(crate) fn local(&mut self, name: &str) {
        let labels = self.object.labels.iter_mut();
        let mut procedures = labels.filter_map(|l| Some((&l.name, l.procedure.as_mut()?)));
        let (_, procedure) = procedures.find(|(n, _)| *n == name).expect("it stands before");
        procedure.visibility = Visibility::Local;
    }

    /// Adds `NAME:`.
    pub(crate) fn label(&mut self, name: &str) {
        let position = self.next_line();
        self.push_label(name, position);
    }

    fn push_label(&mut self, name: &str, position: Position) {
        let word = u32::try_from(self.object.code.len()).expect("little code");
        let head_rank = if word == 0 {
            u16::try_from(self.object.head_procedures().count()).expect("few procedures")
        } else {
            0
        };
        self.object.labels.push(Label {
            name: name.into(),
            word,
            head_rank,
            position,
            procedure: None,
        });
    }

    fn push(&mut self, word: u32, relocation: Option<(RelocationKind, Option<Reference>)>) {
        let position = self.declare();
        let at = self.object.code.len();
        self.object.code.push(word);
        self.object.lines.push(position);
        if let Some((kind, register)) = relocation {
            self.object.relocations.push(Relocation {
                word: u32::try_from(at).expect("little code"),
                kind,
                register,
            });
        }
    }

    /// Adds an instruction without operands.
    pub(crate) fn op(&mut self, opcode: Opcode) {
        assert!(!opcode.takes_arguments());
        self.push(opcode.base_word(), None);
    }

    /// Adds `setemit 0`.
    pub(crate) fn setemit(&mut self) {
        self.push(Opcode::Setemit.base_word(), Some((RelocationKind::Plain, None)));
    }

    /// Adds `mov rN, SOURCE`.
    pub(crate) fn mov(&mut self, destination: u8, source: Src) {
        self.arithmetic(Opcode::Mov, destination, &[source], plain(Opcode::Mov));
    }

    /// Adds an instruction with a descriptor; the destination is a temporary.
    pub(crate) fn arithmetic(&mut self, opcode: Opcode, destination: u8, sources: &[Src], descriptor: Descriptor) {
        let layout = opcode.fields();
        let mut word = opcode.base_word();
        if let Some(field) = layout.destination {
            word = field.set(word, u32::from(destination) + 0x10);
        }
        let mut register = None;
        for (field, &source) in layout.source_fields().zip(sources) {
            word = field.set(word, self.number(source).into());
            if matches!(source, Src::CRelative(_) | Src::Relative(..)) {
                word = layout.index.map_or(word, |field| field.set(word, 1));
            }
            register = register.or(self.reference(source));
        }
        let entry = DescriptorEntry { descriptor, flags: 0 };
        let descriptors = &mut self.object.descriptors;
        let index = descriptors.iter().position(|&d| d == entry);
        let index = index.unwrap_or_else(|| {
            descriptors.push(entry);
            descriptors.len() - 1
        });
        let index = u16::try_from(index).expect("few descriptors");
        self.push(word, Some((RelocationKind::Descriptor(index), register)));
    }

    fn number(&self, source: Src) -> u8 {
        match source {
            Src::V(n) => n,
            Src::R(n) => 0x10 + n,
            Src::C(n) | Src::CRelative(n) => 0x20 + n,
            Src::Name(..) | Src::Relative(..) => 0x20,
        }
    }

    pub(super) fn reference(&self, source: Src) -> Option<Reference> {
        match source {
            Src::V(_) | Src::R(_) => None,
            Src::C(number) | Src::CRelative(number) => Some(Reference::Register(Register {
                bank: Bank::Float,
                number,
            })),
            Src::Name(name, element) | Src::Relative(name, element) => Some(self.named(name, element)),
        }
    }

    fn named(&self, name: &str, element: i16) -> Reference {
        let index = |at: usize| u16::try_from(at).expect("few names");
        let uniforms = &self.object.uniforms;
        if let Some(at) = uniforms.iter().position(|u| u.name == name) {
            return Reference::Uniform {
                index: index(at),
                element,
            };
        }
        let constants = &self.object.constants;
        let at = constants.iter().position(|c| c.name == name);
        Reference::Constant {
            index: index(at.expect("a declared name")),
            element,
        }
    }

    /// Adds a call or a jump, by a flag where it needs one.
    pub(crate) fn go(&mut self, opcode: Opcode, target: &str) {
        self.targets.push((self.object.code.len(), target.into()));
        self.push(opcode.base_word(), Some((RelocationKind::Plain, None)));
    }

    /// Adds a call or a jump by a boolean uniform.
    pub(crate) fn go_if(&mut self, opcode: Opcode, boolean: &'static str, element: i16, target: &str) {
        self.targets.push((self.object.code.len(), target.into()));
        let register = Some(self.named(boolean, element));
        self.push(opcode.base_word(), Some((RelocationKind::Plain, register)));
    }

    pub(crate) fn call(&mut self, target: &str) {
        self.go(Opcode::Call, target);
    }

    /// Adds a call or a jump to a label of this file, with a count.
    pub(crate) fn go_for(&mut self, opcode: Opcode, label: &str, count: usize) {
        let at = self.object.code.len();
        self.go(opcode, label);
        self.set_target(at, 0, count);
    }

    /// Adds `.word` with a flow instruction.
    pub(crate) fn flow_word(&mut self, opcode: Opcode, place: usize, count: usize) {
        let at = self.object.code.len();
        self.push(opcode.base_word(), Some((RelocationKind::Plain, None)));
        self.set_target(at, place, count);
    }

    /// Adds `ifc cmp.x`, with the instructions of both branches.
    pub(crate) fn branch(&mut self, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        let at = self.object.code.len();
        self.push(Opcode::Ifc.base_word(), Some((RelocationKind::Word, None)));
        then(self);
        let start = self.object.code.len();
        otherwise(self);
        let size = self.object.code.len() - start;
        self.set_target(at, start, size);
    }

    /// Adds `for NAME`.
    pub(crate) fn repeat(&mut self, integer: &'static str, body: impl FnOnce(&mut Self)) {
        let at = self.object.code.len();
        let register = Some(self.named(integer, 0));
        self.push(Opcode::For.base_word(), Some((RelocationKind::Word, register)));
        body(self);
        self.set_target(at, self.object.code.len() - 1, 0);
    }

    fn set_target(&mut self, at: usize, start: usize, size: usize) {
        let word = &mut self.object.code[at];
        let [length, place] = Opcode::from_word(*word)
            .and_then(|opcode| opcode.fields().target)
            .expect("a target");
        let number = |n: usize| u32::try_from(n).expect("little code");
        *word = length.set(place.set(*word, number(start)), number(size));
    }

    /// Returns the finished object. Targets that are not defined here are external.
    pub(crate) fn object(mut self) -> Object {
        for (at, name) in std::mem::take(&mut self.targets) {
            let index = |n: usize| u16::try_from(n).expect("few names");
            let labels = &self.object.labels;
            let kind = if let Some(label) = labels.iter().position(|l| l.name == name) {
                RelocationKind::Label(index(label))
            } else {
                let externals = &mut self.object.externals;
                let known = externals.iter().position(|e| *e == name);
                RelocationKind::External(index(known.unwrap_or_else(|| {
                    externals.push(name);
                    externals.len() - 1
                })))
            };
            let relocations = &mut self.object.relocations;
            let relocation = relocations.iter_mut().find(|r| r.word as usize == at);
            relocation.expect("a relocation").kind = kind;
        }
        self.object
    }

    pub(crate) fn input_file(self) -> Input {
        Input {
            name: self.name.clone(),
            object: self.object(),
        }
    }
}

/// Creates a library; `body` follows `.nodvle`.
pub(crate) fn library(name: &str, body: impl FnOnce(&mut Source)) -> Source {
    let mut source = Source::new(name);
    source.library();
    body(&mut source);
    source
}
