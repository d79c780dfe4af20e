//! Table of bindings.

use std::fmt::{Formatter, Result};

use super::super::Compiler;
use super::text;
use crate::resources::{Binding, BindingDimension, BindingFlags, BindingKind, BindingReturn, Resources};

pub(super) fn write(f: &mut Formatter<'_>, resources: &Resources<'_>, compiler: Compiler) -> Result {
    let bindings = &resources.bindings;
    if bindings.is_empty() {
        return Ok(());
    }
    let has_ids = resources.model.has_spaces();
    let [titles, bars] = match (compiler, has_ids) {
        (Compiler::V9, _) => ["Slot Elements", "---- --------"],
        (Compiler::V10, false) => ["     HLSL Bind  Count", "-------------- ------"],
        (Compiler::V10, true) => ["     ID      HLSL Bind  Count", "------- -------------- ------"],
    };
    write!(
        f,
        "// Resource Bindings:
//
// Name                                 Type  Format         Dim {titles}
// ------------------------------ ---------- ------- ----------- {bars}
"
    )?;
    for binding in bindings {
        let (name, kind) = (text(binding.name), kind(binding));
        let (format, dimension) = (format(binding), dimension(binding));
        write!(f, "// {name:30} {kind:>10} {format:>7} {dimension:>11} ")?;
        let (point, count) = (binding.bind_point, binding.bind_count);
        match compiler {
            Compiler::V9 => writeln!(f, "{point:4} {count:8}")?,
            Compiler::V10 => write_place(f, binding)?,
        }
    }
    writeln!(f, "//\n//")
}

/// Formats the range id, in model 5.1, the first register with its space, and the number of registers, as version 10
/// prints them. The line ends with a space.
fn write_place(f: &mut Formatter<'_>, binding: &Binding<'_>) -> Result {
    let letters = binding.kind.register_kind().to_string();
    let mut place = format!("{letters}{}", binding.bind_point);
    if let Some(space) = binding.space {
        let id = format!("{}{}", letters.to_uppercase(), space.id);
        write!(f, "{id:>7} ")?;
        if space.space > 0 {
            place += &format!(",space{}", space.space);
        }
    }
    match binding.bind_count {
        0 if binding.space.is_some() => writeln!(f, "{place:>14} unbounded "),
        count => writeln!(f, "{place:>14} {count:6} "),
    }
}

fn kind(binding: &Binding<'_>) -> &'static str {
    match binding.kind {
        BindingKind::CBUFFER => "cbuffer",
        BindingKind::TBUFFER => "tbuffer",
        BindingKind::SAMPLER if binding.flags.contains(BindingFlags::COMPARISON_SAMPLER) => "sampler_c",
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
        (_, BindingDimension::TEXTURE_2D_MS) if binding.samples == 0 => "2dMS",
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
