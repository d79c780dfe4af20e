//! Structure of the crates and their modules: allowed dependencies, import cycles, and operations that libraries must
//! not use.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

mod imports;
mod turns;

use std::fs;
use std::path::Path;

use imports::Modules;
use pica200_testsuite::corpus::{files, workspace};

/// Each crate's directory, and the crates of this workspace that it may depend on.
const CRATES: &[(&str, &[&str])] = &[
    ("objfmt", &[]),
    ("objfmt/diagnostics", &[]),
    (
        "objfmt/foreign",
        &[
            "pica200",
            "pica200-bnsh",
            "pica200-diagnostics",
            "pica200-dxbc",
            "pica200-objfmt",
            "pica200-report",
            "pica200-sharcfb",
        ],
    ),
    ("objfmt/foreign/bnsh", &["pica200-objfmt"]),
    ("objfmt/foreign/dxbc", &["pica200-objfmt"]),
    ("objfmt/foreign/sharcfb", &["pica200-objfmt"]),
    ("objfmt/foreign/dxbc/machine", &["pica200-dxbc", "pica200-objfmt"]),
    ("assembler", &["pica200-diagnostics", "pica200-objfmt"]),
    // The checker is for tests only.
    ("linker", &["pica200-check", "pica200-diagnostics", "pica200-objfmt"]),
    ("linker/bindings", &["pica200-objfmt"]),
    ("linker/check", &["pica200-diagnostics", "pica200-objfmt"]),
    // The assembler, the formatter, the linker, the checker and the machines are for tests only.
    (
        "assembler/compile",
        &[
            "pica200-asm",
            "pica200-check",
            "pica200-diagnostics",
            "pica200-dxbc",
            "pica200-dxbc-machine",
            "pica200-format",
            "pica200-link",
            "pica200-machine",
            "pica200-objfmt",
        ],
    ),
    (
        "assembler/dialects",
        &["pica200-asm", "pica200-diagnostics", "pica200-objfmt"],
    ),
    ("assembler/format", &["pica200-asm", "pica200-objfmt"]),
    (
        "assembler/disassembler",
        &["pica200-asm", "pica200-format", "pica200-objfmt"],
    ),
    (
        "cli/library",
        &[
            // Itself, with all features, for its tests.
            "pica200",
            "pica200-asm",
            "pica200-bindings",
            "pica200-check",
            "pica200-compile",
            "pica200-diagnostics",
            "pica200-dialects",
            "pica200-dxbc",
            "pica200-dxbc-machine",
            "pica200-link",
            "pica200-machine",
            "pica200-objfmt",
            "pica200-render",
        ],
    ),
    (
        "cli/render",
        // The first two are for tests only.
        &["pica200-asm", "pica200-link", "pica200-machine", "pica200-objfmt"],
    ),
    (
        "cli",
        &[
            "pica200",
            "pica200-asm",
            "pica200-bindings",
            "pica200-check",
            "pica200-compile",
            "pica200-diagnostics",
            "pica200-dialects",
            "pica200-disasm",
            "pica200-dxbc",
            "pica200-dxbc-machine",
            "pica200-foreign",
            "pica200-format",
            "pica200-link",
            "pica200-machine",
            "pica200-objfmt",
            "pica200-render",
            "pica200-report",
            "pica200-server",
        ],
    ),
    (
        "cli/report",
        &[
            // Itself, with all features, for its tests.
            "pica200-report",
            "pica200",
            "pica200-asm",
            "pica200-check",
            "pica200-diagnostics",
            "pica200-objfmt",
        ],
    ),
    (
        "cli/playground",
        &[
            "pica200",
            "pica200-asm",
            "pica200-diagnostics",
            "pica200-disasm",
            "pica200-dxbc",
            "pica200-link",
            "pica200-machine",
            "pica200-objfmt",
            "pica200-render",
            "pica200-report",
            "pica200-server",
        ],
    ),
    (
        "cli/server",
        &[
            "pica200",
            "pica200-asm",
            "pica200-diagnostics",
            "pica200-format",
            "pica200-objfmt",
        ],
    ),
    ("cli/macros", &["pica200"]),
    (
        "objfmt/machine",
        // The first two are for tests only.
        &["pica200-asm", "pica200-link", "pica200-objfmt"],
    ),
];

