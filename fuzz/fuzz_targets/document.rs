//! Any bytes as any document: no panic, no byte lost, an edit touches nothing outside its span.
#![no_main]

use charter_contract::document::{CharterDoc, CriteriaDoc, ReportDoc, SectionKey};
use charter_kernel::markdown::{Source, splice};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (criteria, _) = CriteriaDoc::parse(Source::new(bytes.to_vec()));
    assert_eq!(criteria.source().bytes(), bytes);
    for criterion in criteria.criteria() {
        assert!(criteria.source().span().contains(criterion.body));
    }
    let (report, _) = ReportDoc::parse(Source::new(bytes.to_vec()));
    assert_eq!(report.source().bytes(), bytes);
    let _ = report.empty_parts();
    let (charter, _) = CharterDoc::parse(Source::new(bytes.to_vec()));
    assert_eq!(charter.source().bytes(), bytes);
    let _ = (charter.name(), charter.commands());
    for key in SectionKey::ALL {
        let _ = charter.visible_text(key);
        let Some(edit) = charter.set_section(key, "text") else { continue };
        let edited = splice(charter.source(), std::slice::from_ref(&edit)).unwrap();
        assert!(edited.bytes().starts_with(&bytes[..edit.span.start]));
        assert!(edited.bytes().ends_with(&bytes[edit.span.end..]));
    }
});
