//! Geometry shaders of containers.

use super::builder::{NO_REGISTER, Port, build_container};
use super::{folder, ran};
use crate::support::Folder;

const INPUTS: [Port; 3] = [
    (0, "SV_Position", 0, 15),
    (0, "COLOR1", 1, 7),
    (0, "SV_PrimitiveID", NO_REGISTER, 0),
];

/// Emits the triangle and, after a cut, its first edge with the midpoint of all corners; and the primitive ID as a
/// colour.
const TRIANGLES: &str = "\
gs_5_0
dcl_inputprimitive 3
dcl_outputtopology 5
dcl_maxout 6
utof r0.w, vPrim
loop
ige r0.y, r0.x, l(3)
breakc_nz r0.y
mov o0.xyzw, v[r0.x + 0][0].xyzw
mad o1.xyz, v[r0.x + 0][1].xyzx, l(0.5), r0.wwww
emit
add r1.xyzw, r1.xyzw, v[r0.x + 0][0].xyzw
iadd r0.x, r0.x, l(1)
endloop
cut
mov o0.xyzw, v[0][0].xyzw
mov o1.xyz, l(0, 0, 0, 0)
emit
mov o0.xyzw, v[1][0].xyzw
emit
mul o0.xyzw, r1.xyzw, l(0.25, 0.25, 0.25, 0.25)
emit_then_cut
ret
";

/// Emits the edges of a line with adjacency to two streams.
const LINES: &str = "\
gs_5_0
dcl_inputprimitive 6
dcl_stream m0
dcl_outputtopology 3
dcl_stream m1
dcl_outputtopology 1
dcl_maxout 8
mov o0.xyzw, v[1][0].xyzw
emit_stream m0
mov o0.xyzw, v[2][0].xyzw
emit_then_cut_stream m0
mov o0.xy, v[0][0].xyxx
emit_stream m1
mov o0.xy, v[3][0].xyxx
emit_stream m1
ret
";

fn folder_with_shaders() -> Folder {
    let folder = folder(&["gs-expand"]);
    let outputs = [(0, "SV_Position", 0, 15), (0, "COLOR", 1, 7)];
    folder.write("triangles.dxbc", build_container(TRIANGLES, &INPUTS, &outputs));
    let outputs = [(0, "SV_Position", 0, 15), (1, "TEXCOORD", 0, 3)];
    folder.write("lines.dxbc", build_container(LINES, &INPUTS[..1], &outputs));
    folder
}

const CORNERS: &str = "--vertex 0,0,0,1/1,0,0 --vertex 4,0,0,1/0,1,0 --vertex 0,8,0,1/0,0,1";

#[test]
fn triangles_and_their_strips() {
    let folder = folder_with_shaders();
    let text = ran(&folder, &format!("triangles.dxbc {CORNERS} {CORNERS} --in COLOR1=9"));
    // The second triangle has primitive ID 1, which is added to the colours.
    insta::assert_snapshot!("triangles", text);
}

#[test]
fn lines_and_streams() {
    let folder = folder_with_shaders();
    let vertices = "--vertex 1,2 --vertex 3,4 --vertex 5,6 --vertex 7,8";
    let text = ran(&folder, &format!("lines.dxbc {vertices}"));
    insta::assert_snapshot!("lines", text);
    let text = ran(&folder, &format!("lines.dxbc {vertices} --trace=json"));
    let lines = text.lines().filter(|line| !line.contains("\"instruction\""));
    insta::assert_snapshot!("lines_json", lines.collect::<Vec<_>>().join("\n"));
}

/// Without vertices, there is one run with the values of the inputs.
#[test]
fn one_run() {
    let folder = folder_with_shaders();
    let text = ran(&folder, "gs-expand.dxbc --in SV_Position=1,2 --uniform k=1,0,0,0");
    assert_eq!(
        text,
        "vertices: 2\nvertex 0\n  o0  SV_Position  (1, 2, 0, 1)\n\
         vertex 1\n  o0  SV_Position  (2, 2, 0, 1)\ninstructions: 6\n"
    );
    let text = ran(&folder, "triangles.dxbc --in SV_PrimitiveID=3 --in v1=1 --trace=text");
    assert!(text.contains("o1.xyz  COLOR        (3.5, 3, 3)"), "{text}");
    let text = ran(&folder, "triangles.dxbc --profile");
    assert!(text.contains("instructions: 36"), "{text}");
}