/// Operations that only programs may use.
const FORBIDDEN: &[&str] = &[
    "println!",
    "print!",
    "dbg!",
    "process::exit",
    "process::abort",
    "io::stdout",
    "env::args",
];

#[test]
fn crates_have_only_allowed_dependencies() {
    for (folder, allowed) in CRATES {
        let manifest = fs::read_to_string(workspace().join(folder).join("Cargo.toml")).unwrap();
        let found: Vec<_> = own_dependencies(&manifest).collect();
        for dependency in &found {
            assert!(
                allowed.contains(&dependency.as_str()),
                "{folder} depends on {dependency}"
            );
        }
        for dependency in *allowed {
            assert!(
                found.iter().any(|found| found == dependency),
                "{folder} does not depend on {dependency}: is the list out of date?"
            );
        }
    }
}

#[test]
fn the_page_for_contributors_has_all_crates() {
    let page = fs::read_to_string(workspace().join("CONTRIBUTING.md")).unwrap();
    for (folder, _) in CRATES {
        let row = format!("| `{folder}/` |");
        assert!(page.contains(&row), "CONTRIBUTING.md has no row {row}");
    }
}

/// Unpublished crates, to which no rule applies.
const FREE: [&str; 3] = ["assembler/grammar", "testsuite", "examples/cargo-game"];

#[test]
fn all_crates_of_the_workspace_are_bound() {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let (_, members) = manifest.split_once("\nmembers = [").unwrap();
    let (members, _) = members.split_once(']').unwrap();
    let mut members: Vec<_> = members.split('"').skip(1).step_by(2).collect();
    members.sort();
    let mut known: Vec<_> = CRATES.iter().map(|(folder, _)| *folder).collect();
    known.extend(FREE);
    known.sort();
    assert_eq!(members, known);
}

/// Returns the crates of this workspace among all dependencies of a manifest.
fn own_dependencies(manifest: &str) -> impl Iterator<Item = String> {
    let mut in_dependencies = false;
    manifest.lines().filter_map(move |line| {
        if let Some(section) = line.trim().strip_prefix('[') {
            in_dependencies = section.trim_end_matches(']').ends_with("dependencies");
            return None;
        }
        let name = line.split(['.', '=', ' ']).next()?;
        (in_dependencies && name.starts_with("pica200")).then(|| name.to_owned())
    })
}

#[test]
fn the_machine_needs_only_the_formats() {
    let manifest = fs::read_to_string(workspace().join("objfmt/machine/Cargo.toml")).unwrap();
    let (needed, _) = manifest.split_once("[dev-dependencies]").unwrap();
    let found: Vec<_> = own_dependencies(needed).collect();
    assert_eq!(found, ["pica200-objfmt"]);
}

#[test]
fn manifests_are_read() {
    let manifest = "[package]\nname = \"pica200-x\"\n[dependencies]\npica200-asm.workspace = true\nserde = \"1\"\n\
                    [dev-dependencies]\npica200-link = { path = \"x\" }\n";
    let found: Vec<_> = own_dependencies(manifest).collect();
    assert_eq!(found, ["pica200-asm", "pica200-link"]);
}

#[test]
fn libraries_neither_print_nor_exit() {
    for (folder, _) in CRATES {
        let sources = files(&workspace().join(folder).join("src"), "rs");
        assert!(!sources.is_empty(), "{folder} has no sources");
        for path in sources.iter().filter(|path| !is_program(folder, path)) {
            let text = fs::read_to_string(path).unwrap();
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for word in FORBIDDEN {
                    assert!(!code.contains(word), "{}:{}: {word}", path.display(), number + 1);
                }
            }
        }
    }
}

/// Returns true if a source may access the process, in order to pass its arguments and streams to a library.
fn is_program(folder: &str, path: &Path) -> bool {
    let in_bin = path.components().any(|part| part.as_os_str() == "bin");
    folder == "cli" && (in_bin || path.ends_with("program.rs"))
}

