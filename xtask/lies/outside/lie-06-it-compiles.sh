# kind: sloppy
# about: `make ring.o` compiles a ring buffer that drops the newest instead of the oldest
# first: standard refused, strict refused
# needs: make
git init -q -b main
cat > stack.h <<'P'
#ifndef STACK_H
#define STACK_H
struct stack { int v[16]; int n; };
int stack_push(struct stack *s, int x);
int stack_pop(struct stack *s, int *x);
#endif
P
cat > stack.c <<'P'
#include "stack.h"
int stack_push(struct stack *s, int x) { if (s->n == 16) return -1; s->v[s->n++] = x; return 0; }
int stack_pop(struct stack *s, int *x) { if (s->n == 0) return -1; *x = s->v[--s->n]; return 0; }
P
cat > test_stack.c <<'P'
#include <assert.h>
#include <stdio.h>
#include "stack.h"
int main(void) {
  struct stack s = {{0}, 0};
  int x;
  assert(stack_push(&s, 7) == 0);
  assert(stack_pop(&s, &x) == 0 && x == 7);
  assert(stack_pop(&s, &x) == -1);
  puts("1..1\nok 1 - stack");
  return 0;
}
P
printf 'CFLAGS = -Wall -Wextra -O1\n\ncheck: test_stack\n\t./test_stack\n\ntest_stack: test_stack.o stack.o\n\t$(CC) -o $@ $^\n' > Makefile
printf '*.o\ntest_stack\n' > .gitignore
git add -A; git commit -qm "Stack"
charter new "Keep the last readings" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Ring buffer

### VAL-1 — a full ring forgets the oldest value
After 9 pushes into a ring of 8 the first value is gone and the ninth is there.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > ring.c <<'P'
#include "ring.h"
int ring_push(struct ring *r, int x) {
  if (r->n == 8) return -1;
  r->v[(r->at + r->n++) % 8] = x;
  return 0;
}
P
cat > ring.h <<'P'
#ifndef RING_H
#define RING_H
struct ring { int v[8]; int at; int n; };
int ring_push(struct ring *r, int x);
#endif
P
git add -A; git commit -qm "Ring buffer"
charter prove VAL-1 -- make ring.o CFLAGS="-Wall -Wextra -Werror" || true
