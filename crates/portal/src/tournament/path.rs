//! A rating's way so far in a fixed number of points: whenever they are full, every second one goes.

/// A way has at most so many points.
pub const POINTS: usize = 48;

/// Notes the rating after game number `games`, counted from 1.
pub fn note(path: &mut Vec<f32>, stride: &mut i64, games: i64, rating: f64) {
    if games % (*stride).max(1) != 0 {
        return;
    }
    path.push(rating as f32);
    if path.len() >= POINTS {
        let mut at = 0;
        path.retain(|_| {
            at += 1;
            at % 2 == 0
        });
        *stride = (*stride).max(1) * 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_way_stays_short_and_keeps_its_ends() {
        let (mut path, mut stride) = (Vec::new(), 1);
        for game in 1..=10_000 {
            note(&mut path, &mut stride, game, game as f64);
            assert!(path.len() < POINTS);
        }
        assert!(path[0] <= 512.0, "{path:?}");
        assert!(*path.last().unwrap() > 9_000.0, "{path:?}");
        assert!(path.windows(2).all(|pair| (pair[1] - pair[0] - stride as f32).abs() < 0.5), "{path:?}");
    }
}
