//! Pictures, decoded to their last pixel.
//!
//! Owns the decoders and their limits: a file that would take more memory or time than a screenshot
//! can need is refused by what its head says. Gives facts. Must not judge what a picture shows.

use charter_contract::artifact::{Picture, PictureFormat, PictureProblem};
use png::{ColorType, Decoder, Limits, Transformations};
use std::collections::BTreeSet;
use std::io::Cursor;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The most pixels of a picture that is decoded row by row: a long page on a dense screen.
const PIXELS_MAX: u64 = 128 * 1024 * 1024;

/// The most pixels of one that can only be decoded as a whole.
const PIXELS_WHOLE_MAX: u64 = 40 * 1024 * 1024;

/// The most bytes that the decoder of PNG may take beside a row.
const DECODER_BYTES_MAX: usize = 16 * 1024 * 1024;

const COLOURS_MAX: usize = 4096;

/// How far two neighbours must differ in one channel for a sharp change, of 255.
const CONTRAST_MIN: u8 = 24;

/// How many sharp changes make detail of a row: the edge of a box has two, its border four, two
/// letters have six.
const CHANGES_MIN: u32 = 6;

/// Formats that are known by their first bytes and not looked at.
const OTHER_FORMATS: [(&[u8], &str); 4] =
    [(b"GIF87a", "GIF"), (b"GIF89a", "GIF"), (b"BM", "BMP"), (b"RIFF", "WebP")];

const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG_START: &[u8] = &[0xff, 0xd8, 0xff];
const JPEG_SCAN: &[u8] = &[0xff, 0xda];
const JPEG_END: &[u8] = &[0xff, 0xd9];

/// Decodes a picture and says what is known of it.
pub fn look_at_picture(bytes: &[u8]) -> Result<Picture, PictureProblem> {
    if bytes.starts_with(PNG_START) {
        return look_at_png(bytes);
    }
    if bytes.starts_with(JPEG_START) {
        return look_at_jpeg(bytes);
    }
    let is_webp = bytes.get(8..12) == Some(b"WEBP");
    let other = OTHER_FORMATS
        .iter()
        .find(|(start, name)| bytes.starts_with(start) && (*name != "WebP" || is_webp));
    Err(match other {
        Some((_, name)) => PictureProblem::Format(name),
        None => not_decodable("it does not begin as a PNG or a JPEG does"),
    })
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn not_decodable(why: impl ToString) -> PictureProblem {
    PictureProblem::NotDecodable(why.to_string())
}

fn check_size(width: u32, height: u32, pixels_max: u64) -> Result<(), PictureProblem> {
    if u64::from(width) * u64::from(height) > pixels_max {
        return Err(PictureProblem::TooLarge { width, height, pixels_max });
    }
    Ok(())
}

fn look_at_png(bytes: &[u8]) -> Result<Picture, PictureProblem> {
    let limits = Limits { bytes: DECODER_BYTES_MAX };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::normalize_to_color8());
    // Both can hold far more than they show, and nothing of it is a pixel.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let head = decoder.read_header_info().map_err(not_decodable)?;
    let (width, height) = (head.width, head.height);
    let is_whole = head.interlaced;
    check_size(width, height, if is_whole { PIXELS_WHOLE_MAX } else { PIXELS_MAX })?;
    let mut reader = decoder.read_info().map_err(not_decodable)?;
    let channels = match reader.output_color_type().0 {
        ColorType::Grayscale | ColorType::Indexed => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
    };
    let mut scan = RowScan::default();
    if is_whole {
        let size = reader.output_buffer_size().ok_or_else(|| not_decodable("it has no size"))?;
        let mut pixels = vec![0; size];
        let frame = reader.next_frame(&mut pixels).map_err(not_decodable)?;
        pixels.chunks_exact(frame.line_size.max(1)).for_each(|row| scan.take_row(row, channels));
    } else {
        while let Some(row) = reader.next_row().map_err(not_decodable)? {
            scan.take_row(row.data(), channels);
        }
    }
    reader.finish().map_err(not_decodable)?;
    Ok(scan.into_picture(PictureFormat::Png, width, height))
}

fn look_at_jpeg(bytes: &[u8]) -> Result<Picture, PictureProblem> {
    // A writer may fill up its last block.
    let end = bytes.iter().rposition(|it| *it != 0).map_or(0, |it| it + 1);
    if !bytes.get(..end).unwrap_or_default().ends_with(JPEG_END) {
        return Err(not_decodable("it is cut off: its end is missing"));
    }
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(not_decodable)?;
    let head = decoder.info().ok_or_else(|| not_decodable("it has no head"))?;
    let (width, height) = (u32::from(head.width), u32::from(head.height));
    check_size(width, height, PIXELS_WHOLE_MAX)?;
    // The decoder paints grey what is not there; a block of 64 pixels takes at least a bit.
    let scan = bytes.windows(2).position(|it| it == JPEG_SCAN).unwrap_or(bytes.len());
    if ((bytes.len() - scan) as u64) < u64::from(width) * u64::from(height) / (64 * 8) {
        return Err(not_decodable("it holds too little for its size"));
    }
    let pixels = decoder.decode().map_err(not_decodable)?;
    let n_pixels = usize::from(head.width) * usize::from(head.height);
    let channels = pixels.len().checked_div(n_pixels).unwrap_or(0);
    let row_bytes = usize::from(head.width) * channels;
    if row_bytes == 0 {
        return Err(not_decodable("it has no pixels"));
    }
    let mut scan = RowScan::default();
    pixels.chunks_exact(row_bytes).for_each(|row| scan.take_row(row, channels));
    Ok(scan.into_picture(PictureFormat::Jpeg, width, height))
}

/// What was seen of the rows so far.
#[derive(Debug, Default)]
struct RowScan {
    colours: BTreeSet<[u8; 3]>,
    n_detail_rows: u32,
}

impl RowScan {
    fn take_row(&mut self, row: &[u8], channels: usize) {
        let mut n_changes = 0;
        let mut last: Option<[u8; 3]> = None;
        for pixel in row.chunks_exact(channels.max(1)) {
            let colour = visible(pixel);
            if last == Some(colour) {
                continue;
            }
            if self.colours.len() < COLOURS_MAX {
                self.colours.insert(colour);
            }
            n_changes += u32::from(last.is_some_and(|it| is_sharp(it, colour)));
            last = Some(colour);
        }
        self.n_detail_rows += u32::from(n_changes >= CHANGES_MIN);
    }

    fn into_picture(self, format: PictureFormat, width: u32, height: u32) -> Picture {
        let (n_colours, n_detail_rows) = (self.colours.len(), self.n_detail_rows);
        Picture { format, width, height, n_colours, n_detail_rows }
    }
}

/// Gives a pixel as it looks on white paper.
fn visible(pixel: &[u8]) -> [u8; 3] {
    let on_paper = |it: u8, alpha: u8| {
        let (it, alpha) = (u16::from(it), u16::from(alpha));
        let mixed = (it * alpha + 255 * (255 - alpha)) / 255;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    };
    match *pixel {
        [grey] => [grey; 3],
        [grey, alpha] => [on_paper(grey, alpha); 3],
        [red, green, blue] => [red, green, blue],
        [red, green, blue, alpha] => [red, green, blue].map(|it| on_paper(it, alpha)),
        _ => [0; 3],
    }
}

fn is_sharp(left: [u8; 3], right: [u8; 3]) -> bool {
    left.iter().zip(right).any(|(one, other)| one.abs_diff(other) >= CONTRAST_MIN)
}

#[cfg(test)]
mod tests;
