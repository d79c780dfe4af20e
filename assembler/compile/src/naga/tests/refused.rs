//! Functions whose calls cannot be computed.

use pica200_diagnostics::Code;

use super::super::interface::Interface;
use super::super::linkage::Linkage;
use super::super::refused::{Reason, RefusedFunctions, Shader};
use super::super::text::Text;
use super::super::{lower, parse};
use crate::diagnostic::Diagnostic;
use crate::ir::{Op, Program};
use crate::options::Options;
use crate::passes::{ordered, poison};

/// Returns the errors of a shader in WGSL whose functions with names that begin with `sample` cannot be computed.
fn errors(main: &str) -> Vec<(String, Option<u32>)> {
    let source = format!(
        "fn sample(uv: vec2f) -> vec4f {{ return vec4f(); }}
        fn sample_to(to: ptr<function, f32>, level: f32) -> f32 {{ return 0.0; }}
        fn sample_away(level: f32) {{ }}
        struct Out {{ @builtin(position) position: vec4f, @location(0) color: vec4f }}
        @vertex fn main(@location(0) a: vec4f) -> Out {{\n{main}\n}}"
    );
    let module = ::naga::front::wgsl::parse_str(&source).unwrap();
    let text = Text::new(&source);
    let info = parse::validate(&module, &text).unwrap();
    let functions = module.functions.iter().filter(|(_, function)| {
        let name = function.name.as_deref();
        name.is_some_and(|name| name.starts_with("sample"))
    });
    let reason = Reason {
        code: Code::UnsupportedOperation,
        message: "no texture can be read".to_owned(),
        help: "use an attribute".to_owned(),
    };
    let refused: RefusedFunctions = functions.map(|(handle, _)| (handle, reason.clone())).collect();
    assert_eq!(refused.len(), 3);
    let interface = Interface::new(&module, 0);
    let shader = Shader {
        module: &module,
        info: &info,
        interface: interface.as_ref(),
        refused: &refused,
    };
    let (options, linkage) = (Options::default(), Linkage::default());
    let given = Default::default();
    let (mut read, mut diagnostics) = lower::lower(shader, &linkage, &text, &options, &given);
    for pass in ordered(&options) {
        pass.run(&mut read.program, &options).unwrap();
    }
    let program = read.program.clone();
    diagnostics.extend(poison::reasons(&program, &read));
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let line = |found: &Diagnostic| found.location().copied().map(|place| place.line);
    let found: Vec<_> = errors.map(|found| (found.message.clone(), line(found))).collect();
    assert_eq!(found.is_empty(), !has_poison(&program) && diagnostics.is_empty());
    found
}

fn has_poison(program: &Program) -> bool {
    let mut found = false;
    for output in &program.outputs {
        found |= output
            .components
            .iter()
            .any(|component| matches!(program.op(*component), Op::Poison(_)));
    }
    found
}

fn refused_on(line: u32) -> Vec<(String, Option<u32>)> {
    vec![("no texture can be read".to_owned(), Some(line))]
}

#[test]
fn results_that_no_output_needs_are_not_refused() {
    assert_eq!(
        errors("var level = 1.0; let s = sample(a.xy); let t = sample_to(&level, s.x); return Out(a, a);"),
        []
    );
}

#[test]
fn results_that_an_output_needs_are_refused() {
    assert_eq!(errors("let s = sample(a.xy);\nreturn Out(a, s);"), refused_on(6));
    assert_eq!(
        errors("var to = 1.0;\nlet s = sample_to(&to, 2.0);\nreturn Out(a, vec4f(s));"),
        refused_on(7)
    );
}

#[test]
fn variables_that_a_call_changes_are_refused_if_an_output_needs_them() {
    assert_eq!(
        errors("var to = 1.0;\nlet s = sample_to(&to, 2.0);\nreturn Out(a, vec4f(to));"),
        refused_on(7)
    );
    assert_eq!(
        errors("var to = array(1.0, 2.0);\nlet s = sample_to(&to[1], 2.0);\nreturn Out(a, vec4f(to[0]));"),
        []
    );
}

#[test]
fn calls_for_their_effect_are_refused() {
    assert_eq!(errors("sample_away(a.x);\nreturn Out(a, a);"), refused_on(6));
}
