//! What can be wrong with a link, and how it is said.
//!
//! Messages begin in lower case, have no full stop, put words of the source in backticks, and say both what was found
//! and what is allowed. The name of a problem is stable; the text is not.

use std::fmt;
use std::sync::Arc;

use pica200_objfmt::formats::error::ReadError;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::register::{Register, UniformKind};

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Nothing is written.
    Error,
    /// The output is written all the same.
    Warning,
}

/// One thing to say about a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is.
    pub problem: Problem,
    /// Where it is: the primary place, then others that belong to it. Empty only where no input is concerned.
    pub places: Vec<Place>,
}

/// A place in an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The path of the object.
    pub object: String,
    /// The line in the object's source, where it is known.
    pub source: Option<SourceLine>,
    /// What is there, in a few words.
    pub label: String,
}

/// A line of a source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceLine {
    /// The file's name as the object gives it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// What a declaration of a uniform says beside the name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The kind of register.
    pub kind: UniformKind,
    /// How many registers.
    pub len: u8,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let directive = match self.kind {
            UniformKind::Float => ".fvec",
            UniformKind::Integer => ".ivec",
            UniformKind::Boolean => ".bool",
        };
        write!(f, "`{directive}` of {}", Count(self.len.into(), "register"))
    }
}

/// Why several objects cannot be made one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Obstacle {
    /// There are none.
    #[error("there is no object")]
    NoObjects,
    /// One has uniforms of its own.
    #[error("a private file or a geometry shader with parameters has uniforms of its own")]
    OwnUniforms,
    /// A library gives values to registers or uniforms.
    #[error(
        "a value that a library sets is loaded where the library's code reads it, and a shader's always"
    )]
    LibraryValues,
    /// An object gives values to registers or uniforms that another one's code may read.
    #[error(
        "a value of a register or uniform is for the code of its own file, and another file may read it"
    )]
    OtherValues,
    /// Several begin with empty procedures, some of which are to be padded.
    #[error("of the empty procedures at the beginning some want padding and some do not")]
    Padding,
    /// Of the label or procedure that the shader starts at, another object has one of the name before it.
    #[error("another object has a label or procedure of the name that the shader starts at")]
    EntryLabel,
    /// A table has more entries than can be counted.
    #[error("a table has more than 65536 entries")]
    TooMany,
    /// The object contradicts itself.
    #[error("{why}")]
    Invalid {
        /// How.
        why: String,
    },
}

/// What `.extern` names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extern {
    /// A uniform.
    Uniform,
    /// A constant.
    Constant,
}

impl Extern {
    const fn noun(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Constant => "constant",
        }
    }

    /// A shape, by the word that `.extern` has for it.
    fn shown(self, shape: Shape, exact: bool) -> String {
        let word = match (self, shape.kind) {
            (Self::Uniform, UniformKind::Float) => "fvec",
            (Self::Uniform, UniformKind::Integer) => "ivec",
            (Self::Uniform, UniformKind::Boolean) => "bool",
            (Self::Constant, UniformKind::Float) if shape.len == 1 && exact => "constf",
            (Self::Constant, UniformKind::Float) => "constfa",
            (Self::Constant, _) => "consti",
        };
        let least = if exact { "" } else { "at least " };
        format!("`{word}` of {least}{}", Count(shape.len.into(), "register"))
    }
}

/// Who holds registers of a space that is used up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    /// The name of the uniform or constant; `None` for registers that a geometry shader keeps free.
    pub name: Option<String>,
    /// The first register.
    pub first: u8,
    /// How many registers.
    pub len: u8,
    /// The path of the object that declares it first.
    pub object: String,
}

/// How much of a limit an object takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// The path of the object.
    pub object: String,
    /// How many descriptors it needs that no earlier object had made.
    pub descriptors: usize,
    /// How many of all descriptors its `mad` instructions use that no earlier object's had used.
    pub mads: usize,
}

/// A number of things.
struct Count(usize, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, noun) = self;
        let plural = if *number == 1 { "" } else { "s" };
        write!(f, "{number} {noun}{plural}")
    }
}

