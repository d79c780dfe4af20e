//! Builds of shader binaries from sources.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pica200::input::InputFile;
use pica200::job::{Job, JobInput};
use pica200::render::{Colors, Format, render};
use pica200::session::Session;
use pica200::shader::binary::make_names_unique;
use pica200_link::LinkOptions;
use pica200_objfmt::formats::shbin::Shbin;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::RequestError;
use crate::files::{PageFile, PageFiles};
use crate::listing::{Shader, Word, list};
use crate::loaded_file::LoadedFile;

/// A build request.
#[derive(Deserialize, Debug)]
pub(crate) struct Request {
    main: Option<String>,
    #[serde(default)]
    inputs: Vec<String>,
    files: Vec<PageFile>,
}

/// The answer about a built or inspected file, described at [`crate::Playground::build`].
#[derive(Serialize, Default, Debug)]
pub(crate) struct Answer {
    pub(crate) ok: bool,
    pub(crate) name: String,
    pub(crate) report: String,
    pub(crate) diagnostics: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) assembly: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<String>,
    pub(crate) size: usize,
    pub(crate) words: Vec<Word>,
    pub(crate) programs: Vec<Shader>,
    pub(crate) members: Vec<Member>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shbin: Option<String>,
}

/// A member of an archive.
#[derive(Serialize, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) size: usize,
}

impl Answer {
    /// Adds the diagnostics of a session.
    pub(crate) fn report(&mut self, session: &Session<'_>) {
        self.ok = !session.has_errors();
        (self.report, self.diagnostics) = reports(session);
    }

    /// Adds the words and shaders of a file, with or without a line table.
    pub(crate) fn list(&mut self, bytes: &[u8]) {
        (self.words, self.programs) = list(bytes);
    }
}

/// Returns the diagnostics of a session as text, and each as JSON.
pub(crate) fn reports(session: &Session<'_>) -> (String, Vec<Value>) {
    let render = |format| {
        let bytes = render(&session.diagnostics, &session.sources, format, Colors::None);
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let lines = render(Format::Json);
    let values = lines.lines().filter_map(|line| serde_json::from_str(line).ok());
    (render(Format::Human), values.collect())
}

/// Builds a binary.
pub(crate) fn build(request: &Request) -> Result<(Answer, Option<LoadedFile>), RequestError> {
    let names = request.main.iter().chain(&request.inputs);
    let inputs: Vec<_> = names.map(|name| JobInput::File(name.into())).collect();
    let files = PageFiles::new(&request.files)?;
    link(inputs, &files)
}

/// Links inputs.
pub(crate) fn link(inputs: Vec<JobInput>, files: &PageFiles) -> Result<(Answer, Option<LoadedFile>), RequestError> {
    if inputs.is_empty() {
        return Err(RequestError::new("the request names neither `main` nor `inputs`"));
    }
    let job = Job {
        inputs,
        linking: LinkOptions {
            debug: true,
            // Fold identical code as in the binary for the user, which has no lines.
            icf: Some(true),
            map: true,
            ..LinkOptions::default()
        },
        ..Job::default()
    };
    let mut session = Session::new(files);
    let mut inputs = job.read(&mut session, &mut std::io::empty());
    make_names_unique(&mut inputs);
    Ok(linked(&job, &inputs, session))
}

fn linked<'s>(job: &Job, inputs: &'s [InputFile], mut session: Session<'s>) -> (Answer, Option<LoadedFile>) {
    let linked = if !session.has_errors() {
        job.link(inputs, &mut session)
    } else {
        None
    };
    let mut answer = Answer {
        name: inputs.first().map(|file| file.name.clone()).unwrap_or_default(),
        assembly: assembly(&session),
        ..Answer::default()
    };
    answer.report(&session);
    let subject = linked.map(|linked| {
        let plain = without_lines(&linked.output.shbin);
        answer.size = plain.len();
        answer.shbin = Some(STANDARD.encode(&plain));
        answer.list(&linked.bytes);
        let map = linked.map();
        LoadedFile {
            name: answer.name.clone(),
            map: map.map(|map| String::from_utf8_lossy(&map).into_owned()),
            bytes: linked.bytes,
        }
    });
    answer.ok &= subject.is_some();
    (answer, subject)
}

/// Returns the assembly of all compiled inputs.
fn assembly(session: &Session<'_>) -> Option<String> {
    match session.translations.as_slice() {
        [] => None,
        [(_, text)] => Some(text.clone()),
        several => {
            let texts = several.iter().map(|(name, text)| format!("; {name}\n\n{text}"));
            Some(texts.collect::<Vec<_>>().join("\n"))
        }
    }
}

/// Returns the bytes of a binary without its line table, as picald writes it by default.
fn without_lines(shbin: &Shbin) -> Vec<u8> {
    let mut plain = shbin.clone();
    plain.program.lines.clear();
    plain.write().unwrap_or_default()
}
