//! `picarun --test`: cases of test files, what is said of those that fail, and of files that make no sense.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

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
    Folder::with([
        ("a.vsh", SHADER),
        ("draw.gsh", GEOMETRY),
        ("twins.vsh", TWINS),
    ])
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

/// What is said of the text of a test file.
#[track_caller]
fn said_of(folder: &Folder, text: &str, arguments: &str) -> String {
    folder.write("x.toml", text);
    let outcome = test(folder, &format!("x.toml {arguments}"));
    assert_eq!(outcome.status, 1, "{text}");
    assert_eq!(
        stdout(&outcome),
        "0 passed, 0 failed; 1 file has errors\n",
        "{text}"
    );
    outcome.stderr
}

#[test]
fn files_that_make_no_sense() {
    let folder = folder();
    let files = [
        "",
        "shader = 'a.vsh",
        "shader = 1\ncase = 2",
        "shader = []\n",
        "shader = ['a.vsh', true]\n",
        "shader = 'missing.vsh'\n[[case]]\nname = 'x'\ninstructions = 1",
        "shader = 'a.vsh'\n",
        "shader = 'a.vsh'\ncase = []",
        "shader = 'a.vsh'\ncase = [1]",
        "shaders = 'b.vsh'\nshader = 'a.vsh'\nname = 1\n[[case]]\nname = 'x'\ninstructions = 1",
        "shader = 'a.vsh'\nentry = 'mian'\n[[case]]\nname = 'x'\ninstructions = 1",
        "shader = 'a.vsh'\nindex = 3\n[[case]]\nname = 'x'\ninstructions = 1",
        "shader = 'a.vsh'\nindex = 0\nentry = 'main'",
        "shader = 'a.vsh'\nentry = 0",
        "shader = 'a.vsh'\nindex = -1",
        "shader = 'a.vsh'\nindex = 0.5",
        "shader = 'a.vsh'\ninputs = 1\nuniforms = []\nbudget = '1'\nfloat24 = 1\ntolerance = true\n\
         [[case]]\nname = 'x'\ninstructions = 1",
    ];
    let said = files.map(|text| format!("{text}\n{}", said_of(&folder, text, "")));
    insta::assert_snapshot!("senseless_files", said.join("\n"));
}

#[test]
fn cases_that_make_no_sense() {
    let folder = folder();
    let cases = [
        "",
        "name = ' '\nexpect = {}",
        "name = 1\nexpect = 1",
        "name = 'x'\ninstruction = 1\nexpect.position = [1, 2, 3, 4]",
        "name = 'x'\ninstructions = -1",
        "name = 'x'\ninstructions = 99999999999999999999",
        "name = 'x'\ninstructions = 'few'",
        "name = 'x'\ninstructions = {}",
        "name = 'x'\ninstructions = { most = 3, min = 'x' }",
        "name = 'x'\ninstructions = { min = 3, max = 2 }",
        "name = 'x'\ninstructions = 1\ntolerance = -1",
        "name = 'x'\ninstructions = 1\ntolerance = inf",
        "name = 'x'\ninstructions = 1\nstride = 0\nvertices = 1",
        "name = 'x'\ninstructions = 1\nstride = 256\nvertices = [[[1]], [2, 'x']]",
        "name = 'x'\nexpect.position = [1, 1e39, 3, 4]",
        "name = 'x'\nexpect.position = [1, 'x', 3, 4]",
        "name = 'x'\nexpect.position = 'x'",
        "name = 'x'\nexpect.position = []",
        "name = 'x'\nexpect.position = [1, 2, 3, 4, 5]",
        "name = 'x'\ninstructions = 1\n[[case]]\nname = 'x'\ninstructions = 2",
    ];
    let said = cases.map(|case| {
        let text = format!("shader = 'a.vsh'\n[[case]]\n{case}");
        format!("{case}\n{}", said_of(&folder, &text, ""))
    });
    insta::assert_snapshot!("senseless_cases", said.join("\n"));
}

