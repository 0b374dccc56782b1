import * as z from "zod";

/** An end of a delivery; a resent delivery ends again. */
const End = z.object({
  is: z.enum(["delivered", "exhausted", "cancelled"]),
  at: z.int(),
  /** Attempts that it took. */
  attempts: z.int(),
});
/** Most ends that are stored of one delivery. */
const ENDS = 20;

export const Delivery = z.object({
  tenant_id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  status: z.enum(["pending", "delivered", "exhausted", "cancelled"]),
  /** Attempts since the event or its last resending. */
  attempts: z.int(),
  due_at: z.int().nullable().default(null),
  /** Ends are never removed, so that figures of past days stay. */
  ends: z.array(End).default([]),
  created_at: z.int(),
});
export type Delivery = z.output<typeof Delivery>;

/** The delivery with its end stored. */
export function endedDelivery(delivery: Delivery, is: z.output<typeof End>["is"], at: number): Delivery {
  const { attempts, ends } = delivery;
  const noted = ends.length < ENDS ? [...ends, { is, at, attempts }] : ends;
  return { ...delivery, status: is, due_at: null, ends: noted };
}
