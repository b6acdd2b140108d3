//! Pictures as tools write them, and files that only look like one.

use super::*;
use charter_contract::artifact::screenshot;
use charter_testkit::picture::{BitDepth, Canvas, bomb_png};

/// A page with one short line of text on it, as wide as a browser's.
fn page() -> Canvas {
    Canvas::page(480, 270, 1, 12)
}

/// Gives the code of what is wrong with a screenshot, if anything.
fn check(bytes: &[u8]) -> Option<&'static str> {
    match look_at_picture(bytes) {
        Ok(picture) => screenshot(&picture, bytes.len() as u64).map(|it| it.code),
        Err(problem) => Some(problem.code()),
    }
}

#[test]
fn an_honest_screenshot_is_taken_in_any_form_of_png() {
    use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
    for (color, depth) in [
        (Rgb, BitDepth::Eight),
        (Rgba, BitDepth::Eight),
        (Rgb, BitDepth::Sixteen),
        (Rgba, BitDepth::Sixteen),
        (Grayscale, BitDepth::One),
        (Grayscale, BitDepth::Eight),
        (Grayscale, BitDepth::Sixteen),
        (GrayscaleAlpha, BitDepth::Eight),
        (Indexed, BitDepth::Eight),
    ] {
        let bytes = page().png_as(color, depth);
        let picture = look_at_picture(&bytes).unwrap();
        assert_eq!((picture.width, picture.height), (480, 270));
        assert!((10..20).contains(&picture.n_detail_rows), "{color:?} {depth:?} {picture:?}");
        assert_eq!(check(&bytes), None, "{color:?} {depth:?}");
    }
    let bytes = page().interlaced_png();
    assert_eq!(look_at_picture(&bytes), look_at_picture(&page().png()));
    assert_eq!(check(&bytes), None);
    assert_eq!(check(&page().packed_png()), Some("screenshot_too_short"));
}

#[test]
fn an_honest_jpeg_is_taken() {
    let bytes = Canvas::page(480, 270, 8, 30).jpeg();
    let picture = look_at_picture(&bytes).unwrap();
    assert_eq!((picture.format, picture.width, picture.height), (PictureFormat::Jpeg, 480, 270));
    assert_eq!(check(&bytes), None);
    let odd = Canvas::page(483, 271, 8, 30).jpeg();
    assert_eq!(check(&odd), None);
    assert_eq!(check(&[&bytes[..], &[0; 100]].concat()), None, "filled up with zeros");
}

#[test]
fn a_blank_picture_shows_nothing() {
    let mut halves = Canvas::blank(480, 270);
    halves.fill(0, 0, 237, 270, 0);
    let mut boxed = Canvas::blank(480, 270);
    boxed.fill(100, 100, 200, 100, 0);
    boxed.fill(102, 102, 196, 96, 255);
    let mut shaded = Canvas::blank(480, 270);
    shaded.shade();
    let mut ruled = Canvas::blank(480, 270);
    ruled.fill(0, 130, 480, 4, 0);
    for (name, canvas) in [
        ("blank", Canvas::blank(480, 270)),
        ("halves", halves),
        ("boxed", boxed),
        ("shaded", shaded),
        ("ruled", ruled),
    ] {
        assert_eq!(check(&canvas.png()), Some("screenshot_uniform"), "{name}");
        assert_eq!(check(&canvas.jpeg()), Some("screenshot_uniform"), "{name} as JPEG");
    }
}

#[test]
fn what_is_transparent_is_not_seen() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 400, 300);
    encoder.set_color(ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    let hidden: Vec<u8> =
        (0..400 * 300_u32).flat_map(|it| [(it * 97 % 251) as u8, (it % 13) as u8, 9, 0]).collect();
    writer.write_image_data(&hidden).unwrap();
    writer.finish().unwrap();
    assert_eq!(look_at_picture(&bytes).unwrap().n_colours, 1);
}

#[test]
fn a_small_picture_is_no_screenshot() {
    assert_eq!(check(&Canvas::page(319, 270, 9, 20).png()), Some("screenshot_too_small"));
    assert_eq!(check(&Canvas::page(320, 180, 6, 20).png()), None);
}

