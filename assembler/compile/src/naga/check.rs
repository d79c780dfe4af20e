//! Checks for unsupported features before validation: naga stops at its first error, and has no location for some.

use ::naga::{
    Block, Expression, Function, Handle, Literal, Module, Scalar, ScalarKind, ShaderStage, Span, Statement, TypeInner,
};
use pica200_diagnostics::Code;
use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, Place, diagnose};

use super::interface::{Entry, Interface};
use super::linkage::Linkage;
use super::text::Text;

/// The name of the stage that the GPU has.
pub(super) const VERTEX: &str = "vertex";

/// Returns the index of the entry point to translate.
pub(super) fn entry_point(module: &Module, wanted: Option<&str>) -> Result<usize, Diagnostic> {
    let entries = module.entry_points.iter();
    let entries: Vec<_> = entries
        .map(|entry| (entry.name.as_str(), stage_name(entry.stage)))
        .collect();
    choose(&entries, wanted, "write a function with `@vertex`")
}

/// Returns the index of the entry point to translate, of all with their names and the names of their stages. `help` is
/// the advice if there is none.
pub(super) fn choose(
    entries: &[(&str, &'static str)],
    wanted: Option<&str>,
    help: &'static str,
) -> Result<usize, Diagnostic> {
    let names: Vec<_> = entries
        .iter()
        .map(|(name, stage)| format!("`{name}` ({stage})"))
        .collect();
    let names = match names.as_slice() {
        [] => "none".to_owned(),
        names => names.join(", "),
    };
    let invalid = |message: String| diagnose(Code::NotAVertexShader, None, message);
    let mut all = entries.iter().enumerate();
    if let Some(wanted) = wanted {
        // Entry points of several stages may have one name.
        let named: Vec<_> = all.filter(|(_, (name, _))| *name == wanted).collect();
        let vertex = named.iter().find(|(_, (_, stage))| *stage == VERTEX);
        let message = match (vertex, named.first()) {
            (Some((index, _)), _) => return Ok(*index),
            (None, Some((_, (_, stage)))) => {
                format!("the entry point `{wanted}` is a {stage} shader; only vertex shaders are possible")
            }
            (None, None) => format!("the shader has no entry point `{wanted}`"),
        };
        let all = format!("the shader has these entry points: {names}");
        return Err(invalid(message).with_help(all));
    }
    let first = all.find(|(_, (_, stage))| *stage == VERTEX);
    match (first, all.any(|(_, (_, stage))| *stage == VERTEX)) {
        (Some((only, _)), false) => Ok(only),
        (None, _) => Err(invalid(format!(
            "the shader has no entry point for vertices; its entry points: {names}"
        ))
        .with_help(help)),
        (Some((_, (first, _))), true) => Err(invalid(format!(
            "the shader has several entry points for vertices: {names}"
        ))
        .with_help("choose one with `--shader-entry NAME`; the first one is")
        .with_options(Some(format!("--shader-entry={first}")))),
    }
}

/// Returns the interface of the function `main` of GLSL.
pub(super) fn main(interface: Option<Interface>, wanted: Option<&str>) -> Result<Interface, Diagnostic> {
    match (interface, wanted) {
        (Some(interface), None | Some("main")) => Ok(interface),
        (Some(_), Some(wanted)) => {
            let message = format!("the shader has no entry point `{wanted}`");
            let diagnostic = diagnose(Code::NotAVertexShader, None, message);
            Err(diagnostic.with_help("the shader has these entry points: `main` (vertex)"))
        }
        (None, _) => {
            let message = "the shader has no function `main`";
            let diagnostic = diagnose(Code::NotAVertexShader, None, message);
            Err(diagnostic.with_help("write `void main()`, which sets `gl_Position`"))
        }
    }
}

const fn stage_name(stage: ShaderStage) -> &'static str {
    match stage {
        ShaderStage::Vertex => VERTEX,
        ShaderStage::Fragment => "fragment",
        ShaderStage::Compute => "compute",
        ShaderStage::Task => "task",
        ShaderStage::Mesh => "mesh",
        _ => "ray tracing",
    }
}

/// Finds all that the GPU cannot do in an entry point, in exported functions and in the functions that these call.
pub(super) fn check(
    module: &Module,
    interface: Option<&Interface>,
    linkage: &Linkage,
    text: &Text<'_>,
) -> Vec<Diagnostic> {
    let mut check = Check {
        module,
        text,
        diagnostics: Vec::new(),
        // The bodies of procedures of other objects are not translated.
        visited: linkage.externs.keys().copied().collect(),
        waiting: linkage.exports.iter().map(|(handle, _)| *handle).collect(),
    };
    match interface.map(|interface| interface.entry) {
        Some(Entry::Point(index)) => {
            if let Some(entry) = module.entry_points.get(index) {
                check.function(&entry.function);
            }
        }
        Some(Entry::Function(handle)) => check.waiting.push(handle),
        None => {}
    }
    while let Some(handle) = check.waiting.pop() {
        if check.visited.insert(handle) {
            check.function(&module.functions[handle]);
        }
    }
    check.diagnostics
}

/// Returns the reason why the GPU cannot compute an expression, and an alternative; `None` if it can.
pub(super) const fn unsupported(expression: &Expression) -> Option<(&'static str, &'static str)> {
    Some(match expression {
        Expression::ImageSample { .. } | Expression::ImageLoad { .. } | Expression::ImageQuery { .. } => (
            "no texture can be read in a vertex shader",
            "pass the value as an attribute",
        ),
        Expression::Derivative { .. } => (
            "derivatives exist in fragment shaders only",
            "compute the difference in the application",
        ),
        Expression::ArrayLength(_) => (
            "the length of a storage buffer; the hardware has no storage buffers",
            "pass the length as a uniform",
        ),
        Expression::AtomicResult { .. } | Expression::WorkGroupUniformLoadResult { .. } => (
            "an atomic operation; the hardware has no shared memory",
            "do without it",
        ),
        Expression::RayQueryVertexPositions { .. }
        | Expression::RayQueryProceedResult
        | Expression::RayQueryGetIntersection { .. } => {
            ("a ray query; the hardware cannot trace rays", "do without it")
        }
        Expression::SubgroupBallotResult
        | Expression::SubgroupOperationResult { .. }
        | Expression::CooperativeLoad { .. }
        | Expression::CooperativeMultiplyAdd { .. } => (
            "a subgroup or workgroup operation; invocations are independent on this hardware",
            "do without it",
        ),
        _ => return None,
    })
}

struct Check<'m> {
    module: &'m Module,
    text: &'m Text<'m>,
    diagnostics: Vec<Diagnostic>,
    visited: FxHashSet<Handle<Function>>,
    waiting: Vec<Handle<Function>>,
}

