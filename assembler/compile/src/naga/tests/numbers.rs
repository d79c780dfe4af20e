//! Numbers of the job in all three languages: overrides, specialisation constants, macros and their conditions.

use std::fs;

use pica200_diagnostics::Code;
use pica200_objfmt::isa::property::by_name;

use super::read;
use crate::diagnostic::Diagnostic;
use crate::ir::evaluate::{self, Environment};
use crate::options::{Define, Language, Number, Options, OutputMapping};
use crate::source::Source;

fn translated(language: Language, source: &[u8], defines: &[(&str, Number)]) -> (Source, Vec<Diagnostic>) {
    let define = |(name, number): &(&str, Number)| Define {
        name: (*name).to_owned(),
        number: *number,
    };
    // Modules without names have outputs without them.
    let color = (language == Language::SpirV).then(|| OutputMapping {
        name: "@location(0)".to_owned(),
        property: by_name("color").unwrap(),
        is_added: false,
    });
    let options = Options {
        map_output: color.into_iter().collect(),
        defines: defines.iter().map(define).collect(),
        ..Options::default()
    };
    read(language, source, &options)
}

/// Returns the colour of a shader whose first input is 1, 2, 3, 4, and all others 0.
fn color(language: Language, source: &[u8], defines: &[(&str, Number)]) -> Vec<f32> {
    let (source, diagnostics) = translated(language, source, defines);
    assert!(!diagnostics.iter().any(Diagnostic::is_error), "{diagnostics:#?}");
    let input = |index: usize| match index {
        0 => [1.0, 2.0, 3.0, 4.0],
        _ => [0.0; 4],
    };
    let inputs: Vec<_> = (0..source.program.inputs.len()).map(input).collect();
    let environment = Environment {
        inputs: &inputs,
        uniforms: &[],
        procedures: &[],
    };
    let results = evaluate::run(&source.program, &environment, 100_000).unwrap();
    let mut outputs = source.program.outputs.iter().zip(results);
    let (_, found) = outputs.find(|(output, _)| output.property.name == "color").unwrap();
    found
}

const WGSL: &str = "
override scale: f32 = 1.0;
override twice = scale * 2.0;
@id(7) override lit: bool = false;
override shift: i32;
@id(9) override count: u32 = 1u;
struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }
@vertex fn main(@location(0) a: vec4f) -> Out {
    var sum = 0.0;
    for (var i = 0u; i < count; i++) { sum += 1.0; }
    return Out(a, vec4f(scale, twice, select(0.0, 1.0, lit), f32(shift) + sum));
}";

#[test]
fn overrides_have_the_numbers_of_the_job() {
    use Number::{Float, Integer};
    let found = |defines: &[_]| color(Language::Wgsl, WGSL.as_bytes(), defines);
    let shift = ("shift", Integer(-3));
    assert_eq!(found(&[shift]), [1.0, 2.0, 0.0, -2.0]);
    assert_eq!(
        found(&[shift, ("scale", Float(1.5)), ("lit", Integer(1))]),
        [1.5, 3.0, 1.0, -2.0]
    );
    // The last one wins. Ids name constants that have names.
    let defines = [
        shift,
        ("scale", Float(1.5)),
        ("scale", Integer(4)),
        ("constant_id_7", Integer(1)),
        ("constant_id_9", Float(5.0)),
    ];
    assert_eq!(found(&defines), [4.0, 8.0, 1.0, 2.0]);
}

#[test]
fn the_source_says_which_numbers_it_takes() {
    let (source, _) = translated(Language::Wgsl, WGSL.as_bytes(), &[]);
    let expected = [
        "scale",
        "twice",
        "lit",
        "constant_id_7",
        "shift",
        "count",
        "constant_id_9",
    ];
    assert_eq!(source.numbers, expected);
    let (one, two) = (Number::Integer(1), Number::Integer(2));
    let (source, diagnostics) = translated(
        Language::Glsl,
        b"#version 450\n#ifdef ONE\n#endif\nvoid main() { gl_Position = vec4(0.0); }",
        &[("ONE", one), ("TWO", two)],
    );
    assert_eq!(diagnostics, []);
    assert_eq!(source.numbers, ["ONE"]);
}

#[test]
fn numbers_that_do_not_fit_are_errors() {
    use Number::{Float, Integer};
    let rows = [
        ("lit", Integer(2), "it is a truth value, which is 0 or 1"),
        ("shift", Float(0.5), "it is an integer from -2147483648 to 2147483647"),
        (
            "shift",
            Integer(1 << 31),
            "it is an integer from -2147483648 to 2147483647",
        ),
        ("count", Integer(-1), "it is an integer from 0 to 4294967295"),
        (
            "scale",
            Float(1e300),
            "it is a float, which is up to 3.4e38 in magnitude",
        ),
    ];
    for (name, number, why) in rows {
        let defines = [("shift", Integer(0)), (name, number)];
        let (_, diagnostics) = translated(Language::Wgsl, WGSL.as_bytes(), &defines);
        let diagnostic = diagnostics.first().unwrap();
        let expected = format!("`{name}` cannot have the value {number}: {why}");
        assert_eq!((diagnostic.code, &diagnostic.message), (Code::UnfitDefine, &expected));
        assert!(diagnostic.location().copied().is_some(), "{name}");
    }
    let source = "#version 450\nvoid main() { gl_Position = vec4(X); }";
    for number in [Integer(1 << 32), Integer(i64::MIN), Float(-1e39)] {
        let (_, diagnostics) = translated(Language::Glsl, source.as_bytes(), &[("X", number)]);
        let codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [Code::UnfitDefine], "{number}");
    }
}

