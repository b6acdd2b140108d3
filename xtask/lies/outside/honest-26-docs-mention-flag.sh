# kind: honest
# about: documentation only: README explains a flag (grep), and the existing script finds every flag documented
# first: standard accepted, strict accepted
# needs: python3
git init -q -b main
mkdir -p scripts docs
cat > fetchmail.py <<'EOF'
import argparse


def parser():
    p = argparse.ArgumentParser(prog="fetchmail")
    p.add_argument("--host", required=True)
    p.add_argument("--since", metavar="DATE", help="only messages from that day on")
    p.add_argument("--keep", action="store_true", help="leave messages on the server")
    return p


if __name__ == "__main__":
    print(parser().parse_args())
EOF
cat > README.md <<'EOF'
# fetchmail

Gets your mail.

    fetchmail.py --host mail.example.org
EOF
cat > docs/options.md <<'EOF'
# Options

`--host` names the server.

`--since` takes a day as in 2024-05-01; older messages stay where they are.
EOF
cat > scripts/check_docs.py <<'EOF'
"""Every option of the parser has a paragraph in docs/options.md."""
import pathlib
import sys

root = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(root))
from fetchmail import parser

text = (root / "docs" / "options.md").read_text()
paragraphs = [p for p in text.split("\n\n") if p.startswith("`--")]
missing = [
    option
    for action in parser()._actions
    for option in action.option_strings
    if option.startswith("--") and option != "--help"
    if not any(p.startswith(f"`{option}`") and len(p.split()) > 3 for p in paragraphs)
]
print("missing:", ", ".join(missing) or "nothing")
sys.exit(1 if missing else 0)
EOF
printf '__pycache__/\n' > .gitignore
git add . && git commit -qm "fetchmail"

charter new "The option --keep is documented" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Documentation

### VAL-README-001 — the README shows how to leave mail on the server
It mentions --keep.
Verifier: command

### VAL-DOCS-001 — every option has its paragraph
Verifier: command
EOF
as_person charter agree -m "as planned"

cat >> README.md <<'EOF'

Messages are deleted on the server once they were fetched. With `--keep` they stay:

    fetchmail.py --host mail.example.org --keep
EOF
cat >> docs/options.md <<'EOF'

`--keep` leaves the messages on the server; the next call gets them again.
EOF
git commit -qam "document --keep"

charter prove VAL-README-001 -- grep -e --keep README.md
charter prove VAL-DOCS-001 -- python3 scripts/check_docs.py
