//! Requests to a bot behind a url with a kept connection, beside a bare echo over pipes in C, all on one
//! processor.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};
use croupier_games::{Game, Seat, Seed};
use croupier_hosts::http::{CrewShared, HttpSetting, Web, seat_http};
use croupier_hosts::{BotLog, Interrupt, Load, TimeLimits, pin_to, usable_cores};
use croupier_record::{Ask, Instances, Player};

const ROUNDS: usize = 5;
const REQUESTS: u32 = 20_000;
const ECHO: &str = "#include <unistd.h>\nint \
                    main(void){char b[65536];ssize_t n;while((n=read(0,b,sizeof b))>0)if(write(1,b,n)!=n)return 1;return 0;}\n";

/// Prints round trips per second of both, and their ratio.
pub(crate) fn measure() -> Result<(), String> {
    if let Some(&core) = usable_cores().first() {
        pin_to(core);
    }
    let words = |error: std::io::Error| error.to_string();
    let url = server(|_| "3").map_err(words)?;
    let mut player = player(&url)?;
    let (mut pipes, mut requests) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        pipes.push(echo().map_err(words)?);
        requests.push(asked(&mut *player)?);
    }
    let (pipe, http) = (crate::median(pipes), crate::median(requests));
    println!("| way | round trips/s | ratio |\n| --- | --- | --- |");
    println!("| a line through pipes, echo in C | {pipe:.0} | 1 |");
    println!("| a Jujitsu bid over kept HTTP, server in Rust | {http:.0} | {:.2} |", http / pipe);
    Ok(())
}

/// Lines to a child and back, per second.
fn echo() -> std::io::Result<f64> {
    let folder = std::env::temp_dir().join(format!("croupier-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (source, program) = (folder.join("echo.c"), folder.join("echo"));
    std::fs::write(&source, ECHO)?;
    Command::new("cc").args(["-O2", "-o"]).arg(&program).arg(&source).status()?;
    let mut child = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
        return Ok(0.0);
    };
    let (mut line, mut back) = ([b'x'; 400], [0; 400]);
    line[399] = b'\n';
    let begun = Instant::now();
    for _ in 0..REQUESTS {
        input.write_all(&line)?;
        output.read_exact(&mut back)?;
    }
    let rate = f64::from(REQUESTS) / begun.elapsed().as_secs_f64();
    drop(input);
    child.wait()?;
    std::fs::remove_dir_all(&folder)?;
    Ok(rate)
}

/// Bids asked for and read, per second.
fn asked(player: &mut dyn Player<Jujitsu>) -> Result<f64, String> {
    let game =
        Jujitsu::deal(2, &JujitsuOptions::default(), Seed::plain(1)).map_err(|error| error.to_string())?;
    let begun = Instant::now();
    for number in 0..REQUESTS {
        let ask = Ask { number, view: game.view(Seat(0)), refused: None, memory: None };
        player.answer(ask).map_err(|fault| fault.to_string())?;
    }
    Ok(f64::from(REQUESTS) / begun.elapsed().as_secs_f64())
}

fn player(url: &str) -> Result<Box<dyn Player<Jujitsu>>, String> {
    let limit = Duration::from_secs(10);
    let time_limits = TimeLimits {
        per_move: limit,
        per_game: None,
        loading: limit,
        restarts: 0,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    };
    let setting = HttpSetting {
        bot: Arc::new(Web::default().bot(url).map_err(|error| error.to_string())?),
        name: "bench".to_owned(),
        time_limits,
        log: BotLog::create(None).map_err(|error| error.to_string())?,
        shared: CrewShared::default(),
    };
    let seated = seat_http::<Jujitsu>(setting, 2, &JujitsuOptions::default(), Instances::default());
    Ok(Box::new(seated.map_err(|error| error.to_string())?))
}

/// A server with this answer to every body; its thread shares our processor.
pub(crate) fn server(answer: fn(&[u8]) -> &'static str) -> std::io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", listener.local_addr()?);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A connection that ends is replaced by the next one.
            let _ = serve(stream, answer);
        }
    });
    Ok(url)
}

fn serve(stream: TcpStream, answer: fn(&[u8]) -> &'static str) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    let (mut line, mut body) = (String::new(), Vec::new());
    loop {
        let mut length = 0;
        loop {
            line.clear();
            if stream.read_line(&mut line)? == 0 {
                return Ok(());
            }
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.trim().parse().unwrap_or(0);
            }
            if line == "\r\n" {
                break;
            }
        }
        body.resize(length, 0);
        stream.read_exact(&mut body)?;
        let said = answer(&body);
        let size = said.len();
        let response =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {size}\r\n\r\n{said}");
        stream.get_mut().write_all(response.as_bytes())?;
    }
}
