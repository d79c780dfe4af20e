//! Directives: one file for the meaning of each group.

pub(super) mod alias;
pub(super) mod assert;
pub(super) mod block;
pub(super) mod constant;
pub(super) mod equate;
pub(super) mod external;
pub(super) mod geometry;
pub(super) mod interface;
pub(super) mod setting;
pub(super) mod stated;
pub(super) mod uniform;
pub(super) mod visibility;
pub(super) mod word;
