//! Differences between two files.

use pica200::diagnostic::Diagnostic;
use pica200_diagnostics::Code;
use pica200_disasm::disassemble_object;
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::archive::Archive;
use pica200_objfmt::formats::inspect::{Content, inspect};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_report::pairs::match_by_name;
use similar::{ChangeTag, TextDiff};

use super::contents::InspectedFile;
use super::page::{shown, with_article};

/// Returns a line for each difference, or the reason why the files cannot be compared.
pub(crate) fn diff(a: &InspectedFile<'_>, b: &InspectedFile<'_>) -> Result<Vec<String>, String> {
    match (comparable(a)?, comparable(b)?) {
        (Comparable::Shbin(a), Comparable::Shbin(b)) => {
            let differences = differences(a, b);
            Ok(differences.iter().map(ToString::to_string).collect())
        }
        (Comparable::Object(a), Comparable::Object(b)) => Ok(objects(a, b)),
        (Comparable::Shbin(_), Comparable::Object(_)) => Err(different_kinds(FileKind::Shbin, FileKind::Object)),
        (Comparable::Object(_), Comparable::Shbin(_)) => Err(different_kinds(FileKind::Object, FileKind::Shbin)),
    }
}

/// Returns a line for each difference between two archives with names: `common.dvoj: LINE` for objects of the same
/// name, and a line for each member that only one archive has. Other members are compared by their bytes. Returns the
/// reason if the archives or objects in them cannot be compared.
pub(crate) fn archives(files: [(&str, &[u8]); 2]) -> Result<Vec<String>, String> {
    let [a, b] =
        files.map(|(name, bytes)| Archive::read(bytes).map_err(|error| format!("`{name}` is damaged: {error}")));
    let (a, b) = (a?, b?);
    let mut lines = Vec::new();
    for (name, sides) in match_by_name([a.members(), b.members()], |member| member.name) {
        let name = shown(name);
        match sides {
            [Some(a), Some(b)] if a.bytes == b.bytes => {}
            [Some(a), Some(b)] if a.is_object() && b.is_object() => {
                let [a, b] = [a, b].map(|member| InspectedFile {
                    name: &name,
                    bytes: member.bytes,
                    inspection: inspect(member.bytes),
                });
                lines.extend(diff(&a, &b)?.iter().map(|line| format!("{name}: {line}")));
            }
            [Some(_), Some(_)] => lines.push(format!("{name}: the bytes differ")),
            [Some(_), None] => lines.push(format!("{name}: only in the first")),
            [None, _] => lines.push(format!("{name}: only in the second")),
        }
    }
    Ok(lines)
}

/// Returns the message that files of two kinds cannot be compared.
pub(crate) fn different_kinds(a: FileKind, b: FileKind) -> String {
    let [a, b] = [a, b].map(|kind| with_article(kind.noun()));
    format!("one is {a}, the other {b}")
}

/// Builds the diagnostic for two files that cannot be compared.
pub(crate) fn cannot_compare([a, b]: [&str; 2], reason: &str) -> Diagnostic {
    Diagnostic::for_file(Code::CannotCompare, a, format!("`{a}` and `{b}`: {reason}"))
}

