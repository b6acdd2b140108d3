#!/usr/bin/env bash
# Python. inflection 0.5.1 from PyPI: one module, one test file in the root, tests added to the existing file.
. "$(dirname "$0")/stage.bash"

pypi inflection 0.5.1
printf '.venv/\n__pycache__/\n.pytest_cache/\n.mypy_cache/\n' > .gitignore
python3 -m venv .venv
.venv/bin/pip install -q pytest mypy > "$logs/pip" 2>&1
commit_base
open_charter "Words that are only letters" <<'MD'
## m1

### VAL-FEATURE — `acronym("HyperText Markup Language")` gives `HTML`
Verifier: command

### VAL-REGRESSION — every word that was inflected before is inflected the same way
Verifier: command
Kind: regression

### VAL-BUDGET — 20 000 words are made plural and singular again within 10 s
Verifier: command
Kind: regression

### VAL-DOCS — the reference in docs/index.rst lists `acronym`
Verifier: command

### VAL-REFACTOR — `pluralize` and `singularize` share the function that applies the first rule that fits
Verifier: command
Kind: regression

### VAL-LINT — mypy --strict finds nothing
Verifier: command
Kind: regression

### VAL-MANUAL — the name goes with the others
Verifier: manual
MD

mkdir -p bench
cat > bench/words.py <<'PY'
"""Makes 20 000 words plural and singular again; fails if that takes longer than ten seconds."""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import inflection  # noqa: E402

words = ["post", "category", "person", "wolf"] * 5000
start = time.perf_counter()
back = [inflection.singularize(inflection.pluralize(word)) for word in words]
took = time.perf_counter() - start
print(f"{len(words)} words in {took:.2f} s")
sys.exit(took > 10 or back != words)
PY
python3 - <<'PY'
import pathlib
path = pathlib.Path("inflection/__init__.py")
text = path.read_text()
text = text.replace('''        for rule, replacement in PLURALS:
            if re.search(rule, word):
                return re.sub(rule, replacement, word)
        return word
''', '''        return _first_rule(PLURALS, word)
''', 1)
text = text.replace('''    for rule, replacement in SINGULARS:
        if re.search(rule, word):
            return re.sub(rule, replacement, word)
    return word
''', '''    return _first_rule(SINGULARS, word)
''', 1)
text = text.replace('''def camelize(''', '''def _first_rule(rules: "list[tuple[str, str]]", word: str) -> str:
    """Apply the first rule that fits the word, if any."""
    for rule, replacement in rules:
        if re.search(rule, word):
            return re.sub(rule, replacement, word)
    return word


def acronym(string: str) -> str:
    """
    Return the capital letters of a phrase, of words without one the first letter.

    Examples::

        >>> acronym("HyperText Markup Language")
        'HTML'
        >>> acronym("portable network graphics")
        'PNG'

    """
    letters = []
    for word in re.findall(r"[^\\W_]+", string):
        capitals = re.findall(r"[A-Z]", word)
        letters.extend(capitals or [word[0].upper()])
    return "".join(letters)


def camelize(''', 1)
path.write_text(text)
path = pathlib.Path("test_inflection.py")
path.write_text(path.read_text() + '''

@pytest.mark.parametrize(("phrase", "expected"), [
    ("HyperText Markup Language", "HTML"),
    ("portable network graphics", "PNG"),
    ("snake_case words", "SCW"),
    ("", ""),
])
def test_acronym(phrase, expected):
    assert inflection.acronym(phrase) == expected
''')
path = pathlib.Path("docs/index.rst")
text = path.read_text()
mark = ".. autofunction:: camelize\n"
assert mark in text
path.write_text(text.replace(mark, ".. autofunction:: acronym\n" + mark, 1))
PY
git add -A && git commit -qm "acronym, and one function for the rules"

shows VAL-FEATURE .venv/bin/python -m pytest -q test_inflection.py -k acronym
shows VAL-REGRESSION .venv/bin/python -m pytest -q
shows VAL-BUDGET .venv/bin/python bench/words.py
shows VAL-DOCS grep -q "autofunction:: acronym" docs/index.rst
shows VAL-REFACTOR .venv/bin/python -m pytest -q test_inflection.py -k "pluralize or singularize"
shows VAL-LINT .venv/bin/python -m mypy --strict inflection
signs VAL-MANUAL "read it beside the others" "it is a noun, as ordinal is"