#[test]
fn numbers_are_macros_of_glsl() {
    use Number::{Float, Integer};
    let source = "#version 450
        layout(location = PLACE) in vec4 a;
        layout(location = 0) out vec4 color;
        #ifndef SCALE
        #define SCALE 1.0
        #endif
        layout(constant_id = 3) const int STEPS = 4;
        void main() {
            gl_Position = a;
        #if LIGHTS > 1 && defined(FOG)
            color = a * SCALE;
        #elif LIGHTS == -1
            color = vec4(float(1 - LIGHTS), float(STEPS), SCALE, 0.0);
        #else
            color = vec4(0.5);
        #endif
        }";
    let found = |defines: &[(&'static str, Number)]| {
        let defines = [&[("PLACE", Integer(0)), ("LIGHTS", Integer(0))], defines].concat();
        color(Language::Glsl, source.as_bytes(), &defines)
    };
    assert_eq!(found(&[]), [0.5; 4]);
    let fog = ("FOG", Integer(1));
    let two = ("LIGHTS", Integer(2));
    assert_eq!(found(&[fog, two]), [1.0, 2.0, 3.0, 4.0]);
    let half = ("SCALE", Float(0.5));
    assert_eq!(found(&[fog, two, half]), [0.5, 1.0, 1.5, 2.0]);
    let negative = ("LIGHTS", Integer(-1));
    assert_eq!(found(&[negative, half]), [2.0, 4.0, 0.5, 0.0]);
    let defines = [negative, ("STEPS", Integer(9)), ("SCALE", Float(-2.0))];
    assert_eq!(found(&defines), [2.0, 9.0, -2.0, 0.0]);
    let defines = [negative, ("constant_id_3", Integer(8))];
    assert_eq!(found(&defines), [2.0, 8.0, 1.0, 0.0]);
}

#[test]
fn conditions_leave_declarations_out() {
    use Number::Integer;
    let source = "#version 300 es
        #ifdef SKINNED /* attributes
        of bones */
        in vec4 weights;
        #endif
        in vec4 a;
        #if LIGHTS > 0
        #include <lights> // there is no such file
        #endif
        out vec4 color;
        void main() {
            gl_Position = a;
            color = a;
        }";
    let names = |defines: &[_]| {
        let (source, diagnostics) = translated(Language::Glsl, source.as_bytes(), defines);
        let is_bad = diagnostics.iter().any(Diagnostic::is_error);
        let inputs = source.program.inputs.into_iter();
        let inputs = inputs.map(|input| (input.name, input.register));
        (inputs.collect::<Vec<_>>(), is_bad)
    };
    let input = |name: &str, register| (name.to_owned(), register);
    let a = input("a", 0);
    let dark = ("LIGHTS", Integer(0));
    assert_eq!(names(&[dark]), (vec![a], false));
    let skinned = ("SKINNED", Integer(1));
    let both = vec![input("weights", 0), input("a", 1)];
    assert_eq!(names(&[dark, skinned]), (both, false));
    assert!(names(&[("LIGHTS", Integer(1))]).1);
}

#[test]
fn a_macro_of_the_source_stands_in_the_way_of_the_job() {
    let source = "#version 450\n#define X 1.0\nvoid main() { gl_Position = vec4(X); }";
    let defines = [("X", Number::Float(2.0))];
    let (_, diagnostics) = translated(Language::Glsl, source.as_bytes(), &defines);
    let diagnostic = diagnostics.first().unwrap();
    assert_eq!(
        diagnostic.message,
        "the macro `X` is defined already, with another text"
    );
    assert_eq!(diagnostic.location().copied().map(|place| place.line), Some(2));
    let defines = [("X", Number::Float(1.0))];
    let (_, diagnostics) = translated(Language::Glsl, source.as_bytes(), &defines);
    assert_eq!(diagnostics, []);
}

/// Returns a module that was made of `constants.vert`.
fn module(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/naga/tests/modules");
    fs::read(format!("{folder}/{name}")).unwrap()
}

#[test]
fn specialisation_constants_have_names_and_ids() {
    use Number::{Float, Integer};
    let (named, stripped) = (module("constants.spv"), module("constants-stripped.spv"));
    let found = |module: &[u8], defines: &[_]| color(Language::SpirV, module, defines);
    assert_eq!(found(&named, &[]), [1.5, 4.0, 0.0, 1.0]);
    let defines = [("SCALE", Float(-2.5)), ("STEPS", Integer(2)), ("LIT", Integer(1))];
    assert_eq!(found(&named, &defines), [-2.5, 2.0, 1.0, 1.0]);
    let defines = [("constant_id_3", Float(-2.5)), ("constant_id_4", Integer(2))];
    for module in [&named, &stripped] {
        assert_eq!(found(module, &defines), [-2.5, 2.0, 0.0, 1.0]);
    }
    let (mut source, _) = translated(Language::SpirV, &stripped, &[]);
    source.numbers.sort();
    assert_eq!(source.numbers, ["constant_id_3", "constant_id_4", "constant_id_5"]);
}
