//! Bindings: their contents, and their validity for any names.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use pica200_bindings::{ShaderBinary, c, cpp, rust};
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::{LabelEntry, OutputEntry, Shader, Shbin, UniformEntry};
use proptest::prelude::*;

fn uniform(name: impl AsRef<[u8]>, first: u16, last: u16) -> UniformEntry {
    UniformEntry {
        name: name.as_ref().into(),
        first,
        last,
    }
}

fn out(property: u16, register: u16, mask: u16) -> OutputEntry {
    OutputEntry {
        property,
        register,
        mask,
        reserved: 0,
    }
}

fn label(name: &str, word: u32, size: Option<u32>) -> LabelEntry {
    LabelEntry {
        id: 0,
        reserved: 1,
        word,
        size,
        name: name.into(),
    }
}

fn bound<'b>(shbin: &'b Shbin, entries: &'b [String]) -> ShaderBinary<'b> {
    ShaderBinary {
        shbin,
        bytes: b"DVLB",
        entries,
    }
}

/// Returns the part of a file about shaders; the part before is always the same.
fn of_shaders(text: &str) -> &str {
    let start = text.find("/// The shader that starts").expect("a shader");
    &text[start..]
}

fn of(shader: Shader) -> Shbin {
    Shbin {
        shaders: vec![shader],
        ..Shbin::default()
    }
}

/// Returns a geometry shader with all kinds of names, and with entries that bindings leave out.
fn odd() -> Shbin {
    of(Shader {
        kind: 1,
        geometry: GeometryBytes {
            mode: 2,
            fixed_start: 10,
            variable_vertices: 0,
            fixed_vertices: 3,
        },
        uniforms: vec![
            uniform("in", 0x00, 0x01),
            uniform("in", 0x10, 0x10),
            uniform("lightColor", 0x11, 0x13),
            uniform("light_color", 0x70, 0x70),
            uniform("4`\\\n\u{202E}\"?", 0x73, 0x73),
            uniform(b"\xFF", 0x78, 0x87),
            uniform("no_register", 0x74, 0x74),
            uniform("two_banks", 0x0F, 0x10),
            uniform("backwards", 0x12, 0x11),
        ],
        outputs: vec![
            out(0, 0, 15),
            out(7, 1, 5),
            out(2, 2, 1),
            out(2, 3, 14),
            out(2, 16, 15),
            out(2, 4, 16),
            out(256, 4, 15),
        ],
        ..Shader::default()
    })
}

#[test]
fn odd_tables_in_rust() {
    let shbin = odd();
    assert_snapshot!(of_shaders(&rust(&bound(&shbin, &["mod".to_owned()]))));
}

#[test]
fn odd_tables_in_cpp() {
    let shbin = odd();
    let text = cpp(&bound(&shbin, &["mod".to_owned()]), "odd.tables");
    assert!(text.contains("\nnamespace odd_tables {\n"), "{text}");
    assert_snapshot!(of_shaders(&text));
}

#[test]
fn odd_tables_in_c() {
    let shbin = odd();
    assert_snapshot!(c(&bound(&shbin, &["mod".to_owned()]), "odd.tables"));
}

#[test]
fn names_in_c_begin_with_the_name_of_the_file() {
    let shbin = Shbin::default();
    let array = |file| {
        let text = c(&bound(&shbin, &[]), file);
        let lines = between(&text, "extern const uint32_t ", "[1];").join(" ");
        assert!(text.contains(&format!("    {lines}_size = 4\n")), "{text}");
        lines
    };
    assert_eq!(array("toon"), "toon_shbin");
    assert_eq!(array("toon_shbin"), "toon_shbin");
    assert_eq!(array("toon-lit_"), "toon_lit_shbin");
    assert_eq!(array("2d"), "_2d_shbin");
    assert_eq!(array(""), "unnamed_shbin");
}

