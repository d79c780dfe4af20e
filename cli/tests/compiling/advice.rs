//! Messages with a complete command line: copying it makes the shader compile.

use std::path::Path;
use std::process::Command;

use crate::support::{Folder, PICAC, PICALD, PICARUN};

const GLSL: &str = "\
#version 330
in vec4 place;
in vec3 normal;
out vec2 uv;
out vec3 vNormal;
out vec4 lookup;
out float fogFactor;
void main() {
    gl_Position = place;
    uv = place.xy;
    vNormal = normal;
    lookup = place;
    fogFactor = place.z;
}
";

const NUMBERS: &str = "\
@vertex fn first(@builtin(vertex_index) v: u32, @builtin(instance_index) i: u32)
    -> @builtin(position) vec4f { return vec4f(f32(v), f32(i), 0.0, 1.0); }
@vertex fn second(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
";

/// Returns the command that a program's messages say to copy. Fails if there is none, or more than one.
fn command(said: &str, program: &str) -> String {
    let lines = said.lines().map(str::trim);
    let name = Path::new(program).file_name().unwrap().to_str();
    let mut commands = lines.filter(|line| line.split(' ').next() == name);
    let found = commands.next().unwrap_or_else(|| panic!("no command:\n{said}"));
    assert_eq!(commands.next(), None, "{said}");
    found.to_owned()
}

/// Runs a program, then the commands that its messages suggest, until one has no errors. Returns the commands.
#[cfg(unix)]
fn follow(folder: &Folder, program: &str, arguments: &[&str]) -> Vec<String> {
    let mut said = folder.run(program, arguments).errors();
    let mut commands = Vec::new();
    for _ in 0..5 {
        let line = command(&said, program);
        let mut shell = Command::new("/bin/sh");
        let programs = Path::new(program).parent().unwrap();
        shell
            .args(["-c", &line])
            .current_dir(folder.path(""))
            .env("PATH", programs);
        let output = shell.output().unwrap();
        commands.push(line);
        said = String::from_utf8(output.stderr).unwrap();
        if output.status.success() {
            return commands;
        }
    }
    panic!("{commands:#?}\n{said}");
}

#[cfg(unix)]
#[test]
fn commands_in_messages_are_complete() {
    let folder = Folder::with([("my shader.vert", GLSL), ("numbers.wgsl", NUMBERS)]);
    for (program, arguments, count) in [
        (PICAC, &["my shader.vert", "-o", "x.shbin"][..], 1),
        (PICAC, &["my shader.vert", "-o", "$x.vsh"], 1),
        (PICALD, &["my shader.vert", "-o", "x.shbin", "-g"], 1),
        (PICARUN, &["my shader.vert", "--in", "place=1,2,3,4"], 1),
        // First the entry point, then the number of vertices.
        (PICAC, &["numbers.wgsl", "-o", "x.shbin"], 2),
    ] {
        let commands = follow(&folder, program, arguments);
        assert_eq!(commands.len(), count, "{commands:#?}");
    }
}

#[test]
fn the_command_keeps_what_fits() {
    let folder = Folder::with([("a.vert", GLSL)]);
    let said = folder.picac("a.vert -o a.shbin").errors();
    let command = command(&said, PICAC);
    let (_, options) = command.split_once("a.vert ").unwrap();
    assert_eq!(
        options,
        "-o a.shbin --map-output=lookup=color --ignore-output=vNormal --ignore-output=fogFactor"
    );
    assert!(said.contains("the output `vNormal`, the output `lookup`, the output `fogFactor`"));
    let outputs = folder.picac("a.vert -o - --map-output=lookup=color --ignore-output=*");
    let text = String::from_utf8(outputs.silent()).unwrap();
    assert!(text.contains("texcoord0.xy"), "{text}");
    assert!(text.contains(".out out_color color"), "{text}");
}

#[test]
fn a_second_colour_of_direct3d_is_added() {
    let folder = Folder::with_containers(&["vs-many-outputs"]);
    let mapped = "--map-output TEXCOORD1=+color";
    let text = folder.picac(&format!("vs-many-outputs.dxbc -o - {mapped}"));
    let text = text.all();
    assert!(text.contains("the output `TEXCOORD1` is added to `color`"), "{text}");
    assert!(!text.contains("texcoord1"), "{text}");
}

#[test]
fn names_of_a_project_are_defaults() {
    let project = "\
map-output = { lookup = \"texcoord1\" }
ignore-output = [\"vNormal\", \"fogFactor\", \"elsewhere\"]

[binary.a]
inputs = \"a.vert\"

[binary.b]
inputs = \"a.vert\"
map-output = { fogFactor = \"texcoord2\", lookup = \"color\" }
";
    let folder = Folder::with([("a.vert", GLSL), ("pica200.toml", project)]);
    folder.write(
        "c.wgsl",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }",
    );
    folder.write("pica200.toml", format!("{project}\n[binary.c]\ninputs = \"c.wgsl\"\n"));
    // Only the short output of the binary that requests it triggers a warning.
    folder.picald("--project -A output-incomplete").silent();
    let properties = |name: &str| {
        let text = folder.shown(name);
        ["color", "texcoord0", "texcoord1", "texcoord2"].map(|property| text.contains(property))
    };
    assert_eq!(properties("a.shbin"), [false, true, true, false]);
    assert_eq!(properties("b.shbin"), [true, true, false, true]);
}

#[test]
fn shading_languages_are_not_assembly() {
    let geometry = "#version 330\nlayout(points) in;\nvoid main() { EmitVertex(); }\n";
    let folder = Folder::with([("a.v.pica", GLSL), ("b.vsh", NUMBERS), ("c.gsh", geometry)]);
    for (file, expected) in [
        ("a.v.pica", "looks like GLSL"),
        ("b.vsh", "looks like WGSL"),
        ("c.gsh", "geometry shaders have to be written in assembly"),
    ] {
        for said in [
            folder.picasm(&format!("{file} -o x.dvoj")).errors(),
            folder.picald(&format!("{file} -o x.shbin")).errors(),
        ] {
            assert_eq!(said.matches("error").count(), 1, "{said}");
            assert!(said.contains(expected), "{said}");
        }
    }
    folder
        .picald("a.v.pica --lang=glsl --ignore-output=* -o x.shbin")
        .silent();
}
