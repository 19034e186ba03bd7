//! Reading a large site: fills one with players and games, serves it with workers playing, and reads it with many clients.
//!
//! `cargo run --release -p croupier-portal --example load [PLAYERS] [GAMES] [CLIENTS] [REQUESTS] [RATE]`; prints
//! a table. With a rate, clients together ask so often a second, each in its turn; without, as often as they are answered.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use croupier_hosts::cell::{self, Door, Sandbox};
use croupier_portal::store::{Store, bulk, contests, games};
use croupier_portal::{Config, SignUp, serve};

type Failed = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failed> {
    // Bots go through this program into their cells, as they go through the real one.
    if std::env::args().nth(1).as_deref() == Some(Door::COMMAND) {
        cell::enter(std::env::args_os().skip(2));
    }
    let number =
        |at: usize, usual: i64| std::env::args().nth(at).map_or(Ok(usual), |word| word.parse::<i64>());
    let (players, games) = (number(1, 10_000)?, number(2, 1_000_000)?);
    let (clients, requests) = (number(3, 500)? as usize, number(4, 40_000)? as usize);
    let rate = number(5, 0)?;
    let data = tempfile::tempdir()?;
    prepare(data.path(), players, games)?;
    let (address, stop, serving) = start(data.path(), 2)?;
    println!(
        "{players} players, {games} games, {clients} clients, {requests} requests for each page, 2 workers playing"
    );
    if rate > 0 {
        println!("{rate} requests a second are asked for");
    }
    println!("{:<34}{:>12}{:>10}{:>10}{:>10}", "page", "requests/s", "p50 ms", "p99 ms", "worst ms");
    let pages: [(&str, Path_); 8] = [
        ("front", |_, _| "/".to_owned()),
        ("ladder, first page", |_, _| "/c/no-thanks".to_owned()),
        ("ladder, any page", |n, _| format!("/c/no-thanks?page={}", n % 100 + 1)),
        ("ladder, a name", |n, _| format!("/c/no-thanks?find=player+{n}")),
        ("games", |_, _| "/games".to_owned()),
        ("games of a contest, any page", |n, games| {
            format!("/games?contest=no-thanks&before={}", n * 7919 % games)
        }),
        ("player", |n, _| format!("/players/{}", 100 + n % 9_000)),
        ("game", |n, games| format!("/games/{}", 100 + n * 7919 % (games - 100))),
    ];
    for (name, path) in pages {
        let mut times = read(address, clients, requests, rate as f64, |n| path(n as i64, games))?;
        let took = times.1;
        times.0.sort_unstable();
        let at = |share: f64| times.0[((times.0.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        let rate = times.0.len() as f64 / took.as_secs_f64();
        println!("{name:<34}{rate:>12.0}{:>10.2}{:>10.2}{:>10.2}", at(0.5), at(0.99), at(1.0));
    }
    stop.store(true, Ordering::Relaxed);
    serving.join().map_err(|_| "the site panicked")?;
    Ok(())
}

type Path_ = fn(i64, i64) -> String;

/// A demonstration that has played a little, and then a season of others.
fn prepare(data: &Path, players: i64, games: i64) -> Result<(), Failed> {
    let runtime = tokio::runtime::Runtime::new()?;
    let (_, stop, serving) = start(data, 2)?;
    let store = runtime.block_on(Store::open(data))?;
    let mut record = None;
    while record.is_none() {
        let contest = runtime.block_on(contests::named(&store, "no-thanks"))?.ok_or("no contest")?;
        let wanted = games::Wanted { contest: Some(contest.id), most: 1, ..games::Wanted::default() };
        if let Some(game) = runtime.block_on(games::list(&store, wanted))?.first() {
            record = runtime.block_on(games::record(&store, game.id))?.map(|record| (contest, record));
        }
        thread::sleep(Duration::from_millis(50));
    }
    stop.store(true, Ordering::Relaxed);
    serving.join().map_err(|_| "the site panicked")?;
    if let Some((contest, record)) = record {
        let begun = Instant::now();
        runtime.block_on(bulk::fill(&store, contest.id, players, games, contest.seats, &record))?;
        println!("filled in {:.1} s", begun.elapsed().as_secs_f64());
    }
    runtime.block_on(store.close());
    Ok(())
}

type Running = (SocketAddr, Arc<AtomicBool>, thread::JoinHandle<()>);

fn start(data: &Path, workers: usize) -> Result<Running, Failed> {
    let config = Config {
        listen: "127.0.0.1:0".parse()?,
        data: data.to_owned(),
        demo: true,
        sandbox: Sandbox::Best,
        workers,
        sign_up: Some(SignUp::Open),
        admit: Vec::new(),
        behind_tls: false,
        reach: croupier_hosts::http::Reach::PublicOnly,
        trust_proxy: false,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let (told, ready) = mpsc::channel();
    let stopping = Arc::clone(&stop);
    let serving = thread::spawn(move || {
        if let Err(error) = serve(&config, &stopping, |served| told.send(served.address).unwrap_or(())) {
            eprintln!("load: {error}");
        }
    });
    Ok((ready.recv()?, stop, serving))
}

/// Reads pages over kept connections; gives everyone's times and the time of all.
fn read(
    address: SocketAddr,
    clients: usize,
    requests: usize,
    rate: f64,
    path: impl Fn(usize) -> String + Sync,
) -> Result<(Vec<Duration>, Duration), Failed> {
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(requests)));
    let begun = Instant::now();
    thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(|| {
                let read = || -> Result<Vec<Duration>, Failed> {
                    let mut stream = TcpStream::connect(address)?;
                    stream.set_nodelay(true)?;
                    let (mut own, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= requests {
                            return Ok(own);
                        }
                        let due = if rate > 0.0 {
                            Duration::from_secs_f64(number as f64 / rate)
                        } else {
                            Duration::ZERO
                        };
                        thread::sleep(due.saturating_sub(begun.elapsed()));
                        // Who is late to ask has waited, too.
                        let asked = if rate > 0.0 { begun + due } else { Instant::now() };
                        write!(stream, "GET {} HTTP/1.1\r\nHost: load\r\n\r\n", path(number))?;
                        answer(&mut stream, &mut buffer)?;
                        own.push(asked.elapsed());
                    }
                };
                match read() {
                    Ok(own) => all.lock().map(|mut all| all.extend(own)).unwrap_or(()),
                    Err(error) => eprintln!("load: a client broke off: {error}"),
                }
            });
        }
    });
    Ok((all.into_inner()?, begun.elapsed()))
}

/// Reads one answer, which has a length.
fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<(), Failed> {
    let (mut have, mut whole) = (0, None);
    while whole.is_none_or(|whole| have < whole) {
        if have == buffer.len() {
            buffer.resize(have * 2, 0);
        }
        let got = stream.read(&mut buffer[have..])?;
        if got == 0 {
            return Err("the site closed the connection".into());
        }
        have += got;
        if whole.is_none()
            && let Some(end) = buffer[..have].windows(4).position(|four| four == b"\r\n\r\n")
        {
            let head = std::str::from_utf8(&buffer[..end])?;
            if !head.starts_with("HTTP/1.1 200") {
                return Err(head.lines().next().unwrap_or("no answer").to_owned().into());
            }
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            whole = Some(end + 4 + length.ok_or("an answer without a length")?.trim().parse::<usize>()?);
        }
    }
    Ok(())
}
