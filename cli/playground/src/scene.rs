//! Scene rendering.

use std::path::Path;

use indexmap::IndexMap;
use pica200::document::DocumentReport;
use pica200::render::{Colors, Format, render};
use pica200::scene::{SceneDocument, SceneFrames, Shaders};
use pica200::session::Session;
use pica200::source::Source;
use pica200_diagnostics::Code;
use pica200_machine::{Machine, Program, Value};
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_render::Picture;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::answer::RequestError;
use crate::build::reports;
use crate::files::{PageFile, PageFiles};
use crate::listing::{kind, registers, stage};
use crate::loaded_file::LoadedFile;
use crate::values::{PageValue, of_uniform};

/// The name of an unnamed scene in messages.
const NAME: &str = "scene.toml";

/// Uniform values that replace the scene's.
pub(crate) type Overrides = IndexMap<String, Json>;

/// A request to open a scene.
#[derive(Deserialize, Debug)]
pub(crate) struct Request {
    name: Option<String>,
    scene: String,
    #[serde(default)]
    files: Vec<PageFile>,
}

/// The answer about an opened scene, described at [`crate::Playground::scene`].
#[derive(Serialize, Debug)]
pub(crate) struct Answer {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<PictureSize>,
    frames: u16,
    uniforms: Vec<Uniform>,
    errors: Vec<Json>,
    report: String,
}

/// The size of a picture.
#[derive(Serialize, Debug)]
struct PictureSize {
    width: u16,
    height: u16,
}

/// A uniform with its values.
#[derive(Serialize, Debug)]
struct Uniform {
    name: String,
    register: String,
    kind: &'static str,
    stage: &'static str,
    values: Vec<PageValue>,
}

/// A scene that can be drawn.
#[derive(Debug)]
pub(crate) struct OpenScene {
    name: String,
    text: String,
    files: PageFiles,
    shaders: Shaders,
}

/// Opens a scene with the shaders of a binary.
pub(crate) fn open(subject: &LoadedFile, request: &Request) -> Result<(Answer, Option<OpenScene>), RequestError> {
    let shbin = subject.shbin()?;
    let files = PageFiles::new(&request.files)?;
    let name = request.name.as_deref().unwrap_or(NAME);
    let mut report = DocumentReport::new(name, 0, Code::InvalidScene);
    let document = SceneDocument::read(&request.scene, folder(name), &mut report);
    let shaders = document
        .as_ref()
        .and_then(|document| Shaders::choose(&shbin, &subject.name, document, &mut report));
    let scene_frames = match (&document, &shaders) {
        (Some(document), Some(shaders)) => SceneFrames::read(document, shaders, &files, &mut report),
        _ => None,
    };
    let scene_frames = scene_frames.filter(|_| report.is_empty());
    let mut answer = Answer {
        ok: scene_frames.is_some(),
        size: None,
        frames: 0,
        uniforms: Vec::new(),
        errors: Vec::new(),
        report: String::new(),
    };
    if let (Some(scene_frames), Some(shaders)) = (&scene_frames, &shaders) {
        let size = scene_frames.size();
        answer.size = Some(PictureSize {
            width: size.width(),
            height: size.height(),
        });
        answer.frames = scene_frames.frames();
        answer.uniforms = all_uniforms(scene_frames, shaders);
    }
    let is_good = scene_frames.is_some();
    drop(scene_frames);
    (answer.report, answer.errors) = reports(&session(name, &request.scene, report));
    let stage = shaders.filter(|_| is_good).map(|shaders| OpenScene {
        name: name.to_owned(),
        text: request.scene.clone(),
        files,
        shaders,
    });
    Ok((answer, stage))
}

fn folder(name: &str) -> &Path {
    Path::new(name).parent().unwrap_or(Path::new(""))
}

