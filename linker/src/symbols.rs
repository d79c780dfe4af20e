//! Procedures: their definitions, and the resolution of names.

use std::sync::Arc;

use indexmap::IndexMap;
use pica200_diagnostics::most_similar;
use pica200_objfmt::formats::object::{Label, Object, RelocationKind};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::Compat;
use crate::archive_search::{ArchiveSearch, MAX_SUGGESTIONS};
use crate::objects::{ObjectId, Objects, SetId, SourceLoc};
use crate::problem::Problem;
use crate::report::Report;
use crate::shaders::{ShaderId, Shaders};

/// A procedure or label, by its object and its index among the object's labels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct LabelId {
    /// The object that defines it.
    pub(crate) object: ObjectId,
    /// The index in the object's labels.
    pub(crate) index: usize,
}

impl LabelId {
    /// Returns the label in the object.
    pub(crate) fn label(self, objects: Objects<'_>) -> &Label {
        &objects.get(self.object).labels[self.index]
    }

    /// Returns the location of the definition.
    pub(crate) fn loc(self, objects: Objects<'_>) -> SourceLoc {
        self.object.at(self.label(objects).position)
    }
}

/// The entry point of a shader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryPoint {
    /// The procedure or label.
    pub(crate) label: LabelId,
    /// The number of words of the shader from the label on; `None` for a procedure, which has its own length.
    pub(crate) length: Option<u32>,
}

impl EntryPoint {
    /// Returns the number of words of the shader from the label on.
    pub(crate) fn size(self, objects: Objects<'_>) -> u32 {
        let procedure = self.label.label(objects).procedure;
        let own = procedure.map_or(0, |procedure| procedure.size);
        self.length.unwrap_or(own)
    }

    /// Returns true if the number of words is given explicitly.
    pub(crate) fn has_explicit_length(self) -> bool {
        self.length.is_some()
    }

    /// Returns the end of the procedure; for a label without words, the label itself.
    pub(crate) fn end(self, objects: Objects<'_>) -> Option<SourceLoc> {
        let procedure = &self.label.label(objects).procedure;
        let end = procedure.as_ref().map(|procedure| self.label.object.at(procedure.end));
        end.or_else(|| (self.length == Some(0)).then(|| self.label.loc(objects)))
    }
}

/// The definitions that the names of procedures refer to.
pub(crate) struct Symbols {
    /// For each object, the definitions of its external names.
    externals: Vec<Vec<Option<LabelId>>>,
    /// For each shader, its entry point.
    entries: Vec<Option<EntryPoint>>,
    /// True if every used name has a definition.
    pub(crate) complete: bool,
}

impl Symbols {
    /// Returns the definition that a relocation refers to; `None` if it does not refer to one, or if that is missing.
    pub(crate) fn target(&self, object: ObjectId, kind: RelocationKind) -> Option<LabelId> {
        match kind {
            RelocationKind::Label(index) => Some(LabelId {
                object,
                index: index.into(),
            }),
            RelocationKind::External(index) => self.externals[object.0][usize::from(index)],
            _ => None,
        }
    }

    /// Returns the entry point of a shader, unless it is missing.
    pub(crate) fn entry(&self, shader: ShaderId) -> Option<EntryPoint> {
        self.entries[shader.0]
    }
}

/// All definitions of each name of a set, in link order.
type Definitions<'a> = IndexMap<(SetId, &'a str), Vec<LabelId>, FxBuildHasher>;

/// Resolves all names.
pub(crate) fn resolve(
    objects: Objects<'_>,
    shaders: &Shaders,
    searched: &ArchiveSearch,
    compat: Compat,
    report: &mut Report<'_>,
) -> Symbols {
    let definitions = collect_definitions(objects);
    report_duplicates(objects, shaders, &definitions, compat, report);
    let externals = resolve_externals(objects, &definitions);
    let mut lookup = Lookup {
        definitions: &definitions,
        searched,
        similar: FxHashMap::default(),
    };
    let entries = shaders
        .iter()
        .map(|(_, object)| entry(objects, object, &mut lookup, report))
        .collect();
    let mut symbols = Symbols {
        externals,
        entries,
        complete: true,
    };
    report_undefined(objects, &mut symbols, &mut lookup, report);
    symbols
}

