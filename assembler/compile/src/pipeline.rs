//! The compilation pipeline, and its observable stages.

use pica200_diagnostics::{Code, Label};

use crate::diagnostic::{Diagnostic, diagnose};
use crate::ir::{Form, Program};
use crate::options::{Language, Options, OutputMapping};
use crate::passes::{self, PASSES};
use crate::source::{Compilation, Includes, Line, NoIncludes, Source};
use crate::target::{self, Observer, Unit};

/// The stage that the front end leaves.
const SOURCE: &str = "source";
/// The stage that is the result.
const ASSEMBLY: &str = "assembly";

/// Returns the names of the stages that [`compile_to`] shows, in order: the program as the front end leaves it, the
/// program after each pass, the code of the back end, and the assembly.
pub fn stages() -> impl Iterator<Item = &'static str> {
    let passes = PASSES.iter().map(|pass| pass.name);
    let before = [SOURCE].into_iter().chain(passes);
    before.chain(target::STAGES).chain([ASSEMBLY])
}

/// Returns whether [`compile_to`] accepts a name: one of [`stages`], or the former name of one, which is accepted until
/// the next release.
pub fn is_stage(name: &str) -> bool {
    stages().any(|stage| stage == passes::current_name(name))
}

/// Returns the names of the passes that [`Options::without`] can leave out, in order.
pub fn optional_passes() -> impl Iterator<Item = &'static str> {
    let optional = PASSES.iter().filter(|pass| !pass.is_needed);
    optional.map(|pass| pass.name)
}

/// Translates a shader that includes no files. `name` is its name for diagnostics.
pub fn compile(name: &str, bytes: &[u8], options: &Options) -> Compilation {
    compile_with(name, bytes, options, &NoIncludes)
}

/// Translates a shader. `name` is its name for diagnostics.
pub fn compile_with(
    name: &str,
    bytes: &[u8],
    options: &Options,
    includes: &dyn Includes,
) -> Compilation {
    translate(name, bytes, options, includes, &mut |_, _| {})
}

/// Translates a shader, and returns its text after a stage, or after the last run of a pass that runs several times.
/// The text is `None` if there are errors before the stage, if there is no such [stage](is_stage), or if
/// [`Options::without`] disables the pass.
pub fn compile_to(
    name: &str,
    bytes: &[u8],
    options: &Options,
    includes: &dyn Includes,
    stage: &str,
) -> (Option<String>, Compilation) {
    let stage = passes::current_name(stage);
    let mut text = None;
    let compilation = translate(name, bytes, options, includes, &mut |name, shown| {
        if name == stage {
            text = Some(shown.to_string());
        }
    });
    if stage == ASSEMBLY
        && let Some(lines) = &compilation.assembly
    {
        text = Some(
            lines
                .iter()
                .map(|line| format!("{}\n", line.text))
                .collect(),
        );
    }
    (text, compilation)
}

fn translate(
    name: &str,
    bytes: &[u8],
    options: &Options,
    includes: &dyn Includes,
    observe: &mut Observer<'_>,
) -> Compilation {
    let (source, mut diagnostics) = read(name, bytes, options, includes);
    let mut assembly = None;
    if !diagnostics.iter().any(Diagnostic::is_error) {
        match with_room_for(&source, || write(&source, options, observe)).and_then(|lines| lines) {
            Ok(lines) => assembly = Some(lines),
            Err(errors) => diagnostics.extend(errors),
        }
    } else if !source.reasons.is_empty() {
        // Unsupported operations are reported together with other errors.
        let mut program = source.program.clone();
        let mut hide = |_: &'static str, _: &dyn std::fmt::Display| {};
        let improved = with_room_for(&source, || {
            improve(&mut program, &source, options, &mut hide)
        });
        let errors = improved.and_then(|done| done).err();
        diagnostics.extend(errors.into_iter().flatten());
    }
    let outputs = source.program.outputs.iter().map(|output| OutputMapping {
        name: output.name.clone(),
        property: output.property,
        is_added: false,
    });
    diagnostics.sort_by_key(|diagnostic| {
        let place = diagnostic.location();
        place.map(|place| (place.line, place.columns.map(|columns| columns.start)))
    });
    join_system_values(&mut diagnostics);
    Compilation {
        assembly: assembly.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)),
        listing: source.listing,
        pieces: source.pieces,
        diagnostics,
        bindings: source.bindings,
        outputs: outputs.collect(),
        numbers: source.numbers,
    }
}

