//! Pictures for tests, drawn here: a page with text, a blank one, boxes, and a bomb.
//!
//! Owns the drawing and the writing of PNG and baseline JPEG. Must not know what is a good one.

use std::f32::consts::PI;

pub use png::{BitDepth, ColorType};

/// A picture in grey, row by row.
#[derive(Debug, Clone)]
pub struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// How a letter looks, five bits a row.
const LETTERS: [[u8; 7]; 4] = [
    [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
    [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110],
    [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001],
    [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
];

impl Canvas {
    /// Takes a blank page.
    #[must_use]
    pub fn blank(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![255; width * height] }
    }

    /// Takes a page with some lines of text at its top, ten columns to a letter and its gap.
    #[must_use]
    pub fn page(width: usize, height: usize, n_lines: usize, n_letters: usize) -> Self {
        let mut canvas = Self::blank(width, height);
        for line in 0..n_lines {
            for letter in 0..n_letters {
                let shape = LETTERS[(letter * 7 + line * 3) % LETTERS.len()];
                let grey = u8::try_from((letter * 13 + line * 5) % 90).unwrap();
                canvas.draw(shape, 8 + letter * 14, 20 + line * 20, grey);
            }
        }
        canvas
    }

    fn draw(&mut self, shape: [u8; 7], left: usize, top: usize, grey: u8) {
        for (y, bits) in shape.iter().enumerate() {
            for x in (0..5).filter(|x| bits >> (4 - x) & 1 == 1) {
                self.fill(left + 2 * x, top + 2 * y, 2, 2, grey);
            }
        }
    }

    /// Fills a box; what is off the page is left out.
    pub fn fill(&mut self, left: usize, top: usize, width: usize, height: usize, grey: u8) {
        for y in top..(top + height).min(self.height) {
            for x in left..(left + width).min(self.width) {
                self.pixels[y * self.width + x] = grey;
            }
        }
    }

    /// Shades the page from left to right.
    pub fn shade(&mut self) {
        for (idx, pixel) in self.pixels.iter_mut().enumerate() {
            *pixel = u8::try_from((idx % self.width) * 255 / self.width).unwrap();
        }
    }

    /// Writes it as a PNG in colour.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        self.png_as(ColorType::Rgb, BitDepth::Eight)
    }

    /// Writes it as a PNG that is packed well, as tools for the web do.
    #[must_use]
    pub fn packed_png(&self) -> Vec<u8> {
        self.write_png(ColorType::Grayscale, BitDepth::Eight, png::Compression::High)
    }

    /// Writes it as a PNG of some form.
    #[must_use]
    pub fn png_as(&self, color: ColorType, depth: BitDepth) -> Vec<u8> {
        // Stored as it is, so that a page of a few lines is as long as one from a browser.
        self.write_png(color, depth, png::Compression::NoCompression)
    }

    fn write_png(&self, color: ColorType, depth: BitDepth, packing: png::Compression) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (width, height) =
            (u32::try_from(self.width).unwrap(), u32::try_from(self.height).unwrap());
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        encoder.set_compression(packing);
        if color == ColorType::Indexed {
            encoder.set_palette((0..=255).flat_map(|it| [it; 3]).collect::<Vec<u8>>());
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&self.samples(color, depth)).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn samples(&self, color: ColorType, depth: BitDepth) -> Vec<u8> {
        let rows = self.pixels.chunks(self.width);
        match depth {
            BitDepth::One => rows.flat_map(bits).collect(),
            BitDepth::Eight | BitDepth::Sixteen => {
                let wide = depth == BitDepth::Sixteen;
                let sample = |it: u8| if wide { vec![it, it] } else { vec![it] };
                let pixel = |it: &u8| match color {
                    ColorType::Grayscale | ColorType::Indexed => sample(*it),
                    ColorType::GrayscaleAlpha => [*it, 255].map(sample).concat(),
                    ColorType::Rgb => [*it; 3].map(sample).concat(),
                    ColorType::Rgba => [*it, *it, *it, 255].map(sample).concat(),
                };
                self.pixels.iter().flat_map(pixel).collect()
            }
            other => panic!("{other:?} is not drawn"),
        }
    }

    /// Writes it as a PNG in grey whose rows come in seven passes.
    #[must_use]
    pub fn interlaced_png(&self) -> Vec<u8> {
        let passes = [
            (0, 0, 8, 8),
            (4, 0, 8, 8),
            (0, 4, 4, 8),
            (2, 0, 4, 4),
            (0, 2, 2, 4),
            (1, 0, 2, 2),
            (0, 1, 1, 2),
        ];
        let mut rows = Vec::new();
        for (left, top, across, down) in passes {
            for y in (top..self.height).step_by(down) {
                rows.push(0);
                rows.extend(
                    (left..self.width).step_by(across).map(|x| self.pixels[y * self.width + x]),
                );
            }
        }
        let mut zlib = vec![0x78, 0x01];
        for block in rows.chunks(0xffff) {
            let length = u16::try_from(block.len()).unwrap();
            zlib.push(0);
            zlib.extend(length.to_le_bytes());
            zlib.extend((!length).to_le_bytes());
            zlib.extend(block);
        }
        zlib.extend([1, 0, 0, 0xff, 0xff]);
        zlib.extend(adler(&rows).to_be_bytes());
        let size = |it: usize| u32::try_from(it).unwrap();
        raw_png(size(self.width), size(self.height), 0, 1, &zlib)
    }

    /// Writes it as a JPEG in grey: baseline, with quantisers of one.
    #[must_use]
    pub fn jpeg(&self) -> Vec<u8> {
        let mut bytes = vec![0xff, 0xd8];
        segment(&mut bytes, 0xdb, &[&[0][..], &[1; 64]].concat());
        let size = |it: usize| u16::try_from(it).unwrap().to_be_bytes();
        let [height, width] = [size(self.height), size(self.width)];
        segment(&mut bytes, 0xc0, &[&[8][..], &height, &width, &[1, 1, 0x11, 0]].concat());
        segment(&mut bytes, 0xc4, &[&[0x00][..], &counts(12), &categories()].concat());
        segment(&mut bytes, 0xc4, &[&[0x10][..], &counts(162), &run_lengths()].concat());
        segment(&mut bytes, 0xda, &[1, 1, 0, 0, 63, 0]);
        bytes.extend(self.scan());
        bytes.extend([0xff, 0xd9]);
        bytes
    }

    fn scan(&self) -> Vec<u8> {
        let mut bits = Bits::default();
        let mut last = 0;
        for top in (0..self.height).step_by(8) {
            for left in (0..self.width).step_by(8) {
                let block = self.block(left, top);
                let difference = block[0] - last;
                bits.put(u32::from(length_of(difference)), 4);
                bits.magnitude(difference);
                last = block[0];
                let mut zeros = 0;
                for value in &block[1..] {
                    if *value == 0 {
                        zeros += 1;
                        continue;
                    }
                    while zeros > 15 {
                        bits.put(code_of(0xf0), 8);
                        zeros -= 16;
                    }
                    bits.put(code_of((zeros << 4) | length_of(*value)), 8);
                    bits.magnitude(*value);
                    zeros = 0;
                }
                if zeros > 0 {
                    bits.put(code_of(0x00), 8);
                }
            }
        }
        bits.into_bytes()
    }

    /// Gives the coefficients of a block in zigzag order.
    #[expect(clippy::cast_possible_truncation, reason = "a coefficient has eleven bits")]
    fn block(&self, left: usize, top: usize) -> [i32; 64] {
        let at = |x: usize, y: usize| {
            let (x, y) = ((left + x).min(self.width - 1), (top + y).min(self.height - 1));
            f32::from(self.pixels[y * self.width + x]) - 128.0
        };
        let basis = |u: usize, x: usize| {
            let scale = if u == 0 { 0.5_f32.sqrt() } else { 1.0 };
            scale * ((2 * x + 1) as f32 * u as f32 * PI / 16.0).cos() / 2.0
        };
        let mut rows = [[0.0_f32; 8]; 8];
        for (y, row) in rows.iter_mut().enumerate() {
            for (u, it) in row.iter_mut().enumerate() {
                *it = (0..8).map(|x| at(x, y) * basis(u, x)).sum();
            }
        }
        let coefficient =
            |u: usize, v: usize| -> f32 { (0..8).map(|y| rows[y][u] * basis(v, y)).sum() };
        let mut order: Vec<(usize, usize)> = (0..64).map(|it| (it % 8, it / 8)).collect();
        order.sort_by_key(|(u, v)| (u + v, if (u + v) % 2 == 0 { *u } else { *v }));
        let mut block = [0; 64];
        for (it, (u, v)) in block.iter_mut().zip(order) {
            *it = coefficient(u, v).round() as i32;
        }
        block
    }
}

