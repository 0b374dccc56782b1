import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { PaymentCredential, RefusedCallbacks } from "./provider-schema.ts";
import { Attempt, Refund } from "./schema.ts";

const KEPT = 180 * DAY;

/** The pages of payments: each is written before its provider is called. */
export const attempts = entity({
  name: "payment_attempt",
  schema: Attempt,
  pk: "TENANT#{tenant_id}#PAYMENT_ATTEMPT#{payment_id%8}",
  sk: "{payment_id}#{n}",
  indexes: {
    list: "TENANT#{tenant_id}#PAYMENT_ATTEMPT#{stands}",
    due: "PAYMENT_ATTEMPT#{payment_id%8}",
  },
  due_at: ({ due_at }) => due_at,
  // What was paid is looked at again for months, and can be closed no more.
  computed: ({ status, due_at }) => ({ stands: status === "paid" || due_at === null ? null : "OPEN" }),
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Accounts at payment providers. */
export const paymentCredentials = entity({
  name: "payment_credential",
  schema: PaymentCredential,
  pk: "TENANT#{tenant_id}#PAYMENT_PROVIDER",
  sk: "{id}",
  ttl: ({ retired_at }) => (retired_at === null ? undefined : retired_at + KEPT),
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

/** Callbacks that have been applied: one that comes again costs no call to its provider. */
export const paymentEvents = entity({
  name: "payment_event",
  schema: z.object({ tenant_id: z.string(), provider: z.string(), id: z.string(), at: z.int() }),
  pk: "TENANT#{tenant_id}#PAYMENT_EVENT",
  sk: "{provider}#{id}",
  ttl: ({ at }) => at + KEPT,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** How many callbacks had no effect. */
export const callbackCounts = entity({
  name: "payment_callbacks",
  schema: RefusedCallbacks.extend({ tenant_id: z.string(), provider: z.string() }),
  pk: "TENANT#{tenant_id}#PAYMENT_CALLBACKS",
  sk: "{provider}",
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** How much is held that is to be paid in cash and is not paid yet: by each customer, address, network, and of each level. */
export const cashCounts = entity({
  name: "cash_count",
  schema: z.object({ tenant_id: z.string(), name: z.string(), held: z.int(), updated_at: z.int() }),
  pk: "TENANT#{tenant_id}#CASH_COUNT#{name%8}",
  sk: "{name}",
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The books of the sandbox: what its customers decided. A page that nobody has decided on has none. */
export const sandboxCharges = entity({
  name: "sandbox_charge",
  schema: z.object({
    tenant_id: z.string(),
    payment_id: z.string(),
    n: z.int(),
    status: z.enum(["approved", "declined", "delayed", "closed"]),
    amount: z.int(),
    /** What of it was given back here, without the shop. */
    desk: z.array(z.object({ ref: z.string(), amount: z.int() })).default([]),
    /** When a delayed payment goes through. */
    due_at: z.int().nullable(),
    created_at: z.int(),
  }),
  pk: "TENANT#{tenant_id}#SANDBOX_CHARGE",
  sk: "{payment_id}#{n}",
  indexes: { due: "SANDBOX_CHARGE#{payment_id%8}" },
  due_at: ({ due_at }) => due_at,
  ttl: ({ created_at }) => created_at + KEPT,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
