//! `--explain`: what each diagnostic means.

#[cfg(feature = "programs")]
mod option;

use pica200_asm::diagnostic::{Kind, Severity as AsmSeverity};
use pica200_link::verify::{LINTS, Lint, LintInfo};

#[cfg(feature = "programs")]
pub(crate) use self::option::ExplainOption;

/// A diagnostic of the linker or the programs that is no lint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProblemInfo {
    /// Its name.
    pub name: &'static str,
    /// Whether it is an error or a warning, and when.
    pub level: &'static str,
    /// What it means, in a line.
    pub meaning: &'static str,
}

macro_rules! problems {
    ($($name:literal $level:literal $meaning:literal;)*) => {
        /// All diagnostics of the linker and the programs that are no lints. The README has the same table.
        pub const PROBLEMS: &[ProblemInfo] = &[$(ProblemInfo {
            name: $name,
            level: $level,
            meaning: $meaning,
        }),*];
    };
}

problems! {
    "nothing-to-link" "error" "no input makes a shader";
    "several-shaders" "error" "several files make shaders, and with `-r` or `-e` there is one";
    "cannot-combine" "error" "with `-r`, the inputs cannot be one object; the message says why";
    "undefined-procedure" "error" "a procedure is called that no input and no archive defines";
    "undefined-uniform" "error" "a uniform is used by `.extern` that no input declares for others";
    "undefined-constant" "error" "the same of a constant";
    "extern-mismatch" "error" "`.extern` and the declaration have different kinds or lengths";
    "ambiguous-constant" "error" "a constant is used by `.extern` that is declared more than once";
    "reserved-register" "error" "a uniform is placed where the console fills the registers of a geometry shader that names it by `.extern`";
    "stale-index" "error" "the index of an archive says that a member defines a procedure, and it does not";
    "duplicate-procedure" "error" "a procedure is defined twice";
    "missing-entry" "error" "a shader's entry procedure is not defined";
    "padding-nop-required" "warning" "a padding NOP is required, and padding is off";
    "code-too-long" "error" "the program has more than 4096 words";
    "procedure-too-long" "error" "a called procedure has more than 255 words";
    "target-out-of-reach" "error" "a word to go to lies behind the 4096th";
    "uniform-mismatch" "error" "a uniform is declared with different kinds or lengths";
    "conflicting-pins" "error" "two files choose different registers for one name";
    "overlapping-pins" "error" "two names choose overlapping registers where one file or shader has both";
    "registers-used-up" "error" "there are no registers left for a uniform or constant";
    "register-out-of-range" "error" "an index leads out of the register file";
    "too-many-descriptors" "error" "the program needs more than 128 operand descriptors";
    "too-many-mad-descriptors" "error" "`mad` and `madi` need more than 32 operand descriptors";
    "conflicting-values" "warning; error for constants" "two files give a register different values in one shader";
    "constant-not-loaded" "warning" "with `--compat=picasso`, a shader reads a constant of another file";
    "shadowed-uniform" "warning" "an input has the name of a uniform that the shader reaches in another file";
    "cannot-read" "error" "a file cannot be read";
    "cannot-write" "error" "a file cannot be written";
    "output-is-input" "error" "an output would overwrite an input";
    "output-twice" "error" "an output would overwrite another output";
    "unknown-warning" "warning" "a comment of a source allows a name that nothing has, or that of an error";
    "unreadable-object" "error" "an object is damaged, or of another version; of an archive, one that is needed or that the index does not name";
    "unreadable-archive" "error" "an archive is damaged, or thin";
    "missing-library" "error" "the library of `-l` is in no folder of `-L`";
    "wrong-list-entry" "error" "an entry of a `.shlist` is another list";
    "not-an-object" "error" "a file to put into an archive is no object";
    "duplicate-member" "error" "two files to put into an archive have one name";
    "no-such-member" "error" "an archive has no member of a name";
    "unsafe-member-name" "error" "the name of a member to extract is a path, or none that a file can have";
    "no-symbol-index" "error" "the index of an archive is asked for, and it has none";
    "hidden-definition" "warning" "a member defines a procedure that an earlier member defines: links take that one";
    "is-an-archive" "error" "a view is asked for that archives do not have";
    "not-a-source" "error" "an input that should be a source is an object or a shader binary";
    "unformatted" "error" "`picafmt --check` meets a source that picafmt would change";
    "unknown-kind" "error" "a file to show is neither a shader binary nor an object nor an archive";
    "damaged-file" "error" "a header or table of a file to show cannot be read; the others are shown all the same. A damaged file does not run";
    "no-line-table" "error" "source lines are asked for, and the file has none";
    "incomplete-sources" "warning" "a disassembly does not give the file back; the message says why";
    "cannot-disassemble" "error" "a file has no source text; the message says why";
    "cannot-compare" "error" "two files cannot be compared; the message says why";
    "cannot-check" "error" "a file to check is no linked shader binary";
    "several-sources" "error" "a disassembly makes several sources, and `-o` names one file";
    "no-such-shader" "error" "a shader to run is not in the file";
    "cannot-set" "error" "a value is for no input or uniform of the shader, or there are too many values";
    "unreadable-values" "error" "a file of values is not TOML, or has no rows for the name, or no vertices";
    "linked-already" "error" "a shader binary to run is given together with other files";
    "cannot-feed" "error" "vertices are for no geometry shader, or do not make primitives as it takes them; the message says why";
    "incomplete-primitive" "warning" "behind the last primitive there are vertices that make no further one";
    "unreadable-test" "error" "a test file is not UTF-8, not TOML, or larger than 2 MiB";
    "invalid-test" "error" "a test file has an unknown key, a value of another type, no cases, two cases of one name, a case that expects nothing, or two choices of the shader";
    "cannot-expect" "error" "an expectation does not fit the shader: it has no such output, or other components";
    "no-such-case" "error" "no case of the test files has the text of `--filter` in its name";
    "shader-fault" "error" "a shader that runs does not come to its end: it leaves the code, meets a word that cannot be executed, or uses up its budget";
    "invalid-build" "error" "a build script asks `pica200::build` for what it cannot do: no name, a number or a level that is none, variants that are none or too many; the message says why";
    "variants-alike" "warning" "of shaders that are built in variants, none differs by one of the numbers";
    "unwritable-object" "error" "an object cannot be put into a file";
    "unwritable-archive" "error" "an archive cannot be put into a file";
    "unwritable-binary" "error" "a shader binary cannot be put into a file";
}

