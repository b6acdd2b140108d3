# kind: honest
# about: Java with javac and java, a test class with main, compiled into an ignored directory
# first: standard accepted, strict accepted
# needs: javac
git init -q -b main
mkdir -p src/org/example test/org/example
cat > src/org/example/Isbn.java <<'EOF'
package org.example;

public final class Isbn {
    private Isbn() {}

    /** Digits only. */
    public static String clean(String text) {
        return text.replaceAll("[- ]", "");
    }
}
EOF
cat > test/org/example/IsbnTest.java <<'EOF'
package org.example;

public class IsbnTest {
    static int failures;

    static void check(boolean ok, String what) {
        System.out.println((ok ? "ok   " : "FAIL ") + what);
        if (!ok) failures++;
    }

    public static void main(String[] args) {
        check(Isbn.clean("978-3 16").equals("978316"), "clean");
        System.exit(failures == 0 ? 0 : 1);
    }
}
EOF
cat > test.sh <<'EOF'
#!/bin/sh
set -e
cd "$(dirname "$0")"
javac -d out $(find src test -name '*.java')
exec java -XX:TieredStopAtLevel=1 -cp out "${1:-org.example.IsbnTest}"
EOF
chmod +x test.sh
echo out/ > .gitignore
git add . && git commit -qm "isbn"

charter new "ISBN-13 is checked" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Check digit

### VAL-ISBN-001 — the check digit of an ISBN-13 is verified
Hyphens and blanks are allowed; wrong length, letters and wrong digits are refused.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > src/org/example/Isbn.java <<'EOF'
package org.example;

public final class Isbn {
    private Isbn() {}

    /** Digits only. */
    public static String clean(String text) {
        return text.replaceAll("[- ]", "");
    }

    /** Whether this is an ISBN-13 with the right check digit. */
    public static boolean isValid(String text) {
        String digits = clean(text);
        if (!digits.matches("[0-9]{13}")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 13; i++) {
            sum += (digits.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
        }
        return sum % 10 == 0;
    }
}
EOF
cat > test/org/example/IsbnTest.java <<'EOF'
package org.example;

public class IsbnTest {
    static int failures;

    static void check(boolean ok, String what) {
        System.out.println((ok ? "ok   " : "FAIL ") + what);
        if (!ok) failures++;
    }

    public static void main(String[] args) {
        check(Isbn.clean("978-3 16").equals("978316"), "clean");
        check(Isbn.isValid("978-3-16-148410-0"), "valid with hyphens");
        check(Isbn.isValid("9780306406157"), "valid without");
        check(!Isbn.isValid("9780306406158"), "wrong check digit");
        check(!Isbn.isValid("9780306406517"), "digits swapped");
        check(!Isbn.isValid("978030640615"), "too short");
        check(!Isbn.isValid("978030640615X"), "a letter");
        check(!Isbn.isValid(""), "nothing");
        System.exit(failures == 0 ? 0 : 1);
    }
}
EOF
git commit -qam "check digit"

charter prove VAL-ISBN-001 -- ./test.sh
