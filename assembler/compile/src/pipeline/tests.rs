//! Stages, their names, and compilations that fail.

use pica200_diagnostics::Code;

use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::property;

use super::{assemble, compile, compile_to, improve, is_stage, stages, target};
use crate::diagnostic::Place;
use crate::ir::{Binary, Block, Builder, Comparison, Input, InputId, Jump, Op, Output, Program, Type, Unary};
use crate::options::{Language, Options};
use crate::source::{NoIncludes, Source};

#[cfg(feature = "direct3d")]
fn golden(name: &str) -> Vec<u8> {
    let path = format!("{}/../../testsuite/golden/dxbc/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("a golden container")
}

#[cfg(feature = "direct3d")]
#[test]
fn every_stage_has_a_text() {
    let bytes = golden("vs-light.dxbc");
    for stage in stages() {
        let (text, compilation) = compile_to("light.dxbc", &bytes, &Options::default(), &NoIncludes, stage);
        assert!(text.is_some_and(|text| !text.is_empty()), "{stage}");
        assert_eq!(compilation.diagnostics, []);
    }
    let (text, _) = compile_to("light.dxbc", &bytes, &Options::default(), &NoIncludes, "stage");
    assert_eq!(text, None);
}

#[cfg(feature = "direct3d")]
#[test]
fn former_names_of_stages_are_accepted() {
    let bytes = golden("vs-light.dxbc");
    for (former, current) in crate::passes::FORMER_NAMES {
        assert!(stages().any(|stage| stage == current), "{current}");
        assert!(stages().all(|stage| stage != former), "{former}");
        assert!(is_stage(former) && is_stage(current), "{former}");
        let [by_former, by_current] = [former, current].map(|stage| {
            let options = Options::default();
            compile_to("light.dxbc", &bytes, &options, &NoIncludes, stage).0
        });
        assert!(by_former.is_some(), "{former}");
        assert_eq!(by_former, by_current, "{former}");
    }
    assert!(!is_stage("stage"));
    let without = |name: &str| Options {
        without: vec![name.to_owned()],
        ..Options::default()
    };
    let fewer = |name| crate::passes::ordered(&without(name)).count();
    assert_eq!(fewer("share"), fewer("cse"));
    assert!(fewer("share") < fewer(""));
}

#[cfg(feature = "direct3d")]
#[test]
fn passes_that_are_needed_cannot_be_left_out() {
    let bytes = golden("vs-light.dxbc");
    let without: Vec<_> = stages().map(str::to_owned).collect();
    let options = Options {
        without,
        ..Options::default()
    };
    assert!(compile("light.dxbc", &bytes, &options).assembly.is_some());
    assert_eq!(compile_to("", &bytes, &options, &NoIncludes, "fold").0, None);
    assert!(compile_to("", &bytes, &options, &NoIncludes, "ssa").0.is_some());
}

#[test]
fn a_shader_with_errors_has_no_assembly() {
    let found = compile("light.dxbc", b"DXBC", &Options::default());
    assert_eq!(found.assembly, None);
    assert_ne!(found.diagnostics, []);
    let (text, _) = compile_to("light.dxbc", b"DXBC", &Options::default(), &NoIncludes, "frontend");
    assert_eq!(text, None);
}

#[test]
fn bytes_and_names_tell_the_language() {
    assert_eq!(Language::detect("x.wgsl", b"DXBC"), Language::Direct3d);
    assert_eq!(Language::detect("x", &[3, 2, 0x23, 7]), Language::SpirV);
    assert_eq!(Language::detect("dir.x/shader.WGSL", b"@vertex"), Language::Wgsl);
    assert_eq!(Language::detect("shader.vert", b""), Language::Glsl);
    assert_eq!(Language::detect("shader", b"text"), Language::Direct3d);
}

#[cfg(not(feature = "naga"))]
#[test]
fn a_language_without_its_front_end_is_refused() {
    let found = compile("shader.wgsl", b"", &Options::default());
    assert_eq!(found.diagnostics[0].code, Code::SourceInvalid);
}

#[test]
fn control_flow_that_nests_too_deeply_is_refused() {
    let mut builder = Builder::new(Program::default());
    let zero = builder.literal(0.0);
    builder.open();
    for _ in 0..200 {
        let done = builder.compare(Comparison::Less, zero, zero);
        builder.open();
        builder.jump(Jump::Break(0));
        let then = builder.close();
        builder.branch(done, then, Block::default());
    }
    let block = builder.close();
    builder.labelled(block);
    let mut program = builder.finish();
    let source = Source {
        places: vec![Place::line(7)],
        ..Source::default()
    };
    let options = Options::default();
    let found = improve(&mut program, &source, &options, &mut |_, _| {});
    let diagnostic = found.expect_err("too many exits").remove(0);
    assert_eq!(diagnostic.code, Code::NestingTooDeep);
    assert_eq!(diagnostic.location().copied(), Some(Place::line(7)));
}

#[test]
fn values_live_no_longer_than_there_are_registers() {
    let mut builder = Builder::new(Program {
        inputs: vec![Input {
            name: "position".into(),
            register: 0,
        }],
        ..Program::default()
    });
    let input = |b: &mut Builder, component| b.value(Op::Input(InputId(0), component), Type::Float);
    let [x, y] = [Component::X, Component::Y].map(|component| input(&mut builder, component));
    let variables: Vec<_> = (0..60)
        .map(|number| {
            let variable = builder.variable(format!("v{number}"), Type::Float);
            builder.set(variable, x);
            variable
        })
        .collect();
    builder.open();
    let first = builder.get(variables[0]);
    let done = builder.compare(Comparison::Less, first, y);
    builder.open();
    builder.jump(Jump::Break(0));
    let leave = builder.close();
    builder.branch(done, leave, Block::default());
    for (number, variable) in (0_u8..).zip(&variables) {
        // Each of eight numbers is the same in each iteration, and needed once.
        let factor = builder.literal(f32::from(number / 8 + 2));
        let same = builder.multiply(x, factor);
        let same = builder.unary(Unary::Exp2, same);
        let now = builder.get(*variable);
        let next = builder.multiply_add(now, y, same);
        builder.set(*variable, next);
    }
    let body = builder.close();
    builder.repeat(body);
    let mut sum = y;
    for variable in variables {
        let value = builder.get(variable);
        sum = builder.binary(Binary::Minimum, sum, value);
    }
    let mut program = builder.finish();
    program.outputs.push(Output {
        name: "position".into(),
        property: property::by_name("position").expect("a property"),
        components: vec![sum; 4],
    });
    let options = Options::default();
    let mut first = program.clone();
    let source = Source::default();
    improve(&mut first, &source, &options, &mut |_, _| {}).expect("few blocks");
    let found = target::run(&first, &source, &options, &mut |_, _| {})
        .err()
        .expect("too few registers");
    assert_eq!(found[0].code, Code::TooManyTemporaries);
    let unit = assemble(&program, &source, &options, &mut |_, _| {});
    assert!(unit.is_ok(), "{:?}", unit.err());
}
