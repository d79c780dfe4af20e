//! The operands of an instruction as written: their number and separation.

use pica200_objfmt::isa::opcode::{Opcode, Operands};

use crate::diagnostic::{Applicability, Code, Diagnostic, diagnose};
use crate::foreign::{NO_ARGUMENTS, is_call};
use crate::mnemonic::Mnemonic;
use crate::resolve::Resolver;
use crate::syntax::ast::{Lead, Term};
use crate::text::Span;

/// The operands of an instruction: for each, the terms between two commas.
///
/// No instruction takes more than [`Arguments::MAX`]; further ones are only counted.
pub(super) struct Arguments<'t> {
    /// Terms of all operands.
    terms: &'t [Term],
    /// True if each term is a separate operand.
    is_plain: bool,
    pub(super) count: usize,
}

impl<'t> Arguments<'t> {
    const MAX: usize = 4;

    pub(super) fn new(terms: &'t [Term]) -> Self {
        let is_plain = terms.iter().all(|term| term.lead == Lead::Operand);
        Self {
            terms,
            is_plain,
            count: if is_plain { terms.len() } else { operands(terms).count() },
        }
    }

    /// Returns the terms of an operand. Empty if there is no such operand.
    pub(super) fn terms(&self, n: usize) -> &'t [Term] {
        if n >= Self::MAX {
            return &[];
        }
        if self.is_plain {
            self.terms.get(n..=n).unwrap_or_default()
        } else {
            operands(self.terms).nth(n).unwrap_or_default()
        }
    }

    /// Returns the first operand that exceeds the maximum of any instruction.
    fn excess(&self) -> Option<Span> {
        let operand = operands(self.terms).nth(Self::MAX)?;
        operand.first().map(|term| term.span)
    }

    /// Returns the only term of an operand that is not a condition. Reports further terms.
    pub(super) fn single(&self, resolver: &mut Resolver<'_, '_>, n: usize) -> Option<&'t Term> {
        match self.terms(n) {
            [only] => Some(only),
            [_, second, ..] => {
                let message = "flags can only be combined in conditions";
                resolver.report_message(Code::InvalidOperand, second.span, message);
                None
            }
            [] => None,
        }
    }

    /// Returns the span of an operand.
    fn span(&self, n: usize) -> Option<Span> {
        match self.terms(n) {
            [first, .., last] => Some(first.span.to(last.span)),
            [only] => Some(only.span),
            [] => self.excess(),
        }
    }

    /// Returns true if the first word is a `not` of other languages.
    fn starts_with_not(&self, resolver: &Resolver<'_, '_>) -> bool {
        let first = self.terms.first();
        first.is_some_and(|term| resolver.text(term.span).eq_ignore_ascii_case("not"))
    }

    /// Returns a term that follows another with only whitespace in between, where that is invalid.
    fn juxtaposed(&self, operands: Operands) -> Option<Span> {
        if self.is_plain {
            return None;
        }
        let checked = match operands {
            Operands::Emit => self.terms(0),
            _ => self.terms,
        };
        let mut blanks = checked.iter().filter(|term| term.lead == Lead::Blank);
        blanks.next().map(|term| term.span)
    }
}

/// Splits terms into operands.
fn operands(terms: &[Term]) -> impl Iterator<Item = &[Term]> {
    terms.chunk_by(|_, next| next.lead != Lead::Operand)
}

/// The syntax of an instruction: its mnemonic, and its number of operands.
#[derive(Clone, Copy)]
pub(super) struct Form {
    mnemonic: &'static str,
    /// The operands, for messages.
    usage: &'static str,
    operands: Operands,
    /// Minimum and maximum number of operands.
    count: (usize, usize),
}

impl Form {
    pub(super) fn new(mnemonic: Mnemonic) -> Self {
        let (mnemonic, operands) = mnemonic.usage();
        Self {
            mnemonic,
            usage: operands.usage(),
            operands,
            count: operands.count(),
        }
    }