/// Maximum number of values of a program for which the stack of the caller is large enough. Some passes call themselves
/// for the operands of a value, and so for each value of a long chain.
const MAX_SHALLOW: usize = 1000;

/// The size of the stack for other programs.
const STACK: usize = 256 << 20;

/// Runs the passes of a program where the stack is large enough for it. WebAssembly has no threads, and one stack.
fn with_room_for<T: Send>(
    source: &Source,
    run: impl FnOnce() -> T + Send,
) -> Result<T, Vec<Diagnostic>> {
    let programs = std::iter::once(&source.program).chain(&source.exports);
    let is_shallow = programs.map(|program| program.values.len()).sum::<usize>() <= MAX_SHALLOW;
    if is_shallow || cfg!(target_family = "wasm") {
        return Ok(run());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("passes".to_owned())
            .stack_size(STACK);
        match thread.spawn_scoped(scope, run) {
            Ok(thread) => match thread.join() {
                Ok(result) => Ok(result),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(error) => {
                let message =
                    format!("no thread could be started for a shader of this size: {error}");
                Err(vec![diagnose(Code::NestingTooDeep, None, message)])
            }
        }
    })
}

/// Merges errors about system values that one option turns into attributes.
fn join_system_values(diagnostics: &mut Vec<Diagnostic>) {
    let is_one = |diagnostic: &Diagnostic| {
        diagnostic.code == Code::SystemValueInput && diagnostic.advice.is_some()
    };
    let Some(first) = diagnostics.iter().position(is_one) else {
        return;
    };
    let mut others = Vec::new();
    let mut index = 0;
    diagnostics.retain(|diagnostic| {
        index += 1;
        let is_other = is_one(diagnostic) && index - 1 != first;
        if is_other {
            others.push(diagnostic.clone());
        }
        !is_other
    });
    if let Some(whole) = diagnostics.get_mut(first) {
        for other in others {
            let place = other.location().or(whole.location()).copied();
            if let Some(place) = place.filter(|_| other.message != whole.message) {
                whole.secondary.push(Label::new(place, other.message));
            }
        }
    }
}

/// Translates the programs of a source to one assembly. The stages of the first one are shown.
fn write(
    source: &Source,
    options: &Options,
    observe: &mut Observer<'_>,
) -> Result<Vec<Line>, Vec<Diagnostic>> {
    let main = (!source.is_library).then_some(&source.program);
    let (mut units, mut errors) = (Vec::new(), Vec::new());
    for (index, program) in main.into_iter().chain(&source.exports).enumerate() {
        let mut hide = |_: &'static str, _: &dyn std::fmt::Display| {};
        let observe: &mut Observer<'_> = if index == 0 { observe } else { &mut hide };
        match assemble(program, source, options, observe) {
            Ok(unit) => units.push(unit),
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() {
        target::write(&units, source)
    } else {
        Err(errors)
    }
}

/// Runs the front end for the language of the shader.
#[cfg_attr(
    not(feature = "naga"),
    expect(unused_variables, reason = "only sources in text include files")
)]
fn read(
    name: &str,
    bytes: &[u8],
    options: &Options,
    includes: &dyn Includes,
) -> (Source, Vec<Diagnostic>) {
    let language = options.language_of(name, bytes);
    match language {
        #[cfg(feature = "direct3d")]
        Language::Direct3d => crate::direct3d::read(bytes, options),
        #[cfg(feature = "naga")]
        Language::Wgsl | Language::Glsl | Language::SpirV => {
            crate::naga::read(language, bytes, options, includes)
        }
        #[cfg(not(all(feature = "direct3d", feature = "naga")))]
        _ => {
            let diagnostic = crate::diagnostic::without_front_end(language);
            (Source::default(), vec![diagnostic])
        }
    }
}

/// The pass that lets values live longer than the source does.
const PROLONGING: &str = "licm";

/// Runs the passes and the back end; once more without [`PROLONGING`] if registers run out.
fn assemble(
    original: &Program,
    source: &Source,
    options: &Options,
    observe: &mut Observer<'_>,
) -> Result<Unit, Vec<Diagnostic>> {
    observe(SOURCE, original);
    let mut program = original.clone();
    improve(&mut program, source, options, observe)?;
    let result = target::run(&program, source, options, observe);
    let is_too_long = |errors: &Vec<Diagnostic>| {
        let mut codes = errors.iter().map(|diagnostic| diagnostic.code);
        codes.any(|code| matches!(code, Code::TooManyTemporaries | Code::TooManyAcrossCall))
    };
    if !result.as_ref().is_err_and(is_too_long) {
        return result;
    }
    let mut shorter = options.clone();
    shorter.without.push(PROLONGING.into());
    program = original.clone();
    improve(&mut program, source, &shorter, observe)?;
    target::run(&program, source, &shorter, observe)
}

