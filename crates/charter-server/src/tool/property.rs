//! What several tools take, described in the same words.

use serde_json::{Value, json};

pub(super) fn charter_id() -> Value {
    let about = "Id or unique part of it; else the session's, else the only open one";
    json!({ "type": "string", "description": about })
}

pub(super) fn session() -> Value {
    json!({ "type": "string", "description": "Your session, if you were told one" })
}
