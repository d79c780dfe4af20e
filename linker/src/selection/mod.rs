//! Archives: selects the members that a link needs.
//!
//! A member is taken if it defines a procedure that an object of the link uses and that none of the given objects
//! defines, or declares a uniform or constant that an object uses with `.extern` and that no object of the link
//! declares; the symbols that a taken member uses are needed in turn. All archives are searched as one, so their order
//! relative to the objects does not matter. If several members define a name, the first one in the order of the
//! archives and of their members is taken, so the result does not depend on the order of the search.
//!
//! Procedures are searched first: a member that is taken for a procedure may declare a uniform or constant that would
//! otherwise need another member.

mod definitions;

use std::collections::{BTreeMap, VecDeque};

use pica200_diagnostics::{Diagnostic, Label, Location, Severity, most_similar};
use pica200_objfmt::formats::archive::Archive;
use pica200_objfmt::formats::object::{Object, split_symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::archive_search::{ArchiveSearch, MAX_SUGGESTIONS};
use crate::externs::used_externs;
use crate::problem::Problem;
use crate::{CombineResult, Input, LinkOptions, LinkResult, combine, link_searched};
use definitions::Definitions;

/// The maximum number of comparisons between names in archives and undefined names.
const MAX_COMPARISONS: usize = 4_000_000;

/// An input of a link.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "most items are objects")]
pub enum Item<'a> {
    /// An object, which is always part of the link.
    Object(Input),
    /// An archive, whose needed members become part of the link.
    Library(Library<'a>),
}

/// An archive of objects.
#[derive(Clone, Debug)]
pub struct Library<'a> {
    /// The path as the user gave it, for messages.
    pub name: String,
    /// The archive. Members that are not objects are ignored.
    pub archive: Archive<'a>,
}

/// The objects of a link.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The objects in the order of the items. Each archive is replaced by its taken members, in the archive's order.
    /// They are named `ARCHIVE(MEMBER)`, and make no shaders.
    pub inputs: Vec<Input>,
    /// Errors about archives. If there are any, there is no point in linking.
    pub diagnostics: Vec<Diagnostic>,
    searched: ArchiveSearch,
}

impl Selection {
    /// Links the objects like [`crate::link`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`crate::link`]. Errors about undefined procedures mention the archives.
    pub fn link(&self, options: &LinkOptions) -> Result<LinkResult, Vec<Diagnostic>> {
        link_searched(&self.inputs, &self.searched, options)
    }

    /// Combines the objects like [`crate::combine`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`crate::combine`].
    pub fn combine(&self) -> Result<CombineResult, Vec<Diagnostic>> {
        combine(&self.inputs)
    }
}

/// A member of an archive, by the index of the archive and the index of the member in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct MemberId {
    library: usize,
    member: usize,
}

/// Selects the members of archives that a link needs.
///
/// Archives are searched only if a procedure is missing from the given objects. The search reads their indices, and
/// only those members that are taken, or that are objects and not in the index, because other tools do not index
/// objects.
pub fn select(items: Vec<Item<'_>>) -> Selection {
    let libraries: Vec<_> = items.iter().filter_map(Item::library).collect();
    let mut search = Search::new(&libraries);
    let objects = || items.iter().filter_map(Item::object);
    for input in objects() {
        search.given.extend(exports(&input.object));
    }
    objects().for_each(|input| search.add_needs(&input.object));
    search.run();
    let Search {
        taken,
        diagnostics,
        searched,
        ..
    } = search;
    Selection {
        inputs: in_order(items, taken),
        diagnostics,
        searched,
    }
}

/// Returns the objects in the order of the items, archives replaced by their members.
fn in_order(items: Vec<Item<'_>>, mut taken: BTreeMap<MemberId, ExtractedMember>) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut library = 0;
    for item in items {
        match item {
            Item::Object(input) => inputs.push(input),
            Item::Library(_) => {
                library += 1;
                let others = taken.split_off(&MemberId { library, member: 0 });
                let here = std::mem::replace(&mut taken, others);
                inputs.extend(here.into_values().map(|member| member.input));
            }
        }
    }
    inputs
}

impl<'a> Item<'a> {
    fn library(&self) -> Option<&Library<'a>> {
        match self {
            Self::Object(_) => None,
            Self::Library(library) => Some(library),
        }
    }

    fn object(&self) -> Option<&Input> {
        match self {
            Self::Object(input) => Some(input),
            Self::Library(_) => None,
        }
    }
}

impl Library<'_> {
    /// Returns the name of a member in messages.
    fn member_name(&self, member: usize) -> String {
        let members = self.archive.members();
        let name = members.get(member).map_or_else(Default::default, |m| m.name);
        format!("{}({name})", self.name)
    }

    /// Returns an error about a whole member.
    fn fault(&self, member: usize, problem: &Problem, text: &str) -> Diagnostic {
        let label = Label::new(Location::File(self.member_name(member)), text);
        problem.diagnose(Severity::Error).with_labels([label])
    }
}

/// A member that is part of the link.
struct ExtractedMember {
    input: Input,
    /// The symbols that it defines.
    defines: FxHashSet<String>,
}

/// Returns the symbols of an object that others can refer to.
fn exports(object: &Object) -> impl Iterator<Item = String> {
    object.exports().map(|export| export.to_string())
}

