//! Converting the byte order of an archive: `--byte-order`.

use std::path::Path;

use pica200_diagnostics::Code;
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_objfmt::formats::recognise;

use super::kind::kind_of;
use crate::destination::{conflicts, from_argument};
use crate::ending::Ending;
use crate::program::Streams;
use pica200::input::InputFile;
use pica200::report::Report;
use pica200::session::Session;
use pica200::text::page::with_article;

/// A byte order of the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum Order {
    /// Big endian.
    Big,
    /// Little endian.
    Little,
}

impl From<Order> for ByteOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Big => Self::Big,
            Order::Little => Self::Little,
        }
    }
}

/// Writes an archive in a byte order to another file.
pub(super) fn convert(
    archive: &Path,
    order: Order,
    output: &Path,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let file = match InputFile::read(archive, streams.files, streams.stdin) {
        Ok(file) => file,
        Err(report) => return session.reports.push(report),
    };
    let Some(bytes) = kind_of(Some(&file)).converted(&file, order.into(), session) else {
        return;
    };
    let destination = from_argument(output.to_owned());
    let conflicts = conflicts([&destination], file.path.as_deref());
    if conflicts.is_empty() {
        session.write(&[(destination, bytes)], streams);
    } else {
        session.reports.extend(conflicts);
    }
}

/// The report on a file whose kind has one byte order.
pub(super) fn fixed(file: &InputFile) -> Report {
    let name = &file.name;
    let kind = match recognise(&file.bytes) {
        Some(kind) => with_article(kind.noun()),
        None => "a file of an unknown kind".to_owned(),
    };
    let message = format!(
        "`{name}` is {kind}, whose byte order cannot be converted; `--byte-order` takes SHARCFB archives"
    );
    Report::of_file(Code::FixedByteOrder, name, message)
}
