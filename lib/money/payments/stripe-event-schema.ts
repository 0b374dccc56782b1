import * as z from "zod";

const Id = z.string().min(1).max(255);
const Metadata = z.record(z.string(), z.string()).nullish();

/** A callback of Stripe. The shape of `object` depends on `type` (https://docs.stripe.com/api/events). */
export const StripeEvent = z.object({
  id: Id,
  type: z.string().max(255),
  created: z.int().min(0),
  data: z.object({ object: z.looseObject({}) }),
});
export type StripeEvent = z.output<typeof StripeEvent>;

/** An object that carries our metadata. */
export const ObjectWithMetadata = z.object({ metadata: Metadata });

/** A charge, a refund or a dispute, which names its payment intent. */
export const ObjectOfIntent = z.object({
  metadata: Metadata,
  payment_intent: z.union([Id, z.object({ metadata: Metadata })]).nullish(),
});

/** Our metadata. Other software may use the same account with its own. */
export const OurMetadata = z.object({
  tenant_id: Id,
  payment_id: Id,
  n: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  refund_id: Id.optional(),
});
