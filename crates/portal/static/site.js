// Live parts: an element with data-live listens; when something changed, the page is read again and the
// element's new content takes the place of the old. An element that is not live any more in the page read
// again stops listening. Without script, reloading does the same.
"use strict";
for (const part of document.querySelectorAll("[data-live]")) {
  let busy = false;
  let again = false;
  const events = new EventSource(part.dataset.live);
  // A reader who is inside keeps what they have until they have left; nobody looks at a page that is hidden.
  const held = () => document.hidden || part.contains(document.activeElement);
  const renew = async () => {
    again = busy || held();
    if (again) { return; }
    busy = true;
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const now = answer.ok ? fresh.getElementById(part.id) : null;
      if (now && held()) { again = true; return; }
      if (now) { part.replaceChildren(...now.childNodes); }
      if (now && !now.dataset.live) { events.close(); }
    } finally {
      setTimeout(() => { busy = false; if (again) { renew(); } }, 1000);
    }
  };
  const look = () => { if (again && !busy) { renew(); } };
  events.addEventListener("changed", renew);
  // What changed before anybody listened, or while the line was broken, was not heard.
  events.addEventListener("open", renew);
  document.addEventListener("visibilitychange", look);
  part.addEventListener("focusout", () => setTimeout(look, 0));
}
