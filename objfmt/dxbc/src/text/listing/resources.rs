//! The table of bindings.

use std::fmt::{Formatter, Result};

use super::text;
use crate::resources::{Binding, BindingDimension, BindingFlags, BindingKind, BindingReturn};

pub(super) fn write(f: &mut Formatter<'_>, bindings: &[Binding<'_>]) -> Result {
    if bindings.is_empty() {
        return Ok(());
    }
    f.write_str(
        "// Resource Bindings:
//
// Name                                 Type  Format         Dim Slot Elements
// ------------------------------ ---------- ------- ----------- ---- --------
",
    )?;
    for binding in bindings {
        let (name, kind) = (text(binding.name), kind(binding));
        let (format, dimension) = (format(binding), dimension(binding));
        let (point, count) = (binding.bind_point, binding.bind_count);
        writeln!(
            f,
            "// {name:30} {kind:>10} {format:>7} {dimension:>11} {point:4} {count:8}"
        )?;
    }
    writeln!(f, "//\n//")
}

fn kind(binding: &Binding<'_>) -> &'static str {
    match binding.kind {
        BindingKind::CBUFFER => "cbuffer",
        BindingKind::TBUFFER => "tbuffer",
        BindingKind::SAMPLER if binding.flags.contains(BindingFlags::COMPARISON_SAMPLER) => {
            "sampler_c"
        }
        BindingKind::SAMPLER => "sampler",
        BindingKind::TEXTURE | BindingKind::STRUCTURED | BindingKind::BYTE_ADDRESS => "texture",
        _ => "UAV",
    }
}

fn format(binding: &Binding<'_>) -> String {
    let name = match (binding.return_type, binding.kind) {
        (BindingReturn::NONE, _) => "NA",
        (
            BindingReturn::MIXED,
            BindingKind::STRUCTURED
            | BindingKind::RW_STRUCTURED
            | BindingKind::APPEND
            | BindingKind::CONSUME
            | BindingKind::RW_STRUCTURED_COUNTER,
        ) => "struct",
        (BindingReturn::MIXED, BindingKind::BYTE_ADDRESS | BindingKind::RW_BYTE_ADDRESS) => "byte",
        (of_values, _) => {
            return match binding.flags.texture_components() {
                1 => of_values.to_string(),
                components => format!("{of_values}{components}"),
            };
        }
    };
    name.to_owned()
}

fn dimension(binding: &Binding<'_>) -> String {
    let name = match (binding.kind, binding.dimension) {
        (BindingKind::STRUCTURED | BindingKind::BYTE_ADDRESS, _) => "r/o",
        (
            BindingKind::RW_STRUCTURED
            | BindingKind::RW_BYTE_ADDRESS
            | BindingKind::APPEND
            | BindingKind::CONSUME
            | BindingKind::RW_STRUCTURED_COUNTER,
            _,
        ) => "r/w",
        (_, BindingDimension::NONE) => "NA",
        (_, BindingDimension::BUFFER) => "buf",
        (_, BindingDimension::TEXTURE_1D) => "1d",
        (_, BindingDimension::TEXTURE_1D_ARRAY) => "1darray",
        (_, BindingDimension::TEXTURE_2D) => "2d",
        (_, BindingDimension::TEXTURE_2D_ARRAY) => "2darray",
        (_, BindingDimension::TEXTURE_2D_MS) => return format!("2dMS{}", binding.samples),
        (_, BindingDimension::TEXTURE_2D_MS_ARRAY) => {
            return format!("2dMSarray{}", binding.samples);
        }
        (_, BindingDimension::TEXTURE_3D) => "3d",
        (_, BindingDimension::TEXTURE_CUBE) => "cube",
        (_, BindingDimension::TEXTURE_CUBE_ARRAY) => "cubearray",
        (_, dimension) => return dimension.to_string(),
    };
    name.to_owned()
}
