//! Preflight, behaviour by behaviour.

mod bypass;
mod request;
mod schema;
mod score;
mod start;
mod step;
mod trigger;
mod world;
