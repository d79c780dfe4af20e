//! What running a shader takes, for [`crate::picarun`] and [`crate::testing`]: a binary of files, values for registers,
//! and text of what is executed.

pub(crate) mod binary;
pub(crate) mod listing;
pub(crate) mod numbers;
pub(crate) mod registers;
pub(crate) mod rows;
