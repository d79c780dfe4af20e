//! Name resolution: resolves names, evaluates expressions, types operands, and builds blocks.
//!
//! One pass visits the statements in source order, because declarations are sequential: a name is declared before its
//! use, and `.set` changes numbers during the pass. Procedures and labels are the exception; their uses are resolved at
//! the end. Sources with errors also have a result: an instruction with an error becomes a placeholder.

mod blocks;
pub(crate) mod declarations;
mod declare;
mod difference;
mod directive;
mod instruction;
pub(crate) mod names;
mod operand;
mod recovery;
mod scope;
mod statement;
mod stray;
mod targets;
#[cfg(test)]
mod tests;
mod unclosed;
mod values;

use pica200_objfmt::formats::object::Position;
use pica200_objfmt::isa::float24::Float24;

use self::blocks::Builder;
use self::declarations::Declarations;
pub(crate) use self::difference::{Difference, DifferenceKind};
pub(crate) use self::names::Meaning;
pub use self::names::{Access, Name, NameId, NameKind, NameUse};
use self::names::{NameLists, Names};
use self::recovery::Recovery;
use self::scope::ProgramScope;
use self::targets::Targets;
use crate::allow::main_file;
use crate::diagnostic::{Code, Diagnostic};
use crate::expression::Evaluator;
use crate::expression::value::Number;
use crate::options::AssemblyOptions;
use crate::program::{Program, Storage};
use crate::report::Report;
use crate::syntax::ast::{Ast, Statement, StatementKind};
use crate::text::{Lines, Span};

/// A resolved source. Sources with errors also have one.
#[derive(Default, Debug)]
pub struct Resolved {
    names: Vec<Name>,
    uses: Vec<NameUse>,
    /// Meaning of each name. For a variable, its last number.
    pub(crate) meanings: Vec<Meaning>,
    /// Numbers assigned to variables by `.set`, in source order.
    pub(crate) settings: Vec<(NameId, Span, Number)>,
    pub(crate) declarations: Declarations,
    pub(crate) program: Program,
    /// Procedures of other files that the code calls, in order of the first call.
    pub(crate) externals: Vec<Span>,
    pub(crate) facts: Facts,
    /// True if padding NOPs are inserted.
    pub(crate) padding: bool,
    /// Number of the source's files that contribute nothing to the object; see [`Lines::unused_files`].
    pub(crate) unused_files: u32,
    /// File index of the source itself; see [`Lines::main_file`].
    pub(crate) main_file: u32,
}

impl Resolved {
    /// Returns the names that the source declares, defines or calls. A [`NameId`] is an index into this list.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Returns all uses of names. Uses of procedures and labels follow the uses of other names; each of the two groups
    /// is in source order.
    pub fn uses(&self) -> &[NameUse] {
        &self.uses
    }

    /// Returns the uses of one name, in source order.
    pub fn uses_of(&self, name: NameId) -> impl Iterator<Item = &NameUse> {
        self.uses.iter().filter(move |used| used.name == name)
    }

    /// Returns the name that is defined or used at a text offset.
    pub fn name_at(&self, offset: u32) -> Option<NameId> {
        let holds = |span: Span| span.range().contains(&(offset as usize));
        let used = self.uses.iter().find(|used| holds(used.span));
        used.map(|used| used.name).or_else(|| {
            let defined = |name: &Name| name.definition.is_some_and(holds);
            let index = self.names.iter().position(defined)?;
            Some(NameId::new(index))
        })
    }
}

/// Facts about the source for lints and later checks.
#[derive(Default, Debug)]
pub(crate) struct Facts {
    /// Banks with registers named by number, bank n at bit n.
    pub(crate) numbered_banks: u8,
    /// True if there is a `.word`, which may use any register.
    pub(crate) has_words: bool,
    /// Numbers converted to float24, if a lint needs them.
    pub(crate) roundings: Vec<Rounding>,
    /// Integers without a decimal point that are operands, with their signs.
    pub(crate) bare_integers: Vec<Span>,
    /// The parts that picasso reads differently.
    pub(crate) differences: Vec<Difference>,
    /// Out-of-bounds indices.
    pub(crate) beyond_arrays: Vec<(Span, Storage)>,
    /// Uses of output registers that geometry shaders do not have.
    pub(crate) high_outputs: Vec<(Span, u8)>,
    /// The first `setemit`.
    pub(crate) set_emit: Option<Span>,
    /// The first `emit`.
    pub(crate) emit: Option<Span>,
}

