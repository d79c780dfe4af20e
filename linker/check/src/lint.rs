//! The lints: their names, levels and texts. Options, explanations and documents derive from this table.

use std::fmt;

use pica200_objfmt::explanation::{Example, examples};

/// What becomes of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Nothing is said of it.
    Allow,
    /// It is a warning.
    Warn,
    /// It is an error.
    Deny,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        })
    }
}

/// What the table knows of a lint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LintInfo {
    /// The lint.
    pub lint: Lint,
    /// Its name in kebab case, which stays the same from version to version.
    pub name: &'static str,
    /// What becomes of its findings if nobody says otherwise.
    pub level: Level,
    /// What it finds, in a line.
    pub summary: &'static str,
    /// Why that is bad and how to mend it, in Markdown, with a source that draws it and one that does not, as far as
    /// sources can.
    pub explanation: &'static str,
}

impl LintInfo {
    /// The sources of the explanation.
    pub fn examples(&self) -> impl Iterator<Item = Example> {
        examples(self.explanation)
    }
}

macro_rules! lints {
    ($($lint:ident $name:literal $level:ident $summary:literal;)*) => {
        /// A check on linked programs.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Lint {
            $(#[doc = $summary] $lint,)*
        }

        /// All lints, in the order of [`Lint`].
        pub const LINTS: &[LintInfo] = &[$(LintInfo {
            lint: Lint::$lint,
            name: $name,
            level: Level::$level,
            summary: $summary,
            explanation: include_str!(concat!("lints/", $name, ".md")),
        }),*];
    };
}

lints! {
    MissingEnd "missing-end" Deny "execution can run past the end of the entry procedure, or of the code, without `end`";
    TargetOutsideCode "target-outside-code" Deny "execution can jump, call or start at a word that the code does not have";
    EmptyCall "empty-call" Deny "a procedure without words is called, from which nothing returns";
    Recursion "recursion" Deny "a procedure calls itself, directly or through others";
    CallDepth "call-depth" Deny "more than 4 calls are open at once";
    IfDepth "if-depth" Deny "more than 8 bodies of `if` are open at once, and one that is forgotten has an else-body";
    LoopDepth "loop-depth" Deny "more than 4 loops are open at once, those of callers counted";
    LostBranch "lost-branch" Deny "a jump or a call in the last word of a block or procedure does not take place";
    LostEnd "lost-end" Deny "blocks or procedures end together, and the machine closes only some of them";
    JumpToEnd "jump-to-end" Warn "a jump to the end of a loop or called procedure, which does not close it";
    JumpOut "jump-out" Warn "a jump leaves blocks open, and one around them does not close for that";
    BreakInIf "break-in-if" Warn "a `break` leaves an `if` open, and one around the loop does not close for that";
    JumpIntoBlock "jump-into-block" Warn "a jump into a loop, or into the body of an `if` that has an else-body";
    JumpBetweenProcedures "jump-between-procedures" Warn "a jump out of a called procedure, or into one that is called elsewhere";
    CountTooLong "count-too-long" Deny "a called procedure or an else-body has more than 255 words";
    VertexCodeTooFar "vertex-code-too-far" Deny "a vertex shader reaches code beyond the 512th word";
    EmitInVertexShader "emit-in-vertex-shader" Deny "a vertex shader reaches `emit` or `setemit`";
    UnknownOpcode "unknown-opcode" Warn "execution reaches a word that is no known instruction";
    NoDescriptor "no-descriptor" Deny "an instruction names an operand descriptor that the file does not have";
    ConsecutiveMova "consecutive-mova" Deny "two `mova` can be executed one right behind the other";
    TwoInputs "two-inputs" Deny "an instruction reads two different input registers";
    UnsetAddress "unset-address" Warn "an address register may be used before any `mova` has written it";
    LoopCounterOutsideLoop "loop-counter-outside-loop" Warn "`aL` may be used where no loop is open";
    UnsetTemporary "unset-temporary" Warn "a component of a temporary may be read before anything has written it";
    UnusedValue "unused-value" Warn "a value is written, and nothing can read it";
    UnreachableCode "unreachable-code" Warn "instructions of a procedure that is used cannot be reached";
    UnwrittenOutput "unwritten-output" Warn "a vertex shader can end without having written all components of an output";
    OutputWrittenTwice "output-written-twice" Warn "a vertex shader can write a component of an output twice";
    StaleOutput "stale-output" Allow "a geometry shader can emit a component of an output that it has not written since the last vertex";
    UndeclaredOutput "undeclared-output" Warn "an output register is written, and the output table does not have it";
    NoOutput "no-output" Deny "a shader has no output";
    NoPosition "no-position" Warn "a vertex shader has no position, and no geometry shader follows";
    DuplicateProperty "duplicate-property" Deny "two outputs of a shader have one property";
    PropertyRegister "property-register" Deny "an output that is no dummy has a register above o6";
    MergedOutputs "merged-outputs" Deny "a geometry shader that merges and its vertex shader have more than 7 outputs together";
    HiddenOutput "hidden-output" Warn "of a merged pair, an output stands behind a register that has none, and loaders do not see it";
    NoVertices "no-vertices" Deny "a geometry shader is fed with primitives of 0 vertices";
    ConstantRegister "constant-register" Deny "a constant is for a register that the machine does not have, or is of no known kind";
    ValueSetTwice "value-set-twice" Warn "a constant table sets a register twice";
    TooManyConstants "too-many-constants" Deny "a constant table has more float constants than loaders count";
    DuplicateUniform "duplicate-uniform" Warn "two entries of a uniform table have one name";
    UniformRegister "uniform-register" Warn "a uniform or input is at a register that the machine does not have";
    ShaderKind "shader-kind" Warn "a shader is neither a vertex shader nor a geometry shader";
    OversizedCode "oversized-code" Deny "the code has more words than the machine";
    OversizedDescriptors "oversized-descriptors" Deny "the file has more operand descriptors than the machine";
    UncheckedPaths "unchecked-paths" Warn "the code of a shader is too tangled for its paths to be checked";
}

impl Lint {
    /// The lint's row in the table.
    pub fn info(self) -> &'static LintInfo {
        &LINTS[self as usize]
    }

    /// The lint's name.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The lint with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let row = LINTS.iter().find(|info| info.name == name);
        row.map(|info| info.lint)
    }
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::explanation::is_complete;

    use super::*;

    #[test]
    fn rows_stand_at_their_lints_and_explain_themselves() {
        for (row, info) in LINTS.iter().enumerate() {
            assert_eq!(info.lint as usize, row, "{}", info.name);
            assert_eq!(Lint::from_name(info.name), Some(info.lint));
            assert!(is_complete(info.explanation), "{}", info.name);
        }
    }
}
