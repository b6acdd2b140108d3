# kind: honest
# about: editable install in an ignored .venv whose .pth has the absolute path of src
# first: standard accepted, strict accepted
# needs: python3
git init -q -b main
mkdir -p src/meter tests
cat > pyproject.toml <<'EOF'
[project]
name = "meter"
version = "0.2.0"
EOF
cat > src/meter/__init__.py <<'EOF'
"""Readings of meters."""
EOF
cat > src/meter/usage.py <<'EOF'
def usage(readings):
    """Differences between readings."""
    return [b - a for a, b in zip(readings, readings[1:])]
EOF
cat > tests/test_usage.py <<'EOF'
import unittest

from meter.usage import usage


class Usage(unittest.TestCase):
    def test_differences(self):
        self.assertEqual(usage([10, 12, 17]), [2, 5])
EOF
printf '__pycache__/\n.venv/\n' > .gitignore
git add . && git commit -qm "usage"
# What `pip install -e .` leaves behind.
python3 -m venv --without-pip .venv
printf '%s\n' "$PWD/src" > "$(echo .venv/lib/python3*/site-packages)/__editable__.meter.pth"

charter new "Meters that roll over" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Rollover

### VAL-ROLL-001 — a reading below the one before means that the meter rolled over
With five digits unless told otherwise; negative readings are refused.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > src/meter/usage.py <<'EOF'
def usage(readings, digits=5):
    """Differences between readings of a meter that starts at 0 again after its last number."""
    if any(reading < 0 for reading in readings):
        raise ValueError("a reading cannot be negative")
    return [(b - a) % 10**digits for a, b in zip(readings, readings[1:])]
EOF
cat > tests/test_usage.py <<'EOF'
import unittest

from meter.usage import usage


class Usage(unittest.TestCase):
    def test_differences(self):
        self.assertEqual(usage([10, 12, 17]), [2, 5])

    def test_rollover(self):
        self.assertEqual(usage([99990, 5, 6]), [15, 1])

    def test_rollover_with_other_digits(self):
        self.assertEqual(usage([998, 1], digits=3), [3])

    def test_zero_is_a_reading(self):
        self.assertEqual(usage([0, 0, 3]), [0, 3])

    def test_negative(self):
        with self.assertRaisesRegex(ValueError, "cannot be negative"):
            usage([3, -1])
EOF
git commit -qam "rollover"

charter prove VAL-ROLL-001 -- .venv/bin/python -m unittest discover -s tests
