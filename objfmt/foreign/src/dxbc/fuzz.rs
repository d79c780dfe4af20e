//! Fuzz targets for DXBC containers and the machine that runs them.

use pica200_dxbc::container::{Container, find};
use pica200_dxbc::text::{Compiler, Disassembly, Listing};
use pica200_dxbc::{Shader, layout};
use pica200_dxbc_machine::{
    Access, AccessResult, Executed, GeometryOutput, Image, Machine, NoObserver, Program, Provider, Quad, Resources,
    STREAMS, Texture, Textures, Tracer,
};
use pica200_objfmt::formats::FileKind;

use super::check_views;
use crate::corpus::{files, folder};
use crate::formats::Format;
use crate::formats::inspection::{check_inspection, check_places};
use crate::fuzzing::Target;
use crate::fuzzing::seeds::{read, small};

/// The compiler versions, whose disassemblies differ.
const COMPILERS: [Compiler; 2] = [Compiler::V9, Compiler::V10];

/// The format.
pub(super) const FORMAT: Format = Format {
    kind: FileKind::Dxbc,
    page: "objfmt/foreign/dxbc/DXBC.md",
    records: layout::RECORDS,
    target: Target {
        name: "read_dxbc",
        folder: "dxbc",
        input: "a file",
        properties: "A readable container round-trips byte for byte, and so does its program; errors of unreadable chunks are within the file; text output is proportional to the file size; embedded containers do not overlap; all views can be shown",
        run: read_dxbc,
        seeds,
    },
};

/// The fuzz target for the machine.
pub(crate) const RUN: Target = Target {
    name: "run_dxbc",
    folder: "dxbc-machine",
    input: "a Direct3D container",
    properties: "A program that loads runs within its budget; observers see each instruction; runs are deterministic; it also runs in the four pixels of a quad",
    run: run_dxbc,
    seeds,
};

/// Checks that the disassembly is not disproportionately large.
fn check_size(text: &str, file: &[u8]) {
    assert!(text.len() <= 512 * file.len(), "{} bytes", text.len());
}

/// Reads a container with all its chunks, and writes everything that can be written.
fn read_dxbc(bytes: &[u8]) {
    check_inspection(bytes);
    check_views(&pica200_foreign::dxbc::Format, bytes);
    check_places(find(bytes), bytes.len());
    let container = match Container::read(bytes) {
        Ok(container) => container,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(container.write(), bytes);
    container.checksum();
    let shader = Shader::from_container(&container);
    for fault in container.faults().iter().chain(&shader.faults) {
        assert!(!fault.to_string().is_empty());
        assert!(fault.offset <= bytes.len(), "{fault}");
    }
    if let Some((chunk, program)) = &shader.program {
        assert_eq!(program.write().as_deref(), Ok(chunk.data));
        for compiler in COMPILERS {
            check_size(&Disassembly::new(program, compiler).to_string(), bytes);
        }
    }
    for compiler in COMPILERS {
        check_size(&Listing::new(&shader, compiler).to_string(), bytes);
    }
}

/// Returns the golden DXBC containers.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let paths = files(&folder("golden/dxbc"), "dxbc");
    small(paths.iter().map(|path| read(path)).collect())
}

/// The maximum number of instructions in a run.
const BUDGET: u64 = 10_000;

/// Loads the program of a container and runs it twice, then in the four pixels of a quad, for two primitives if it is a
/// geometry shader, and with textures.
///
/// # Panics
///
/// If a run exceeds its budget, its observer does not see exactly the executed instructions, or the runs differ.
fn run_dxbc(bytes: &[u8]) {
    let Ok(program) = Program::load(bytes) else {
        return;
    };
    let mut machine = Machine::new(&program);
    for (port, value) in program.inputs().iter().zip(1..) {
        // An input without a register cannot be set.
        let _ = machine.set_input(&port.name, port.index, &[value]);
    }
    let first = run(&mut machine);
    assert_eq!(first, run(&mut machine), "the runs differ");
    run_quad(&program);
    run_geometry(&program);
    run_textures(&program);
}