struct Search<'l, 'a> {
    libraries: &'l [&'l Library<'a>],
    /// The symbols that the given objects define.
    given: FxHashSet<String>,
    /// All symbols needed so far.
    needed: FxHashSet<String>,
    /// The needed procedures that have not been searched for.
    left: VecDeque<String>,
    /// The needed uniforms and constants that have not been searched for.
    left_externs: Vec<String>,
    taken: BTreeMap<MemberId, ExtractedMember>,
    /// Needed members that cannot be read.
    unreadable: FxHashSet<MemberId>,
    diagnostics: Vec<Diagnostic>,
    searched: ArchiveSearch,
}

impl<'l, 'a> Search<'l, 'a> {
    fn new(libraries: &'l [&'l Library<'a>]) -> Self {
        Self {
            libraries,
            given: FxHashSet::default(),
            needed: FxHashSet::default(),
            left: VecDeque::new(),
            left_externs: Vec::new(),
            taken: BTreeMap::new(),
            unreadable: FxHashSet::default(),
            diagnostics: Vec::new(),
            searched: ArchiveSearch {
                libraries: libraries.iter().map(|l| l.name.clone()).collect(),
                similar: FxHashMap::default(),
                exchanged: FxHashSet::default(),
            },
        }
    }

    /// Records the symbols that an object uses: the procedures that it calls, the one at which its shader starts, and
    /// external uniforms and constants.
    fn add_needs(&mut self, object: &Object) {
        let makes_shader = object.makes_shader && !object.library;
        let entry = object.entry_procedure().filter(|_| makes_shader);
        for name in entry.into_iter().chain(object.externals.iter().map(String::as_str)) {
            if !self.given.contains(name) && self.needed.insert(name.to_owned()) {
                self.left.push_back(name.to_owned());
            }
        }
        for export in used_externs(object) {
            let symbol = export.to_string();
            if !self.given.contains(&symbol) && self.needed.insert(symbol.clone()) {
                self.left_externs.push(symbol);
            }
        }
    }

    fn run(&mut self) {
        let is_complete = self.left.is_empty() && self.left_externs.is_empty();
        if is_complete || self.libraries.is_empty() {
            return;
        }
        let definitions = Definitions::collect(self.libraries, &mut self.diagnostics);
        let mut missing = Vec::new();
        loop {
            while let Some(name) = self.left.pop_front() {
                match definitions.first(&name) {
                    Some(id) => self.take(id, &name),
                    None => missing.push(name),
                }
            }
            // All are searched at once, so that their order makes no difference.
            let externs = self.undeclared_externs();
            if externs.is_empty() {
                break;
            }
            for symbol in externs {
                match definitions.first(&symbol) {
                    Some(id) => self.take(id, &symbol),
                    None => missing.push(symbol),
                }
            }
        }
        self.suggest(missing, &definitions);
        // The order of the search differs from the order of the archives.
        self.diagnostics.sort_by_cached_key(|one| match one.location() {
            Some(Location::File(member)) => Some(member.clone()),
            _ => None,
        });
    }

    /// Returns the needed uniforms and constants that no taken member declares.
    fn undeclared_externs(&mut self) -> Vec<String> {
        let mut left = std::mem::take(&mut self.left_externs);
        let is_declared = |symbol: &String| {
            let mut taken = self.taken.values();
            taken.any(|member| member.defines.contains(symbol))
        };
        left.retain(|symbol| !is_declared(symbol));
        left
    }

    /// Adds a member to the link because of a symbol.
    fn take(&mut self, id: MemberId, name: &str) {
        if self.unreadable.contains(&id) {
            return;
        }
        if !self.taken.contains_key(&id) {
            self.read(id, name);
        }
        let Some(member) = self.taken.get(&id) else {
            return;
        };
        if !member.defines.contains(name) {
            let library = self.libraries[id.library];
            let problem = Problem::StaleIndex {
                name: name.to_owned(),
                archive: library.name.clone(),
            };
            let fault = library.fault(id.member, &problem, "does not define it");
            self.diagnostics.push(fault);
        }
    }

    fn read(&mut self, id: MemberId, name: &str) {
        let library = self.libraries[id.library];
        match Object::read(library.archive.members()[id.member].bytes) {
            Ok(mut object) => {
                // The link needs only a name, not the member's shader.
                object.library = true;
                self.add_needs(&object);
                let defines = exports(&object).collect();
                let name = library.member_name(id.member);
                let input = Input { name, object };
                self.taken.insert(id, ExtractedMember { input, defines });
            }
            Err(why) => {
                let problem = Problem::UnreadableMember { why };
                let label = format!("needed for `{name}`");
                let fault = library.fault(id.member, &problem, &label);
                self.diagnostics.push(fault);
                self.unreadable.insert(id);
            }
        }
    }

    /// Searches for names that are similar to undefined ones.
    fn suggest(&mut self, missing: Vec<String>, definitions: &Definitions<'_>) {
        let most = (MAX_COMPARISONS / definitions.len().max(1)).clamp(1, MAX_SUGGESTIONS);
        for name in missing.into_iter().take(most) {
            let (role, wanted) = split_symbol(&name);
            let mut symbols = definitions.symbols().map(split_symbol);
            let is_exchanged = |(of, name): (Option<&str>, &str)| of.is_some() && of != role && name == wanted;
            if role.is_some() && symbols.any(is_exchanged) {
                self.searched.exchanged.insert(name);
                continue;
            }
            let symbols = definitions.symbols().map(split_symbol);
            let names = symbols.filter_map(|(of, name)| (of == role).then_some(name));
            if let Some(similar) = most_similar(wanted, names) {
                let similar = similar.to_owned();
                self.searched.similar.insert(name, similar);
            }
        }
    }
}
