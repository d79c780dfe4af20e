//! `picarun --render`: renders the picture of a scene.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_render::{Picture, png};

use super::options::{CommandLine, RenderOptions};
use crate::destination::{conflicts, from_argument};
use crate::program::{Status, Streams, usage};
use crate::session_ext::SessionExt;
use pica200::diagnostic::Diagnostic;
use pica200::document::DocumentReport;
use pica200::input::{InputFile, InputKind};
use pica200::job::{Destination, Job, JobInput};
use pica200::scene::{SceneDocument, SceneFrames, Shaders, difference};
use pica200::session::Session;
use pica200::shader::binary::{binary, make_names_unique};
use pica200::source::Source;
use pica200::wrapped::unwrap_only;

/// Renders a scene, and writes and compares the picture.
pub(super) fn run(options: &CommandLine, matches: &ArgMatches, scene: &Path, streams: &mut Streams<'_>) -> Status {
    let RenderOptions { output, expect, .. } = &options.rendering;
    if output.is_none() && expect.is_none() {
        let message = "`--render` requires `-o PICTURE.png`, `--expect PICTURE.png`, or both";
        return usage::<CommandLine>(message, streams);
    }
    let read = InputFile::read(scene, streams.files, streams.stdin).and_then(|file| {
        let text = std::str::from_utf8(&file.bytes).map(str::to_owned);
        text.map(|text| (file.clone(), text)).map_err(|_| {
            let message = format!("`{}`: not valid UTF-8", file.name);
            Diagnostic::for_file(Code::UnreadableScene, &file.name, message)
        })
    });
    match read {
        Ok((file, text)) => draw(options, matches, &file, &text, streams),
        Err(diagnostic) => {
            let mut session = Session::default();
            session.diagnostics.push(diagnostic);
            session.report_all(options.diagnostics, streams)
        }
    }
}

/// Renders the scene of a file.
fn draw(
    options: &CommandLine,
    matches: &ArgMatches,
    file: &InputFile,
    text: &str,
    streams: &mut Streams<'_>,
) -> Status {
    let mut report = DocumentReport::new(&file.name, 0, Code::InvalidScene);
    let folder = file.path.as_deref().and_then(Path::parent);
    let document = SceneDocument::read(text, folder.unwrap_or(Path::new("")), &mut report);
    let mut build = document.as_ref().map(|document| Build {
        job: Job {
            progress: streams.progress(),
            ..document.job.clone()
        },
        inputs: document.inputs.clone(),
    });
    let inputs = match &mut build {
        Some(build) => build.read(options, matches, &mut report, streams),
        None => Vec::new(),
    };
    let mut session = Session::new(streams.files);
    session.sources.push(Source::from_text(&file.name, &file.name, text));
    let mut outputs = Vec::new();
    if let Some((document, build)) = document.zip(build) {
        let scene = LoadedScene {
            rendering: &options.rendering,
            document: &document,
            scene: file,
            inputs: &inputs,
        };
        outputs = scene.draw(&build.job, &mut report, &mut session, streams.files);
    }
    let later = std::mem::take(&mut session.diagnostics);
    session.diagnostics.extend(report.into_diagnostics());
    session.diagnostics.extend(later);
    session.finish(&outputs, options.diagnostics, streams)
}

/// The build of the shader.
struct Build {
    job: Job,
    inputs: Vec<(JobInput, Range<usize>)>,
}

impl Build {
    /// Reads the inputs of the shader: from the command line, or else from the scene. Errors in the latter are located
    /// where the scene names the input.
    fn read(
        &mut self,
        options: &CommandLine,
        matches: &ArgMatches,
        report: &mut DocumentReport<'_>,
        streams: &mut Streams<'_>,
    ) -> Vec<InputFile> {
        options.apply(matches, &mut self.job);
        let given = std::mem::take(&mut self.job.inputs);
        let start = 0..0;
        let is_named = options.files.is_empty();
        if !is_named {
            self.inputs = given.into_iter().map(|input| (input, start.clone())).collect();
        } else {
            let libraries = given.into_iter().map(|input| (input, start.clone()));
            self.inputs.extend(libraries);
        }
        if self.inputs.is_empty() && report.is_empty() {
            let help = "add `shader = \"FILE.vsh\"`, or name the files on the command line";
            report.file_error(Code::InvalidScene, "it has no `shader`", help);
        }
        let mut files = Vec::new();
        for (input, span) in &self.inputs {
            let mut session = Session::new(streams.files);
            if is_named {
                self.job.read_named(input, &mut session, &mut files)
            } else {
                let stdin = &mut *streams.stdin;
                self.job.read_one(input, &mut session, stdin, &mut files);
            }
            for diagnostic in session.diagnostics {
                report.add(span.clone(), diagnostic);
            }
        }
        if let Err(diagnostic) = unwrap_only(&mut files, None) {
            report.add(start, diagnostic);
        }
        make_names_unique(&mut files);
        files
    }
}