/// Runs the passes.
fn improve(
    program: &mut Program,
    source: &Source,
    options: &Options,
    observe: &mut Observer<'_>,
) -> Result<(), Vec<Diagnostic>> {
    debug_assert_eq!(program.verify(Form::PreSsa), Ok(()), "{SOURCE}");
    // The passes that would find nothing to do.
    let mut idle = Vec::new();
    for pass in passes::ordered(options) {
        if !idle.contains(&pass.name) {
            let changed = pass.run(program, options).map_err(|origin| {
                let message = "conditions, loops and early exits are nested too deeply here";
                let diagnostic = diagnose(Code::NestingTooDeep, source.place(origin), message);
                vec![diagnostic.with_help(
                    "nest fewer of them, or leave functions and loops early in fewer places",
                )]
            })?;
            if changed {
                idle.clear();
            }
            if !changed || pass.finds_all() {
                idle.push(pass.name);
            }
        }
        debug_assert_eq!(program.verify(pass.form), Ok(()), "{}", pass.name);
        observe(pass.name, program);
    }
    let refused = passes::poison::reasons(program, source);
    if !refused.is_empty() {
        return Err(refused);
    }
    passes::limits::check(program, source).map_err(|diagnostic| vec![diagnostic])
}

#[cfg(test)]
mod tests {
    use pica200_diagnostics::Code;

    use pica200_objfmt::isa::descriptor::Component;
    use pica200_objfmt::isa::property;

    use super::{assemble, compile, compile_to, improve, is_stage, stages, target};
    use crate::diagnostic::Place;
    use crate::ir::{
        Binary, Block, Builder, Comparison, Input, InputId, Jump, Op, Output, Program, Type, Unary,
    };
    use crate::options::{Language, Options};
    use crate::source::{NoIncludes, Source};

    #[cfg(feature = "direct3d")]
    fn golden(name: &str) -> Vec<u8> {
        let path = format!(
            "{}/../../testsuite/golden/dxbc/{name}",
            env!("CARGO_MANIFEST_DIR")
        );
        std::fs::read(path).expect("a golden container")
    }

    #[cfg(feature = "direct3d")]
    #[test]
    fn every_stage_has_a_text() {
        let bytes = golden("vs-light.dxbc");
        for stage in stages() {
            let (text, compilation) = compile_to(
                "light.dxbc",
                &bytes,
                &Options::default(),
                &NoIncludes,
                stage,
            );
            assert!(text.is_some_and(|text| !text.is_empty()), "{stage}");
            assert_eq!(compilation.diagnostics, []);
        }
        let (text, _) = compile_to(
            "light.dxbc",
            &bytes,
            &Options::default(),
            &NoIncludes,
            "stage",
        );
        assert_eq!(text, None);
    }

    #[cfg(feature = "direct3d")]
    #[test]
    fn former_names_of_stages_are_accepted() {
        let bytes = golden("vs-light.dxbc");
        for (former, current) in crate::passes::FORMER_NAMES {
            assert!(stages().any(|stage| stage == current), "{current}");
            assert!(stages().all(|stage| stage != former), "{former}");
            assert!(is_stage(former) && is_stage(current), "{former}");
            let [by_former, by_current] = [former, current].map(|stage| {
                let options = Options::default();
                compile_to("light.dxbc", &bytes, &options, &NoIncludes, stage).0
            });
            assert!(by_former.is_some(), "{former}");
            assert_eq!(by_former, by_current, "{former}");
        }
        assert!(!is_stage("stage"));
        let without = |name: &str| Options {
            without: vec![name.to_owned()],
            ..Options::default()
        };
        let fewer = |name| crate::passes::ordered(&without(name)).count();
        assert_eq!(fewer("share"), fewer("cse"));
        assert!(fewer("share") < fewer(""));
    }

    #[cfg(feature = "direct3d")]
    #[test]
    fn passes_that_are_needed_cannot_be_left_out() {
        let bytes = golden("vs-light.dxbc");
        let without: Vec<_> = stages().map(str::to_owned).collect();
        let options = Options {
            without,
            ..Options::default()
        };
        assert!(compile("light.dxbc", &bytes, &options).assembly.is_some());
        assert_eq!(
            compile_to("", &bytes, &options, &NoIncludes, "fold").0,
            None
        );
        assert!(
            compile_to("", &bytes, &options, &NoIncludes, "ssa")
                .0
                .is_some()
        );
    }

