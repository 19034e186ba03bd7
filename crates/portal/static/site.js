// Live parts: an element with data-live listens; when something changed, the page is read again and the element's new
// content takes the place of the old. Without script, reloading does the same.
"use strict";
for (const part of document.querySelectorAll("[data-live]")) {
  const all = Array.from(document.querySelectorAll("[data-live]"));
  const at = all.indexOf(part);
  let busy = false;
  let again = false;
  const renew = async () => {
    if (busy || document.hidden) { again = true; return; }
    busy = true;
    again = false;
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        const now = fresh.querySelectorAll("main > [data-live], main > div")[at];
        // A reader who is inside keeps what they have.
        if (now && !part.contains(document.activeElement)) { part.replaceChildren(...now.childNodes); }
      }
    } finally {
      setTimeout(() => { busy = false; if (again) { renew(); } }, 1000);
    }
  };
  const events = new EventSource(part.dataset.live);
  events.addEventListener("changed", renew);
  document.addEventListener("visibilitychange", () => { if (again && !document.hidden) { renew(); } });
}
