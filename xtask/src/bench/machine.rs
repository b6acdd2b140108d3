//! The machine a measurement was made on, as far as a reader needs it to compare.

use crate::step;
use std::env::consts::{ARCH, OS};
use std::{fmt, thread};

/// Cores, platform and compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostMachine {
    /// How many cores the process may use; 0 when unknown.
    pub(crate) n_cores: usize,
    /// Operating system and architecture.
    pub(crate) platform: String,
    /// What `rustc --version` says.
    pub(crate) rustc: String,
}

impl HostMachine {
    /// Reads the present machine.
    pub(crate) fn read() -> Self {
        let version = step::read_stdout(&["rustc", "--version"]).unwrap_or_default();
        let version = String::from_utf8_lossy(&version).trim().to_owned();
        Self {
            n_cores: thread::available_parallelism().map_or(0, usize::from),
            platform: format!("{OS} {ARCH}"),
            rustc: if version.is_empty() { "an unknown rustc".to_owned() } else { version },
        }
    }
}

impl fmt::Display for HostMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cores = match self.n_cores {
            0 => "an unknown number of cores".to_owned(),
            1 => "1 core".to_owned(),
            n_cores => format!("{n_cores} cores"),
        };
        write!(f, "{cores}, {}, {}", self.platform, self.rustc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_present_machine_is_described() {
        let machine = HostMachine::read();
        assert!(machine.n_cores > 0);
        assert!(machine.to_string().contains("rustc 1."), "{machine}");
    }
}
