//! Objects built by hand, one method per source line, and findings as text.

#![allow(dead_code, reason = "every test file takes a part of what is here")]

use std::fmt::Write;

use pica200_diagnostics::Severity;
use pica200_link::{Compat, Finding, Input, LinkOptions, Linked, Output, link};
use pica200_objfmt::formats::object::{
    Constant, Entry, GeometryMode, Label, Linkage, Object, Position, Procedure, Reference,
    Relocation, RelocationKind, ShaderKind, Uniform, UniformClass, Value, Visibility,
};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry, Mask, SourceSelect};
use pica200_objfmt::isa::encoding::Field;
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};

/// A source operand.
#[derive(Clone, Copy)]
pub(crate) enum Src {
    /// An input.
    V(u8),
    /// A temporary.
    R(u8),
    /// A float uniform by its number.
    C(u8),
    /// The same, with an address register added.
    CRelative(u8),
    /// An element of a uniform or constant.
    Name(&'static str, i16),
    /// The same, with an address register added.
    Relative(&'static str, i16),
}

/// A source file, assembled line by line.
pub(crate) struct Source {
    name: String,
    object: Object,
    line: u32,
    procedure: Option<usize>,
    blocks: Vec<usize>,
    targets: Vec<(usize, String)>,
}

/// The descriptor of a plain `mov`: all components, nothing swizzled.
pub(crate) fn plain(opcode: Opcode) -> Descriptor {
    let mut descriptor = Descriptor::default().with_mask(Mask::ALL);
    for source in 0..opcode.info().selectors.len() {
        descriptor = descriptor.with_source(source, SourceSelect::default());
    }
    descriptor
}

impl Source {
    /// An empty file; the object is called `NAME.dvoj`, the source `NAME.pica`.
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

    /// A vertex shader whose entry `main` runs `body`, then ends.
    pub(crate) fn vertex(name: &str, body: impl FnOnce(&mut Self)) -> Self {
        let mut source = Self::new(name);
        source.procedure("main", |s| {
            body(s);
            s.op(Opcode::End);
        });
        source
    }

    /// A geometry shader with registers of its own.
    pub(crate) fn geometry(name: &str, first_uniform: u8) -> Self {
        let mut source = Self::new(name);
        source.kind(ShaderKind::Geometry {
            mode: GeometryMode::Point,
            first_uniform,
        });
        source
    }

    fn next_line(&mut self) -> Position {
        self.line += 1;
        Position {
            file: 0,
            line: self.line,
        }
    }

    fn declare(&mut self) -> Position {
        self.object.makes_shader = true;
        self.next_line()
    }

    pub(crate) fn kind(&mut self, kind: ShaderKind) {
        self.declare();
        self.object.kind = kind;
    }

    pub(crate) fn library(&mut self) {
        self.next_line();
        self.object.library = true;
    }

    pub(crate) fn no_padding(&mut self) {
        self.object.padding = false;
    }

    pub(crate) fn entry(&mut self, name: &str) {
        let position = self.declare();
        self.object.entry = Some(Entry {
            name: name.into(),
            length: None,
            position,
        });
    }

    /// `.entry LABEL, COUNT`
    pub(crate) fn entry_at(&mut self, label: &str, length: u32) {
        self.entry(label);
        if let Some(entry) = &mut self.object.entry {
            entry.length = Some(length);
        }
    }

    /// `.private`
    pub(crate) fn private(&mut self) {
        self.next_line();
        self.object.private = true;
    }

    /// `.out - PROPERTY oN`
    pub(crate) fn out(&mut self, property: u8, register: u8) {
        let position = self.declare();
        self.object
            .outputs
            .push(pica200_objfmt::formats::object::Output {
                name: None,
                property,
                register,
                mask: Mask::ALL,
                position,
            });
    }

    pub(crate) fn input(&mut self, name: &str, register: u8) {
        self.add_uniform(name, UniformClass::Input, 1, None, register);
    }

    pub(crate) fn fvec(&mut self, name: &str, len: u8) {
        self.uniform(UniformKind::Float, name, len, None);
    }

    pub(crate) fn boolean(&mut self, name: &str, len: u8) {
        self.uniform(UniformKind::Boolean, name, len, None);
    }

    pub(crate) fn ivec(&mut self, name: &str, len: u8) {
        self.uniform(UniformKind::Integer, name, len, None);
    }

    /// `.fvec NAME[LEN] cN`
    pub(crate) fn fvec_at(&mut self, name: &str, len: u8, register: u8) {
        self.uniform(UniformKind::Float, name, len, Some(register));
    }

    pub(crate) fn uniform(&mut self, kind: UniformKind, name: &str, len: u8, pin: Option<u8>) {
        self.add_uniform(name, UniformClass::Uniform(kind), len, pin, 0);
    }

    fn add_uniform(
        &mut self,
        name: &str,
        class: UniformClass,
        len: u8,
        pin: Option<u8>,
        first: u8,
    ) {
        let position = self.declare();
        self.object.uniforms.push(Uniform {
            name: name.into(),
            class,
            first: pin.unwrap_or(first),
            len,
            pinned: pin.is_some(),
            linkage: Linkage::Own,
            position,
        });
    }

    /// `.constf NAME(VALUE, ...)`
    pub(crate) fn constf(&mut self, name: &str, value: f32) {
        self.constants(name, &[value], None);
    }

    /// A constant, or an array of them, at a register of the source's choice or not.
    pub(crate) fn constants(&mut self, name: &str, values: &[f32], pin: Option<u8>) {
        let position = self.declare();
        let index = u16::try_from(self.object.constants.len()).expect("few constants");
        self.object.constants.push(Constant {
            name: name.into(),
            kind: UniformKind::Float,
            first: pin.unwrap_or(0),
            len: u8::try_from(values.len()).expect("few elements"),
            pinned: pin.is_some(),
            linkage: Linkage::Own,
            position,
        });
        for (element, &value) in (0..).zip(values) {
            self.object.values.push(Value {
                place: Reference::Constant { index, element },
                value: float(value),
                position,
            });
        }
    }

    pub(crate) fn consti(&mut self, name: &str, lanes: [u8; 4]) {
        let position = self.declare();
        let index = u16::try_from(self.object.constants.len()).expect("few constants");
        self.object.constants.push(Constant {
            name: name.into(),
            kind: UniformKind::Integer,
            first: 0,
            len: 1,
            pinned: false,
            linkage: Linkage::Own,
            position,
        });
        self.object.values.push(Value {
            place: Reference::Constant { index, element: 0 },
            value: ConstantValue::Integer(lanes),
            position,
        });
    }

    /// `.setf PLACE(VALUE, ...)`
    pub(crate) fn setf(&mut self, place: Src, value: f32) {
        let position = self.declare();
        let place = self.reference(place).expect("a register to set");
        self.object.values.push(Value {
            place,
            value: float(value),
            position,
        });
    }

    /// A procedure, from `.proc` to `.end`.
    pub(crate) fn procedure(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        let position = self.next_line();
        let index = self.object.labels.len();
        self.push_label(name, position);
        self.procedure = Some(index);
        body(self);
        let end = self.next_line();
        let label = &mut self.object.labels[index];
        label.procedure = Some(Procedure {
            size: u32::try_from(self.object.code.len()).expect("little code") - label.word,
            end,
            visibility: Visibility::Global,
        });
        self.procedure = None;
    }

    /// `.local NAME`, for a procedure that stands before.
    pub(crate) fn local(&mut self, name: &str) {
        let labels = self.object.labels.iter_mut();
        let mut procedures = labels.filter_map(|l| Some((&l.name, l.procedure.as_mut()?)));
        let (_, procedure) = procedures
            .find(|(n, _)| *n == name)
            .expect("it stands before");
        procedure.visibility = Visibility::Local;
    }

    /// `NAME:`
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

    /// An instruction without operands.
    pub(crate) fn op(&mut self, opcode: Opcode) {
        assert!(!opcode.takes_arguments());
        self.push(opcode.base_word(), None);
    }

    /// `setemit 0`
    pub(crate) fn setemit(&mut self) {
        self.push(
            Opcode::Setemit.base_word(),
            Some((RelocationKind::Plain, None)),
        );
    }

    /// `mov rN, SOURCE`
    pub(crate) fn mov(&mut self, destination: u8, source: Src) {
        self.arithmetic(Opcode::Mov, destination, &[source], plain(Opcode::Mov));
    }

    /// An instruction with a descriptor; the destination is a temporary.
    pub(crate) fn arithmetic(
        &mut self,
        opcode: Opcode,
        destination: u8,
        sources: &[Src],
        descriptor: Descriptor,
    ) {
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
        let entry = DescriptorEntry {
            descriptor,
            flags: 0,
        };
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

    fn reference(&self, source: Src) -> Option<Reference> {
        match source {
            Src::V(_) | Src::R(_) => None,
            Src::C(number) | Src::CRelative(number) => Some(Reference::Register(Register {
                bank: Bank::Float,
                number,
            })),
            Src::Name(name, element) | Src::Relative(name, element) => {
                Some(self.named(name, element))
            }
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

    /// An instruction that calls or jumps, by a flag where it needs one.
    pub(crate) fn go(&mut self, opcode: Opcode, target: &str) {
        self.targets.push((self.object.code.len(), target.into()));
        self.push(opcode.base_word(), Some((RelocationKind::Plain, None)));
    }

    /// The same by a boolean uniform.
    pub(crate) fn go_if(
        &mut self,
        opcode: Opcode,
        boolean: &'static str,
        element: i16,
        target: &str,
    ) {
        self.targets.push((self.object.code.len(), target.into()));
        let register = Some(self.named(boolean, element));
        self.push(opcode.base_word(), Some((RelocationKind::Plain, register)));
    }

    pub(crate) fn call(&mut self, target: &str) {
        self.go(Opcode::Call, target);
    }

    /// The same to a label of this file, with a count.
    pub(crate) fn go_for(&mut self, opcode: Opcode, label: &str, count: usize) {
        let at = self.object.code.len();
        self.go(opcode, label);
        self.set_target(at, 0, count);
    }

    /// `.word` with a flow instruction.
    pub(crate) fn flow_word(&mut self, opcode: Opcode, place: usize, count: usize) {
        let at = self.object.code.len();
        self.push(opcode.base_word(), Some((RelocationKind::Plain, None)));
        self.set_target(at, place, count);
    }

    /// `ifc cmp.x`, with the instructions of both branches.
    pub(crate) fn branch(
        &mut self,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let at = self.object.code.len();
        self.push(Opcode::Ifc.base_word(), Some((RelocationKind::Word, None)));
        then(self);
        let start = self.object.code.len();
        otherwise(self);
        let size = self.object.code.len() - start;
        self.set_target(at, start, size);
    }

    /// `for NAME`
    pub(crate) fn repeat(&mut self, integer: &'static str, body: impl FnOnce(&mut Self)) {
        let at = self.object.code.len();
        let register = Some(self.named(integer, 0));
        self.push(
            Opcode::For.base_word(),
            Some((RelocationKind::Word, register)),
        );
        body(self);
        self.set_target(at, self.object.code.len() - 1, 0);
    }

    fn set_target(&mut self, at: usize, start: usize, size: usize) {
        let word = &mut self.object.code[at];
        let [length, place] = Opcode::of_word(*word)
            .and_then(|opcode| opcode.fields().target)
            .expect("a target");
        let number = |n: usize| u32::try_from(n).expect("little code");
        *word = length.set(place.set(*word, number(start)), number(size));
    }

    /// The finished object. Targets that are not defined here belong to other files.
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

fn float(value: f32) -> ConstantValue {
    ConstantValue::Float([Float24::from_f32(value); 4])
}

/// Options that leave nothing out and merge nothing.
pub(crate) fn everything() -> LinkOptions {
    LinkOptions::default().whole()
}

/// Options of `--compat=picasso`.
pub(crate) fn picasso() -> LinkOptions {
    LinkOptions {
        compat: Compat::Picasso,
        ..LinkOptions::default()
    }
}

/// Links sources with options.
pub(crate) fn link_with(options: LinkOptions, sources: impl IntoIterator<Item = Source>) -> Linked {
    let inputs: Vec<_> = sources.into_iter().map(Source::input_file).collect();
    let linked = link(&inputs, &options);
    let errors = linked
        .findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    assert_eq!(linked.output.is_none(), errors);
    linked
}

/// The findings of a link, as text.
pub(crate) fn findings(options: LinkOptions, sources: impl IntoIterator<Item = Source>) -> String {
    let linked = link_with(options, sources);
    linked.findings.iter().map(render).collect()
}

/// The output of a link that nothing is wrong with.
pub(crate) fn output(options: LinkOptions, sources: impl IntoIterator<Item = Source>) -> Output {
    let linked = link_with(options, sources);
    let text: String = linked.findings.iter().map(render).collect();
    assert_eq!(text, "");
    linked.output.expect("output")
}

/// A finding as text.
pub(crate) fn render(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let problem = &finding.problem;
    let mut text = format!("{severity}[{}]: {problem}\n", problem.code().name());
    for place in &finding.places {
        let line = place
            .source
            .as_ref()
            .map(|source| format!("({}:{})", source.file, source.line));
        let line = line.unwrap_or_default();
        writeln!(text, "  at {}{line}: {}", place.object, place.label).expect("a string");
    }
    if let Some(help) = problem.help() {
        writeln!(text, "  help: {help}").expect("a string");
    }
    text
}

/// A field of a word by the opcode's layout: the wide source's number within its bank.
pub(crate) fn float_uniform(word: u32) -> u32 {
    let layout = Opcode::of_word(word).expect("an opcode").fields();
    let wide = layout.wide_source().expect("a wide source");
    layout.sources[wide].map_or(0, |field| field.get(word)) - 0x20
}

/// The boolean or integer that a word names.
pub(crate) fn small_uniform(word: u32) -> u32 {
    let layout = Opcode::of_word(word).expect("an opcode").fields();
    layout.uniform.map_or(0, |field| field.get(word))
}

/// The descriptor's number in a word.
pub(crate) fn descriptor(word: u32) -> u32 {
    let layout = Opcode::of_word(word).expect("an opcode").fields();
    layout.descriptor.map_or(0, |field| field.get(word))
}

/// The place and the length that a word names.
pub(crate) fn target(word: u32) -> (u32, u32) {
    let layout = Opcode::of_word(word).expect("an opcode").fields();
    let get = |field: Field| field.get(word);
    layout
        .target
        .map_or((0, 0), |[length, place]| (get(place), get(length)))
}
