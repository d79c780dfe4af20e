//! Why a request has no answer.

use gen_lsp_types::{ErrorCodes, LspErrorCodes};
use lsp_server::ResponseError;

/// Why a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The client does not need the answer any more.
    Cancelled,
    /// A document changed, so that the answer would be wrong.
    Stale,
    /// The parameters are invalid; the message says why.
    Params(String),
    /// The request is valid, but cannot be carried out; the message, which people see, says why.
    Refused(String),
    /// The server does not know the method.
    Method(String),
    /// The request is not allowed now; the message says why.
    Request(String),
    /// The server has a defect.
    Internal(String),
}

impl Fault {
    /// The error of the protocol.
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
            Self::Params(message) => (ErrorCodes::InvalidParams.into(), message),
            Self::Refused(message) => (LspErrorCodes::RequestFailed.into(), message),
            Self::Method(method) => (ErrorCodes::MethodNotFound.into(), format!("unknown method `{method}`")),
            Self::Request(message) => (ErrorCodes::InvalidRequest.into(), message),
            Self::Internal(message) => (ErrorCodes::InternalError.into(), message),
        };
        ResponseError {
            code,
            message,
            data: None,
        }
    }
}
