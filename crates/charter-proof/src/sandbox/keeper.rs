//! The process that a replayed command runs under.
//!
//! Owns what is done between the namespaces and the command: the room is closed, the fence raised,
//! limits set; then it waits for the command, watches what that takes, and leaves nothing of it behind.
//! Charter holds the other end of its standard input: what happened is said there, and when that is
//! closed everything ends. Must not know what is run.

use super::limit::ResourceLimits;
use super::room::Bounds;
use std::ffi::OsString;
use std::io;

/// What a command is kept with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keeping {
    /// Where it can write, and what it sees.
    pub bounds: Bounds,
    /// Which namespaces were made around it.
    pub walls: Walls,
    /// The version of the fence that the caller counts on, 0 where the system has none; without it
    /// none is raised.
    pub landlock: Option<u32>,
    pub limits: Option<ResourceLimits>,
}

/// Which namespaces there are around a command.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Walls {
    /// None.
    #[default]
    None,
    Network,
    /// One for each of network, mounts, processes and shared memory.
    Room,
}

impl Walls {
    const ALL: [Self; 3] = [Self::None, Self::Network, Self::Room];

    fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Network => "network",
            Self::Room => "room",
        }
    }

    /// Finds the kind that a word stands for.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

impl Keeping {
    /// Gives the arguments that tell a keeper all this.
    pub(super) fn to_args(&self) -> Vec<OsString> {
        let Self { bounds, walls, landlock, limits } = self;
        let mut args: Vec<OsString> =
            vec!["loopback".into(), "--walls".into(), walls.word().into()];
        args.extend(landlock.iter().flat_map(|it| ["--landlock".into(), it.to_string().into()]));
        args.extend(["--dir".into(), bounds.dir.clone().into()]);
        for (name, paths) in [
            ("--writable", &bounds.writable),
            ("--kept", &bounds.kept),
            ("--hidden", &bounds.hidden),
            ("--temporary", &bounds.temporary),
            ("--seen", &bounds.seen),
            ("--masked", &bounds.masked),
        ] {
            args.extend(paths.iter().flat_map(|it| [name.into(), it.clone().into_os_string()]));
        }
        if let Some(ResourceLimits { memory, processes, disk }) = limits {
            for (name, most) in [("--memory", memory), ("--processes", processes), ("--disk", disk)]
            {
                args.extend([name.into(), most.to_string().into()]);
            }
        }
        args
    }
}

/// Runs a command and gives its exit code, 128 and the number of the signal where one ended it.
#[cfg(target_os = "linux")]
pub fn run_kept(argv: &[String], keep: &Keeping) -> io::Result<u8> {
    let line = linux::KeeperLine::open()?;
    let ended = linux::begin(argv, keep, &line).and_then(|it| linux::see_through(&it, keep, &line));
    if let Err(err) = &ended {
        line.say(&format!("{}{err}", super::line::FAILED));
    }
    ended
}

/// Says that this system has no such thing.
#[cfg(not(target_os = "linux"))]
pub fn run_kept(_argv: &[String], _keep: &Keeping) -> io::Result<u8> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
pub(crate) use linux::{end_all, reap_status};

#[cfg(target_os = "linux")]
mod linux {
    use super::{Keeping, Walls};
    use crate::output::pid_of;
    use crate::sandbox::fence::{self, Rules};
    use crate::sandbox::limit::{Limit, THREADS_MAX};
    use crate::sandbox::line::{OVER, READY};
    use crate::sandbox::watch::Watch;
    use crate::sandbox::{loopback, room, system};
    use rustix::io::Errno;
    use rustix::net::sockopt::{Timeout, set_socket_timeout};
    use rustix::net::{RecvFlags, SendFlags, recv, send};
    use rustix::process::{
        Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpgrp, getpid, kill_process,
        kill_process_group, set_child_subreaper, setpriority_process, setrlimit, setsid, wait,
    };
    use std::collections::BTreeSet;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    /// How often it is looked whether the command has ended.
    const GLANCE: Duration = Duration::from_millis(5);

    /// After how many glances it is measured what the command takes.
    const GLANCES: u32 = 8;

    /// How often the rest is ended, once the command has.
    const KILLS_MAX: u32 = 1000;

    /// How much less urgent than others a command is.
    const NICENESS: i32 = 3;

    /// How urgent its keeper is, where it may say so: it must get its turn among thousands.
    const URGENCY: i32 = -15;

    /// How much more readily the kernel ends a command than others where memory runs out.
    const EXPENDABLE: &[u8] = b"500";

