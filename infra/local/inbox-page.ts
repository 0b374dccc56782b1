import { escapeHtml } from "#core/html.ts";
import { type Attachment, codeIn, type ReceivedMail } from "#infra/local/inbox.ts";
import { page } from "./pages/layout.ts";

const INBOX = "/_local/inbox";

// Filters what is shown, and looks for new mails every second.
const SCRIPT = `
const list = document.getElementById("mails");
const search = document.getElementById("search");
const live = document.getElementById("live");
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const item of list.children) {
    const fits = words.every((word) => item.dataset.words.includes(word));
    item.hidden = !fits;
    if (fits) shown += 1;
  }
  document.getElementById("count").textContent = shown + (shown === 1 ? " mail" : " mails");
}
async function look() {
  try {
    const reply = await fetch(location.href, { headers: { accept: "text/html" } });
    const next = new DOMParser().parseFromString(await reply.text(), "text/html").getElementById("mails");
    if (next.childElementCount !== list.childElementCount) {
      list.innerHTML = next.innerHTML;
      live.textContent = "A mail came in.";
      filter();
    }
  } catch {
    live.textContent = "The stack does not answer.";
  }
  setTimeout(look, 1000);
}
search.addEventListener("input", filter);
filter();
setTimeout(look, 1000);
`;

const COPY = `
document.getElementById("copy")?.addEventListener("click", async ({ currentTarget }) => {
  await navigator.clipboard.writeText(currentTarget.dataset.code);
  document.getElementById("live").textContent = "Copied.";
});
`;

/** Every mail that was sent, newest first. */
export function inboxPage(mails: readonly ReceivedMail[]): string {
  const items = mails.toReversed().map(itemOf);
  return page(
    "Inbox",
    `<h1>Inbox</h1>
<p>Every mail that the system sent. Nothing left this machine.</p>
<div class="row"><label class="grow">Search <input id="search" type="search" placeholder="address, subject or text"></label>
<span id="count" class="soft"></span><span id="live" class="soft" role="status" aria-live="polite"></span></div>
<ul class="mails" id="mails">${items.join("")}</ul>
${mails.length === 0 ? '<p class="soft">Nothing yet.</p>' : ""}`,
    { script: SCRIPT },
  );
}

function itemOf(mail: ReceivedMail): string {
  const { messageId, destination, subject, body, at } = mail;
  const to = destination.to.join(", ");
  const words = `${to} ${mail.from} ${subject} ${body.text ?? ""}`.toLowerCase().slice(0, 4000);
  return `<li data-words="${escapeHtml(words)}"><a href="${INBOX}/${encodeURIComponent(messageId)}"><strong>${escapeHtml(subject)}</strong><span class="soft">${escapeHtml(to)}</span>${timeOf(at)}</a></li>`;
}

/** One mail: as HTML in a frame that runs nothing, as text, and with what came with it. */
export function mailPage(mail: ReceivedMail): string {
  const { messageId, from, replyTo, destination, subject, body, attachments = [], at } = mail;
  const code = codeIn(subject);
  const rows = [
    ["From", from],
    ["To", destination.to.join(", ")],
    ...(replyTo.length > 0 ? [["Answers to", replyTo.join(", ")]] : []),
  ];
  const table = rows.map(
    ([label = "", value = ""]) => `<tr><th scope="row">${label}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const copy = code
    ? `<button id="copy" type="button" data-code="${code}">Copy the code <code>${code}</code></button>`
    : "";
  // An invitation is in a mail twice: as a part that calendars read, and as a file.
  const named = new Set(attachments.flatMap(({ filename, content }) => (filename ? [content] : [])));
  const files = attachments.flatMap((file, index) =>
    file.filename || !named.has(file.content) ? [fileOf(messageId, file, index)] : [],
  );
  const frame = body.html
    ? `<h2>As it looks</h2><iframe class="mail" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${body.html}`)}"></iframe>`
    : "";
  return page(
    subject,
    `<p><a href="${INBOX}">All mails</a></p>
<h1>${escapeHtml(subject)}</h1>
<div class="row">${copy}<span id="live" class="soft" role="status" aria-live="polite"></span>${timeOf(at)}</div>
<div class="panel"><table>${table.join("")}</table></div>
${files.length > 0 ? `<h2>Attached</h2><p>${files.join("<br>")}</p>` : ""}
${frame}
<h2>As text</h2><pre tabindex="0">${escapeHtml(body.text ?? "")}</pre>`,
    { script: COPY },
  );
}

function fileOf(messageId: string, { filename, contentType, content }: Attachment, index: number): string {
  const name = filename ?? contentType;
  const bytes = Buffer.from(content, "base64").length;
  const address = `${INBOX}/${encodeURIComponent(messageId)}?file=${index}`;
  return `<a href="${address}" download="${escapeHtml(name)}">${escapeHtml(name)}</a> <span class="soft">${bytes} bytes</span>`;
}

function timeOf(at: number): string {
  const text = new Date(at * 1000).toISOString();
  return `<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time>`;
}
