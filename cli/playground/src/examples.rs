//! Embedded examples.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

/// An example. File names are relative to its directory.
struct Example {
    name: &'static str,
    title: &'static str,
    /// The inputs, in link order.
    inputs: &'static [&'static str],
    scene: Option<&'static str>,
    files: &'static [(&'static str, &'static [u8])],
}

/// Embeds a file of the examples directory.
macro_rules! file {
    ($name:literal, $path:literal) => {
        ($name, include_bytes!(concat!("../../../examples/", $path)) as &[u8])
    };
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "triangle",
        title: "Triangle: the smallest useful shader",
        inputs: &["triangle.vsh"],
        scene: Some("triangle.scene.toml"),
        files: &[
            file!("triangle.vsh", "triangle/triangle.vsh"),
            file!("triangle.scene.toml", "triangle/triangle.scene.toml"),
        ],
    },
    Example {
        name: "lights",
        title: "Lights: a loop over uniforms, animated",
        inputs: &["lights.vsh"],
        scene: Some("lights.scene.toml"),
        files: &[
            file!("lights.vsh", "lights/lights.vsh"),
            file!("lights.scene.toml", "lights/lights.scene.toml"),
            file!("../textured/torus.obj", "textured/torus.obj"),
        ],
    },
    Example {
        name: "skinning",
        title: "Skinning: four bones for each vertex",
        inputs: &["skinning.vsh"],
        scene: Some("skinning.scene.toml"),
        files: &[
            file!("skinning.vsh", "skinning/skinning.vsh"),
            file!("skinning.scene.toml", "skinning/skinning.scene.toml"),
            file!("arm.gltf", "skinning/arm.gltf"),
        ],
    },
    Example {
        name: "textured",
        title: "Textured: a mesh with texture and normals",
        inputs: &["textured.vsh"],
        scene: Some("textured.scene.toml"),
        files: &[
            file!("textured.vsh", "textured/textured.vsh"),
            file!("textured.scene.toml", "textured/textured.scene.toml"),
            file!("torus.obj", "textured/torus.obj"),
            file!("bricks.png", "textured/bricks.png"),
        ],
    },
    Example {
        name: "particles",
        title: "Particles: squares from a geometry shader",
        inputs: &["particles.vsh", "particles.gsh"],
        scene: Some("particles.scene.toml"),
        files: &[
            file!("particles.vsh", "particles/particles.vsh"),
            file!("particles.gsh", "particles/particles.gsh"),
            file!("particles.scene.toml", "particles/particles.scene.toml"),
        ],
    },
    Example {
        name: "lights-wgsl",
        title: "Lights in WGSL",
        inputs: &["lights.wgsl"],
        scene: None,
        files: &[file!("lights.wgsl", "lights/lights.wgsl")],
    },
    Example {
        name: "mixed",
        title: "WGSL that calls a procedure of assembly",
        inputs: &["waves.wgsl", "wave.vsh"],
        scene: None,
        files: &[
            file!("waves.wgsl", "mixed/waves.wgsl"),
            file!("wave.vsh", "mixed/wave.vsh"),
        ],
    },
    Example {
        name: "direct3d",
        title: "A vertex shader of Direct3D",
        inputs: &["lit.dxbc"],
        scene: None,
        files: &[file!("lit.dxbc", "direct3d/lit.dxbc")],
    },
];

/// An example as sent to the page.
#[derive(Serialize)]
struct PageExample {
    name: &'static str,
    title: &'static str,
    main: &'static str,
    inputs: &'static [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<&'static str>,
    files: Vec<PageExampleFile>,
}

/// A file as sent to the page.
#[derive(Serialize)]
struct PageExampleFile {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
}

/// Returns all examples: `[{name, title, main, inputs: [NAME], scene?: NAME, files: [{name, text} | {name, base64}]}]`.
///
/// `main` is the file to show first; `inputs` are the inputs of a build, including `main`; `scene` is the name of the
/// scene file. The files can be used in requests as they are.
pub fn examples() -> String {
    let all: Vec<_> = EXAMPLES.iter().map(shown).collect();
    serde_json::to_string(&all).unwrap_or_default()
}

fn shown(example: &Example) -> PageExample {
    let files = example.files.iter().map(|(name, bytes)| {
        let text = std::str::from_utf8(bytes).ok();
        PageExampleFile {
            name,
            base64: text.is_none().then(|| STANDARD.encode(bytes)),
            text,
        }
    });
    PageExample {
        name: example.name,
        title: example.title,
        main: example.inputs.first().copied().unwrap_or_default(),
        inputs: example.inputs,
        scene: example.scene,
        files: files.collect(),
    }
}
