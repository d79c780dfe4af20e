#![doc = include_str!("../README.md")]
//!
//! - [`Report`] and [`model`]: what a page shows, made from a file that was inspected;
//! - [`flow`]: control flow, which `picadump --dot` draws as well;
//! - [`svg`]: drawings of parts of the model, each a function from the model to a text;
//! - [`page`]: whole pages;
//! - [`contents`], [`listing`], [`linked`], [`pairs`], [`sizes`], [`texts`], [`cost`]: facts about files, sources and
//!   profiles, which the views of picadump and picarun share.

pub mod contents;
pub mod cost;
pub mod flow;
mod layout;
pub mod linked;
pub mod listing;
pub mod model;
pub mod page;
pub mod pairs;
pub mod sizes;
pub mod svg;
pub mod texts;

pub use model::{Extras, Report};
