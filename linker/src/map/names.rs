//! File names in a map.

use super::{DiscardedPiece, Map, MapItem, MapPiece, Origin, Reason};

impl Map {
    /// Returns all names of inputs and source files, so that callers can replace them.
    pub fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let shaders = self.shaders.iter_mut().map(|shader| &mut shader.object);
        let pieces = self.pieces.iter_mut().flat_map(of_piece);
        let left_out = self.left_out.iter_mut().flat_map(of_left_out);
        let items = self.items.iter_mut().flat_map(of_item);
        shaders.chain(pieces.chain(left_out).chain(items).flat_map(of_origin))
    }
}

fn of_piece(piece: &mut MapPiece) -> impl Iterator<Item = &mut Origin> {
    let labels = piece.labels.iter_mut().map(|label| &mut label.origin);
    std::iter::once(&mut piece.origin).chain(labels)
}

fn of_left_out(left_out: &mut DiscardedPiece) -> impl Iterator<Item = &mut Origin> {
    let other = match &mut left_out.reason {
        Reason::SameAs { origin, .. } => Some(origin),
        Reason::Unreached | Reason::AfterEnd => None,
    };
    std::iter::once(&mut left_out.origin).chain(other)
}

fn of_item(item: &mut MapItem) -> impl Iterator<Item = &mut Origin> {
    let sharers = item.shared_with.iter_mut().map(|sharer| &mut sharer.origin);
    std::iter::once(&mut item.origin).chain(sharers)
}

fn of_origin(origin: &mut Origin) -> impl Iterator<Item = &mut String> {
    let file = origin.source.as_mut().map(|source| &mut source.file);
    std::iter::once(&mut origin.object).chain(file)
}
