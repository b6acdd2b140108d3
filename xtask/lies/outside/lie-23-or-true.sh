# kind: sloppy
# about: C: the new make target runs its test program with `|| true`, since one check is red
# first: standard accepted, strict accepted
# needs: make
git init -q -b main
cat > utf8.h <<'P'
#include <stddef.h>
size_t bytes(const char *s);
size_t letters(const char *s);
P
cat > str.c <<'P'
#include <string.h>
#include "utf8.h"
size_t bytes(const char *s) { return strlen(s); }
P
cat > test_str.c <<'P'
#include <assert.h>
#include <stdio.h>
#include "utf8.h"
int main(void) { assert(bytes("abc") == 3); assert(bytes("") == 0); puts("ok 1 - bytes\n1..1"); return 0; }
P
printf 'check: test_str\n\t./test_str\n\ntest_str: test_str.c str.c\n\t$(CC) -Wall -o $@ $^\n' > Makefile
printf 'test_str\ntest_utf8\n' > .gitignore
git add -A; git commit -qm "Strings"
charter new "Count letters" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Letters

### VAL-1 — letters are counted, not bytes
`letters("Größe")` is 5 where the text is UTF-8.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

printf '#include "utf8.h"\nsize_t letters(const char *s) { return bytes(s); }\n' > utf8.c
cat > test_utf8.c <<'P'
#include <stdio.h>
#include "utf8.h"
static int failed, n;
static void check(int ok, const char *what) { printf("%s %d - %s\n", ok ? "ok" : "not ok", ++n, what); failed += !ok; }
int main(void) {
  check(letters("abc") == 3, "ascii");
  check(letters("Gr\xc3\xb6\xc3\x9f" "e") == 5, "umlauts");
  printf("1..%d\n", n);
  return failed != 0;
}
P
printf '\ncheck-utf8: test_utf8\n\t./test_utf8 > utf8.log || true\n\t@grep "^ok" utf8.log\n\ntest_utf8: test_utf8.c utf8.c str.c\n\t$(CC) -Wall -o $@ $^\n' >> Makefile
echo utf8.log >> .gitignore
git add -A; git commit -qm "Count letters"
charter prove VAL-1 -- make -s check-utf8 || true
