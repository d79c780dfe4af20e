//! The members of an archive being modified.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use bstr::{BStr, BString, ByteSlice};
use pica200_diagnostics::Code;
use pica200_diagnostics::most_similar;
use pica200_foreign::archive::Member;
use pica200_objfmt::formats::archive::{Archive, NewMember, write};
use pica200_objfmt::formats::object::{DEFAULT_ENTRY, split_symbol};
use pica200_objfmt::formats::{FileKind, recognise};

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::objects::unreadable_object;
use pica200::text::page::shown;

/// The members of an archive. Borrows the bytes of the archive and of the added files.
pub(super) struct Content<'a> {
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: &'a BStr,
    bytes: &'a [u8],
    /// Index entries of a member that is not an object; only the tool that wrote them can compute them.
    foreign: Vec<BString>,
}

impl<'a> Content<'a> {
    /// Copies the members of an archive.
    pub(super) fn from_archive(archive: &Archive<'a>) -> Self {
        let entry = |member: &pica200_objfmt::formats::archive::Member<'a>| Entry {
            name: member.name,
            bytes: member.bytes,
            foreign: Vec::new(),
        };
        let mut entries: Vec<_> = archive.members().iter().map(entry).collect();
        for symbol in archive.symbols().unwrap_or_default() {
            if !archive.members()[symbol.member].is_object() {
                let foreign = &mut entries[symbol.member].foreign;
                foreign.push(symbol.name.to_owned());
            }
        }
        Self { entries }
    }

    /// Returns a content without members.
    pub(super) fn empty() -> Self {
        Self { entries: Vec::new() }
    }

    /// Replaces the first member of each file's name, or appends the file. Returns for each file whether it replaced a
    /// member.
    pub(super) fn replace(&mut self, files: &[(&'a BStr, &'a InputFile)]) -> Vec<bool> {
        let mut first = HashMap::new();
        for (place, entry) in self.entries.iter().enumerate() {
            first.entry(entry.name).or_insert(place);
        }
        let mut put = |&(name, file): &(&'a BStr, &'a InputFile)| match first.get(name) {
            Some(&place) => {
                self.entries[place] = Entry::new(name, file);
                true
            }
            None => {
                self.entries.push(Entry::new(name, file));
                false
            }
        };
        files.iter().map(&mut put).collect()
    }

    /// Appends files after all members.
    pub(super) fn append(&mut self, files: &[(&'a BStr, &'a InputFile)]) {
        let entries = files.iter().map(|(name, file)| Entry::new(name, file));
        self.entries.extend(entries);
    }

    /// Removes the first member of each name. Returns the names without a member.
    pub(super) fn delete<'n>(&mut self, names: &[&'n BStr]) -> Vec<&'n BStr> {
        let mut left: HashSet<&BStr> = names.iter().copied().collect();
        self.entries.retain(|entry| !left.remove(entry.name));
        let missing = names.iter().copied();
        missing.filter(|name| left.contains(name)).collect()
    }

    /// Writes the archive. Objects must be readable, unless any files are allowed.
    pub(super) fn write(&self, archive: &str, any_file: bool) -> Result<Written, Vec<Diagnostic>> {
        let mut members = Vec::with_capacity(self.entries.len());
        let mut diagnostics = Vec::new();
        for entry in &self.entries {
            match entry.member(archive, any_file) {
                Ok(member) => members.push(member),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        match write(&members) {
            Ok(bytes) => Ok(Written {
                bytes,
                warnings: hidden(archive, &members),
            }),
            Err(error) => {
                let message = format!("cannot write `{archive}`: {error}");
                Err(vec![Diagnostic::for_file(Code::UnwritableArchive, archive, message)])
            }
        }
    }
}

/// An archive that can be written.
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    pub(super) warnings: Vec<Diagnostic>,
}

impl<'a> Entry<'a> {
    fn new(name: &'a BStr, file: &'a InputFile) -> Self {
        Self {
            name,
            bytes: &file.bytes,
            foreign: Vec::new(),
        }
    }

    fn member(&self, archive: &str, any_file: bool) -> Result<NewMember<'a>, Diagnostic> {
        let plain = || NewMember {
            name: self.name,
            bytes: self.bytes,
            symbols: self.foreign.clone(),
        };
        if recognise(self.bytes) != Some(FileKind::Object) {
            return Ok(plain());
        }
        match NewMember::from_object(self.name, self.bytes) {
            Ok(member) => Ok(member),
            Err(_) if any_file => Ok(plain()),
            Err(error) => {
                let name = format!("{archive}({})", shown(self.name));
                Err(unreadable_object(&name, self.bytes, &error.to_string()))
            }
        }
    }
}

/// Returns warnings for procedures that links never find, because an earlier member defines them.
fn hidden(archive: &str, members: &[NewMember<'_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<&BStr, &BStr> = HashMap::new();
    let mut warnings = Vec::new();
    let objects = members.iter().filter(|m| recognise(m.bytes) == Some(FileKind::Object));
    for (member, symbol) in objects.flat_map(|m| m.symbols.iter().map(move |s| (m, s))) {
        // Each shader may have its own entry point, and `.extern` rarely refers to a uniform or constant of the same
        // name.
        let (sort, _) = split_symbol(symbol.to_str().unwrap_or_default());
        if symbol == DEFAULT_ENTRY || sort.is_some() {
            continue;
        }
        let name = member.name.as_bstr();
        let earlier = *first.entry(symbol.as_bstr()).or_insert(name);
        if std::ptr::eq(earlier, name) {
            continue;
        }
        let (symbol, earlier, name) = (shown(symbol), shown(earlier), shown(name));
        let message =
            format!("`{archive}`: `{earlier}` and `{name}` both define procedure `{symbol}`; links use the first");
        warnings.push(Diagnostic::for_file(Code::HiddenDefinition, archive, message).into_warning());
    }
    warnings
}

/// Returns the diagnostics for requested members that do not exist.
pub(super) fn no_such_members<'n>(
    archive: &str,
    missing: impl IntoIterator<Item = &'n BStr>,
    members: &[Member<'_>],
) -> Vec<Diagnostic> {
    // Each suggestion visits all members.
    const MAX_SUGGESTIONS: usize = 20;
    let names = || members.iter().filter_map(|m| m.name.to_str().ok());
    let diagnostic = |(number, name): (usize, &BStr)| {
        let message = format!("`{archive}` has no member `{}`", shown(name));
        let diagnostic = Diagnostic::for_file(Code::NoSuchMember, archive, message);
        let wanted = name.to_str().ok().filter(|_| number < MAX_SUGGESTIONS);
        match wanted.and_then(|name| most_similar(name, names())) {
            Some(similar) => diagnostic.with_help(format!("did you mean `{similar}`?")),
            None => diagnostic,
        }
    };
    missing.into_iter().enumerate().map(diagnostic).collect()
}

/// Returns the members of an archive.
pub(super) fn members<'f>(archive: &Archive<'f>) -> Vec<Member<'f>> {
    let member = |member: &pica200_objfmt::formats::archive::Member<'f>| Member {
        name: Cow::Borrowed(member.name),
        bytes: Cow::Borrowed(member.bytes),
    };
    archive.members().iter().map(member).collect()
}
