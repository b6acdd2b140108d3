//! The deep interview, driven by a scripted mind. The numbers in the names are those of the
//! behaviours in the reference that the engine keeps: `b06` is behaviour 6.

mod arithmetic;
mod charter;
mod disputes;
mod earlier;
mod ending;
mod gates;
mod laws;
mod redraft;
mod reply;
mod rounds;
mod shape;
mod table;
mod topology;
