//! Refactorings of matrix-vector products: four `dp4` to a macro call, and inlining of a macro call.

use gen_lsp_types::CodeActionKind;
use pica200_asm::analysis::{Analysis, Instruction};
use pica200_asm::text::Span;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::opcode::Opcode;

use super::{Draft, Preserves, RefactorContext};

/// Returns the refactorings at the selection.
pub(super) fn drafts(site: &RefactorContext<'_>) -> Vec<Draft> {
    to_macro(site).into_iter().chain(from_macro(site)).collect()
}

/// The operands of a product, as written.
#[derive(Debug, PartialEq, Eq)]
struct Product<'t> {
    /// The destination without its mask.
    to: &'t str,
    /// The name of the matrix.
    matrix: &'t str,
    /// Its first row.
    first: u32,
    from: &'t str,
    /// The statements, from first to last.
    span: Span,
}

/// Returns the change of the four `dp4` around the selection to a macro call.
fn to_macro(site: &RefactorContext<'_>) -> Option<Draft> {
    let instructions: Vec<_> = site.analysis.instructions().collect();
    let touches =
        |product: &Product<'_>| product.span.start <= site.selected.end && site.selected.start <= product.span.end;
    let mut products = instructions.windows(4).filter_map(|rows| product(site, rows));
    let product = products.find(touches)?;
    let name = site.free_name("transform");
    let (procedure, end) = (site.procedure()?, site.line_end);
    let rows = Component::ALL.into_iter().zip(product.first..);
    let rows = rows.map(|(component, row)| {
        let letter = component.letter();
        format!("\tdp4 \\to.{letter}, \\matrix[{row}], \\from{end}")
    });
    let body: String = rows.collect();
    let definition = format!(".macro {name} to, matrix, from{end}{body}.endm{end}");
    let Product { to, matrix, from, .. } = product;
    let call = format!("{name} {to}, {matrix}, {from}");
    Some(Draft {
        title: "Extract the matrix product as a macro".to_owned(),
        kind: CodeActionKind::RefactorExtract,
        edits: vec![
            (Span::new(procedure.start, procedure.start), definition),
            (product.span, call),
        ],
        keeps: Preserves::Code,
    })
}

/// Recognizes a product in four instructions on separate lines: `dp4 to.x, matrix[0], from` and so on.
fn product<'t>(site: &RefactorContext<'t>, rows: &[Instruction<'_>]) -> Option<Product<'t>> {
    let mut product: Option<Product<'t>> = None;
    for (row, component) in rows.iter().zip(Component::ALL) {
        let next = row_of(site, row, component)?;
        match &mut product {
            None => product = Some(next),
            Some(product) => {
                let is_next = Product {
                    first: product.first.checked_add(component as u32)?,
                    span: next.span,
                    ..*product
                } == next;
                let between = site.text.get(product.span.range().end..next.span.range().start)?;
                // A comment or label between the rows would be lost.
                if !is_next || !between.trim().is_empty() {
                    return None;
                }
                product.span = Span::new(product.span.start, next.span.end);
            }
        }
    }
    product
}

/// Recognizes one row of a product.
fn row_of<'t>(site: &RefactorContext<'t>, row: &Instruction<'_>, component: Component) -> Option<Product<'t>> {
    let destination = row.destination()?;
    if row.opcode() != Some(Opcode::Dp4) || destination.mask != Mask::NONE.with(component) {
        return None;
    }
    let operands: Option<Vec<_>> = row
        .operands()
        .map(|span| Some(site.written(span)?.text(site.text)))
        .collect();
    let operands = operands?;
    let [to, matrix, from] = operands.as_slice() else {
        return None;
    };
    let (to, _) = to.rsplit_once('.')?;
    let (matrix, index) = matrix.strip_suffix(']')?.split_once('[')?;
    Some(Product {
        to,
        matrix,
        first: index.trim().parse().ok()?,
        from,
        span: site.written(row.span())?,
    })
}

/// Returns the change that inlines the macro call at the selection.
fn from_macro(site: &RefactorContext<'_>) -> Option<Draft> {
    let at = site.selected.start;
    let call = site.analysis.calls().iter().find(|call| {
        let place = call.name;
        place.file == Analysis::SOURCE && place.span.start <= at && at <= place.span.end
    })?;
    let place = site.written(call.span)?;
    let start = site.line_start(place.start);
    let indent = site.text.get(Span::new(start, place.start).range())?;
    if !indent.trim().is_empty() {
        return None;
    }
    let lines = call.expansion.lines().map(str::trim_end);
    let lines: Vec<_> = lines.filter(|line| !line.trim().is_empty()).collect();
    let name = call.name.span.text(site.text);
    Some(Draft {
        title: format!("Inline the call of `{name}`"),
        kind: CodeActionKind::RefactorInline,
        edits: vec![(Span::new(start, place.end), lines.join(site.line_end))],
        keeps: Preserves::Code,
    })
}
