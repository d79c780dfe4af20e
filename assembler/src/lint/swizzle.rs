//! `shifted-swizzle`: `mov o.yz, r0.yz`, where `o.y` gets `r0.z`. The letters of a swizzle select the components x, y,
//! z, w in this order, whatever the mask; a short swizzle repeats its last letter. A swizzle with as many letters as
//! the mask usually intends the components of the mask, one by one.

use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::opcode::{Opcode, Selectors};

use super::LintContext;
use crate::diagnostic::{Code, diagnose};
use crate::lower::MachineOperation;
use crate::program::{Selection, Source};
use crate::report::Report;

pub(super) fn check(cx: &LintContext<'_>, report: &mut Report<'_>) {
    for operation in &cx.lowered.operations {
        if let MachineOperation::Vector(vector) = operation
            && vector.mask != Mask::ALL
            && vector.destination.is_some()
        {
            let sources = cx.sources(vector);
            check_sources(cx, vector.opcode, vector.mask, sources, report);
        }
    }
}

/// Checks the sources of an instruction with a mask.
fn check_sources(cx: &LintContext<'_>, opcode: Opcode, mask: Mask, sources: &[Source], report: &mut Report<'_>) {
    let selectors = opcode.info().selectors;
    for (n, (source, selectors)) in sources.iter().zip(selectors).enumerate() {
        let selection = source.operand.selection;
        if *selectors != Selectors::Masked || !is_shifted(mask, selection) {
            continue;
        }
        // Pseudo-instructions may read a source twice.
        let mut earlier = sources.iter().take(n);
        if earlier.any(|earlier| earlier.span == source.span) {
            continue;
        }
        let meant: Vec<_> = selection.components().collect();
        let components = mask
            .components()
            .zip(&meant)
            .map(|(component, letter)| [component, selection.component(component), *letter])
            .filter(|[_, got, letter]| got != letter)
            .map(|row| row.map(Component::letter));
        let gets: Vec<_> = components
            .map(|[component, got, letter]| format!("{component} gets {got}, not {letter}"))
            .collect();
        let text = cx.text(source.span);
        let message = format!("with the mask `.{mask}` and `{text}`, {}", gets.join("; "));
        let swizzle: String = meant.iter().map(|component| component.letter()).collect();
        let help = format!(
            "to give `.{mask}` the components {swizzle} one by one, select `.{}` of the register; if this is intended, \
             write four letters",
            matching_swizzle(mask, &meant)
        );
        let diagnostic = diagnose(Code::ShiftedSwizzle, source.span, message)
            .with_label(
                "the letters of a swizzle select the sources of x, y, z, w in this order, regardless of the mask",
            )
            .with_help(help);
        report.add(diagnostic);
    }
}

/// Returns true if a selection has as many letters as a mask has components, and a component gets another component's
/// letter.
fn is_shifted(mask: Mask, selection: Selection) -> bool {
    let count = selection.len();
    // A single letter applies to all components; if the mask is a prefix of xyzw, each component has its own letter.
    if count == 1 || mask == Mask::first(count) || mask.count() != usize::from(count) {
        return false;
    }
    let mut pairs = mask.components().zip(selection.components());
    pairs.any(|(component, letter)| selection.component(component) != letter)
}

/// Returns the shortest swizzle that gives the components of a mask these letters, one by one. Components before the
/// first one get its letter, and components between two get the letter of the next, so the result for `.yz` and `.xz`
/// is `.xyz`.
fn matching_swizzle(mask: Mask, letters: &[Component]) -> String {
    let identity = mask.components().eq(letters.iter().copied());
    let last = mask.components().last().unwrap_or(Component::X);
    let components = Component::ALL.into_iter().take_while(|component| *component <= last);
    let letter = |component: Component| {
        let next = mask.components().zip(letters).find(|(of, _)| *of >= component);
        match next {
            Some((_, letter)) if !identity => letter.letter(),
            _ => component.letter(),
        }
    };
    components.map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(letters: &str) -> Mask {
        let components = letters.bytes().filter_map(Component::from_letter);
        components.fold(Mask::NONE, Mask::with)
    }

    #[test]
    fn swizzles_pair_with_masks() {
        let shifted = |of: &str, letters: &str| {
            let selection = Selection::parse(letters).expect("a swizzle");
            let mask = mask(of);
            let letters: Vec<_> = selection.components().collect();
            is_shifted(mask, selection).then(|| matching_swizzle(mask, &letters))
        };
        // The mask is a prefix of xyzw, or the repeated letter fills the gap.
        for (of, letters) in [("xy", "xy"), ("xyz", "zyx"), ("xz", "xz"), ("xyw", "xyz")] {
            assert_eq!(shifted(of, letters), None, "{of} {letters}");
        }
        // One letter applies to all components. With a different number of letters, the swizzle is intended.
        for (of, letters) in [("yz", "x"), ("yz", "xyz"), ("yz", "xyzw"), ("yzw", "xy")] {
            assert_eq!(shifted(of, letters), None, "{of} {letters}");
        }
        for (of, letters, better) in [
            ("yz", "yz", "xyz"),
            ("yz", "xy", "xxy"),
            ("zw", "xy", "xxxy"),
            ("yzw", "xyz", "xxyz"),
            ("yzw", "yzw", "xyzw"),
        ] {
            assert_eq!(shifted(of, letters).as_deref(), Some(better), "{of} {letters}");
        }
    }
}
