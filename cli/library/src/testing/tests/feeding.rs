//! Geometry shaders with vertices.

use super::{Result, failure, shader};
use crate::testing::Shader;

/// Emits its input vertices, two per primitive.
pub(super) const FIXED: &str = "\
.gsh fixed c8 c2 2
.fvec array[4] c2
.out outPosition position
.out outColor color
.proc main
\tsetemit 0
\tmov outPosition, array[0]
\tmov outColor, array[1]
\temit
\tsetemit 2, prim inv
\tmov outPosition, array[2]
\tmov outColor, array[3]
\temit
\tend
.end
";

/// Emits the number of its input vertices.
const VARIABLE: &str = "\
.gsh variable c16 1
.out outPosition position
.proc main
\tsetemit 0
\tmov outPosition, c0
\temit
\tend
.end
";

#[test]
fn fixed_primitives_are_fed() -> Result {
    let shader = Shader::from_source("fixed.gsh", FIXED)?;
    let vertex = |n: f32| [[n; 4], [n + 0.5; 4]];
    let case = shader
        .case()
        .vertices([1.0, 2.0, 3.0, 4.0].map(vertex))
        .expect_vertices(4)
        .expect_vertex(1, "position", [2.0; 4])
        .expect_vertex(3, "o1.w", 4.5)
        .expect_triangles(2)
        .expect_winding(0, true)
        .instructions(18);
    let outcome = case.check()?;
    assert_eq!((outcome.runs, outcome.emitted.triangles.len()), (2, 2));
    let differs = case
        .expect_vertex(1, "position", [2.0, 2.0, 0.0, 2.0])
        .expect_vertex(9, "color", [0.0; 4])
        .expect_winding(1, false)
        .expect_corners(1, [2, 0, 1]);
    let text = failure(&differs)?;
    let problems: Vec<_> = text.lines().skip(1).take(5).collect();
    assert_eq!(
        problems,
        [
            "  triangle 1, winding: expected as emitted, got inverted",
            "  triangle 1, corner 1: expected vertex 0, got vertex 3",
            "  triangle 1, corner 2: expected vertex 1, got a slot without a vertex",
            "  vertex 1, position.z (o0.z): expected 0, got 2; off by 2; the tolerance is 0.00001",
            "  vertex 9 was not emitted; there are 4, counted from 0",
        ]
    );
    Ok(())
}

#[test]
fn variable_primitives_are_fed_at_once_or_as_many_as_is_said() -> Result {
    let shader = Shader::from_source("variable.gsh", VARIABLE)?;
    let fed = shader.case().vertices([[1.0], [2.0], [3.0]]);
    let all = fed.clone().expect_vertex(0, "position", [3.0; 4]);
    assert_eq!(all.expect_vertices(1).check()?.runs, 1);
    let pairs = fed.primitive(2).expect_vertex(0, "position", [2.0; 4]);
    let pairs = pairs.expect_vertex(1, "position", [1.0; 4]);
    assert_eq!(pairs.check()?.runs, 2);
    Ok(())
}

#[test]
fn what_cannot_be_fed_is_told() -> Result {
    let fixed = Shader::from_source("fixed.gsh", FIXED)?;
    let variable = Shader::from_source("variable.gsh", VARIABLE)?;
    let vertex = shader()?;
    let cases = [
        (
            fixed.case().vertices([[[1.0], [2.0]]; 3]),
            "`vertices`: a primitive has 4 registers, but the last one only 2; the shader was not run for it",
        ),
        (
            fixed.case().vertices([[[1.0], [2.0]]; 2]).stride(4),
            "`stride` is for shaders in point mode, but this one is in fixed mode; \
             in fixed mode, the file determines the number of vertices of a primitive",
        ),
        (
            fixed.case().vertices(vec![vec![[1.0]], vec![[1.0], [2.0]]]),
            "`vertices`: vertex 1, counted from 0, has 2 outputs, but the first has 1",
        ),
        (variable.case().vertices([[0.0; 4]; 0]), "`vertices`: there are none"),
        (
            variable.case().vertices([[0.0; 4]; 96]),
            "`vertices`: a primitive needs 96 registers, but there is room for 95; \
             `primitive` sets the number of vertices of a primitive in variable mode",
        ),
        (
            variable.case().vertices([[0.0; 4]]).primitive(0),
            "`primitive`: a primitive needs at least 1",
        ),
        (
            variable.case().vertices([[0.0; 4]]).stride(0),
            "`stride`: a primitive needs at least 1",
        ),
        (variable.case().primitive(2), "`primitive`: `vertices` is missing"),
        (
            vertex.case().vertices([[0.0; 4]]),
            "`vertices`: only geometry shaders take vertices; this is a vertex shader",
        ),
    ];
    for (case, want) in cases {
        let text = failure(&case)?;
        assert_eq!(text.lines().nth(1), Some(format!("  {want}").as_str()));
    }
    Ok(())
}

#[test]
fn the_budget_is_for_all_runs() -> Result {
    let shader = Shader::from_source("variable.gsh", VARIABLE)?;
    let three = shader.case().vertices([[1.0]; 3]).primitive(1);
    assert_eq!(three.clone().budget(12).check()?.instructions, 12);
    let text = failure(&three.budget(11))?;
    let want = "  run 3, word 3 in `main` (variable.gsh:7): the program did not end within 11 instructions";
    assert_eq!(text.lines().nth(1), Some(want));
    Ok(())
}
