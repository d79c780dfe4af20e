//! Byte-order conversion of an archive: `--byte-order`.

use std::path::Path;

use pica200_objfmt::formats::bytes::ByteOrder;

use super::kind::Kind;
use crate::destination::{conflicts, from_argument};
use crate::program::Streams;
use crate::session_ext::SessionExt;
use pica200::input::InputFile;
use pica200::session::Session;

/// A byte order on the command line.
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

/// Writes an archive with another byte order to a file.
pub(super) fn convert(
    archive: &Path,
    order: Order,
    output: &Path,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    let file = match InputFile::read(archive, streams.files, streams.stdin) {
        Ok(file) => file,
        Err(diagnostic) => return session.diagnostics.push(diagnostic),
    };
    let Some(bytes) = Kind::detect(Some(&file)).convert(&file, order.into(), session) else {
        return;
    };
    let destination = from_argument(output.to_owned());
    let conflicts = conflicts([&destination], file.path.as_deref());
    if conflicts.is_empty() {
        session.write(&[(destination, bytes)], streams);
    } else {
        session.diagnostics.extend(conflicts);
    }
}
