//! Completion candidates in code.

use std::collections::HashSet;

use gen_lsp_types::CompletionItemKind;
use pica200_asm::analysis::{Analysis, Callers, Expected, ExpectedKind, FileSpan, Symbol, SymbolKind};
use pica200_asm::directive::Directive;
use pica200_asm::reference::Reference;
use pica200_asm::resolve::NameKind;
use pica200_asm::text::{Span, line_start};
use pica200_asm::words::{Class, is_size_function, words};
use pica200_objfmt::isa::register::{Bank, Register};
use serde::{Deserialize, Serialize};

use super::{CompletionContext, class_name, snippets};
use crate::describe;

/// A completion candidate.
pub(super) struct Candidate {
    /// The label, also inserted if there is no snippet.
    pub(super) label: String,
    pub(super) kind: CompletionItemKind,
    /// The sort key before the label.
    pub(super) rank: char,
    pub(super) detail: Option<String>,
    /// The text to insert if the client supports snippets.
    pub(super) snippet: Option<String>,
    /// Key of the documentation, if there is any.
    pub(super) subject: Option<ItemKey>,
}

/// The item that a candidate completes.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum ItemKey {
    /// A keyword.
    Word {
        /// The name of its class.
        class: String,
    },
    /// A name of the source.
    Name {
        /// True if it is a macro.
        is_macro: bool,
    },
    /// A diagnostic name.
    Diagnostic,
}

impl Candidate {
    pub(super) fn new(label: &str, kind: CompletionItemKind, rank: char) -> Self {
        Self {
            label: label.to_owned(),
            kind,
            rank,
            detail: None,
            snippet: None,
            subject: None,
        }
    }

    /// Creates a candidate for a keyword.
    fn word(reference: &Reference, class: Class, word: &str) -> Self {
        let entry = reference.entries(class, word).next();
        let detail = entry.map(|entry| match class {
            Class::Mnemonic => entry.form.replace('`', ""),
            Class::Directive | Class::Function | Class::GeometryMode => entry.form.clone(),
            _ => entry.effect.replace('`', ""),
        });
        let kind = match class {
            Class::Mnemonic | Class::Directive => CompletionItemKind::Keyword,
            Class::Function => CompletionItemKind::Function,
            _ => CompletionItemKind::Enum,
        };
        Self {
            detail: detail.filter(|detail| !detail.is_empty()),
            subject: entry.map(|_| ItemKey::Word {
                class: class_name(class).to_owned(),
            }),
            ..Self::new(word, kind, '1')
        }
    }

    /// Creates a candidate for a name of the source.
    fn name(symbol: &Symbol<'_>, analysis: &Analysis) -> Self {
        let is_macro = symbol.kind() == SymbolKind::Macro;
        let parameters = symbol.macro_definition().map(|defined| {
            let needed = defined.parameters.iter();
            let needed = needed.filter(|parameter| parameter.default.is_none());
            needed.map(|one| one.name.as_str()).collect::<Vec<_>>()
        });
        Self {
            detail: Some(describe::summary(symbol, analysis)),
            snippet: parameters.and_then(|all| snippets::call(symbol.text(), &all)),
            subject: Some(ItemKey::Name { is_macro }),
            ..Self::new(symbol.text(), kind_of(symbol.kind()), '0')
        }
    }
}

/// Returns the completion kind of a name. Every client knows these kinds.
const fn kind_of(kind: SymbolKind) -> CompletionItemKind {
    match kind {
        SymbolKind::Macro => CompletionItemKind::Function,
        SymbolKind::Name(name) => match name {
            NameKind::Procedure | NameKind::ExternProcedure => CompletionItemKind::Function,
            NameKind::Label => CompletionItemKind::Reference,
            NameKind::Input | NameKind::Output => CompletionItemKind::Field,
            NameKind::Constant | NameKind::Number | NameKind::Variable => CompletionItemKind::Value,
            _ => CompletionItemKind::Variable,
        },
    }
}

/// Returns true if a directive is allowed.
pub(super) fn takes_directive(kinds: &[ExpectedKind]) -> bool {
    kinds.contains(&ExpectedKind::Directive)
}

