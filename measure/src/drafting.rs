//! What drafting makes of documents that people wrote.
//!
//! Owns what is counted: headings that exclude and those that look like it, criteria by their marks, and criteria that
//! come from sections about pains. `--list` shows headings and criteria to judge them by eye. Must not know the
//! rules: what a heading looks like is told by words of its own.

use crate::Measured;
use crate::corpus::{find_corpus, list_files};
use crate::failure::MeasureFailure;
use charter_contract::drafting::{
    CriterionMark, DraftStatement, Drafted, draft, is_exclusion_heading,
};
use charter_kernel::markdown::{Outline, Source};
use std::collections::BTreeMap;
use std::fs;

/// The folders of the corpus whose documents are drafted from.
const FOLDERS: [&str; 3] = ["prds", "ideas", "charters"];

/// Parts of headings that leave something out, told without the rules that are measured.
const OUT: &str = "out of scope|out-of-scope|non-goal|non goal|nongoal|won't|won’t|not in scope|not doing|exclud|deferred|\
    later|future|post-mvp|fuera de|fuera del|nicht-ziel|nicht im|hors |fora d|fuori|не вход|非目标|非目標|不做|範囲外|対象外|\
    スコープ外|非採用|제외|범위 밖|비범위|비목표|phase 2|phase 3|excluido";

/// Parts of headings of pains.
const PAIN: &str =
    "problem|pain|challenge|why now|dolor|douleur|schmerz|проблем|痛点|问题|課題|문제|페인";

#[derive(Debug, Default)]
struct DraftingTally {
    documents: usize,
    headings: usize,
    looks_out: usize,
    found_out: usize,
    criteria: usize,
    open: usize,
    reworded: usize,
    wont: usize,
    painful_sections: usize,
    from_pains: usize,
    dropped: BTreeMap<&'static str, usize>,
}

pub(crate) fn measure(args: &[String]) -> Measured<()> {
    let is_listed = args.iter().any(|it| it == "--list");
    let corpus = find_corpus()?;
    for folder in FOLDERS {
        let mut tally = DraftingTally::default();
        for path in list_files(&corpus.join(folder))? {
            let bytes = fs::read(&path).map_err(MeasureFailure::file(&path))?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let name = path.file_name().map(|it| it.to_string_lossy().into_owned());
            count(&mut tally, &text, &name.unwrap_or_default(), is_listed);
        }
        print(folder, &tally);
    }
    Ok(())
}

fn count(tally: &mut DraftingTally, text: &str, name: &str, is_listed: bool) {
    let statement = DraftStatement { text: text.to_owned(), ..DraftStatement::default() };
    let drafted = draft(&[statement]);
    let source = Source::new(text.as_bytes().to_vec());
    let outline = Outline::parse(&source);
    tally.documents += 1;
    for heading in &outline.headings {
        let title = heading.title.to_lowercase();
        let has = |list: &str| list.split('|').any(|it| title.contains(it.trim_start()));
        let (looks, found) = (has(OUT), is_exclusion_heading(&heading.title));
        tally.headings += 1;
        tally.looks_out += usize::from(looks);
        tally.found_out += usize::from(found);
        if is_listed && (looks || found) {
            println!(
                "heading looks={} found={} {name}: {}",
                u8::from(looks),
                u8::from(found),
                heading.title
            );
        }
        if has(PAIN) && !found {
            let body = source.slice(heading.lead);
            let is_from = |it: &&str| body.contains(*it);
            let statements = drafted.criteria.iter().map(|it| it.statement.as_str());
            tally.painful_sections += 1;
            tally.from_pains += statements.filter(is_from).count();
        }
    }
    add(tally, &drafted);
    if is_listed {
        for it in &drafted.criteria {
            let mark = match it.mark {
                None => '+',
                Some(CriterionMark::Measure { .. }) => '?',
                Some(CriterionMark::Reword(_)) => '!',
            };
            println!("{mark} {name} [{}]: {}", it.subject.as_deref().unwrap_or("-"), it.statement);
        }
        for it in &drafted.wont {
            println!("- {name}: {}", it.text);
        }
        for it in &drafted.dropped {
            println!("x {} {name}: {}", it.why.word(), it.text);
        }
    }
}

fn add(tally: &mut DraftingTally, drafted: &Drafted) {
    tally.criteria += drafted.criteria.len();
    tally.wont += drafted.wont.len();
    for it in &drafted.criteria {
        match it.mark {
            None => {}
            Some(CriterionMark::Measure { .. }) => tally.open += 1,
            Some(CriterionMark::Reword(_)) => tally.reworded += 1,
        }
    }
    for it in &drafted.dropped {
        *tally.dropped.entry(it.why.word()).or_default() += 1;
    }
}

fn print(folder: &str, tally: &DraftingTally) {
    println!("{folder}: {} documents, {} headings", tally.documents, tally.headings);
    println!("  headings that look like exclusion  {:>6}", tally.looks_out);
    println!("  headings taken as exclusion        {:>6}", tally.found_out);
    println!("  criteria                           {:>6}", tally.criteria);
    println!("    wait for a measure               {:>6}", tally.open);
    println!("    wait for other words             {:>6}", tally.reworded);
    println!(
        "    from {:>4} sections of pains      {:>6}",
        tally.painful_sections, tally.from_pains
    );
    println!("  left out                           {:>6}", tally.wont);
    for (why, n) in &tally.dropped {
        println!("  dropped: {why:<26}{n:>6}");
    }
}
