//! `picarun --render`: pictures of scenes, and error messages.
//!
//! Each `scenes/NAME.toml` is a case, which begins with a comment about its subject. A case whose name begins with
//! `error-` fails with the messages in `scenes/NAME.snap`; any other one renders the picture `scenes/NAME.png`, and so
//! does each `examples/*/NAME.scene.toml` with a `NAME.png` next to it. `UPDATE_PICTURES=1` writes the pictures: look
//! at them before you commit them.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

mod support;

use std::path::{Path, PathBuf};
use std::{env, fs};

use assert_cmd::Command;
use support::{PICARUN, workspace};

/// Fewer cases mean that the files are missing.
const MIN_CASES: usize = 50;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes")
}

/// Returns the files of a directory whose names end in this way, in order.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let has_end = |path: &PathBuf| path.to_string_lossy().ends_with(end);
    let mut paths: Vec<_> = paths.filter(has_end).collect();
    paths.sort();
    paths
}

/// Runs picarun in the directory of a scene. Returns the status, and both streams.
fn render(scene: &Path, options: &[&str]) -> (i32, String, Vec<u8>) {
    let mut picarun = Command::new(PICARUN);
    picarun.current_dir(scene.parent().unwrap());
    picarun.arg("--render").arg(scene.file_name().unwrap());
    let output = picarun.args(options).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), said, output.stdout)
}

/// Checks that a scene renders to a picture.
fn check_picture(scene: &Path, picture: &Path) {
    let (status, said, bytes) = render(scene, &["-o", "-", "--error-limit", "0"]);
    assert_eq!((status, said.as_str()), (0, ""), "{}", scene.display());
    if env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(picture, &bytes).unwrap();
    }
    assert!(picture.exists(), "there is no {}", picture.display());
    let name = picture.file_name().unwrap().to_str().unwrap();
    let (status, said, _) = render(scene, &["--expect", name]);
    assert_eq!((status, said.as_str()), (0, ""));
}

#[test]
fn scenes_have_their_pictures_and_messages() {
    let cases = files(&folder(), ".toml");
    assert!(cases.len() >= MIN_CASES, "{} cases", cases.len());
    for scene in &cases {
        let name = scene.file_stem().unwrap().to_str().unwrap();
        if !name.starts_with("error-") {
            check_picture(scene, &scene.with_extension("png"));
            continue;
        }
        let (status, said, bytes) = render(scene, &["-o", "-", "--error-limit", "0"]);
        assert_eq!((status, bytes.len()), (1, 0), "{name}: {said}");
        insta::with_settings!({snapshot_path => "scenes", prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(name, said);
        });
    }
    // No file is left of a removed case.
    for file in files(&folder(), ".png").iter().chain(&files(&folder(), ".snap")) {
        let scene = file.with_extension("toml");
        assert!(scene.exists(), "there is no {}", scene.display());
    }
}

