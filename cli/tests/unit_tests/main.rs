//! `picarun --test`: cases of test files, messages of failing ones, and invalid files.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

mod mistakes;
mod profile;
#[path = "../support/mod.rs"]
mod support;

use support::{Folder, Outcome, PICARUN, SHADER, outcome};

/// A geometry shader: two triangles, the second of them inverted.
const GEOMETRY: &str = "\
.gsh point c0
.in inPosition
.in inColor
.out outPosition position
.out outColor color.xy
.entry draw
.proc vertex
\tmov outPosition, inPosition
\tmov outColor, inColor
\temit
.end
.proc draw
\tsetemit 0
\tcall vertex
\tsetemit 1
\tcall vertex
\tsetemit 2, prim
\tcall vertex
\tsetemit 0, prim inv
\tcall vertex
\tend
.end
";

/// Two outputs of the same property.
const TWINS: &str = "\
.in a
.out first dummy o0
.out second dummy o1.xy
.proc main
\tmov first, a
\tmov second, a
\tend
.end
";

fn folder() -> Folder {
    Folder::with([("a.vsh", SHADER), ("draw.gsh", GEOMETRY), ("twins.vsh", TWINS)])
}

/// Runs test files.
fn test(folder: &Folder, arguments: &str) -> Outcome {
    folder.picarun(&format!("--test {arguments}"))
}

fn stdout(outcome: &Outcome) -> String {
    String::from_utf8(outcome.stdout.clone()).unwrap()
}

/// Cases that pass.
const PASSING: &str = "\
shader = 'a.vsh'
inputs = { inPosition = [1, 2, 3], inColor = [0.5, 0.25, 0, 4] }

[uniforms]
scale = [2, 2, 2, 1]
rows = [[1, 2, 3], [0.5, 0, -1]]
count = [1, 0, 1]

[[case]]
name = 'all outputs'
instructions = { min = 8, max = 10 }
[case.expect]
position = [2, 4, 6, 1]
color = [2, 2, 1]
texcoord0 = 4

[[case]]
name = 'by short names, registers and letters'
expect = { pos = [2, 4, 6, 1], 'o0.xw' = [2, 1], 'clr.rb' = [2, 1], o2 = 4 }

[[case]]
name = 'a case sets its own'
inputs = { v1 = 0.5 }
uniforms = { lit = true, 'rows[1]' = [9, 9, 9, 9], count = [0, 0, 0, 0], c0 = 3 }
expect = { color = [0.5, 0, 0], 'position.x' = 3 }

[[case]]
name = 'numbers that are none'
inputs = { inPosition = [inf, -inf, nan, 1] }
uniforms = { scale = [1, 1, 1, 1] }
expect = { position = [inf, -inf, nan, 1] }

[[case]]
name = 'a tolerance of its own'
tolerance = 0.5
expect = { 'position.xy' = [1.5, 4.5] }

[[case]]
name = 'numbers of 24 bits'
float24 = true
tolerance = 0
inputs = { inPosition = 0.1 }
uniforms = { scale = [1, 1, 1, 1] }
expect = { 'position.x' = 0.09999942779541016 }

[[case]]
name = 'just to its end'
instructions = 0x9
";

#[test]
fn cases_that_pass() {
    let folder = folder();
    folder.write("pass.test.toml", PASSING);
    let text = String::from_utf8(test(&folder, "pass.test.toml").silent()).unwrap();
    insta::assert_snapshot!("passing", text);
    let mut command = folder.command(PICARUN);
    let piped = outcome(command.args(["--test", "-"]).write_stdin(PASSING)).silent();
    assert_eq!(
        String::from_utf8(piped).unwrap(),
        text.replace("pass.test.toml", "<stdin>")
    );
    let some = test(&folder, "pass.test.toml --filter own").silent();
    insta::assert_snapshot!("filtered", String::from_utf8(some).unwrap());
}

