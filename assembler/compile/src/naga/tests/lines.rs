//! The lines of the source that instructions come from.

use std::fmt::Write as _;

use crate::options::{Language, Options};
use crate::pipeline::compile;

/// Operations over several lines, a function, constants, and a branch.
const SHADER: &str = "\
struct Uniforms { projection: mat4x4f, model_view: mat4x4f, light: vec4f }
@group(0) @binding(0) var<uniform> u: Uniforms;
const AMBIENT = vec3f(0.1, 0.2, 0.3);
struct Out {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
    @location(1) texcoord0: vec2f,
}
fn lambert(n: vec3f, l: vec3f) -> f32 {
    return max(
        dot(n, l),
        0.0);
}
@vertex
fn main(@location(0) p: vec3f, @location(1) n: vec3f, @location(2) uv: vec2f) -> Out {
    var out: Out;
    let view = u.model_view *
        vec4f(p, 1.0);
    out.position = u.projection * view;
    let normal = normalize((u.model_view * vec4f(n, 0.0)).xyz);
    let d = lambert(normal, u.light.xyz);
    out.color = vec4f(AMBIENT + vec3f(d), 1.0);
    if d > 0.5 {
        out.texcoord0 = uv;
    } else {
        out.texcoord0 = vec2f(0.25, 0.75);
    }
    return out;
}
";

#[test]
fn instructions_have_the_lines_of_their_operations() {
    let options = Options {
        language: Some(Language::Wgsl),
        ..Options::default()
    };
    let found = compile("shader", SHADER.as_bytes(), &options);
    let mut text = String::new();
    for line in found.assembly.unwrap() {
        // Comments show the source. Declarations have no tab.
        if !line.text.starts_with('\t') || line.text.trim_start().starts_with(';') {
            continue;
        }
        let place = line.place.map(|place| place.line);
        let number = place.map_or_else(|| "-".to_owned(), |line| line.to_string());
        let source = place.and_then(|line| SHADER.lines().nth(line as usize - 1));
        let source = source.unwrap_or_default().trim();
        let _ = writeln!(text, "{number:>2}: {source}\n    {}", line.text.trim());
    }
    insta::assert_snapshot!(text);
}