#[test]
fn garbage_is_not_decodable() {
    for bytes in [
        &b""[..],
        b"not a picture",
        b"\x89PNG\r\n\x1a\n",
        b"\x89PNG\r\n\x1a\ngarbage",
        b"RIFF1234WAVE",
    ] {
        assert_eq!(check(bytes), Some("image_not_decodable"), "{bytes:?}");
    }
    let png = page().png();
    for cut in [40, png.len() / 2, png.len() - 13] {
        assert_eq!(check(&png[..cut]), Some("image_not_decodable"), "cut at {cut}");
    }
    let mut damaged = png;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    assert_eq!(check(&damaged), Some("image_not_decodable"), "a byte that was changed");
}

#[test]
fn a_jpeg_that_is_none_is_not_decodable() {
    let jpeg = Canvas::page(480, 270, 8, 30).jpeg();
    let end = [0xff, 0xd9];
    let scan = jpeg.windows(2).position(|it| it == [0xff, 0xda]).unwrap();
    for (name, bytes) in [
        ("cut", jpeg[..jpeg.len() / 2].to_vec()),
        ("no scan", [&jpeg[..scan], &end].concat()),
        ("an empty scan", [&jpeg[..scan + 10], &end].concat()),
        ("garbage", [&[0xff, 0xd8, 0xff, 0xe0][..], &[7; 8000], &end].concat()),
    ] {
        assert_eq!(check(&bytes), Some("image_not_decodable"), "{name}");
    }
}

#[test]
fn other_formats_are_refused_by_name() {
    for (bytes, name) in [
        (&b"GIF89a........"[..], "GIF"),
        (b"GIF87a........", "GIF"),
        (b"BM............", "BMP"),
        (b"RIFF1234WEBPVP8 ", "WebP"),
    ] {
        let problem = look_at_picture(bytes).unwrap_err();
        assert_eq!(problem, PictureProblem::Format(name));
        assert!(problem.to_string().contains(name), "{problem}");
    }
}

/// Gives the most memory that this process ever had, in kilobytes; each test is a process.
fn peak_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    line.and_then(|it| it.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn a_bomb_is_refused_for_its_size_and_takes_no_memory() {
    let pixels = |side: u64| side * side;
    // The same bytes are a picture where their size is within the limit.
    let small = bomb_png(640, 360, (640 * 4 + 1) * 360);
    assert_eq!(look_at_picture(&small).unwrap().n_colours, 1);
    let gigabyte = bomb_png(16_384, 16_384, (16_384 * 4 + 1) * 16_384);
    assert!(gigabyte.len() < 8_000_000);
    let before = peak_kb();
    let refused =
        PictureProblem::TooLarge { width: 16_384, height: 16_384, pixels_max: PIXELS_MAX };
    assert!(pixels(16_384) > PIXELS_MAX);
    assert_eq!(look_at_picture(&gigabyte), Err(refused));
    let huge = bomb_png(60_000, 60_000, 1000);
    assert_eq!(look_at_picture(&huge).unwrap_err().code(), "image_too_large");
    let mut interlaced = Canvas::blank(8, 8).interlaced_png();
    interlaced[16..24].copy_from_slice(&[0, 0, 0x20, 0, 0, 0, 0x20, 0]);
    // The head's sum is wrong now, and the size is looked at only behind it.
    assert_eq!(look_at_picture(&interlaced).unwrap_err().code(), "image_not_decodable");
    let mut jpeg = Canvas::blank(8, 8).jpeg();
    let head = jpeg.windows(2).position(|it| it == [0xff, 0xc0]).unwrap();
    jpeg[head + 5..head + 9].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    assert_eq!(look_at_picture(&jpeg).unwrap_err().code(), "image_too_large");
    assert!(peak_kb() - before < 50_000, "{} kB more than before", peak_kb() - before);
}

#[test]
fn more_than_the_size_says_is_not_unpacked_into_memory() {
    let bytes = bomb_png(640, 360, 400_000_000);
    let before = peak_kb();
    let _ = look_at_picture(&bytes);
    assert!(peak_kb() - before < 50_000, "{} kB more than before", peak_kb() - before);
}
