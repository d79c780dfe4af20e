//! Reported lints occur on the machine model, and unreported ones do not.

use std::collections::BTreeSet;

use pica200_check::check;
use pica200_diagnostics::Code;
use pica200_link::LinkOptions;
use pica200_machine::{Effect, Executed, FaultKind, Machine, Program, ShaderChoice, Tracer, Value};
use pica200_objfmt::flow::control::Control;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_testsuite::case::Case;
use pica200_testsuite::corpus::folder;
use pica200_testsuite::programs::{examples, golden};
use pica200_testsuite::run::{run, run_case};

use crate::{quiet, read_case};

/// An instruction limit that no terminating run reaches.
const BUDGET: u64 = 2_000;

/// The observations in the runs of a shader, as the lints that should report them.
#[derive(Default)]
struct Observations {
    /// The faults observed in the first run or, for triangles, in any run.
    wrong: BTreeSet<Code>,
    /// True if a triangle was drawn.
    draws: bool,
}

/// The state of a run.
#[derive(Default)]
struct Progress {
    /// True if `cmp` was executed, and `setemit` since the last `emit`.
    compared: bool,
    selected: bool,
}

impl Progress {
    /// Executes an instruction, and returns its fault.
    fn step(&mut self, opcode: Opcode, written: &Effect) -> Option<Code> {
        let is_unset = opcode.tests_flags() && !self.compared;
        let is_stale = matches!(written, Effect::Vertex) && !self.selected;
        match written {
            Effect::Emission { .. } => self.selected = true,
            Effect::Vertex => self.selected = false,
            _ => {}
        }
        // It is unknown whether `litp` sets the flags.
        self.compared |= matches!(opcode, Opcode::Cmp | Opcode::Litp);
        match (is_unset, is_stale) {
            (true, _) => Some(Code::UnsetFlags),
            (_, true) => Some(Code::EmitWithoutSetemit),
            _ => None,
        }
    }
}

/// Runs a shader from its start, several times for each of some settings of its booleans and inputs.
fn runs(file: &Shbin, number: usize) -> Observations {
    let program = Program::load(file, ShaderChoice::Index(number)).unwrap();
    let mut seen = Observations::default();
    for seed in 0..32u16 {
        let mut machine = Machine::new(&program);
        for turn in 0..3 {
            set(&mut machine, seed, turn == 0);
            let mut progress = Progress::default();
            let mut wrong = BTreeSet::new();
            let mut tracer = Tracer(|executed: &Executed<'_>| {
                let word = program.words()[usize::from(executed.word)];
                let opcode = Opcode::from_word(word).unwrap();
                wrong.extend(progress.step(opcode, &executed.written));
            });
            let ended = machine.run_observed(BUDGET, &mut tracer);
            let is_endless = ended.is_err_and(|fault| matches!(fault.kind, FaultKind::BudgetUsedUp { .. }));
            if is_endless {
                wrong.insert(Code::EndlessLoop);
            }
            // Later runs depend on the state left by the first one.
            if turn == 0 {
                seen.wrong.extend(wrong);
            }
            let triangles = machine.take_emitted().triangles;
            seen.draws |= !triangles.is_empty();
            let mut triangles = triangles.iter();
            if triangles.any(|triangle| triangle.vertices.contains(&None)) {
                seen.wrong.insert(Code::UnsetVertex);
            }
        }
    }
    seen
}

/// Sets booleans, inputs and the first float uniforms. The last component is different in the first run, in which
/// strips begin.
fn set(machine: &mut Machine, seed: u16, is_first: bool) {
    let register = |bank, number| Register::new(bank, number).unwrap();
    for n in 0..16u8 {
        let value = seed >> (n % 5) & 1 == 1;
        machine.set(register(Bank::Boolean, n), Value::Boolean(value)).unwrap();
        let lane = 4.0 + f32::from(n) * 0.25 - f32::from(seed) * 0.375;
        let sign = if (seed >> 2 ^ u16::from(n)) & 1 == 0 { 1.0 } else { -1.0 };
        let last = if is_first { 1.0 } else { 0.5 };
        let vector = Value::Vector([lane, -lane, sign, last]);
        for bank in [Bank::Input, Bank::Float] {
            // The linker allocates constants at higher registers.
            if bank == Bank::Input || n < 8 {
                machine.set(register(bank, n), vector).unwrap();
            }
        }
    }
}

