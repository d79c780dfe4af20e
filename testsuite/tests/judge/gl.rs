//! The reference implementation: the program `judge/gl.c`, which runs shaders on an installed OpenGL.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use pica200_testsuite::corpus::folder;

/// The component type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Float,
    Int,
    Uint,
    Bool,
}

/// The type of an attribute, a uniform or an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) kind: Kind,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

impl Shape {
    /// Returns the number of components.
    pub(crate) fn components(self) -> usize {
        self.columns * self.rows
    }

    /// Parses `f14`. Returns `None` for types that the judge does not support.
    fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let kind = match letters.next()? {
            'f' => Kind::Float,
            'i' => Kind::Int,
            'u' => Kind::Uint,
            'b' => Kind::Bool,
            _ => return None,
        };
        let mut number = || usize::try_from(letters.next()?.to_digit(10)?).ok();
        Some(Self {
            kind,
            columns: number()?,
            rows: number()?,
        })
    }
}

/// An attribute, a uniform or an output of a shader, with its OpenGL name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    /// The number of elements; 1 if it is not an array.
    pub(crate) size: usize,
    /// The location of an attribute.
    pub(crate) location: Option<usize>,
}

/// The inputs and outputs of a shader.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Interface {
    pub(crate) attributes: Vec<Variable>,
    pub(crate) uniforms: Vec<Variable>,
    pub(crate) outputs: Vec<Variable>,
}

/// Values by OpenGL name: attributes of all vertices, one after another; matrices by columns.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Values {
    pub(crate) vertices: usize,
    pub(crate) attributes: BTreeMap<String, Vec<f32>>,
    pub(crate) uniforms: BTreeMap<String, Vec<f32>>,
}

/// The reason why a shader was not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// OpenGL rejects it, with this log.
    Invalid(String),
    /// The process ended: the renderer crashed or hung.
    Ended,
}

/// A running judge process.
pub(crate) struct Judge {
    program: PathBuf,
    process: Process,
}

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    renderer: String,
}

impl Judge {
    /// Starts a judge. The error says what is not installed.
    pub(crate) fn start() -> Result<Self, String> {
        static PROGRAM: OnceLock<Result<PathBuf, String>> = OnceLock::new();
        let program = PROGRAM.get_or_init(build).clone()?;
        let process = Process::start(&program)?;
        Ok(Self { program, process })
    }

    /// Returns the name of the renderer.
    pub(crate) fn renderer(&self) -> &str {
        &self.process.renderer
    }

    /// Compiles a shader for later draws.
    pub(crate) fn load(&mut self, source: &str) -> Result<Interface, Refusal> {
        let answer = self.ask(&format!("shader {}\n{source}", source.len()))?;
        let mut interface = Interface::default();
        let mut log = Vec::new();
        for line in &answer {
            let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
            let list = match what {
                "attribute" => &mut interface.attributes,
                "uniform" => &mut interface.uniforms,
                "output" => &mut interface.outputs,
                _ => {
                    log.push(rest.to_owned());
                    continue;
                }
            };
            match variable(rest) {
                Some(variable) => list.push(variable),
                None => log.push(format!("a type that is not supported: {rest}")),
            }
        }
        let locations = interface.attributes.iter().filter_map(|a| a.location);
        let distinct: BTreeSet<_> = locations.clone().collect();
        if distinct.len() < locations.count() {
            // Each location has one array of numbers.
            log.push("attributes that share a location".to_owned());
        }
        if log.is_empty() {
            Ok(interface)
        } else {
            Err(Refusal::Invalid(log.join("\n")))
        }
    }

    /// Runs the shader that was loaded last. Returns the values of each output, one vertex after another.
    pub(crate) fn draw(&mut self, values: &Values) -> Result<BTreeMap<String, Vec<f64>>, Refusal> {
        let mut text = String::new();
        for (what, table) in [("attribute", &values.attributes), ("uniform", &values.uniforms)] {
            for (name, numbers) in table {
                let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
                text += &format!("{what} {name} {}\n", numbers.join(" "));
            }
        }
        text += &format!("draw {}\n", values.vertices);
        let answer = self.ask(&text)?;
        let outputs = answer.iter().filter_map(|line| {
            let mut words = line.strip_prefix("output ")?.split(' ');
            let name = words.next()?.to_owned();
            Some((name, words.filter_map(|word| word.parse().ok()).collect()))
        });
        Ok(outputs.collect())
    }

    /// Sends commands, and returns the lines of the response up to `end`. If the judge ends, another one is started.
    fn ask(&mut self, commands: &str) -> Result<Vec<String>, Refusal> {
        let answer = self.process.ask(commands);
        answer.ok_or_else(|| {
            let _ = self.process.child.wait();
            self.process = Process::start(&self.program).expect("the judge started before");
            Refusal::Ended
        })
    }
}

impl Process {
    fn start(program: &Path) -> Result<Self, String> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let mut output = BufReader::new(output.expect("the output is a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("the judge answers");
        let renderer = line.trim().strip_prefix("renderer ");
        match renderer {
            Some(renderer) => Ok(Self {
                child,
                input: input.expect("the input is a pipe"),
                output,
                renderer: renderer.to_owned(),
            }),
            None => {
                let _ = child.wait();
                Err(match line.trim().strip_prefix("none ") {
                    Some(why) => why.to_owned(),
                    None => "the renderer crashes".to_owned(),
                })
            }
        }
    }

    fn ask(&mut self, commands: &str) -> Option<Vec<String>> {
        self.input.write_all(commands.as_bytes()).ok()?;
        self.input.flush().ok()?;
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end() {
                "end" => return Some(lines),
                line => lines.push(line.to_owned()),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Parses `NAME TYPE SIZE LOCATION`, of which the last two may be missing.
fn variable(text: &str) -> Option<Variable> {
    let mut words = text.split(' ');
    Some(Variable {
        name: words.next()?.to_owned(),
        shape: Shape::parse(words.next()?)?,
        size: words.next().map_or(Some(1), |word| word.parse().ok())?,
        location: words.next().and_then(|word| word.parse().ok()),
    })
}

/// Compiles the judge.
fn build() -> Result<PathBuf, String> {
    if !cfg!(target_os = "linux") {
        return Err("the judge is for Linux".to_owned());
    }
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("judge-gl");
    // Tests of other processes may compile it at the same time.
    let own = program.with_extension(std::process::id().to_string());
    let built = Command::new("cc")
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&own)
        .arg(folder("judge/gl.c"))
        .arg("-ldl")
        .output();
    let built = built.map_err(|error| format!("`cc` cannot be started: {error}"))?;
    if !built.status.success() {
        let log = String::from_utf8_lossy(&built.stderr).into_owned();
        // A missing linker is not an error in the source of the judge.
        assert!(!log.contains("gl.c:"), "{log}");
        return Err(format!("`cc` makes no program: {log}"));
    }
    std::fs::rename(&own, &program).map_err(|error| error.to_string())?;
    Ok(program)
}
