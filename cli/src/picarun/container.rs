//! Execution of the shader of a DXBC container.

use std::io::{self, BufWriter, Write};

use clap::ArgMatches;
use clap::parser::ValueSource;
use pica200_diagnostics::Code;
use pica200_dxbc::program::{Dimension, RegisterKind};
use pica200_dxbc_machine::{FaultKind, UnsupportedReason};
use pica200_machine::{Counts, Precision};

use super::feed;
use super::options::CommandLine;
use super::run::{Outcome, write};
use super::show::Results;
use super::trace::Trace;
use crate::profile::{Profile, Subject, Texts, html};
use crate::program::Streams;
use crate::session_ext::SessionExt;
use pica200::diagnostic::{Diagnostic, Location};
use pica200::input::InputFile;
use pica200::job::Job;
use pica200::session::Session;
use pica200::shader::direct3d::{Direct3d, Machines, RunFault, RunResult, Setup, open};
use pica200::shader::runs::fault_text;

/// Why an option does not apply to containers.
pub(super) const COMPILED: &str = "its shader is already compiled";
const ONE_SHADER: &str = "it has one shader";
const WIDE: &str = "Direct3D registers have 32 bits";
const NO_PRIMITIVES: &str = "a Direct3D geometry shader declares its primitive";

/// The options that do not apply to containers: argument id, name, reason.
const UNSUPPORTED_OPTIONS: [(&str, &str, &str); 9] = [
    ("libraries", "--library", COMPILED),
    ("folders", "--library-path", COMPILED),
    ("no-nop", "--no-nop", COMPILED),
    ("no-pseudo", "--no-pseudo", COMPILED),
    ("include-path", "--include-path", COMPILED),
    ("shader", "--shader", ONE_SHADER),
    ("entry", "--entry", ONE_SHADER),
    ("stride", "--stride", NO_PRIMITIVES),
    ("primitive", "--primitive", NO_PRIMITIVES),
];

/// Returns an error if the command line has an option that does not apply to containers. `name` is the container's file
/// name.
pub(super) fn unsupported_option(options: &CommandLine, matches: &ArgMatches, name: &str) -> Result<(), String> {
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let unfit = UNSUPPORTED_OPTIONS.iter().find(|(id, ..)| is_given(id));
    let found = match unfit {
        Some((_, option, why)) => Some((*option, *why)),
        None if options.float24 && options.machines() == Machines::Direct3d => Some(("--float24", WIDE)),
        None if !options.levels.defines.is_empty() => Some(("-D NAME=NUMBER", COMPILED)),
        None => None,
    };
    match found {
        Some((option, why)) => Err(format!(
            "`{option}` applies to PICA200 shaders; `{name}` is a DXBC container: {why}"
        )),
        None => Ok(()),
    }
}

/// Runs the shader of a container, and prints the requested results. Returns the page of the profile, if requested.
pub(super) fn run<'s>(
    options: &CommandLine,
    job: &Job,
    file: &'s InputFile,
    session: &mut Session<'s>,
    streams: &mut Streams<'_>,
) -> Option<String> {
    let shader = open(job, file, options.machines(), session)?;
    let setup = match set_up(options, &shader, &file.name, streams) {
        Ok(setup) => setup,
        Err(diagnostics) => {
            session.diagnostics.extend(diagnostics);
            return None;
        }
    };
    session
        .diagnostics
        .extend(feed::incomplete_primitive_in_container(&setup, &file.name));
    let texts = Texts::new(&session.sources);
    let run = ContainerRun {
        options,
        file,
        shader: &shader,
        texts: &texts,
    };
    let outcome = match &shader.translation {
        Some(translation) => run.run_translation(translation, &setup, streams.stdout),
        None => run.run(&setup, streams.stdout),
    };
    session.handle_write_result(outcome.written);
    session.add(outcome.diagnostics);
    outcome.page
}

/// Returns a machine with all values set, and the vertices to feed.
fn set_up<'p>(
    options: &CommandLine,
    shader: &'p Direct3d,
    name: &str,
    streams: &Streams<'_>,
) -> Result<Setup<'p>, Vec<Diagnostic>> {
    let mut setup = Setup::new(shader);
    setup.budget = options.budget;
    if options.float24 {
        setup.precision = Precision::Float24;
    }
    let settings = options.settings();
    let set = settings.filter_map(|setting| {
        let applied = setting.apply_to_container(&mut setup, name, streams.files);
        applied.err()
    });
    let mut diagnostics: Vec<_> = set.collect();
    let fed = options.feed.feed(&mut setup, name, streams.files);
    diagnostics.extend(fed.err());
    let textures = &options.textures;
    diagnostics.extend(textures.apply(&mut setup, name, streams.files));
    if diagnostics.is_empty() {
        Ok(setup)
    } else {
        Err(diagnostics)
    }
}

