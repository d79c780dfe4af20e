//! Runs two shaders on the same values, and compares all visible results.

use std::mem::discriminant;

use pica200_machine::{Batch, Fault, Feed, FeedError, Machine, Program, ShaderChoice, Value, Vector};
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::register::Bank;
use pica200_testsuite::random::Random;

use crate::values::{Values, registers, set_inputs, set_uniforms};

/// The number of uniform sets for each shader, and the number of runs for each set, with other inputs: registers are
/// kept between runs.
const SETS: u64 = 16;
const RUNS: usize = 3;
/// The number of batches for each shader, each with other uniforms.
const BATCHES: u64 = 2;
/// An instruction limit that no terminating program of the suite reaches.
const BUDGET: u64 = 5_000;

/// Statistics of compared results.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ComparisonStats {
    shaders: usize,
    /// Completed runs of vertex shaders.
    vertex_runs: u64,
    /// Completed runs of geometry shaders, in point, variable and fixed mode.
    geometry_runs: [u64; 3],
    /// Registers of the vertices that geometry shaders emitted.
    vertices: usize,
    triangles: usize,
}

/// The visible results of a run, for comparison: bits, with all NaN equal.
#[derive(PartialEq, Debug)]
struct Behaviour {
    /// The numbers of runs and instructions, or the kind of the fault without its address, which differs between links.
    ended: Result<(u64, u64), String>,
    outputs: Vec<[u32; 4]>,
    temporaries: Vec<[u32; 4]>,
    vertices: Vec<[u32; 4]>,
    triangles: Vec<(Vec<[u32; 4]>, bool)>,
    addresses: ([i32; 2], i32),
    flags: [bool; 2],
}

fn bits(vector: &Vector) -> [u32; 4] {
    vector.map(|lane| {
        if lane.is_nan() {
            f32::NAN.to_bits()
        } else {
            lane.to_bits()
        }
    })
}

impl Behaviour {
    fn of(machine: &mut Machine, ended: Result<(u64, u64), String>) -> Self {
        let temporaries = registers(Bank::Temporary).filter_map(|register| {
            let Value::Vector(vector) = machine.get(register)? else {
                return None;
            };
            Some(bits(&vector))
        });
        let temporaries = temporaries.collect();
        let emitted = machine.take_emitted();
        let triangles = emitted.triangles.iter().map(|triangle| {
            let corners = triangle.corners.as_flattened();
            (corners.iter().map(bits).collect(), triangle.inverted)
        });
        Self {
            ended,
            outputs: machine.outputs().iter().map(bits).collect(),
            temporaries,
            vertices: emitted.vertices.as_flattened().iter().map(bits).collect(),
            triangles: triangles.collect(),
            addresses: (machine.address(), machine.loop_counter()),
            flags: machine.flags(),
        }
    }

    fn run(machine: &mut Machine) -> Self {
        let ended = machine.run(BUDGET);
        let ended = ended.map(|run| (1, run.instructions));
        Self::of(machine, ended.map_err(|fault| fault_kind(&fault)))
    }

    fn feed(machine: &mut Machine, feed: &mut Feed, vertices: &[Vec<Vector>]) -> Self {
        let ended = feed.feed(machine, vertices, BUDGET);
        let ended = ended.map(|fed| (fed.runs, fed.instructions));
        Self::of(machine, ended.map_err(|error| feed_kind(&error)))
    }
}

fn fault_kind(fault: &Fault) -> String {
    format!("{:?}", discriminant(&fault.kind))
}

fn feed_kind(error: &FeedError) -> String {
    match error {
        FeedError::Fault { fault, .. } => fault_kind(fault),
        other => other.to_string(),
    }
}

impl ComparisonStats {
    /// Returns the number of completed runs of vertex shaders.
    pub(crate) fn vertex_runs(&self) -> u64 {
        self.vertex_runs
    }

    /// Compares the shaders of two files, except for those with these indices.
    ///
    /// # Errors
    ///
    /// Returns the location and both results if they differ.
    pub(crate) fn compare(&mut self, name: &str, files: [&Shbin; 2], left_out: &[usize]) -> Result<(), String> {
        let [first, second] = files.map(|file| file.shaders.as_slice());
        if first.len() != second.len() {
            return Err(format!("{name}: {} shaders, {}", first.len(), second.len()));
        }
        for (number, shaders) in first.iter().zip(second).enumerate() {
            if left_out.contains(&number) {
                continue;
            }
            let choice = ShaderChoice::Index(number);
            let programs = files.map(|file| Program::load(file, choice).expect("a linked program can be loaded"));
            self.shaders += 1;
            for seed in 0..SETS {
                self.compare_shaders(&programs, shaders.into(), &mut Random(seed))
                    .map_err(|text| format!("{name}, shader {number}, seed {seed}, {text}"))?;
            }
        }
        Ok(())
    }

    /// Returns true if vertex shaders and geometry shaders of one mode had at least `runs` runs.
    pub(crate) fn has_run(&self, runs: u64) -> bool {
        self.vertex_runs >= runs && self.geometry_runs.iter().any(|&of_mode| of_mode >= runs)
    }

