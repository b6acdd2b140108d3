//! What a run keeps, and when it ends.

use super::*;
use crate::kept::{HEAD_BYTES_MAX, TAIL_BYTES_MAX};
use std::thread;
use std::time::Duration;

fn check_taping(script: &str, taping: Taping) -> Ran {
    let argv = ["sh", "-c", script].map(str::to_owned);
    let job = Job { argv: &argv, dir: Path::new("."), echo: Echo::Silent, taping, limit_ms: None };
    run(&job, &|| 7).unwrap()
}

fn check(script: &str) -> Ran {
    check_taping(script, Taping::Off)
}

#[test]
fn output_and_exit_code_are_kept() {
    let ran = check("echo one; echo two >&2; exit 3");
    assert_eq!(ran.exit_code, Some(3));
    let text = String::from_utf8(ran.output).unwrap();
    assert!(text.contains("one\n") && text.contains("two\n"), "{text}");
    assert_eq!(check("kill -9 $$").exit_code, None);
    let fails = |argv: &[String]| {
        let job = Job {
            argv,
            dir: Path::new("."),
            echo: Echo::Silent,
            taping: Taping::Off,
            limit_ms: None,
        };
        assert!(run(&job, &|| 0).is_err());
    };
    fails(&["no-such-program".to_owned()]);
    fails(&[]);
}

#[test]
fn a_flood_is_bounded_and_its_end_is_there() {
    let ran = check("yes 0123456789 | head -c 8000000; echo; echo the end");
    assert!(ran.output.len() < HEAD_BYTES_MAX + TAIL_BYTES_MAX + 100);
    let text = String::from_utf8_lossy(&ran.output).into_owned();
    assert!(text.ends_with("the end\n") && text.contains("bytes left out"));
}

#[test]
fn a_process_that_was_left_behind_is_not_waited_for() {
    assert_eq!(check("sleep 30 & echo started").exit_code, Some(0));
}

#[test]
fn a_process_that_was_left_behind_and_writes_all_the_time_is_not_waited_for() {
    let script = "(i=0; while [ $i -lt 600 ]; do echo noise; i=$((i+1)); sleep 0.05; done) & echo $!; exit 4";
    for taping in [Taping::Off, Taping::On] {
        let ran = check_taping(script, taping);
        assert_eq!(ran.exit_code, Some(4));
        let text = String::from_utf8(ran.output).unwrap();
        assert!(text.matches("noise").count() < 100, "it was waited for: {text}");
        let pid = text.lines().find(|it| it.parse::<u32>().is_ok());
        Command::new("kill").arg(pid.unwrap().trim()).status().unwrap();
    }
}

#[test]
fn what_a_command_with_a_limit_left_behind_ends_with_it() {
    let argv = ["sh", "-c", "sleep 300 & echo $!"].map(str::to_owned);
    let (echo, taping) = (Echo::Silent, Taping::Off);
    let job = Job { argv: &argv, dir: Path::new("."), echo, taping, limit_ms: Some(60_000) };
    let ran = run(&job, &|| 0).unwrap();
    assert_eq!(ran.exit_code, Some(0));
    let pid = String::from_utf8(ran.output).unwrap();
    let is_gone = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        stat.is_err() || stat.is_ok_and(|it| it.contains(") Z "))
    };
    // It was told, and takes a moment.
    let patience = Deadline::after(Duration::from_secs(10));
    while !is_gone() {
        assert!(!patience.is_over(), "it lives");
        thread::yield_now();
    }
}

#[test]
fn a_command_that_closes_its_output_is_waited_for() {
    assert_eq!(check("exec >&- 2>&-; sleep 0.1; exit 5").exit_code, Some(5));
}

#[test]
fn a_tape_has_every_byte_and_the_size() {
    let ran =
        check_taping("test -t 1 && printf '\\033[31mred\\033[0m\\007'; stty size <&1", Taping::On);
    let tape = ran.tape.unwrap();
    let bytes: Vec<u8> = tape
        .frames
        .iter()
        .flat_map(|(_, it)| match it {
            CastEvent::Output(bytes) => bytes.clone(),
            CastEvent::Resize(..) => Vec::new(),
        })
        .collect();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.starts_with("\u{1b}[31mred\u{1b}[0m\u{7}"), "{text:?}");
    assert!(text.contains(&format!("{} {}", tape.rows, tape.columns)), "{text:?}");
    assert!(tape.frames.iter().all(|(at_ms, _)| *at_ms == 7));
}

#[test]
fn a_tape_is_bounded() {
    let ran = check_taping("head -c 6000000 /dev/zero", Taping::On);
    let tape = ran.tape.unwrap();
    assert!(tape.n_lost > 1_000_000, "{}", tape.n_lost);
    assert_eq!(check_taping("true", Taping::Off).tape, None);
}

#[test]
fn what_takes_too_long_is_ended_with_what_it_started() {
    let argv = ["sh", "-c", "sleep 61.75 & sleep 61.75"].map(str::to_owned);
    let (echo, taping) = (Echo::Silent, Taping::Off);
    let job = Job { argv: &argv, dir: Path::new("."), echo, taping, limit_ms: Some(3) };
    let ticks = std::cell::Cell::new(0);
    let elapsed = || ticks.replace(ticks.get() + 1);
    assert_eq!(run(&job, &elapsed).unwrap().exit_code, None);
    let left = Command::new("pgrep").args(["-f", "^sleep 61.75$"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&left.stdout), "", "the one in the background as well");
}
