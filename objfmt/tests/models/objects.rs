//! Object strategies.

use pica200_objfmt::formats::object::{
    Constant, Entry, Label, Linkage, Object, Output, Position, ProcedureInfo, Reference, RegisterValue, Relocation,
    RelocationKind, ShaderKind, StatedField, StatedValue, Uniform, UniformClass, Visibility, uniform_register,
};
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry, Mask};
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;

use super::list;

/// A choice among items that are not known yet.
type Choice = (Index, Index);

/// A position in a file that is not known yet.
type RawPosition = (Index, u32);

/// A declaration: name, kind, first register, length, pinning and linkage, position.
type RawDeclaration = (String, Index, Index, Index, Standing, RawPosition);

/// True if the register is pinned, and the owner of the declaration.
type Standing = (bool, Linkage);

/// A label, or a procedure with words: name, position, words and the position of the end.
type RawPlace = (
    String,
    RawPosition,
    Option<(Vec<(u32, Choice, Choice, RawPosition)>, RawPosition)>,
);

fn name() -> impl Strategy<Value = String> {
    "[a-z_$.][a-zA-Z0-9]{0,5}"
}

fn position() -> impl Strategy<Value = RawPosition> {
    any::<RawPosition>()
}

fn declaration() -> impl Strategy<Value = RawDeclaration> {
    let numbers = any::<(Index, Index, Index)>();
    (name(), numbers, standing(), position())
        .prop_map(|(name, (kind, first, len), standing, at)| (name, kind, first, len, standing, at))
}

/// Only the owner of a declaration pins its register.
fn standing() -> impl Strategy<Value = Standing> {
    prop_oneof![
        (any::<bool>(), Just(Linkage::Own)),
        (any::<bool>(), Just(Linkage::Library)),
        any::<bool>().prop_map(|exact| (false, Linkage::Extern { exact })),
    ]
}

/// A word, with a bias to known opcodes with operands.
fn word() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        (any::<u32>(), 0x20u32..0x2E).prop_map(|(word, op)| word >> 6 | op << 26)
    ]
}

fn place() -> impl Strategy<Value = RawPlace> {
    let words = vec((word(), any::<Choice>(), any::<Choice>(), position()), 0..8);
    (name(), position(), option::weighted(0.7, (words, position())))
}

fn kind() -> impl Strategy<Value = ShaderKind> {
    let mode = prop_oneof![
        Just(GeometryMode::Point),
        any::<u8>().prop_map(|vertices| GeometryMode::Variable { vertices }),
        (0..96u8, any::<u8>()).prop_map(|(start, vertices)| GeometryMode::Fixed { start, vertices }),
    ];
    prop_oneof![
        Just(ShaderKind::Vertex),
        Just(ShaderKind::SharedGeometry),
        (mode, 0..96u8).prop_map(|(mode, first_uniform)| ShaderKind::Geometry { mode, first_uniform }),
    ]
}

fn stated_field() -> impl Strategy<Value = StatedField> {
    prop_oneof![
        any::<u16>().prop_map(StatedField::ShaderVersion),
        any::<u16>().prop_map(StatedField::ProgramVersion),
        any::<u16>().prop_map(StatedField::ProgramReserved),
        (0..128u8, any::<u32>(), any::<u32>()).prop_map(|(number, bits, flags)| {
            let descriptor = Descriptor::from_bits(bits);
            let entry = DescriptorEntry { descriptor, flags };
            StatedField::Descriptor { number, entry }
        }),
    ]
}

