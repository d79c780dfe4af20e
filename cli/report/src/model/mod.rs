//! What a page shows.

mod graphs;
mod procedures;
mod profile;
mod sources;
mod uniforms;
mod warnings;

use pica200::source::Source;
use pica200::text::outputs::{output_mask, output_property};
use pica200::text::page::{counted, shown};
use pica200::text::place::place;
use pica200_check::{WordLife, lifetimes};
use pica200_objfmt::formats::inspect::Content;
use pica200_objfmt::formats::shbin;
use pica200_objfmt::isa::register::Bank;
use pica200_objfmt::isa::text::{output_register, run};

use crate::contents::{Contents, Kind, Subject};
use crate::cost::Cost;
use crate::listing::Listing;
use crate::sizes::{self, Usage};

pub use procedures::{Procedure, innermost};
pub use profile::{Counts, ProfileError};
pub use sources::{SourceLine, SourceText};
pub use uniforms::{Holder, HolderKind};
pub use warnings::{At, Note, Warning};

/// The number of words of all shaders after which lifetimes are no longer computed, for files with very many shaders.
const MOST_LIVES: usize = 1 << 16;

/// What is known beside the file itself.
#[derive(Default)]
pub struct Extras<'a> {
    /// The sources at hand.
    pub sources: &'a [Source<'a>],
    /// What was found to be wrong.
    pub warnings: Vec<Warning>,
    /// The number of executions of each word.
    pub counts: Option<Counts>,
}

/// The model of a page about a file.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the file.
    pub name: String,
    /// Its kind, and what it has: `shader binary, 2 shaders, 396 bytes`.
    pub summary: Vec<String>,
    /// The faults of a damaged file, and remarks on what is missing.
    pub remarks: Vec<String>,
    /// The programs: one, or one for each member of an archive.
    pub parts: Vec<Part>,
}

/// A program with its shaders.
#[derive(Clone, Default, Debug)]
pub struct Part {
    /// The name of the member of an archive.
    pub name: Option<String>,
    /// The code.
    pub words: Vec<Word>,
    /// The procedures that have words, in the order of the code.
    pub procedures: Vec<Procedure>,
    /// The shaders.
    pub shaders: Vec<Shader>,
    /// The operand descriptors.
    pub descriptors: Vec<Descriptor>,
    /// What all shaders use together; empty for objects.
    pub usage: Vec<Usage>,
    /// The warnings.
    pub warnings: Vec<Warning>,
    /// The sources at hand that have code here.
    pub sources: Vec<SourceText>,
    /// The cost of all words, if there is a profile.
    pub total: Option<Cost>,
}

/// A word of the code.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its offset in words.
    pub word: u32,
    /// Its bits.
    pub bits: u32,
    /// The names of the place.
    pub labels: Vec<String>,
    /// The numbers of the shaders that start here.
    pub starts: Vec<usize>,
    /// The instruction.
    pub text: String,
    /// Short remarks.
    pub remarks: Vec<String>,
    /// The word to which it transfers control.
    pub target: Option<u32>,
    /// The number of its descriptor.
    pub descriptor: Option<usize>,
    /// The file and line from which it comes, as text.
    pub place: Option<String>,
    /// Where this line is in [`Part::sources`]: the source and its row.
    pub source: Option<(usize, usize)>,
    /// The number of its executions.
    pub count: Option<u64>,
    /// The number of temporaries that hold a value after it.
    pub held: Option<usize>,
    /// Its warnings, by their indices.
    pub warnings: Vec<usize>,
}

/// An operand descriptor.
#[derive(Clone, Debug)]
pub struct Descriptor {
    /// Its bits.
    pub bits: u32,
    /// The components that are written: `xyz`.
    pub mask: String,
    /// The sources: `-xyzw`.
    pub sources: [String; 3],
    /// The words that use it.
    pub users: Vec<u32>,
}

/// A shader.
#[derive(Clone, Debug)]
pub struct Shader {
    /// Its number in the file.
    pub number: usize,
    /// `vertex shader` or `geometry shader`.
    pub stage: &'static str,
    /// The name of its entry procedure.
    pub name: String,
    /// The word at which it starts.
    pub entry: u32,
    /// Its inputs: registers and names.
    pub inputs: Vec<[String; 2]>,
    /// Its outputs: registers with components, and properties.
    pub outputs: Vec<[String; 2]>,
    /// What it uses.
    pub usage: Vec<Usage>,
    /// Who holds the uniform registers.
    pub uniforms: Vec<Holder>,
    /// The lifetimes of values in registers; `None` if they are not known.
    pub lives: Option<Vec<WordLife>>,
}

