//! Diagnostics: what the assembler has to say about a source, as data. Rendering is for the caller.

use pica200_objfmt::similar::most_similar;

use crate::text::Span;

/// Whether a diagnostic stops the output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// There is no object.
    Error,
    /// There is an object all the same.
    Warning,
    /// Nothing is said of it unless it is asked for; then it is a warning.
    Allowed,
}

macro_rules! kinds {
    ($($kind:ident $name:literal $severity:ident $meaning:literal;)*) => {
        /// The kinds of diagnostics.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Kind {
            $(#[doc = $meaning] $kind,)*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The name by which users know the kind. It stays the same from version to version.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            /// What diagnostics of the kind mean, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$kind => $meaning,)* }
            }

            /// Why that is so and how to mend it, in Markdown, with a source that draws it and one that does not, as far as
            /// sources can.
            pub const fn explanation(self) -> &'static str {
                match self { $(Self::$kind => include_str!(concat!("../diagnostics/", $name, ".md")),)* }
            }

            /// How severe diagnostics of the kind are.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$kind => Severity::$severity,)* }
            }
        }
    };
}

kinds! {
    InvalidText "invalid-text" Error "The source is not UTF-8, or has a NUL in it.";
    SourceTooLarge "source-too-large" Error "The source is larger than positions can count.";
    Syntax "syntax" Error "Something stands where it may not.";
    MissingComma "missing-comma" Error "Two operands without a comma between them.";
    InvalidMarker "invalid-marker" Error "A `#` line that is no line marker.";
    UnknownDirective "unknown-directive" Error "No directive has this name.";
    UnknownInstruction "unknown-instruction" Error "No instruction has this name.";
    UnknownName "unknown-name" Error "Nothing of this name is declared before its use.";
    PseudoInstruction "pseudo-instruction" Error "A pseudo-instruction, and these are off.";
    UnknownLabel "unknown-label" Error "No label of this name is in the file, or in the procedure if it is local.";
    UnknownProcedure "unknown-procedure" Error "No procedure of this name is in the file.";
    VisibilityConflict "visibility-conflict" Error "A procedure is said to be local and global.";
    UnknownProperty "unknown-property" Error "No output property has this name.";
    UnnamedProperty "unnamed-property" Warning "An output property has a number without a name.";
    DuplicateName "duplicate-name" Error "A name is declared twice.";
    DuplicateLabel "duplicate-label" Error "A label is defined twice.";
    DuplicateProcedure "duplicate-procedure" Error "A procedure is defined twice.";
    ReservedName "reserved-name" Error "A name that a register has is declared for something else.";
    ShadowedName "shadowed-name" Warning "A name that the language uses is declared.";
    RegisterRange "register-range" Error "There is no such register.";
    WrongRegister "wrong-register" Error "A register of another bank is wanted.";
    InvalidDestination "invalid-destination" Error "The register cannot be written.";
    InvalidSource "invalid-source" Error "The register cannot be read.";
    InvalidOperand "invalid-operand" Error "The operand has a part that it cannot have here.";
    OperandCount "operand-count" Error "Too few or too many operands.";
    Immediate "immediate" Error "A number where a register is wanted.";
    InvalidSwizzle "invalid-swizzle" Error "The swizzle has too many, too few or wrong letters.";
    MaskOrder "mask-order" Warning "The order of a mask's components has no effect.";
    InvalidIndex "invalid-index" Error "The index is no number or address register.";
    IndexBeyondArray "index-beyond-array" Warning "The index leads out of the array.";
    InvalidRelative "invalid-relative" Error "Relative addressing where there is none.";
    TwoInputs "two-inputs" Error "An instruction reads two different input registers.";
    TwoUniforms "two-uniforms" Error "An instruction reads a float uniform where it can read none.";
    InvalidCondition "invalid-condition" Error "The condition is none that the machine can test.";
    InvalidComparison "invalid-comparison" Error "There is no such comparison.";
    UnknownFunction "unknown-function" Error "No function has this name.";
    ArgumentCount "argument-count" Error "Too few or too many arguments of a function.";
    DivisionByZero "division-by-zero" Error "An expression divides by zero.";
    UndefinedResult "undefined-result" Error "An operator or a function has no value at these operands.";
    InvalidNumber "invalid-number" Error "Something that is no number, or of the wrong sort.";
    NumberRange "number-range" Error "The number is out of range.";
    FloatOverflow "float-overflow" Warning "The number is beyond the range of float24.";
    ComponentCount "component-count" Error "A vector does not have four components.";
    InvalidBoolean "invalid-boolean" Error "The value is neither true nor false.";
    ArrayLength "array-length" Error "The array has too few or too many elements.";
    InvalidExtern "invalid-extern" Error "`.extern` with a kind that there is not, a register, or a wrong length.";
    PinnedOverlap "pinned-overlap" Error "Two declarations choose the same register.";
    SpaceUsedUp "space-used-up" Error "There are no registers left for a declaration.";
    ValueConflict "value-conflict" Error "A register value is set where a constant is.";
    ValueSetTwice "value-set-twice" Warning "A register's value is set twice.";
    OutputOverlap "output-overlap" Error "Two outputs share a component of a register.";
    OutputRange "output-range" Error "The output register cannot carry the property, or does not exist.";
    GeometryOrder "geometry-order" Error "`.gsh` does not stand before all declarations, or stands twice.";
    GeometryParameters "geometry-parameters" Error "The parameters of `.gsh` are not right.";
    GeometryArrayOverlap "geometry-array-overlap" Warning "The vertex array overlaps the uniforms.";
    GeometryOnly "geometry-only" Error "An instruction of geometry shaders in a vertex shader.";
    ImplicitGeometry "implicit-geometry" Warning "`setemit` alone makes a geometry shader.";
    InvalidEmit "invalid-emit" Error "`setemit` with a slot or flag that there is not.";
    OutsideProcedure "outside-procedure" Error "An instruction stands outside of a procedure.";
    NestedProcedure "nested-procedure" Error "A procedure begins inside of a block.";
    UnclosedBlock "unclosed-block" Error "A block has no `.end`.";
    UnexpectedEnd "unexpected-end" Error "`.end` without a block.";
    UnexpectedElse "unexpected-else" Error "`.else` without an if, or a second one.";
    OutsideLoop "outside-loop" Error "`break` or `breakc` outside of a loop.";
    BreakInIf "break-in-if" Warning "`break` or `breakc` leaves an if open.";
    ConsecutiveMova "consecutive-mova" Error "Two `mova` in a row hang the console.";
    PaddingNopRequired "padding-nop-required" Warning "A padding NOP is required, and padding is off.";
    BlockTooLong "block-too-long" Error "An else-body is longer than can be encoded.";
    BeyondCode "beyond-code" Error "A block, call or entry reaches beyond the code.";
    MissingDescriptor "missing-descriptor" Error "A word lacks its operand descriptor.";
    UnexpectedDescriptor "unexpected-descriptor" Error "An operand descriptor for a word that has none.";
    CodeTooLong "code-too-long" Error "The code does not fit into program memory.";
    AssertionFailed "assertion-failed" Error "The condition of an `.assert` does not hold.";
    UserError "user-error" Error "The source says that it cannot be assembled so.";
    UserWarning "user-warning" Warning "The source warns of something.";
    CannotInclude "cannot-include" Error "A file to include is not there, cannot be read, or is no text.";
    IncludeCycle "include-cycle" Error "A file includes itself, at once or through others.";
    ExpansionDepth "expansion-depth" Error "Includes, macros and repetitions lie too deep in each other.";
    ExpansionTooLarge "expansion-too-large" Error "Includes, macros and repetitions make too much text.";
    UnclosedConditional "unclosed-conditional" Error "A conditional has no `.endif`.";
    UnexpectedConditional "unexpected-conditional" Error "`.elif`, `.else` or `.endif` without an `.if`, or behind its `.else`.";
    UnclosedBody "unclosed-body" Error "`.macro` without `.endm`, or `.rept` without `.endr`.";
    UnexpectedBodyEnd "unexpected-body-end" Error "`.endm` without `.macro`, or `.endr` without `.rept`.";
    DuplicateMacro "duplicate-macro" Error "A macro is defined twice.";
    InvalidMacro "invalid-macro" Error "The name or the parameters of a macro are not right.";
    MacroArguments "macro-arguments" Error "A macro is called with arguments that it does not take.";
    TooManyErrors "too-many-errors" Error "There are more errors than anyone reads; the rest is left out.";
    TooManyWarnings "too-many-warnings" Warning "There are more warnings than anyone reads; the rest is left out.";
    TooManyNames "too-many-names" Error "The file declares more names than an object can hold.";
    InvalidAllow "invalid-allow" Warning "A comment begins with `picasm:` and allows nothing.";
    UnusedUniform "unused-uniform" Allowed "A uniform is declared, and nothing in the file uses it.";
    UnusedConstant "unused-constant" Warning "A constant is declared, and nothing in the file uses it.";
    UnusedInput "unused-input" Allowed "An input is declared, and nothing in the file reads it.";
    UnusedAlias "unused-alias" Warning "An alias is declared, and nothing uses it.";
    UnusedNumber "unused-number" Warning "A name for a number is declared, and nothing uses it.";
    UnusedExtern "unused-extern" Warning "A name of another file is declared, and nothing uses it.";
    UnusedLabel "unused-label" Warning "A label is defined, and nothing goes to it.";
    SharedRegister "shared-register" Allowed "Two names that are in use stand for one register.";
    UnreachableCode "unreachable-code" Warning "Instructions stand behind one that never goes on.";
    UnusedValue "unused-value" Warning "A value is written over before anything reads it.";
    ShiftedSwizzle "shifted-swizzle" Warning "A short swizzle and a mask pair up in another way than it seems.";
    LostPrecision "lost-precision" Warning "A number loses more in float24 than rounding takes from any.";
}

