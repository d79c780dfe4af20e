//! Builds with several values for a name.

use pica200::build::Build;

use super::{ASKING, build_error, build_of, memory, watched};
use crate::support::Folder;

#[test]
fn there_is_a_binary_for_each_combination() {
    let files = memory(&[("a.vsh", ASKING)]);
    let build = Build::new("lit").file("a.vsh");
    let compiled = build
        .clone()
        .variants("LIGHTS", [-1, 4])
        .variants("FOG", [0, 1])
        .compile(&files)
        .unwrap();
    let values: Vec<_> = compiled.binaries.iter().map(|b| b.values.as_slice()).collect();
    assert_eq!(values, [[-1, 0], [-1, 1], [4, 0], [4, 1]]);
    for binary in &compiled.binaries {
        let [lights, fog] = binary.values[..] else {
            unreachable!()
        };
        let alone = build
            .clone()
            .define("LIGHTS", lights)
            .define("FOG", fog)
            .compile(&files);
        assert_eq!(alone.unwrap().binaries[0].bytes, binary.bytes);
        let found = compiled.variant(&[("FOG", fog), ("LIGHTS", lights)]);
        assert_eq!(found.unwrap(), binary);
    }
    let build_error = |values: &[_]| compiled.variant(values).unwrap_err().to_string();
    assert!(build_error(&[("LIGTHS", 4), ("FOG", 0)]).contains("did you mean `LIGHTS`?"));
    assert!(build_error(&[("LIGHTS", 5), ("FOG", 0)]).contains("no variant has 5 for `LIGHTS`: there are -1, 4"));
    assert!(build_error(&[("LIGHTS", 4)]).contains("`FOG` has variants, but no value is given"));
    assert!(build_error(&[("LIGHTS", 4), ("LIGHTS", 4), ("FOG", 0)]).contains("`LIGHTS` has two values"));
}

#[test]
fn errors_of_variants_are_told_once_with_their_numbers() {
    let source = format!("{ASKING}.if LIGHTS > 1\n.proc second\nmov r0, nope\n.end\n.endif\n");
    let files = memory(&[("a.vsh", &source)]);
    let build = Build::new("lit")
        .file("a.vsh")
        .variants("LIGHTS", [1, 2, 3])
        .variants("FOG", [0, 1]);
    let said = build_error(build.compile(&files));
    assert!(said.starts_with("error[unknown-name]"), "{said}");
    assert!(said.contains("= lit: with LIGHTS=2, FOG=0\n"), "{said}");
    assert_eq!(said.matches("nope").count(), 2, "{said}");
}

#[test]
fn a_number_that_changes_nothing_draws_a_warning() {
    let files = memory(&[("a.vsh", ASKING)]);
    let build = Build::new("lit")
        .file("a.vsh")
        .variants("FOG", [0, 1])
        .variants("LIGTHS", [0, 1])
        .define("LIGHTS", 1);
    let compiled = build.clone().variants("ONE", [1]).compile(&files).unwrap();
    assert_eq!(
        compiled.warnings,
        ["warning: all variants are the same for every value of `LIGTHS` [variants-alike]"]
    );
    assert!(
        build
            .clone()
            .allow("variants-alike")
            .compile(&files)
            .unwrap()
            .warnings
            .is_empty()
    );
    let said = build_error(build.deny("variants-alike").compile(&files));
    assert!(said.contains("error[variants-alike]"), "{said}");
}

/// A variant file is built to one binary with all variations, identical to picald's.
#[test]
fn files_of_variations_are_built_as_picald_does() {
    let file = "sources = \"a.vsh\"\nexclude = [{ LIGHTS = 2, FOG = 1 }]\n[numbers]\nLIGHTS = [1, 2]\n\
                FOG = { off = 0, on = 1 }\n";
    let folder = Folder::with([("a.vsh", ASKING), ("lit.variants.toml", file)]);
    folder
        .picald("lit.variants.toml -o toon.shbin --rust toon.rs --c toon.h")
        .silent();
    let build = build_of(&folder, &["lit.variants.toml"]).c(true);
    let built = build.clone().run().unwrap();
    assert_eq!(built.binaries, [folder.path("out/toon.shbin")]);
    assert_eq!(watched(&built), ["a.vsh", "lit.variants.toml"]);
    for name in ["toon.shbin", "toon.rs", "toon.h"] {
        assert_eq!(folder.read(format!("out/{name}")), folder.read(name));
    }
    let values = &built.compiled.binaries[0].values;
    assert!(values.is_empty(), "the binary is not that of one variation");

    let said = build_error(build.variants("MORE", [0, 1]).compile(&pica200::build::DiskFiles));
    assert!(said.contains("a build with variants cannot contain"), "{said}");
    let build = build_of(&folder, &["lit.variants.toml"]).define("FOG", 1);
    let said = build_error(build.compile(&pica200::build::DiskFiles));
    assert!(said.contains("`FOG` has several values in"), "{said}");
}