/// The names of all diagnostics.
pub fn names() -> impl Iterator<Item = &'static str> {
    let lints = LINTS.iter().map(|info| info.name);
    let kinds = Kind::ALL.iter().map(|kind| kind.name());
    lints
        .chain(PROBLEMS.iter().map(|problem| problem.name))
        .chain(kinds)
}

/// What there is to say of a name: of a lint all, with examples, of others what they mean. `None` if nothing has it.
pub fn explain(name: &str) -> Option<String> {
    let kind = Kind::ALL.iter().find(|kind| kind.name() == name);
    match (kind, Lint::from_name(name)) {
        (Some(&kind), None) => return Some(of_kind(kind)),
        (None, Some(lint)) => return Some(of_lint(lint.info())),
        // The assembler sees some of what the checks on linked programs see.
        (Some(&kind), Some(lint)) => {
            return Some(format!("{}\n{}", of_kind(kind), of_lint(lint.info())));
        }
        (None, None) => {}
    }
    let problem = PROBLEMS.iter().find(|problem| problem.name == name)?;
    let ProblemInfo {
        name,
        level,
        meaning,
    } = problem;
    Some(format!("{name} ({level})\n\n{meaning}\n"))
}

/// The page of a kind of the assembler's diagnostics.
fn of_kind(kind: Kind) -> String {
    let level = match kind.severity() {
        AsmSeverity::Error => "error of the assembler",
        AsmSeverity::Warning => "warning of the assembler",
        AsmSeverity::Allowed => "warning of the assembler, allowed by default",
    };
    let title = format!("{} ({level})", kind.name());
    page(&title, kind.meaning(), kind.explanation())
}

/// A lint's page.
fn of_lint(info: &LintInfo) -> String {
    let title = format!("{} (lint, {} by default)", info.name, info.level);
    page(&title, info.summary, info.explanation)
}

/// The texts of a page, with sources set in from the margin.
fn page(title: &str, summary: &str, explanation: &str) -> String {
    let mut text = format!("{title}\n\n{summary}\n\n");
    let mut in_source = false;
    for line in explanation.lines() {
        match line.strip_prefix("```") {
            Some(_) => in_source = !in_source,
            None if in_source && !line.is_empty() => text.push_str(&format!("    {line}\n")),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    text
}
