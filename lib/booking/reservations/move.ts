import { type Budget, spendBudget } from "#core/budget.ts";
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
import { reservationLife } from "./lifecycle.ts";
import type { LifecycleEvent } from "./lifecycle-events.ts";
import { type LoadedBooking, loadBooking } from "./load-booking.ts";
import { partsFrom } from "./parts.ts";
import { itemOfOffer, repriceItems } from "./pricing.ts";
import type { ReservationPartInput } from "./request-schema.ts";
import type { Part, Reservation } from "./schema.ts";

/** Most moves of one reservation by its customer, per hour. */
const MOVE_BUDGET: Budget = [10, HOUR];

/** A requested part, and the existing one if it is not new. */
interface MoveStep {
  part: ReservationPartInput;
  old: Part | undefined;
  /** Undefined for an unchanged part, which needs no current offer. */
  offer: Offer | undefined;
}

/**
 * Changes what is booked. Unchanged parts keep their time. For the others, one transaction frees the old time and takes
 * the new one.
 *
 * @param earlier events that happen before the move, which may change the status
 */
export async function moveReservation(
  ctx: Context,
  before: Stored<Reservation>,
  earlier: readonly LifecycleEvent[],
  requested: readonly ReservationPartInput[],
  also: readonly Write[],
): Promise<Reservation> {
  const { businessId, promoCode } = before;
  // Moves by customers are limited, because each sends a mail and takes time from others.
  if (!(await ctx.may("WRITE", businessId)))
    await spendBudget(ctx, "moves_per_reservation", before.id, MOVE_BUDGET);
  const moving = (moved: Part[], worth: number): LifecycleEvent => ({
    type: "rescheduled",
    parts: moved,
    total: worth,
  });
  const reservation = applyEvents(ctx, before, earlier);
  const refusal = reservationLife.refusal({ reservation, now: ctx.now() }, moving([], 0));
  if (refusal) throw refusal;
  const fresh = requested.filter((part) => !before.parts.some((old) => isSamePart(old, part)));
  const known = await loadBooking(ctx, businessId, { parts: fresh, booked: before.parts, promoCode });
  const steps = requested.map((part) => ({
    part,
    old: before.parts.find(({ id }) => id === part.id),
    offer: known.offers[fresh.indexOf(part)],
  }));
  const { amounts, total } = await priceMove(ctx, before, known, steps);
  const languages = namingLanguages(before.language ? [before.language] : [], known.business);
  const parts = steps.map((step, index) => movedPart(ctx, step, amounts[index] ?? 0, languages));
  const all = [...earlier, moving(parts, total)];
  const decide = (isTimeGone: boolean) => applyEvents(ctx, before, all, isTimeGone);
  checkSize(decide(false));
  const { record, writes } = await transitionWrites(ctx, before, decide, { known });
  return transact(ctx, [...writes, ...also], record);
}

export function isSamePart(
  old: Part,
  { id, serviceId, providerId, startTime, endTime = old.endTime }: ReservationPartInput,
): boolean {
  return (
    old.id === id &&
    old.serviceId === serviceId &&
    old.providerId === providerId &&
    old.startTime === startTime &&
    old.endTime === endTime
  );
}

// A part keeps its price while its service and provider stay. Only staff may change the price.
async function priceMove(
  ctx: Context,
  before: Reservation,
  { business, promo }: LoadedBooking,
  steps: readonly MoveStep[],
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

// A moved part keeps the names under which it was booked.
function movedPart(
  ctx: Context,
  { part, old, offer }: MoveStep,
  price: number,
  languages: readonly string[],
): Part {
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