#[test]
fn what_does_not_fit_the_shader() {
    let folder = folder();
    let cases = [
        "inputs = { inPositoin = 1, scale = 1, o0 = 1, v16 = 1 }\nuniforms = { lti = true, inColor = 1, unheard = 1 }",
        "uniforms = { rows = [[1], [2], [3]], 'rows[2]' = 1, 'rows[x]' = 1, '' = 1 }",
        "uniforms = { lit = 1, count = 1, i1 = [1, 2], i2 = [1, 2, 256], i3 = [1, 2, 'x'], scale = true }",
        "expect = { colour = 1, o16 = 1, normalquat = [1, 2, 3, 4] }",
        "expect = { position = [1, 2], color = [1, 2, 3, 4], texcoord0 = [1, 2] }",
        "expect = { 'position.' = 1, 'position.q1' = 1, 'position.yx' = [1, 2], 'position.xx' = [1, 2], 'color.w' = 1 }",
        "expect = { vertices = 1, triangles = 2 }",
        "expect = { vertices = 'x', triangles = [1] }",
    ];
    let said = cases.map(|case| {
        let text = format!("shader = 'a.vsh'\n[[case]]\nname = 'x'\ninstructions = 9\n{case}");
        format!("{case}\n{}", said_of(&folder, &text, ""))
    });
    insta::assert_snapshot!("misfits", said.join("\n"));
    let others = [
        ("twins.vsh", "expect.dummy = [1, 2, 3, 4]"),
        ("twins.vsh", "expect.'dummy.x' = 1"),
        ("draw.gsh", "expect.position = [1, 2, 3, 4]"),
        (
            "draw.gsh",
            "expect.vertices = [{ o7 = 1 }, { colour = 1 }, { color = 'x' }]",
        ),
        (
            "draw.gsh",
            "expect.triangles = [{ inverted = 1 }, { invert = true }, { corners = [0, 1] }, { corners = [0, 1, 2.5] }]",
        ),
    ];
    let said = others.map(|(shader, case)| {
        let text = format!("shader = '{shader}'\n[[case]]\nname = 'x'\n{case}");
        format!("{case}\n{}", said_of(&folder, &text, ""))
    });
    insta::assert_snapshot!("misfits_of_others", said.join("\n"));
    let feeds = [
        ("a.vsh", "vertices = [[1]]"),
        ("draw.gsh", "stride = 2"),
        ("draw.gsh", "primitive = 2"),
        ("draw.gsh", "vertices = [[1]]\nprimitive = 2"),
        ("draw.gsh", "vertices = [[1]]\nstride = 17"),
        ("draw.gsh", "vertices = [[1], [[1], [2]]]"),
        ("draw.gsh", "vertices = []"),
    ];
    let said = feeds.map(|(shader, case)| {
        let text = format!("shader = '{shader}'\n[[case]]\nname = 'x'\ninstructions = 9\n{case}");
        format!("{case}\n{}", said_of(&folder, &text, ""))
    });
    insta::assert_snapshot!("misfits_of_feeds", said.join("\n"));
}

/// A test file of two cases, of which each has a part of the code of its own; and a third that fails.
fn costs(folder: &Folder) {
    let head = "shader = 'a.vsh'\n";
    let case = |name: &str, lit: bool, turns: u8, instructions: u8| {
        format!(
            "[[case]]\nname = '{name}'\nuniforms = {{ lit = {lit}, count = [{turns}, 0, 0] }}\ninstructions = {instructions}\n"
        )
    };
    let passing = format!(
        "{head}{}{}",
        case("dark", false, 2, 10),
        case("lit", true, 0, 9)
    );
    folder.write("pass.toml", &passing);
    folder.write("fail.toml", passing + &case("wrong", false, 0, 1));
}

