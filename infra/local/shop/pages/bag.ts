import { answer, currentCart, type Schemas, storeId, visitor } from "#infra/local/shop/backend.ts";
import { html, type Markup } from "#infra/local/shop/html.ts";
import { field, type Page, type Place, tell, whenSent } from "#infra/local/shop/place.ts";
import { moment, money } from "#infra/local/shop/show.ts";
import { wordFor } from "#infra/local/shop/words.ts";
import { order } from "./checkout.ts";

type Cart = Schemas["Cart"];
type Quote = Schemas["CartQuote"];

export const bag: Page = async (place) => {
  const { words, to } = place;
  const cart = await currentCart();
  dispatchEvent(new CustomEvent("cart", { detail: cart.item_count }));
  if (cart.items.length === 0) {
    const body = html`<h1 tabindex="-1">${words.bag}</h1><p class="empty">${words.emptyBag}</p>
      <p class="centre"><a class="button" href="${to("shop")}">${words.seeAll}</a></p>`;
    return { title: words.bag, body };
  }
  const quote = await firstQuote(cart);
  const body = html`<h1 tabindex="-1">${words.bag}</h1><div class="bag">
    <div><ul class="lines">${cart.items.map((item) => line(item, cart, place))}</ul>
      <form id="promo" class="inline"><label for="promo_code">${words.promo}</label>
      <div><input id="promo_code" name="promo_code" autocomplete="off" value="${cart.promo_code ?? ""}"><button class="quiet">${words.apply}</button></div>
      <p role="status"></p></form></div>
    <form id="checkout"><h2>${words.details}</h2>
      ${input("email", words.email, "email", "email")}${input("name", words.name, "name")}
      ${input("street1", words.street, "street-address")}
      <div class="pair">${input("postal_code", words.postalCode, "postal-code")}${input("city", words.city, "address-level2")}</div>
      ${quote.shipping_methods.length > 0 && methods(quote, place)}
      <fieldset class="choices"><legend>${words.payment}</legend>${quote.payment_methods
        .toReversed()
        .map(({ key }, index) => radio("payment", key, wordFor(words, key), "", index === 0))}</fieldset>
      <div id="totals">${totals(quote, place)}</div>
      <button>${words.order}</button><p role="status"></p></form></div>`;
  return { title: words.bag, body, ready: (main) => listen(main, cart, quote, place) };
};

function listen(main: HTMLElement, cart: Cart, first: Quote, place: Place): void {
  const form = main.querySelector<HTMLFormElement>("#checkout");
  const promo = main.querySelector<HTMLFormElement>("#promo");
  const status = form?.querySelector("[role=status]") ?? null;
  let quote = first;
  const requote = async (body: Schemas["UpdateCart"]) => {
    await change(cart.id, body);
    quote = await quoteOf(cart.id);
    const shown = main.querySelector("#totals");
    if (shown) shown.innerHTML = totals(quote, place).text;
  };
  form?.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "shipping") return;
    requote({ shipping_method_id: target.value }).catch((error: Error) => tell(status, error.message, true));
  });
  for (const button of main.querySelectorAll<HTMLButtonElement>("[data-remove]")) {
    button.addEventListener("click", async () => {
      button.disabled = true;
      await remove(cart.id, button.dataset.remove ?? "");
      dispatchEvent(new CustomEvent("go", { detail: place.to("bag") }));
    });
  }
  if (promo) {
    whenSent(promo, async (fields) => {
      // A code that is refused does not stay in the bag, where it would refuse the order too.
      await requote({ promo_code: field(fields, "promo_code") }).catch(async (error: Error) => {
        await requote({ promo_code: "" });
        throw error;
      });
      return quote.promo_code ? `−${money(quote.discount, quote.currency, place.language)}` : "";
    });
  }
  if (form) whenSent(form, (fields) => order(cart, fields, place));
}

/** The quote with which the bag opens: of a way of sending that is chosen, and without a code that is over. */
async function firstQuote({ id, promo_code }: Cart): Promise<Quote> {
  const quote = await quoteOf(id).catch(async (error: Error) => {
    if (!promo_code) throw error;
    await change(id, { promo_code: "" });
    return quoteOf(id);
  });
  const [method] = quote.shipping_methods;
  if (quote.shipping_method || !method) return quote;
  await change(id, { shipping_method_id: method.id });
  return quoteOf(id);
}

async function quoteOf(cartId: string): Promise<Quote> {
  const client = await visitor();
  const params = { path: { storeId, cartId } };
  return answer(client.POST("/v1/storefront/{storeId}/carts/{cartId}/quote", { params, body: {} }));
}

async function change(cartId: string, body: Schemas["UpdateCart"]): Promise<Cart> {
  const client = await visitor();
  const params = { path: { storeId, cartId } };
  return answer(client.PUT("/v1/storefront/{storeId}/carts/{cartId}", { params, body }));
}

async function remove(cartId: string, item_id: string): Promise<Cart> {
  const client = await visitor();
  const params = { path: { storeId, cartId } };
  return answer(
    client.POST("/v1/storefront/{storeId}/carts/{cartId}/items/remove", { params, body: { item_id } }),
  );
}

function line(item: Schemas["CartItem"], { currency }: Cart, { language, words }: Place): Markup {
  const at = item.slots[0]?.from;
  const size = Object(Object(item.attributes[0]).value)[0];
  const more = at
    ? moment(at, language, { dateStyle: "full", timeStyle: "short" })
    : `${item.quantity} × ${size ? wordFor(words, String(size)) : (item.sku ?? "")}`;
  const price = item.unit_price === null ? "" : money(item.unit_price * item.quantity, currency, language);
  return html`<li><div><strong>${item.name}</strong><span class="soft">${more}</span></div><span>${price}</span>
    <button class="link" data-remove="${item.id}" aria-label="${words.remove}: ${item.name}">${words.remove}</button></li>`;
}

function methods(quote: Quote, { language, words }: Place): Markup {
  const chosen = quote.shipping_method?.id ?? quote.shipping_methods[0]?.id;
  return html`<fieldset class="choices"><legend>${words.delivery}</legend>${quote.shipping_methods.map(
    ({ id, key, name, amount }) =>
      radio(
        "shipping",
        id,
        wordFor(words, key, name),
        money(amount, quote.currency, language),
        id === chosen,
      ),
  )}</fieldset>`;
}

function radio(name: string, value: string, text: string, more: string, checked: boolean): Markup {
  return html`<label class="choice"><input type="radio" name="${name}" value="${value}" ${checked && html`checked`} required>
    <span>${text}</span><span>${more}</span></label>`;
}

function input(name: string, label: string, autocomplete: string, type = "text"): Markup {
  return html`<div class="row"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required></div>`;
}

function totals({ currency, ...quote }: Quote, { language, words }: Place): Markup {
  const row = (name: string, amount: number, strong = false) =>
    html`<div class="${strong ? "sum" : ""}"><dt>${name}</dt><dd>${money(amount, currency, language)}</dd></div>`;
  return html`<dl class="totals">${row(words.subtotal, quote.subtotal)}${quote.discount > 0 && row(words.discount, -quote.discount)}
    ${row(words.shipping, quote.shipping)}${row(words.tax, quote.tax)}${row(words.total, quote.total, true)}</dl>`;
}
