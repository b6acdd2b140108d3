//! A stream that must get on.
//!
//! Owns how long a write may stand still: somebody who asks and does not read the answer would keep
//! it in memory for ever. Must not know HTTP.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How long a write may stand still; a client that reads at all takes something in that time.
const WRITE_TIME: Duration = Duration::from_secs(30);

/// A stream whose writes must get on.
#[derive(Debug)]
pub(crate) struct Paced<S> {
    stream: S,
    /// Since when a write stands still.
    still: Option<Pin<Box<Sleep>>>,
}

impl<S> Paced<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, still: None }
    }

    /// Passes on how a write went, unless it stood still for too long.
    fn pace<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.still = None;
            return written;
        }
        let still = self.still.get_or_insert_with(|| Box::pin(sleep(WRITE_TIME)));
        still.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.pace(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.pace(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = Pin::new(&mut self.stream).poll_shutdown(context);
        self.pace(context, closed)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.pace(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::Paced;
    use std::io;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test(start_paused = true)]
    async fn a_write_that_nobody_takes_ends() {
        let (near, mut far) = tokio::io::duplex(16);
        let mut paced = Paced::new(near);
        paced.write_all(&[0; 16]).await.expect("it fits");
        let stood_still = paced.write_all(&[0; 16]).await.expect_err("nobody reads");
        assert_eq!(stood_still.kind(), io::ErrorKind::TimedOut);
        far.read_exact(&mut [0; 16]).await.expect("it was written");
        paced.write_all(&[0; 16]).await.expect("it fits again");
    }
}
