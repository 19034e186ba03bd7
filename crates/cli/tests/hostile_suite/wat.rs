//! A small part of the text format of WebAssembly, as far as the modules of `tests/hostile/wasm` need it:
//! instructions one after the other, functions that are exported where they stand, one memory, tables. Any
//! assembler takes these files; one from a registry would rebuild half of Wasmtime for the tests.

use std::iter::Peekable;

/// A module's bytes.
pub(crate) fn assemble(text: &str) -> Vec<u8> {
    let mut tokens = tokens(text).into_iter().peekable();
    let Node::List(fields) = node(&mut tokens) else { panic!("a module is a list") };
    let mut module = Module::default();
    for field in &fields[1..] {
        module.name(field);
    }
    for field in &fields[1..] {
        module.take(field);
    }
    module.bytes()
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Word(String),
    Text(String),
    List(Vec<Node>),
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let line = line.split(";;").next().unwrap();
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match first {
                '(' | ')' => 1,
                '"' => rest[1..].find('"').unwrap() + 2,
                _ => rest.find([' ', '(', ')']).unwrap_or(rest.len()),
            };
            tokens.push(rest[..end].to_owned());
            rest = rest[end..].trim_start();
        }
    }
    tokens
}

fn node(tokens: &mut Peekable<impl Iterator<Item = String>>) -> Node {
    let token = tokens.next().expect("a list that ends");
    if token != "(" {
        return match token.strip_prefix('"') {
            Some(text) => Node::Text(text.trim_end_matches('"').to_owned()),
            None => Node::Word(token),
        };
    }
    let mut list = Vec::new();
    while tokens.peek().is_some_and(|token| token != ")") {
        list.push(node(tokens));
    }
    tokens.next();
    Node::List(list)
}

#[derive(Default)]
struct Module {
    /// Functions by name, in their order: imports first.
    names: Vec<Option<String>>,
    types: Vec<Vec<u8>>,
    imports: Vec<Vec<u8>>,
    functions: Vec<Vec<u8>>,
    tables: Vec<Vec<u8>>,
    memories: Vec<Vec<u8>>,
    exports: Vec<Vec<u8>>,
    start: Option<u32>,
    code: Vec<Vec<u8>>,
}

impl Module {
    /// Keeps the name of a function before any is called.
    fn name(&mut self, field: &Node) {
        let parts = list(field);
        match word(&parts[0]) {
            "func" => self.names.push(named(parts)),
            "import" => self.names.push(named(list(&parts[3]))),
            _ => {}
        }
    }

    fn take(&mut self, field: &Node) {
        let parts = list(field);
        match word(&parts[0]) {
            "import" => {
                let (from, name) = (counted(text(&parts[1])), counted(text(&parts[2])));
                let kind = self.kind(list(&parts[3]));
                self.imports.push([from, name, vec![0x00], number(kind)].concat());
            }
            "memory" => {
                self.memories
                    .push([vec![0x00], number(word(parts.last().unwrap()).parse().unwrap())].concat());
                self.export(parts, 0x02, 0);
            }
            "table" => {
                self.tables.push([vec![0x70, 0x00], number(word(&parts[1]).parse().unwrap())].concat());
            }
            "start" => self.start = Some(self.index(word(&parts[1]))),
            "func" => self.function(parts),
            other => panic!("no part of a module: {other}"),
        }
    }

    fn function(&mut self, parts: &[Node]) {
        let index = (self.imports.len() + self.functions.len()) as u32;
        let kind = self.kind(parts);
        self.functions.push(number(kind));
        self.export(parts, 0x00, index);
        // Words are instructions, but for a name that stands first.
        let body = if named(parts).is_some() { &parts[2..] } else { &parts[1..] };
        let mut words = body.iter().filter_map(|part| match part {
            Node::Word(word) => Some(word.as_str()),
            _ => None,
        });
        let mut code = vec![0x00];
        while let Some(name) = words.next() {
            code.extend(self.instruction(name, &mut words));
        }
        code.push(0x0b);
        self.code.push(counted_bytes(&code));
    }

