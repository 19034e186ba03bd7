//! Bots in C++: one source, compiled as those in C are, with the same headers.

use std::sync::Arc;

use super::build::Compiling;
use super::c::{Call, Compiler};
use super::{Example, Form, Kit, Language, Packages, Shape};
use crate::sources;

pub(super) const LANGUAGE: Language = Language {
    word: "cpp",
    title: "C++",
    forms: &[Form {
        shape: Shape::Source { ending: "cpp" },
        begins: &[],
        marks: &["main(", "croupier/"],
        stored_as: |_| "bot.cpp".to_owned(),
    }],
    example: Example {
        game: "no-thanks",
        file: "bargain.cpp",
        bytes: include_bytes!("../../../../examples/no-thanks/cpp/bargain.cpp"),
    },
    templates: templates!(
        "cpp/",
        "hearts": "duck.cpp",
        "jujitsu": "bidder.cpp",
        "last-card": "shedder.cpp",
        "no-thanks": "bargain.cpp",
        "score-four": "blocker.cpp",
        "any-game": "chancer.cpp",
    ),
    kit: Kit {
        folder: "",
        sources: sources::C,
        beside: &[("README.md", include_bytes!("../../../../languages/cpp/README.md"))],
        compiled: None,
    },
    packages: None,
    settings: &[],
    find: |search| Ok(Arc::new(Compiler::find(&CPP, Compiling::stopped_by(&search.interrupt))?)),
};

const CPP: Call = Call {
    word: LANGUAGE.word,
    tool: "a C++ compiler",
    program: "c++",
    standard: "-std=gnu++17",
    packages: Packages { debian: "g++", fedora: "gcc-c++", macos: "xcode-select --install" },
};
