//! Formats of diagnostics for services, and the environment variable that selects a format.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test whose output is not as expected fails"
)]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use support::{BAD, Folder, GOOD, PICALD, PICARUN, PICASM, PICASSO, WARNING, outcome};

/// Runs a program with a format in the environment.
fn said(folder: &Folder, program: &str, words: &str, form: &str) -> support::Outcome {
    let mut command = folder.command(program);
    outcome(command.args(words.split(' ')).env("PICA200_ERROR_FORMAT", form))
}

#[test]
fn annotations_of_github_have_places_and_escapes() {
    let source = ".out pos position\n.proc main\n\tmvo pos, v0\n\tend\n.end\n";
    let folder = Folder::with([("a,b:c%.vsh", source), ("b.vsh", WARNING)]);
    let said = folder
        .picasm("a,b:c%.vsh b.vsh missing.vsh --error-format=github")
        .errors();
    insta::assert_snapshot!("github", said);
}

/// Returns the JSON schema of the SARIF standard, from a package generated from it.
fn schema_of_sarif() -> Value {
    let rustc = Command::new("rustc").args(["--print", "host-tuple"]).output();
    let host = String::from_utf8(rustc.unwrap().stdout).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--offline"])
        // Dependencies of other systems need not be installed.
        .args(["--filter-platform", host.trim()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif");
    let manifest = package.unwrap()["manifest_path"].as_str().unwrap();
    let schema = Path::new(manifest).with_file_name("src/schema.json");
    let mut schema: Value = serde_json::from_slice(&fs::read(schema).unwrap()).unwrap();
    // Its pattern for languages is not a regular expression.
    for definition in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][definition]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern");
    }
    schema
}

