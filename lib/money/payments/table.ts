import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { Payment, Refund } from "./schema.ts";

const KEPT = 180 * 86_400;

export const payments = entity({
  name: "payment",
  schema: Payment,
  pk: "TENANT#{tenant_id}#PAYMENT",
  sk: "{id}",
  indexes: { child: "TENANT#{tenant_id}#PAYMENT#{reference}" },
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const refunds = entity({
  name: "refund",
  schema: Refund,
  pk: "TENANT#{tenant_id}#REFUND",
  sk: "{id}",
  indexes: { child: "TENANT#{tenant_id}#REFUND#{reference}" },
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Events of providers that have been applied: none is applied twice. */
export const paymentEvents = entity({
  name: "payment_event",
  schema: z.object({ tenant_id: z.string(), provider: z.string(), id: z.string(), at: z.int() }),
  pk: "TENANT#{tenant_id}#PAYMENT_EVENT",
  sk: "{provider}#{id}",
  ttl: ({ at }) => at + KEPT,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The books of the sandbox: what its customers were asked and what they decided. */
export const sandboxCharges = entity({
  name: "sandbox_charge",
  schema: z.object({
    tenant_id: z.string(),
    payment_id: z.string(),
    status: z.enum(["open", "approved", "declined", "delayed"]),
    amount: z.int(),
    currency: z.string(),
    lines: z.array(z.object({ name: z.string(), quantity: z.int(), amount: z.int() })),
    success_url: z.string(),
    cancel_url: z.string(),
    /** When a delayed payment goes through. */
    settles_at: z.int().nullable(),
    created_at: z.int(),
  }),
  pk: "TENANT#{tenant_id}#SANDBOX_CHARGE",
  sk: "{payment_id}",
  indexes: ({ settles_at }) =>
    settles_at === null ? {} : { due: "SANDBOX_CHARGE", due_at: "{settles_at}#{payment_id}" },
  ttl: ({ created_at }) => created_at + KEPT,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
