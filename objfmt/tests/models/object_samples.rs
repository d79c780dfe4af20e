//! Sample objects.

use pica200_objfmt::formats::object::{
    Constant, Entry, Label, Linkage, Object, Output, Position, ProcedureInfo, Reference, RegisterValue, Relocation,
    RelocationKind, ShaderKind, StatedField, StatedValue, Uniform, UniformClass, Visibility,
};
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry, Mask};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};

/// Returns a small object with an entry in each table: a procedure with a loop and a call to another object, after an
/// empty procedure.
pub(crate) fn sample_object() -> Object {
    let position = |line| Position { file: 0, line };
    let label = |name: &str, word, head_rank, procedure| Label {
        name: name.into(),
        word,
        head_rank,
        position: position(10),
        procedure,
    };
    let procedure = |size| {
        Some(ProcedureInfo {
            size,
            end: position(20),
            visibility: Visibility::Global,
        })
    };
    let field = |field: Option<pica200_objfmt::isa::encoding::BitField>, word, value| field.unwrap().set(word, value);
    let mov = Opcode::Mov.base_word();
    let mov = field(Opcode::Mov.fields().sources[0], mov, 0x21);
    let looped = Opcode::For.base_word();
    let looped = field(Opcode::For.fields().uniform, looped, 2);
    let looped = field(Opcode::For.fields().target.map(|t| t[1]), looped, 2);
    let jump = Opcode::Jmpc.base_word();
    let jump = field(Opcode::Jmpc.fields().target.map(|t| t[1]), jump, 4);
    let relocation = |word, kind, register| Relocation { word, kind, register };
    Object {
        kind: ShaderKind::Geometry {
            mode: GeometryMode::Fixed { start: 40, vertices: 3 },
            first_uniform: 48,
        },
        library: true,
        makes_shader: true,
        private: true,
        padding: false,
        entry: Some(Entry {
            name: "start".into(),
            length: None,
            position: position(1),
        }),
        files: vec!["a.pica".into(), "b.pica".into()],
        code: vec![mov, looped, Opcode::Call.base_word(), jump, Opcode::End.base_word()],
        lines: (11..16).map(position).collect(),
        descriptors: vec![DescriptorEntry::default(); 2],
        relocations: vec![
            relocation(
                0,
                RelocationKind::Descriptor(0),
                Some(Reference::Uniform { index: 1, element: 1 }),
            ),
            relocation(
                1,
                RelocationKind::Word,
                Some(Reference::Constant { index: 0, element: 0 }),
            ),
            relocation(2, RelocationKind::External(0), None),
            relocation(3, RelocationKind::Label(2), None),
        ],
        labels: vec![
            label("empty", 0, 0, procedure(0)),
            label("start", 0, 1, procedure(5)),
            label("done", 4, 0, None),
        ],
        externals: vec!["elsewhere".into()],
        uniforms: vec![
            Uniform {
                name: "where".into(),
                class: UniformClass::Input,
                first: 1,
                len: 1,
                pinned: true,
                linkage: Linkage::Own,
                position: position(2),
            },
            Uniform {
                name: "projection".into(),
                class: UniformClass::Uniform(UniformKind::Float),
                first: 0,
                len: 4,
                pinned: false,
                linkage: Linkage::Own,
                position: position(3),
            },
            Uniform {
                name: "bones".into(),
                class: UniformClass::Uniform(UniformKind::Float),
                first: 4,
                len: 3,
                pinned: false,
                linkage: Linkage::Extern { exact: false },
                position: position(3),
            },
        ],
        constants: vec![Constant {
            name: "count".into(),
            kind: UniformKind::Integer,
            first: 2,
            len: 1,
            pinned: true,
            linkage: Linkage::Own,
            position: position(4),
        }],
        values: vec![
            RegisterValue {
                register: Reference::Constant { index: 0, element: 0 },
                value: ConstantValue::Integer([3, 0, 1, 0]),
                position: position(4),
            },
            RegisterValue {
                register: Reference::Register(Register::new(Bank::Boolean, 7).unwrap()),
                value: ConstantValue::Boolean(true),
                position: position(5),
            },
        ],
        outputs: vec![
            Output {
                name: Some("out".into()),
                property: 0,
                register: 0,
                mask: Mask::ALL,
                reserved: 0,
                position: position(6),
            },
            Output {
                name: None,
                property: 9,
                register: 3,
                mask: Mask::ALL,
                reserved: 0,
                position: position(7),
            },
        ],
        stated: Vec::new(),
    }
}

/// Returns the sample with stated fields. The plain sample has none, so its tables keep their offsets.
pub(crate) fn sample_with_stated_fields() -> Object {
    let position = |line| Position { file: 0, line };
    let mut object = sample_object();
    object.outputs[1].reserved = 0x1234;
    object.stated = vec![
        StatedValue {
            field: StatedField::ShaderVersion(0x1003),
            position: position(8),
        },
        StatedValue {
            field: StatedField::ProgramVersion(0x0902),
            position: position(8),
        },
        StatedValue {
            field: StatedField::ProgramReserved(7),
            position: position(8),
        },
        StatedValue {
            field: StatedField::Descriptor {
                number: 127,
                entry: DescriptorEntry {
                    descriptor: Descriptor::from_bits(0x8000_036F),
                    flags: 0xF,
                },
            },
            position: position(9),
        },
    ];
    object
}

/// Returns the sample with labels as targets: a loop, a call and the entry point; and a jump that is not relocated.
pub(crate) fn sample_with_labels() -> Object {
    let mut object = sample_object();
    let set = |word: &mut u32, length, place| {
        let [num, dst] = Opcode::from_word(*word).unwrap().fields().target.unwrap();
        *word = dst.set(num.set(*word, length), place);
    };
    set(&mut object.code[1], 0, 4);
    set(&mut object.code[2], 1, 4);
    set(&mut object.code[3], 0, 4095);
    object.relocations[1].kind = RelocationKind::Label(2);
    object.relocations[2].kind = RelocationKind::Label(2);
    object.relocations[3].kind = RelocationKind::Plain;
    object.entry = object.entry.map(|entry| Entry {
        name: "done".into(),
        length: Some(1),
        ..entry
    });
    object
}
