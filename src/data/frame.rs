//! Frames: pieces of a file that tell their length and whether they are whole.
//!
//! A frame is twelve bytes of head and then its content. The head is the length of the content, the
//! CRC-32 of the content, and the CRC-32 of these eight bytes, each four bytes with the lowest
//! first. As the head has a checksum of its own, a length that was damaged is never taken for one
//! that leads beyond the end of a torn file.

use std::io::{self, BufRead, Read};

const HEAD: usize = 12;

/// What comes next in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    /// A frame with this content.
    Whole(Vec<u8>),
    /// The file's end.
    End,
    /// The last frame, of which something is missing: its writer was killed, or the power was cut.
    Torn,
    /// Something else, with more behind it.
    Damaged,
}

/// A frame with this content, head first.
pub(super) fn frame(content: &[u8]) -> io::Result<Vec<u8>> {
    let length = u32::try_from(content.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    let mut frame = Vec::with_capacity(HEAD + content.len());
    frame.extend_from_slice(&length.to_le_bytes());
    frame.extend_from_slice(&crc32fast::hash(content).to_le_bytes());
    frame.extend_from_slice(&crc32fast::hash(&frame).to_le_bytes());
    frame.extend_from_slice(content);
    Ok(frame)
}

/// Reads the next frame. It takes no more memory than the file has bytes, whatever length is told.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Frame> {
    let head = read_up_to(input, HEAD)?;
    let &[length, checksum, head_checksum] = head.as_chunks().0 else {
        return Ok(if head.is_empty() {
            Frame::End
        } else {
            Frame::Torn
        });
    };
    if u32::from_le_bytes(head_checksum) != crc32fast::hash(&head[..8]) {
        // After a power cut zeros may stand for what was not written.
        let is_zero = head.iter().all(|&byte| byte == 0) && is_zero_to_the_end(input)?;
        return Ok(if is_zero { Frame::Torn } else { Frame::Damaged });
    }
    let length = u32::from_le_bytes(length) as usize;
    let content = read_up_to(input, length)?;
    let is_whole =
        content.len() == length && u32::from_le_bytes(checksum) == crc32fast::hash(&content);
    Ok(if is_whole {
        Frame::Whole(content)
    } else if input.fill_buf()?.is_empty() {
        Frame::Torn
    } else {
        Frame::Damaged
    })
}

/// So many bytes, or all that there are if those are fewer.
pub(super) fn read_up_to(input: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn is_zero_to_the_end(input: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() || bytes.iter().any(|&byte| byte != 0) {
            return Ok(bytes.is_empty());
        }
        let length = bytes.len();
        input.consume(length);
    }
}

/// The length of a frame with this content.
pub(super) fn frame_length(content: &[u8]) -> u64 {
    (HEAD + content.len()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(mut bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        loop {
            let next = read(&mut bytes).expect("no error");
            let is_last = !matches!(next, Frame::Whole(_));
            frames.push(next);
            if is_last {
                return frames;
            }
        }
    }

    #[test]
    fn a_torn_end_is_told_from_damage() {
        let contents: [&[u8]; 3] = [b"one", b"", b"three"];
        let frames = contents.map(|content| frame(content).expect("short enough"));
        let whole: Vec<Frame> = contents
            .map(|content| Frame::Whole(content.to_vec()))
            .into();
        let file = frames.concat();
        let last = file.len() - frames[2].len();
        assert_eq!(read_all(&file), [&whole[..], &[Frame::End]].concat());
        for cut in last + 1..file.len() {
            let torn = [&whole[..2], &[Frame::Torn]].concat();
            assert_eq!(read_all(&file[..cut]), torn);
            let zeros = vec![0; file.len() - cut];
            // Zeros within a head may be as it was.
            let read = read_all(&[&file[..cut], &zeros].concat());
            assert!(cut < last + HEAD || read == torn, "{cut}");
        }
        assert_eq!(read_all(&[0; 40]), [Frame::Torn]);
        for at in 0..last {
            let mut damaged = file.clone();
            damaged[at] ^= 4;
            let read = read_all(&damaged);
            assert!(whole.starts_with(&read[..read.len() - 1]));
            assert_eq!(read.last(), Some(&Frame::Damaged), "{at}");
        }
    }

    #[test]
    fn a_length_beyond_the_file_takes_no_memory() {
        let mut file = frame(b"x").expect("short enough");
        file[..4].copy_from_slice(&u32::MAX.to_le_bytes());
        let checksum = crc32fast::hash(&file[..8]);
        file[8..12].copy_from_slice(&checksum.to_le_bytes());
        assert_eq!(read_all(&file), [Frame::Torn]);
        assert!(
            read_up_to(&mut &file[..], usize::MAX)
                .expect("bytes")
                .capacity()
                < 100
        );
    }
}
