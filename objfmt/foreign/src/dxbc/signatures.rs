//! Signatures of a DXBC container.

use pica200_dxbc::signature::{Element, NO_REGISTER, SignatureKind};

use super::parsed::ParsedContainer;
use pica200::text::page::{Column, Page, Style, column, counted, shown};

const ELEMENTS: [Column; 7] = [
    column("Name", 20, Style::Name),
    column("Index", 5, Style::Plain),
    column("Register", 8, Style::Plain),
    column("Mask", 4, Style::Plain),
    column("Used", 4, Style::Plain),
    column("Type", 7, Style::Plain),
    column("System value", 0, Style::Plain),
];

/// Writes the signatures of these kinds.
pub(super) fn signatures(page: &mut Page, parsed: &ParsedContainer<'_>, kinds: &[SignatureKind]) {
    for signature in &parsed.shader.signatures {
        let Some(kind) = signature.kind().filter(|kind| kinds.contains(kind)) else {
            continue;
        };
        let count = counted(signature.elements.len(), "element");
        let noun = noun(kind);
        page.heading(&format!("{noun} ({}), {count}", signature.id));
        if !signature.elements.is_empty() {
            page.titles(&ELEMENTS);
        }
        for element in &signature.elements {
            page.row(&ELEMENTS, &row(element, kind));
        }
    }
}

/// Returns the noun for a signature of a kind.
const fn noun(kind: SignatureKind) -> &'static str {
    match kind {
        SignatureKind::Input => "Inputs",
        SignatureKind::Output => "Outputs",
        SignatureKind::PatchConstant => "Patch constants",
    }
}

fn row(element: &Element<'_>, kind: SignatureKind) -> [String; 7] {
    let register = match element.register {
        NO_REGISTER => "-".to_owned(),
        register => register.to_string(),
    };
    [
        shown(element.name),
        format!("{:5}", element.index),
        format!("{register:>8}"),
        mask(element.mask),
        mask(used(element, kind)),
        element.component_type.to_string(),
        extra_columns(element),
    ]
}

/// Returns the components that the program reads or writes. Patch constants may be either, so the stored bits are
/// returned.
fn used(element: &Element<'_>, kind: SignatureKind) -> u8 {
    match kind {
        SignatureKind::Input | SignatureKind::PatchConstant => element.rw_mask,
        SignatureKind::Output => !element.rw_mask & 15,
    }
}

/// Returns the system value, and the fields that most elements do not use.
fn extra_columns(element: &Element<'_>) -> String {
    let mut text = element.system_value.to_string();
    if element.stream != 0 {
        text += &format!(", stream {}", element.stream);
    }
    if element.min_precision.0 != 0 {
        text += &format!(", {}", element.min_precision);
    }
    text
}

/// Formats a mask, padded to fixed columns: ` yz `.
fn mask(bits: u8) -> String {
    let letter = |(place, letter): (u32, char)| {
        let is_set = bits >> place & 1 == 1;
        if is_set { letter } else { ' ' }
    };
    (0..4).zip("xyzw".chars()).map(letter).collect()
}
