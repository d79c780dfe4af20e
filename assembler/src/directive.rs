//! Directives: their names and forms.

use pica200_diagnostics::most_similar;

/// A directive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(
    missing_docs,
    reason = "each is named after its name in source; DIRECTIVES describes it"
)]
pub enum Directive {
    Proc,
    Else,
    Elseif,
    End,
    Alias,
    Fvec,
    Ivec,
    Bool,
    Constf,
    Consti,
    Constfa,
    Extern,
    Setf,
    Seti,
    Setb,
    In,
    Out,
    Entry,
    Nodvle,
    Private,
    Local,
    Global,
    Gsh,
    Word,
    Equ,
    Set,
    Assert,
    Include,
    If,
    Ifdef,
    Ifndef,
    Elif,
    Endif,
    Error,
    Warning,
    Macro,
    Endm,
    Rept,
    Endr,
}

/// All directives, with their names in lower case and without the dot, and their forms.
pub const DIRECTIVES: &[(Directive, &str, &str)] = &[
    (Directive::Proc, "proc", ".proc NAME"),
    (Directive::Else, "else", ".else"),
    (Directive::Elseif, "elseif", ".elseif CONDITION"),
    (Directive::End, "end", ".end"),
    (Directive::Alias, "alias", ".alias NAME OPERAND"),
    (Directive::Fvec, "fvec", ".fvec NAME[n] REGISTER, ..."),
    (Directive::Ivec, "ivec", ".ivec NAME[n] REGISTER, ..."),
    (Directive::Bool, "bool", ".bool NAME[n] REGISTER, ..."),
    (
        Directive::Constf,
        "constf",
        ".constf NAME(x, y, z, w) REGISTER",
    ),
    (
        Directive::Consti,
        "consti",
        ".consti NAME(x, y, z, w) REGISTER",
    ),
    (
        Directive::Constfa,
        "constfa",
        ".constfa NAME[n] REGISTER, then .constfa (x, y, z, w), then .end",
    ),
    (
        Directive::Extern,
        "extern",
        ".extern fvec|ivec|bool|constf|consti|constfa NAME[n], ...",
    ),
    (Directive::Setf, "setf", ".setf REGISTER(x, y, z, w)"),
    (Directive::Seti, "seti", ".seti REGISTER(x, y, z, w)"),
    (Directive::Setb, "setb", ".setb REGISTER true|false"),
    (Directive::In, "in", ".in NAME REGISTER"),
    (
        Directive::Out,
        "out",
        ".out NAME PROPERTY.mask REGISTER, .out NAME NUMBER REGISTER.mask",
    ),
    (
        Directive::Entry,
        "entry",
        ".entry PROCEDURE, .entry LABEL, COUNT",
    ),
    (Directive::Nodvle, "nodvle", ".nodvle"),
    (Directive::Private, "private", ".private"),
    (Directive::Local, "local", ".local PROCEDURE, ..."),
    (Directive::Global, "global", ".global PROCEDURE, ..."),
    (
        Directive::Gsh,
        "gsh",
        ".gsh, .gsh point cN, .gsh variable cN n, .gsh fixed cN cM n",
    ),
    (Directive::Word, "word", ".word WORD, DESCRIPTOR"),
    (Directive::Equ, "equ", ".equ NAME, NUMBER"),
    (Directive::Set, "set", ".set NAME, NUMBER"),
    (
        Directive::Assert,
        "assert",
        ".assert CONDITION, .assert CONDITION, \"TEXT\"",
    ),
    (Directive::Include, "include", ".include \"FILE\""),
    (Directive::If, "if", ".if CONDITION"),
    (Directive::Ifdef, "ifdef", ".ifdef NAME"),
    (Directive::Ifndef, "ifndef", ".ifndef NAME"),
    (Directive::Elif, "elif", ".elif CONDITION"),
    (Directive::Endif, "endif", ".endif"),
    (Directive::Error, "error", ".error \"TEXT\""),
    (Directive::Warning, "warning", ".warning \"TEXT\""),
    (
        Directive::Macro,
        "macro",
        ".macro NAME PARAMETER, PARAMETER=DEFAULT, ..., then lines, then .endm",
    ),
    (Directive::Endm, "endm", ".endm"),
    (
        Directive::Rept,
        "rept",
        ".rept COUNT, .rept COUNT, NAME, then lines, then .endr",
    ),
    (Directive::Endr, "endr", ".endr"),
];

impl Directive {
    /// Whether it decides which lines there are, and so is carried out before all others. `.else` may be one of these,
    /// which its surroundings show.
    pub(crate) fn is_of_preprocessor(self) -> bool {
        matches!(
            self,
            Self::Include
                | Self::If
                | Self::Ifdef
                | Self::Ifndef
                | Self::Elif
                | Self::Endif
                | Self::Error
                | Self::Warning
                | Self::Macro
                | Self::Endm
                | Self::Rept
                | Self::Endr
        )
    }

    /// The directive with this name, without its dot, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        DIRECTIVES
            .iter()
            .find(|(_, n, _)| n.eq_ignore_ascii_case(name))
            .map(|(directive, ..)| *directive)
    }

    /// The directive that a misspelt name, without its dot, was probably meant to be.
    pub(crate) fn guess(name: &str) -> Option<(Self, &'static str)> {
        let meant = most_similar(name, DIRECTIVES.iter().map(|(_, name, _)| *name))?;
        Self::from_name(meant).map(|directive| (directive, meant))
    }
}
