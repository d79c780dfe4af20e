//! Direct3D shaders in containers.

use pica200_machine::{Counts, Executed, NoObserver, Observer, Program};

use super::{Result, failure};
use crate::Build;
use crate::shader::direct3d::{Machines, Setup};
use crate::shader::row::Row;
use crate::testing::{Binary, Number, Problem, Shader, Target};

fn path(name: &str) -> String {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testsuite/golden/dxbc");
    format!("{dir}/{name}.dxbc")
}

fn shader(name: &str) -> Result<Shader> {
    let bytes = std::fs::read(path(name))?;
    Ok(Binary::from_container(name, &bytes)?.shader(0)?)
}

#[test]
fn names_are_those_of_the_container() -> Result {
    let shader = shader("vs-struct-cb")?;
    let case = shader
        .case()
        .input("POSITION", [1.0, 2.0, 3.0, 4.0])
        .input("normal0", [1, 0, 0])
        .uniform("mid", [[1, 2, 3], [0, 0, 0], [0, 0, 0]])
        .uniform("l[0].dir", [1.0, 10.0, 100.0])
        .uniform("l[0].colour", [1.0, 2.0, 3.0, 4.0])
        .uniform("l[1].power", 2.0)
        .uniform("fog", [[0.0], [0.0], [0.5]])
        .integer("pair", [9, -1]);
    case.clone()
        .boolean("on", true)
        .expect("COLOR", [1283.0, 2567.0, 3851.0, 5135.0])
        .check()?;
    let outcome = case.instructions(41).check()?;
    assert_eq!((outcome.runs, outcome.instructions), (1, 41));
    let outputs = &outcome.named[0];
    let names: Vec<_> = outputs.iter().map(|output| output.property.as_str()).collect();
    assert_eq!(names, ["SV_Position", "COLOR"]);
    assert_eq!(outputs[1].value[0], Number::Float(641.5));
    Ok(())
}

#[test]
fn integers_are_exact() -> Result {
    let shader = shader("vs-int-math")?;
    let case = shader.case().input("TEXCOORD", [0, 0, 16_777_217, i32::MIN]);
    let outcome = case.check()?;
    let value = &outcome.named[0][1].value;
    assert_eq!(value[2..], [109_051_910, 1_073_741_824].map(Number::Integer));
    case.clone().expect("TEXCOORD.z", 109_051_910).check()?;
    let failed = case
        .expect("TEXCOORD.z", 109_051_911)
        .check()
        .err()
        .ok_or("it passes")?;
    assert!(matches!(
        failed.problems(),
        [Problem::Value {
            expected: Number::Integer(109_051_911),
            got: Number::Integer(109_051_910),
            ..
        }]
    ));
    Ok(())
}