/// A piece of the source, and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The piece.
    pub span: Span,
    /// What is said of it; may be empty.
    pub text: String,
}

/// An error or a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What kind it is.
    pub kind: Kind,
    /// What is wrong, and what was found.
    pub message: String,
    /// Where.
    pub primary: Label,
    /// Other places that have to do with it.
    pub secondary: Vec<Label>,
    /// What is allowed, or how to mend it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic at a place.
    pub fn new(kind: Kind, span: Span, message: impl Into<String>) -> Self {
        let primary = Label {
            span,
            text: String::new(),
        };
        Self {
            kind,
            message: message.into(),
            primary,
            secondary: Vec::new(),
            help: None,
        }
    }

    /// With words at the place itself.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// With another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// With a hint.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// With a hint, if there is one.
    #[must_use]
    pub fn maybe_help(mut self, text: Option<String>) -> Self {
        self.help = text.or(self.help);
        self
    }

    /// The same of a text in which so many bytes precede.
    #[must_use]
    pub(crate) fn moved(mut self, bytes: u32) -> Self {
        for label in std::iter::once(&mut self.primary).chain(&mut self.secondary) {
            label.span = Span::new(label.span.start + bytes, label.span.end + bytes);
        }
        self
    }

    /// Whether it stops the output.
    pub fn is_error(&self) -> bool {
        self.kind.severity() == Severity::Error
    }
}

/// How many errors of a source are kept, and how many warnings: more than anyone reads, and few enough to be held and printed.
pub(crate) const MOST_DIAGNOSTICS: usize = 1000;

/// A hint at the one of `candidates` that `word` was probably meant to be.
pub(crate) fn did_you_mean<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    most_similar(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_kebab_case() {
        let names: HashSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), Kind::ALL.len());
        assert!(
            names
                .iter()
                .all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'))
        );
    }
}