#[test]
fn examples_have_their_pictures() {
    let folders = fs::read_dir(workspace("examples")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    let scenes: Vec<_> = folders
        .filter(|path| path.is_dir())
        .flat_map(|folder| files(&folder, ".scene.toml"))
        .collect();
    assert!(scenes.len() >= 5, "{} scenes", scenes.len());
    for scene in scenes {
        let picture = scene.with_extension("").with_extension("png");
        check_picture(&scene, &picture);
    }
}

#[test]
fn differences_are_errors() {
    let triangle = folder().join("triangle.toml");
    let clipped = render(&triangle, &["--expect", "clipped.png", "-o", "-"]);
    assert_eq!((clipped.0, clipped.2.len()), (1, 0), "nothing is written");
    insta::assert_snapshot!("differs", clipped.1);
    let other_size = render(&triangle, &["--expect", "texture.png"]);
    insta::assert_snapshot!("differs-in-size", other_size.1);
    let frames = render(&folder().join("animation.toml"), &["--expect", "triangle.png"]);
    insta::assert_snapshot!("differs-in-frames", frames.1);
    let no_picture = render(&triangle, &["--expect", "files/cut.png"]);
    insta::assert_snapshot!("damaged-picture", no_picture.1);
    let no_file = render(&triangle, &["--expect", "no-such.png"]);
    insta::assert_snapshot!("no-picture", no_file.1);
    // Everything differs by less than this.
    let tolerant = render(&triangle, &["--expect", "clipped.png", "--tolerance", "255"]);
    assert_eq!((tolerant.0, tolerant.1.as_str()), (0, ""));
}

#[test]
fn command_lines_name_outputs_and_shaders() {
    let scene = folder().join("triangle.toml");
    let (status, said, _) = render(&scene, &[]);
    assert_eq!(status, 2);
    insta::assert_snapshot!("no-output", said);
    let (status, said, _) = render(&scene, &["-o", "triangle.toml"]);
    assert_eq!(status, 1);
    insta::assert_snapshot!("output-is-scene", said);
    // Another shader instead of the scene's.
    let (status, said, _) = render(&scene, &["files/textured.vsh", "-o", "-"]);
    assert_eq!(status, 1);
    insta::assert_snapshot!("other-shader", said);
    let (status, said, _) = render(&scene, &["files/plain.vsh", "--expect", "triangle.png"]);
    assert_eq!((status, said.as_str()), (0, ""));
}

#[test]
fn test_files_of_scenes_are_inputs() {
    let here = tempfile::tempdir().unwrap();
    let path = |name: &str| here.path().join(name);
    let shader = folder().join("files/plain.vsh");
    let scene = format!(
        "shader = '{}'\ntest = 'x.test.toml'\n[[draw]]\nvertices.inPosition = [0, 0, 0]\n",
        shader.display()
    );
    fs::write(path("x.toml"), scene).unwrap();
    let test = "uniforms.shift = [0, 0, 0]\n";
    fs::write(path("x.test.toml"), test).unwrap();
    let (status, said, _) = render(&path("x.toml"), &["-o", "x.test.toml"]);
    assert_eq!(status, 1);
    insta::assert_snapshot!("output-is-test-file", said);
    assert_eq!(fs::read_to_string(path("x.test.toml")).unwrap(), test);
    let long = "# 45678901234567\n".repeat((2 << 20) / 16 + 1);
    fs::write(path("x.test.toml"), long).unwrap();
    let (status, said, _) = render(&path("x.toml"), &["-o", "-"]);
    assert_eq!(status, 1);
    insta::assert_snapshot!("long-test-file", said);
}

#[test]
fn the_models_of_all_draws_have_a_limit() {
    let here = tempfile::tempdir().unwrap();
    let path = |name: &str| here.path().join(name);
    // A strip that repeats one vertex, nearly as long as a model may be.
    let count = 349_527;
    fs::write(path("x.bin"), vec![0; 12 + count]).unwrap();
    let model = format!(
        r#"{{
            "asset": {{"version": "2.0"}},
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1, "mode": 5}}]}}],
            "buffers": [{{"byteLength": {}, "uri": "x.bin"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 12}}, {{"buffer": 0, "byteOffset": 12, "byteLength": {count}}}],
            "accessors": [
                {{"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}},
                {{"bufferView": 1, "componentType": 5121, "count": {count}, "type": "SCALAR"}}
            ]
        }}"#,
        12 + count
    );
    fs::write(path("x.gltf"), model).unwrap();
    let shader = folder().join("files/plain.vsh");
    let draw = "[[draw]]\nmodel = 'x.gltf'\nattributes.inPosition = 'position'\n";
    let scene = format!("shader = '{}'\n{}", shader.display(), draw.repeat(17));
    fs::write(path("x.toml"), scene).unwrap();
    let (status, said, _) = render(&path("x.toml"), &["-o", "-"]);
    assert_eq!(status, 1);
    insta::assert_snapshot!("large-models", said);
}

/// Writes a test file next to the cases' shaders, and runs it.
fn test(cases: &str) -> (i32, String) {
    let here = tempfile::tempdir().unwrap();
    let scenes = folder().display().to_string();
    let text = cases.replace("SCENES", &scenes);
    let path = here.path().join("x.test.toml");
    fs::write(&path, text).unwrap();
    let mut picarun = Command::new(PICARUN);
    picarun.current_dir(here.path());
    let output = picarun.args(["--test", "x.test.toml"]).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap().replace(&scenes, "SCENES");
    (output.status.code().unwrap(), said)
}

