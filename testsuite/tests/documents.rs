//! The examples work, and the language pages are correct.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pica200::levels::Levels;
use pica200_asm::PSEUDO_INSTRUCTIONS;
use pica200_asm::directive::DIRECTIVES;
use pica200_asm::lint::Lints;
use pica200_asm::{DiskFiles, Files};
use pica200_cli::{Status, Streams};
use pica200_diagnostics::{Code, Example};
use pica200_dxbc::Shader;
use pica200_dxbc::container::{Checksum, Container};
use pica200_link::{Compat, LinkOptions};
use pica200_objfmt::isa::opcode::OPCODES;
use pica200_testsuite::case::{Case, CaseSource};
use pica200_testsuite::corpus::{directives, files, workspace};
use pica200_testsuite::page::blocks;
use pica200_testsuite::programs::examples;
use pica200_testsuite::run::{Outcome, run, run_checked, run_streams};

/// Assembles and links with and without `--compat`.
fn link_both_ways(sources: &[CaseSource]) -> [Outcome; 2] {
    [Compat::None, Compat::Picasso].map(|compat| {
        let options = LinkOptions {
            compat,
            ..LinkOptions::default()
        };
        run(sources, &pica200_asm::AssemblyOptions::default(), Some(&options))
    })
}

#[test]
fn examples_link_without_diagnostics() {
    let programs = examples().unwrap();
    assert!(!programs.is_empty());
    for program in programs {
        assert!(!program.sources.is_empty(), "{} has no shaders", program.name);
        for outcome in link_both_ways(&program.sources) {
            assert_eq!(outcome.diagnostics, "", "{}", program.name);
            assert!(outcome.shbin.is_some());
        }
        // No lint fires either, not even those that are off by default.
        let levels = Levels::default();
        let padded = pica200_asm::AssemblyOptions::default();
        let options = LinkOptions::default();
        let checked = run_checked(&program.sources, &padded, Some(&options), Some(&levels));
        assert_eq!(checked.diagnostics, "", "{}", program.name);
    }
}

/// Returns the output of `picarun --test` for test files.
fn run_tests(paths: &[PathBuf], files: &dyn Files) -> (Status, String) {
    run_program(pica200_cli::picarun::main, &["picarun", "--test"], paths, files)
}

