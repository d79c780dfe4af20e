//! A damaged table of a shader binary does not hide the others.

use bstr::BString;
use pica200_objfmt::formats::error::{ReadErrorKind, RecordLocation, Structure, Table};
use pica200_objfmt::formats::shbin::{Line, Shader, Shbin};

use crate::models::{peek, poke, sample_shbin};
use crate::{inspected, shbin_in};

/// The offset of the sample's DVLP.
const DVLP: usize = 16;

/// The tables of a DVLP, in the order of their pairs.
const PROGRAM: [Table; 4] = [Table::Code, Table::Descriptors, Table::Lines, Table::FileNames];

/// The tables of a DVLE, in the order of their pairs.
const SHADER: [Table; 5] = [
    Table::Values,
    Table::Labels,
    Table::Outputs,
    Table::Uniforms,
    Table::Symbols,
];

fn sample_file() -> Vec<u8> {
    sample_shbin().write().unwrap()
}

fn dvle(file: &[u8], index: usize) -> usize {
    usize::try_from(peek(file, 8 + 4 * index)).unwrap()
}

/// Returns the sample without the contents of a lost table.
fn without(structure: Structure, table: Table) -> Shbin {
    let mut shbin = sample_shbin();
    let program = &mut shbin.program;
    match (structure, table) {
        (Structure::Dvlp, Table::Code) => program.code.clear(),
        (Structure::Dvlp, Table::Descriptors) => program.descriptors.clear(),
        (Structure::Dvlp, Table::Lines) => program.lines.clear(),
        (Structure::Dvlp, _) => {
            program.files = vec![BString::default()];
            program.lines.iter_mut().for_each(|line| line.file = 0);
        }
        (Structure::Dvle(index), table) => lose_of_shader(&mut shbin.shaders[index], table),
        _ => unreachable!(),
    }
    shbin
}

fn lose_of_shader(shader: &mut Shader, table: Table) {
    match table {
        Table::Values => shader.constants.clear(),
        Table::Labels => shader.labels.clear(),
        Table::Outputs => shader.outputs.clear(),
        Table::Uniforms => shader.uniforms.clear(),
        _ => {
            shader.labels.iter_mut().for_each(|label| label.name.clear());
            shader.uniforms.iter_mut().for_each(|uniform| uniform.name.clear());
        }
    }
}

#[test]
fn each_lost_table_is_one_fault_and_hides_no_other() {
    let file = sample_file();
    let pairs = |structure, base, tables: &'static [Table]| {
        let tables = tables.iter().enumerate();
        tables.map(move |(index, table)| (structure, *table, base + 8 * index))
    };
    let all = pairs(Structure::Dvlp, DVLP + 0x08, &PROGRAM)
        .chain(pairs(Structure::Dvle(0), dvle(&file, 0) + 0x18, &SHADER))
        .chain(pairs(Structure::Dvle(1), dvle(&file, 1) + 0x18, &SHADER));
    let mut seen = 0;
    for (structure, table, pair) in all {
        for (at, word) in [(pair, 0x1000), (pair, u32::MAX), (pair + 4, u32::MAX)] {
            let mut file = file.clone();
            poke(&mut file, at, word);
            let inspection = inspected(&file);
            let [fault] = &inspection.faults[..] else {
                unreachable!("{:?}", inspection.faults);
            };
            assert_eq!(fault.location, RecordLocation::table(structure, table));
            assert_eq!(shbin_in(inspection), without(structure, table));
            seen += 1;
        }
    }
    assert_eq!(seen, 3 * 14);
}

/// A count that is too high, but within the file, makes a table cover the others. They are still read.
#[test]
fn a_table_that_covers_all_behind_it_hides_nothing() {
    let mut file = sample_file();
    let words = (file.len() - DVLP - 0x28) / 4;
    poke(&mut file, DVLP + 0x0C, u32::try_from(words).unwrap());
    let inspection = inspected(&file);
    let [fault] = &inspection.faults[..] else {
        unreachable!("{:?}", inspection.faults);
    };
    assert!(matches!(fault.kind, ReadErrorKind::Overlap { .. }));
    let mut shbin = shbin_in(inspection);
    assert_eq!(shbin.program.code.len(), words);
    shbin.program.code.truncate(2);
    assert_eq!(shbin, sample_shbin());
}

