//! The golden shaders of Direct3D: their binaries compute the results of their programs, and their sizes.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use pica200_objfmt::isa::property;

use super::{assembly, binary, passed, tried};
use crate::options::{Options, OutputMapping};

/// Returns the golden shaders that can be translated, with the options that they need.
fn shaders() -> Vec<(String, Vec<u8>, Options)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/golden/dxbc");
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dxbc"));
    paths.sort();
    let color = property::by_name("color").expect("a property");
    let mapping = OutputMapping {
        name: "COLOR".to_owned(),
        property: color,
        is_added: false,
    };
    let mut found = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_vertex_shader = name.starts_with("vs");
        if is_vertex_shader && name != "vs-int-math" && name != "vs5-bits" {
            let options = Options {
                map_output: (name == "vs-select").then(|| mapping.clone()).into_iter().collect(),
                ignore_output: vec!["SV_ClipDistance".to_owned()],
                vertex_id_attribute: true,
                ..Options::default()
            };
            found.push((name.into_owned(), fs::read(&path).expect("a file"), options));
        }
    }
    found
}

#[test]
fn words_of_golden_shaders() {
    let mut table = String::new();
    for (seed, (name, bytes, options)) in (0..).zip(shaders()) {
        let (source, _) = crate::direct3d::read(&bytes, &options);
        let program = passed(source.program.clone(), &options);
        let plain = tried(&program, &options, seed);
        let text = assembly(&program, &source, &options);
        let words = binary(&text).program.code.len();
        assert_eq!(words, binary(&plain).program.code.len(), "{name}");
        let is_used = |number: &u32| {
            [".", ",", "\n"]
                .iter()
                .any(|end| plain.contains(&format!("r{number}{end}")))
        };
        let registers = (0..16).filter(is_used);
        writeln!(table, "{name}: {words} words, {} temporaries", registers.count()).expect("a string");
    }
    insta::assert_snapshot!(table);
}

#[test]
fn the_text_of_a_shader_shows_its_source() {
    let (_, bytes, options) = shaders()
        .into_iter()
        .find(|(name, ..)| name == "vs-light")
        .expect("a shader");
    let (source, _) = crate::direct3d::read(&bytes, &options);
    let program = passed(source.program.clone(), &options);
    insta::assert_snapshot!(assembly(&program, &source, &options));
}
