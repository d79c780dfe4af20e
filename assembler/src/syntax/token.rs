//! The tokens of the grammar.

use crate::directive::Directive;

/// A token of the grammar. Its text is the text of its span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// The end of a line, or of the source.
    Newline,
    /// A name of a register, an instruction, a label, and so on.
    Word,
    /// A name, a dot and a name: usually a register with its swizzle. Contains the offset of the dot.
    Dotted(u32),
    /// A dot and a name: a separate swizzle.
    DotWord,
    /// `.L` and a name: a local label.
    LocalName,
    /// A text that starts like a number.
    Number,
    /// A macro parameter, which occurs only in macro bodies.
    Parameter,
    /// A single dot.
    Dot,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// A string in quotation marks.
    String,
    /// `=`
    Assign,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `!`
    Not,
    /// `&` or `&&`
    And,
    /// `|` or `||`
    Or,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// A dot and a name at the start of a statement, if a directive has that name.
    Directive(Directive),
    /// A dot and a name at the start of a statement, if no directive has that name.
    UnknownDirective,
    /// A line marker: `# LINE "FILE"`, alone on its line.
    Marker,
    /// A `#` that does not start a line marker.
    BadMarker,
    /// Starts a condition. Only the parser creates this token; no text does.
    Condition,
    /// A character that is not part of the language.
    Unknown,
}

/// A token with the offsets of its start and end.
pub(crate) type Spanned = (u32, Token, u32);

impl Token {
    /// Returns the name of the token in messages about expected tokens.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Newline => "the end of the line",
            Self::Word | Self::Dotted(_) => "a name",
            Self::DotWord | Self::Dot => "a swizzle",
            Self::LocalName => "a local label",
            Self::Number => "a number",
            Self::Parameter => "a parameter",
            Self::Comma => "`,`",
            Self::Colon => "`:`",
            Self::Plus => "`+`",
            Self::Minus => "`-`",
            Self::Times => "`*`",
            Self::Slash => "`/`",
            Self::Percent => "`%`",
            Self::String => "a string",
            Self::Assign => "`=`",
            Self::Equal => "`==`",
            Self::NotEqual => "`!=`",
            Self::Less => "`<`",
            Self::LessEqual => "`<=`",
            Self::Greater => "`>`",
            Self::GreaterEqual => "`>=`",
            Self::Not => "`!`",
            Self::And => "`&&`",
            Self::Or => "`||`",
            Self::OpenBracket => "`[`",
            Self::CloseBracket => "`]`",
            Self::OpenParen => "`(`",
            Self::CloseParen => "`)`",
            Self::Directive(_) | Self::UnknownDirective => "a directive",
            Self::Marker | Self::BadMarker => "a line marker",
            Self::Condition => "a condition",
            Self::Unknown => "an unknown character",
        }
    }
}
