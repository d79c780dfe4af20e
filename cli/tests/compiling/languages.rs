//! Shaders in WGSL, GLSL and SPIR-V.

use pica200::Build;
use pica200::build::DiskFiles;

use crate::support::{Folder, workspace};

/// A shader with uniforms, in both languages.
const WGSL: &str = "\
struct Uniforms { mvp: mat4x4f, tint: vec4f }
@group(0) @binding(0) var<uniform> u: Uniforms;

struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }

@vertex
fn main(@location(0) position: vec3f, @location(1) color: vec4f) -> Out {
    let place = u.mvp * vec4f(position, 1.0);
    return Out(place, color * u.tint);
}
";

const GLSL: &str = "\
#version 330
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 vertexColor;
uniform mat4 mvp;
uniform vec4 tint;
out vec4 color;

void main() {
    gl_Position = mvp * vec4(position, 1.0);
    color = vertexColor * tint;
}
";

/// A shader with two entry points.
const TWO: &str = "\
@vertex fn plain(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
@vertex fn twice(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * 2.0; }
";

/// Values for the first two shaders.
const VALUES: &str =
    "--in v0=1,2,3 --in v1=1,1,0 --uniform tint=0.5,0.5,0.5,1 --uniform mvp=1,0,0,5/0,1,0,0/0,0,1,0/0,0,0,1";

/// The output of picarun with these values.
const RESULT: &str = "\
o0  position    (6, 2, 3, 1)
o1  color       (0.5, 0.5, 0, 1)
instructions: 6
";

#[test]
fn all_programs_take_all_languages() {
    let folder = Folder::with([("a.wgsl", WGSL), ("a.vert", GLSL), ("a.glsl", GLSL)]);
    for name in ["a.wgsl", "a.vert", "a.glsl"] {
        for output in ["a.vsh", "a.dvoj", "a.shbin"] {
            folder.picac(&format!("{name} -o {output}")).silent();
        }
        folder.picald(&format!("{name} -o linked.shbin")).silent();
        assert_eq!(folder.read("a.shbin"), folder.read("linked.shbin"));
        folder.picafmt("--check a.vsh").silent();
        for file in [name, "a.vsh", "a.dvoj", "a.shbin"] {
            let printed = folder.picarun(&format!("{file} {VALUES}")).silent();
            let printed = String::from_utf8(printed).unwrap();
            assert!(same_results(&printed), "{name}, {file}: {printed}");
        }
    }
}

/// Returns true if picarun printed the results, in any order of the outputs.
fn same_results(printed: &str) -> bool {
    let plain = |text: &str| {
        let lines = text.lines().map(|line| {
            let words = line.split_whitespace();
            let words = words.skip_while(|word| word.starts_with('o') && word.len() == 2);
            words.collect::<Vec<_>>().join(" ")
        });
        let mut lines: Vec<_> = lines.collect();
        lines.sort();
        lines
    };
    plain(printed) == plain(RESULT)
}

#[test]
fn modules_of_spirv_are_known_by_name_and_bytes() {
    let bytes = std::fs::read(workspace("testsuite/golden/spirv/passthrough.spv")).unwrap();
    let folder = Folder::with([("a.spv", bytes.clone()), ("a.bin", bytes)]);
    let options = "--map-output=@location(0)=color --map-output=@location(1)=texcoord0";
    let expected = folder.picac(&format!("a.spv -o - {options}")).silent();
    let other = folder.picac(&format!("a.bin -o - {options}")).silent();
    assert_eq!(other, expected);
    let text = String::from_utf8(expected).unwrap();
    assert!(text.contains(".out "), "{text}");
    // An argument that begins with `@` is a response file, and a shell takes no parentheses.
    let said = folder.picac("a.spv -o -").errors();
    let option = "--map-output='@location(0)=color' --map-output='@location(1)=texcoord0'";
    assert!(said.contains(option), "{said}");
}

#[test]
fn a_name_can_say_another_language_than_the_option() {
    let folder = Folder::with([("a.txt", WGSL), ("a.vert", crate::support::GOOD)]);
    folder.picac("a.txt -o a.vsh").errors();
    folder.picac("a.txt --lang=wgsl -o a.vsh").silent();
    folder.picald("a.vert -o a.shbin").errors();
    folder.picald("a.vert --lang=assembly -o a.shbin").silent();
    let mut command = folder.command(crate::support::PICAC);
    let command = command.args(["-", "--lang=wgsl", "-o", "-"]);
    let piped = crate::support::outcome(command.write_stdin(WGSL));
    assert_eq!(piped.silent(), folder.read("a.vsh"));
}

