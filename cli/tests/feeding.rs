//! `picarun --vertex`: geometry shaders that receive vertices as on the console.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

mod support;

use pica200_objfmt::formats::shbin::Shbin;
use support::Folder;

/// Point mode: emits its inputs.
const POINT: &str = "\
.gsh point c0
.in inPosition
.in inColor
.out outPosition position
.out outColor color
.proc main
\tsetemit 0, prim
\tmov outPosition, inPosition
\tmov outColor, inColor
\temit
\tend
.end
";

/// Variable mode: emits the number of vertices, and the last registers that three vertices take.
const VARIABLE: &str = "\
.gsh variable c16 1
.out outPosition position
.out outColor color
.proc main
\tsetemit 0
\tmov outPosition, c0
\tmov outColor, c3
\temit
\tend
.end
";

/// Fixed mode, with two vertices per primitive: emits the second.
const FIXED: &str = "\
.gsh fixed c8 c2 2
.fvec array[4] c2
.out outPosition position
.out outColor color
.proc main
\tsetemit 0
\tmov outPosition, array[2]
\tmov outColor, array[3]
\temit
\tend
.end
";

fn folder() -> Folder {
    Folder::with([
        ("point.gsh", POINT),
        ("variable.gsh", VARIABLE),
        ("fixed.gsh", FIXED),
        (
            "plain.vsh",
            ".out pos position\n.proc main\n\tmov pos, v0\n\tend\n.end\n",
        ),
    ])
}

#[track_caller]
fn stdout(folder: &Folder, arguments: &str) -> String {
    String::from_utf8(folder.picarun(arguments).silent()).unwrap()
}

#[test]
fn points_have_the_given_number_of_registers() {
    let folder = folder();
    // One vertex per primitive.
    let one = stdout(&folder, "point.gsh --vertex 1,2/0.5 --vertex 3,4,5,6/0,1,0,0");
    insta::assert_snapshot!("points", one);
    // Two vertices per primitive.
    let two = stdout(
        &folder,
        "point.gsh --vertex 1 --vertex 2 --vertex 3 --vertex 4 --stride 2 --trace=json",
    );
    let results = two.lines().filter(|line| !line.contains("\"kind\":\"instruction\""));
    insta::assert_snapshot!("points_json", results.collect::<Vec<_>>().join("\n"));
}

#[test]
fn incomplete_primitives_are_reported() {
    let folder = folder();
    let outcome = folder.picarun("point.gsh --vertex 1/2 --vertex 3/4 --vertex 5/6 --stride 4");
    assert_eq!(outcome.status, 0);
    insta::assert_snapshot!("left_over", outcome.stderr);
    let text = String::from_utf8(outcome.stdout).unwrap();
    assert!(text.ends_with("instructions: 5 in 1 run\n"), "{text}");
    let outcome = folder.picarun("point.gsh --vertex 1 --stride 2");
    let text = String::from_utf8(outcome.stdout).unwrap();
    let none = "vertices: 0, triangles: 0\ninstructions: 0 in 0 runs\n";
    assert_eq!((outcome.status, text.as_str()), (0, none));
}

#[test]
fn variable_primitives_take_all_vertices_or_a_given_number() {
    let folder = folder();
    let vertices = "--vertex 1/2 --vertex 3/4 --vertex 5/6";
    let all = stdout(&folder, &format!("variable.gsh {vertices}"));
    insta::assert_snapshot!("variable", all);
    let pairs = stdout(&folder, &format!("variable.gsh {vertices} --primitive 2"));
    insta::assert_snapshot!("variable_pairs", pairs);
}

#[test]
fn fixed_primitives_have_the_number_of_vertices_in_the_file() {
    let folder = folder();
    let vertices = "--vertex 1/2 --vertex 3/4 --vertex 5/6 --vertex 7/8";
    let text = stdout(&folder, &format!("fixed.gsh {vertices}"));
    insta::assert_snapshot!("fixed", text);
}

#[test]
fn files_have_vertices() {
    let folder = folder();
    folder.write("v.toml", "vertices = [[[1, 2], [0.5]], [[3], [4]]]\n");
    let want = "point.gsh --vertex 9/9 --vertex 1,2/0.5 --vertex 3/4";
    assert_eq!(
        stdout(&folder, "point.gsh --vertex 9/9 --vertex @v.toml"),
        stdout(&folder, want)
    );
    // A single row is a single output.
    folder.write("v.toml", "vertices = [[1, 2], [3, 4]]\n");
    assert_eq!(
        stdout(&folder, "point.gsh --vertex @v.toml"),
        stdout(&folder, "point.gsh --vertex 1,2 --vertex 3,4")
    );
    let files = [
        "vertex = [[1]]",
        "vertices = 1",
        "vertices = []",
        "vertices = [[1], 2]",
        "vertices = [[[1], 2]]",
        "vertices = [[",
    ];
    let said = files.map(|text| {
        folder.write("v.toml", text);
        let said = folder.picarun("point.gsh --vertex @v.toml").errors();
        format!("{text}\n{said}")
    });
    insta::assert_snapshot!("files_of_vertices", said.join("\n"));
    let said = folder.picarun("point.gsh --vertex @none.toml").errors();
    assert!(said.contains("cannot read `none.toml`"), "{said}");
}

#[test]
fn feeds_that_do_not_fit_are_errors() {
    let folder = folder();
    folder.write(
        "fault.gsh",
        POINT.replace("\tend", "\tjmpu b15, fault\n\tend\nfault:\n\t.word 0x40000000\n\tend"),
    );
    // The vertices matter here, not the triangles.
    let options = "-A no-primitive -o fixed.shbin";
    folder.picald(&format!("fixed.gsh {options}")).silent();
    let mut binary = Shbin::read(&folder.read("fixed.shbin")).unwrap();
    binary.shaders[0].geometry.fixed_vertices = 0;
    folder.write("empty.shbin", binary.write().unwrap());
    binary.shaders[0].geometry.mode = 7;
    folder.write("strange.shbin", binary.write().unwrap());
    let seventeen = ["1"; 17].join("/");
    let many = format!("variable.gsh --vertex {}", ["1"; 96].join(" --vertex "));
    let arguments = [
        "plain.vsh --vertex 1".to_owned(),
        "strange.shbin --vertex 1".to_owned(),
        "point.gsh --vertex 1/2 --vertex 1".to_owned(),
        format!("point.gsh --vertex {seventeen}"),
        "point.gsh --vertex 1 --stride 17".to_owned(),
        "point.gsh --vertex 1 --primitive 2".to_owned(),
        "variable.gsh --vertex 1 --stride 2".to_owned(),
        "fixed.gsh --vertex 1 --stride 2".to_owned(),
        "fixed.gsh --vertex 1 --primitive 2".to_owned(),
        "empty.shbin --vertex 1".to_owned(),
        "fault.gsh --vertex 1 --vertex 2".to_owned(),
        "point.gsh --vertex 1 --budget 4 --float24 --in nope=1".to_owned(),
    ];
    let said = arguments.map(|arguments| {
        let said = folder.picarun(&arguments).errors();
        format!("$ picarun {arguments}\n{said}")
    });
    insta::assert_snapshot!("cannot_feed", said.join("\n"));
    let said = folder.picarun(&many).errors();
    insta::assert_snapshot!("too_many_vertices", said);
}
