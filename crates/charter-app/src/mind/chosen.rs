//! From settings to a mind that can be asked.
//!
//! Owns which settings count together, and that nothing is asked which the user did not choose: a
//! project's file never gets this far. Must not ask anything itself.

use crate::app::App;
use charter_mind::{ApiKey, MindFailure, ModelMind, Program, ProgramMind, Wire, WireMind};
use charter_proof::find_program;
use charter_store::{Layer, MindChoice, SettingValue};
use std::ffi::OsStr;

impl App {
    /// Gives the mind that the user chose, ready to be asked; none where the rules or the host think.
    pub(crate) fn chosen_mind(&self) -> Result<Option<ModelMind>, MindFailure> {
        let choice = self.config.mind();
        if let Some(wire) = wire_of(choice) {
            return self.wire_mind(wire, choice).map(Some);
        }
        let model = self.mind_detail("mind.model").map(str::to_owned);
        if let Some(program) = program_of(choice) {
            let name = program.file_name().unwrap_or_default();
            let Some(path) = find_program(name, &self.vars, &self.place.project) else {
                return Err(MindFailure::NotThere(format!("`{name}` isn't in PATH")));
            };
            let argv = vec![path.display().to_string()];
            return Ok(Some(ModelMind::Program(ProgramMind { program, argv, model })));
        }
        if choice != MindChoice::Command {
            return Ok(None);
        }
        let Some(command) = self.mind_detail("mind.command") else {
            return Err(MindFailure::NotThere("no command is set (`mind.command`)".to_owned()));
        };
        // It is the user's own line, with options and all.
        let argv = ["/bin/sh", "-c", command].map(str::to_owned).to_vec();
        Ok(Some(ModelMind::Program(ProgramMind { program: Program::Own, argv, model })))
    }

    fn wire_mind(&self, wire: Wire, choice: MindChoice) -> Result<ModelMind, MindFailure> {
        let Some(model) = self.mind_detail("mind.model") else {
            let word = choice.word();
            let said = format!("no model is chosen; `charter mind use {word} --model NAME`");
            return Err(MindFailure::NotThere(said));
        };
        let base_url = self.mind_detail("mind.base-url").map(str::to_owned);
        let key = self.key_variable(wire).and_then(|it| self.variable(it)).and_then(ApiKey::new);
        // A server of one's own may want none.
        if let (None, None, Some(name)) = (&key, &base_url, self.key_variable(wire)) {
            return Err(MindFailure::NotThere(format!("{name} isn't set")));
        }
        Ok(ModelMind::Wire(WireMind { wire, model: model.to_owned(), base_url, key }))
    }

    /// Gives the variable that holds the key of a service.
    pub(super) fn key_variable(&self, wire: Wire) -> Option<&str> {
        self.mind_detail("mind.key-env").or(wire.key_env())
    }

    /// Gives a setting beside the choice. What a file says belongs to the mind that the file names:
    /// a choice of the environment must not send one service's key to another one's address.
    pub(super) fn mind_detail(&self, key: &str) -> Option<&str> {
        let is_env = |it: &SettingValue| matches!(it.layer, Layer::Env(_));
        let value = self.config.find_set(key).filter(|it| !it.text.is_empty())?;
        let by_env = self.config.find_set("mind.use").is_some_and(is_env);
        (!by_env || is_env(value)).then_some(value.text.as_str())
    }

    pub(super) fn variable(&self, name: &str) -> Option<&str> {
        self.vars.get(OsStr::new(name))?.to_str().filter(|it| !it.trim().is_empty())
    }
}

/// Gives the service behind a choice.
pub(super) fn wire_of(choice: MindChoice) -> Option<Wire> {
    match choice {
        MindChoice::Anthropic => Some(Wire::Anthropic),
        MindChoice::Openai => Some(Wire::Openai),
        MindChoice::Google => Some(Wire::Google),
        MindChoice::Ollama => Some(Wire::Ollama),
        MindChoice::Rules
        | MindChoice::Host
        | MindChoice::Claude
        | MindChoice::Codex
        | MindChoice::Gemini
        | MindChoice::Opencode
        | MindChoice::Pi
        | MindChoice::Command => None,
    }
}

/// Gives the agent's command line behind a choice.
pub(super) fn program_of(choice: MindChoice) -> Option<Program> {
    match choice {
        MindChoice::Claude => Some(Program::Claude),
        MindChoice::Codex => Some(Program::Codex),
        MindChoice::Gemini => Some(Program::Gemini),
        MindChoice::Opencode => Some(Program::Opencode),
        MindChoice::Pi => Some(Program::Pi),
        MindChoice::Rules
        | MindChoice::Host
        | MindChoice::Anthropic
        | MindChoice::Openai
        | MindChoice::Google
        | MindChoice::Ollama
        | MindChoice::Command => None,
    }
}
