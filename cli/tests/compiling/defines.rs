//! Definitions (`-D NAME=NUMBER`) for shaders in WGSL, GLSL and SPIR-V, from everywhere.

use pica200::Build;
use pica200::build::DiskFiles;

use crate::support::{Folder, workspace};

const WGSL: &str = "\
override scale: f32 = 1.0;
override lights: i32 = 0;
struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }
@vertex fn main(@location(0) p: vec4f) -> Out {
    return Out(p, vec4f(scale, f32(lights), 0.0, 1.0));
}
";

const GLSL: &str = "\
#version 330
in vec4 p;
out vec4 color;
#ifndef lights
#define lights 0
#endif
layout(constant_id = 1) const float scale = 1.0;
void main() {
    gl_Position = p;
    color = vec4(scale, float(lights), 0.0, 1.0);
}
";

const ASSEMBLY: &str = "\
.ifndef lights
.equ lights, 0
.endif
.ifndef scale
.equ scale, 1
.endif
.out pos position
.out col color
.constf k(scale, lights, 0, 1)
.proc main
    mov pos, v0
    mov col, k
    end
.end
";

fn folder() -> Folder {
    Folder::with([("a.wgsl", WGSL), ("a.vert", GLSL), ("a.vsh", ASSEMBLY)])
}

#[test]
fn numbers_are_the_same_in_all_languages_and_programs() {
    let folder = folder();
    for name in ["a.wgsl", "a.vert", "a.vsh"] {
        let line = format!("{name} -D scale=1.0/4 -D lights=3");
        folder.picald(&format!("{line} -o linked.shbin")).silent();
        let expected = folder.read("linked.shbin");
        if name != "a.vsh" {
            folder.picac(&format!("{line} -o a.shbin")).silent();
            assert_eq!(folder.read("a.shbin"), expected, "{name}");
            folder.picac(&format!("{line} -o out.vsh")).silent();
            let text = String::from_utf8(folder.read("out.vsh")).unwrap();
            assert!(text.contains("0.25"), "{text}");
        }
        let printed = folder.picarun(&format!("{line} --in v0=1")).silent();
        let printed = String::from_utf8(printed).unwrap();
        assert!(printed.contains("(0.25, 3, 0, 1)"), "{name}: {printed}");
        let build = Build::new("a").file(folder.path(name));
        let build = build.define("scale", "0.25").define("lights", "3");
        let compiled = build.compile(&DiskFiles).unwrap();
        assert_eq!(compiled.binaries[0].bytes, expected, "{name}");
        let test = format!(
            "shader = \"{name}\"\ndefine = {{ scale = 0.25, lights = 3 }}\n[[case]]\nname = \"all\"\ninputs.v0 = [1, \
             2, 3, 4]\nexpect.color = [0.25, 3, 0, 1]\n"
        );
        folder.write("a.test.toml", test);
        folder.picarun("--test a.test.toml").silent();
    }
}

#[test]
fn variations_are_those_of_shaders_in_all_languages() {
    let folder = folder();
    folder.write(
        "all.variants.toml",
        "sources = [\"a.wgsl\", \"a.vert\", \"a.vsh\"]
allow = \"warnings\"
define = { scale = 0.5 }
[numbers]
lights = { NONE = 0, TWO = 2, MANY = 7 }
",
    );
    folder.picald("all.variants.toml -o all.shbin").silent();
    for name in ["a.wgsl", "a.vert", "a.vsh"] {
        let text = format!(
            "sources = \"{name}\"\ndefine = {{ scale = 0.5 }}\n[numbers]\nlights = {{ NONE = 0, TWO = 2, MANY = 7 }}\n"
        );
        folder.write("one.variants.toml", text);
        folder.picald("one.variants.toml -o one.shbin").silent();
        let expected = "shader = \"one.variants.toml\"
[[case]]
name = \"many\"
variation = { lights = \"MANY\" }
inputs.v0 = [1, 2, 3, 4]
expect.color = [0.5, 7, 0, 1]
[[case]]
name = \"each\"
each = true
inputs.v0 = [1, 2, 3, 4]
expect.position = [1, 2, 3, 4]
";
        folder.write("one.test.toml", expected);
        folder.picarun("--test one.test.toml").silent();
        let binary = folder.read("one.shbin");
        let shaders = u32::from_le_bytes(binary[4..8].try_into().unwrap());
        assert_eq!(shaders, 3, "{name}");
    }
}

#[test]
fn variations_of_specialisation_constants_go_by_their_ids() {
    let folder = Folder::empty();
    let module = "assembler/compile/src/naga/tests/modules/constants-stripped.spv";
    folder.write("a.spv", std::fs::read(workspace(module)).unwrap());
    folder.write(
        "a.variants.toml",
        "sources = \"a.spv\"\nmap-output = { \"@location(0)\" = \"color\" }\n[numbers]\nconstant_id_4 = [1, 2]\n",
    );
    let test = "shader = \"a.variants.toml\"
[[case]]
name = \"one\"
variation = { constant_id_4 = 1 }
expect.color = [1.5, 1, 0, 1]
[[case]]
name = \"two\"
variation = { constant_id_4 = 2 }
expect.color = [1.5, 2, 0, 1]
";
    folder.write("a.test.toml", test);
    folder.picarun("--test a.test.toml").silent();
}

#[test]
fn numbers_that_nothing_takes_draw_a_warning() {
    let folder = folder();
    for program in ["picac", "picald"] {
        let run = |line: &str| match program {
            "picac" => folder.picac(line),
            _ => folder.picald(line),
        };
        let said = run("a.wgsl -D scales=2 -o x.shbin").stderr;
        assert!(
            said.contains("warning[useless-define]: unused number `scales`: no input declares it"),
            "{said}"
        );
        assert!(said.contains("did you mean `scale`?"), "{said}");
        let said = run("a.vert -D FOG=2 -o x.shbin").stderr;
        assert!(said.contains("`FOG`: no input declares it"), "{said}");
    }
    folder.picald("a.wgsl a.vsh -D FOG=2 -A warnings -o x.shbin").silent();
    let said = folder.picac("a.wgsl -D lights=0.5 -o x.shbin").errors();
    assert!(said.contains("error[unfit-define]"), "{said}");
    assert!(said.contains("a.wgsl:2:"), "{said}");
}

#[test]
fn an_override_without_a_value_needs_a_number() {
    let folder = Folder::with([(
        "a.wgsl",
        "override k: f32;\n@vertex fn main() -> @builtin(position) vec4f { return vec4f(k); }\n",
    )]);
    let said = folder.picac("a.wgsl -o x.vsh").errors();
    assert!(said.contains("set it with `-D k=NUMBER`"), "{said}");
    folder.picac("a.wgsl -D k=2 -o x.vsh").silent();
}
