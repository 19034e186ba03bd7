// Finds what a reader would name by its words: a link, a button, the field that a label belongs to.
const shown = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
const plain = (text) => (text || "").replace(/\s+/g, " ").trim();
const named = (node) => plain(node.getAttribute("aria-label") || node.innerText || node.value);
const labelled = (field) => {
  const own = field.getAttribute("aria-label");
  if (own) { return plain(own); }
  const label = field.labels && field.labels[0];
  if (!label) { return ""; }
  const copy = label.cloneNode(true);
  for (const control of copy.querySelectorAll("input, select, textarea")) { control.remove(); }
  return plain(copy.textContent);
};
const best = (selector, words, name) => {
  const all = Array.from(document.querySelectorAll(selector)).filter(shown);
  const found = all.find((node) => name(node) === words) || all.find((node) => name(node).startsWith(words));
  if (!found) { throw new Error(`no ${selector} is called ${words}; there are: ${all.map(name).join(" | ")}`); }
  return found;
};
const link = (words) => best("a[href]", words, named);
const button = (words) => best("button", words, named);
const field = (words) => best("input, select, textarea", words, labelled);
const at = (selector) => {
  const found = document.querySelector(selector);
  if (!found) { throw new Error(`nothing fits ${selector}: ${document.body.innerText}`); }
  return found;
};
