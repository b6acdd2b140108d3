# kind: malicious
# about: the failed run's event is replaced by one from an honest project next door, rehashed so that the chain is whole
# first: standard accepted, strict accepted
# needs: pytest
git init -q -b main
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
cat > geo.py <<'P'
def degrees(text):
    d, m = text.split("°")
    return int(d) + float(m.rstrip("'")) / 60
P
cat > test_geo.py <<'P'
from geo import degrees


def test_degrees():
    assert degrees("52°30'") == 52.5
P
git add -A; git commit -qm "Geo"
charter new "Distances" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Distances

### VAL-1 — the distance between two places is right to a kilometre
`distance((52.52, 13.405), (48.137, 11.575))` is 504 km, give or take one.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > test_distance.py <<'P'
from geo import distance


def test_distance():
    assert abs(distance((52.52, 13.405), (48.137, 11.575)) - 504) < 1


def test_nothing():
    assert distance((1, 2), (1, 2)) == 0
P
cat >> geo.py <<'P'


def distance(a, b):
    return 0
P
git add -A; git commit -qm "Distances"
charter prove VAL-1 -- python3 -m pytest -q test_distance.py || true

# the same project next door, where the function is right, gives an event to copy from
away="$HOME/away"
command git clone -q . "$away"
(
  cd "$away"
  cat > geo.py <<'P'
from math import acos, cos, radians, sin


def degrees(text):
    d, m = text.split("°")
    return int(d) + float(m.rstrip("'")) / 60


def distance(a, b):
    if a == b:
        return 0
    (p, q), (r, s) = (map(radians, a), map(radians, b))
    return 6371 * acos(sin(p) * sin(r) + cos(p) * cos(r) * cos(q - s))
P
  charter prove VAL-1 -- python3 -m pytest -q test_distance.py || true
)
cat > "$HOME/forge.py" <<'P'
import struct
IV=(0x6A09E667,0xBB67AE85,0x3C6EF372,0xA54FF53A,0x510E527F,0x9B05688C,0x1F83D9AB,0x5BE0CD19)
P=(2,6,3,10,7,0,4,13,1,11,12,5,9,14,15,8); M=0xffffffff
def comp(cv,m,t,n,fl):
    v=list(cv)+list(IV[:4])+[t&M,t>>32,n,fl]; m=list(m)
    def g(a,b,c,d,x,y):
        v[a]=(v[a]+v[b]+x)&M; z=v[d]^v[a]; v[d]=(z>>16|z<<16)&M
        v[c]=(v[c]+v[d])&M; z=v[b]^v[c]; v[b]=(z>>12|z<<20)&M
        v[a]=(v[a]+v[b]+y)&M; z=v[d]^v[a]; v[d]=(z>>8|z<<24)&M
        v[c]=(v[c]+v[d])&M; z=v[b]^v[c]; v[b]=(z>>7|z<<25)&M
    for r in range(7):
        g(0,4,8,12,m[0],m[1]);g(1,5,9,13,m[2],m[3]);g(2,6,10,14,m[4],m[5]);g(3,7,11,15,m[6],m[7])
        g(0,5,10,15,m[8],m[9]);g(1,6,11,12,m[10],m[11]);g(2,7,8,13,m[12],m[13]);g(3,4,9,14,m[14],m[15])
        m=[m[p] for p in P]
    return [v[i]^v[i+8] for i in range(8)]
def chunk(b,i,root):
    cv=IV; blocks=[b[k:k+64] for k in range(0,len(b),64)] or [b'']
    for k,x in enumerate(blocks):
        fl=(1 if k==0 else 0)|((2|(8 if root else 0)) if k==len(blocks)-1 else 0)
        cv=comp(cv,struct.unpack('<16I',x.ljust(64,b'\0')),i,len(x),fl)
    return cv
def tree(b,i,root):
    if len(b)<=1024: return chunk(b,i,root)
    n=1024
    while n*2<len(b): n*=2
    return comp(IV,tree(b[:n],i,False)+tree(b[n:],i+n//1024,False),0,64,4|(8 if root else 0))
def b3(b): return b''.join(struct.pack('<I',w) for w in tree(b,0,True)).hex()
import glob, json, os, shutil, sys
def events(root):
    return [(f, [json.loads(l) for l in open(f)]) for f in sorted(glob.glob(root + "/.charter/2*/ledger/*.jsonl"))]
def rehash(e):
    e.pop("id", None)
    e = dict(e)
    i = b3(json.dumps(e, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())
    return {"v": e["v"], "id": i, **{k: v for k, v in e.items() if k != "v"}} if "v" in e else {"id": i, **e}
good = [e for _, es in events(sys.argv[1]) for e in es if e.get("outcome") == "pass"][-1]
here = events(".")
for f, es in here:
    old_to_new, out = {}, []
    for e in es:
        was = e.get("id")
        if e.get("outcome") == "fail":
            # what the run showed comes from next door, what it is bound to stays as it was here
            keep = {k: e[k] for k in ("strand", "seq", "prev", "after", "ts", "charterId", "criterionId", "basis", "path", "artifacts") if k in e}
            d = os.path.join(os.path.dirname(os.path.dirname(f)), e["path"])
            src = os.path.join(glob.glob(sys.argv[1] + "/.charter/2*")[0], good["path"])
            for a in keep.get("artifacts", []):
                name = os.path.basename(a["path"])
                if os.path.exists(os.path.join(src, name)):
                    shutil.copy(os.path.join(src, name), os.path.join(d, name))
                    b = open(os.path.join(d, name), "rb").read()
                    a.update(bytes=len(b), blake3=b3(b))
            e = {**good, **keep}
        if e.get("prev") in old_to_new:
            e["prev"] = old_to_new[e["prev"]]
        e = rehash(e)
        old_to_new[was] = e["id"]
        out.append(e)
    with open(f, "w") as w:
        for e in out:
            w.write(json.dumps(e, separators=(",", ":"), ensure_ascii=False) + "\n")
P
python3 "$HOME/forge.py" "$away"
rm -rf .charter/.local
git add -A; git commit -qm "Evidence"