/// A number of the source that was converted to float24.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounding {
    /// Span of the number with its sign.
    pub(crate) span: Span,
    /// The exact number.
    pub(crate) number: RoundedNumber,
    /// The result.
    pub(crate) result: Float24,
}

/// The exact form of a number that was rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RoundedNumber {
    /// A literal, with its digits without the sign.
    Literal(Span),
    /// The result of an expression.
    Computed(Number),
}

/// Returns true if a source has `.nonop`.
fn disables_padding(ast: &Ast) -> bool {
    let is_nonop = |statement: &Statement| matches!(statement.kind, StatementKind::NoPadding);
    ast.statements.iter().any(is_nonop)
}

/// Resolves the statements of a source.
pub(crate) fn resolve<'s>(ast: &Ast, lines: &Lines, options: &'s AssemblyOptions, report: &mut Report<'s>) -> Resolved {
    let mut resolver = Resolver {
        ast,
        report,
        names: Names::with_capacity(ast.statements.len()),
        declarations: Declarations::default(),
        builder: Builder::with_capacity(ast.statements.len()),
        targets: Targets::default(),
        facts: Facts::default(),
        order: DeclarationOrder::default(),
        recovery: Recovery::default(),
        position: Position::default(),
        pseudo: options.pseudo,
        number_operands: options.number_operands,
        padding: options.padding && !disables_padding(ast),
        keeps_roundings: options.lints.has(Code::LostPrecision),
    };
    for define in &options.defines {
        let number = Meaning::Number(define.number());
        resolver.names.add_value(define.name(), NameKind::Number, None, number);
    }
    let first = ast.statements.first();
    let unused_files = first.map_or(0, |first| lines.unused_files(first.keyword.start));
    resolver.run(lines, unused_files);
    Resolved {
        unused_files,
        main_file: main_file(ast, lines),
        ..resolver.finish()
    }
}

/// The state of the pass over the statements.
struct Resolver<'r, 's> {
    ast: &'r Ast,
    report: &'r mut Report<'s>,
    names: Names<'s>,
    declarations: Declarations,
    builder: Builder,
    targets: Targets,
    facts: Facts,
    order: DeclarationOrder,
    recovery: Recovery<'s>,
    /// File and line of the current statement.
    position: Position,
    /// True to allow pseudo-instructions.
    pseudo: bool,
    /// True to allow numbers as operands.
    number_operands: bool,
    /// True to count padding NOPs as words.
    padding: bool,
    /// True if a lint needs the numbers that are rounded.
    keeps_roundings: bool,
}

/// State that checks the order of declarations.
#[derive(Default)]
struct DeclarationOrder {
    /// Input registers named by `.in` so far, register n at bit n.
    inputs_taken: u16,
    /// The first declaration of a constant, a uniform or an output.
    first: Option<Span>,
    /// The first `.gsh`.
    geometry: Option<Span>,
}

impl<'s> Resolver<'_, 's> {
    /// Returns the text of a span.
    fn text(&self, span: Span) -> &'s str {
        self.report.text(span)
    }

    /// Reports a diagnostic.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.report.add(diagnostic);
    }

    /// Reports a diagnostic that only has a code, a span and a message.
    fn report_message(&mut self, kind: Code, span: Span, message: impl Into<String>) {
        self.report.add_message(kind, span, message);
    }

    /// Evaluates expressions with the names declared so far.
    fn evaluate<T>(&mut self, with: impl FnOnce(&mut Evaluator<'_, 's>) -> T) -> T {
        let mut scope = ProgramScope {
            names: &mut self.names,
            declarations: &self.declarations,
            builder: &self.builder,
            padding: self.padding,
        };
        with(&mut Evaluator::new(self.report, &mut scope))
    }

    /// Rejects the name at a span: its uses cause no further errors.
    fn reject(&mut self, name: Span) {
        let name = self.text(name);
        self.names.reject(name);
    }

    /// Returns the resolved source.
    fn finish(self) -> Resolved {
        let NameLists {
            names,
            uses,
            meanings,
            settings,
        } = self.names.into_lists();
        Resolved {
            names,
            uses,
            meanings,
            settings,
            declarations: self.declarations,
            program: self.builder.finish(),
            externals: self.targets.externals,
            facts: self.facts,
            padding: self.padding,
            unused_files: 0,
            main_file: 0,
        }
    }
}
