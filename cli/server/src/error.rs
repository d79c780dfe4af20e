//! Errors of requests.

use gen_lsp_types::{ErrorCodes, LspErrorCodes};
use lsp_server::ResponseError;

/// The reason why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RequestError {
    /// The client cancelled the request.
    Cancelled,
    /// A document changed, so that the response would be outdated.
    Stale,
    /// Invalid parameters, with a message.
    InvalidParams(String),
    /// The request is valid, but cannot be fulfilled. The message is shown to the user.
    Refused(String),
    /// Unknown method.
    UnknownMethod(String),
    /// The request is invalid in the current state, with a message.
    InvalidRequest(String),
    /// An internal error of the server.
    Internal(String),
}

impl RequestError {
    /// Converts to an LSP error.
    pub(crate) fn response(self) -> ResponseError {
        let (code, message) = match self {
            Self::Cancelled => (
                LspErrorCodes::RequestCancelled.into(),
                "the request was cancelled".to_owned(),
            ),
            Self::Stale => (
                LspErrorCodes::ContentModified.into(),
                "the document has changed since the request".to_owned(),
            ),
            Self::InvalidParams(message) => (ErrorCodes::InvalidParams.into(), message),
            Self::Refused(message) => (LspErrorCodes::RequestFailed.into(), message),
            Self::UnknownMethod(method) => (ErrorCodes::MethodNotFound.into(), format!("unknown method `{method}`")),
            Self::InvalidRequest(message) => (ErrorCodes::InvalidRequest.into(), message),
            Self::Internal(message) => (ErrorCodes::InternalError.into(), message),
        };
        ResponseError {
            code,
            message,
            data: None,
        }
    }
}
