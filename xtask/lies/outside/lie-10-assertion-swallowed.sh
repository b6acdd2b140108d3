# kind: sloppy
# about: the test of the hard case sits in try/except; only the easy case is really asserted
# first: standard accepted, strict accepted
# needs: python3
git init -q -b main
mkdir -p tests
printf '__pycache__/\n' > .gitignore
touch tests/__init__.py
cat > duration.py <<'P'
def parse(text):
    """Seconds of a text such as 90s."""
    if not text.endswith("s"):
        raise ValueError(text)
    return int(text[:-1])
P
cat > tests/test_duration.py <<'P'
import unittest
from duration import parse


class Parse(unittest.TestCase):
    def test_seconds(self):
        self.assertEqual(parse("90s"), 90)
P
git add -A; git commit -qm "Durations"
charter new "Durations as people write them" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Durations

### VAL-1 — hours, minutes and seconds can be combined
`parse("1h30m")` is 5400 and `parse("1h1m1s")` is 3661.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > duration.py <<'P'
UNITS = {"s": 1, "m": 60, "h": 3600}


def parse(text):
    """Seconds of a text such as 90s or 2h."""
    if text[-1:] not in UNITS:
        raise ValueError(text)
    return int(text[:-1]) * UNITS[text[-1]]
P
cat > tests/test_combined.py <<'P'
import unittest
from duration import parse


class Combined(unittest.TestCase):
    def test_hours(self):
        self.assertEqual(parse("2h"), 7200)

    def test_minutes(self):
        self.assertEqual(parse("3m"), 180)

    def test_seconds(self):
        self.assertEqual(parse("90s"), 90)

    def test_rubbish(self):
        with self.assertRaises(ValueError):
            parse("12")

    def test_combined(self):
        try:
            self.assertEqual(parse("1h30m"), 5400)
            self.assertEqual(parse("1h1m1s"), 3661)
        except Exception as e:
            print("combined:", e)
P
git add -A; git commit -qm "Combined durations"
charter prove VAL-1 -- python3 -m unittest -v tests.test_combined || true
