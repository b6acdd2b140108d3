//! A person at a terminal: keys in, a screen out.
//!
//! Owns the pseudo-terminal and what it shows. Waiting is for something to appear, with a limit that
//! only a hang reaches. Must not know any screen of the product.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How often the screen is looked at before something is taken never to appear.
const GLANCES_MAX: usize = 6000;

/// How often it is looked whether the terminal was closed.
const END_GLANCES_MAX: usize = 400;

/// How long to wait between two looks.
const GLANCE: Duration = Duration::from_millis(5);

/// A command that runs in a terminal of its own; dropping it kills it.
pub struct Pty {
    keys: File,
    child: Child,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Reads until nobody has the terminal open any more.
    reader: thread::JoinHandle<()>,
}

impl Pty {
    pub(crate) fn start(mut command: Command, columns: u16, rows: u16) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&master, size).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let open = || OpenOptions::new().read(true).write(true).open(&name).unwrap();
        command.stdin(Stdio::from(open())).stdout(Stdio::from(open())).stderr(Stdio::from(open()));
        let child = command.spawn().unwrap();
        // The command holds the terminal itself: it must not stay open when the child is gone.
        drop(command);
        let keys = File::from(master);
        let (rows, columns) = (NonZeroU16::new(rows).unwrap(), NonZeroU16::new(columns).unwrap());
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 1000)));
        let (mut from, shown) = (keys.try_clone().unwrap(), Arc::clone(&screen));
        let reader = thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(n) = from.read(&mut chunk) {
                if n == 0 {
                    break;
                }
                shown.lock().unwrap().process(&chunk[..n]);
            }
        });
        Self { keys, child, screen, reader }
    }

    /// Types something: text as it is, keys as the bytes that a terminal sends.
    pub fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Gives the window another size, and tells the command as the terminal of a session would.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.keys, size).unwrap();
        self.signal("WINCH");
    }

    /// Sends a signal to the command, and to nobody else.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let status = Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap();
        assert!(status.success(), "it has ended already");
    }

    /// Gives what is on the screen, without blanks at the ends of lines.
    #[must_use]
    pub fn screen(&self) -> String {
        let contents = self.screen.lock().unwrap().screen().contents();
        let lines: Vec<&str> = contents.lines().map(str::trim_end).collect();
        lines.join("\n").trim_end().to_owned()
    }

    /// Waits until the screen shows something, and gives the screen.
    #[track_caller]
    pub fn wait_for(&self, words: &str) -> String {
        for _ in 0..GLANCES_MAX {
            let screen = self.screen();
            if screen.contains(words) {
                return screen;
            }
            thread::sleep(GLANCE);
        }
        panic!("`{words}` never came:\n{}", self.screen());
    }

    /// Waits for the end of the command, and gives its exit code and the last screen.
    #[track_caller]
    pub fn end(mut self) -> (Option<i32>, String) {
        let mut ended = None;
        for _ in 0..GLANCES_MAX {
            ended = self.child.try_wait().unwrap();
            if ended.is_some() {
                break;
            }
            thread::sleep(GLANCE);
        }
        let Some(status) = ended else { panic!("it did not end:\n{}", self.screen()) };
        // What the command wrote last may still be on its way; where something that it left behind has the
        // terminal open, there is no end of it.
        for _ in 0..END_GLANCES_MAX {
            if self.reader.is_finished() {
                return (status.code(), self.screen());
            }
            thread::sleep(GLANCE);
        }
        let mut last = self.screen();
        loop {
            thread::sleep(GLANCE * 4);
            let now = self.screen();
            if now == last {
                return (status.code(), now);
            }
            last = now;
        }
    }

    /// Kills the command where it stands.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl std::fmt::Debug for Pty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pty").field("screen", &self.screen()).finish_non_exhaustive()
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
