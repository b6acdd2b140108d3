//! Programs that answer, and those that do not end well.

use super::*;

fn vars() -> BTreeMap<OsString, OsString> {
    BTreeMap::from([("PATH".into(), "/usr/bin:/bin".into()), ("GIVEN".into(), "yes".into())])
}

fn ran(script: &str, limit_ms: u64, is_left: &dyn Fn() -> bool) -> Result<ProgramOutput, String> {
    let temp = tempfile::tempdir().unwrap();
    let text = |it: &str| ProgramWord::Text(it.to_owned());
    let run = ProgramRun {
        argv: vec![text("/bin/sh"), text("-c"), text(script), text("sh"), ProgramWord::File(0)],
        stdin: b"the question",
        files: vec![("schema.json", "{}")],
        inside: vec![[".tool", "settings.json", "[]"]],
        vars: vars(),
        set: vec![("SCHEMA", ProgramWord::File(0))],
        temp_dir: temp.path(),
        limit: Duration::from_millis(limit_ms),
        output_bytes_max: 4096,
    };
    let output = run_program(&run, is_left).map_err(|it| it.to_string());
    let left: Vec<_> = temp.path().read_dir().unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    output
}

#[test]
fn a_program_reads_the_question_in_an_empty_directory() {
    let script = "ls; cat; echo; cat \"$1\" \"$SCHEMA\" .tool/*; echo \" $GIVEN$HOME\"; echo complaint >&2; exit 3";
    let output = ran(script, 20_000, &|| false).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "the question\n{}{}[] yes\n");
    assert_eq!((output.exit_code, &output.stderr[..]), (Some(3), &b"complaint\n"[..]));
}

#[test]
fn a_program_without_an_end_is_ended() {
    let check = |script, limit_ms, is_left: &dyn Fn() -> bool, expected: &str| {
        assert_eq!(ran(script, limit_ms, is_left).unwrap_err(), expected);
    };
    check("sleep 60 & sleep 60", 200, &|| false, "it took too long");
    check("sleep 60", 20_000, &|| true, "it was cancelled");
    check(
        "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done",
        20_000,
        &|| false,
        "it wrote too much",
    );
}

#[test]
fn a_program_of_the_project_is_not_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("claude");
    std::fs::write(&path, "#!/bin/sh\n").unwrap();
    let vars = BTreeMap::from([("PATH".into(), dir.path().as_os_str().to_owned())]);
    assert_eq!(find_program("claude", &vars, Path::new("/nowhere")), None);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&path, mode).unwrap();
    assert_eq!(find_program("claude", &vars, Path::new("/nowhere")), Some(path));
    assert_eq!(find_program("claude", &vars, dir.path()), None);
    let relative = BTreeMap::from([("PATH".into(), "bin:.".into())]);
    assert_eq!(find_program("claude", &relative, Path::new("/nowhere")), None);
}
