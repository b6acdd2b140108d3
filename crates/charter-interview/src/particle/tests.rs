//! Korean particles by the sound before them.

use super::push;

fn check(word: &str, text: &str, expected: &str) {
    let mut filled = format!("“{word}");
    push(&mut filled, text);
    assert_eq!(filled, format!("“{expected}"), "{word}");
}

#[test]
fn the_particle_follows_the_last_sound() {
    check("주문", "”을(를) 쓴다", "주문”을 쓴다");
    check("지도", "”을(를) 쓴다", "지도”를 쓴다");
    check("검색", "”이(가) 된다", "검색”이 된다");
    check("결제", "”이(가) 된다", "결제”가 된다");
    check("알림", "”은(는) 무엇", "알림”은 무엇");
    check("메모", "”와(과) 같다", "메모”와 같다");
    check("달력", "”와(과) 같다", "달력”과 같다");
    check("메일", "(으)로 보낸다", "메일로 보낸다");
    check("문자", "(으)로 보낸다", "문자로 보낸다");
    check("화면", "(으)로 보낸다", "화면으로 보낸다");
}

#[test]
fn numbers_and_foreign_words_are_heard_as_they_are_read() {
    check("F3", "은(는)", "F3은");
    check("F2", "은(는)", "F2는");
    check("CSV", "을(를)", "CSV를");
    check("login", "을(를)", "login을");
    check("URL", "을(를)", "URL을");
    check("bot", "이(가)", "bot이");
    check("…", "이(가)", "…이(가)");
}
