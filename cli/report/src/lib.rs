#![doc = include_str!("../README.md")]
//!
//! - [`Report`] and [`model`]: the contents of a page, created from an inspected file;
//! - [`flow`]: control flow graphs, also used by `picadump --dot`;
//! - [`svg`]: drawings of parts of the model, each a function from the model to text;
//! - [`page`]: complete pages;
//! - [`view`]: the views of picadump;
//! - [`contents`], [`listing`], [`linked`], [`pairs`], [`sizes`], [`texts`], [`cost`]: data about files, sources and
//!   profiles, shared by the views of picadump and picarun.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod contents;
pub mod cost;
pub mod flow;
#[cfg(feature = "pages")]
mod layout;
pub mod linked;
pub mod listing;
#[cfg(feature = "pages")]
pub mod model;
#[cfg(feature = "pages")]
pub mod page;
pub mod pairs;
pub mod sizes;
#[cfg(feature = "pages")]
pub mod svg;
#[cfg(feature = "pages")]
pub mod texts;
pub mod view;

#[cfg(feature = "pages")]
pub use model::{Extras, Report};
