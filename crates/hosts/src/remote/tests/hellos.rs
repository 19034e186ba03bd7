//! What a bot is told in the first message, and what it says before its own.

use croupier_record::Instances;

use super::*;
use crate::log::BotLog;
use crate::protocol::PROTOCOL;

#[test]
fn a_hello_tells_the_game_the_bot_and_what_can_be_sent() {
    let options = NoThanksOptions::default();
    let json = |hello: Vec<u8>| serde_json::from_slice::<serde_json::Value>(&hello).unwrap();
    let alone = json(hello::<NoThanks>("Ann", 3, &options, Instances::Game).unwrap());
    for (key, value) in [
        ("type", serde_json::json!("hello")),
        ("protocol", serde_json::json!(PROTOCOL)),
        ("game", serde_json::json!("no-thanks")),
        ("version", serde_json::json!(NoThanks::ABOUT.version)),
        ("bot", serde_json::json!("Ann")),
        ("seats", serde_json::json!(3)),
        ("options", serde_json::to_value(&options).unwrap()),
        ("instances", serde_json::to_value(Instances::Game).unwrap()),
        ("compact", serde_json::json!(true)),
        ("compact_games", serde_json::json!(true)),
        ("compact_memory", serde_json::json!(true)),
    ] {
        assert_eq!(alone[key], value, "{key}");
    }
    assert!(alone.get("groups").is_none(), "it plays one game at a time");
    let mut in_groups = json(hello_to_group::<NoThanks>("Ann", 3, &options, Instances::Game).unwrap());
    assert_eq!(in_groups["groups"], true);
    in_groups.as_object_mut().unwrap().remove("groups");
    assert_eq!(in_groups, alone);
}

/// What comes of greeting a bot that says this.
fn greeted(says: Vec<Says>) -> (Result<(), Failure>, Script, String) {
    let script = Script::of([says]);
    let setting = Script::setting(limits());
    let mut channel = crate::channel::Connector::connect(&mut script.clone(), &setting).unwrap();
    let log = BotLog::create(None).unwrap();
    let greeted = greet(channel.as_mut(), b"hello to you", 9 * SECOND, &log);
    (greeted.map(drop).map_err(|failure| *failure), script, log.last_lines(9))
}

#[test]
fn a_bot_is_greeted_with_the_time_to_load_and_what_it_prints_goes_to_its_log() {
    let other = line(r#"{"type":"answer","number":1,"move":"take"}"#);
    let frame = Says::Frame(FrameKind::Answer, vec![1]);
    let (greeted, script, log) = greeted(vec![line("one"), frame, Says::Code(3), other, line(LINES)]);
    assert_eq!(greeted, Ok(()));
    let Sent { kind, wants, limit, body } = script.last();
    assert_eq!((kind, wants, limit), (Some(FrameKind::Json), Wants::Greeting, 9 * SECOND));
    assert_eq!(body, b"hello to you");
    assert_eq!(log, r#"one | {"type":"answer","number":1,"move":"take"}"#);
}

#[test]
fn a_failure_that_a_bot_tells_in_place_of_its_hello_is_its_own() {
    for says in [Says::Line as fn(String) -> Says, Says::Reply] {
        let failed = says(r#"{"type":"fault","message":"no such class","trace":"all of it"}"#.to_owned());
        let (greeted, _, log) = greeted(vec![failed]);
        assert_eq!(greeted, Err(Failure::Fault(Fault::new(FaultKind::Crashed, "no such class"))));
        assert_eq!(log, "all of it");
    }
}

#[test]
fn a_hello_in_a_reply_is_one_and_that_of_another_protocol_is_quoted() {
    let reply = |text: &str| greeted(vec![Says::Reply(text.to_owned())]).0;
    assert_eq!(reply(LINES), Ok(()));
    let other = r#"{"type":"hello","protocol":2}"#;
    let words = format!("answered \"{other}\" to the hello, which is no hello of protocol 1");
    assert_eq!(reply(other), Err(Failure::Fault(Fault::new(FaultKind::Unreadable, words))));
}
