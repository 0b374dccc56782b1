import type { Context } from "#core/context.ts";
import { publicVersion } from "#core/dynamo/entity-shape.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { spendResendBudget } from "#core/mail/resend-budget.ts";
import { DAY } from "#core/seconds.ts";
import type { Unversioned } from "#core/view-schema.ts";
import { calendarFile } from "#lib/booking/reservations/calendar-file.ts";
import { languageFor, mailSenderOf } from "#lib/tenancy/tenants/letterhead.ts";
import { buyerEmail, cancelledOrderEmail, newOrderEmail, type Occasion, orderPageUrl } from "./emails.ts";
import { ORDER } from "./errors.ts";
import { buyerView, type FullOrderSnapshot, findOrderSnapshot } from "./record.ts";
import type { MailOrder, OrderMailed } from "./request-schema.ts";
import { isPickup } from "./view.ts";
import { BuyerOrder } from "./view-schema.ts";

/** Seconds after which an event is too old for a mail. */
const MAX_EVENT_AGE = 7 * DAY;

/**
 * Mails the buyer about an event of an order, and the store about a new order or one that its buyer cancelled. An
 * event causes one mail, however often it is delivered. The mail shows the order as it was at the event, and its link
 * leads to the current order.
 */
export async function notifyOrder(ctx: Context, event: Event): Promise<void> {
  const order = BuyerOrder.parse(event.data);
  const occasion = ctx.now() - event.at > MAX_EVENT_AGE ? undefined : occasionOf(event.type, order);
  if (!occasion) return;
  const snapshot = await findOrderSnapshot(event.tenant_id, event.record_id);
  if (!snapshot) return;
  const writes = [
    await buyerMail(ctx, order, occasion, snapshot, {
      id: `mail_${event.id}`,
      sequence: event.sequence,
      writtenAt: event.at,
    }),
    await storeMail(ctx, event, order, snapshot, occasion),
  ];
  if (writes.some(Boolean)) await transact(ctx, writes);
}

function occasionOf(type: string, order: BuyerOrder): Occasion | undefined {
  if (type === "order.confirmed") return "confirmed";
  // An expired hold causes no mail, as the cart is open again.
  if (type === "order.cancelled") return order.payment_status === "expired" ? undefined : "cancelled";
  const last = order.history.at(-1);
  const inPart = last?.action === "cancelled_in_part" ? "cancelled_in_part" : undefined;
  // The mail about the cancellation also names the refund.
  if (type === "order.refunded") return last?.action === "cancelled" ? undefined : (inPart ?? "refunded");
  if (type === "order.completed") return refundedWithLastChange(order) ? undefined : inPart;
  if (type === "order.payment_refused")
    return order.status === "cancelled" ? "payment_refused" : "paid_twice";
  if (type === "order.shipment_created") return "shipped";
  return inPart;
}

function refundedWithLastChange({ payment: { refunds }, history }: BuyerOrder): boolean {
  const refund = refunds.at(-1);
  return refund?.status === "succeeded" && refund.created_at === history.at(-1)?.timestamp;
}

async function storeMail(
  ctx: Context,
  event: Event,
  order: BuyerOrder,
  { order: stored, shop: { business } }: FullOrderSnapshot,
  occasion: Occasion,
): Promise<Write | undefined> {
  const isByBuyer = occasion === "cancelled" && cancelledByBuyer(order);
  if (occasion !== "confirmed" && !isByBuyer) return undefined;
  const to = business.configs.emails?.support ?? business.configs.emails?.billing;
  if (!to) return undefined;
  return enqueueMail(
    ctx,
    to,
    isByBuyer
      ? cancelledOrderEmail(business, order)
      : newOrderEmail(business, order, { isPickup: isPickup(stored) }),
    {
      id: `mail_store_${event.id}`,
      tenant_id: business.id,
      ...(order.email ? { reply_to: order.email } : {}),
    },
  );
}

/** True if the buyer cancelled a confirmed order; the store was never mailed about any other. */
function cancelledByBuyer({ history }: BuyerOrder): boolean {
  const last = history.findLast(({ action }) => action === "cancelled");
  return last?.actor.type === "customer" && history.some(({ action }) => action === "confirmed");
}

/** Id of the mail, and sequence number and time of its calendar file; the file with the highest number counts. */
interface Mailing {
  id: string;
  sequence: number;
  writtenAt: number;
}

/** The mail to a buyer, with a calendar file if it confirms or cancels an appointment without approval. */
async function buyerMail(
  ctx: Context,
  order: Unversioned<BuyerOrder>,
  occasion: Occasion,
  { shop: { business }, reservation, order: stored }: FullOrderSnapshot,
  { id, ...written }: Mailing,
): Promise<Write | undefined> {
  if (!order.email) return undefined;
  const url = await orderPageUrl(order.store_id, order.id);
  const { language } = stored;
  const email = buyerEmail(business, order, { occasion, url, language, isPickup: isPickup(stored) });
  const dated = occasion === "confirmed" || occasion === "cancelled";
  if (!dated || !reservation || reservation.isApprovalRequired)
    return enqueueMail(ctx, order.email, email, { id, ...mailSenderOf(business) });
  const calendar = await calendarFile({
    id: reservation.id,
    business: business.name,
    parts: reservation.parts,
    cancelled: occasion === "cancelled",
    language: languageFor({ language }, business),
    organizer: business.configs.emails?.support ?? undefined,
    ...written,
  });
  return enqueueMail(ctx, order.email, email, { id, ...mailSenderOf(business), calendar });
}

const OCCASIONS = {
  confirmation: "confirmed",
  shipment: "shipped",
  receipt: "receipt",
} as const satisfies Record<MailOrder["kind"], Occasion>;

/**
 * Sends the buyer a mail again, with the current order.
 *
 * @throws ORDER.INVALID_STATUS if there is no such mail about this order, or no email address
 */
export async function mailOrder(
  ctx: Context,
  storeId: string,
  id: string,
  { kind }: MailOrder,
): Promise<OrderMailed> {
  const snapshot = await findOrderSnapshot(storeId, id, ctx);
  if (!snapshot) throw ORDER.NOT_FOUND();
  const { order } = snapshot;
  if (!order.email) throw ORDER.INVALID_STATUS({ message: "the order has no mail address" });
  const view = buyerView(order);
  const shipments = view.shipments.filter(({ status }) => status !== "cancelled");
  const message = reasonForNoMail(kind, { ...view, shipments });
  if (message) throw ORDER.INVALID_STATUS({ message });
  await spendResendBudget(ctx, order.email);
  const mailing = {
    id: newId("mail", ctx.clock()),
    sequence: publicVersion(order),
    writtenAt: order.updated_at,
  };
  const sent = await buyerMail(ctx, { ...view, shipments }, OCCASIONS[kind], snapshot, mailing);
  return transact(ctx, [sent], { kind, to: order.email });
}

/** The reason why there is no mail of a kind; `undefined` if there is one. */
function reasonForNoMail(
  kind: MailOrder["kind"],
  order: Pick<BuyerOrder, "status" | "shipments" | "receipt_number">,
): string | undefined {
  const { status, shipments, receipt_number } = order;
  if (kind === "shipment") return shipments.length > 0 ? undefined : "nothing of it was sent";
  if (kind === "receipt") return receipt_number === null ? "nothing was paid for it" : undefined;
  if (status === "cancelled") return "the order is cancelled";
  return status === "pending" ? "the order is not confirmed" : undefined;
}
