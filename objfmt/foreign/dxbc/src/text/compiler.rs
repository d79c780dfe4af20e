//! Versions of Direct3D's compiler, whose disassemblies differ.

use bstr::BStr;

use crate::Shader;

/// A version of Direct3D's compiler.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compiler {
    /// Versions before 10: from the DirectX SDK and the SDKs for Windows 8. The library of version 6.3 prints the same
    /// text.
    V9,
    /// Version 10, in the SDKs for Windows since 2015.
    V10,
}

impl Compiler {
    /// Returns the version that compiled a shader. A shader with stripped resources, which name the compiler, is
    /// treated as version 10, whose disassembler is common. A shader of another vendor is treated as version 9.
    /// Microsoft's tools strip the statistics together with the resources.
    pub fn detect(shader: &Shader<'_>) -> Self {
        match &shader.resources {
            Some(resources) => Self::from_creator(resources.creator),
            None if shader.statistics.is_some() => Self::V9,
            None => Self::V10,
        }
    }

    /// Returns the version in a text such as `Microsoft (R) HLSL Shader Compiler 10.1`.
    fn from_creator(creator: &BStr) -> Self {
        let version = creator
            .strip_prefix(b"Microsoft (R) HLSL Shader Compiler ")
            .unwrap_or_default();
        let digits = version.iter().take_while(|byte| byte.is_ascii_digit());
        match digits.count() {
            0 | 1 => Self::V9,
            _ => Self::V10,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creators_name_a_generation() {
        for (creator, expected) in [
            ("Microsoft (R) HLSL Shader Compiler 9.29.952.3111", Compiler::V9),
            ("Microsoft (R) HLSL Shader Compiler 6.3.9600.16384", Compiler::V9),
            ("Microsoft (R) HLSL Shader Compiler 10.1", Compiler::V10),
            ("Microsoft (R) HLSL Shader Compiler 10.0.10011.16384", Compiler::V10),
            ("vkd3d-shader 2.1", Compiler::V9),
            ("", Compiler::V9),
        ] {
            assert_eq!(Compiler::from_creator(creator.into()), expected, "{creator}");
        }
    }
}
