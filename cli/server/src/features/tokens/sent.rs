//! The semantic tokens last sent to the client, and delta edits to newer ones.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gen_lsp_types::{SemanticToken, SemanticTokensEdit};

use crate::documents::Documents;
use crate::positions::to_u32;

/// Returns the edit from the last tokens to the new ones, or `None` if they are equal.
pub(super) fn edit(last: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let same = |(one, other): &(&SemanticToken, &SemanticToken)| one == other;
    let before = last.iter().zip(new).take_while(same).count();
    let (last, new) = (last.get(before..)?, new.get(before..)?);
    let after = last.iter().rev().zip(new.iter().rev());
    let after = after.take_while(same).count();
    let removed = last.len() - after;
    let added = new.get(..new.len() - after)?;
    if removed == 0 && added.is_empty() {
        return None;
    }
    // Each token is five numbers.
    Some(SemanticTokensEdit {
        start: to_u32(before * 5),
        delete_count: to_u32(removed * 5),
        data: Some(numbers(added)),
    })
}

/// Returns the protocol encoding of tokens.
fn numbers(tokens: &[SemanticToken]) -> Vec<u32> {
    let numbers = tokens.iter().flat_map(|token| {
        [
            token.delta_line,
            token.delta_start,
            token.length,
            token.token_type,
            token.token_modifiers_bitset,
        ]
    });
    numbers.collect()
}

/// The tokens of a document that a client has, with their result ID.
#[derive(Debug)]
pub(super) struct TokenResult {
    pub(super) id: String,
    pub(super) data: Vec<SemanticToken>,
}

/// The last complete tokens sent for each document.
#[derive(Default, Debug)]
pub(crate) struct SentTokens {
    sent: Mutex<Sent>,
}

#[derive(Default, Debug)]
struct Sent {
    /// The number of results sent, from which result IDs are made.
    count: u64,
    documents: BTreeMap<PathBuf, TokenResult>,
}

impl SentTokens {
    /// Stores the tokens of a document. Returns their result ID and the previous tokens. Tokens of closed documents are
    /// dropped.
    pub(super) fn replace(
        &self,
        path: &Path,
        data: &[SemanticToken],
        documents: &Documents,
    ) -> (String, Option<TokenResult>) {
        let mut sent = self.sent();
        sent.count = sent.count.wrapping_add(1);
        let id = sent.count.to_string();
        let new = TokenResult {
            id: id.clone(),
            data: data.to_vec(),
        };
        sent.documents.retain(|path, _| documents.at(path).is_some());
        (id, sent.documents.insert(path.to_owned(), new))
    }

    fn sent(&self) -> MutexGuard<'_, Sent> {
        // Nothing panics while holding the lock, and entries are always consistent.
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns tokens of these types, each on a separate line.
    fn tokens(types: &[u32]) -> Vec<SemanticToken> {
        types.iter().map(|kind| [1, 0, 1, *kind, 0].into()).collect()
    }

    /// Applies an edit to the encoded tokens.
    fn apply(last: &[SemanticToken], edit: &SemanticTokensEdit) -> Vec<u32> {
        let mut numbers = numbers(last);
        let range = edit.start as usize..(edit.start + edit.delete_count) as usize;
        let new = edit.data.clone().unwrap_or_default();
        numbers.splice(range, new);
        numbers
    }

    #[test]
    fn edits_lead_from_tokens_to_others() {
        let texts: [&[u32]; 7] = [&[], &[1], &[1, 1], &[1, 2, 3], &[1, 3], &[3, 2, 1], &[1, 1, 1]];
        for last in texts.map(tokens) {
            for new in texts.map(tokens) {
                match edit(&last, &new) {
                    Some(edit) => assert_eq!(apply(&last, &edit), numbers(&new)),
                    None => assert_eq!(last, new),
                }
            }
        }
    }
}
