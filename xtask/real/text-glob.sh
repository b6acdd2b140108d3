#!/usr/bin/env bash
# Perl. Text::Glob 0.11 from Debian's archive: Test::More and prove.
. "$(dirname "$0")/stage.bash"

debian libt/libtext-glob-perl/libtext-glob-perl_0.11.orig.tar.gz
commit_base
open_charter "Sets of what does not match" <<'MD'
## m1

### VAL-FEATURE — `[!abc]` matches one character that is none of these
Verifier: command

### VAL-REGRESSION — patterns of before match what they matched
Verifier: command
Kind: regression

### VAL-BUDGET — 20 000 patterns are translated within 5 s
Verifier: command
Kind: regression

### VAL-DOCS — the manual page explains `[!abc]`
Verifier: command

### VAL-REFACTOR — characters that a regular expression gives a meaning stand in one table
Verifier: command
Kind: regression

### VAL-LINT — perl has no warning about the module, and the manual page is well formed
Verifier: command
Kind: regression

### VAL-MANUAL — the wording agrees with glob(7)
Verifier: manual
MD

python3 - <<'PY'
import pathlib
path = pathlib.Path("lib/Text/Glob.pm")
text = path.read_text()
def change(old, new):
    global text
    assert old in text, old
    text = text.replace(old, new, 1)
change('''        if ($_ eq '.' || $_ eq '(' || $_ eq ')' || $_ eq '|' ||
            $_ eq '+' || $_ eq '^' || $_ eq '$' || $_ eq '@' || $_ eq '%' ) {
            $regex .= "\\\\$_";
        }
''', '''        my $after_bracket = $bracket;
        $bracket = $_ eq '[' && !$escaping;
        if ($_ eq '!' && $after_bracket) {
            $regex .= '^';
        }
        elsif ($special{$_}) {
            $regex .= "\\\\$_";
        }
''')
change("my ($regex, $in_curlies, $escaping);", "my ($regex, $in_curlies, $escaping, $bracket);")
change('''use constant debug => 0;
''', '''use constant debug => 0;

# What a regular expression gives a meaning and a glob does not.
my %special = map { $_ => 1 } qw/ . ( ) | + ^ $ @ % /;
''')
change('''C<demo.[a-c]> matches C<demo.a>, C<demo.b>, and C<demo.c>
''', '''C<demo.[a-c]> matches C<demo.a>, C<demo.b>, and C<demo.c>

=item Negated character sets

C<example.[!ch]> matches C<example.o>, but neither C<example.c> nor C<example.h>
''')
path.write_text(text)
path = pathlib.Path("MANIFEST")
path.write_text(path.read_text() + "t/negate.t\nt/manual.t\n")
PY
cat > t/negate.t <<'PL'
#!perl -w
use strict;
use Test::More tests => 6;
use Text::Glob qw( match_glob );

ok(  match_glob( 'test[!abc]', 'testd' ), "[!abc]" );
ok( !match_glob( 'test[!abc]', 'testa' ) );
ok( !match_glob( 'test[!abc]', 'test' ) );
ok(  match_glob( 'test[a!]', 'test!' ), "! elsewhere is itself" );
ok(  match_glob( 'test!', 'test!' ) );
ok(  match_glob( 'a[!b]c[!d]', 'a.c.' ), "twice" );
PL
cat > t/manual.t <<'PL'
#!perl -w
use strict;
use Test::More tests => 2;
use Pod::Text;

my $manual;
my $parser = Pod::Text->new;
$parser->output_string( \$manual );
$parser->parse_file('lib/Text/Glob.pm');
like( $manual, qr/example\.\[!ch\]\W+matches\W+example\.o/, "negated sets are explained" );
like( $manual, qr/example\.\[ch\]/, "and so are sets" );
PL
mkdir -p bench
cat > bench/translate.pl <<'PL'
use strict;
use warnings;
use Time::HiRes 'time';
use lib 'lib';
use Text::Glob 'glob_to_regex_string';

my $start = time;
for my $number ( 1 .. 20_000 ) {
    my $got = glob_to_regex_string("file$number.{c,h}+");
    die "$got" unless $got eq "(?=[^\\.])file$number\\.(c|h)\\+";
}
my $took = time - $start;
printf "20000 patterns in %.2f s\n", $took;
exit( $took > 5 );
PL

shows VAL-FEATURE prove -l t/negate.t
shows VAL-REGRESSION prove -l t
shows VAL-BUDGET perl bench/translate.pl
shows VAL-DOCS prove -l t/manual.t
shows VAL-REFACTOR prove -l t/Text-Glob.t t/Text-Glob_Sep.t
shows VAL-LINT sh -c 'perl -Ilib -Mwarnings=FATAL,all -wc lib/Text/Glob.pm && podchecker lib/Text/Glob.pm'
signs VAL-MANUAL "read it beside glob(7)" "both say that ! after [ negates"
