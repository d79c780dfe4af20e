//! Input languages.

use std::str::FromStr;

use pica200_compile::Language;
use pica200_diagnostics::most_similar;

use crate::input::InputKind;
use crate::text::lists::listed;

/// The language of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputLanguage {
    /// Assembly.
    Assembly,
    /// Direct3D shader containers, which the compiler translates with the Cargo feature `direct3d`.
    Direct3d,
    /// HLSL, which an external compiler translates to a Direct3D container.
    Hlsl,
    /// WGSL. Like the following, translated by the compiler with the Cargo feature `compile`.
    Wgsl,
    /// GLSL.
    Glsl,
    /// SPIR-V.
    SpirV,
}

impl InputLanguage {
    /// All languages.
    pub const ALL: [Self; 6] = [
        Self::Assembly,
        Self::Direct3d,
        Self::Hlsl,
        Self::Wgsl,
        Self::Glsl,
        Self::SpirV,
    ];

    /// Returns the name in options: `assembly`, `direct3d`, `hlsl`, `wgsl`, `glsl`, `spirv`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Assembly => "assembly",
            Self::Direct3d => Language::Direct3d.name(),
            Self::Hlsl => "hlsl",
            Self::Wgsl => Language::Wgsl.name(),
            Self::Glsl => Language::Glsl.name(),
            Self::SpirV => Language::SpirV.name(),
        }
    }

    /// Returns the display name.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Assembly => "assembly",
            Self::Direct3d => "a container of Direct3D",
            Self::Hlsl => "HLSL",
            Self::Wgsl => "WGSL",
            Self::Glsl => "GLSL",
            Self::SpirV => "SPIR-V",
        }
    }

    /// Returns the file name suffixes of a shading language, for messages.
    pub(crate) const fn suffixes(self) -> &'static str {
        match self {
            Self::Hlsl => "`.hlsl`",
            Self::Wgsl => "`.wgsl`",
            Self::Glsl => "`.vert` or `.glsl`",
            Self::SpirV => "`.spv`",
            Self::Direct3d => "`.dxbc`",
            Self::Assembly => "`.vsh` or `.pica`",
        }
    }

    /// Returns the kind of an input in this language.
    pub(crate) const fn kind(self) -> InputKind {
        match self {
            Self::Assembly => InputKind::Source,
            Self::Direct3d => InputKind::Container,
            Self::Hlsl => InputKind::Hlsl,
            Self::Wgsl => InputKind::Shader(Language::Wgsl),
            Self::Glsl => InputKind::Shader(Language::Glsl),
            Self::SpirV => InputKind::Shader(Language::SpirV),
        }
    }
}

impl FromStr for InputLanguage {
    type Err = String;

    /// Parses the name of a language. The error lists the valid names.
    fn from_str(name: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        all.find(|language| language.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            match most_similar(name, names) {
                Some(similar) => format!("unknown language `{name}`; did you mean `{similar}`?"),
                None => format!("unknown language `{name}`; expected {}", listed(&names)),
            }
        })
    }
}

impl From<InputLanguage> for String {
    /// Returns the name in options.
    fn from(language: InputLanguage) -> Self {
        language.name().to_owned()
    }
}
