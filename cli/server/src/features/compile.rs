//! The command `pica200.compile`: compiles a shader to assembly, like picac.

use std::io;

use gen_lsp_types::{ExecuteCommandOptions, ExecuteCommandParams, ExecuteCommandRequest, LspAny, Uri};
use pica200::job::{Job, JobInput};
use pica200::render::{Colors, Format, render};
use pica200::session::Session;

use super::Feature;
use crate::error::RequestError;
use crate::recorder::Recorder;
use crate::snapshot::Snapshot;

/// The command name. The argument is the URI of a file or document.
const COMMAND: &str = "pica200.compile";

/// Compilation of shaders.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| {
        capabilities.execute_command_provider = Some(ExecuteCommandOptions {
            commands: vec![COMMAND.to_owned()],
            ..ExecuteCommandOptions::default()
        });
    },
    routes: |routes| routes.on_any_version::<ExecuteCommandRequest>(execute),
};

/// Compiles the shader. Compile errors become the message of the response.
fn execute(snapshot: &Snapshot, params: ExecuteCommandParams) -> Result<Option<LspAny>, RequestError> {
    if params.command != COMMAND {
        let message = format!("unknown command `{}`", params.command);
        return Err(RequestError::InvalidParams(message));
    }
    let argument = params.arguments.as_deref().and_then(<[_]>::first);
    let uri = argument.and_then(LspAny::as_str);
    let uri = Uri(uri
        .ok_or_else(|| RequestError::InvalidParams(format!("`{COMMAND}` expects the URI of a file")))?
        .to_owned());
    let path = snapshot.documents.path(&uri);
    let path = path.ok_or_else(|| RequestError::InvalidParams(format!("`{}` is not a file URI", uri.0)))?;
    let job = Job {
        inputs: vec![JobInput::File(path)],
        levels: (*snapshot.levels).clone(),
        ..Job::default()
    };
    let files = Recorder::new(&snapshot.documents);
    let mut session = Session::new(&files);
    let inputs = job.read(&mut session, &mut io::empty());
    let translated = inputs.first().and_then(|input| job.translate(input, &mut session));
    translated.map(|text| Some(text.into())).ok_or_else(|| {
        let text = render(&session.diagnostics, &session.sources, Format::Short, Colors::None);
        RequestError::Refused(String::from_utf8_lossy(&text).trim_end().to_owned())
    })
}
