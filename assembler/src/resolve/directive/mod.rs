//! Directives: one file per group, and the dispatch to them.

pub(super) mod alias;
pub(super) mod assert;
pub(super) mod block;
pub(super) mod constant;
pub(super) mod equate;
pub(super) mod external;
pub(super) mod geometry;
pub(super) mod interface;
pub(super) mod setting;
pub(super) mod stated;
pub(super) mod uniform;
pub(super) mod visibility;
pub(super) mod word;

use super::Resolver;
use crate::directive::Directive;
use crate::syntax::ast::StatementKind;
use crate::text::Span;

/// Resolves the directive at `keyword`.
pub(super) fn directive(resolver: &mut Resolver<'_, '_>, keyword: Span, kind: &StatementKind) {
    match kind {
        StatementKind::Procedure(name) => block::procedure(resolver, keyword, *name),
        StatementKind::Else => {
            block::resolve_else(resolver, keyword, ".else");
        }
        StatementKind::End => block::end(resolver, keyword),
        StatementKind::Alias(name, term) => alias::alias(resolver, *name, term),
        StatementKind::Uniforms(kind, declarators) => {
            uniform::uniforms(resolver, *kind, declarators);
        }
        StatementKind::Constant(kind, declarator, values) => {
            constant::constant(resolver, *kind, declarator, values);
        }
        StatementKind::ConstantArray(declarator) => {
            let is_element = resolver.builder.array().is_some();
            constant::array(resolver, keyword, declarator.as_deref());
            if declarator.is_none() && !is_element {
                let operands = Span::new(keyword.end, keyword.end);
                resolver.recover_declaration(Directive::Constfa, operands);
            }
        }
        StatementKind::ConstantElement(values) => {
            constant::element(resolver, keyword, values);
        }
        StatementKind::Extern(kind, declarators) => {
            external::externals(resolver, *kind, declarators);
        }
        StatementKind::SetValue(kind, term, values) => {
            setting::set_value(resolver, *kind, term, values);
        }
        StatementKind::SetBoolean(term, value) => {
            setting::set_boolean(resolver, term, *value);
        }
        StatementKind::Input(name, register) => {
            interface::input(resolver, *name, *register);
        }
        StatementKind::Output(output) => interface::output(resolver, output),
        StatementKind::Entry(name, count) => {
            interface::entry(resolver, *name, count.as_deref());
        }
        StatementKind::NoShader => resolver.declarations.is_library = true,
        StatementKind::Private => resolver.declarations.is_private = true,
        // It also applies to the code before it, so it has already been handled.
        StatementKind::NoPadding => {}
        StatementKind::Visibility(visibility, names) => {
            visibility::visibility(resolver, *visibility, names);
        }
        StatementKind::Word(statement) => word::word(resolver, keyword, statement),
        StatementKind::Version(statement) => stated::version(resolver, statement),
        StatementKind::Descriptor(statement) => {
            stated::descriptor(resolver, statement);
        }
        StatementKind::Geometry(words) => geometry::geometry(resolver, keyword, words),
        StatementKind::Equate(name, value) => equate::equate(resolver, *name, *value),
        StatementKind::Set(name, value) => equate::set(resolver, *name, *value),
        StatementKind::Assert(test, text) => assert::assert(resolver, *test, *text),
        // `Resolver::statement` resolves these itself.
        StatementKind::Label
        | StatementKind::Instruction(_)
        | StatementKind::BrokenInstruction
        | StatementKind::ElseIf(_)
        | StatementKind::Broken => {}
    }
}
