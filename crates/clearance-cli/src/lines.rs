//! Lines of a stream in chunks of bounded size.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes. Longer ones are skipped and reported.
pub const LONGEST: usize = 64 << 20;

/// A chunk ends after so many lines,
const CHUNK_LINES: usize = 4096;
/// or after so many bytes.
const CHUNK_BYTES: usize = 4 << 20;

/// Some lines that follow each other.
#[derive(Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    /// Where each line ends in `bytes`; `None` for a line that was too long and is not there.
    ends: Vec<Option<usize>>,
    /// The number of the first line, counted from 1.
    pub first: usize,
    /// How much of the stream this chunk took.
    pub read: u64,
}

impl Chunk {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The lines: their numbers and their bytes, or `None` where a line was too long.
    pub fn lines(&self) -> Vec<(usize, Option<&[u8]>)> {
        let mut start = 0;
        let line = |(i, end): (usize, &Option<usize>)| match end {
            None => (self.first + i, None),
            Some(end) => {
                (self.first + i, Some(&self.bytes[std::mem::replace(&mut start, *end)..*end]))
            }
        };
        self.ends.iter().enumerate().map(line).collect()
    }
}

/// Reads the next chunk, whose first line has this number; `None` at the end of the stream.
pub fn next_chunk(input: &mut impl BufRead, first: usize) -> io::Result<Option<Chunk>> {
    let mut chunk = Chunk { first, ..Chunk::default() };
    while chunk.len() < CHUNK_LINES && chunk.bytes.len() < CHUNK_BYTES {
        if !read_line(input, &mut chunk)? {
            break;
        }
    }
    Ok((chunk.len() > 0).then_some(chunk))
}

/// Reads one line into the chunk; false at the end of the stream.
fn read_line(input: &mut impl BufRead, chunk: &mut Chunk) -> io::Result<bool> {
    let start = chunk.bytes.len();
    let (mut fits, mut any) = (true, false);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        any = true;
        let newline = buffer.iter().position(|&byte| byte == b'\n');
        let taken = newline.unwrap_or(buffer.len());
        fits = fits && chunk.bytes.len() - start + taken <= LONGEST;
        if fits {
            chunk.bytes.extend_from_slice(&buffer[..taken]);
        }
        let used = taken + usize::from(newline.is_some());
        input.consume(used);
        chunk.read += used as u64;
        if newline.is_some() {
            break;
        }
    }
    if any {
        if !fits {
            chunk.bytes.truncate(start);
            chunk.bytes.shrink_to(CHUNK_BYTES);
        }
        chunk.ends.push(fits.then_some(chunk.bytes.len()));
    }
    Ok(any)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn all(text: &str, buffer: usize) -> Vec<(usize, Option<String>)> {
        let mut input = BufReader::with_capacity(buffer, text.as_bytes());
        let mut found = Vec::new();
        while let Some(chunk) = next_chunk(&mut input, found.len() + 1).unwrap() {
            for (number, line) in chunk.lines() {
                found.push((number, line.map(|line| String::from_utf8(line.to_vec()).unwrap())));
            }
        }
        found
    }

    #[test]
    fn lines_are_the_same_whatever_the_buffer() {
        for buffer in [1, 2, 3, 7, 100] {
            let lines = all("one\n\nthree\nlast", buffer);
            let wanted = ["one", "", "three", "last"];
            assert_eq!(lines.len(), 4);
            for (i, (number, line)) in lines.into_iter().enumerate() {
                assert_eq!((number, line.as_deref()), (i + 1, Some(wanted[i])));
            }
        }
        assert_eq!(all("a\n", 10).len(), 1);
        assert_eq!(all("", 10).len(), 0);
        assert_eq!(all("\n", 10).len(), 1);
    }

    #[test]
    fn many_lines_make_many_chunks() {
        let text = "x\n".repeat(3 * CHUNK_LINES + 1);
        let lines = all(&text, 1000);
        assert_eq!(lines.len(), 3 * CHUNK_LINES + 1);
        assert!(lines.iter().enumerate().all(|(i, (number, _))| *number == i + 1));
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out() {
        let mut text = "first\n".to_owned();
        text.push_str(&"y".repeat(LONGEST + 1));
        text.push_str("\nlast\n");
        let lines = all(&text, 1 << 20);
        assert_eq!(lines[0], (1, Some("first".into())));
        assert_eq!(lines[1], (2, None));
        assert_eq!(lines[2], (3, Some("last".into())));
    }
}