/// Resolves names among the objects, where each name has one definition.
pub(crate) fn resolve_among(objects: Objects<'_>, report: &mut Report<'_>) -> Symbols {
    let definitions = collect_definitions(objects);
    for (&(_, name), places) in &definitions {
        report_redefinitions(objects, name, places, None, report);
    }
    Symbols {
        externals: resolve_externals(objects, &definitions),
        entries: Vec::new(),
        complete: true,
    }
}

/// Returns, for each object, the first definition of each external name.
fn resolve_externals(objects: Objects<'_>, definitions: &Definitions<'_>) -> Vec<Vec<Option<LabelId>>> {
    let by_object = |(id, object): (ObjectId, &Object)| {
        let set = objects.set(id);
        let first = |name: &String| definitions.get(&(set, name.as_str()))?.first().copied();
        object.externals.iter().map(first).collect()
    };
    objects.iter().map(by_object).collect()
}

fn collect_definitions(objects: Objects<'_>) -> Definitions<'_> {
    let mut definitions = Definitions::default();
    for (object, contents) in objects.iter() {
        let set = objects.set(object);
        for (index, label) in contents.labels.iter().enumerate() {
            if label.is_global() {
                let places = definitions.entry((set, label.name.as_str())).or_default();
                places.push(LabelId { object, index });
            }
        }
    }
    definitions
}

/// Names to look up, and names similar to missing ones.
struct Lookup<'a, 'd> {
    definitions: &'d Definitions<'a>,
    /// The archives that were searched.
    searched: &'d ArchiveSearch,
    similar: FxHashMap<String, Option<String>>,
}

impl Lookup<'_, '_> {
    /// Returns the defined name that is most similar to an undefined one, if any is similar.
    fn similar(&mut self, name: &str) -> Option<String> {
        if let Some(known) = self.similar.get(name) {
            return known.clone();
        }
        if self.similar.len() >= MAX_SUGGESTIONS {
            return None;
        }
        let similar = most_similar(name, self.definitions.keys().map(|(_, name)| *name))
            .or_else(|| self.searched.similar(name))
            .map(str::to_owned);
        self.similar.insert(name.to_owned(), similar.clone());
        similar
    }
}

/// Reports definitions beyond the first. Two files may each start at their own procedure of the same name (usually
/// `main`), as long as no other file refers to it: then every shader starts at its own. picasso does not allow this.
fn report_duplicates(
    objects: Objects<'_>,
    shaders: &Shaders,
    definitions: &Definitions<'_>,
    compat: Compat,
    report: &mut Report<'_>,
) {
    for (&(set, name), places) in definitions {
        if places.len() < 2 {
            continue;
        }
        let starts_own_shader =
            |id: &LabelId| shaders.would_make_shader(id.object) && objects[id.object].entry_procedure() == Some(name);
        let one_each = places.windows(2).all(|pair| pair[0].object != pair[1].object);
        let entries = compat == Compat::None && one_each && places.iter().all(starts_own_shader);
        let user = entries.then(|| external_user(objects, shaders, set, name)).flatten();
        if entries && user.is_none() {
            continue;
        }
        report_redefinitions(objects, name, places, user, report);
    }
}

/// Reports all definitions of a name except the first.
fn report_redefinitions(
    objects: Objects<'_>,
    name: &str,
    places: &[LabelId],
    user: Option<SourceLoc>,
    report: &mut Report<'_>,
) {
    let [first, others @ ..] = places else {
        return;
    };
    for again in others {
        let mut spots = vec![
            (again.loc(objects), "defined again here"),
            (first.loc(objects), "first defined here"),
        ];
        spots.extend(user.map(|loc| (loc, "named here")));
        let problem = Problem::DuplicateProcedure {
            name: name.to_owned(),
            named_elsewhere: user.is_some(),
        };
        report.error(problem, spots);
    }
}

/// Returns the location at which an object of a set refers to a procedure without defining it.
fn external_user(objects: Objects<'_>, shaders: &Shaders, set: SetId, name: &str) -> Option<SourceLoc> {
    objects.iter().find_map(|(id, object)| {
        if objects.set(id) != set || own_procedure(object, name).is_some() {
            return None;
        }
        if shaders.would_make_shader(id) && object.entry_procedure() == Some(name) {
            return Some(entry_loc(objects, id));
        }
        let index = object.externals.iter().position(|n| n == name)?;
        let used = object
            .relocations
            .iter()
            .find(|relocation| matches!(relocation.kind, RelocationKind::External(i) if usize::from(i) == index))?;
        Some(id.at(object.lines[used.word as usize]))
    })
}

/// Returns the location at which an object sets its entry point.
fn entry_loc(objects: Objects<'_>, object: ObjectId) -> SourceLoc {
    match &objects.get(object).entry {
        Some(entry) => object.at(entry.position),
        None => object.whole(),
    }
}

/// Returns the entry point of an object's shader: a label of the object if `.entry` names one; otherwise a procedure,
/// preferably one in the same object.
fn entry(
    objects: Objects<'_>,
    object: ObjectId,
    lookup: &mut Lookup<'_, '_>,
    report: &mut Report<'_>,
) -> Option<EntryPoint> {
    let contents = objects.get(object);
    if let Some((index, length)) = contents.entry_label() {
        return Some(EntryPoint {
            label: LabelId { object, index },
            length: Some(length),
        });
    }
    let name = contents.entry_name();
    let definitions = lookup.definitions.get(&(objects.set(object), name));
    let found = own_procedure(contents, name)
        .map(|index| LabelId { object, index })
        .or_else(|| definitions?.first().copied());
    if found.is_none() {
        let problem = Problem::MissingEntry {
            name: name.to_owned(),
            chosen: contents.entry.is_some(),
            similar: lookup.similar(name),
        };
        report.error(
            problem,
            [(entry_loc(objects, object), "the shader of this file starts there")],
        );
    }
    Some(EntryPoint {
        label: found?,
        length: None,
    })
}

/// Returns the object's own procedure of a name, global or local.
pub(crate) fn own_procedure(object: &Object, name: &str) -> Option<usize> {
    let is_meant = |label: &Label| label.procedure.is_some() && label.name == name;
    object.labels.iter().position(is_meant)
}

/// Returns true if an object has a label of a name that is not a procedure.
fn has_label(object: &Object, name: &str) -> bool {
    let mut labels = object.labels.iter();
    labels.any(|label| label.procedure.is_none() && label.name == name)
}

/// Reports each procedure that is called but not defined, once for all of its calls.
fn report_undefined(objects: Objects<'_>, symbols: &mut Symbols, lookup: &mut Lookup<'_, '_>, report: &mut Report<'_>) {
    let mut calls: IndexMap<(SetId, &str), Vec<SourceLoc>, FxBuildHasher> = IndexMap::default();
    for (id, object) in objects.iter() {
        if symbols.externals[id.0].iter().all(Option::is_some) {
            continue;
        }
        for relocation in &object.relocations {
            let RelocationKind::External(index) = relocation.kind else {
                continue;
            };
            if symbols.target(id, relocation.kind).is_some() {
                continue;
            }
            let name = object.externals[usize::from(index)].as_str();
            let loc = id.at(object.lines[relocation.word as usize]);
            calls.entry((objects.set(id), name)).or_default().push(loc);
        }
    }
    symbols.complete &= calls.is_empty();
    for ((_, name), calls) in calls {
        let [first, further @ ..] = calls.as_slice() else {
            continue;
        };
        let problem = Problem::UndefinedProcedure {
            name: name.to_owned(),
            is_label: has_label(objects.get(first.object), name),
            similar: lookup.similar(name),
            searched: Arc::clone(&lookup.searched.libraries),
        };
        let text = match further.len() {
            0 | 1 => "also called here".to_owned(),
            2 => "also called here, and at 1 more location".to_owned(),
            n => format!("also called here, and at {} more places", n - 1),
        };
        let second = further.first().map(|second| (*second, text.as_str()));
        report.error(problem, std::iter::once((*first, "not defined")).chain(second));
    }
}
