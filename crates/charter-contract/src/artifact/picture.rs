//! Pictures: what is known of one, and when it can show something.
//!
//! Owns the rule for screenshots. The facts come from whoever decoded it. Must not decode.

use super::Flaw;

const SCREENSHOT_BYTES_MIN: u64 = 4096;

/// The fewest pixels across a screenshot.
const WIDTH_MIN: u32 = 320;

/// The fewest pixels down a screenshot.
const HEIGHT_MIN: u32 = 180;

/// The fewest rows with detail: a line of small text has about ten.
const DETAIL_ROWS_MIN: u32 = 6;

/// From so many colours on a picture is not blank, however soft it is: a photograph has thousands, a
/// plain gradient some hundreds.
const COLOURS_MIN: usize = 1024;

/// How a picture is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    Png,
    Jpeg,
}

/// What is known of a picture that was decoded to its last pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    pub format: PictureFormat,
    pub width: u32,
    pub height: u32,
    /// How many colours it has, counted up to a limit.
    pub n_colours: usize,
    /// How many of its rows have detail: several sharp changes from one pixel to the next.
    pub n_detail_rows: u32,
}

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureProblem {
    /// It is another format, which is named.
    #[error("it is {0}, and only PNG and JPEG are looked at")]
    Format(&'static str),
    /// It is cut off, damaged, or no picture at all.
    #[error("it is not decodable: {0}")]
    NotDecodable(String),
    /// It would take more memory or time than is given to it.
    #[error("{width} by {height} pixels are too many; the most is {pixels_max} altogether")]
    TooLarge { width: u32, height: u32, pixels_max: u64 },
}

impl PictureProblem {
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Format(_) => "image_format_unsupported",
            Self::NotDecodable(_) => "image_not_decodable",
            Self::TooLarge { .. } => "image_too_large",
        }
    }

    #[must_use]
    pub fn flaw(&self) -> Flaw {
        Flaw { code: self.code(), message: self.to_string() }
    }
}

/// Says why a file is no screenshot that shows something; none where it may.
#[must_use]
pub fn screenshot(picture: &Picture, bytes: u64) -> Option<Flaw> {
    let too_short = || {
        let message =
            format!("it has {bytes} bytes; a screenshot has at least {SCREENSHOT_BYTES_MIN}");
        Flaw { code: "screenshot_too_short", message }
    };
    blank(picture).or_else(|| (bytes < SCREENSHOT_BYTES_MIN).then(too_short))
}

/// Says why a picture shows nothing, by its pixels alone; none where it may.
#[must_use]
pub fn blank(picture: &Picture) -> Option<Flaw> {
    let flaw = |code, message| Some(Flaw { code, message });
    if picture.width < WIDTH_MIN || picture.height < HEIGHT_MIN {
        let message = format!(
            "it has {}x{} pixels; a screenshot has at least {WIDTH_MIN}x{HEIGHT_MIN}",
            picture.width, picture.height
        );
        return flaw("screenshot_too_small", message);
    }
    if picture.n_detail_rows < DETAIL_ROWS_MIN && picture.n_colours < COLOURS_MIN {
        let message = format!(
            "it is uniform: {} of {} rows have detail, {} colours; blank pages show nothing",
            picture.n_detail_rows, picture.height, picture.n_colours
        );
        return flaw("screenshot_uniform", message);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width: u32, n_colours: usize, n_detail_rows: u32, bytes: u64) -> Option<&'static str> {
        let format = PictureFormat::Png;
        let picture = Picture { format, width, height: 180, n_colours, n_detail_rows };
        screenshot(&picture, bytes).map(|it| it.code)
    }

    #[test]
    fn each_minimum_is_a_minimum() {
        assert_eq!(check(320, 2, 6, 4096), None);
        assert_eq!(check(320, 1024, 0, 4096), None);
        assert_eq!(check(319, 2, 6, 4096), Some("screenshot_too_small"));
        assert_eq!(check(320, 1023, 5, 4096), Some("screenshot_uniform"));
        assert_eq!(check(320, 2, 6, 4095), Some("screenshot_too_short"));
    }
}