/// Runs a program with these arguments and paths. Returns its status and all its output.
fn run_program(
    program: fn(Vec<OsString>, &mut Streams<'_>) -> Status,
    words: &[&str],
    paths: &[PathBuf],
    files: &dyn Files,
) -> (Status, String) {
    let (status, mut stdout, stderr) = run_paths(program, words, paths, files);
    stdout.extend(stderr);
    (status, String::from_utf8(stdout).unwrap())
}

/// Runs a program with these arguments and paths. Returns its status, its standard output and its standard error.
fn run_paths(
    program: fn(Vec<OsString>, &mut Streams<'_>) -> Status,
    words: &[&str],
    paths: &[PathBuf],
    files: &dyn Files,
) -> (Status, Vec<u8>, Vec<u8>) {
    let words = words.iter().map(OsString::from);
    let paths = paths.iter().map(OsString::from);
    run_streams(program, words.chain(paths), &[], files)
}

#[test]
fn examples_pass_their_tests() {
    let mut paths = Vec::new();
    for program in examples().unwrap() {
        let tests = files(&workspace().join(&program.name), "toml");
        let is_test = |path: &PathBuf| path.to_string_lossy().ends_with(".test.toml");
        let tests: Vec<_> = tests.into_iter().filter(is_test).collect();
        assert!(!tests.is_empty(), "{} has no tests", program.name);
        let text: String = tests.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        for source in &program.sources {
            let name = format!("\"{}\"", source.name);
            assert!(text.contains(&name), "no test has {name}");
        }
        paths.extend(tests);
    }
    let (status, said) = run_tests(&paths, &DiskFiles);
    assert_eq!(status, Status::Success, "{said}");
    assert!(said.contains(" passed, 0 failed\n"), "{said}");
}

/// The directory of the examples that link compiled shaders with assembly.
const MIXED: &str = "examples/mixed";

/// Each WGSL shader has an assembly shader of the same name, and passes the tests of that shader.
#[test]
fn examples_in_wgsl_link_without_diagnostics_and_have_tests() {
    let mut paths = files(&workspace().join("examples"), "wgsl");
    paths.retain(|path| !path.starts_with(workspace().join(MIXED)));
    assert!(!paths.is_empty());
    for path in paths {
        assert!(path.with_extension("vsh").is_file(), "{}", path.display());
        let words = ["picald", "-o", "-"];
        let only = std::slice::from_ref(&path);
        let (status, binary, said) = run_paths(pica200_cli::picald::main, &words, only, &DiskFiles);
        let said = String::from_utf8(said).unwrap();
        assert_eq!((status, said.as_str()), (Status::Success, ""));
        assert!(binary.starts_with(b"DVLB"));
        // `examples_pass_their_tests` runs them.
        let tests = fs::read_to_string(path.with_extension("test.toml")).unwrap();
        let list = tests.lines().find(|line| line.starts_with("shaders = "));
        for suffix in ["vsh", "wgsl"] {
            let name = format!("\"{}.{suffix}\"", path.file_stem().unwrap().display());
            assert!(list.is_some_and(|list| list.contains(&name)), "{name}");
        }
    }
}

#[test]
fn mixed_examples_link_without_diagnostics_and_pass_their_tests() {
    let folder = workspace().join(MIXED);
    for names in [["waves.wgsl", "wave.vsh"], ["grid.vsh", "height.wgsl"]] {
        let paths = names.map(|name| folder.join(name));
        let words = ["picald", "-o", "-"];
        let (status, binary, said) = run_paths(pica200_cli::picald::main, &words, &paths, &DiskFiles);
        let said = String::from_utf8(said).unwrap();
        assert_eq!((status, said.as_str()), (Status::Success, ""));
        assert!(binary.starts_with(b"DVLB"));
        let tests = paths[0].with_extension("test.toml");
        let (status, said) = run_tests(&[tests], &DiskFiles);
        assert_eq!(status, Status::Success, "{said}");
    }
}

/// Each container has the source of its shader and tests.
#[test]
fn compiled_examples_are_complete_and_pass_their_tests() {
    let paths = files(&workspace().join("examples"), "dxbc");
    assert!(!paths.is_empty());
    for path in paths {
        let name = path.display();
        let file = fs::read(&path).unwrap();
        let container = Container::read(&file).unwrap();
        assert_eq!(container.checksum(), Checksum::Right, "{name}");
        let shader = Shader::from_container(&container);
        let faults = container.faults().iter().chain(&shader.faults);
        assert_eq!(faults.count(), 0, "{name}");
        assert!(shader.resources.is_some(), "{name}");
        assert!(path.with_extension("hlsl").is_file(), "{name}");
        let (status, said) = run_program(
            pica200_cli::picadump::main,
            &["picadump", "-d"],
            std::slice::from_ref(&path),
            &DiskFiles,
        );
        assert_eq!(status, Status::Success, "{said}");
        let text = fs::read_to_string(path.with_extension("asm")).unwrap();
        assert!(said == text, "{name}: the text is another one:\n{said}");
        let (status, said) = run_tests(&[path.with_extension("test.toml")], &DiskFiles);
        assert_eq!(status, Status::Success, "{said}");
        assert!(said.contains(" passed, 0 failed\n"), "{said}");
    }
}

#[test]
fn examples_of_variations_link_without_diagnostics_and_pass_their_tests() {
    let mut paths = files(&workspace().join("examples"), "toml");
    paths.retain(|path| path.to_string_lossy().ends_with(".variants.toml"));
    assert!(!paths.is_empty());
    for path in paths {
        let words = ["picald", "-o", "-"];
        let path = std::slice::from_ref(&path);
        let (status, binary, said) = run_paths(pica200_cli::picald::main, &words, path, &DiskFiles);
        assert_eq!((status, said), (Status::Success, Vec::new()));
        assert!(binary.starts_with(b"DVLB"));
        let tests = path[0].with_extension("").with_extension("test.toml");
        let (status, said) = run_tests(&[tests], &DiskFiles);
        assert_eq!(status, Status::Success, "{said}");
        assert!(said.contains(" passed, 0 failed\n"), "{said}");
    }
}

#[test]
fn examples_are_formatted() {
    let mut paths = files(&workspace().join("examples"), "vsh");
    paths.extend(files(&workspace().join("examples"), "gsh"));
    assert!(!paths.is_empty());
    let words = ["picafmt", "--check"];
    let (status, said) = run_program(pica200_cli::picafmt::main, &words, &paths, &DiskFiles);
    assert_eq!((status, said.as_str()), (Status::Success, ""));
}

/// The sources in pages are formatted by picafmt, except for the `before` examples in picafmt's own page.
#[test]
fn sources_in_pages_are_formatted() {
    let folders = ["assembler", "cli", "examples", "linker", "objfmt"];
    let pages = folders.iter().flat_map(|folder| files(&workspace().join(folder), "md"));
    let pages = pages.chain([workspace().join("README.md")]);
    let (mut checked, mut wrong) = (0, String::new());
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        for block in blocks(&page) {
            let mut words = block.info.split_ascii_whitespace();
            let is_source = matches!(words.next(), Some("pica" | "pica-include"));
            // Erroneous examples are unformatted, and lines for tests start at the left margin.
            let is_other = words.any(|word| word == "before" || word == "bad");
            if !is_source || is_other || block.text.contains(";! ") {
                continue;
            }
            checked += 1;
            let formatted = pica200_format::format(block.text.as_bytes()).formatted;
            if formatted.as_deref().ok() != Some(&*block.text) {
                wrong.push_str(&format!("{}:{}\n", path.display(), block.line));
            }
        }
    }
    assert_eq!(wrong, "", "not formatted:\n{wrong}");
    assert!(checked > 100, "only {checked} sources");
}

/// The table of pseudo-instructions lists each of them with its expansion.
#[test]
fn the_table_of_pseudo_instructions_is_complete() {
    let page = fs::read_to_string(workspace().join("assembler/LANGUAGE.md")).unwrap();
    let rows = PSEUDO_INSTRUCTIONS
        .iter()
        .map(|info| format!("| `{}` | `{}` |", info.form, info.expansion));
    for row in rows {
        let found = page.lines().any(|line| line == row);
        assert!(found, "LANGUAGE.md lacks {row}");
    }
}

/// The formatter turns blocks of `pica before` into the following blocks of `pica after`.
#[test]
fn the_page_about_style_is_true() {
    let page = fs::read_to_string(workspace().join("assembler/format/STYLE.md")).unwrap();
    let blocks = blocks(&page);
    assert!(!blocks.is_empty(), "the page has no blocks of source");
    for pair in blocks.chunks(2) {
        let infos: Vec<_> = pair.iter().map(|block| block.info.as_str()).collect();
        assert_eq!(infos, ["pica before", "pica after"]);
        let formatted = pica200_format::format(pair[0].text.as_bytes()).formatted;
        let place = format!("STYLE.md:{}", pair[0].line);
        assert_eq!(formatted.unwrap(), pair[1].text, "{place}");
    }
}

/// The files among the blocks of a page.
#[derive(Debug)]
struct PageFiles(HashMap<PathBuf, Vec<u8>>);

impl Files for PageFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let text = self.0.get(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(text.clone())
    }
}

