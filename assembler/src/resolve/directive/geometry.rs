//! `.gsh`: geometry shaders.

use pica200_objfmt::formats::object::ShaderKind;
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::register::{Bank, Register};

use crate::diagnostic::{Code, diagnose};
use crate::expression::number::parse_integer;
use crate::resolve::Resolver;
use crate::syntax::ast::{Expr, List, Quantity};
use crate::text::Span;
use pica200_objfmt::isa::register::RegisterForm;

const FORMS: &str = "the forms are `.gsh point cN`, `.gsh variable cN n` and `.gsh fixed cN cM n`";

/// Resolves `.gsh`, alone or with a mode and its parameters.
pub(in crate::resolve) fn geometry(resolver: &mut Resolver<'_, '_>, keyword: Span, words: &List) {
    resolver.declarations.makes_shader = true;
    if let Some(earlier) = resolver.order.geometry.replace(keyword) {
        let diagnostic = diagnose(Code::GeometryOrder, keyword, "the file already has a `.gsh`")
            .with_secondary(earlier, "the first one is here");
        resolver.report(diagnostic);
        return;
    }
    let words = resolver.ast.values(words);
    let Some((&mode, parameters)) = words.split_first() else {
        resolver.declarations.kind = ShaderKind::SharedGeometry;
        return;
    };
    if let Some(declaration) = resolver.order.first {
        let message = "`.gsh` with parameters must come before all constants, uniforms and outputs";
        let diagnostic =
            diagnose(Code::GeometryOrder, keyword, message).with_secondary(declaration, "this declaration precedes it");
        resolver.report(diagnostic);
    }
    if let Some(kind) = geometry_kind(resolver, mode.span, parameters) {
        resolver.declarations.kind = kind;
    } else {
        // The rest of the source is probably meant for a geometry shader.
        resolver.declarations.kind = ShaderKind::SharedGeometry;
    }
}

fn geometry_kind(resolver: &mut Resolver<'_, '_>, mode: Span, parameters: &[Expr]) -> Option<ShaderKind> {
    let word = resolver.text(mode);
    match (word.to_ascii_lowercase().as_str(), parameters) {
        ("point", [first]) => Some(ShaderKind::Geometry {
            mode: GeometryMode::Point,
            first_uniform: float_register(resolver, *first)?,
        }),
        ("variable" | "subdivision", [first, vertices]) => {
            let (first, vertices) = (float_register(resolver, *first), vertex_count(resolver, *vertices));
            Some(ShaderKind::Geometry {
                mode: GeometryMode::Variable { vertices: vertices? },
                first_uniform: first?,
            })
        }
        ("fixed" | "particle", [first, start, vertices]) => {
            let first_uniform = float_register(resolver, *first);
            let array_start = float_register(resolver, *start);
            let count = vertex_count(resolver, *vertices);
            let (first_uniform, array_start, count) = (first_uniform?, array_start?, count?);
            check_vertex_array(
                resolver,
                first.span,
                first_uniform,
                start.span,
                array_start,
                vertices.span,
                count,
            )?;
            let mode = GeometryMode::Fixed {
                start: array_start,
                vertices: count,
            };
            Some(ShaderKind::Geometry { mode, first_uniform })
        }
        ("point" | "variable" | "subdivision" | "fixed" | "particle", found) => {
            let message = format!("wrong number of parameters for `{word}`: {}", found.len());
            resolver.report(diagnose(Code::GeometryParameters, mode, message).with_help(FORMS));
            None
        }
        _ => {
            let message = format!("`{word}` is not a mode of geometry shaders");
            resolver.report(diagnose(Code::GeometryParameters, mode, message).with_help(FORMS));
            None
        }
    }
}

