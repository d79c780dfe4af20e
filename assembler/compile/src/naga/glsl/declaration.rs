//! Declarations of attributes, outputs and uniforms as older versions write them.

use std::ops::Range;

use pica200_diagnostics::Code;
use rustc_hash::FxHashSet;

use super::rewrite::Rewriter;
use super::token::{Kind, Token};

/// The global declarations of a source.
pub(super) struct Declarations<'t> {
    all: Vec<Declaration<'t>>,
}

/// A declaration up to its `;`, or up to the `{` of its block.
struct Declaration<'t> {
    tokens: &'t [Token],
    is_block: bool,
    /// The offset behind its `;` or `{`.
    end: usize,
}

/// The locations that are taken, and the next one to try.
#[derive(Default)]
struct Locations {
    taken: FxHashSet<u32>,
    next: u32,
}

impl Locations {
    /// A location that nothing has.
    fn add(&mut self) -> u32 {
        while self.taken.contains(&self.next) {
            self.next += 1;
        }
        self.taken.insert(self.next);
        self.next
    }
}

/// The parts of a declaration.
struct Parts<'t> {
    /// `attribute`, `in`, `varying`, `out` or `uniform`.
    storage: &'t Token,
    /// What follows the storage.
    rest: &'t [Token],
    /// The tokens within `layout(...)`, with the brackets and the word.
    layout: &'t [Token],
}

impl<'t> Declarations<'t> {
    pub(super) fn new(tokens: &'t [Token]) -> Self {
        let mut all = Vec::new();
        let (mut start, mut braces, mut brackets) = (0, 0_usize, 0_usize);
        for (index, token) in tokens.iter().enumerate() {
            let is_outside = braces == 0 && brackets == 0;
            let mut ends = false;
            match token.kind {
                Kind::Sign(b'(' | b'[') => brackets += 1,
                Kind::Sign(b')' | b']') => brackets = brackets.saturating_sub(1),
                Kind::Sign(b'{') => {
                    ends = is_outside;
                    braces += 1;
                }
                Kind::Sign(b'}') => {
                    braces = braces.saturating_sub(1);
                    if braces == 0 {
                        start = index + 1;
                    }
                }
                Kind::Sign(b';') => ends = is_outside,
                Kind::Directive if is_outside => start = index + 1,
                _ => {}
            }
            if ends {
                all.push(Declaration {
                    tokens: tokens.get(start..index).unwrap_or_default(),
                    is_block: token.kind == Kind::Sign(b'{'),
                    end: token.range.end,
                });
                start = index + 1;
            }
        }
        Self { all }
    }

    pub(super) fn rewrite(&self, rewriter: &mut Rewriter<'_>) {
        let (mut inputs, mut outputs, mut bindings) = (
            Locations::default(),
            Locations::default(),
            Locations::default(),
        );
        let found: Vec<_> = self
            .all
            .iter()
            .filter_map(|declaration| Some((declaration, parts(rewriter, declaration.tokens)?)))
            .collect();
        for (_, parts) in &found {
            let (name, locations) = match rewriter.word(parts.storage) {
                "in" => ("location", &mut inputs),
                "out" => ("location", &mut outputs),
                "uniform" => ("binding", &mut bindings),
                _ => continue,
            };
            locations
                .taken
                .extend(value_of(rewriter, parts.layout, name));
        }
        for (declaration, parts) in &found {
            match rewriter.word(parts.storage) {
                "attribute" => variable(rewriter, parts, "in", &mut inputs),
                "varying" => variable(rewriter, parts, "out", &mut outputs),
                "in" if !declaration.is_block => variable(rewriter, parts, "in", &mut inputs),
                "out" if !declaration.is_block => variable(rewriter, parts, "out", &mut outputs),
                "uniform" if declaration.is_block => block(rewriter, parts, &mut bindings),
                "uniform" => loose(rewriter, parts, &mut bindings),
                _ => {}
            }
        }
        for declaration in &self.all {
            remove_invariant(rewriter, declaration);
        }
    }
}

/// The parts of a declaration with a storage.
fn parts<'t>(rewriter: &Rewriter<'_>, tokens: &'t [Token]) -> Option<Parts<'t>> {
    let mut depth = 0_usize;
    let (mut layout, mut found) = (0..0, None);
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign(b'(') => depth += 1,
            Kind::Sign(b')') => {
                depth = depth.saturating_sub(1);
                if depth == 0 && layout.end == 0 {
                    layout.end = index + 1;
                }
            }
            Kind::Word if depth == 0 => match rewriter.word(token) {
                "layout" => layout = index..0,
                "attribute" | "varying" | "in" | "out" | "uniform" => {
                    found = Some(index);
                    break;
                }
                _ => {}
            },
            _ => {}
        }
    }
    let index = found?;
    Some(Parts {
        storage: tokens.get(index)?,
        rest: tokens.get(index + 1..).unwrap_or_default(),
        layout: tokens.get(layout).unwrap_or_default(),
    })
}

/// The number of a qualifier in `layout(...)`.
fn value_of(rewriter: &Rewriter<'_>, layout: &[Token], name: &str) -> Option<u32> {
    let index = layout
        .iter()
        .position(|token| rewriter.word(token) == name)?;
    rewriter.number(layout.get(index + 2)?)
}

/// Whether `layout(...)` has a qualifier.
fn has(rewriter: &Rewriter<'_>, layout: &[Token], name: &str) -> bool {
    layout.iter().any(|token| rewriter.word(token) == name)
}

