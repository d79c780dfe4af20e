//! The tree-sitter grammar, tested with the program `tree-sitter`.

use std::fs;
use std::path::Path;
use std::process::Command;

use pica200_diagnostics::Code;
use pica200_testsuite::case::Case;
use pica200_testsuite::corpus::{files, folder, workspace};

use crate::Check;
use crate::programs::{Program, Scratch, editors, run};

/// The generated parser contains the version of the generator.
const PROGRAM: Program = Program {
    name: "tree-sitter",
    version: Some("0.25.10"),
    plugin: None,
};

pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "tree_sitter_parser_is_up_to_date",
        program: PROGRAM,
        run: parser_is_up_to_date,
    },
    Check {
        name: "tree_sitter_corpus",
        program: PROGRAM,
        run: corpus,
    },
    Check {
        name: "tree_sitter_parses_all_sources",
        program: PROGRAM,
        run: all_sources_parse,
    },
    Check {
        name: "tree_sitter_queries_of_all_editors_fit_the_grammar",
        program: PROGRAM,
        run: queries,
    },
];

/// The directories with queries.
const QUERIES: [&str; 4] = ["tree-sitter", "vim", "helix", "zed"];

/// The lines of the one case with text that is not a statement, in an inactive branch.
const NO_STATEMENTS: [&str; 2] = ["\tthis is no statement (\n", "\tnor is this\n"];

/// Copies the grammar, because the program writes its output next to it.
fn grammar(scratch: &Scratch) -> std::path::PathBuf {
    let words = fs::read(editors().join("words.json")).unwrap();
    scratch.write("words.json", words);
    let from = editors().join("tree-sitter");
    for path in walkdir::WalkDir::new(&from) {
        let path = path.unwrap().into_path();
        if path.is_file() {
            let name = Path::new("tree-sitter").join(path.strip_prefix(&from).unwrap());
            scratch.write(name.to_str().unwrap(), fs::read(&path).unwrap());
        }
    }
    scratch.path().join("tree-sitter")
}

/// Returns a command that keeps all its state in the directory of the test.
fn tree_sitter(scratch: &Scratch, grammar: &Path) -> Command {
    let mut command = Command::new(PROGRAM.name);
    command
        .current_dir(grammar)
        .env("XDG_CACHE_HOME", scratch.path().join("cache"))
        .env("XDG_CONFIG_HOME", scratch.path().join("config"))
        .env("HOME", scratch.path());
    command
}

fn parser_is_up_to_date() {
    let scratch = Scratch::new();
    let grammar = grammar(&scratch);
    run(tree_sitter(&scratch, &grammar).args(["generate", "--abi", "14"]));
    for name in ["grammar.json", "node-types.json", "parser.c"] {
        let expected = fs::read(editors().join("tree-sitter/src").join(name)).unwrap();
        let found = fs::read(grammar.join("src").join(name)).unwrap();
        let command = "tree-sitter generate --abi 14";
        assert!(
            found == expected,
            "{name} is out of date: run `{command}` in cli/editors/tree-sitter"
        );
    }
}

fn corpus() {
    let scratch = Scratch::new();
    let grammar = grammar(&scratch);
    run(tree_sitter(&scratch, &grammar).arg("test"));
}

/// Returns the sources of cases, golden files and examples without errors.
fn sources() -> Vec<String> {
    let is_lint = |name: &str| Code::from_name(name).is_some_and(Code::is_settable);
    let cases = files(&folder("cases"), "pica").into_iter().map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        Case::parse("case.pica", &text).unwrap()
    });
    let right = cases.filter(|case| case.expected.iter().all(|found| is_lint(&found.name)));
    let of_cases = right
        .flat_map(|case| case.sources)
        .filter_map(|source| String::from_utf8(source.text).ok());
    let is_wrong = |path: &Path| path.components().any(|part| part.as_os_str() == "errors");
    let golden = files(&folder("golden"), "pica");
    let examples = ["pica", "vsh", "gsh", "inc"]
        .into_iter()
        .flat_map(|suffix| files(&workspace().join("examples"), suffix));
    let others = golden.into_iter().chain(examples);
    let others = others.filter(|path| !is_wrong(path) && !path.iter().any(|part| part == "target"));
    of_cases
        .chain(others.map(|path| fs::read_to_string(path).unwrap()))
        .collect()
}

fn all_sources_parse() {
    let scratch = Scratch::new();
    let grammar = grammar(&scratch);
    let sources = sources();
    assert!(sources.len() > 500, "{}", sources.len());
    let mut paths = String::new();
    for (number, source) in sources.iter().enumerate() {
        let text = NO_STATEMENTS
            .iter()
            .fold(source.clone(), |text, line| text.replace(line, "\n"));
        let path = scratch.write(&format!("sources/{number}.pica"), text);
        paths += path.to_str().unwrap();
        paths.push('\n');
    }
    let list = scratch.write("paths", paths);
    let output = tree_sitter(&scratch, &grammar)
        .args(["parse", "--quiet", "--paths"])
        .arg(list)
        .output()
        .unwrap();
    // The program prints a line for each source with an error.
    let wrong = String::from_utf8_lossy(&output.stdout).into_owned();
    let texts = wrong.lines().map(|line| {
        let path = line.split_whitespace().next().unwrap_or_default();
        format!("{line}\n{}", fs::read_to_string(path).unwrap_or_default())
    });
    assert!(wrong.is_empty(), "{}", texts.collect::<Vec<_>>().join("\n"));
    assert!(output.status.success(), "{output:?}");
}

fn queries() {
    let scratch = Scratch::new();
    let grammar = grammar(&scratch);
    let source = workspace().join("examples/triangle/triangle.vsh");
    let source = fs::canonicalize(source).unwrap();
    let mut count = 0;
    for folder in QUERIES {
        for query in files(&editors().join(folder), "scm") {
            run(tree_sitter(&scratch, &grammar).arg("query").arg(&query).arg(&source));
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
}
