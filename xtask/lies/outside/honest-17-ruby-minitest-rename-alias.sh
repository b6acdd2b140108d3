# kind: honest
# about: Ruby method gets a better name, the old one stays and warns; minitest, new tests in the old file
# first: standard refused, strict refused
# needs: ruby
git init -q -b main
mkdir -p lib test
cat > lib/roster.rb <<'EOF'
# Who is on duty when.
class Roster
  def initialize
    @shifts = {}
  end

  def assign(day, name)
    (@shifts[day] ||= []) << name
    self
  end

  def get_ppl(day)
    @shifts.fetch(day, []).sort
  end
end
EOF
cat > test/test_roster.rb <<'EOF'
require "minitest/autorun"
require "roster"

class TestRoster < Minitest::Test
  def setup
    @roster = Roster.new.assign(:mon, "Ute").assign(:mon, "Ali")
  end

  def test_people_of_a_day
    _, _ = capture_io { assert_equal %w[Ali Ute], @roster.get_ppl(:mon) }
  end
end
EOF
git add . && git commit -qm "roster"

charter new "Roster#people instead of get_ppl" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Rename

### VAL-NAME-001 — the people of a day are given by `people`
A day without anybody gives an empty list.
Verifier: command

### VAL-NAME-002 — `get_ppl` still works and says what to use instead
Once per call, on stderr.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > lib/roster.rb <<'EOF'
# Who is on duty when.
class Roster
  def initialize
    @shifts = {}
  end

  def assign(day, name)
    (@shifts[day] ||= []) << name
    self
  end

  # The names of those on duty, sorted.
  def people(day)
    @shifts.fetch(day, []).sort
  end

  # Deprecated: use #people.
  def get_ppl(day)
    warn "Roster#get_ppl is deprecated, use Roster#people"
    people(day)
  end
end
EOF
cat > test/test_roster.rb <<'EOF'
require "minitest/autorun"
require "roster"

class TestRoster < Minitest::Test
  def setup
    @roster = Roster.new.assign(:mon, "Ute").assign(:mon, "Ali")
  end

  def test_people_of_a_day
    _, _ = capture_io { assert_equal %w[Ali Ute], @roster.get_ppl(:mon) }
  end

  def test_people
    assert_silent { assert_equal %w[Ali Ute], @roster.people(:mon) }
    assert_equal [], @roster.people(:sun)
  end

  def test_old_name_warns
    people = nil
    out, err = capture_io { people = @roster.get_ppl(:mon) }
    assert_equal %w[Ali Ute], people
    assert_equal "", out
    assert_equal "Roster#get_ppl is deprecated, use Roster#people\n", err
  end
end
EOF
git commit -qam "Roster#people"

charter prove VAL-NAME-001 -- ruby -Ilib test/test_roster.rb -n test_people
charter prove VAL-NAME-002 -- ruby -Ilib test/test_roster.rb -n test_old_name_warns
