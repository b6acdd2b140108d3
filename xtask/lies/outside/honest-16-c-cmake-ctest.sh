# kind: honest
# about: C with cmake and ctest, a build directory that knows its absolute path, a second test program is added
# first: standard refused, strict refused
# needs: cmake
git init -q -b main
mkdir -p src tests
cat > CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(strtools C)
set(CMAKE_C_STANDARD 99)
add_library(strtools src/trim.c)
target_include_directories(strtools PUBLIC src)
enable_testing()
add_executable(test_trim tests/test_trim.c)
target_link_libraries(test_trim strtools)
add_test(NAME trim COMMAND test_trim)
EOF
cat > src/strtools.h <<'EOF'
#pragma once
/* Removes blanks at the end, in place. */
char *rtrim(char *text);
EOF
cat > src/trim.c <<'EOF'
#include "strtools.h"
#include <ctype.h>
#include <string.h>

char *rtrim(char *text)
{
	size_t n = strlen(text);
	while (n > 0 && isspace((unsigned char)text[n - 1]))
		n--;
	text[n] = 0;
	return text;
}
EOF
cat > tests/test_trim.c <<'EOF'
#include "strtools.h"
#include <string.h>

int main(void)
{
	char a[] = "ab \t\n", b[] = "   ";
	return strcmp(rtrim(a), "ab") != 0 || strcmp(rtrim(b), "") != 0;
}
EOF
echo /build/ > .gitignore
git add . && git commit -qm "rtrim"
{ cmake -S . -B build && cmake --build build; } >/dev/null

charter new "Text can be split at a character" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Split

### VAL-SPLIT-001 — text is split at a character, empty fields included
Fields that do not fit are left out, and the number of all fields is returned.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > src/split.c <<'EOF'
#include "strtools.h"

size_t split(char *text, char at, char **fields, size_t max)
{
	size_t n = 0;
	char *start = text;
	for (;; text++) {
		char c = *text;
		if (c != at && c != 0)
			continue;
		if (n < max)
			fields[n] = start;
		n++;
		if (c == 0)
			return n;
		*text = 0;
		start = text + 1;
	}
}
EOF
cat >> src/strtools.h <<'EOF'
#include <stddef.h>
/* Cuts text in place; returns how many fields there are, and fills at most max of them. */
size_t split(char *text, char at, char **fields, size_t max);
EOF
sed -i 's#src/trim.c)#src/trim.c src/split.c)#' CMakeLists.txt
cat >> CMakeLists.txt <<'EOF'
add_executable(test_split tests/test_split.c)
target_link_libraries(test_split strtools)
add_test(NAME split COMMAND test_split)
EOF
cat > tests/test_split.c <<'EOF'
#include "strtools.h"
#include <stdio.h>
#include <string.h>

static int failed;
static void check(int ok, const char *what)
{
	if (!ok) {
		printf("failed: %s\n", what);
		failed = 1;
	}
}

int main(void)
{
	char *f[3];
	char a[] = "one,,three";
	check(split(a, ',', f, 3) == 3, "three fields");
	check(!strcmp(f[0], "one") && !strcmp(f[1], "") && !strcmp(f[2], "three"), "their text");
	char b[] = "";
	check(split(b, ',', f, 3) == 1 && !strcmp(f[0], ""), "empty text is one empty field");
	char c[] = "a;b;c;d";
	f[2] = NULL;
	check(split(c, ';', f, 2) == 4, "all are counted");
	check(!strcmp(f[0], "a") && !strcmp(f[1], "b") && f[2] == NULL, "two are filled");
	return failed;
}
EOF
git add . && git commit -qm "split"

charter prove VAL-SPLIT-001 -- sh -c 'cmake -S . -B build >/dev/null && cmake --build build >/dev/null && ctest --test-dir build --output-on-failure --no-tests=error -R split'