    /// The exit code of a command that was killed.
    const KILLED: u8 = 128 + 9;

    /// The way to and from charter.
    pub(super) struct KeeperLine(io::Stdin);

    /// What comes from charter.
    enum KeeperWord {
        None,
        /// The command is asked to end.
        End,
        /// Nobody is there any more.
        Gone,
    }

    impl KeeperLine {
        pub(super) fn open() -> io::Result<Self> {
            let line = Self(io::stdin());
            let why = |_| io::Error::other("only charter itself can start this");
            set_socket_timeout(&line.0, Timeout::Recv, Some(GLANCE)).map_err(why)?;
            Ok(line)
        }

        /// Says something in one line.
        pub(super) fn say(&self, words: &str) {
            let text = format!("{}\n", words.replace('\n', " "));
            let _ = send(&self.0, text.as_bytes(), SendFlags::NOSIGNAL);
        }

        /// Listens for a moment.
        fn listen(&self) -> KeeperWord {
            match recv(&self.0, &mut [0; 16][..], RecvFlags::empty()) {
                Ok((_, 0)) => KeeperWord::Gone,
                Ok(_) => KeeperWord::End,
                Err(Errno::AGAIN | Errno::INTR) => KeeperWord::None,
                Err(_) => KeeperWord::Gone,
            }
        }
    }

    /// Closes everything around this process, and starts the command.
    pub(super) fn begin(argv: &[String], keep: &Keeping, line: &KeeperLine) -> io::Result<Child> {
        if keep.walls != Walls::None {
            let _ = loopback::lift();
        }
        be_expendable();
        let _ = setpriority_process(Some(rustix::thread::gettid()), URGENCY);
        // A terminal can be typed into by whoever has it.
        let _ = setsid();
        set_child_subreaper(Some(getpid()))?;
        if keep.walls == Walls::Room {
            room::close(&keep.bounds)?;
        }
        rustix::process::chdir("/")?;
        set_limits(keep)?;
        line.say(READY);
        let started = std::thread::scope(|scope| scope.spawn(|| start(argv, keep)).join());
        started.unwrap_or_else(|_| Err(io::Error::other("the thread that starts it ended")))
    }

