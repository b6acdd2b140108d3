//! The sections of a charter, and which one a heading names in the words that people use for it.
//!
//! Owns the names of the sections in several languages and what is not one although it sounds like
//! one: an opposite (`Out of Scope`), a longer phrase (`User Satisfaction`). Must not know what
//! stands under a heading.

/// The sections of a charter that the engine knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SectionKey {
    /// What the work is for.
    Objective,
    /// The problem and why now.
    Problem,
    Users,
    /// What they get out of it.
    Value,
    /// What is in and what is out.
    Scope,
    Success,
    /// What nobody may do along the way.
    Boundaries,
    /// The project's commands, `key: value`.
    Commands,
    /// The running interview.
    ScratchPad,
}

/// The names of each section beside the one that the engine writes, lower-case; `|` stands between
/// two.
const NAMES: &[(SectionKey, &str)] = &[
    (
        SectionKey::Objective,
        "objective|vision|mission|purpose|project purpose|goal|goals|objectives|ziel|ziele|\
         objetivo|objetivos|objetivo general|objectif|objectifs|tujuan|목표|비전|목적|目的|目标|目標|愿景",
    ),
    (
        SectionKey::Problem,
        "problem|problems|problem context|problem statement|problem definition|the problem|\
         context|background|motivation|pain points|why|why now|problemstellung|hintergrund|\
         kontext|warum es existiert|problema|problemas|contexto|problème|contexte|\
         latar belakang|konteks|konteks proyek|masalah|문제|문제 정의|배경|해결할 문제|課題|\
         背景|問題|問題定義|问题|问题定义|痛点|项目背景|專案背景",
    ),
    (
        SectionKey::Users,
        "users|user|target users|target user|main users|primary users|end users|\
         target audience|audience|customers|target customers|personas|user personas|\
         who it is for|who is it for|zielgruppe|zielgruppen|nutzer|benutzer|anwender|\
         usuarios|usuarios finales|usuarios objetivo|público objetivo|utilisateurs|\
         utilisateurs cibles|public cible|pengguna|target pengguna|사용자|주요 사용자|\
         대상 사용자|타겟 사용자|타깃 사용자|목표 사용자|ユーザー|対象ユーザー|\
         ターゲットユーザー|利用者|用户|目标用户|用戶|目標用戶|目標使用者",
    ),
    (
        SectionKey::Value,
        "value|value proposition|unique value proposition|value prop|business rationale|\
         business value|business purpose|rationale|benefits|nutzen|mehrwert|\
         wertversprechen|propuesta de valor|justificación del negocio|justificación|\
         beneficios|proposta de valor|proposition de valeur|bénéfices|nilai|manfaat|가치|\
         가치 제안|핵심 가치|기대 효과|価値|提供価値|価値提案|价值|价值主张|核心价值|價值|價值主張",
    ),
    (
        SectionKey::Scope,
        "scope|scope guardrails|scope and constraints|in scope|project scope|product scope|\
         mvp scope|initial scope|scope guardrail|umfang|projektumfang|alcance|\
         alcance del proyecto|incluido en el alcance|escopo|périmètre|portée|\
         ruang lingkup|cakupan|범위|초기 범위|프로젝트 범위|範囲|スコープ|范围|项目范围|範圍",
    ),
    (
        SectionKey::Success,
        "success|success criteria|success criterion|success metrics|success metric|metrics|\
         key metrics|kpi|kpis|acceptance criteria|definition of done|measures of success|\
         erfolgskriterien|erfolg|criterios de éxito|métricas de éxito|critérios de sucesso|\
         critères de succès|indicateurs de succès|kriteria keberhasilan|kriteria sukses|\
         metrik keberhasilan|성공 기준|성공 지표|완료 기준|成功基準|成功指標|成功标准|成功指标|\
         成功標準|验收标准",
    ),
    (SectionKey::Boundaries, "mission boundaries|boundaries"),
    (SectionKey::Commands, "commands"),
];

impl SectionKey {
    /// Every section, in the order of a new charter.
    pub const ALL: [Self; 9] = [
        Self::Objective,
        Self::Problem,
        Self::Users,
        Self::Value,
        Self::Scope,
        Self::Success,
        Self::Boundaries,
        Self::Commands,
        Self::ScratchPad,
    ];

    /// Gives the heading that the engine writes.
    #[must_use]
    pub fn heading(self) -> &'static str {
        match self {
            Self::Objective => "Objective",
            Self::Problem => "Problem & Context",
            Self::Users => "Target Users",
            Self::Value => "Business Rationale",
            Self::Scope => "Scope Guardrails",
            Self::Success => "Success Criteria",
            Self::Boundaries => "Mission Boundaries",
            Self::Commands => "Commands",
            Self::ScratchPad => "Scratch Pad",
        }
    }

    /// Finds the section that a heading names, in any of the words that people use for it.
    pub(super) fn of_heading(title: &str) -> Option<Self> {
        // A pad is written by the engine, and only its exact heading is one.
        if title == Self::ScratchPad.heading() {
            return Some(Self::ScratchPad);
        }
        let title = normal(title);
        find(&title).or_else(|| {
            // `Problem & Context`, `Scope / Deliverables`: the first of two things names the section.
            let (first, _) = title.split_once(" & ").or_else(|| title.split_once(" / "))?;
            find(first.trim())
        })
    }
}

fn find(title: &str) -> Option<SectionKey> {
    let is_named = |names: &str| names.split('|').any(|name| name.trim() == title);
    NAMES.iter().find(|(_, names)| is_named(names)).map(|(key, _)| *key)
}

/// Takes off what people put around a name: a number, a symbol, brackets, a colon.
fn normal(title: &str) -> String {
    let bare = title.split(['(', '（', '[', '—', '–', ':', '：']).next().unwrap_or(title);
    let bare = without_number(bare.trim());
    let words: String = bare
        .chars()
        .map(|it| if it.is_alphanumeric() || "&/'-’".contains(it) { it } else { ' ' })
        .collect();
    let words = words.split_whitespace().map(|word| match word {
        "and" | "und" | "y" | "e" | "et" | "dan" => "&".to_owned(),
        other => other.to_lowercase(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Takes off `1.`, `2.3`, `IV.` and `二、`, but not a word that happens to start with a digit.
fn without_number(title: &str) -> &str {
    let is_mark = |it: char| matches!(it, '.' | ')' | '、' | '．' | ' ');
    let is_number = |it: char| it.is_ascii_digit() || "IVXivx一二三四五六七八九十".contains(it);
    let Some(end) = title.find(is_mark) else { return title };
    let (number, rest) = title.split_at(end);
    let is_numbered = !number.is_empty()
        && number.chars().all(is_number)
        && (number.chars().all(|it| it.is_ascii_digit()) || !rest.starts_with(' '));
    if !is_numbered {
        return title;
    }
    without_number(rest.trim_start_matches(is_mark))
}

#[cfg(test)]
mod tests;
