//! `--explain`: what each diagnostic means.

use pica200_asm::diagnostic::{Kind, Severity as AsmSeverity};
use pica200_check::{LINTS, Lint, LintInfo};

/// A diagnostic of the linker or the programs that is no lint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProblemInfo {
    /// Its name.
    pub name: &'static str,
    /// Whether it is an error or a warning, and when.
    pub level: &'static str,
    /// What it means, in a line.
    pub meaning: &'static str,
    /// How to mend it.
    pub remedy: &'static str,
}

macro_rules! problems {
    ($($name:literal $level:literal $meaning:literal $remedy:literal;)*) => {
        /// All diagnostics of the linker and the programs that are no lints. The README has the same table.
        pub const PROBLEMS: &[ProblemInfo] = &[$(ProblemInfo {
            name: $name,
            level: $level,
            meaning: $meaning,
            remedy: $remedy,
        }),*];
    };
}

problems! {
    "nothing-to-link" "error" "no input makes a shader"
        "Give a file that has instructions or declarations and no `.nodvle`; archives are only searched for what is called.";
    "several-shaders" "error" "several files make shaders, and with `-r` or `-e` there is one"
        "Link the shaders one by one, or mark those that are not wanted with `.nodvle`.";
    "cannot-combine" "error" "with `-r`, the inputs cannot be one object; the message says why"
        "Link the inputs without `-r`, or give files that declare uniforms of their own to the last link as they are.";
    "undefined-procedure" "error" "a procedure is called that no input and no archive defines"
        "Give the file or the library (`-l`) that defines it, or mend the name, whose case counts.";
    "undefined-uniform" "error" "a uniform is used by `.extern` that no input declares for others"
        "Declare it in one of the inputs, by `.fvec`, `.ivec` or `.bool`. Those of private files and of geometry shaders with parameters are not for others.";
    "undefined-constant" "error" "the same of a constant"
        "Declare it in one of the inputs, by `.constf`, `.consti` or `.constfa`. Those of private files are not for others.";
    "extern-mismatch" "error" "`.extern` and the declaration have different kinds or lengths"
        "Give `.extern` the word and the length of the declaration; `NAME[]` stands for any length.";
    "ambiguous-constant" "error" "a constant is used by `.extern` that is declared more than once"
        "Keep one declaration, or give the others names of their own.";
    "reserved-register" "error" "a uniform is placed where the console fills the registers of a geometry shader that names it by `.extern`"
        "Let the linker choose the register of the uniform, or choose one outside of the vertices that `.gsh fixed` asks for, and not `b15`.";
    "stale-index" "error" "the index of an archive says that a member defines a procedure, and it does not"
        "Make the index anew: `picaar s ARCHIVE`.";
    "duplicate-procedure" "error" "a procedure is defined twice"
        "Take one out, or give it another name. If both come from libraries, link the one that is wanted first.";
    "missing-entry" "error" "a shader's entry procedure is not defined"
        "Define `main`, or name the procedure that the shader starts at by `.entry`, or by `-e`.";
    "padding-nop-required" "warning" "a padding NOP is required, and padding is off"
        "Assemble without `--no-nop`, or write the `nop`.";
    "code-too-long" "error" "the program has more than 4096 words"
        "Put what is repeated into procedures or loops, or make two binaries of the shaders. `--map` says who takes how much.";
    "procedure-too-long" "error" "a called procedure has more than 255 words"
        "Divide the procedure: a call can hold a length of 255 words. One that is only an entry may be longer.";
    "target-out-of-reach" "error" "a word to go to lies behind the 4096th"
        "Make the program shorter, so that the place lies within the 4096 words that instructions can name.";
    "uniform-mismatch" "error" "a uniform is declared with different kinds or lengths"
        "Declare the uniform in the same way in all files, or give one of them another name. `.private` keeps a file's uniforms apart.";
    "conflicting-pins" "error" "two files choose different registers for one name"
        "Choose the same register in all files, or in one of them only.";
    "overlapping-pins" "error" "two names choose overlapping registers where one file or shader has both"
        "Move one of the two, or let the linker choose its register.";
    "registers-used-up" "error" "there are no registers left for a uniform or constant"
        "Put several numbers into one vector, shorten arrays, or take declarations out that nothing uses. `--map` says who has which.";
    "register-out-of-range" "error" "an index leads out of the register file"
        "Lower the index, or choose a lower register for the array.";
    "too-many-descriptors" "error" "the program needs more than 128 operand descriptors"
        "Use fewer different combinations of masks, signs and swizzles: the same ones share a descriptor. Without `--compat` the linker makes the table as small as it can.";
    "too-many-mad-descriptors" "error" "`mad` and `madi` need more than 32 operand descriptors"
        "Use fewer different combinations of masks, signs and swizzles in `mad`, or a `mul` and an `add` in its stead.";
    "conflicting-values" "warning; error for constants" "two files give a register different values in one shader"
        "Set the register in one file only, or choose another one.";
    "constant-not-loaded" "warning" "with `--compat=picasso`, a shader reads a constant of another file"
        "Link without `--compat=picasso`, which loads what the code reads; or declare the constant in the shader's own file.";
    "shadowed-uniform" "warning" "an input has the name of a uniform that the shader reaches in another file"
        "Give the input or the uniform another name: programs find both by it.";
    "cannot-read" "error" "a file cannot be read"
        "The message has the reason of the system: look at the path, and at who may read it.";
    "cannot-write" "error" "a file cannot be written"
        "The message has the reason of the system: look whether the folder is there, who may write to it, and whether there is room.";
    "output-is-input" "error" "an output would overwrite an input"
        "Choose another name for the output.";
    "output-twice" "error" "an output would overwrite another output"
        "Choose another name for one of them.";
    "unknown-warning" "warning" "a comment of a source allows a name that nothing has, or that of an error"
        "Mend the name, which is what a warning has in brackets. Errors cannot be allowed, unless they are lints on linked programs.";
    "unreadable-object" "error" "an object is damaged, or of another version; of an archive, one that is needed or that the index does not name"
        "Make the object anew from its source.";
    "unreadable-archive" "error" "an archive is damaged, or thin"
        "Make the archive anew; thin archives, which hold paths, are not read.";
    "missing-library" "error" "the library of `-l` is in no folder of `-L`"
        "Name its folder by `-L`, or the file by `-l :FILE` or as an input.";
    "wrong-list-entry" "error" "an entry of a `.shlist` is another list"
        "Put the entries of the other list into this one.";
    "not-an-object" "error" "a file to put into an archive is no object"
        "Assemble it first, by picasm: archives hold objects.";
    "duplicate-member" "error" "two files to put into an archive have one name"
        "Rename one of the files: members are found by the last part of their path.";
    "no-such-member" "error" "an archive has no member of a name"
        "`picaar t ARCHIVE` lists the names.";
    "unsafe-member-name" "error" "the name of a member to extract is a path, or none that a file can have"
        "Extract the other members by name; this one would be written outside of the folder, or nowhere.";
    "no-symbol-index" "error" "the index of an archive is asked for, and it has none"
        "Make one: `picaar s ARCHIVE`.";
    "hidden-definition" "warning" "a member defines a procedure that an earlier member defines: links take that one"
        "Rename one of the procedures, or put the member first that is wanted.";
    "is-an-archive" "error" "a view is asked for that archives do not have"
        "Extract the member first (`picaar x`), and look at it.";
    "not-a-source" "error" "an input that should be a source is an object or a shader binary"
        "Give the source that it was made of; picald links objects.";
    "unformatted" "error" "`picafmt --check` meets a source that picafmt would change"
        "`picafmt FILE` lays it out.";
    "unknown-kind" "error" "a file to show is neither a shader binary nor an object nor an archive"
        "Look whether it is the file that was meant. Text is for picasm.";
    "damaged-file" "error" "a header or table of a file to show cannot be read; the others are shown all the same. A damaged file does not run"
        "Make the file anew. What can be read of it is shown.";
    "no-line-table" "error" "source lines are asked for, and the file has none"
        "Link with `-g`, and without `-s`.";
    "incomplete-sources" "warning" "a disassembly does not give the file back; the message says why"
        "The message says what is lost; what the sources do is the same as far as it can be.";
    "cannot-disassemble" "error" "a file has no source text; the message says why"
        "The message says what no source can state.";
    "cannot-compare" "error" "two files cannot be compared; the message says why"
        "Give two files of the same sort, that can be read.";
    "cannot-check" "error" "a file to check is no linked shader binary"
        "Link it first, by picald, which checks it as well.";
    "several-sources" "error" "a disassembly makes several sources, and `-o` names one file"
        "Name a folder, with a slash at its end.";
    "no-such-shader" "error" "a shader to run is not in the file"
        "`picadump FILE` lists the shaders and their entries.";
    "cannot-set" "error" "a value is for no input or uniform of the shader, or there are too many values"
        "`picadump FILE` lists the inputs and uniforms, with their lengths.";
    "unreadable-values" "error" "a file of values is not TOML, or has no rows for the name, or no vertices"
        "Mend the file where the message points; TESTS.md describes the form.";
    "linked-already" "error" "a shader binary to run is given together with other files"
        "Give the binary alone, or the objects that it was linked of.";
    "cannot-feed" "error" "vertices are for no geometry shader, or do not make primitives as it takes them; the message says why"
        "Give as many vertices as the message asks for, or use the inputs of a vertex shader.";
    "incomplete-primitive" "warning" "behind the last primitive there are vertices that make no further one"
        "Give further vertices, or leave the last ones out.";
    "unreadable-test" "error" "a test file is not UTF-8, not TOML, or larger than 2 MiB"
        "Save it as UTF-8, and mend it where the message points; TESTS.md describes the form.";
    "invalid-test" "error" "a test file has an unknown key, a value of another type, no cases, two cases of one name, a case that expects nothing, or two choices of the shader"
        "Mend it where the message points; TESTS.md lists all keys.";
    "cannot-expect" "error" "an expectation does not fit the shader: it has no such output, or other components"
        "Name an output that the shader has, and as many components as it has; `picadump` lists them.";
    "no-such-case" "error" "no case of the test files has the text of `--filter` in its name"
        "Give a part of a case's name; `picarun --test` without `--filter` shows all.";
    "shader-fault" "error" "a shader that runs does not come to its end: it leaves the code, meets a word that cannot be executed, or uses up its budget"
        "`picarun --trace` shows how it came there. A loop without an end is found by the budget, which `--budget` sets.";
    "invalid-build" "error" "a build script asks `pica200::build` for what it cannot do: no name, a number or a level that is none, variants that are none or too many; the message says why"
        "Mend the build script; the message says what `pica200::build` can do there.";
    "variants-alike" "warning" "of shaders that are built in variants, none differs by one of the numbers"
        "Leave that number out, or ask for it in the sources, by `.ifdef` or `.if`.";
    "unwritable-object" "error" "an object cannot be put into a file"
        "The message says what is too much for the format: mostly more names than it can count.";
    "unwritable-archive" "error" "an archive cannot be put into a file"
        "The message says what is too much for the format.";
    "unwritable-binary" "error" "a shader binary cannot be put into a file"
        "The message says what is too much for the format.";
}

