//! `.proc`, `.else`, `.end`: the boundaries of blocks.

use super::constant;
use crate::diagnostic::{Code, diagnose};
use crate::program::Closing;
use crate::resolve::Resolver;
use crate::resolve::blocks::OpenKind;
use crate::text::Span;

/// Resolves `.proc NAME`.
pub(in crate::resolve) fn procedure(resolver: &mut Resolver<'_, '_>, keyword: Span, name: Option<Span>) {
    resolver.begin_block(keyword);
    let span = name.map_or(keyword, |name| keyword.to(name));
    if let Some(name) = name {
        define_procedure(resolver, name);
    }
    let position = resolver.position;
    resolver.builder.open_procedure(span, name, position);
}

/// Defines a procedure that starts here.
fn define_procedure(resolver: &mut Resolver<'_, '_>, span: Span) {
    let name = resolver.text(span);
    let label = resolver.builder.next_label();
    let Some(earlier) = resolver.names.procedure(name) else {
        return resolver.names.add_procedure(name, span, label);
    };
    let message = format!("the procedure `{name}` is already defined");
    let diagnostic = diagnose(Code::DuplicateProcedure, span, message);
    let definition = resolver.names.get(earlier).definition;
    resolver.report(diagnostic.with_secondary(definition.unwrap_or(span), "first defined here"));
}

/// Resolves `.else`, or the else part of an `.elseif`. Returns true if there is an if that it belongs to.
pub(in crate::resolve) fn resolve_else(resolver: &mut Resolver<'_, '_>, span: Span, directive: &str) -> bool {
    let innermost = resolver.builder.innermost();
    let open = innermost.filter(|block| matches!(block.kind, OpenKind::If { .. }));
    let Some(open) = open else {
        if resolver.explains_else(span) {
            return true;
        }
        let message = format!("`{directive}` without an if");
        resolver.report_message(Code::UnexpectedElse, span, message);
        return false;
    };
    if let Some(earlier) = open.otherwise {
        let message = match directive {
            ".else" => "the if already has an `.else`".to_owned(),
            _ => format!("`{directive}` after the `.else` of the same if"),
        };
        let diagnostic = diagnose(Code::UnexpectedElse, span, message);
        resolver.report(diagnostic.with_secondary(earlier, "the first one is here"));
        return false;
    }
    let position = resolver.position;
    resolver.builder.begin_else(Closing { span, position });
    true
}

/// Resolves `.end`: closes the innermost block and, if an `.elseif` opened it, the enclosing blocks up to the first if.
pub(in crate::resolve) fn end(resolver: &mut Resolver<'_, '_>, span: Span) {
    while close_innermost(resolver, span) {}
}

/// Closes the innermost block. Returns true if the enclosing block also ends here.
fn close_innermost(resolver: &mut Resolver<'_, '_>, span: Span) -> bool {
    let array = resolver.builder.array().copied();
    let position = resolver.position;
    let Some(block) = resolver.builder.close(Closing { span, position }) else {
        if resolver.explains_end() {
            return false;
        }
        let help = "no procedure, if, loop or constant array is open here";
        let diagnostic = diagnose(Code::UnexpectedEnd, span, "`.end` without a block");
        resolver.report(diagnostic.with_help(help));
        return false;
    };
    resolver.note_closed();
    for nested in &block.nested {
        let message = format!("a procedure begins within {}", block.kind.a_noun());
        let diagnostic = diagnose(Code::NestedProcedure, *nested, message)
            .with_secondary(block.span, format!("the {} begins here", block.kind.noun()));
        resolver.report(diagnostic);
    }
    if let Some(array) = array {
        constant::close_array(resolver, array);
    }
    block.kind == OpenKind::If { is_chained: true }
}