/// A run of registers: `c4`, or `c4-c7`.
struct Run(UniformKind, u8, u8);

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(kind, first, len) = *self;
        let letter = kind.bank().letter();
        write!(f, "{letter}{first}")?;
        if len > 1 {
            write!(f, "-{letter}{}", u16::from(first) + u16::from(len) - 1)?;
        }
        Ok(())
    }
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// No input makes a shader.
    #[error("nothing to link: no file makes a shader")]
    NothingToLink,
    /// Several inputs make shaders where one can.
    #[error("several files make shaders, and {wanted} has one")]
    SeveralShaders {
        /// What there is one of.
        wanted: &'static str,
    },
    /// Objects cannot be made one.
    #[error("the inputs cannot be one object: {obstacle}")]
    CannotCombine {
        /// Why.
        obstacle: Obstacle,
    },
    /// A procedure is used and not defined.
    #[error("procedure `{name}` is not defined in any file of the link")]
    UndefinedProcedure {
        /// Its name.
        name: String,
        /// A procedure with a name much like it.
        similar: Option<String>,
        /// The archives that do not define it either.
        searched: Arc<[String]>,
    },
    /// A member of an archive is needed, or might be, and cannot be read.
    #[error("the member cannot be read as an object: {why}")]
    UnreadableMember {
        /// What is wrong with it.
        why: ReadError,
    },
    /// The index of an archive says what is not so.
    #[error("the archive's index says that this member defines `{name}`, and it does not")]
    StaleIndex {
        /// The procedure.
        name: String,
        /// The path of the archive.
        archive: String,
    },
    /// Two procedures have one name.
    #[error("procedure `{name}` is defined a second time")]
    DuplicateProcedure {
        /// The name.
        name: String,
        /// Whether a file that defines none of them names the procedure: otherwise each shader could start at its own.
        named_elsewhere: bool,
    },
    /// A shader's entry procedure is not defined.
    #[error("entry procedure `{name}` is not defined in any file of the link")]
    MissingEntry {
        /// Its name.
        name: String,
        /// Whether the source names it by `.entry`.
        chosen: bool,
        /// A procedure with a name much like it.
        similar: Option<String>,
    },
    /// An empty procedure stays empty where code precedes it.
    #[error("a padding NOP is required here")]
    PaddingNopRequired,
    /// There is more code than a program can have.
    #[error("the link has {words} words of code, and there is room for {max}", max = limits::CODE_WORDS)]
    CodeTooLong {
        /// How much there is.
        words: usize,
    },
    /// A procedure is too long to be called.
    #[error("procedure `{name}` has {words} words, and a procedure that is called can have {max}", max = limits::COUNT)]
    ProcedureTooLong {
        /// Its name.
        name: String,
        /// Its length.
        words: u32,
    },
    /// A target lies behind the last word that an instruction can name.
    #[error("the target is word {word}, and the last word that can be named is {last}", last = limits::CODE_WORDS - 1)]
    TargetOutOfReach {
        /// The target.
        word: u32,
    },
    /// Two declarations of one uniform disagree.
    #[error(
        "uniform `{name}` is declared as {found} and as {expected}, and must have one kind and size"
    )]
    UniformMismatch {
        /// Its name.
        name: String,
        /// What the later declaration says.
        found: Shape,
        /// What the first one says.
        expected: Shape,
        /// The entry procedure of the shader that uses both, where they do not share a space anyway.
        shader: Option<String>,
    },
    /// A uniform or constant is named by `.extern` and used, and no object declares it.
    #[error("{} `{name}` is not declared in any file of the link that others can see", sort.noun())]
    UndefinedExtern {
        /// Which of the two.
        sort: Extern,
        /// Its name.
        name: String,
        /// A declared name much like it.
        similar: Option<String>,
        /// The archives of the link, which are not looked into for it.
        searched: Arc<[String]>,
    },
    /// `.extern` and the declaration that it means disagree.
    #[error(
        "{} `{name}` is named as {} and declared as {}",
        sort.noun(), sort.shown(*found, *exact), sort.shown(*expected, true)
    )]
    ExternMismatch {
        /// Uniform or constant.
        sort: Extern,
        /// Its name.
        name: String,
        /// What `.extern` says.
        found: Shape,
        /// Whether it says the length; else the declaration may have more registers.
        exact: bool,
        /// What the declaration says.
        expected: Shape,
    },
    /// Several objects declare a constant of a name that is used by `.extern`.
    #[error(
        "constant `{name}` is declared {count} times, and `.extern` names what is declared once"
    )]
    AmbiguousConstant {
        /// Its name.
        name: String,
        /// How many declarations there are.
        count: usize,
    },
    /// A uniform is placed where a geometry shader that names it by `.extern` is fed.
    #[error(
        "`{name}` is placed at {}, and in this geometry shader the console itself fills {}",
        Run(*kind, *first, *len), Run(*kind, filled[0], filled[1])
    )]
    ReservedRegister {
        /// Its name.
        name: String,
        /// The kind of register.
        kind: UniformKind,
        /// Its first register.
        first: u8,
        /// How many it has.
        len: u8,
        /// The first register that the console fills, and how many.
        filled: [u8; 2],
    },
    /// Two declarations of one uniform choose different registers.
    #[error("uniform `{name}` is placed at {found} and at {expected}, and can have one place")]
    ConflictingPins {
        /// Its name.
        name: String,
        /// Where the later declaration places it.
        found: Register,
        /// Where the first one does.
        expected: Register,
    },
    /// Two names are placed at the same register.
    #[error("`{name}` and `{other}` are both placed at {register}")]
    OverlappingPins {
        /// The name declared later.
        name: String,
        /// The other one.
        other: String,
        /// The first register that both take.
        register: Register,
    },
    /// A declaration finds no free registers.
    #[error("no room for `{name}`: {} in one piece needed, {free} free", Count((*len).into(), kind.bank().noun()))]
    RegistersUsedUp {
        /// The name.
        name: String,
        /// The kind of register.
        kind: UniformKind,
        /// How many are needed.
        len: u8,
        /// How many are free, not necessarily in one piece.
        free: u32,
        /// Who holds the others.
        holders: Vec<Holder>,
    },
    /// An index leads out of the register file.
    #[error("element {element} of `{name}` would be {letter}{number}, and the bank has {letter}0 to {letter}{last}", letter = kind.bank().letter(), last = kind.bank().size() - 1)]
    RegisterOutOfRange {
        /// The name.
        name: String,
        /// The element.
        element: i16,
        /// The kind of register.
        kind: UniformKind,
        /// The number that the register would have.
        number: i32,
    },
    /// There are more descriptors than the machine has.
    #[error("the link needs more than {max} operand descriptors", max = limits::DESCRIPTORS)]
    TooManyDescriptors {
        /// What each object needs, up to the instruction that is one too many.
        shares: Vec<Share>,
    },
    /// There are more descriptors of `mad` than it reaches.
    #[error("the `mad` instructions of the link need more than {max} operand descriptors", max = limits::MAD_DESCRIPTORS)]
    TooManyMadDescriptors {
        /// What each object needs, up to the instruction that is one too many.
        shares: Vec<Share>,
    },
    /// Two libraries give a register different values, and one shader reaches both.
    #[error(
        "{register} gets different values in the shader that starts at `{entry}`; the earlier one holds"
    )]
    ConflictingValues {
        /// The register.
        register: Register,
        /// The shader's entry procedure.
        entry: String,
    },
    /// As picasso, the link loads constants only in the shaders of their own file, and another shader reads one.
    #[error(
        "constant `{name}` is read by the shader that starts at `{entry}`, and not loaded: picasso loads the constants \
         of a shader's own file only"
    )]
    ConstantNotLoaded {
        /// The first such constant of its file.
        name: String,
        /// The shader's entry procedure.
        entry: String,
    },
    /// A shader has an input of the name of a uniform that it reaches in another file.
    #[error(
        "uniform `{name}` stays out of the table of the shader that starts at `{entry}`, since an input of it has the same name"
    )]
    ShadowedUniform {
        /// The name.
        name: String,
        /// The shader's entry procedure.
        entry: String,
    },
}

