//! The user's own editor.
//!
//! Owns how it is started: through the shell, since people put options into `$EDITOR`. Keys that stop
//! a command are the editor's while it runs. Must not know what is edited.

use signal_hook::consts::{SIGINT, SIGQUIT};
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Opens a file in an editor, waits for it, and tells whether it ended well.
pub fn edit(editor: &str, path: &Path) -> io::Result<bool> {
    let script = format!("{editor} \"$1\"");
    // With handlers of our own the keys no longer end this process; the editor has its usual ones.
    let pressed = Arc::new(AtomicBool::new(false));
    let ids: Vec<_> = [SIGINT, SIGQUIT]
        .into_iter()
        .filter_map(|signal| signal_hook::flag::register(signal, Arc::clone(&pressed)).ok())
        .collect();
    let status = Command::new("sh").args(["-c", &script, "sh"]).arg(path).status();
    for id in ids {
        signal_hook::low_level::unregister(id);
    }
    Ok(status?.success())
}
