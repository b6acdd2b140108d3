//! Tables of cases.

mod case;
mod walk;