/// Returns the keywords and registers that are allowed at the position.
pub(super) fn words_and_registers(asked: &CompletionContext<'_>, expected: &Expected) -> Vec<Candidate> {
    let found = expected.kinds.iter().flat_map(|kind| {
        let words = words_of(&asked.snapshot.reference, *kind);
        words.into_iter().chain(registers(asked, *kind))
    });
    found.collect()
}

/// Returns the matching names without duplicates. The name being typed is not yet declared.
pub(super) fn names(asked: &CompletionContext<'_>, expected: &Expected) -> Vec<Candidate> {
    let analysis = &asked.analysed.analysis;
    let here = text_offset(asked);
    let procedure = here.and_then(|offset| analysis.procedure_at(offset));
    let mut seen = HashSet::new();
    let fitting = analysis.symbols().filter(|symbol| {
        let is_typed = symbol.definition().is_some_and(|place| {
            place.file == asked.file && place.span == expected.word && place.span.start < place.span.end
        });
        let fits = |kind: &ExpectedKind| analysis.fits(symbol, *kind);
        // Local labels are scoped to their procedure.
        let is_visible = symbol.scope().is_none_or(|scope| {
            let known = procedure.and_then(|index| analysis.procedures().get(index));
            known.is_some_and(|known| known.symbol == Some(scope.id()))
        });
        // An undefined name, such as a procedure of another file, can be the token being typed.
        let is_only_here =
            symbol.definition().is_none() && symbol.uses().all(|used| used.location.span == expected.word);
        let is_usable =
            !is_typed && is_visible && !is_only_here && !symbol.text().is_empty() && is_declared(asked, symbol, here);
        is_usable && expected.kinds.iter().any(fits) && seen.insert((symbol.kind(), symbol.text()))
    });
    fitting.map(|symbol| Candidate::name(&symbol, analysis)).collect()
}

/// Returns true if a name is declared before the position. Procedures and labels can be used before their declaration.
fn is_declared(asked: &CompletionContext<'_>, symbol: &Symbol<'_>, here: Option<u32>) -> bool {
    use NameKind::{ExternProcedure, Label, Procedure};
    match symbol.kind() {
        SymbolKind::Name(Procedure | Label | ExternProcedure) => true,
        // A declaration cannot use its own name.
        SymbolKind::Name(_) => match (symbol.definition_span(), here) {
            (Some(span), Some(here)) => span.range().end <= line_of(asked, here),
            _ => true,
        },
        SymbolKind::Macro => symbol
            .definition()
            .is_none_or(|place| place.file != asked.file || place.span.start < asked.offset),
    }
}

/// Returns the start of the line that contains an offset of the assembled text.
fn line_of(asked: &CompletionContext<'_>, offset: u32) -> usize {
    let text = asked.analysed.analysis.text();
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    line_start(text.get(..offset).unwrap_or(text))
}

/// Returns the offset of the position in the assembled text, or of the start of the last assembled line before it.
fn text_offset(asked: &CompletionContext<'_>) -> Option<u32> {
    let analysis = &asked.analysed.analysis;
    let text = &analysis.file(asked.file)?.text;
    let mut offset = asked.offset;
    loop {
        let place = FileSpan {
            file: asked.file,
            span: Span::new(offset, offset),
        };
        if let Some(span) = analysis.span_of(place) {
            return Some(span.start);
        }
        let before = text.get(..usize::try_from(offset).ok()?)?;
        offset = u32::try_from(before.rfind(['\n', '\r'])?).ok()?;
    }
}