/// Any valid object.
pub(crate) fn object() -> impl Strategy<Value = Object> {
    let header = (
        kind(),
        any::<(bool, bool, bool, bool)>(),
        option::of((name(), position(), option::of(any::<Choice>()))),
        vec("[ -~é]{0,8}", 1..4),
    );
    let values = vec((any::<Choice>(), any::<[u32; 4]>(), any::<Index>(), position()), 0..6);
    let outputs = vec((option::of(name()), any::<(u8, u8, u16)>(), 0..16u8, position()), 0..4);
    let stated = vec((stated_field(), position()), 0..4);
    (
        header,
        vec(any::<(u32, u32)>(), 1..200),
        vec(name(), 1..3),
        vec(declaration(), 0..6),
        vec(declaration(), 0..6),
        vec(place(), 0..8),
        values,
        (outputs, stated),
    )
        .prop_map(
            |(header, descriptors, externals, uniforms, constants, places, values, tail)| {
                let (outputs, stated) = tail;
                let (kind, (library, makes_shader, private, padding), entry, files) = header;
                let mut builder = Builder {
                    object: Object {
                        kind,
                        library,
                        makes_shader,
                        private,
                        padding,
                        files,
                        externals,
                        descriptors: descriptors
                            .into_iter()
                            .map(|(bits, flags)| DescriptorEntry {
                                descriptor: Descriptor::from_bits(bits),
                                flags,
                            })
                            .collect(),
                        ..Object::new()
                    },
                };
                builder.declare(uniforms, constants);
                builder.place(places);
                if let Some((name, at, label)) = entry {
                    builder.enter(name, at, label);
                }
                for (place, lanes, kind, at) in values {
                    builder.value(place, lanes, kind, at);
                }
                for (name, (property, register, reserved), mask, at) in outputs {
                    let position = builder.position(at);
                    builder.object.outputs.push(Output {
                        name,
                        property,
                        register: register % 16,
                        mask: Mask::from_bits(mask),
                        reserved,
                        position,
                    });
                }
                for (field, at) in stated {
                    let position = builder.position(at);
                    builder.object.stated.push(StatedValue { field, position });
                }
                builder.object
            },
        )
}

struct Builder {
    object: Object,
}

impl Builder {
    fn position(&self, (file, line): RawPosition) -> Position {
        Position {
            file: u32::try_from(file.index(self.object.files.len())).unwrap(),
            line,
        }
    }

    /// Sets the entry point: a procedure, or a label if one is chosen and exists.
    fn enter(&mut self, name: String, at: RawPosition, label: Option<Choice>) {
        let mut entry = Entry {
            name,
            length: None,
            position: self.position(at),
        };
        let labels = self.object.labels.iter().filter(|l| l.procedure.is_none());
        let labels: Vec<_> = labels.collect();
        if let Some((which, length)) = label
            && !labels.is_empty()
        {
            // Of equal names the first one wins.
            entry.name.clone_from(&which.get(&labels).name);
            let first = labels.iter().find(|l| l.name == entry.name).unwrap();
            let room = self.object.code.len() - usize::try_from(first.word).unwrap();
            entry.length = Some(u32::try_from(length.index(room + 1)).unwrap());
        }
        self.object.entry = Some(entry);
    }

    fn declare(&mut self, uniforms: Vec<RawDeclaration>, constants: Vec<RawDeclaration>) {
        for (name, kind, first, len, (pinned, linkage), at) in uniforms {
            let kind = UniformKind::ALL.get(kind.index(4)).copied();
            let class = kind.map_or(UniformClass::Input, UniformClass::Uniform);
            let (first, len) = match kind {
                Some(kind) => run(kind.bank(), first, len),
                None => (run(Bank::Input, first, len).0, 1),
            };
            let position = self.position(at);
            self.object.uniforms.push(Uniform {
                name,
                class,
                first,
                len,
                pinned,
                linkage: match class {
                    UniformClass::Input => Linkage::Own,
                    UniformClass::Uniform(_) => linkage,
                },
                position,
            });
        }
        for (name, kind, first, len, (pinned, linkage), at) in constants {
            let kind = UniformKind::ALL[kind.index(2)];
            let (first, len) = run(kind.bank(), first, len);
            let position = self.position(at);
            self.object.constants.push(Constant {
                name,
                kind,
                first,
                len,
                pinned,
                linkage,
                position,
            });
        }
    }

