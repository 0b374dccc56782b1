import type { Context } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { readTogether } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { businessName, personName } from "#core/mail/address.ts";
import { mail } from "#core/mail/mail.ts";
import type { Letter } from "#core/mail/template.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { localTime, zoneSpans } from "#lib/booking/schedules/zone.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { emailOf } from "#lib/tenancy/people/service.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { calendarFile } from "./calendar-file.ts";
import { changed } from "./record.ts";
import { ReservationView } from "./schema.ts";
import { reconcile, wasConfirmed } from "./settle.ts";
import { reservations } from "./table.ts";

const BATCH = 100;

/** What a letter says of a reservation. */
type Told = Omit<ReservationView, "items" | "accountId">;

type Occasion = "requested" | "confirmed" | "moved" | "cancelled" | "reminder";

/** Mails the customer what happened to a reservation. One event is one mail, however often it comes. */
export async function notifyReservation(ctx: Context, event: Event): Promise<void> {
  const reservation = ReservationView.parse(event.data);
  const occasion = occasionOf(event, reservation);
  if (!occasion || isTold(reservation, occasion)) return;
  const [business] = await readTogether([tenantRead(event.tenant_id)]);
  const mailing = { id: `mail_${event.id}`, sequence: event.sequence };
  if (business) await transact(ctx, [await letterFor(ctx, business, reservation, occasion, mailing)]);
}

/** Does what the minute has made due: ends holds that were not paid, and reminds of what is tomorrow. */
export async function tendReservations(ctx: Context): Promise<void> {
  await inTurn(await reservations.dueUntil(ctx.now(), BATCH), (key) => tend(ctx, key));
}

async function tend(ctx: Context, key: { businessId: string; id: string }): Promise<void> {
  const { businessId, id } = key;
  const before = await reservations.find(key);
  if (!before || before.dueAt === null || before.dueAt > ctx.now()) return;
  if (before.status === "CREATED" || before.status === "PENDING") {
    await reconcile(ctx, businessId, id, before.payment?.id ?? null);
    return;
  }
  const [business] = await readTogether([tenantRead(businessId)]);
  const reminded = { ...before, remindedAt: ctx.now() };
  const after = { ...changed(ctx, reminded, {}), dueAt: null };
  const mailing = { id: `mail_reminder_${id}_${before.startTime}`, sequence: 0 };
  await transact(ctx, [
    reservations.replace(before, after),
    business && (await letterFor(ctx, business, before, "reminder", mailing)),
  ]);
}

// The order's own mails tell of what is decided with it.
function isTold({ orderId, isApprovalRequired }: Told, occasion: Occasion): boolean {
  if (!orderId) return false;
  return occasion === "cancelled" || (occasion === "confirmed" && !isApprovalRequired);
}

function occasionOf(event: Event, { status, statuses, updatedAt }: ReservationView): Occasion | undefined {
  if (event.type === "reservation.confirmed") return "confirmed";
  if (event.type === "reservation.cancelled") return "cancelled";
  if (event.type === "reservation.created") return status === "PENDING" ? "requested" : undefined;
  const isMoved = event.inner?.movedAt === updatedAt;
  if (status === "CONFIRMED" && isMoved) return "moved";
  // Nothing is promised yet of one that waits: its new time is asked for like its first.
  const isNew = isMoved || statuses.at(-1)?.timestamp === updatedAt;
  return status === "PENDING" && isNew ? "requested" : undefined;
}

async function letterFor(
  ctx: Context,
  business: Business,
  reservation: Told,
  occasion: Occasion,
  { id, sequence }: { id: string; sequence: number },
): Promise<Write | undefined> {
  const { customerId } = reservation;
  const account = customerId ? await emailOf(customerId) : "";
  const knows = account !== "" && (await hasBooked(reservation));
  // Whom others named is mailed at their account's address only once they booked here themselves.
  const email = reservation.email ?? (knows ? account : "");
  if (!email) return undefined;
  const cancelled = occasion === "cancelled";
  const dated = cancelled || occasion === "confirmed" || occasion === "moved";
  const support = business.configs.emails?.support;
  const content = calendarFile({
    id: reservation.id,
    business: business.name,
    parts: reservation.parts,
    cancelled,
    organizer: support ?? undefined,
    sequence,
    writtenAt: reservation.updatedAt,
  });
  return mail(ctx, email, letterOf(business, reservation, occasion), {
    id,
    ...(dated
      ? { calendar: { method: cancelled ? ("CANCEL" as const) : ("PUBLISH" as const), content } }
      : {}),
    tenant_id: business.id,
    proven: knows && email === account,
    from_name: business.name,
    ...(support ? { reply_to: support } : {}),
  });
}

/** Whether the customer of a reservation has booked at its business on their own, this time or before. */
async function hasBooked({ businessId, customerId, statuses }: Told): Promise<boolean> {
  if (customerId === null) return false;
  if (statuses[0]?.userId === customerId) return true;
  const { items } = await queryItems(reservations.child({ customerId }), {
    index: "child_created",
    descending: true,
    limit: BATCH,
  });
  const here = items.map(reservations.slots).filter((each) => each.businessId === businessId);
  const found = await reservations.batchGet(here);
  return found.some((each) => each.statuses[0]?.userId === customerId);
}

const WORDS: Record<Occasion, { subject: string; title: string; text: string }> = {
  requested: {
    subject: "We have your request",
    title: "We have your request",
    text: "We will look at it and let you know. The time is kept for you.",
  },
  confirmed: {
    subject: "Your appointment is confirmed",
    title: "See you soon",
    text: "Your appointment is confirmed.",
  },
  moved: {
    subject: "Your appointment has moved",
    title: "Your appointment has a new time",
    text: "This is when it is now.",
  },
  cancelled: {
    subject: "Your appointment is cancelled",
    title: "Your appointment is cancelled",
    text: "This appointment will not take place.",
  },
  reminder: {
    subject: "Your appointment is tomorrow",
    title: "See you tomorrow",
    text: "This is what you have booked.",
  },
};

function letterOf({ name: given, timezone }: Business, reservation: Told, occasion: Occasion): Letter {
  const { subject, title, text } = WORDS[occasion];
  const { parts, total, currency } = reservation;
  const name = businessName(given);
  const customer = personName(reservation.name ?? "");
  const owed = occasion === "cancelled" ? openMoney(reservation) : 0;
  const money = `You have paid ${moneyText(owed, currency)} for it. Answer this mail to agree on what becomes of that.`;
  return {
    subject: `${subject} – ${name}`,
    title,
    paragraphs: [
      `${customer ? `${customer}, t` : "T"}his is from ${name}.`,
      text,
      ...(owed > 0 ? [money] : []),
    ],
    rows: [
      ...parts.map((part) => ({
        label: `${part.serviceName}, with ${part.providerName}`,
        value: whenText(part.startTime, part.endTime, timezone),
      })),
      ...(total > 0 ? [{ label: "Price", value: moneyText(total, currency) }] : []),
    ],
    footer: `Reservation ${reservation.id}`,
  };
}

// What was paid for a booking that was never confirmed goes back by itself.
function openMoney(reservation: Told): number {
  const { payment } = reservation;
  return payment && wasConfirmed(reservation) ? payment.captured - payment.refunded : 0;
}

function whenText(start: number, end: number, zone: string): string {
  const spans = zoneSpans(zone, start, end);
  const clock = (at: number) => new Date(localTime(spans, at) * 1000).toISOString();
  const day = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(clock(start)),
  );
  return `${day}, ${clock(start).slice(11, 16)}–${clock(end).slice(11, 16)} (${zone})`;
}
