//! External names (`.extern`): uniforms and constants that other objects declare.
//!
//! An external uniform is in the shared space, whatever the space of the object that refers to it. An external constant
//! is the constant of that name among all objects of the link except private ones. Names that the code of an object
//! does not use need no declaration.

use pica200_diagnostics::most_similar;
use pica200_objfmt::formats::object::{Constant, Export, Linkage, Object, Position, Reference, UniformClass};
use rustc_hash::FxHashMap;

use crate::archive_search::{ArchiveSearch, MAX_SUGGESTIONS};
use crate::constants::Classes;
use crate::objects::{ObjectId, Objects, SetId, SourceLoc};
use crate::problem::{Problem, Role, Shape};
use crate::report::Report;
use crate::uniforms::Uniforms;

/// A declaration: its object, its role, and its index in the table of the object.
pub(crate) type Declaration = (ObjectId, Role, u16);

/// The identity of uniforms and constants across objects.
pub(crate) struct Identities<'a> {
    /// The declarations that external names refer to.
    pub(crate) externs: Externs,
    /// Equality classes of constants.
    pub(crate) classes: Classes,
    /// Equality of uniforms.
    pub(crate) uniforms: Uniforms<'a>,
}

/// The declarations that external names refer to.
#[derive(Default)]
pub(crate) struct Externs {
    /// For each used name, the declaration that it refers to; `None` if there is none.
    definitions: FxHashMap<Declaration, Option<Declaration>>,
}

impl Externs {
    /// Returns the declaration that an entry of an object's own tables refers to, usually itself. Returns `None` if it
    /// is missing, or if no code uses the name.
    pub(crate) fn definition(&self, declaration: Declaration) -> Option<Declaration> {
        match self.definitions.get(&declaration) {
            Some(definition) => *definition,
            None => Some(declaration),
        }
    }

    /// Translates a reference of an object into a reference of the object that declares its target.
    pub(crate) fn resolve_reference(&self, object: ObjectId, reference: Reference) -> Option<(ObjectId, Reference)> {
        match reference {
            Reference::Register(_) => Some((object, reference)),
            Reference::Uniform { index, element } => {
                let (object, _, index) = self.definition((object, Role::Uniform, index))?;
                Some((object, Reference::Uniform { index, element }))
            }
            Reference::Constant { index, element } => {
                let (object, _, index) = self.definition((object, Role::Constant, index))?;
                Some((object, Reference::Constant { index, element }))
            }
        }
    }
}

/// Resolves all external names.
pub(crate) fn resolve(objects: Objects<'_>, searched: &ArchiveSearch, report: &mut Report<'_>) -> Externs {
    let mut externs = Externs::default();
    if !objects.iter().any(|(_, object)| has_externs(object)) {
        return externs;
    }
    let mut lookup = Lookup::new(objects, searched);
    for (id, object) in objects.iter().filter(|(_, object)| has_externs(object)) {
        let uses = first_uses(object);
        for named in named(id, object) {
            let (_, role, index) = named.declaration;
            let used = uses.get(&(role, index)).map(|&position| id.at(position));
            let definition = lookup.definition(&named, used, report);
            externs
                .definitions
                .insert(named.declaration, definition.filter(|_| used.is_some()));
        }
    }
    externs
}

fn has_externs(object: &Object) -> bool {
    object.linkages().any(Linkage::is_extern)
}

/// A uniform or constant in the tables of an object.
#[derive(Clone, Copy)]
struct Entry<'a> {
    declaration: Declaration,
    name: &'a str,
    shape: Shape,
    linkage: Linkage,
    loc: SourceLoc,
}

impl<'a> Entry<'a> {
    /// Returns the name, with its role.
    fn export(&self) -> Export<'a> {
        let (_, role, _) = self.declaration;
        match role {
            Role::Uniform => Export::Uniform(self.name),
            Role::Constant => Export::Constant(self.name),
        }
    }
}

