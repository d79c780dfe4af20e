//! The GLSL files of this project.

use std::fs;
use std::path::{Path, PathBuf};

use pica200_compile::Language;
use pica200_testsuite::corpus::{file_name, files, folder, workspace};

use crate::compare::{TestShader, Verdict, compare};
use crate::gl::Judge;
use crate::names::Aliases;
use crate::tools::{glsl_of_spirv, spirv_of_glsl};

/// The number of uniform sets for each file.
const SETS: usize = 4;

/// Returns the shaders below these directories, except for `refuse-*`.
fn shaders() -> Vec<PathBuf> {
    let folders = [
        folder("golden/glsl"),
        folder("judge/cases"),
        workspace().join("assembler/compile/src/naga/tests"),
        workspace().join("examples"),
    ];
    let found = folders.iter().flat_map(|folder| files(folder, "vert"));
    found.filter(|path| !file_name(path).starts_with("refuse-")).collect()
}

#[test]
fn shaders_in_glsl_compute_what_opengl_computes() {
    let mut judge = match Judge::start() {
        Ok(judge) => judge,
        Err(why) => return println!("left out: {why}"),
    };
    println!("judge: {}", judge.renderer());
    let (mut agreed, mut numbers, mut failures) = (0, 0, Vec::new());
    for path in shaders() {
        let name = file_name(&path);
        match judged(&mut judge, &path) {
            Verdict::Agrees(count) => {
                agreed += 1;
                numbers += count;
            }
            Verdict::NotJudged(why) => println!("{name} is not judged: {why}"),
            Verdict::Refused(errors) => println!("{name} is refused: {}", errors.join("; ")),
            Verdict::TooLarge => println!("{name} is larger than the machine"),
            Verdict::Differs(what) => failures.push(format!("{name}: {}", what.join("\n"))),
        }
    }
    println!("{agreed} shaders agree in {numbers} numbers");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(agreed >= 9, "only {agreed} shaders were compared");
}

/// Compares a file. Languages that OpenGL does not support are converted through SPIR-V.
fn judged(judge: &mut Judge, path: &Path) -> Verdict {
    let bytes = fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut subject = TestShader {
        language: Language::Glsl,
        bytes: &bytes,
        glsl: &text,
        aliases: aliases(&text),
        is_old: text.contains("gl_"),
        sets: SETS,
        seed: 1,
    };
    let verdict = compare(judge, &subject);
    let Verdict::NotJudged(why) = verdict else {
        return verdict;
    };
    let glsl = spirv_of_glsl(&text, true).and_then(|module| glsl_of_spirv(&module));
    match glsl {
        Ok(glsl) => {
            subject.glsl = &glsl;
            subject.aliases.extend(aliases(&glsl));
            compare(judge, &subject)
        }
        Err(reason) => Verdict::NotJudged(format!("{why}; {reason}")),
    }
}

/// Returns the instance names of the blocks of a source, by block name.
pub(crate) fn aliases(source: &str) -> Aliases {
    let words = words(source);
    let mut aliases = Aliases::new();
    for (at, word) in words.iter().enumerate() {
        let is_block = matches!(word.as_str(), "uniform" | "in" | "out" | "varying" | "buffer");
        let (Some(name), true) = (words.get(at + 1), is_block) else {
            continue;
        };
        if words.get(at + 2).map(String::as_str) != Some("{") {
            continue;
        }
        let end = words[at..].iter().position(|word| word == "}");
        let instance = end.and_then(|end| words.get(at + end + 1));
        if let Some(instance) = instance.filter(|instance| *instance != ";") {
            aliases.insert(name.clone(), instance.clone());
        }
    }
    aliases
}

/// Returns the tokens of a source, without comments.
fn words(source: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if first.is_alphanumeric() || first == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let end = end.unwrap_or(rest.len());
                words.push(rest[..end].to_owned());
                end
            }
            _ => {
                if !first.is_whitespace() {
                    words.push(first.to_string());
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    words
}

#[test]
fn blocks_have_the_names_of_their_instances() {
    let source = "uniform A { vec4 x; } /* no */ b; out C { vec4 y; }; uniform D\n{ mat4 m; } // e\n f[2];";
    let expected = [("A", "b"), ("D", "f")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(aliases(source), Aliases::from(expected));
}
