//! Tables of `SHARCFB.md` about named numbers.

use pica200_sharcfb::gx2::{SamplerType, VariableType};

use super::programs::numbers;

/// The page about SHARCFB archives.
pub(super) const PAGE: &str = "objfmt/foreign/sharcfb/SHARCFB.md";

/// Returns the tables with their names.
pub(super) fn tables() -> Vec<(&'static str, String)> {
    let variables = VariableType::KNOWN.iter();
    let samplers = SamplerType::KNOWN.iter();
    vec![
        (
            "variable types",
            numbers(variables.map(|known| (known.0, known.name()))),
        ),
        ("sampler types", numbers(samplers.map(|known| (known.0, known.name())))),
    ]
}
