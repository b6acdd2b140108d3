//! The sessions of the protocol over HTTP, and which one gives way.
//!
//! Owns how many there are and how long an idle one lives. A greeting costs a client nothing and the
//! server tens of kilobytes, so that one too many ends another: the oldest that did nothing but
//! greet, as long as those are many, and else the one whose last request is longest ago. Whose
//! session is gone is told so by the protocol (404) and greets again. Must not know messages.

use rmcp::transport::streamable_http_server::session::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most sessions: each agent of a team has one, and each takes tens of kilobytes.
const SESSIONS_MAX: usize = 256;

/// How many of them may be newcomers before those that are in use give way.
const NEWCOMERS_MAX: usize = SESSIONS_MAX / 2;

/// The requests of a newcomer: it says that it is ready, and that is all.
const NEWCOMER_REQUESTS: u64 = 1;

/// How long an idle session lives: longer than a user may think about a form.
const IDLE_TIME: Duration = Duration::from_secs(60 * 60);

/// How long the answer to a request that was cancelled or cut off is kept for whoever asks again.
const ANSWER_KEPT: Duration = Duration::from_secs(10);

/// The sessions.
#[derive(Debug)]
pub(crate) struct Sessions {
    /// Where they live.
    pub(crate) manager: Arc<LocalSessionManager>,
    table: Mutex<SessionTable>,
}

#[derive(Debug, Default)]
struct SessionTable {
    last: u64,
    rows: HashMap<String, SessionRow>,
}

#[derive(Debug)]
struct SessionRow {
    n_requests: u64,
    /// A count of requests, instead of a time.
    last: u64,
}

impl Sessions {
    pub(crate) fn new() -> Self {
        let mut config = SessionConfig::default();
        config.keep_alive = Some(IDLE_TIME);
        config.completed_cache_ttl = ANSWER_KEPT;
        let mut manager = LocalSessionManager::default();
        manager.session_config = config;
        Self { manager: Arc::new(manager), table: Mutex::default() }
    }

    /// Makes room for a session that may begin.
    pub(crate) async fn make_room(&self) {
        let live = self.manager.sessions.read().await;
        if live.len() < SESSIONS_MAX {
            return;
        }
        // A client that went away while it was greeted has a session that nobody remembered.
        self.table().adopt(live.keys().map(AsRef::as_ref));
        drop(live);
        loop {
            let Some(id) = self.table().take_dispensable() else { break };
            // Where it does not end by itself it is gone from the table of sessions all the same.
            let _ = self.manager.close_session(&id.into()).await;
        }
    }

    /// Remembers a session that began.
    pub(crate) fn begin(&self, id: &str) {
        let mut table = self.table();
        let last = table.count();
        table.rows.insert(id.to_owned(), SessionRow { n_requests: 0, last });
    }

    /// Remembers that a session made a request.
    pub(crate) fn touch(&self, id: &str) {
        let mut table = self.table();
        let last = table.count();
        if let Some(row) = table.rows.get_mut(id) {
            (row.n_requests, row.last) = (row.n_requests + 1, last);
        }
    }

    fn table(&self) -> MutexGuard<'_, SessionTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionTable {
    fn count(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Takes over what there is: what ended is forgotten, what is not known is new.
    fn adopt<'a>(&mut self, live: impl Iterator<Item = &'a str>) {
        let mut rows = HashMap::new();
        for id in live {
            let row = self.rows.remove(id);
            let row = row.unwrap_or_else(|| SessionRow { n_requests: 0, last: self.count() });
            rows.insert(id.to_owned(), row);
        }
        self.rows = rows;
    }

    /// Takes out the session that gives way, while there are too many.
    fn take_dispensable(&mut self) -> Option<String> {
        if self.rows.len() < SESSIONS_MAX {
            return None;
        }
        let is_newcomer = |it: &SessionRow| it.n_requests <= NEWCOMER_REQUESTS;
        let n_newcomers = self.rows.values().filter(|it| is_newcomer(it)).count();
        let of_newcomers = n_newcomers > NEWCOMERS_MAX;
        let rows = self.rows.iter().filter(|(_, it)| is_newcomer(it) == of_newcomers);
        let id = rows.min_by_key(|(_, it)| it.last).map(|(id, _)| id.clone())?;
        self.rows.remove(&id).map(|_| id)
    }
}

#[cfg(test)]
mod tests {
    use super::{SESSIONS_MAX, Sessions};

    #[test]
    fn a_session_in_use_outlives_any_number_of_greetings() {
        let sessions = Sessions::new();
        sessions.begin("used");
        sessions.touch("used");
        sessions.touch("used");
        for n in 0..20_000 {
            if let Some(id) = sessions.table().take_dispensable() {
                assert_ne!(id, "used");
            }
            sessions.begin(&format!("greeting-{n}"));
        }
        assert_eq!(sessions.table().rows.len(), SESSIONS_MAX);
        assert!(sessions.table().rows.contains_key("greeting-19999"));
    }

    #[test]
    fn of_many_in_use_the_one_gives_way_that_asked_longest_ago() {
        let sessions = Sessions::new();
        let ids: Vec<String> = (0..SESSIONS_MAX).map(|n| n.to_string()).collect();
        for id in &ids {
            sessions.begin(id);
            sessions.touch(id);
            sessions.touch(id);
        }
        sessions.touch("0");
        assert_eq!(sessions.table().take_dispensable().as_deref(), Some("1"));
        assert_eq!(sessions.table().take_dispensable(), None);
    }

    #[test]
    fn what_ended_is_forgotten_and_what_nobody_remembered_is_taken_over() {
        let sessions = Sessions::new();
        ["ended", "live"].into_iter().for_each(|it| sessions.begin(it));
        sessions.table().adopt(["live", "lost"].into_iter());
        let mut ids: Vec<String> = sessions.table().rows.keys().cloned().collect();
        ids.sort();
        assert_eq!(ids, ["live", "lost"]);
    }
}
