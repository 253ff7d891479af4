//! QR codes, for addresses that a phone is to read.
//! No room may import it.

mod png;

use qrcode::render::{svg, unicode};
use qrcode::{EcLevel, QrCode};
use serde::{Deserialize, Serialize};

use crate::errors::{Result, WalletError};

/// How wide the light border is: what the standard asks for.
const QUIET_ZONE: usize = 4;

/// How many pixels a module has in an image.
const PIXELS: usize = 8;

/// What a QR code is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QrFormat {
    /// Lines of text for a terminal, two rows of modules in one line. Light modules are drawn, as most
    /// terminals are dark.
    Terminal,
    /// A vector image.
    Svg,
    /// A grey image of 8 by 8 pixels for each module.
    Png,
}

/// Writes a text as a QR code.
///
/// # Errors
/// [`WalletError::InvalidQrText`] for a text that is too long for one.
pub fn qr_code(text: &str, format: QrFormat) -> Result<Vec<u8>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M)
        .map_err(|error| WalletError::InvalidQrText { source: error.into() })?;
    Ok(match format {
        QrFormat::Terminal => code
            .render::<unicode::Dense1x2>()
            .dark_color(unicode::Dense1x2::Light)
            .light_color(unicode::Dense1x2::Dark)
            .build()
            .into_bytes(),
        QrFormat::Svg => code.render::<svg::Color>().min_dimensions(200, 200).build().into_bytes(),
        QrFormat::Png => png::grey(&pixels(&code)),
    })
}

/// The rows of an image with its border, 0 for dark and 255 for light.
fn pixels(code: &QrCode) -> Vec<Vec<u8>> {
    let side = code.width() + 2 * QUIET_ZONE;
    let is_dark = |row: usize, column: usize| {
        let inside = QUIET_ZONE..QUIET_ZONE + code.width();
        inside.contains(&row)
            && inside.contains(&column)
            && code[(column - QUIET_ZONE, row - QUIET_ZONE)] == qrcode::Color::Dark
    };
    (0..side * PIXELS)
        .map(|y| {
            (0..side * PIXELS)
                .map(|x| if is_dark(y / PIXELS, x / PIXELS) { 0 } else { u8::MAX })
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    const ADDRESS: &str = "mtst1qpkdyek2c0ywwvzupakc7zlzty8qn2qnfc";

    #[test]
    fn an_image_has_the_code_and_its_border() {
        let code = QrCode::with_error_correction_level(ADDRESS, EcLevel::M).expect("a code");
        let pixels = pixels(&code);
        let side = (code.width() + 8) * 8;
        assert_eq!(pixels.len(), side);
        assert!(pixels.iter().all(|row| row.len() == side));
        let border = QUIET_ZONE * PIXELS;
        assert!(pixels[..border].iter().flatten().all(|pixel| *pixel == 255));
        // The corner of the first finder pattern.
        assert_eq!(pixels[border][border], 0);
        assert_eq!(pixels[border - 1][border], 255);
        assert_eq!(pixels[border + PIXELS][border + PIXELS], 255);
    }

    #[test]
    fn every_format_is_what_it_says() {
        let text = String::from_utf8(qr_code(ADDRESS, QrFormat::Terminal).expect("a code"))
            .expect("a text");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 10);
        assert!(lines.iter().all(|line| line.chars().count() == lines[0].chars().count()));
        let svg = qr_code(ADDRESS, QrFormat::Svg).expect("a code");
        assert!(String::from_utf8(svg).expect("a text").contains("<svg"));
    }

    #[test]
    fn a_png_has_the_modules() {
        let code = QrCode::with_error_correction_level(ADDRESS, EcLevel::M).expect("a code");
        let image = qr_code(ADDRESS, QrFormat::Png).expect("an image");
        let mut rest = image.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("a signature");
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let (length, chunk) = rest.split_at(4);
            let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
            let (checked, after) = chunk.split_at(4 + length);
            let (checksum, after) = after.split_at(4);
            assert_eq!(checksum, crc32fast::hash(checked).to_be_bytes());
            chunks.push(checked.split_at(4));
            rest = after;
        }
        let [(b"IHDR", header), (b"IDAT", deflated), (b"IEND", [])] = chunks[..] else {
            panic!("{chunks:?}")
        };
        let side = (code.width() + 8) * 8;
        let wide = u32::try_from(side).expect("a size").to_be_bytes();
        assert_eq!(header, [&wide[..], &wide[..], &[8, 0, 0, 0, 0]].concat());
        let mut rows = Vec::new();
        flate2::read::ZlibDecoder::new(deflated).read_to_end(&mut rows).expect("a bitmap");
        assert_eq!(rows.len(), side * (side + 1));
        for (y, row) in rows.chunks(side + 1).enumerate() {
            assert_eq!(row[0], 0, "no filter");
            for (x, pixel) in row[1..].iter().enumerate() {
                let module = |at: usize| (at / 8).checked_sub(4).filter(|at| *at < code.width());
                let is_dark = module(x)
                    .zip(module(y))
                    .is_some_and(|place| code[place] == qrcode::Color::Dark);
                assert_eq!(*pixel, if is_dark { 0 } else { 255 }, "{x}, {y}");
            }
        }
    }

    #[test]
    fn a_text_that_is_too_long_is_an_error() {
        let refused = qr_code(&"x".repeat(5_000), QrFormat::Svg);
        assert!(matches!(refused, Err(WalletError::InvalidQrText { .. })));
    }
}
