//! Names of other files: procedures to call, and uniforms and constants to declare with `.extern`.

use std::collections::BTreeSet;
use std::sync::Arc;

use gen_lsp_types::CompletionItemKind;
use pica200_asm::analysis::{
    Analysis, Expected, ExpectedKind, Meaning, OperandMeaning, StatementKind, Symbol, SymbolKind,
};
use pica200_asm::directive::Directive;
use pica200_asm::resolve::NameKind;
use pica200_objfmt::isa::register::Bank;

use super::items::Candidate;
use super::{CompletionContext, quoted};
use crate::error::RequestError;
use crate::source_analysis::SourceAnalysis;

/// Maximum number of sources whose names are offered.
const MAX_SOURCES: usize = 32;

/// Returns the names of other files that are allowed at the position, from the sources linked with this one and from
/// all libraries.
///
/// # Errors
///
/// Returns an error if the request was cancelled.
pub(super) fn names(asked: &CompletionContext<'_>, expected: &Expected) -> Result<Vec<Candidate>, RequestError> {
    let Some(wanted) = wanted(asked, expected) else {
        return Ok(Vec::new());
    };
    let analysis = &asked.analysed.analysis;
    let own: BTreeSet<&str> = analysis.symbols().map(|symbol| symbol.text()).collect();
    let mut candidates = Vec::new();
    for source in sources(asked)? {
        let analysis = &source.analysis;
        let file = analysis.file(Analysis::SOURCE).map_or("", |file| &file.name);
        for symbol in analysis.symbols() {
            let label = wanted.label(&symbol);
            if let Some(label) = label.filter(|_| !own.contains(symbol.text())) {
                candidates.push(Candidate {
                    detail: Some(format!("of {file}")),
                    ..Candidate::new(&label, wanted.item(), '1')
                });
            }
        }
    }
    Ok(candidates)
}

/// The kind of symbol wanted from other files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExternKind {
    Procedure,
    /// A uniform of a bank.
    Uniform(Bank),
    /// A constant of a bank, or an array of constants.
    Constant(Bank, Arrayness),
}

/// Selects arrays or single constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arrayness {
    No,
    Yes,
}

impl ExternKind {
    /// Parses the keyword after `.extern`.
    fn of_keyword(keyword: &str) -> Option<Self> {
        Some(match Directive::from_name(keyword)? {
            Directive::Fvec => Self::Uniform(Bank::Float),
            Directive::Ivec => Self::Uniform(Bank::Integer),
            Directive::Bool => Self::Uniform(Bank::Boolean),
            Directive::Constf => Self::Constant(Bank::Float, Arrayness::No),
            Directive::Consti => Self::Constant(Bank::Integer, Arrayness::No),
            Directive::Constfa => Self::Constant(Bank::Float, Arrayness::Yes),
            _ => return None,
        })
    }

    /// Returns the label of a symbol of another source if it matches. Arrays get brackets.
    fn label(self, symbol: &Symbol<'_>) -> Option<String> {
        let name = symbol.text();
        let SymbolKind::Name(kind) = symbol.kind() else {
            return None;
        };
        symbol.exported()?;
        match (self, kind, symbol.meaning()?) {
            (Self::Procedure, NameKind::Procedure, _) => Some(name.to_owned()),
            (Self::Uniform(bank), NameKind::Uniform, Meaning::Operand(meaning)) => {
                (meaning.bank == bank).then(|| with_brackets(name, &meaning))
            }
            (Self::Constant(bank, array), NameKind::Constant, Meaning::Operand(meaning)) => {
                let is_array = meaning.len != Some(1);
                let is_wanted = meaning.bank == bank && is_array == (array == Arrayness::Yes);
                is_wanted.then(|| with_brackets(name, &meaning))
            }
            _ => None,
        }
    }

    /// Returns the completion kind.
    const fn item(self) -> CompletionItemKind {
        match self {
            Self::Procedure => CompletionItemKind::Function,
            Self::Uniform(_) => CompletionItemKind::Variable,
            Self::Constant(..) => CompletionItemKind::Value,
        }
    }
}

fn with_brackets(name: &str, meaning: &OperandMeaning) -> String {
    match meaning.len {
        Some(1) => name.to_owned(),
        _ => format!("{name}[]"),
    }
}

/// Returns the kind of symbol wanted from other files at the position, if any.
fn wanted(asked: &CompletionContext<'_>, expected: &Expected) -> Option<ExternKind> {
    let has = |kind| expected.kinds.contains(&kind);
    match expected.statement?.kind {
        StatementKind::Instruction(_) if has(ExpectedKind::Procedure) => Some(ExternKind::Procedure),
        StatementKind::Directive(Directive::Extern) if has(ExpectedKind::NewName) => {
            let (_, line) = quoted::line_before(asked)?;
            let at = line.to_ascii_lowercase().rfind(".extern")?;
            let mut words = line.get(at..)?.split_whitespace();
            ExternKind::of_keyword(words.nth(1)?)
        }
        _ => None,
    }
}

/// Returns the sources that can provide names.
fn sources(asked: &CompletionContext<'_>) -> Result<Vec<Arc<SourceAnalysis>>, RequestError> {
    let snapshot = asked.snapshot;
    let Some(own) = asked.analysed.path(Analysis::SOURCE) else {
        return Ok(Vec::new());
    };
    let links = snapshot.scanned()?.links()?;
    let group = links.linked_with(own);
    let others = links.outlines().filter(|(path, outline)| {
        path.as_path() != own && (outline.interface.is_library || group.contains(path.as_path()))
    });
    let mut found = Vec::new();
    // Linked sources come first.
    let (linked, libraries): (Vec<_>, Vec<_>) = others.partition(|(path, _)| group.contains(path.as_path()));
    for (path, _) in linked.into_iter().chain(libraries).take(MAX_SOURCES) {
        snapshot.check_cancelled()?;
        found.push(snapshot.derived::<SourceAnalysis>(path));
    }
    Ok(found)
}
