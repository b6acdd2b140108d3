//! The deep interview, driven by a scripted mind.

mod arithmetic;
mod charter;
mod checklist;
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
mod turn;