#[test]
fn lines_are_those_of_the_source() {
    let folder = Folder::with([("a.wgsl", WGSL)]);
    folder.picald("a.wgsl -g -o a.shbin").silent();
    let lines = folder.shown("--lines a.shbin");
    assert!(lines.contains("a.wgsl:8\n"), "{lines}");
    let trace = folder.picarun(&format!("a.wgsl {VALUES} --trace=text"));
    let trace = String::from_utf8(trace.silent()).unwrap();
    assert!(trace.contains("a.wgsl:8"), "{trace}");
}

#[test]
fn an_entry_point_is_chosen() {
    let folder = Folder::with([("two.wgsl", TWO)]);
    let plain = folder.picac("two.wgsl --shader-entry plain -o -").silent();
    let twice = folder.picac("two.wgsl --shader-entry twice -o -").silent();
    assert_ne!(plain, twice);
    let printed = folder.picarun("two.wgsl --shader-entry twice --in v0=1,2,3,4");
    let printed = String::from_utf8(printed.silent()).unwrap();
    assert!(printed.contains("(2, 4, 6, 8)"), "{printed}");
}

#[test]
fn mistakes_are_shown_in_the_source() {
    let fragment = "@fragment\nfn main() -> @location(0) vec4f { return vec4f(1.0); }\n";
    let texture = "\
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
@vertex
fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
    return p + textureSampleLevel(t, s, p.xy, 0.0);
}
";
    let unknown = "@vertex\nfn main(@location(0) p: vec4f) -> @builtin(position) vec4f {\n    return p * nope;\n}\n";
    let glsl = "#version 450\nvoid main() {\n    gl_Position = vec4(1.0) + nope;\n}\n";
    let folder = Folder::with([
        ("two.wgsl", TWO),
        ("fragment.wgsl", fragment),
        ("texture.wgsl", texture),
        ("unknown.wgsl", unknown),
        ("unknown.vert", glsl),
        ("syntax.wgsl", "@vertex\nfn main( {\n"),
        ("empty.wgsl", ""),
        ("empty.spv", ""),
        ("cut.spv", "\x03\x02\x23\x07\0"),
    ]);
    let before = folder.list();
    let mut said = String::new();
    for name in &before {
        said += &folder.picac(&format!("{name} -o a.shbin -MD")).errors();
        folder.picald(&format!("{name} -o a.shbin")).errors();
        folder.picarun(name).errors();
    }
    said += &folder.picac("two.wgsl --shader-entry three -o a.vsh").errors();
    folder.write("latin.wgsl", [b'/', b'/', 0xe4, b'\n']);
    said += &folder.picac("latin.wgsl -o a.vsh").errors();
    insta::assert_snapshot!("mistakes_in_languages", said);
    assert!(!folder.list().iter().any(|name| name.starts_with("a.")));
}

#[test]
fn test_files_and_files_of_variations_name_them() {
    let folder = Folder::with([("a.wgsl", WGSL), ("two.wgsl", TWO)]);
    let cases = [
        (
            "shader = 'a.wgsl'",
            "inputs = { position = [1, 2, 3], color = [1, 1, 0, 1] }",
            "{ color = [0.5, 0.5, 0, 1], position = [0, 0, 0, 0] }",
        ),
        (
            "shader = 'two.wgsl'\nshader-entry = 'twice'",
            "inputs = { p = [1, 2, 3, 4] }",
            "{ position = [2, 4, 6, 8] }",
        ),
    ];
    for (head, inputs, expected) in cases {
        let case = format!("{head}\n[[case]]\nname = 'one'\n{inputs}\nexpect = {expected}\n");
        let uniforms = "uniforms = { tint = [0.5, 0.5, 0.5, 1] }\n";
        let has_uniforms = head.contains("a.wgsl");
        let case = format!("{case}{}", if has_uniforms { uniforms } else { "" });
        folder.write("right.test.toml", &case);
        let outcome = folder.picarun("--test right.test.toml");
        assert_eq!(outcome.status, 0, "{}", outcome.stderr);
        folder.write("wrong.test.toml", case.replace("expect = {", "expect = { view = [9],"));
        assert_eq!(folder.picarun("--test wrong.test.toml").status, 1);
    }
    let text = "sources = \"a.wgsl\"\nallow = \"warnings\"\n[numbers]\nN = [0, 1]\n";
    folder.write("a.variants.toml", text);
    folder.picald("a.variants.toml -o a.shbin").silent();
}

#[test]
fn builds_take_them() {
    let folder = Folder::with([("a.wgsl", WGSL)]);
    folder.picac("a.wgsl -o a.shbin").silent();
    let build = Build::new("a").file(folder.path("a.wgsl"));
    let compiled = build.compile(&DiskFiles).unwrap();
    assert_eq!(compiled.binaries[0].bytes, folder.read("a.shbin"));
    let build = Build::new("a").text("a.txt", WGSL).lang("wgsl");
    let compiled = build.compile(&DiskFiles).unwrap();
    assert_eq!(compiled.binaries.len(), 1);
}

