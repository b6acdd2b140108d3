//! The words that open a block in Gherkin, in the languages that it is written in most.
//!
//! Owns the keywords. Steps need none: whatever stands in a scenario belongs to it. Must not know
//! what a block means for a register.

/// A block of a feature file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FeatureBlock {
    Feature,
    Rule,
    Background,
    Scenario,
    Examples,
}

/// The keywords; `|` stands between two. A longer one stands before the one that it starts with.
const KEYWORDS: &[(FeatureBlock, &str)] = &[
    (
        FeatureBlock::Feature,
        "Feature|Business Need|Ability|Funktionalität|Funktion|Característica|Requisito|\
         Fonctionnalité|Funcionalidade|Funzionalità|Functionaliteit|機能|フィーチャ|기능|功能|\
         Функция|Функциональность|Функционал",
    ),
    (FeatureBlock::Rule, "Rule|Regel|Regla|Règle|Regra|Regola|ルール|규칙|规则|Правило"),
    (
        FeatureBlock::Background,
        "Background|Hintergrund|Grundlage|Voraussetzungen|Vorbedingungen|Antecedentes|Contexte|\
         Contexto|Contesto|Achtergrond|背景|배경|Предыстория|Контекст",
    ),
    (
        FeatureBlock::Scenario,
        "Scenario Outline|Scenario Template|Scenario|Example|Szenariogrundriss|Szenarien|Szenario|\
         Beispiel|Esquema del escenario|Escenario|Ejemplo|Plan du scénario|Plan du Scénario|Scénario|\
         Exemple|Esquema do Cenário|Delineação do Cenário|Cenário|Exemplo|Schema dello scenario|\
         Esempio|Abstract Scenario|Voorbeeld|シナリオアウトライン|シナリオテンプレート|シナリオ|\
         시나리오 개요|시나리오|场景大纲|剧本大纲|场景|剧本|Структура сценария|Шаблон сценария|\
         Сценарий|Пример",
    ),
    (
        FeatureBlock::Examples,
        "Examples|Scenarios|Beispiele|Ejemplos|Exemples|Exemplos|Cenários|Esempi|Voorbeelden|サンプル|\
         例|예|例子|Примеры",
    ),
];

/// Tells which block a line opens, and what it is called.
pub(super) fn opens(line: &str) -> Option<(FeatureBlock, &str)> {
    let (keyword, title) = line.split_once(':')?;
    let is_named = |words: &str| words.split('|').any(|it| it.trim() == keyword);
    let (block, _) = KEYWORDS.iter().find(|(_, words)| is_named(words))?;
    Some((*block, title.trim()))
}
