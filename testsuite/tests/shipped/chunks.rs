//! Tables of `DXBC.md` about the other chunks: named numbers and flags.

use pica200_dxbc::features::Features;
use pica200_dxbc::resources::{
    BaseType, BindingDimension, BindingFlags, BindingKind, BindingReturn, BufferFlags, BufferKind, CompileFlags, Stage,
    TypeClass, VariableFlags,
};
use pica200_dxbc::signature::{ComponentType, SystemValue};
use pica200_dxbc::statistics::Statistic;

use super::programs::{numbers, wrapped};

/// Returns the tables with their names.
pub(super) fn tables() -> Vec<(&'static str, String)> {
    macro_rules! numbers {
        ($($name:literal $type:ident,)*) => {
            [$(($name, numbers($type::KNOWN.iter().map(|known| (known.0, known.name()))))),*]
        };
    }
    macro_rules! flags {
        ($($name:literal $type:ident,)*) => {
            [$(($name, flags($type::KNOWN.iter().map(|(bit, name)| (u64::from(bit.0), *name))))),*]
        };
    }
    let mut tables = numbers! {
        "kinds of bindings" BindingKind,
        "types of bindings" BindingReturn,
        "dimensions of bindings" BindingDimension,
        "kinds of buffers" BufferKind,
        "classes of types" TypeClass,
        "base types" BaseType,
        "system values" SystemValue,
        "types of components" ComponentType,
        "statistics" Statistic,
    }
    .to_vec();
    tables.extend(flags! {
        "flags of shaders" CompileFlags,
        "flags of bindings" BindingFlags,
        "flags of buffers" BufferFlags,
        "flags of variables" VariableFlags,
        "features" Features,
    });
    let stages = Stage::KNOWN.iter();
    let stages = stages.filter_map(|stage| Some((stage.0.into(), stage.name()?)));
    tables.push(("stages", flags(stages)));
    tables
}

/// Formats hexadecimal numbers with their names, in one paragraph.
fn flags(known: impl Iterator<Item = (u64, &'static str)>) -> String {
    let entries: Vec<_> = known.map(|(bit, name)| format!("{bit:X} `{name}`")).collect();
    wrapped(&format!("{}.", entries.join(", ")))
}
