//! Registers: lifetimes, uniforms and descriptors.

use maud::{Markup, html};
use pica200::text::page::{counted, word_offset};

use super::table;
use crate::model::{OwnerKind, Part, Shader, UniformOwner};
use crate::svg::{Ids, lifetimes_drawing, registers_of, uniforms_drawing};

/// Maximum number of links in a list of words.
const MAX_LINKS: usize = 24;

/// Renders the lifetimes in each shader by procedure.
pub(super) fn lives(part: &Part, ids: &Ids) -> Markup {
    html! {
        (lives_key())
        @for shader in &part.shaders { (lives_of(part, shader, ids)) }
    }
}

/// Renders the legend of lifetime charts.
pub(super) fn lives_key() -> Markup {
    html! {
        p.note { "A bar is the lifetime of a component of a register: from the word that writes a value, marked, to the last that reads it. From top to bottom: " span.key { span.live-x { "x" } " " span.live-y { "y" } " " span.live-z { "z" } " " span.live-w { "w" } } }
    }
}

/// Renders the lifetimes in a shader by procedure.
pub(super) fn lives_of(part: &Part, shader: &Shader, ids: &Ids) -> Markup {
    let (Some(lives), Some(procedures)) = (&shader.lives, part.lives(shader)) else {
        return html! {
            h3 { (shader.name) }
            p.note { "The lifetimes are known only in a whole program: link it. A program with too many paths has none." }
        };
    };
    let most = lives.iter().map(|life| life.after.temporaries()).max().unwrap_or(0);
    html! {
        h3 { (shader.name) " " span.faint { "at most " (counted(most, "register")) " of 16 at a time" } }
        @for (name, lives) in procedures {
            details.chart open {
                summary { span.name { (name) } }
                div.scroll tabindex="0" role="group" aria-label={ "Lifetimes in " (name) } { (lifetimes_drawing(&lives, name, ids)) }
            }
        }
    }
}

/// Renders the legend of uniform maps.
pub(super) fn uniforms_key() -> Markup {
    html! {
        p.note { span.key { span.uniform { "uniform" } " " span.constant { "constant" } " " span.unnamed { "without a name" } " " span.unread { "not read" } } }
    }
}

/// Renders the uniform map of each shader, and a table of the reads.
pub(super) fn uniforms(part: &Part, ids: &Ids) -> Markup {
    html! {
        (uniforms_key())
        @for shader in &part.shaders {
            @let own = Ids::new(ids.other("u", shader.number));
            h3 { (shader.name) }
            div.scroll tabindex="0" role="group" aria-label={ "Uniforms of " (shader.name) } { (uniforms_drawing(&shader.uniforms, &own)) }
            @if !shader.uniforms.is_empty() { (holders(&shader.uniforms, &own, ids)) }
        }
    }
}

/// Renders a table of register owners, with links to the words that read them. `own` creates the IDs of its rows.
pub(super) fn holders(holders: &[UniformOwner], own: &Ids, ids: &Ids) -> Markup {
    let titles = ["Registers", "Name", "Kind", "Value", "Read by"];
    let rows = html! {
        tbody {
            @for (number, holder) in holders.iter().enumerate() {
                tr id=(own.other("holder", number)) {
                    th scope="row" { (registers_of(holder)) }
                    td { (holder.name) }
                    td { (kind(holder)) }
                    td { @if let Some(value) = &holder.value { code { (value) } } }
                    td.words {
                        (words(&holder.readers, ids))
                        @if holder.is_indexed { span.faint { " with an index" } }
                    }
                }
            }
        }
    };
    table("holders", "", &titles, &rows)
}

fn kind(holder: &UniformOwner) -> &'static str {
    match holder.kind {
        OwnerKind::Uniform => "uniform",
        OwnerKind::Constant => "constant",
        OwnerKind::Unnamed => "without a name",
    }
}

/// Renders the operand descriptors, and the words that use each.
pub(super) fn descriptors(part: &Part, ids: &Ids) -> Markup {
    let titles = [
        "Number", "Bits", "Mask", "Source 1", "Source 2", "Source 3", "Uses", "Words",
    ];
    let rows = html! {
        tbody {
            @for (number, of) in part.descriptors.iter().enumerate() {
                tr id=(ids.other("descriptor", number)) {
                    th.number scope="row" { (number) }
                    td.bits { (format!("{:08x}", of.bits)) }
                    td { (of.mask) }
                    @for source in &of.sources { td { (source) } }
                    td.number { (of.users.len()) }
                    td.words { (words(&of.users, ids)) }
                }
            }
        }
    };
    let caption = "An instruction uses only the sources that its opcode has.";
    table("descriptors", caption, &titles, &rows)
}

/// Renders links to words.
pub(super) fn words(words: &[u32], ids: &Ids) -> Markup {
    html! {
        @for word in words.iter().take(MAX_LINKS) { a href=(Ids::link(&ids.word(*word))) { (word_offset(*word)) } " " }
        @if let Some(rest) = words.len().checked_sub(MAX_LINKS).filter(|rest| *rest > 0) { span.faint { "and " (rest) " more" } }
    }
}
