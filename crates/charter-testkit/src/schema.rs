//! JSON Schema by a validator that nobody here wrote.
//!
//! Owns the calling of it. Must not know any schema.

use boon::{Compiler, Schemas};
use serde_json::Value;

/// Lists where a value does not fit a schema, each with its place and why; none where it fits.
#[track_caller]
pub fn schema_violations(schema: &Value, value: &Value) -> Vec<String> {
    const NAME: &str = "schema.json";
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    compiler.add_resource(NAME, schema.clone()).expect("the schema is JSON");
    let index = compiler.compile(NAME, &mut schemas).expect("the schema is a schema");
    match schemas.validate(value, index) {
        Ok(()) => Vec::new(),
        Err(err) => leaves(&err),
    }
}

/// Only what lies deepest says what is wrong; what is above says that something below is.
fn leaves(err: &boon::ValidationError<'_, '_>) -> Vec<String> {
    if err.causes.is_empty() {
        return vec![format!("{}: {}", err.instance_location, err.kind)];
    }
    err.causes.iter().flat_map(leaves).collect()
}
