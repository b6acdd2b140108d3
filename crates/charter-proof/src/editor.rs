//! The user's own editor.
//!
//! Owns how it is started: through the shell, since people put options into `$EDITOR`. Must not
//! know what is edited.

use std::io;
use std::path::Path;
use std::process::Command;

/// Opens a file in an editor, waits for it, and tells whether it ended well.
pub fn edit(editor: &str, path: &Path) -> io::Result<bool> {
    let script = format!("{editor} \"$1\"");
    let status = Command::new("sh").args(["-c", &script, "sh"]).arg(path).status()?;
    Ok(status.success())
}
