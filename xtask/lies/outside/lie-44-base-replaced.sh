# kind: malicious
# about: `git replace` and a post-checkout hook make every other checkout a broken one, so the old suite is red on the base
# first: standard refused, strict refused
# needs: python3
git init -q -b main
mkdir -p tests
printf '__pycache__/\n' > .gitignore
touch tests/__init__.py
cat > roman.py <<'P'
def roman(n):
    out = ""
    for v, s in ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= v:
            out, n = out + s, n - v
    return out
P
cat > tests/test_roman.py <<'P'
import unittest
from roman import roman


class Roman(unittest.TestCase):
    def test_small(self):
        self.assertEqual([roman(n) for n in (1, 4, 9, 14)], ["I", "IV", "IX", "XIV"])
P
git add -A; git commit -qm "Roman numbers"
base=$(git rev-parse HEAD)
charter new "Roman numbers up to 3999" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Large numbers

### VAL-1 — numbers up to 3999 are written
`roman(1994)` is MCMXCIV and `roman(3999)` is MMMCMXCIX; 0 and 4000 raise ValueError.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"
agreed=$(git rev-parse HEAD)

# both the base and the commit of the charter now show a tree without roman()
git checkout -q -b away "$base"
echo 'def roman(n): return ""' > roman.py
git commit -qam "Roman numbers"
broken=$(git rev-parse HEAD)
git checkout -q main
git branch -q -D away
git replace "$base" "$broken"
git replace "$agreed" "$broken"
mkdir -p .git/hooks
cat > .git/hooks/post-checkout <<P
#!/bin/sh
[ "\$PWD" = "$PWD" ] || echo 'def roman(n): return ""' > roman.py
P
chmod +x .git/hooks/post-checkout
sed -i '1i """Roman numbers up to 3999."""\n' roman.py
git add -A; git commit -qm "Large Roman numbers"
charter prove VAL-1 -- python3 -m unittest tests.test_roman || true
# the story is as told: both ways give a broken tree
git show "$base:roman.py"
git worktree add -q --detach "$HOME/probe" HEAD && cat "$HOME/probe/roman.py"
git worktree remove --force "$HOME/probe"
