# kind: honest
# about: C sources move from the root to src/, the Makefile follows; nothing else changes (Kind: regression)
# first: standard refused, strict refused
# needs: make
git init -q -b main
cat > Makefile <<'EOF'
CFLAGS = -std=c99 -Wall -Wextra -I.

check: test_crc
	./test_crc

test_crc: test_crc.c crc.c crc.h
	$(CC) $(CFLAGS) -o $@ test_crc.c crc.c
.PHONY: check
EOF
cat > crc.h <<'EOF'
#include <stddef.h>
#include <stdint.h>
uint32_t crc32(const void *data, size_t size);
EOF
cat > crc.c <<'EOF'
#include "crc.h"

uint32_t crc32(const void *data, size_t size)
{
	const unsigned char *p = data;
	uint32_t crc = 0xffffffffu;
	while (size--) {
		crc ^= *p++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	}
	return ~crc;
}
EOF
cat > test_crc.c <<'EOF'
#include "crc.h"
#include <stdio.h>

int main(void)
{
	int ok = crc32("123456789", 9) == 0xcbf43926u && crc32("", 0) == 0;
	puts(ok ? "ok" : "wrong checksum");
	return !ok;
}
EOF
echo test_crc > .gitignore
git add . && git commit -qm "crc"
make -s check

charter new "Sources live in src, tests in tests" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Layout

### VAL-LAYOUT-001 — the sources are in src
Verifier: command

### VAL-SAME-001 — `make check` works as before
Verifier: command
Kind: regression
EOF
as_person charter agree -m "a move, no change of behaviour"

mkdir src tests
git mv crc.c crc.h src/
git mv test_crc.c tests/
cat > Makefile <<'EOF'
CFLAGS = -std=c99 -Wall -Wextra -Isrc

check: test_crc
	./test_crc

test_crc: tests/test_crc.c src/crc.c src/crc.h
	$(CC) $(CFLAGS) -o $@ tests/test_crc.c src/crc.c
.PHONY: check
EOF
git add -A . && git commit -qm "src and tests"

charter prove VAL-LAYOUT-001 -- sh -c 'test -f src/crc.c && test -f src/crc.h && ! ls *.c *.h 2>/dev/null'
charter prove VAL-SAME-001 -- make check