#[test]
fn what_is_wrong() {
    let folder = folder_with_shaders();
    let mut said = String::new();
    for arguments in [
        "triangles.dxbc --vertex 1 --vertex 2 --vertex 3 --vertex 4 --profile",
        "triangles.dxbc --vertex 1",
        "triangles.dxbc --vertex 1/2/3",
        "triangles.dxbc --vertex 1 --vertex 1/2,3,4,5",
        "triangles.dxbc --in SV_PrimitiveID=0.5 --in COLOR=1 --in v2=1",
        "gs-expand.dxbc --vertex 1 --vertex 2 --budget 7",
    ] {
        let outcome = folder.picarun(arguments);
        said += &format!("$ {arguments}\n{}", outcome.stderr);
    }
    insta::assert_snapshot!("geometry_mistakes", said);
}

const TESTS: &str = "\
shader = \"triangles.dxbc\"
vertices = 0

[[case]]
name = \"a triangle\"
vertices = [[[0, 0], [1, 0, 0]], [[4, 0], [0, 1, 0]], [[0, 8], [0, 0, 1]]]

[case.expect]
vertices = [
  { SV_Position = [0, 0, 0, 1], COLOR = [0.5, 0, 0] }, { COLOR = [0, 0.5, 0] }, { SV_Position = [0, 8, 0, 1] },
  { SV_Position = [0, 0, 0, 1], COLOR = [0, 0, 0] }, { \"SV_Position.x\" = 4 }, { SV_Position = [1, 2, 0, 0.75] },
]
triangles = [{ corners = [0, 1, 2] }, { corners = [3, 4, 5], inverted = false }]

[[case]]
name = \"two triangles\"
vertices = [[[0, 0]], [[4, 0]], [[0, 8]], [[0, 0]], [[4, 0]], [[0, 8]]]
expect = { vertices = 12, triangles = 4 }
instructions = 72
";

#[test]
fn test_files() {
    let folder = folder_with_shaders();
    folder.write("good.test.toml", TESTS.replace("vertices = 0\n", ""));
    insta::assert_snapshot!("geometry_tests", ran(&folder, "--test good.test.toml"));
    let bad = TESTS
        .replace("vertices = 0\n", "")
        .replace("0.75", "0.5")
        .replace("[3, 4, 5]", "[3, 5, 4]")
        .replace("[[[0, 0]], ", "[")
        .replace("vertices = 12, ", "");
    folder.write("bad.test.toml", bad);
    let outcome = folder.picarun("--test bad.test.toml");
    insta::assert_snapshot!("geometry_failures", outcome.all());
}

/// A primitive has the same number in text and in JSON, although text does not list points.
#[test]
fn numbers_of_primitives() {
    let folder = folder_with_shaders();
    let shader = LINES
        .replace("topology 1", "topology 2")
        .replace("topology 3", "topology 1");
    let shader = shader.replace("topology 2", "topology 3");
    let outputs = [(0, "SV_Position", 0, 15), (1, "TEXCOORD", 0, 3)];
    folder.write("late.dxbc", build_container(&shader, &INPUTS[..1], &outputs));
    let vertices = "--vertex 0,0,0,1 --vertex 1,0,0,1 --vertex 2,0,0,1 --vertex 3,0,0,1";
    let text = ran(&folder, &format!("late.dxbc {vertices}"));
    assert!(text.contains("\nline 2, stream 1: vertices 2, 3\n"), "{text}");
    let json = ran(&folder, &format!("late.dxbc {vertices} --trace=json"));
    let line = json.lines().find(|line| line.contains("\"shape\":\"line\"")).unwrap();
    assert!(line.contains("\"index\":2"), "{line}");
}