    /// Starts the command from a thread that gives up what the command must not have: what keeps it is
    /// outside of its fence and has more rights, so that it cannot be stopped or changed from within.
    fn start(argv: &[String], keep: &Keeping) -> io::Result<Child> {
        let Some((program, args)) = argv.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no command"));
        };
        let rules = match keep.walls {
            Walls::Room => Rules::in_room(&keep.bounds),
            Walls::None | Walls::Network => Rules::alone(&keep.bounds),
        };
        if keep.landlock.is_some_and(|it| fence::raise(&rules) != it) {
            return Err(io::Error::other("the files cannot be guarded as they should"));
        }
        if keep.walls == Walls::Room {
            room::give_up_rights()?;
        }
        if keep.landlock.is_some() {
            rustix::thread::set_no_new_privs(true)?;
        }
        let _ = setpriority_process(Some(rustix::thread::gettid()), NICENESS);
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::null()).process_group(0);
        if !keep.bounds.dir.as_os_str().is_empty() {
            command.current_dir(&keep.bounds.dir);
        }
        command.spawn()
    }

    /// Waits for the command, and for whatever else ends meanwhile: this is everybody's parent.
    pub(super) fn see_through(child: &Child, keep: &Keeping, line: &KeeperLine) -> io::Result<u8> {
        let temporary = match keep.walls {
            Walls::Room => keep.bounds.temporary.as_slice(),
            Walls::None | Walls::Network => &[],
        };
        let watch = keep.limits.map(|it| Watch::new(it, &keep.bounds.writable, temporary));
        let mut glances = 0_u32;
        let code = loop {
            if let Some(code) = reap(child)? {
                break code;
            }
            match line.listen() {
                KeeperWord::None => {}
                KeeperWord::End => tell_all(Signal::TERM),
                KeeperWord::Gone => break KILLED,
            }
            glances = glances.wrapping_add(1);
            let excess = watch.as_ref().and_then(|it| look(it, glances));
            if let Some(limit) = excess {
                line.say(&format!("{OVER}{}", limit.word()));
                break KILLED;
            }
        };
        // The first process of a room takes all others with it.
        if keep.walls != Walls::Room {
            end_all(child);
        }
        Ok(code)
    }

    /// Looks what the command takes: how many processes there are on each glance where only those can
    /// be seen, the rest more rarely.
    fn look(watch: &Watch, glances: u32) -> Option<Limit> {
        if glances.is_multiple_of(GLANCES) {
            return watch.find_excess(&list_kept());
        }
        let is_alone = own_number() == Some(1);
        is_alone.then(|| watch.find_crowd(system::list_processes().len())).flatten()
    }

    /// Takes note of what has ended; gives the exit code of the command once that has.
    fn reap(child: &Child) -> io::Result<Option<u8>> {
        let code = |status: WaitStatus| {
            let signal = || status.terminating_signal().map(|it| 128 + it);
            let code = status.exit_status().or_else(signal).unwrap_or(1);
            u8::try_from(code).unwrap_or(1)
        };
        Ok(reap_status(child)?.map(code))
    }

    /// Takes note of what has ended; says how the command did once that has.
    pub(crate) fn reap_status(child: &Child) -> io::Result<Option<WaitStatus>> {
        loop {
            let (pid, status) = match wait(WaitOptions::NOHANG) {
                Ok(None) => return Ok(None),
                Err(Errno::INTR) => continue,
                Err(err) => return Err(err.into()),
                Ok(Some(ended)) => ended,
            };
            if pid_of(child) == Some(pid) {
                return Ok(Some(status));
            }
        }
    }

    /// Gives the number of this process as `/proc` has it, which may be of another namespace.
    fn own_number() -> Option<i32> {
        let own = std::path::Path::new("/proc/self").read_link().ok()?;
        own.to_str()?.parse().ok()
    }

    /// Lists the command and everything that came from it.
    fn list_kept() -> Vec<i32> {
        let Some(own) = own_number() else { return Vec::new() };
        if own == 1 {
            return system::list_processes().into_iter().filter(|it| *it != own).collect();
        }
        system::list_descendants(own).into_iter().map(|it| it.pid).collect()
    }

    fn tell_all(signal: Signal) {
        // Numbers of another namespace are those of others here.
        if own_number() != Some(getpid().as_raw_pid()) {
            return;
        }
        for pid in list_kept().into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(pid, signal);
        }
    }

    /// Ends everything that came from the command: what loses its parent becomes a child of this
    /// process, so that nothing gets away. A group ends as a whole, also while it grows.
    pub(crate) fn end_all(command: &Child) {
        let end_group = |it| Pid::from_raw(it).map(|it| kill_process_group(it, Signal::KILL));
        let _ = pid_of(command).map(|it| kill_process_group(it, Signal::KILL));
        let own = getpid().as_raw_pid();
        // Whoever started this may be in the same group.
        let around = getpgrp().as_raw_pid();
        for _ in 0..KILLS_MAX {
            let left = system::list_descendants(own);
            let groups: BTreeSet<i32> = left.iter().map(|it| it.group).collect();
            // Groups are made by those who are in them: none holds a stranger.
            for group in groups.into_iter().filter(|it| *it != around && *it > 1) {
                let _ = end_group(group);
            }
            for pid in left.iter().filter_map(|it| Pid::from_raw(it.pid)) {
                let _ = kill_process(pid, Signal::KILL);
            }
            if reap_all() {
                return;
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Takes note of all that has ended; tells whether nothing is left.
    fn reap_all() -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return false,
                Err(_) => return true,
            }
        }
    }

    fn set_limits(keep: &Keeping) -> io::Result<()> {
        let set = |what, most| setrlimit(what, Rlimit { current: Some(most), maximum: Some(most) });
        set(Resource::Core, 0)?;
        let Some(limits) = keep.limits else { return Ok(()) };
        let given = rustix::process::getrlimit(Resource::Fsize).maximum;
        set(Resource::Fsize, given.map_or(limits.disk, |it| it.min(limits.disk)))?;
        // In a room of its own only what is in there counts, elsewhere all that the user has.
        let others = match keep.walls {
            Walls::Room => 0,
            Walls::None | Walls::Network => {
                system::count_threads(rustix::process::getuid().as_raw())
            }
        };
        let most = THREADS_MAX.saturating_add(others);
        let given = rustix::process::getrlimit(Resource::Nproc).maximum;
        Ok(set(Resource::Nproc, given.map_or(most, |it| it.min(most)))?)
    }

    fn be_expendable() {
        let flags = rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::CLOEXEC;
        let file = "/proc/self/oom_score_adj";
        if let Ok(file) = rustix::fs::open(file, flags, rustix::fs::Mode::empty()) {
            let _ = rustix::io::write(&file, EXPENDABLE);
        }
    }
}
