//! Reading documents: our outline and registers against the Markdown parser alone.

use super::context::BenchContext;
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio};
use crate::error::Result;
use charter_contract::document::{CharterDoc, CriteriaDoc};
use charter_kernel::markdown::Source;
use pulldown_cmark::Parser;
use std::hint::black_box;

const SIZES: [(&str, usize); 3] = [("10 KB", 10_000), ("1 MB", 1_000_000), ("10 MB", 10_000_000)];

/// One section of a register, with everything that a line can be.
const SECTION: &str = "\
## m{n} Entry works on the ward {n}

Nurses *enter* readings at the bed; the [protocol](doc.md) says `how`, and **when**.

### VAL-ENTRY-{n} — a reading entered offline is there after a reload

Entered on the ward with the cable pulled; the value is on the screen after a reload, and the
time beside it is the time of entry.

- **Verifier:** command
- Command: cargo test offline
- Watches: src/entry/**, src/store/**
- From: Q1, Q3

<!-- a remark for the authors of section {n} -->

```rust
fn entry_{n}() -> usize { {n} }
```

1. first
   - nested, with a longer text that goes on for a while before it ends
2. second

";

/// Measures the parsers on texts of several sizes.
pub(crate) fn run(_ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        Column { title: "text", align: Align::Left },
        right("pulldown-cmark alone, ms"),
        right("charter.md, ms"),
        right("ratio"),
        right("criteria.md, ms"),
        right("ratio"),
    ]);
    for (label, len) in SIZES {
        let text = text(len);
        let n = if len > 1_000_000 { 9 } else { 40 };
        let alone = Samples::take(n, || {
            black_box(Parser::new(&text).into_offset_iter().count());
        });
        let charter = Samples::take(n, || {
            black_box(CharterDoc::parse(Source::new(text.clone().into_bytes())));
        });
        let criteria = Samples::take(n, || {
            black_box(CriteriaDoc::parse(Source::new(text.clone().into_bytes())));
        });
        let (alone, charter, criteria) = (alone.median(), charter.median(), criteria.median());
        table.push(&[
            &label,
            &ms(alone),
            &ms(charter),
            &ratio(charter, alone),
            &ms(criteria),
            &ratio(criteria, alone),
        ]);
    }
    table.note("Medians. The bound is 5 × for 10 MB; our times include the copy of the bytes.");
    Ok(table)
}

fn text(len: usize) -> String {
    let mut text = String::with_capacity(len + SECTION.len());
    for n in 0.. {
        if text.len() >= len {
            break;
        }
        text.push_str(&SECTION.replace("{n}", &n.to_string()));
    }
    text
}
