//! Preflight, row by row of the acceptance tables; each test is named after its row.

mod bypass;
mod schema;
mod score;
mod start;
mod step;
mod trigger;
mod world;
