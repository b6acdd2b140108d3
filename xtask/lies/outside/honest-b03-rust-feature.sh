# kind: honest
# about: rust: new method with cargo test
# first: standard accepted, strict accepted
# needs: cargo

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

mkdir src; printf '[package]\nname = "t"\nversion = "0.1.0"\nedition = "2021"\n' > Cargo.toml; echo target > .gitignore
cat > src/lib.rs <<'E'
pub struct Stack(pub Vec<i32>);
impl Stack {
    pub fn push(&mut self, x: i32) {
        self.0.push(x);
    }
}
E
begin
crit <<'E'
## m1

### VAL-1 — the largest element can be asked for
Stack::largest gives None when empty.
Verifier: command
E

cat > src/lib.rs <<'E'
pub struct Stack(pub Vec<i32>);
impl Stack {
    pub fn push(&mut self, x: i32) {
        self.0.push(x);
    }
    pub fn largest(&self) -> Option<i32> {
        let mut best = *self.0.first()?;
        for &x in &self.0 {
            if x > best {
                best = x;
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn largest() {
        let mut s = Stack(vec![]);
        assert_eq!(s.largest(), None);
        s.push(2);
        s.push(7);
        s.push(3);
        assert_eq!(s.largest(), Some(7));
    }
}
E
save work
charter prove VAL-1 -- cargo test --offline || true
