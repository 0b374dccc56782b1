import { type Budget, spend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { checkSize } from "#core/records/record.ts";
import { HOUR } from "#core/seconds.ts";
import type { Offer } from "#lib/booking/bookables/offer.ts";
import { namingLanguages } from "#lib/tenancy/tenants/service.ts";
import { RESERVATION } from "./errors.ts";
import { applyEvents, transitionWrites } from "./event-writes.ts";
import { type LifecycleEvent, reservationLife } from "./lifecycle.ts";
import { type LoadedBooking, loadBooking } from "./load-booking.ts";
import { partsFrom } from "./parts.ts";
import { itemOfOffer, repriceItems } from "./pricing.ts";
import type { PartInput } from "./request-schema.ts";
import type { Part, Reservation } from "./schema.ts";

/** Moves of one reservation that its customer makes. */
const MOVES: Budget = [10, HOUR];

/** A part as it is wanted, and as it was if it is not a new one. */
interface Step {
  part: PartInput;
  old: Part | undefined;
  /** Undefined for a part that stays as it is, whatever has become of what it is of. */
  offer: Offer | undefined;
}

/**
 * Changes what is booked. Parts that stay as they are keep their time; the others are taken as they are freed.
 *
 * @param earlier what happens to the reservation before it is moved: it may be another status that is moved
 */
export async function moveReservation(
  ctx: Context,
  before: Stored<Reservation>,
  earlier: readonly LifecycleEvent[],
  wanted: readonly PartInput[],
  also: readonly Write[],
): Promise<Reservation> {
  const { businessId, promoCode } = before;
  // Each move of a customer mails somebody, and takes time from others.
  if (!(await ctx.may("WRITE", businessId))) await spend(ctx, "moves_per_reservation", before.id, MOVES);
  const moving = (moved: Part[], worth: number): LifecycleEvent => ({
    type: "rescheduled",
    parts: moved,
    total: worth,
  });
  const reservation = applyEvents(ctx, before, earlier);
  const refusal = reservationLife.refusal({ reservation, now: ctx.now() }, moving([], 0));
  if (refusal) throw refusal;
  const fresh = wanted.filter((part) => !before.parts.some((old) => isSamePart(old, part)));
  const known = await loadBooking(ctx, businessId, { parts: fresh, booked: before.parts, promoCode });
  const steps = wanted.map((part) => ({
    part,
    old: before.parts.find(({ id }) => id === part.id),
    offer: known.offers[fresh.indexOf(part)],
  }));
  const { amounts, total } = await priceOf(ctx, before, known, steps);
  const languages = namingLanguages(before.language ? [before.language] : [], known.business);
  const parts = steps.map((step, index) => partOf(ctx, step, amounts[index] ?? 0, languages));
  const all = [...earlier, moving(parts, total)];
  const decide = (isTimeGone: boolean) => applyEvents(ctx, before, all, isTimeGone);
  checkSize(decide(false));
  const { record, writes } = await transitionWrites(ctx, before, decide, { known });
  return transact(ctx, [...writes, ...also], record);
}

/** Whether a part is wanted as it is booked. */
export function isSamePart(
  old: Part,
  { id, serviceId, providerId, startTime, endTime = old.endTime }: PartInput,
): boolean {
  return (
    old.id === id &&
    old.serviceId === serviceId &&
    old.providerId === providerId &&
    old.startTime === startTime &&
    old.endTime === endTime
  );
}

// A part keeps its price as long as it is of the same service and provider. Another price is for staff to give.
async function priceOf(
  ctx: Context,
  before: Reservation,
  { business, promo }: LoadedBooking,
  steps: readonly Step[],
): Promise<{ amounts: number[]; total: number }> {
  const items = steps.map(({ part, old, offer }) =>
    offer && old?.providerId !== part.providerId
      ? itemOfOffer(offer)
      : {
          serviceId: part.serviceId,
          prices: [{ market: before.market, amount: old?.price ?? 0 }],
          quantity: 1,
        },
  );
  const asBooked = before.parts.map(({ price }) => price);
  const keepsAll = steps.every(({ part, old }) => old?.providerId === part.providerId);
  if (keepsAll && steps.length === asBooked.length) {
    return { amounts: steps.map(({ old }) => old?.price ?? 0), total: before.total };
  }
  const { amounts, priced } = repriceItems(business, items, before, promo, ctx.now());
  const sameEach = steps.every(({ old }, index) => old?.price === amounts[index]);
  if (sameEach && steps.length === asBooked.length) return { amounts, total: before.total };
  if (!(await ctx.may("WRITE", before.businessId))) throw GENERAL.FORBIDDEN();
  return { amounts, total: priced.total };
}

// Who comes at another time comes to what was booked, by the name that it was booked by.
function partOf(ctx: Context, { part, old, offer }: Step, price: number, languages: readonly string[]): Part {
  const [made] = offer ? partsFrom(ctx, [offer], [part], [price], { languages }) : [old];
  if (!made) throw RESERVATION.FAILED_CREATE({ message: "a part of it is not offered" });
  return {
    ...made,
    ...(old?.serviceId === made.serviceId ? { serviceName: old.serviceName } : {}),
    ...(old?.providerId === made.providerId ? { providerName: old.providerName } : {}),
    price,
    blocks: part.blocks ?? old?.blocks ?? [],
  };
}
