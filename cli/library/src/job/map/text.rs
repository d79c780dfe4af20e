//! The link map as text.

use pica200_link::{DiscardedPiece, Map, MapItem, MapPiece, Origin, Reason, Role, ShaderUsage};
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::limits;

use crate::text::Colors;
use crate::text::page::{Column, Page, Style, column, counted, shown, word_offset};

const CODE: [Column; 4] = [
    column("Place", 5, Style::Faint),
    column("Words", 5, Style::Plain),
    column("Name", 24, Style::Name),
    column("From", 0, Style::Plain),
];

const ITEMS: [Column; 5] = [
    column("Place", 7, Style::Faint),
    column("Size", 4, Style::Plain),
    column("Name", 20, Style::Name),
    column("Shaders", 7, Style::Plain),
    column("From", 0, Style::Plain),
];

/// Returns the whole map.
pub(crate) fn text(map: &Map) -> Vec<u8> {
    let mut page = Page::new(Colors::None);
    for (number, shader) in map.shaders.iter().enumerate() {
        add_shader(&mut page, number, shader);
    }
    add_program(&mut page, map);
    page.heading("Code");
    page.titles(&CODE);
    for piece in &map.pieces {
        add_piece(&mut page, piece);
    }
    add_items(&mut page, "Uniforms", map, Role::Uniform);
    add_items(&mut page, "Constants", map, Role::Constant);
    if !map.left_out.is_empty() {
        page.heading("Left out");
        for left_out in left_out(map) {
            page.line(Style::Plain, &format!("  {left_out}"));
        }
    }
    page.into_bytes()
}

fn add_shader(page: &mut Page, number: usize, shader: &ShaderUsage) {
    let sort = if shader.is_geometry { "geometry" } else { "vertex" };
    let (entry, object) = (shown(shader.entry.as_bytes()), shown(shader.object.as_bytes()));
    page.heading(&format!("Shader {number}, {sort}, starts at {entry}, made by {object}"));
    let [highest, seen] = shader.reaches;
    page.field("words executed", shader.words);
    page.field("code up to word", format_args!("{highest} of {seen}"));
    for (kind, [taken, all]) in shader.registers {
        let letter = kind.bank().letter();
        page.field(&format!("{letter} registers"), format_args!("{taken} of {all}"));
    }
}

fn add_program(page: &mut Page, map: &Map) {
    page.heading("Program");
    page.field("words", format_args!("{} of {}", map.words, limits::CODE_WORDS));
    let (entries, all) = (map.descriptors, limits::DESCRIPTORS);
    let least = match map.least_descriptors {
        0 => String::new(),
        least if least == entries => ", and no smaller table is possible".to_owned(),
        least => format!(", and no table with fewer than {least} is possible"),
    };
    page.field("operand descriptors", format_args!("{entries} of {all}{least}"));
}

fn add_piece(page: &mut Page, piece: &MapPiece) {
    if !piece.labels.iter().any(|label| label.words.is_some()) {
        let (place, words) = (word_offset(piece.start), piece.words.to_string());
        page.row(&CODE, &[place, words, "-".to_owned(), origin(&piece.origin)]);
    }
    for label in &piece.labels {
        let words = label.words.map_or_else(String::new, |words| words.to_string());
        let name = shown(label.name.as_bytes());
        page.row(&CODE, &[word_offset(label.word), words, name, origin(&label.origin)]);
    }
}

fn add_items(page: &mut Page, heading: &str, map: &Map, role: Role) {
    let items: Vec<_> = map.items.iter().filter(|item| item.role == role).collect();
    if items.is_empty() {
        return;
    }
    page.heading(heading);
    page.titles(&ITEMS);
    for item in items {
        add_item(page, item);
    }
}

fn add_item(page: &mut Page, item: &MapItem) {
    let letter = item.kind.bank().letter();
    let place = item
        .first
        .map_or_else(|| "-".to_owned(), |first| format!("{letter}{first}"));
    let shaders: Vec<_> = item.shaders.iter().map(ToString::to_string).collect();
    let shaders = if shaders.is_empty() {
        "none".to_owned()
    } else {
        shaders.join(",")
    };
    let (size, name) = (item.len.to_string(), shown(item.name.as_bytes()));
    page.row(&ITEMS, &[place, size, name, shaders.clone(), origin(&item.origin)]);
    for sharer in &item.shared_with {
        let place = sharer.components.map_or_else(String::new, |components| {
            let letters = components.map(Component::letter);
            format!(" in .{}", String::from_iter(letters))
        });
        let name = format!("= {}{place}", shown(sharer.name.as_bytes()));
        let from = origin(&sharer.origin);
        let cells = [String::new(), String::new(), name, String::new(), from];
        page.row(&ITEMS, &cells);
    }
}

/// Returns the discarded parts, one line each.
pub fn left_out(map: &Map) -> impl Iterator<Item = String> {
    map.left_out.iter().map(describe)
}

fn describe(left_out: &DiscardedPiece) -> String {
    let names: Vec<_> = left_out
        .procedures
        .iter()
        .map(|name| format!("`{}`", shown(name.as_bytes())))
        .collect();
    let words = counted(left_out.words.try_into().unwrap_or(usize::MAX), "word");
    let (what, why) = match &left_out.reason {
        Reason::Unreached => (words, "no shader refers to it".to_owned()),
        Reason::AfterEnd => (
            match left_out.words {
                1 => "the last word".to_owned(),
                _ => format!("the last {words}"),
            },
            "nothing leads past the `end`".to_owned(),
        ),
        Reason::SameAs {
            procedure,
            origin: other,
        } => {
            let name = shown(procedure.as_bytes());
            (words, format!("identical to `{name}` of {}", origin(other)))
        }
    };
    let what = if names.is_empty() {
        what
    } else {
        format!("{} ({what})", names.join(", "))
    };
    format!("{what} of {}: {why}", origin(&left_out.origin))
}

fn origin(origin: &Origin) -> String {
    let object = shown(origin.object.as_bytes());
    match &origin.source {
        Some(source) if source.file == origin.object => format!("{object}:{}", source.line),
        Some(source) => format!("{object} ({}:{})", shown(source.file.as_bytes()), source.line),
        None => object,
    }
}
