#!/usr/bin/env bash
# C. jsmn 1.1.0 from Debian's archive: one header, make and gcc.
. "$(dirname "$0")/stage.bash"

debian j/jsmn/jsmn_1.1.0.orig.tar.gz
printf '/test/test_*\n!/test/test_*.c\n/bench/parse\n' > .gitignore
commit_base
open_charter "Compare a token with a string" <<'MD'
## m1

### VAL-FEATURE — `jsmn_equals` says whether a token is the given string
Verifier: command

### VAL-REGRESSION — the four builds of the suite still pass
Verifier: command
Kind: regression

### VAL-BUDGET — ten megabytes of JSON are read within 5 s
Verifier: command
Kind: regression

### VAL-DOCS — the README shows how to compare a key
Verifier: command

### VAL-REFACTOR — what a hexadecimal digit is stands in a function of its own; strings are read as before
Verifier: command
Kind: regression

### VAL-LINT — gcc has no warning about the header
Verifier: command
Kind: regression

### VAL-MANUAL — the header still fits the C89 style of the rest
Verifier: manual
MD

python3 - <<'PY'
import pathlib
path = pathlib.Path("jsmn.h")
text = path.read_text()
def change(old, new):
    global text
    assert old in text, old
    text = text.replace(old, new, 1)
change('''          if (!((js[parser->pos] >= 48 && js[parser->pos] <= 57) ||   /* 0-9 */
                (js[parser->pos] >= 65 && js[parser->pos] <= 70) ||   /* A-F */
                (js[parser->pos] >= 97 && js[parser->pos] <= 102))) { /* a-f */
''', '''          if (!jsmn_is_hex(js[parser->pos])) {
''')
change('''/**
 * Fills next token with JSON string.
''', '''/**
 * Tells whether a character is a hexadecimal digit.
 */
static int jsmn_is_hex(const char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') ||
         (c >= 'a' && c <= 'f');
}

/**
 * Fills next token with JSON string.
''')
change('''#ifndef JSMN_HEADER
''', '''/**
 * Tells whether a token is a string that reads as the given text, byte by byte.
 */
JSMN_API int jsmn_equals(const char *js, const jsmntok_t *token,
                         const char *text);

#ifndef JSMN_HEADER
''')
change('''#endif /* JSMN_HEADER */
''', '''JSMN_API int jsmn_equals(const char *js, const jsmntok_t *token,
                         const char *text) {
  int i;
  if (token->type != JSMN_STRING) {
    return 0;
  }
  for (i = token->start; i < token->end; i++, text++) {
    if (*text == '\\0' || js[i] != *text) {
      return 0;
    }
  }
  return *text == '\\0';
}

#endif /* JSMN_HEADER */
''')
path.write_text(text)
path = pathlib.Path("Makefile")
text = path.read_text()
change('''test: test_default test_strict test_links test_strict_links
''', '''test: test_default test_strict test_links test_strict_links test_equals
test_equals: test/equals.c jsmn.h
	$(CC) $(CFLAGS) $(LDFLAGS) $< -o test/$@
	./test/$@
bench: bench/parse.c jsmn.h
	$(CC) -O2 $(CFLAGS) $(LDFLAGS) $< -o bench/parse
	./bench/parse
''')
change(".PHONY: clean test", ".PHONY: clean test bench")
path.write_text(text)
path = pathlib.Path("README.md")
text = path.read_text()
change('''If something goes wrong, you will get an error.''', '''To compare a key, give the text, the token and what it should be:

	if (jsmn_equals(js, &tokens[1], "user")) { /* ... */ }

If something goes wrong, you will get an error.''')
path.write_text(text)
PY
cat > test/equals.c <<'C'
#include <stdio.h>
#include <string.h>

#include "../jsmn.h"
#include "test.h"

static const char *js = "{\"user\": \"johndoe\", \"uid\": 1000}";
static jsmntok_t tokens[8];

static int test_same(void) {
  check(jsmn_equals(js, &tokens[1], "user"));
  check(jsmn_equals(js, &tokens[2], "johndoe"));
  done();
}

static int test_other(void) {
  check(!jsmn_equals(js, &tokens[1], "use"));
  check(!jsmn_equals(js, &tokens[1], "users"));
  check(!jsmn_equals(js, &tokens[1], "uscr"));
  check(!jsmn_equals(js, &tokens[4], "1000"));
  done();
}

int main(void) {
  jsmn_parser parser;
  jsmn_init(&parser);
  if (jsmn_parse(&parser, js, strlen(js), tokens, 8) != 5) {
    return 1;
  }
  test(test_same, "a string is what it says");
  test(test_other, "a string is nothing else");
  printf("\nPASSED: %d\nFAILED: %d\n", test_passed, test_failed);
  return (test_failed > 0);
}
C
mkdir -p bench
cat > bench/parse.c <<'C'
/* Reads ten megabytes; fails if that takes longer than five seconds or gives another number of tokens. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../jsmn.h"

int main(void) {
  static char js[102400];
  static jsmntok_t tokens[64000];
  const char *item = "\"\\u00e9t\\u00e9\",";
  size_t len = 1;
  int count = 1, round;
  clock_t start = clock();
  js[0] = '[';
  while (len + strlen(item) + 4 < sizeof js) {
    memcpy(js + len, item, strlen(item));
    len += strlen(item);
    count++;
  }
  memcpy(js + len, "null]", 5);
  len += 5;
  for (round = 0; round < 100; round++) {
    jsmn_parser parser;
    jsmn_init(&parser);
    if (jsmn_parse(&parser, js, len, tokens, 64000) != count + 1) {
      return 2;
    }
  }
  printf("%d rounds in %.2f s\n", round, (double)(clock() - start) / CLOCKS_PER_SEC);
  return clock() - start > 5 * CLOCKS_PER_SEC;
}
C

shows VAL-FEATURE make -s test_equals
shows VAL-REGRESSION make -s test
shows VAL-BUDGET make -s bench
shows VAL-DOCS grep -q 'jsmn_equals(js, &tokens\[1\], "user")' README.md
shows VAL-REFACTOR make -s test_default test_strict
shows VAL-LINT gcc -std=c89 -Wall -Wextra -Werror -Wno-implicit-fallthrough -fsyntax-only -x c jsmn.h
signs VAL-MANUAL "read the header from top to bottom" "declarations stand first and comments are as in the rest"