    #[test]
    fn a_shader_with_errors_has_no_assembly() {
        let found = compile("light.dxbc", b"DXBC", &Options::default());
        assert_eq!(found.assembly, None);
        assert_ne!(found.diagnostics, []);
        let (text, _) = compile_to(
            "light.dxbc",
            b"DXBC",
            &Options::default(),
            &NoIncludes,
            "source",
        );
        assert_eq!(text, None);
    }

    #[test]
    fn bytes_and_names_tell_the_language() {
        assert_eq!(Language::of("x.wgsl", b"DXBC"), Language::Direct3d);
        assert_eq!(Language::of("x", &[3, 2, 0x23, 7]), Language::SpirV);
        assert_eq!(
            Language::of("dir.x/shader.WGSL", b"@vertex"),
            Language::Wgsl
        );
        assert_eq!(Language::of("shader.vert", b""), Language::Glsl);
        assert_eq!(Language::of("shader", b"text"), Language::Direct3d);
    }

    #[cfg(not(feature = "naga"))]
    #[test]
    fn a_language_without_its_front_end_is_refused() {
        let found = compile("shader.wgsl", b"", &Options::default());
        assert_eq!(found.diagnostics[0].code, Code::SourceInvalid);
    }

    #[test]
    fn control_flow_that_nests_too_deeply_is_refused() {
        let mut builder = Builder::new(Program::default());
        let zero = builder.literal(0.0);
        builder.open();
        for _ in 0..200 {
            let done = builder.compare(Comparison::Less, zero, zero);
            builder.open();
            builder.jump(Jump::Break(0));
            let then = builder.close();
            builder.branch(done, then, Block::default());
        }
        let block = builder.close();
        builder.labelled(block);
        let mut program = builder.finish();
        let source = Source {
            places: vec![Place::line(7)],
            ..Source::default()
        };
        let options = Options::default();
        let found = improve(&mut program, &source, &options, &mut |_, _| {});
        let diagnostic = found.expect_err("too many exits").remove(0);
        assert_eq!(diagnostic.code, Code::NestingTooDeep);
        assert_eq!(diagnostic.location().copied(), Some(Place::line(7)));
    }

    #[test]
    fn values_live_no_longer_than_there_are_registers() {
        let mut builder = Builder::new(Program {
            inputs: vec![Input {
                name: "position".into(),
                register: 0,
            }],
            ..Program::default()
        });
        let input =
            |b: &mut Builder, component| b.value(Op::Input(InputId(0), component), Type::Float);
        let [x, y] = [Component::X, Component::Y].map(|component| input(&mut builder, component));
        let variables: Vec<_> = (0..60)
            .map(|number| {
                let variable = builder.variable(format!("v{number}"), Type::Float);
                builder.set(variable, x);
                variable
            })
            .collect();
        builder.open();
        let first = builder.get(variables[0]);
        let done = builder.compare(Comparison::Less, first, y);
        builder.open();
        builder.jump(Jump::Break(0));
        let leave = builder.close();
        builder.branch(done, leave, Block::default());
        for (number, variable) in (0_u8..).zip(&variables) {
            // Each of eight numbers is the same in each iteration, and needed in one place.
            let factor = builder.literal(f32::from(number / 8 + 2));
            let same = builder.multiply(x, factor);
            let same = builder.unary(Unary::Exp2, same);
            let now = builder.get(*variable);
            let next = builder.multiply_add(now, y, same);
            builder.set(*variable, next);
        }
        let body = builder.close();
        builder.repeat(body);
        let mut sum = y;
        for variable in variables {
            let value = builder.get(variable);
            sum = builder.binary(Binary::Minimum, sum, value);
        }
        let mut program = builder.finish();
        program.outputs.push(Output {
            name: "position".into(),
            property: property::by_name("position").expect("a property"),
            components: vec![sum; 4],
        });
        let options = Options::default();
        let mut first = program.clone();
        let source = Source::default();
        improve(&mut first, &source, &options, &mut |_, _| {}).expect("few blocks");
        let found = target::run(&first, &source, &options, &mut |_, _| {})
            .err()
            .expect("too few registers");
        assert_eq!(found[0].code, Code::TooManyTemporaries);
        let unit = assemble(&program, &source, &options, &mut |_, _| {});
        assert!(unit.is_ok(), "{:?}", unit.err());
    }
}
