//! The methods of builds do what the rows of their options do.

use super::Build;
use crate::job::options::{Value, all, by_name};
use crate::translation::HlslCompiler;
use pica200_link::Compat;

/// A method with a value, and the name and the value of its option.
type Row = (&'static str, Value<'static>, fn(Build) -> Build);

const ON: Value<'_> = Value::Switch(true);
const OFF: Value<'_> = Value::Switch(false);

const ROWS: &[Row] = &[
    ("padding", OFF, |build| build.padding(false)),
    ("pseudo", OFF, |build| build.pseudo_instructions(false)),
    ("include", Value::Text("dir"), |build| {
        build.include_path("dir")
    }),
    ("dialect", Value::Text("auto"), |build| {
        build.dialect("auto")
    }),
    ("geometry", ON, |build| build.geometry(true)),
    ("map-output", Value::Text("a=+view"), |build| {
        build.map_output("a", "+view")
    }),
    ("ignore-output", Value::Text("*"), |build| {
        build.ignore_output("*")
    }),
    ("shader-entry", Value::Text("main"), |build| {
        build.shader_entry("main")
    }),
    ("vertex-id", Value::Text("attribute"), |build| {
        build.vertex_id_attribute(true)
    }),
    ("fix-depth", ON, |build| build.fix_depth(true)),
    ("fast-round", ON, |build| build.fast_round(true)),
    ("matrix-columns", Value::Text("m"), |build| {
        build.matrix_columns("m")
    }),
    ("float-uniform", Value::Text("f"), |build| {
        build.float_uniform("f")
    }),
    ("loop-uniform", Value::Text("l"), |build| {
        build.loop_uniform("l")
    }),
    ("array-length", Value::Text("cb0=20"), |build| {
        build.array_length("cb0", 20)
    }),
    ("strict-math", ON, |build| build.strict_math(true)),
    ("lang", Value::Text("wgsl"), |build| build.lang("wgsl")),
    ("hlsl-compiler", Value::Text("dxc"), |build| {
        build.hlsl_compiler("dxc")
    }),
    ("hlsl-entry", Value::Text("vs"), |build| {
        build.hlsl_entry("vs")
    }),
    ("hlsl-profile", Value::Text("vs_5_0"), |build| {
        build.hlsl_profile("vs_5_0")
    }),
    ("gc-sections", OFF, |build| build.gc_sections(false)),
    ("icf", ON, |build| build.icf(true)),
    ("merge-constants", OFF, |build| build.merge_constants(false)),
    ("pad-constants", OFF, |build| build.pad_constants(false)),
    ("debug", ON, |build| build.debug(true)),
    ("strip", ON, |build| build.strip(true)),
    ("compat", Value::Text("picasso"), |build| {
        build.compat(Compat::Picasso)
    }),
];

#[test]
fn methods_do_what_their_rows_do() {
    let plain = format!("{:?}", Build::new("build").job);
    for (name, value, method) in ROWS {
        let option = by_name(name).expect("the table has the option");
        let by_method = method(Build::new("build"));
        let by_row = Build::new("build").set(option, *value);
        assert_eq!(format!("{by_method:?}"), format!("{by_row:?}"), "{name}");
        assert!(
            format!("{:?}", by_row.job) != plain,
            "{name} changes nothing"
        );
    }
}

#[test]
fn all_options_have_a_method_and_a_line_here() {
    let source = include_str!("mod.rs").to_owned() + include_str!("translation.rs");
    for option in all() {
        let method = format!("pub fn {}(mut self", option.method);
        assert!(
            source.contains(&method),
            "`Build` has no `{}`",
            option.method
        );
        assert!(
            ROWS.iter().any(|(name, ..)| *name == option.name),
            "{}",
            option.name
        );
    }
}

#[test]
fn names_and_methods_are_unique() {
    for option in all() {
        let same = |other: &&crate::job::options::BuildOption| {
            other.name == option.name || other.method == option.method
        };
        assert_eq!(all().filter(same).count(), 1, "{}", option.name);
        assert!(!option.key_help().is_empty(), "{}", option.name);
    }
}

/// A wrong value is an error when the build runs, and the first one is told.
#[test]
fn wrong_values_are_told_when_the_build_runs() {
    let strict = by_name("strict-math").expect("the table has the option");
    for (build, message) in [
        (
            Build::new("a").lang("wgls"),
            "unknown language `wgls`; did you mean `wgsl`?",
        ),
        (
            Build::new("a").map_output("a", "vieww").lang("x"),
            "unknown property `vieww`; did you mean `view`?",
        ),
        (
            Build::new("a").set(strict, Value::Text("yes")),
            "expected a boolean",
        ),
    ] {
        assert_eq!(build.wrong.first().map(String::as_str), Some(message));
        let files = crate::build::MemoryFiles::new();
        let error = build.compile(&files).expect_err("the value is wrong");
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(build.job.translation.hlsl.compiler, HlslCompiler::None);
    }
}