#[test]
fn a_wrong_number_of_shaders_is_put_right() {
    for wrong in [0, 1, 3, 5, 1000, u32::MAX] {
        let mut file = sample_file();
        poke(&mut file, 4, wrong);
        let inspection = inspected(&file);
        assert_eq!(inspection.faults.len(), 1, "{:?}", inspection.faults);
        assert_eq!(shbin_in(inspection), sample_shbin());
    }
}

#[test]
fn shaders_are_read_without_a_program() {
    let mut file = sample_file();
    file[DVLP] = b'X';
    let inspection = inspected(&file);
    assert_eq!(inspection.faults.len(), 1);
    let shbin = shbin_in(inspection);
    assert_eq!(shbin.program, Shbin::default().program);
    assert_eq!(shbin.shaders, sample_shbin().shaders);
}

#[test]
fn a_shader_that_is_not_there_keeps_its_place() {
    let empty = Shader {
        version: 0,
        ..Shader::default()
    };
    for offset in [4, 0x1000, u32::MAX] {
        let mut file = sample_file();
        poke(&mut file, 8, offset);
        let inspection = inspected(&file);
        assert_eq!(inspection.faults.len(), 1);
        let mut expected = sample_shbin();
        expected.shaders[0] = empty.clone();
        assert_eq!(shbin_in(inspection), expected);
    }
}

#[test]
fn a_bad_entry_spoils_no_other() {
    let mut file = sample_file();
    let base = dvle(&file, 0);
    let uniforms = base + usize::try_from(peek(&file, base + 0x30)).unwrap();
    let labels = base + usize::try_from(peek(&file, base + 0x20)).unwrap();
    let lines = DVLP + usize::try_from(peek(&file, DVLP + 0x18)).unwrap();
    poke(&mut file, lines, 1);
    poke(&mut file, labels + 12, 0x1000);
    poke(&mut file, uniforms + 4, 0x0003_0010);
    let inspection = inspected(&file);
    assert_eq!(inspection.faults.len(), 3);
    let mut expected = sample_shbin();
    expected.program.files.push("".into());
    expected.program.lines[0] = Line { file: 2, line: 3 };
    expected.shaders[0].labels[0].name = "".into();
    expected.shaders[0].uniforms.remove(0);
    assert_eq!(shbin_in(inspection), expected);
}

#[test]
fn faults_are_listed_up_to_a_number() {
    let mut shbin = sample_shbin();
    let uniform = shbin.shaders[0].uniforms[0].clone();
    shbin.shaders[0].uniforms.resize(5_000, uniform);
    let mut file = shbin.write().unwrap();
    let base = dvle(&file, 0);
    let uniforms = base + usize::try_from(peek(&file, base + 0x30)).unwrap();
    for entry in 0..5_000 {
        poke(&mut file, uniforms + 8 * entry, u32::MAX);
    }
    let second = dvle(&file, 1);
    poke(&mut file, second, 0);
    let inspection = inspected(&file);
    assert_eq!(inspection.faults.len(), 101);
    assert_eq!(shbin_in(inspection).shaders[0].uniforms.len(), 5_000);

    let shaders = vec![Shader::default(); 700];
    let mut file = Shbin {
        shaders,
        ..Shbin::default()
    }
    .write()
    .unwrap();
    for index in 0..700 {
        poke(&mut file, 8 + 4 * index, 0);
    }
    let inspection = inspected(&file);
    assert_eq!(inspection.faults.len(), 500);
    assert_eq!(shbin_in(inspection).shaders.len(), 500);
}

/// A search for the end of each of these names would take 10^11 steps.
#[test]
fn names_without_an_end_take_linear_time() {
    let mut shbin = sample_shbin();
    let mut uniform = shbin.shaders[0].uniforms[0].clone();
    uniform.name.clear();
    shbin.shaders[0].uniforms.resize(100_000, uniform);
    shbin.shaders[0].labels[0].name = vec![b'x'; 2_000_000].into();
    let mut file = shbin.write().unwrap();
    let base = dvle(&file, 0);
    let symbols = base + usize::try_from(peek(&file, base + 0x38)).unwrap();
    let size = usize::try_from(peek(&file, base + 0x3C)).unwrap();
    file[symbols..symbols + size].fill(b'x');
    let inspection = inspected(&file);
    let count = inspection.faults.len();
    assert!((30..100).contains(&count), "{count}");
    assert_eq!(shbin_in(inspection).shaders[0].uniforms.len(), 100_000);
}