    fn instruction<'a>(&self, name: &str, words: &mut impl Iterator<Item = &'a str>) -> Vec<u8> {
        let mut next = || words.next().expect("an instruction that ends");
        match name {
            "unreachable" => vec![0x00],
            "loop" => vec![0x03, 0x40],
            "end" => vec![0x0b],
            "br" => [vec![0x0c], number(next().parse().unwrap())].concat(),
            "call" => [vec![0x10], number(self.index(next()))].concat(),
            "drop" => vec![0x1a],
            "i32.const" => [vec![0x41], signed(next().parse().unwrap())].concat(),
            "i64.const" => [vec![0x42], signed(next().parse().unwrap())].concat(),
            "memory.grow" => vec![0x40, 0x00],
            "ref.null" => {
                assert_eq!(next(), "func");
                vec![0xd0, 0x70]
            }
            "table.grow" => [vec![0xfc, 0x0f], number(next().parse().unwrap())].concat(),
            other => panic!("no instruction of these tests: {other}"),
        }
    }

    /// The number of a function's type, which is made for it.
    fn kind(&mut self, parts: &[Node]) -> u32 {
        let of = |what: &str| {
            let lists = parts.iter().filter_map(|part| match part {
                Node::List(parts) if word(&parts[0]) == what => Some(&parts[1..]),
                _ => None,
            });
            let types = lists.flatten().map(|part| match word(part) {
                "i32" => 0x7f,
                "i64" => 0x7e,
                other => panic!("no type of these tests: {other}"),
            });
            types.collect::<Vec<u8>>()
        };
        let (params, results) = (of("param"), of("result"));
        self.types.push([vec![0x60], counted_bytes(&params), counted_bytes(&results)].concat());
        self.types.len() as u32 - 1
    }

    fn export(&mut self, parts: &[Node], kind: u8, index: u32) {
        for part in parts {
            if let Node::List(parts) = part
                && word(&parts[0]) == "export"
            {
                self.exports.push([counted(text(&parts[1])), vec![kind], number(index)].concat());
            }
        }
    }

    fn index(&self, name: &str) -> u32 {
        self.names
            .iter()
            .position(|own| own.as_deref() == Some(name))
            .unwrap_or_else(|| panic!("no function {name}")) as u32
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = b"\0asm\x01\0\0\0".to_vec();
        let mut section = |id: u8, items: &[Vec<u8>]| {
            if !items.is_empty() {
                let body = [number(items.len() as u32), items.concat()].concat();
                out.push(id);
                out.extend(counted_bytes(&body));
            }
        };
        section(1, &self.types);
        section(2, &self.imports);
        section(3, &self.functions);
        section(4, &self.tables);
        section(5, &self.memories);
        section(7, &self.exports);
        if let Some(start) = self.start {
            out.extend([vec![8], counted_bytes(&number(start))].concat());
        }
        let body = [number(self.code.len() as u32), self.code.concat()].concat();
        out.push(10);
        out.extend(counted_bytes(&body));
        out
    }
}

fn list(node: &Node) -> &[Node] {
    match node {
        Node::List(parts) => parts,
        other => panic!("no list: {other:?}"),
    }
}

fn word(node: &Node) -> &str {
    match node {
        Node::Word(word) => word,
        other => panic!("no word: {other:?}"),
    }
}

fn text(node: &Node) -> &str {
    match node {
        Node::Text(text) => text,
        other => panic!("no text: {other:?}"),
    }
}

/// The name of a function, which stands first.
fn named(parts: &[Node]) -> Option<String> {
    match parts.get(1) {
        Some(Node::Word(name)) if name.starts_with('$') => Some(name.clone()),
        _ => None,
    }
}

fn counted(text: &str) -> Vec<u8> {
    counted_bytes(text.as_bytes())
}

fn counted_bytes(bytes: &[u8]) -> Vec<u8> {
    [number(bytes.len() as u32), bytes.to_vec()].concat()
}

fn number(mut value: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn signed(mut value: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let byte = (value & 0x7f) as u8;
        value >>= 7;
        let done = (value == 0 && byte & 0x40 == 0) || (value == -1 && byte & 0x40 != 0);
        bytes.push(if done { byte } else { byte | 0x80 });
        if done {
            return bytes;
        }
    }
}
