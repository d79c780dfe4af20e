//! `picarun`: runs a shader and prints its outputs, runs shader tests, or renders scenes.

mod compare;
mod container;
mod feed;
mod file;
mod options;
mod render;
mod run;
mod show;
mod test;
mod textures;
mod trace;
mod translation;
mod values;

use crate::session_ext::SessionExt;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::ArgMatches;

use pica200_machine::Program;
use pica200_objfmt::formats::shbin::Shbin;

use crate::destination::{conflicts, from_argument};
use crate::profile::{Comparison, Texts};
use crate::program::{Status, Streams, parse_without_response_files, usage};
use options::CommandLine;
use pica200::input::{InputFile, InputKind, is_stdin};
use pica200::job::Destination;
use pica200::job::variants::variant_file;
use pica200::session::Session;
use pica200::shader::binary::{binary, cannot_load, job_to_run, make_names_unique};
use pica200::wrapped::unwrap_only;
use run::ShaderRun;
use values::Setting;

/// Returns the command line.
pub(crate) fn command_line() -> clap::Command {
    crate::help::command::<CommandLine>()
}

/// Runs the program. `arguments` begin with the program's name.
pub fn main(arguments: Vec<OsString>, streams: &mut Streams<'_>) -> Status {
    let (mut options, matches): (CommandLine, _) = match parse_without_response_files(arguments, streams) {
        Ok(parsed) => parsed,
        Err(status) => return status,
    };
    if let Err(status) = options.levels.apply_environment::<CommandLine>(streams) {
        return status;
    }
    let inputs = options.files.iter().chain(&options.testing.test);
    let inputs = inputs.chain(&options.rendering.render);
    if inputs.filter(|file| is_stdin(file)).count() > 1 {
        return usage::<CommandLine>("standard input can be read only once", streams);
    }
    let page = options.profile_html.clone().map(from_argument);
    if page == Some(Destination::Stdout) {
        return usage::<CommandLine>(
            "the page of `--profile-html` cannot go to standard output, which has the results",
            streams,
        );
    }
    if let Some(scene) = &options.rendering.render {
        return render::run(&options, &matches, scene, streams);
    }
    match options.testing.test.len() {
        0 => run(&options, &matches, page, streams),
        2.. if page.is_some() => usage::<CommandLine>("`--profile-html` takes one test file", streams),
        _ => test::run(&options, &matches, page.as_ref(), streams),
    }
}

/// Runs a shader, and writes the page of its profile.
fn run(options: &CommandLine, matches: &ArgMatches, page: Option<Destination>, streams: &mut Streams<'_>) -> Status {
    let mut job = job_to_run();
    options.apply(matches, &mut job);
    let mut session = Session::new(streams.files);
    let mut files = job.read(&mut session, streams.stdin);
    let unwrapped = unwrap_only(&mut files, options.shader_file);
    make_names_unique(&mut files);
    if let Err(message) = check(options, matches, &files) {
        return usage::<CommandLine>(&message, streams);
    }
    let ran = match files.as_slice() {
        _ if unwrapped.is_err() => {
            session.diagnostics.extend(unwrapped.err());
            RunInput::Binary(None)
        }
        [file] if file.kind == InputKind::Container => RunInput::Container(file),
        _ => RunInput::Binary(match variant_file(&files) {
            Some(file) if options.profile => {
                let compared = compare::compare(options, &job, file, &files, &mut session, streams);
                compared.map(|(shbin, comparison)| (shbin, Some(comparison)))
            }
            _ => binary(&job, &files, &mut session).map(|shbin| (shbin, None)),
        }),
    };
    let inputs = files.iter().filter_map(|file| file.path.as_deref());
    let inputs = inputs.chain(session.included.iter().map(PathBuf::as_path));
    let conflicts = conflicts(&page, inputs.chain(options.files_of_values()));
    session.diagnostics.extend(conflicts);
    let mut outputs = Vec::new();
    if !session.has_errors() {
        let html = match ran {
            RunInput::Container(file) => container::run(options, &job, file, &mut session, streams),
            RunInput::Binary(binary) => binary.and_then(|(shbin, comparison)| {
                let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
                let comparison = comparison.as_ref();
                run_shader(options, &names, &shbin, comparison, &mut session, streams)
            }),
        };
        outputs.extend(page.zip(html.map(String::into_bytes)));
    }
    session.finish(&outputs, options.diagnostics, streams)
}

/// The shader to run.
enum RunInput<'f> {
    /// The shader of a container.
    Container(&'f InputFile),
    /// A shader binary, with a comparison of all variations if requested; `None` after errors.
    Binary(Option<(Shbin, Option<Comparison>)>),
}

/// Checks that the options fit the kind of the shader. Returns a usage error.
fn check(options: &CommandLine, matches: &ArgMatches, files: &[InputFile]) -> Result<(), String> {
    match files {
        [file] if file.kind == InputKind::Container => container::unsupported_option(options, matches, &file.name),
        _ if options.target.is_some() => Err("`--target` requires a DXBC container as the only input".to_owned()),
        _ => match options.textures.first_option() {
            Some(option) => Err(format!(
                "`{option}` applies to shaders of DXBC containers; PICA200 shaders have no textures"
            )),
            None => options.settings().try_for_each(Setting::check),
        },
    }
}

/// Runs a shader of a binary. `inputs` are the names of the files it was built from. Returns the page of the profile,
/// if requested.
fn run_shader(
    options: &CommandLine,
    inputs: &[&str],
    shbin: &Shbin,
    comparison: Option<&Comparison>,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) -> Option<String> {
    let program = match Program::load(shbin, options.choice()) {
        Ok(program) => program,
        Err(error) => {
            let name = inputs.first().copied().unwrap_or_default();
            session.diagnostics.push(cannot_load(&error, name));
            return None;
        }
    };
    let texts = Texts::new(&session.sources);
    let run = ShaderRun {
        options,
        shbin,
        program: &program,
        inputs,
        texts: &texts,
        comparison,
    };
    let outcome = match run.set_up(streams) {
        Ok((machine, feeding)) => run.run(machine, feeding, streams.stdout),
        Err(diagnostics) => {
            session.diagnostics.extend(diagnostics);
            return None;
        }
    };
    session.handle_write_result(outcome.written);
    session.add(outcome.diagnostics);
    outcome.page
}
