//! Archives.

use pica200_link::{Input, Item, Library, LinkOptions, select};
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::archive::{self, Archive, NewMember, write};
use pica200_objfmt::formats::object::Object;

use super::Format;
use super::inspection::check_inspection;
use crate::corpus::{files, workspace};
use crate::fuzzing::seeds::{inputs, programs, read, small};
use crate::fuzzing::{Target, check_link};

/// The format.
pub(super) const FORMAT: Format = Format {
    kind: FileKind::Archive,
    page: "objfmt/FORMAT.md",
    records: archive::RECORDS,
    target: Target {
        name: "read_archive",
        folder: "archive",
        input: "a file",
        properties: "Members are found whatever the index says, and round-trip through a new archive; a shader that calls their procedures links or is rejected",
        run: read_archive,
        seeds,
    },
};

/// Reads an archive, writes it again, and links it with a shader that calls its procedures.
///
/// Panics unless the members can be read whatever the index contains, read back unchanged, and either link or are
/// rejected with diagnostics.
fn read_archive(bytes: &[u8]) {
    check_inspection(bytes);
    let archive = match Archive::read(bytes) {
        Ok(archive) => archive,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let Ok(members) = Archive::read_members(bytes) {
                check_rewriting(&members);
            }
            return;
        }
    };
    let members =
        Archive::read_members(bytes).expect("an archive that can be read with its index can be read without it");
    assert_eq!(members.members(), archive.members());
    check_rewriting(&archive);
    check_selection(archive);
}

/// Returns archives of the objects of each program, and archives created by other tools.
fn seeds() -> Vec<Vec<u8>> {
    let others = files(&workspace().join("objfmt/tests/archives"), "a");
    let mut seeds: Vec<_> = others.iter().map(|path| read(path)).collect();
    seeds.extend(programs().iter().map(|program| archive(&inputs(program))));
    small(seeds)
}

fn archive(inputs: &[Input]) -> Vec<u8> {
    let bytes = inputs.iter().map(|input| input.object.write());
    let files: Vec<_> = bytes
        .map(|bytes| bytes.expect("a valid object can be written"))
        .collect();
    let members = inputs.iter().zip(&files).map(|(input, bytes)| {
        let member = NewMember::from_object(input.name.as_bytes(), bytes);
        member.expect("a written member is an object")
    });
    let members: Vec<_> = members.collect();
    write(&members).expect("the suite's files have plain names")
}

fn check_rewriting(archive: &Archive<'_>) {
    let new = archive.members().iter().map(|member| {
        let plain = NewMember {
            name: member.name,
            bytes: member.bytes,
            symbols: Vec::new(),
        };
        NewMember::from_object(member.name, member.bytes).unwrap_or(plain)
    });
    let new: Vec<_> = new.collect();
    let Ok(written) = write(&new) else {
        return;
    };
    let again = Archive::read(&written).expect("a written archive can be read");
    let members = |archive: &Archive<'_>| -> Vec<_> {
        let members = archive.members().iter();
        members.map(|m| (m.name.to_owned(), m.bytes.to_owned())).collect()
    };
    assert_eq!(members(&again), members(archive));
    let symbols = new.iter().flat_map(|member| &member.symbols);
    let index = again.symbols().unwrap_or_default().iter();
    assert!(symbols.eq(index.map(|symbol| symbol.name)));
}

fn check_selection(archive: Archive<'_>) {
    let objects = archive.members().iter().filter_map(|m| Object::read(m.bytes).ok());
    let mut names: Vec<_> = objects
        .flat_map(|object| object.procedures().map(str::to_owned).collect::<Vec<_>>())
        .chain(archive.symbols().unwrap_or_default().iter().map(|s| s.name.to_string()))
        .take(CALLS)
        .collect();
    names.sort_unstable();
    names.dedup();
    let items = vec![
        Item::Object(Input {
            name: "shader".to_owned(),
            object: caller(names),
        }),
        Item::Library(Library {
            name: "archive".to_owned(),
            archive,
        }),
    ];
    let selection = select(items);
    let options = LinkOptions {
        debug: true,
        ..LinkOptions::default()
    };
    let linked = selection.link(&options);
    let output = check_link(&selection.inputs, &options);
    assert_eq!(linked.ok().map(|linked| linked.output.shbin), output);
}

/// The number of procedures that the shader calls.
const CALLS: usize = 8;

/// Returns a shader that calls procedures with these names.
fn caller(names: Vec<String>) -> Object {
    let calls: String = (0..names.len()).map(|n| format!("\tcall procedure{n}\n")).collect();
    let source = format!(".out o position\n.proc main\n{calls}\tmov o, v0\n\tend\n.end\n");
    let options = pica200_asm::AssemblyOptions::default();
    let assembly = pica200_asm::assemble("shader", source.as_bytes(), &options);
    let object = assembly.object.expect("the source has no mistakes");
    Object {
        externals: names,
        ..object
    }
}
