import { answer } from "@storefront-backend/client";
import { hasVisitedBefore, type Schemas, storeId, visitor } from "#shop/backend.ts";
import { money, timeText } from "#shop/format.ts";
import { html, type Markup } from "#shop/html.ts";
import {
  field,
  mailField,
  onPress,
  onSubmit,
  type Page,
  type PageContext,
  type View,
} from "#shop/page-context.ts";
import { forgetDetails } from "#shop/typed-details.ts";

type Order = Schemas["BuyerOrder"];

const params = { path: { storeId } };

/** Signs a visitor in with a mailed code, and then lists the orders with the visitor's email address. */
export const account: Page = async (context) => {
  const me = hasVisitedBefore()
    ? await answer(visitor.GET("/v1/storefront/{storeId}/account/me", { params }))
    : undefined;
  return me?.verified ? orderList(context, me.email ?? "") : signInForm(context);
};

function signInForm(context: PageContext): View {
  const { words, to } = context;
  const body = html`<div class="narrow"><h1 tabindex="-1">${words.account}</h1><p class="lead">${words.accountLead}</p>
    <form id="ask"><label for="email">${words.email}</label><input id="email" name="email" ${mailField(words)} required>
      <button>${words.sendCode}</button><p role="status"></p></form>
    <form id="prove" hidden><label for="code">${words.code}</label>
      <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" required>
      <button>${words.signIn}</button><p role="status"></p></form></div>`;
  const ready = (main: HTMLElement) => {
    const [ask, prove] = ["#ask", "#prove"].map((id) => main.querySelector<HTMLFormElement>(id));
    if (!ask || !prove) return;
    let challenge_id = "";
    onSubmit(ask, context, async (fields) => {
      const request = { params, body: { email: field(fields, "email") } };
      const started = await answer(visitor.POST("/v1/storefront/{storeId}/account/code", request));
      challenge_id = started.challenge_id;
      prove.hidden = false;
      prove.querySelector("input")?.focus();
      return words.codeSent;
    });
    onSubmit(prove, context, async (fields) => {
      const proof = { params, body: { challenge_id, code: field(fields, "code") } };
      // The client stores the session that the API returns.
      await answer(visitor.POST("/v1/storefront/{storeId}/account/verify", proof));
      showOtherVisitor(to("account"));
      return "";
    });
  };
  return { title: words.account, body, ready };
}

async function orderList(context: PageContext, email: string): Promise<View> {
  const { words, to } = context;
  const { items } = await answer(visitor.GET("/v1/storefront/{storeId}/orders", { params }));
  const body = html`<div class="narrow"><h1 tabindex="-1">${words.yourOrders}</h1><p class="soft">${email}</p>
    ${items.length === 0 && html`<p class="empty">${words.noOrders}</p>`}
    <ul class="lines">${items.map((each) => orderRow(each, context))}</ul>
    <p><button class="quiet" id="leave">${words.signOut}</button></p><p role="status"></p></div>`;
  const ready = (main: HTMLElement) => {
    onPress(main.querySelector("#leave"), main.querySelector("[role=status]"), context, async () => {
      const { error } = await visitor.POST("/v1/storefront/{storeId}/account/logout", { params });
      if (error) throw error;
      forgetDetails();
      showOtherVisitor(to("account"));
    });
  };
  return { title: words.yourOrders, body, ready };
}

/** Opens the page again after a sign-in or sign-out. The bag is another one now, so its count is read again. */
function showOtherVisitor(address: string): void {
  dispatchEvent(new CustomEvent("cart"));
  dispatchEvent(new CustomEvent("go", { detail: address }));
}

function orderRow(
  { id, number, created_at, total, currency }: Order,
  { language, words, to }: PageContext,
): Markup {
  const address = `${to("order")}?order_id=${id}`;
  return html`<li><div><a href="${address}">${words.orderNumber} ${number}</a>
    <span class="soft">${timeText(created_at, language, { dateStyle: "medium" })}</span></div>
    <span>${money(total, currency, language)}</span></li>`;
}
