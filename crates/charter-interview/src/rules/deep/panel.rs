//! What other points of view say, as far as that needs no thought.
//!
//! Owns the texts of the personas: each looks at what is least clear through its own lens. Must not
//! change anything.

use super::bank::{Bank, TextKey};
use super::view::NeedView;
use crate::deep::{Confidence, Dimension, PanelFinding, Persona, Units};

/// Fulfils the need for a panel.
pub(super) fn review(bank: &Bank, view: &NeedView) -> Result<Vec<PanelFinding>, String> {
    let about = view.current.as_ref().map(|it| (it.target.component.clone(), it.target.dimension));
    let weakest = view.weakest().map(|(part, dimension, _)| (part.id.clone(), dimension));
    let Some((component, dimension)) = about.or(weakest) else {
        return Err("no component is there to look at".to_owned());
    };
    let asked = view.brief.personas.clone().filter(|it| !it.is_empty());
    let personas = asked.unwrap_or_else(|| vec![Persona::Simplifier]);
    let findings = personas
        .into_iter()
        .enumerate()
        .map(|(idx, persona)| finding(bank, view, persona, idx, (&component, dimension)));
    Ok(findings.collect())
}

fn finding(
    bank: &Bank,
    view: &NeedView,
    persona: Persona,
    idx: usize,
    (component, dimension): (&str, Dimension),
) -> PanelFinding {
    let clarity = view.clarity_of(component, dimension).unwrap_or_default();
    let percent = Units::new(clarity).to_percent();
    let dimension_name = bank.name(dimension);
    let slots = [
        ("component", view.name_of(component)),
        ("dimension", dimension_name.as_str()),
        ("percent", percent.as_str()),
    ];
    let key = if view.brief.ontology == Some(true) {
        TextKey::PanelCore
    } else {
        TextKey::Panel(persona)
    };
    PanelFinding {
        persona,
        finding: bank.say(key, 0, &slots),
        rationale: vec![bank.say(TextKey::PanelRationale, 0, &slots)],
        options: vec![bank.say(TextKey::Option(dimension), idx, &[])],
        confidence: Confidence::Low,
    }
}
