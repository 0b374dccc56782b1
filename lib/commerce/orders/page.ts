import { isDeleted } from "#core/auth/authenticate.ts";
import type { Context } from "#core/context.ts";
import { GENERAL } from "#core/errors.ts";
import type { RawReply } from "#core/http/reply.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { htmlPage } from "#lib/money/payments/page.ts";
import { cancelOrder } from "./cancel.ts";
import { findWhole, type Whole } from "./load.ts";
import { orderOfToken } from "./page-link.ts";
import { patiently } from "./patience.ts";
import type { Order, OrderItem } from "./schema.ts";

/** The order as its buyer sees it: status, lines, tracking, and a receipt with its taxes. */
export async function showOrderPage(ctx: Context, token: string): Promise<RawReply> {
  return pageOf(await opened(ctx, token));
}

/** Cancels the order of a page, while nothing of it was sent. */
export async function cancelFromPage(ctx: Context, token: string): Promise<RawReply> {
  const { order } = await opened(ctx, token);
  if (mayCancel(order)) {
    await patiently(() => cancelOrder(ctx, order.store_id, order.id, "cancelled by the buyer"));
  }
  return pageOf(await opened(ctx, token));
}

async function opened(ctx: Context, token: string): Promise<Whole> {
  const named = await orderOfToken(token);
  if (!named || (await isDeleted(named.storeId, ctx.now()))) throw GENERAL.NOT_FOUND();
  const whole = await findWhole(named.storeId, named.orderId);
  if (!whole) throw GENERAL.NOT_FOUND();
  return whole;
}

/** Whether the buyer may cancel: until something was sent, or an appointment has begun. */
export function mayCancel({ status, items, shipments }: Order): boolean {
  const open = status === "pending" || status === "confirmed" || status === "partially_cancelled";
  return open && shipments.length === 0 && items.every(({ fulfilled_quantity }) => fulfilled_quantity === 0);
}

function pageOf({ order, shop }: Whole): RawReply {
  const { number, currency } = order;
  const money = (amount: number) => escapeHtml(moneyText(amount, currency));
  const row = (label: string, value: string) => `<tr><td>${label}</td><td>${value}</td></tr>`;
  const main = [
    `<p class="tag">${escapeHtml(STATUS[order.status])}</p><h1>Order ${escapeHtml(number)}</h1>`,
    `<p>${escapeHtml(shop.business.name)} · ${escapeHtml(PAID[order.payment_status])}</p>`,
    `<table>${order.items.map((item) => row(lineOf(item), money(item.money.total))).join("")}`,
    ...order.shipping_lines.map(({ name, total }) => row(escapeHtml(name), money(total))),
    order.discount > 0 ? row("Discount, taken off above", money(order.discount)) : "",
    row(order.tax_inclusive ? "Tax, contained above" : "Tax, contained in the lines", money(order.tax)),
    `${row("<b>Total</b>", `<b>${money(order.total)}</b>`)}`,
    order.payment.refunded > 0 ? row("Given back", money(order.payment.refunded)) : "",
    "</table>",
    ...order.shipments.map(trackingOf),
    order.receipt_number ? `<p>Receipt ${escapeHtml(order.receipt_number)}</p>` : "",
    mayCancel(order) ? CANCEL : "",
  ];
  return htmlPage(`Order ${escapeHtml(number)}`, main.join(""));
}

const CANCEL = `<form method="post"><button name="action" value="cancel">Cancel this order</button></form>`;
const STATUS: Record<Order["status"], string> = {
  pending: "waits for its payment",
  confirmed: "confirmed",
  partially_cancelled: "cancelled in part",
  cancelled: "cancelled",
  completed: "completed",
};
const PAID: Record<Order["payment_status"], string> = {
  unpaid: "not paid yet",
  pending: "not paid yet",
  authorized: "the payment is on its way",
  paid: "paid",
  partially_refunded: "partly given back",
  refunded: "given back",
  failed: "the payment was declined",
  expired: "not paid in time",
};

function lineOf({ quantity, cancelled_quantity, snapshot, from }: OrderItem): string {
  const gone = cancelled_quantity > 0 ? ` (${cancelled_quantity} cancelled)` : "";
  const when =
    from === null ? "" : `, ${new Date(from * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return escapeHtml(`${quantity} × ${snapshot.name}${when}${gone}`);
}

function trackingOf({ carrier, tracking_number, tracking_url, status }: Order["shipments"][number]): string {
  const name = escapeHtml([carrier, tracking_number].filter(Boolean).join(" ") || "A parcel");
  const link = tracking_url ? `<a href="${escapeHtml(tracking_url)}">${name}</a>` : name;
  return `<p>${link}: ${escapeHtml(status.replaceAll("_", " "))}</p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
