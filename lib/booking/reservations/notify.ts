import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { queryItems, readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { StoredLanguage } from "#core/texts/language-schema.ts";
import { emailOf } from "#lib/tenancy/people/service.ts";
import { languageFor, mailSenderOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { calendarFile } from "./calendar-file.ts";
import { type EmailedReservation, type Occasion, reservationEmail } from "./emails.ts";
import { reservationLife } from "./lifecycle.ts";
import { reservationPageUrl } from "./page-link.ts";
import { reconcileReservationPayment } from "./reconcile-payment.ts";
import { reservationReplacement } from "./record.ts";
import type { Reservation } from "./schema.ts";
import { dueOf } from "./states.ts";
import { reservations } from "./table.ts";
import { ReservationEvent } from "./view-schema.ts";

const MAX_BOOKINGS_READ = 100;

/** Mails the customer about an event of a reservation. An event causes one mail, however often it is delivered. */
export async function notifyReservation(ctx: Context, event: Event): Promise<void> {
  const reservation = ReservationEvent.parse(event.data);
  const occasion = occasionOf(event, reservation);
  if (!occasion || isInOrderMail(reservation, occasion)) return;
  const [business] = await readTogether([tenantRead(event.tenant_id)], ctx);
  const { data: language = null } = StoredLanguage.safeParse(event.inner?.language);
  const mailing = { id: `mail_${event.id}`, sequence: event.sequence, language };
  if (business) await transact(ctx, [await customerMail(ctx, business, reservation, occasion, mailing)]);
}

/** Ends unpaid holds, sends reminders a day before, and stops counting past cash bookings. */
export const dueReservations = dueWork(reservations, processDueReservation);

export async function processDueReservation(
  ctx: Context,
  key: { businessId: string; id: string },
): Promise<void> {
  const { businessId, id } = key;
  const before = await reservations.find(key, ctx);
  const due = before && dueOf(before);
  if (!before || due == null || due > ctx.now()) return;
  // A hold waits for a payment or for staff, so the state of the payment decides what happens at its end.
  if (before.holdExpiresAt !== null)
    return reconcileReservationPayment(ctx, businessId, id, before.payment?.id ?? null);
  const { record, mails } = reservationLife.transition(
    { reservation: before, now: ctx.now() },
    { type: "became due" },
  );
  const { writes } = reservationReplacement(ctx, before, record);
  await transact(ctx, [...writes, mails && (await reminderMail(ctx, before))]);
}

async function reminderMail(ctx: Context, reservation: Reservation): Promise<Write | undefined> {
  const { id, businessId, startTime, language } = reservation;
  const [business] = await readTogether([tenantRead(businessId)], ctx);
  const mailing = { id: `mail_reminder_${id}_${startTime}`, sequence: 0, language };
  return business && customerMail(ctx, business, reservation, "reminder", mailing);
}

// The mails of the order announce what happens to its reservation together with the order.
function isInOrderMail({ orderId, isApprovalRequired }: EmailedReservation, occasion: Occasion): boolean {
  if (!orderId) return false;
  return occasion === "cancelled" || (occasion === "confirmed" && !isApprovalRequired);
}

function occasionOf(event: Event, { status, statuses, updatedAt }: ReservationEvent): Occasion | undefined {
  if (event.type === "reservation.confirmed") return "confirmed";
  if (event.type === "reservation.cancelled") return "cancelled";
  if (event.type === "reservation.created") return status === "PENDING" ? "requested" : undefined;
  const isMoved = event.inner?.movedAt === updatedAt;
  if (status === "CONFIRMED" && isMoved) return "moved";
  // A pending reservation is not confirmed yet, so a new time is a new request.
  const isNew = isMoved || statuses.at(-1)?.timestamp === updatedAt;
  return status === "PENDING" && isNew ? "requested" : undefined;
}

interface Mailing {
  id: string;
  sequence: number;
  language: StoredLanguage;
}

/** The mail to a customer about a reservation; `undefined` without an email address. */
export async function customerMail(
  ctx: Context,
  business: Business,
  reservation: EmailedReservation,
  occasion: Occasion,
  { id, sequence, language }: Mailing,
): Promise<Write | undefined> {
  const mailbox = await mailboxOf(reservation);
  if (!mailbox) return undefined;
  const cancelled = occasion === "cancelled";
  const dated = cancelled || occasion === "confirmed" || occasion === "moved";
  const support = business.configs.emails?.support;
  const calendar =
    dated &&
    (await calendarFile({
      id: reservation.id,
      business: business.name,
      parts: reservation.parts,
      cancelled,
      language: languageFor({ language }, business),
      organizer: support ?? undefined,
      sequence,
      writtenAt: reservation.updatedAt,
    }));
  const url = await reservationPageUrl(reservation);
  return enqueueMail(
    ctx,
    mailbox.email,
    reservationEmail(business, reservation, { occasion, url, language }),
    {
      id,
      ...(calendar ? { calendar } : {}),
      ...mailSenderOf(business),
      proven: mailbox.proven,
    },
  );
}

/** The email address for a reservation, and whether it belongs to an account that has booked here itself. */
export async function mailboxOf(
  reservation: EmailedReservation,
): Promise<{ email: string; proven: boolean } | undefined> {
  const { customerId } = reservation;
  const account = customerId ? await emailOf(customerId) : "";
  const knows = account !== "" && (await hasBooked(reservation));
  // If staff named the person, the account's email address gets mail only after the person has booked here.
  const email = reservation.email ?? (knows ? account : "");
  return email ? { email, proven: knows && sameAddress(email, account) } : undefined;
}

/** Whether the customer has booked at this business in person, now or before. */
async function hasBooked({ businessId, customerId, statuses }: EmailedReservation): Promise<boolean> {
  if (customerId === null) return false;
  if (statuses[0]?.userId === customerId) return true;
  const { items } = await queryItems(reservations.child({ customerId }), {
    index: "child_created",
    descending: true,
    limit: MAX_BOOKINGS_READ,
  });
  const here = items.map(reservations.slots).filter((each) => each.businessId === businessId);
  const found = await reservations.batchGet(here);
  return found.some((each) => each.statuses[0]?.userId === customerId);
}
