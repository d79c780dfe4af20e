//! Files with members, which picaar lists, extracts, replaces and creates.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use bstr::{BStr, BString};
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::shown;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::bytes::ByteOrder;

/// An archive format.
pub trait ArchiveKind: Sync {
    /// Returns the kind of the file.
    fn kind(&self) -> FileKind;

    /// Returns the noun for such a file in messages: `archive`.
    fn owner(&self) -> &'static str;

    /// Reads an archive. Reports an error and returns `None` if it cannot be read.
    fn open<'f>(&self, file: &'f InputFile, session: &mut Session<'_>) -> Option<Box<dyn Archive<'f> + 'f>>;

    /// Creates an archive with this name from its description and members. Returns `None` after a reported error.
    fn create(&self, name: &str, parts: ArchiveInputs<'_>, session: &mut Session<'_>) -> Option<NewArchive>;

    /// Returns the byte-order converter, if the format has two byte orders.
    fn converter(&self) -> Option<Converter> {
        None
    }
}

/// Converts an archive to a byte order. Returns `None` after a reported error.
pub type Converter = fn(&InputFile, ByteOrder, &mut Session<'_>) -> Option<Vec<u8>>;

/// An archive that was read. Borrows the file, and the files that replace members.
pub trait Archive<'f> {
    /// Returns the members in archive order.
    fn members(&self) -> Vec<Member<'f>>;

    /// Replaces a member by index.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot replace it.
    fn replace(&mut self, member: usize, new: &'f InputFile) -> Result<(), Diagnostic>;

    /// Returns the bytes of the archive. `name` is used in messages.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be written.
    fn write(self: Box<Self>, name: &str) -> Result<Vec<u8>, Diagnostic>;
}

/// A file in an archive.
#[derive(Clone, Debug)]
pub struct Member<'f> {
    /// The name, as raw bytes.
    pub name: Cow<'f, BStr>,
    /// The contents.
    pub bytes: Cow<'f, [u8]>,
}

/// A new archive.
#[derive(Clone, Debug)]
pub struct NewArchive {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The names of the members, in the order in which they were added.
    pub added: Vec<BString>,
}

/// The input files of a new archive: its description and its named members.
#[derive(Debug)]
pub struct ArchiveInputs<'f> {
    owner: &'static str,
    /// The description.
    pub description: &'f InputFile,
    /// The members in command-line order.
    pub members: Vec<(&'f BStr, &'f InputFile)>,
    by_name: HashMap<&'f BStr, &'f InputFile>,
    used: HashSet<&'f BStr>,
    missing: Vec<String>,
    added: Vec<BString>,
}

impl<'f> ArchiveInputs<'f> {
    /// Creates the parts of a new archive from named members. `owner` is the noun for the new file: `archive`.
    pub fn new(owner: &'static str, description: &'f InputFile, members: Vec<(&'f BStr, &'f InputFile)>) -> Self {
        let by_name = members.iter().copied().collect();
        Self {
            owner,
            description,
            members,
            by_name,
            used: HashSet::new(),
            missing: Vec::new(),
            added: Vec::new(),
        }
    }

    /// Returns the diagnostic for an error in the description.
    pub fn invalid(&self, message: String) -> Diagnostic {
        Diagnostic::for_file(Code::InvalidDescription, &self.description.name, message)
    }

    /// Returns true if there is a file for a member.
    pub fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(BStr::new(name))
    }

    /// Returns the file of a required member.
    pub fn take(&mut self, name: &str) -> Option<&'f InputFile> {
        let found = self.by_name.get_key_value(BStr::new(name));
        let Some((known, file)) = found.map(|(known, file)| (*known, *file)) else {
            self.missing.push(name.to_owned());
            return None;
        };
        self.used.insert(known);
        self.added.push(known.to_owned());
        Some(file)
    }

    /// Reports members without a file, and files that are not members. The noun for members is `binary` or `piece of
    /// code`. Returns the names of the added members.
    pub fn finish(self, [noun, nouns]: [&str; 2], session: &mut Session<'_>) -> Vec<BString> {
        let owner = self.owner;
        if let Some(first) = self.missing.first() {
            let message = match self.missing.len() - 1 {
                0 => format!("no file `{first}` is given for a {noun} of the {owner}"),
                more => {
                    format!("no files are given for {nouns} of the {owner}: `{first}` and {more} more")
                }
            };
            session.diagnostics.push(self.invalid(message));
        }
        for (name, file) in self.members.iter().filter(|(name, _)| !self.used.contains(name)) {
            let message = format!("`{}`: the description has no {noun} with this name", shown(name));
            let diagnostic = Diagnostic::for_file(Code::WrongMember, &file.name, message);
            session.diagnostics.push(diagnostic);
        }
        self.added
    }
}
