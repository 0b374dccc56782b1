// @ts-check
// The script of every page of the reference: the chosen language, buttons to copy, and the search.

/** @typedef {{ kind: string, title: string, more: string, at: string }} Entry */

const LANGUAGE = "reference-language";

/** @param {string} [value] */
function storedLanguage(value) {
  try {
    if (value) localStorage.setItem(LANGUAGE, value);
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

/** @param {string | null} value */
function chooseLanguage(value) {
  if (value !== "curl" && value !== "typescript") return;
  for (const each of document.querySelectorAll(`.tabs [value="${value}"]`))
    if (each instanceof HTMLInputElement) each.checked = true;
}

chooseLanguage(storedLanguage());
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest(".tabs")) return;
  const before = target.getBoundingClientRect().top;
  chooseLanguage(storedLanguage(target.value) ?? target.value);
  // The samples above have another height now.
  scrollBy(0, target.getBoundingClientRect().top - before);
});

const announcement = document.createElement("p");
announcement.setAttribute("role", "status");
announcement.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
document.querySelector("main")?.append(announcement);

/** @param {HTMLElement} block */
async function copyText(block) {
  const text = block.innerText;
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    // Without a safe origin there is no clipboard, but the selected text can be copied by hand.
    getSelection()?.selectAllChildren(block);
    return document.execCommand("copy") ? "Copied" : "Selected";
  }
}

for (const block of document.querySelectorAll("main pre")) {
  const code = block.querySelector("code");
  if (!code) continue;
  const place = document.createElement("div");
  place.className = `copied ${block.className}`;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const done = await copyText(code);
    button.textContent = done;
    announcement.textContent = done;
    setTimeout(() => {
      button.textContent = "Copy";
      announcement.textContent = "";
    }, 2000);
  });
  block.replaceWith(place);
  place.append(block, button);
}

const KINDS = ["Operations", "Guides", "Errors", "Fields", "Events", "Schemas"];
const MOST_OF_A_KIND = 6;
const search = document.querySelector("search");
const field = document.querySelector("#find");
const found = document.querySelector("#found");
const count = document.querySelector("search [role=status]");

/** @type {Promise<Entry[]> | undefined} */
let index;

/** @returns {Promise<Entry[]>} */
async function readIndex() {
  const reply = await fetch("/v1/reference/search.json");
  /** @type {[number, string, string, string][]} */
  const rows = await reply.json();
  return rows.map(([kind, title, more, at]) => ({ kind: KINDS[kind] ?? "", title, more, at }));
}

/**
 * How well an entry answers: 0 is best, and `undefined` is not at all.
 * @param {Entry} entry
 * @param {string} text
 * @param {string[]} words
 */
function rankOf({ kind, title, more, at }, text, words) {
  const name = title.toLowerCase();
  const rest = more.toLowerCase();
  const id = kind === KINDS[0] ? at.slice(at.indexOf("#") + 1).toLowerCase() : "";
  if (name === text || id === text || (id && (rest === text || rest.endsWith(` ${text}`)))) return 0;
  if (name.startsWith(text) || (id && (id.startsWith(text) || rest.includes(` ${text}`)))) return 1;
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 2;
  return words.every((word) => `${name} ${rest} ${id}`.includes(word)) ? 3 : undefined;
}

/** By kind, and a short title before a long one. @param {Entry} entry */
function orderOf({ kind, title }) {
  return 1000 * KINDS.indexOf(kind) + title.length;
}

/** @param {string} typed */
async function showFound(typed) {
  if (!found || !count) return;
  const text = typed.trim().toLowerCase();
  if (!text) {
    found.setAttribute("hidden", "");
    count.textContent = "";
    return;
  }
  index ??= readIndex();
  const words = text.split(/\s+/);
  const ranked = (await index).flatMap((entry) => {
    const rank = rankOf(entry, text, words);
    return rank === undefined ? [] : [{ entry, rank }];
  });
  if (!(field instanceof HTMLInputElement) || field.value !== typed) return;
  ranked.sort((one, other) => one.rank - other.rank || orderOf(one.entry) - orderOf(other.entry));
  const groups = Map.groupBy(ranked, ({ entry }) => entry.kind);
  found.replaceChildren();
  // The kind with the best entry comes first.
  for (const [kind, all] of groups) found.append(...groupOf(kind, all.slice(0, MOST_OF_A_KIND)));
  found.toggleAttribute("hidden", ranked.length === 0);
  count.textContent = ranked.length === 1 ? "1 result" : `${ranked.length || "No"} results`;
}

/**
 * @param {string} kind
 * @param {{ entry: Entry }[]} all
 */
function groupOf(kind, all) {
  const heading = document.createElement("h2");
  heading.textContent = kind;
  const list = document.createElement("ul");
  for (const { entry } of all) {
    const link = document.createElement("a");
    link.href = `/v1/reference/${entry.at}`;
    link.textContent = entry.title;
    const more = document.createElement("small");
    more.className = "soft";
    more.textContent = ` ${entry.more}`;
    link.append(more);
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  return [heading, list];
}

function closeSearch() {
  found?.setAttribute("hidden", "");
}

if (search && field instanceof HTMLInputElement && found) {
  search.removeAttribute("hidden");
  field.addEventListener("input", () => showFound(field.value));
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && (!search.contains(target) || found.contains(target))) closeSearch();
  });
  search.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === "Escape") {
      field.focus();
      closeSearch();
      return;
    }
    const links = [...found.querySelectorAll("a")];
    const at = links.findIndex((link) => link.matches(":focus"));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && at < 0) links[0]?.click();
    if (!step || links.length === 0) return;
    event.preventDefault();
    (links[at + step] ?? (step < 0 ? field : links.at(-1)))?.focus();
  });
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const typing = target instanceof HTMLElement && target.matches("input, textarea, select");
    const isSlash = event.key === "/" && !typing;
    if (!isSlash && !(event.key === "k" && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    field.focus();
    field.select();
    showFound(field.value);
  });
}
