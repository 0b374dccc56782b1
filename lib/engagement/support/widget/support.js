/*
 * A shop's chat, embedded by one tag:
 *
 *   <script src="https://…/widgets/support.js" data-store="store_…" async></script>
 *
 * data-color  the store's colour, as #rrggbb        data-title  heading of the panel
 * data-agent  key of an agent                       data-dir    ltr or rtl; the page's own unless set
 * data-api    address of the API, where it is another than the one that the script came with
 * data-texts  JSON with other wordings of TEXTS below
 * data-launcher  selector of the page's own elements that open the chat, such as #chat; none floats then. They may be
 *             `hidden` and drawn later: the widget shows them, and sets `data-unread` while messages are unread
 *
 * What a visitor sends is kept in the browser under an id of its own until the API has it: a message that meets no
 * network, a closed tab or a lost answer is sent again under the same id, and counts once.
 */
(() => {
  const script = document.currentScript;
  const options = script?.dataset ?? {};
  const store = options.store;
  if (!store || document.getElementById("support-chat")) return;

  const TEXTS = {
    title: "Chat with us",
    open: "Chat",
    close: "Close chat",
    messages: "Messages",
    write: "Your message",
    send: "Send",
    you: "You",
    shop: "Shop",
    waiting: "Sending…",
    unread: "unread",
    offline: "No connection. Your messages are sent when it is back.",
    busy: "Too many messages at once. They are sent in a moment.",
    ended: "This conversation has ended. Write again to begin a new one.",
    refused: "This message could not be sent.",
  };
  const texts = { ...TEXTS, ...parse(options.texts), ...(options.title ? { title: options.title } : {}) };
  const base = `${options.api || "__API__"}/v1/storefront/${encodeURIComponent(store)}/support/conversations`;
  const KEY = `support-chat:${store}`;
  const ASLEEP = 60_000;
  const LATEST_RETRY = 10_000;

  // ---- What is kept in the browser, for every tab. ----

  const memory = new Map();
  const kept = {
    get(name) {
      try {
        return localStorage.getItem(KEY + name);
      } catch {
        return memory.get(name) ?? null;
      }
    },
    set(name, value) {
      try {
        localStorage.setItem(KEY + name, value);
      } catch {
        memory.set(name, value);
      }
    },
    remove(name) {
      memory.delete(name);
      try {
        localStorage.removeItem(KEY + name);
      } catch {}
    },
    names(prefix) {
      let all = [...memory.keys()];
      try {
        const own = Object.keys(localStorage).filter((name) => name.startsWith(KEY));
        all = [...all, ...own.map((name) => name.slice(KEY.length))];
      } catch {}
      return all.filter((name) => name.startsWith(prefix)).sort();
    },
  };
  const talkOf = () => parse(kept.get(":talk"));
  // Each message is an entry of its own: two tabs never write over each other's.
  const outbox = () =>
    kept.names(":out:").flatMap((name) => {
      const entry = parse(kept.get(name));
      return entry.message_id ? [{ name, ...entry }] : [];
    });

  function parse(text) {
    try {
      return JSON.parse(text || "{}") ?? {};
    } catch {
      return {};
    }
  }

  function newId() {
    if (crypto.randomUUID) return crypto.randomUUID();
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
  }

  // One tab at a time begins and sends; without locks the ids keep what is sent twice from counting twice.
  let queue = Promise.resolve();
  function locked(run) {
    if (navigator.locks) return navigator.locks.request(KEY, run);
    queue = queue.then(run, run);
    return queue;
  }

  // ---- The API. ----

  async function request(method, path, { body, headers = {}, token } = {}) {
    const reply = await fetch(base + path, {
      method,
      headers: {
        ...(body ? { "content-type": "application/json" } : {}),
        ...(token ? { "x-support-token": token } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    });
    if (reply.ok) {
      if (failures > 0) say("");
      failures = 0;
      return reply.json();
    }
    throw Object.assign(new Error(`answered ${reply.status}`), {
      status: reply.status,
      after: Number(reply.headers.get("retry-after")) * 1000 || 0,
    });
  }

  async function begin() {
    const known = talkOf();
    if (known.id) return known;
    const begun = kept.get(":begin") ?? newId();
    kept.set(":begin", begun);
    const body = options.agent ? { agent_key: options.agent } : {};
    const reply = await request("POST", "", { body, headers: { "idempotency-key": begun } });
    const talk = { id: reply.id, token: reply.support_token };
    kept.set(":talk", JSON.stringify(talk));
    kept.remove(":begin");
    take(reply);
    return talk;
  }

  // What the browser remembers and the API does not is forgotten; what waits to be sent goes to a new conversation.
  function forget(id) {
    if (talkOf().id === id) kept.remove(":talk");
    kept.remove(":begin");
  }

  let sending = 0;
  async function flush() {
    clearTimeout(sending);
    try {
      await locked(async () => {
        for (let entry = outbox()[0]; entry; entry = outbox()[0]) await send(entry);
      });
    } catch (error) {
      sending = setTimeout(flush, retryAfter(error));
    }
    showWaiting();
  }

  async function send({ name, message_id, input }) {
    const { id, token } = await begin();
    try {
      const reply = await request("POST", `/${id}/messages`, { token, body: { input, message_id } });
      kept.remove(name);
      if (reply.id !== id) kept.set(":talk", JSON.stringify({ id: reply.id, token }));
      take(reply);
    } catch (error) {
      const { status } = error;
      if (status === 401 || status === 404) forget(id);
      else if (status === 400 || status === 413) {
        kept.remove(name);
        say(texts.refused);
      } else throw error;
    }
  }

  let failures = 0;
  function retryAfter({ status, after = 0 }) {
    failures += 1;
    say(status === 429 ? texts.busy : status ? "" : texts.offline);
    return Math.max(after, Math.min(LATEST_RETRY, 500 * 2 ** failures));
  }

  let polling = 0;
  let looking = false;
  let hiddenSince = document.hidden ? Date.now() : 0;
  async function poll() {
    clearTimeout(polling);
    const { id, token } = talkOf();
    const asleep = document.hidden && Date.now() - hiddenSince > ASLEEP;
    if (!id || asleep || looking) return;
    looking = true;
    let wait = 1000;
    try {
      const last = talks.get(id)?.last;
      const reply = await request("GET", `/${id}${last ? `?after_id=${last}` : ""}`, { token });
      take(reply, !last);
      wait = reply.has_more && last ? 0 : reply.poll_after_ms;
    } catch (error) {
      if (error.status === 401 || error.status === 404 || error.status === 400) forget(id);
      else wait = retryAfter(error);
    }
    looking = false;
    polling = setTimeout(poll, wait);
  }

  // ---- What has been said. ----

  /** By conversation: its place in the log, its messages by sequence, and the id up to which none is missing. */
  const talks = new Map();

  /** Shows what the API answered; `newest` says that it is the end of the conversation and not the answer to a message. */
  function take({ id, status, messages }, newest = false) {
    let talk = talks.get(id);
    if (!talk) {
      const place = make("div");
      log.insertBefore(place, waiting);
      talk = { place, known: new Map(), at: 0, last: "" };
      talks.set(id, talk);
    }
    // Before the newest there may be more than is shown; after them nothing is left out.
    if (newest && messages[0]) talk.at = Math.max(talk.at, messages[0].sequence - 1);
    for (const message of messages) if (!talk.known.has(message.sequence)) show(talk, message);
    while (talk.known.has(talk.at + 1)) {
      talk.at += 1;
      talk.last = talk.known.get(talk.at).message.id;
    }
    if (id === talkOf().id || !talkOf().id) showButtons(talk, status);
    showWaiting();
  }

  function show(talk, message) {
    const { role, content, sequence, metadata } = message;
    const own = role === "user";
    const line = make("p", { class: own ? "own" : role === "system" ? "notice" : "theirs", dir: "auto" });
    line.append(
      make("span", { class: "sr" }, `${own ? texts.you : texts.shop}: `),
      ...(own ? [content] : linked(content)),
    );
    const later = [...talk.known.values()].filter((other) => other.message.sequence > sequence);
    const next = later.sort((left, right) => left.message.sequence - right.message.sequence)[0];
    talk.place.insertBefore(line, next?.line ?? null);
    talk.known.set(sequence, { message, line });
    // The API has it, whatever became of its answer.
    const sent = own && outbox().find(({ message_id }) => message_id === metadata.message_id);
    if (sent) kept.remove(sent.name);
    if (!own && panel.hidden && greeted) {
      unread += 1;
      showUnread();
    }
    log.scrollTop = log.scrollHeight;
  }

  function showButtons(talk, status) {
    const last = talk.known.get(Math.max(...talk.known.keys()))?.message;
    const labels = status === "active" || status === "ai_mode" ? (last?.buttons ?? []) : [];
    const same = [...choices.children].map((button) => button.textContent).join("\n") === labels.join("\n");
    if (!same) {
      const focused = choices.contains(root.activeElement);
      choices.replaceChildren(
        ...labels.map((label) => {
          const button = make("button", { type: "button", dir: "auto" }, label);
          button.onclick = () => write({ type: "button", label });
          return button;
        }),
      );
      if (focused) field.focus();
    }
    if (status === "resolved") say(texts.ended);
  }

  function showWaiting() {
    const entries = outbox();
    waiting.replaceChildren(
      ...entries.map(({ input }) => {
        const line = make("p", { class: "own pending", dir: "auto" }, input.content ?? input.label);
        line.append(make("small", {}, texts.waiting));
        return line;
      }),
    );
    if (entries.length > 0) log.scrollTop = log.scrollHeight;
  }

  function write(input) {
    choices.replaceChildren();
    const message_id = newId();
    const name = `:out:${String(Date.now()).padStart(15, "0")}-${newCount()}-${message_id}`;
    kept.set(name, JSON.stringify({ message_id, input }));
    say("");
    showWaiting();
    field.focus();
    flush().then(poll);
  }

  let count = 0;
  function newCount() {
    count += 1;
    return String(count).padStart(6, "0");
  }

  // ---- What is seen. ----

  function make(name, attributes = {}, text = "") {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    return element;
  }

  // Web addresses become links that show where they lead; nothing else in a message is markup.
  function linked(text) {
    const parts = text.split(/(https?:\/\/[^\s<>"]*[\w/=&#-])/);
    const [target, rel] = ["_blank", "noopener noreferrer"];
    return parts.map((part, at) => (at % 2 ? make("a", { href: part, target, rel }, part) : part));
  }

  function colours() {
    const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(options.color ?? "");
    const full = short
      ? `#${short
          .slice(1)
          .map((digit) => digit + digit)
          .join("")}`
      : options.color;
    const color = /^#[0-9a-f]{6}$/i.test(full ?? "") ? full : "#1d4ed8";
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    // Whichever of the two stands out more (WCAG 2.2, relative luminance).
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    return `--accent:${color};--on:${light > 0.179 ? "#000" : "#fff"}`;
  }

  const CSS = `
:host{all:initial}
/* Room below the page, so that what the floating button covers at its end can be scrolled free. */
:host(.floats){display:block;height:92px}
section{--bg:#fff;--fg:#1a1a1a;--soft:#f0f1f4;--line:#767b85;${colours()};color:var(--fg);font:16px/1.45 system-ui,sans-serif}
@media (prefers-color-scheme:dark){section{--bg:#17181b;--fg:#f2f2f3;--soft:#2a2c31;--line:#8d929c}}
*{box-sizing:border-box}
[hidden]{display:none!important}
button,textarea{font:inherit;color:inherit}
button{cursor:pointer}
:focus-visible{outline:3px solid var(--fg);outline-offset:2px;box-shadow:0 0 0 2px var(--bg)}
.launch{position:fixed;z-index:2147483000;inset-block-end:20px;inset-inline-end:20px;min-height:52px;padding:0 22px;border:0;border-radius:26px;background:var(--accent);color:var(--on);font-weight:600;box-shadow:0 4px 16px #0005}
.panel{position:fixed;z-index:2147483001;inset-block-end:20px;inset-inline-end:20px;width:380px;height:min(620px,calc(100dvh - 40px));display:flex;flex-direction:column;background:var(--bg);border:1px solid var(--line);border-radius:14px;overflow:hidden;box-shadow:0 8px 32px #0006}
@media (max-width:480px){.panel{inset:0;width:auto;height:100dvh;border:0;border-radius:0}}
header{display:flex;align-items:center;gap:8px;padding:10px 14px;background:var(--accent);color:var(--on)}
h2{margin:0;flex:1;font-size:17px}
header button{min-width:44px;min-height:44px;border:0;background:none;font-size:22px}
header :focus-visible{outline-color:var(--on);box-shadow:none}
.log{flex:1;overflow-y:auto;padding:14px;overflow-wrap:anywhere}
.log div{display:flex;flex-direction:column;gap:8px;margin-block-end:8px}
p{margin:0;padding:8px 12px;border-radius:12px;max-width:85%;white-space:pre-wrap}
.own{align-self:flex-end;background:var(--accent);color:var(--on)}
.theirs{align-self:flex-start;background:var(--soft)}
.theirs a{color:inherit}
.notice{align-self:center;text-align:center;font-size:14px}
.pending{background:var(--soft);color:var(--fg);border:1px dashed var(--line)}
small{display:block;font-size:13px}
.choices{display:flex;flex-wrap:wrap;gap:8px;padding:0 14px}
.choices:not(:empty){padding-block:8px}
.choices button{min-height:40px;padding:6px 14px;border:1px solid var(--line);border-radius:20px;background:var(--bg)}
.state{padding:0 14px;font-size:14px}
.state:not(:empty){padding-block:6px}
form{display:flex;gap:8px;padding:10px 14px;border-block-start:1px solid var(--line)}
textarea{flex:1;min-width:0;height:48px;padding:10px;resize:none;border:1px solid var(--line);border-radius:10px;background:var(--bg)}
form button{min-width:64px;min-height:48px;border:0;border-radius:10px;background:var(--accent);color:var(--on);font-weight:600}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

  const host = make("div", { id: "support-chat" });
  const root = host.attachShadow({ mode: "open" });
  const dir = options.dir || getComputedStyle(document.documentElement).direction;
  const section = make("section", { "aria-label": texts.title, dir });
  const launch = make("button", { type: "button", class: "launch", "aria-haspopup": "dialog" }, texts.open);
  const panel = make("div", { class: "panel", role: "dialog", "aria-labelledby": "title" });
  const header = make("header");
  const close = make("button", { type: "button", "aria-label": texts.close }, "×");
  const log = make("div", { class: "log", role: "log", tabindex: "0", "aria-label": texts.messages });
  const waiting = make("div");
  const choices = make("div", { class: "choices" });
  const state = make("div", { class: "state", role: "status" });
  const form = make("form");
  const field = make("textarea", { "aria-label": texts.write, maxlength: "4000", rows: "1", dir: "auto" });
  const style = make("style", script?.nonce ? { nonce: script.nonce } : {}, CSS);
  header.append(make("h2", { id: "title" }, texts.title), close);
  form.append(field, make("button", { type: "submit" }, texts.send));
  log.append(waiting);
  panel.append(header, log, choices, state, form);
  panel.hidden = true;
  section.append(launch, panel);
  root.append(style, section);

  let unread = 0;
  let greeted = false;
  const pageLauncher = options.launcher;
  let opener = launch;
  launch.hidden = !!pageLauncher;
  host.classList.toggle("floats", !pageLauncher);

  function showUnread() {
    launch.textContent = unread > 0 ? `${texts.open} (${unread} ${texts.unread})` : texts.open;
    if (pageLauncher) for (const each of document.querySelectorAll(pageLauncher)) showPageLauncher(each);
  }

  function showPageLauncher(each) {
    each.hidden = false;
    each.setAttribute("aria-haspopup", "dialog");
    if (unread > 0) each.dataset.unread = unread;
    else delete each.dataset.unread;
  }

  function say(text) {
    if (state.textContent !== text) state.textContent = text;
  }

  function open() {
    panel.hidden = false;
    launch.hidden = true;
    unread = 0;
    showUnread();
    field.focus();
    log.scrollTop = log.scrollHeight;
    start();
  }

  async function start() {
    clearTimeout(sending);
    try {
      await locked(begin);
      await flush();
    } catch (error) {
      sending = setTimeout(start, retryAfter(error));
    }
    poll();
  }

  launch.onclick = open;
  if (pageLauncher)
    document.addEventListener("click", (event) => {
      const pressed = event.target.closest(pageLauncher);
      if (!pressed) return;
      event.preventDefault();
      opener = pressed;
      open();
    });
  close.onclick = () => {
    panel.hidden = true;
    launch.hidden = !!pageLauncher;
    opener.focus();
  };
  panel.onkeydown = ({ key }) => {
    if (key === "Escape") close.onclick();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    const content = field.value.trim();
    if (!content) return;
    field.value = "";
    write({ type: "text", content });
  };
  field.onkeydown = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  };
  document.addEventListener("visibilitychange", () => {
    hiddenSince = document.hidden ? Date.now() : 0;
    if (!document.hidden) flush().then(poll);
  });
  window.addEventListener("online", () => flush().then(poll));
  window.addEventListener("storage", ({ key }) => {
    if (!key?.startsWith(KEY)) return;
    showWaiting();
    // Another tab has begun or sent: what came of it is to be seen here too.
    setTimeout(poll, 100);
  });

  const attach = () => {
    document.body.append(host);
    if (pageLauncher) {
      showUnread();
      // A page may draw its elements again, as those made by a framework do.
      new MutationObserver(showUnread).observe(document.body, { childList: true, subtree: true });
    }
    if (talkOf().id)
      flush()
        .then(poll)
        .finally(() => {
          greeted = true;
        });
    else greeted = true;
  };
  if (document.body) attach();
  else document.addEventListener("DOMContentLoaded", attach);
})();