impl Report {
    /// The model of a shader binary or an object.
    pub fn new(subject: &Subject<'_>, mut extras: Extras<'_>) -> Self {
        let contents = Contents::of(&subject.inspection);
        let faults = subject.inspection.faults.iter();
        let part = contents.map(|contents| Part::new(&contents, None, &mut extras));
        Self {
            name: shown(subject.name.as_bytes()),
            summary: summary(subject),
            remarks: faults.map(|fault| format!("damaged: {fault}")).collect(),
            parts: part.into_iter().collect(),
        }
    }

    /// The model of an archive: its name, and its members that are objects.
    pub fn of_archive(name: &str, bytes: usize, members: &[Subject<'_>]) -> Self {
        let part = |member: &Subject<'_>| {
            let contents = Contents::of(&member.inspection)?;
            let name = shown(member.name.as_bytes());
            Some(Part::new(&contents, Some(name), &mut Extras::default()))
        };
        let fault = |member: &Subject<'_>| {
            let fault = member.inspection.faults.first()?;
            Some(format!(
                "{}: damaged: {fault}",
                shown(member.name.as_bytes())
            ))
        };
        Self {
            name: shown(name.as_bytes()),
            summary: vec![
                "archive".to_owned(),
                counted(members.len(), "object"),
                counted(bytes, "byte"),
            ],
            remarks: members.iter().filter_map(fault).collect(),
            parts: members.iter().filter_map(part).collect(),
        }
    }

    /// Whether there is a profile.
    pub fn has_profile(&self) -> bool {
        self.parts.iter().any(|part| part.total.is_some())
    }
}

fn summary(subject: &Subject<'_>) -> Vec<String> {
    let (kind, shaders) = match &subject.inspection.content {
        Content::Shbin(shbin) => ("shader binary", Some(shbin.shaders.len())),
        Content::Object(_) => ("object", None),
        Content::Documented(_) => ("object of another version", None),
        Content::Unknown => ("unknown file", None),
    };
    let mut all = vec![kind.to_owned()];
    all.extend(shaders.map(|count| counted(count, "shader")));
    if !subject.bytes.is_empty() {
        all.push(counted(subject.bytes.len(), "byte"));
    }
    all
}

impl Part {
    fn new(contents: &Contents<'_>, name: Option<String>, extras: &mut Extras<'_>) -> Self {
        let reach = contents.reach();
        let mut words = words(contents);
        if let Some(counts) = &extras.counts {
            for word in &mut words {
                word.count = Some(counts.of(word.word));
            }
        }
        let mut left = MOST_LIVES;
        let shaders = contents.shaders.iter().enumerate();
        let shader = |(number, shader): (usize, &shbin::Shader)| {
            if contents.is_lost(contents.structure(number)) {
                return None;
            }
            let own = sizes::counted_words(contents, reach.as_deref(), number);
            let used = own.as_ref().map_or(0, |own| own.iter().count());
            let lives = (left > 0).then(|| lives(contents, shader)).flatten();
            left = left.saturating_sub(used.max(64));
            Some(Shader {
                uniforms: uniforms::holders(contents, shader, own.as_ref()),
                usage: sizes::of_shader(contents, shader, own.as_ref()),
                lives,
                ..bare(contents, number, shader)
            })
        };
        let mut part = Self {
            name,
            shaders: shaders.filter_map(shader).collect(),
            descriptors: descriptors(contents),
            usage: match contents.kind {
                Kind::Shbin => sizes::of_file(contents),
                _ => Vec::new(),
            },
            warnings: std::mem::take(&mut extras.warnings),
            total: extras
                .counts
                .is_some()
                .then(|| words.iter().filter_map(|word| word.count).collect()),
            words,
            ..Self::default()
        };
        part.note_lives();
        part.procedures = procedures::procedures(contents, &part.words);
        sources::attach(&mut part, contents, extras.sources);
        warnings::attach(&mut part);
        part
    }

    /// The word at an offset.
    pub fn word(&self, offset: u32) -> Option<&Word> {
        self.words.get(usize::try_from(offset).ok()?)
    }

