//! Signatures, statistics, features and interfaces: values that no golden file has, and errors.

use bstr::BStr;
use pica200_dxbc::container::{Container, WriteError, build};
use pica200_dxbc::features::Features;
use pica200_dxbc::interfaces::Interfaces;
use pica200_dxbc::program::MinPrecision;
use pica200_dxbc::signature::{ComponentType, Element, NO_REGISTER, Signature, SignatureKind, SystemValue};
use pica200_dxbc::statistics::{Statistic, Statistics};
use pica200_dxbc::{FourCc, Shader};
use serde_json::json;

use crate::{chunk, read_golden, words};

pub(crate) fn element(name: &str) -> Element<'_> {
    Element {
        offset: 0,
        stream: 0,
        name: BStr::new(name),
        index: 0,
        system_value: SystemValue::NONE,
        component_type: ComponentType::FLOAT,
        register: 3,
        mask: 15,
        rw_mask: 7,
        min_precision: MinPrecision::FULL,
    }
}

pub(crate) fn signature<'a>(id: &[u8; 4], elements: Vec<Element<'a>>) -> Signature<'a> {
    Signature {
        id: FourCc(*id),
        offset: 0,
        elements,
    }
}

#[test]
fn signatures_of_all_forms_are_written_and_read() {
    for id in Signature::ids() {
        let has_stream = id.0[3] != b'N' && id.0[3] != b'G';
        let has_precision = id.0[3] == b'1';
        let depth = Element {
            stream: if has_stream { 2 } else { 0 },
            min_precision: MinPrecision(if has_precision { 4 } else { 0 }),
            register: NO_REGISTER,
            ..element("SV_Depth")
        };
        let written = signature(&id.0, vec![element("A"), depth, element("A")]);
        let bytes = written.write().unwrap();
        let stride = 24 + 4 * usize::from(has_stream) + 4 * usize::from(has_precision);
        // Both elements share their name.
        assert_eq!(bytes.len(), 8 + 3 * stride + 4 + 12, "{id}");
        assert!(bytes.ends_with(b"A\0\xAB\xABSV_Depth\0\xAB\xAB\xAB"), "{id}");
        let read = Signature::read(&chunk(&id.0, &bytes)).unwrap();
        assert_eq!(read.elements[1].offset, 100 + 8 + stride, "{id}");
        let places = read.elements.iter().map(|element| element.offset);
        let mut expected = Signature { offset: 100, ..written };
        for (element, place) in expected.elements.iter_mut().zip(places) {
            element.offset = place;
        }
        assert_eq!(read, expected, "{id}");
        assert_eq!(
            read.kind().unwrap(),
            match id.0[0] {
                b'I' => SignatureKind::Input,
                b'O' => SignatureKind::Output,
                _ => SignatureKind::PatchConstant,
            }
        );
    }
}

#[test]
fn signatures_that_no_chunk_holds_are_refused() {
    let told = |signature: Signature<'_>| signature.write().unwrap_err().to_string();
    let stream = Element {
        stream: 1,
        ..element("A")
    };
    let precision = Element {
        min_precision: MinPrecision(1),
        ..element("A")
    };
    let messages = [
        (
            told(signature(b"ISGN", vec![stream])),
            "the element `A` has a stream, which the chunk cannot store",
        ),
        (
            told(signature(b"OSG5", vec![precision])),
            "the element `A` has a precision, which the chunk cannot store",
        ),
        (
            told(signature(b"ISGN", vec![element("A\0B")])),
            "the name `A\\x00B` contains a NUL",
        ),
        (
            told(signature(b"STAT", vec![])),
            "chunks named `STAT` do not contain signatures",
        ),
    ];
    for (found, expected) in messages {
        assert_eq!(found, expected);
    }
}

