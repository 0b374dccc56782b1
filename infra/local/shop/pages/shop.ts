import { answer } from "@storefront-backend/client";
import { publicClient, type Schemas, storeId } from "#shop/backend.ts";
import { money, picture, pictureOf, slugOf, textOf } from "#shop/format.ts";
import { html, type Markup } from "#shop/html.ts";
import { onPress, type Page, type PageContext } from "#shop/page-context.ts";
import { savedPosition, savePosition } from "#shop/scroll-position.ts";

type Product = Schemas["Product"];

const CATEGORIES = ["tableware", "brewing", "pantry"] as const;
const PAGE_SIZE = 12;

export const shop: Page = async (context) => {
  const { words, query, to } = context;
  const shelf = query.get("shelf") ?? "";
  const search = query.get("q") ?? "";
  const load = await productLoader(shelf, search);
  const { items, cursor } = await restoreList(load);
  const chip = (key: string, name: string) =>
    html`<a href="${to("shop")}${key && `?shelf=${key}`}" ${key === shelf && html`aria-current="page"`}>${name}</a>`;
  const body = html`
    <div class="heading"><h1 tabindex="-1">${words.shop}</h1>
      <form class="search" role="search" action="${to("shop")}"><label class="sr" for="q">${words.search}</label>
      <input id="q" name="q" type="search" value="${search}" placeholder="${words.search}"></form></div>
    <nav class="chips" aria-label="${words.shop}">${chip("", words.all)}${CATEGORIES.map((key) => chip(key, words[key]))}</nav>
    <ul class="grid" id="products">${items.map((product) => productCard(product, context))}</ul>
    ${items.length === 0 && html`<p class="empty">${words.nothing}</p>`}
    ${cursor && html`<p class="centre"><button class="quiet" id="more">${words.more}</button></p><p class="centre" role="status"></p>`}`;
  return { title: words.shop, body, ready: (main) => showMore(main, context, load, cursor) };
};

/** Loads as many pages of the list as the visitor had loaded before leaving it. */
async function restoreList(load: Load): Promise<Schemas["ProductPage"]> {
  const first = await load();
  const items = [...first.items];
  let { cursor } = first;
  for (let pages = savedPosition("pages"); pages > 1 && cursor; pages--) {
    const next = await load(cursor);
    items.push(...next.items);
    cursor = next.cursor;
  }
  return { ...first, items, cursor };
}

type Load = (cursor?: string) => Promise<Schemas["ProductPage"]>;

async function productLoader(shelf: string, search: string): Promise<Load> {
  const path = { storeId };
  const found =
    shelf &&
    (await answer(
      publicClient.GET("/v1/stores/{storeId}/taxonomies", { params: { path, query: { key: shelf } } }),
    ));
  const taxonomies = found ? found.items[0]?.id : undefined;
  const query = { limit: PAGE_SIZE, hydrate: true, market: "eu", taxonomies, query: search || undefined };
  return (cursor) =>
    answer(
      publicClient.GET("/v1/stores/{storeId}/products", { params: { path, query: { ...query, cursor } } }),
    );
}

function showMore(main: HTMLElement, context: PageContext, load: Load, first: string | null): void {
  const button = main.querySelector<HTMLButtonElement>("#more");
  const list = main.querySelector("#products");
  let cursor = first;
  onPress(button, main.querySelector("[role=status]"), context, async () => {
    const page = await load(cursor ?? undefined);
    const before = list?.children.length ?? 0;
    list?.insertAdjacentHTML("beforeend", html`${page.items.map((item) => productCard(item, context))}`.text);
    list?.children[before]?.querySelector("a")?.focus();
    cursor = page.cursor;
    savePosition("pages", Math.max(1, savedPosition("pages")) + 1);
    if (!cursor) button?.remove();
    else if (button) button.disabled = false;
  });
}

export function productCard(product: Product, { language, words, to }: PageContext): Markup {
  const name = textOf(product.blocks, "name", language);
  const price = product.variants[0]?.prices.find(({ market }) => market === "eu");
  const several = product.variants.length > 1;
  return html`<li><a class="card" href="${to("shop", slugOf(product, language))}">
    ${picture(pictureOf(product.blocks), "", "(min-width: 60rem) 18rem, 46vw")}
    <span class="card-name">${name}</span>
    <span class="soft">${price && html`${several && `${words.from} `}${money(price.amount, price.currency, language)}`}</span></a></li>`;
}
