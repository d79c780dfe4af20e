//! JSON requests and answers.

use std::fmt;

use pica200::diagnostic::Diagnostic;
use pica200::shader::value_error::ValueError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// A request error: the page asked for something that does not exist.
#[derive(Debug)]
pub(crate) struct RequestError(String);

impl RequestError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    pub(crate) fn nothing_built() -> Self {
        Self::new("nothing is built yet")
    }

    /// Creates an error for a value that does not fit a named input or uniform.
    pub(crate) fn value_error(value_error: ValueError, name: &str) -> Self {
        let value_error = value_error.about(name);
        Self::with_help(value_error.to_string(), value_error.help.as_deref())
    }

    /// Creates an error from a diagnostic that does not belong to a source.
    pub(crate) fn report(diagnostic: &Diagnostic) -> Self {
        Self::with_help(diagnostic.message.clone(), diagnostic.help.as_deref())
    }

    fn with_help(message: String, help: Option<&str>) -> Self {
        match help {
            Some(help) => Self(format!("{message}; {help}")),
            None => Self(message),
        }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Parses a request.
pub(crate) fn read<T: DeserializeOwned>(request: &str) -> Result<T, RequestError> {
    serde_json::from_str(request).map_err(|error| RequestError(format!("the request cannot be read: {error}")))
}

/// Serializes an answer.
pub(crate) fn text<T: Serialize>(answer: Result<T, RequestError>) -> String {
    let written = match answer {
        Ok(answer) => serde_json::to_string(&answer),
        Err(wrong) => Ok(json!({ "error": wrong.0 }).to_string()),
    };
    written.unwrap_or_else(|error| json!({ "error": error.to_string() }).to_string())
}
