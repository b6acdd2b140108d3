//! The vectors of RFC 8785 and what our own events rely on.

use super::*;

fn check(input: &str) -> String {
    String::from_utf8(render(&serde_json::from_str(input).unwrap())).unwrap()
}

#[test]
fn the_example_of_the_rfc_renders_as_printed_there() {
    let input = r#"{
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
    }"#;
    let expected = "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
                    \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
    assert_eq!(check(input), expected);
}

#[test]
fn keys_sort_by_utf16_code_units() {
    let input = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
    assert_eq!(
        check(input),
        "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}"
    );
}

#[test]
fn numbers_print_as_ecmascript_prints_them() {
    for (input, expected) in [
        ("0", "0"),
        ("-0.0", "0"),
        ("1e21", "1e+21"),
        ("1e20", "100000000000000000000"),
        ("123456789012345680000", "123456789012345680000"),
        ("0.000001", "0.000001"),
        ("1e-7", "1e-7"),
        ("-1.5e-9", "-1.5e-9"),
        ("5e-324", "5e-324"),
        ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("9007199254740993", "9007199254740992"),
        ("-7", "-7"),
        ("1.0", "1"),
    ] {
        assert_eq!(check(input), expected, "{input}");
    }
}

#[test]
fn the_left_out_key_is_left_out_at_the_top_only() {
    let value = serde_json::from_str(r#"{"hash":1,"a":{"hash":2}}"#).unwrap();
    assert_eq!(render_without(&value, "hash"), br#"{"a":{"hash":2}}"#);
}
