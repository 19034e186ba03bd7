//! Speed, as ratios to bare loops in the same run.
fn main() {}
