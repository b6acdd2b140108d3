//! What the processes above this one were started with.
//!
//! Owns how they are found. Must not know what a variable means.

use std::fs;
use std::iter::successors;

/// How many processes above this one are looked at.
const ABOVE_MAX: usize = 64;

/// Gives the variables of each process above this one, each ended by a zero byte, as far as they can be read. Where
/// the system does not show them there are none.
pub fn environments_above() -> impl Iterator<Item = Vec<u8>> {
    let parent = |pid: &String| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // Behind the name, which is in brackets and may hold anything, stand the state and the parent.
        let (_, behind) = stat.rsplit_once(')')?;
        behind.split_whitespace().nth(1).map(str::to_owned).filter(|it| it != "0")
    };
    let ids = successors(parent(&"self".to_owned()), move |it| parent(it));
    let vars = |pid: String| fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    ids.take(ABOVE_MAX).map(vars)
}