/// A scene whose shader was read.
struct LoadedScene<'r, 's, 't> {
    rendering: &'r RenderOptions,
    document: &'r SceneDocument<'t>,
    scene: &'r InputFile,
    inputs: &'s [InputFile],
}

impl<'s> LoadedScene<'_, 's, '_> {
    /// Renders the scene. Returns the output, if there is one.
    fn draw(
        &self,
        job: &Job,
        report: &mut DocumentReport<'_>,
        session: &mut Session<'s>,
        files: &dyn Files,
    ) -> Vec<(Destination, Vec<u8>)> {
        let output = self.rendering.output.clone().map(from_argument);
        let made = self.link_shaders(job, report, session).and_then(|shaders| {
            let link_shaders = SceneFrames::read(self.document, &shaders, files, report)?;
            self.check_output(&output, &link_shaders.read, session);
            if session.has_errors() {
                return None;
            }
            let frames = link_shaders.render(&job.progress, report)?;
            self.compare(&frames, files, session);
            Some(link_shaders.to_png(&frames))
        });
        match made {
            Some(Ok(bytes)) => output.map(|output| (output, bytes)).into_iter().collect(),
            Some(Err(error)) => {
                let diagnostic = Diagnostic::for_file(Code::CannotWrite, &self.scene.name, error.to_string());
                session.diagnostics.push(diagnostic);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// Links the shaders of the scene. Returns `None` after errors.
    fn link_shaders(&self, job: &Job, report: &mut DocumentReport<'_>, session: &mut Session<'s>) -> Option<Shaders> {
        if !report.is_empty() {
            return None;
        }
        if let [file] = self.inputs
            && file.kind == InputKind::Container
        {
            let message = format!(
                "`{}` is a DXBC container with a Direct3D shader; scenes require PICA200 shaders",
                file.name
            );
            let help = "compile it first: `picac FILE.dxbc -o FILE.shbin`";
            report.wrong(0..0, message).help = Some(help.to_owned());
            return None;
        }
        let shbin = binary(job, self.inputs, session)?;
        let names: Vec<_> = self.inputs.iter().map(|input| input.name.as_str()).collect();
        Shaders::choose(&shbin, &names.join(" "), self.document, report)
    }

    /// Adds the error about an output that is one of the files that were read.
    fn check_output(&self, output: &Option<Destination>, read: &[PathBuf], session: &mut Session<'_>) {
        let inputs = self.inputs.iter().chain([self.scene]);
        let inputs = inputs.filter_map(|file| file.path.as_deref());
        let others = session.included.iter().chain(read).map(PathBuf::as_path);
        let conflicts = conflicts(output, inputs.chain(others));
        session.diagnostics.extend(conflicts);
    }

    /// Compares frames with the frames of the expected picture. Adds an error if they differ.
    fn compare(&self, frames: &[Picture], files: &dyn Files, session: &mut Session<'_>) {
        let Some(path) = &self.rendering.expect else {
            return;
        };
        let name = path.display().to_string();
        let diagnostic = match files.read(path) {
            Err(error) => Some(Diagnostic::for_io(Code::CannotRead, "cannot read", &name, &error)),
            Ok(bytes) => match png::read(&bytes) {
                Ok(expected) => {
                    let tolerance = self.rendering.tolerance;
                    difference(frames, &expected, tolerance).map(|difference| {
                        let message = format!("`{name}`: {difference}");
                        Diagnostic::for_file(Code::PictureDiffers, &name, message)
                            .with_help("if the new picture is right, write it there with `-o`")
                    })
                }
                Err(error) => {
                    let message = format!("`{name}`: {error}");
                    Some(Diagnostic::for_file(Code::UnreadablePicture, &name, message))
                }
            },
        };
        session.diagnostics.extend(diagnostic);
    }
}
