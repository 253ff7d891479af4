//! A grey image as PNG. The crates that write the format are not in the registry this is built from;
//! what is needed of it is four chunks around a deflated bitmap.

use std::io::Write;

use crc32fast::Hasher;
use flate2::Compression;
use flate2::write::ZlibEncoder;

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// 8 bits a pixel, grey, and the only compression, filtering and order there are.
const FORMAT: [u8; 5] = [8, 0, 0, 0, 0];

/// Before each row: it is as it is.
const NO_FILTER: u8 = 0;

/// Writes rows of one length.
pub(super) fn grey(rows: &[Vec<u8>]) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend(dimension(rows.first().map_or(0, Vec::len)));
    header.extend(dimension(rows.len()));
    header.extend(FORMAT);
    let mut deflated = ZlibEncoder::new(Vec::new(), Compression::best());
    for row in rows {
        // Memory takes all that is written to it.
        let _ = deflated.write_all(&[NO_FILTER]).and_then(|()| deflated.write_all(row));
    }
    let mut image = SIGNATURE.to_vec();
    chunk(&mut image, *b"IHDR", &header);
    chunk(&mut image, *b"IDAT", &deflated.finish().unwrap_or_default());
    chunk(&mut image, *b"IEND", &[]);
    image
}

fn dimension(pixels: usize) -> [u8; 4] {
    u32::try_from(pixels).unwrap_or(u32::MAX).to_be_bytes()
}

fn chunk(image: &mut Vec<u8>, kind: [u8; 4], content: &[u8]) {
    image.extend(dimension(content.len()));
    image.extend(kind);
    image.extend(content);
    let mut checksum = Hasher::new();
    checksum.update(&kind);
    checksum.update(content);
    image.extend(checksum.finalize().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;

    use super::*;

    #[test]
    fn an_image_is_written_as_the_standard_says() {
        let image = grey(&[vec![0, 255, 7], vec![1, 2, 3]]);
        let expected_header: [u8; 29] = [
            0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', 0, 0, 0, 13, b'I', b'H', b'D', b'R',
            0, 0, 0, 3, 0, 0, 0, 2, 8, 0, 0, 0, 0,
        ];
        assert_eq!(image[..29], expected_header);
        assert!(image.ends_with(&[0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82]));
        let length = u32::from_be_bytes(image[33..37].try_into().expect("four bytes")) as usize;
        assert_eq!(&image[37..41], b"IDAT");
        let mut rows = Vec::new();
        ZlibDecoder::new(&image[41..41 + length]).read_to_end(&mut rows).expect("it is deflated");
        assert_eq!(rows, [0, 0, 255, 7, 0, 1, 2, 3]);
    }
}
