import { html, joinHtml, type SafeHtml, trustedHtml } from "#core/html.ts";
import { type Attachment, codeIn, type ReceivedMail } from "#infra/local/inbox.ts";
import { page } from "./pages/layout.ts";

const INBOX_PATH = "/_local/inbox";

// A script of the page that filters the list, and loads new mails every second.
const LIST_SCRIPT = `
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
async function refresh() {
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
  setTimeout(refresh, 1000);
}
search.addEventListener("input", filter);
filter();
setTimeout(refresh, 1000);
`;

const COPY_SCRIPT = `
document.getElementById("copy")?.addEventListener("click", async ({ currentTarget }) => {
  await navigator.clipboard.writeText(currentTarget.dataset.code);
  document.getElementById("live").textContent = "Copied.";
});
`;

export function inboxPage(mails: readonly ReceivedMail[]): string {
  const items = mails.toReversed().map(mailRow);
  return page(
    "Inbox",
    html`<h1>Inbox</h1>
<p>Every mail that the system sent. Nothing left this machine.</p>
<div class="row"><label class="grow">Search <input id="search" type="search" placeholder="address, subject or text"></label>
<span id="count" class="soft"></span><span id="live" class="soft" role="status" aria-live="polite"></span></div>
<ul class="mails" id="mails">${items}</ul>
${mails.length === 0 && html`<p class="soft">Nothing yet.</p>`}`,
    { script: LIST_SCRIPT },
  );
}

function mailRow(mail: ReceivedMail): SafeHtml {
  const { messageId, destination, subject, body, at } = mail;
  const to = destination.to.join(", ");
  const words = `${to} ${mail.from} ${subject} ${body.text ?? ""}`.toLowerCase().slice(0, 4000);
  return html`<li data-words="${words}"><a href="${INBOX_PATH}/${encodeURIComponent(messageId)}"><strong>${subject}</strong><span class="soft">${to}</span>${timeTag(at)}</a></li>`;
}

/** The page of one mail: its HTML in a sandboxed frame, its text, and its attachments. */
export function mailPage(mail: ReceivedMail): string {
  const { messageId, from, replyTo, destination, subject, body, attachments = [], at } = mail;
  const code = codeIn(subject);
  const rows = [
    ["From", from],
    ["To", destination.to.join(", ")],
    ...(replyTo.length > 0 ? [["Answers to", replyTo.join(", ")]] : []),
  ];
  const table = rows.map(
    ([label = "", value = ""]) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`,
  );
  const copy =
    code &&
    html`<button id="copy" type="button" data-code="${code}">Copy the code <code>${code}</code></button>`;
  // A calendar invitation is in a mail twice, as a part and as a file. Shows only the file.
  const fileContents = new Set(attachments.flatMap(({ filename, content }) => (filename ? [content] : [])));
  const files = attachments.flatMap((file, index) =>
    file.filename || !fileContents.has(file.content) ? [fileRow(messageId, file, index)] : [],
  );
  // The sandboxed frame runs no scripts, so the mail's HTML needs no escaping.
  const framed = body.html && html`<base target="_blank">${trustedHtml(body.html)}`;
  const frame =
    framed &&
    html`<h2>As it looks</h2><iframe class="mail" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed.toString()}"></iframe>`;
  return page(
    subject,
    html`<p><a href="${INBOX_PATH}">All mails</a></p>
<h1>${subject}</h1>
<div class="row">${copy}<span id="live" class="soft" role="status" aria-live="polite"></span>${timeTag(at)}</div>
<div class="panel"><table>${table}</table></div>
${files.length > 0 && html`<h2>Attached</h2><p>${joinHtml(files, html`<br>`)}</p>`}
${frame}
<h2>As text</h2><pre tabindex="0">${body.text}</pre>`,
    { script: COPY_SCRIPT },
  );
}

function fileRow(messageId: string, { filename, contentType, content }: Attachment, index: number): SafeHtml {
  const name = filename ?? contentType;
  const bytes = Buffer.from(content, "base64").length;
  const address = `${INBOX_PATH}/${encodeURIComponent(messageId)}?file=${index}`;
  return html`<a href="${address}" download="${name}">${name}</a> <span class="soft">${bytes} bytes</span>`;
}

function timeTag(at: number): SafeHtml {
  const text = new Date(at * 1000).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time>`;
}
