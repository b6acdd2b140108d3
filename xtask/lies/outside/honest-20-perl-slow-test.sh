# kind: honest
# about: Perl with prove, a new .t file whose test really waits three seconds
# first: standard accepted, strict accepted
# needs: prove python3
git init -q -b main
mkdir -p lib t
cat > lib/Counter.pm <<'EOF'
package Counter;
use strict;
use warnings;

sub new { my ($class) = @_; return bless { hits => [] }, $class }

sub hit { my ($self) = @_; push @{ $self->{hits} }, time; return $self }

sub total { my ($self) = @_; return scalar @{ $self->{hits} } }

1;
EOF
cat > t/01-total.t <<'EOF'
use strict;
use warnings;
use Test::More tests => 2;
use Counter;

my $counter = Counter->new;
is $counter->total, 0, 'nothing yet';
is $counter->hit->hit->total, 2, 'two hits';
EOF
git add . && git commit -qm "counter"

charter new "Hits of the last seconds" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Window

### VAL-WINDOW-001 — hits of the last seconds are counted
A hit leaves the window when its time is over, in real time; the total is not changed.
Verifier: command
EOF
as_person charter agree -m "as planned"

python3 - <<'EOF'
p = "lib/Counter.pm"
s = open(p).read()
s = s.replace("use warnings;\n", "use warnings;\nuse Time::HiRes qw(time);\n")
s = s.replace("\n1;\n", '''
# Hits that are younger than so many seconds.
sub recent {
    my ($self, $seconds) = @_;
    my $since = time - $seconds;
    return scalar grep { $_ > $since } @{ $self->{hits} };
}

1;
''')
open(p, "w").write(s)
EOF
cat > t/02-recent.t <<'EOF'
use strict;
use warnings;
use Test::More;
use Time::HiRes qw(sleep);
use Counter;

my $counter = Counter->new;
is $counter->recent(1), 0, 'nothing yet';
$counter->hit->hit;
is $counter->recent(2), 2, 'both are recent';
sleep 1.5;
$counter->hit;
is $counter->recent(2), 3, 'three in two seconds';
is $counter->recent(1), 1, 'one in the last second';
sleep 1.5;
is $counter->recent(2), 1, 'the first two are over';
is $counter->recent(10), 3, 'a long window has all';
is $counter->total, 3, 'the total stays';
done_testing;
EOF
git add . && git commit -qm "recent hits"

charter prove VAL-WINDOW-001 -- prove -l t/02-recent.t