#[test]
fn damaged_signatures_are_reported_with_their_place() {
    let told = |id: &[u8; 4], data: &[u8]| {
        let error = Signature::read(&chunk(id, data)).unwrap_err();
        error.to_string()
    };
    let of_name = |name| words(&[1, 8, name, 0, 0, 3, 0, 15, u32::from_le_bytes(*b"ABCD")]);
    let messages = [
        (
            told(b"ISGN", &[0; 7]),
            "chunk `ISGN`, at byte 64h: the header takes 8 bytes, but 7 are left",
        ),
        (
            told(b"ISGN", &words(&[2, 8, 0])),
            "chunk `ISGN`, at byte 6Ch: the table of elements takes 48 bytes, but 4 are left",
        ),
        (
            told(b"ISGN", &words(&[u32::MAX, u32::MAX])),
            "chunk `ISGN`, at byte 64h: the table of elements is at FFFFFFFFh, but the chunk has 8h bytes",
        ),
        (
            told(b"OSGN", &of_name(36)),
            "chunk `OSGN`, at byte 6Ch: the name of the element is at 24h, but the name begins outside its table",
        ),
        (
            told(b"PCSG", &of_name(32)),
            "chunk `PCSG`, at byte 6Ch: the name of the element is at 20h, but the name has no end",
        ),
        (
            told(b"STAT", &[]),
            "chunk `STAT`, at byte 64h: chunks with this name do not contain signatures",
        ),
    ];
    for (found, expected) in messages {
        assert_eq!(found, expected);
    }
}

#[test]
fn an_empty_signature_may_have_any_offset() {
    let data = words(&[0, 0x1234_5678]);
    let read = Signature::read(&chunk(b"ISGN", &data));
    assert_eq!(read.unwrap().elements, []);
}

#[test]
fn statistics_have_the_fields_that_are_there() {
    let of_words = |count: u32| {
        let data: Vec<u32> = (100..100 + count).collect();
        Statistics::read(&chunk(b"STAT", &words(&data)))
    };
    let early = of_words(28);
    assert_eq!(early.get(Statistic::SAMPLE_FREQUENCY), None);
    assert_eq!(early.get(Statistic::MOV_INSTRUCTIONS), Some(119));
    let late = of_words(40);
    let last: Vec<_> = late.iter().map(|(field, value)| (field.to_string(), value)).collect();
    assert_eq!(last.len(), 40);
    assert_eq!(last[36], ("texture_store_instructions".to_owned(), 136));
    assert_eq!(last[39], ("unknown39".to_owned(), 139));
    let cut = Statistics::read(&chunk(b"STAT", &[1, 0, 0, 0, 2, 0, 0]));
    assert_eq!(cut.values, [1]);
    assert_eq!(late.get(Statistic(u32::MAX)), None);
}

#[test]
fn features_have_names() {
    let features = Features::read(&chunk(b"SFI0", &words(&[0x4021, 1]))).unwrap();
    assert!(features.contains(Features::DOUBLES));
    let names: Vec<_> = features.names().collect();
    assert_eq!(names, ["doubles", "double extensions of 11.1"]);
    assert_eq!(features.unknown(), 0x1_0000_4000);
    let short = Features::read(&chunk(b"SFI0", &[0; 7])).unwrap_err();
    assert_eq!(
        short.to_string(),
        "chunk `SFI0`, at byte 64h: the set of flags takes 8 bytes, but 7 are left"
    );
}

/// Builds interfaces with two types, an instance of the second, and slots 0 and 1 to 3.
pub(crate) fn interfaces() -> Vec<u8> {
    let mut data = words(&[1, 2, 2, 4, 36 + 32 + 24, 36 + 32, 36]);
    data.extend(b"OSGN\x20\x00\x10\x00");
    // Slot records, whose lists follow the instance.
    data.extend(words(&[1, 1, 108, 112, 3, 2, 108, 112]));
    data.extend(words(&[120, 0x0010_0000, 0, 122, 0x0020_0000, 0x0003_0002]));
    data.extend(words(&[124, 0x0001_0001, 0x0008_0001, 0xFFFF_0004]));
    data.extend(words(&[0x0001_0000, 10, 11]));
    data.extend(b"A\0B\0light\0\0\0");
    data
}

#[test]
fn interfaces_are_read() {
    let data = interfaces();
    let read = Interfaces::read(&chunk(b"IFCE", &data)).unwrap();
    let class = |name, stride, texture, sampler| json!({"name": name, "id": 0, "cb_stride": stride, "texture": texture, "sampler": sampler});
    let expected = json!({
        "slot_count": 4,
        "types": [class("A", 16, 0, 0), class("B", 32, 2, 3)],
        "instances": [{
            "name": "light", "type": 1, "unknown": 1,
            "cb": 1, "cb_offset": 8, "texture": 4, "sampler": 0xFFFF,
        }],
        "slots": [
            {"start": 0, "span": 1, "types": [0], "tables": [10]},
            {"start": 1, "span": 3, "types": [0, 1], "tables": [10, 11]},
        ],
    });
    assert_eq!(crate::json::interfaces(&read), expected);
    assert_eq!(read.slots[1].offset, 100 + 52);
}

