#![doc = include_str!("../README.md")]
//!
//! - [`Report`] and [`model`]: what a page shows, made from a file that was inspected;
//! - [`flow`]: control flow, which `picadump --dot` draws as well;
//! - [`svg`]: drawings of parts of the model, each a function from the model to a text;
//! - [`page`]: whole pages;
//! - [`view`]: the views of files that picadump has;
//! - [`contents`], [`listing`], [`linked`], [`pairs`], [`sizes`], [`texts`], [`cost`]: facts about files, sources and
//!   profiles, which the views of picadump and picarun share.

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
