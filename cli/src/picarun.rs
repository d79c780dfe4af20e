//! `picarun`: runs a shader, and prints what comes out; or runs tests of shaders.

mod file;
mod options;
mod show;
mod test;
mod trace;
mod values;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::slice;

use pica200_machine::{
    Executed, Fault, FaultKind, Machine, Precision, Program, Run, ShaderChoice, Tracer,
};
use pica200_objfmt::shbin::Shbin;

use crate::input::InputFile;
use crate::program::{Status, Streams, parse};
use crate::report::{Location, Place, Report};
use crate::session::Session;
use crate::shader::binary::{binary, cannot_load};
use options::{Form, Options};
use show::Results;
use trace::Trace;

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let options: Options = match parse(arguments, streams) {
        Ok(options) => options,
        Err(status) => return status,
    };
    let Some(path) = &options.file else {
        return test::run(&options.testing, options.diagnostics, streams);
    };
    let read = InputFile::read(path, streams.files, streams.stdin);
    let mut session = Session::default();
    match &read {
        Ok(file) => {
            if let Some(shbin) = binary(slice::from_ref(file), &mut session) {
                run(&options, file, &shbin, &mut session, streams);
            }
        }
        Err(report) => session.reports.push(report.clone()),
    }
    session.say(options.diagnostics, streams)
}

/// Runs a shader of a binary.
fn run(
    options: &Options,
    file: &InputFile,
    shbin: &Shbin,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let choice = match &options.entry {
        Some(name) => ShaderChoice::Entry(name),
        None => ShaderChoice::Index(options.shader),
    };
    let program = match Program::load(shbin, choice) {
        Ok(program) => program,
        Err(error) => return session.reports.push(cannot_load(&error, &file.name)),
    };
    let precision = if options.float24 {
        Precision::Float24
    } else {
        Precision::Single
    };
    let mut machine = Machine::with_precision(&program, precision);
    let (vectors, others) = (
        [&options.inputs, &options.floats],
        [&options.integers, &options.booleans],
    );
    for setting in vectors.into_iter().chain(others).flatten() {
        let set = setting.apply(&mut machine, &file.name, streams);
        session.reports.extend(set.err());
    }
    if session.has_errors() {
        return;
    }
    let mut out = BufWriter::new(&mut *streams.stdout);
    match execute(options, shbin, &mut machine, &mut out) {
        Ok(None) => {}
        Ok(Some(fault)) => session.add(vec![of_fault(&fault, file)]),
        Err(error) => session.shown(Err(error)),
    }
}

/// Runs a machine and writes its trace, then what comes out. The fault is what ended the run before its `end`.
fn execute(
    options: &Options,
    shbin: &Shbin,
    machine: &mut Machine<'_>,
    out: &mut dyn Write,
) -> io::Result<Option<Fault>> {
    let ended = match options.trace {
        None => machine.run(options.budget),
        Some(form) => traced(form, options.budget, shbin, machine, out)?,
    };
    let fault = match ended {
        Ok(run) => {
            let results = Results::new(machine, run);
            match options.trace {
                Some(Form::Json) => results.json(out)?,
                Some(Form::Text) | None => results.text(out)?,
            }
            None
        }
        Err(fault) => Some(fault),
    };
    out.flush()?;
    Ok(fault)
}

fn traced(
    form: Form,
    budget: u64,
    shbin: &Shbin,
    machine: &mut Machine<'_>,
    out: &mut dyn Write,
) -> io::Result<Result<Run, Fault>> {
    let mut trace = Trace::new(form, shbin, machine.program(), out);
    let ended = machine.run_observed(
        budget,
        &mut Tracer(|executed: &Executed<'_>| trace.executed(executed)),
    );
    trace.finish()?;
    Ok(ended)
}

/// What to say of a run that does not come to its end.
fn of_fault(fault: &Fault, file: &InputFile) -> Report {
    let mut report = Report::of_file("shader-fault", &file.name, fault.to_string());
    if let Some((source, line)) = &fault.place.source {
        report.places = vec![Place {
            location: Location::Line {
                object: file.name.clone(),
                file: source.clone(),
                line: *line,
            },
            text: String::new(),
        }];
    }
    match fault.kind {
        FaultKind::BudgetUsedUp { .. } => report.with_help("`--budget` allows more"),
        _ => report,
    }
}
