# kind: honest
# about: the work is done in a linked worktree on a branch of its own
# first: standard accepted, strict accepted
# needs: ruby
mkdir ../hub
git -C ../hub init -q -b main
mkdir -p ../hub/spec ../hub/lib
cat > ../hub/lib/luhn.rb <<'EOF'
# Card numbers.
module Luhn
  def self.digits(text)
    text.delete(" ").chars.map { |c| Integer(c, 10) }
  end
end
EOF
cat > ../hub/spec/luhn_spec.rb <<'EOF'
require "minitest/autorun"
require_relative "../lib/luhn"

describe Luhn do
  it "reads digits" do
    _(Luhn.digits("12 3")).must_equal [1, 2, 3]
  end
end
EOF
git -C ../hub add . && git -C ../hub commit -qm "digits"
git -C ../hub worktree add -q -b feature/luhn "$PWD"

charter new "Card numbers are checked" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Luhn

### VAL-LUHN-001 — a mistyped card number is noticed
One wrong digit and two swapped ones; a single digit and nothing are no numbers.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > lib/luhn.rb <<'EOF'
# Card numbers.
module Luhn
  def self.digits(text)
    text.delete(" ").chars.map { |c| Integer(c, 10) }
  end

  def self.valid?(text)
    all = digits(text)
    return false if all.size < 2

    sum = all.reverse.each_with_index.sum do |digit, index|
      digit *= 2 if index.odd?
      digit > 9 ? digit - 9 : digit
    end
    (sum % 10).zero?
  end
end
EOF
cat > spec/luhn_spec.rb <<'EOF'
require "minitest/autorun"
require_relative "../lib/luhn"

describe Luhn do
  it "reads digits" do
    _(Luhn.digits("12 3")).must_equal [1, 2, 3]
  end

  it "takes good numbers" do
    ["4539 1488 0343 6467", "79927398713", "18"].each { |n| _(Luhn.valid?(n)).must_equal true, n }
  end

  it "notices mistakes" do
    ["4539 1488 0343 6468", "4539 1488 0334 6467", "79927398710"].each { |n| _(Luhn.valid?(n)).must_equal false, n }
  end

  it "refuses what is too short" do
    ["", "0"].each { |n| _(Luhn.valid?(n)).must_equal false, n }
  end
end
EOF
git add . && git commit -qm "luhn"

charter prove VAL-LUHN-001 -- ruby spec/luhn_spec.rb