impl Problem {
    /// The problem's name, by which options and documentation refer to it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NothingToLink => "nothing-to-link",
            Self::SeveralShaders { .. } => "several-shaders",
            Self::CannotCombine { .. } => "cannot-combine",
            Self::UndefinedProcedure { .. } => "undefined-procedure",
            Self::UnreadableMember { .. } => "unreadable-object",
            Self::StaleIndex { .. } => "stale-index",
            Self::DuplicateProcedure { .. } => "duplicate-procedure",
            Self::MissingEntry { .. } => "missing-entry",
            Self::PaddingNopRequired => "padding-nop-required",
            Self::CodeTooLong { .. } => "code-too-long",
            Self::ProcedureTooLong { .. } => "procedure-too-long",
            Self::TargetOutOfReach { .. } => "target-out-of-reach",
            Self::UniformMismatch { .. } => "uniform-mismatch",
            Self::UndefinedExtern { sort, .. } => match sort {
                Extern::Uniform => "undefined-uniform",
                Extern::Constant => "undefined-constant",
            },
            Self::ExternMismatch { .. } => "extern-mismatch",
            Self::AmbiguousConstant { .. } => "ambiguous-constant",
            Self::ReservedRegister { .. } => "reserved-register",
            Self::ConflictingPins { .. } => "conflicting-pins",
            Self::OverlappingPins { .. } => "overlapping-pins",
            Self::RegistersUsedUp { .. } => "registers-used-up",
            Self::RegisterOutOfRange { .. } => "register-out-of-range",
            Self::TooManyDescriptors { .. } => "too-many-descriptors",
            Self::TooManyMadDescriptors { .. } => "too-many-mad-descriptors",
            Self::ConflictingValues { .. } => "conflicting-values",
            Self::ConstantNotLoaded { .. } => "constant-not-loaded",
            Self::ShadowedUniform { .. } => "shadowed-uniform",
        }
    }

    /// What to do about it, or what is behind it, where that is known.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::NothingToLink => Some(
                "a file makes a shader if it has an instruction or a declaration and no `.nodvle`"
                    .into(),
            ),
            Self::SeveralShaders { .. } => Some(
                "mark a file that makes no shader of its own with `.nodvle`".into(),
            ),
            Self::CannotCombine {
                obstacle: Obstacle::OwnUniforms | Obstacle::LibraryValues | Obstacle::OtherValues,
            } => Some("leave this input out, and link it with the others in the end".into()),
            Self::PaddingNopRequired => Some(
                "without it the console loses a jump or the end of a block; assemble without `--no-nop`".into(),
            ),
            Self::UndefinedProcedure {
                similar, searched, ..
            } => undefined_text(similar.as_deref(), searched),
            Self::UndefinedExtern {
                similar, searched, ..
            } => match similar {
                Some(name) => Some(format!("did you mean `{name}`?")),
                None if searched.is_empty() => None,
                None => Some(
                    "members of archives are taken for procedures alone; name the object that declares it".into(),
                ),
            },
            Self::AmbiguousConstant { .. } => Some(
                "give it another name in one of the files, or keep it to its file with `.private`".into(),
            ),
            Self::ReservedRegister { .. } => {
                Some("choose another register, or let the linker choose".into())
            }
            Self::UnreadableMember { .. } => {
                Some("picasm makes the object anew from its source, picaar puts it into the archive".into())
            }
            Self::StaleIndex { archive, .. } => {
                Some(format!("`picaar s {archive}` makes the index anew"))
            }
            Self::MissingEntry {
                chosen, similar, ..
            } => match similar {
                Some(name) => Some(format!("did you mean `{name}`?")),
                None if *chosen => None,
                None => Some(
                    "name another procedure with `.entry`, or mark a library with `.nodvle`".into(),
                ),
            },
            Self::DuplicateProcedure {
                named_elsewhere, ..
            } => Some(if *named_elsewhere {
                "each file may have an entry procedure of this name if no other names it; mark a file that makes no \
                 shader of its own with `.nodvle`, or name its entry with `.entry`"
                    .into()
            } else {
                "procedures are global over all files of a link".into()
            }),
            Self::ConstantNotLoaded { .. } => Some("link without `--compat=picasso`".into()),
            Self::ConflictingValues { .. } => {
                Some("choose another register, or give it a name so that linking places it".into())
            }
            Self::ProcedureTooLong { .. } => {
                Some("split it into procedures that it calls in turn".into())
            }
            Self::UniformMismatch { shader, .. } => shader
                .as_ref()
                .map(|entry| format!("the shader that starts at `{entry}` uses both")),
            Self::RegistersUsedUp { kind, holders, .. } => Some(holders_text(*kind, holders)),
            Self::TooManyDescriptors { shares } => {
                Some(shares_text(shares, |share| share.descriptors))
            }
            Self::TooManyMadDescriptors { shares } => Some(shares_text(shares, |share| share.mads)),
            _ => None,
        }
    }
}

