#!/usr/bin/env bash
# Ruby. base62 1.0.0, a gem, from Debian's archive: test-unit.
. "$(dirname "$0")/stage.bash"

debian r/ruby-base62/ruby-base62_1.0.0.orig.tar.gz
commit_base
open_charter "Numbers of one width" <<'MD'
## m1

### VAL-FEATURE — `Base62.encode(10, width: 4)` gives `000A`
Verifier: command

### VAL-REGRESSION — numbers and strings of before give what they gave
Verifier: command
Kind: regression

### VAL-BUDGET — 50 000 numbers are written and read within 10 s
Verifier: command
Kind: regression

### VAL-DOCS — the README shows `width`, and every example in it is right
Verifier: command

### VAL-REFACTOR — `decode` folds over the characters instead of powers, with the same results
Verifier: command
Kind: regression

### VAL-LINT — ruby has no warning about the library
Verifier: command
Kind: regression

### VAL-MANUAL — the change log says it
Verifier: manual
MD

python3 - <<'PY'
import pathlib
path = pathlib.Path("lib/base62.rb")
text = path.read_text()
def change(old, new):
    global text
    assert old in text, old
    text = text.replace(old, new, 1)
change('''      out = 0
      str.split(//).reverse.each_with_index do |char, index|
        place = PRIMITIVES.size ** index
        out += PRIMITIVES.index(char) * place
      end
      out
''', '''      str.each_char.inject(0) do |out, char|
        out * PRIMITIVES.size + PRIMITIVES.index(char)
      end
''')
change('''    def encode(int)
      return "0" if int == 0
''', '''    def encode(int, width: 1)
      return "0" * width if int == 0
''')
change('''      result
    end
''', '''      result.rjust(width, "0")
    end
''')
path.write_text(text)
path = pathlib.Path("README.md")
text = path.read_text()
change('''"funky".base62_decode
# => 619367412
''', '''"funky".base62_decode
# => 619367412

Base62.encode(10, width: 4)
# => "000A"
''')
path.write_text(text)
path = pathlib.Path("CHANGELOG.md")
text = path.read_text()
path.write_text("## Unreleased\n\n* `Base62.encode` takes a `width`.\n\n" + text)
PY
cat > test/width_test.rb <<'RB'
require "test_helper"

class WidthTest < Test::Unit::TestCase
  def test_short_numbers_are_filled_up
    assert_equal "000A", Base62.encode(10, width: 4)
    assert_equal "000", Base62.encode(0, width: 3)
  end

  def test_long_numbers_stay
    assert_equal "2qF", Base62.encode(10927, width: 2)
  end
end
RB
cat > test/readme_test.rb <<'RB'
require "test_helper"

class ReadmeTest < Test::Unit::TestCase
  README = File.read(File.expand_path("../README.md", __dir__))
  EXAMPLES = README[/```ruby\n(.*?)```/m, 1].scan(/^(.+)\n# => (.+)$/)

  def test_every_example_is_right
    assert EXAMPLES.any? { |code, _| code.include?("width:") }
    EXAMPLES.each { |code, result| assert_equal eval(result), eval(code), code }
  end
end
RB
mkdir -p bench
cat > bench/both_ways.rb <<'RB'
require "base62"

start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
50_000.times do |number|
  big = number * 1_000_003
  abort "#{big} came back changed" unless Base62.decode(Base62.encode(big)) == big
end
took = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
puts format("50000 numbers in %.2f s", took)
exit took <= 10
RB
git add -A && git commit -qm "width"

shows VAL-FEATURE ruby -Ilib -Itest test/width_test.rb
shows VAL-REGRESSION ruby -Ilib -Itest -e 'Dir["./test/*_test.rb"].each { |file| require file }'
shows VAL-BUDGET ruby -Ilib bench/both_ways.rb
shows VAL-DOCS ruby -Ilib -Itest test/readme_test.rb
shows VAL-REFACTOR ruby -Ilib -Itest test/base62_test.rb
shows VAL-LINT ruby -W:no-experimental -wc lib/base62.rb
signs VAL-MANUAL "read the change log" "width stands under Unreleased"
