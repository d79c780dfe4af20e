//! Resources: values that no golden file has, limits, and errors.

use std::sync::Arc;

use bstr::BStr;
use pica200_dxbc::container::WriteError;
use pica200_dxbc::resources::{
    BaseType, Binding, BindingDimension, BindingFlags, BindingKind, BindingReturn, Buffer, BufferFlags, BufferKind,
    CompileFlags, MAX_NESTING, Member, Model, Resources, Slots, Space, Stage, Type, TypeClass, TypeDetail, Variable,
    VariableFlags,
};

use crate::{chunk, json, words};

fn model(major: u8, minor: u8) -> Model {
    Model { major, minor }
}

/// Creates a type of four floats, with a name if the model has type names.
pub(crate) fn float4(model: Model) -> Type<'static> {
    let detail = TypeDetail {
        name: Some(BStr::new("float4")),
        parent: 0,
        base_class: 0,
        interfaces: 0,
        interfaces_at: 0,
    };
    Type {
        offset: 0,
        class: TypeClass::VECTOR,
        base: BaseType::FLOAT,
        rows: 1,
        columns: 4,
        elements: 0,
        members: Vec::new(),
        detail: model.has_details().then_some(detail),
    }
}

/// Creates a struct with members of one type.
pub(crate) fn structure<'a>(model: Model, names: &[&'a str], base: &Arc<Type<'a>>) -> Type<'a> {
    let members = names.iter().map(|&name| Member {
        offset: 0,
        name: BStr::new(name),
        start: 16,
        base: Arc::clone(base),
    });
    Type {
        class: TypeClass::STRUCT,
        base: BaseType::VOID,
        members: members.collect(),
        ..float4(model)
    }
}

pub(crate) fn variable<'a>(model: Model, name: &'a str, base: &Arc<Type<'a>>) -> Variable<'a> {
    let slots = Slots {
        first_texture: u32::MAX,
        textures: 0,
        first_sampler: u32::MAX,
        samplers: 0,
    };
    Variable {
        offset: 0,
        name: BStr::new(name),
        start: 32,
        size: 16,
        flags: VariableFlags::USED,
        base: Arc::clone(base),
        default: None,
        slots: model.has_details().then_some(slots),
    }
}

/// Creates resources with a buffer of these variables, and its binding.
pub(crate) fn resources<'a>(model: Model, variables: Vec<Variable<'a>>) -> Resources<'a> {
    let space = Space { space: 2, id: 1 };
    Resources {
        offset: 0,
        model,
        stage: Stage::VERTEX,
        flags: CompileFlags::ROW_MAJOR,
        creator: BStr::new("a test"),
        interface_slots: 0,
        buffers: vec![Buffer {
            offset: 0,
            name: BStr::new("globals"),
            size: 48,
            flags: BufferFlags::USER_PACKED,
            kind: BufferKind::CBUFFER,
            variables,
        }],
        bindings: vec![Binding {
            offset: 0,
            name: BStr::new("globals"),
            kind: BindingKind::CBUFFER,
            return_type: BindingReturn::NONE,
            dimension: BindingDimension::NONE,
            samples: 0,
            bind_point: 4,
            bind_count: 1,
            flags: BindingFlags::USER_PACKED,
            space: model.has_spaces().then_some(space),
        }],
    }
}

fn told(data: &[u8]) -> String {
    Resources::read(&chunk(b"RDEF", data)).unwrap_err().to_string()
}

