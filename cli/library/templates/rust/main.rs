//! Draws a triangle on the top screen. START returns to the Homebrew Launcher.

#![feature(allocator_api)]

use citro3d::math::{ClipPlanes, Matrix4, Projection};
use citro3d::render::{ClearFlags, Target};
use citro3d::{attrib, buffer, shader, texenv, uniform};
use ctru::linear::LinearAllocator;
use ctru::prelude::*;
use ctru::services::gfx::Screen;

/// The shader's bytes, and the registers of its uniforms and inputs. The build script writes this module.
mod triangle {
    include!(concat!(env!("OUT_DIR"), "/triangle.rs"));
}

#[repr(C)]
#[derive(Copy, Clone)]
struct Vertex {
    position: [f32; 3],
    color: [f32; 3],
}

/// In pixels, from the lower left corner of the screen.
static VERTICES: [Vertex; 3] = [
    Vertex { position: [200.0, 200.0, 0.5], color: [1.0, 0.0, 0.0] },
    Vertex { position: [100.0, 40.0, 0.5], color: [0.0, 1.0, 0.0] },
    Vertex { position: [300.0, 40.0, 0.5], color: [0.0, 0.0, 1.0] },
];

fn main() {
    let gfx = Gfx::new().expect("no graphics");
    let mut hid = Hid::new().expect("no buttons");
    let apt = Apt::new().expect("no applet service");
    let mut instance = citro3d::Instance::new().expect("no citro3d");

    let mut screen = gfx.top_screen.borrow_mut();
    let size = screen.raw_framebuffer();
    let (width, height) = (size.width, size.height);
    let mut target = instance.render_target(width, height, screen, None).expect("no memory for the screen");

    // The shader.
    let library = shader::Library::from_bytes(triangle::SHBIN).expect("picald has checked it");
    let program = shader::Program::new(library.get(triangle::main::INDEX).expect("it is in the file"))
        .expect("it is a vertex shader");
    let projection = uniform::Index::from(triangle::main::uniforms::PROJECTION.location());

    // The vertices. The GPU reads them from linear memory.
    let mut vertices = Vec::with_capacity_in(VERTICES.len(), LinearAllocator);
    vertices.extend_from_slice(&VERTICES);
    let mut attributes = attrib::Info::new();
    for input in [triangle::main::inputs::POSITION, triangle::main::inputs::COLOR] {
        let register = attrib::Register::new(input.first.into()).expect("inputs are v0 to v15");
        attributes.add_loader(register, attrib::Format::Float, 3).expect("two attributes fit");
    }
    let mut buffers = buffer::Info::new();
    let vertices = buffers.add(&vertices, &attributes).expect("one buffer fits");

    // Pixels get the colour that the vertex shader computes.
    let stage = texenv::TexEnv::new()
        .src(texenv::Mode::BOTH, texenv::Source::PrimaryColor, None, None)
        .func(texenv::Mode::BOTH, texenv::CombineFunc::Replace);

    let planes = ClipPlanes { near: 0.0, far: 1.0 };
    let pixels: Matrix4 = Projection::orthographic(0.0..400.0, 0.0..240.0, planes).into();

    while apt.main_loop() {
        hid.scan_input();
        if hid.keys_down().contains(KeyPad::START) {
            break;
        }
        instance.render_frame_with(|mut frame| {
            target.clear(ClearFlags::ALL, 0x2040_60FF, 0);
            frame.select_render_target(&target).expect("the target is a screen");
            frame.bind_program(&program);
            frame.bind_vertex_uniform(projection, &pixels);
            frame.set_texenvs(&[stage]);
            frame.set_attr_info(&attributes);
            frame.draw_arrays(buffer::Primitive::Triangles, vertices);
            frame
        });
    }
}
