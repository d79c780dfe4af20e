//! `.gsh`: geometry shaders.

use pica200_objfmt::formats::object::{GeometryMode, ShaderKind};
use pica200_objfmt::isa::register::{Bank, Register};

use crate::diagnostic::{Diagnostic, Kind};
use crate::number::parse_integer;
use crate::syntax::ast::{Expr, List, Quantity};
use crate::text::Span;
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

const FORMS: &str = "the forms are `.gsh point cN`, `.gsh variable cN n` and `.gsh fixed cN cM n`";

impl Unit<'_> {
    /// `.gsh`, alone or with a mode and its parameters.
    pub(crate) fn geometry(&mut self, keyword: Span, words: &List) {
        self.object.makes_shader = true;
        if let Some(earlier) = self.geometry.replace(keyword) {
            let diagnostic = Diagnostic::new(Kind::GeometryOrder, keyword, "a second `.gsh`")
                .also(earlier, "the first one");
            self.report(diagnostic);
            return;
        }
        let words = self.ast.values(words);
        let Some((&mode, parameters)) = words.split_first() else {
            self.object.kind = ShaderKind::SharedGeometry;
            return;
        };
        if let Some(declaration) = self.first_declaration {
            let message =
                "`.gsh` with parameters stands before all constants, uniforms and outputs";
            let diagnostic = Diagnostic::new(Kind::GeometryOrder, keyword, message)
                .also(declaration, "this precedes it");
            self.report(diagnostic);
        }
        if let Some(kind) = self.geometry_kind(mode.span, parameters) {
            self.object.kind = kind;
        } else {
            // Whatever follows is meant for a geometry shader.
            self.object.kind = ShaderKind::SharedGeometry;
        }
    }

    fn geometry_kind(&mut self, mode: Span, parameters: &[Expr]) -> Option<ShaderKind> {
        let word = self.text(mode);
        match (word.to_ascii_lowercase().as_str(), parameters) {
            ("point", [first]) => Some(ShaderKind::Geometry {
                mode: GeometryMode::Point,
                first_uniform: self.float_register(*first)?,
            }),
            ("variable" | "subdivision", [first, vertices]) => {
                let (first, vertices) = (self.float_register(*first), self.vertex_count(*vertices));
                Some(ShaderKind::Geometry {
                    mode: GeometryMode::Variable {
                        vertices: vertices?,
                    },
                    first_uniform: first?,
                })
            }
            ("fixed" | "particle", [first, start, vertices]) => {
                let first_uniform = self.float_register(*first);
                let array_start = self.float_register(*start);
                let count = self.vertex_count(*vertices);
                let (first_uniform, array_start, count) = (first_uniform?, array_start?, count?);
                self.check_vertex_array(
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
                Some(ShaderKind::Geometry {
                    mode,
                    first_uniform,
                })
            }
            ("point" | "variable" | "subdivision" | "fixed" | "particle", found) => {
                let message = format!("wrong number of parameters for `{word}`: {}", found.len());
                self.report(Diagnostic::new(Kind::GeometryParameters, mode, message).help(FORMS));
                None
            }
            _ => {
                let message = format!("`{word}` is not a mode of geometry shaders");
                self.report(Diagnostic::new(Kind::GeometryParameters, mode, message).help(FORMS));
                None
            }
        }
    }

    fn float_register(&mut self, value: Expr) -> Option<u8> {
        let span = value.span;
        match RegisterForm::of(self.text(span)) {
            RegisterForm::Register(Register {
                bank: Bank::Float,
                number,
            }) => return Some(number),
            form @ (RegisterForm::OutOfRange(Bank::Float)
            | RegisterForm::LeadingZero(Bank::Float)) => {
                self.complain_no_register(span, form);
            }
            _ => {
                let message = format!("`{}` is not a float uniform", self.text(span));
                self.report(Diagnostic::new(Kind::GeometryParameters, span, message).help(FORMS));
            }
        }
        None
    }

    /// A number of vertices: a byte, and not 0, from which loaders subtract 1.
    fn vertex_count(&mut self, value: Expr) -> Option<u8> {
        let text = self.text(value.span);
        let number = match self.ast.quantity(value) {
            Quantity::Plain(plain) if !self.is_number_name(&plain) => {
                parse_integer(text).ok().map(i64::from)
            }
            quantity => {
                let number = self.number(quantity)?;
                Some(self.whole(number, value.span, Kind::InvalidNumber)?)
            }
        };
        let count = number
            .and_then(|n| u8::try_from(n).ok())
            .filter(|&n| n != 0);
        if count.is_none() {
            let message = match number {
                Some(number) if number.to_string() != text => {
                    format!("`{text}` is {number}, which is not a number of vertices")
                }
                _ => format!("`{text}` is not a number of vertices"),
            };
            let help = "the number of vertices is 1 to 255";
            self.report(Diagnostic::new(Kind::GeometryParameters, value.span, message).help(help));
        }
        count
    }

    /// Checks that the array of vertices lies below the uniforms.
    fn check_vertex_array(
        &mut self,
        first_span: Span,
        first: u8,
        start_span: Span,
        start: u8,
        count_span: Span,
        count: u8,
    ) -> Option<()> {
        if start >= first {
            let message =
                format!("the vertex array from c{start} on overlaps the uniforms from c{first} on");
            let diagnostic = Diagnostic::new(Kind::GeometryParameters, start_span, message)
                .also(first_span, "uniforms are given out from here on")
                .help("the array's start is below the first uniform");
            self.report(diagnostic);
            return None;
        }
        // How many registers a vertex takes is known only with the vertex shader; one is the least.
        let room = first - start;
        if count > room {
            let message = format!(
                "{count} vertices do not fit into the registers from c{start} to c{}: each takes one for each output of \
                 the vertex shader",
                first - 1
            );
            self.complain(Kind::GeometryArrayOverlap, count_span, message);
        }
        Some(())
    }
}
