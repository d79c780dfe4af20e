//! Scenes, and the models and pictures that they name.

use std::fs;
use std::path::Path;

use pica200::document::DocumentReport;
use pica200::progress::Progress;
use pica200::render::{Colors, Format, render};
use pica200::scene::{SceneDocument, SceneFrames, Shaders};
use pica200::session::Session;
use pica200::source::Source;
use pica200_asm::allow::Allowances;
use pica200_asm::text::Lines;
use pica200_asm::{MemoryFiles, assemble};
use pica200_diagnostics::Code;
use pica200_link::{Input, LinkOptions, link};
use pica200_render::png::Rate;
use pica200_render::{Picture, mesh, png};

use crate::corpus::{files, workspace};

/// The shader of all scenes.
const SHADER: &str = "\
.fvec projection[4]
.fvec shift
.ivec count
.bool bright
.in inPosition
.in inColor
.in inTexcoord
.out outPosition position
.out outColor color
.out outTexcoord texcoord0.xy
.out outExtra dummy
.proc main
    add r0, shift, inPosition
    dp4 outPosition.x, projection[0], r0
    dp4 outPosition.y, projection[1], r0
    dp4 outPosition.z, projection[2], r0
    dp4 outPosition.w, projection[3], r0
    mov outColor, inColor
    mov outTexcoord.xy, inTexcoord
    mov outExtra, r0
    for count
        nop
    .end
    end
.end
";

/// A small model.
const MODEL: &str = "v 0 0 -1\nv 1 0 -1\nv 0 1 -1\nvt 0 0\nvt 1 1\nf 1/1 2/2 3/1\n";

/// Maximum number of pixels rendered, to keep fuzzing fast.
const MAX_PIXELS: usize = 1 << 16;

/// Reads an input as a scene, as a model and as a picture, and renders small scenes.
///
/// # Panics
///
/// Panics if a property does not hold.
pub fn draw_scene(bytes: &[u8]) {
    if let Ok(model) = mesh::read(bytes, &mut |_| Err("there are no files".to_owned())) {
        check_model(&model);
    }
    if let Ok(frames) = png::read(bytes)
        && frames.iter().map(|frame| frame.size().pixels()).sum::<usize>() <= MAX_PIXELS
    {
        check_written(&frames);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        check_scene(text);
    }
}

fn check_model(model: &mesh::Mesh) {
    assert!(model.attributes.iter().all(|(_, values)| values.len() == model.count));
    let within = |index: &u32| usize::try_from(*index).is_ok_and(|index| index < model.count);
    assert!(model.indices.iter().all(within));
    assert_eq!(model.indices.len() % 3, 0);
}

/// Checks that frames written to picture files read back unchanged.
fn check_written(frames: &[Picture]) {
    let written = png::write(frames, Rate { frames_per_second: 20 });
    let written = written.expect("frames of one size can be written");
    let read = png::read(&written).expect("what is written can be read");
    assert_eq!(read, frames);
}

fn check_scene(text: &str) {
    let files = MemoryFiles::new().with("model.obj", MODEL).with("x.png", picture());
    let mut report = DocumentReport::new("scene.toml", 0, Code::InvalidScene);
    let document = SceneDocument::read(text, Path::new(""), &mut report);
    let shaders = document.as_ref().and_then(|document| {
        let shbin = shbin();
        Shaders::choose(&shbin, "shader.vsh", document, &mut report)
    });
    if let Some((document, shaders)) = document.as_ref().zip(shaders.as_ref()) {
        let before = report.len();
        let film = SceneFrames::read(document, shaders, &files, &mut report);
        assert_eq!(film.is_none(), report.len() != before);
        if let Some(film) = film
            && film.size().pixels() * usize::from(film.frames()) <= MAX_PIXELS
        {
            check_film(&film, &mut report);
        }
    } else {
        assert!(!report.is_empty());
    }
    let source = Source {
        path: "scene.toml",
        text: text.into(),
        lines: Lines::from_text("scene.toml", text),
        allowances: Allowances::default(),
    };
    let mut session = Session::new(&files);
    session.sources.push(source);
    session.diagnostics.extend(report.into_diagnostics());
    let said = render(&session.diagnostics, &session.sources, Format::Human, Colors::None);
    assert_eq!(said.is_empty(), session.diagnostics.is_empty());
}

fn check_film(film: &SceneFrames<'_>, report: &mut DocumentReport<'_>) {
    let before = report.len();
    let Some(frames) = film.render(&Progress::default(), report) else {
        assert_ne!(report.len(), before);
        return;
    };
    assert!(frames.iter().all(|frame| frame.size() == film.size()));
    let written = film.to_png(&frames).expect("frames can be written");
    assert_eq!(png::read(&written).expect("what is written can be read"), frames);
}

/// Returns the binary of the shader.
fn shbin() -> pica200_objfmt::formats::shbin::Shbin {
    let assembly = assemble("shader.vsh", SHADER.as_bytes(), &Default::default());
    let input = Input {
        name: "shader.vsh".into(),
        object: assembly.object.expect("the shader has no errors"),
    };
    let linked = link(&[input], &LinkOptions::default());
    linked.expect("the shader links").output.shbin
}

/// Returns a texture.
fn picture() -> Vec<u8> {
    let size = pica200_render::Size::new(8, 8).expect("the size is small");
    let picture = Picture::new(size, [1, 2, 3, 255]);
    png::write(&[picture], Rate { frames_per_second: 20 }).expect("a picture can be written")
}

/// Returns the scenes, models and pictures of picarun's tests.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let folder = workspace().join("cli/tests/scenes");
    let ends = ["toml", "png", "obj", "gltf", "glb"];
    let paths = ends.into_iter().flat_map(|end| files(&folder, end));
    let read = paths.map(|path| fs::read(path).expect("the file can be read"));
    read.collect()
}
