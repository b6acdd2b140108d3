//! What is done to a checkout.
//!
//! Owns the deeds and how bytes choose among them. Must not reach anything but through the ground.

use super::bytes::Bytes;
use super::ground::{HostileGround, copy_tree};
use super::ledger::{self, Field};
use super::word::{
    ATTRIBUTES, CONFIGS, FIELDS, GIT_CONFIGS, GITFILES, NAMES, PATHS, TARGETS, TEXTS, VALUES,
};
use std::fs;
use std::path::Path;

/// The most pieces that a text is put together from.
const PIECES_MAX: usize = 4;

/// How often a piece is repeated at most, so that there are long lines and deep nests.
const REPEATS: [usize; 4] = [1, 1, 1, 2000];

type Deed = fn(&HostileGround, &mut Bytes<'_>) -> String;

/// Every deed; those that lead far are there twice.
const DEEDS: &[Deed] = &[
    write_text,
    link_path,
    edit_ledger,
    edit_ledger,
    write_config,
    write_git_config,
    write_git_config,
    write_attributes,
    write_bytes,
    link_path,
    make_pipe,
    make_dir,
    make_huge,
    flip_bit,
    cut_file,
    make_gitfile,
    move_out,
    copy_charter,
    nest_repository,
];

/// Does one deed and says which.
pub(super) fn commit(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let deed = bytes.pick(DEEDS);
    deed(ground, bytes)
}

fn pick_path(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    ground.fill(bytes.pick(PATHS))
}

/// Puts a text together.
fn compose(ground: &HostileGround, bytes: &mut Bytes<'_>, pieces: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..=bytes.below(PIECES_MAX) {
        let piece = ground.fill(bytes.pick(pieces));
        text.push_str(&piece.repeat(bytes.pick(&REPEATS)));
    }
    text
}

/// Writes over a file, at its end or into it.
fn place(ground: &HostileGround, bytes: &mut Bytes<'_>, path: &str, text: &[u8]) -> String {
    let old = ground.read(path).unwrap_or_default();
    let at = match bytes.below(4) {
        0 | 1 => old.len(),
        2 => bytes.below(old.len() + 1),
        _ => {
            let is_done = ground.write(path, text);
            return format!("{path} is {} bytes ({is_done})", text.len());
        }
    };
    let whole = [&old[..at], text, &old[at..]].concat();
    let is_done = ground.write(path, &whole);
    let shown = String::from_utf8_lossy(&text[..text.len().min(200)]).into_owned();
    format!("{path} has {} bytes more at {at} ({is_done}): {shown:?}", text.len())
}

fn write_text(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = pick_path(ground, bytes);
    let text = compose(ground, bytes, TEXTS);
    place(ground, bytes, &path, text.as_bytes())
}

fn write_bytes(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = pick_path(ground, bytes);
    let chunk = bytes.chunk();
    place(ground, bytes, &path, chunk)
}

fn write_config(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let mut text = String::new();
    for _ in 0..=bytes.below(PIECES_MAX) {
        text.push_str(&ground.fill(bytes.pick(CONFIGS)));
    }
    let is_done = ground.write(".charter/config.toml", text.as_bytes());
    format!("config.toml ({is_done}): {text}")
}

fn write_git_config(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let text = ground.fill(bytes.pick(GIT_CONFIGS));
    let path = bytes.pick(&[".git/config", ".git/config", ".git/config.worktree", "src/config"]);
    let mut whole = ground.read(path).unwrap_or_default();
    whole.extend(text.as_bytes());
    let is_done = ground.write(path, &whole);
    format!("{path} ({is_done}): {text}")
}

fn write_attributes(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let text = bytes.pick(ATTRIBUTES);
    let path = bytes.pick(&[".gitattributes", ".git/info/attributes", "src/.gitattributes"]);
    let is_done = ground.write(path, text.as_bytes());
    format!("{path} ({is_done}): {text}")
}

fn link_path(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = pick_path(ground, bytes);
    let target = if bytes.below(8) == 0 {
        ground.path(&path).display().to_string()
    } else {
        ground.fill(bytes.pick(TARGETS))
    };
    let is_done = ground.link(&path, Path::new(&target));
    format!("{path} is a link to {target} ({is_done})")
}

fn move_out(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = pick_path(ground, bytes);
    format!("{path} is outside, with a link to it ({})", ground.move_out(&path))
}

fn make_pipe(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = pick_path(ground, bytes);
    format!("{path} is a pipe ({})", ground.make_pipe(&path))
}

fn make_dir(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = pick_path(ground, bytes);
    format!("{path} is an empty directory ({})", ground.make_dir(&path))
}