    /// Returns a reference to some register of a bank, and that register's number.
    fn reference(&self, kind: UniformKind, (what, which): Choice) -> (Reference, u8) {
        let number = u8::try_from(which.index(kind.bank().size().into())).unwrap();
        let uniforms = self.object.uniforms.iter().enumerate();
        let uniforms = uniforms.filter(|(_, u)| u.class == UniformClass::Uniform(kind));
        let constants = self.object.constants.iter().enumerate().filter(|(_, c)| c.kind == kind);
        let index = |index: usize| u16::try_from(index).unwrap();
        let element = |first: u8| i16::from(number) - i16::from(first);
        let mut all = vec![Reference::Register(Register::new(kind.bank(), number).unwrap())];
        all.extend(uniforms.map(|(i, u)| Reference::Uniform {
            index: index(i),
            element: element(u.first),
        }));
        all.extend(constants.map(|(i, c)| Reference::Constant {
            index: index(i),
            element: element(c.first),
        }));
        (*what.get(&all), number)
    }

    fn value(&mut self, place: Choice, lanes: [u32; 4], kind: Index, at: RawPosition) {
        let kind = *kind.get(&UniformKind::ALL);
        let value = match kind {
            UniformKind::Float => {
                ConstantValue::Float(lanes.map(|bits| Float24::from_bits(bits & Float24::MASK).unwrap()))
            }
            UniformKind::Integer => ConstantValue::Integer(lanes.map(|lane| lane.to_le_bytes()[0])),
            UniformKind::Boolean => ConstantValue::Boolean(lanes[0] & 1 != 0),
        };
        let (mut place, number) = self.reference(kind, place);
        if let Reference::Constant { index, .. } = place
            && self.object.constants[usize::from(index)].linkage.is_extern()
        {
            // Another object defines it.
            place = Reference::Register(Register::new(kind.bank(), number).unwrap());
        }
        let position = self.position(at);
        self.object.values.push(RegisterValue {
            register: place,
            value,
            position,
        });
    }

    /// Lays out labels and procedures, then fills in references between words.
    fn place(&mut self, places: Vec<RawPlace>) {
        let mut choices = Vec::new();
        for (name, at, body) in places {
            let word = u32::try_from(self.object.code.len()).unwrap();
            let ranks = self.object.head_procedures().count();
            let mut label = Label {
                name,
                word,
                head_rank: if word == 0 { u16::try_from(ranks).unwrap() } else { 0 },
                position: self.position(at),
                procedure: None,
            };
            if let Some((words, end)) = body {
                label.procedure = Some(ProcedureInfo {
                    size: u32::try_from(words.len()).unwrap(),
                    visibility: match words.len() % 3 {
                        2 => Visibility::Local,
                        _ => Visibility::Global,
                    },
                    end: self.position(end),
                });
                for (word, target, register, at) in words {
                    self.object.code.push(word);
                    self.object.lines.push(self.position(at));
                    choices.push((target, register));
                }
            }
            self.object.labels.push(label);
        }
        for (word, (target, register)) in choices.into_iter().enumerate() {
            if let Some(opcode) = Opcode::from_word(self.object.code[word])
                && opcode.takes_arguments()
            {
                self.relocate(word, opcode, target, register);
            }
        }
    }

