# kind: honest
# about: C library with make, build output ignored and lying around, new function tested in the old test program
# first: standard accepted, strict accepted
# needs: make python3
git init -q -b main
mkdir -p src include tests
cat > Makefile <<'EOF'
CFLAGS = -std=c99 -Wall -Wextra -Werror -Iinclude

test: build/test_ring
	./build/test_ring

build/test_ring: tests/test_ring.c build/ring.o
	$(CC) $(CFLAGS) -o $@ $^

build/ring.o: src/ring.c include/ring.h
	@mkdir -p build
	$(CC) $(CFLAGS) -c -o $@ $<

clean:
	rm -rf build
.PHONY: test clean
EOF
cat > include/ring.h <<'EOF'
#ifndef RING_H
#define RING_H
#include <stddef.h>

#define RING_SIZE 4

struct ring {
	int items[RING_SIZE];
	size_t head, count;
};

/* Returns 0, or -1 if the ring is full. */
int ring_push(struct ring *r, int item);
#endif
EOF
cat > src/ring.c <<'EOF'
#include "ring.h"

int ring_push(struct ring *r, int item)
{
	if (r->count == RING_SIZE)
		return -1;
	r->items[(r->head + r->count) % RING_SIZE] = item;
	r->count++;
	return 0;
}
EOF
cat > tests/test_ring.c <<'EOF'
#include <stdio.h>
#include "ring.h"

static int failed;
#define CHECK(c) do { if (!(c)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #c); failed = 1; } } while (0)

static void push_until_full(void)
{
	struct ring r = {0};
	for (int i = 0; i < RING_SIZE; i++)
		CHECK(ring_push(&r, i) == 0);
	CHECK(ring_push(&r, 9) == -1);
}

int main(void)
{
	push_until_full();
	puts(failed ? "FAILED" : "all fine");
	return failed;
}
EOF
echo build/ > .gitignore
git add . && git commit -qm "ring buffer"
make -s test

charter new "Items can be taken out of the ring" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Pop

### VAL-POP-001 — items come out in the order they went in
Also after wrapping around; an empty ring gives -1 and leaves the target alone.
Verifier: command
EOF
as_person charter agree -m "as planned"

python3 - <<'EOF'
def edit(path, old, new):
    text = open(path).read()
    assert old in text, (path, old)
    open(path, "w").write(text.replace(old, new, 1))

edit("include/ring.h", "#endif\n", """
/* Takes the oldest item; returns 0, or -1 if the ring is empty. */
int ring_pop(struct ring *r, int *item);
#endif
""")
open("src/ring.c", "a").write("""
int ring_pop(struct ring *r, int *item)
{
	if (r->count == 0)
		return -1;
	*item = r->items[r->head];
	r->head = (r->head + 1) % RING_SIZE;
	r->count--;
	return 0;
}
""")
edit("tests/test_ring.c", "int main(void)\n{\n", """static void pop_in_order(void)
{
	struct ring r = {0};
	int item = 42;
	CHECK(ring_pop(&r, &item) == -1);
	CHECK(item == 42);
	for (int i = 0; i < 3 * RING_SIZE; i++) {
		CHECK(ring_push(&r, i) == 0);
		CHECK(ring_push(&r, i + 100) == 0);
		CHECK(r.count == 2);
		CHECK(ring_pop(&r, &item) == 0 && item == i);
		CHECK(ring_pop(&r, &item) == 0 && item == i + 100);
		CHECK(r.count == 0);
	}
	CHECK(ring_pop(&r, &item) == -1);
}

int main(void)
{
	pop_in_order();
""")
EOF
make -s test
git commit -qam "ring_pop"

charter prove VAL-POP-001 -- make test