/// Returns the keywords that are allowed.
fn words_of(reference: &Reference, kind: ExpectedKind) -> Vec<Candidate> {
    let of = |class: Class| {
        let known = words().filter(move |word| word.class == class);
        known.map(move |word| Candidate::word(reference, class, word.text))
    };
    let fixed = |texts: &[&str]| {
        let texts = texts.iter();
        texts
            .map(|text| Candidate::new(text, CompletionItemKind::Value, '1'))
            .collect()
    };
    match kind {
        ExpectedKind::Instruction => of(Class::Mnemonic).collect(),
        ExpectedKind::Directive => of(Class::Directive).map(directive).collect(),
        ExpectedKind::Property => of(Class::Property).collect(),
        ExpectedKind::Comparison => of(Class::Comparison).collect(),
        ExpectedKind::GeometryMode => of(Class::GeometryMode).collect(),
        ExpectedKind::EmitFlag => of(Class::EmitFlag).collect(),
        ExpectedKind::BooleanLiteral => of(Class::Boolean).collect(),
        ExpectedKind::Number => of(Class::Function).map(function).collect(),
        ExpectedKind::EarlyNumber => {
            let early = of(Class::Function).filter(|word| !is_size_function(&word.label));
            early.map(function).collect()
        }
        ExpectedKind::AddressDestination => fixed(&["a0.x", "a0.y", "a0.xy"]),
        ExpectedKind::Index { relative: false } => of(Class::Function).map(function).collect(),
        ExpectedKind::Index { relative: true } => fixed(&["a0.x", "a0.y", "aL"]),
        ExpectedKind::Condition => fixed(&["cmp.x", "cmp.y"]),
        ExpectedKind::Letter => fixed(&["x", "y"]),
        ExpectedKind::AddressLetters => fixed(&["x", "y", "xy"]),
        ExpectedKind::VertexSlot => fixed(&["0", "1", "2"]),
        ExpectedKind::ExternKind => fixed(&["fvec", "ivec", "bool", "constf", "consti", "constfa"]),
        ExpectedKind::Components { mask } => components(mask),
        _ => Vec::new(),
    }
}

/// Adds the dot of a directive.
fn directive(word: Candidate) -> Candidate {
    let snippet = Directive::from_name(&word.label).and_then(snippets::snippet);
    Candidate {
        label: format!(".{}", word.label),
        rank: '2',
        snippet,
        ..word
    }
}

fn function(word: Candidate) -> Candidate {
    Candidate {
        snippet: Some(format!("{}($1)", word.label)),
        rank: '2',
        ..word
    }
}

/// Returns the most common masks or swizzles in each set of letters. The first set comes first.
fn components(mask: bool) -> Vec<Candidate> {
    let words: &[&str] = if mask {
        &[
            "x", "y", "z", "w", "xy", "xz", "xw", "yz", "yw", "zw", "xyz", "xyw", "xzw", "yzw",
        ]
    } else {
        &["x", "y", "z", "w", "xy", "zw", "xyz", "yzx", "zxy", "wzyx"]
    };
    let in_letters = |rank, letters: [char; 4]| {
        words.iter().map(move |word| {
            let places = word.chars().filter_map(|letter| "xyzw".find(letter));
            let word: String = places.filter_map(|place| letters.get(place)).collect();
            Candidate::new(&word, CompletionItemKind::Value, rank)
        })
    };
    in_letters('1', ['x', 'y', 'z', 'w'])
        .chain(in_letters('2', ['r', 'g', 'b', 'a']))
        .chain(in_letters('3', ['s', 't', 'p', 'q']))
        .collect()
}

/// Returns the allowed registers, by number. Free temporaries come first for destinations. Float uniforms have labels,
/// except where a register is selected.
fn registers(asked: &CompletionContext<'_>, kind: ExpectedKind) -> Vec<Candidate> {
    let is_argument = matches!(kind, ExpectedKind::Argument { .. });
    let is_choice = matches!(kind, ExpectedKind::Register(_));
    let banks = Bank::ALL.into_iter().filter(|bank| {
        kind.takes(*bank) && (*bank != Bank::Float || is_choice)
            || is_argument && matches!(bank, Bank::Input | Bank::Temporary)
    });
    let free = match kind {
        ExpectedKind::Destination => free_temporaries(asked),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for bank in banks {
        for number in 0..bank.size() {
            let register = Register { bank, number };
            let is_free = free.contains(&register);
            let rank = if is_free { '3' } else { '4' };
            let detail = if is_free {
                "free temporary register"
            } else {
                bank.noun()
            };
            found.push(Candidate {
                detail: Some(detail.to_owned()),
                ..Candidate::new(&register.to_string(), CompletionItemKind::Value, rank)
            });
        }
    }
    found
}

/// Returns the temporaries whose values are dead at the position.
fn free_temporaries(asked: &CompletionContext<'_>) -> Vec<Register> {
    let analysis = &asked.analysed.analysis;
    let before = text_offset(asked).and_then(|offset| analysis.instruction_before(offset));
    before.map_or_else(Vec::new, |instruction| {
        analysis.liveness(Callers::Source).free_after(instruction.id())
    })
}