    /// Returns true if vertex shaders had at least `runs` runs.
    pub(crate) fn has_run_vertices(&self, runs: u64) -> bool {
        self.vertex_runs >= runs
    }

    /// Panics if too little was compared, for all golden programs and examples.
    pub(crate) fn check(&self) {
        let enough = self.shaders >= 270
            && self.vertex_runs >= 10_000
            && self.geometry_runs.iter().all(|&runs| runs >= 800)
            && self.vertices >= 100_000
            && self.triangles >= 3_000;
        assert!(enough, "{self:?}");
    }

    fn compare_shaders(
        &mut self,
        programs: &[Program; 2],
        shaders: [&Shader; 2],
        random: &mut Random,
    ) -> Result<(), String> {
        let mut machines = programs.each_ref().map(Machine::new);
        set_uniforms(&mut machines, shaders, random);
        set_inputs(&mut machines, random);
        match programs.each_ref().map(Program::is_geometry) {
            [false, false] => self.compare_runs(&mut machines, random),
            [true, true] => self.compare_feeds(&mut machines, random),
            _ => Err("only one of the two is a geometry shader".to_owned()),
        }
    }

    /// Compares the vertices of batches with separate machines, for all shaders of a file.
    ///
    /// # Errors
    ///
    /// Returns the location and both results if they differ.
    pub(crate) fn compare_batches(&mut self, name: &str, file: &Shbin) -> Result<(), String> {
        for (number, shader) in file.shaders.iter().enumerate() {
            let choice = ShaderChoice::Index(number);
            let program = Program::load(file, choice).expect("a linked program can be loaded");
            self.shaders += 1;
            for seed in 0..BATCHES {
                self.compare_batch(&program, shader, &mut Random(seed))
                    .map_err(|text| format!("{name}, shader {number}, seed {seed}, {text}"))?;
            }
        }
        Ok(())
    }

    fn compare_batch(&mut self, program: &Program, shader: &Shader, random: &mut Random) -> Result<(), String> {
        let mut both = [Machine::new(program), Machine::new(program)];
        set_uniforms(&mut both, [shader, shader], random);
        let [machine, _] = both;
        let mut batch = Batch::new(&machine);
        let mut alone = [(); Batch::SIZE].map(|()| machine.clone());
        // A batch keeps the emitted vertices.
        let runs = if program.is_geometry() { 1 } else { RUNS };
        for _ in 0..runs {
            for (vertex, machine) in alone.iter_mut().enumerate() {
                for register in registers(Bank::Input) {
                    let value = random.value(register.bank);
                    machine.set(register, value).expect("the register exists");
                    let set = batch.set(vertex, register, value);
                    set.expect("the register exists");
                }
            }
            batch.run(Batch::SIZE, BUDGET);
            let results: Vec<_> = batch.results().collect();
            for (vertex, (result, machine)) in results.into_iter().zip(&mut alone).enumerate() {
                let result = result.map(|run| (1, run.instructions));
                let mut together = batch.machine(vertex).expect("the vertex exists");
                let both = [
                    Behaviour::of(&mut together, result.map_err(|fault| fault_kind(&fault))),
                    Behaviour::run(machine),
                ];
                let one = same(both).map_err(|text| format!("vertex {vertex}: {text}"))?;
                self.vertex_runs += one.ended.map_or(0, |(runs, _)| runs);
            }
        }
        Ok(())
    }

    fn compare_runs(&mut self, machines: &mut [Machine; 2], random: &mut Random) -> Result<(), String> {
        for number in 0..RUNS {
            let both = machines.each_mut().map(Behaviour::run);
            let one = same(both).map_err(|text| format!("run {number}: {text}"))?;
            self.vertex_runs += one.ended.map_or(0, |(runs, _)| runs);
            set_inputs(machines, random);
        }
        Ok(())
    }

    /// Compares the output of two geometry shaders for the same vertices.
    fn compare_feeds(&mut self, machines: &mut [Machine; 2], random: &mut Random) -> Result<(), String> {
        let (stride, outputs) = (random.count(6), random.count(3));
        let [one, other] = machines;
        let feed = |machine: &Machine| Feed::new(machine.program(), stride, outputs).expect("small primitives fit");
        let (mut one_feed, mut other_feed) = (feed(one), feed(other));
        let mode = usize::from(one.program().geometry().mode);
        for number in 0..RUNS {
            let vertices = random.vertices(outputs);
            let both = [
                Behaviour::feed(one, &mut one_feed, &vertices),
                Behaviour::feed(other, &mut other_feed, &vertices),
            ];
            let seen = same(both).map_err(|text| format!("feed {number}: {text}"))?;
            self.vertices += seen.vertices.len();
            self.triangles += seen.triangles.len();
            self.geometry_runs[mode] += seen.ended.map_or(0, |(runs, _)| runs);
        }
        Ok(())
    }
}

/// Returns the results if both are the same.
fn same([one, other]: [Behaviour; 2]) -> Result<Behaviour, String> {
    if one == other {
        Ok(one)
    } else {
        Err(format!("{one:#?} and {other:#?}"))
    }
}