#[test]
fn programs_for_assembly_point_to_the_compiler() {
    let spirv = std::fs::read(workspace("testsuite/golden/spirv/light.spv")).unwrap();
    let folder = Folder::with([
        ("a.wgsl", WGSL.as_bytes()),
        ("a.vert", GLSL.as_bytes()),
        ("a.glsl", GLSL.as_bytes()),
        ("a.hlsl", b"float4 main() : SV_Position { return 0; }"),
        ("a.spv", &spirv),
        ("nameless", &spirv),
    ]);
    for (name, language) in [
        ("a.wgsl", "WGSL"),
        ("a.vert", "GLSL"),
        ("a.glsl", "GLSL"),
        ("a.hlsl", "HLSL"),
        ("a.spv", "SPIR-V"),
        ("nameless", "SPIR-V"),
    ] {
        let expected = format!("error[not-a-source]: `{name}` is {language}, not assembly");
        for said in [
            folder.picasm(&format!("{name} -o a.dvoj")).errors(),
            folder.picasm(&format!("--check {name}")).errors(),
            folder.picasm(&format!("-E {name}")).errors(),
            folder.picafmt(name).errors(),
            folder.picafmt(&format!("--check {name}")).errors(),
        ] {
            assert!(said.starts_with(&expected), "{said}");
            assert_eq!(said.matches("error").count(), 1, "{said}");
            assert!(said.contains("picac compiles it"), "{said}");
        }
    }
}

/// A shader with a uniform for each uniform option.
const UNIFORMS: &str = "\
struct Uniforms { mvp: mat4x4f, lit: u32, count: u32, tint: array<vec4f, 4> }
@group(0) @binding(0) var<uniform> u: Uniforms;

struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }

@vertex
fn main(@location(0) position: vec4f) -> Out {
    var sum = vec4f(0.0);
    for (var i = 0u; i < u.count; i++) {
        sum += u.tint[i];
    }
    return Out(u.mvp * position, select(sum, position, u.lit != 0u));
}
";

/// Tests `--matrix-columns`, `--float-uniform` and `--loop-uniform`.
#[test]
fn options_about_uniforms_change_the_translation_everywhere() {
    type Method = fn(Build) -> Build;
    let rows: [(&str, &str, &str, Method); 3] = [
        ("matrix-columns", "mvp", "; columns, one in each register", |build| {
            build.matrix_columns("mvp")
        }),
        ("float-uniform", "lit", ".fvec lit", |build| build.float_uniform("lit")),
        ("loop-uniform", "count", ".ivec count", |build| {
            build.loop_uniform("count")
        }),
    ];
    let folder = Folder::with([("shader.wgsl", UNIFORMS)]);
    folder.picac("shader.wgsl -o without.shbin").silent();
    for (option, name, text, method) in rows {
        let line = format!("shader.wgsl --{option} {name}");
        folder.picac(&format!("{line} -o with.vsh")).silent();
        let assembly = String::from_utf8(folder.read("with.vsh")).unwrap();
        assert!(assembly.contains(text), "{assembly}");
        folder.picac(&format!("{line} -o with.shbin")).silent();
        let expected = folder.read("with.shbin");
        assert_ne!(folder.read("without.shbin"), expected, "{option}");
        folder.picald(&format!("{line} -o linked.shbin")).silent();
        assert_eq!(folder.read("linked.shbin"), expected, "{option}");
        let build = method(Build::new("with").file(folder.path("shader.wgsl")));
        let compiled = build.compile(&DiskFiles).unwrap();
        assert_eq!(compiled.binaries[0].bytes, expected, "{option}");
        let key = format!("{option} = \"{name}\"");
        let run = String::from_utf8(folder.picarun(&line).silent()).unwrap();
        let (_, instructions) = run.rsplit_once("instructions: ").unwrap();
        let case = format!("[[case]]\nname = \"all\"\ninstructions = {instructions}");
        folder.write("all.test.toml", format!("shader = \"shader.wgsl\"\n{key}\n{case}"));
        folder.picarun("--test all.test.toml").silent();
        let head = format!("sources = \"shader.wgsl\"\n{key}\n[numbers]\nN = [0, 1]\n");
        folder.write("all.variants.toml", head);
        let run = folder.picarun("all.variants.toml").silent();
        let of_variation = String::from_utf8(run).unwrap();
        assert!(of_variation.ends_with(instructions), "{option}");
        let wrong = folder.picac(&format!("shader.wgsl --{option} tint -o wrong.vsh"));
        assert!(wrong.stderr.contains("warning[unmatched-option]"), "{}", wrong.stderr);
    }
}
