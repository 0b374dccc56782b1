import * as z from "zod";

/** An end of a delivery: what is sent again ends again. */
const End = z.object({
  is: z.enum(["delivered", "exhausted", "cancelled"]),
  at: z.int(),
  /** Tries that it took. */
  attempts: z.int(),
});
/** Ends that are noted of one delivery. */
const ENDS = 20;

export const Delivery = z.object({
  tenant_id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  status: z.enum(["pending", "delivered", "exhausted", "cancelled"]),
  /** Tries since the event or its last resending. */
  attempts: z.int(),
  due_at: z.int().nullable().default(null),
  /** None is ever taken back, so that figures of days that are over stay. */
  ends: z.array(End).default([]),
  created_at: z.int(),
});
export type Delivery = z.output<typeof Delivery>;

/** A delivery that has ended, with that end noted. */
export function endedDelivery(delivery: Delivery, is: z.output<typeof End>["is"], at: number): Delivery {
  const { attempts, ends } = delivery;
  const noted = ends.length < ENDS ? [...ends, { is, at, attempts }] : ends;
  return { ...delivery, status: is, due_at: null, ends: noted };
}
