//! Compiler output for macros with errors, and watched files.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

use tempfile::TempDir;

const GOOD: &str = ".out position position\n.proc main\n\tmov position, v0\n\tend\n.end\n";

/// Returns the library of the macros linked into this test: the most recent one.
fn library() -> PathBuf {
    let program = env::current_exe().unwrap();
    let entries = fs::read_dir(program.parent().unwrap()).unwrap();
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let stem = format!("{}pica200_macros-", env::consts::DLL_PREFIX);
        name.starts_with(&stem) && name.ends_with(env::consts::DLL_SUFFIX)
    };
    let age = |path: &PathBuf| fs::metadata(path).unwrap().modified().unwrap();
    let libraries = entries.map(|entry| entry.unwrap().path());
    let libraries = libraries.filter(is_library);
    libraries
        .max_by_key(|path| age(path).duration_since(SystemTime::UNIX_EPOCH).unwrap())
        .unwrap()
}

/// Compiles `src/main.rs` in a directory with these files. Returns success, the compiler's messages, and the watched
/// files.
fn compile(main: &str, files: &[(&str, &str)]) -> (bool, String, String) {
    let dir = TempDir::new().unwrap();
    for (name, text) in files.iter().chain(&[("src/main.rs", main)]) {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut library_argument = std::ffi::OsString::from("pica200_macros=");
    library_argument.push(library());
    let output = Command::new(compiler)
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata,dep-info"])
        .args(["--color=never", "--extern"])
        .arg(library_argument)
        .arg("src/main.rs")
        .current_dir(dir.path())
        .output()
        .unwrap();
    let watched = fs::read_to_string(dir.path().join("main.d")).unwrap_or_default();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.success(), said, watched)
}

/// Returns the compiler's messages for invalid code.
#[track_caller]
fn errors(main: &str, files: &[(&str, &str)]) -> String {
    let (good, said, _) = compile(main, files);
    assert!(!good);
    said
}

#[track_caller]
fn assert_has(text: &str, pieces: &[&str]) {
    for piece in pieces {
        assert!(text.contains(piece), "there is no {piece:?} in\n{text}");
    }
}

#[test]
fn all_files_that_were_read_are_watched() {
    let main = "pub static S: &[u8] = pica200_macros::include_shader!(\"../a b/größe.vsh\");\n";
    let source = format!(".include \"../inc/one.inc\"\n{GOOD}");
    let files = [
        ("a b/größe.vsh", source.as_str()),
        ("inc/one.inc", ".include \"two.inc\"\n"),
        ("inc/two.inc", ".equ TWO, 2\n"),
    ];
    let (good, said, watched) = compile(main, &files);
    assert_eq!((good, said.as_str()), (true, ""));
    assert_has(&watched, &["a\\ b/größe.vsh:", "one.inc:", "two.inc:"]);
}

/// A variant file becomes one binary with all variants; its errors have locations in it.
#[test]
fn files_of_variations_are_included() {
    let main = "pub static S: &[u8] = pica200_macros::include_shader!(\"lit.variants.toml\");\n";
    let source = ".out position position\n.constf k(N, 0, 0, 1)\n.proc main\nmov position, k\nend\n.end\n";
    let file = "sources = \"lit.vsh\"\n[numbers]\nN = [1, 2]\n";
    let files = [("src/lit.vsh", source), ("src/lit.variants.toml", file)];
    let (good, said, watched) = compile(main, &files);
    assert_eq!((good, said.as_str()), (true, ""));
    assert_has(&watched, &["src/lit.variants.toml:", "src/lit.vsh:"]);
    let said = errors(main, &[files[0], ("src/lit.variants.toml", "sources = 1\n")]);
    assert_has(&said, &["src/lit.variants.toml:1:11", "`sources` is a number"]);
}

#[test]
fn inline_sources_include_from_the_folder_of_their_file() {
    let main = "pub const S: &[u8] = pica200_macros::shader!(\"\n.include \\\"good.inc\\\"\n\");\n";
    let (good, said, watched) = compile(main, &[("src/good.inc", GOOD)]);
    assert_eq!((good, said.as_str()), (true, ""));
    assert_has(&watched, &["good.inc:"]);
}

