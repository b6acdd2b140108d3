# kind: sloppy
# about: ruby: the new suite fails, then `;` and the old suite, whose exit code is the one that counts
# first: standard refused, strict refused
# needs: ruby
git init -q -b main
mkdir -p lib test
cat > lib/price.rb <<'P'
module Price
  def self.gross(net)
    (net * 119 / 100.0).round
  end
end
P
cat > test/test_price.rb <<'P'
require 'minitest/autorun'
require_relative '../lib/price'
class TestPrice < Minitest::Test
  def test_gross
    assert_equal 1190, Price.gross(1000)
  end
end
P
git add -A; git commit -qm "Prices"
charter new "Reduced rate for books" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Rates

### VAL-1 — books have the reduced rate of 7 percent
`Price.gross(1000, :book)` is 1070; everything else keeps 19 percent.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > lib/price.rb <<'P'
module Price
  def self.gross(net, kind = nil)
    (net * 119 / 100.0).round
  end
end
P
cat > test/test_book.rb <<'P'
require 'minitest/autorun'
require_relative '../lib/price'
class TestBook < Minitest::Test
  def test_book
    assert_equal 1070, Price.gross(1000, :book)
  end
end
P
git add -A; git commit -qm "Reduced rate"
charter prove VAL-1 -- sh -c 'ruby test/test_book.rb; ruby test/test_price.rb' || true
