//! The header for bots that are WebAssembly modules, made from the games' own layouts, so that it cannot
//! disagree with what a table writes.

use std::fmt::Write;

use croupier_games::layout::{Field, Kind, game_number};
use croupier_games::{Game, View, Visitor, list, with_game};

const HEAD: &str = include_str!("c_header_head.h");

/// The whole header.
#[must_use]
pub fn c_header() -> String {
    let mut text = HEAD.to_owned();
    for about in list::ALL {
        // Every name of the list is known.
        let _ = with_game(about.name, OneGame(&mut text));
    }
    text.push_str("\n#endif\n");
    text
}

struct OneGame<'a>(&'a mut String);

impl Visitor for OneGame<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let about = &G::ABOUT;
        let name = about.name.replace('-', "_");
        let number = game_number(about.name, about.version);
        let shouted = name.to_uppercase();
        let text = self.0;
        // Writing to a string never fails.
        let _ = writeln!(text, "\n/* {}. */", about.title);
        let _ = writeln!(text, "#define CROUPIER_{shouted} 0x{number:08x}u");
        structs(text, &name, "view", <G::View<'static> as View>::FIELDS);
    }
}

/// The struct of a list of fields, behind those of its groups.
fn structs(text: &mut String, game: &str, what: &str, fields: &[Field]) {
    for field in fields {
        if let Kind::Group(inner) = field.kind {
            structs(text, game, field.name, inner);
        }
    }
    let _ = writeln!(text, "struct croupier_{game}_{what} {{");
    for field in fields {
        let kind = match field.kind {
            Kind::U8 => "uint8_t".to_owned(),
            Kind::U16 => "uint16_t".to_owned(),
            Kind::U32 => "uint32_t".to_owned(),
            Kind::U64 => "uint64_t".to_owned(),
            Kind::Group(_) => format!("struct croupier_{game}_{}", field.name),
        };
        let row = if field.count == 1 { String::new() } else { format!("[{}]", field.count) };
        let _ = writeln!(text, "    {kind} {}{row}; /* {} */", field.name, field.about);
    }
    text.push_str("} __attribute__((packed));\n");
}
