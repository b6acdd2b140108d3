//! Plain keywords, the floor that a mind has to beat.

/// The words that a first idea of each topic would look for.
const WORDS: [&[&str]; 5] = [
    &[
        "problem",
        "pain",
        "issue",
        "challenge",
        "struggle",
        "difficult",
        "lack",
        "waste",
        "问题",
        "痛点",
        "문제",
    ],
    &[
        "user",
        "customer",
        "audience",
        "persona",
        "stakeholder",
        "client",
        "student",
        "admin",
        "用户",
        "사용자",
    ],
    &[
        "value", "benefit", "so that", "help", "faster", "better", "easier", "reduce", "improve",
        "without",
    ],
    &[
        "scope",
        "mvp",
        "only",
        "phase",
        "feature",
        "non-goal",
        "first version",
        "v1",
        "won't",
        "范围",
        "범위",
    ],
    &["success", "metric", "kpi", "measure", "goal", "target", "%", "目标", "목표", "成功", "성공"],
];

/// Tells which topics a text has a keyword of.
pub(crate) fn judge(text: &str) -> [bool; 5] {
    let lower = text.to_lowercase();
    WORDS.map(|words| words.iter().any(|word| lower.contains(word)))
}