/// An attribute or an output: it needs a location.
fn variable(
    rewriter: &mut Rewriter<'_>,
    parts: &Parts<'_>,
    storage: &str,
    locations: &mut Locations,
) {
    let range = parts.storage.range.clone();
    if has(rewriter, parts.layout, "location") {
        return;
    }
    let location = locations.add();
    let text = format!("layout(location = {location}) {storage}");
    rewriter.rewritten(&range, &text);
    rewriter.edit(range, text);
    let name = parts.rest.iter().rfind(|token| token.kind == Kind::Word);
    if let (Some(name), "in") = (name, storage) {
        let name = rewriter.word(name);
        let note = format!("attribute `{name}`: location {location}, by the order of declaration");
        rewriter.result.notes.push(note);
    }
}

/// A uniform block: it needs a binding. Its layout in memory does not matter.
fn block(rewriter: &mut Rewriter<'_>, parts: &Parts<'_>, bindings: &mut Locations) {
    let has_binding = has(rewriter, parts.layout, "binding");
    let has_only_known = parts.layout.iter().all(|token| {
        !matches!(
            rewriter.word(token),
            "std140" | "shared" | "packed" | "row_major" | "column_major"
        )
    });
    if has_binding && has_only_known {
        return;
    }
    let binding = value_of(rewriter, parts.layout, "binding").unwrap_or_else(|| bindings.add());
    let text = format!("layout(std430, binding = {binding})");
    replace_layout(rewriter, parts, &text);
}

/// Puts a layout in the place of that of a declaration, if it has one.
fn replace_layout(rewriter: &mut Rewriter<'_>, parts: &Parts<'_>, text: &str) {
    let storage = parts.storage.range.clone();
    match (parts.layout.first(), parts.layout.last()) {
        (Some(first), Some(last)) => {
            let range = first.range.start..last.range.end;
            rewriter.rewritten(&range, text);
            rewriter.remove(range);
        }
        _ => rewriter.rewritten(&storage, &format!("{text} uniform")),
    }
    rewriter.edit(storage.start..storage.start, format!("{text} "));
}

/// A uniform outside a block becomes a block of its own.
fn loose(rewriter: &mut Rewriter<'_>, parts: &Parts<'_>, bindings: &mut Locations) {
    let words: Vec<_> = parts
        .rest
        .iter()
        .map(|token| rewriter.word(token))
        .collect();
    let Some(last) = parts.rest.last() else {
        return;
    };
    // Vulkan's textures and samplers stand alone, and have no registers.
    if words
        .iter()
        .any(|word| word.starts_with("texture") || *word == "sampler")
    {
        return;
    }
    if let Some(word) = words.iter().find(|word| word.contains("sampler")) {
        let message = format!("a `{word}`; no texture can be read in a vertex shader");
        let range = parts.storage.range.start..last.range.end;
        rewriter.report(
            Code::UnsupportedOperation,
            &range,
            message,
            "remove it, or pass the value as an attribute",
        );
        return;
    }
    let binding = bindings.add();
    let text = format!("layout(std430, binding = {binding}) uniform Loose{binding} {{");
    if let (Some(open), Some(close)) = (parts.layout.first(), parts.layout.last()) {
        rewriter.remove(open.range.start..close.range.end);
    }
    let storage = parts.storage.range.clone();
    let whole = storage.start..last.range.end;
    rewriter.rewritten(&whole, &format!("{text} ...; }}"));
    rewriter.edit(storage, text);
    remove_precision(rewriter, parts.rest);
    remove_default(rewriter, parts.rest);
    // The semicolon of the declaration ends the block.
    rewriter.edit(last.range.end..last.range.end, "; }");
}

fn remove_precision(rewriter: &mut Rewriter<'_>, tokens: &[Token]) {
    for token in tokens {
        if matches!(rewriter.word(token), "highp" | "mediump" | "lowp") {
            rewriter.remove(token.range.clone());
        }
    }
}

/// Removes the default values of uniforms, which a shader binary cannot hold.
fn remove_default(rewriter: &mut Rewriter<'_>, tokens: &[Token]) {
    let mut depth = 0_usize;
    let mut start: Option<usize> = None;
    let mut removed: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    for token in tokens {
        match token.kind {
            Kind::Sign(b'(' | b'[' | b'{') => depth += 1,
            Kind::Sign(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            Kind::Sign(b'=') if depth == 0 && start.is_none() => start = Some(token.range.start),
            Kind::Sign(b',') if depth == 0 => {
                removed.extend(start.take().map(|start| start..end));
            }
            _ => {}
        }
        end = token.range.end;
    }
    removed.extend(start.map(|start| start..end));
    for range in removed {
        rewriter.report(
            Code::UniformDefaultIgnored,
            &range,
            "the default value of a uniform is ignored: a shader binary cannot store it".to_owned(),
            "upload the value",
        );
        rewriter.remove(range);
    }
}

/// Removes `invariant gl_Position;`, which changes nothing here.
fn remove_invariant(rewriter: &mut Rewriter<'_>, declaration: &Declaration<'_>) {
    if let [first, _] = declaration.tokens
        && rewriter.word(first) == "invariant"
    {
        let range = first.range.start..declaration.end;
        rewriter.rewritten(&range, "");
        rewriter.remove(range);
    }
}
