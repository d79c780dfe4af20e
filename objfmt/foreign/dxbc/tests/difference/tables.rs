//! Differences of tables.

use std::sync::Arc;

use pica200_dxbc::features::Features;
use pica200_dxbc::interfaces::{ClassType, Instance, Interfaces, SlotRun};
use pica200_dxbc::level9::{Level9, Sampler};
use pica200_dxbc::resources::BindingDimension;
use pica200_dxbc::signature::SystemValue;
use pica200_dxbc::{Container, Shader};

use crate::{buffer, changed, golden, lines, resources};

#[test]
fn buffers_and_their_variables_are_compared_by_name() {
    insta::assert_snapshot!(changed("vs-struct-cb", |shader| {
        let buffer = buffer(shader);
        buffer.size += 16;
        buffer.variables.swap(1, 2);
        buffer.variables[1].start += 16;
        buffer.variables[3].default = Some(&[1, 2]);
        let lights = &mut buffer.variables[0].base;
        let mut base = (**lights).clone();
        base.elements = 3;
        base.members[0].start = 4;
        base.members[1].name = "strength".into();
        *lights = Arc::new(base);
        buffer.variables.pop();
    }), @r"
    buffer `lights`: cbuffer of 208 bytes in the first, cbuffer of 224 bytes in the second
    buffer `lights`, variable `l`: struct[2] of 64 bytes at byte 0 in the first, struct[3] of 64 bytes at byte 0 in the second
    buffer `lights`, variable `l`, member `dir`: float3 at byte 0 in the first, float3 at byte 4 in the second
    buffer `lights`, variable `l`, member `power`: float at byte 12 in the first, nothing in the second
    buffer `lights`, variable `l`, member `strength`: nothing in the first, float at byte 12 in the second
    buffer `lights`, variable `mid`, default: nothing in the first, [01, 02] in the second
    buffer `lights`, variable `pair`: int2 of 8 bytes at byte 192 in the first, nothing in the second
    buffer `lights`, variable `small`: float2x2 of 24 bytes at byte 112 in the first, float2x2 of 24 bytes at byte 128 in the second
    program, dword 26: `mul r1.x, v0.xxxx, cb1[7].xxxx` uses `lights.small+0` in the first, a register without a common name in the second
    program, dword 34: `mul r1.y, v0.yyyy, cb1[7].yyyy` uses `lights.small+0` in the first, a register without a common name in the second
    program, dword 49: `mul r1.y, v0.xxxx, cb1[8].xxxx` uses `lights.small+16` in the first, `lights.small+0` in the second
    program, dword 57: `mul r1.z, v0.yyyy, cb1[8].yyyy` uses `lights.small+16` in the first, `lights.small+0` in the second
    program, dword 92: `mul r1.x, v1.xxxx, cb1[9].xxxx` uses `lights.mid+0` in the first, `lights.small+16, lights.mid+0` in the second
    program, dword 100: `mul r1.y, v1.yyyy, cb1[9].yyyy` uses `lights.mid+0` in the first, `lights.small+16, lights.mid+0` in the second
    program, dword 115: `mul r1.y, v1.zzzz, cb1[9].zzzz` uses `lights.mid+0` in the first, `lights.small+16, lights.mid+0` in the second
    ");
}

/// A name can be as long as the file.
#[test]
fn long_names_are_cut_off() {
    static LONG: [u8; 100_000] = [b'n'; 100_000];
    let line = changed("vs-mvp", |shader| {
        buffer(shader).variables[0].name = LONG.as_slice().into();
        shader.signatures[0].elements[0].name = LONG.as_slice().into();
        resources(shader).buffers[0].name = LONG.as_slice().into();
    });
    assert!(line.contains("nn..."));
    assert!(line.lines().all(|line| line.len() < 5000));
}

#[test]
fn bindings_are_compared_by_kind_and_name() {
    insta::assert_snapshot!(changed("ps-samples", |shader| {
        let bindings = &mut resources(shader).bindings;
        bindings[1].dimension = BindingDimension::TEXTURE_3D;
        bindings[2].name = "other".into();
        bindings[3].bind_count = 4;
        bindings.reverse();
    }), @r"
    binding `a`, texture: 2d float in register 0 with flags Ch in the first, 3d float in register 0 with flags Ch in the second
    binding `q`, texture: cube float in register 2 with flags Ch in the first, cube float in 4 registers from 2 on with flags Ch in the second
    binding `v`, texture: 3d float in register 1 with flags Ch in the first, nothing in the second
    binding `other`, texture: nothing in the first, 3d float in register 1 with flags Ch in the second
    ");
}

#[test]
fn elements_of_signatures_are_compared_by_name_and_index() {
    insta::assert_snapshot!(changed("vs-many-outputs", |shader| {
        let outputs = &mut shader.signatures[1].elements;
        outputs[0].system_value = SystemValue::NONE;
        outputs[2].mask = 8;
        outputs[3].index = 9;
        outputs.swap(1, 4);
    }), @r"
    output `SV_Position0`: float in register 0.xyzw as position in the first, float in register 0.xyzw in the second
    output `TEXCOORD0`: float in register 2.xy in the first, float in register 2.w in the second
    output `TEXCOORD1`: float in register 2.zw in the first, nothing in the second
    output `TEXCOORD9`: nothing in the first, float in register 2.zw in the second
    ");
}

#[test]
fn features_are_compared() {
    insta::assert_snapshot!(changed("vs-mvp", |shader| {
        shader.features = Some(Features(0x8000_0000_0000_0001));
    }), @"features: no features in the first, doubles and bits 8000000000000000h in the second");
}

#[test]
fn interfaces_are_compared() {
    let interfaces = |texture| Interfaces {
        offset: 0,
        slot_count: 1,
        types: vec![ClassType {
            offset: 0,
            name: "Lamp".into(),
            id: 0,
            cb_stride: 16,
            texture: 0,
            sampler: 0,
        }],
        instances: vec![Instance {
            offset: 0,
            name: "lamp".into(),
            class: 0,
            unknown: 1,
            cb: Some(0),
            cb_offset: Some(0),
            texture,
            sampler: None,
        }],
        slots: vec![SlotRun {
            offset: 0,
            start: 0,
            span: 1,
            types: vec![0],
            tables: vec![3],
        }],
    };
    insta::assert_snapshot!(changed("vs-mvp", |shader| {
        shader.interfaces = Some(interfaces(None));
    }), @r"
    class type `Lamp`: nothing in the first, 16 bytes with 0 textures and 0 samplers in the second
    class instance `lamp`: nothing in the first, class type 0 with buffer 0 with offset 0 in the second
    interface slot 0: nothing in the first, 1 in all with class types [0] and tables [3] in the second
    ");
}

/// Changes that do not affect the meaning: the compiler, statistics and the use of variables.
#[test]
fn what_follows_from_the_program_does_not_count() {
    assert_eq!(
        changed("vs-mvp", |shader| {
            let resources = resources(shader);
            resources.creator = "a compiler".into();
            resources.flags.0 = 4;
            resources.buffers[0].variables[0].flags.0 = 0;
            shader.statistics = None;
            shader.signatures.reverse();
        }),
        ""
    );
}

#[test]
fn code_of_direct3d_9_is_compared() {
    let level9 = |sampler, number: u32| Level9 {
        offset: 0,
        version: 0xFFFE_0200,
        constants: Vec::new(),
        samplers: vec![Sampler {
            target: 0,
            sampler,
            resource: 0,
        }],
        runtime: Vec::new(),
        unknown: [0; 2],
        // mov oPos, v0
        tokens: vec![0xFFFE_0200, 0x0200_0001, 0xC00F_0000, 0x90E4_0000 + number, 0xFFFF],
    };
    insta::assert_snapshot!(changed("vs-mvp", |shader| {
        shader.level9 = Some(level9(0, 0));
    }), @"code of Direct3D 9: nothing in the first, a program in the second");
    let file = golden("vs-mvp");
    let container = Container::read(&file).unwrap();
    let of = |level9| Shader {
        level9: Some(level9),
        ..Shader::from_container(&container)
    };
    let moved = Level9 {
        offset: 100,
        ..level9(0, 0)
    };
    assert_eq!(lines(&of(level9(0, 0)), &of(moved)), [""; 0]);
    let found = lines(&of(level9(0, 0)), &of(level9(1, 3)));
    insta::assert_snapshot!("level9", found.join("\n"));
}
