//! What a shell script would write.
//!
//! Owns the commands that change files, and where each names them. Only what is recognised counts: a
//! build or a test run writes too, and is nobody's edit. Must not run or expand anything.

use super::lexer::{ShellWord, Simple, commands};
use super::patch::patched;
use super::{Effect, Write, code, pick};

/// How deep scripts in scripts are looked at.
const DEPTH_MAX: usize = 3;

/// Programs that run the command behind them.
const PREFIXES: &[&str] = &[
    "sudo", "env", "command", "builtin", "nohup", "time", "nice", "ionice", "stdbuf", "exec",
    "timeout", "setsid", "doas",
];

const SHELLS: &[&str] = &["sh", "bash", "zsh", "dash", "ksh", "fish"];

const INTERPRETERS: &[&str] = &["python", "node", "ruby", "perl", "php", "deno", "bun", "lua"];

/// Lists the paths that a script would change, as far as it says so.
pub(super) fn script_writes(script: &str) -> Vec<Write> {
    let mut place = ScriptWalk { dir: Some(String::new()), writes: Vec::new() };
    place.script(script, DEPTH_MAX);
    place.writes
}

struct ScriptWalk {
    /// The directory that the script has changed to, relative to where it began; none where that is
    /// only known when it runs.
    dir: Option<String>,
    writes: Vec<Write>,
}

impl ScriptWalk {
    fn script(&mut self, script: &str, depth: usize) {
        if depth == 0 {
            return;
        }
        let mut before: Vec<ShellWord> = Vec::new();
        for simple in commands(script) {
            match bare(&simple.words).split_first() {
                Some((first, args)) if name_of(first) == "xargs" => self.fed(args, &before, depth),
                Some(_) | None => self.simple(&simple, depth),
            }
            before = bare(&simple.words).to_vec();
        }
    }

    fn simple(&mut self, simple: &Simple, depth: usize) {
        for output in &simple.outputs {
            self.add(output, Effect::Put);
        }
        self.command(bare(&simple.words), &simple.inputs, depth);
    }

    fn command(&mut self, words: &[ShellWord], inputs: &[String], depth: usize) {
        let Some((first, args)) = words.split_first() else { return };
        let name = name_of(first);
        match name {
            "cd" | "pushd" => self.change_dir(args),
            "tee" | "touch" | "mkdir" | "truncate" | "mkfifo" => self.add_all(args, Effect::Put),
            "rm" | "rmdir" | "unlink" | "shred" => self.add_all(args, Effect::Removed),
            "cp" | "install" | "ln" | "rsync" | "scp" => self.add_last(args),
            "mv" => self.moved(args),
            "dd" => self.add_all(&behind_sign(args, "of="), Effect::Put),
            "sed" => self.in_place(args, 1),
            "patch" => self.here(),
            "apply_patch" | "applypatch" => self.patch(args, inputs),
            "git" => self.git(args),
            "find" => self.find(args, depth),
            "xargs" => self.fed(args, &[], depth),
            "eval" => self.script(&joined(args), depth - 1),
            _ if SHELLS.contains(&name) => self.shell(args, inputs, depth),
            _ if is_interpreter(name) => self.interpreter(name, args, inputs),
            _ => {}
        }
    }

    fn change_dir(&mut self, args: &[ShellWord]) {
        self.dir = match args.iter().find(|it| !is_flag(it)) {
            None => Some("~".to_owned()),
            Some(to) => known(to).filter(|it| it != "-").and_then(|it| self.join(&it)),
        };
    }

    fn join(&self, path: &str) -> Option<String> {
        if path.starts_with(['/', '~']) {
            return Some(path.to_owned());
        }
        match self.dir.as_deref()? {
            "" => Some(path.to_owned()),
            dir => Some(format!("{dir}/{path}")),
        }
    }

    fn add(&mut self, word: &ShellWord, effect: Effect) {
        let path = known(word).filter(|it| !it.is_empty());
        self.put(path.map(|path| Write { path, effect }));
    }

    /// Adds a write whose path is relative to the directory that the script has changed to.
    fn put(&mut self, write: Option<Write>) {
        let write = write.and_then(|it| Some(Write { path: self.join(&it.path)?, ..it }));
        self.writes.extend(write);
    }

    fn add_all(&mut self, args: &[ShellWord], effect: Effect) {
        for arg in args.iter().filter(|it| !is_flag(it)) {
            self.add(arg, effect);
        }
    }

    /// Something below the present directory changes, and nobody says what.
    fn here(&mut self) {
        self.add(&here(), Effect::Put);
    }

    /// The last argument is where something goes, unless an option says so.
    fn add_last(&mut self, args: &[ShellWord]) {
        if let (Some(target), _) = aimed(args) {
            self.add(&target, Effect::Put);
        }
    }

