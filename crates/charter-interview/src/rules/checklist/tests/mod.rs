//! Tables of cases.

mod case;
mod clash;
mod walk;
