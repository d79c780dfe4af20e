//! Tests of the testing API. Tests of test files are in `cli/tests/unit_tests/`.

mod batch;
mod containers;
mod feeding;
#[cfg(feature = "render")]
mod pictures;

use super::{BuildError, Case, Limits, Number, Outcome, Problem, Row, Rows, Shader};
use crate::testing::Binary;

type Result<T = (), E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

const SOURCE: &str = "\
.fvec scale, rows[2]
.ivec count
.bool lit
.in inPosition
.out outPosition position
.out outColor color.xyz
.proc main
\tmul outPosition, scale, inPosition
\tmov r0, rows[1]
\tifu lit
\t\tmov r0, rows[0]
\t.end
\tmov outColor, r0
\tend
.end
";

fn shader() -> Result<Shader, BuildError> {
    Shader::from_source("a.vsh", SOURCE)
}

/// Returns the text of a failure.
fn failure(case: &Case<'_>) -> Result<String> {
    let failure = case.check().err().ok_or("the case passes")?;
    assert_eq!(failure.to_string(), format!("{failure:?}"));
    Ok(failure.to_string())
}

#[test]
fn values_go_where_their_names_say() -> Result {
    let shader = shader()?;
    let outcome: Outcome = shader
        .case()
        .input("inPosition", [1.0, 2.0])
        .uniform("c0", [2.0, 2.0, 2.0, 3.0])
        .uniform("rows", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        .boolean("lit", false)
        .integer("count", [1, 2, 3])
        .expect("position", [2.0, 4.0, 0.0, 3.0])
        .expect("color", [4.0, 5.0, 6.0])
        .expect("o1.y", 5.0)
        .expect("color.rb", [4.0, 6.0])
        .instructions(5)
        .check()?;
    assert_eq!(outcome.instructions, 5);
    assert_eq!(outcome.outputs[0], [2.0, 4.0, 0.0, 3.0]);
    assert!(outcome.emitted.vertices.is_empty());
    let lit = shader.case().uniform("rows", vec![[7.0]]).boolean("b0", true);
    lit.expect("color", [7.0, 0.0, 0.0]).check()?;
    // Values set by one case do not affect another.
    shader.case().expect("color", [0.0, 0.0, 0.0]).check()?;
    Ok(())
}

#[test]
fn failures_name_what_differs_and_how_it_came_to_be() -> Result {
    let shader = shader()?;
    let case = shader
        .case()
        .input("inPosition", [1.0, 2.0, 3.0])
        .uniform("scale", [2.0, 2.0, 2.0, 1.0])
        .expect("position", [2.0, 5.0, 6.0, f32::NAN])
        .within(0.5)
        .instructions(7..);
    assert_eq!(
        failure(&case)?,
        "\
`a.vsh` is not as expected:
  position.y (o0.y): expected 5, got 4; off by 1; the tolerance is 0.5
  position.w (o0.w): expected NaN, got 1
  instructions: expected at least 7, got 5
all 5 instructions:
  0x000  a.vsh:8   mul     o0, scale, inPosition  (2, 2, 2, 1) (1, 2, 3, 1)  -> o0 = (2, 4, 6, 1)
  0x001  a.vsh:9   mov     r0, rows[1]            (0, 0, 0, 0)  -> r0 = (0, 0, 0, 0)
  0x002  a.vsh:10  ifu     lit, else 0x004+0
  0x004  a.vsh:13  mov     o1, r0                 (0, 0, 0, 0)  -> o1 = (0, 0, 0, 0)
  0x005  a.vsh:14  end"
    );
    let failure = case.check().err().ok_or("it fails")?;
    assert_eq!(failure.problems().len(), 3);
    assert!(matches!(
        failure.problems()[0],
        Problem::Value {
            vertex: None,
            expected: Number::Float(5.0),
            got: Number::Float(4.0),
            ..
        }
    ));
    assert_eq!(failure.last_instructions().len(), 5);
    Ok(())
}

#[test]
fn faults_are_failures_with_their_place() -> Result {
    let source = ".proc main\nagain:\n\tnop\n\tjmpu b0, again\n\tjmpu !b0, again\n\tend\n.end\n";
    let shader = Shader::from_source("endless.vsh", source)?;
    let text = failure(&shader.case().budget(100))?;
    let (first, rest) = text
        .split_once("\nthe last 12 of 100 instructions:\n")
        .ok_or("no trail")?;
    assert_eq!(
        first,
        "`endless.vsh` is not as expected:\n  word 1 in `main` (endless.vsh:4): the program did not end within 100 \
         instructions"
    );
    assert_eq!(rest.lines().count(), 12);
    Ok(())
}

#[test]
fn what_does_not_fit_the_shader_is_told_all_at_once() -> Result {
    let shader = shader()?;
    let case = shader
        .case()
        .input("inPositoin", 1.0)
        .uniform("rows[1]", [[1.0], [2.0]])
        .boolean("scale", true)
        .integer("i4", [0, 0, 0])
        .expect("colour", [1.0, 2.0, 3.0])
        .expect("position", [1.0, 2.0])
        .expect_vertex(0, "position", [1.0; 4])
        .expect_vertices(1)
        .expect_triangles(1)
        .expect_winding(0, true)
        .within(f32::NAN)
        .instructions(Limits { min: 3, max: 2 });
    assert_eq!(
        failure(&case)?,
        "\
`a.vsh` is not as expected:
  `inPositoin`: unknown input register `inPositoin`; did you mean `inPosition`?
  `rows[1]`: there are 2 values, but only 1 register
  `scale`: `scale` is a float uniform; expected a boolean uniform
  `i4`: there is no register `i4`; the bank has `i0` to `i3`
  `colour`: unknown output; did you mean `color`?
  `position`: it has the components xyzw, but 2 numbers are given; `o0.xy` selects the same number
  `position`: this is a vertex shader: it emits no vertices and triangles
  `vertices`: this is a vertex shader: it emits no vertices and triangles
  `triangles`: this is a vertex shader: it emits no vertices and triangles
  `triangles`: this is a vertex shader: it emits no vertices and triangles
  `tolerance`: NaN is not a tolerance; expected a non-negative number
  `instructions`: no number is in the range 3 to 2"
    );
    Ok(())
}

#[test]
#[should_panic(expected = "`a.vsh` is not as expected:\n  instructions: expected at most 4, got 5")]
fn assert_panics_with_the_failure() {
    if let Ok(shader) = shader() {
        shader.case().instructions(..=5).assert();
        shader.case().instructions(5..=5).assert();
        shader.case().instructions(..=4).assert();
    }
}

#[test]
fn lines_of_sources_with_one_name_are_told_apart() -> Result {
    let step = ".nodvle\n.proc step\n\tadd r0, r0, r0\n.end\n";
    let main = ".proc main\n\tcall step\n\tend\n.end\n";
    let shader = Binary::from_sources([("a/x.vsh", main), ("b/x.vsh", step)])?.shader(0)?;
    let failed = shader.case().instructions(0).check().err();
    let trail = failed.ok_or("it fails")?.last_instructions().join("\n");
    assert!(
        trail.contains(" x.vsh:2 ") && trail.contains(" x.vsh (2):3 "),
        "{trail}"
    );
    Ok(())
}

#[test]
fn mistakes_of_sources_are_told_as_the_programs_do() {
    let text = |result: Result<Shader, BuildError>| {
        let error = result.err().map(|error| {
            assert_eq!(error.to_string(), format!("{error:?}"));
            error.to_string()
        });
        error.unwrap_or_default()
    };
    let wrong = text(Shader::from_source(
        "bad.vsh",
        ".proc main\n\tmvo o0, v0\n\tend\n.end\n",
    ));
    assert!(
        wrong.starts_with("error[unknown-instruction]: unknown instruction `mvo`\n"),
        "{wrong}"
    );
    assert!(
        wrong.contains("bad.vsh:2:2") && wrong.contains("did you mean `mov`?"),
        "{wrong}"
    );
    let missing = text(Shader::from_files(["no/such.vsh"]));
    assert!(missing.contains("cannot read `no/such.vsh`"), "{missing}");
    let none = text(Binary::from_sources([("lib.vsh", ".nodvle\n")]).and_then(|b| b.shader(0)));
    assert!(none.starts_with("error[nothing-to-link]"), "{none}");
}

#[test]
fn binaries_have_several_shaders() -> Result {
    let sources = [("a.vsh", SOURCE), ("fixed.gsh", feeding::FIXED)];
    let binary = Binary::from_sources(sources)?;
    binary.shader(0)?.case().instructions(5).check()?;
    let text = failure(&binary.shader(1)?.case().expect("position", [0.0; 4]))?;
    assert!(text.starts_with("`a.vsh fixed.gsh` is not as expected:"), "{text}");
    assert!(binary.shader(2).is_err());
    let error = binary.entry("mian").err().ok_or("there is no such entry")?;
    assert!(error.to_string().contains("did you mean `main`?"), "{error}");
    Ok(())
}

#[test]
fn rows_have_one_to_four_numbers() {
    assert_eq!(Row::new::<f32>(&[]), None);
    assert_eq!(Row::new(&[0.0; 5]), None);
    let row = Row::from([2.0, 3.0]);
    assert_eq!(row.numbers(), [2.0, 3.0].map(Number::Float));
    assert_eq!(row.vector(), [2.0, 3.0, 0.0, 1.0]);
    assert_eq!(Row::new(&[2.0, 3.0]), Some(row));
    assert_eq!(Rows::from(2.0), Rows::from([2.0]));
    assert_eq!(
        Rows::from([[1.0, 2.0], [3.0, 4.0]]),
        Rows::from(vec![[1.0, 2.0], [3.0, 4.0]])
    );
}