/// Blocks with a name after `pica` or `wgsl` are sources of that name; blocks with a name after `toml` are test files
/// for it, or variant files with that name, which begin with their sources. The container that the page names is a
/// golden file; the picture, its scene and its shader belong to an example.
#[test]
fn the_page_about_tests_is_true() {
    let page = fs::read_to_string(workspace().join("cli/TESTS.md")).unwrap();
    let (mut page_files, mut tests) = (PageFiles(HashMap::new()), Vec::new());
    let container = fs::read(workspace().join("testsuite/golden/dxbc/vs-mvp.dxbc")).unwrap();
    page_files.0.insert("mesh.dxbc".into(), container);
    for name in ["triangle.vsh", "triangle.scene.toml", "triangle.png"] {
        let file = fs::read(workspace().join("examples/triangle").join(name)).unwrap();
        page_files.0.insert(name.into(), file);
    }
    for block in blocks(&page) {
        match block.info.split_once(' ') {
            Some((_, name)) if block.text.starts_with("sources = ") => {
                page_files.0.insert(name.into(), block.text.into_bytes());
            }
            Some(("pica" | "wgsl", name)) => {
                page_files.0.insert(name.into(), block.text.into_bytes());
            }
            Some(("toml", shader)) => {
                let path = PathBuf::from(format!("TESTS.md:{}", block.line));
                let is_whole = ["shader = ", "shaders = "];
                let text = if is_whole.iter().any(|key| block.text.starts_with(key)) {
                    block.text
                } else {
                    format!("shader = \"{shader}\"\n{}", block.text)
                };
                page_files.0.insert(path.clone(), text.into_bytes());
                tests.push(path);
            }
            None if block.info.is_empty() || block.info == "console" => {}
            _ => unreachable!("TESTS.md:{}: `{}`", block.line, block.info),
        }
    }
    let (status, said) = run_tests(&tests, &page_files);
    assert_eq!(status, Status::Success, "{said}");
    // The page shows the results of its test files.
    let shown: Vec<_> = page.lines().filter(|line| line.starts_with("  ok ")).collect();
    let wrong = shown.iter().find(|line| !said.lines().any(|said| said == **line));
    assert_eq!(wrong, None, "{said}");
    assert!(shown.len() > 2, "the page shows no results");
    assert!(tests.len() > 2, "the page has no tests");
}

