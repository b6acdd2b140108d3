//! The recorded runs in docs/recordings: what a person saw at a terminal, key by key.
//!
//! With `UPDATE=1` they are recorded anew.

use crate::reference::wants_update;
use crate::scene::repo;
use charter_testkit::{Pty, Repo};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

const COLUMNS: u16 = 90;
const ROWS: u16 = 44;

/// A run that is being recorded.
struct Recording {
    repo: Repo,
    pty: Option<Pty>,
    text: String,
    second: u32,
}

impl Recording {
    fn new(title: &str, about: &str) -> Self {
        let text = format!("# {title}\n\n{about}\n");
        Self { repo: repo(), pty: None, text, second: 0 }
    }

    fn note(&mut self, words: &str) {
        write!(self.text, "\n{words}\n").unwrap();
    }

    /// Types a command line; in the record it is what a person would type.
    fn start(&mut self, args: &[&str]) {
        self.second += 1;
        let now = format!("2026-11-16T09:12:{:02}Z", self.second);
        let shown: Vec<String> = args
            .iter()
            .map(|it| if it.contains(' ') { format!("\"{it}\"") } else { (*it).to_owned() })
            .collect();
        let line = format!("$ charter {}", shown.join(" "));
        write!(self.text, "\n```console\n{}\n```\n", line.trim_end()).unwrap();
        self.pty = Some(self.repo.charter(args).now(&now).on_terminal(COLUMNS, ROWS));
    }

    fn pty(&mut self) -> &mut Pty {
        self.pty.as_mut().unwrap()
    }

    fn show(&mut self, screen: &str) {
        let screen = screen.trim_start_matches('\n');
        write!(self.text, "\n```text\n{screen}\n```\n").unwrap();
    }

    /// Waits for words, and records the screen.
    fn see(&mut self, words: &str) -> String {
        let screen = self.pty().wait_for(words);
        self.show(&screen);
        screen
    }

    /// Types an answer and sends it.
    fn answer(&mut self, answer: &str) {
        write!(self.text, "\ntyped: {}, then enter\n", answer.replace('\n', " ⏎ ")).unwrap();
        let keys = answer.replace('\n', "\u{1b}\r");
        self.pty().send(&keys);
        self.pty().send("\r");
    }

    /// Looks at the sections and accepts them.
    fn accept(&mut self, words: &str) {
        self.see(words);
        self.note("enter: accept");
        self.pty().send("\r");
    }