/// Returns the shaders of a case with the expected diagnostics.
fn shaders(name: &str) -> (Shbin, Vec<BTreeSet<String>>) {
    let path = folder("cases/lints").join(format!("{name}.pica"));
    let case: Case = read_case(&path);
    let outcome = run_case(&case, &case.runs[0]);
    let expected = (0..case.sources.len()).map(|source| {
        let of_source = case.expected.iter().filter(|e| e.source == source);
        of_source.map(|e| e.name.clone()).collect()
    });
    (outcome.output.unwrap().shbin, expected.collect())
}

#[test]
fn what_lints_report_happens() {
    let mut count = 0;
    for case in [
        "s1-unset-flags",
        "s4-no-primitive",
        "s4-emit-without-setemit",
        "s4-unset-vertex",
        "s6-endless-loops",
    ] {
        let (file, expected) = shaders(case);
        for (number, expected) in expected.iter().enumerate() {
            let seen = runs(&file, number);
            for name in expected {
                let code = Code::from_name(name).unwrap();
                let happens = match code {
                    Code::NoPrimitive => !seen.draws,
                    code => seen.wrong.contains(&code),
                };
                assert!(happens, "{case}: {name} in shader {number}");
                count += 1;
            }
            // Otherwise, vertex shaders test flags only after `cmp`.
            let is_unset = seen.wrong.contains(&Code::UnsetFlags);
            if case == "s1-unset-flags" && !file.shaders[number].is_geometry() {
                assert_eq!(is_unset, !expected.is_empty(), "{case}: shader {number}");
            }
        }
    }
    assert!(count > 20, "only {count} diagnostics");
}

#[test]
fn nothing_of_it_happens_in_quiet_programs() {
    for path in quiet("", 8).into_iter().chain(quiet("published", 24)) {
        let case = read_case(&path);
        let outcome = run(&case.sources, &Default::default(), Some(&LinkOptions::default()));
        let file = outcome.output.unwrap().shbin;
        for number in 0..file.shaders.len() {
            let seen = runs(&file, number);
            assert_eq!(seen.wrong, BTreeSet::new(), "{}", path.display());
            let draws = seen.draws || !file.shaders[number].is_geometry();
            assert!(draws, "{}", path.display());
        }
    }
}

/// A golden or example shader with structured execution, and its diagnostics.
struct KnownShader {
    name: String,
    file: Shbin,
    number: usize,
    found: BTreeSet<Code>,
}

impl KnownShader {
    fn is_geometry(&self) -> bool {
        self.file.shaders[self.number].is_geometry()
    }
}

fn known() -> Vec<KnownShader> {
    let mut all = Vec::new();
    for program in golden().unwrap().into_iter().chain(examples().unwrap()) {
        let options = LinkOptions::default();
        let outcome = run(&program.sources, &program.assembling, Some(&options));
        let Some(output) = outcome.output else {
            continue;
        };
        let file = output.shbin;
        let diagnostics = check(&file);
        for (number, shader) in file.shaders.iter().enumerate() {
            let control = Control::of_shader(&file.program.code, shader.entry_span());
            if control.deviations.is_empty() {
                let own = diagnostics
                    .iter()
                    .filter(|found| found.location().and_then(|location| location.shader) == Some(number));
                all.push(KnownShader {
                    name: format!("{}, shader {number}", program.name),
                    file: file.clone(),
                    number,
                    found: own.map(|diagnostic| diagnostic.code).collect(),
                });
            }
        }
    }
    all
}

/// No unset flags are missed: flags that vertex shaders test before any `cmp` are reported.
#[test]
fn unset_flags_of_all_programs_are_reported() {
    let mut unset = 0;
    for shader in known().iter().filter(|shader| !shader.is_geometry()) {
        if runs(&shader.file, shader.number).wrong.contains(&Code::UnsetFlags) {
            assert!(shader.found.contains(&Code::UnsetFlags), "{}", shader.name);
            unset += 1;
        }
    }
    assert!(unset > 10, "only {unset} shaders");
}

/// Diagnostics that geometry shaders draw nothing are correct; other diagnostics depend on inputs.
#[test]
fn geometry_shaders_of_all_programs_do_what_is_reported() {
    let (mut silent, mut empty) = (0, 0);
    for shader in known().iter().filter(|shader| shader.is_geometry()) {
        let seen = runs(&shader.file, shader.number);
        if shader.found.contains(&Code::NoPrimitive) {
            assert!(!seen.draws, "{}", shader.name);
            silent += 1;
        }
        if shader.found.contains(&Code::UnsetVertex) && seen.draws {
            assert!(seen.wrong.contains(&Code::UnsetVertex), "{}", shader.name);
            empty += 1;
        }
    }
    assert!(silent > 10 && empty > 5, "only {silent} and {empty} shaders");
}