/// Runs a program with a texture in each declared register.
fn run_textures(program: &Program) {
    let image = |side: u32| Image::new(side, side, vec![[1, 2, 130, 255]; (side * side) as usize]);
    let mut textures = Textures::default();
    for slot in program.textures().iter().take(128) {
        for count in [1, 6] {
            let images: Vec<_> = image(3).into_iter().cycle().take(count).collect();
            let texture = Texture::new(slot.dimension, slot.returns, slot.samples, &images);
            if let Ok(texture) = texture {
                textures.set_texture(slot.register, texture);
            }
        }
    }
    for slot in program.samplers().iter().take(16) {
        let settings = ["linear,wrap", "linear,mirror", "point,border", "mirror-once"];
        let settings = settings[slot.register as usize % settings.len()];
        if let Ok(sampler) = settings.parse() {
            textures.set_sampler(slot.register, sampler);
        }
    }
    let mut machine = Machine::new(program);
    let executed = match machine.run_with(BUDGET, &mut textures, &mut NoObserver) {
        Ok(run) => run.instructions,
        Err(fault) => fault.instructions,
    };
    assert!(executed <= BUDGET, "{executed} were executed");
    let mut quad = Quad::new(program);
    let _ = quad.run_with(BUDGET, &mut textures, &mut [NoObserver; 4]);
}

/// Runs a geometry shader for two primitives.
fn run_geometry(program: &Program) {
    let Some(geometry) = program.geometry() else {
        return;
    };
    let mut machine = Machine::new(program);
    let mut emitted = GeometryOutput::default();
    for primitive in 0..2 {
        machine.set_primitive_id(primitive);
        for vertex in 0..geometry.vertices {
            for port in program.inputs() {
                let _ = machine.set_vertex_input(vertex, &port.name, port.index, &[vertex]);
            }
        }
        let mut told = 0;
        let mut tracer = Tracer(|_: &Executed<'_>| told += 1);
        let ended = machine.run_geometry(BUDGET, &mut provider(), &mut tracer, &mut emitted);
        let executed = match ended {
            Ok(run) => run.instructions,
            Err(fault) => fault.instructions,
        };
        assert!(executed <= BUDGET, "{executed} were executed");
        assert_eq!(told, executed, "the observer misses some");
    }
    for stream in 0..STREAMS {
        let primitives = emitted.primitives(geometry, stream);
        let mut vertices = primitives.iter().flatten();
        assert!(vertices.all(|vertex| *vertex < emitted.vertices.len()));
    }
}

/// Runs four pixels with different inputs.
fn run_quad(program: &Program) {
    let mut quad = Quad::new(program);
    for (pixel, value) in quad.pixels_mut().iter_mut().zip(1..) {
        for port in program.inputs() {
            let _ = pixel.set_input(&port.name, port.index, &[value]);
        }
    }
    let mut told = [0; 4];
    let mut tracers = told.each_mut().map(|told| Tracer(|_: &Executed<'_>| *told += 1));
    let ended = quad.run_with(BUDGET, &mut provider(), &mut tracers);
    if let Ok(runs) = &ended {
        assert_eq!(told, runs.map(|run| run.instructions), "the observer misses some");
    }
    assert!(told.iter().all(|told| *told <= BUDGET), "{told:?} were executed");
}

/// Returns a provider that answers each access with the first value.
fn provider() -> impl Resources {
    Provider(|access: &Access<'_>| {
        let first = access.values.first().copied();
        Some(AccessResult::from(first.unwrap_or_default()))
    })
}

/// Runs the program. Returns its result, the number of instructions, and the output values.
fn run(machine: &mut Machine<'_>) -> (String, u64, Vec<Option<[u32; 4]>>) {
    let mut told = 0;
    let mut tracer = Tracer(|_: &Executed<'_>| told += 1);
    let (end, instructions) = match machine.run_with(BUDGET, &mut provider(), &mut tracer) {
        Ok(run) => (run.end.to_string(), run.instructions),
        Err(fault) => (fault.to_string(), fault.instructions),
    };
    assert!(instructions <= BUDGET, "{instructions} were executed");
    assert_eq!(told, instructions, "the observer misses some");
    let outputs = machine.program().outputs().iter();
    let outputs = outputs.map(|port| machine.value(port)).collect();
    (end, instructions, outputs)
}
