import * as z from "zod";

/** How and when a delivery ended; a resent delivery ends again. */
const Ending = z.object({
  is: z.enum(["delivered", "exhausted", "cancelled"]),
  at: z.int(),
  /** Number of attempts before this end. */
  attempts: z.int(),
});
/** Most ends that one delivery stores. */
const MAX_ENDS = 20;

export const Delivery = z.object({
  tenant_id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  status: z.enum(["pending", "delivered", "exhausted", "cancelled"]),
  /** Number of attempts since the event or its last resending. */
  attempts: z.int(),
  due_at: z.int().nullable().default(null),
  /** Ends are never removed, so that figures of past days do not change. */
  ends: z.array(Ending).default([]),
  created_at: z.int(),
});
export type Delivery = z.output<typeof Delivery>;

/** The delivery in its final status, with one more recorded end. */
export function endedDelivery(delivery: Delivery, is: z.output<typeof Ending>["is"], at: number): Delivery {
  const { attempts, ends } = delivery;
  const noted = ends.length < MAX_ENDS ? [...ends, { is, at, attempts }] : ends;
  return { ...delivery, status: is, due_at: null, ends: noted };
}
