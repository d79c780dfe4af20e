//! `picald --rust`, `--cpp`, `--c`: compilers accept the output.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod divided;
#[path = "../support/mod.rs"]
mod support;
mod variations;

use std::env;
use std::io::{self, Write};
use std::process::Command;

use pica200_bindings::{Axis, ShaderBinary, Variant, c, cpp, rust, rust_variants};
use pica200_objfmt::formats::shbin::{LabelEntry, OutputEntry, Shader, Shbin, UniformEntry};
use support::{BAD, Folder, GOOD};

const PROGRAM_RS: &str = include_str!("program.rs");
const PROGRAM_CPP: &str = include_str!("program.cpp");

const PROGRAM_C: &str = include_str!("program.c");
const OTHER_C: &str = include_str!("other.c");

/// Words with a meaning for a compiler or in the generated files.
const WORDS: &str = "
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl
    in let loop macro match mod move mut override priv pub ref return self Self static struct super trait true try type
    typeof union unsafe unsized use virtual where while yield bool char str u8 u16 u32 usize isize i8 f32 core std alloc
    Some None Option Clone Copy Debug Hash PartialEq Eq derive
    alignas alignof and asm auto bitand bitor case catch char8_t char16_t class compl concept constexpr const_cast
    decltype default delete double explicit export float friend goto inline int long mutable namespace new noexcept not
    not_eq nullptr operator or or_eq private protected public register requires short signed sizeof static_assert switch
    template this thread_local throw typedef typeid typename unsigned using void volatile wchar_t xor xor_eq co_await
    consteval constinit import module
    NULL EOF BIT assert errno stdin stdout linux unix offsetof size_t uint8_t printf main
    SHBIN BYTES Aligned Stage Vertex Geometry GeometryMode Point Kind FloatUniform IntegerUniform BooleanUniform Input
    Output shbin shbin_size index stage entry geometry_mode uniforms inputs outputs location mask name first len
    INDEX STAGE ENTRY _ __ _A __a a__ 4 4x a a. a$ a_2 A lightColor light_color LightColor größe 日本 a\\ a` */ /* //
    \u{202E} #if ??/ \" ' {} {0} %s $1 r#fn [link] <b>";

fn uniform(name: &str, first: u16, last: u16) -> UniformEntry {
    UniformEntry {
        name: name.into(),
        first,
        last,
    }
}

/// Returns a binary whose shaders, uniforms, inputs and outputs have such names. Its first shader has no name.
fn odd() -> Shbin {
    let tables = |first| {
        let words = WORDS.split_whitespace();
        words.map(move |word| uniform(word, first, first))
    };
    let uniforms = [
        uniform("last_integer", 0x73, 0x73),
        uniform("bits", 0x79, 0x7A),
        uniform("all_bits", 0x78, 0x87),
        uniform("\u{202E}\n\\\"{}", 0x10, 0x10),
    ];
    let nameless = Shader {
        uniforms: uniforms.to_vec(),
        ..Shader::default()
    };
    let named = |word: &str| Shader {
        kind: 1,
        labels: vec![LabelEntry {
            id: 0,
            reserved: 1,
            word: 0,
            size: None,
            name: word.into(),
        }],
        ..Shader::default()
    };
    let full = Shader {
        uniforms: tables(0x00).chain(tables(0x10)).collect(),
        outputs: vec![
            OutputEntry {
                property: 7,
                register: 0,
                mask: 15,
                reserved: 0,
            };
            3
        ],
        ..named("full")
    };
    let shaders = [nameless, full].into_iter();
    Shbin {
        shaders: shaders.chain(WORDS.split_whitespace().map(named)).collect(),
        ..Shbin::default()
    }
}

/// Creates a directory with a binary with a geometry shader from the examples, and the binary with odd names, with
/// bindings of both.
fn folder() -> Folder {
    let folder = Folder::with_examples();
    folder
        .picald(
            "particles.vsh particles.gsh -o particles.shbin --rust particles.rs --cpp particles.hpp --c particles.h",
        )
        .silent();
    let shbin = odd();
    let bound = ShaderBinary {
        shbin: &shbin,
        bytes: &shbin.write().unwrap(),
        entries: &[],
    };
    folder.write("odd.rs", rust(&bound));
    folder.write("variants.rs", variants(&folder, bound));
    folder.write("odd.hpp", cpp(&bound, "odd"));
    folder.write("odd.h", c(&bound, "odd"));
    folder
}

/// Formats the binary with odd names and an example as variations of definitions with odd names.
fn variants(folder: &Folder, odd: ShaderBinary<'_>) -> String {
    let bytes = folder.read("triangle.shbin");
    let shbin = Shbin::read(&bytes).unwrap();
    let triangle = ShaderBinary {
        shbin: &shbin,
        bytes: &bytes,
        entries: &[],
    };
    let axis = |name: &str, values: [i32; 2]| Axis::new(name, values.to_vec());
    let variant = |values: [i32; 2], binary| Variant {
        values: values.to_vec(),
        binary,
    };
    let all = [
        variant([i32::MIN, 0], odd),
        variant([i32::MIN, 7], triangle),
        variant([1, 0], triangle),
        variant([1, 7], odd),
    ];
    rust_variants(&[axis("match", [i32::MIN, 1]), axis("INDEX", [0, 7])], &all)
}

/// Runs a command in the directory; `None` if the program does not exist.
fn run(folder: &Folder, program: &str, arguments: &str) -> Option<()> {
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace()).current_dir(folder.path(""));
    match command.output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        output => {
            let output = output.unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && said.is_empty(), "{said}");
            Some(())
        }
    }
}

fn program(variable: &str, default: &str) -> String {
    env::var(variable).unwrap_or_else(|_| default.to_owned())
}

fn rustc(folder: &Folder, arguments: &str) {
    let strict = "-D warnings -D missing_docs -D unreachable_pub -F unsafe_code";
    let found = run(folder, &program("RUSTC", "rustc"), &format!("{strict} {arguments}"));
    assert!(found.is_some(), "there is no rustc");
}

#[test]
fn rust_compiles_a_module_without_the_standard_library() {
    let folder = folder();
    folder.write(
        "lib.rs",
        "//! Shaders.\n#![no_std]\n/// Particles.\npub mod particles;\n/// Odd.\npub mod odd;\n/// Variants.\npub mod \
         variants;\n",
    );
    for edition in ["2021", "2024"] {
        rustc(
            &folder,
            &format!("--edition {edition} --crate-type lib --emit metadata lib.rs"),
        );
    }
}

#[test]
fn a_rust_program_has_the_bytes_and_the_registers() {
    let folder = folder();
    folder.write("program.rs", PROGRAM_RS);
    rustc(&folder, "--edition 2021 program.rs -o program");
    let program = folder.path("program").display().to_string();
    run(&folder, &program, "").unwrap();
}

#[test]
fn a_cpp_program_has_the_bytes_and_the_registers() {
    let folder = folder();
    folder.write("program.cpp", PROGRAM_CPP);
    let strict = "-Wall -Wextra -Wpedantic -Wshadow -Werror program.cpp";
    let compiler = program("CXX", "c++");
    // The first dialect has more macros and keywords.
    let compiled = run(&folder, &compiler, &format!("-std=gnu++17 {strict} -o program"));
    if compiled.is_none() {
        // Not captured by the test harness, so that a skipped test is visible.
        let _ = writeln!(io::stderr(), "skipped: there is no C++ compiler");
        return;
    }
    run(&folder, &compiler, &format!("-std=c++17 {strict} -fsyntax-only")).unwrap();
    let program = folder.path("program").display().to_string();
    run(&folder, &program, "").unwrap();
}

#[test]
fn a_c_program_has_the_bytes_and_the_registers() {
    let folder = folder();
    folder.write("program.c", PROGRAM_C);
    folder.write("other.c", OTHER_C);
    let program_path = folder.path("program").display().to_string();
    let dialects = [
        ("CC", "cc", "-std=c99"),
        ("CC", "cc", "-std=gnu17"),
        ("CXX", "c++", "-x c++ -std=c++11"),
    ];
    for (variable, default, dialect) in dialects {
        for copies in ["", "-DPARTICLES_SHBIN_DEFINE"] {
            let strict = "-Wall -Wextra -Wpedantic -Wshadow -Werror";
            let files = "program.c other.c -o program";
            let arguments = format!("{dialect} {strict} {copies} {files}");
            if run(&folder, &program(variable, default), &arguments).is_none() {
                let _ = writeln!(io::stderr(), "skipped: there is no `{default}`");
                continue;
            }
            run(&folder, &program_path, "").unwrap();
        }
    }
}

#[test]
fn bindings_of_variants() {
    let text = without_bytes(folder().read("variants.rs"));
    let (head, _) = text.split_once("\n/// The processor that runs a shader.").unwrap();
    let (_, modules) = text
        .split_once("\n/// The variant with `match` = -2147483648, `INDEX` = 7.")
        .unwrap();
    let (triangle, others) = modules.split_once("        /// Its inputs.").unwrap();
    let others = others.split_once("\n}\n").unwrap().1;
    insta::assert_snapshot!(format!("{head}...{triangle}...\n}}\n{others}"));
}

/// Returns a text without the rows of bytes.
fn without_bytes(text: Vec<u8>) -> String {
    let text = String::from_utf8(text).unwrap();
    let lines = text
        .lines()
        .filter(|line| !(line.trim_start().starts_with("0x") && line.ends_with(',')));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn bindings_of_an_example() {
    let folder = Folder::with_examples();
    folder
        .picald("triangle.vsh -o triangle.shbin --rust triangle.rs --cpp triangle.hpp --c triangle.h")
        .silent();
    let text = |name| without_bytes(folder.read(name));
    insta::assert_snapshot!("rust", text("triangle.rs"));
    insta::assert_snapshot!("cpp", text("triangle.hpp"));
    insta::assert_snapshot!("c", text("triangle.h"));
}

#[test]
fn bindings_go_to_standard_output_one_at_a_time() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    folder
        .picald("a.vsh -o toon.shbin --rust toon.rs --cpp toon.hpp --c toon_shbin.h")
        .silent();
    let printed = folder.picald("a.vsh -o toon.shbin --rust -").silent();
    assert_eq!(printed, folder.read("toon.rs"));
    let printed = folder.picald("a.vsh -o toon.shbin --cpp -").silent();
    assert_eq!(printed, folder.read("toon.hpp"));
    let printed = folder.picald("a.vsh -o toon.shbin --c -").silent();
    assert_eq!(printed, folder.read("toon_shbin.h"));
    for outputs in [
        "-o - --rust -",
        "-o - --cpp -",
        "-o - --c -",
        "-o x --rust - --cpp -",
        "-o x --header - --rust -",
    ] {
        let said = folder.picald(&format!("a.vsh {outputs}")).usage();
        assert!(said.contains("standard output"), "{said}");
    }
}

#[test]
fn the_namespace_has_the_name_of_the_file() {
    let folder = Folder::with([("a.vsh", GOOD), ("out/x", "")]);
    for (file, namespace) in [
        ("out/toon.hpp", "toon"),
        ("out/toon.shbin.h", "toon_shbin"),
        ("out/main.hpp", "main_"),
        ("out/3d", "_3d"),
    ] {
        folder.picald(&format!("a.vsh -o x.shbin --cpp {file}")).silent();
        let text = String::from_utf8(folder.read(file)).unwrap();
        assert!(text.contains(&format!("\nnamespace {namespace} {{\n")), "{text}");
    }
}

#[test]
fn bindings_do_not_change_the_binary_nor_depend_on_its_name() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    folder.picald("a.vsh -o x").silent();
    folder.picald("a.vsh -o y --rust y.rs").silent();
    folder.picald("a.vsh -o z --rust z.rs --cpp z.hpp").silent();
    assert_eq!(folder.read("x"), folder.read("y"));
    assert_eq!(folder.read("y.rs"), folder.read("z.rs"));
}

#[test]
fn bindings_are_written_only_together_with_the_binary() {
    let folder = Folder::with([("a.vsh", GOOD), ("bad.vsh", BAD), ("sub/x", "")]);
    for (arguments, name) in [
        ("a.vsh -o x --rust no/x.rs", "cannot-write"),
        ("a.vsh -o x --rust x.rs --cpp sub", "cannot-write"),
        ("a.vsh -o x --rust a.vsh", "output-is-input"),
        ("a.vsh -o x --cpp ./a.vsh", "output-is-input"),
        ("a.vsh -o x --rust x", "output-twice"),
        ("a.vsh -o x --rust y --cpp y", "output-twice"),
        ("a.vsh -o x --cpp y --c y", "output-twice"),
        ("bad.vsh -o x --rust x.rs --cpp x.hpp", "error"),
    ] {
        let said = folder.picald(arguments).errors();
        assert!(said.contains(name), "{arguments}: {said}");
    }
    assert_eq!(folder.list(), ["a.vsh", "bad.vsh", "sub"]);
}