/// How many archives are named; the others are counted.
const NAMED_ARCHIVES: usize = 4;

/// What may have been meant by a name without a definition, and where it is not.
fn undefined_text(similar: Option<&str>, searched: &[String]) -> Option<String> {
    let meant = similar.map(|name| format!("did you mean `{name}`?"));
    let named = searched.iter().take(NAMED_ARCHIVES);
    let mut archives: Vec<_> = named.map(|name| format!("`{name}`")).collect();
    let others = searched.len() - archives.len();
    if others > 0 {
        archives.push(format!("{others} more"));
    }
    let searched =
        (!archives.is_empty()).then(|| format!("searched, too: {}", archives.join(", ")));
    match (meant, searched) {
        (Some(meant), Some(searched)) => Some(format!("{meant} ({searched})")),
        (meant, searched) => meant.or(searched),
    }
}

/// Who holds which registers, in one line.
fn holders_text(kind: UniformKind, holders: &[Holder]) -> String {
    let held: Vec<_> = holders
        .iter()
        .map(|holder| {
            let run = Run(kind, holder.first, holder.len);
            match &holder.name {
                Some(name) => format!("{run} `{name}` ({})", holder.object),
                None => format!("{run} not given out ({})", holder.object),
            }
        })
        .collect();
    if held.is_empty() {
        format!("there are {} in all", kind.bank().size())
    } else {
        format!("in use: {}", held.join(", "))
    }
}

/// How much of a limit each object takes, in one line.
fn shares_text(shares: &[Share], number: impl Fn(&Share) -> usize) -> String {
    let parts: Vec<_> = shares
        .iter()
        .filter(|share| number(share) > 0)
        .map(|share| format!("{} of {}", number(share), share.object))
        .collect();
    format!("in use: {}", parts.join(", "))
}