#[test]
fn shaders_are_sought_beside_the_tests() {
    let folder = folder();
    folder.picald("-g a.vsh draw.gsh -o both.shbin").silent();
    folder.write("objects/.keep", "");
    folder.picasm("a.vsh -o objects/").silent();
    let sources = [
        "shader = '../a.vsh'",
        "shader = ['../objects/a.dvoj', '../draw.gsh']",
        "shader = '../both.shbin'",
        "shader = '../both.shbin'\nindex = 0",
        "shader = '../both.shbin'\nentry = 'main'",
        "shader = ['../draw.gsh', '../a.vsh']\nindex = 1",
    ];
    for source in sources {
        let case = "[[case]]\nname = 'x'\ninputs.inColor = [0, 0, 0, 7]\nexpect.texcoord0 = 7\n";
        folder.write("tests/x.toml", format!("{source}\n{case}"));
        let text = String::from_utf8(test(&folder, "tests/x.toml").silent()).unwrap();
        assert!(text.ends_with("1 passed, 0 failed\n"), "{source}: {text}");
    }
}

/// Two shaders that differ in their position.
#[test]
fn cases_run_for_each_of_several_shaders() {
    let folder = folder();
    folder.write("b.vsh", SHADER.replace("mul", "add"));
    folder.write("empty.vsh", ".nodvle\n");
    let text = "\
shaders = ['a.vsh', ['empty.vsh', 'b.vsh'], 'a.vsh']
inputs = { inPosition = [1, 2, 3] }
uniforms = { scale = [4, 4, 4, 1] }

[[case]]
name = 'the same number of instructions'
instructions = 8

[[case]]
name = 'one limit for each'
instructions = [8, { min = 8 }, { max = 7 }]

[[case]]
name = 'the product'
expect = { 'position.x' = 4 }
";
    folder.write("several.toml", text);
    folder.write("good.toml", "shader = 'a.vsh'\n[[case]]\nname = 'x'\ninstructions = 8");
    let outcome = test(&folder, "several.toml good.toml");
    insta::assert_snapshot!("several_shaders", stdout(&outcome));
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    let one = "shaders = ['a.vsh']\n[[case]]\nname = 'x'\ninstructions = [8]\n";
    folder.write("one.toml", one);
    let text = String::from_utf8(test(&folder, "one.toml").silent()).unwrap();
    assert!(text.starts_with("one.toml with a.vsh\n"), "{text}");
    let some = stdout(&test(&folder, "several.toml --filter same"));
    assert!(some.ends_with("3 passed, 0 failed, 6 left out\n"), "{some}");
    let profile = stdout(&test(&folder, "several.toml --filter same --profile"));
    assert_eq!(profile.matches("main").count(), 3, "{profile}");
}

/// A shader that cannot be linked ends the tests of its file, after the tests of the shaders before it.
#[test]
fn the_first_shader_with_errors_ends_its_file() {
    let folder = folder();
    folder.write(
        "several.toml",
        "shaders = ['a.vsh', 'missing.vsh', 'gone.vsh']\n[[case]]\nname = 'x'\ninstructions = 8",
    );
    let outcome = test(&folder, "several.toml");
    insta::assert_snapshot!("missing_shader", stdout(&outcome) + &outcome.stderr);
    assert_eq!(outcome.status, 1);
}

#[test]
fn geometry_shaders_are_fed() {
    let folder = folder();
    let text = "\
shader = 'draw.gsh'
[[case]]
name = 'from the inputs'
inputs = { inPosition = [1, 2, 3], inColor = [4, 5] }
instructions = 21
[case.expect]
vertices = [{ position = [1, 2, 3, 1], color = [4, 5] }, {}, {}, { 'o1.y' = 5 }]
triangles = [{ corners = [0, 1, 2] }, { inverted = true, corners = [3, 2, 1] }]

[[case]]
name = 'two points'
vertices = [[[1, 2, 3], [4, 5]], [[6], [7]]]
stride = 2
instructions = 42
[case.expect]
vertices = 8
triangles = 4

[[case]]
name = 'a vertex is a primitive'
vertices = [[[1, 2, 3], [4, 5]]]
expect.triangles = 2

[[case]]
name = 'half a primitive'
vertices = [[[1, 2, 3], [4, 5]]]
stride = 4
expect.vertices = 0
";
    folder.write("geometry.toml", text);
    let outcome = test(&folder, "geometry.toml");
    insta::assert_snapshot!("geometry", stdout(&outcome));
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
}