/// Returns all uniforms and constants of an object's tables.
fn entries<'a>(id: ObjectId, object: &'a Object) -> impl Iterator<Item = Entry<'a>> {
    let uniforms = (0..).zip(&object.uniforms);
    let uniforms = uniforms.filter_map(move |(index, uniform)| {
        let UniformClass::Uniform(kind) = uniform.class else {
            return None;
        };
        Some(Entry {
            declaration: (id, Role::Uniform, index),
            name: &uniform.name,
            shape: Shape { kind, len: uniform.len },
            linkage: uniform.linkage,
            loc: id.at(uniform.position),
        })
    });
    let constant = move |(index, constant): (u16, &'a Constant)| Entry {
        declaration: (id, Role::Constant, index),
        name: &constant.name,
        shape: Shape {
            kind: constant.kind,
            len: constant.len,
        },
        linkage: constant.linkage,
        loc: id.at(constant.position),
    };
    uniforms.chain((0..).zip(&object.constants).map(constant))
}

/// Returns the external names of an object.
fn named<'a>(id: ObjectId, object: &'a Object) -> impl Iterator<Item = Entry<'a>> {
    entries(id, object).filter(|entry| entry.linkage.is_extern())
}

/// Returns the uniforms and constants of other objects that an object uses. Names that it does not use need no
/// declaration.
pub(crate) fn used_externs(object: &Object) -> Vec<Export<'_>> {
    if !has_externs(object) {
        return Vec::new();
    }
    let uses = first_uses(object);
    let used = named(ObjectId(0), object).filter(|entry| {
        let (_, role, index) = entry.declaration;
        uses.contains_key(&(role, index))
    });
    used.map(|entry| entry.export()).collect()
}

/// Returns the location of the first read of each uniform and constant of an object; without a read, the location of
/// its value.
fn first_uses(object: &Object) -> FxHashMap<(Role, u16), Position> {
    let read = object.relocations.iter().filter_map(|relocation| {
        let position = object.lines.get(relocation.word as usize)?;
        Some((relocation.register?, *position))
    });
    let set = object.values.iter();
    let set = set.map(|value| (value.register, value.position));
    let mut uses = FxHashMap::default();
    for (place, position) in read.chain(set) {
        let used = match place {
            Reference::Register(_) => continue,
            Reference::Uniform { index, .. } => (Role::Uniform, index),
            Reference::Constant { index, .. } => (Role::Constant, index),
        };
        uses.entry(used).or_insert(position);
    }
    uses
}

