//! Loading shader binaries from files, and load errors.

use std::collections::HashMap;

use pica200_diagnostics::Code;
use pica200_diagnostics::most_similar;
use pica200_machine::LoadError;
use pica200_objfmt::formats::shbin::Shbin;

use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind};
use crate::job::variants::{SelectedVariants, variant_file};
use crate::job::{Checks, Job};
use crate::session::Session;

/// Makes recorded names unique: lines are identified by file name. If several files share a name, all but the first get
/// a number: `lit.vsh (2)`.
pub fn make_names_unique(files: &mut [InputFile]) {
    let mut uses: HashMap<String, usize> = HashMap::new();
    for file in files {
        let uses = uses.entry(file.recorded_name.clone()).or_default();
        *uses += 1;
        if *uses > 1 {
            file.recorded_name = format!("{} ({uses})", file.recorded_name);
        }
    }
}

/// Returns a job for shaders that will be run: with a line table for messages, traces and profiles, and without checks
/// for errors that running exposes.
pub fn job_to_run() -> Job {
    Job {
        linking: pica200_link::LinkOptions {
            debug: true,
            ..Default::default()
        },
        checks: Checks::Named,
        ..Job::default()
    }
}

/// Returns the shader binary of a job: its only input if it is a binary, or the result of linking its inputs. Returns
/// `None` if there are errors, which are in the session.
pub fn binary<'s>(job: &Job, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<Shbin> {
    match inputs {
        [file] if file.kind == InputKind::Binary => read_binary(file, session),
        _ => {
            let linked = match variant_file(inputs) {
                Some(file) => SelectedVariants::read(job, file, inputs, session)?.link_default(session),
                None => job.link(inputs, session),
            };
            Some(linked?.output.shbin)
        }
    }
}

fn read_binary(file: &InputFile, session: &mut Session<'_>) -> Option<Shbin> {
    match Shbin::read(&file.bytes) {
        Ok(shbin) => Some(shbin),
        Err(error) => {
            let message = format!("`{}`: {error}", file.name);
            let diagnostic = Diagnostic::for_file(Code::DamagedFile, &file.name, message);
            session.diagnostics.push(diagnostic);
            None
        }
    }
}

/// Returns the diagnostic for a shader that cannot be loaded. `file` is the name of its file in messages.
pub fn cannot_load(error: &LoadError, file: &str) -> Diagnostic {
    let code = match error {
        LoadError::NoIndex { .. } | LoadError::NoEntry { .. } => Code::NoSuchShader,
        _ => Code::DamagedFile,
    };
    let diagnostic = Diagnostic::for_file(code, file, format!("`{file}`: {error}"));
    let similar = match error {
        LoadError::NoEntry { name, names } => most_similar(name, names.iter().map(String::as_str)),
        _ => None,
    };
    match similar {
        Some(name) => diagnostic.with_help(format!("did you mean `{name}`?")),
        None => diagnostic,
    }
}