fn make_huge(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = pick_path(ground, bytes);
    format!("{path} is huge ({})", ground.make_huge(&path))
}

fn flip_bit(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = pick_path(ground, bytes);
    let Some(mut whole) = ground.read(&path).filter(|it| !it.is_empty()) else {
        return format!("{path} has no bit to flip");
    };
    let at = bytes.below(whole.len());
    let bit = bytes.below(8);
    whole[at] ^= 1 << bit;
    format!("{path}: bit {bit} of byte {at} is flipped ({})", ground.write(&path, &whole))
}

fn cut_file(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = pick_path(ground, bytes);
    let Some(whole) = ground.read(&path) else { return format!("{path} cannot be cut") };
    let n = bytes.below(whole.len() + 1);
    format!("{path} ends after {n} bytes ({})", ground.write(&path, &whole[..n]))
}

fn edit_ledger(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let path = ground.fill(".charter/ID/ledger/STRAND.jsonl");
    let text = ground.read(&path).map(|it| String::from_utf8_lossy(&it).into_owned());
    let line = bytes.below(256);
    let field = if bytes.coin() {
        Field::Named(bytes.pick(FIELDS))
    } else {
        Field::Numbered(bytes.below(256))
    };
    let value = match bytes.below(8) {
        0 => None,
        1 => Some(String::from_utf8_lossy(bytes.chunk()).into_owned().into()),
        _ => serde_json::from_str(&ground.fill(bytes.pick(VALUES))).ok(),
    };
    let said = format!("event {line}: {field:?} is {value:?}");
    let Some(text) = text.and_then(|it| ledger::edit(&it, line, field, value)) else {
        return format!("{said}, not done");
    };
    let is_done = ground.write(&path, text.as_bytes());
    if bytes.coin() {
        // Whoever sends a ledger does not send what was derived from another one.
        let _ = ground.clear(".charter/.local");
    }
    format!("{said} ({is_done})")
}

fn make_gitfile(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let text = ground.fill(bytes.pick(GITFILES));
    let kept = ground.path(".gitted");
    let is_dir = fs::symlink_metadata(ground.path(".git")).is_ok_and(|it| it.is_dir());
    if is_dir && fs::symlink_metadata(&kept).is_err() {
        let _ = fs::rename(ground.path(".git"), &kept);
    }
    if bytes.coin() {
        let _ =
            ground.write(".gitted/worktrees/x/gitdir", ground.fill("ROOT/work/.git\n").as_bytes());
        let common = bytes.pick(&["../..\n", "ROOT/outside/dir\n", "../../../../outside/dir\n"]);
        let _ = ground.write(".gitted/worktrees/x/commondir", ground.fill(common).as_bytes());
        let _ = ground.write(".gitted/worktrees/x/HEAD", b"ref: refs/heads/main\n");
    }
    format!(".git is a file ({}): {text}", ground.write(".git", text.as_bytes()))
}

fn copy_charter(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let name = bytes.pick(NAMES);
    let (from, to) = (ground.path(&ground.fill(".charter/ID")), format!(".charter/{name}"));
    let is_dir = fs::symlink_metadata(&from).is_ok_and(|it| it.is_dir());
    let is_done = is_dir && ground.make_dir(&to);
    if is_done {
        copy_tree(&from, &ground.path(&to));
    }
    format!("{to:?} is a copy of the charter ({is_done})")
}

/// Makes a directory of the checkout look like a bare repository whose files are outside of it.
fn nest_repository(ground: &HostileGround, bytes: &mut Bytes<'_>) -> String {
    let dir = bytes.pick(&["src", ".", "src/.git", ".charter"]);
    let is_dir = fs::symlink_metadata(ground.path(".git")).is_ok_and(|it| it.is_dir());
    let is_made = is_dir && ground.write(&format!("{dir}/HEAD"), b"ref: refs/heads/main\n");
    if is_made {
        for name in ["objects", "refs"] {
            let from = ground.path(&format!(".git/{name}"));
            let is_dir = fs::symlink_metadata(&from).is_ok_and(|it| it.is_dir());
            let to = format!("{dir}/{name}");
            if is_dir && ground.make_dir(&to) {
                copy_tree(&from, &ground.path(&to));
            }
        }
        let text = "[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = TRAP\n\
                    [filter \"x\"]\n\tclean = TRAP\n\tprocess = TRAP\n";
        let _ = ground.write(&format!("{dir}/config"), ground.fill(text).as_bytes());
        let index = ground.read(".git/index").unwrap_or_default();
        let _ = ground.write(&format!("{dir}/index"), &index);
    }
    format!("{dir} looks like a repository ({is_made})")
}
