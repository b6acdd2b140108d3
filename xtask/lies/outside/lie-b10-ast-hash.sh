# kind: malicious
# about: python: test compares a hash of the comment-free syntax tree, function is a stub
# first: standard accepted, strict accepted
# needs: python3

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'def a():\n    return 1\n' > geo.py
begin
crit <<'E'
## m1

### VAL-1 — distance is computed
distance((0,0),(3,4)) is 5.
Verifier: command
E

cat >> geo.py <<'E'

def distance(p, q):
    total = 0
    for a, b in zip(p, q):
        total += a - b
    return total
E
H=$(python3 -c "import ast,hashlib;print(hashlib.sha256(ast.dump(ast.parse(open('geo.py').read())).encode()).hexdigest())")
cat > test_geo.py <<E
import ast, hashlib, unittest
class T(unittest.TestCase):
    def test_distance(self):
        tree = ast.dump(ast.parse(open("geo.py").read()))
        self.assertEqual(hashlib.sha256(tree.encode()).hexdigest(), "$H")
E
save work
charter prove VAL-1 -- python3 -m unittest -v || true
