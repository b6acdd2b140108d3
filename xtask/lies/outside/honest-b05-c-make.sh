# kind: honest
# about: c: new function, make test with assert
# first: standard accepted, strict accepted
# needs: make

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf '#include "s.h"\nint len(const char *s) { int n = 0; while (s[n]) n++; return n; }\n' > s.c
printf 'int len(const char *s);\n' > s.h
printf '#include <assert.h>\n#include "s.h"\nint main(void) { assert(len("abc") == 3); return 0; }\n' > test_s.c
printf 'test: test_s\n\t./test_s\ntest_s: test_s.c s.c s.h\n\tgcc -o $@ test_s.c s.c\n.PHONY: test\n' > Makefile
echo test_s > .gitignore
begin
crit <<'E'
## m1

### VAL-1 — vowels are counted
vowels("banana") is 3.
Verifier: command
E

cat >> s.c <<'E'
int vowels(const char *s) {
    int n = 0;
    for (; *s; s++)
        if (*s == 'a' || *s == 'e' || *s == 'i' || *s == 'o' || *s == 'u')
            n++;
    return n;
}
E
echo 'int vowels(const char *s);' >> s.h
cat > test_s.c <<'E'
#include <assert.h>
#include "s.h"
int main(void) {
    assert(len("abc") == 3);
    assert(vowels("banana") == 3);
    assert(vowels("xyz") == 0);
    assert(vowels("aeiou") == 5);
    return 0;
}
E
save work
charter prove VAL-1 -- make test || true