/// Returns the names of the diagnostics that an example in a page triggers.
fn drawn_by(code: Code, example: Example) -> Vec<String> {
    let text = format!(";! options: {}\n;! show: words\n{}", example.options, example.text);
    let case = Case::parse(code.name(), &text).unwrap();
    let assembling = pica200_asm::AssemblyOptions {
        lints: Lints::default().with(code),
        ..case.runs[0].assembling.clone()
    };
    let found = run(&case.sources, &assembling, None).found;
    let names = found.iter().filter_map(|found| found.rsplit(' ').next());
    names.map(str::to_owned).collect()
}

#[test]
fn bad_examples_draw_their_diagnostic_and_good_ones_nothing() {
    let mut wrong = String::new();
    for code in Code::all() {
        let own = |example: &Example| example.language == "pica" && !example.is_linked;
        for example in code.examples().filter(own) {
            let found = drawn_by(code, example);
            let expected: &[&str] = if example.is_bad { &[code.name()] } else { &[] };
            if found != expected {
                wrong.push_str(&format!("{code}: {found:?}\n"));
            }
        }
    }
    assert_eq!(wrong, "", "{wrong}");
}

#[test]
fn the_table_of_instructions_is_complete() {
    let page = fs::read_to_string(workspace().join("assembler/LANGUAGE.md")).unwrap();
    for info in OPCODES {
        let cell = format!("| `{}` |", info.mnemonic);
        assert!(page.contains(&cell), "LANGUAGE.md lacks {}", info.mnemonic);
    }
}

#[test]
fn the_page_about_the_language_has_all_directives() {
    let page = fs::read_to_string(workspace().join("assembler/LANGUAGE.md")).unwrap();
    let examples: HashSet<_> = blocks(&page)
        .iter()
        .flat_map(|block| directives(&block.text).collect::<Vec<_>>())
        .collect();
    for (directive, name, _) in DIRECTIVES {
        let words = [format!("`.{name}`"), format!("`.{name} ")];
        let is_there = words.iter().any(|word| page.contains(word));
        assert!(is_there, "LANGUAGE.md lacks .{name}");
        let is_shown = examples.contains(directive);
        assert!(is_shown, "LANGUAGE.md has no example of .{name}");
    }
}