#[test]
fn the_last_instructions_are_those_of_a_trace() {
    let folder = folder();
    costs(&folder);
    let words = |text: &str| {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| line.starts_with("0x"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let failed = words(&stdout(&test(&folder, "fail.toml")));
    let traced = folder
        .picarun("a.vsh --trace=text --int count=0,0,0")
        .silent();
    assert_eq!(failed.len(), 8);
    assert_eq!(failed, words(&String::from_utf8(traced).unwrap()));
}

#[test]
fn cases_have_a_profile_together() {
    let folder = folder();
    costs(&folder);
    let text = stdout(&test(&folder, "pass.toml --profile"));
    insta::assert_snapshot!("profile", text);
    // Those that fail cost something too, and each file has a profile of its own.
    let both = test(&folder, "fail.toml pass.toml --profile");
    assert_eq!(both.status, 1);
    let both = stdout(&both);
    let totals = both.lines().filter(|line| line.starts_with("Profile: "));
    let totals: Vec<_> = totals.collect();
    let want = [
        "Profile: 27 instructions in 3 runs (9.0 per run), 9 of 9 words executed",
        "Profile: 19 instructions in 2 runs (9.5 per run), 9 of 9 words executed",
    ];
    assert_eq!(totals, want);
    let dark = stdout(&test(&folder, "pass.toml --profile --filter dark"));
    let never = "             0    0.0%      0/1  a.vsh:16  mov r0, inColor\n";
    assert!(dark.contains(never), "{dark}");
    // No case, no profile.
    let none = test(&folder, "pass.toml --profile --filter nothing");
    assert_eq!(stdout(&none), "0 passed, 0 failed, 2 left out\n");
    // All runs of a shader that is fed count, and one that does not come to its end.
    folder.write(
        "fed.toml",
        "shader = 'draw.gsh'\n[[case]]\nname = 'x'\nvertices = [[1], [2], [3]]\nbudget = 45\nexpect.vertices = 12",
    );
    let fed = stdout(&test(&folder, "fed.toml --profile"));
    assert!(fed.contains("run 3, word "), "{fed}");
    assert!(fed.contains("Profile: 45 instructions in 3 runs "), "{fed}");
    folder.write(
        "left.toml",
        "shader = 'draw.gsh'\n[[case]]\nname = 'x'\nvertices = [[1], [2], [3]]\nstride = 2\ninstructions = 21",
    );
    let left = stdout(&test(&folder, "left.toml --profile"));
    assert!(left.contains("the last one has only 1;"), "{left}");
    assert!(
        left.contains("Profile: 21 instructions in 1 run, "),
        "{left}"
    );
}

#[test]
fn the_page_of_cases_needs_all_of_them_to_pass() {
    let folder = folder();
    costs(&folder);
    let printed = test(&folder, "pass.toml --profile-html page.html").silent();
    assert_eq!(printed, test(&folder, "pass.toml").silent());
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.contains("<dt>Files</dt><dd>a.vsh</dd>"), "{page}");
    assert!(page.contains("<dt>Runs</dt><dd>2</dd>"), "{page}");
    let failed = test(&folder, "fail.toml --profile-html other.html");
    assert_eq!((failed.status, failed.stderr.as_str()), (1, ""));
    assert!(!folder.path("other.html").exists());
    for input in ["pass.toml", "a.vsh"] {
        let before = folder.read(input);
        let said = test(&folder, &format!("pass.toml --profile-html {input}")).stderr;
        let want = format!("error[output-is-input]: the output `{input}` is also an input");
        assert!(said.starts_with(&want), "{said}");
        assert_eq!(folder.read(input), before);
    }
}

#[test]
fn mistakes_of_shaders_are_those_of_picald() {
    let folder = folder();
    folder.write("bad.vsh", "\tmvo r0, r1\n");
    folder.write(
        "odd.vsh",
        ".out pos position\n.proc main\n\tmov pos.yx, v0\n\tend\n.end\n",
    );
    folder.picald("a.vsh -o a.shbin").silent();
    folder.write("cut.shbin", &folder.read("a.shbin")[..100]);
    let case = "[[case]]\nname = 'x'\ninstructions = 2\n";
    let bad = format!("shader = 'bad.vsh'\n{case}");
    let said = ["", "--error-format=short", "--error-format=json"]
        .map(|form| said_of(&folder, &bad, form));
    let cut = said_of(&folder, &format!("shader = 'cut.shbin'\n{case}"), "");
    let two = format!("shader = ['a.vsh', 'cut.shbin']\n{case}");
    let two = said_of(&folder, &two, "");
    insta::assert_snapshot!("mistakes_of_shaders", said.join("\n") + &cut + &two);
    // What is only odd is said, and tested all the same.
    folder.write("x.toml", format!("shader = 'odd.vsh'\n{case}"));
    let odd = test(&folder, "x.toml");
    assert_eq!(odd.status, 0);
    assert!(odd.stderr.starts_with("warning["), "{}", odd.stderr);
    assert!(stdout(&odd).ends_with("1 passed, 0 failed\n"));
}

#[test]
fn a_file_with_errors_does_not_stop_the_others() {
    let folder = folder();
    folder.write("bytes.toml", b"\xFF");
    folder.write("bad.toml", "shader = 1");
    folder.write(
        "good.toml",
        "shader = 'a.vsh'\n[[case]]\nname = 'x'\ninstructions = 8",
    );
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

#[test]
fn hostile_files_are_errors() {
    let folder = folder();
    let head = "shader = 'a.vsh'\n[[case]]\nname = 'x'\n";
    let deep = 100_000;
    let files = [
        format!("x = {}", "[".repeat(deep)),
        format!("x = {}", "{a=".repeat(deep)),
        format!("{}x = 1", "a.".repeat(deep)),
        format!("[{}x]", "a.".repeat(deep)),
        format!(
            "{head}uniforms.rows = [{}]\ninstructions = 8",
            "[1],".repeat(100_000)
        ),
        format!("{head}expect.position = [{}]", "1,".repeat(100_000)),
        format!("{head}instructions = {}", "9".repeat(100_000)),
        format!("{head}expect.texcoord0 = {}", "9".repeat(100_000)),
        format!(
            "{head}vertices = [{}]\nexpect.'o0.x' = 'x'",
            "[[1]],".repeat(100_000)
        ),
        format!("# {}", "x".repeat(2 << 20)),
    ];
    for text in files {
        said_of(&folder, &text, "");
    }
    // What is common to all cases is copied for each: registers once, however many names they are given.
    let names = (1..).map(|zeros| format!("c{} = 1\n", "0".repeat(zeros)));
    let cases = (0..2000).map(|case| format!("[[case]]\nname = '{case}'\ninstructions = 8\n"));
    let (names, cases): (String, String) = (names.take(1000).collect(), cases.collect());
    folder.write(
        "x.toml",
        format!("shader = 'a.vsh'\n[uniforms]\n{names}{cases}"),
    );
    let text = String::from_utf8(test(&folder, "x.toml").silent()).unwrap();
    assert!(text.ends_with("2000 passed, 0 failed\n"));
    // Vertices share a budget: a great many of them take no longer than one.
    let text = format!(
        "shader = 'draw.gsh'\n[[case]]\nname = 'x'\nvertices = [{}]\nbudget = 1000\nexpect.vertices = 4",
        "[[1]],".repeat(100_000)
    );
    folder.write("x.toml", text);
    let outcome = test(&folder, "x.toml");
    assert_eq!(outcome.status, 1);
    assert!(stdout(&outcome).contains("did not end within 1000 instructions"));
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
