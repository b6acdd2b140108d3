//! Choosing a mind: the user's own settings, changed in place.
//!
//! Owns what is written with a choice and what goes with the one before. Only a person chooses. Must not
//! ask a mind.

use super::chosen::wire_of;
use crate::app::{App, Caller};
use crate::error::{Error, unread};
use crate::mind_refusal::MindRefusal;
use charter_kernel::{Actor, NextAction};
use charter_mind::{is_plain, shown_url};
use charter_store::{Layer, MindChoice, SettingEdit, edit_settings};
use serde::Serialize;
use std::io;

/// The user's own settings, below their directory.
const FILE: &str = "config.toml";

/// What the user chooses.
#[derive(Debug, Clone)]
pub struct MindOrder {
    pub choice: MindChoice,
    pub model: Option<String>,
    pub base_url: Option<String>,
    pub key_env: Option<String>,
    pub command: Option<String>,
}

/// What was chosen, and where it stands.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChosenReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    /// Who thinks from now on.
    pub r#use: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The server that is asked in place of the service's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// Whether what is sent there can be read on the way.
    pub unencrypted: bool,
    /// The file that says so now.
    pub path: String,
    /// What says otherwise and counts first: a variable, or the project's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overridden_by: Option<String>,
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Writes the user's choice into their own settings; what belonged to another choice goes.
    pub fn choose_mind(&self, caller: &Caller, order: &MindOrder) -> Result<ChosenReport, Error> {
        if let Actor::Agent(_) = &caller.actor {
            return Err(MindRefusal::NeedsPerson(caller.actor.to_string()).into());
        }
        let path = self.user_dir.as_ref().ok_or(MindRefusal::NoHome)?.join(FILE);
        let text = match self.store.read_named(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(err) if err.kind() == io::ErrorKind::NotFound => String::new(),
            Err(err) => return Err(unread(&path)(err).into()),
        };
        // The same choice again keeps what was set for it.
        let is_same = self.config.find_set("mind.use").is_some_and(|it| {
            let is_here = matches!(&it.layer, Layer::File(file, _) if *file == path);
            is_here && it.text == order.choice.word()
        });
        let kept = |given: &Option<String>, key: &str| {
            let before = || self.mind_detail(key).map(str::to_owned).filter(|_| is_same);
            given.clone().or_else(before)
        };
        let model = kept(&order.model, "mind.model");
        let base_url = kept(&order.base_url, "mind.base-url");
        let key_env = kept(&order.key_env, "mind.key-env");
        let command = kept(&order.command, "mind.command");
        check(order.choice, [&model, &base_url, &key_env, &command].map(Option::as_deref))?;
        let edits = [
            ("use", SettingEdit::Set(order.choice.word())),
            ("model", edit(model.as_deref())),
            ("base-url", edit(base_url.as_deref())),
            ("key-env", edit(key_env.as_deref())),
            ("command", edit(command.as_deref())),
        ];
        let shown = self.shown_path(&path);
        let changed = edit_settings(&text, "mind", &edits)
            .map_err(|failure| MindRefusal::Entangled { path: shown.clone(), failure })?;
        if changed != text {
            self.store.write_own(&path, changed.as_bytes())?;
        }
        let over = self.config.find_set("mind.use").filter(|it| match &it.layer {
            Layer::File(file, _) => *file != path,
            Layer::BuiltIn => false,
            Layer::Env(_) | Layer::Flag => true,
        });
        let stays = order.choice.stays_here();
        let (hint, next) = if stays {
            ("see what is chosen", "charter mind")
        } else {
            ("ask it one short question", "charter mind --test")
        };
        Ok(ChosenReport {
            ok: true,
            r#use: order.choice.word(),
            model,
            unencrypted: base_url.as_deref().is_some_and(is_plain),
            base_url: base_url.as_deref().map(shown_url),
            path: shown,
            overridden_by: over.map(|it| format!("{} ({})", it.text, it.layer)),
            next_actions: vec![NextAction::new("mind", hint, next)],
        })
    }
}

fn edit(value: Option<&str>) -> SettingEdit<'_> {
    value.map_or(SettingEdit::Remove, SettingEdit::Set)
}

/// Refuses a choice that could not be asked.
fn check(
    choice: MindChoice,
    [model, base_url, key_env, command]: [Option<&str>; 4],
) -> Result<(), MindRefusal> {
    if wire_of(choice).is_some() && model.is_none_or(|it| it.trim().is_empty()) {
        return Err(MindRefusal::ModelMissing(choice.word()));
    }
    if choice == MindChoice::Command && command.is_none_or(|it| it.trim().is_empty()) {
        return Err(MindRefusal::CommandMissing);
    }
    let accepts = |key: &str, value: &str| {
        let spec = charter_store::SETTINGS.iter().find(|it| it.key == key);
        spec.is_some_and(|it| it.takes_value(value))
    };
    if let Some(url) = base_url.filter(|it| !accepts("mind.base-url", it)) {
        return Err(MindRefusal::NotAnAddress(shown_url(url)));
    }
    // It may be the key itself, so it is not repeated.
    if key_env.is_some_and(|it| !accepts("mind.key-env", it)) {
        return Err(MindRefusal::NotAVariable("--key-env"));
    }
    Ok(())
}
