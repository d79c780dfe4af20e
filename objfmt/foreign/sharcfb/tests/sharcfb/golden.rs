//! The golden archives: bytes, byte orders and lookups.

use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::Archive;
use pica200_sharcfb::gx2::Stage;
use serde_json::Value;

use crate::{archive, golden, read_golden};

fn other(order: ByteOrder) -> ByteOrder {
    match order {
        ByteOrder::Little => ByteOrder::Big,
        ByteOrder::Big => ByteOrder::Little,
    }
}

#[test]
fn unchanged_archives_are_written_as_the_same_bytes() {
    for (name, file) in golden() {
        let archive = Archive::read(&file).unwrap();
        assert!(archive.write().unwrap() == file, "{name}");
        assert_eq!(archive.size(), file.len(), "{name}");
        assert_eq!(archive.faults(), [], "{name}");
    }
}

#[test]
fn converting_twice_gives_the_same_bytes() {
    for (name, file) in golden() {
        let mut archive = Archive::read(&file).unwrap();
        let order = archive.order();
        archive.convert(order).unwrap();
        assert!(archive.write().unwrap() == file, "{name}");
        archive.convert(other(order)).unwrap();
        let converted = archive.write().unwrap();
        assert!(converted != file, "{name}");
        assert_eq!(Archive::read(&converted).unwrap(), archive, "{name}");
        archive.convert(order).unwrap();
        assert!(archive.write().unwrap() == file, "{name}");
    }
}

#[test]
fn one_byte_order_becomes_the_other() {
    let little = read_golden("le-registers-a.sharcfb");
    let mut archive = archive("be-registers-a");
    archive.convert(ByteOrder::Little).unwrap();
    // The golden files differ only in their names.
    let converted = archive.write().unwrap();
    let name = archive.name().to_owned();
    let at = converted.windows(name.len()).position(|bytes| bytes == name).unwrap();
    let mut renamed = converted.clone();
    renamed[at..at + name.len()].copy_from_slice(&little[at..at + name.len()]);
    assert!(renamed == little);
}

/// Returns the binary of a stage that a lookup expects.
fn binary(lookup: &Value, stage: &str) -> Option<u64> {
    lookup.get(stage).map(|index| index.as_u64().unwrap())
}

#[test]
fn variations_are_found() {
    let mut count = 0;
    for (name, file) in golden() {
        let archive = Archive::read(&file).unwrap();
        let lookups = read_golden(&format!("{name}.lookups.json"));
        let lookups: Vec<Value> = serde_json::from_slice(&lookups).unwrap();
        for lookup in lookups {
            let settings: Vec<_> = lookup["settings"]
                .as_object()
                .unwrap()
                .iter()
                .map(|(name, value)| (name.as_bytes(), value.as_str().unwrap().as_bytes()))
                .collect();
            let program = lookup["program"].as_str().unwrap();
            let found = archive.find(program.as_bytes(), &settings).unwrap();
            assert_eq!(Some(found.number as u64), lookup["variation"].as_u64());
            for stage in [Stage::VERTEX, Stage::PIXEL, Stage::GEOMETRY] {
                let index = found.binaries.iter().find(|(other, _)| *other == stage);
                let index = index.map(|(_, index)| *index as u64);
                assert_eq!(index, binary(&lookup, &stage.to_string()), "{name} {lookup}");
            }
            count += 1;
        }
    }
    assert!(count > 40, "only {count} lookups");
}

#[test]
fn unknown_names_list_the_known_ones() {
    let archive = archive("le-variations");
    let fault = |program: &str, settings: &[(&str, &str)]| {
        let settings: Vec<_> = settings
            .iter()
            .map(|(name, value)| (name.as_bytes(), value.as_bytes()))
            .collect();
        archive.find(program.as_bytes(), &settings).unwrap_err().to_string()
    };
    assert!(fault("nothing", &[]).starts_with("no program `nothing`; the programs are `prog_0`"));
    let program = archive.programs().first().unwrap();
    let name = program.name().to_string();
    let known = program.macros().first().unwrap();
    let values: Vec<_> = known.values().map(|value| format!("`{value}`")).collect();
    assert_eq!(
        fault(&name, &[(&known.name().to_string(), "none")]),
        format!(
            "macro `{}` has no value `none`; its values are {}",
            known.name(),
            values.join(", ")
        )
    );
    let names: Vec<_> = program
        .macros()
        .iter()
        .map(|known| format!("`{}`", known.name()))
        .collect();
    assert_eq!(
        fault(&name, &[("NONE", "0")]),
        format!(
            "program `{name}` has no macro `NONE`; its macros are {}",
            names.join(", ")
        )
    );
    let value = known.values().next().unwrap().to_string();
    let named = known.name().to_string();
    let twice = [(&*named, &*value); 2];
    assert_eq!(
        fault(&name, &twice),
        format!("macro `{}` is set more than once", known.name())
    );
}

#[test]
fn binaries_have_names_of_their_own() {
    let names = archive("be-geometry").binary_names();
    assert_eq!(
        names,
        [
            "prog_0.0.vertex.gx2",
            "prog_0.1.pixel.gx2",
            "prog_0.2.vertex.gx2",
            "prog_0.3.pixel.gx2",
            "prog_1.4.vertex.gx2",
            "prog_1.5.pixel.gx2",
            "prog_1.6.geometry.gx2",
        ]
    );
}
