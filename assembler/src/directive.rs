//! Directives: names and syntax.

use pica200_diagnostics::most_similar;

macro_rules! directives {
    ($($directive:ident $name:literal $form:literal;)*) => {
        /// A directive.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Directive {
            $(#[doc = concat!("`", $form, "`")] $directive,)*
        }

        /// All directives, with their lowercase names without the dot, and their syntax.
        pub const DIRECTIVES: &[(Directive, &str, &str)] =
            &[$((Directive::$directive, $name, $form)),*];
    };
}

directives! {
    Proc    "proc"    ".proc NAME";
    Else    "else"    ".else";
    Elseif  "elseif"  ".elseif CONDITION";
    End     "end"     ".end";
    Alias   "alias"   ".alias NAME OPERAND";
    Fvec    "fvec"    ".fvec NAME[n] REGISTER, ...";
    Ivec    "ivec"    ".ivec NAME[n] REGISTER, ...";
    Bool    "bool"    ".bool NAME[n] REGISTER, ...";
    Constf  "constf"  ".constf NAME(x, y, z, w) REGISTER";
    Consti  "consti"  ".consti NAME(x, y, z, w) REGISTER";
    Constfa "constfa" ".constfa NAME[n] REGISTER, then .constfa (x, y, z, w), then .end";
    Extern  "extern"  ".extern fvec|ivec|bool|constf|consti|constfa NAME[n], ...";
    Setf    "setf"    ".setf REGISTER(x, y, z, w)";
    Seti    "seti"    ".seti REGISTER(x, y, z, w)";
    Setb    "setb"    ".setb REGISTER true|false";
    In      "in"      ".in NAME REGISTER";
    Out     "out"     ".out NAME PROPERTY.mask REGISTER, .out NAME NUMBER REGISTER.mask, .out NAME PROPERTY.mask REGISTER, HALFWORD";
    Entry   "entry"   ".entry PROCEDURE, .entry LABEL, COUNT";
    Nodvle  "nodvle"  ".nodvle";
    Private "private" ".private";
    Nonop   "nonop"   ".nonop";
    Local   "local"   ".local PROCEDURE, ...";
    Global  "global"  ".global PROCEDURE, ...";
    Gsh     "gsh"     ".gsh, .gsh point cN, .gsh variable cN n, .gsh fixed cN cM n";
    Word    "word"    ".word WORD, DESCRIPTOR";
    Version "version" ".version SHADER, .version SHADER, PROGRAM, .version SHADER, PROGRAM, HALFWORD";
    Descriptor "descriptor" ".descriptor NUMBER, WORD, FLAGS";
    Equ     "equ"     ".equ NAME, NUMBER";
    Set     "set"     ".set NAME, NUMBER";
    Assert  "assert"  ".assert CONDITION, .assert CONDITION, \"TEXT\"";
    Include "include" ".include \"FILE\"";
    Loc     "loc"     ".loc \"FILE\", .loc \"FILE\", LINE";
    If      "if"      ".if CONDITION";
    Ifdef   "ifdef"   ".ifdef NAME";
    Ifndef  "ifndef"  ".ifndef NAME";
    Elif    "elif"    ".elif CONDITION";
    Endif   "endif"   ".endif";
    Error   "error"   ".error \"TEXT\"";
    Warning "warning" ".warning \"TEXT\"";
    Macro   "macro"   ".macro NAME PARAMETER, PARAMETER=DEFAULT, ..., then lines, then .endm";
    Endm    "endm"    ".endm";
    Rept    "rept"    ".rept COUNT, .rept COUNT, NAME, then lines, then .endr";
    Endr    "endr"    ".endr";
}

/// How many names a directive declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameCount {
    /// One.
    One,
    /// One or more, separated by commas.
    Several,
}

impl Directive {
    /// Returns true if it determines which lines exist and is therefore processed before other directives. Whether an
    /// `.else` belongs to the preprocessor depends on its context.
    pub(crate) fn is_preprocessor(self) -> bool {
        matches!(
            self,
            Self::Include
                | Self::Loc
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

    /// Returns how many operand names it declares, or `None` if it declares none.
    pub(crate) fn declares_operand(self) -> Option<NameCount> {
        match self {
            Self::Alias | Self::Constf | Self::Consti | Self::Constfa | Self::In | Self::Out => Some(NameCount::One),
            Self::Fvec | Self::Ivec | Self::Bool | Self::Extern => Some(NameCount::Several),
            _ => None,
        }
    }

    /// Looks up a directive by its name, without the dot and case-insensitively.
    pub fn from_name(name: &str) -> Option<Self> {
        DIRECTIVES
            .iter()
            .find(|(_, n, _)| n.eq_ignore_ascii_case(name))
            .map(|(directive, ..)| *directive)
    }

    /// Returns the lowercase name without the dot, and the syntax.
    pub(crate) fn name_and_form(self) -> (&'static str, &'static str) {
        let row = DIRECTIVES.iter().find(|(directive, ..)| *directive == self);
        row.map_or(("", ""), |(_, name, form)| (*name, *form))
    }

    /// Returns the directive most similar to a misspelled name without the dot.
    pub(crate) fn similar(name: &str) -> Option<(Self, &'static str)> {
        let meant = most_similar(name, DIRECTIVES.iter().map(|(_, name, _)| *name))?;
        Self::from_name(meant).map(|directive| (directive, meant))
    }
}
