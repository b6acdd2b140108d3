//! How much of the machine a replayed command may take.
//!
//! Owns the figures, which leave room for honest test suites, and their words. Must not know how they
//! are enforced.

const GB: u64 = 1 << 30;

/// The least memory that a limit leaves, whatever the machine has.
const MEMORY_LEAST: u64 = 4 * GB;

/// Which part of the machine's memory a command may take: one in so many.
const MEMORY_SHARE: u64 = 2;

const PROCESSES_MAX: u64 = 2048;

/// How many threads all of them may have, where the kernel counts them for us: it holds a flood of
/// processes until that is seen. It does not count for root.
pub(super) const THREADS_MAX: u64 = 8192;

/// How much the disk may fill up, and how large a file may be.
const DISK_MAX: u64 = 20 * GB;

/// How much a private `/tmp`, `/var/tmp` or `/dev/shm` holds. They are memory; the directory that
/// `TMPDIR` names is on the disk.
pub(super) const TEMPORARY_MAX: u64 = 2 * GB;

/// Below which share of the machine's memory a command is stopped, whoever took it: one in so many.
pub(super) const LEFT_SHARE: u64 = 50;

/// How much a command, and all that it starts, may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceLimits {
    /// Bytes of memory.
    pub memory: u64,
    /// Processes at once.
    pub processes: u64,
    /// Bytes on the disk.
    pub disk: u64,
}

impl ResourceLimits {
    /// Gives the limits for a machine with so much memory.
    pub(super) fn of_machine(memory: u64) -> Self {
        let memory = (memory / MEMORY_SHARE).max(MEMORY_LEAST);
        Self { memory, processes: PROCESSES_MAX, disk: DISK_MAX }
    }
}

/// What a command took too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Memory,
    Processes,
    Disk,
}

impl Limit {
    const ALL: [Self; 3] = [Self::Memory, Self::Processes, Self::Disk];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Processes => "processes",
            Self::Disk => "disk",
        }
    }

    /// Finds the limit that a word stands for.
    pub(super) fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Says how much there was of it.
    #[must_use]
    pub fn amount(self, limits: &ResourceLimits) -> String {
        match self {
            Self::Memory => amount_of(limits.memory),
            Self::Processes => thousands(limits.processes),
            Self::Disk => amount_of(limits.disk),
        }
    }

    /// Says that a command reached it.
    #[must_use]
    pub fn reached(self, limits: &ResourceLimits) -> String {
        let amount = self.amount(limits);
        match self {
            Self::Memory => format!("it used more than {amount} of memory and was stopped"),
            Self::Processes => format!("it started more than {amount} processes and was stopped"),
            Self::Disk => format!("it filled more than {amount} of the disk and was stopped"),
        }
    }
}

/// Says an amount of memory or disk, rounded down to what it means.
fn amount_of(bytes: u64) -> String {
    if bytes < GB { format!("{} MB", bytes / (1 << 20)) } else { format!("{} GB", bytes / GB) }
}

fn thousands(n: u64) -> String {
    if n < 1000 { n.to_string() } else { format!("{},{:03}", n / 1000, n % 1000) }
}
