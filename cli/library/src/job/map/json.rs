//! The link map as JSON, described in `cli/JSON.md`.

use pica200_link::{DiscardedPiece, Map, MapItem, MapLabel, MapPiece, Origin, Reason, Role, ShaderUsage, SharedItem};
use serde::Serialize;

use super::super::variants::JsonVariants;

/// Format version.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Document<'m> {
    format: u32,
    words: usize,
    descriptors: usize,
    least_descriptors: Option<usize>,
    shaders: Vec<Shader<'m>>,
    code: Vec<Code<'m>>,
    registers: Vec<Registers<'m>>,
    left_out: Vec<Discarded<'m>>,
    #[serde(skip_serializing_if = "Option::is_none", rename = "variations")]
    variants: Option<JsonVariants<'m>>,
}

#[derive(Serialize)]
struct Shader<'m> {
    index: usize,
    entry: &'m str,
    object: &'m str,
    stage: &'static str,
    words: usize,
    highest_word: Option<usize>,
    words_seen: usize,
    registers: Vec<Usage>,
}

#[derive(Serialize)]
struct Usage {
    bank: char,
    taken: u32,
    available: u32,
}

#[derive(Serialize)]
struct Code<'m> {
    word: u32,
    words: u32,
    from: From<'m>,
    labels: Vec<Label<'m>>,
    shaders: &'m [usize],
}

#[derive(Serialize)]
struct Label<'m> {
    name: &'m str,
    word: u32,
    words: Option<u32>,
    from: From<'m>,
}

#[derive(Serialize)]
struct Registers<'m> {
    name: &'m str,
    role: &'static str,
    bank: char,
    first: Option<u8>,
    count: u8,
    shaders: &'m [usize],
    from: From<'m>,
    shared_with: Vec<OtherSection<'m>>,
}

#[derive(Serialize)]
struct OtherSection<'m> {
    name: &'m str,
    from: From<'m>,
    components: Option<String>,
}

#[derive(Serialize)]
struct MergedProcedure<'m> {
    name: &'m str,
    from: From<'m>,
}

#[derive(Serialize)]
struct Discarded<'m> {
    procedures: &'m [String],
    words: u32,
    from: From<'m>,
    reason: &'static str,
    same_as: Option<MergedProcedure<'m>>,
}

#[derive(Serialize)]
struct From<'m> {
    object: &'m str,
    file: Option<&'m str>,
    line: Option<u32>,
}

/// The maps of several binaries.
#[derive(Serialize)]
struct JsonMaps<'m> {
    format: u32,
    binaries: Vec<Document<'m>>,
    #[serde(rename = "variations")]
    variants: JsonVariants<'m>,
}

/// Returns the map as a pretty-printed document, including the binary's variants.
pub(crate) fn json(map: &Map, variants: Option<JsonVariants<'_>>) -> Vec<u8> {
    serialize(&Document {
        variants,
        ..document(map)
    })
}

/// Returns one document with the maps of split variants.
pub(crate) fn json_of_several(maps: &[&Map], variants: JsonVariants<'_>) -> Vec<u8> {
    serialize(&JsonMaps {
        format: FORMAT,
        binaries: maps.iter().map(|map| document(map)).collect(),
        variants,
    })
}

fn document(map: &Map) -> Document<'_> {
    Document {
        format: FORMAT,
        words: map.words,
        descriptors: map.descriptors,
        least_descriptors: Some(map.least_descriptors).filter(|&least| least > 0),
        shaders: map.shaders.iter().enumerate().map(shader).collect(),
        code: map.pieces.iter().map(code).collect(),
        registers: map.items.iter().map(registers).collect(),
        left_out: map.left_out.iter().map(absent).collect(),
        variants: None,
    }
}

fn serialize(document: &impl Serialize) -> Vec<u8> {
    // Serializing these types cannot fail.
    let text = serde_json::to_string_pretty(document).unwrap_or_default();
    let mut text = crate::text::escape::escape_invisible(&text).into_owned().into_bytes();
    text.push(b'\n');
    text
}

fn from(origin: &Origin) -> From<'_> {
    let source = origin.source.as_ref();
    From {
        object: &origin.object,
        file: source.map(|source| source.file.as_str()),
        line: source.map(|source| source.line),
    }
}

fn shader((index, shader): (usize, &ShaderUsage)) -> Shader<'_> {
    let [highest, words_seen] = shader.reaches;
    let taken = shader.registers.iter().map(|&(kind, [taken, available])| Usage {
        bank: kind.bank().letter(),
        taken,
        available,
    });
    Shader {
        index,
        entry: &shader.entry,
        object: &shader.object,
        stage: if shader.is_geometry { "geometry" } else { "vertex" },
        words: shader.words,
        highest_word: highest.checked_sub(1),
        words_seen,
        registers: taken.collect(),
    }
}

fn code<'m>(piece: &'m MapPiece) -> Code<'m> {
    let label = |label: &'m MapLabel| Label {
        name: &label.name,
        word: label.word,
        words: label.words,
        from: from(&label.origin),
    };
    Code {
        word: piece.start,
        words: piece.words,
        from: from(&piece.origin),
        labels: piece.labels.iter().map(label).collect(),
        shaders: &piece.shaders,
    }
}

fn registers<'m>(item: &'m MapItem) -> Registers<'m> {
    let other = |sharer: &'m SharedItem| OtherSection {
        name: &sharer.name,
        from: from(&sharer.origin),
        components: sharer.components.map(|c| c.iter().map(|c| c.letter()).collect()),
    };
    Registers {
        name: &item.name,
        role: match item.role {
            Role::Uniform => "uniform",
            Role::Constant => "constant",
        },
        bank: item.kind.bank().letter(),
        first: item.first,
        count: item.len,
        shaders: &item.shaders,
        from: from(&item.origin),
        shared_with: item.shared_with.iter().map(other).collect(),
    }
}

fn absent(left_out: &DiscardedPiece) -> Discarded<'_> {
    let (reason, same_as) = match &left_out.reason {
        Reason::Unreached => ("unreached", None),
        Reason::AfterEnd => ("behind-end", None),
        Reason::SameAs { procedure, origin } => {
            let name = procedure.as_str();
            let from = from(origin);
            ("same-as", Some(MergedProcedure { name, from }))
        }
    };
    Discarded {
        procedures: &left_out.procedures,
        words: left_out.words,
        from: from(&left_out.origin),
        reason,
        same_as,
    }
}
