import type { Context } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { mail } from "#core/mail/mail.ts";
import { calendarFile } from "#lib/booking/reservations/calendar-file.ts";
import { sentBy } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { cancelledLetter, letterFor, type Occasion, storeLetter } from "./letters.ts";
import { findWhole, type Whole } from "./load.ts";
import { pageLink } from "./page-link.ts";
import { BuyerOrder } from "./view-schema.ts";

/**
 * Mails the buyer what happened to an order, and the store of a new one and of one that its buyer cancels. One event is one mail, however often it comes:
 * what it says is what the event says, and its link shows what is so now.
 */
export async function notifyOrder(ctx: Context, event: Event): Promise<void> {
  const order = BuyerOrder.parse(event.data);
  const occasion = occasionOf(event.type, order);
  if (!occasion) return;
  const whole = await findWhole(event.tenant_id, event.record_id);
  if (!whole) return;
  const { business } = whole.shop;
  const writes = [
    await buyersMail(ctx, event, order, occasion, whole),
    await storesMail(ctx, event, order, business, occasion),
  ];
  if (writes.some(Boolean)) await transact(ctx, writes);
}

function occasionOf(type: string, order: BuyerOrder): Occasion | undefined {
  if (type === "order.confirmed") return "confirmed";
  // A hold that ended unpaid is no news to anybody: the cart is there again.
  if (type === "order.cancelled") return order.payment_status === "expired" ? undefined : "cancelled";
  const last = order.history.at(-1);
  const inPart = last?.action === "cancelled_in_part" ? "cancelled_in_part" : undefined;
  // Money that goes back with what was cancelled is told of together with it.
  if (type === "order.refunded") return last?.action === "cancelled" ? undefined : (inPart ?? "refunded");
  if (type === "order.completed") return givenBackAtOnce(order) ? undefined : inPart;
  if (type === "order.payment_refused")
    return order.status === "cancelled" ? "payment_refused" : "paid_twice";
  if (type === "order.shipment_created") return "shipped";
  return inPart;
}

function givenBackAtOnce({ payment: { refunds }, history }: BuyerOrder): boolean {
  const refund = refunds.at(-1);
  return refund?.status === "succeeded" && refund.created_at === history.at(-1)?.timestamp;
}

async function buyersMail(
  ctx: Context,
  event: Event,
  order: BuyerOrder,
  occasion: Occasion,
  { shop: { business }, reservation, order: { language } }: Whole,
): Promise<Write | undefined> {
  if (!order.email) return undefined;
  const url = await pageLink(order.store_id, order.id);
  const letter = letterFor(business, order, { occasion, url, language });
  const support = business.configs.emails?.support;
  const dated = occasion === "confirmed" || occasion === "cancelled";
  const calendar = dated && reservation && !reservation.isApprovalRequired;
  return mail(ctx, order.email, letter, {
    id: `mail_${event.id}`,
    ...sentBy(business),
    ...(calendar
      ? {
          calendar: {
            method: occasion === "cancelled" ? ("CANCEL" as const) : ("PUBLISH" as const),
            content: calendarFile({
              id: reservation.id,
              business: business.name,
              parts: reservation.parts,
              cancelled: occasion === "cancelled",
              organizer: support ?? undefined,
              sequence: event.sequence,
              writtenAt: event.at,
            }),
          },
        }
      : {}),
  });
}

async function storesMail(
  ctx: Context,
  event: Event,
  order: BuyerOrder,
  business: Business,
  occasion: Occasion,
): Promise<Write | undefined> {
  const withdrawn = occasion === "cancelled" && cancelledByBuyer(order);
  if (occasion !== "confirmed" && !withdrawn) return undefined;
  const to = business.configs.emails?.support ?? business.configs.emails?.billing;
  if (!to) return undefined;
  return mail(ctx, to, withdrawn ? cancelledLetter(business, order) : storeLetter(business, order), {
    id: `mail_store_${event.id}`,
    tenant_id: business.id,
    ...(order.email ? { reply_to: order.email } : {}),
  });
}

/** Of what the store was told: an order that never was confirmed is no news to it. */
function cancelledByBuyer({ history }: BuyerOrder): boolean {
  const last = history.findLast(({ action }) => action === "cancelled");
  return last?.actor.type === "customer" && history.some(({ action }) => action === "confirmed");
}
