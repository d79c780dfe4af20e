//! Bindings of binaries with all variations.

use std::io::{self, Write};

use super::support::Folder;
use super::{program, run, rustc, without_bytes};

const SOURCE: &str = "\
.in inpos v0
.fvec projection[4]
.if LIGHTS > 0
.fvec lights[LIGHTS]
.endif
.out position position
.if FOG
.out color color.xyz
.else
.out color color
.endif
.proc main
    dp4 position, projection[0], inpos
    .rept LIGHTS, I
    add r1, lights[\\I], inpos
    mov color, r1
    .endr
    mov color, inpos
    end
.end
";

const FILE: &str = "\
sources = \"lit.vsh\"
exclude = [{ LIGHTS = 0, FOG = [\"linear\", \"default\"] }]
allow = \"warnings\"

[numbers]
LIGHTS = [0, 1, 4]
FOG = { none = 0, linear = 1, default = -2147483648 }
match = [-1, 0, 1]

[defaults]
LIGHTS = 1
FOG = \"linear\"
";

fn folder() -> Folder {
    let folder = Folder::with([("lit.vsh", SOURCE), ("lit.variants.toml", FILE)]);
    folder
        .picald("lit.variants.toml -o lit.shbin --rust lit.rs --cpp lit.hpp --c lit.h --header defines.h")
        .silent();
    folder
}

#[test]
fn texts_of_variations() {
    let folder = folder();
    let text = |name: &str| without_bytes(folder.read(name));
    let text_after = |name, preamble: &str| {
        let text = text(name);
        let (head, tail) = text.split_once(preamble).unwrap();
        format!("{head}...\n{tail}")
    };
    let rust = text("lit.rs");
    let (head, tail) = rust.split_once("\n/// The processor that runs a shader.").unwrap();
    let (_, tail) = tail.split_once("/// The numbers and their values.").unwrap();
    insta::assert_snapshot!("variations_rust", format!("{head}\n...\n{tail}"));
    let cpp = text_after("lit.hpp", "/// The processor that runs a shader.");
    let (head, tail) = cpp.split_once("...").unwrap();
    let (_, tail) = tail.split_once("/// The number of combinations").unwrap();
    insta::assert_snapshot!("variations_cpp", format!("{head}...\n{tail}"));
    insta::assert_snapshot!("variations_c", text("lit.h"));
    insta::assert_snapshot!("variations_defines", text("defines.h"));
}

const PROGRAM_RS: &str = "\
//! A program.
mod lit;
use lit::{combination, main as shader, numbers};
const INDEX: Option<usize> = shader::index(4, numbers::fog::LINEAR, 0);
const _: () = assert!(INDEX.is_some());
fn main() {
    assert_eq!(combination(0, 0, -1), Some(0));
    assert_eq!(combination(4, i32::MIN, 1), Some(26));
    assert_eq!(combination(2, 0, 0), None);
    assert_eq!(lit::COMBINATIONS, 27);
    assert_eq!(lit::DEFAULT, combination(1, 1, -1).unwrap());
    assert_eq!(shader::index(0, 1, 0), None);
    assert_eq!(shader::index(0, 0, 0), shader::index(0, 0, 1));
    assert_eq!(numbers::fog::DEFAULT_, i32::MIN);
    assert_eq!(numbers::fog::DEFAULT, 1);
    assert_eq!(shader::uniforms::PROJECTION.first, 0);
    let lights = shader::varying_uniforms::LIGHTS;
    assert_eq!(lights[INDEX.unwrap()].unwrap().len, 4);
    assert!(lights[shader::index(0, 0, 0).unwrap()].is_none());
    assert_eq!(lit::SHBIN.len(), std::fs::read(\"lit.shbin\").unwrap().len());
}
";

const PROGRAM_CPP: &str = "\
#include \"lit.hpp\"
namespace fog = lit::numbers::FOG;
static_assert(lit::combination(0, 0, -1) == 0, \"\");
static_assert(lit::combination(4, fog::default_, 1) == 26, \"\");
static_assert(lit::combination(2, 0, 0) == -1, \"\");
static_assert(lit::combinations == 27, \"\");
static_assert(lit::default_combination == lit::combination(1, fog::default_value, -1), \"\");
constexpr int shader = lit::main::index(4, fog::linear, 0);
static_assert(shader >= 0, \"\");
static_assert(lit::main::index(0, fog::linear, 0) == -1, \"\");
static_assert(lit::main::index(7, 0, 0) == -1, \"\");
static_assert(lit::main::uniforms::projection.location() == 0, \"\");
static_assert(lit::main::varying_uniforms::lights[shader].len == 4, \"\");
static_assert(lit::main::varying_uniforms::lights[lit::main::index(0, 0, 0)].name == nullptr, \"\");
int main() { return 0; }
";

const PROGRAM_C: &str = "\
#include \"lit.h\"
#include \"defines.h\"
#include <assert.h>
static const short shaders[] = VSH_SHADERS_main;
enum { CHOSEN = VARIATION(4, FOG_linear, 0) };
int main(void) {
    const int shader = lit_main_index(4, lit_number_FOG_value_linear, 0);
    assert(lit_combination(0, 0, -1) == 0);
    assert(lit_combination(4, FOG_default, 1) == 26);
    assert(lit_combination(2, 0, 0) == -1);
    assert(lit_combinations == 27 && VARIATION_COUNT == 27);
    assert(lit_default_combination == VARIATION_DEFAULT);
    assert(VARIATION(1, 1, -1) == VARIATION_DEFAULT);
    assert(VARIATION(1, 2, -1) == -1);
    assert(shaders[CHOSEN] == shader && shader >= 0);
    assert(lit_main_index(0, 1, 0) == -1);
    assert(lit_main_uniform_projection == 0);
    assert(lit_main_uniform_len_lights(shader) == 4);
    assert(lit_main_uniform_lights(lit_main_index(0, 0, 0)) == -1);
    assert(lit_main_uniform_lights(-1) == -1);
    return 0;
}
";

#[test]
fn a_rust_program_finds_variations() {
    let folder = folder();
    folder.write("program.rs", PROGRAM_RS);
    let text = String::from_utf8(folder.read("lit.rs")).unwrap();
    folder.write("lit.rs", &text);
    rustc(&folder, "--edition 2021 -A missing_docs program.rs -o program");
    let program = folder.path("program").display().to_string();
    run(&folder, &program, "").unwrap();
    folder.write("lib.rs", "//! Shaders.\n#![no_std]\n/// Lit.\npub mod lit;\n");
    rustc(&folder, "--edition 2024 --crate-type lib --emit metadata lib.rs");
}

#[test]
fn c_and_cpp_programs_find_variations() {
    let folder = folder();
    folder.write("program.cpp", PROGRAM_CPP);
    folder.write("program.c", PROGRAM_C);
    let strict = "-Wall -Wextra -Wpedantic -Wshadow -Werror";
    let path = folder.path("program").display().to_string();
    for (variable, default, dialect, file) in [
        ("CXX", "c++", "-std=c++17", "program.cpp"),
        ("CC", "cc", "-std=c99", "program.c"),
        ("CXX", "c++", "-x c++ -std=c++11", "program.c"),
    ] {
        let arguments = format!("{dialect} {strict} {file} -o program");
        if run(&folder, &program(variable, default), &arguments).is_none() {
            // Not captured by the test harness, so that a skipped test is visible.
            let _ = writeln!(io::stderr(), "skipped: there is no `{default}`");
            continue;
        }
        run(&folder, &path, "").unwrap();
    }
}

/// Names and values that clash with generated names or with each other.
const CLASHES: &str = "\
sources = \"lit.vsh\"
allow = \"warnings\"
[numbers]
LIGHTS = [1, 2]
FOG = [0]
A = { B_C = 1, value = 2, values = 3, VALUES = 4, default = 5, Default = 6, default_value = 7 }
A_B = { C = 5 }
VARIATION = { COUNT = 0, DEFAULT = 2, BINARIES = 3, BINARY_OF = 4 }
index = [1]
combination = { int = 1 }
_A = [1]
shader = [0]
indices = [0]
";

#[test]
fn names_that_clash_are_told_apart() {
    let folder = Folder::with([("lit.vsh", SOURCE), ("lit.variants.toml", CLASHES)]);
    let c = "#include \"lit.h\"\n#include \"defines.h\"\n\
             typedef char is_right[A_B_C == 1 && A_B_C_2 == 5 && VARIATION_COUNT_2 == 0 ? 1 : -1];\n\
             int main(void) { return sizeof(is_right) != 1; }\n";
    folder.write("program.c", c);
    folder.write("program.cpp", "#include \"lit.hpp\"\nint main() { return 0; }\n");
    let strict = "-Wall -Wextra -Wpedantic -Wshadow -Werror";
    for split in ["", "--split"] {
        let texts = "--rust lit.rs --cpp lit.hpp --c lit.h --header defines.h";
        let command = format!("lit.variants.toml {split} -o lit.shbin {texts}");
        folder.picald(&command).silent();
        rustc(
            &folder,
            "--edition 2021 -A missing_docs --crate-type lib --emit metadata lit.rs",
        );
        for (variable, default, dialect, file) in [
            ("CXX", "c++", "-std=c++17", "program.cpp"),
            ("CC", "cc", "-std=c99", "program.c"),
        ] {
            let arguments = format!("{dialect} {strict} {file} -o program");
            if run(&folder, &program(variable, default), &arguments).is_none() {
                let _ = writeln!(io::stderr(), "skipped: there is no `{default}`");
            }
        }
    }
}