/// A shader of a container to run.
pub(super) struct ContainerRun<'j> {
    pub(super) options: &'j CommandLine,
    pub(super) file: &'j InputFile,
    pub(super) shader: &'j Direct3d,
    pub(super) texts: &'j Texts<'j, 'j>,
}

impl ContainerRun<'_> {
    fn run(&self, setup: &Setup<'_>, stdout: &mut dyn Write) -> Outcome {
        let mut out = BufWriter::new(stdout);
        let mut counts = Counts::new(&self.shader.program);
        let (ended, traced) = self.execute(setup, &mut counts, &mut out);
        let mut profile = Profile::new(Subject::Direct3d(self.shader));
        let runs = match &ended {
            Ok(ran) => ran.runs,
            Err(stop) => stop.before + 1,
        };
        profile.add(&counts, runs);
        let results = ended.as_ref().ok();
        let results = results.map(|ran| Results::from_container(setup, ran));
        let written = traced
            .and_then(|()| {
                let results = results.as_ref();
                write(self.options, results, &profile, self.texts, None, &mut out)
            })
            .and_then(|()| out.flush());
        let is_wanted = ended.is_ok() && self.options.profile_html.is_some();
        Outcome {
            written,
            diagnostics: ended
                .err()
                .and_then(|stop| self.stop_diagnostic(&stop))
                .into_iter()
                .collect(),
            page: is_wanted.then(|| self.page(&profile, &[])),
        }
    }

    /// Runs the shader, and writes the trace. Returns the results of the runs and of writing.
    fn execute(&self, setup: &Setup<'_>, counts: &mut Counts, out: &mut dyn Write) -> (RunResult, io::Result<()>) {
        let Some(form) = self.options.trace else {
            return (setup.run(counts), Ok(()));
        };
        // The page covers the whole run, even if the reader of the trace closes the stream.
        let may_stop = self.options.profile_html.is_none();
        let mut trace = Trace::new(form, &self.shader.listing, may_stop, out);
        let ended = setup.run(&mut (counts, &mut trace));
        (ended, trace.finish())
    }

    pub(super) fn page(&self, profile: &Profile<'_>, instructions: &[String]) -> String {
        let page = html::Page {
            profile,
            texts: self.texts,
            instructions,
            inputs: &[&self.file.name],
        };
        page.to_html()
    }

    /// Describes a run that did not end normally; `None` if it stopped because the reader of the trace closed the
    /// stream.
    pub(super) fn stop_diagnostic(&self, stop: &RunFault) -> Option<Diagnostic> {
        let RunFault { fault, before } = stop;
        if fault.kind == FaultKind::Stopped {
            return None;
        }
        let name = &self.file.name;
        let mut diagnostic = Diagnostic::for_file(Code::ShaderFault, name, fault_text(fault, *before));
        let mut steps = self.shader.program.instructions().iter();
        let step = steps.position(|instruction| instruction.at == fault.location.at);
        if let Some(step) = step.and_then(|step| self.shader.listing.step(step)) {
            diagnostic = diagnostic.with_location(Location::Line {
                object: name.clone(),
                file: self.file.recorded_name.clone(),
                line: step.line,
            });
        }
        Some(match fault.kind {
            FaultKind::BudgetUsedUp { .. } => diagnostic.with_help("raise the limit with `--budget`"),
            FaultKind::NoResource { resource } => {
                let mut textures = self.shader.program.textures().iter();
                let is_texture = resource.kind == RegisterKind::RESOURCE
                    && textures.any(|slot| slot.register == resource.number && slot.dimension != Dimension::BUFFER);
                diagnostic.with_help(if is_texture {
                    format!("bind a picture with `--texture {resource}=FILE.png`")
                } else {
                    "picarun does not support buffers and views; the Rust crate `pica200-dxbc-machine` does".to_owned()
                })
            }
            FaultKind::Unsupported(UnsupportedReason::Derivative) => diagnostic
                .with_help("picarun runs one pixel; a `Quad` of the Rust crate `pica200-dxbc-machine` has neighbours"),
            _ => diagnostic,
        })
    }
}
