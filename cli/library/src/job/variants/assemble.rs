//! Assembling sources for all variants.
//!
//! The result of assembling a source depends on the parameters mentioned in its text after includes, conditionals and
//! macros: inactive branches are not part of that text. A result is therefore valid for every variant with the same
//! values of these parameters, and most variants need no separate assembly. The choice of sources to assemble does not
//! depend on the number of threads, so messages do not either.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

use pica200_asm::Files;
use pica200_objfmt::formats::object::{Object, Position};

use super::Variants;
use crate::files::FileCache;
use crate::input::{InputFile, InputKind};
use crate::job::{Job, Reports};
use crate::parallel;
use crate::positions;
use crate::session::Session;
use crate::source::Source;

/// Number of variants assembled before the next lookup, at first and at most.
const BATCHES: [usize; 2] = [8, 256];

/// Assembles the sources of a job for all parameter combinations.
pub(crate) struct Assembler<'a, 's> {
    /// The job, without the variant parameters.
    pub(crate) job: &'a Job,
    /// Inputs of the job.
    pub(crate) inputs: &'s [InputFile],
    /// The combinations.
    pub(crate) variants: &'a Variants,
    /// Name of the variant file in messages, if they mention the variant.
    pub(crate) name: Option<&'a str>,
}

/// A source assembled for some variants.
pub(crate) struct Unit<'s> {
    /// The object; `None` if there were errors.
    pub(crate) object: Option<Object>,
    /// Its text, for locations.
    pub(crate) source: Option<Source<'s>>,
}

/// The objects of all variants.
pub(crate) struct Assembled<'s> {
    /// Assembly results.
    pub(crate) units: Vec<Unit<'s>>,
    /// The distinct sets of units, each with the first variant that has it.
    pub(crate) groups: Vec<Group>,
    /// Group of each variant; `None` if it is excluded or has errors.
    pub(crate) of_variant: Vec<Option<usize>>,
}

/// Objects linked with each other.
pub(crate) struct Group {
    /// The first variant with these objects.
    pub(crate) first: usize,
    /// Unit of each input that is a source.
    pub(crate) units: Vec<Option<usize>>,
}

/// Units by the values of the parameters they depend on.
type UnitsByValues = HashMap<Vec<usize>, usize>;

/// The session of one assembly and its result.
type Attempt<'s> = (Session<'s>, Option<Object>);

impl<'s> Assembler<'_, 's> {
    /// Assembles everything. Diagnostics go to the session.
    pub(crate) fn run(&self, diagnostics: &mut Reports, session: &mut Session<'s>) -> Assembled<'s> {
        let files = FileCache::new(session.files);
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
                    of_variant: vec![None; self.variants.count()],
                };
                source.run(&mut units, &mut included, diagnostics, session);
                source.of_variant
            });
            of_inputs.push(of_input);
        }
        let new = included.into_iter();
        let already: HashSet<_> = session.included.iter().cloned().collect();
        session.included.extend(new.filter(|path| !already.contains(path)));
        self.job.report_useless_defines(self.inputs, session);
        self.group(units, &of_inputs)
    }

    /// Returns the job of a variant.
    pub(crate) fn job_of(&self, variant: usize) -> Job {
        let mut job = self.job.clone();
        let defines = self.variants.defines(variant);
        job.assembling.defines.extend(defines);
        job
    }

    /// Groups variants with equal objects.
    fn group(&self, units: Vec<Unit<'s>>, of_inputs: &[Option<Vec<Option<usize>>>]) -> Assembled<'s> {
        let first_equal = self.first_equal(&units);
        let mut groups: Vec<Group> = Vec::new();
        let mut known: HashMap<Vec<Option<usize>>, usize> = HashMap::new();
        let mut of_variant = vec![None; self.variants.count()];
        for variant in self.variants.included() {
            let unit = |of_input: &Option<Vec<Option<usize>>>| -> Option<Option<usize>> {
                let Some(of_input) = of_input else {
                    return Some(None);
                };
                let unit = (*of_input.get(variant)?)?;
                units.get(unit)?.object.as_ref()?;
                Some(first_equal.get(unit).copied())
            };
            let Some(key) = of_inputs.iter().map(unit).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let group = *known.entry(key.clone()).or_insert_with(|| {
                groups.push(Group {
                    first: variant,
                    units: key,
                });
                groups.len() - 1
            });
            if let Some(place) = of_variant.get_mut(variant) {
                *place = Some(group);
            }
        }
        Assembled {
            units,
            groups,
            of_variant,
        }
    }

    /// Returns, for each unit, the first one with an equal object.
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

/// Returns an object without source positions.
fn without_positions(object: &Object) -> Object {
    let mut object = object.clone();
    positions::change(&mut object, |position| *position = Position::default());
    object
}

/// The variants of one source.
struct OneSource<'r, 'a, 's> {
    assembler: &'r Assembler<'a, 's>,
    files: &'r FileCache<'r>,
    input: &'s InputFile,
    /// For each set of parameters mentioned in some text, the units by the values of these parameters.
    known: Vec<(Vec<usize>, UnitsByValues)>,
    of_variant: Vec<Option<usize>>,
}

