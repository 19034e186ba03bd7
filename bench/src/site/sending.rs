//! Sending a bot to a site as a program does, and waiting for the end of its check.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use croupier_portal::store::Store;
use croupier_portal::store::contests::Contest;
use croupier_portal::store::uploads::{self, Upload};
use croupier_portal::{house_specs, make_contest};

use super::client::Client;
use super::{Failed, words};

/// How often it is looked whether a check has ended.
const LOOKED: Duration = Duration::from_millis(20);

/// A folder with a contest of each of these games, players of the house on its ladder where they are wanted.
pub(super) async fn contests(data: &Path, games: &[(&str, i64)], house: bool) -> Result<Store, Failed> {
    let store = Store::open(data).await.map_err(words)?;
    for &(game, seats) in games {
        let contest = Contest {
            id: 0,
            name: game.to_owned(),
            title: game.to_owned(),
            game: game.to_owned(),
            seats,
            options: "{}".to_owned(),
            limits: "{}".to_owned(),
            languages: String::new(),
            opens: None,
            closes: None,
            paused: false,
            games_a_minute: 600,
        };
        let players = if house { house_specs(game).map_err(words)? } else { Vec::new() };
        make_contest(&store, &contest, &players).await.map_err(words)?;
    }
    Ok(store)
}

/// Sends a bot; gives the number of the upload.
pub(super) async fn send(
    address: SocketAddr,
    token: &str,
    contest: &str,
    file_name: &str,
    bot: &str,
) -> Result<i64, Failed> {
    let body = format!(
        "--part\r\nContent-Disposition: form-data; name=\"file\"; \
         filename=\"{file_name}\"\r\n\r\n{bot}\r\n--part--\r\n"
    );
    let request = format!(
        "POST /api/v1/contests/{contest}/uploads HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: multipart/form-data; boundary=part\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut client = Client::call(address).await?;
    let answer = client.send(request.as_bytes()).await?;
    let text = String::from_utf8_lossy(answer.body);
    let upload: Result<serde_json::Value, _> = serde_json::from_str(&text);
    let id = upload.ok().filter(|_| answer.status == 200).and_then(|upload| upload["id"].as_i64());
    id.ok_or_else(|| format!("an upload was answered with {}: {text}", answer.status))
}

/// Waits until the check of an upload has ended.
pub(super) async fn ended(store: &Store, id: i64) -> Result<Upload, Failed> {
    loop {
        let upload = uploads::get(store, id).await.map_err(words)?.ok_or("an upload is gone")?;
        if upload.ended.is_some() {
            return Ok(upload);
        }
        tokio::time::sleep(LOOKED).await;
    }
}

/// A small sound bot of No Thanks!, another one for every number.
pub(super) fn python_bot(number: usize) -> String {
    format!(
        "from croupier import no_thanks\n\n\nclass Plain(no_thanks.Player):\n    def choose(self, view):\n        \
         return view.me.coins == 0 or view.card < {}  # {number}\n",
        10 + number % 7
    )
}
