//! Records folded into standings.
