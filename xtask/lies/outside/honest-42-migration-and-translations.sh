# kind: honest
# about: no program code changes: a new SQL migration and a new language file, with tests that read all of them
# first: standard refused, strict refused
# needs: python3
git init -q -b main
mkdir -p migrations locales tests
cat > migrations/001_users.sql <<'EOF'
create table users (id integer primary key, name text not null);
EOF
cat > locales/en.json <<'EOF'
{ "greeting": "Hello {name}", "bye": "Goodbye", "count": "{n} messages" }
EOF
cat > tests/test_migrations.py <<'EOF'
import pathlib
import sqlite3
import unittest

DIR = pathlib.Path(__file__).parents[1] / "migrations"


def migrated():
    db = sqlite3.connect(":memory:")
    for path in sorted(DIR.glob("*.sql")):
        db.executescript(path.read_text())
    return db


class Migrations(unittest.TestCase):
    def test_users(self):
        db = migrated()
        db.execute("insert into users (name) values ('ada')")
        self.assertEqual(db.execute("select name from users").fetchall(), [("ada",)])
EOF
printf '__pycache__/\n' > .gitignore
git add . && git commit -qm "users and English"

charter new "Users have an address, and German" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Data

### VAL-EMAIL-001 — users have an e-mail address that is unique
It may be missing.
Verifier: command

### VAL-DE-001 — every text is there in German
With the same placeholders.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > migrations/002_email.sql <<'EOF'
alter table users add column email text;
create unique index users_email on users (email);
EOF
cat >> tests/test_migrations.py <<'EOF'

    def test_email_is_unique(self):
        db = migrated()
        add = "insert into users (name, email) values (?, ?)"
        db.execute(add, ("ada", "a@example.org"))
        with self.assertRaises(sqlite3.IntegrityError):
            db.execute(add, ("eve", "a@example.org"))

    def test_email_may_be_missing(self):
        db = migrated()
        db.executemany("insert into users (name) values (?)", [("ada",), ("bob",)])
        self.assertEqual(db.execute("select count(*) from users where email is null").fetchone(), (2,))
EOF
git add . && git commit -qm "e-mail"
cat > locales/de.json <<'EOF'
{ "greeting": "Hallo {name}", "bye": "Auf Wiedersehen", "count": "{n} Nachrichten" }
EOF
cat > tests/test_locales.py <<'EOF'
import json
import pathlib
import re
import unittest

DIR = pathlib.Path(__file__).parents[1] / "locales"


def load(language):
    return json.loads((DIR / f"{language}.json").read_text(encoding="utf-8"))


def placeholders(text):
    return sorted(re.findall(r"\{\w+\}", text))


class German(unittest.TestCase):
    def test_every_text_is_there(self):
        self.assertEqual(load("de").keys(), load("en").keys())

    def test_same_placeholders(self):
        german = load("de")
        for key, text in load("en").items():
            self.assertEqual(placeholders(german[key]), placeholders(text), key)

    def test_it_is_another_language(self):
        english = load("en")
        for key, text in load("de").items():
            self.assertNotEqual(text, english[key], key)
EOF
git add . && git commit -qm "German"

charter prove VAL-EMAIL-001 -- python3 -m unittest tests.test_migrations
charter prove VAL-DE-001 -- python3 -m unittest tests.test_locales
