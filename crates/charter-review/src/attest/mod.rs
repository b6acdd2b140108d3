//! Attestations: what a charter's evidence says, in a form that other tools read and sign.
//!
//! Owns the statements (in-toto), the envelope around them (DSSE) and what makes an export whole.
//! Must not know keys: who signed what comes in as a value.

mod act;
mod armor;
mod check;
mod envelope;
mod sha256;
mod statement;

pub use act::SignedActs;
pub use armor::{from_base64, to_base64};
pub use check::{Checked, ExportVerdict, Signed, Summary, check, signed_acts};
pub use envelope::{Envelope, EnvelopeProblem, Signature, pae};
pub use sha256::Sha256;
pub use statement::{Exported, Fingerprint, Fingerprinter, LEDGER_FILE, statements, wanted_files};