    fn moved(&mut self, args: &[ShellWord]) {
        let (target, sources) = aimed(args);
        if let Some(target) = target {
            self.add(&target, Effect::Put);
        }
        for source in sources {
            self.add(source, Effect::Removed);
        }
    }

    /// An editor of streams that is told to write back; its first words may be what to do.
    fn in_place(&mut self, args: &[ShellWord], n_scripts: usize) {
        let is_told = |it: &&ShellWord| {
            let text = it.text.as_str();
            let short = text.strip_prefix('-').filter(|it| !it.starts_with('-'));
            text.starts_with("--in-place") || short.is_some_and(|it| it.contains('i'))
        };
        if !args.iter().any(|it| is_told(&it)) {
            return;
        }
        let with_script =
            |it: &ShellWord| it.text.starts_with("-e") || it.text.ends_with('e') || it.text == "-f";
        let named = args.iter().any(|it| is_flag(it) && with_script(it));
        let mut rest = args.iter();
        let mut plain: Vec<&ShellWord> = Vec::new();
        while let Some(arg) = rest.next() {
            if is_flag(arg) && with_script(arg) {
                rest.next();
            } else if !is_flag(arg) {
                plain.push(arg);
            }
        }
        for arg in plain.into_iter().skip(if named { 0 } else { n_scripts }) {
            self.add(arg, Effect::Put);
        }
    }

    fn patch(&mut self, args: &[ShellWord], inputs: &[String]) {
        let texts = args.iter().map(|it| it.text.as_str()).chain(inputs.iter().map(String::as_str));
        for write in texts.flat_map(patched) {
            self.put(Some(write));
        }
    }

    fn git(&mut self, args: &[ShellWord]) {
        let texts: Vec<&str> = args.iter().map(|it| it.text.as_str()).collect();
        let changes = match texts.iter().find(|it| !it.starts_with('-')).copied() {
            Some("apply" | "am" | "rm" | "mv" | "restore" | "clean") => true,
            Some("checkout") => texts.iter().any(|it| matches!(*it, "--" | ".")),
            Some("reset") => texts.contains(&"--hard"),
            _ => false,
        };
        if changes {
            self.here();
        }
    }

    fn find(&mut self, args: &[ShellWord], depth: usize) {
        let (starts, gone) = searched(args);
        if args.iter().any(|it| it.text == "-delete") {
            for start in &starts {
                self.add(start, gone);
            }
        }
        let run =
            args.iter().position(|it| matches!(it.text.as_str(), "-exec" | "-execdir" | "-ok"));
        let Some(run) = run.and_then(|idx| args.get(idx + 1..)) else { return };
        for start in starts {
            let fill = |it: &ShellWord| match it.text.as_str() {
                "{}" => start.clone(),
                _ => it.clone(),
            };
            let words: Vec<ShellWord> =
                run.iter().take_while(|it| it.text != ";" && it.text != "+").map(fill).collect();
            self.command_on(&start, gone, &words, depth);
        }
    }

    /// A command is done to what is found below a place: what goes there is what was picked.
    fn command_on(&mut self, place: &ShellWord, gone: Effect, words: &[ShellWord], depth: usize) {
        let n_before = self.writes.len();
        self.command(bare(words), &[], depth);
        let path = known(place).and_then(|it| self.join(&it));
        for write in self.writes.iter_mut().skip(n_before) {
            if write.effect == Effect::Removed && Some(&write.path) == path.as_ref() {
                write.effect = gone;
            }
        }
    }

    /// What names the files comes through a pipe: they are what the command before it spoke of, or
    /// somewhere here.
    fn fed(&mut self, args: &[ShellWord], before: &[ShellWord], depth: usize) {
        let start = args.iter().position(|it| !is_flag(it) && it.text.parse::<u64>().is_err());
        let words = start.and_then(|idx| args.get(idx..)).unwrap_or_default().to_vec();
        for (place, gone) in spoken_of(before) {
            let words: Vec<ShellWord> = words.iter().cloned().chain([place.clone()]).collect();
            self.command_on(&place, gone, &words, depth);
        }
    }

    fn shell(&mut self, args: &[ShellWord], inputs: &[String], depth: usize) {
        let is_code =
            |it: &ShellWord| is_flag(it) && !it.text.starts_with("--") && it.text.ends_with('c');
        let code = args.iter().position(is_code).and_then(|idx| args.get(idx + 1));
        let inner: Vec<String> = match code {
            Some(code) => vec![code.text.clone()],
            None => inputs.to_vec(),
        };
        for script in inner {
            let dir = self.dir.clone();
            self.script(&script, depth - 1);
            self.dir = dir;
        }
    }

