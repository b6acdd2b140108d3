//! Plans as people and models write them, and what is read out of them.

use super::Shape;

/// Checks what is read: the steps, then each criterion with the step it belongs to.
#[track_caller]
fn check(text: &str, steps: &[&str], criteria: &[(&str, usize)]) {
    let shape = Shape::parse(text);
    assert_eq!(shape.steps, steps);
    let read = shape.criteria.iter();
    let read: Vec<(&str, usize)> =
        read.map(|it| (it.statement.as_str(), it.step_idx.map_or(0, |idx| idx + 1))).collect();
    assert_eq!(read, criteria);
}

#[test]
fn lists_under_the_two_headings() {
    check(
        "# Plan\n\n## Steps\n\n1. **Keep** readings\n2) Send them\n   when the network is back\n   - a detail\n\n\
         ## Acceptance Criteria\n\n- [ ] A reading is kept (step 1)\n- [x] Step 2: It is sent\n  within a minute\n\
         * Nothing is lost [from: R1, F2]\n",
        &["Keep readings", "Send them when the network is back"],
        &[("A reading is kept", 1), ("It is sent within a minute", 2), ("Nothing is lost", 0)],
    );
}

#[test]
fn headings_as_steps_with_boxes_to_tick() {
    check(
        "## 3. Implementation Steps\n### Step 1: Keep\nProse.\n- a detail\n- [ ] it is kept\n\
         ### Step 2 — Send\n#### Acceptance criteria\n- it is sent\n### Step 3: Rest\n- detail\n\
         ## Risks\n- [ ] none of this\n",
        &["Keep", "Send", "Rest"],
        &[("it is kept", 1), ("it is sent", 2)],
    );
}

#[test]
fn criteria_grouped_by_step() {
    check(
        "## Steps\n- One\n- Two\n## Acceptance criteria:\n### Step 2\n- b\n### Whatever\n- c (step 9)\n",
        &["One", "Two"],
        &[("b", 2), ("c", 0)],
    );
}

#[test]
fn what_is_hidden_or_elsewhere_is_not_read() {
    check(
        "- item\n## Steps for later readers\n- no\n```\n## Steps\n- no\n```\n<!--\n## Steps\n- no\n-->\n\
         ## Acceptance Criteria\n\n```\n- no\n```\n- yes\n",
        &[],
        &[("yes", 0)],
    );
}

#[test]
fn other_languages() {
    check("## 단계\n1. 저장\n## 인수 기준\n- 저장된다 (step 1)\n", &["저장"], &[("저장된다", 1)]);
}

#[test]
fn the_names_of_answers_are_kept() {
    let shape = Shape::parse("## Acceptance Criteria\n- it holds (From: R2, F1) (step 1).\n");
    let criterion = shape.criteria.first().unwrap();
    assert_eq!(
        (criterion.statement.as_str(), criterion.from.join(" ")),
        ("it holds", "R2 F1".to_owned())
    );
}

#[test]
fn the_same_however_it_is_set_and_another_where_it_says_more() {
    let digest = |text: &str| Shape::parse(text).digest();
    let plain = digest("## Steps\n- One\n## Acceptance Criteria\n- b\n- a\n");
    assert!(plain.is_some());
    assert_eq!(
        plain,
        digest("## Steps\n1. **One**.\n\n## Acceptance Criteria\n\n* [ ] A\n* [ ] B;\n")
    );
    assert_ne!(plain, digest("## Steps\n- One\n## Acceptance Criteria\n- b\n"));
    assert_eq!(digest("## Steps\n- One\n"), None);
}