    fn relocate(&mut self, word: usize, opcode: Opcode, target: Choice, register: Choice) {
        let mut bits = self.object.code[word];
        let kind_of_target = self.target(&mut bits, opcode, target);
        let fields = opcode.fields();
        let uniform = fields.uniform.map(|field| match opcode {
            Opcode::For => (field, UniformKind::Integer, 0),
            _ => (field, UniformKind::Boolean, 0),
        });
        let wide = fields.sources.into_iter().flatten().find(|field| field.width == 7);
        let wide = wide.filter(|field| field.get(bits) >= 0x20);
        let register = uniform
            .or(wide.map(|field| (field, UniformKind::Float, 0x20)))
            .and_then(|(field, kind, base)| {
                if kind_of_target == RelocationKind::Plain {
                    return uniform_register(bits).map(Reference::Register);
                }
                let (reference, number) = self.reference(kind, register);
                bits = field.set(bits, base + u32::from(number));
                Some(reference)
            });
        self.object.code[word] = bits;
        self.object.relocations.push(Relocation {
            word: u32::try_from(word).unwrap(),
            kind: kind_of_target,
            register,
        });
    }

    fn target(&self, bits: &mut u32, opcode: Opcode, (what, which): Choice) -> RelocationKind {
        let fields = opcode.fields();
        if let Some(field) = fields.descriptor {
            let index = u16::try_from(which.index(self.object.descriptors.len())).unwrap();
            let held = u32::from(index);
            *bits = field.set(*bits, if held <= field.max() { held } else { 0 });
            return RelocationKind::Descriptor(index);
        }
        let Some([count, address]) = fields.target.filter(|_| opcode != Opcode::Breakc) else {
            return RelocationKind::Plain;
        };
        if what.index(4) == 0 {
            return RelocationKind::Plain;
        }
        let is_block = matches!(opcode, Opcode::Ifc | Opcode::Ifu | Opcode::For);
        let is_jump = matches!(opcode, Opcode::Jmpc | Opcode::Jmpu);
        if what.index(4) == 1 && !is_block {
            let index = which.index(self.object.externals.len());
            return RelocationKind::External(u16::try_from(index).unwrap());
        }
        let words = u32::try_from(self.object.code.len()).unwrap();
        // Loops have a last word.
        let least = u32::from(opcode == Opcode::For);
        let labels = self.object.labels.iter().enumerate().filter(|(_, label)| {
            let fits = !is_block || label.procedure.is_none();
            is_jump || fits && label.word + least <= words
        });
        let labels: Vec<_> = labels.collect();
        let (start, kind) = if is_block && (what.index(4) == 1 || labels.is_empty()) {
            let start = u32::try_from(which.index(self.object.code.len())).unwrap();
            (start, RelocationKind::Word)
        } else {
            // It exists, because the instruction has one, unless this is a block.
            let (index, label) = which.get(&labels);
            let kind = RelocationKind::Label(u16::try_from(*index).unwrap());
            (label.word, kind)
        };
        *bits = address.set(*bits, start);
        if !is_jump {
            *bits = count.set(*bits, count.get(*bits).min(words - start));
        }
        kind
    }
}

/// Returns a run of registers of a bank: the first and the length.
fn run(bank: Bank, first: Index, len: Index) -> (u8, u8) {
    let size = usize::from(bank.size());
    let first = first.index(size);
    let len = 1 + len.index(size - first);
    (u8::try_from(first).unwrap(), u8::try_from(len).unwrap())
}

/// Returns the bytes of memory that an object allocates.
pub(crate) fn footprint_of_object(object: &Object) -> usize {
    let names = object
        .labels
        .iter()
        .map(|label| &label.name)
        .chain(&object.files)
        .chain(&object.externals)
        .chain(object.uniforms.iter().map(|uniform| &uniform.name))
        .chain(object.constants.iter().map(|constant| &constant.name))
        .chain(object.outputs.iter().filter_map(|output| output.name.as_ref()))
        .chain(object.entry.iter().map(|entry| &entry.name));
    list(&object.files)
        + list(&object.code)
        + list(&object.lines)
        + list(&object.descriptors)
        + list(&object.relocations)
        + list(&object.labels)
        + list(&object.externals)
        + list(&object.uniforms)
        + list(&object.constants)
        + list(&object.values)
        + list(&object.outputs)
        + names.map(String::len).sum::<usize>()
}
