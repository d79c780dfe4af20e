//! The generations of Direct3D's compiler, whose texts differ.

use bstr::BStr;

use crate::Shader;

/// A generation of Direct3D's compiler.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compiler {
    /// Versions before 10: those of the DirectX SDK and of the SDKs for Windows 8. The library of version 6.3 prints
    /// the same text.
    V9,
    /// Version 10, which the SDKs for Windows have had since 2015.
    V10,
}

impl Compiler {
    /// The generation that made a shader. A shader whose resources, which name the compiler, were stripped counts as
    /// one of version 10, whose disassembler people have; one of another maker counts as one of version 9. Microsoft's
    /// tools strip the statistics together with the resources.
    pub fn of(shader: &Shader<'_>) -> Self {
        match &shader.resources {
            Some(resources) => Self::of_creator(resources.creator),
            None if shader.statistics.is_some() => Self::V9,
            None => Self::V10,
        }
    }

    /// The generation that a text such as `Microsoft (R) HLSL Shader Compiler 10.1` names.
    fn of_creator(creator: &BStr) -> Self {
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
            assert_eq!(Compiler::of_creator(creator.into()), expected, "{creator}");
        }
    }
}