#[test]
fn bytes_are_what_the_context_wants() {
    let main = "\
#![no_std]
pub const C: &[u8] = pica200_macros::include_shader!(\"good.vsh\");
pub static S: &'static [u8] = pica200_macros::include_shader!(\"good.vsh\",);
pub fn f() -> usize {
    let shader = pica200_macros::include_shader!(\"good.vsh\");
    shader.len() + C.len()
}
";
    let (good, said, _) = compile(main, &[("src/good.vsh", GOOD)]);
    assert_eq!((good, said.as_str()), (true, ""));
}

/// A string accepts the same options as a file.
#[test]
fn inline_sources_have_options() {
    let source = ".out position position\\n.proc main\\nmul position, FACTOR, v0\\nend\\n.end\\n";
    for options in [
        "define(\"FACTOR\", 0.5)",
        "define(\"FACTOR\", \"1/2\"), strict_math(true),",
    ] {
        let main = format!("pub const S: &[u8] = pica200_macros::shader!(\"{source}\", {options});\n");
        let (good, said, _) = compile(&main, &[]);
        assert_eq!((good, said.as_str()), (true, ""));
    }
    let main = format!("pub const S: &[u8] = pica200_macros::shader!(\"{source}\");\n");
    assert_has(&errors(&main, &[]), &["unknown name `FACTOR`"]);
    let main = "pub const S: &[u8] = pica200_macros::shader!(\"end\", defines(\"A\", 1));\n";
    assert_has(
        &errors(main, &[]),
        &["src/main.rs:1:53", "`defines` with these arguments is not an option"],
    );
}

#[test]
fn errors_are_shown_in_full_with_their_lines() {
    let main = "\npub static S: &[u8] = pica200_macros::include_shader!(\"bad.vsh\");\n";
    let files = [
        (
            "src/bad.vsh",
            ".include \"bad.inc\"\n.proc main\n\tmov r0, nope\n\tend\n.end\n",
        ),
        ("src/bad.inc", "\n.proc other\n\tmvo r0, v0\n.end\n"),
    ];
    let said = errors(main, &files);
    let all = [
        "src/main.rs:2:55",
        "error[unknown-instruction]: unknown instruction `mvo`",
        "src/bad.inc:3:2",
        "included here",
        "error[unknown-name]: unknown name `nope`",
        "src/bad.vsh:3:10",
        "mov r0, nope",
    ];
    assert_has(&said, &all);
}

#[test]
fn errors_of_inline_sources_count_the_lines_of_the_rust_source() {
    let main = "\n\npub const S: &[u8] = pica200_macros::shader! { r#\"\n    .proc main\n        mvo r0, v0\n    \
                .end\n\"# };\n";
    assert_has(&errors(main, &[]), &["src/main.rs:3:48", "src/main.rs:5:9"]);
    let main = "pub const S: &[u8] = pica200_macros::shader!(\"mvo r0, v0\");\n";
    assert_has(&errors(main, &[]), &["src/main.rs:1:46", "src/main.rs:1:47"]);
    // With escapes, locations are lines of the string itself.
    let main = "\n\npub const S: &[u8] = pica200_macros::shader!(\".proc main\\n\\tmvo r0, v0\");\n";
    assert_has(
        &errors(main, &[]),
        &["src/main.rs:3:46", "src/main.rs (shader! in line 3):2:2"],
    );
}

#[test]
fn files_that_are_not_there_are_shown_where_they_are_named() {
    let main = "pub const S: &[u8] = pica200_macros::include_shader!(\"good.vsh\", \"no.gsh\");\n";
    let said = errors(main, &[("src/good.vsh", GOOD)]);
    assert_has(&said, &["src/main.rs:1:66", "error[cannot-read]", "src/no.gsh"]);
}

#[test]
fn warnings_are_warnings_of_the_compiler() {
    let main = "pub const S: &[u8] = pica200_macros::include_shader!(\"warn.vsh\");\n";
    let source = GOOD.replace("position, v0", "position.yx, v0");
    let (good, said, _) = compile(main, &[("src/warn.vsh", &source)]);
    assert!(good, "{said}");
    assert_has(
        &said,
        &["warning: use of deprecated", "src/warn.vsh:3:", "[mask-order]"],
    );
    assert_has(&said, &["src/main.rs:1:54"]);
}

#[test]
fn d11_inline_sources_draw_the_lints_on_unused_names() {
    let main = "\npub const S: &[u8] = pica200_macros::shader! { r#\"\n    .equ SPARE, 1\n    .out position \
                position\n    .proc main\n        mov position, v0\n        end\n    .end\n\"# };\n";
    let (good, said, _) = compile(main, &[]);
    assert!(good, "{said}");
    assert_has(&said, &["src/main.rs:3:10", "[unused-number]"]);
}

#[test]
fn words_that_are_no_strings_are_errors() {
    for words in [
        "include_shader!()",
        "include_shader!(a)",
        "shader!()",
        "shader!(\"\", \"\")",
    ] {
        let said = errors(&format!("pub const S: &[u8] = pica200_macros::{words};\n"), &[]);
        assert_has(&said, &["src/main.rs:1:"]);
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn options_that_do_not_exist_are_errors_at_their_names() {
    let main = "pub const A: &[u8] = pica200_macros::include_shader!(\"a.vsh\", fast_round(1));\n";
    let (good, said, _) = compile(main, &[("src/a.vsh", GOOD)]);
    assert!(!good);
    let message = "error: `fast_round` with these arguments is not an option; the options are `padding(true)`";
    let forms = [
        "`fast_round(true)`",
        "`vertex_id_attribute(true)`",
        "`map_output(\"NAME\", \"PROPERTY\")`",
        "`array_length(\"NAME\", NUMBER)`",
        "`lang(\"NAME\")`",
        "`define(\"NAME\", NUMBER)`",
    ];
    for text in [&[message][..], &forms].concat() {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(!said.contains("hlsl"), "{said}");
    assert!(said.contains("src/main.rs:1:63"), "{said}");
    let main = main.replace("fast_round(1)", "fast_round(true)");
    let (good, said, _) = compile(&main, &[("src/a.vsh", GOOD)]);
    assert!(good, "{said}");
}

#[test]
fn numbers_are_options() {
    let source = format!(".if N != -3 || X != 0.5 || E != 4\n.error \"wrong\"\n.endif\n{GOOD}");
    let files = [("src/a.vsh", source.as_str())];
    let with = |options: &str| {
        let main = format!("pub static A: &[u8] = pica200_macros::include_shader!(\"a.vsh\", {options});");
        compile(&main, &files)
    };
    let (is_good, said, _) = with("define(\"N\", -3), define(\"X\", 0.5), define(\"E\", \"2 * 2\")");
    assert!(is_good, "{said}");
    let (is_good, said, _) = with("define(\"N\", true)");
    assert!(!is_good);
    assert!(said.contains("`define(\"NAME\", NUMBER)`"), "{said}");
}
