//! Types and modifiers of semantic tokens.

use gen_lsp_types::{SemanticTokenModifiers, SemanticTokenTypes, SemanticTokensLegend};

use crate::client::Client;

/// Token types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Comment,
    Directive,
    Mnemonic,
    Uniform,
    Constant,
    Input,
    Output,
    Temporary,
    Alias,
    Register,
    Symbol,
    Procedure,
    Label,
    Macro,
    Parameter,
    Property,
    Components,
    Number,
    Text,
    Operator,
}

impl Type {
    /// All types, in the order of the legend.
    const ALL: [Self; 20] = [
        Self::Comment,
        Self::Directive,
        Self::Mnemonic,
        Self::Uniform,
        Self::Constant,
        Self::Input,
        Self::Output,
        Self::Temporary,
        Self::Alias,
        Self::Register,
        Self::Symbol,
        Self::Procedure,
        Self::Label,
        Self::Macro,
        Self::Parameter,
        Self::Property,
        Self::Components,
        Self::Number,
        Self::Text,
        Self::Operator,
    ];

    /// Returns the closest standard type.
    const fn standard(self) -> SemanticTokenTypes {
        match self {
            Self::Comment => SemanticTokenTypes::Comment,
            Self::Directive | Self::Mnemonic => SemanticTokenTypes::Keyword,
            Self::Uniform
            | Self::Constant
            | Self::Output
            | Self::Temporary
            | Self::Alias
            | Self::Register
            | Self::Symbol => SemanticTokenTypes::Variable,
            Self::Input | Self::Parameter => SemanticTokenTypes::Parameter,
            Self::Procedure => SemanticTokenTypes::Function,
            Self::Label => SemanticTokenTypes::Label,
            Self::Macro => SemanticTokenTypes::Macro,
            Self::Property => SemanticTokenTypes::EnumMember,
            Self::Components => SemanticTokenTypes::Property,
            Self::Number => SemanticTokenTypes::Number,
            Self::Text => SemanticTokenTypes::String,
            Self::Operator => SemanticTokenTypes::Operator,
        }
    }

    /// Returns the name of a non-standard type.
    const fn custom_name(self) -> Option<&'static str> {
        Some(match self {
            Self::Mnemonic => "mnemonic",
            Self::Uniform => "uniform",
            Self::Constant => "constant",
            Self::Input => "input",
            Self::Output => "output",
            Self::Temporary => "temporary",
            Self::Alias => "alias",
            Self::Register => "register",
            _ => return None,
        })
    }
}

/// Token modifiers; each is a bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Modifier {
    Definition,
    ReadOnly,
    Modification,
    /// A keyword.
    Language,
    /// An unused name.
    Unused,
}

impl Modifier {
    /// All modifiers, in the order of the legend.
    const ALL: [Self; 5] = [
        Self::Definition,
        Self::ReadOnly,
        Self::Modification,
        Self::Language,
        Self::Unused,
    ];

    fn name(self) -> String {
        match self {
            Self::Definition => SemanticTokenModifiers::Definition.into(),
            Self::ReadOnly => SemanticTokenModifiers::Readonly.into(),
            Self::Modification => SemanticTokenModifiers::Modification.into(),
            Self::Language => SemanticTokenModifiers::DefaultLibrary.into(),
            Self::Unused => "unused".to_owned(),
        }
    }

    pub(super) const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Returns the legend for a client. If tokens replace the highlighting of its grammar, only standard types are used,
/// since the client would show unknown types uncolored.
pub(super) fn legend(client: &Client) -> SemanticTokensLegend {
    let name = |kind: Type| match kind.custom_name() {
        Some(name) if client.augments_tokens => name.to_owned(),
        _ => kind.standard().into(),
    };
    SemanticTokensLegend {
        token_types: Type::ALL.map(name).into(),
        token_modifiers: Modifier::ALL.map(Modifier::name).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_modifiers_are_indices_of_the_legend() {
        for (index, kind) in Type::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, index);
        }
        for (index, modifier) in Modifier::ALL.into_iter().enumerate() {
            assert_eq!(modifier as usize, index);
        }
    }
}
