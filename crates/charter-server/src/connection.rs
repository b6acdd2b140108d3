//! The connections that are open, and which one gives way.
//!
//! Owns how many there are of each sort. Where one too many comes, the oldest of its sort goes and
//! the newcomer stays: whoever only holds connections open holds none for long, and whoever has
//! something to ask is heard. Must not know sockets or messages.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The most connections: an agent has one or two, and a process may have 256 open files on some
/// systems, of which the work itself needs a few dozen.
const CONNECTIONS_MAX: usize = 128;

/// The most requests that are being answered; one that gives way goes on, unheard.
const ANSWERS_MAX: usize = 64;

/// The most streams that stay open for what the server may have to say; one per client is usual.
const STREAMS_MAX: usize = 32;

/// The most bytes of requests that are not complete yet, together.
const PARTS_BYTES_MAX: usize = 32 * 1024 * 1024;

/// What a connection is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConnectionPhase {
    /// No whole request has come from somebody who is let in.
    Waiting,
    Answering,
    Streaming,
}

/// The connections that are open.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    table: Mutex<ConnectionTable>,
}

#[derive(Debug, Default)]
struct ConnectionTable {
    last: u64,
    rows: BTreeMap<u64, ConnectionRow>,
}

#[derive(Debug)]
struct ConnectionRow {
    phase: ConnectionPhase,
    /// A count of changes, instead of a time.
    since: u64,
    n_bytes: usize,
    end: Arc<Notify>,
}

/// The place of one connection; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPlace {
    connections: Arc<Connections>,
    number: u64,
    end: Arc<Notify>,
}

impl Connections {
    /// Gives a new connection a place.
    pub(crate) fn admit(self: &Arc<Self>) -> ConnectionPlace {
        let mut table = self.table();
        while table.rows.len() >= CONNECTIONS_MAX && table.drop_oldest() {}
        let number = table.count();
        let end = Arc::new(Notify::new());
        let row = ConnectionRow {
            phase: ConnectionPhase::Waiting,
            since: number,
            n_bytes: 0,
            end: end.clone(),
        };
        table.rows.insert(number, row);
        ConnectionPlace { connections: self.clone(), number, end }
    }

    /// Ends the oldest connection, where the system has no room for another one.
    pub(crate) fn give_way(&self) {
        self.table().drop_oldest();
    }

    fn table(&self) -> MutexGuard<'_, ConnectionTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionTable {
    fn count(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Ends the connection that has waited longest; where none waits, the oldest stream.
    fn drop_oldest(&mut self) -> bool {
        [ConnectionPhase::Waiting, ConnectionPhase::Streaming, ConnectionPhase::Answering]
            .into_iter()
            .any(|it| self.drop_one(it))
    }

    fn drop_one(&mut self, phase: ConnectionPhase) -> bool {
        let rows = self.rows.iter().filter(|(_, it)| it.phase == phase);
        let oldest = rows.min_by_key(|(_, it)| it.since).map(|(number, _)| *number);
        oldest.is_some_and(|it| self.end(it))
    }

    fn end(&mut self, number: u64) -> bool {
        let row = self.rows.remove(&number);
        row.inspect(|it| it.end.notify_one()).is_some()
    }
}

impl ConnectionPlace {
    /// Says what the connection is doing now.
    pub(crate) fn enter(&self, phase: ConnectionPhase) {
        let mut table = self.connections.table();
        let since = table.count();
        if let Some(row) = table.rows.get_mut(&self.number) {
            (row.phase, row.since, row.n_bytes) = (phase, since, 0);
        }
        let max = match phase {
            ConnectionPhase::Waiting => CONNECTIONS_MAX,
            ConnectionPhase::Answering => ANSWERS_MAX,
            ConnectionPhase::Streaming => STREAMS_MAX,
        };
        while table.rows.values().filter(|it| it.phase == phase).count() > max {
            table.drop_one(phase);
        }
    }

    /// Counts bytes of a request that is not complete; whoever holds most of them gives way.
    pub(crate) fn hold(&self, n_bytes: usize) {
        let mut table = self.connections.table();
        if let Some(row) = table.rows.get_mut(&self.number) {
            row.n_bytes += n_bytes;
        }
        while table.rows.values().map(|it| it.n_bytes).sum::<usize>() > PARTS_BYTES_MAX {
            let others = table.rows.iter().filter(|(number, _)| **number != self.number);
            let largest = others.max_by_key(|(_, it)| it.n_bytes).map(|(number, _)| *number);
            if !largest.is_some_and(|it| table.end(it)) {
                break;
            }
        }
    }

    /// Waits until the connection has to give way.
    pub(crate) async fn ended(&self) {
        self.end.notified().await;
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        self.connections.table().rows.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::{
        CONNECTIONS_MAX, ConnectionPhase, ConnectionPlace, Connections, PARTS_BYTES_MAX,
        STREAMS_MAX,
    };
    use std::sync::Arc;

    fn is_open(place: &ConnectionPlace) -> bool {
        place.connections.table().rows.contains_key(&place.number)
    }

    #[test]
    fn the_oldest_that_waits_gives_way_to_a_newcomer() {
        let connections = Arc::new(Connections::default());
        let answering = connections.admit();
        answering.enter(ConnectionPhase::Answering);
        let held: Vec<ConnectionPlace> = (0..1000).map(|_| connections.admit()).collect();
        assert!(is_open(&answering));
        assert_eq!(held.iter().filter(|it| is_open(it)).count(), CONNECTIONS_MAX - 1);
        assert!(held.last().is_some_and(is_open));
        drop(held);
        assert_eq!(connections.table().rows.len(), 1);
    }

    #[test]
    fn streams_give_way_to_streams() {
        let connections = Arc::new(Connections::default());
        let waiting = connections.admit();
        let streams: Vec<ConnectionPlace> = (0..100).map(|_| connections.admit()).collect();
        streams.iter().for_each(|it| it.enter(ConnectionPhase::Streaming));
        assert_eq!(streams.iter().filter(|it| is_open(it)).count(), STREAMS_MAX);
        assert!(streams.last().is_some_and(is_open) && is_open(&waiting));
    }

    #[test]
    fn whoever_holds_most_bytes_gives_way() {
        let connections = Arc::new(Connections::default());
        let (greedy, small) = (connections.admit(), connections.admit());
        greedy.hold(PARTS_BYTES_MAX);
        assert!(is_open(&greedy));
        small.hold(1);
        assert!(is_open(&small) && !is_open(&greedy));
    }
}
