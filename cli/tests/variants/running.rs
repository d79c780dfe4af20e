//! Execution of variations: cases of test files, and profiles.

use std::fmt::Write;

use super::support::Folder;

const CASES: &str = "\
shader = \"lit.variants.toml\"
[uniforms]
projection = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]

[[case]]
name = \"the default variation\"
instructions = 13

[[case]]
name = \"two lights without fog\"
variation = { LIGHTS = 2, FOG = \"none\" }
inputs = { inpos = [1, 2, 3], innrm = [0, 0, 1] }
uniforms = { lights = [[0, 0, 0.25], [0, 0, 0.5]] }
expect = { color = [0.75, 0.75, 0.75, 1.75] }

[[case]]
name = \"a value by its number\"
variation = { FOG = 2 }
instructions = 13

[[case]]
name = \"the position in all of them\"
each = true
inputs = { inpos = [1, 2, 3] }
expect = { position = [1, 2, 3, 1] }
";

fn folder() -> Folder {
    let folder = super::folder();
    folder.write("lit.test.toml", CASES);
    folder
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Returns picarun's messages for an invalid file. Its cases do not run.
#[track_caller]
fn mistakes(folder: &Folder, arguments: &str) -> String {
    let outcome = folder.picarun(arguments);
    assert_eq!(outcome.status, 1);
    assert_eq!(text(outcome.stdout), "0 passed, 0 failed; 1 file has errors\n");
    outcome.stderr
}

#[test]
fn cases_choose_variations() {
    let folder = folder();
    insta::assert_snapshot!(text(folder.picarun("--test lit.test.toml").silent()));
}

/// `-D` chooses the value of a name where a case does not, and the combinations of `each`.
#[test]
fn numbers_of_the_command_line_choose_variations() {
    let folder = folder();
    let outcome = folder.picarun("--test lit.test.toml -D LIGHTS=2");
    assert_eq!(outcome.status, 1);
    insta::assert_snapshot!(text(outcome.stdout));
    insta::assert_snapshot!(mistakes(&folder, "--test lit.test.toml -D LIGHTS=0"));
    insta::assert_snapshot!(mistakes(&folder, "--test lit.test.toml -D LIGHTS=7"));
}

#[test]
fn failures_name_the_variations() {
    let folder = folder();
    let more = "[[case]]\nname = \"too long\"\neach = true\ninstructions = 1\n\
                [[case]]\nname = \"one too long\"\neach = true\ninstructions = { max = 15 }\n\
                [[case]]\nname = \"no color\"\nvariation = { LIGHTS = 0, FOG = 0 }\nexpect = { \"color.x\" = 1 }\n";
    folder.write("lit.test.toml", format!("{CASES}{more}"));
    let outcome = folder.picarun("--test lit.test.toml");
    assert_eq!(outcome.status, 1);
    insta::assert_snapshot!(text(outcome.stdout));
}

#[test]
fn mistakes_of_cases_name_the_variation() {
    let folder = folder();
    let wrong = [
        "variation = { LIGTS = 1 }",
        "variation = { OTHER = 1 }",
        "variation = { LIGHTS = 3 }",
        "variation = { FOG = \"thick\" }",
        "variation = { FOG = true }",
        "variation = { LIGHTS = 0, FOG = \"exp\" }",
        "variation = { LIGHTS = 0 }",
        "variation = 2",
        "each = 1",
        "variation = { LIGHTS = 2 }\neach = true",
        "variation = { LIGHTS = 0, FOG = 0 }\nuniforms = { lights = 1 }",
        "each = true\nuniforms = { lights = 1 }",
        "each = true\nexpect = { view = 1 }",
    ];
    let mut all = String::new();
    for keys in wrong {
        let case = format!("[[case]]\nname = \"wrong\"\n{keys}\ninstructions = 1\n");
        folder.write("lit.test.toml", format!("shader = \"lit.variants.toml\"\n{case}"));
        writeln!(all, "{}", mistakes(&folder, "--test lit.test.toml")).unwrap();
    }
    for keys in ["variation = { LIGHTS = 2 }", "each = true"] {
        let case = format!("[[case]]\nname = \"wrong\"\n{keys}\ninstructions = 1\n");
        let head = "shader = \"lit.vsh\"\ndefine = { LIGHTS = 0, FOG = 0 }\n";
        folder.write("lit.test.toml", format!("{head}{case}"));
        writeln!(all, "{}", mistakes(&folder, "--test lit.test.toml")).unwrap();
    }
    let case = "[uniforms]\nlights = 1\n[[case]]\nname = \"wrong\"\neach = true\ninstructions = 1\n";
    let heads = [
        "shader = \"lit.variants.toml\"\n",
        "shader = \"lit.variants.toml\"\nentry = \"transform\"\n",
        "shader = [\"lit.variants.toml\", \"lit.vsh\"]\n",
    ];
    for head in heads {
        folder.write("lit.test.toml", format!("{head}{case}"));
        writeln!(all, "{}", mistakes(&folder, "--test lit.test.toml")).unwrap();
    }
    insta::assert_snapshot!(all);
}

#[test]
fn profiles_compare_variations() {
    let folder = folder();
    let profile = text(folder.picarun("--test lit.test.toml --profile").silent());
    let (_, tables) = profile.split_once("Variations, ").unwrap();
    let (tables, _) = tables.split_once("\nProcedures").unwrap();
    insta::assert_snapshot!(tables);
    folder.picarun("--test lit.test.toml --profile-html page.html").silent();
    let page = text(folder.read("page.html"));
    assert!(page.contains("LIGHTS=2, FOG=linear"));

    // Settings that a variation does not have are ignored.
    let run = "lit.variants.toml -D LIGHTS=2 --uniform lights=1,2,3/4,5,6";
    let one = text(folder.picarun(&format!("{run} --profile")).silent());
    let (_, table) = one.split_once("Variations, ").unwrap();
    insta::assert_snapshot!(table);
    let run = "lit.variants.toml --uniform lights=1,2,3 --profile --trace=json";
    let lines = text(folder.picarun(run).silent());
    let lines: Vec<_> = lines
        .lines()
        .filter(|line| line.contains("profile-variation"))
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

/// A variation that does not end has no cost.
#[test]
fn runs_without_an_end_have_no_cost() {
    let folder = Folder::with([
        (
            "x.vsh",
            ".out position position\n.proc main\n.if ENDLESS\nagain:\nadd r0, r0, r0\njmpu b0, again\n\
             jmpu !b0, again\n.endif\nmov position, v0\nend\n.end\n",
        ),
        ("x.variants.toml", "sources = \"x.vsh\"\n[numbers]\nENDLESS = [0, 1]\n"),
    ]);
    let profile = text(
        folder
            .picarun("x.variants.toml --profile --budget 100 -A warnings")
            .silent(),
    );
    let (_, table) = profile.split_once("Variations, ").unwrap();
    insta::assert_snapshot!(table);
    let map = text(folder.picald("x.variants.toml -o x.shbin --map - -A warnings").silent());
    let (_, table) = map.split_once("\nVariations, ").unwrap();
    insta::assert_snapshot!(table);
}
