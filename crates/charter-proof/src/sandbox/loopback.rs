//! The loopback of a network of its own, which is down at first.
//!
//! Owns the one message to the kernel that lifts it. Runs inside the namespace. Must not know why.

use std::io;

pub(super) fn lift() -> io::Result<()> {
    use rustix::net::netlink::SocketAddrNetlink;
    use rustix::net::{
        AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, sendto, socket_with,
    };
    let socket = socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, None)?;
    sendto(&socket, &message(), SendFlags::empty(), &SocketAddrNetlink::new(0, 0))?;
    let mut reply = [0; 256];
    let _ = recv(&socket, &mut reply[..], RecvFlags::empty())?;
    Ok(())
}

/// Makes the message: set a link, and say whether it worked. The loopback is the first link of every
/// network.
fn message() -> Vec<u8> {
    const LENGTH: u32 = 32;
    const SET_LINK: u16 = 19;
    const REQUEST_AND_ACKNOWLEDGE: u16 = 0x1 | 0x4;
    const LOOPBACK: i32 = 1;
    const UP: u32 = 0x1;
    let mut bytes = Vec::new();
    // The head: length, kind, flags, sequence, port.
    bytes.extend(LENGTH.to_ne_bytes());
    bytes.extend(SET_LINK.to_ne_bytes());
    bytes.extend(REQUEST_AND_ACKNOWLEDGE.to_ne_bytes());
    bytes.extend(1_u32.to_ne_bytes());
    bytes.extend(0_u32.to_ne_bytes());
    // The link: family and padding, type, index, flags, which of them to change.
    bytes.extend([0, 0]);
    bytes.extend(0_u16.to_ne_bytes());
    bytes.extend(LOOPBACK.to_ne_bytes());
    bytes.extend(UP.to_ne_bytes());
    bytes.extend(UP.to_ne_bytes());
    bytes
}
