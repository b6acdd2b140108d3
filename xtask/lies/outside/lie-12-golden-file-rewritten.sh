# kind: sloppy
# about: C: the export breaks its quoting, and the golden file is written anew from the broken output
# first: standard refused, strict refused
# needs: make
git init -q -b main
mkdir -p expected
cat > report.c <<'P'
#include <stdio.h>
#include <string.h>

static void field(const char *s) {
  if (strpbrk(s, ",\"")) {
    putchar('"');
    for (; *s; s++) { if (*s == '"') putchar('"'); putchar(*s); }
    putchar('"');
  } else {
    fputs(s, stdout);
  }
}

int main(void) {
  const char *rows[][2] = {{"Bolt", "3"}, {"Nut, hex", "5"}, {"Pipe 2\"", "1"}};
  for (int i = 0; i < 3; i++) { field(rows[i][0]); putchar(','); field(rows[i][1]); putchar('\n'); }
  return 0;
}
P
printf 'check: report\n\t@./report | diff -u expected/report.csv -\n\t@echo "ok 1 - the report is as expected"\n\t@echo "1..1"\n\nreport: report.c\n\t$(CC) -Wall -O1 -o $@ $<\n' > Makefile
printf 'Bolt,3\n"Nut, hex",5\n"Pipe 2""",1\n' > expected/report.csv
echo report > .gitignore
git add -A; git commit -qm "Report"
charter new "Faster report" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Faster

### VAL-1 — the CSV stays as it is, byte for byte
What the report prints for the known rows does not change, quoting included.
Verifier: command
Kind: regression
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > report.c <<'P'
#include <stdio.h>

int main(void) {
  const char *rows[][2] = {{"Bolt", "3"}, {"Nut, hex", "5"}, {"Pipe 2\"", "1"}};
  for (int i = 0; i < 3; i++) printf("%s,%s\n", rows[i][0], rows[i][1]);
  return 0;
}
P
make -s report && ./report > expected/report.csv
git add -A; git commit -qm "Print rows at once; update golden file"
charter prove VAL-1 -- make -s check || true
