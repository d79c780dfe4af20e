//! The targets that translate and run programs of Direct3D.

use pica200::job::Job;
use pica200::job::options::{Group, Kind, Value, of_group};
use pica200_asm::AssemblyOptions;
use pica200_compile::{Compilation, Diagnostic, Language, Options, compile};
use pica200_dxbc_machine::{
    Access, Answer, Emitted, Executed, Image, Machine, Program, Provider, Quad, Resources, STREAMS,
    Texture, Textures, Tracer, Unobserved,
};

/// Translates the program of a container, with several options, and assembles the results.
///
/// # Panics
///
/// Unless there is an assembly exactly if there are no errors, it assembles without errors, and diagnostics and lines
/// have places within the listing.
pub fn compile_dxbc(bytes: &[u8]) {
    for options in settings(Language::Direct3d) {
        check_compilation(&compile("shader.dxbc", bytes, &options));
    }
}

/// The options of a language: none, numbers of vertices as attributes, and all switches.
pub(super) fn settings(language: Language) -> [Options; 3] {
    let plain = Options {
        language: Some(language),
        ..Options::default()
    };
    let numbered = Options {
        vertex_id_attribute: true,
        ..plain.clone()
    };
    let mut job = Job::default();
    job.translation.options = numbered.clone();
    for option in of_group(Group::Compiling) {
        if matches!(option.kind, Kind::Switch) {
            let set = option.set(&mut job, Value::Switch(true));
            assert_eq!(set, Ok(()), "{}", option.name);
        }
    }
    [plain, numbered, job.translation.options]
}

/// Checks what holds for the result of every compilation.
pub(super) fn check_compilation(compilation: &Compilation) {
    let has_errors = compilation.diagnostics.iter().any(Diagnostic::is_error);
    assert_eq!(compilation.assembly.is_none(), has_errors);
    let diagnostics = compilation.diagnostics.iter();
    let places = diagnostics.flat_map(|diagnostic| {
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?}");
        diagnostic.labels().map(|label| label.location)
    });
    let lines = compilation.assembly.iter().flatten();
    let listed = u32::try_from(compilation.listing.lines().count()).unwrap_or(u32::MAX);
    for place in places.chain(lines.clone().filter_map(|line| line.place)) {
        assert!((1..=listed).contains(&place.line), "{place:?}");
    }
    if compilation.assembly.is_some() {
        let text: String = lines.map(|line| format!("{}\n", line.text)).collect();
        let assembly =
            pica200_asm::assemble("shader", text.as_bytes(), &AssemblyOptions::default());
        assert!(
            assembly.object.is_some(),
            "{:?}\n{text}",
            assembly.diagnostics
        );
    }
}

/// The most instructions of a run.
const BUDGET: u64 = 10_000;

/// Loads the program of a container, and runs it twice, and in the four pixels of a quad; a geometry shader also for two
/// primitives; and with textures.
///
/// # Panics
///
/// If a run exceeds its budget, its observer is told of another number of instructions than were executed, or the runs
/// differ.
pub fn run_dxbc(bytes: &[u8]) {
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
        let settings = [
            "linear,wrap",
            "linear,mirror",
            "point,border",
            "mirror-once",
        ];
        let settings = settings[slot.register as usize % settings.len()];
        if let Ok(sampler) = settings.parse() {
            textures.set_sampler(slot.register, sampler);
        }
    }
    let mut machine = Machine::new(program);
    let executed = match machine.run_with(BUDGET, &mut textures, &mut Unobserved) {
        Ok(run) => run.instructions,
        Err(fault) => fault.instructions,
    };
    assert!(executed <= BUDGET, "{executed} were executed");
    let mut quad = Quad::new(program);
    let _ = quad.run_with(BUDGET, &mut textures, &mut [Unobserved; 4]);
}

/// Runs a geometry shader for two primitives.
fn run_geometry(program: &Program) {
    let Some(geometry) = program.geometry() else {
        return;
    };
    let mut machine = Machine::new(program);
    let mut emitted = Emitted::default();
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
    let mut tracers = told
        .each_mut()
        .map(|told| Tracer(|_: &Executed<'_>| *told += 1));
    let ended = quad.run_with(BUDGET, &mut provider(), &mut tracers);
    if let Ok(runs) = &ended {
        assert_eq!(
            told,
            runs.map(|run| run.instructions),
            "the observer misses some"
        );
    }
    assert!(
        told.iter().all(|told| *told <= BUDGET),
        "{told:?} were executed"
    );
}

/// What answers each access with the first value.
fn provider() -> impl Resources {
    Provider(|access: &Access<'_>| {
        let first = access.values.first().copied();
        Some(Answer::from(first.unwrap_or_default()))
    })
}

/// The end of a run, the number of instructions, and the values of the outputs.
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
