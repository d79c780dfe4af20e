//! Tables of inputs, outputs and patch constants.

use std::fmt::{Formatter, Result};

use bstr::BStr;

use super::text;
use crate::resources::Stage;
use crate::signature::{Element, NO_REGISTER, Signature, SignatureKind, SystemValue};

pub(super) fn write(f: &mut Formatter<'_>, signatures: &[Signature<'_>], stage: Stage) -> Result {
    let kinds = [
        (SignatureKind::PatchConstant, "Patch Constant"),
        (SignatureKind::Input, "Input"),
        (SignatureKind::Output, "Output"),
    ];
    for (kind, title) in kinds {
        let found = signatures.iter().find(|found| found.kind() == Some(kind));
        if let Some(signature) = found {
            write_signature(f, signature, title, View { kind, stage })?;
        }
    }
    Ok(())
}

/// The properties that determine the columns of a signature.
#[derive(Clone, Copy)]
struct View {
    kind: SignatureKind,
    stage: Stage,
}

impl View {
    /// Returns true if the program writes the elements.
    fn is_written(self) -> bool {
        match self.kind {
            SignatureKind::Output => true,
            SignatureKind::PatchConstant => self.stage == Stage::HULL,
            SignatureKind::Input => false,
        }
    }

    /// Returns the components that the program reads or writes. For outputs, the file stores the complement.
    fn used(self, element: &Element<'_>) -> u8 {
        if self.is_written() {
            !element.rw_mask
        } else {
            element.rw_mask
        }
    }
}

fn write_signature(f: &mut Formatter<'_>, signature: &Signature<'_>, title: &str, view: View) -> Result {
    writeln!(
        f,
        "//
// {title} signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------"
    )?;
    if signature.elements.is_empty() {
        return writeln!(f, "// no {title}");
    }
    for element in &signature.elements {
        let columns = if element.register == NO_REGISTER {
            without_register(element, view)
        } else {
            with_register(element, view)
        };
        let [mask, register, system_value, used] = columns;
        let (name, index) = (text(element.name), element.index);
        let format = element.component_type.to_string();
        writeln!(
            f,
            "// {name:20} {index:5}   {mask:4} {register:>8} {system_value:>8} {format:>7}   {used:4}"
        )?;
    }
    writeln!(f, "//")
}

/// Returns the mask, register, system value and used components of an element in a register.
fn with_register(element: &Element<'_>, view: View) -> [String; 4] {
    let is_target = view.kind == SignatureKind::Output && view.stage == Stage::PIXEL;
    let system_value = if is_target {
        SystemValue::TARGET
    } else {
        element.system_value
    };
    [
        letters(element.mask),
        element.register.to_string(),
        short_name(system_value),
        letters(view.used(element)),
    ]
}

/// Returns the columns of an element without a register, which has a special register.
fn without_register(element: &Element<'_>, view: View) -> [String; 4] {
    let kinds = [
        ("SV_Depth", "oDepth", "DEPTH"),
        ("SV_DepthGreaterEqual", "oDepthGE", "DEPTHGE"),
        ("SV_DepthLessEqual", "oDepthLE", "DEPTHLE"),
        ("SV_Coverage", "oMask", "COVERAGE"),
        ("SV_StencilRef", "oStencilRef", "STENCILREF"),
        ("SV_PrimitiveID", "primID", "PRIMID"),
    ];
    let is_named = |name: &BStr| element.name.eq_ignore_ascii_case(name);
    let kind = kinds.iter().find(|(name, ..)| is_named(BStr::new(name)));
    let (register, system_value) = match kind {
        Some((_, register, value)) => ((*register).to_owned(), (*value).to_owned()),
        None => ("N/A".to_owned(), short_name(element.system_value)),
    };
    let is_unread = !view.is_written() && element.rw_mask == 0;
    let used = if is_unread { "  NO" } else { " YES" };
    [" N/A".to_owned(), register, system_value, used.to_owned()]
}

/// Returns the letters of a mask, padded to fixed columns.
fn letters(mask: u8) -> String {
    let letters = "xyzw".chars().enumerate();
    letters
        .map(|(bit, letter)| if mask >> bit & 1 == 1 { letter } else { ' ' })
        .collect()
}

fn short_name(value: SystemValue) -> String {
    let name = match value {
        SystemValue::NONE => "NONE",
        SystemValue::POSITION => "POS",
        SystemValue::CLIP_DISTANCE => "CLIPDST",
        SystemValue::CULL_DISTANCE => "CULLDST",
        SystemValue::RENDER_TARGET_ARRAY_INDEX => "RTINDEX",
        SystemValue::VIEWPORT_ARRAY_INDEX => "VPINDEX",
        SystemValue::VERTEX_ID => "VERTID",
        SystemValue::PRIMITIVE_ID => "PRIMID",
        SystemValue::INSTANCE_ID => "INSTID",
        SystemValue::IS_FRONT_FACE => "FFACE",
        SystemValue::SAMPLE_INDEX => "SAMPLE",
        SystemValue::QUAD_EDGE_TESSELLATION => "QUADEDGE",
        SystemValue::QUAD_INSIDE_TESSELLATION => "QUADINT",
        SystemValue::TRIANGLE_EDGE_TESSELLATION => "TRIEDGE",
        SystemValue::TRIANGLE_INSIDE_TESSELLATION => "TRIINT",
        SystemValue::LINE_DETAIL_TESSELLATION => "LINEDET",
        SystemValue::LINE_DENSITY_TESSELLATION => "LINEDEN",
        SystemValue::TARGET => "TARGET",
        SystemValue::DEPTH => "DEPTH",
        SystemValue::COVERAGE => "COVERAGE",
        SystemValue::DEPTH_GREATER_EQUAL => "DEPTHGE",
        SystemValue::DEPTH_LESS_EQUAL => "DEPTHLE",
        SystemValue::STENCIL_REFERENCE => "STENCILREF",
        SystemValue::INNER_COVERAGE => "INNERCOV",
        SystemValue(other) => return other.to_string(),
    };
    name.to_owned()
}