    fn interpreter(&mut self, name: &str, args: &[ShellWord], inputs: &[String]) {
        if matches!(name, "perl" | "ruby") {
            self.in_place(args, 0);
        }
        let is_code = |it: &ShellWord| {
            matches!(
                it.text.as_str(),
                "-c" | "-e" | "-r" | "-p" | "--eval" | "--print" | "eval" | "-E"
            )
        };
        let code = args.iter().position(is_code).and_then(|idx| args.get(idx + 1));
        let texts = code.map(|it| it.text.clone()).into_iter().chain(inputs.iter().cloned());
        for code in texts {
            let Some(paths) = code::written(&code) else { continue };
            if paths.is_empty() {
                self.here();
            }
            for text in paths {
                self.add(&ShellWord { text, is_open: false }, Effect::Put);
            }
        }
    }
}

/// Takes away what stands before the command that runs: variables, and programs that run it.
fn bare(mut words: &[ShellWord]) -> &[ShellWord] {
    let mut is_behind = false;
    while let Some((first, rest)) = words.split_first() {
        let text = first.text.as_str();
        let is_variable = text.split_once('=').is_some_and(|(name, _)| is_name(name));
        let is_prefix = PREFIXES.contains(&name_of(first));
        // Options of such a program, and how long `timeout` lets it run.
        let is_option =
            is_behind && (is_flag(first) || text.starts_with(|it: char| it.is_ascii_digit()));
        if !(is_variable || is_prefix || is_option) {
            break;
        }
        is_behind |= is_prefix;
        words = rest;
    }
    words
}

fn name_of(word: &ShellWord) -> &str {
    word.text.rsplit('/').next().unwrap_or_default()
}

fn here() -> ShellWord {
    ShellWord { text: ".".to_owned(), is_open: false }
}

/// Gives where things go, and what goes there.
fn aimed(args: &[ShellWord]) -> (Option<ShellWord>, Vec<&ShellWord>) {
    let mut plain: Vec<&ShellWord> = args.iter().filter(|it| !is_flag(it)).collect();
    let named = args.iter().position(|it| it.text == "-t" || it.text == "--target-directory");
    if let Some(target) = named.and_then(|idx| args.get(idx + 1)) {
        plain.retain(|it| !std::ptr::eq(*it, target));
        return (Some(target.clone()), plain);
    }
    if let Some(target) = behind_sign(args, "--target-directory=").into_iter().next() {
        return (Some(target), plain);
    }
    (plain.pop().cloned(), plain)
}

/// Gives where a `find` begins, and how what it finds goes.
fn searched(args: &[ShellWord]) -> (Vec<ShellWord>, Effect) {
    let is_test = |it: &ShellWord| is_flag(it) || matches!(it.text.as_str(), "(" | "!");
    let n_starts = args.iter().position(is_test).unwrap_or(args.len());
    let (starts, tests) = args.split_at_checked(n_starts).unwrap_or_default();
    let gone = if pick::is_narrow(tests) { Effect::Picked } else { Effect::Removed };
    let starts = if starts.is_empty() { vec![here()] } else { starts.to_vec() };
    (starts, gone)
}

/// Lists what a command prints the names of, and how that goes if another one removes it.
fn spoken_of(words: &[ShellWord]) -> Vec<(ShellWord, Effect)> {
    let Some((first, args)) = words.split_first() else { return vec![(here(), Effect::Removed)] };
    let plain = args.iter().filter(|it| !is_flag(it)).cloned();
    match name_of(first) {
        "find" => {
            let (starts, gone) = searched(args);
            starts.into_iter().map(|it| (it, gone)).collect()
        }
        "echo" | "printf" => plain.map(|it| (it, Effect::Removed)).collect(),
        _ => plain.chain([here()]).map(|it| (it, Effect::Picked)).collect(),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

fn is_flag(word: &ShellWord) -> bool {
    word.text.starts_with('-') && word.text.len() > 1
}

fn is_interpreter(name: &str) -> bool {
    let plain = name.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.');
    INTERPRETERS.contains(&plain) || name == "nodejs"
}

fn behind_sign(args: &[ShellWord], sign: &str) -> Vec<ShellWord> {
    let cut = |it: &ShellWord| {
        let text = it.text.strip_prefix(sign)?.to_owned();
        Some(ShellWord { text, is_open: it.is_open })
    };
    args.iter().filter_map(cut).collect()
}

fn joined(args: &[ShellWord]) -> String {
    args.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Gives a path as far as it is known before the script runs.
fn known(word: &ShellWord) -> Option<String> {
    let text = word.text.as_str();
    if !word.is_open {
        return Some(text.to_owned());
    }
    for (name, place) in [("$PWD", "."), ("${PWD}", "."), ("$HOME", "~"), ("${HOME}", "~")] {
        if let Some(rest) = text.strip_prefix(name) {
            return Some(format!("{place}{rest}"));
        }
    }
    (!text.starts_with('$')).then(|| text.to_owned())
}
