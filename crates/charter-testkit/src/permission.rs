//! What a command may do with files, also where the tests run as root.
//!
//! Owns the powers that are taken. Must not know any file.

use rustix::process::geteuid;
use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set};

/// Takes from what this thread starts the power of root to pass over the permissions of files.
pub fn obey_permissions() {
    if geteuid().is_root() {
        for power in [CapabilitySet::DAC_OVERRIDE, CapabilitySet::DAC_READ_SEARCH] {
            remove_capability_from_bounding_set(power).expect("root may give up a power");
        }
    }
}