#[test]
fn failures_tell_all_that_differs() {
    let folder = folder();
    let values = "\
shader = 'a.vsh'
[uniforms]
count = [5, 0, 1]
[[case]]
name = 'values'
inputs = { inPosition = [1, 2, inf, 4] }
uniforms = { scale = [1, nan, 1, 1] }
tolerance = 0.25
expect = { position = [1.5, 2, 3, -inf], color = [0, 0, 0.5] }
instructions = { min = 20 }
[[case]]
name = 'too many'
instructions.max = 4
[[case]]
name = 'another number'
instructions = 4
[[case]]
name = 'passes between them'
instructions.min = 4
[[case]]
name = 'between two'
instructions = { min = 3, max = 4 }
[[case]]
name = 'stopped'
budget = 9
expect.position = [0, 0, 0, 0]
[[case]]
name = 'never begun'
budget = 0
expect.position = [0, 0, 0, 0]
";
    let geometry = "\
shader = 'draw.gsh'
[[case]]
name = 'counts'
expect = { vertices = 3, triangles = 1 }
[[case]]
name = 'values of vertices'
[case.expect]
vertices = [{ color = [1, 0] }, {}, { 'position.w' = 1 }, {}, { position = [1, 1, 1, 1], color = [1, 1] }]
triangles = [{ inverted = true }, { inverted = false }, { inverted = false }]
[[case]]
name = 'corners'
vertices = [[[1]], [[2]]]
expect.triangles = [{ corners = [0, 4, 9] }, {}, { corners = [4, 5, 6] }, {}]
[[case]]
name = 'what all runs may take'
vertices = [[[1]], [[2]]]
budget = 30
expect.vertices = 8
";
    folder.write("values.toml", values);
    folder.write("geometry.toml", geometry);
    let outcome = test(&folder, "values.toml geometry.toml");
    insta::assert_snapshot!("failing", stdout(&outcome));
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
}

#[test]
fn a_file_with_errors_does_not_stop_the_others() {
    let folder = folder();
    folder.write("bytes.toml", b"\xFF");
    folder.write("bad.toml", "shader = 1");
    folder.write("good.toml", "shader = 'a.vsh'\n[[case]]\nname = 'x'\ninstructions = 8");
    let outcome = test(&folder, "bytes.toml missing.toml bad.toml good.toml");
    assert_eq!(outcome.status, 1);
    let text = stdout(&outcome) + &outcome.stderr;
    insta::assert_snapshot!("several_files", text);
    let none = test(&folder, "good.toml --filter y");
    assert_eq!(none.status, 1);
    insta::assert_snapshot!("no_such_case", stdout(&none) + &none.stderr);
}

#[test]
fn arguments_that_make_no_sense_are_usage_errors() {
    let folder = folder();
    for arguments in [
        "--filter x a.vsh",
        "a.vsh --test x.toml",
        "--test x.toml --shader 1",
        "--test x.toml --entry main",
        "--test x.toml --in v0=1",
        "--test x.toml --uniform c0=1",
        "--test x.toml --int i0=1,2,3",
        "--test x.toml --bool b0=true",
        "--test x.toml --budget 1",
        "--test x.toml --float24",
        "--test x.toml --trace=text",
        "--test x.toml --vertex 1",
        "--test x.toml --vertex 1 --stride 2",
        "--test x.toml --vertex 1 --primitive 2",
        "--test - -",
        "--test x.toml --profile-html -",
        "--test x.toml y.toml --profile-html p.html",
    ] {
        folder.picarun(arguments).usage();
    }
}

#[test]
fn names_cannot_control_the_terminal() {
    let folder = folder();
    folder.write(
        "x.toml",
        "shader = 'a.vsh'\n[[case]]\nname = \"a\\u001b[1m\\nb\"\ninstructions = 8",
    );
    let text = String::from_utf8(test(&folder, "x.toml").silent()).unwrap();
    assert!(text.contains("ok      a\\u{1b}[1m\\nb ("), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_are_an_error() {
    let folder = folder();
    folder.write("pass.test.toml", PASSING);
    let full = std::fs::File::create("/dev/full").unwrap();
    let mut command = std::process::Command::new(PICARUN);
    let command = command.args(["--test", "pass.test.toml"]);
    let command = command.current_dir(folder.path("")).stdout(full);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    // Once for the file, and once for the summary.
    assert_eq!(said.matches("cannot write `<stdout>`").count(), 2, "{said}");
}
