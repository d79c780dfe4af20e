//! `.local`, `.global`: the visibility of procedures.

use pica200_objfmt::formats::object::Visibility;

use crate::diagnostic::{Code, diagnose};
use crate::resolve::names::Meaning;
use crate::resolve::{Access, Resolver};
use crate::syntax::ast::List;
use crate::text::Span;

/// Resolves `.local NAME, ...` or `.global NAME, ...`, for procedures before or after it.
pub(in crate::resolve) fn visibility(resolver: &mut Resolver<'_, '_>, visibility: Visibility, names: &List) {
    let names = resolver.ast.declarators(names).iter();
    let stated = names.map(|declarator| (declarator.name, visibility));
    resolver.targets.visibilities.extend(stated);
}

/// At the end of a source, sets the visibility of the procedures for which the source states it.
pub(in crate::resolve) fn set_visibilities(resolver: &mut Resolver<'_, '_>) {
    let stated = std::mem::take(&mut resolver.targets.visibilities);
    for (n, &(name, visibility)) in stated.iter().enumerate() {
        let word = resolver.text(name);
        let procedure = resolver.names.procedure(word);
        let meaning = procedure.map(|id| (id, resolver.names.meaning(id)));
        let Some((id, Meaning::Label(label))) = meaning else {
            report_unknown_procedure(resolver, name);
            continue;
        };
        resolver.names.note_use(id, name, Access::Read);
        let mut earlier = stated.iter().take(n);
        let other = |(span, stated): &&(Span, Visibility)| *stated != visibility && resolver.text(*span) == word;
        if let Some(&(span, _)) = earlier.find(other) {
            let message = format!("`{word}` is both local and global");
            let diagnostic = diagnose(Code::VisibilityConflict, name, message);
            resolver.report(diagnostic.with_secondary(span, "the other directive is here"));
            continue;
        }
        resolver.builder.set_visibility(label, visibility);
    }
}

fn report_unknown_procedure(resolver: &mut Resolver<'_, '_>, span: Span) {
    let name = resolver.text(span);
    let similar = resolver.names.similar_procedure(name, resolver.report);
    let message = format!("this file has no procedure `{name}`");
    let diagnostic = diagnose(Code::UnknownProcedure, span, message);
    resolver.report(diagnostic.with_suggestion(span, similar));
}