    /// Returns the syntax of `.elseif`, a chained if.
    pub(super) fn else_if_form(opcode: Opcode) -> Self {
        Self {
            mnemonic: ".elseif",
            usage: "condition",
            operands: opcode.info().operands,
            count: (1, 1),
        }
    }
}

/// Returns the last word of a text if it is a vector type in another language, as in `vec4(1, 2, 3, 4)`.
fn type_before(text: &str) -> Option<Span> {
    let start = text.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len();
    let word = &text[start..];
    let types = ["vec2", "vec3", "vec4", "float2", "float3", "float4"];
    let is_type = types.iter().any(|name| word.eq_ignore_ascii_case(name));
    is_type.then(|| Span::from_range(start..text.len()))
}

/// Adds the help for an operand at `second` that follows another one without a comma.
fn juxtaposed_help(
    resolver: &Resolver<'_, '_>,
    diagnostic: Diagnostic,
    second: Span,
    form: Form,
    arguments: &Arguments<'_>,
) -> Diagnostic {
    let Form { mnemonic, usage, .. } = form;
    let before = resolver.text(Span::new(0, second.start));
    let is_vector = resolver.text(second).starts_with('(');
    if let Some(name) = type_before(before).filter(|_| is_vector) {
        let ty = resolver.text(name);
        return diagnostic
            .with_help(format!("write four numbers in parentheses, without `{ty}`"))
            .with_fix(name, "", Applicability::Maybe);
    }
    if is_vector && is_call(mnemonic) {
        return diagnostic.with_help(NO_ARGUMENTS);
    }
    // A comma would make too many operands.
    if arguments.count >= form.count.1 {
        return diagnostic.with_help(format!("the form is: {mnemonic} {usage}"));
    }
    let end = Span::from_range(0..before.trim_end().len()).end;
    diagnostic
        .with_help(format!("separate operands with commas: {mnemonic} {usage}"))
        .with_fix(Span::new(end, end), ",", Applicability::Maybe)
}

/// Checks the number of operands, and that commas separate them.
pub(super) fn check_count(
    resolver: &mut Resolver<'_, '_>,
    keyword: Span,
    form: Form,
    arguments: &Arguments<'_>,
) -> bool {
    let Form {
        mnemonic,
        usage,
        operands,
        count: (min, max),
    } = form;
    if let Some(second) = arguments.juxtaposed(operands) {
        let text = resolver.text(second);
        let message = format!("unexpected `{text}` after an operand of `{mnemonic}`");
        let diagnostic = diagnose(Code::MissingComma, second, message);
        let lower = resolver.text(second).to_ascii_lowercase();
        let joins = matches!(lower.as_str(), "and" | "or") || lower.starts_with("cmp.");
        resolver.report(match operands {
            Operands::None => diagnostic.with_help(format!("`{mnemonic}` takes no operands")),
            _ if joins => diagnostic.with_help("combine conditions with `&&` or `||`"),
            _ if arguments.starts_with_not(resolver) => {
                diagnostic.with_help(format!("write `!` to negate a condition: `!{text}`"))
            }
            _ => juxtaposed_help(resolver, diagnostic, second, form, arguments),
        });
        return false;
    }
    let found = arguments.count;
    if (min..=max).contains(&found) {
        return true;
    }
    let wanted = match (min, max) {
        (0, 0) => "no operands".to_owned(),
        (1, 1) => "1 operand".to_owned(),
        (min, max) if min == max => format!("{min} operands"),
        (min, max) if min + 1 == max => format!("{min} or {max} operands"),
        (min, max) => format!("{min} to {max} operands"),
    };
    let message = format!("`{mnemonic}` takes {wanted}, found {found}");
    let excess = (found > max).then(|| arguments.span(max)).flatten();
    let span = excess.unwrap_or(keyword);
    let diagnostic = diagnose(Code::OperandCount, span, message);
    resolver.report(match operands {
        Operands::None => diagnostic,
        _ => diagnostic.with_help(format!("the form is: {mnemonic} {usage}")),
    });
    false
}
