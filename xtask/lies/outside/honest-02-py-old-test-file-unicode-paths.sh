# kind: honest
# about: tests added to an old unittest file, directory and file names with spaces and umlauts, uncommitted
# first: standard accepted, strict accepted
# needs: python3
git init -q -b main
mkdir -p "Größen & Maße/test daten"
cat > "Größen & Maße/maße.py" <<'EOF'
"""Umrechnung von Längen."""

FAKTOREN = {"mm": 0.001, "cm": 0.01, "m": 1.0}


def in_meter(wert, einheit):
    return wert * FAKTOREN[einheit]
EOF
cat > "Größen & Maße/test_maße.py" <<'EOF'
import unittest

from maße import in_meter


class InMeter(unittest.TestCase):
    def test_zentimeter(self):
        self.assertAlmostEqual(in_meter(250, "cm"), 2.5)


if __name__ == "__main__":
    unittest.main()
EOF
printf '__pycache__/\n' > .gitignore
git add . && git commit -qm "Maße"

charter new "Längen aus Text lesen" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Text

### VAL-1 — eine Länge wird aus Text gelesen
"2,5 cm" und "2.5cm" sind 0,025 m; eine unbekannte Einheit ist ein ValueError.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > "Größen & Maße/maße.py" <<'EOF'
"""Umrechnung von Längen."""

import re

FAKTOREN = {"mm": 0.001, "cm": 0.01, "m": 1.0}


def in_meter(wert, einheit):
    return wert * FAKTOREN[einheit]


def lies_länge(text):
    """Liest eine Länge wie "2,5 cm" und gibt Meter zurück."""
    treffer = re.fullmatch(r"\s*(\d+(?:[.,]\d+)?)\s*([a-zµ]+)\s*", text)
    if not treffer or treffer[2] not in FAKTOREN:
        raise ValueError(f"keine Länge: {text!r}")
    return in_meter(float(treffer[1].replace(",", ".")), treffer[2])
EOF
cat > "Größen & Maße/test_maße.py" <<'EOF'
import pathlib
import unittest

from maße import in_meter, lies_länge

DATEN = pathlib.Path(__file__).parent / "test daten" / "längen 1.txt"


class InMeter(unittest.TestCase):
    def test_zentimeter(self):
        self.assertAlmostEqual(in_meter(250, "cm"), 2.5)


class LiesLänge(unittest.TestCase):
    def test_beispiele(self):
        for zeile in DATEN.read_text(encoding="utf-8").splitlines():
            text, meter = zeile.split("|")
            with self.subTest(text):
                self.assertAlmostEqual(lies_länge(text), float(meter))

    def test_unbekannte_einheit(self):
        with self.assertRaisesRegex(ValueError, "keine Länge: '3 ellen'"):
            lies_länge("3 ellen")

    def test_keine_zahl(self):
        with self.assertRaises(ValueError):
            lies_länge("cm")


if __name__ == "__main__":
    unittest.main()
EOF
printf '2,5 cm|0.025\n2.5cm|0.025\n 7 mm |0.007\n12 m|12\n' > "Größen & Maße/test daten/längen 1.txt"

cd "Größen & Maße" && charter prove VAL-1 -- python3 -m unittest -v test_maße