fn put(data: &mut [u8], offset: usize, word: u32) {
    data[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
}

#[test]
fn resources_of_all_models_are_written_and_read() {
    for model in [model(4, 0), model(4, 1), model(5, 0), model(5, 1)] {
        let float4 = Arc::new(float4(model));
        let pair = Arc::new(structure(model, &["a", "b"], &float4));
        let with_default = Variable {
            default: Some(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
            ..variable(model, "with", &float4)
        };
        let variables = vec![variable(model, "pair", &pair), with_default];
        let written = Resources {
            interface_slots: if model.has_details() { 3 } else { 0 },
            ..resources(model, variables)
        };
        let data = written.write().unwrap();
        let read = Resources::read(&chunk(b"RDEF", &data)).unwrap();
        assert_eq!(json::resources(&read), json::resources(&written), "{model}");
        let [buffer] = &read.buffers[..] else { unreachable!() };
        // The types are still shared.
        let members = &buffer.variables[0].base.members;
        assert!(Arc::ptr_eq(&members[0].base, &members[1].base));
        assert!(Arc::ptr_eq(&members[0].base, &buffer.variables[1].base));
        let [(bound, binding)] = read.bound()[..] else {
            unreachable!()
        };
        assert_eq!(bound, buffer);
        assert_eq!((binding.bind_point, binding.offset), (4, read.bindings[0].offset));
        assert_eq!(binding.space.is_some(), model == self::model(5, 1));
    }
}

/// A texture has the same name as the buffer, but is not its binding.
#[test]
fn buffers_have_the_binding_of_their_kind_and_name() {
    let mut found = resources(model(4, 0), Vec::new());
    let mut texture = found.bindings[0].clone();
    texture.kind = BindingKind::TEXTURE;
    let mut tbuffer = found.bindings[0].clone();
    tbuffer.kind = BindingKind::TBUFFER;
    tbuffer.bind_point = 9;
    found.bindings = vec![texture, tbuffer, found.bindings[0].clone()];
    // The first of two is used.
    found.bindings.push(Binding {
        bind_point: 5,
        ..found.bindings[2].clone()
    });
    let mut point = |kind, name| {
        found.buffers[0].kind = kind;
        found.buffers[0].name = BStr::new(name);
        let bound = found.bound();
        bound.first().map(|(_, binding)| binding.bind_point)
    };
    assert_eq!(point(BufferKind::CBUFFER, "globals"), Some(4));
    assert_eq!(point(BufferKind::TBUFFER, "globals"), Some(9));
    assert_eq!(point(BufferKind::CBUFFER, "other"), None);
    assert_eq!(point(BufferKind::RESOURCE, "globals"), None);
}

/// Records may be larger than their known fields.
#[test]
fn sizes_of_records_are_those_of_the_file() {
    let model = model(5, 0);
    let base = Arc::new(float4(model));
    let data = resources(model, vec![variable(model, "v", &base)]).write().unwrap();
    let expected = json::resources(&Resources::read(&chunk(b"RDEF", &data)).unwrap());
    for (field, min) in [(0x24, 24), (0x28, 32), (0x2C, 40), (0x30, 36), (0x34, 12)] {
        let mut larger = data.clone();
        put(&mut larger, field, min + 4);
        // Each table has one row, and names follow it.
        let read = Resources::read(&chunk(b"RDEF", &larger)).unwrap();
        assert_eq!(json::resources(&read), expected);
        let mut smaller = data.clone();
        put(&mut smaller, field, min - 1);
        let kind = match field {
            0x24 => "buffer",
            0x28 => "binding",
            0x2C => "variable",
            0x30 => "type",
            _ => "member",
        };
        assert_eq!(
            told(&smaller),
            format!(
                "chunk `RDEF`, at byte 80h: a {kind} takes {} bytes; the fields of this model take {min}",
                min - 1
            )
        );
    }
}

#[test]
fn damaged_resources_are_reported_with_their_place() {
    let model = model(5, 0);
    let base = Arc::new(float4(model));
    let with_default = Variable {
        default: Some(&[1; 16]),
        ..variable(model, "v", &base)
    };
    let data = resources(model, vec![with_default]).write().unwrap();
    let at = |needle: &[u8]| {
        let mut windows = data.windows(needle.len());
        u32::try_from(windows.position(|window| window == needle).unwrap()).unwrap()
    };
    let with = |offset: usize, word| {
        let mut data = data.clone();
        put(&mut data, offset, word);
        told(&data)
    };
    // The variable begins with the offset of its name, its start and its size.
    let of_variable = at(&words(&[at(b"v\0"), 32, 16])) as usize;
    let messages = [
        (
            told(&data[..27]),
            "chunk `RDEF`, at byte 64h: the header takes 28 bytes, but 27 are left".to_owned(),
        ),
        (
            told(&data[..40]),
            "chunk `RDEF`, at byte 80h: the table of record sizes takes 32 bytes, but 12 are left".to_owned(),
        ),
        (
            {
                // With another tag, the record sizes must be correct.
                let mut other = data.clone();
                put(&mut other, 28, u32::from_le_bytes(*b"RD12"));
                assert!(Resources::read(&chunk(b"RDEF", &other)).is_ok());
                put(&mut other, 36, 1);
                told(&other)
            },
            "chunk `RDEF`, at byte 80h: begins with `RD12`; expected `RD11`, or `\\x13\\x13D%` in model 5.1".to_owned(),
        ),
        (
            with(8, 9),
            format!(
                "chunk `RDEF`, at byte A0h: the table of bindings takes 288 bytes, but {} are left",
                data.len() - 60
            ),
        ),
        (
            with(24, 0xFFFF),
            "chunk `RDEF`, at byte 64h: the name of the compiler is at FFFFh, but the name begins outside its table"
                .to_owned(),
        ),
        (
            with(of_variable + 16, 0xFFFF),
            format!(
                "chunk `RDEF`, at byte {:X}h: the type is at FFFFh, but the chunk has {:X}h bytes",
                of_variable + 100,
                data.len()
            ),
        ),
        (
            with(of_variable + 20, 0xFFFF),
            format!(
                "chunk `RDEF`, at byte {:X}h: the default value is at FFFFh, but the chunk has {:X}h bytes",
                of_variable + 100,
                data.len()
            ),
        ),
    ];
    for (found, expected) in messages {
        assert_eq!(found, expected);
    }
}

/// Creates nested structs, with an empty innermost struct.
fn nested(depth: usize) -> Resources<'static> {
    let model = model(4, 0);
    let mut base = Arc::new(float4(model));
    for _ in 1..depth {
        base = Arc::new(structure(model, &["a"], &base));
    }
    resources(model, vec![variable(model, "v", &base)])
}

#[test]
fn types_may_be_nested_64_deep() {
    let data = nested(MAX_NESTING).write().unwrap();
    Resources::read(&chunk(b"RDEF", &data)).unwrap();
    let error = nested(MAX_NESTING + 1).write().unwrap_err();
    assert_eq!(error, WriteError::Nesting { max: 64 });
    assert_eq!(error.to_string(), "types are nested more than 64 deep");

    // The outermost type begins with its class, struct, and has one member.
    let start = words(&[5, 0x0004_0001, 0x0001_0000]);
    let first = data.windows(12).position(|window| window == start).unwrap();
    let member = u32::from_le_bytes(data[first + 12..first + 16].try_into().unwrap());
    let mut data = data;
    // The member refers to its own struct.
    let member = member as usize;
    put(&mut data, member + 4, u32::try_from(first).unwrap());
    let place = member + 100;
    assert_eq!(
        told(&data),
        format!("chunk `RDEF`, at byte {place:X}h: types are nested more than 64 deep")
    );
}

/// The nesting depth includes types that were read before.
#[test]
fn shared_types_count_with_their_depth() {
    let model = model(4, 0);
    let mut base = Arc::new(float4(model));
    let mut all = vec![Arc::clone(&base)];
    for _ in 1..MAX_NESTING {
        base = Arc::new(structure(model, &["a"], &base));
        all.push(Arc::clone(&base));
    }
    // Inner types come first. A walk over all of them together would exceed the reader's limit.
    let some = all.iter().step_by(3);
    let variables = some.map(|base| variable(model, "v", base)).collect();
    let data = resources(model, variables).write().unwrap();
    Resources::read(&chunk(b"RDEF", &data)).unwrap();
    let outer = Arc::new(structure(model, &["a"], &base));
    let variables = [&base, &outer].map(|base| variable(model, "v", base));
    let error = resources(model, variables.into()).write().unwrap_err();
    assert_eq!(error, WriteError::Nesting { max: MAX_NESTING });
}

/// Each struct has two members of the next type, so a walk visits exponentially many types.
#[test]
fn types_that_share_too_much_are_refused() {
    let model = model(4, 0);
    let doubled = |times: usize| {
        let mut base = Arc::new(float4(model));
        for _ in 0..times {
            base = Arc::new(structure(model, &["a", "b"], &base));
        }
        resources(model, vec![variable(model, "v", &base)]).write().unwrap()
    };
    Resources::read(&chunk(b"RDEF", &doubled(7))).unwrap();
    for times in [9, 40] {
        let message = told(&doubled(times));
        assert!(
            message.ends_with("the types of the variables so far, with all their members and names, are more than 64 times as large as the chunk"),
            "{message}"
        );
    }
}

/// Buffers that share their variables: more records than fit in the chunk.
#[test]
fn records_that_share_their_bytes_are_limited() {
    let model = model(4, 0);
    let base = Arc::new(float4(model));
    let variables = vec![variable(model, "v", &base); 100];
    let mut shared = resources(model, variables);
    let empty = Buffer {
        variables: Vec::new(),
        ..shared.buffers[0].clone()
    };
    shared.buffers.extend(vec![empty; 99]);
    let mut data = shared.write().unwrap();
    let buffers = u32::from_le_bytes(data[4..8].try_into().unwrap()) as usize;
    let (count, at) = (
        data[buffers + 4..buffers + 8].to_owned(),
        data[buffers + 8..buffers + 12].to_owned(),
    );
    for buffer in 1..100 {
        let start = buffers + 24 * buffer;
        data[start + 4..start + 8].copy_from_slice(&count);
        data[start + 8..start + 12].copy_from_slice(&at);
    }
    let message = told(&data);
    assert!(
        message.ends_with("the records so far take more than 4 times the size of the chunk"),
        "{message}"
    );
}

/// Names that share one long text.
#[test]
fn names_that_share_their_bytes_are_limited() {
    let model = model(4, 0);
    let long = "a".repeat(10_000);
    let base = Arc::new(float4(model));
    let variables = vec![variable(model, &long, &base); 1000];
    let data = resources(model, variables).write().unwrap();
    let message = told(&data);
    assert!(
        message.ends_with("the names so far are more than 24 times as large as the file"),
        "{message}"
    );
}

#[test]
fn resources_that_the_model_cannot_hold_are_refused() {
    let (four, five) = (model(4, 0), model(5, 0));
    let base = |model| Arc::new(float4(model));
    let told = |resources: Resources<'_>| resources.write().unwrap_err().to_string();
    let with_type = |base: Type<'static>| {
        let base = Arc::new(base);
        resources(five, vec![variable(five, "v", &base)])
    };
    let detail = |change: fn(&mut TypeDetail<'static>)| {
        let mut base = float4(five);
        base.detail.as_mut().map(change).unwrap();
        with_type(base)
    };
    let one = |variable| resources(four, vec![variable]);
    let members = Arc::new(structure(four, &["a"; 65_536], &base(four)));
    let messages = [
        (
            told(Resources {
                interface_slots: 1,
                ..resources(four, vec![])
            }),
            "the shader `a test` has a number of interface slots, which the chunk cannot store",
        ),
        (
            told(Resources {
                stage: Stage(0x1_0000),
                ..resources(four, vec![])
            }),
            "the shader `a test` has a stage of more than 16 bits, which the chunk cannot store",
        ),
        (
            told(one(variable(five, "v", &base(four)))),
            "the variable `v` has slots, which the chunk cannot store",
        ),
        (
            told(resources(five, vec![variable(four, "v", &base(five))])),
            "the variable `v` lacks slots, which the chunk requires",
        ),
        (
            told(one(variable(four, "v", &base(five)))),
            "the type `float4` has detail, which the chunk cannot store",
        ),
        (
            told(one(Variable {
                default: Some(&[0; 8]),
                ..variable(four, "v", &base(four))
            })),
            "the default value of `v` takes 8 bytes, but the variable takes 16",
        ),
        (
            told(one(variable(four, "v", &members))),
            "a type has 65536 members; the field allows 65535",
        ),
        (
            told(with_type(Type {
                class: TypeClass(0x1_0000),
                ..float4(five)
            })),
            "the type `float4` has a class of more than 16 bits, which the chunk cannot store",
        ),
        (
            told(detail(|detail| detail.parent = 4)),
            "the type `float4` has a parent, which the chunk cannot store",
        ),
        (
            told(detail(|detail| detail.interfaces = 1)),
            "the type `float4` has interfaces, which the chunk cannot store",
        ),
        (
            told(Resources {
                creator: BStr::new("a\0"),
                ..resources(four, vec![])
            }),
            "the name `a\\x00` contains a NUL",
        ),
    ];
    for (found, expected) in messages {
        assert_eq!(found, expected);
    }
}
