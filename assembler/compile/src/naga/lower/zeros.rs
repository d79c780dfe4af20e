//! Components that are zeros or other literals.

use std::rc::Rc;

use ::naga::ScalarKind;

use super::super::shape::{MAX_LANES, Shape};
use super::Lowering;
use crate::ir::Operand;

impl Lowering<'_> {
    /// Returns the components of a value that consists of zeros.
    pub(super) fn zeros(&mut self, shape: Shape) -> Rc<[Operand]> {
        if self.shapes.components(shape) > MAX_LANES {
            self.refuse_size("a value");
            return Rc::from([]);
        }
        let kinds = self.shapes.kinds(shape);
        let zeros = kinds.into_iter().map(|kind| match kind {
            ScalarKind::Bool => self.builder.boolean(false),
            ScalarKind::Float | ScalarKind::AbstractFloat => self.builder.literal(0.0),
            _ => self.builder.integer(0.0),
        });
        zeros.collect()
    }

    pub(super) fn are_literals(&mut self, components: &[Operand]) -> bool {
        let program = self.builder.program();
        let mut components = components.iter();
        components.all(|component| program.literal(*component).is_some() || program.as_bool(*component).is_some())
    }
}