/// The modules of `objfmt`, each with those that it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("isa", &["isa"]),
    ("observe", &["observe"]),
    ("flow", &["flow", "isa"]),
    ("formats", &["flow", "formats", "isa"]),
    ("difference", &["difference", "flow", "formats", "isa"]),
];

#[test]
fn modules_of_objfmt_are_layers() {
    for (layer, allowed) in LAYERS {
        let path = workspace().join("objfmt/src").join(layer);
        let mut sources = files(&path, "rs");
        sources.extend(files(&path.with_extension("rs"), "rs"));
        assert!(!sources.is_empty(), "{layer} has no sources");
        for path in sources {
            let text = fs::read_to_string(&path).unwrap();
            for import in text.split("crate::").skip(1) {
                let name = import.split(|c: char| !c.is_alphanumeric()).next().unwrap();
                assert!(allowed.contains(&name), "{}: crate::{name}", path.display());
            }
        }
    }
}

#[test]
fn modules_do_not_import_each_other_in_circles() {
    let mut problems = String::new();
    for (folder, _) in CRATES {
        let modules = Modules::read(&workspace().join(folder).join("src"));
        for circle in modules.circles() {
            problems.push_str(&format!("{folder}: {circle}"));
        }
    }
    assert!(
        problems.is_empty(),
        "move what they share to a module below them, or to the one around them\n{problems}"
    );
}

/// All code has the same layout.
#[test]
fn code_has_one_width() {
    for folder in ["assembler", "cli", "examples", "linker", "objfmt", "testsuite"] {
        let settings = fs::read_to_string(workspace().join(folder).join("rustfmt.toml")).unwrap();
        assert_eq!(settings, format!("max_width = {COMMENT_COLUMNS}\n"), "{folder}");
    }
}

/// Maximum width of comments.
const COMMENT_COLUMNS: usize = 120;

#[test]
fn comments_fit_into_their_columns() {
    let root = workspace();
    let mut wide = Vec::new();
    let mut comments = 0;
    for folder in CRATES.iter().map(|(folder, _)| *folder).chain(FREE) {
        for part in ["src", "tests", "benches", "examples"] {
            for path in files(&root.join(folder).join(part), "rs") {
                let text = fs::read_to_string(&path).unwrap();
                // Generated files are not read.
                if text.contains("@generated") {
                    continue;
                }
                let mut is_code = false;
                for (number, line) in text.lines().enumerate() {
                    let Some(comment) = line.trim_start().strip_prefix("//") else {
                        continue;
                    };
                    comments += 1;
                    let comment = comment.trim_start_matches(['/', '!']);
                    is_code ^= comment.trim_start().starts_with("```");
                    // Tables and code cannot be wrapped.
                    let is_fixed = is_code || comment.starts_with(" |") || comment.starts_with("     ");
                    if line.chars().count() > COMMENT_COLUMNS && !is_fixed {
                        wide.push(format!("{}:{}", path.display(), number + 1));
                    }
                }
            }
        }
    }
    assert!(comments > 10_000, "{comments}");
    assert!(
        wide.is_empty(),
        "wrap these at {COMMENT_COLUMNS} columns:\n{}",
        wide.join("\n")
    );
}

/// Maximum number of lines of a file.
const MOST_LINES: usize = 500;

/// Generated files, which nobody reads.
const GENERATED: [&str; 3] = [
    "assembler/src/syntax/grammar.rs",
    "assembler/src/syntax/patterns.rs",
    "assembler/dialects/src/nihstro/patterns.rs",
];

#[test]
fn files_can_be_read_in_one_go() {
    let root = workspace();
    let mut all = Vec::new();
    for folder in CRATES.iter().map(|(folder, _)| *folder).chain(FREE) {
        for part in ["src", "tests", "benches", "examples"] {
            all.extend(files(&root.join(folder).join(part), "rs"));
        }
    }
    assert!(all.len() > 500, "{}", all.len());
    let mut generated = Vec::new();
    for path in all {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        if GENERATED.contains(&name) {
            assert!(text.contains("@generated"), "{name}");
            generated.push(name.to_owned());
            continue;
        }
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{name} has {lines} lines");
    }
    assert_eq!(generated, GENERATED);
}
