//! Pictures, and their PNG files.

use anyhow::Result;

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
    pub fn to_png(&self) -> Result<Vec<u8>> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let bytes: Vec<u8> = self.pixels.iter().flatten().copied().collect();
        encoder.write_header()?.write_image_data(&bytes)?;
        Ok(file)
    }
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
    use super::*;

    #[test]
    fn lines_stay_in_the_picture() {
        let mut picture = Picture::new(4, 3, [255; 3]);
        picture.line([-5.0, -5.0], [9.0, 9.0], [0; 3]);
        assert_eq!(picture.pixels.len(), 12);
        assert_eq!(picture.pixels[0], [0; 3]);
    }

    /// What is written can be read again.
    #[test]
    fn files_hold_the_pixels() {
        let mut picture = Picture::new(5, 2, [10, 20, 30]);
        picture.dot(3, 1, [200, 100, 0]);
        let file = picture.to_png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
        let mut bytes = vec![0; 30];
        reader.next_frame(&mut bytes).unwrap();
        let pixels: Vec<u8> = picture.pixels.iter().flatten().copied().collect();
        assert_eq!(bytes, pixels);
    }

    #[test]
    fn bytes_as_text() {
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"M"), "TQ==");
    }
}
