//! How little ambiguity is little enough, and who said so.
//!
//! Owns the order in which the threshold is looked for and the first line of an interview. Must not
//! read settings: they come in as text with the name of their source.

use super::Units;
use crate::InterviewRefusal;
use serde::{Deserialize, Serialize};

/// The threshold where nobody says anything.
pub const THRESHOLD_DEFAULT: Units = Units::new(500);

/// A threshold with its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Threshold {
    /// The most ambiguity that counts as ready.
    pub units: Units,
    /// Who said so: `flag:--threshold`, the name of a settings file, `default`.
    pub source: String,
}

impl Threshold {
    /// Gives the first line that a user of the interview sees.
    #[must_use]
    pub fn first_line(&self) -> String {
        let (percent, source) = (self.units.to_percent(), &self.source);
        format!("Deep Interview threshold: {percent} (source: {source})")
    }
}

/// How thorough an interview is to be, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// 0.6.
    Quick,
    /// 0.5.
    Standard,
    /// 0.35.
    Deep,
}

impl Profile {
    pub const ALL: [Self; 3] = [Self::Quick, Self::Standard, Self::Deep];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Deep => "deep",
        }
    }

    #[must_use]
    pub fn units(self) -> Units {
        match self {
            Self::Quick => Units::new(6000),
            Self::Standard => Units::new(5000),
            Self::Deep => Units::new(3500),
        }
    }
}

/// A setting as text, with the name of where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub text: String,
    /// Where it stands.
    pub source: String,
}

/// Everywhere a threshold can come from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layers {
    /// What the caller said now.
    pub flag: Option<String>,
    /// What the interview was begun with.
    pub stored: Option<Threshold>,
    /// What the project's settings say.
    pub project: Option<Setting>,
    /// What the user's settings say.
    pub user: Option<Setting>,
    /// How thorough the caller wants it.
    pub profile: Option<Profile>,
}

/// Finds the threshold. Settings that make no sense are passed over; a flag that makes none is
/// refused.
pub fn resolve(layers: &Layers) -> Result<Threshold, InterviewRefusal> {
    if let Some(text) = &layers.flag {
        let units = parse(text).ok_or_else(|| InterviewRefusal::ThresholdUnusable(text.clone()))?;
        return Ok(Threshold { units, source: "flag:--threshold".to_owned() });
    }
    if let Some(stored) = &layers.stored {
        return Ok(stored.clone());
    }
    let settings = [&layers.project, &layers.user].into_iter().flatten();
    let usable = settings.filter_map(|it| {
        let source = it.source.clone();
        parse(&it.text).map(|units| Threshold { units, source })
    });
    let profile = layers
        .profile
        .map(|it| Threshold { units: it.units(), source: format!("flag:--profile {}", it.word()) });
    let fallback = Threshold { units: THRESHOLD_DEFAULT, source: "default".to_owned() };
    Ok(usable.into_iter().next().or(profile).unwrap_or(fallback))
}

fn parse(text: &str) -> Option<Units> {
    Units::parse(text.trim()).filter(|it| *it > Units::ZERO)
}
