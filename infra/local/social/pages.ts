import { html, joinHtml, type SafeHtml } from "#core/html.ts";
import { standInPage } from "#infra/local/pages/stand-in.ts";
import type { Comment, Destination, Post } from "./store.ts";

export function consentPage(destinations: readonly Destination[]): string {
  const choices = destinations.map((_, index) => html`<option value="${index + 1}">${index + 1}</option>`);
  return standInPage(
    "Sandbox network, on this machine",
    html`<h1>Connect to the sandbox network</h1>
<p>An app asks to publish, to read comments and to answer them. How many pages does this person have?</p>
<form method="post">
<p><label>Pages <select name="destinations">${choices}</select></label></p>
<p><button name="decision" value="approve">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form>`,
  );
}

/** The page with the posts of an account. */
export function feedPage(title: string, posts: readonly Post[], base: string): string {
  const shown = posts.map((post) => postPanel(post, base));
  return standInPage(
    title,
    html`<h1>${title}</h1>\n<p>What was posted to the sandbox network.</p>\n${shown.length > 0 ? joinHtml(shown, "\n") : html`<p class="soft">Nothing yet.</p>`}`,
  );
}

function postPanel({ id, account, text, link, media, created_at, comments }: Post, base: string): SafeHtml {
  const files = media.length > 0 && html`<p class="soft">${media.length} files</p>`;
  const at = new Date(created_at * 1000).toISOString();
  return html`<details open><summary><a href="${base}/feed?account=${encodeURIComponent(account)}">${account}</a> <span class="soft">${at}</span></summary><div>
<p>${text}</p>${link && html`<p><code>${link}</code></p>`}${files}
<table>${comments.map(commentRow)}</table>
<form method="post" action="${base}/posts/${id}/comments"><p><input name="author_name" value="Grace" aria-label="Name"> <input name="text" required aria-label="Comment"> <button>Comment</button></p></form>
</div></details>`;
}

function commentRow({ id, author_name, text, hidden, parent_id, by_account }: Comment): SafeHtml {
  const marks = [parent_id ? "reply" : "", by_account ? "by the page" : "", hidden ? "hidden" : ""].filter(
    Boolean,
  );
  return html`<tr id="${id}"><th>${author_name}</th><td>${text} <span class="soft">${marks.join(", ")}</span></td></tr>`;
}
