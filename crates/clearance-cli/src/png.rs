//! Pictures as PNG files: true colour, compressed by a small encoder of our own, so that the same
//! picture is the same bytes everywhere.

/// A picture of so many columns; rows follow each other, three bytes a pixel.
pub struct Picture {
    pub width: usize,
    pub bytes: Vec<u8>,
}

/// The file.
pub fn encode(picture: &Picture) -> Vec<u8> {
    let stride = 3 * picture.width.max(1);
    let height = picture.bytes.len() / stride;
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend((picture.width as u32).to_be_bytes());
    header.extend((height as u32).to_be_bytes());
    // Eight bits a channel, red green blue, nothing else of note.
    header.extend([8, 2, 0, 0, 0]);
    chunk(&mut file, b"IHDR", &header);
    // Each row as its difference from the one above: filter 2.
    let mut rows = Vec::new();
    for y in 0..height {
        rows.push(2);
        for i in y * stride..(y + 1) * stride {
            let above = if y == 0 { 0 } else { picture.bytes[i - stride] };
            rows.push(picture.bytes[i].wrapping_sub(above));
        }
    }
    chunk(&mut file, b"IDAT", &zlib(&rows));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(kind);
    file.extend(data);
    let sum = kind.iter().chain(data).fold(!0_u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            sum >> 1 ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
        })
    });
    file.extend((!sum).to_be_bytes());
}

/// Bits, the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    held: u32,
    count: u32,
}

impl Bits {
    fn push(&mut self, value: u32, count: u32) {
        self.held |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// A code of Huffman's, which goes highest bit first.
    fn code(&mut self, code: u32, count: u32) {
        self.push(code.reverse_bits() >> (32 - count), count);
    }

    /// A byte or the symbol of a length, in the fixed code.
    fn symbol(&mut self, symbol: u32) {
        match symbol {
            0..=143 => self.code(0x30 + symbol, 8),
            144..=255 => self.code(0x190 + symbol - 144, 9),
            256..=279 => self.code(symbol - 256, 7),
            _ => self.code(0xc0 + symbol - 280, 8),
        }
    }
}

/// The first length or distance of a class, and how many bits tell which of the class it is.
fn class(value: u32, firsts: impl Iterator<Item = (u32, u32)>) -> (u32, u32, u32) {
    let mut found = (0, 0, 0);
    for (k, (first, bits)) in firsts.enumerate() {
        if first <= value {
            found = (k as u32, value - first, bits);
        }
    }
    found
}

fn lengths() -> impl Iterator<Item = (u32, u32)> {
    let mut first = 3;
    (0..28).map(move |k: u32| {
        let bits = if k < 8 { 0 } else { (k - 4) / 4 };
        let class = (first, bits);
        first += 1 << bits;
        class
    })
}

fn distances() -> impl Iterator<Item = (u32, u32)> {
    let mut first = 1;
    (0..30).map(move |k: u32| {
        let bits = if k < 4 { 0 } else { (k - 2) / 2 };
        let class = (first, bits);
        first += 1 << bits;
        class
    })
}

/// One block in the fixed code; repeats are looked for where the same three bytes were last.
fn zlib(data: &[u8]) -> Vec<u8> {
    const LONGEST: usize = 257;
    const FURTHEST: usize = 32_768;
    let mut bits = Bits { bytes: vec![0x78, 0x01], ..Bits::default() };
    bits.push(0b011, 3);
    let mut last = vec![usize::MAX; 1 << 15];
    let slot = |at: usize| {
        let key = data[at] as usize | (data[at + 1] as usize) << 8 | (data[at + 2] as usize) << 16;
        key.wrapping_mul(0x9e37_79b1) >> 9 & 0x7fff
    };
    let mut at = 0;
    while at < data.len() {
        let mut length = 0;
        let mut from = 0;
        if at + 3 <= data.len() {
            from = core::mem::replace(&mut last[slot(at)], at);
            if from != usize::MAX && at - from <= FURTHEST {
                let most = LONGEST.min(data.len() - at);
                length = (0..most).take_while(|k| data[from + k] == data[at + k]).count();
            }
        }
        if length < 3 {
            bits.symbol(data[at].into());
            at += 1;
            continue;
        }
        let (symbol, rest, extra) = class(length as u32, lengths());
        bits.symbol(257 + symbol);
        bits.push(rest, extra);
        let (symbol, rest, extra) = class((at - from) as u32, distances());
        bits.code(symbol, 5);
        bits.push(rest, extra);
        for skipped in at + 1..(at + length).min(data.len().saturating_sub(2)) {
            last[slot(skipped)] = skipped;
        }
        at += length;
    }
    bits.symbol(256);
    bits.push(0, 7);
    let (mut low, mut high) = (1_u32, 0_u32);
    for byte in data {
        low = (low + u32::from(*byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    bits.bytes.extend((high << 16 | low).to_be_bytes());
    bits.bytes
}

/// Bytes as text, for pictures inside of pictures.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |k: usize| u32::from(three.get(k).copied().unwrap_or(0));
        let all = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let letter = LETTERS[(all >> (18 - 6 * k) & 63) as usize];
            text.push(if k <= three.len() { letter.into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base64, distances, lengths};

    /// The ends of the tables in RFC 1951.
    #[test]
    fn classes_are_those_of_the_standard() {
        assert_eq!(lengths().nth(8), Some((11, 1)));
        assert_eq!(lengths().last(), Some((227, 5)));
        assert_eq!(distances().nth(4), Some((5, 1)));
        assert_eq!(distances().last(), Some((24_577, 13)));
    }

    #[test]
    fn bytes_as_text() {
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"M"), "TQ==");
    }
}
