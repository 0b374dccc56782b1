import { answer } from "@storefront-backend/client";
import { currentCart, type Schemas, storeId, visitor } from "#shop/backend.ts";
import { money, timeText } from "#shop/format.ts";
import { html, type Markup } from "#shop/html.ts";
import { field, mailField, onSubmit, type Page, type PageContext, showStatus } from "#shop/page-context.ts";
import { wordFor } from "#shop/words.ts";
import { placeOrder } from "./checkout.ts";
import { type Names, nameOf, namesIn } from "./names.ts";

type Cart = Schemas["Cart"];
type Quote = Schemas["CartQuote"];

export const bag: Page = async (context) => {
  const { words, to } = context;
  const cart = await currentCart();
  dispatchEvent(new CustomEvent("cart", { detail: cart.item_count }));
  if (cart.items.length === 0) {
    const body = html`<h1 tabindex="-1">${words.bag}</h1><p class="empty">${words.emptyBag}</p>
      <p class="centre"><a class="button" href="${to("shop")}">${words.seeAll}</a></p>`;
    return { title: words.bag, body };
  }
  const quote = await firstQuote(cart);
  const names = await namesIn(context.language, cart.items);
  const known = cart.shipping_address;
  const body = html`<h1 tabindex="-1">${words.bag}</h1><div class="bag">
    <div><ul class="lines">${cart.items.map((item) => itemLine(item, { cart, quote, names }, context))}</ul>
      <form id="promo" class="inline"><label for="promo_code">${words.promo}</label>
      <div><input id="promo_code" name="promo_code" autocomplete="off" value="${cart.promo_code ?? ""}"><button class="quiet">${words.apply}</button></div>
      <p role="status"></p></form></div>
    <form id="checkout"><h2>${words.details}</h2>
      ${inputRow("email", words.email, mailField(words), known?.email)}${inputRow("name", words.name, html`autocomplete="name"`, known?.name)}
      <div id="address">${inputRow("street1", words.street, html`autocomplete="street-address"`, known?.street1)}
      <div class="pair">${inputRow("postal_code", words.postalCode, html`autocomplete="postal-code" inputmode="numeric" pattern="[0-9]{5}" title="${words.digits}"`, known?.postal_code)}${inputRow("city", words.city, html`autocomplete="address-level2"`, known?.city)}</div></div>
      ${quote.shipping_methods.length > 0 && methodChoices(quote, context)}
      <fieldset class="choices"><legend>${words.payment}</legend>${quote.payment_methods
        .toReversed()
        .map(({ key }, index) => radio("payment", key, wordFor(words, key), "", index === 0))}</fieldset>
      <div id="totals">${totals(quote, context)}</div>
      <button>${words.order}</button><p role="status"></p></form></div>`;
  return { title: words.bag, body, ready: (main) => addListeners(main, cart, quote, context) };
};

function addListeners(main: HTMLElement, cart: Cart, first: Quote, context: PageContext): void {
  const form = main.querySelector<HTMLFormElement>("#checkout");
  const promo = main.querySelector<HTMLFormElement>("#promo");
  const status = form?.querySelector("[role=status]") ?? null;
  let quote = first;
  const requote = async (body: Schemas["UpdateCart"]) => {
    await changeCart(cart.id, body);
    quote = await quoteOf(cart.id);
    const shown = main.querySelector("#totals");
    if (shown) shown.innerHTML = totals(quote, context).text;
    showAddress(main, quote);
  };
  showAddress(main, first);
  for (const amount of main.querySelectorAll<HTMLInputElement>("[data-quantity]")) {
    amount.addEventListener("change", async () => {
      if (!amount.reportValidity()) return;
      const items = cart.items.map((item) =>
        item.id === amount.dataset.quantity ? { ...item, quantity: amount.valueAsNumber } : item,
      );
      await changeCart(cart.id, { items: items.map(lineInput) }).catch((error: Error) =>
        showStatus(status, error.message, true),
      );
      dispatchEvent(new CustomEvent("go", { detail: context.to("bag") }));
    });
  }
  form?.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "shipping") return;
    requote({ shipping_method_id: target.value }).catch((error: Error) =>
      showStatus(status, error.message, true),
    );
  });
  for (const button of main.querySelectorAll<HTMLButtonElement>("[data-remove]")) {
    button.addEventListener("click", async () => {
      button.disabled = true;
      await removeItem(cart.id, button.dataset.remove ?? "");
      dispatchEvent(new CustomEvent("go", { detail: context.to("bag") }));
    });
  }
  if (promo) {
    onSubmit(promo, async (fields) => {
      // Removes a refused code again, because the API would refuse the order too.
      await requote({ promo_code: field(fields, "promo_code") }).catch(async (error: Error) => {
        await requote({ promo_code: "" });
        throw error;
      });
      return quote.promo_code ? `−${money(quote.discount, quote.currency, context.language)}` : "";
    });
  }
  if (!form) return;
  onSubmit(form, (fields) =>
    placeOrder(cart, fields, context).catch(async (error: Error) => {
      quote = await quoteOf(cart.id).catch(() => quote);
      for (const region of main.querySelectorAll<HTMLElement>("[data-trouble]"))
        showStatus(region, problemOf(quote, region.dataset.trouble ?? "", context), true);
      throw quote.items.some(({ availability }) => !availability.ok)
        ? new Error(context.words.cannot)
        : error;
    }),
  );
}