/// Creates the session of a scene from its diagnostics.
fn session<'s>(name: &'s str, text: &'s str, report: DocumentReport<'_>) -> Session<'s> {
    let mut session = Session::default();
    session.sources.push(Source::from_text(name, name, text));
    session.diagnostics.extend(report.into_diagnostics());
    session
}

/// Returns the uniforms of all shaders.
fn all_uniforms(scene_frames: &SceneFrames<'_>, shaders: &Shaders) -> Vec<Uniform> {
    let [vertex, geometry] = scene_frames.values(0);
    let mut all = uniforms(&shaders.vertex, &vertex);
    if let Some(program) = &shaders.geometry {
        all.extend(uniforms(program, &geometry));
    }
    all
}

/// Returns the uniforms of a shader with the values set, or else their initial values.
fn uniforms(program: &Program, set: &[(Register, Value)]) -> Vec<Uniform> {
    let mut machine = Machine::new(program);
    for (register, value) in set {
        // The values fit: the scene was checked.
        let _ = machine.set(*register, *value);
    }
    let names = program.names().iter();
    let uniforms = names.filter(|named| named.first.bank != Bank::Input);
    let uniforms = uniforms.map(|named| {
        let elements = (0..named.count).filter_map(|element| named.element(element));
        let values = elements.filter_map(|register| machine.get(register));
        Uniform {
            name: named.name.clone(),
            register: registers(named.first.bank, named.first.number, named.count),
            kind: kind(named.first.bank),
            stage: stage(program),
            values: values.map(PageValue::from).collect(),
        }
    });
    uniforms.collect()
}

impl OpenScene {
    /// Renders a frame.
    pub(crate) fn draw(&self, overrides: &Overrides, frame: u16) -> Result<Vec<u8>, RequestError> {
        let mut report = DocumentReport::new(&self.name, 0, Code::InvalidScene);
        let picture = self.picture(overrides, frame, &mut report)?;
        picture.map(|picture| picture.pixels().concat()).ok_or_else(|| {
            let session = session(&self.name, &self.text, report);
            let text = render(&session.diagnostics, &session.sources, Format::Human, Colors::None);
            RequestError::new(String::from_utf8_lossy(&text))
        })
    }

    /// Renders a frame. Returns `None` after errors in the scene, which are added to `report`.
    fn picture(
        &self,
        overrides: &Overrides,
        frame: u16,
        report: &mut DocumentReport<'_>,
    ) -> Result<Option<Picture>, RequestError> {
        let document = SceneDocument::read(&self.text, folder(&self.name), report);
        let Some(document) = document else {
            return Ok(None);
        };
        let Some(mut scene_frames) = SceneFrames::read(&document, &self.shaders, &self.files, report) else {
            return Ok(None);
        };
        if frame >= scene_frames.frames() {
            let count = scene_frames.frames();
            let message = format!("there is no frame {frame}: the scene has {count}, from 0 on");
            return Err(RequestError::new(message));
        }
        for (name, value) in overrides {
            self.set(name, value, &mut scene_frames)?;
        }
        Ok(scene_frames.render_frame(frame, report))
    }

    /// Sets a uniform in all shaders that have it.
    fn set(&self, name: &str, value: &Json, scene_frames: &mut SceneFrames<'_>) -> Result<(), RequestError> {
        let Shaders { vertex, geometry } = &self.shaders;
        let geometry = geometry.as_ref().filter(|program| has(program, name));
        if let Some(program) = geometry {
            scene_frames.set_geometry(&of_uniform(program, name, value)?);
        }
        if geometry.is_none() || has(vertex, name) {
            scene_frames.set(&of_uniform(vertex, name, value)?);
        }
        Ok(())
    }
}

/// Returns true if a shader has a uniform of this name, which may include an element.
fn has(program: &Program, name: &str) -> bool {
    let name = name.split('[').next().unwrap_or_default();
    let named = program.named(name);
    named.is_some_and(|named| named.first.bank != Bank::Input)
}