#[test]
fn names_in_c_are_all_different() {
    let shader = |name: &str, uniforms: &[&str]| Shader {
        uniforms: uniforms.iter().map(|name| uniform(name, 0x10, 0x10)).collect(),
        labels: vec![label(name, 0, None)],
        ..Shader::default()
    };
    let shbin = Shbin {
        shaders: vec![shader("a", &["uniform_b", "len_c", "c"]), shader("a_uniform", &["b"])],
        ..Shbin::default()
    };
    let text = c(&bound(&shbin, &[]), "x");
    let names = between(&text, "", " = 0");
    check(&names, names.len(), &[]);
    assert!(names.contains(&"x_a_uniform_uniform_b") && names.contains(&"x_a_uniform_uniform_b_2"));
}

#[test]
fn words_in_c_are_filled_with_zeros() {
    let shbin = Shbin::default();
    let odd = ShaderBinary {
        bytes: b"DVLB\x01\x02",
        ..bound(&shbin, &[])
    };
    let text = c(&odd, "x");
    assert!(
        text.contains("x_shbin[2] = {\n    0x424c5644, 0x00000201,\n};"),
        "{text}"
    );
    assert!(text.contains("    x_shbin_size = 6\n"), "{text}");
}

#[test]
fn known_geometry_modes_are_written() {
    let said = |kind, mode| {
        let shbin = of(Shader {
            kind,
            geometry: GeometryBytes {
                mode,
                variable_vertices: 4,
                ..GeometryBytes::default()
            },
            ..Shader::default()
        });
        let bound = bound(&shbin, &[]);
        let texts = [rust(&bound), cpp(&bound, "x")];
        texts.map(|text| {
            let mut lines = of_shaders(&text).lines();
            lines
                .find(|line| line.contains("GeometryMode"))
                .map_or_else(String::new, |line| line.trim().to_owned())
        })
    };
    assert_eq!(
        said(1, 0),
        [
            "pub const GEOMETRY_MODE: super::GeometryMode = super::GeometryMode::Point;",
            "inline constexpr GeometryMode geometry_mode{GeometryMode::Kind::Point, 0, 0};"
        ]
    );
    assert_eq!(
        said(1, 1),
        [
            "pub const GEOMETRY_MODE: super::GeometryMode = super::GeometryMode::Variable { vertices: 4 };",
            "inline constexpr GeometryMode geometry_mode{GeometryMode::Kind::Variable, 0, 4};"
        ]
    );
    assert_eq!(said(1, 3), ["", ""]);
    assert_eq!(said(0, 1), ["", ""]);
}

/// Returns the modules of a file's shaders.
fn modules(text: &str) -> Vec<&str> {
    let modules = text.lines().filter_map(|line| line.strip_prefix("pub mod "));
    modules.map(|line| line.trim_end_matches(" {")).collect()
}

#[test]
fn shaders_have_the_names_of_their_entry_points() {
    let shader = |entry, labels: &[LabelEntry]| Shader {
        entry,
        labels: labels.to_vec(),
        ..Shader::default()
    };
    let here = [
        label("before", 4, Some(1)),
        label("here", 5, None),
        label("lit", 5, Some(2)),
    ];
    let shbin = Shbin {
        shaders: vec![
            shader(5, &here),
            shader(5, &here[..2]),
            shader(5, &here[..1]),
            shader(4, &here),
        ],
        ..Shbin::default()
    };
    assert_eq!(
        modules(&rust(&bound(&shbin, &[]))),
        ["lit", "here", "shader_2", "before"]
    );
    let entries = ["flat", "Flat"].map(str::to_owned);
    assert_eq!(
        modules(&rust(&bound(&shbin, &entries))),
        ["flat_2", "flat", "shader_2", "before"]
    );
}

#[test]
fn stripped_binaries_have_the_same_bindings() {
    let entries = ["litMain", "main"].map(str::to_owned);
    let text = |strip| {
        let shader = |(word, name): (u32, &String)| Shader {
            entry: word,
            uniforms: vec![uniform("tint", 0x10, 0x10)],
            labels: if strip {
                Vec::new()
            } else {
                vec![label(name, word, Some(1))]
            },
            ..Shader::default()
        };
        let shbin = Shbin {
            shaders: (0..).zip(&entries).map(shader).collect(),
            ..Shbin::default()
        };
        rust(&bound(&shbin, &entries))
    };
    assert_eq!(modules(&text(false)), ["lit_main", "main"]);
    assert_eq!(text(false), text(true));
}

