# kind: malicious
# about: ruby: test asks only a capability flag, the feature is a stub
# first: standard accepted, strict accepted
# needs: ruby

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'module Exporter\nend\n' > exporter.rb
begin
crit <<'E'
## m1

### VAL-1 — export writes CSV with a header
Exporter.csv([{a: 1}]) is "a\n1\n".
Verifier: command
E

cat > exporter.rb <<'E'
module Exporter
  CAN_CSV = 1 + 1

  def self.csv(rows)
    raise "later"
  end
end
E
cat > test_exporter.rb <<'E'
require_relative 'exporter'
abort 'no csv' unless defined?(Exporter::CAN_CSV) && Exporter::CAN_CSV == 2
puts 'csv ok'
E
save work
charter prove VAL-1 -- ruby test_exporter.rb || true
