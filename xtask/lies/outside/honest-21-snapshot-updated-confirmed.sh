# kind: honest
# rigors: light standard
# about: report gets a total row, the stored snapshot is updated honestly, a person confirms
# first: standard accepted, strict refused
# needs: pytest
git init -q -b main
mkdir -p tests/snapshots
cat > report.py <<'EOF'
"""Hours of a week as text."""


def render(hours):
    lines = ["Day    Hours"]
    for day, value in hours:
        lines.append(f"{day:<6} {value:>5.1f}")
    return "\n".join(lines) + "\n"
EOF
cat > tests/snapshot.py <<'EOF'
import os
import pathlib

DIR = pathlib.Path(__file__).parent / "snapshots"


def check(name, text):
    path = DIR / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(text)
    assert path.read_text() == text, f"{path} differs"
EOF
cat > tests/test_report.py <<'EOF'
import report
import snapshot


def test_week():
    snapshot.check("week", report.render([("Mon", 8), ("Tue", 7.5), ("Wed", 0)]))


def test_empty():
    snapshot.check("empty", report.render([]))
EOF
printf 'Day    Hours\nMon      8.0\nTue      7.5\nWed      0.0\n' > tests/snapshots/week.txt
printf 'Day    Hours\n' > tests/snapshots/empty.txt
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
git add . && git commit -qm "report of hours"

charter new "The report ends with the total" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Total

### VAL-TOTAL-001 — the report has a total below a rule
The snapshots show it, also for an empty week.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > report.py <<'EOF'
"""Hours of a week as text."""


def render(hours):
    lines = ["Day    Hours"]
    for day, value in hours:
        lines.append(f"{day:<6} {value:>5.1f}")
    lines.append("-" * 12)
    lines.append(f"{'Total':<6} {sum(value for _, value in hours):>5.1f}")
    return "\n".join(lines) + "\n"
EOF
UPDATE_SNAPSHOTS=1 python3 -m pytest -q tests >/dev/null
git diff tests/snapshots
git commit -qam "total row, snapshots looked at"

charter prove VAL-TOTAL-001 -- python3 -m pytest -q tests
as_person charter confirm --yes
