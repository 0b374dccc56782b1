import { createReservation } from "#lib/reservations/service.ts";
import { availableSlots } from "#lib/schedules/availability.ts";
import type { Random } from "#test/support/random.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { testContext } from "#test/support/world.ts";

interface Offered {
  businessId: string;
  serviceId: string;
  providerId: string;
}

/** Books one of the slots offered on random days, at once. Throws when one is refused; gives how many were booked. */
export async function bookOffers(random: Random, cases: number, salon: Offered): Promise<number> {
  const { businessId, serviceId, providerId } = salon;
  const actor = {
    kind: "person",
    id: "acc_staff",
    via: "session",
    credentialId: "",
    provider: "",
    guest: false,
    super: false,
  } as const;
  const ctx = testContext({ actor });
  let booked = 0;
  for (let turn = 0; turn < cases; turn++) {
    const from = MONDAY + random.int(Math.max(40, cases / 8)) * 24 * HOUR;
    const slots = await availableSlots(ctx, businessId, serviceId, { from, to: from + 24 * HOUR });
    if (slots.length === 0) continue;
    const { startTime, endTime } = random.pick(slots);
    const { status } = await createReservation(
      ctx,
      { parts: [{ serviceId, providerId, startTime, endTime }] },
      businessId,
    );
    if (status !== "CONFIRMED") throw new Error(`A slot that was offered became ${status}.`);
    booked++;
  }
  return booked;
}
