# kind: honest
# about: ruby: new class, minitest
# first: standard refused, strict refused
# needs: ruby

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

mkdir lib test; printf 'module Cart\nend\n' > lib/cart.rb
begin
crit <<'E'
## m1

### VAL-1 — a cart sums its items
Cart::Basket#sum is price times quantity over all items.
Verifier: command
E

as_person charter agree -m ok
cat > lib/cart.rb <<'E'
module Cart
  class Basket
    def initialize
      @items = []
    end

    def add(price, quantity = 1)
      @items << [price, quantity]
    end

    def sum
      @items.sum { |price, quantity| price * quantity }
    end
  end
end
E
if ruby -e 'require "minitest/autorun"' >/dev/null 2>&1; then
cat > test/test_cart.rb <<'E'
require 'minitest/autorun'
require_relative '../lib/cart'
class TestCart < Minitest::Test
  def test_sum
    b = Cart::Basket.new
    b.add(3)
    b.add(2, 5)
    assert_equal 13, b.sum
  end
end
E
else
echo "no minitest"
cat > test/test_cart.rb <<'E'
require_relative '../lib/cart'
b = Cart::Basket.new
b.add(3)
b.add(2, 5)
abort "sum is #{b.sum}" unless b.sum == 13
puts 'ok'
E
fi
save work
charter prove VAL-1 -- ruby test/test_cart.rb || true