/** Shows the fields for the shipping address only if something is shipped. */
function showAddress(main: HTMLElement, { shipping_methods, shipping_method }: Quote): void {
  const isShipped = shipping_methods.length > 0 && !shipping_method?.pickup;
  const address = main.querySelector<HTMLElement>("#address");
  if (address) address.hidden = !isShipped;
  for (const each of main.querySelectorAll<HTMLInputElement>("#address input")) each.disabled = !isShipped;
}

function lineInput(item: Schemas["CartItem"]): NonNullable<Schemas["UpdateCart"]["items"]>[number] {
  const { id, product_id, variant_id, service_id, provider_id, quantity } = item;
  const slots = item.slots.map(({ from, to }) => ({ from, to }));
  return product_id ? { id, product_id, variant_id, quantity } : { id, service_id, provider_id, slots };
}

/** Why an item cannot be ordered; empty if it can. */
function problemOf({ items }: Quote, lineId: string, { words }: PageContext): string {
  const found = items.find(({ line_id, availability }) => line_id === lineId && !availability.ok);
  return found ? wordFor(words, found.availability.reason ?? "", words.unsold) : "";
}

/** Quotes the bag when its page opens. Removes a refused promo code, and chooses a shipping method. */
async function firstQuote({ id, promo_code }: Cart): Promise<Quote> {
  const quote = await quoteOf(id).catch(async (error: Error) => {
    if (!promo_code) throw error;
    await changeCart(id, { promo_code: "" });
    return quoteOf(id);
  });
  const [method] = quote.shipping_methods;
  if (quote.shipping_method || !method) return quote;
  await changeCart(id, { shipping_method_id: method.id });
  return quoteOf(id);
}

async function quoteOf(cartId: string): Promise<Quote> {
  const params = { path: { storeId, cartId } };
  return answer(visitor.POST("/v1/storefront/{storeId}/carts/{cartId}/quote", { params, body: {} }));
}

async function changeCart(cartId: string, body: Schemas["UpdateCart"]): Promise<Cart> {
  const params = { path: { storeId, cartId } };
  return answer(visitor.PUT("/v1/storefront/{storeId}/carts/{cartId}", { params, body }));
}

async function removeItem(cartId: string, item_id: string): Promise<Cart> {
  const params = { path: { storeId, cartId } };
  return answer(
    visitor.POST("/v1/storefront/{storeId}/carts/{cartId}/items/remove", { params, body: { item_id } }),
  );
}

type BagState = { cart: Cart; quote: Quote; names: Names };

function itemLine(
  item: Schemas["CartItem"],
  { cart: { currency, converted_order_id }, quote, names }: BagState,
  context: PageContext,
): Markup {
  const { language, words } = context;
  const name = nameOf(names, item) ?? item.name;
  // During a payment, the bag's own order reserves the items, so that they seem sold out.
  const problem = converted_order_id ? "" : problemOf(quote, item.id, context);
  const at = item.slots[0]?.from;
  const size = Object(Object(item.attributes[0]).value)[0];
  const more = at
    ? timeText(at, language, { dateStyle: "full", timeStyle: "short" })
    : size
      ? wordFor(words, String(size))
      : (item.sku ?? "");
  const amount = html`<input class="amount" type="number" min="1" max="20" required value="${item.quantity}"
    data-quantity="${item.id}" aria-label="${words.quantity}: ${name}">`;
  const price = item.unit_price === null ? "" : money(item.unit_price * item.quantity, currency, language);
  return html`<li><div><strong>${name}</strong><span class="soft">${more}</span></div><span>${price}</span>
    <div>${!at && amount}<button class="link" data-remove="${item.id}" aria-label="${words.remove}: ${name}">${words.remove}</button></div>
    <p class="trouble bad" role="status" data-trouble="${item.id}">${problem}</p></li>`;
}

function methodChoices(quote: Quote, { language, words }: PageContext): Markup {
  const chosen = quote.shipping_method?.id ?? quote.shipping_methods[0]?.id;
  return html`<fieldset class="choices"><legend>${words.delivery}</legend>${quote.shipping_methods.map(
    ({ id, key, name, amount }) =>
      radio(
        "shipping",
        id,
        wordFor(words, key, name),
        amount > 0 ? money(amount, quote.currency, language) : words.free,
        id === chosen,
      ),
  )}</fieldset>`;
}

function radio(name: string, value: string, text: string, more: string, checked: boolean): Markup {
  return html`<label class="choice"><input type="radio" name="${name}" value="${value}" ${checked && html`checked`} required>
    <span>${text}</span><span>${more}</span></label>`;
}

function inputRow(name: string, label: string, more: Markup, value?: string | null): Markup {
  return html`<div class="row"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${more} value="${value ?? ""}" required></div>`;
}

function totals({ currency, ...quote }: Quote, { language, words }: PageContext): Markup {
  const row = (name: string, amount: number, strong = false) =>
    html`<div class="${strong ? "sum" : ""}"><dt>${name}</dt><dd>${money(amount, currency, language)}</dd></div>`;
  return html`<dl class="totals">${row(words.subtotal, quote.subtotal)}${quote.discount > 0 && row(words.discount, -quote.discount)}
    ${row(words.shipping, quote.shipping)}${row(words.tax, quote.tax)}${row(words.total, quote.total, true)}</dl>`;
}