/// The names of all diagnostics.
pub fn names() -> impl Iterator<Item = &'static str> {
    let lints = LINTS.iter().map(|info| info.name);
    let kinds = Kind::ALL.iter().map(|kind| kind.name());
    lints
        .chain(PROBLEMS.iter().map(|problem| problem.name))
        .chain(kinds)
}

/// What there is to say of a name: what it means, with examples, and how to mend it. Two programs may say the same of what
/// they see: then there is a page of each. `None` if nothing has the name.
pub fn explain(name: &str) -> Option<String> {
    let kind = Kind::ALL.iter().find(|kind| kind.name() == name);
    let problem = PROBLEMS.iter().find(|problem| problem.name == name);
    let pages = [
        kind.map(|kind| of_kind(*kind)),
        problem.map(of_problem),
        Lint::from_name(name).map(|lint| of_lint(lint.info())),
    ];
    let pages: Vec<_> = pages.into_iter().flatten().collect();
    (!pages.is_empty()).then(|| pages.join("\n"))
}

/// The page of a diagnostic of the linker or the programs.
fn of_problem(problem: &ProblemInfo) -> String {
    let ProblemInfo {
        name,
        level,
        meaning,
        remedy,
    } = problem;
    format!("{name} ({level})\n\n{meaning}\n\n{remedy}\n")
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
    let mut text = format!("{title}\n\n");
    // Some explanations begin with it.
    if !explanation.starts_with(summary) {
        text += &format!("{summary}\n\n");
    }
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
