//! Bindings of variations that are divided among several binaries.

use std::io::{self, Write};

use super::support::Folder;
use super::{program, run, rustc, without_bytes};

/// Each light takes 100 words, so a binary holds five of them.
const SOURCE: &str = "\
.in inpos v0
.fvec projection[4]
.fvec lights[LIGHTS]
.out position position
.out color color
.proc main
    dp4 position, projection[0], inpos
    .rept LIGHTS * 50, I
    add r1, lights[\\I % LIGHTS], inpos
    add r1, r1, inpos
    .endr
    mov color, r1
    end
.end
";

const FILE: &str = "\
sources = \"lit.vsh\"
exclude = [{ LIGHTS = 4, FOG = 1 }]
allow = \"warnings\"
[numbers]
LIGHTS = [1, 2, 3, 4]
FOG = { off = 0, on = 1 }
";

fn folder() -> Folder {
    let folder = Folder::with([("lit.vsh", SOURCE), ("lit.variants.toml", FILE)]);
    folder
        .picald("lit.variants.toml --split -o lit.shbin --rust lit.rs --cpp lit.hpp --c lit.h --header defines.h")
        .silent();
    folder
}

#[test]
fn texts_of_divided_variations() {
    let folder = folder();
    let text = |name: &str| without_bytes(folder.read(name));
    let rust = text("lit.rs");
    let (head, tail) = rust.split_once("\n/// The processor that runs a shader.").unwrap();
    let (_, tail) = tail.split_once("\n/// The shader that starts").unwrap();
    insta::assert_snapshot!("divided_rust", format!("{head}\n...\n{tail}"));
    let cpp = text("lit.hpp");
    let (head, tail) = cpp.split_once("/// The processor that runs a shader.").unwrap();
    let (_, tail) = tail.split_once("\n/// The shader that starts").unwrap();
    insta::assert_snapshot!("divided_cpp", format!("{head}...\n{tail}"));
    insta::assert_snapshot!("divided_c", text("lit.h"));
    insta::assert_snapshot!("divided_defines", text("defines.h"));
}

const PROGRAM_RS: &str = "\
//! A program.
mod lit;
use lit::{binary_of, dvle_of, main as shader};
const SHADER: usize = shader::index(3, lit::numbers::fog::ON).unwrap();
const BINARY: usize = binary_of(SHADER).unwrap();
fn main() {
    assert_eq!((BINARY, dvle_of(SHADER)), (1, Some(0)));
    assert_eq!(binary_of(shader::index(2, 0).unwrap()), Some(0));
    assert_eq!(dvle_of(shader::index(2, 0).unwrap()), Some(1));
    assert_eq!((binary_of(99), dvle_of(99)), (None, None));
    assert_eq!(shader::index(4, 1), None);
    assert_eq!(shader::varying_uniforms::LIGHTS[SHADER].unwrap().len, 3);
    assert_eq!(shader::uniforms::PROJECTION.len, 4);
    for (number, shbin) in lit::SHBINS.iter().enumerate() {
        assert_eq!(*shbin, std::fs::read(format!(\"lit.{number}.shbin\")).unwrap());
        assert_eq!(shbin.as_ptr().align_offset(4), 0);
    }
}
";

const PROGRAM_CPP: &str = "\
#include \"lit.hpp\"
constexpr int shader = lit::main::index(3, lit::numbers::FOG::on);
static_assert(lit::binary_of(shader) == 1, \"\");
static_assert(lit::dvle_of(shader) == 0, \"\");
static_assert(lit::dvle_of(lit::main::index(2, 0)) == 1, \"\");
static_assert(lit::binary_of(-1) == -1 && lit::dvle_of(99) == -1, \"\");
static_assert(lit::main::index(4, 1) == -1, \"\");
static_assert(lit::main::varying_uniforms::lights[shader].len == 3, \"\");
static_assert(lit::shbins[1].size > 0 && lit::shbins[1].bytes[0] == 'D', \"\");
int main() { return sizeof lit::shbins / sizeof lit::shbins[0] == 3 ? 0 : 1; }
";

const PROGRAM_C: &str = "\
#include \"lit.h\"
#include \"defines.h\"
#include <assert.h>
static const short shaders[] = VSH_SHADERS_main;
static const short binaries[] = VARIATION_BINARY_OF;
static const short dvles[] = VARIATION_DVLE_OF;
int main(void) {
    const int shader = lit_main_index(3, FOG_on);
    assert(shader == shaders[VARIATION(3, 1)]);
    assert(lit_binary_of(shader) == 1 && binaries[shader] == 1);
    assert(lit_dvle_of(shader) == 0 && dvles[shader] == 0);
    assert(lit_dvle_of(lit_main_index(2, 0)) == 1);
    assert(lit_binary_of(-1) == -1 && lit_dvle_of(99) == -1);
    assert(lit_main_index(4, 1) == -1);
    assert(lit_main_uniform_len_lights(shader) == 3);
    assert(lit_binaries == VARIATION_BINARIES);
    assert(lit_binary(1)[0] == 0x424C5644 && lit_binary(lit_binaries) == 0);
    assert(lit_binary_size(1) == (int)sizeof lit_shbin_1 && lit_binary_size(-1) == -1);
    return 0;
}
";

#[test]
fn programs_find_divided_variations() {
    let folder = folder();
    folder.write("program.rs", PROGRAM_RS);
    rustc(&folder, "--edition 2021 -A missing_docs program.rs -o program");
    let path = folder.path("program").display().to_string();
    run(&folder, &path, "").unwrap();
    folder.write("program.cpp", PROGRAM_CPP);
    folder.write("program.c", PROGRAM_C);
    let strict = "-Wall -Wextra -Wpedantic -Wshadow -Werror";
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
