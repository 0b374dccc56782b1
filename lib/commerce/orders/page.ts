import type { Context } from "#core/context.ts";
import { GENERAL } from "#core/errors.ts";
import { html, type SafeHtml } from "#core/html.ts";
import { billTable, confirmCancelForm, htmlPage, pageBadge, pageBlock } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { dayText } from "#core/texts/format.ts";
import type { Language } from "#core/texts/language.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import { addressLines, billOf } from "./bill.ts";
import { sumEntries } from "./books.ts";
import { cancelOrder } from "./cancel.ts";
import { orderIdsOfToken } from "./emails.ts";
import { buyerView, type FullOrderSnapshot, findOrderSnapshot, retryOrderOnConflict } from "./record.ts";
import type { Order } from "./schema.ts";
import { buyerMayCancel } from "./statuses.ts";
import { orderTexts } from "./texts.ts";
import { isPickup } from "./view.ts";

export async function showOrderPage(ctx: Context, token: string): Promise<RawReply> {
  return renderPage(ctx, await findPage(ctx, token));
}

export async function cancelFromPage(ctx: Context, token: string): Promise<RawReply> {
  const { order } = await findPage(ctx, token);
  if (buyerMayCancel(order, ctx.now())) {
    const reason = "cancelled by the buyer";
    await retryOrderOnConflict(() => cancelOrder(ctx, order.store_id, order.id, { reason }));
  }
  return renderPage(ctx, await findPage(ctx, token));
}

async function findPage(ctx: Context, token: string): Promise<FullOrderSnapshot> {
  const named = await orderIdsOfToken(token);
  if (!named || (await isDeleted(named.storeId, ctx.now()))) throw GENERAL.NOT_FOUND();
  const snapshot = await findOrderSnapshot(named.storeId, named.orderId);
  if (!snapshot) throw GENERAL.NOT_FOUND();
  return snapshot;
}

function renderPage(ctx: Context, { order, shop: { business } }: FullOrderSnapshot): RawReply {
  const language = languageFor(ctx, business);
  const { page: texts, rows: words, order: title } = orderTexts(language);
  const { shipping_address: to } = order;
  const ships = !isPickup(order) && order.items.some(({ snapshot }) => snapshot.requires_shipping);
  const main = [
    pageBadge(texts.status[order.status], BADGE_LOOKS[order.status]),
    html`<h1>${title(order.number)}</h1>`,
    html`<p class="soft">${dayText(language, order.created_at, business.timezone)}</p>`,
    paymentText(language, order),
    billTable(billOf(language, business, buyerView(order), "buyer")),
    ...order.shipments.map((shipment) => trackingHtml(language, shipment)),
    order.receipt_number && html`<p>${texts.receipt(order.receipt_number)}</p>`,
    to && ships && pageBlock(words.deliverTo, addressLines(language, to)),
    buyerMayCancel(order, ctx.now()) && confirmCancelForm(texts),
  ];
  return htmlPage({
    language,
    title: title(order.number),
    letterhead: letterheadOf(business, language),
    main: html`${main}`,
  });
}

/** Tells how the order is paid; of a cancelled order, only whether money was or will be refunded. */
function paymentText(language: Language, { status, entries, payment_status }: Order): SafeHtml | undefined {
  const texts = orderTexts(language).page;
  const { captured, refund_pending } = sumEntries(entries);
  const cancelled = status === "cancelled";
  if (cancelled && captured === 0 && payment_status !== "failed") return;
  const isRefundPending = cancelled && refund_pending > 0;
  return html`<p class="soft">${isRefundPending ? texts.back : texts.payment[payment_status]}</p>`;
}

const BADGE_LOOKS: Record<Order["status"], "plain" | "good" | "bad" | "note"> = {
  pending: "note",
  confirmed: "good",
  partially_cancelled: "note",
  cancelled: "bad",
  completed: "good",
};

function trackingHtml(language: Language, shipment: Order["shipments"][number]): SafeHtml {
  const { carrier, tracking_number, tracking_url, status } = shipment;
  const texts = orderTexts(language).page;
  const name = [carrier, tracking_number].filter(Boolean).join(" ") || texts.parcel;
  const link = tracking_url ? html`<a href="${tracking_url}">${name}</a>` : name;
  return html`<p>${link}: ${texts.shipment[status]}</p>`;
}
