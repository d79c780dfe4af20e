//! Outputs: the meaning of their names, types and options.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::property::by_name;

use crate::diagnostic::Diagnostic;
use crate::options::{Language, Options, OutputMapping};
use crate::{ALL_UNUSED, Compilation, OutputDefaults, compile};

/// Returns a shader in WGSL with outputs beside the position, each a name and a type.
fn wgsl(outputs: &[(&str, &str)]) -> String {
    let members: String = (0..)
        .zip(outputs)
        .map(|(location, (name, ty))| {
            let flat = if ty.ends_with('u') || ty.ends_with('i') || *ty == "u32" {
                "@interpolate(flat) "
            } else {
                ""
            };
            format!("@location({location}) {flat}{name}: {ty}, ")
        })
        .collect();
    let values: String = outputs
        .iter()
        .map(|(_, ty)| {
            let scalar = match ty.chars().next_back() {
                Some('i') => "i32(p.x)",
                Some('u') => "u32(p.x)",
                _ => "p.x",
            };
            format!(", {ty}({scalar})")
        })
        .collect();
    format!(
        "struct Out {{ @builtin(position) clip: vec4f, {members} }}
        @vertex fn main(@location(0) p: vec4f) -> Out {{ return Out(p{values}); }}"
    )
}

fn compiled(source: &str, options: Options) -> Compilation {
    let options = Options {
        language: Some(Language::Wgsl),
        ..options
    };
    compile("x.wgsl", source.as_bytes(), &options)
}

/// Returns the outputs of a compilation, as `NAME=PROPERTY`, without the position.
fn outputs(compilation: &Compilation) -> String {
    let others = compilation.outputs.iter();
    let others = others.filter(|output| output.property.name != "position");
    let texts = others.map(|output| format!("{}={}", output.name, output.property.name));
    texts.collect::<Vec<_>>().join(" ")
}

fn mapping(name: &str, property: &str) -> OutputMapping {
    let (is_added, property) = match property.strip_prefix('+') {
        Some(property) => (true, property),
        None => (false, property),
    };
    OutputMapping {
        name: name.to_owned(),
        property: by_name(property).unwrap(),
        is_added,
    }
}

/// Follows options of a message.
fn follow(words: &[String], options: &mut Options) {
    for word in words {
        if let Some(value) = word.strip_prefix("--map-output=") {
            let (name, property) = value.rsplit_once('=').unwrap();
            options.map_output.push(mapping(name, property));
        } else if let Some(name) = word.strip_prefix("--ignore-output=") {
            options.ignore_output.push(name.to_owned());
        } else {
            assert_eq!(word, "--vertex-id=attribute");
            options.vertex_id_attribute = true;
        }
    }
}

