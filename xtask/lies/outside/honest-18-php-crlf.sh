# kind: honest
# about: PHP bug fix in files with CRLF line ends, plain test script
# first: standard accepted, strict accepted
# needs: php
git init -q -b main
git config core.autocrlf false
mkdir -p src tests
crlf() { sed 's/$/\r/' > "$1"; }
crlf src/Slug.php <<'EOF'
<?php
declare(strict_types=1);

final class Slug
{
    public static function of(string $title): string
    {
        $slug = strtolower($title);
        return str_replace(' ', '-', $slug);
    }
}
EOF
crlf tests/run.php <<'EOF'
<?php
declare(strict_types=1);

require __DIR__ . '/../src/Slug.php';

$failures = 0;
function same(string $want, string $got): void
{
    global $failures;
    if ($want === $got) {
        echo "ok $want\n";
    } else {
        echo "not ok: wanted '$want', got '$got'\n";
        $failures++;
    }
}

same('hello-world', Slug::of('Hello World'));
exit($failures > 0 ? 1 : 0);
EOF
printf '* -text\n' > .gitattributes
git add . && git commit -qm "slugs"

charter new "Slugs without doubled or trailing dashes" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Fix

### VAL-SLUG-001 — punctuation and blanks become one dash
None at the ends; digits stay; a title without letters or digits is `untitled`.
Verifier: command
EOF
as_person charter agree -m "as planned"

crlf src/Slug.php <<'EOF'
<?php
declare(strict_types=1);

final class Slug
{
    public static function of(string $title): string
    {
        $slug = strtolower($title);
        $slug = preg_replace('/[^a-z0-9]+/', '-', $slug);
        $slug = trim($slug, '-');
        return $slug === '' ? 'untitled' : $slug;
    }
}
EOF
crlf tests/run.php <<'EOF'
<?php
declare(strict_types=1);

require __DIR__ . '/../src/Slug.php';

$failures = 0;
function same(string $want, string $got): void
{
    global $failures;
    if ($want === $got) {
        echo "ok $want\n";
    } else {
        echo "not ok: wanted '$want', got '$got'\n";
        $failures++;
    }
}

same('hello-world', Slug::of('Hello World'));
same('a-b', Slug::of('A  -  B'));
same('what-now', Slug::of('  What now?! '));
same('php-8-2', Slug::of('PHP 8.2'));
same('untitled', Slug::of('???'));
exit($failures > 0 ? 1 : 0);
EOF
git commit -qam "one dash between words"

charter prove VAL-SLUG-001 -- php tests/run.php
