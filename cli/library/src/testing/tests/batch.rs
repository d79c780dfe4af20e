//! Cases that run together, compared with the same cases one by one.

use pica200_machine::Counts;

use super::{Result, SOURCE, shader};
use crate::testing::{Case, Shader, Target};

/// A loop whose duration is set by the case.
const LOOP: &str = "\
.ivec turns
.in inPosition
.out outPosition position
.proc main
\tfor turns
\t\tadd r0, inPosition, r0
\t.end
\tmov outPosition, r0
\tend
.end
";

/// Counts the instructions of a PICA200 shader.
fn counts(shader: &Shader) -> Result<Counts> {
    match &shader.target {
        Target::Pica200(shader) => Ok(Counts::new(&shader.program)),
        Target::Direct3d(_) => Err("the shader of a container".into()),
    }
}

/// Compares the results of cases of one shader, and the counts of an observer.
fn compare(shader: &Shader, cases: &[Case<'_>]) -> Result {
    let (mut together, mut alone) = (counts(shader)?, counts(shader)?);
    let found = Case::check_all(&cases.iter().collect::<Vec<_>>(), &mut together);
    let expected = cases.iter().map(|case| case.check_observed(&mut alone));
    let expected: Vec<_> = expected.collect();
    assert_eq!(format!("{found:#?}"), format!("{expected:#?}"));
    assert_eq!(together, alone);
    assert!(expected.iter().any(|result| result.is_ok()));
    assert!(expected.iter().any(|result| result.is_err()));
    Ok(())
}

#[test]
fn cases_have_the_results_that_they_have_alone() -> Result {
    let shader = shader()?;
    let case = |number: u8| {
        let value = f32::from(number);
        let case = shader
            .case()
            .input("inPosition", [value, 2.0, -1.0])
            .uniform("rows", [[1.0, value, 3.0], [4.0, 5.0, value]])
            .boolean("lit", number.is_multiple_of(3));
        match number % 7 {
            // Some fail, some cannot run, and some run in another mode.
            1 => case.expect("color.y", 5.0),
            2 => case.uniform("scale", [2.0; 4]).expect("position.x", 2.0 * value),
            3 if number > 20 => case.uniform("nothing", 1.0),
            4 if number > 20 => case.float24(),
            5 if number > 30 => case.vertices([[[1.0]]]),
            _ => case,
        }
    };
    let cases: Vec<_> = (0..50).map(case).collect();
    compare(&shader, &cases)?;
    compare(&shader, &cases[15..17])
}

#[test]
fn a_budget_is_that_of_its_case() -> Result {
    let shader = Shader::from_source("loop.vsh", LOOP)?;
    let case = |number: u8| {
        let case = shader.case().input("inPosition", [1.0, 0.5]);
        let case = case.integer("turns", [u32::from(number), 0, 1]);
        match number {
            0..12 => case.expect("position.x", f32::from(number) + 1.0),
            _ => case.budget(u64::from(number / 8) * 8),
        }
    };
    compare(&shader, &(0..40).map(case).collect::<Vec<_>>())
}

#[test]
fn cases_of_several_shaders() -> Result {
    let shaders = [shader()?, Shader::from_source("b.vsh", SOURCE)?];
    let cases = [(0, 1.0), (0, 2.0), (1, 3.0), (1, 4.0), (1, 5.0), (0, 6.0)].map(|(at, scale)| {
        let case = shaders[at].case().input("inPosition", 1.0);
        case.uniform("scale", [scale; 4])
    });
    let found = Case::check_all(&cases.each_ref(), &mut pica200_machine::NoObserver);
    for (found, case) in found.into_iter().zip(&cases) {
        assert_eq!(found?, case.check()?);
    }
    Ok(())
}
