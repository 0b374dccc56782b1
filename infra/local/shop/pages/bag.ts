import { ApiError } from "@storefront-backend/client";
import { currentCart, quoteCart, removeFromCart, type Schemas, updateCart } from "#shop/backend.ts";
import { errorText, PageError } from "#shop/error-text.ts";
import { money } from "#shop/format.ts";
import { html } from "#shop/html.ts";
import {
  field,
  mailField,
  onPress,
  onSubmit,
  type Page,
  type PageContext,
  showStatus,
  type View,
} from "#shop/page-context.ts";
import { keepDetails, typedDetails } from "#shop/typed-details.ts";
import { wordFor } from "#shop/words.ts";
import { inputRow, itemLine, methodChoices, problemOf, radio, totals } from "./bag-parts.ts";
import { hasSameItems, placeOrder } from "./checkout.ts";
import { namesIn } from "./names.ts";

type Cart = Schemas["Cart"];
type Quote = Schemas["CartQuote"];

/** Says why the page draws itself again, until it has. */
let notice = "";

export const bag: Page = async (context) => {
  const { words, to } = context;
  const cart = await currentCart();
  dispatchEvent(new CustomEvent("cart", { detail: cart.item_count }));
  if (cart.items.length === 0) {
    const body = html`<h1 tabindex="-1">${words.bag}</h1><p class="empty">${words.emptyBag}</p>
      <p class="centre"><a class="button" href="${to("shop")}">${words.seeAll}</a></p>`;
    return { title: words.bag, body };
  }
  const first = await firstQuote(cart);
  if (!first) return waitingView(cart, context);
  const { quote, refusal } = first;
  const names = await namesIn(context.language, cart.items);
  const known: Record<string, unknown> = { ...cart.shipping_address, ...typedDetails() };
  const methods = quote.payment_methods.map(({ key }) => key).toReversed();
  const chosen = methods.find((key) => key === known.payment) ?? methods[0];
  const body = html`<h1 tabindex="-1">${words.bag}</h1>${notice && html`<p class="bad" role="status">${notice}</p>`}<div class="bag">
    <div><ul class="lines">${cart.items.map((item) => itemLine(item, { cart, quote, names }, context))}</ul>
      <form id="promo" class="inline"><label for="promo_code">${words.promo}</label>
      <div><input id="promo_code" name="promo_code" autocomplete="off" value="${refusal ? "" : cart.promo_code}"><button class="quiet">${words.apply}</button></div>
      <p class="bad" role="status">${refusal && `${errorText(refusal, context.language)} ${words.codeDropped}`}</p></form></div>
    <form id="checkout"><h2>${words.details}</h2>
      ${inputRow("email", words.email, mailField(words), known.email)}${inputRow("name", words.name, html`autocomplete="name"`, known.name)}
      <div id="address">${inputRow("street1", words.street, html`autocomplete="street-address"`, known.street1)}
      <div class="pair">${inputRow("postal_code", words.postalCode, html`autocomplete="postal-code" inputmode="numeric" pattern="[0-9]{5}" title="${words.digits}"`, known.postal_code)}${inputRow("city", words.city, html`autocomplete="address-level2"`, known.city)}</div></div>
      ${quote.shipping_methods.length > 0 && methodChoices(quote, context)}
      <fieldset class="choices"><legend>${words.payment}</legend>${methods.map((key) =>
        radio("payment", key, wordFor(words, key), "", key === chosen),
      )}</fieldset>
      <div id="totals">${totals(quote, context)}</div>
      <button>${words.order}</button><p role="status"></p></form></div>`;
  notice = "";
  return { title: words.bag, body, ready: (main) => addListeners(main, cart, quote, context) };
};

function addListeners(main: HTMLElement, cart: Cart, first: Quote, context: PageContext): void {
  const form = main.querySelector<HTMLFormElement>("#checkout");
  const promo = main.querySelector<HTMLFormElement>("#promo");
  const status = form?.querySelector("[role=status]") ?? null;
  let quote = first;
  const redraw = () => dispatchEvent(new CustomEvent("go", { detail: context.to("bag") }));
  const show = (next: Quote) => {
    if (hasSameItems(next, first)) {
      quote = next;
      showQuote(main, quote, context);
    } else {
      notice = context.words.newBag;
      redraw();
    }
  };
  const requote = async (body: Schemas["UpdateCart"]) => {
    await updateCart(cart.id, body);
    show(await quoteCart(cart.id));
  };
  const problemAt = (id = "") => main.querySelector(`[data-trouble="${id}"]`);
  showAddress(main, first);
  for (const amount of main.querySelectorAll<HTMLInputElement>("[data-quantity]")) {
    amount.addEventListener("change", async () => {
      if (!amount.reportValidity()) return;
      await changeQuantity(amount.dataset.quantity, amount.valueAsNumber).then(redraw, (error: unknown) => {
        amount.value = amount.defaultValue;
        showStatus(problemAt(amount.dataset.quantity), errorText(error, context.language), true);
      });
    });
  }
  form?.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "shipping") return;
    requote({ shipping_method_id: target.value }).catch((error: unknown) =>
      showStatus(status, errorText(error, context.language), true),
    );
  });
  for (const button of main.querySelectorAll<HTMLButtonElement>("[data-remove]")) {
    const { remove = "" } = button.dataset;
    onPress(button, problemAt(remove), context, async () => {
      await removeFromCart(cart.id, remove);
      redraw();
    });
  }
  if (promo) {
    onSubmit(promo, context, async (fields) => {
      // Removes a refused code again, because the API would refuse the order too.
      await requote({ promo_code: field(fields, "promo_code") }).catch(async (error: unknown) => {
        if (isRefusedCode(error)) await requote({ promo_code: "" });
        throw error;
      });
      return quote.promo_code ? `−${money(quote.discount, quote.currency, context.language)}` : "";
    });
  }
  if (!form) return;
  keepDetails(form);
  onSubmit(form, context, async (fields) => {
    const changed = await placeOrder(cart, quote, fields, context).catch(async (error: unknown) => {
      show(await quoteCart(cart.id).catch(() => quote));
      throw quote.items.some(({ availability }) => !availability.ok)
        ? new PageError(context.words.cannot)
        : error;
    });
    show(changed);
    throw new PageError(context.words.newTotal);
  });
}

