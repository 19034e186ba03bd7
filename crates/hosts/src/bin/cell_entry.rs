//! The launcher of the cell as a program of its own, so that tests can start cells without the real binary.

fn main() {
    croupier_hosts::cell::enter(std::env::args_os().skip(1))
}
