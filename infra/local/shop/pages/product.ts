import { answer } from "@storefront-backend/client";
import { addToCart, publicClient, type Schemas, storeId } from "#shop/backend.ts";
import { money, picture, pictureOf, slugOf, textOf } from "#shop/format.ts";
import { html, type Markup } from "#shop/html.ts";
import { field, inBagMessage, onSubmit, type Page, type PageContext } from "#shop/page-context.ts";
import { type Language, wordFor } from "#shop/words.ts";

type Variant = Schemas["Variant"];

export const product: Page = async (context) => {
  const { language, words, rest } = context;
  const found = await findProduct(rest, language);
  const first = found.variants.find((variant) => !isSoldOut(variant));
  const name = textOf(found.blocks, "name", language);
  const body = html`<article class="product">
    ${picture(pictureOf(found.blocks), name, "(min-width: 60rem) 36rem, 92vw", true)}
    <div><h1 tabindex="-1">${name}</h1><p class="lead">${textOf(found.blocks, "description", language)}</p>
    <form id="buy"><fieldset class="choices"><legend>${words.size}</legend>
      ${found.variants.map((variant) => variantChoice(variant, variant === first, context))}</fieldset>
      <label for="quantity">${words.quantity}</label>
      <input id="quantity" name="quantity" type="number" min="1" max="20" value="1" required>
      <button ${!first && html`disabled`}>${first ? words.add : words.gone}</button><p role="status"></p></form></div></article>`;
  const other = language === "en" ? "de" : "en";
  return {
    title: name,
    body,
    other: `/${other}/shop/${encodeURIComponent(slugOf(found, other))}`,
    ready: (main) => {
      const form = main.querySelector<HTMLFormElement>("#buy");
      if (form) onSubmit(form, context, (fields) => addVariant(found.id, fields, context));
    },
  };
};

/** Finds a product by its slug. A product without a slug is linked by its key. */
async function findProduct(name: string, locale: Language): Promise<Schemas["Product"]> {
  const read = (query: { slug: string; locale: string } | { key: string }) =>
    publicClient.GET("/v1/stores/{storeId}/products/{productId}", {
      params: { path: { storeId, productId: "_" }, query: { ...query, hydrate: true } },
    });
  const bySlug = await read({ slug: name, locale });
  const isMissing = bySlug.error?.code === "PRODUCT.NOT_FOUND";
  return answer(isMissing ? read({ key: name }) : Promise.resolve(bySlug));
}

async function addVariant(id: string, fields: FormData, context: PageContext): Promise<Markup> {
  const item = {
    product_id: id,
    variant_id: field(fields, "variant"),
    quantity: Number(field(fields, "quantity")),
  };
  const cart = await addToCart(item);
  dispatchEvent(new CustomEvent("cart", { detail: cart.item_count }));
  return inBagMessage(context);
}

function isSoldOut({ counted, available }: Variant): boolean {
  return counted && (available ?? 0) < 1;
}

function variantChoice(variant: Variant, checked: boolean, { language, words }: PageContext): Markup {
  const size = String(variant.attributes.find(({ key }) => key === "size")?.value[0] ?? variant.sku ?? "");
  const price = variant.prices.find(({ market }) => market === "eu");
  const gone = isSoldOut(variant);
  return html`<label class="choice"><input type="radio" name="variant" value="${variant.id}" required
    ${checked && html`checked`} ${gone && html`disabled`}>
    <span>${wordFor(words, size)}</span><span>${price && money(price.amount, price.currency, language)}
    ${price?.compare_at && html`<s>${money(price.compare_at, price.currency, language)}</s>`}</span>
    <span class="soft">${gone ? words.gone : variant.counted && `${variant.available ?? 0} ${words.left}`}</span></label>`;
}
