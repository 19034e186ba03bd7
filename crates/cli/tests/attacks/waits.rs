//! A server that tries to make somebody wait for ever in a way that Python's servers cannot: the others are
//! in `tests/hostile`, and `hostile_suite` plays them.

use std::io::Read;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use crate::common::{croupier, file, folder};

/// A server whose handshake is followed by tickets for other connections, without an end that anybody waits
/// for.
fn tickets(dir: &Path) -> String {
    let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    file(dir, "authority.pem", &signed.cert.pem());
    let key = rustls::pki_types::PrivateKeyDer::try_from(signed.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![signed.cert.der().clone()], key)
        .unwrap();
    config.send_tls13_tickets = 5_000;
    config.ticketer = rustls::crypto::ring::Ticketer::new().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}/play", listener.local_addr().unwrap().port());
    let config = Arc::new(config);
    thread::spawn(move || {
        for socket in listener.incoming() {
            let tls = rustls::ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = rustls::StreamOwned::new(tls, socket.unwrap());
            // Whatever comes is not answered; the client closes.
            while stream.read(&mut [0; 4096]).is_ok_and(|count| count > 0) {}
        }
    });
    url
}

#[test]
fn what_comes_through_tls_beside_an_answer_has_an_end() {
    let dir = folder();
    let url = tickets(dir.path());
    let plan = format!(
        "game = \"jujitsu\"\nbots = [\"{url}\", \"house:draw-card\"]\ngames = 1\nseed = 4\nauthorities = \
         \"authority.pem\"\n[options]\nrounds = [5, 5]\n"
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("too much output: "), "{}", said.out);
}
