import * as z from "zod";

const Id = z.string().min(1).max(255);
const Metadata = z.record(z.string(), z.string()).nullish();

/** A callback of Stripe, whose `object` is of the kind that its type says (https://docs.stripe.com/api/events). */
export const StripeEvent = z.object({
  id: Id,
  type: z.string().max(255),
  created: z.int().min(0),
  data: z.object({ object: z.looseObject({}) }),
});
export type StripeEvent = z.output<typeof StripeEvent>;

/** What can be paid: it carries what we wrote into it. */
export const PaidObject = z.object({ metadata: Metadata });

/** What was made of a payment: a charge, a refund or a dispute, which names its payment intent. */
export const MadeObject = z.object({
  metadata: Metadata,
  payment_intent: z.union([Id, z.object({ metadata: Metadata })]).nullish(),
});

/** What we write into a payment. What others write into theirs is none of ours. */
export const OurMetadata = z.object({
  tenant_id: Id,
  payment_id: Id,
  n: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  refund_id: Id.optional(),
});
