//! The compilation pipeline, and its observable stages.

use pica200_diagnostics::{Code, Label};

use crate::diagnostic::{Diagnostic, diagnose};
use crate::ir::{Form, Program};
use crate::options::{Language, Options, OutputMapping};
use crate::passes::{self, PASSES};
use crate::source::{Compilation, Includes, Line, NoIncludes, Source};
use crate::target::{self, Observer, Unit};

/// The stage that the front end leaves.
const FRONTEND: &str = "frontend";
/// The stage that is the result.
const ASSEMBLY: &str = "assembly";

/// Returns the names of the stages that [`compile_to`] shows, in order: the program as the front end leaves it, the
/// program after each pass, the code of the back end, and the assembly.
pub fn stages() -> impl Iterator<Item = &'static str> {
    let passes = PASSES.iter().map(|pass| pass.name);
    let before = [FRONTEND].into_iter().chain(passes);
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
pub fn compile_with(name: &str, bytes: &[u8], options: &Options, includes: &dyn Includes) -> Compilation {
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
        text = Some(lines.iter().map(|line| format!("{}\n", line.text)).collect());
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
        match with_stack_for(&source, || write(&source, options, observe)).and_then(|lines| lines) {
            Ok(lines) => assembly = Some(lines),
            Err(errors) => diagnostics.extend(errors),
        }
    } else if !source.reasons.is_empty() {
        // Unsupported operations are reported together with other errors.
        let mut program = source.program.clone();
        let mut hide = |_: &'static str, _: &dyn std::fmt::Display| {};
        let improved = with_stack_for(&source, || improve(&mut program, &source, options, &mut hide));
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
fn with_stack_for<T: Send>(source: &Source, run: impl FnOnce() -> T + Send) -> Result<T, Vec<Diagnostic>> {
    let programs = std::iter::once(&source.program).chain(&source.exports);
    let is_shallow = programs.map(|program| program.values.len()).sum::<usize>() <= MAX_SHALLOW;
    if is_shallow || cfg!(target_family = "wasm") {
        return Ok(run());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("passes".to_owned()).stack_size(STACK);
        match thread.spawn_scoped(scope, run) {
            Ok(thread) => match thread.join() {
                Ok(result) => Ok(result),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(error) => {
                let message = format!("no thread could be started for a shader of this size: {error}");
                Err(vec![diagnose(Code::NestingTooDeep, None, message)])
            }
        }
    })
}

/// Merges errors about system values that one option turns into attributes.
fn join_system_values(diagnostics: &mut Vec<Diagnostic>) {
    let is_one = |diagnostic: &Diagnostic| diagnostic.code == Code::SystemValueInput && diagnostic.advice.is_some();
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
fn write(source: &Source, options: &Options, observe: &mut Observer<'_>) -> Result<Vec<Line>, Vec<Diagnostic>> {
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
fn read(name: &str, bytes: &[u8], options: &Options, includes: &dyn Includes) -> (Source, Vec<Diagnostic>) {
    let language = options.language_of(name, bytes);
    match language {
        #[cfg(feature = "direct3d")]
        Language::Direct3d => crate::direct3d::read(bytes, options),
        #[cfg(feature = "naga")]
        Language::Wgsl | Language::Glsl | Language::SpirV => crate::naga::read(language, bytes, options, includes),
        #[cfg(not(all(feature = "direct3d", feature = "naga")))]
        _ => {
            let diagnostic = crate::diagnostic::without_front_end(language);
            (Source::default(), vec![diagnostic])
        }
    }
}

/// The pass that extends live ranges.
const LICM: &str = "licm";

/// Runs the passes and the back end; once more without [`LICM`] if registers run out.
fn assemble(
    original: &Program,
    source: &Source,
    options: &Options,
    observe: &mut Observer<'_>,
) -> Result<Unit, Vec<Diagnostic>> {
    observe(FRONTEND, original);
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
    shorter.without.push(LICM.into());
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
    debug_assert_eq!(program.verify(Form::PreSsa), Ok(()), "{FRONTEND}");
    // The passes that would find nothing to do.
    let mut idle = Vec::new();
    for pass in passes::ordered(options) {
        if !idle.contains(&pass.name) {
            let changed = pass.run(program, options).map_err(|origin| {
                let message = "conditions, loops and early exits are nested too deeply here";
                let diagnostic = diagnose(Code::NestingTooDeep, source.place(origin), message);
                vec![diagnostic.with_help("nest fewer of them, or use fewer early exits from functions and loops")]
            })?;
            if changed {
                idle.clear();
            }
            if !changed || pass.is_idempotent() {
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
mod tests;