fn float_register(resolver: &mut Resolver<'_, '_>, value: Expr) -> Option<u8> {
    let span = value.span;
    match RegisterForm::classify(resolver.text(span)) {
        RegisterForm::Register(Register {
            bank: Bank::Float,
            number,
        }) => return Some(number),
        form @ (RegisterForm::OutOfRange(Bank::Float) | RegisterForm::LeadingZero(Bank::Float)) => {
            resolver.report.add_invalid_register(span, form);
        }
        _ => {
            let message = format!("`{}` is not a float uniform", resolver.text(span));
            resolver.report(diagnose(Code::GeometryParameters, span, message).with_help(FORMS));
        }
    }
    None
}

/// Evaluates a vertex count: a nonzero byte, because loaders subtract 1.
fn vertex_count(resolver: &mut Resolver<'_, '_>, value: Expr) -> Option<u8> {
    let text = resolver.text(value.span);
    let quantity = resolver.ast.quantity(value);
    let number = resolver.evaluate(|evaluator| match quantity {
        Quantity::Plain(plain) if !evaluator.is_number_name(&plain) => Some(parse_integer(text).ok().map(i64::from)),
        quantity => {
            let number = evaluator.number(quantity)?;
            let number = evaluator.whole(number, value.span, Code::InvalidNumber)?;
            Some(Some(number))
        }
    })?;
    let count = number.and_then(|n| u8::try_from(n).ok()).filter(|&n| n != 0);
    if count.is_none() {
        let message = match number {
            Some(number) if number.to_string() != text => {
                format!("`{text}` is {number}, which is not a number of vertices")
            }
            _ => format!("`{text}` is not a number of vertices"),
        };
        let help = "the number of vertices is 1 to 255";
        resolver.report(diagnose(Code::GeometryParameters, value.span, message).with_help(help));
    }
    count
}

/// Checks that the vertex array is below the uniforms.
fn check_vertex_array(
    resolver: &mut Resolver<'_, '_>,
    first_span: Span,
    first: u8,
    start_span: Span,
    start: u8,
    count_span: Span,
    count: u8,
) -> Option<()> {
    if start >= first {
        let message = format!("the vertex array from c{start} on overlaps the uniforms from c{first} on");
        let diagnostic = diagnose(Code::GeometryParameters, start_span, message)
            .with_secondary(first_span, "uniforms are allocated from here on")
            .with_help("the array must start below the first uniform");
        resolver.report(diagnostic);
        return None;
    }
    // The number of registers per vertex depends on the vertex shader; the minimum is one.
    let available = first - start;
    if count > available {
        let message = format!(
            "{count} vertices do not fit into the registers from c{start} to c{}: each takes one for each output of \
             the vertex shader",
            first - 1
        );
        resolver.report_message(Code::GeometryArrayOverlap, count_span, message);
    }
    Some(())
}

/// At the end of a source, checks the instructions and registers that depend on whether it is a geometry shader.
pub(in crate::resolve) fn check_geometry(resolver: &mut Resolver<'_, '_>) {
    if let (ShaderKind::Vertex, Some(set_emit)) = (resolver.declarations.kind, resolver.facts.set_emit) {
        resolver.declarations.kind = ShaderKind::SharedGeometry;
        // A library defines no shader, so it cannot define the wrong kind.
        if !resolver.declarations.is_library {
            let message = "`setemit` without `.gsh` makes this a geometry shader";
            let help = "declare it with `.gsh`; with parameters, the shader also gets separate registers";
            resolver.report(diagnose(Code::ImplicitGeometry, set_emit, message).with_help(help));
        }
    }
    if resolver.declarations.kind.is_geometry() {
        for (span, register) in resolver.facts.high_outputs.clone() {
            let message = format!("o{register} does not exist in geometry shaders");
            let last = limits::GEOMETRY_OUTPUTS - 1;
            let help = format!("geometry shaders have o0 to o{last}");
            resolver.report(diagnose(Code::OutputRange, span, message).with_help(help));
        }
    } else if let (Some(emit), false) = (resolver.facts.emit, resolver.declarations.is_library) {
        let message = "`emit` is for geometry shaders only";
        let help = "declare a geometry shader with `.gsh`";
        resolver.report(diagnose(Code::GeometryOnly, emit, message).with_help(help));
    }
}
