//! Frames: pieces of a file that tell their length and whether they are whole.
//!
//! A frame is twelve bytes of head and then its content. The head is the length of the content, the
//! CRC-32 of the content, and the CRC-32 of these eight bytes, each four bytes with the lowest
//! first. As the head has a checksum of its own, a length that was damaged is never taken for one
//! that leads beyond the end of a torn file.

use std::io::{self, BufRead, Read};

const HEAD: usize = 12;

/// The longest content, in bytes: a thousand times what the longest games take.
const MAX_CONTENT: usize = 16 << 20;

/// What comes next in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    /// A frame with this content.
    Whole(Vec<u8>),
    /// The file's end.
    End,
    /// The last frame, of which something is missing: its writer was killed, or the power was cut,
    /// after which zeros may stand for what was not written, and beyond it.
    Torn,
    /// Something else, with more behind it.
    Damaged,
}

/// A frame with this content, head first.
pub(super) fn frame(content: &[u8]) -> io::Result<Vec<u8>> {
    if content.len() > MAX_CONTENT {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let length = content.len() as u32;
    let mut frame = Vec::with_capacity(HEAD + content.len());
    frame.extend_from_slice(&length.to_le_bytes());
    frame.extend_from_slice(&crc32fast::hash(content).to_le_bytes());
    frame.extend_from_slice(&crc32fast::hash(&frame).to_le_bytes());
    frame.extend_from_slice(content);
    Ok(frame)
}

/// Reads the next frame.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Frame> {
    let head = read_up_to(input, HEAD)?;
    let &[length, checksum, head_checksum] = head.as_chunks().0 else {
        return Ok(if head.is_empty() {
            Frame::End
        } else {
            Frame::Torn
        });
    };
    if !is_checksum_of(&head[..8], head_checksum) {
        return torn_or_damaged(ends_in_zeros(&head, input)?);
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_CONTENT {
        return Ok(Frame::Damaged);
    }
    let content = read_up_to(input, length)?;
    if content.len() < length {
        // Without another look at the file: its writer may have added the rest by now.
        return Ok(Frame::Torn);
    }
    if is_checksum_of(&content, checksum) {
        return Ok(Frame::Whole(content));
    }
    let is_last = input.fill_buf()?.is_empty();
    torn_or_damaged(is_last || ends_in_zeros(&content, input)?)
}

fn torn_or_damaged(is_torn: bool) -> io::Result<Frame> {
    Ok(if is_torn { Frame::Torn } else { Frame::Damaged })
}

/// Whether a checksum is right. To a fuzzer all are, or it would hardly get beyond them.
fn is_checksum_of(bytes: &[u8], checksum: [u8; 4]) -> bool {
    cfg!(fuzzing) || u32::from_le_bytes(checksum) == crc32fast::hash(bytes)
}

/// So many bytes, or all that there are if those are fewer.
pub(super) fn read_up_to(input: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether these bytes end with a zero, and all that is left of the input is zeros.
fn ends_in_zeros(bytes: &[u8], input: &mut impl BufRead) -> io::Result<bool> {
    if bytes.last() != Some(&0) {
        return Ok(false);
    }
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
        let torn = [&whole[..2], &[Frame::Torn]].concat();
        for cut in last + 1..file.len() {
            assert_eq!(read_all(&file[..cut]), torn);
        }
        for cut in last..file.len() {
            for beyond in [0, 1, HEAD, 5000] {
                let zeros = vec![0; file.len() - cut + beyond];
                let zeroed = [&file[..cut], &zeros].concat();
                assert_eq!(read_all(&zeroed), torn, "{cut} and {beyond}");
                let read = read_all(&[&zeroed[..], b"more"].concat());
                assert_eq!(read.last(), Some(&Frame::Damaged), "{cut} and {beyond}");
            }
        }
        for beyond in [1, HEAD, 5000] {
            let read = read_all(&[&file[..], &vec![0; beyond]].concat());
            assert_eq!(read, [&whole[..], &[Frame::Torn]].concat());
        }
        for at in 0..last {
            let mut damaged = file.clone();
            damaged[at] ^= 4;
            let read = read_all(&damaged);
            assert!(whole.starts_with(&read[..read.len() - 1]));
            assert_eq!(read.last(), Some(&Frame::Damaged), "{at}");
        }
    }

    /// A file that grows each time when its end has been read.
    struct Growing<'a>(Vec<&'a [u8]>);

    impl Read for Growing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(next) = self.0.pop() else {
                return Ok(0);
            };
            buffer[..next.len()].copy_from_slice(next);
            Ok(next.len())
        }
    }

    #[test]
    fn a_frame_that_is_being_written_is_torn() {
        let file = frame(b"content").expect("short enough");
        for cut in 1..file.len() {
            let parts = vec![&file[cut..], &[], &file[..cut]];
            let mut input = io::BufReader::new(Growing(parts));
            assert_eq!(read(&mut input).expect("no error"), Frame::Torn, "{cut}");
        }
    }

    #[test]
    fn a_length_beyond_all_games_is_damage() {
        let mut file = frame(b"x").expect("short enough");
        file[..4].copy_from_slice(&u32::MAX.to_le_bytes());
        let checksum = crc32fast::hash(&file[..8]);
        file[8..12].copy_from_slice(&checksum.to_le_bytes());
        assert_eq!(read_all(&file), [Frame::Damaged]);
        assert!(frame(&vec![0; MAX_CONTENT + 1]).is_err());
    }
}