/// Writes a PNG of a size, in colour with alpha, whose few bytes inflate to `n_bytes` of zeros.
#[must_use]
pub fn bomb_png(width: u32, height: u32, n_bytes: usize) -> Vec<u8> {
    // A literal zero, then copies of 258 bytes from one byte back, in the fixed code of deflate: the
    // lowest bit of a byte comes first, and codes come with their highest bit first.
    let (mut zlib, mut held, mut n_held) = (vec![0x78, 0x01], 0_u32, 0);
    let mut put = |value: u32, n_bits: u32| {
        held |= value << n_held;
        n_held += n_bits;
        while n_held >= 8 {
            zlib.push(u8::try_from(held & 0xff).unwrap());
            held >>= 8;
            n_held -= 8;
        }
    };
    put(0b011, 3);
    put(0b0000_1100, 8);
    for _ in 0..n_bytes / 258 {
        put(0b1010_0011, 8);
        put(0, 5);
    }
    for _ in 1..n_bytes - n_bytes / 258 * 258 {
        put(0b0000_1100, 8);
    }
    put(0, 7);
    put(0, 7);
    // A sum of zeros is their number.
    let sum = u32::try_from(n_bytes % 65521).unwrap() << 16 | 1;
    zlib.extend(sum.to_be_bytes());
    raw_png(width, height, 6, 0, &zlib)
}