impl<'m> Check<'m> {
    fn function(&mut self, function: &'m Function) {
        for (handle, expression) in function.expressions.iter() {
            let span = function.expressions.get_span(handle);
            self.expression(expression, span);
        }
        for (handle, local) in function.local_variables.iter() {
            self.types(local.ty, function.local_variables.get_span(handle));
        }
        self.block(&function.body);
    }

    fn refuse(&mut self, span: Span, message: &str, help: &str) {
        let place = self.text.place(span);
        let line = |place: Option<Place>| place.map(|place| place.line);
        let is_same = |other: &Diagnostic| other.message == message && line(other.location().copied()) == line(place);
        if !self.diagnostics.iter().any(is_same) {
            let diagnostic = diagnose(Code::UnsupportedOperation, place, message);
            self.diagnostics.push(diagnostic.with_help(help));
        }
    }

    fn width(&mut self, scalar: Scalar, span: Span) {
        // 16-bit floats have fewer bits than the GPU's.
        let is_half = scalar.kind == ScalarKind::Float && scalar.width == 2;
        let is_known = scalar.width == 4 || scalar.width == 1 || is_half;
        if !is_known {
            let bits = u32::from(scalar.width) * 8;
            let message = format!("a {bits}-bit number; the hardware has 24-bit floats");
            self.refuse(span, &message, "use a type of 32 bits");
        }
    }

    fn types(&mut self, handle: Handle<::naga::Type>, span: Span) {
        match &self.module.types[handle].inner {
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } | TypeInner::Matrix { scalar, .. } => {
                self.width(*scalar, span)
            }
            TypeInner::Array { base, .. } => self.types(*base, span),
            TypeInner::Struct { members, .. } => {
                for member in members {
                    self.types(member.ty, span);
                }
            }
            _ => {}
        }
    }

    fn expression(&mut self, expression: &Expression, span: Span) {
        match expression {
            // The language forbids it, whether or not an output needs it.
            Expression::Derivative { .. } => {
                if let Some((message, help)) = unsupported(expression) {
                    self.refuse(span, message, help);
                }
            }
            Expression::GlobalVariable(handle) => {
                self.types(self.module.global_variables[*handle].ty, span);
            }
            Expression::Literal(Literal::F64(_)) | Expression::As { convert: Some(8), .. } => {
                self.width(Scalar::F64, span);
            }
            Expression::Literal(Literal::I64(_) | Literal::U64(_)) => self.width(Scalar::I64, span),
            _ => {}
        }
    }

    fn block(&mut self, block: &'m Block) {
        for (statement, span) in block.span_iter() {
            self.statement(statement, *span);
        }
    }

    fn statement(&mut self, statement: &'m Statement, span: Span) {
        match statement {
            Statement::Emit(_)
            | Statement::Break
            | Statement::Continue
            | Statement::Return { .. }
            | Statement::Store { .. } => {}
            Statement::Block(block) => self.block(block),
            Statement::If { accept, reject, .. } => {
                self.block(accept);
                self.block(reject);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    self.block(&case.body);
                }
            }
            Statement::Loop { body, continuing, .. } => {
                self.block(body);
                self.block(continuing);
            }
            Statement::Call { function, .. } => self.waiting.push(*function),
            Statement::Kill => self.refuse(
                span,
                "`discard` exists in fragment shaders only",
                "move the vertex out of view instead",
            ),
            Statement::ImageStore { .. } | Statement::ImageAtomic { .. } => self.refuse(
                span,
                "a texture write; shaders cannot write to memory on this hardware",
                "pass results on as outputs",
            ),
            Statement::Atomic { .. } | Statement::WorkGroupUniformLoad { .. } => self.refuse(
                span,
                "an atomic operation; shaders cannot write to memory on this hardware",
                "pass results on as outputs",
            ),
            Statement::ControlBarrier(_) | Statement::MemoryBarrier(_) => self.refuse(
                span,
                "a barrier; invocations of a vertex shader do not know each other",
                "remove the barrier",
            ),
            Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) => {
                self.refuse(span, "a ray query; the hardware cannot trace rays", "do without it");
            }
            Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. }
            | Statement::CooperativeStore { .. } => self.refuse(
                span,
                "a subgroup or workgroup operation; invocations are independent on this hardware",
                "do without it",
            ),
        }
    }
}