#[test]
fn damaged_interfaces_are_reported_with_their_place() {
    let told = |offset: usize, word: u32| {
        let mut data = interfaces();
        data[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
        Interfaces::read(&chunk(b"IFCE", &data)).unwrap_err().to_string()
    };
    let messages = [
        (
            told(0, 20),
            "chunk `IFCE`, at byte C0h: the table of instances takes 320 bytes, but 40 are left",
        ),
        (
            told(52, u32::MAX),
            "chunk `IFCE`, at byte 98h: the number of slots is 4294967295; expected a number that leads to slots of 32 bits",
        ),
        (
            told(40, 20),
            "chunk `IFCE`, at byte D0h: the list of types takes 40 bytes, but 24 are left",
        ),
        (
            told(92, 0x4000),
            "chunk `IFCE`, at byte C0h: the name of the instance is at 4000h, but the name begins outside its table",
        ),
    ];
    for (found, expected) in messages {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_damaged_chunk_hides_no_other() {
    let file = read_golden("vs-mvp.dxbc");
    let container = Container::read(&file).unwrap();
    let whole = Shader::from_container(&container);
    for damaged in ["ISGN", "OSGN", "RDEF", "SHDR"] {
        let chunks = container.chunks().map(|chunk| {
            let is_damaged = chunk.id.to_string() == damaged;
            (chunk.id, if is_damaged { &chunk.data[..6] } else { chunk.data })
        });
        let file = build(&chunks.collect::<Vec<_>>()).unwrap();
        let container = Container::read(&file).unwrap();
        let found = Shader::from_container(&container);
        let faults: Vec<_> = found.faults.iter().map(|fault| fault.chunk).collect();
        assert_eq!(faults.len(), 1, "{damaged}");
        assert_eq!(faults[0].map(|id| id.to_string()).as_deref(), Some(damaged));
        assert_eq!(found.resources.is_none(), damaged == "RDEF");
        assert_eq!(found.program.is_none(), damaged == "SHDR");
        let is_signature = damaged.ends_with("SGN");
        let lost = usize::from(is_signature);
        assert_eq!(found.signatures.len(), whole.signatures.len() - lost);
        assert!(found.statistics.is_some());
    }
}

/// The first chunk of a name is used, even if only a later one can be read.
#[test]
fn of_chunks_with_one_name_the_first_is_read() {
    let (one, two) = (words(&[1]), words(&[2]));
    let id = FourCc(*b"STAT");
    let file = build(&[(id, &one), (id, &two)]).unwrap();
    let container = Container::read(&file).unwrap();
    let statistics = Shader::from_container(&container).statistics.unwrap();
    assert_eq!(statistics.values, [1]);

    let features = FourCc(*b"SFI0");
    let file = build(&[(features, &one), (features, &[0; 8])]).unwrap();
    let container = Container::read(&file).unwrap();
    let shader = Shader::from_container(&container);
    assert_eq!((shader.features, shader.faults.len()), (None, 1));
}

/// A later program is used if an earlier one cannot be read.
#[test]
fn of_two_programs_the_first_that_can_be_read_counts() {
    let program = |kind: u32| words(&[kind << 16 | 0x40, 3, 0x0100_003E]);
    let (pixel, vertex) = (program(0), program(1));
    let found = |first: &[u8], second: &[u8]| {
        let chunks = [(FourCc(*b"SHEX"), first), (FourCc(*b"SHDR"), second)];
        let file = build(&chunks).unwrap();
        let shader = Shader::from_container(&Container::read(&file).unwrap());
        let (_, program) = shader.program.unwrap();
        (program.version.to_string(), shader.faults.len())
    };
    assert_eq!(found(&pixel, &vertex), ("ps_4_0".to_owned(), 0));
    assert_eq!(found(&pixel[..4], &vertex), ("vs_4_0".to_owned(), 1));
}

#[test]
fn containers_of_more_than_4_gigabytes_are_not_built() {
    let data = vec![0; 1 << 20];
    let chunks: Vec<(FourCc, &[u8])> = vec![(FourCc(*b"PRIV"), &data); 1 << 12];
    let error = build(&chunks).unwrap_err();
    assert!(matches!(error, WriteError::TooLarge { .. }));
    assert_eq!(
        error.to_string(),
        "takes 4295016480 bytes or more; the fields allow 4294967295"
    );
}