fn raw_png(width: u32, height: u32, color: u8, interlace: u8, zlib: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, color, 0, 0, interlace]];
    for (name, content) in [(b"IHDR", &head.concat()[..]), (b"IDAT", zlib), (b"IEND", &[])] {
        bytes.extend(u32::try_from(content.len()).unwrap().to_be_bytes());
        let named = [&name[..], content].concat();
        bytes.extend(&named);
        bytes.extend(crc(&named).to_be_bytes());
    }
    bytes
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |it, _| {
            (it >> 1) ^ (0xedb8_8320 & (it & 1).wrapping_neg())
        })
    };
    !bytes.iter().fold(!0, step)
}

fn adler(bytes: &[u8]) -> u32 {
    let (low, high) = bytes.iter().fold((1, 0), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65521;
        (low, (high + low) % 65521)
    });
    high << 16 | low
}

/// Says how many bits a number needs.
fn length_of(value: i32) -> u8 {
    u8::try_from(32 - value.unsigned_abs().leading_zeros()).unwrap()
}

/// Every code of the alternating coefficients is eight bits long, by its place in the list.
fn code_of(symbol: u8) -> u32 {
    u32::try_from(run_lengths().iter().position(|it| *it == symbol).unwrap()).unwrap()
}

/// Lists the symbols of the alternating coefficients: runs of zeros, and the length of what follows.
fn run_lengths() -> Vec<u8> {
    let pairs = (0..16_u8).flat_map(|run| (1..=10).map(move |it| (run << 4) | it));
    pairs.chain([0x00, 0xf0]).collect()
}

fn categories() -> Vec<u8> {
    (0..12).collect()
}

/// Says how many codes there are of each length: twelve of four bits, or all of eight.
fn counts(n_codes: u8) -> [u8; 16] {
    let mut counts = [0; 16];
    counts[if n_codes == 12 { 3 } else { 7 }] = n_codes;
    counts
}

fn segment(bytes: &mut Vec<u8>, marker: u8, content: &[u8]) {
    bytes.extend([0xff, marker]);
    bytes.extend(u16::try_from(content.len() + 2).unwrap().to_be_bytes());
    bytes.extend(content);
}

fn bits(row: &[u8]) -> Vec<u8> {
    let byte = |eight: &[u8]| {
        let bit = |(idx, it): (usize, &u8)| u8::from(*it > 127) << (7 - idx);
        eight.iter().enumerate().map(bit).sum()
    };
    row.chunks(8).map(byte).collect()
}

/// Bits, the highest of each byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    held: u32,
    n_held: u32,
}

impl Bits {
    fn put(&mut self, value: u32, n_bits: u32) {
        for idx in (0..n_bits).rev() {
            self.held = (self.held << 1) | ((value >> idx) & 1);
            self.n_held += 1;
            if self.n_held == 8 {
                let byte = u8::try_from(self.held).unwrap();
                self.bytes.push(byte);
                if byte == 0xff {
                    self.bytes.push(0);
                }
                (self.held, self.n_held) = (0, 0);
            }
        }
    }

    /// Puts a number in as many bits as it needs; what starts with a zero is negative.
    fn magnitude(&mut self, value: i32) {
        let n_bits = u32::from(length_of(value));
        let low = if value < 0 { value - 1 } else { value };
        self.put(low.cast_unsigned() & ((1 << n_bits) - 1), n_bits);
    }

    fn into_bytes(mut self) -> Vec<u8> {
        while self.n_held > 0 {
            self.put(1, 1);
        }
        self.bytes
    }
}
