//! Hostile names that attack consumers of the outputs: in objects they are errors; in shader binaries and file paths,
//! which may contain anything, every output escapes them.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use serde_json::Value;
use support::{Folder, GOOD, SHADER};

/// Ends lines, strings, comments and elements, begins others, and colours terminals.
const HOSTILE: &str = "a\n#include \"/etc/passwd\"\r\n*/<script>alert('&')</script>\\\u{1b}[31m\u{202E}`${x}%s";

/// Characters that end a name in any of the output languages.
const CHARACTERS: &str = "\n\r\t\u{1b}\u{7f}\u{85}\u{2028}\u{202E} \"'`\\/*<>&(){}[];,:#%|=+-!é";

#[test]
fn reliability_4_objects_have_no_other_names_than_sources() {
    let folder = Folder::with([("a.vsh", SHADER)]);
    folder.picasm("a.vsh -o a.dvoj").silent();
    let bytes = folder.read("a.dvoj");
    let object = Object::read(&bytes).unwrap();
    let uniform = object.uniforms[0].name.clone();
    for character in CHARACTERS.chars() {
        let mut object = object.clone();
        object.uniforms[0].name = format!("sc{character}le");
        let error = object.write().unwrap_err().to_string();
        assert!(error.contains("names have only letters"), "{error}");
        if character.len_utf8() > 1 {
            continue;
        }
        // As written by another tool.
        let at = bytes
            .windows(uniform.len())
            .position(|window| window == uniform.as_bytes());
        let mut file = bytes.clone();
        file[at.unwrap() + 2] = u32::from(character).try_into().unwrap();
        folder.write("hostile.dvoj", &file);
        let said = folder.picald("hostile.dvoj -o x.shbin --header x.h").errors();
        assert!(said.contains("error[unreadable-object]"), "{said}");
        assert!(!said.contains(['\u{1b}', '\r', '\u{7f}']), "{said}");
    }
    assert_eq!(folder.list(), ["a.dvoj", "a.vsh", "hostile.dvoj"]);
}

/// Creates a shader binary all of whose names are hostile.
fn hostile_binary() -> Folder {
    let folder = Folder::with([("a.vsh", SHADER)]);
    folder.picald("-g a.vsh -o a.shbin").silent();
    let mut shbin = Shbin::read(&folder.read("a.shbin")).unwrap();
    let shader = &mut shbin.shaders[0];
    let labels = shader.labels.iter_mut().map(|label| &mut label.name);
    let uniforms = shader.uniforms.iter_mut().map(|uniform| &mut uniform.name);
    let names: Vec<_> = labels.chain(uniforms).chain(&mut shbin.program.files).collect();
    assert!(names.len() > 5);
    for (number, name) in names.into_iter().enumerate() {
        *name = format!("{HOSTILE}{number}").into();
    }
    folder.write("x.shbin", shbin.write().unwrap());
    folder
}

/// Asserts that a text does not contain what must be escaped.
#[track_caller]
fn assert_harmless(text: &[u8], what: &str) {
    let text = std::str::from_utf8(text).unwrap();
    let is_harmful = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202E}';
    assert!(!text.contains(is_harmful), "{what}: {text}");
    assert!(
        !text.lines().any(|line| line.starts_with("#include \"")),
        "{what}: {text}"
    );
}

#[test]
fn reliability_4_views_of_binaries_escape_names() {
    let folder = hostile_binary();
    for options in ["", "--code", "--symbols", "--size", "--raw", "-d", "--verify"] {
        let outcome = folder.picadump(&format!("{options} x.shbin"));
        assert!(outcome.status < 2, "{options}: {}", outcome.stderr);
        assert_harmless(&outcome.stdout, options);
        assert_harmless(outcome.stderr.as_bytes(), options);
    }
    let json: Value = serde_json::from_slice(&folder.picadump("--json x.shbin").silent()).unwrap();
    assert!(json.to_string().contains("<script>"));
    let graph = folder.picadump("--dot x.shbin").silent();
    assert_harmless(&graph, "--dot");
}

#[test]
fn reliability_4_profiles_escape_names() {
    let folder = hostile_binary();
    let outcome = folder.picarun("x.shbin --profile --profile-html x.html");
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    assert_harmless(&outcome.stdout, "--profile");
    let page = folder.read("x.html");
    assert_harmless(&page, "--profile-html");
    // The page has one itself.
    let page = String::from_utf8(page).unwrap();
    assert_eq!(page.matches("<script>").count(), 1);
}

#[cfg(unix)]
#[test]
fn reliability_4_outputs_escape_the_names_of_files() {
    // A file name cannot contain a slash.
    let name = format!("{}.vsh", HOSTILE.replace('/', "|"));
    let folder = Folder::with([(&name, GOOD)]);
    let run = |words: &[&str]| folder.run(support::PICALD, words).silent();
    run(&[&name, "-g", "-o", "x.shbin", "--map", "x.map", "-a", "x.lst"]);
    run(&[name.as_str(), "-o", "x.shbin", "--map-json", "x.json"]);
    run(&[
        &name, "-o", "x.shbin", "--rust", "x.rs", "--cpp", "x.hpp", "--header", "x.h",
    ]);
    for output in ["x.map", "x.lst", "x.rs", "x.hpp", "x.h"] {
        assert_harmless(&folder.read(output), output);
    }
    let json: Value = serde_json::from_slice(&folder.read("x.json")).unwrap();
    assert!(json.to_string().contains("<script>"));
    folder.write(&name, support::BAD);
    for format in ["human", "short"] {
        let words = [name.as_str(), "-o", "y", "--error-format", format];
        let said = folder.run(support::PICALD, words).errors();
        assert_harmless(said.as_bytes(), format);
    }
    let words = [name.as_str(), "-o", "y", "--error-format", "json"];
    for line in folder.run(support::PICALD, words).errors().lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
}