/** Shows another quote of the bag: its totals, and each item's quantity, price and fault. */
function showQuote(main: HTMLElement, quote: Quote, context: PageContext): void {
  const shown = main.querySelector("#totals");
  if (shown) shown.innerHTML = totals(quote, context).text;
  showAddress(main, quote);
  for (const { line_id, quantity, subtotal, availability } of quote.items) {
    const amount = main.querySelector<HTMLInputElement>(`[data-quantity="${line_id}"]`);
    if (amount) amount.value = String(quantity);
    const price = main.querySelector(`[data-price="${line_id}"]`);
    if (price && availability.ok) price.textContent = money(subtotal, quote.currency, context.language);
  }
  for (const region of main.querySelectorAll<HTMLElement>("[data-trouble]"))
    showStatus(region, problemOf(quote, region.dataset.trouble ?? "", context), true);
}

/** Shows the fields for the shipping address only if something is shipped. */
function showAddress(main: HTMLElement, { shipping_methods, shipping_method }: Quote): void {
  const isShipped = shipping_methods.length > 0 && !shipping_method?.pickup;
  const address = main.querySelector<HTMLElement>("#address");
  if (address) address.hidden = !isShipped;
  for (const each of main.querySelectorAll<HTMLInputElement>("#address input")) each.disabled = !isShipped;
}

/** Changes one item of the bag as it is now, because another tab may have changed it. */
async function changeQuantity(lineId: string | undefined, quantity: number): Promise<void> {
  const { id, items } = await currentCart();
  const changed = items.map((item) => (item.id === lineId ? { ...item, quantity } : item));
  await updateCart(id, { items: changed.map(lineInput) });
}

function lineInput(item: Schemas["CartItem"]): NonNullable<Schemas["UpdateCart"]["items"]>[number] {
  const { id, product_id, variant_id, service_id, provider_id, quantity } = item;
  const slots = item.slots.map(({ from, to }) => ({ from, to }));
  return product_id ? { id, product_id, variant_id, quantity } : { id, service_id, provider_id, slots };
}

/**
 * Quotes the bag when its page opens. Removes a refused promo code, and chooses a shipping method. There is no quote if
 * the bag's own order, which waits for payment, has used the code up.
 */
async function firstQuote(cart: Cart): Promise<{ quote: Quote; refusal?: ApiError } | undefined> {
  const { id, promo_code, converted_order_id } = cart;
  try {
    const quote = await quoteCart(id);
    const [method] = quote.shipping_methods;
    if (quote.shipping_method || !method) return { quote };
    await updateCart(id, { shipping_method_id: method.id });
    return { quote: await quoteCart(id) };
  } catch (error) {
    if (!promo_code || !isRefusedCode(error)) throw error;
    if (converted_order_id) return undefined;
    const first = await firstQuote(await updateCart(id, { promo_code: "" }));
    return first && { ...first, refusal: error };
  }
}

/** Whether the API refuses the bag's promo code, also because too many codes were tried. */
function isRefusedCode(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.code.startsWith("PAYMENT.PROMO_CODE_") || error.code === "GENERAL.TOO_MANY_REQUESTS";
}

/** Says that the bag's order waits for payment, and leads back to the bag by cancelling the order. */
function waitingView({ id, promo_code, converted_order_id }: Cart, context: PageContext): View {
  const { words, to } = context;
  const order = `${to("order")}?order_id=${converted_order_id}`;
  const body = html`<h1 tabindex="-1">${words.bag}</h1><p class="empty">${words.waiting}</p>
    <p class="centre"><a class="button" href="${order}">${words.seeOrder}</a>
    <button class="quiet" id="change">${words.changeBag}</button></p><p class="centre" role="status"></p>`;
  const ready = (main: HTMLElement) =>
    onPress(main.querySelector("#change"), main.querySelector("[role=status]"), context, async () => {
      // Each change of the bag cancels its order, and then the code can be used again.
      await updateCart(id, { promo_code });
      dispatchEvent(new CustomEvent("go", { detail: to("bag") }));
    });
  return { title: words.bag, body, ready };
}