/// All declarations by name.
struct Lookup<'a, 's> {
    objects: Objects<'a>,
    searched: &'s ArchiveSearch,
    /// The declarations that external names can refer to; for uniforms only the first, because all are the same.
    visible: FxHashMap<(SetId, Role, &'a str), Vec<Entry<'a>>>,
    /// The declarations that external names cannot refer to.
    hidden: FxHashMap<(SetId, Role, &'a str), Entry<'a>>,
    suggestions: usize,
}

impl<'a, 's> Lookup<'a, 's> {
    fn new(objects: Objects<'a>, searched: &'s ArchiveSearch) -> Self {
        let mut lookup = Self {
            objects,
            searched,
            visible: FxHashMap::default(),
            hidden: FxHashMap::default(),
            suggestions: MAX_SUGGESTIONS,
        };
        for (id, object) in objects.iter() {
            for entry in entries(id, object).filter(|entry| !entry.linkage.is_extern()) {
                let (_, role, _) = entry.declaration;
                let is_visible = match role {
                    Role::Uniform => object.shares_uniforms(),
                    Role::Constant => !object.private,
                };
                let key = (objects.set(id), role, entry.name);
                if !is_visible {
                    lookup.hidden.entry(key).or_insert(entry);
                    continue;
                }
                let known = lookup.visible.entry(key).or_default();
                if known.is_empty() || role == Role::Constant {
                    known.push(entry);
                }
            }
        }
        lookup
    }

    /// Returns the declaration that a name refers to. Reports problems with it.
    fn definition(
        &mut self,
        named: &Entry<'a>,
        used: Option<SourceLoc>,
        report: &mut Report<'_>,
    ) -> Option<Declaration> {
        let (object, role, _) = named.declaration;
        let found = self.visible.get(&(self.objects.set(object), role, named.name));
        match (found.map_or(&[][..], Vec::as_slice), used) {
            ([], Some(used)) => {
                self.report_undefined(named, used, report);
                None
            }
            ([only], _) => check_shape(named, only, report).then_some(only.declaration),
            ([first, ..], Some(used)) => {
                report_ambiguous(named, used, found.into_iter().flatten(), report);
                Some(first.declaration)
            }
            (_, None) => None,
        }
    }

    fn report_undefined(&mut self, named: &Entry<'a>, used: SourceLoc, report: &mut Report<'_>) {
        let (object, role, _) = named.declaration;
        let set = self.objects.set(object);
        let other = self.visible.get(&(set, role.other(), named.name));
        let other = other.and_then(|others| others.first());
        let symbol = named.export().to_string();
        let is_exchanged = other.is_some() || self.searched.exchanged.contains(&symbol);
        let (other_spot, other) = (other.map(|other| other.loc), role.other());
        let problem = Problem::UndefinedExtern {
            role,
            name: named.name.to_owned(),
            other: is_exchanged.then_some(other),
            similar: self.similar(role, named),
            searched: std::sync::Arc::clone(&self.searched.libraries),
        };
        let mut places = vec![(used, "not declared"), (named.loc, "named here")];
        if let Some(hidden) = self.hidden.get(&(set, role, named.name)) {
            places.push((hidden.loc, "private to this file"));
        }
        if let Some(loc) = other_spot {
            let what = match other {
                Role::Uniform => "this is a uniform",
                Role::Constant => "this is a constant",
            };
            places.push((loc, what));
        }
        report.error(problem, places);
    }

    /// Returns a name that is similar to an undeclared one: a name in an object of the link, or in a member of an
    /// archive.
    fn similar(&mut self, role: Role, named: &Entry<'a>) -> Option<String> {
        self.suggestions = self.suggestions.checked_sub(1)?;
        let names = self.visible.keys().filter(|(_, of, _)| *of == role);
        // Of equally similar names, the alphabetically first one, because maps are unordered.
        let mut names: Vec<_> = names.map(|(_, _, name)| *name).collect();
        names.sort_unstable();
        let given = most_similar(named.name, names);
        let similar = given.or_else(|| self.searched.similar(&named.export().to_string()));
        similar.map(str::to_owned)
    }
}

/// Returns true if a name and its declaration agree, and reports it if they do not.
fn check_shape(named: &Entry<'_>, declared: &Entry<'_>, report: &mut Report<'_>) -> bool {
    let (found, expected) = (named.shape, declared.shape);
    let exact = named.linkage == Linkage::Extern { exact: true };
    let fits = if exact {
        found == expected
    } else {
        found.kind == expected.kind && found.len <= expected.len
    };
    if fits {
        return true;
    }
    let (_, role, _) = named.declaration;
    let problem = Problem::ExternMismatch {
        role,
        name: named.name.to_owned(),
        found,
        exact,
        expected,
    };
    let places = [
        (named.loc, "imported differently here"),
        (declared.loc, "declared here"),
    ];
    report.error(problem, places);
    false
}

/// The maximum number of candidates shown for an ambiguous name.
const MAX_CANDIDATES: usize = 16;

fn report_ambiguous<'e>(
    named: &Entry<'_>,
    used: SourceLoc,
    found: impl Iterator<Item = &'e Entry<'e>>,
    report: &mut Report<'_>,
) {
    let mut places = vec![(used, "ambiguous"), (named.loc, "named here")];
    let mut count = 0;
    for entry in found {
        count += 1;
        if count <= MAX_CANDIDATES {
            places.push((entry.loc, "declared here"));
        }
    }
    let problem = Problem::AmbiguousConstant {
        name: named.name.to_owned(),
        count,
    };
    report.error(problem, places);
}
