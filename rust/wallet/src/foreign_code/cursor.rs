//! Reads bytes as Miden's readers do, and knows its place in them.

use miden_protocol::utils::serde::{ByteReader, DeserializationError};

/// A place in bytes.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, place: 0 }
    }

    /// How many bytes are before it.
    pub(super) fn place(&self) -> usize {
        self.place
    }

    /// Moves past elements of one size, and gives their bytes.
    pub(super) fn section(
        &mut self,
        count: usize,
        each: usize,
    ) -> Result<&'a [u8], DeserializationError> {
        let length = count.checked_mul(each).ok_or(DeserializationError::UnexpectedEOF)?;
        let rest = &self.bytes[self.place..];
        let section = rest.get(..length).ok_or(DeserializationError::UnexpectedEOF)?;
        self.place += length;
        Ok(section)
    }
}

impl ByteReader for Cursor<'_> {
    fn read_u8(&mut self) -> Result<u8, DeserializationError> {
        let [byte] = self.read_array()?;
        Ok(byte)
    }

    fn peek_u8(&self) -> Result<u8, DeserializationError> {
        self.bytes.get(self.place).copied().ok_or(DeserializationError::UnexpectedEOF)
    }

    fn read_slice(&mut self, len: usize) -> Result<&[u8], DeserializationError> {
        self.section(len, 1)
    }

    fn read_array<const N: usize>(&mut self) -> Result<[u8; N], DeserializationError> {
        self.section(N, 1)?.try_into().map_err(|_| DeserializationError::UnexpectedEOF)
    }

    fn check_eor(&self, num_bytes: usize) -> Result<(), DeserializationError> {
        let is_there = num_bytes <= self.bytes.len() - self.place;
        if is_there { Ok(()) } else { Err(DeserializationError::UnexpectedEOF) }
    }

    fn has_more_bytes(&self) -> bool {
        self.place < self.bytes.len()
    }
}
