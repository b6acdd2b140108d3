//! The documents of charters as resources.
//!
//! Owns their addresses, `charter://ID/DOCUMENT`. Must not know which files are documents: the
//! application does.

use charter_app::{App, Caller, DOCUMENTS, DocumentRow, ErrorReport};
use charter_kernel::NextAction;
use charter_kernel::visible::visible_lines;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

const SCHEME: &str = "charter://";
const MARKDOWN: &str = "text/markdown";

/// Gives a document as clients list it.
pub(crate) fn describe(row: &DocumentRow) -> Resource {
    let name = format!("{}/{}", row.charter_id, row.name);
    Resource::new(format!("{SCHEME}{name}"), name).with_mime_type(MARKDOWN).with_size(row.bytes)
}

/// Gives the form of every address.
pub(crate) fn template() -> ResourceTemplate {
    let about = format!("A document of a charter: {}", DOCUMENTS.join(", "));
    let form = format!("{SCHEME}{{charterId}}/{{document}}");
    ResourceTemplate::new(form, "document").with_description(about).with_mime_type(MARKDOWN)
}

/// Reads the document at an address.
pub(crate) fn read(
    uri: &str,
    app: &App,
    caller: &Caller,
) -> Result<ReadResourceResult, ErrorReport> {
    let parts = uri.strip_prefix(SCHEME).and_then(|it| it.split_once('/'));
    let (id, name) = parts.ok_or_else(|| missing(uri))?;
    let caller = Caller { charter: Some(id.to_owned()), ..caller.clone() };
    let text = app.read_document(&caller, name)?.ok_or_else(|| missing(uri))?;
    let contents = ResourceContents::text(visible_lines(&text), uri).with_mime_type(MARKDOWN);
    Ok(ReadResourceResult::new(vec![contents]))
}

fn missing(uri: &str) -> ErrorReport {
    let next = NextAction::new("list", "see which charters there are", "charter list");
    let message = format!("there is no document at `{uri}`");
    ErrorReport::of_one("uri", "resource-unknown", message, next)
}
