import type { Payable } from "#lib/money/payments/payable.ts";
import { RESERVATION } from "./errors.ts";
import { reconcile } from "./settle.ts";
import { reservations } from "./table.ts";

/** Reservations as payments know them. */
export const reservationPayable: Payable = {
  name: "reservation",
  owns: (reference) => reference.startsWith("rsv_"),
  settle: (ctx, tenantId, reference, paymentId) => reconcile(ctx, tenantId, reference, paymentId),
  missing: () => RESERVATION.NOT_FOUND(),
  exists: async (businessId, id) => (await reservations.find({ businessId, id })) !== undefined,
};
