//! Pairs of statements: what is a contradiction, and what only sounds like one.

use super::super::*;
use crate::Tongue;
use crate::deep::ChecklistTopic;
use crate::deep::ChecklistTopic::{Existing, FirstVersion, LeftOut, Limits, Steps, Success, Users};

/// An answer in a round about a topic; none for the idea.
type Said = (Option<ChecklistTopic>, &'static str);

fn n_clashes(first: Said, second: Said) -> usize {
    let mut view = ChecklistView {
        idea: if first.0.is_none() { first.1.to_owned() } else { "a plan".to_owned() },
        tongue: Tongue::of_text(first.1),
        codebase: None,
        rounds: Vec::new(),
    };
    let rounds = [first, second].into_iter().filter(|it| it.0.is_some()).enumerate();
    view.rounds.extend(rounds.map(|(idx, (topic, answer))| ChecklistRound {
        number: u32::try_from(idx).unwrap_or_default() + 1,
        topic,
        settles: None,
        question: "?".to_owned(),
        answer: Some(answer.to_owned()),
    }));
    turn(&view).clashes.len()
}

fn check(expected: usize, pairs: &[(Said, Said)]) {
    let wrong: Vec<_> = pairs.iter().filter(|it| n_clashes(it.0, it.1) != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const fn said(topic: ChecklistTopic, text: &'static str) -> Said {
    (Some(topic), text)
}

#[test]
fn two_values_of_one_thing_are_a_contradiction() {
    check(
        1,
        &[
            (
                said(Limits, "A booking can be cancelled up to 24 hours before the appointment."),
                said(
                    FirstVersion,
                    "People can cancel a booking until 2 hours before the appointment.",
                ),
            ),
            (
                said(Limits, "The search answers within 2 seconds."),
                said(Success, "The search answers within 500 ms."),
            ),
            (said(Limits, "The budget is 5000 euros."), said(FirstVersion, "Budget: 8,000 €")),
            (
                said(Limits, "Uploads are limited to at most 20 MB."),
                said(FirstVersion, "Uploads limited to at most 5 MB."),
            ),
            (
                said(Steps, "The report is sent three times per week."),
                said(FirstVersion, "The report is sent 5 times per week."),
            ),
            (
                said(Limits, "Backups must be kept at least 90 days."),
                said(Success, "Backups must be kept at most 30 days."),
            ),
            (
                said(Limits, "Die Suche antwortet in höchstens 2 Sekunden."),
                said(Success, "Die Suche antwortet in höchstens 5 Sekunden."),
            ),
            (
                said(Limits, "La búsqueda responde en menos de 2 segundos."),
                said(Success, "La búsqueda responde en menos de 10 segundos."),
            ),
            (
                said(Limits, "La recherche répond en moins de 2 secondes."),
                said(Success, "La recherche répond en moins de 10 secondes."),
            ),
            (
                said(Limits, "A busca responde em menos de 2 segundos."),
                said(Success, "A busca responde em menos de 10 segundos."),
            ),
            (
                said(Limits, "La ricerca risponde in meno di 2 secondi."),
                said(Success, "La ricerca risponde in meno di 10 secondi."),
            ),
            (
                said(Limits, "Поиск отвечает не более чем за 2 секунды."),
                said(Success, "Поиск отвечает не более чем за 10 секунд."),
            ),
            (said(Limits, "搜索最多2秒返回结果。"), said(Success, "搜索最多5秒返回结果。")),
            (said(Limits, "検索は最大2秒で返る。"), said(Success, "検索は最大5秒で返る。")),
            (said(Steps, "알림은 하루 3번 보낸다"), said(FirstVersion, "알림은 하루 1번 보낸다")),
        ],
    );
}

#[test]
fn what_is_taken_back_is_a_contradiction() {
    check(
        1,
        &[
            (said(FirstVersion, "Reservations, fines"), said(LeftOut, "Fines")),
            (said(FirstVersion, "Card payments"), said(LeftOut, "No card payments.")),
            (
                said(FirstVersion, "A desktop app."),
                said(Limits, "Actually, scrap the desktop app."),
            ),
            (
                said(Limits, "Nurses must sign in with a password."),
                said(FirstVersion, "Nurses must not sign in with a password."),
            ),
            (said(FirstVersion, "Kartenzahlung"), said(LeftOut, "Keine Kartenzahlung")),
            (said(FirstVersion, "Pagos con tarjeta"), said(LeftOut, "Sin pagos con tarjeta")),
            (said(FirstVersion, "Paiement par carte"), said(LeftOut, "Pas de paiement par carte")),
            (said(FirstVersion, "Pagamento com cartão"), said(LeftOut, "Sem pagamento com cartão")),
            (
                said(FirstVersion, "Pagamenti con carta"),
                said(LeftOut, "Niente pagamenti con carta"),
            ),
            (said(FirstVersion, "Оплата картой"), said(LeftOut, "Без оплаты картой")),
            (said(FirstVersion, "支持信用卡支付"), said(LeftOut, "不支持信用卡支付")),
            (said(FirstVersion, "カード決済"), said(LeftOut, "カード決済はしない")),
            (said(FirstVersion, "카드 결제"), said(LeftOut, "카드 결제 제외")),
        ],
    );
}

#[test]
fn what_can_both_hold_is_none() {
    check(
        0,
        &[
            // How it is, and how it is to be.
            (
                (None, "Lending a book takes 40 minutes."),
                said(Success, "Lending a book takes 5 minutes."),
            ),
            (
                (None, "Lending takes 40 minutes today"),
                said(Limits, "Lending takes at most 5 minutes"),
            ),
            ((None, "Members can't renew books."), said(Steps, "Members can renew books.")),
            ((None, "Readings get lost."), said(Success, "Readings must not get lost.")),
            (said(Users, "They write index cards."), said(LeftOut, "Index cards")),
            // Another subject.
            (
                said(Limits, "Search on the phone answers within 2 s."),
                said(Success, "Search on the desktop answers within 1 s."),
            ),
            (
                said(Limits, "The list loads within 2 s."),
                said(Success, "The detail page loads within 5 s."),
            ),
            (
                said(FirstVersion, "10 users in the first month"),
                said(Success, "100 users in the second month"),
            ),
            (said(Limits, "10 orders per day"), said(Success, "70 orders per week")),
            (said(Limits, "No personal data in logs"), said(FirstVersion, "Personal profile")),
            // The same value in other units.
            (
                said(Limits, "The search answers within 2 seconds."),
                said(Success, "The search answers within 2000 ms."),
            ),
            (
                said(Limits, "Notes are kept 7 days."),
                said(FirstVersion, "Notes are kept one week."),
            ),
            // Bounds that leave room for each other.
            (
                said(Limits, "At least 1 photo per report"),
                said(FirstVersion, "At most 5 photos per report"),
            ),
            (
                said(Limits, "Onboarding collects at least 1 photo"),
                said(Steps, "Onboarding collects five photos"),
            ),
            // A case, a phase, a sort of user.
            (said(FirstVersion, "Payments"), said(LeftOut, "Payments in phase 2")),
            (said(Limits, "Guests need no login"), said(FirstVersion, "Admins need a login")),
            (said(Existing, "If offline, retry after 5 s."), said(Steps, "Retry after 10 s.")),
            // Negation that denies nothing.
            (said(Limits, "Not only nurses enter data"), said(Steps, "Nurses enter data")),
            (said(Limits, "No more than 5 mails per day"), said(FirstVersion, "5 mails per day")),
            (said(Limits, "Users don't have to register"), said(Steps, "Users can register")),
            // What would be a failure.
            (said(Success, "A failure would be: data loss."), said(LeftOut, "No data loss")),
            // Looks opposed, is not.
            (said(LeftOut, "Voice output"), said(FirstVersion, "Voice input")),
            (
                said(LeftOut, "Der Nutzer darf nichts löschen."),
                said(FirstVersion, "Der Nutzer darf Einträge ändern."),
            ),
            (
                said(LeftOut, "Sin registro de invitados"),
                said(FirstVersion, "Registro de empleados"),
            ),
            (said(LeftOut, "Pas d'export PDF"), said(FirstVersion, "Export CSV")),
            (said(LeftOut, "Без экспорта в PDF"), said(FirstVersion, "Экспорт в CSV")),
            (said(LeftOut, "不做语音输出"), said(FirstVersion, "支持语音输入")),
            (said(LeftOut, "音声出力はしない"), said(FirstVersion, "音声入力")),
            (said(LeftOut, "음성 출력 제외"), said(FirstVersion, "음성 입력")),
            (said(Limits, "搜索最多2秒"), said(Success, "导出最多5秒")),
        ],
    );
}
