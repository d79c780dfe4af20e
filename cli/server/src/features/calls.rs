//! Call hierarchy: callers and callees of procedures, also across sources that are linked together.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gen_lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyIncomingCallsRequest, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyOutgoingCallsRequest,
    CallHierarchyPrepareParams, CallHierarchyPrepareRequest, Range,
};
use pica200_asm::analysis::{Call, Meaning, Procedure, SymbolId};

use super::Feature;
use super::symbols::{extent, kind};
use crate::error::RequestError;
use crate::names::{Name, SourceSymbol, find, find_symbol};
use crate::snapshot::Snapshot;

/// The hierarchy of calls.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| capabilities.call_hierarchy_provider = Some(true.into()),
    routes: |routes| {
        routes.on_search::<CallHierarchyPrepareRequest>(prepare);
        routes.on_search::<CallHierarchyIncomingCallsRequest>(incoming);
        routes.on_search::<CallHierarchyOutgoingCallsRequest>(outgoing);
    },
};

/// The file of a procedure and the span of its name.
type Key = (PathBuf, (u32, u32));

/// Items by key, so that a procedure shared by several sources appears once.
type Items<T> = BTreeMap<Key, T>;

/// Items with the ranges of their calls.
type Calls = Items<(CallHierarchyItem, Vec<Range>)>;

fn prepare(
    snapshot: &Snapshot,
    params: CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>, RequestError> {
    let at = params.text_document_position_params;
    let path = &snapshot.document(&at.text_document.uri)?.path;
    let Some(name) = find(snapshot, path, at.position)? else {
        return Ok(None);
    };
    let found: Vec<_> = procedures(snapshot, &name).into_values().collect();
    Ok((!found.is_empty()).then_some(found))
}

fn incoming(
    snapshot: &Snapshot,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>, RequestError> {
    let Some(name) = of_item(snapshot, &params.item)? else {
        return Ok(None);
    };
    let mut found = Calls::new();
    for member in &name.members {
        snapshot.check_cancelled()?;
        for procedure in member.analysed.analysis.procedures() {
            let calls = procedure.calls.iter();
            let calls: Vec<&Call> = calls.filter(|call| call.callee == Some(member.symbol)).collect();
            if let (false, Some(symbol)) = (calls.is_empty(), procedure.symbol) {
                let caller = SourceSymbol {
                    symbol,
                    ..member.clone()
                };
                add(&mut found, snapshot, &caller, &caller, &calls);
            }
        }
    }
    let calls = found.into_values();
    let calls = calls.map(|(from, from_ranges)| CallHierarchyIncomingCall { from, from_ranges });
    Ok(Some(calls.collect()))
}

fn outgoing(
    snapshot: &Snapshot,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>, RequestError> {
    let Some(name) = of_item(snapshot, &params.item)? else {
        return Ok(None);
    };
    let mut found = Calls::new();
    for caller in &name.members {
        let mut callees: BTreeMap<SymbolId, Vec<&Call>> = BTreeMap::new();
        for call in procedure(caller).iter().flat_map(|one| &one.calls) {
            if let Some(callee) = call.callee {
                callees.entry(callee).or_default().push(call);
            }
        }
        for (callee, calls) in callees {
            let called = find_symbol(snapshot, &caller.root, callee)?;
            for callee in called.iter().flat_map(|name| &name.members) {
                add(&mut found, snapshot, callee, caller, &calls);
            }
        }
    }
    let calls = found.into_values();
    let calls = calls.map(|(to, from_ranges)| CallHierarchyOutgoingCall { to, from_ranges });
    Ok(Some(calls.collect()))
}

/// Returns the name that an item refers to.
fn of_item(snapshot: &Snapshot, item: &CallHierarchyItem) -> Result<Option<Name>, RequestError> {
    match snapshot.documents.path(&item.uri) {
        Some(path) => find(snapshot, &path, item.selection_range.start),
        None => Ok(None),
    }
}

/// Returns the procedures with a name.
fn procedures(snapshot: &Snapshot, name: &Name) -> Items<CallHierarchyItem> {
    let items = name.members.iter().filter_map(|one| item(snapshot, one));
    items.collect()
}

fn procedure(member: &SourceSymbol) -> Option<&Procedure> {
    let analysis = &member.analysed.analysis;
    let Meaning::Procedure { index } = analysis.symbol(member.symbol).meaning()? else {
        return None;
    };
    analysis.procedures().get(index)
}

/// Returns the item of a symbol, if it is a procedure.
fn item(snapshot: &Snapshot, member: &SourceSymbol) -> Option<(Key, CallHierarchyItem)> {
    procedure(member)?;
    let analysed = &member.analysed;
    let symbol = analysed.analysis.symbol(member.symbol);
    let place = symbol.definition()?;
    let path = analysed.path(place.file)?;
    let selection = analysed.range(place)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let item = CallHierarchyItem {
        name: symbol.text().to_owned(),
        kind: kind(symbol.kind()),
        tags: None,
        detail: Some(file.into_owned()),
        uri: snapshot.documents.uri(path)?,
        range: extent(analysed, place.file, &symbol, selection),
        selection_range: selection,
        data: None,
    };
    let start = selection.start;
    Some(((path.to_owned(), (start.line, start.character)), item))
}

/// Adds calls of an item. `caller` is the procedure that contains the calls. A call from a macro of another file gets
/// the location of the procedure's name.
fn add(found: &mut Calls, snapshot: &Snapshot, member: &SourceSymbol, caller: &SourceSymbol, calls: &[&Call]) {
    let analysed = &caller.analysed;
    let defined = analysed.analysis.symbol(caller.symbol).definition();
    let (Some((key, item)), Some(defined)) = (item(snapshot, member), defined) else {
        return;
    };
    let (_, ranges) = found.entry(key).or_insert_with(|| (item, Vec::new()));
    for call in calls {
        let place = analysed.place(call.span);
        let here = place.filter(|place| place.file == defined.file);
        ranges.extend(analysed.range(here.unwrap_or(defined)));
    }
    ranges.sort_by_key(|range| (range.start, range.end));
    ranges.dedup();
}
