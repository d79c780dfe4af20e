//! Semantic differences between two files: programs, code and reflection, but not layout.
//!
//! The comparison covers:
//! - the version, the name, and the container: graphics API, code type, compiler versions.
//! - variations by index, and their programs by kind: flags, types, formats, and the size of the loaded program.
//! - the control code, byte code and texts of each stage. Code of unknown structure is not compared.
//! - the reflected names of each stage and their slots, in any order, and work group sizes.
//!
//! Offsets, alignment, string order, dictionary trees, the memory pool and the relocation table are ignored.

use bstr::BStr;
pub use pica200_objfmt::difference::Difference;
use pica200_objfmt::difference::{Report, Table, compare_texts, table};

use crate::container::Bnsh;
use crate::kinds::{ProgramKind, ResourceKind, Stage};
use crate::program::{Code, Program, Variation};
use crate::reflection::{NOT_BOUND, StageReflection};

/// Returns the differences in variation order, up to a limit. Parts that cannot be read are treated as missing.
pub fn differences(a: &Bnsh<'_>, b: &Bnsh<'_>) -> Vec<Difference> {
    let mut report = Report::default();
    let files = [a, b];
    report.compare("version", files.map(|file| file.header.version));
    let name = |file: &Bnsh<'_>| match file.header.name {
        Some((_, name)) => format!("`{name}`"),
        None => "nothing".to_owned(),
    };
    report.compare("name", files.map(name));
    compare_containers(&mut report, files);
    let counts = files.map(|file| counted(file.variations.len()));
    report.compare("shader container", counts);
    for (number, pair) in a.variations.iter().zip(&b.variations).enumerate() {
        compare_variations(&mut report, files, number, pair.into());
    }
    report.into_list("file")
}

fn counted(variations: usize) -> String {
    match variations {
        1 => "1 variation".to_owned(),
        count => format!("{count} variations"),
    }
}