impl<'s> OneSource<'_, '_, 's> {
    fn run(
        &mut self,
        units: &mut Vec<Unit<'s>>,
        included: &mut BTreeSet<PathBuf>,
        diagnostics: &mut Reports,
        session: &mut Session<'s>,
    ) {
        let mut left: Vec<_> = self.assembler.variants.included().collect();
        let [mut size, most] = match self.input.kind {
            // The first translation determines the parameters that all others depend on.
            InputKind::Shader(_) => [1, BATCHES[1]],
            _ => BATCHES,
        };
        while !left.is_empty() {
            let rest = left.split_off(size.min(left.len()));
            let attempts = parallel::map(self.assembler.job.threads, &left, |variant| {
                self.attempt(*variant, session.files)
            });
            for (variant, (mut attempt, object)) in left.into_iter().zip(attempts) {
                included.extend(attempt.included.drain(..));
                if self.find(variant) {
                    continue;
                }
                let source = attempt.sources.first().cloned();
                let numbers = self.numbers(&attempt, source.as_ref());
                self.learn(variant, numbers, units.len());
                session.numbers.extend(attempt.numbers.drain());
                session.interfaces.append(&mut attempt.interfaces);
                units.push(Unit { object, source });
                let words = self.assembler.variants.describe(variant);
                let about = self.assembler.name.map(|name| (name, words.as_str()));
                diagnostics.add_about(attempt, about, session);
            }
            left = rest;
            left.retain(|variant| !self.find(*variant));
            size = (size * 2).min(most);
        }
    }

    /// Assembles or translates the source for a variant.
    fn attempt(&self, variant: usize, files: &'s dyn Files) -> Attempt<'s> {
        let job = self.assembler.job_of(variant);
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

    /// Returns the parameters that an attempt depends on: those a shader uses, or those the assembled text mentions.
    fn numbers(&self, attempt: &Session<'_>, source: Option<&Source<'_>>) -> Vec<usize> {
        let variants = self.assembler.variants;
        match self.input.kind {
            InputKind::Shader(_) => numbers(variants, |name| attempt.numbers.contains(name)),
            _ => named(variants, source.map_or("", |source| &source.text)),
        }
    }

    /// Records the dependencies of a result, and that the variant has it.
    fn learn(&mut self, variant: usize, numbers: Vec<usize>, unit: usize) {
        let places = self.assembler.variants.places(variant);
        let key = numbers.iter().filter_map(|n| places.get(*n).copied());
        let key = key.collect();
        match self.known.iter_mut().find(|(known, _)| *known == numbers) {
            Some((_, units)) => {
                units.insert(key, unit);
            }
            None => self.known.push((numbers, HashMap::from([(key, unit)]))),
        }
        self.set(variant, unit);
    }

    /// Looks for a result valid for a variant. Returns true if there is one.
    fn find(&mut self, variant: usize) -> bool {
        let places = self.assembler.variants.places(variant);
        let unit = self.known.iter().find_map(|(numbers, units)| {
            let key: Vec<_> = numbers.iter().filter_map(|n| places.get(*n).copied()).collect();
            units.get(&key).copied()
        });
        if let Some(unit) = unit {
            self.set(variant, unit);
        }
        unit.is_some()
    }

    fn set(&mut self, variant: usize, unit: usize) {
        if let Some(of_variant) = self.of_variant.get_mut(variant) {
            *of_variant = Some(unit);
        }
    }
}

/// Returns the parameters mentioned in a text.
fn named(variants: &Variants, text: &str) -> Vec<usize> {
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let words: HashSet<&str> = text.split(|c| !is_in_name(c)).collect();
    numbers(variants, |name| words.contains(name))
}

/// Returns the parameters whose names match.
fn numbers(variants: &Variants, fits: impl Fn(&str) -> bool) -> Vec<usize> {
    let axes = variants.axes().iter().enumerate();
    axes.filter(|(_, axis)| fits(&axis.name))
        .map(|(number, _)| number)
        .collect()
}

/// Returns true if an input can differ between variants: a source, in assembly or in a language with parameters.
pub(super) const fn takes_numbers(input: &InputFile) -> bool {
    matches!(input.kind, InputKind::Source | InputKind::Shader(_))
}
