//! Pictures as PNG files: eight bits a colour, not compressed.

/// A picture.
pub struct Picture {
    pub width: usize,
    pub height: usize,
    /// Red, green and blue, row by row from the top.
    pub pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub fn new(width: usize, height: usize, colour: [u8; 3]) -> Self {
        Self { width, height, pixels: vec![colour; width * height] }
    }

    /// Colours a pixel, if it is in the picture.
    pub fn dot(&mut self, x: isize, y: isize, colour: [u8; 3]) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = colour;
        }
    }

    /// A line three pixels wide, in pixels from the upper left corner.
    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], colour: [u8; 3]) {
        let steps = (to[0] - from[0]).abs().max((to[1] - from[1]).abs()).ceil().clamp(1.0, 1e4);
        for k in 0..=steps as usize {
            let share = k as f64 / steps;
            let [x, y] = [0, 1].map(|i| (from[i] + (to[i] - from[i]) * share).round() as isize);
            for (dx, dy) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
                self.dot(x + dx, y + dy, colour);
            }
        }
    }

    /// The file.
    pub fn to_png(&self) -> Vec<u8> {
        let mut raw = Vec::with_capacity(self.height * (1 + 3 * self.width));
        for row in self.pixels.chunks(self.width.max(1)) {
            // Each row begins with its filter: none.
            raw.push(0);
            raw.extend(row.iter().flatten());
        }
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut header = Vec::new();
        header.extend((self.width as u32).to_be_bytes());
        header.extend((self.height as u32).to_be_bytes());
        // Eight bits, red green blue, and the only methods there are.
        header.extend([8, 2, 0, 0, 0]);
        chunk(&mut file, b"IHDR", &header);
        chunk(&mut file, b"IDAT", &stored(&raw));
        chunk(&mut file, b"IEND", &[]);
        file
    }
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc(&file[start..]);
    file.extend(sum.to_be_bytes());
}

/// The zlib format with blocks that are stored as they are.
fn stored(raw: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 0xffff;
    let mut out = vec![0x78, 0x01];
    let count = raw.len().div_ceil(BLOCK).max(1);
    for (k, block) in raw.chunks(BLOCK).enumerate() {
        out.push(u8::from(k + 1 == count));
        out.extend((block.len() as u16).to_le_bytes());
        out.extend((!(block.len() as u16)).to_le_bytes());
        out.extend(block);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for &byte in raw {
        a = (a + u32::from(byte)) % 65521;
        b = (b + a) % 65521;
    }
    out.extend((b << 16 | a).to_be_bytes());
    out
}

/// The check sum of a chunk.
fn crc(data: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for &byte in data {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
        }
    }
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_the_published_ones() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc(b"IEND"), 0xae42_6082);
        // Adler-32 of "Wikipedia".
        assert_eq!(stored(b"Wikipedia")[16..], 0x11e6_0398_u32.to_be_bytes());
    }

    #[test]
    fn lines_stay_in_the_picture() {
        let mut picture = Picture::new(4, 3, [255; 3]);
        picture.line([-5.0, -5.0], [9.0, 9.0], [0; 3]);
        assert_eq!(picture.pixels.len(), 12);
        assert_eq!(picture.pixels[0], [0; 3]);
        assert!(picture.to_png().starts_with(b"\x89PNG"));
    }
}
