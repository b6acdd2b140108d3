//! Whether an idea is about something that is there already.
//!
//! Owns the words that tell. Must not know files.

use crate::wordlist::holds;

/// Words that speak of changing what is there; whole words where a script has blanks.
const WORDS: &str = "add adds adding alter change changes convert existing extend extends \
    fix improve integrate migrate modify optimise optimize port redesign refactor remove \
    rename replace rework rewrite speed support update upgrade ändern anpassen beheben \
    bestehende bestehenden ergänzen erweitern ersetzen umbauen umstellen verbessern añadir \
    agregar ampliar arreglar cambiar corregir existente mejorar migrar modificar reemplazar";

/// The same in scripts without blanks.
const PARTS: &str = "기존 추가 수정 변경 개선 교체 확장 현재 现有 修改 添加 增加 改进 重构 替换 扩展 既存 追加 変更 修正 改善 拡張 移行";

/// Tells whether an idea speaks of changing something that is there.
#[must_use]
pub fn talks_of_change(idea: &str) -> bool {
    let lower = idea.to_lowercase();
    let mut words = lower.split(|it: char| !it.is_alphanumeric());
    words.any(|it| holds(WORDS, it)) || PARTS.split_whitespace().any(|it| idea.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changing_is_told_from_making() {
        for idea in ["Add rate limiting", "기존 화면을 개선한다", "Die Suche erweitern", "重构登录"]
        {
            assert!(talks_of_change(idea), "{idea}");
        }
        for idea in ["A todo app for cats", "Nurses lose 40 minutes a night", "고양이 앱"] {
            assert!(!talks_of_change(idea), "{idea}");
        }
    }
}
