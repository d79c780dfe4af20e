//! `picarun`: runs a shader, and prints what comes out.

mod feed;
mod file;
mod job;
mod load;
mod options;
mod show;
mod trace;
mod values;

use std::ffi::OsString;

use pica200_machine::{LoadError, Program, ShaderChoice};
use pica200_objfmt::shbin::Shbin;
use pica200_objfmt::similar::most_similar;

use crate::destination::{Destination, conflicts};
use crate::input::is_stdin;
use crate::profile::Texts;
use crate::program::{Status, Streams, parse_literally, usage};
use crate::report::Report;
use crate::session::Session;
use job::Job;
use options::Options;

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let options: Options = match parse_literally(arguments, streams) {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.files.iter().filter(|file| is_stdin(file)).count() > 1 {
        return usage::<Options>("standard input can be read only once", streams);
    }
    let page = options.profile_html.clone().map(Destination::from_argument);
    if page == Some(Destination::Stdout) {
        return usage::<Options>(
            "the page of `--profile-html` cannot go to standard output, where the results go",
            streams,
        );
    }
    run(&options, page, streams)
}

/// Runs a shader, and writes the page of its profile.
fn run(options: &Options, page: Option<Destination>, streams: &mut Streams<'_>) -> Status {
    let mut session = Session::default();
    let files = load::read(&options.files, streams, &mut session.reports);
    let inputs = files.iter().filter_map(|file| file.path.as_deref());
    let conflicts = conflicts(&page, inputs.chain(options.files_of_values()));
    session.reports.extend(conflicts);
    let shbin = load::binary(&files, &mut session);
    let mut outputs = Vec::new();
    if let Some(shbin) = shbin.filter(|_| !session.has_errors()) {
        let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        let html = run_shader(options, &names, &shbin, &mut session, streams);
        outputs.extend(page.zip(html.map(String::into_bytes)));
    }
    session.finish(&outputs, options.diagnostics, streams)
}

/// Runs a shader of a binary. `inputs` are the names of the files that it was made of. The page of the profile, if there
/// is to be one.
fn run_shader(
    options: &Options,
    inputs: &[&str],
    shbin: &Shbin,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) -> Option<String> {
    let choice = match &options.entry {
        Some(name) => ShaderChoice::Entry(name),
        None => ShaderChoice::Index(options.shader),
    };
    let program = match Program::load(shbin, choice) {
        Ok(program) => program,
        Err(error) => {
            let name = inputs.first().copied().unwrap_or_default();
            session.reports.push(cannot_load(&error, name));
            return None;
        }
    };
    let texts = Texts::new(&session.sources);
    let job = Job {
        options,
        shbin,
        program: &program,
        inputs,
        texts: &texts,
    };
    let outcome = match job.set_up(streams) {
        Ok((machine, feeding)) => job.run(machine, feeding, streams.stdout),
        Err(reports) => {
            session.reports.extend(reports);
            return None;
        }
    };
    session.shown(outcome.written);
    session.add(outcome.reports);
    outcome.page
}

/// What to say of a shader that cannot be loaded. `file` is what messages call its file.
fn cannot_load(error: &LoadError, file: &str) -> Report {
    let name = match error {
        LoadError::NoIndex { .. } | LoadError::NoEntry { .. } => "no-such-shader",
        LoadError::EntryOutside { .. } => "damaged-file",
    };
    let report = Report::of_file(name, file, format!("`{file}`: {error}"));
    let similar = match error {
        LoadError::NoEntry { name, names } => most_similar(name, names.iter().map(String::as_str)),
        _ => None,
    };
    match similar {
        Some(name) => report.with_help(format!("did you mean `{name}`?")),
        None => report,
    }
}
