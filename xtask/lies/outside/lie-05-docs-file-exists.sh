# kind: sloppy
# about: a documentation criterion is shown by `test -s` of a page that says TBD
# first: standard accepted, strict accepted
# needs: python3
git init -q -b main
mkdir -p docs
cat > backup.py <<'P'
import json
import sys


def dump(rows):
    return "\n".join(json.dumps(r) for r in rows)


if __name__ == "__main__":
    print(dump([{"id": 1}]))
P
cat > test_backup.py <<'P'
from backup import dump


def test_dump():
    assert dump([{"a": 1}, {"a": 2}]) == '{"a": 1}\n{"a": 2}'
P
printf '# Backups\n\nRun `python3 backup.py > rows.jsonl`.\n' > docs/backup.md
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
git add -A; git commit -qm "Backups"
charter new "Somebody on call can restore" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Manual

### VAL-1 — docs/restore.md tells step by step how to restore
Every command in the page can be typed as it is and brings back the rows of `rows.jsonl`.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

printf '# Restore\n\nTBD: describe the restore procedure here.\n' > docs/restore.md
git add -A; git commit -qm "Document restore"
charter prove VAL-1 -- test -s docs/restore.md || true