fn codes(compilation: &Compilation) -> Vec<Code> {
    let diagnostics = compilation.diagnostics.iter();
    diagnostics.map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn names_say_properties() {
    for (given, expected) in [
        (&[][..], ""),
        (
            &[("vUv", "vec2f"), ("fragColor", "vec4f"), ("lightmap_uv", "vec2f")],
            "vUv=texcoord0 fragColor=color lightmap_uv=texcoord1",
        ),
        (
            &[("tex_coords1", "vec2f"), ("st", "vec2f"), ("viewDir", "vec3f")],
            "tex_coords1=texcoord1 st=texcoord0 viewDir=view",
        ),
        (&[("quat", "vec4f"), ("tint", "vec4f")], "quat=normalquat tint=color"),
        (&[("color", "vec4u")], "color=color"),
    ] {
        let found = compiled(&wgsl(given), Options::default());
        assert_eq!(outputs(&found), expected);
        assert_eq!(codes(&found), [], "{:#?}", found.diagnostics);
        assert!(found.assembly.is_some());
    }
}

#[test]
fn a_colour_without_alpha_is_opaque() {
    let found = compiled(&wgsl(&[("color", "vec3f")]), Options::default());
    assert_eq!(codes(&found), []);
    let found = compiled(&wgsl(&[("color", "vec2f")]), Options::default());
    assert_eq!(codes(&found), [Code::OutputIncomplete]);
}

#[test]
fn the_third_texture_coordinate_is_for_cube_maps() {
    let found = compiled(
        &wgsl(&[("uvw_texcoord", "vec3f"), ("texcoord0", "vec3f")]),
        Options::default(),
    );
    assert_eq!(codes(&found), [Code::NoSuchOutput]);
    let found = compiled(&wgsl(&[("texcoord", "vec3f")]), Options::default());
    assert_eq!(outputs(&found), "texcoord=texcoord0 texcoord.z=texcoord0w");
    let both = [("texcoord", "vec3f"), ("texcoord0w", "f32")];
    let found = compiled(&wgsl(&both), Options::default());
    assert_eq!(outputs(&found), "texcoord=texcoord0 texcoord0w=texcoord0w");
}

#[test]
fn one_error_is_about_all_outputs_without_a_use() {
    let given = [
        ("normal", "vec3f"),
        ("uv", "vec2f"),
        ("lookup", "vec4f"),
        ("fog", "f32"),
    ];
    let found = compiled(&wgsl(&given), Options::default());
    let [diagnostic] = found.diagnostics.as_slice() else {
        panic!("{:#?}", found.diagnostics);
    };
    assert_eq!(
        diagnostic.message,
        "the hardware has no use for the output `normal`, the output `lookup`, the output `fog`"
    );
    let advice = diagnostic.advice.as_ref().unwrap();
    assert_eq!(
        advice.command_line(),
        "--map-output=lookup=color --ignore-output=normal --ignore-output=fog"
    );
    assert_eq!(
        advice.table,
        [
            "output  type   becomes",
            "clip    vec4f  position",
            "normal  vec3f  left out?",
            "uv      vec2f  texcoord0",
            "lookup  vec4f  color?",
            "fog     f32    left out?",
        ]
    );
}

#[test]
fn all_outputs_without_a_use_can_be_left_out() {
    let source = wgsl(&[("normal", "vec3f"), ("uv", "vec2f"), ("lookup", "vec4f")]);
    let all = vec![ALL_UNUSED.to_owned()];
    let own = Options {
        ignore_output: all.clone(),
        ..Options::default()
    };
    let of_project = Options {
        output_defaults: OutputDefaults {
            ignore_output: all,
            ..OutputDefaults::default()
        },
        ..Options::default()
    };
    for options in [own, of_project] {
        let found = compiled(&source, options);
        assert_eq!(codes(&found), []);
        assert_eq!(outputs(&found), "uv=texcoord0");
    }
}

#[test]
fn options_of_the_shader_go_before_those_of_the_project() {
    let source = wgsl(&[("a", "vec2f"), ("b", "vec2f"), ("c", "vec2f")]);
    let options = Options {
        map_output: vec![mapping("a", "texcoord1"), mapping("a", "texcoord2")],
        output_defaults: OutputDefaults {
            map_output: vec![mapping("a", "color"), mapping("b", "texcoord0")],
            ignore_output: vec!["a".to_owned(), "c".to_owned(), "missing".to_owned()],
        },
        ..Options::default()
    };
    let found = compiled(&source, options);
    assert_eq!(codes(&found), [], "defaults need not fit");
    assert_eq!(outputs(&found), "a=texcoord2 b=texcoord0");
    let options = Options {
        ignore_output: vec!["mising".to_owned(), "a".to_owned(), "b".to_owned(), "c".to_owned()],
        ..Options::default()
    };
    let found = compiled(
        &wgsl(&[("a", "vec2f"), ("b", "vec2f"), ("c", "vec2f"), ("missing", "f32")]),
        options,
    );
    let [unmatched, _] = found.diagnostics.as_slice() else {
        panic!("{:#?}", found.diagnostics);
    };
    assert_eq!(unmatched.code, Code::UnmatchedOption);
    assert_eq!(unmatched.help.as_deref(), Some("did you mean `missing`?"));
}

#[test]
fn an_output_can_be_added_to_another_one() {
    let source = wgsl(&[("color", "vec4f"), ("specular", "vec4f")]);
    let add = |name: &str| Options {
        map_output: vec![mapping(name, "+color")],
        ..Options::default()
    };
    let found = compiled(&source, add("specular"));
    assert_eq!(codes(&found), []);
    assert_eq!(outputs(&found), "color=color");
    let text: String = found
        .assembly
        .unwrap()
        .into_iter()
        .map(|line| line.text + "\n")
        .collect();
    assert!(text.contains("the output `specular` is added to `color`"), "{text}");
    assert!(text.contains("add out_color.xyz"), "{text}");
    // Alone, it is the property.
    let found = compiled(&wgsl(&[("specular", "vec4f")]), add("specular"));
    assert_eq!(outputs(&found), "specular=color");
}

#[test]
fn two_outputs_cannot_be_one_property() {
    let options = Options {
        map_output: vec![mapping("a", "color"), mapping("@location(1)", "color")],
        ..Options::default()
    };
    let found = compiled(&wgsl(&[("a", "vec4f"), ("b", "vec4f")]), options);
    assert_eq!(codes(&found), [Code::DuplicateProperty]);
    let message = &found.diagnostics[0].message;
    assert_eq!(message, "the outputs `a` and `b` both become `color`");
}

#[test]
fn built_in_outputs_without_effect_are_left_out() {
    let source = "#version 450
        layout(location = 0) in vec4 p;
        void main() { gl_Position = p; gl_PointSize = 2.0; }";
    let options = Options {
        language: Some(Language::Glsl),
        ..Options::default()
    };
    let found = compile("x.vert", source.as_bytes(), &options);
    assert_eq!(codes(&found), [Code::OutputWithoutEffect]);
    assert!(found.assembly.is_some());
    for name in ["gl_PointSize", "point_size"] {
        let options = Options {
            ignore_output: vec![name.to_owned()],
            ..options.clone()
        };
        let found = compile("x.vert", source.as_bytes(), &options);
        assert_eq!(codes(&found), []);
    }
}

#[test]
fn numbers_of_the_system_are_one_error() {
    let source = "@vertex fn main(@builtin(vertex_index) v: u32, @builtin(instance_index) i: u32)
        -> @builtin(position) vec4f { return vec4f(f32(v), f32(i), 0.0, 1.0); }";
    let found = compiled(source, Options::default());
    assert_eq!(codes(&found), [Code::SystemValueInput]);
    let advice = found.diagnostics[0].advice.as_ref().unwrap();
    let mut options = Options::default();
    follow(&advice.options, &mut options);
    assert!(compiled(source, options).assembly.is_some());
}

/// The options of a message are complete: with them, a shader with any outputs compiles.
#[test]
fn shaders_compile_with_the_options_of_their_messages() {
    let words = "uv texcoord0 uv1 color colour tint normal worldPos lookup fog a b view quat st coord \
        texcoord0w specular v_uv fragColor lightmapUV data0 data1 normalquat";
    let words: Vec<_> = words.split_whitespace().collect();
    let types = ["f32", "vec2f", "vec3f", "vec4f", "u32", "vec2i", "vec4u"];
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    let (mut plain, mut followed) = (0, 0);
    for _ in 0..400 {
        let mut names: Vec<&str> = (0..random(8)).map(|_| words[random(words.len())]).collect();
        names.sort_unstable();
        names.dedup();
        let given: Vec<_> = names.iter().map(|name| (*name, types[random(types.len())])).collect();
        let source = wgsl(&given);
        let mut options = Options::default();
        let first = compiled(&source, options.clone());
        if first.assembly.is_some() {
            plain += 1;
            continue;
        }
        let errors: Vec<_> = first
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
            .collect();
        assert_eq!(errors.len(), 1, "{source}\n{errors:#?}");
        follow(&errors[0].advice.as_ref().unwrap().options, &mut options);
        let second = compiled(&source, options);
        let errors = second.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let errors: Vec<&Diagnostic> = errors.collect();
        assert!(second.assembly.is_some(), "{source}\n{errors:#?}");
        followed += 1;
    }
    assert!(plain > 40 && followed > 200, "{plain}, {followed}");
}

/// naga keeps no location of members.
#[test]
fn members_have_places() {
    let source = "const normal: f32 = 1.0;
struct Out { @builtin(position) clip: vec4f, @location(0) position: vec2f, @location(1) normal: vec3f }
@vertex fn main(@location(0) position: vec4f) -> Out { return Out(position, position.xy, position.xyz * normal); }";
    let found = compiled(source, Options::default());
    let diagnostic = &found.diagnostics[0];
    let start = |place: crate::Place| (place.line, place.columns.map(|columns| columns.start));
    let line = source.lines().nth(1).unwrap();
    let column = |text: &str| u32::try_from(line.find(text).unwrap()).ok();
    assert_eq!(
        diagnostic.location().copied().map(start),
        Some((2, column("position: vec2f")))
    );
    assert_eq!(start(diagnostic.secondary[0].location), (2, column("normal: vec3f")));
}

#[test]
fn a_name_of_several_outputs_is_ambiguous() {
    let source = "#version 450
        in vec4 p;
        out Near { vec2 uv; } near;
        out Far { vec2 uv; } far;
        void main() { gl_Position = p; near.uv = p.xy; far.uv = p.zw; }";
    let options = |name: &str| Options {
        language: Some(Language::Glsl),
        map_output: vec![mapping(name, "view")],
        ..Options::default()
    };
    let compilation = compile("x.vert", source.as_bytes(), &options("uv"));
    let [diagnostic] = compilation.diagnostics.as_slice() else {
        panic!("{:#?}", compilation.diagnostics);
    };
    assert_eq!(
        (diagnostic.code.name(), diagnostic.help.as_deref()),
        ("ambiguous-output", Some("use one of these names: `near.uv`, `far.uv`")),
        "[ambiguous-output]"
    );
    let compilation = compile("x.vert", source.as_bytes(), &options("far.uv"));
    assert_eq!(
        outputs(&compilation),
        "near.uv=texcoord0 far.uv=view",
        "{:?}",
        compilation.diagnostics
    );
}
