//! Assembling sources for all variations.
//!
//! What a source becomes depends on the numbers that its text names after includes, conditionals and macros: branches
//! that do not count are not part of that text. So a result holds for every variation that has the same values for
//! these numbers, and most variations need no assembly of their own. The sources that are assembled are chosen without
//! regard to the number of threads, so messages do not depend on it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

use pica200_asm::Files;
use pica200_objfmt::formats::object::{Object, Position};

use super::Variations;
use crate::files::SharedFiles;
use crate::input::{InputFile, InputKind};
use crate::job::{Job, Reports};
use crate::parallel;
use crate::positions;
use crate::session::Session;
use crate::source::Source;

/// How many variations are assembled before others are looked up, at first and at most.
const BATCHES: [usize; 2] = [8, 256];

/// Assembles the sources of a job for all combinations of numbers.
pub(crate) struct Assembler<'a, 's> {
    /// The job, without the numbers that have several values.
    pub(crate) job: &'a Job,
    /// The inputs of the job.
    pub(crate) inputs: &'s [InputFile],
    /// The combinations.
    pub(crate) variations: &'a Variations,
    /// What messages call the file of variations, if they mention the variation.
    pub(crate) name: Option<&'a str>,
}

/// A source, assembled for some variations.
pub(crate) struct Unit<'s> {
    /// The object; `None` if there were errors.
    pub(crate) object: Option<Object>,
    /// Its text, for places in it.
    pub(crate) source: Option<Source<'s>>,
}

/// The objects of all variations.
pub(crate) struct Assembled<'s> {
    /// The results of assembling.
    pub(crate) units: Vec<Unit<'s>>,
    /// The sets of units that differ, each with the first variation that has it.
    pub(crate) groups: Vec<Group>,
    /// For each variation, its group; `None` if it is excluded or has errors.
    pub(crate) of_variation: Vec<Option<usize>>,
}

/// Objects that are linked with each other.
pub(crate) struct Group {
    /// The first variation that has them.
    pub(crate) first: usize,
    /// For each input that is a source, its unit.
    pub(crate) units: Vec<Option<usize>>,
}

/// Units by the values of the numbers on which they depend.
type UnitsByValues = HashMap<Vec<usize>, usize>;

/// A session of one assembly, and its result.
type Attempt<'s> = (Session<'s>, Option<Object>);