/// An undamaged file.
enum Comparable<'s> {
    Shbin(&'s Shbin),
    Object(&'s Object),
}

fn comparable<'s>(subject: &'s InspectedFile<'_>) -> Result<Comparable<'s>, String> {
    let (name, inspection) = (subject.name, &subject.inspection);
    if let Some(fault) = inspection.faults.first() {
        return Err(format!("`{name}` is damaged: {fault}"));
    }
    match &inspection.content {
        Content::Shbin(shbin) => Ok(Comparable::Shbin(shbin)),
        Content::Object(object) => Ok(Comparable::Object(object)),
        Content::Documented(_) => Err(format!(
            "`{name}` is an object of another version, whose relocations are unknown"
        )),
        Content::Unknown => Err(format!("`{name}` is neither a shader binary nor an object")),
    }
}

/// Compares objects by their disassembly.
fn objects(a: &Object, b: &Object) -> Vec<String> {
    let [a, b] = [a, b].map(statements);
    let mut lines = Vec::new();
    // The procedures that contain the last lines.
    let mut places = ["declarations".to_owned(), "declarations".to_owned()];
    for change in TextDiff::from_slices(&slices(&a), &slices(&b)).iter_all_changes() {
        let line = change.value();
        let sides: &[usize] = match change.tag() {
            ChangeTag::Equal => &[0, 1],
            ChangeTag::Delete => &[0],
            ChangeTag::Insert => &[1],
        };
        for &side in sides {
            if let Some(name) = line.strip_prefix(".proc ") {
                places[side] = format!("procedure {name}");
            }
            if change.tag() != ChangeTag::Equal {
                let which = ["first", "second"][side];
                lines.push(format!("{}: only in the {which}: `{line}`", places[side]));
            }
        }
    }
    lines
}

fn slices(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

/// Returns the statements of an object's disassembly, without comments.
fn statements(object: &Object) -> Vec<String> {
    let sources = disassemble_object(object).sources;
    let lines = sources.iter().flat_map(|source| source.text.lines());
    lines
        .map(|line| line.split(';').next().unwrap_or_default().trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::formats::archive::{NewMember, write};
    use pica200_objfmt::formats::object::Object;
    use pica200_objfmt::formats::shbin::Shader;

    use super::*;

    fn shbin(kind: u8) -> Vec<u8> {
        let shaders = vec![Shader {
            kind,
            ..Shader::default()
        }];
        let shbin = Shbin {
            shaders,
            ..Shbin::default()
        };
        shbin.write().expect("a model that can be written")
    }

    /// Compares `b.bin` with a vertex shader.
    fn with(bytes: &[u8]) -> Result<Vec<String>, String> {
        let sound = shbin(0);
        let subject = |name, bytes| InspectedFile {
            name,
            bytes,
            inspection: inspect(bytes),
        };
        diff(&subject("a.shbin", &sound), &subject("b.bin", bytes))
    }

    #[test]
    fn shader_binaries_are_compared() {
        assert_eq!(with(&shbin(0)), Ok(Vec::new()));
        let line = "DVLE 0: a vertex shader in the first, a geometry shader in the second";
        assert_eq!(with(&shbin(1)), Ok(vec![line.to_owned()]));
    }

    #[test]
    fn other_files_are_not() {
        let object = Object::new().write().expect("a model that can be written");
        let reason = |bytes: &[u8]| with(bytes).expect_err("a reason");
        let mixed = "one is a shader binary, the other an object";
        assert_eq!(reason(&object), mixed);
        let mut foreign = object.clone();
        foreign[5] = 0x10;
        let other = "`b.bin` is an object of another version, whose relocations are unknown";
        assert_eq!(reason(&foreign), other);
        let neither = "`b.bin` is neither a shader binary nor an object";
        assert_eq!(reason(b"text"), neither);
        let mut damaged = shbin(0);
        damaged.truncate(damaged.len() - 1);
        let text = reason(&damaged);
        assert!(text.starts_with("`b.bin` is damaged: "), "{text}");
    }
    /// Builds an archive of members with names and bytes.
    fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
        let members: Vec<_> = members
            .iter()
            .map(|(name, bytes)| NewMember {
                name: name.as_bytes(),
                bytes,
                symbols: Vec::new(),
            })
            .collect();
        write(&members).expect("members that can be written")
    }

    fn object(source: &str) -> Vec<u8> {
        let assembly = pica200_asm::assemble("x.vsh", source.as_bytes(), &Default::default());
        let object = assembly.object.expect("a source without errors");
        object.write().expect("an object that can be written")
    }

    #[test]
    fn archives_are_compared_member_by_member() {
        let source = ".proc main\n\tmov r0, v0\n\tend\n.end\n";
        let (one, other) = (object(source), object(&source.replace("v0", "v1")));
        let a = archive(&[
            ("same.dvoj", &one),
            ("changed.dvoj", &one),
            ("gone.dvoj", &one),
            ("notes.txt", b"one"),
        ]);
        let b = archive(&[
            ("changed.dvoj", &other),
            ("notes.txt", b"two"),
            ("new.dvoj", &one),
            ("same.dvoj", &one),
        ]);
        let lines = archives([("a.a", &a), ("b.a", &b)]).expect("they can be compared");
        let expected = [
            "changed.dvoj: procedure main: only in the first: `mov r0, v0`",
            "changed.dvoj: procedure main: only in the second: `mov r0, v1`",
            "gone.dvoj: only in the first",
            "notes.txt: the bytes differ",
            "new.dvoj: only in the second",
        ];
        assert_eq!(lines, expected);
        assert_eq!(archives([("a.a", &a), ("a.a", &a)]), Ok(Vec::new()));
    }

    #[test]
    fn damaged_archives_and_members_are_not_compared() {
        let one = object(".proc main\n\tend\n.end\n");
        let sound = archive(&[("x.dvoj", &one)]);
        let reason = |bytes: &[u8]| archives([("a.a", &sound), ("b.a", bytes)]).expect_err("a reason");
        let cut = reason(&sound[..sound.len() - 1]);
        assert!(cut.starts_with("`b.a` is damaged: "), "{cut}");
        let member = reason(&archive(&[("x.dvoj", &one[..one.len() - 4])]));
        assert!(member.starts_with("`x.dvoj` is damaged: "), "{member}");
    }
}