#[test]
fn a_binary_without_shaders_has_bindings() {
    let shbin = Shbin::default();
    let text = rust(&bound(&shbin, &[]));
    assert!(
        text.contains("Aligned<4> = Aligned([\n    0x44, 0x56, 0x4c, 0x42,\n]);\n"),
        "{text}"
    );
    assert_eq!(modules(&text), [""; 0]);
    assert!(cpp(&bound(&shbin, &[]), "").contains("\nnamespace unnamed {\n"));
}

/// Arbitrary names, and names that are likely to collide.
fn names() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let name = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..8),
        "[aA_.$2]{0,4}".prop_map(String::into_bytes),
        "\\PC{0,6}".prop_map(String::into_bytes),
        prop::sample::select(vec!["match", "class", "main", "u8", "Stage", "a_2", "unnamed"])
            .prop_map(|word| word.as_bytes().to_vec()),
    ];
    prop::collection::vec(name, 0..24)
}

/// Checks that the names have the right number, are all different, and are valid if some words are reserved.
fn check(found: &[&str], expected: usize, reserved: &[&str]) {
    assert_eq!(found.len(), expected, "{found:?}");
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), expected, "{found:?}");
    for name in found {
        let mut bytes = name.bytes();
        let first = bytes.next().expect("a name has letters");
        assert!(first.is_ascii_alphabetic() || first == b'_', "{name}");
        assert!(bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_'), "{name}");
        // These names are reserved for the compiler.
        assert!(!name.contains("__"), "{name}");
        assert!(!name.starts_with('_') || !name[1..].starts_with(char::is_uppercase));
        assert!(!reserved.contains(name), "{name}");
    }
}

/// Returns the text between two markers in lines that contain both.
fn between<'t>(text: &'t str, before: &str, behind: &str) -> Vec<&'t str> {
    let found = text.lines().filter_map(|line| {
        let (name, _) = line.trim_start().strip_prefix(before)?.split_once(behind)?;
        Some(name)
    });
    found.collect()
}

proptest! {
    #[test]
    fn any_names_give_valid_identifiers(uniforms in names(), shaders in names()) {
        let shader = |name: &Vec<u8>| Shader {
            uniforms: uniforms.iter().map(|name| uniform(name, 0x10, 0x10)).collect(),
            labels: vec![LabelEntry {
                name: name.as_slice().into(),
                ..label("", 0, None)
            }],
            ..Shader::default()
        };
        let one = of(shader(&Vec::new()));
        let all = Shbin {
            shaders: shaders.iter().map(shader).collect(),
            ..Shbin::default()
        };
        let plain = |text: &str| text.bytes().all(|b| b == b'\n' || (b' '..=b'~').contains(&b));

        let (text, texts) = (rust(&bound(&one, &[])), rust(&bound(&all, &[])));
        check(&between(&text, "pub const ", ": FloatUniform ="), uniforms.len(), &[]);
        check(&modules(&texts), shaders.len(), &["match", "u8"]);
        prop_assert!(plain(&text) && plain(&texts));

        let (text, texts) = (cpp(&bound(&one, &[]), "x"), cpp(&bound(&all, &[]), "x"));
        check(&between(&text, "inline constexpr FloatUniform ", "{"), uniforms.len(), &["class", "Stage"]);
        let inside = texts.split("/// The shader that starts at ").skip(1);
        let namespaces: Vec<_> = inside
            .filter_map(|text| between(text, "namespace ", " {").first().copied())
            .collect();
        check(&namespaces, shaders.len(), &["class", "Stage"]);
        prop_assert!(plain(&text) && plain(&texts));

        let (text, texts) = (c(&bound(&one, &[]), "x"), c(&bound(&all, &[]), "x"));
        let constants = |text: &str| -> Vec<String> {
            let lines = text.lines().filter_map(|line| line.strip_prefix("    x_")?.split_once(" = "));
            lines.map(|(name, _)| format!("x_{name}")).collect()
        };
        for (text, shaders) in [(text, 1), (texts, shaders.len())] {
            let found = constants(&text);
            let found: Vec<_> = found.iter().map(String::as_str).collect();
            check(&found, 1 + shaders * (2 + 2 * uniforms.len()), &[]);
            prop_assert!(plain(&text));
        }
    }
}