    /// The lifetimes in a shader of this part, procedure by procedure, with their names. `None` if they are not known.
    pub fn lives<'p>(
        &'p self,
        shader: &'p Shader,
    ) -> Option<impl Iterator<Item = (&'p str, Vec<WordLife>)>> {
        let lives = shader.lives.as_ref()?;
        let procedures = self.procedures.iter().map(|procedure| {
            let own = |life: &&WordLife| procedure.words.binary_search(&life.word).is_ok();
            let lives: Vec<_> = lives.iter().filter(own).copied().collect();
            (procedure.name.as_str(), lives)
        });
        Some(procedures.filter(|(_, lives)| !lives.is_empty()))
    }

    /// The procedure whose first word this is.
    pub fn procedure_at(&self, word: u32) -> Option<usize> {
        // They are in the order of the code.
        let first = self
            .procedures
            .partition_point(|procedure| procedure.start < word);
        self.procedures
            .get(first)
            .filter(|procedure| procedure.start == word)
            .map(|_| first)
    }

    /// Counts the temporaries that hold values after each word; in shared code, for the first shader that runs it.
    fn note_lives(&mut self) {
        for life in self
            .shaders
            .iter()
            .filter_map(|shader| shader.lives.as_ref())
            .flatten()
        {
            let index = usize::try_from(life.word).ok();
            if let Some(word) = index.and_then(|index| self.words.get_mut(index)) {
                word.held.get_or_insert(life.after.temporaries());
            }
        }
    }
}

fn words(contents: &Contents<'_>) -> Vec<Word> {
    let listing = Listing::new(contents);
    let words = listing.words().map(|word| Word {
        word: word.word,
        bits: word.bits,
        labels: word.labels.iter().map(|label| shown(&label.name)).collect(),
        starts: word.starts.to_vec(),
        text: word.decoded.text(),
        remarks: word.remarks,
        target: word.decoded.target,
        descriptor: word.descriptor,
        place: word
            .line
            .filter(|line| line.line > 0)
            .map(|line| place(&contents.program, line)),
        source: None,
        count: None,
        held: None,
        warnings: Vec::new(),
    });
    words.collect()
}

fn descriptors(contents: &Contents<'_>) -> Vec<Descriptor> {
    let entries = contents.program.descriptors.iter();
    let mut all: Vec<_> = entries
        .map(|entry| {
            let descriptor = entry.descriptor;
            let source = |number| {
                let source = descriptor.source(number);
                format!("{}{}", if source.negate { "-" } else { "" }, source.swizzle)
            };
            Descriptor {
                bits: descriptor.to_bits(),
                mask: descriptor.mask().to_string(),
                sources: [source(0), source(1), source(2)],
                users: Vec::new(),
            }
        })
        .collect();
    for (word, number) in (0u32..).zip(contents.descriptor_numbers()) {
        if let Some(descriptor) = number.and_then(|number| all.get_mut(number)) {
            descriptor.users.push(word);
        }
    }
    all
}

/// The lifetimes in a shader; `None` in an object that is not a whole program.
fn lives(contents: &Contents<'_>, shader: &shbin::Shader) -> Option<Vec<WordLife>> {
    let is_whole = match contents.kind {
        Kind::Shbin => true,
        Kind::Object(object) => shader.end > shader.entry && object.externals.is_empty(),
        Kind::Documented(_) => false,
    };
    is_whole
        .then(|| lifetimes(&contents.program, shader))
        .flatten()
}

/// A shader without what takes long to find.
fn bare(contents: &Contents<'_>, number: usize, shader: &shbin::Shader) -> Shader {
    let entry = shader
        .labels
        .iter()
        .filter(|label| label.word == shader.entry);
    let entry = entry.max_by_key(|label| label.size);
    let is_object = !matches!(contents.kind, Kind::Shbin);
    Shader {
        number,
        stage: if shader.is_geometry() {
            "geometry shader"
        } else {
            "vertex shader"
        },
        name: match entry {
            Some(label) if !is_object || shader.end > shader.entry => shown(&label.name),
            _ => format!("shader {number}"),
        },
        entry: shader.entry,
        inputs: inputs(shader),
        outputs: outputs(shader),
        usage: Vec::new(),
        uniforms: Vec::new(),
        lives: None,
    }
}

/// The inputs of a shader that have names: registers and names.
pub fn inputs(shader: &shbin::Shader) -> Vec<[String; 2]> {
    let named = shader.uniforms.iter().filter_map(|entry| {
        let first = entry
            .register()
            .filter(|register| register.bank == Bank::Input)?;
        let number = u32::from(first.number);
        let last = number + sizes::length(entry).saturating_sub(1);
        Some([run(Bank::Input, number, last), shown(&entry.name)])
    });
    named.collect()
}

/// The outputs of a shader: registers with components, and properties.
pub fn outputs(shader: &shbin::Shader) -> Vec<[String; 2]> {
    let outputs = shader.outputs.iter().map(|entry| {
        let register = output_register(entry.register);
        let mask = output_mask(entry);
        [format!("{register}.{mask}"), output_property(entry)]
    });
    outputs.collect()
}

#[cfg(test)]
mod tests;
