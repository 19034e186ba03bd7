//! Every turn of a game of every game of the list, drawn as everyone saw it.

#![allow(clippy::unwrap_used)] // A test may.

mod played;

use croupier_games::{Game, Seat, Visitor, list, with_game};
use croupier_report::picture::{Scene, film, is_drawn, picture, stills, views_at};
use played::{header, played};
use serde_json::Value;

struct DrawAll;

impl Visitor for DrawAll {
    type Output = ();
    fn visit<G: Game>(self) {
        for &seats in G::ABOUT.seats {
            every_turn_is_drawn::<G>(seats);
        }
    }
}

fn every_turn_is_drawn<G: Game>(seats: usize) {
    let game = played::<G>(seats);
    let (header, options) = (header::<G>(seats), G::Options::default());
    let stills = stills::<G>(&game.bytes(), &header, &options).unwrap();
    let names: Vec<&str> = stills.names.iter().map(String::as_str).collect();
    assert!(stills.all.len() > 5);
    for number in [0, 1, stills.all.len() / 2, stills.all.len() - 1] {
        for watched in [None, Some(Seat(0)), Some(Seat(seats as u8 - 1))] {
            let views = views_at::<G>(&game.bytes(), &header, &options, number, watched).unwrap();
            assert_eq!(views.len(), if watched.is_some() { 1 } else { seats });
            let drawn =
                picture(G::ABOUT.name, &Scene { views: &views, names: &names, choices: &[], turned: 3 });
            let class = if is_drawn(G::ABOUT.name) { G::ABOUT.name } else { "plain" };
            assert!(drawn.html.contains(&format!("class=\"picture {class}")), "{}", drawn.html);
            assert_well_formed(&drawn.html);
        }
    }
}

/// Every element that is opened is closed, in order; there is no style, no script and no address in it.
fn assert_well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap();
        match tag {
            closing if closing.starts_with('/') => assert_eq!(open.pop(), Some(name), "{html}"),
            single if single.ends_with('/') => (),
            _ => open.push(name),
        }
        assert!(!tag.contains("style=") && name != "script" && !tag.contains("http"), "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn every_turn_of_every_game_is_drawn_at_every_size_of_table() {
    for about in list::ALL {
        with_game(about.name, DrawAll).unwrap();
    }
}

struct HidesHands;

impl Visitor for HidesHands {
    type Output = String;
    fn visit<G: Game>(self) -> String {
        let seats = *G::ABOUT.seats.last().unwrap();
        let game = played::<G>(seats);
        let (header, options) = (header::<G>(seats), G::Options::default());
        film::<G>(&game.bytes(), &header, &options, Some(Seat(1))).unwrap()
    }
}

#[test]
fn a_film_of_one_seat_shows_the_other_hands_face_down() {
    let page = with_game("hearts", HidesHands).unwrap();
    let first = page.split("id=\"turn-0\"").nth(1).unwrap();
    assert_eq!(first.matches("13 cards face down").count(), 3);
    assert_eq!(first.matches("class=\"card ").count(), 13);
}

#[test]
fn what_a_name_says_is_text_and_nothing_else() {
    let view = serde_json::json!({"seat":1,"to_move":1,"round":2,"card":30,"coins_on_card":1,
        "players":[{"coins":10,"collection":[5]},{"coins":11,"collection":[]}]});
    let choices = [Value::from("take"), Value::from("<i>\"")];
    let scene = Scene { views: &[view], names: &["<b>", "\" onclick=\"x"], choices: &choices, turned: 0 };
    let html = picture("no-thanks", &scene).html;
    assert!(html.contains("&lt;b&gt;") && !html.contains("<b>\"") && !html.contains("onclick=\"x"), "{html}");
    assert_eq!(html.matches("<button").count(), 2);
    assert!(html.contains("value=\"&quot;take&quot;\""), "{html}");
}

#[test]
fn what_is_offered_is_a_button_and_nothing_else_is() {
    let view = serde_json::json!({"seat":0,"colour":"white","to_move":0,"winner":null,
        "board":[["...W",".B..","....","...."],["...B",".W..","....","...."],["....","....","....","...."],["....","....","....","...."]],
        "pegs":[[0,0,0,2],[0,2,0,0],[0,0,0,0],[0,0,0,0]],"last":{"row":0,"column":3},"retries_left":64});
    let choices = [serde_json::json!({"row": 1, "column": 1})];
    let scene = Scene { views: &[view], names: &["w", "b"], choices: &choices, turned: 0 };
    let html = picture("score-four", &scene).html;
    assert_eq!((html.matches("<button").count(), html.matches("class=\"bead").count()), (1, 4));
    assert_eq!(html.matches("bead black newest").count(), 1);
    assert!(html.contains("WB") && html.contains("BW"));
}