fn compare_containers(report: &mut Report, files: [&Bnsh<'_>; 2]) {
    let [Some(a), Some(b)] = files.map(|file| file.container) else {
        return;
    };
    let both = [a, b];
    let mut field = |what, values: [String; 2]| {
        report.compare(format_args!("shader container, {what}"), values);
    };
    let api = both.map(|one| format!("{} version {}", one.api, one.api_version));
    field("interface", api);
    field("type of code", both.map(|one| one.code_type.to_string()));
    field("compiler", both.map(|one| format!("{:#x}", one.compiler)));
    let compilers = both.map(|one| format!("{:#x}", one.low_level_compiler));
    field("compiler of machine code", compilers);
}

fn compare_variations(report: &mut Report, files: [&Bnsh<'_>; 2], number: usize, both: [&Variation; 2]) {
    for kind in ProgramKind::ALL {
        let location = format!("variation {number}, {kind} program");
        match both.map(|variation| variation.program(kind)) {
            [Some(a), Some(b)] => compare_programs(report, files, &location, [a, b]),
            [None, None] => {}
            programs => {
                let stages = programs.map(|program| program.map(stages));
                report.add_sides(location, stages);
            }
        }
    }
}

/// Describes the stages of a program that only one file has.
fn stages(program: &Program) -> String {
    let names: Vec<_> = program.code.iter().map(|(stage, _)| stage.name()).collect();
    match names.as_slice() {
        [] => "a program without code".to_owned(),
        names => format!("a program with {} code", names.join(", ")),
    }
}

fn compare_programs(report: &mut Report, files: [&Bnsh<'_>; 2], location: &str, both: [&Program; 2]) {
    let mut field = |what, values: [String; 2]| {
        report.compare(format_args!("{location}, {what}"), values);
    };
    field("flags", both.map(|one| format!("{:#x}", one.flags)));
    field("type of code", both.map(|one| one.code_type.to_string()));
    field("source format", both.map(|one| one.source_format.to_string()));
    field("binary format", both.map(|one| format!("{:#x}", one.binary_format)));
    field("object size", both.map(|one| one.object_size.to_string()));
    for stage in Stage::ALL {
        let code = both.map(|program| program.code(stage));
        compare_code(report, files, &format!("{location}, {stage}"), code);
        let reflections = both.map(|program| {
            let mut stages = program.reflection.iter().flat_map(|found| &found.stages);
            stages.find(|one| one.stage == stage)
        });
        let location = format!("{location}, {stage} reflection");
        compare_reflections(report, files, &location, reflections);
    }
}

fn compare_code(report: &mut Report, files: [&Bnsh<'_>; 2], location: &str, code: [Option<&Code>; 2]) {
    let bytes = |side: usize, range: &std::ops::Range<usize>| {
        let [a, b] = files;
        let file = if side == 0 { a } else { b };
        file.bytes().get(range.clone()).unwrap_or_default()
    };
    match code {
        [Some(Code::Binary(a)), Some(Code::Binary(b))] => {
            let control = [bytes(0, &a.control), bytes(1, &b.control)];
            report.compare_bytes(format_args!("{location} control code"), control);
            let code = [bytes(0, &a.code), bytes(1, &b.code)];
            report.compare_bytes(format_args!("{location} byte code"), code);
            let scratch = [a, b].map(|code| format!("{:?}", code.scratch));
            report.compare(format_args!("{location} scratch memory"), scratch);
        }
        [
            Some(Code::SourceArray { texts: a, .. }),
            Some(Code::SourceArray { texts: b, .. }),
        ] => {
            let counts = [a.len(), b.len()].map(|count| format!("{count} texts"));
            report.compare(format_args!("{location} source"), counts);
            for (number, (a, b)) in a.iter().zip(b).enumerate() {
                let texts = [bytes(0, a), bytes(1, b)];
                report.compare_bytes(format_args!("{location} source, text {number}"), texts);
            }
        }
        [Some(Code::Source { data: a, .. }), Some(Code::Source { data: b, .. })] => {
            for (number, (a, b)) in (1..).zip(a.iter().zip(b)) {
                let data = [bytes(0, a), bytes(1, b)];
                report.compare_bytes(format_args!("{location} source, data {number}"), data);
            }
        }
        code => {
            let kinds = code.map(|code| match code {
                None => "nothing",
                Some(Code::Binary(_)) => "machine code",
                Some(Code::Source { .. }) => "source data",
                Some(Code::SourceArray { .. }) => "source texts",
                Some(Code::Unknown { .. }) => "code of unknown structure",
            });
            report.compare(format_args!("{location} code"), kinds);
        }
    }
}

/// The names of a kind and their slots; `None` for a slot that cannot be read.
type Slots<'a> = Table<(ResourceKind, &'a BStr), Option<i32>>;

fn compare_reflections(
    report: &mut Report,
    files: [&Bnsh<'_>; 2],
    location: &str,
    both: [Option<&StageReflection>; 2],
) {
    let [a, b] = both;
    if let (Some(a), Some(b)) = (a, b) {
        let groups = [a, b].map(|stage| format!("{:?}", stage.work_group));
        report.compare(format_args!("{location}, work group"), groups);
    } else if a.is_some() || b.is_some() {
        let count = |stage: &StageReflection| {
            let kinds = stage.resources.len();
            format!("a reflection with {kinds} kinds of names")
        };
        report.add_sides(location, both.map(|stage| stage.map(count)));
        return;
    }
    let [file_a, file_b] = files;
    let (a, b) = (slots(file_a, a), slots(file_b, b));
    let name = |(kind, name): (ResourceKind, &BStr)| format!("{location}, {kind}, `{name}`");
    compare_texts(report, [&a, &b], name, |slot| match slot {
        Some(NOT_BOUND) => "not bound".to_owned(),
        Some(slot) => format!("slot {slot}"),
        None => "no slot".to_owned(),
    });
}

fn slots<'a>(file: &Bnsh<'a>, stage: Option<&StageReflection>) -> Slots<'a> {
    let resources = stage.into_iter().flat_map(|stage| &stage.resources);
    table(resources.flat_map(|found| {
        let entries = found.entries(&file.dictionaries);
        entries.map(|(name, slot)| ((found.kind, name), slot))
    }))
}
