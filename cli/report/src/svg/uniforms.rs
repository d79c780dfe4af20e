//! Map of the uniform registers.

use maud::{Markup, html};
use pica200::text::page::counted;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::isa::text::run;

use super::{Ids, cut};
use crate::model::{OwnerKind, UniformOwner};

/// The number of registers in a row, and the sizes of their cells in pixels.
const COLUMNS: u32 = 8;
const WIDTH: u32 = 100;
const HEIGHT: u32 = 24;
/// The width of the column with the register numbers.
const GUTTER: u32 = 40;
/// The gap before a bank.
const GAP: u32 = 14;

/// Renders a map of all float, integer and boolean uniform registers, with the names of their owners. Registers link to
/// the row `holder` with their index, see [`Ids::other`].
pub fn uniforms(holders: &[UniformOwner], ids: &Ids) -> String {
    drawing(holders, ids).into_string()
}

pub(crate) fn drawing(holders: &[UniformOwner], ids: &Ids) -> Markup {
    let banks = [Bank::Float, Bank::Integer, Bank::Boolean];
    let mut top = 0;
    let tops = banks.map(|bank| {
        let here = top;
        top += u32::from(bank.size()).div_ceil(COLUMNS) * HEIGHT + GAP;
        here
    });
    let size = (GUTTER + COLUMNS * WIDTH + 2, top - GAP + 2);
    html! {
        svg.map role="img" aria-label="Map of the uniform registers" width=(size.0) height=(size.1) viewBox={ "0 0 " (size.0) " " (size.1) } {
            @for (bank, top) in banks.into_iter().zip(tops) { (free(bank, top)) }
            @for (number, holder) in holders.iter().enumerate() {
                @if let Some(top) = banks.into_iter().zip(tops).find(|(bank, _)| *bank == holder.first.bank) {
                    (cells(number, holder, top.1, ids))
                }
            }
        }
    }
}

/// Renders the empty cells of a bank, and the numbers of the first registers in its rows.
fn free(bank: Bank, top: u32) -> Markup {
    let size = u32::from(bank.size());
    let rows = size.div_ceil(COLUMNS);
    html! {
        @for row in 0..rows {
            text.number x=(GUTTER - 8) y=(top + row * HEIGHT + 16) { (bank.letter()) (row * COLUMNS) }
            @for column in 0..COLUMNS.min(size - row * COLUMNS) {
                rect.free x=(GUTTER + column * WIDTH + 1) y=(top + row * HEIGHT + 1) width=(WIDTH - 2) height=(HEIGHT - 2) rx="3" {}
            }
        }
    }
}

/// Renders the cells of an owner: one for each row of the map in which it has registers.
fn cells(number: usize, holder: &UniformOwner, top: u32, ids: &Ids) -> Markup {
    let class = match holder.kind {
        _ if holder.readers.is_empty() && !holder.is_indexed => "unread",
        OwnerKind::Uniform => "uniform",
        OwnerKind::Constant => "constant",
        OwnerKind::Unnamed => "unnamed",
    };
    let first = u32::from(holder.first.number);
    let end = first + u32::from(holder.len);
    let pieces = (first / COLUMNS..end.div_ceil(COLUMNS)).map(|row| {
        let from = first.max(row * COLUMNS);
        let to = end.min((row + 1) * COLUMNS);
        let x = GUTTER + (from - row * COLUMNS) * WIDTH;
        (x, top + row * HEIGHT, (to - from) * WIDTH)
    });
    let name = if holder.name.is_empty() {
        holder.value.clone().unwrap_or_default()
    } else {
        holder.name.clone()
    };
    let place = run(holder.first.bank, first, end.saturating_sub(1));
    let mut title = format!("{place} {name}, {}", counted(holder.readers.len(), "reader"));
    if let Some(value) = &holder.value {
        title.push_str(&format!(", {value}"));
    }
    html! {
        a href=(Ids::link(&ids.other("holder", number))) {
            title { (title) }
            @for (x, y, width) in pieces {
                rect class=(class) x=(x + 1) y=(y + 1) width=(width - 2) height=(HEIGHT - 2) rx="3" {}
                text.held x=(x + 7) y=(y + 16) { (cut(&name, usize::try_from((width - 12) / 7).unwrap_or(0))) }
            }
        }
    }
}

/// Formats the registers of an owner: `c0-c3`.
pub(crate) fn registers(holder: &UniformOwner) -> String {
    let Register { bank, number } = holder.first;
    let first = u32::from(number);
    run(bank, first, first + u32::from(holder.len.saturating_sub(1)))
}