#[test]
fn cases_of_test_files_expect_pictures() {
    let (status, said) = test(
        r#"
shader = "SCENES/files/plain.vsh"
[[case]]
name = "the picture of the scene"
render = { scene = "SCENES/triangle.toml", picture = "SCENES/triangle.png" }
[[case]]
name = "values of the case replace those of the scene"
uniforms = { shift = [0.25, 0, 0] }
render = { scene = "SCENES/triangle.toml", picture = "SCENES/triangle.png", tolerance = 3 }
[[case]]
name = "inputs of the case replace those of vertices"
inputs = { inColor = [1, 1, 1] }
render = { scene = "SCENES/triangle.toml", picture = "SCENES/triangle.png" }
[[case]]
name = "a wrong scene"
render = { scene = "SCENES/error-steps.toml", picture = "SCENES/triangle.png" }
[[case]]
name = "no files"
render = { scene = "no-such.toml", picture = "SCENES/triangle.png" }
[[case]]
name = "no picture"
render = { scene = "SCENES/triangle.toml", picture = "SCENES/files/cut.png" }
[[case]]
name = "a geometry shader that the binary does not have"
render = { scene = "SCENES/geometry-point.toml", picture = "SCENES/geometry-point.png" }
"#,
    );
    assert_eq!(status, 1);
    insta::assert_snapshot!("test-pictures", said);
    let (status, said) = test(
        r#"
shader = "SCENES/files/plain.vsh"
[[case]]
name = "keys"
render = { scenes = 1, tolerance = 256 }
[[case]]
name = "a text"
render = "x.toml"
"#,
    );
    assert_eq!(status, 1);
    insta::assert_snapshot!("test-keys", said);
    let (status, said) = test(
        r#"
shader = ["SCENES/files/pass.vsh", "SCENES/files/point.gsh"]
index = 1
[[case]]
name = "a geometry shader"
render = { scene = "x.toml", picture = "x.png" }
"#,
    );
    assert_eq!(status, 1);
    insta::assert_snapshot!("test-geometry", said);
    // The geometry shader of the test.
    let (status, said) = test(
        r#"
shader = ["SCENES/files/pass.vsh", "SCENES/files/point.gsh"]
[[case]]
name = "the picture of the scene"
render = { scene = "SCENES/geometry-point.toml", picture = "SCENES/geometry-point.png" }
"#,
    );
    assert!(said.contains("1 passed, 0 failed"), "{said}");
    assert_eq!(status, 0);
}

#[test]
fn files_have_limits() {
    let here = tempfile::tempdir().unwrap();
    let here = here.path();
    // A scene of 16 MiB and a byte.
    let scene = here.join("long.toml");
    fs::write(&scene, vec![b'\n'; (16 << 20) + 1]).unwrap();
    let (status, said, _) = render(&scene, &["-o", "x.png"]);
    assert_eq!(status, 1);
    insta::assert_snapshot!("too-long", said);
    // A model with one vertex too many, and one with one index too many.
    let scene = here.join("models.toml");
    let draw = "[[draw]]\nattributes = { inPosition = \"position\" }\nmodel = ";
    let text = format!("shader = \"plain.vsh\"\n{draw}\"fan.obj\"\n");
    fs::write(&scene, text).unwrap();
    fs::copy(folder().join("files/plain.vsh"), here.join("plain.vsh")).unwrap();
    let corners = " 1".repeat((1 << 20) / 3 + 3);
    fs::write(here.join("fan.obj"), format!("v 0 0 0\nf{corners}\n")).unwrap();
    let (status, said, _) = render(&scene, &["-o", "x.png"]);
    assert_eq!(status, 1);
    insta::assert_snapshot!("too-many-corners", said);
    assert!(!here.join("x.png").exists());
}

#[test]
fn pictures_that_cannot_be_written_are_errors() {
    let scene = folder().join("triangle.toml");
    let outputs = ["files", "no-such/x.png", "files/plain.vsh/x.png"];
    let said = outputs.map(|output| {
        let (status, said, _) = render(&scene, &["-o", output]);
        assert_eq!(status, 1, "{said}");
        said
    });
    insta::assert_snapshot!("not-written", said.join("\n"));
}
