//! Errors in test files, cases and shaders.

use super::{folder, stdout, test};
use crate::support::Folder;

/// Returns the messages for a test file.
#[track_caller]
fn messages_of(folder: &Folder, text: &str, arguments: &str) -> String {
    folder.write("x.toml", text);
    let outcome = test(folder, &format!("x.toml {arguments}"));
    assert_eq!(outcome.status, 1, "{text}");
    assert_eq!(stdout(&outcome), "0 passed, 0 failed; 1 file has errors\n", "{text}");
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
        "shaders = 'a.vsh'",
        "shaders = []",
        "shaders = ['a.vsh', [], ['b.vsh', 2]]",
        "shaders = [1, 'a.vsh']",
        "shader = 'a.vsh'\nentry = 'mian'\n[[case]]\nname = 'x'\ninstructions = 1",
        "shader = 'a.vsh'\nindex = 3\n[[case]]\nname = 'x'\ninstructions = 1",
        "shader = 'a.vsh'\nindex = 0\nentry = 'main'",
        "shader = 'a.vsh'\nentry = 0",
        "shader = 'a.vsh'\nindex = -1",
        "shader = 'a.vsh'\nindex = 0.5",
        "shader = 'a.vsh'\ninputs = 1\nuniforms = []\nbudget = '1'\nfloat24 = 1\ntolerance = true\n\
         [[case]]\nname = 'x'\ninstructions = 1",
    ];
    let said = files.map(|text| format!("{text}\n{}", messages_of(&folder, text, "")));
    insta::assert_snapshot!("senseless_files", said.join("\n"));
}

#[test]
fn limits_for_several_shaders_that_make_no_sense() {
    let folder = folder();
    let limits = ["[8]", "[8, 8, 8]", "[]", "[{ most = 1 }, 8]", "['few', 8]", "[[8], 8]"];
    let said = limits.map(|limits| {
        let text = format!("shaders = ['a.vsh', 'a.vsh']\ncase = [{{ name = 'x', instructions = {limits} }}]");
        format!("{limits}\n{}", messages_of(&folder, &text, ""))
    });
    insta::assert_snapshot!("senseless_limits", said.join("\n"));
    let text = "shaders = ['a.vsh', 'draw.gsh']\ncase = [{ name = 'x', instructions = { min = 1 } }]";
    let said = messages_of(&folder, text, "--profile-html p.html");
    insta::assert_snapshot!("page_of_several_shaders", said);
    assert!(!folder.path("p.html").exists());
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
        format!("{case}\n{}", messages_of(&folder, &text, ""))
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
        "expect = { 'position.' = 1, 'position.q1' = 1, 'position.yx' = [1, 2], 'position.xx' = [1, 2], 'color.w' = 1 \
         }",
        "expect = { vertices = 1, triangles = 2 }",
        "expect = { vertices = 'x', triangles = [1] }",
    ];
    let said = cases.map(|case| {
        let text = format!("shader = 'a.vsh'\n[[case]]\nname = 'x'\ninstructions = 9\n{case}");
        format!("{case}\n{}", messages_of(&folder, &text, ""))
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
        format!("{case}\n{}", messages_of(&folder, &text, ""))
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
        format!("{case}\n{}", messages_of(&folder, &text, ""))
    });
    insta::assert_snapshot!("misfits_of_feeds", said.join("\n"));
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
    let said = ["", "--error-format=short", "--error-format=json"].map(|form| messages_of(&folder, &bad, form));
    let cut = messages_of(&folder, &format!("shader = 'cut.shbin'\n{case}"), "");
    let two = format!("shader = ['a.vsh', 'cut.shbin']\n{case}");
    let two = messages_of(&folder, &two, "");
    insta::assert_snapshot!("mistakes_of_shaders", said.join("\n") + &cut + &two);
    // Warnings are reported, and the tests run all the same.
    folder.write("x.toml", format!("shader = 'odd.vsh'\n{case}"));
    let odd = test(&folder, "x.toml");
    assert_eq!(odd.status, 0);
    assert!(odd.stderr.starts_with("warning["), "{}", odd.stderr);
    assert!(stdout(&odd).ends_with("1 passed, 0 failed\n"));
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
        format!("{head}uniforms.rows = [{}]\ninstructions = 8", "[1],".repeat(100_000)),
        format!("{head}expect.position = [{}]", "1,".repeat(100_000)),
        format!("{head}instructions = {}", "9".repeat(100_000)),
        format!("{head}expect.texcoord0 = {}", "9".repeat(100_000)),
        format!("{head}vertices = [{}]\nexpect.'o0.x' = 'x'", "[[1]],".repeat(100_000)),
        format!("# {}", "x".repeat(2 << 20)),
    ];
    for text in files {
        messages_of(&folder, &text, "");
    }
    // Common settings are copied for each case: registers once, however many names they are given.
    let names = (1..).map(|zeros| format!("c{} = 1\n", "0".repeat(zeros)));
    let cases = (0..2000).map(|case| format!("[[case]]\nname = '{case}'\ninstructions = 8\n"));
    let (names, cases): (String, String) = (names.take(1000).collect(), cases.collect());
    folder.write("x.toml", format!("shader = 'a.vsh'\n[uniforms]\n{names}{cases}"));
    let text = String::from_utf8(test(&folder, "x.toml").silent()).unwrap();
    assert!(text.ends_with("2000 passed, 0 failed\n"));
    // Vertices share a budget: many of them take no longer than one.
    let text = format!(
        "shader = 'draw.gsh'\n[[case]]\nname = 'x'\nvertices = [{}]\nbudget = 1000\nexpect.vertices = 4",
        "[[1]],".repeat(100_000)
    );
    folder.write("x.toml", text);
    let outcome = test(&folder, "x.toml");
    assert_eq!(outcome.status, 1);
    assert!(stdout(&outcome).contains("did not end within 1000 instructions"));
}
