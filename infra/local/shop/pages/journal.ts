import { answer } from "@storefront-backend/client";
import { publicClient, storeId } from "#shop/backend.ts";
import { PageError } from "#shop/error-text.ts";
import { localText } from "#shop/format.ts";
import { html, type Markup } from "#shop/html.ts";
import type { Page } from "#shop/page-context.ts";
import { articleCard } from "./home.ts";

export const journal: Page = async ({ language, words, rest, to }) => {
  const { items } = await answer(
    publicClient.GET("/v1/stores/{storeId}/entries", {
      params: { path: { storeId }, query: { limit: 50, status: "active" } },
    }),
  );
  if (!rest) {
    const articles = items.filter(({ fields }) => fields.some(({ key }) => key === "minutes"));
    const cards = articles.map((each) => articleCard(each, language, words.minutes, to));
    const body = html`<h1 tabindex="-1">${words.journal}</h1><h2 class="sr">${words.seeAll}</h2><ul class="articles">${cards}</ul>`;
    return { title: words.journal, body };
  }
  const entry = items.find(({ slug }) => Object.values(slug).includes(rest));
  if (!entry) throw new PageError(words.lost);
  const value = (key: string) => entry.fields.find((each) => each.key === key)?.value;
  const title = localText(value("title"), language);
  const other = language === "en" ? "de" : "en";
  const body = html`<article class="narrow prose"><p class="soft"><a href="${to("journal")}">${words.journal}</a> · ${String(value("minutes"))} ${words.minutes}</p>
    <h1 tabindex="-1">${title}</h1>${paragraphs(localText(value("body"), language))}</article>`;
  return { title, body, other: `/${other}/journal/${encodeURIComponent(localText(entry.slug, other))}` };
};

/** Renders paragraphs and headings, the only Markdown of the journal. */
function paragraphs(markdown: string): Markup[] {
  return markdown
    .split(/\n{2,}/)
    .map((text) => (text.startsWith("## ") ? html`<h2>${text.slice(3)}</h2>` : html`<p>${text}</p>`));
}
