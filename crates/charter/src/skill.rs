//! The skill that agents get, as it is built in.
//!
//! Owns the list of its files. Must not know where they are written.

/// The files: path below the skill's directory, text.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("SKILL.md", include_str!("../skill/SKILL.md")),
    ("capture/browser.md", include_str!("../skill/capture/browser.md")),
    ("capture/database.md", include_str!("../skill/capture/database.md")),
    ("capture/desktop.md", include_str!("../skill/capture/desktop.md")),
    ("capture/files.md", include_str!("../skill/capture/files.md")),
    ("capture/http.md", include_str!("../skill/capture/http.md")),
    ("capture/logs.md", include_str!("../skill/capture/logs.md")),
    ("capture/mobile.md", include_str!("../skill/capture/mobile.md")),
    ("capture/reproducible.md", include_str!("../skill/capture/reproducible.md")),
    ("capture/terminal.md", include_str!("../skill/capture/terminal.md")),
    ("capture/visual.md", include_str!("../skill/capture/visual.md")),
];