    /// Answers whatever is asked from one question to the last, and accepts the sections at the end.
    fn answer_all(&mut self, questions: std::ops::RangeInclusive<u64>, answers: &[(&str, &str)]) {
        let total = *questions.end();
        for number in questions {
            let head = format!("{number} of {total}");
            let korean = format!("{number}/{total}");
            let pty = self.pty();
            while !pty.screen().contains(&head) && !pty.screen().contains(&korean) {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            let head = if self.pty().screen().contains(&head) { head } else { korean };
            let screen = self.see(&head);
            let asked = screen.rsplit(&head).next().unwrap().to_owned();
            let found = answers.iter().find(|(words, _)| asked.contains(words));
            assert!(found.is_some(), "no answer to:\n{asked}");
            self.answer(found.unwrap().1);
        }
    }

    /// Waits for the end and records the last screen.
    fn end(&mut self) -> Option<i32> {
        let (code, screen) = self.pty.take().unwrap().end();
        self.show(&screen);
        code
    }

    /// Records a document as it is now.
    fn document(&mut self, name: &str) {
        let list = self.repo.charter(&["list", "--json"]).run().success().json();
        let path = list["charters"][0]["path"].as_str().unwrap().to_owned();
        let text = self.repo.read(format!("{path}/{name}"));
        write!(self.text, "\n`{name}`:\n\n````markdown\n{text}````\n").unwrap();
    }

    fn check(self, name: &str) {
        let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/recordings");
        let path = dir.join(format!("{name}.md"));
        if wants_update() {
            fs::create_dir_all(&dir).unwrap();
            fs::write(&path, &self.text).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == self.text,
            "`{}` is another run; with UPDATE=1 it is recorded anew",
            path.display()
        );
    }
}

const ENGLISH: &[(&str, &str)] = &[
    (
        "What problem",
        "Night nurses write vital signs on paper and copy them later. That costs 40 minutes a night and errors slip in.",
    ),
    (
        "primary users",
        "Night nurses enter, ward managers read.\nToday: paper at the bed, typed in at the station.",
    ),
    ("get out of it", "They get 40 minutes a night back and make fewer mistakes than on paper."),
    (
        "first version",
        "Vital signs at the bed; an export for the ward manager; no billing; no medication.",
    ),
    (
        "How will you know",
        "Copying takes under 5 minutes a night. No reading is lost when the network is down. Entering is easy.",
    ),
];

const KOREAN: &[(&str, &str)] = &[
    (
        "어떤 문제",
        "간호사가 활력 징후를 종이에 적고 나중에 다시 입력하느라 매일 밤 40분을 낭비하고 오류가 생긴다.",
    ),
    (
        "주로 누가 쓰나요",
        "야간 병동 간호사가 입력하고 병동 관리자가 읽는다. 지금은 종이에 적어 둔다.",
    ),
    ("무엇을 얻나요", "매일 밤 40분을 돌려받고 종이보다 실수가 줄어든다."),
    (
        "첫 버전에 무엇이",
        "첫 버전에는 침상에서의 활력 징후 입력만 포함한다.\n제외: 청구와 투약은 하지 않는다.",
    ),
    ("잘되었다는 것을", "옮겨 적는 시간이 하룻밤 5분 미만이면 성공이다. 화면이 빠르다."),
];

#[test]
fn a_whole_interview() {
    let mut run = Recording::new(
        "A whole interview",
        "From an idea to a charter and its first register, at a terminal of 90 columns.",
    );
    run.start(&[
        "new",
        "Nurses on night shifts lose 40 minutes copying vital signs from paper, and errors slip in",
    ]);
    run.accept("This is what I understood");
    run.answer_all(1..=3, ENGLISH);
    run.accept("This is the charter");
    run.accept("criteria drafted");
    assert_eq!(run.end(), Some(0));
    run.document("charter.md");
    run.document("criteria.md");
    run.check("whole-interview");
}

#[test]
fn an_interrupted_interview() {
    let mut run = Recording::new(
        "An interview that is interrupted, corrected and resumed",
        "Ctrl-C in the middle of an answer loses only the words of that answer.",
    );
    run.start(&[
        "new",
        "Nurses on night shifts lose 40 minutes copying vital signs from paper, and errors slip in",
    ]);
    run.accept("This is what I understood");
    run.pty().wait_for("question 1 of 3");
    run.answer("They get 30 minutes a night back and make fewer mistakes than on paper.");
    run.pty().wait_for("question 2 of 3");
    run.note("half an answer is typed, then ctrl-c");
    run.pty().send("Vital sig");
    run.see("› Vital sig");
    run.pty().send("\u{3}");
    assert_eq!(run.end(), Some(1));
    run.document("charter.md");
    run.note("A week later:");
    run.start(&[]);
    assert_eq!(run.end(), Some(0));
    run.start(&["interview"]);
    run.pty().wait_for("question 2 of 3");
    run.note("ctrl-b goes back to the earlier answer, which is corrected");
    run.pty().send("\u{2}");
    run.see("› They get 30 minutes");
    run.pty().send("\u{15}");
    run.answer("They get 40 minutes a night back and make fewer mistakes than on paper.");
    run.answer_all(2..=3, ENGLISH);
    run.accept("This is the charter");
    run.accept("criteria drafted");
    assert_eq!(run.end(), Some(0));
    run.document("charter.md");
    run.check("interrupted-interview");
}

#[test]
fn an_interview_in_korean() {
    let mut run = Recording::new(
        "An interview in Korean",
        "The questions are asked in the language of the idea; the answers are judged and kept in it.",
    );
    run.start(&[
        "new",
        "야간 근무 간호사가 활력 징후를 종이에서 옮겨 적느라 매일 40분을 낭비하고 오류가 생긴다",
    ]);
    run.accept("이렇게 이해했습니다");
    run.answer_all(1..=3, KOREAN);
    run.accept("정리한 합의입니다");
    run.accept("만들었습니다");
    assert_eq!(run.end(), Some(0));
    run.document("charter.md");
    run.document("criteria.md");
    run.check("korean-interview");
}

/// What is answered in the deep interview, question by question.
const DEEP: &[&str] = &[
    "A night nurse opens the bed's page, types pulse and pressure, then taps save; the ward list shows it at once.",
    "Entering pulse, pressure and temperature, and the list of the night.",
    "Copying takes under 5 minutes a night, counted over 14 nights; no reading is lost when the network is down.",
];

#[test]
fn a_deep_interview() {
    let mut run = Recording::new(
        "A deep interview without a model",
        "From an idea to a spec and a proposed register: a checklist, each question only where nothing was said. What says nothing is no answer, one question is skipped, an answer is changed.",
    );
    run.start(&[
        "new",
        "--deep",
        "Nurses on night shifts lose 40 minutes copying vital signs from paper, and errors slip in",
    ]);
    run.pty().wait_for("Question 1");
    run.see("ctrl-c: stop");
    run.answer("not sure");
    run.see("it stays open");
    run.note("ctrl-u, and an answer");
    run.pty().send("\u{15}");
    for (number, words) in (1..).zip(DEEP) {
        run.answer(words);
        run.pty().wait_for(&format!("✓ Question {number}"));
        run.see("ctrl-c: stop");
    }
    run.note("ctrl-s: the question is skipped, with a reason");
    run.pty().send("\u{13}");
    run.pty().wait_for("why is it passed over?");
    run.answer("the ward decides that later");
    run.pty().wait_for("– Question 4");
    run.see("ctrl-c: stop");
    run.note("ctrl-b: the answer before; ctrl-u and another one");
    run.pty().send("\u{2}");
    run.pty().wait_for("Question 3 | what you said before");
    run.pty().send("\u{15}");
    run.answer("Copying takes under 4 minutes a night, counted over 14 nights.");
    run.pty().wait_for("✓ Question 3");
    run.see("ctrl-c: stop");
    run.answer("It has to work without network for 8 hours.");
    run.pty().wait_for("✓ Question 5");
    run.see("ctrl-c: stop");
    run.answer("A printer and 4 tablets are there.");
    run.see("What is next?");
    run.answer("1");
    run.see("Keep what you would show a colleague");
    run.note("enter: they are right");
    run.pty().send("\r");
    assert_eq!(run.end(), Some(0));
    run.document("spec.md");
    run.document("criteria.md");
    run.check("deep-interview");
}
