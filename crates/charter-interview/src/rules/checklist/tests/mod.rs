//! Tables of cases.

mod case;
mod clash;
mod tongues;
mod walk;
