import { ApiError, answer } from "@storefront-backend/client";
import { publicClient, type Schemas, storeId } from "#shop/backend.ts";
import { FEATURED } from "#shop/featured.ts";
import { localText, picture, pictureOf, textOf } from "#shop/format.ts";
import { html, type Markup } from "#shop/html.ts";
import type { Page, PageContext, View } from "#shop/page-context.ts";
import { productCard } from "./shop.ts";

export const home: Page = async (context) => {
  const [node, products] = await Promise.all([
    readNode(),
    answer(
      publicClient.GET("/v1/stores/{storeId}/products", {
        params: { path: { storeId }, query: { limit: 40, hydrate: true, market: "eu" } },
      }),
    ),
  ]);
  const shown = featuredFirst(products.items);
  if (!node) return plainHome(shown, context);
  const [hero, second] = shown;
  const title = textOf(node.blocks, "title", context.language);
  const { words, to } = context;
  const body = html`
    <section class="hero">
      <div class="hero-text">
        <h1 tabindex="-1">${title}</h1>
        <p class="lead">${textOf(node.blocks, "lead", context.language)}</p>
        <p class="actions"><a class="button" href="${to("shop")}">${words.heroAction}</a>
        <a class="button quiet" href="${to("tasting")}">${words.heroSecond}</a></p>
      </div>
      <div class="hero-pictures">
        ${hero && picture(pictureOf(hero.blocks), "", "(min-width: 60rem) 34rem, 62vw", true)}
        ${second && picture(pictureOf(second.blocks), "", "(min-width: 60rem) 20rem, 34vw", true)}
      </div>
    </section>
    <section>
      <div class="heading"><h2>${words.fresh}</h2><a href="${to("shop")}">${words.seeAll}</a></div>
      <ul class="grid">${shown.slice(2, 6).map((product) => productCard(product, context))}</ul>
    </section>
    <section class="band"><div><h2>${words.tasting}</h2><p>${words.tastingLead}</p></div>
      <a class="button light" href="${to("tasting")}">${words.heroSecond}</a></section>
    ${articles(node, context)}`;
  return { title: "", body };
};

/** The node with the key `home`, if the store has one. */
async function readNode(): Promise<Schemas["Node"] | undefined> {
  const params = { path: { storeId, nodeId: "_" }, query: { key: "home", hydrate: true } };
  try {
    return await answer(publicClient.GET("/v1/stores/{storeId}/nodes/{nodeId}", { params }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

const MAX_PLAIN = 12;

/** The page of a store without a node for it: its name and its products. */
async function plainHome(products: readonly Schemas["Product"][], context: PageContext): Promise<View> {
  const { words, to } = context;
  const params = { path: { storeId } };
  const { name } = await answer(publicClient.GET("/v1/storefront/{storeId}", { params }));
  const body = html`<section>
    <div class="heading"><h1 tabindex="-1">${name}</h1><a href="${to("shop")}">${words.seeAll}</a></div>
    <ul class="grid">${products.slice(0, MAX_PLAIN).map((product) => productCard(product, context))}</ul>
  </section>`;
  return { title: "", body };
}

/** Sorts products so that the featured ones come first. */
function featuredFirst(products: readonly Schemas["Product"][]): Schemas["Product"][] {
  const found = FEATURED.flatMap((key) => products.filter((product) => product.key === key));
  return [...found, ...products.filter((product) => !found.includes(product))];
}

function articles(node: Schemas["Node"], { language, words, to }: PageContext): Markup {
  const entries = node.blocks.find(({ key }) => key === "news")?.value ?? [];
  return html`<section><div class="heading"><h2>${words.fromJournal}</h2><a href="${to("journal")}">${words.seeAll}</a></div>
    <ul class="articles">${entries.map((entry) => articleCard(entry, language, words.minutes, to))}</ul></section>`;
}

export function articleCard(
  entry: unknown,
  language: PageContext["language"],
  minutes: string,
  to: PageContext["to"],
): Markup {
  const { slug, fields }: { slug?: unknown; fields?: Schemas["EntryField"][] } = Object(entry);
  const value = (key: string) => fields?.find((each) => each.key === key)?.value;
  if (!slug) return html``;
  const firstParagraph = localText(value("body"), language).split("\n", 1)[0];
  return html`<li><a href="${to("journal", localText(slug, language))}"><h3>${localText(value("title"), language)}</h3>
    <p>${firstParagraph}</p><span class="soft">${String(value("minutes") ?? "")} ${minutes}</span></a></li>`;
}
