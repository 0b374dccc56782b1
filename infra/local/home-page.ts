import { html, type SafeHtml } from "#core/html.ts";
import { INSTALL_COMMAND } from "#infra/console-files.ts";
import type { Addresses } from "#infra/local/addresses.ts";
import { DEMO_OWNER } from "#infra/local/demo-file.ts";
import type { DemoState } from "#infra/local/demo-state.ts";
import type { ReceivedMail } from "#infra/local/inbox.ts";
import { page } from "./pages/layout.ts";

interface HomeParts {
  addresses: Pick<Addresses, "api" | "reference" | "inbox">;
  demo: DemoState;
  /** Oldest first. */
  mails: readonly ReceivedMail[];
  /** Whether the console's packages are installed. */
  hasConsole: boolean;
  /** Unix seconds. */
  now: number;
}

const SHOWN_MAILS = 4;

// Shows the copy buttons, and the page as it is now every two seconds, unless a person is reading or selecting in it.
const SCRIPT = `
const main = document.querySelector("main");
const live = document.getElementById("live");
const show = () => { for (const each of main.querySelectorAll("[data-copy]")) each.hidden = false; };
let shown = main.innerHTML;
show();
main.addEventListener("click", async ({ target }) => {
  const { copy } = target.dataset;
  if (!copy) return;
  // A focus inside the page would keep it from being renewed.
  target.blur();
  await navigator.clipboard.writeText(copy);
  live.textContent = "Copied.";
});
async function refresh() {
  try {
    const reply = await fetch(location.href, { headers: { accept: "text/html" } });
    const next = new DOMParser().parseFromString(await reply.text(), "text/html").querySelector("main").innerHTML;
    const busy = main.contains(document.activeElement) || !getSelection().isCollapsed;
    if (next !== shown && !busy) {
      main.innerHTML = shown = next;
      show();
    }
    live.textContent = live.textContent.replace("The stack does not answer.", "");
  } catch {
    live.textContent = "The stack does not answer.";
  }
  setTimeout(refresh, 2000);
}
setTimeout(refresh, 2000);
`;

/** A first command to try: it requests a sign-in code, which arrives in the inbox. */
export function firstCommand(api: string): string {
  return `curl -X POST ${api}/v1/auth/code -H 'content-type: application/json' -d '{"email":"ada@shop.example"}'`;
}

/** The page that people see first, on one screen: what to do next, the demo, the newest mails, and the ways on. */
export function homePage({ addresses, demo, mails, hasConsole, now }: HomeParts): string {
  const { api, reference, inbox } = addresses;
  const newest = mails.slice(-SHOWN_MAILS).toReversed();
  return page(
    "Storefront backend, on this machine",
    html`<h1>It runs</h1>
<div class="halves">
<section><h2>Next</h2>
${nextSteps(demo, api, hasConsole)}
</section>
<section><h2>Demo</h2>
${demoFacts(demo)}
<h2>Mails <span class="soft">${mails.length}</span></h2>
${newest.length === 0 && html`<p class="soft">None yet. Every mail of the system comes here.</p>`}
<ul class="mails">${newest.map((mail) => mailRow(mail, now))}</ul>
<p><a href="${inbox}">The inbox</a></p>
</section>
</div>
<ul class="cards">
${demo.kind === "made" ? card("Shop", "The example shop, on an origin of its own", "/_local/shop") : card("Shop", "Empty until there is a demo")}
${hasConsole ? card("Console", "Where the people of a store run it", "/console") : card("Console", html`Needs <code>${INSTALL_COMMAND}</code> once`)}
${card("API reference", "Guides, operations, calls to copy", reference)}
${card("More", "Webhooks, texts, sign-in, operations", "/_local/more")}
</ul>`,
    { script: SCRIPT, live: true },
  );
}

function nextSteps(demo: DemoState, api: string, hasConsole: boolean): SafeHtml {
  if (demo.kind === "seeding")
    return html`<p>Wait for the demo. Its shop, its orders and its mails appear on this page.</p>`;
  if (demo.kind === "none")
    return html`<p>Make a demo, in another terminal: a shop, two salons, orders and mails.</p>
${command("npm run seed")}
<p>Or call the API at once. This requests a sign-in code, which arrives under Mails.</p>
${command(firstCommand(api))}`;
  return html`<p>Buy something in <a href="/_local/shop">the shop</a>. The code <code>HELLO10</code> takes a tenth off.</p>
<p>${hasConsole ? html`Sign in to <a href="/console">the console</a>` : "Sign in to the console"} as <code>${DEMO_OWNER}</code>. The code arrives under Mails.</p>
${hasConsole ? "" : html`<p>The console needs its packages first:</p>${command(INSTALL_COMMAND)}`}
<p>Make a shop of your own out of the example:</p>
${command("npm run starter -- ../my-shop")}`;
}

function demoFacts(demo: DemoState): SafeHtml {
  if (demo.kind === "none") return html`<p class="soft">None yet.</p>`;
  if (demo.kind === "seeding") {
    const { done, of, part } = demo;
    return html`<p>It is being made: ${done}${of !== undefined && ` of ${of}`} parts${part && `, ${part}`}.</p>`;
  }
  const { stores, newestOrder } = demo;
  const order =
    newestOrder &&
    html` Newest order: ${newestOrder.number}${newestOrder.email && ` of ${newestOrder.email}`}.`;
  return html`<p>${stores.map(({ name }) => name).join(", ")}.${order}</p>`;
}

function command(text: string): SafeHtml {
  return html`<div class="command"><pre tabindex="0">${text}</pre><button type="button" data-copy="${text}" hidden>Copy</button></div>`;
}

function card(name: string, what: SafeHtml | string, address?: string): SafeHtml {
  const inside = html`<strong>${name}</strong><span>${what}</span>`;
  return html`<li>${address === undefined ? html`<div>${inside}</div>` : html`<a href="${address}">${inside}</a>`}</li>`;
}

function mailRow({ messageId, subject, destination, at }: ReceivedMail, now: number): SafeHtml {
  const time = new Date(at * 1000).toISOString();
  return html`<li><a href="/_local/inbox/${encodeURIComponent(messageId)}"><strong>${subject}</strong><span class="soft">${destination.to.join(", ")}</span><time datetime="${time}">${ageText(now - at)}</time></a></li>`;
}

/** @param seconds since something happened */
function ageText(seconds: number): string {
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}