#[test]
fn logs_in_sarif_hold_to_the_standard() {
    let validator = jsonschema::validator_for(&schema_of_sarif()).unwrap();
    let twice = ".fvec a\n.fvec a\n";
    let folder = Folder::with([("a b.vsh", BAD), ("twice.vsh", twice), ("good.vsh", GOOD)]);
    let log = |files: &[&str]| {
        let mut command = folder.command(PICASM);
        let outcome = outcome(command.args(files).arg("--error-format=sarif"));
        let log: Value = serde_json::from_str(&outcome.stderr).unwrap();
        let errors: Vec<_> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{log:#}");
        log
    };
    let found = log(&["a b.vsh", "twice.vsh", "missing.vsh"]);
    let results = found["runs"][0]["results"].as_array().unwrap();
    let uri = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        place["uri"].as_str().unwrap().to_owned()
    };
    assert_eq!(uri(&results[0]), "a%20b.vsh");
    let duplicate = results.iter().find(|result| result["ruleId"] == "duplicate-name");
    let duplicate = duplicate.unwrap();
    assert_eq!(duplicate["level"], "error");
    let region = &duplicate["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 2);
    assert_eq!(
        duplicate["relatedLocations"][0]["message"]["text"],
        "first declared here"
    );
    let rules = found["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    // A run without diagnostics has a log as well.
    let none = log(&["good.vsh"]);
    assert_eq!(none["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn a_variable_chooses_the_form_for_builds_that_nobody_can_change() {
    let folder = Folder::with([("a.vsh", BAD)]);
    for program in [PICASM, PICALD, PICASSO] {
        let short = said(&folder, program, "a.vsh -o x", "short").stderr;
        assert!(short.starts_with("a.vsh:"), "{short}");
        assert!(short.lines().all(|line| line.matches(':').count() >= 4), "{short}");
        let annotated = said(&folder, program, "a.vsh -o x", "github").stderr;
        assert!(annotated.starts_with("::error file=a.vsh,line="), "{annotated}");
        let plain = said(&folder, program, "a.vsh -o x", "").stderr;
        assert!(plain.contains("error"), "{plain}");
    }
    // The command line takes precedence.
    let human = said(&folder, PICASM, "a.vsh --error-format=human", "short").stderr;
    assert!(human.contains("┌─ a.vsh"), "{human}");
    let wrong = said(&folder, PICALD, "a.vsh -o x", "shorter").usage();
    let why = "in the environment variable `PICA200_ERROR_FORMAT`: unknown format `shorter`; the formats are human, \
               short, json, github, sarif";
    assert!(wrong.contains(why), "{wrong}");
}

#[test]
fn a_missing_folder_of_outputs_is_made() {
    let folder = Folder::with([("a.vsh", GOOD), ("b.vsh", GOOD)]);
    folder.picald("a.vsh b.vsh -o build/deep/").silent();
    assert!(folder.path("build/deep/b.shbin").exists());
    folder.picasm("a.vsh b.vsh -o objects/").silent();
    assert!(folder.path("objects/a.dvoj").exists());
    // One error, however many inputs there are; and no directory without outputs.
    folder.write("file", "");
    let said = folder
        .picald("a.vsh b.vsh -o file/below/ --error-format=short")
        .errors();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("cannot create the directory"), "{said}");
    folder.write("bad.vsh", BAD);
    folder.picald("bad.vsh -o none/").errors();
    assert!(!folder.path("none").exists());
}

#[test]
fn abbreviated_names_of_diagnostics_are_recognised() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    for (words, meant) in [
        ("--explain unknown-instr", "did you mean `unknown-instruction`?"),
        ("--explain no-prim", "did you mean `no-primitive`?"),
        ("-W unset-temp a.vsh -o x", "did you mean `unset-temporary`?"),
        ("-A no-out a.vsh -o x", "did you mean `no-output`?"),
        ("-W no-unused-value a.vsh -o x", "write `-A unused-value`"),
        ("-D zzzz a.vsh -o x", "messages show their names in brackets"),
    ] {
        let outcome = folder.picald(words);
        assert_eq!(outcome.status, 2, "{words}");
        assert!(outcome.stderr.contains(meant), "{words}: {}", outcome.stderr);
    }
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_are_no_place_for_outputs() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    std::os::unix::fs::symlink("loop", folder.path("loop")).unwrap();
    let said = folder.picald("a.vsh -o loop").errors();
    assert!(said.contains("too many levels of symbolic links"), "{said}");
    assert!(folder.path("loop").is_symlink());
}

#[cfg(target_os = "linux")]
#[test]
fn includes_read_ordinary_files_alone() {
    for path in ["/proc/self/fd/0", "/dev/stdin", "/dev/zero"] {
        let source = format!(".include \"{path}\"\n{GOOD}");
        let folder = Folder::with([("a.vsh", source.as_str())]);
        let said = folder.picasm("a.vsh --error-format=short").errors();
        assert!(said.contains("[cannot-include]"), "{said}");
    }
}

/// Lists, variant files, projects, tests and scenes name inputs.
#[cfg(target_os = "linux")]
#[test]
fn inputs_that_files_name_are_ordinary_files() {
    for path in ["/dev/stdin", "/dev/zero"] {
        let variations = format!("sources = \"{path}\"\n[numbers]\nLIGHTS = [1, 2]\n");
        let project = format!("[binary.a]\ninputs = [\"{path}\"]\n");
        let test = format!("shader = \"{path}\"\n[[case]]\nname = \"a\"\n");
        let scene = format!("shader = \"{path}\"\n[[draw]]\nvertices.v0 = [[0, 0, 0]]\n");
        let render = format!("render = {{ scene = \"{path}\", picture = \"a.png\" }}");
        let pictures = format!("shader = \"a.vsh\"\n[[case]]\nname = \"a\"\n{render}\n");
        let folder = Folder::with([
            ("a.vsh", GOOD),
            ("a.shlist", path),
            ("a.variants.toml", variations.as_str()),
            ("pica200.toml", project.as_str()),
            ("a.test.toml", test.as_str()),
            ("pictures.test.toml", pictures.as_str()),
            ("a.scene.toml", scene.as_str()),
        ]);
        for (program, words) in [
            (PICALD, "a.shlist -o x"),
            (PICALD, "a.variants.toml -o x"),
            (PICALD, "--project"),
            (PICARUN, "--test a.test.toml"),
            (PICARUN, "--test pictures.test.toml"),
            (PICARUN, "--render a.scene.toml -o x.png"),
        ] {
            let mut command = folder.command(program);
            let said = outcome(command.args(words.split(' ')));
            assert_eq!(said.status, 1, "{words}: {}", said.stderr);
            let said = said.all();
            assert!(said.contains("not a regular file"), "{words}: {said}");
        }
    }
}

#[test]
fn json_has_no_characters_that_terminals_obey() {
    let source = ".proc main\n\tmov r0, \u{9b}1m\u{202e}\n\tend\n.end\n";
    let folder = Folder::with([("a.vsh", source)]);
    for form in ["json", "sarif"] {
        let said = folder.picasm(&format!("a.vsh --error-format={form}")).errors();
        assert!(!said.contains(['\u{9b}', '\u{202e}']), "{said}");
        serde_json::from_str::<Value>(said.lines().next().unwrap()).unwrap();
    }
}
