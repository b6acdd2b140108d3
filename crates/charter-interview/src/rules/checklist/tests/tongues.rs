//! Honest interviews in every language but English.

use super::super::*;
use super::case::{asked, topics};
use crate::deep::ChecklistTopic;

/// Ideas, and an answer to each topic, in their order.
const INTERVIEWS: [(&str, [&str; 8]); 9] = [
    (
        "eine App zum Ausleihen von Büchern",
        [
            "Man scannt das Buch und wählt dann den Tag, bestätigt und bekommt eine Mail.",
            "Mitarbeiter der Bücherei, heute mit Karteikarten.",
            "Ausleihen und zurückgeben.",
            "Ausleihen dauert unter 20 Sekunden.",
            "Keine Mahngebühren.",
            "Muss ohne Internet laufen.",
            "nichts",
            "Fällt der Scanner aus, tippt man die Nummer.",
        ],
    ),
    (
        "una aplicación para prestar libros",
        [
            "Se escanea el libro, luego se elige el día y se confirma, y llega un correo.",
            "Las bibliotecarias, hoy con fichas.",
            "Prestar y devolver.",
            "Prestar tarda menos de 20 segundos.",
            "Sin multas.",
            "Tiene que funcionar sin internet.",
            "nada",
            "Si falla el escáner, se escribe el número.",
        ],
    ),
    (
        "une application pour prêter des livres",
        [
            "On scanne le livre, puis on choisit le jour et on valide, et un mail part.",
            "Les bibliothécaires, aujourd'hui avec des fiches.",
            "Prêter et rendre.",
            "Prêter prend moins de 20 secondes.",
            "Pas d'amendes.",
            "Doit fonctionner sans internet.",
            "rien",
            "Si le lecteur tombe en panne, on tape le numéro.",
        ],
    ),
    (
        "um aplicativo para emprestar livros",
        [
            "A pessoa escaneia o livro, depois escolhe o dia e confirma, e sai um e-mail.",
            "As bibliotecárias, hoje com fichas.",
            "Emprestar e devolver.",
            "Emprestar leva menos de 20 segundos.",
            "Sem multas.",
            "Deve funcionar sem internet.",
            "nada",
            "Se o leitor falha, digita-se o número.",
        ],
    ),
    (
        "un'applicazione per prestare libri",
        [
            "Si scansiona il libro, poi si sceglie il giorno e si conferma, e parte una mail.",
            "Le bibliotecarie, oggi con schede.",
            "Prestare e restituire.",
            "Prestare richiede meno di 20 secondi.",
            "Niente multe.",
            "Deve funzionare senza internet.",
            "niente",
            "Se il lettore si guasta, si scrive il numero.",
        ],
    ),
    (
        "приложение для выдачи книг",
        [
            "Книгу сканируют, затем выбирают день и подтверждают, уходит письмо.",
            "Библиотекари, сейчас с карточками.",
            "Выдача и возврат книг.",
            "Выдача занимает меньше 20 секунд.",
            "Без штрафов.",
            "Должно работать без интернета.",
            "ничего",
            "Если сканер сломан, номер вводят руками.",
        ],
    ),
    (
        "借书的应用",
        [
            "扫描书，然后选择日期并确认，最后收到邮件。",
            "图书馆员，现在用卡片。",
            "借书和还书。",
            "借一本书不到20秒。",
            "不做罚款。",
            "必须能离线运行。",
            "没有",
            "扫描器坏了就手动输入编号。",
        ],
    ),
    (
        "本を貸し出すアプリ",
        [
            "本を読み取り、次に日付を選んで確認すると、メールが届く。",
            "図書館の職員。今はカードを使う。",
            "本の貸し出しと返却。",
            "貸し出しが20秒以内に終わる。",
            "罰金は扱わない。",
            "オフラインで動くこと。",
            "なし",
            "読み取り機が壊れたら番号を入力する。",
        ],
    ),
    (
        "책을 빌려주는 앱",
        [
            "책을 스캔하고 그다음 날짜를 선택해 확인하면 메일이 간다.",
            "도서관 직원, 지금은 카드로 적는다.",
            "책 대출과 반납.",
            "책 대출이 20초 안에 끝난다.",
            "벌금은 없음.",
            "오프라인에서 동작해야 한다.",
            "없음",
            "스캐너가 고장나면 번호를 입력한다.",
        ],
    ),
];

#[test]
fn honest_interviews_in_ten_languages_end() {
    for (idea, answers) in INTERVIEWS {
        let mut view = asked(idea, &[]);
        while let Some(question) = turn(&view).question {
            let at = ChecklistTopic::ALL.iter().position(|it| Some(*it) == question.topic);
            let answer = at.and_then(|it| answers.get(it)).copied().unwrap_or("none");
            assert!(view.rounds.len() < 9, "{idea}: {:?}", topics(&view));
            view.rounds.push(ChecklistRound {
                number: u32::try_from(view.rounds.len()).unwrap_or_default() + 1,
                topic: question.topic,
                settles: question.settles,
                question: question.text,
                answer: Some(answer.to_owned()),
            });
        }
        let end = turn(&view);
        assert!(end.is_finished(), "{idea}: {:#?}", end.covered);
        let spec = spec(&view);
        assert_eq!(spec.open, [], "{idea}");
        let criteria: Vec<&str> =
            spec.draft.criteria.iter().map(|it| it.statement.as_str()).collect();
        assert_eq!(criteria, [answers[3]], "{idea}");
        assert!(spec.draft.non_goals.iter().any(|it| it.starts_with(answers[4])), "{idea}");
    }
}
