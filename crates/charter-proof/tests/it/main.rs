//! What other tools write, as it was recorded from them.

mod report;