#[test]
fn cases_do_not_influence_each_other() -> Result {
    let shader = shader("vs-mvp")?;
    let twice = [
        [2.0, 0.0, 0.0, 0.0],
        [0.0, 2.0, 0.0, 0.0],
        [0.0, 0.0, 2.0, 0.0],
        [0.0, 0.0, 0.0, 2.0],
    ];
    let case = shader.case().uniform("wvp", twice);
    let vertices = case.clone().vertices([[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]);
    let outcome = vertices
        .expect_vertices(2)
        .expect_vertex(0, "SV_Position", [2.0, 4.0, 6.0, 2.0])
        .expect_vertex(1, "SV_Position.x", 8.0)
        .check()?;
    assert_eq!((outcome.runs, outcome.named.len()), (2, 2));
    case.expect("SV_Position", [0.0, 0.0, 0.0, 2.0]).check()?;
    shader.case().expect("SV_Position.w", 0.0).check()?;
    Ok(())
}

#[test]
fn what_does_not_fit_is_a_failure() -> Result {
    let shader = shader("vs-mvp")?;
    let case = shader
        .case()
        .input("NORMAL", 1.0)
        .uniform("wv", 1.0)
        .integer("wvp", [1, 2, 3, 4])
        .boolean("cb4[0]", true)
        .stride(1)
        .primitive(1)
        .float24()
        .expect("COLOR", 1.0)
        .expect_triangles(1)
        .expect_winding(0, false)
        .expect_discarded(true);
    insta::assert_snapshot!(failure(&case)?);
    let stopped = shader.case().budget(3).check().err().ok_or("it passes")?;
    assert!(matches!(
        stopped.problems(),
        [Problem::ContainerFault { before: 0, .. }]
    ));
    assert_eq!(stopped.last_instructions().len(), 3);
    Ok(())
}

#[test]
fn pixels_are_discarded() -> Result {
    let shader = shader("ps-discard")?;
    let case = shader.case().uniform("k", 1.0);
    assert!(case.check()?.is_discarded);
    case.clone().expect_discarded(true).check()?;
    let text = failure(&case.clone().expect_discarded(false).vertices([[1.0]]))?;
    assert!(text.contains("this is a pixel shader, which has no vertices"), "{text}");
    let text = failure(&case.expect_discarded(false))?;
    assert!(text.contains("\n  the pixel was discarded\n"), "{text}");
    Ok(())
}

#[test]
fn a_container_has_one_shader() -> Result {
    let bytes = std::fs::read(path("vs-mvp"))?;
    Shader::from_files([path("vs-mvp")])?.case().check()?;
    let binary = Binary::from_container("mesh.dxbc", &bytes)?;
    binary.shader(0)?.case().check()?;
    for choice in [binary.shader(1), binary.entry("main")] {
        let error = choice.err().ok_or("it passes")?.to_string();
        assert!(error.contains("a DXBC container has one shader"), "{error}");
    }
    let error = Binary::from_container("a.dxbc", &bytes[..40])
        .err()
        .ok_or("it passes")?;
    assert!(error.to_string().contains("`a.dxbc`: "), "{error}");
    // Several are translated and linked.
    let both = Binary::from_files([path("vs-mvp"), path("vs-light")])?;
    for index in [0, 1] {
        both.shader(index)?.case().expect("position.w", 0.0).check()?;
    }
    Ok(())
}

/// An observer that needs details, so that vertices run one by one, and counts.
struct Alone(Counts);

impl Observer<Program> for Alone {
    const DETAILS: bool = true;

    fn step(&mut self, step: usize) {
        Observer::<Program>::step(&mut self.0, step);
    }

    fn executed(&mut self, _: &Executed<'_>) {}
}

#[test]
fn translations_run_for_vertices_together_as_alone() -> Result {
    for name in ["vs-light", "vs-mvp", "vs-if-else"] {
        let build = Build::new("shader").file(path(name));
        let shader = Binary::from_build_on(&build, Machines::Both)?.shader(0)?;
        let Target::Direct3d(direct3d) = &shader.target else {
            return Err("not of a container".into());
        };
        let program = &direct3d.translation.as_ref().ok_or("no translation")?.program;
        let mut setup = Setup::new(direct3d);
        let vertices = (0_i32..39).map(|number| vec![Row::from([number - 20, 2, 3 * (number % 3)])]);
        setup
            .feed(vertices.collect())
            .map_err(|value_error| value_error.to_string())?;
        let all = setup.run_translation(&mut NoObserver).map_err(|stop| stop.fault)?;
        assert_eq!(all.runs, 39);
        // Budgets that end in the first vertex, halfway through a batch, and with the last instruction.
        let budgets = [3, all.instructions / 2, all.instructions - 1, all.instructions];
        for budget in budgets {
            setup.budget = budget;
            let mut counts = Counts::new(program);
            let together = setup.run_translation(&mut counts);
            let mut alone = Alone(Counts::new(program));
            let expected = setup.run_translation(&mut alone);
            assert_eq!(together.is_ok(), budget == all.instructions, "{name}");
            // NaN differs from NaN.
            assert_eq!(format!("{together:?}"), format!("{expected:?}"), "{name}");
            assert_eq!(counts, alone.0, "{name}");
        }
    }
    Ok(())
}

#[test]
fn geometry_shaders_emit() -> Result {
    let shader = shader("gs-expand")?;
    let case = shader
        .case()
        .uniform("k", [0.5, 0.0, 0.0, 0.0])
        .vertices([[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]])
        .expect_vertices(4)
        .expect_triangles(0)
        .expect_vertex(3, "SV_Position", [4.5, 5.0, 6.0, 1.0]);
    let outcome = case.check()?;
    assert_eq!((outcome.runs, outcome.named.len()), (2, 4));
    let said = failure(&shader.case().expect("SV_Position.x", 0.0))?;
    assert!(said.contains("this is a geometry shader"), "{said}");
    Ok(())
}

#[cfg(feature = "render")]
#[test]
fn textures() -> Result {
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/direct3d/textured.png");
    let shader = shader("ps-textured")?;
    let case = shader
        .case()
        .input("COLOR", [1.0; 4])
        .uniform("tint", [1.0; 4])
        .input("TEXCOORD", [0.5, 0.25])
        .texture("tex", [picture]);
    case.clone().expect("SV_Target", [0.5, 0.5, 0.0, 1.0]).check()?;
    case.clone()
        .sampler("s2", "point")
        .expect("SV_Target", [0.0, 1.0, 0.0, 1.0])
        .check()?;
    let said = failure(&case.sampler("smp", "cubic"))?;
    assert!(said.contains("`smp`: `cubic` is not a sampler setting"), "{said}");
    Ok(())
}
