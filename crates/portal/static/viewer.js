// Steps through a game without loading the whole page: the same addresses, fetched as pieces. Keys: left and
// right arrow, Home, End, space to play and stop, comma and full stop to turn a board. Without script the
// links do the same.
"use strict";
const viewer = document.getElementById("viewer");
if (viewer) {
  const pieces = new Map();
  const PAUSE = 700;
  let playing = 0;
  let wanted = location.pathname + location.search;

  const pieceOf = (address) => {
    const url = new URL(address, location.href);
    return url.pathname.replace(/\/$/, "") + "/turns" + url.search;
  };
  const fetched = (address) => {
    if (!pieces.has(address)) {
      pieces.set(address, fetch(pieceOf(address)).then((answer) => {
        if (!answer.ok) { pieces.delete(address); throw new Error(answer.statusText); }
        return answer.text();
      }));
    }
    return pieces.get(address);
  };
  const link = (step) => viewer.querySelector(`a[data-step="${step}"]`);
  const show = async (address) => {
    wanted = address;
    const held = document.activeElement?.dataset?.step;
    const piece = await fetched(address);
    // A reader who is quicker than the network sees only the turn asked for last.
    if (wanted !== address) { return; }
    viewer.replaceChildren(...new DOMParser().parseFromString(piece, "text/html").body.childNodes);
    history.replaceState(null, "", address);
    button();
    if (held) { viewer.querySelector(`[data-step="${held}"]`)?.focus(); }
    const next = link("forward");
    if (next) { fetched(next.getAttribute("href")).catch(() => {}); }
  };
  const step = (name) => {
    const target = link(name);
    return target ? show(target.getAttribute("href")) : Promise.resolve();
  };
  const stop = () => { clearTimeout(playing); playing = 0; button(); };
  const play = async () => {
    const turns = viewer.querySelector("[data-turn]");
    const done = Number(turns.dataset.turn) >= Number(turns.dataset.last);
    if (done) { return stop(); }
    await step("forward").catch(stop);
    if (playing) { playing = setTimeout(play, PAUSE); }
  };
  const toggle = () => {
    if (playing) { return stop(); }
    const turns = viewer.querySelector("[data-turn]");
    const first = Number(turns.dataset.turn) >= Number(turns.dataset.last) ? step("first") : Promise.resolve();
    playing = setTimeout(() => first.then(play), 0);
    button();
  };
  // The button exists only where there is script to make it work.
  const button = () => {
    const turns = viewer.querySelector("[data-turn]");
    let made = turns.querySelector("button[data-step=play]");
    if (!made) {
      made = document.createElement("button");
      made.type = "button";
      made.dataset.step = "play";
      made.title = "Play and stop (space)";
      turns.querySelector(".turn").after(made);
    }
    made.textContent = playing ? "Stop" : "Play";
  };
  viewer.addEventListener("click", (event) => {
    const target = event.target.closest("[data-step], [data-look]");
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    event.preventDefault();
    if (target.dataset.step === "play") { return toggle(); }
    stop();
    show(target.getAttribute("href"));
  });
  const KEYS = {
    ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", ",": "left", ".": "right",
  };
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select, pre") || event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === " " && !event.target.closest("a, button, summary")) {
      event.preventDefault();
      toggle();
    } else if (KEYS[event.key] && link(KEYS[event.key])) {
      event.preventDefault();
      stop();
      step(KEYS[event.key]);
    }
  });
  button();
}
