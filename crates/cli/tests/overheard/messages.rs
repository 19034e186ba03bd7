//! What goes through a pipe, cut into messages: lines, or frames behind the first line.

/// A message as it was sent, with its frame's kind; `J` for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) kind: u8,
    pub(crate) body: Vec<u8>,
}

/// All messages to a process.
pub(crate) fn of_stream(stream: &[u8]) -> Vec<Message> {
    let lines: Vec<&[u8]> = stream.split_inclusive(|&byte| byte == b'\n').collect();
    let is_json = |line: &&[u8]| serde_json::from_slice::<serde_json::Value>(line).is_ok();
    let message = |body: &[u8]| Message { kind: b'J', body: body.to_vec() };
    if lines.iter().all(is_json) {
        return lines.into_iter().map(message).collect();
    }
    let hello = lines[0];
    std::iter::once(message(hello)).chain(of_frames(&stream[hello.len()..])).collect()
}

/// The messages of frames: four bytes of length, one of kind, the body. A bot that is ended may be sent half
/// of one.
pub(crate) fn of_frames(mut frames: &[u8]) -> Vec<Message> {
    let mut messages = Vec::new();
    while let Some((length, rest)) = frames.split_first_chunk() {
        let Some((frame, rest)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize) else { break };
        messages.push(Message { kind: frame[0], body: frame[1..].to_vec() });
        frames = rest;
    }
    messages
}

/// The questions of a bot that keeps nothing: each behind the luck of its game, which is part of what it is
/// told.
pub(crate) fn with_lucks(mut questions: &[u8]) -> Vec<([u8; 8], Message)> {
    let mut messages = Vec::new();
    while let Some((luck, rest)) = questions.split_first_chunk::<8>() {
        let frame = of_frames(rest).remove(0);
        let body = [&luck[..], &frame.body].concat();
        questions = &rest[5 + frame.body.len()..];
        messages.push((*luck, Message { kind: frame.kind, body }));
    }
    messages
}

/// What a bot inside WebAssembly printed: one message for each mark. Logs show some bytes in words.
#[cfg(feature = "wasm")]
pub(crate) fn of_log(log: &str) -> Vec<Message> {
    let printed = log.split("\n@told ").skip(1);
    printed.map(|text| Message { kind: b'#', body: as_printed(text.trim_end_matches('\n')) }).collect()
}

#[cfg(feature = "wasm")]
fn as_printed(mut shown: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some(at) = shown.find("\\x") {
        bytes.extend_from_slice(&shown.as_bytes()[..at]);
        bytes.push(u8::from_str_radix(&shown[at + 2..at + 4], 16).unwrap());
        shown = &shown[at + 4..];
    }
    bytes.extend_from_slice(shown.as_bytes());
    bytes
}
