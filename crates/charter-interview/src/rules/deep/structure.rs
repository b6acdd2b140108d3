//! A long answer in parts, sentence by sentence.
//!
//! Owns which part a sentence belongs to. Nothing is added and nothing is put in other words. Must
//! not score.

use super::exclusion;
use super::feature::Features;
use super::lexicon::{Class, SenseLexicon};
use super::text::{padded, sentences, shorten};
use super::view::NeedView;
use crate::deep::{FIELD_CHARS_MAX, Structure};

/// Fulfils the need for a structure.
pub(super) fn draft(lexicon: &SenseLexicon, view: &NeedView) -> Structure {
    let answer = view.current.as_ref().map_or("", |it| it.answer.as_str());
    structure(lexicon, answer)
}

fn structure(lexicon: &SenseLexicon, answer: &str) -> Structure {
    let mut structure = Structure::default();
    let (mut decision, mut reasoning) = (Vec::new(), Vec::new());
    for sentence in sentences(answer) {
        let parted = exclusion::part(lexicon, sentence);
        structure.out_of_scope.extend(parted.out);
        let Some(sentence) = parted.kept else { continue };
        let line = padded(&sentence);
        let features = Features::read(lexicon, &sentence);
        if lexicon.has(Class::Reason, &line) {
            reasoning.push(sentence);
        } else if !features.bounds.is_empty() || !features.measures.is_empty() {
            structure.constraints.push(sentence);
        } else if features.settings.len() > 1 {
            structure.context.push(sentence);
        } else {
            decision.push(sentence);
        }
    }
    structure.decision = joined(&decision);
    structure.reasoning = joined(&reasoning);
    if structure.decision.is_empty() {
        // Something has to be the decision: the first thing that was said.
        let first = sentences(answer).into_iter().next().unwrap_or(answer).to_owned();
        let lists =
            [&mut structure.constraints, &mut structure.out_of_scope, &mut structure.context];
        for list in lists {
            if list.len() > 1 {
                list.retain(|it| *it != first);
            }
        }
        structure.decision = shorten(&first, FIELD_CHARS_MAX);
    }
    structure
}

fn joined(sentences: &[String]) -> String {
    shorten(&sentences.join(". ").replace("。.", "。"), FIELD_CHARS_MAX - 1)
}