impl<'s> Assembler<'_, 's> {
    /// Assembles everything. Reports go to the session.
    pub(crate) fn run(&self, diagnostics: &mut Reports, session: &mut Session<'s>) -> Assembled<'s> {
        let files = SharedFiles::new(session.files);
        let mut units = Vec::new();
        let mut of_inputs = Vec::new();
        let mut included = BTreeSet::new();
        for input in self.inputs {
            let of_input = takes_numbers(input).then(|| {
                let mut source = OneSource {
                    assembler: self,
                    files: &files,
                    input,
                    known: Vec::new(),
                    of_variation: vec![None; self.variations.count()],
                };
                source.run(&mut units, &mut included, diagnostics, session);
                source.of_variation
            });
            of_inputs.push(of_input);
        }
        let new = included.into_iter();
        let already: HashSet<_> = session.included.iter().cloned().collect();
        session.included.extend(new.filter(|path| !already.contains(path)));
        self.job.report_useless_defines(self.inputs, session);
        self.group(units, &of_inputs)
    }

    /// The job of a variation.
    pub(crate) fn job_of(&self, variation: usize) -> Job {
        let mut job = self.job.clone();
        let defines = self.variations.defines(variation);
        job.assembling.defines.extend(defines);
        job
    }

    /// Finds variations whose objects are equal.
    fn group(&self, units: Vec<Unit<'s>>, of_inputs: &[Option<Vec<Option<usize>>>]) -> Assembled<'s> {
        let first_equal = self.first_equal(&units);
        let mut groups: Vec<Group> = Vec::new();
        let mut known: HashMap<Vec<Option<usize>>, usize> = HashMap::new();
        let mut of_variation = vec![None; self.variations.count()];
        for variation in self.variations.included() {
            let unit = |of_input: &Option<Vec<Option<usize>>>| -> Option<Option<usize>> {
                let Some(of_input) = of_input else {
                    return Some(None);
                };
                let unit = (*of_input.get(variation)?)?;
                units.get(unit)?.object.as_ref()?;
                Some(first_equal.get(unit).copied())
            };
            let Some(key) = of_inputs.iter().map(unit).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let group = *known.entry(key.clone()).or_insert_with(|| {
                groups.push(Group {
                    first: variation,
                    units: key,
                });
                groups.len() - 1
            });
            if let Some(place) = of_variation.get_mut(variation) {
                *place = Some(group);
            }
        }
        Assembled {
            units,
            groups,
            of_variation,
        }
    }

    /// For each unit, the first one with an equal object.
    fn first_equal(&self, units: &[Unit<'_>]) -> Vec<usize> {
        let keys = parallel::map(self.job.threads, units, |unit| {
            let object = unit.object.as_ref()?;
            let bytes = if self.job.linking.debug {
                object.write()
            } else {
                without_positions(object).write()
            };
            bytes.ok()
        });
        let mut known = HashMap::new();
        let mut first = Vec::with_capacity(keys.len());
        for (unit, key) in keys.into_iter().enumerate() {
            first.push(match key {
                Some(key) => *known.entry(key).or_insert(unit),
                None => unit,
            });
        }
        first
    }
}

/// An object without the lines from which its parts come.
fn without_positions(object: &Object) -> Object {
    let mut object = object.clone();
    positions::change(&mut object, |position| *position = Position::default());
    object
}

/// The variations of one source.
struct OneSource<'r, 'a, 's> {
    assembler: &'r Assembler<'a, 's>,
    files: &'r SharedFiles<'r>,
    input: &'s InputFile,
    /// For each set of numbers that some text names, the units by the values of these numbers.
    known: Vec<(Vec<usize>, UnitsByValues)>,
    of_variation: Vec<Option<usize>>,
}

impl<'s> OneSource<'_, '_, 's> {
    fn run(
        &mut self,
        units: &mut Vec<Unit<'s>>,
        included: &mut BTreeSet<PathBuf>,
        diagnostics: &mut Reports,
        session: &mut Session<'s>,
    ) {
        let mut left: Vec<_> = self.assembler.variations.included().collect();
        let [mut size, most] = match self.input.kind {
            // The first translation says on which numbers all of them depend.
            InputKind::Shader(_) => [1, BATCHES[1]],
            _ => BATCHES,
        };
        while !left.is_empty() {
            let rest = left.split_off(size.min(left.len()));
            let attempts = parallel::map(self.assembler.job.threads, &left, |variation| {
                self.attempt(*variation, session.files)
            });
            for (variation, (mut attempt, object)) in left.into_iter().zip(attempts) {
                included.extend(attempt.included.drain(..));
                if self.find(variation) {
                    continue;
                }
                let source = attempt.sources.first().cloned();
                let numbers = self.numbers(&attempt, source.as_ref());
                self.learn(variation, numbers, units.len());
                session.numbers.extend(attempt.numbers.drain());
                session.interfaces.append(&mut attempt.interfaces);
                units.push(Unit { object, source });
                let words = self.assembler.variations.in_words(variation);
                let about = self.assembler.name.map(|name| (name, words.as_str()));
                diagnostics.add_about(attempt, about, session);
            }
            left = rest;
            left.retain(|variation| !self.find(*variation));
            size = (size * 2).min(most);
        }
    }

    /// Assembles or translates the source for a variation.
    fn attempt(&self, variation: usize, files: &'s dyn Files) -> Attempt<'s> {
        let job = self.assembler.job_of(variation);
        let mut session = Session::new(files);
        let assembling = job.assembling();
        let object = match self.input.kind {
            InputKind::Shader(_) => {
                let options = &job.translation.options;
                session.objects(self.input, &assembling, options).pop()
            }
            _ => session.assemble_from(self.files, self.input, &assembling),
        };
        (session, object)
    }

    /// The numbers with several values on which an attempt depends: those that a shader takes, or that the text of an
    /// assembled source names.
    fn numbers(&self, attempt: &Session<'_>, source: Option<&Source<'_>>) -> Vec<usize> {
        let variations = self.assembler.variations;
        match self.input.kind {
            InputKind::Shader(_) => numbers(variations, |name| attempt.numbers.contains(name)),
            _ => named(variations, source.map_or("", |source| &source.text)),
        }
    }

    /// Notes on what a result depends, and that the variation has it.
    fn learn(&mut self, variation: usize, numbers: Vec<usize>, unit: usize) {
        let places = self.assembler.variations.places(variation);
        let key = numbers.iter().filter_map(|n| places.get(*n).copied());
        let key = key.collect();
        match self.known.iter_mut().find(|(known, _)| *known == numbers) {
            Some((_, units)) => {
                units.insert(key, unit);
            }
            None => self.known.push((numbers, HashMap::from([(key, unit)]))),
        }
        self.set(variation, unit);
    }

    /// Looks for a result that holds for a variation. Returns whether there is one.
    fn find(&mut self, variation: usize) -> bool {
        let places = self.assembler.variations.places(variation);
        let unit = self.known.iter().find_map(|(numbers, units)| {
            let key: Vec<_> = numbers.iter().filter_map(|n| places.get(*n).copied()).collect();
            units.get(&key).copied()
        });
        if let Some(unit) = unit {
            self.set(variation, unit);
        }
        unit.is_some()
    }

    fn set(&mut self, variation: usize, unit: usize) {
        if let Some(of_variation) = self.of_variation.get_mut(variation) {
            *of_variation = Some(unit);
        }
    }
}

/// The numbers with several values that a text names.
fn named(variations: &Variations, text: &str) -> Vec<usize> {
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let words: HashSet<&str> = text.split(|c| !is_in_name(c)).collect();
    numbers(variations, |name| words.contains(name))
}

/// The numbers with several values whose names fit.
fn numbers(variations: &Variations, fits: impl Fn(&str) -> bool) -> Vec<usize> {
    let axes = variations.axes().iter().enumerate();
    axes.filter(|(_, axis)| fits(&axis.name))
        .map(|(number, _)| number)
        .collect()
}

/// Whether an input can be another one in each variation: a source, in assembly or in a language with numbers.
pub(super) const fn takes_numbers(input: &InputFile) -> bool {
    matches!(input.kind, InputKind::Source | InputKind::Shader(_))
}
