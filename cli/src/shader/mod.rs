//! What running a shader takes, for [`crate::picarun`] and [`crate::testing`]: a binary of files, values for registers,
//! vertices, runs, and text of what is executed.

pub(crate) mod binary;
pub(crate) mod feeding;
pub(crate) mod listing;
pub(crate) mod misfit;
pub(crate) mod numbers;
pub(crate) mod registers;
pub(crate) mod rows;
pub(crate) mod runs;
